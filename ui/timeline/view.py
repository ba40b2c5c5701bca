"""The timeline with its scroll bar and zoom."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollBar,
    QSizePolicy,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.parts import IconButton
from ui.theme import Theme
from ui.timeline.axis import CLOSEST
from ui.timeline.canvas import Canvas
from ui.timeline.commands import ZOOM

if TYPE_CHECKING:
    from ui.session import Session

_STEPS = 1000  # of the slider


class TimelineView(QWidget):
    """``seek_requested``: a place was clicked or the ruler dragged, and the session went there.
    ``selection_changed``: samples from and to, 0 and 0 for nothing."""

    seek_requested = Signal(int)
    selection_changed = Signal(int, int)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.canvas = Canvas(session, theme, self)
        self.canvas.seek_requested.connect(session.seek)
        self.canvas.seek_requested.connect(self.seek_requested)
        self.canvas.selection_changed.connect(self.selection_changed)
        self.canvas.axis_changed.connect(self._show_axis)
        self.setFocusProxy(self.canvas)
        self._make_controls()
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()
        self._show_axis()

    # ── for the window ──────────────────────────────────────────────────────────────────────────

    def selected_range(self) -> tuple[int, int] | None:
        """What is selected, in samples."""
        return self.canvas.selection

    def select(self, start: int, end: int) -> None:
        self.canvas.select(start, end)

    def reveal(self, start: int, end: int) -> None:
        """Scroll so that a stretch of the narration is seen, samples from and to."""
        self.canvas.reveal(start, end)

    def zoom_in(self) -> None:
        self.canvas.zoom_by(ZOOM)

    def zoom_out(self) -> None:
        self.canvas.zoom_by(1 / ZOOM)

    def fit(self) -> None:
        self.canvas.fit()

    # ── controls ────────────────────────────────────────────────────────────────────────────────

    def _make_controls(self) -> None:
        self.bar = QScrollBar(Qt.Orientation.Horizontal, self)
        self.bar.setAccessibleName(self.tr("Scroll the timeline"))
        self.bar.valueChanged.connect(self.canvas.scroll_to)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(self.tr("Zoom of the timeline"))
        self.slider.setToolTip(self.tr("Zoom"))
        self.slider.setRange(0, _STEPS)
        self.slider.setPageStep(_STEPS // 10)
        self.slider.setSingleStep(_STEPS // 50)
        self.slider.setFixedWidth(96)
        self.slider.valueChanged.connect(self._zoom_chosen)
        self.out_button = IconButton(self._theme, "minus", self.tr("Zoom out"), parent=self)
        self.out_button.clicked.connect(self.zoom_out)
        self.in_button = IconButton(self._theme, "plus", self.tr("Zoom in"), parent=self)
        self.in_button.clicked.connect(self.zoom_in)
        self.fit_button = QToolButton(self)
        self.fit_button.setText(self.tr("Fit"))
        self.fit_button.setProperty("kind", "flat")
        self.fit_button.setToolTip(self.tr("See the whole narration"))
        self.fit_button.setAccessibleName(self.tr("Fit the whole narration"))
        self.fit_button.clicked.connect(self.fit)

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 12, 4)
        row.setSpacing(4)
        row.addSpacing(self.canvas.lanes.left)
        row.addWidget(self.bar, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(12)
        for control in (self.out_button, self.slider, self.in_button, self.fit_button):
            row.addWidget(control)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.canvas, 1)
        column.addLayout(row)

    def sizeHint(self) -> QSize:
        return QSize(1000, 240)

    @Slot()
    def _dress(self) -> None:
        self.setAutoFillBackground(True)
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._theme.color("background"))
        self.setPalette(palette)
        self.fit_button.setStyleSheet(
            f"QToolButton {{ color: {self._theme.color('dim').name()}; font-size: 9.5pt;"
            " padding: 2px 7px; min-height: 15px; }"
        )

    @Slot()
    def _show_axis(self) -> None:
        axis = self.canvas.axis
        self.bar.blockSignals(True)
        self.bar.setRange(0, axis.furthest)
        self.bar.setPageStep(axis.width)
        self.bar.setSingleStep(max(1, axis.width // 16))
        self.bar.setValue(axis.scroll)
        self.bar.blockSignals(False)
        self.slider.blockSignals(True)
        self.slider.setValue(round(log(axis.speed / axis.slowest) / self._span() * _STEPS))
        self.slider.blockSignals(False)

    def _span(self) -> float:
        return max(log(CLOSEST / self.canvas.axis.slowest), 0.001)

    @Slot(int)
    def _zoom_chosen(self, value: int) -> None:
        slowest = self.canvas.axis.slowest
        self.canvas.zoom_to(slowest * (CLOSEST / slowest) ** (value / _STEPS))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._dress()
