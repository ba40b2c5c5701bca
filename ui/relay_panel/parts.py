"""What the sections of the panel are put together from."""

from __future__ import annotations

import re

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QSize, Qt
from PySide6.QtGui import QFocusEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ui.parts import ranked
from ui.theme import Theme

_MARK = re.compile(r"[/._]+(?=\w)")

EDGE = 8  # pixels before the text in a table's cells, and so before everything else


class Section(QWidget):
    """A heading, what stands beside it, and a column of things below."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.heading = self.add(ranked(title, "strong"))
        self.heading.setSpacing(8)

    def add(self, *widgets: QWidget, wide: QWidget | None = None) -> QHBoxLayout:
        """A row; ``wide`` takes the room that is left, else nothing does."""
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 0)
        row.setSpacing(6)
        for widget in widgets:
            row.addWidget(widget, 1 if widget is wide else 0)
        if wide is None:
            row.addStretch(1)
        self._column.addLayout(row)
        return row

    def put(self, *widgets: QWidget) -> None:
        """Each as wide as the section."""
        for widget in widgets:
            self.add(widget, wide=widget)

    def add_table(self, table: QWidget) -> None:
        """Its text, and not its edge, stands below the heading."""
        self._column.addWidget(table)


class Choice(QComboBox):
    """Does not turn when the page is scrolled across it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Table(QTableView):
    """As high as its rows are, up to ``most`` of them; the first column takes the room left."""

    def __init__(self, model: QAbstractItemModel, theme: Theme, name: str, most: int = 0) -> None:
        super().__init__()
        self._most, self._theme = most, theme
        self.setModel(model)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # With the margin that cells have for focus, their text stands below that of the header.
        self.setStyleSheet("QTableView::item { padding: 2px 5px; }")
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if not most:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        model.modelReset.connect(self.updateGeometry)
        model.rowsInserted.connect(self.updateGeometry)
        model.rowsRemoved.connect(self.updateGeometry)
        theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The row that the keyboard is in shows it."""
        super().focusInEvent(event)
        self.selectRow(max(self.currentIndex().row(), 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.clearSelection()

    def sizeHint(self) -> QSize:
        rows = self.model().rowCount()
        shown = min(rows, self._most) if self._most else rows
        height = self.horizontalHeader().sizeHint().height()
        height += shown * self.verticalHeader().defaultSectionSize()
        if self.horizontalScrollBar().maximum():
            height += self.horizontalScrollBar().sizeHint().height()
        return QSize(200, height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())


class Wrapped(QLabel):
    """Plain text that takes as many lines as it needs, and none where it is empty. It needs a
    parent before it says anything, or it would be a window."""

    def __init__(self, rank: str = "small", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("rank", rank)
        self.setWordWrap(True)
        self.setMinimumWidth(80)
        self.hide()

    def say(self, text: str) -> None:
        # An address is wider than the panel and has no blanks: it breaks after its marks.
        shown = _MARK.sub("\\g<0>\u200b", text)
        if shown != self.text():
            self.setText(shown)
            self.setAccessibleName(text)
        self.setVisible(bool(text))


def foot(dialog: QDialog, keep: QPushButton, *others: QPushButton) -> QHBoxLayout:
    """The last row of a form: what else can be done at the left, Cancel and the one thing at the
    right."""
    cancel = QPushButton(QCoreApplication.translate("RelayPanel", "Cancel"))
    cancel.clicked.connect(dialog.reject)
    row = QHBoxLayout()
    row.setSpacing(8)
    for button in others:
        row.addWidget(button)
    row.addStretch(1)
    row.addWidget(cancel)
    row.addWidget(keep)
    for button in (*others, cancel):
        button.setAutoDefault(False)
    keep.setProperty("kind", "accent")
    keep.setDefault(True)
    return row
