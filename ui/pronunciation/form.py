"""Saying how a word is to be spoken, with a hearing before and after."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ui.parts import RoundButton, ranked
from ui.pronunciation.ledger import Entry
from ui.theme import Theme


class RespellingForm(QWidget):
    """A word, and a field "Say it like"."""

    hear_wished = Signal(str)  # "before" or "after"
    silence_wished = Signal()
    keep_wished = Signal(str, str)  # word, respelling
    removal_wished = Signal(str)  # word
    word_typed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heard = ""
        self._entry: Entry | None = None
        self._known: dict[str, str] = {}
        self._build(theme)
        self._refresh()

    def _build(self, theme: Theme) -> None:
        self._word = QLineEdit()
        self._word.setPlaceholderText(self.tr("A word of the script"))
        self._word.setAccessibleName(self.tr("Word"))
        self._said = _SaidField()
        self._said.setPlaceholderText(self.tr("As it sounds, or /phonemes/"))
        self._said.setAccessibleName(self.tr("Say it like"))
        self._said.setToolTip(
            self.tr("Spell it as it sounds, as in “I triple E”, or give phonemes as in /nˈOm/")
        )
        self._before = RoundButton(theme, "play-filled", self.tr("Hear it as it is read now"), 28)
        self._after = RoundButton(theme, "play-filled", self.tr("Hear it as you spell it"), 28)
        self._keep = QPushButton(self.tr("Keep"))
        self._keep.setProperty("kind", "accent")
        self._keep.setToolTip(self.tr("Speak this word so in the whole script (Enter)"))
        self._remove = QPushButton(self.tr("Remove"))
        self._remove.setToolTip(self.tr("Forget what you said about this word"))
        self._hint = ranked("", "small")
        self._hint.setWordWrap(True)

        fields = QGridLayout()
        fields.setHorizontalSpacing(8)
        fields.setVerticalSpacing(6)
        fields.setColumnStretch(1, 1)
        for row, (label, field, hear) in enumerate(
            (
                (self.tr("Word"), self._word, self._before),
                (self.tr("Say it like"), self._said, self._after),
            )
        ):
            title = ranked(label, "dim")
            title.setBuddy(field)
            for column, part in enumerate((title, field, hear)):
                fields.addWidget(part, row, column)
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        buttons.addWidget(self._hint, 1)
        buttons.addWidget(self._remove)
        buttons.addWidget(self._keep)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addLayout(fields)
        whole.addLayout(buttons)

        self._word.textEdited.connect(self._word_edited)
        self._word.returnPressed.connect(self._said.setFocus)
        self._said.textChanged.connect(self._refresh)
        self._said.returnPressed.connect(self._wish_keep)
        self._said.given_up.connect(self._give_up)
        self._keep.clicked.connect(self._wish_keep)
        self._remove.clicked.connect(lambda: self.removal_wished.emit(self.word))
        self._before.clicked.connect(lambda: self._hear("before"))
        self._after.clicked.connect(lambda: self._hear("after"))

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def word(self) -> str:
        return " ".join(self._word.text().split())

    @property
    def said(self) -> str:
        return " ".join(self._said.text().split())

    @property
    def entry(self) -> Entry | None:
        """That of the list, if the word is still the one that was taken from there."""
        same = self._entry is not None and self._entry.word == self.word
        return self._entry if same else None

    def show_entry(self, entry: Entry | None) -> None:
        """Another row of the list; what was typed for the same word stays."""
        same = entry is not None and self._entry is not None and entry.word == self._entry.word
        self._entry = entry
        if entry is not None and not same:
            self._word.setText(entry.word)
            self._said.setText(entry.spoken if entry.origin == "author" else "")
        self._refresh()

    def show_lexicon(self, lexicon: dict[str, str]) -> None:
        """What the author said so far."""
        self._known = lexicon
        self._refresh()

    def show_heard(self, heard: str) -> None:
        """``heard``: "before", "after" or nothing."""
        self._heard = heard
        names = {
            "before": self.tr("Hear it as it is read now"),
            "after": self.tr("Hear it as you spell it"),
        }
        for key, button in (("before", self._before), ("after", self._after)):
            if key == heard:
                button.show_icon("pause-filled", self.tr("Stop"))
            else:
                button.show_icon("play-filled", names[key])

    def edit(self) -> None:
        """Let the user type how the word is said."""
        (self._said if self.word else self._word).setFocus()
        self._said.selectAll()

    # ── what the user does ──────────────────────────────────────────────────────────────────────

    def _word_edited(self) -> None:
        self.word_typed.emit(self.word)
        self._refresh()

    def _give_up(self) -> None:
        self._said.setText(self._known.get(self.word, ""))

    def _wish_keep(self) -> None:
        if self._keep.isEnabled():
            self.keep_wished.emit(self.word, self.said)

    def _hear(self, which: str) -> None:
        if self._heard == which:
            self.silence_wished.emit()
        else:
            self.hear_wished.emit(which)

    def _refresh(self) -> None:
        word, said = self.word, self.said
        kept = self._known.get(word)
        silent = self.entry is not None and self.entry.origin == "unspeakable"
        self._before.setEnabled(bool(word) and not silent)
        self._after.setEnabled(bool(word and said))
        self._keep.setEnabled(bool(word and said) and said != kept)
        self._remove.setVisible(kept is not None)
        if self.entry is not None and self.entry.origin == "markup":
            self._hint.setText(self.tr("The script says how; change it there."))
        elif kept is not None and said == kept:
            self._hint.setText(self.tr("Yours, in the whole script."))
        else:
            self._hint.setText("")


class _SaidField(QLineEdit):
    given_up = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
