"""Where sentences stand in the text of the editor.

Each sentence has a *row*: it begins on a line of its own, so that there is a place beside it for
its state, and where the voice changes there is a chip above it. Rows are only ever asked for a
stretch of the text, as a long script has thousands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from studio.document import Document, Paragraph, Sentence
from studio.script.pauses import PAUSE_TAG
from ui.editor.mirror import Mirror


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence from ``start`` to ``end`` (half open). What belongs to it before that, such as a
    pause or an asterisk, begins at ``begin``. All are positions. ``has_chip``: another voice or
    speed than in the sentence before."""

    sentence: Sentence
    paragraph: int
    begin: int
    start: int
    end: int
    has_chip: bool


class Rows:
    """The rows of a document in a text that may be ahead of it."""

    def __init__(self, document: Document, mirror: Mirror) -> None:
        self.document, self._mirror = document, mirror

    @property
    def length(self) -> int:
        """Of the whole text, in positions."""
        return self._mirror.length

    def between(self, first: int, last: int) -> list[Row]:
        """Those that stand in part or whole in a half-open range of positions, in order."""
        rows = []
        for row in self._from(first):
            if row.begin >= last:
                break
            if row.end > first or row.begin >= first:
                rows.append(row)
        return rows

    def beginning(self, first: int, last: int) -> list[Row]:
        """Those that begin in a half-open range of positions."""
        return [row for row in self.between(first, last) if first <= row.begin < last]

    def at(self, position: int) -> Row | None:
        """The row of a position, or else the one before, or else the first."""
        found = None
        for row in self._from(position):
            if found is not None and row.begin > position:
                break
            found = row
        return found

    def of(self, sentence: str) -> Row | None:
        """The row of the sentence with this id."""
        for index, paragraph in enumerate(self.document.paragraphs):
            if any(each.id == sentence for each in paragraph.sentences):
                return next(row for row in self._of_paragraph(index) if row.sentence.id == sentence)
        return None

    def all(self) -> Iterator[Row]:
        for index in range(len(self.document.paragraphs)):
            yield from self._of_paragraph(index)

    def paragraph(self, index: int) -> list[Row]:
        return list(self._of_paragraph(index))

    # ── finding ─────────────────────────────────────────────────────────────────────────────────

    def _from(self, position: int) -> Iterator[Row]:
        """The rows from a position on, and the one before it."""
        paragraphs = self.document.paragraphs
        offset = self._mirror.offset(position)
        first = max(bisect_right(paragraphs, offset, key=_start) - 1, 0)
        for index in range(first, len(paragraphs)):
            yield from self._of_paragraph(index, offset)

    def _of_paragraph(self, index: int, offset: int = 0) -> Iterator[Row]:
        """The rows of a paragraph from the one on that stands at an offset of the script."""
        mirror, paragraph = self._mirror, self.document.paragraphs[index]
        sentences = paragraph.sentences
        first = bisect_right(sentences, offset, key=lambda each: _span(paragraph, each)[0]) - 1
        first = max(first, 0)
        before, lower = self._before(index, first)
        for sentence in sentences[first:]:
            span = _span(paragraph, sentence)
            start, end = mirror.place_of(span[0]), mirror.place_of(span[1])
            begin = _begin(mirror.text, lower, start)
            yield Row(
                sentence,
                index,
                mirror.position_at(begin),
                mirror.position_at(start),
                mirror.position_at(end),
                before is None or (before.voice, before.speed) != (sentence.voice, sentence.speed),
            )
            before, lower = sentence, end

    def _before(self, paragraph: int, sentence: int) -> tuple[Sentence | None, int]:
        """The sentence before one, and the place where it ends."""
        if sentence == 0:
            if paragraph == 0:
                return None, 0
            paragraph -= 1
        found = self.document.paragraphs[paragraph]
        before = found.sentences[sentence - 1]
        return before, self._mirror.place_of(_span(found, before)[1])


def _span(paragraph: Paragraph, sentence: Sentence) -> tuple[int, int]:
    return paragraph.span(sentence, 0, len(sentence.text))


def _start(paragraph: Paragraph) -> int:
    return paragraph.span(paragraph.sentences[0], 0, 1)[0]


def _begin(text: str, lower: int, start: int) -> int:
    """Where what belongs to a sentence begins that starts at ``start``; the one before ends at
    ``lower``."""
    line = text.rfind("\n", lower, start) + 1
    if line or not lower:
        return _past_blanks(text, line, start)
    tag = PAUSE_TAG.search(text, lower, start)
    if tag is not None:
        return tag.start()
    last_blank = max(text.rfind(" ", lower, start), text.rfind("\t", lower, start))
    return last_blank + 1 if last_blank >= 0 else start


def _past_blanks(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at
