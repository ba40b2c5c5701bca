"""How the text is laid out: every sentence on a line of its own, air between them, room beside
them for their state and above them for a chip where the voice changes.

QPlainTextEdit counts in lines and asks its layout for everything else, so a layout that places
the lines itself is all that it takes. Only blocks that are looked at are laid out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QTextBlock,
    QTextCharFormat,
    QTextDocument,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout

from ui.editor.mirror import as_units

GUTTER = 44  # pixels left of the text
RIGHT = 28  # and right of it, at least
COLUMNS = 100  # average letters in a line; each sentence begins one, so it may be long
_TOP, _BOTTOM = 18, 48  # above the first line of all, below the last
_BESIDE = 0.4  # of a line's height: above and below a row
_WITHIN = 0.16  # above and below a line that goes on
_LETTERS = "the quick brown fox jumps over the lazy dog and then sleeps until noon "


@dataclass(frozen=True, slots=True)
class Plan:
    """How to lay out a block of text. Offsets are positions in the block.

    ``rows``: where a new row begins, and whether a chip stands above it. ``tags``: spans of pauses
    that are drawn as chips. ``continues``: the first line belongs to a sentence from above.
    """

    rows: tuple[tuple[int, bool], ...] = ()
    tags: tuple[tuple[int, int], ...] = ()
    continues: bool = False

    @property
    def mark(self) -> int:
        """A number for a block's ``userState`` that tells plans apart."""
        return hash((self.rows, self.tags, self.continues)) & 0x3FFFFFFF


class Page(QPlainTextDocumentLayout):
    """``plan`` is asked whenever a block has to be laid out."""

    def __init__(self, document: QTextDocument, plan: Callable[[QTextBlock], Plan]) -> None:
        super().__init__(document)
        self.version = 0  # another number whenever a line may have moved
        self.chip_band = 36.0
        self._plan = plan
        self._width = 600.0
        self._text_width = 500.0
        self._line = 20.0
        self._blocks = document.blockCount()
        self._telling = False
        self._hidden = QTextCharFormat()

    # ── measures ────────────────────────────────────────────────────────────────────────────────

    def set_width(self, width: float) -> None:
        self._width = width
        self._measure()

    def set_fonts(self, script: QFont, label: QFont) -> None:
        self.document().setDefaultFont(script)
        self._hidden = QTextCharFormat()
        self._hidden.setFont(label)
        self._hidden.setForeground(QColor(0, 0, 0, 0))
        self.chip_band = round(QFontMetricsF(label).height() + 18)
        self._measure()

    def _measure(self) -> None:
        metrics = QFontMetricsF(self.document().defaultFont())
        self._line = metrics.height()
        widest = COLUMNS * metrics.horizontalAdvance(_LETTERS) / len(_LETTERS)
        room = self._width - GUTTER - RIGHT
        self._text_width = max(80.0, min(room, widest))
        self.version += 1

    @property
    def line_height(self) -> float:
        return self._line

    @property
    def beside(self) -> float:
        """Pixels above the first line of a row and below its last."""
        return round(self._line * _BESIDE)

    @property
    def text_width(self) -> float:
        return self._text_width

    # ── blocks ──────────────────────────────────────────────────────────────────────────────────

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        if not block.isValid():
            return QRectF()
        layout = block.layout()
        count = layout.lineCount()
        if not count:
            self._lay_out(block, layout)
            count = layout.lineCount()
        bottom = self._bottom(layout.lineAt(count - 1), block)
        if not block.next().isValid():
            bottom += _BOTTOM
        return QRectF(0, 0, self._width, bottom)

    def _bottom(self, last: QTextLine, block: QTextBlock) -> float:
        below = self.beside if block.length() > 1 else 0
        return last.y() + last.height() + below

    def _lay_out(self, block: QTextBlock, layout: QTextLayout) -> None:
        text = block.text()
        plan = self._plan(block)
        block.setUserState(plan.mark)
        layout.setTextOption(self.document().defaultTextOption())
        if plan.tags or layout.formats():
            layout.setFormats([self._hiding(*span) for span in plan.tags])
        _Lines(self, layout, text, plan).place(_TOP if not block.blockNumber() else 0.0)
        self.version += 1
        before = block.lineCount()
        block.setLineCount(layout.lineCount())
        if before != layout.lineCount():
            self._tell_size()

    def _hiding(self, start: int, end: int) -> QTextLayout.FormatRange:
        span = QTextLayout.FormatRange()
        span.start, span.length, span.format = start, end - start, self._hidden
        return span

    def _tell_size(self) -> None:
        """Scroll bars may ask for more blocks, whose sizes they will have seen then."""
        if not self._telling:
            self._telling = True
            self.documentSizeChanged.emit(self.documentSize())
            self._telling = False

    # ── changes ─────────────────────────────────────────────────────────────────────────────────

    def documentChanged(self, start: int, removed: int, added: int) -> None:
        """Qt lays out a block that was changed by itself, and not as we do; so that case is
        ours."""
        document = self.document()
        self.version += 1
        first = document.findBlock(start)
        last = document.findBlock(max(0, start + removed + added - 1))
        count = document.blockCount()
        if first == last and count == self._blocks and first.isValid():
            height = self._height_of(first)
            first.layout().clearLayout()
            if height and self.blockBoundingRect(first).height() == height:
                self.updateBlock.emit(first)
            else:
                self.requestUpdate()
            return
        self._blocks = count
        super().documentChanged(start, removed, added)

    def _height_of(self, block: QTextBlock) -> float:
        """0 if it is not laid out. Its text may not be that of its lines any more."""
        layout = block.layout()
        count = layout.lineCount()
        if not count:
            return 0.0
        bottom = self._bottom(layout.lineAt(count - 1), block)
        return bottom if block.next().isValid() else bottom + _BOTTOM

    def renew(self, first: int, last: int) -> bool:
        """Lay out the blocks of a range of positions again, where their plans are others now.
        Gives whether there were any."""
        document = self.document()
        block, end = document.findBlock(first), document.findBlock(last)
        stop = end.blockNumber() if end.isValid() else document.blockCount() - 1
        any_changed = False
        while block.isValid() and block.blockNumber() <= stop:
            layout = block.layout()
            if layout.lineCount() and self._plan(block).mark != block.userState():
                layout.clearLayout()
                self.blockBoundingRect(block)
                any_changed = True
            block = block.next()
        if any_changed:
            self.version += 1
            self.requestUpdate()
        return any_changed

    def forget(self) -> None:
        """Lay out everything again, as it is looked at."""
        document = self.document()
        block = document.firstBlock()
        while block.isValid():
            block.layout().clearLayout()
            block = block.next()
        self.version += 1
        self.requestUpdate()


