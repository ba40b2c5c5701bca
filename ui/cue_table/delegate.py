"""How the cells of the caption table are painted, and the field in which a caption is edited."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.cue_table import wording
from ui.cue_table.model import CURRENT, ROW, Column, Row
from ui.parts import draw_icon_in
from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex

PAD, PAD_ABOVE = 8, 6
_ICON = 13


class CaptionField(QLineEdit):
    """Ctrl+B breaks the caption at the word under the text cursor."""

    break_wished = Signal(int)  # position of the text cursor

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if control and event.key() == Qt.Key.Key_B:
            self.break_wished.emit(self.cursorPosition())
        else:
            super().keyPressEvent(event)


class CueDelegate(QStyledItemDelegate):
    """``narrow``: start and end share a cell, findings stand below the text."""

    break_wished = Signal(QModelIndex, int)  # what was edited, the text cursor in it
    edit_done = Signal(QModelIndex, str, str)  # what was edited, its text before and now

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.narrow = True
        self.lines = 2
        self.measure()
        theme.changed.connect(self.measure)

    # ── sizes ───────────────────────────────────────────────────────────────────────────────────

    def measure(self) -> None:
        """Take the sizes of the theme's fonts."""
        self._metrics = QFontMetrics(self._theme.font("interface"))
        self._line = self._metrics.height()
        self._small_line = QFontMetrics(self._theme.font("label")).height()

    def height(self) -> int:
        """Of a row without findings."""
        return self.lines * self._line + 2 * PAD_ABOVE

    def height_of(self, row: Row, width: int) -> int:
        """Of a row whose text is painted in a column of some width."""
        if not row.findings or not self.narrow:
            return self.height()
        lines = wrapped(row.cue.lines, self._metrics, width - 2 * PAD, self.lines)
        needed = len(lines) * self._line + self._small_line + 3
        return max(self.height(), needed + 2 * PAD_ABOVE)

    def columns_in(self, width: int) -> float:
        """How many characters of usual text a column of some width holds on one line."""
        sample = "the quick brown fox jumps over the lazy dog"
        return (width - 2 * PAD) / (self._metrics.horizontalAdvance(sample) / len(sample))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, self.height())

    # ── painting ────────────────────────────────────────────────────────────────────────────────

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        if row is None:
            return
        cell: QRect = option.rect  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, cell, state, index)
        column = Column(index.column())
        if column is Column.NUMBER:
            self._number(painter, cell, index, row)
        elif column in (Column.START, Column.END):
            self._times(painter, cell, index, row, column)
        elif column is Column.TEXT:
            self._text(painter, cell, row)
        elif column is Column.PACE:
            self._pace(painter, cell, row)
        elif row.findings:
            self._findings(painter, cell.adjusted(PAD, PAD_ABOVE, -PAD, 0), row)
        painter.restore()

    def _ground(
        self, painter: QPainter, cell: QRect, state: QStyle.StateFlag, index: Index
    ) -> None:
        current = index.data(CURRENT)
        if current:
            painter.fillRect(cell, self._theme.color("behind_accent"))
        elif state & QStyle.StateFlag.State_Selected:
            painter.fillRect(cell, self._theme.color("raised"))
        line = QRect(cell.left(), cell.bottom(), cell.width(), 1)
        painter.fillRect(line, self._theme.color("line"))
        first = index.column() == Column.NUMBER
        if first and state & QStyle.StateFlag.State_Selected:
            active = bool(state & QStyle.StateFlag.State_Active)
            bar = QRect(cell.left(), cell.top(), 3, cell.height() - 1)
            painter.fillRect(bar, self._theme.color("accent" if active else "faint"))

    def _number(self, painter: QPainter, cell: QRect, index: Index, row: Row) -> None:
        """The number; a mark below it for captions that the author grouped."""
        line = QRect(cell.left() + 4, cell.top() + PAD_ABOVE, cell.width() - 8, self._line)
        if index.data(CURRENT):
            draw_icon_in(painter, self._theme, QRectF(line), "play-filled", "accent", 11)
        else:
            painter.setFont(self._theme.font("label"))
            painter.setPen(self._theme.color("faint"))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, str(index.row() + 1))
        if row.broken or row.joined:
            icon = "scissors" if row.broken else "link"
            mark = QRectF(line.translated(0, self._line))
            if self.lines == 1:
                mark = QRectF(line.right() - 9, line.top(), 11, line.height())
            draw_icon_in(painter, self._theme, mark, icon, "accent", 11)

    def _times(
        self, painter: QPainter, cell: QRect, index: Index, row: Row, column: Column
    ) -> None:
        painter.setFont(self._theme.font("label", tabular=True))
        line = QRect(cell.left() + 4, cell.top() + PAD_ABOVE, cell.width() - 4, self._line)
        painter.setPen(self._theme.color("faint" if row.estimated else "dim"))
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, align, index.data())
        if self.narrow and column is Column.START:
            painter.setPen(self._theme.color("faint"))
            end = index.sibling(index.row(), Column.END).data()
            painter.drawText(line.translated(0, self._small_line + 2), align, end)

    def _text(self, painter: QPainter, cell: QRect, row: Row) -> None:
        painter.setFont(self._theme.font("interface"))
        painter.setPen(self._theme.color("dim" if row.estimated else "text"))
        room = cell.width() - 2 * PAD
        top = cell.top() + PAD_ABOVE
        for line in wrapped(row.cue.lines, painter.fontMetrics(), room, self.lines):
            box = QRect(cell.left() + PAD, top, room, self._line)
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
            top += self._line
        if row.findings and self.narrow:
            box = QRect(cell.left() + PAD, top + 3, room, self._small_line)
            self._findings(painter, box, row)

    def _findings(self, painter: QPainter, box: QRect, row: Row) -> None:
        metrics = QFontMetrics(self._theme.font("label"))
        line = QRect(box.left(), box.top(), box.width(), max(metrics.height(), _ICON))
        mark = QRectF(line.left(), line.top(), _ICON, line.height())
        draw_icon_in(painter, self._theme, mark, "triangle-alert", "warning", _ICON)
        text = line.adjusted(_ICON + 5, 0, 0, 0)
        painter.setFont(self._theme.font("label"))
        painter.setPen(self._theme.color("warning"))
        said = metrics.elidedText(
            wording.names(row.findings), Qt.TextElideMode.ElideRight, text.width()
        )
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, said)

    def _pace(self, painter: QPainter, cell: QRect, row: Row) -> None:
        fast = any(finding.kind == "too fast" for finding in row.findings)
        painter.setFont(self._theme.font("label", 600 if fast else 400))
        painter.setPen(self._theme.color("warning" if fast else "faint"))
        line = QRect(cell.left(), cell.top() + PAD_ABOVE, cell.width() - PAD, self._line)
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, align, f"{row.pace:.0f}")

    # ── editing ─────────────────────────────────────────────────────────────────────────────────

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = CaptionField(parent)
        field.setAccessibleName(self.tr("Text of caption %1").replace("%1", str(index.row() + 1)))
        field.setProperty("before", index.data(Qt.ItemDataRole.EditRole))
        field.setText(field.property("before"))
        kept = QPersistentModelIndex(index)
        field.break_wished.connect(lambda at: self._break(field, kept, at))
        return field

    def _break(self, field: CaptionField, index: QPersistentModelIndex, at: int) -> None:
        """Editing ends with what was typed, then the caption is broken."""
        if not index.isValid():  # the caption is gone, and the field about to go
            return
        self.commitData.emit(field)
        self.closeEditor.emit(field)
        if index.isValid():
            self.break_wished.emit(plain_index(index), at)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The field has its text; what arrives while it is edited does not overwrite it."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, CaptionField):
            before = editor.property("before")
            if editor.text() != before:
                self.edit_done.emit(plain_index(index), before, editor.text())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        cell: QRect = option.rect  # type: ignore[attr-defined]
        height = min(editor.sizeHint().height(), cell.height())
        editor.setGeometry(cell.left(), cell.top() + 2, cell.width(), height)


def plain_index(index: Index) -> QModelIndex:
    """An index of the kind that most of Qt asks for."""
    return index.model().index(index.row(), index.column(), index.parent())


def wrapped(lines: tuple[str, ...], metrics: QFontMetrics, room: int, most: int) -> list[str]:
    """The lines of a caption, wrapped where the column is too narrow for them, at most so many,
    the last one elided."""
    shown = [part for line in lines for part in _wrapped_line(line, metrics, room)]
    if len(shown) > most:
        rest = " ".join(shown[most - 1 :])
        shown = [*shown[: most - 1], metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room)]
    return shown


def _wrapped_line(line: str, metrics: QFontMetrics, room: int) -> list[str]:
    if metrics.horizontalAdvance(line) <= room:
        return [line]
    layout = QTextLayout(line)
    layout.setTextOption(QTextOption())
    layout.beginLayout()
    parts, at = [], 0
    while (made := layout.createLine()).isValid():
        made.setLineWidth(room)
        made.setPosition(QPointF(0, 0))
        parts.append(line[at : at + made.textLength()].strip())
        at += made.textLength()
    layout.endLayout()
    return parts
