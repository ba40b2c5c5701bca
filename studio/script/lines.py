"""Which lines of a text belong together, and the light markup at the start of a line.

A line break may be the author's (titles, lists, verses) or the editor's, which broke a sentence
that got too long for it (hard wrapping). An editor breaks a line only where the next word would
not fit; so a break with room to spare, before a capital and after no full stop, is the author's.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from studio.script.characters import CLOSERS, QUOTES, is_wide_script
from studio.script.hyphens import breaks_word, only_breaks_word
from studio.script.passage import Passage, Span, lines_of
from studio.script.pauses import without_pauses
from studio.script.sentences import ends_with_abbreviation

NARROWEST_WRAP = 50  # columns: titles, lists and verses are seldom wider, wrapped prose always is
NARROWEST_SURE_WRAP = 30  # where most lines go on in small letters
WIDEST_WRAP = 120
_SLACK = 0.1  # hands wrap less exactly than editors

_QUOTE = re.compile(r"[ \t]*((?:>[ \t]?)*)[ \t]*")
_RULE = re.compile(r"([-*_=~])(?:[ \t]*\1){2,}|```+")
_FENCE = re.compile(r"(?:```+|~~~+)[ \t]*(?=[\w+-]+$)")
_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")
_ITEM = re.compile(
    r"(?P<bullet>[-*])[ \t]+(?=\S)"
    r"|(?P<sure>[•‣⁃◦∙●○▪▫■□►▶➤➢])[ \t]*(?=\S)"
    r"|(?P<number>\(?(?:\d{1,3}[.)]|[A-Za-z]\)))[ \t]+(?=\S)"
    r"|(?P<dash>[—–―])[ \t]*(?=\S)"
)
_LETTER = re.compile(r"[^\W_]")
_ENDINGS = tuple(".!?…。！？．।॥")
_AFTER_STOP = CLOSERS + QUOTES + "*_~` "


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a passage: its span without indent and quote marks, and its text without pause
    tags. ``width`` is that of the whole line in columns; ``first`` its first letter or digit;
    ``ended`` whether it ends like a sentence; ``mark`` the kind of list mark it begins with;
    ``depth`` that of quotation. ``opens`` and ``closes`` say that the author broke the line
    before and after it."""

    span: Span
    text: str
    width: int
    first: str
    ended: bool
    mark: str = ""
    depth: int = 0
    opens: bool = False
    closes: bool = False


def plain_paragraphs(passage: Passage, language: str) -> Iterator[list[Passage]]:
    """The paragraphs of a tidied plain text, each as passages that no sentence reaches across."""
    found = list(_line_paragraphs(passage))
    page_width = _page_width(found, language)
    for lines in found:
        yield joined_lines(passage, lines, language, page_width)


def joined_lines(
    passage: Passage, lines: Sequence[Line], language: str, page_width: int = 0
) -> list[Passage]:
    """The lines of a paragraph, wrapped ones joined, those that the author broke apart."""
    paragraph = _LinesOfParagraph(lines, language, page_width)
    return [paragraph.passage(passage, group) for group in paragraph.groups()]


def line_at(passage: Passage, span: Span, mark: str = "", depth: int = 0) -> Line:
    raw = passage.text[slice(*span)]
    text = without_pauses(raw).strip()
    letter = _LETTER.search(text)
    ended = text.rstrip(_AFTER_STOP)[-1:] in _ENDINGS
    return Line(span, text, _width(raw), letter.group() if letter else "", ended, mark, depth)


def _line_paragraphs(passage: Passage) -> Iterator[list[Line]]:
    paragraph: list[Line] = []
    for start, end in lines_of(passage.text):
        raw = passage.text[start:end].rstrip()
        quote = _QUOTE.match(raw)
        indent, depth = (quote.end(), quote.group(1).count(">")) if quote else (0, 0)
        body = raw[indent:]
        heading = _HEADING.match(body)
        if paragraph and (not body or heading or _RULE.fullmatch(body)):
            yield paragraph
            paragraph = []
        if heading:
            bare = body.rstrip("#")
            stop = len(bare.rstrip()) if bare[-1].isspace() else len(body)
            yield [line_at(passage, (start + indent + heading.end(), start + indent + stop))]
        elif body and not _RULE.fullmatch(body):
            paragraph.append(_marked_line(passage, start + indent, start + len(raw), depth))
    if paragraph:
        yield paragraph


def _marked_line(passage: Passage, start: int, end: int, depth: int) -> Line:
    fence = _FENCE.match(passage.text, start, end)
    if fence:
        line = line_at(passage, (fence.end(), end), depth=depth)
        return replace(line, opens=True, closes=True)
    item = _ITEM.match(passage.text, start, end)
    return line_at(passage, (start, end), (item and item.lastgroup) or "", depth)


