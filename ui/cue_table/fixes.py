"""What is wrong with the selected caption, and what would help."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.cues import Finding
from studio.timeline import PlacedWord
from ui.cue_table import wording
from ui.flow import FlowLayout
from ui.parts import Rule, ranked
from ui.theme import Theme


class FixPanel(QWidget):
    """A sentence for each finding, and below it a button for each fix. Hidden without any."""

    fix_wished = Signal(object, object)  # Finding, Fix

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self._icons: list[QLabel] = []
        self.setAccessibleName(self.tr("Findings of the selected caption"))
        self._page = QVBoxLayout(self)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.setSpacing(6)
        self._page.addWidget(Rule())
        self._content: QWidget | None = None
        theme.changed.connect(self._dress)
        self.hide()

    def show_findings(self, findings: Sequence[Finding], words: Sequence[PlacedWord]) -> None:
        said = tuple(
            (
                wording.finding_sentence(finding),
                tuple(wording.fix_label(fix, words) for fix in finding.fixes),
            )
            for finding in findings
        )
        if said != self._shown:
            self._shown = said
            self._fill(findings, words)
        self.setVisible(bool(findings))

    def _fill(self, findings: Sequence[Finding], words: Sequence[PlacedWord]) -> None:
        if self._content is not None:
            self._page.removeWidget(self._content)
            self._content.hide()
            self._content.deleteLater()
        self._icons = []
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(6)
        for finding in findings:
            column.addLayout(self._title(finding))
            if finding.fixes:
                column.addWidget(self._buttons(finding, words))
        self._page.addWidget(self._content)
        self._dress()
        self._keep_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_room()

    def _keep_room(self) -> None:
        """Wrapped sentences and buttons need more height than layouts know of by themselves."""
        self.setMinimumHeight(max(self._page.totalHeightForWidth(self.width()), 0))

    def _title(self, finding: Finding) -> QHBoxLayout:
        icon = QLabel()
        self._icons.append(icon)
        text = ranked(wording.finding_sentence(finding), "")
        text.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(icon)
        row.addWidget(text, 1)
        return row

    def _buttons(self, finding: Finding, words: Sequence[PlacedWord]) -> QWidget:
        box = QWidget()
        flow = FlowLayout(box)
        for fix in finding.fixes:
            button = QPushButton(wording.fix_label(fix, words))
            button.setProperty("kind", "chip")
            button.clicked.connect(lambda _=False, fix=fix: self.fix_wished.emit(finding, fix))
            flow.addWidget(button)
        policy = box.sizePolicy()
        policy.setHeightForWidth(True)
        box.setSizePolicy(policy)
        return box

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        for icon in self._icons:
            icon.setPixmap(self._theme.pixmap("triangle-alert", "warning", 15, ratio))
