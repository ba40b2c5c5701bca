"""What is about to leave this computer, shown before it does for the first time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.parts import Rule, ranked
from ui.prices import dollars
from ui.relaying import Consent

WIDTH = 520


class ConsentSheet(QDialog):
    """Accepted: it may be sent. Whatever else closes it says that it may not."""

    def __init__(self, consent: Consent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._consent = consent
        name = consent.server.name
        self.setWindowTitle(self.tr("Before anything is sent"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setFixedWidth(WIDTH)
        heading = ranked(self.tr("Send sentences to {0}?").format(name), "heading")
        heading.setWordWrap(True)
        self.rows = self._make_rows()
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        column.addWidget(heading)
        column.addLayout(_grid(self.rows))
        column.addWidget(Rule())
        column.addLayout(self._make_foot(name))
        self.setAccessibleDescription("\n".join(f"{head}: {text}" for head, text in self.rows))
        self.local.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """As high as its lines are at this width, which no size hint knows."""
        super().showEvent(event)
        self.setFixedHeight(self._column.heightForWidth(WIDTH))

    # ── what it says ────────────────────────────────────────────────────────────────────────────

    def _make_rows(self) -> list[tuple[str, str]]:
        server = self._consent.server
        rows = [
            (self.tr("Sent"), self._what()),
            (self.tr("Not sent"), self.tr("The title, your files, your captions.")),
            (self.tr("To"), f"{server.name}, {server.base}"),
            (self.tr("Cost"), self._cost()),
            (self.tr("Compare"), self._shadow()),
            (self.tr("Back"), self.tr("One click on “Local”, at any time; what is sent is sent.")),
        ]
        return rows

    def _what(self) -> str:
        """Sentences that are not rendered yet, at the share that the switch would give them."""
        percent, count = self._consent.policy.relay_percent, self._consent.sentences
        if not percent:
            which = self.tr("The text of each sentence that this computer speaks from now on")
        elif not count:
            which = self.tr("The text of each sentence that is spoken from now on")
        else:
            which = self.tr(
                "The text of %n sentence(s) to be rendered, and of those to come", "", count
            )
        if 0 < percent < 100:
            which = self.tr("About {0} % of this: {1}").format(f"{percent:g}", which)
        if self._consent.server.key_variable:
            text = self.tr("{0}, as it is to be spoken; the voice’s name, the speed and your key.")
        else:
            text = self.tr("{0}, as it is to be spoken; the voice’s name and the speed.")
        return text.format(which)

    def _cost(self) -> str:
        found, share = self._consent.estimate, self._consent.policy.relay_percent or 100
        characters = round(found.characters * share / 100)
        text = self.tr("{0} characters to be rendered now").format(f"{characters:,}")
        if not self._consent.server.price:
            return self.tr("{0}; no price is kept for this server.").format(text)
        price = f"{self._consent.server.price:.2f}"
        cost = dollars(found.cost * share / 100)
        return self.tr("{0}: {1} (${2} for a million).").format(text, cost, price)

    def _shadow(self) -> str:
        if self._consent.policy.shadow:
            return self.tr(
                "It is on: every sentence that this computer speaks is sent in the background, too."
            )
        return self.tr("Off. When on, every sentence would be sent in the background, too.")

    # ── what can be done ────────────────────────────────────────────────────────────────────────

    def _make_foot(self, name: str) -> QHBoxLayout:
        self.local = QPushButton(self.tr("Stay local"))
        self.local.setDefault(True)  # nothing leaves by a key that was pressed too often
        self.local.clicked.connect(self.reject)
        self.send = QPushButton(self.tr("Send to {0}").format(name))
        self.send.setAutoDefault(False)
        self.send.setProperty("kind", "accent")
        self.send.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.local)
        row.addWidget(self.send)
        return row


def _grid(rows: list[tuple[str, str]]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(20)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(1, 1)
    for i, (head, text) in enumerate(rows):
        label = ranked(text, "")
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setAccessibleName(f"{head}: {text}")
        grid.addWidget(ranked(head, "dim"), i, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label, i, 1)
    return grid