def _page_width(paragraphs: Iterable[Sequence[Line]], language: str) -> int:
    """The width that the text as a whole is wrapped to; 0 if it does not look wrapped."""
    wrapped = (_LinesOfParagraph(lines, language, 0) for lines in paragraphs)
    widths = [p.width for p in wrapped if p.breaks and p.goes_on_small]
    return max((w for w in widths if NARROWEST_WRAP <= w <= WIDEST_WRAP), default=0)


@dataclass(frozen=True)
class _LinesOfParagraph:
    lines: Sequence[Line]
    language: str
    page_width: int

    @cached_property
    def width(self) -> int:
        return max(self.page_width, *(line.width for line in self.lines), 0)

    @cached_property
    def breaks(self) -> list[tuple[Line, Line]]:
        """The breaks that no full stop and no list mark explains, as lines before and after."""
        spoken = [line for line in self.lines if line.first]
        pairs = pairwise(spoken)
        return [(a, b) for a, b in pairs if not (a.ended or a.closes or b.opens or b.mark)]

    @cached_property
    def goes_on_small(self) -> bool:
        small = sum(after.first.islower() for _, after in self.breaks)
        return small * 2 > len(self.breaks)

    @cached_property
    def is_verse(self) -> bool:
        return len(self.breaks) >= 3 and all(b.first.isupper() for _, b in self.breaks)

    @cached_property
    def marks(self) -> Counter[str]:
        return Counter(line.mark for line in self.lines)

    def groups(self) -> list[list[Line]]:
        groups: list[list[Line]] = []
        previous: Line | None = None  # the last line that holds more than a pause
        for line in self.lines:
            if line.mark and self._is_item(line, previous):
                line = replace(line, opens=True)
            if not groups or (previous and line.text and self._apart(previous, line)):
                groups.append([])
            groups[-1].append(line)
            previous = line if line.text else previous
        return groups

    def passage(self, passage: Passage, group: Sequence[Line]) -> Passage:
        spans = [(self._start(passage, line), line.span[1]) for line in group]
        hyphenated: dict[int, str] = {}
        for i, (line, after) in enumerate(pairwise(group)):
            start, end = spans[i]
            if passage.text[end - 1] in "-‐" and breaks_word(line.text, after.text):
                hyphenated[i] = ""
                if only_breaks_word(line.text, after.text, passage.text):
                    spans[i] = (start, end - 1)
        return passage.gathered(spans, hyphenated)

    def _start(self, passage: Passage, line: Line) -> int:
        """Where a line is read from: bullets are not, numbers and dialogue dashes are."""
        item = _ITEM.match(passage.text, *line.span) if line.mark in ("bullet", "sure") else None
        return item.end() if item and line.opens else line.span[0]

    def _is_item(self, line: Line, previous: Line | None) -> bool:
        """Whether a dash or number at the start of a line is a list mark, or a part of a sentence
        that happened to be wrapped there."""
        if previous is None or line.mark == "sure" or previous.ended or previous.closes:
            return True
        if previous.text.endswith(":") or self.marks[line.mark] > 1:
            return True
        if line.mark == "number" and self._wraps(previous, line):
            return False
        return not line.first.islower()

    def _apart(self, previous: Line, line: Line) -> bool:
        if line.opens or previous.closes or line.depth != previous.depth:
            return True
        if not line.first or line.first.islower():
            return False  # where the line before has ended, the sentence splitter will see
        if previous.ended and ends_with_abbreviation(previous.text, self.language):
            return False
        if line.first.isdecimal() and self._expects_number(previous):
            return False
        return not self._wraps(previous, line)

    def _expects_number(self, previous: Line) -> bool:
        """``built in | 1912``, not ``3 eggs | 2 onions``."""
        last = previous.text.split()[-1]
        return not previous.ended and (
            last.endswith(",") or (len(last) <= 3 and last.islower()) or self.goes_on_small
        )

    def _wraps(self, previous: Line, line: Line) -> bool:
        """Whether an editor would have broken the line here."""
        narrowest = NARROWEST_SURE_WRAP if self.goes_on_small else NARROWEST_WRAP
        if self.width < narrowest or self.is_verse or self._is_title(previous):
            return False
        needed = previous.width + 1 + _width(_first_word(line.text))
        return needed > self.width * (1 - _SLACK)

    def _is_title(self, line: Line) -> bool:
        words = [word for word in line.text.split() if len(word) >= 4 and word[0].isalpha()]
        return line is self.lines[0] and len(words) >= 3 and all(w[0].isupper() for w in words)


def _first_word(text: str) -> str:
    return text[:1] if is_wide_script(text[:1]) else text.split(maxsplit=1)[0]


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.category(char) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