class _Lines:
    """Places the lines of one block."""

    def __init__(self, page: Page, layout: QTextLayout, text: str, plan: Plan) -> None:
        self._page, self._layout = page, layout
        self._text = as_units(text)
        self._rows = dict(plan.rows)
        self._breaks = sorted(self._rows)
        self._continues = plan.continues
        self._within = round(page.line_height * _WITHIN)

    def place(self, y: float) -> None:
        beside = self._page.beside if self._text else 0.0
        begins = True
        self._layout.beginLayout()
        while True:
            line = self._layout.createLine()
            if not line.isValid():
                break
            start, end = self._fill(line)
            begins = begins or start in self._rows
            if begins and not (start == 0 and self._continues):
                y += beside
                if self._has_chip(start, end):
                    y += self._page.chip_band
            else:
                y += self._within
            line.setPosition(QPointF(GUTTER, y))
            y += line.height()
            begins = end in self._rows
            y += beside if begins else self._within
        self._layout.endLayout()

    def _fill(self, line: QTextLine) -> tuple[int, int]:
        """As much as fits, but not over the beginning of the next row."""
        line.setLeadingIncluded(True)
        line.setLineWidth(self._page.text_width)
        start = line.textStart()
        end = start + line.textLength()
        stop = self._next_row(start, end)
        if stop:
            while stop > start + 1 and self._text[stop - 1].isspace():
                stop -= 1
            line.setLineWidth(_across(line, stop) + 0.5)
            end = line.textStart() + line.textLength()
        return start, end

    def _next_row(self, start: int, end: int) -> int:
        """Where a row begins between two positions, with something before it; 0 if none does."""
        for index in range(bisect_right(self._breaks, start), len(self._breaks)):
            at = self._breaks[index]
            if at >= end:
                break
            if self._text[start:at].strip():
                return at
        return 0

    def _has_chip(self, start: int, end: int) -> bool:
        """Blanks may stand before the row that begins on this line."""
        first = bisect_left(self._breaks, start)
        last = bisect_left(self._breaks, max(end, start + 1))
        return any(self._rows[at] for at in self._breaks[first:last])


def _across(line: QTextLine, position: int) -> float:
    """How far from its left end a position of a line is."""
    found = line.cursorToX(position)
    x: float = found[0] if isinstance(found, tuple) else found  # type: ignore[assignment]
    return x - line.x()
