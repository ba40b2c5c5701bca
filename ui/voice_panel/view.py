"""The list of the audition board: what the pointer and the keys do in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu, QWidget

from ui.theme import Theme
from ui.voice_panel.delegate import Part, VoiceDelegate
from ui.voice_panel.entries import Entry
from ui.voice_panel.model import ENTRY, STARRED, BoardModel


class BoardView(QListView):
    """Says what is wished for; `VoicePanel` does it."""

    audition_wished = Signal(object)  # Entry
    silence_wished = Signal()
    star_wished = Signal(object, bool)
    use_wished = Signal(object, bool)  # for all, not for the paragraph only
    blend_wished = Signal(object)
    removal_wished = Signal(object)
    filter_wished = Signal()

    def __init__(self, model: BoardModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = model
        self._delegate = VoiceDelegate(theme, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setMinimumHeight(112)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(18)
        self.setAccessibleName(self.tr("Voices"))
        self.setAccessibleDescription(
            self.tr("Enter or a digit speaks the sentence under the cursor, S stars, B blends")
        )
        theme.changed.connect(self.viewport().update)

    # ── which ───────────────────────────────────────────────────────────────────────────────────

    def entry(self, index: QModelIndex | None = None) -> Entry | None:
        """That of an index, or of the selected row."""
        found: Entry | None = (index or self.currentIndex()).data(ENTRY)
        return found

    def select(self, row: int) -> None:
        if row >= 0:
            self.setCurrentIndex(self._board.index(row))

    def _part(self, index: QModelIndex, point: QPoint) -> Part:
        return self._delegate.part_at(self.visualRect(index), point) if index.isValid() else ""

    # ── the pointer ─────────────────────────────────────────────────────────────────────────────

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        part = self._part(index, event.position().toPoint())
        left = event.button() == Qt.MouseButton.LeftButton
        if left and part:
            self.setCurrentIndex(index)
            self._use_part(index, part)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a button two quick clicks are two clicks; elsewhere they are to be heard."""
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            super().mouseDoubleClickEvent(event)
        elif part := self._part(index, event.position().toPoint()):
            self._use_part(index, part)
        else:
            self.audition_wished.emit(self.entry(index))

    def _use_part(self, index: QModelIndex, part: Part) -> None:
        entry = self.entry(index)
        if part == "play":
            self.audition_wished.emit(entry)
        else:
            self.star_wished.emit(entry, not index.data(STARRED))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        index = self.indexAt(point)
        part = self._part(index, point)
        self._hover(index.row() if index.isValid() else -1, part)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(-1, "")
        super().leaveEvent(event)

    def _hover(self, row: int, part: Part) -> None:
        before, now = self._delegate.hovered, (row, part)
        if before != now:
            self._delegate.hovered = now
            for each in {before[0], row}:
                self.update(self._board.index(each))
            pointing = Qt.CursorShape.PointingHandCursor if part else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(pointing)

    # ── the keys ────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        """Whether a key means something on the board."""
        entry, key = self.entry(), event.key()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if not plain:
            return False
        if key == Qt.Key.Key_Escape:
            self.silence_wished.emit()
        elif key == Qt.Key.Key_Slash:
            self.filter_wished.emit()
        elif entry is None:
            return False
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.audition_wished.emit(entry)
        elif key == Qt.Key.Key_S:
            self.star_wished.emit(entry, not self.currentIndex().data(STARRED))
        elif key == Qt.Key.Key_B:
            self.blend_wished.emit(entry)
        elif key == Qt.Key.Key_Delete and entry.saved:
            self.removal_wished.emit(entry)
        else:
            return False
        return True

    def keyboardSearch(self, search: str) -> None:
        """Letters are keys of the board; there is a field to search with."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if index.isValid():
            self.setCurrentIndex(index)
        entry = self.entry()
        if entry is not None:
            self.menu_for(entry).popup(event.globalPos())

    def menu_for(self, entry: Entry) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        starred = bool(self.currentIndex().data(STARRED))
        menu.addAction(self.tr("Hear it\tEnter"), lambda: self.audition_wished.emit(entry))
        menu.addAction(
            self.tr("Take the star away\tS") if starred else self.tr("Star\tS"),
            lambda: self.star_wished.emit(entry, not starred),
        )
        menu.addSeparator()
        menu.addAction(
            self.tr("Use for this paragraph\tCtrl+Enter"),
            lambda: self.use_wished.emit(entry, False),
        )
        menu.addAction(
            self.tr("Use for all\tCtrl+Shift+Enter"), lambda: self.use_wished.emit(entry, True)
        )
        menu.addSeparator()
        menu.addAction(
            self.tr("Edit this blend\tB") if entry.is_blend else self.tr("Add to the blend\tB"),
            lambda: self.blend_wished.emit(entry),
        )
        if entry.saved:
            menu.addAction(
                self.tr("Forget this blend\tDel"), lambda: self.removal_wished.emit(entry)
            )
        return menu
