"""What of the script is to be seen, and where: lines, rows, chips and pauses in pixels of the
viewport. Painting, pointing and colouring all ask the same scene, which is made again only when
something has moved."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QTextBlock

from studio.script.pauses import PAUSE_TAG, pause_samples
from ui.editor.mirror import Mirror
from ui.editor.page import GUTTER, Page
from ui.editor.rows import Row, Rows

MARK = 24.0  # pixels from the left to the middle of a mark
_MARGIN = 3  # lines above and below the view that belong to the scene
CHIP = 8  # pixels of a chip above and below its text, together


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the text from ``start`` to ``end`` (positions)."""

    start: int
    end: int
    box: QRectF


@dataclass(frozen=True, slots=True)
class Chips:
    """Voice and speed above a row."""

    voice: QRectF
    speed: QRectF
    voice_text: str
    speed_text: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A row as it is seen: ``band`` covers its lines from edge to edge, ``mark`` is where its
    state is drawn (None: further up)."""

    row: Row
    band: QRectF
    mark: QPointF | None
    chips: Chips | None


@dataclass(frozen=True, slots=True)
class Tag:
    """A pause tag from ``start`` to ``end`` (positions), where it is seen. ``samples`` None: it
    does not say a length that is possible. ``is_open``: the cursor is in it, so that it is shown
    as it is written."""

    start: int
    end: int
    box: QRectF
    samples: int | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class Scene:
    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    tags: tuple[Tag, ...] = ()

    @property
    def span(self) -> tuple[int, int]:
        """The positions that are to be seen, half open."""
        return (self.lines[0].start, self.lines[-1].end + 1) if self.lines else (0, 0)

    def shape_at(self, y: float) -> Shape | None:
        """The row at a height, its chips included."""
        for shape in self.shapes:
            top = shape.band.top()
            if shape.chips is not None:
                top = shape.chips.voice.top()
            if top <= y < shape.band.bottom():
                return shape
        return None

    def shape_before(self, position: int) -> Shape | None:
        """The row of a position, or else the one before it, or else the first."""
        index = bisect_right(self.shapes, position, key=lambda shape: shape.row.begin) - 1
        return self.shapes[max(index, 0)] if self.shapes else None

    def shape_of(self, sentence: str) -> Shape | None:
        return next((each for each in self.shapes if each.row.sentence.id == sentence), None)

    def boxes(self, start: int, end: int, layout: LineMeasure) -> list[QRectF]:
        """Where text from one position to another (half open) is seen, a box for each line."""
        first = max(bisect_right(self.lines, start, key=lambda line: line.start) - 1, 0)
        boxes = []
        for line in self.lines[first:]:
            if line.start >= end:
                break
            a, b = max(start, line.start), min(end, line.end)
            if a < b:
                left, right = layout.across(line, a), layout.across(line, b)
                boxes.append(QRectF(left, line.box.top(), right - left, line.box.height()))
        return boxes


class LineMeasure:
    """How far from the left a position of a line is."""

    def __init__(self, page: Page) -> None:
        self._document = page.document()

    def across(self, line: Line, position: int) -> float:
        block = self._document.findBlock(line.start)
        inner = block.layout().lineForTextPosition(line.start - block.position())
        found = inner.cursorToX(position - block.position())
        x: float = found[0] if isinstance(found, tuple) else found  # type: ignore[assignment]
        return x


def seen_lines(page: Page, first: QTextBlock, top: float, bottom: float) -> list[Line]:
    """The lines from the top of the view down to ``bottom``, and a few on either side; the top of
    the block ``first`` is at ``top``."""
    lines: list[Line] = []
    margin = _MARGIN * page.line_height
    block = first
    while block.isValid() and top <= bottom:
        height = page.blockBoundingRect(block).height()
        layout, start = block.layout(), block.position()
        count = layout.lineCount()
        seen = bisect_left(range(count), -margin - top, key=lambda i: layout.lineAt(i).y())
        for index in range(seen, count):
            line = layout.lineAt(index)
            if top + line.y() > bottom + margin:
                break
            begin = start + line.textStart()
            box = QRectF(line.x(), top + line.y(), line.naturalTextWidth(), line.height())
            lines.append(Line(begin, begin + line.textLength(), box))
        top += height
        block = block.next()
    return lines


def shapes(
    lines: Sequence[Line], rows: Rows, page: Page, width: float, chips: ChipTexts
) -> list[Shape]:
    """The rows of some lines."""
    if not lines:
        return []
    starts = [line.start for line in lines]
    found = []
    for row in rows.between(lines[0].start, lines[-1].end + 1):
        first = max(bisect_right(starts, row.begin) - 1, 0)
        last = max(bisect_left(starts, row.end) - 1, first)
        top = lines[first].box.top() - page.beside
        bottom = lines[last].box.bottom() + page.beside
        begins = row.begin >= lines[0].start
        mark = QPointF(MARK, lines[first].box.center().y()) if begins else None
        placed = chips.placed(row, top - page.chip_band) if row.has_chip and begins else None
        found.append(Shape(row, QRectF(0, top, width, bottom - top), mark, placed))
    return found


class ChipTexts:
    """Chips of their real sizes."""

    def __init__(self, metrics: QFontMetricsF, band: float) -> None:
        self._metrics, self._band = metrics, band
        self.names: dict[str, str] = {}  # of voices, by spelling

    def placed(self, row: Row, top: float) -> Chips:
        voice = self.names.get(row.sentence.voice, row.sentence.voice)
        speed = speed_text(row.sentence.speed)
        height = self._metrics.height() + CHIP
        top = round(top + (self._band - height) * 0.7)
        widths = [self._metrics.horizontalAdvance(text) + 2.4 * CHIP for text in (voice, speed)]
        first = QRectF(GUTTER - 1, top, round(widths[0]), height)
        second = QRectF(first.right() + 6, top, round(widths[1]), height)
        return Chips(first, second, voice, speed)


def speed_text(speed: float) -> str:
    text = f"{speed:.2f}".rstrip("0")
    return (text + "0" if text.endswith(".") else text) + "×"


def tag_spans(text: str) -> list[tuple[int, int, int | None]]:
    """The pause tags of a text: start, end, and samples (None: no possible length)."""
    if "[" not in text:
        return []
    return [(*match.span(), pause_samples(match.group())) for match in PAUSE_TAG.finditer(text)]


def tags(lines: Sequence[Line], mirror: Mirror, cursor: int, layout: LineMeasure) -> list[Tag]:
    """The pause tags on some lines, each where it begins."""
    if not lines:
        return []
    seen = Scene(tuple(lines))
    first, last = mirror.place(lines[0].start), mirror.place(lines[-1].end)
    found = []
    for start, end, samples in tag_spans(mirror.text[first:last]):
        a, b = mirror.position_at(first + start), mirror.position_at(first + end)
        boxes = seen.boxes(a, b, layout)
        if boxes:
            found.append(Tag(a, b, boxes[0], samples, a < cursor < b))
    return found
