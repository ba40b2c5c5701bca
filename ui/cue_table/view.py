"""The caption table as a view: its columns, its keys, and when a caption may be edited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMenu, QTableView, QWidget

from ui.cue_table.delegate import CueDelegate, plain_index
from ui.cue_table.model import ROW, Column, CueModel, Row
from ui.theme import Theme
from ui.transport import clock

Index = QModelIndex | QPersistentModelIndex

WIDE = 620  # pixels from which every column has a place of its own


class OnlyFindings(QSortFilterProxyModel):
    """All captions, or those with findings."""

    only = False

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, CueModel)
        return not self.only or bool(model.rows[row].findings)

    def set_only(self, only: bool) -> None:
        if only != self.only:
            self.beginFilterChange()
            self.only = only
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)


class CueView(QTableView):
    """Says what is wished for, by the index of the caption; `CueTable` does it."""

    seek_wished = Signal(int)
    play_wished = Signal(int)
    break_wished = Signal(int)
    join_wished = Signal(int)
    free_wished = Signal(int)
    finding_wished = Signal(int)  # the next one (1) or the one before (-1)
    selected = Signal()

    def __init__(self, model: CueModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cues, self._theme = model, theme
        self.proxy = OnlyFindings(self)
        self.proxy.setSourceModel(model)
        self.delegate = CueDelegate(theme, self)
        self.may_edit: Callable[[int], bool] = lambda cue: True
        self.setModel(self.proxy)
        self.setItemDelegate(self.delegate)
        self._dress_table()
        self._connect()

    def _dress_table(self) -> None:
        self.setAccessibleName(self.tr("Captions"))
        self.setAccessibleDescription(
            self.tr(
                "Enter edits, B breaks, J joins with the next, F frees, P plays, N next finding"
            )
        )
        self.setMinimumHeight(112)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(20)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.TEXT, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _connect(self) -> None:
        self.clicked.connect(lambda index: self.seek_wished.emit(self.cue(index)))
        self.selectionModel().currentRowChanged.connect(lambda *_: self.selected.emit())
        self.proxy.rowsInserted.connect(lambda _, first, last: self._set_heights(first, last))
        self.proxy.dataChanged.connect(lambda a, b, _: self._set_heights(a.row(), b.row()))
        self._theme.changed.connect(self._arrange)

    # ── which ───────────────────────────────────────────────────────────────────────────────────

    def cue(self, index: QModelIndex | None = None) -> int:
        """The caption of an index of this view, or of the selected row; -1 for none."""
        index = index if index is not None else self.currentIndex()
        return self.proxy.mapToSource(index).row() if index.isValid() else -1

    def row(self) -> Row | None:
        """That of the selected caption."""
        found: Row | None = self.currentIndex().data(ROW)
        return found

    def index_of(self, cue: int, column: Column = Column.TEXT) -> QModelIndex:
        return self.proxy.mapFromSource(self._cues.index(cue, column))

    def select(self, cue: int) -> None:
        index = self.index_of(cue)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(
                index, flags.ClearAndSelect | flags.Rows | flags.Current
            )
            self.scrollTo(index)

    @property
    def is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

    def edit(self, index: Index, *how: Any) -> bool:  # type: ignore[override]
        """Whatever is double-clicked or pressed in a row, its text is edited."""
        wanted = how and how[0] in (
            QAbstractItemView.EditTrigger.DoubleClicked,
            QAbstractItemView.EditTrigger.EditKeyPressed,
        )
        if wanted and not self.is_editing:
            if not self.may_edit(self.cue(plain_index(index))):
                return False
            index = index.sibling(index.row(), Column.TEXT)
        return bool(super().edit(index, *how))  # type: ignore[call-overload]

    # ── sizes ───────────────────────────────────────────────────────────────────────────────────

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def prepare(self, characters: int, duration: int) -> None:
        """How many characters a caption may have, and how late the last one may be (samples)."""
        wanted = (characters, len(clock(duration)))
        if wanted != (self._most_text, len(clock(self._longest))):
            self._most_text, self._longest = characters, duration
            self._arrange()

    _most_text, _longest = 42, 0

    def _arrange(self) -> None:
        """Columns and row heights for the width that there is."""
        narrow = self.width() < WIDE
        self.delegate.narrow = narrow
        self.setColumnHidden(Column.END, narrow)
        self.setColumnHidden(Column.FINDINGS, narrow)
        label = QFontMetrics(self._theme.font("label", tabular=True))
        time = label.horizontalAdvance(f"≈{clock(self._longest)}") + 12
        widths = {
            Column.NUMBER: max(34, label.horizontalAdvance("0000")) + (0 if narrow else 16),
            Column.START: time,
            Column.END: time,
            Column.PACE: label.horizontalAdvance("000") + 20,
            Column.FINDINGS: 190,
        }
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        needed = self._most_text / max(self.delegate.columns_in(self._text_width()), 1)
        lines = 1 if needed < 1 else 2 if needed < 2 else 3
        self.delegate.lines = max(lines, 2 if narrow else 1)
        self.verticalHeader().setDefaultSectionSize(self.delegate.height())
        self._set_heights(0, self.proxy.rowCount() - 1)
        self.viewport().update()

    def _set_heights(self, first: int, last: int) -> None:
        """Rows with findings are higher."""
        rows, width = self._cues.rows, self._text_width()
        for row in range(first, last + 1):
            cue = self.cue(self.proxy.index(row, 0)) if self.proxy.only else row
            wanted = self.delegate.height_of(rows[cue], width)
            if self.rowHeight(row) != wanted:
                self.setRowHeight(row, wanted)

    def _text_width(self) -> int:
        return max(self.columnWidth(Column.TEXT), 76)

    # ── the keys ────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            shift_n = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
            if shift_n and event.key() == Qt.Key.Key_N:
                self.finding_wished.emit(-1)
                return True
            return False
        if event.key() == Qt.Key.Key_N:
            self.finding_wished.emit(1)
            return True
        cue = self.cue()
        if cue < 0:
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            trigger = QAbstractItemView.EditTrigger.EditKeyPressed
            self.edit(self.currentIndex(), trigger, event)
            return True
        wishes = {
            Qt.Key.Key_B: self.break_wished,
            Qt.Key.Key_J: self.join_wished,
            Qt.Key.Key_F: self.free_wished,
            Qt.Key.Key_P: self.play_wished,
        }
        wish = wishes.get(Qt.Key(event.key()))
        if wish is None:
            return False
        wish.emit(cue)
        return True

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys of the table."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
        if self.cue() >= 0:
            self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """What can be done with the selected caption."""
        cue, row = self.cue(), self.row()
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        trigger = QAbstractItemView.EditTrigger.EditKeyPressed
        menu.addAction(self.tr("Play this caption\tP"), lambda: self.play_wished.emit(cue))
        menu.addAction(
            self.tr("Edit the text\tEnter"), lambda: self.edit(self.currentIndex(), trigger, None)
        )
        menu.addSeparator()
        menu.addAction(self.tr("Break here\tB"), lambda: self.break_wished.emit(cue))
        menu.addAction(self.tr("Join with the next\tJ"), lambda: self.join_wished.emit(cue))
        free = menu.addAction(self.tr("Group freely again\tF"), lambda: self.free_wished.emit(cue))
        free.setEnabled(row is not None and (row.broken or row.joined))
        return menu
