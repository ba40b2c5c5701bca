"""What is wrong with the selected caption, and what would help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from studio.cues import Finding
from studio.timeline import PlacedWord
from ui.cue_table import wording
from ui.parts import Rule
from ui.theme import Theme


class FixPanel(QWidget):
    """A line for each finding: what it is, and a button with what would help. Hidden without
    any."""

    fix_wished = Signal(object, object)  # Finding, Fix

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.lines: list[FindingLine] = []
        self.setAccessibleName(self.tr("Findings of the selected caption"))
        self._page = QVBoxLayout(self)
        self._page.setContentsMargins(0, 0, 0, 0)
        self._page.setSpacing(4)
        self._page.addWidget(Rule())
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
        for line in self.lines:
            self._page.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = [FindingLine(finding, words) for finding in findings]
        for line in self.lines:
            line.fix_wished.connect(self.fix_wished)
            self._page.addWidget(line)
        self._dress()

    def _dress(self) -> None:
        for line in self.lines:
            line.dress(self._theme)


class FindingLine(QWidget):
    fix_wished = Signal(object, object)  # Finding, Fix

    def __init__(self, finding: Finding, words: Sequence[PlacedWord]) -> None:
        super().__init__()
        self._icon = QLabel()
        self._said = wording.finding_sentence(finding)
        self._text = QLabel()
        self._text.setMinimumWidth(40)
        self._text.setAccessibleName(self._said)
        self._text.setToolTip(self._said)
        self.button = QToolButton()
        self.button.setText(self.tr("Fix"))
        self.button.setAccessibleName(self.tr("What would help: %1").replace("%1", self._said))
        self.button.setProperty("kind", "chip")
        self.button.setIconSize(QSize(11, 11))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow after the word
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.clicked.connect(self._open)
        self.button.setVisible(bool(finding.fixes))
        self.menu = QMenu(self)
        for fix in finding.fixes:
            choose = partial(self.fix_wished.emit, finding, fix)
            self.menu.addAction(wording.fix_label(fix, words), choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)

    def _open(self) -> None:
        below = self.button.rect().bottomRight() - QPoint(self.menu.sizeHint().width(), -2)
        self.menu.popup(self.button.mapToGlobal(below))

    def dress(self, theme: Theme) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(theme.pixmap("triangle-alert", "warning", 14, ratio))
        self.button.setIcon(theme.icon("chevron-down", "dim"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self._text.contentsRect().width()
        metrics = QFontMetrics(self._text.font())
        self._text.setText(metrics.elidedText(self._said, Qt.TextElideMode.ElideRight, room))
