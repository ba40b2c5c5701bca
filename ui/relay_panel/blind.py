"""Hearing two takes of a sentence without knowing which engine made which."""

from __future__ import annotations

import random

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.auditions import AUDITION
from ui.parts import Rule, ranked
from ui.relay_panel.parts import Wrapped
from ui.session import Session
from ui.shadowing import Row
from ui.theme import Theme

LOCAL, RELAY, NONE = "local", "relay", "none"


class BlindListening(QDialog):
    """The pairs that wait, one after another. Nothing tells A from B before the choice; both have
    to be heard for one."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget, chance: random.Random | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._chance = chance or random.SystemRandom()
        self._waiting: list[Row] = list(session.relay.shadowing.pairs)
        self._total = len(self._waiting)
        self._order = (LOCAL, RELAY)  # what A and B are
        self._heard: set[str] = set()
        self.setWindowTitle(self.tr("Listen blindly"))
        self.setMinimumWidth(440)
        self._build(theme)
        self._add_keys()
        self._begin()

    def _build(self, theme: Theme) -> None:
        self._place = ranked("", "small")
        self._text = Wrapped("")
        self._hear = {
            "A": self._button(self.tr("Hear A"), self.tr("1"), lambda: self._play("A")),
            "B": self._button(self.tr("Hear B"), self.tr("2"), lambda: self._play("B")),
        }
        for button in self._hear.values():
            button.setIcon(theme.icon("play-filled"))
            button.setIconSize(QSize(12, 12))
        self._choices = {
            "A": self._button(self.tr("A sounds better"), "A", lambda: self._choose("A")),
            "B": self._button(self.tr("B sounds better"), "B", lambda: self._choose("B")),
            NONE: self._button(self.tr("No difference"), "N", lambda: self._choose(NONE)),
        }
        self._told = Wrapped()
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(self._place)
        column.addWidget(self._text)
        column.addLayout(_row(*self._hear.values()))
        column.addLayout(_row(*self._choices.values()))
        column.addWidget(Rule())
        last = QHBoxLayout()
        last.setSpacing(12)
        last.addWidget(self._told, 1)
        last.addStretch(0)
        last.addWidget(close, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
        column.addLayout(last)
        self._close = close

    def _button(self, label: str, key: str, call: object) -> QPushButton:
        button = QPushButton(label)
        button.setAutoDefault(False)
        button.setToolTip(f"{label} ({key})")
        button.clicked.connect(call)
        return button

    def _add_keys(self) -> None:
        """Each does what its button does, where that can be pressed."""
        pressed = {
            "1": self._hear["A"],
            "2": self._hear["B"],
            "A": self._choices["A"],
            "B": self._choices["B"],
            "N": self._choices[NONE],
        }
        for key, button in pressed.items():
            QShortcut(QKeySequence(key), self).activated.connect(button.click)

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def _begin(self) -> None:
        """The next pair, in an order of its own."""
        self._heard.clear()
        if not self._waiting:
            self._end()
            return
        if self._chance.random() < 0.5:
            self._order = (RELAY, LOCAL)
        else:
            self._order = (LOCAL, RELAY)
        number = self._total - len(self._waiting) + 1
        self._place.setText(self.tr("{0} of {1}").format(number, self._total))
        self._text.say(self._waiting[0].text)
        self._refresh()
        self._hear["A"].setFocus()
        if self._total == len(self._waiting):
            self._told.say(self.tr("Hear both, then choose."))

    def _end(self) -> None:
        self._place.setText("")
        self._text.say(self.tr("That was all. Thank you for listening."))
        self._refresh()
        self._close.setFocus()

    def _refresh(self) -> None:
        first = {"A": self.tr("Hear A"), "B": self.tr("Hear B")}
        again = {"A": self.tr("Hear A again"), "B": self.tr("Hear B again")}
        for letter, button in self._hear.items():
            button.setEnabled(bool(self._waiting))
            button.setText((again if letter in self._heard else first)[letter])
        for button in self._choices.values():
            button.setEnabled(self._heard == {"A", "B"})

    def _made_by(self, letter: str) -> str:
        return self._order["AB".index(letter)]

    def _play(self, letter: str) -> None:
        row = self._waiting[0]
        is_local = self._made_by(letter) == LOCAL
        self._session.hear(row.local_key if is_local else row.relay_key)
        self._heard.add(letter)
        self._refresh()

    def _choose(self, letter: str) -> None:
        row = self._waiting.pop(0)
        self._be_silent()
        choice = NONE if letter == NONE else self._made_by(letter)
        self._session.relay.shadowing.prefer(row, choice)
        self._told.say(self._revealed(row))
        self._begin()

    def _revealed(self, row: Row) -> str:
        text = (
            self.tr("Before: A was this computer, B was {0}.")
            if self._order[0] == LOCAL
            else self.tr("Before: A was {0}, B was this computer.")
        )
        return text.format(row.server)

    def _be_silent(self) -> None:
        if self._session.status.tag == AUDITION:
            self._session.stop()

    def done(self, result: int) -> None:
        self._be_silent()
        super().done(result)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget, 1)
    return row
