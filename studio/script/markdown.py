"""Markdown files: markdown-it-py finds the blocks, their lines lead back into the script.

Only its block rules run: inline tokens carry no offsets, so what is inside a line is ``inline``'s.
Its link definitions are off too, because they would swallow ``[Anna]: Hello``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from studio.script.characters import speakable
from studio.script.inline import HTML_TAG, Dialect, is_like_url, label_key
from studio.script.lines import Line, joined_lines, line_at
from studio.script.passage import Edit, Passage, Span, lines_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_DEEPEST = 60  # nested quotes and lists; markdown-it's own limit of 20 is soon met

_FRONT_MATTER_LINE = re.compile(r"""["']?\w[\w. "'-]*[:=].*|[ \t]+.*|-[ \t].*|#.*|[\[\]}].*|""")
_DEFINITION = re.compile(
    r"""\[(?P<label>[^\[\]^][^\[\]]*)\]:\s*(?P<url>\S+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?"""
)
_NOTE = re.compile(r"\[\^(?P<label>[^\[\]\s]{1,99})\]:[ \t]*")
_ITEM_NUMBER = re.compile(r"\d{1,9}[.)]")
_ITEM_MARK = re.compile(r"[-+*.)][ \t]+$")
_TASK = re.compile(r"\[[ xX]\][ \t]+(?=\S)")
_ITEM_MARKS = re.compile(r"[> \t]*(?:(?:[-*+]|\d{1,9}[.)])[> \t]+)*")
_UNREAD_PREFIX = re.compile(r"(?:[> \t]|[-*+](?=[ \t]))*")
_CELL = re.compile(r"(?:\\.|[^|\\])+")
_HTML_BLOCK = re.compile(
    "address|article|aside|blockquote|body|br|button|caption|dd|details|div|dl|dt|fieldset|"
    "figcaption|figure|footer|form|h[1-6]|head|header|hr|html|legend|li|main|nav|ol|option|p|pre|"
    "section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul",
    re.IGNORECASE,
)
_HTML_SILENT = re.compile(r"<!--|<(script|style)\b[^<>]*>", re.IGNORECASE)
_LEAVES = {
    "hr",
    "heading_open",
    "paragraph_open",
    "fence",
    "code_block",
    "html_block",
    "table_open",
}


@dataclass(frozen=True, slots=True)
class _Block:
    """What is read of some lines. One that is ``alone`` is a paragraph of its own; the others are
    parted by blank lines."""

    lines: Span
    passages: list[Passage]
    alone: bool = True


def markdown_paragraphs(script: Passage, language: str) -> tuple[Dialect, list[list[Passage]]]:
    """The paragraphs of a tidied Markdown text, each as passages that no sentence reaches across,
    and the dialect to read them with."""
    reader = _Reader(_without_front_matter(script), language)
    blocks = reader.blocks()
    paragraphs: list[list[Passage]] = []
    previous: _Block | None = None
    for block in blocks:
        if previous is None or previous.alone or block.alone or reader.parted(previous, block):
            paragraphs.append([])
        paragraphs[-1].extend(block.passages)
        previous = block
    return Dialect(True, frozenset(reader.links), frozenset(reader.notes)), paragraphs


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _DEEPEST})
    parser.core.ruler.enableOnly(["normalize", "block"])
    parser.block.ruler.enable("table")
    parser.block.ruler.disable("reference")
    return parser


def _without_front_matter(script: Passage) -> Passage:
    """The script after the settings at its head, if what looks like them is no text."""
    lines = lines_of(script.text)
    fence = script.text[slice(*lines[0])].rstrip()
    if fence not in ("---", "+++"):
        return script
    for i, (start, end) in enumerate(lines[1:], 1):
        line = script.text[start:end].rstrip()
        if line == fence:
            return script.part(end, len(script.text)) if i > 1 else script
        if not _FRONT_MATTER_LINE.fullmatch(line):
            break
    return script


class _Reader:
    """Walks through the blocks of a text and notes the labels that it defines."""

    def __init__(self, text: Passage, language: str) -> None:
        self._passage, self._language = text, language
        self._lines = lines_of(text.text)
        self.links: set[str] = set()
        self.notes: set[str] = set()

    def blocks(self) -> list[_Block]:
        """In the order of the text. A line that markdown-it left out is read as it stands."""
        tokens = _parser().parse(self._passage.text)
        unread = set(range(len(self._lines)))
        blocks: list[_Block] = []
        for token, content in zip_longest(tokens, tokens[1:]):
            if token.type in _LEAVES and token.map:
                unread.difference_update(range(*token.map))
                blocks.extend(self._leaf(token, content, token.map[0]))
        for line in sorted(unread):
            start, end = self._lines[line]
            prefix = _UNREAD_PREFIX.match(self._passage.text, start, end)
            if speakable(self._passage.text[start:end]) and prefix:
                passage = self._passage.part(prefix.end(), end)
                blocks.append(_Block((line, line + 1), [passage], alone=False))
        return sorted(blocks, key=lambda block: block.lines)

    def parted(self, before: _Block, after: _Block) -> bool:
        """Whether a blank line stands between two blocks."""
        between = self._lines[before.lines[1] : after.lines[0]]
        return any(not self._passage.text[slice(*span)].strip("> \t") for span in between)

    def _leaf(self, token: Token, content: Token | None, line: int) -> Iterator[_Block]:
        text = token.content.rstrip("\n")
        if token.type == "paragraph_open" and content:
            yield self._paragraph(content.content, line)
        elif token.type == "heading_open" and content and content.content:
            passage, _ = self._block_passage(content.content, line)
            yield _Block((line, line + 1), [passage])
        elif token.type == "fence":
            yield from self._numbers(line)
            yield self._code(text, line + 1)
        elif token.type == "code_block":
            yield from self._numbers(line, text)
            yield self._code(text, line)
        elif token.type == "html_block":
            yield from self._numbers(line, text)
            yield from self._html(text, line)
        elif token.type == "table_open" and token.map:
            yield from self._numbers(line)
            yield self._table(range(*token.map))
        else:  # a rule, a heading without words
            yield from self._numbers(line)

    # places

    def _spans(self, content: str, line: int) -> list[Span]:
        """Where the lines of a block's content stand: markdown-it took marks off their starts and
        blanks off their ends."""
        spans = []
        for i, piece in enumerate(content.split("\n") if content else [], line):
            start, end = self._lines[i]
            at = self._passage.text.rfind(piece.strip(), start, end)
            spans.append((at, at + len(piece.strip())) if at >= 0 else (start, end))
        return spans

    def _item_numbers(self, line: int, end: int) -> list[Span]:
        """The numbers of the list items that begin on a line, before ``end``."""
        start = self._lines[line][0]
        return [match.span() for match in _ITEM_NUMBER.finditer(self._passage.text, start, end)]

    def _block_passage(self, content: str, line: int) -> tuple[Passage, list[Span]]:
        """The content of a block with the numbers of its list items, and its lines there."""
        spans = self._spans(content, line)
        start, end = spans[0]
        task = _TASK.match(self._passage.text, start, end)
        if task and _ITEM_MARK.search(self._passage.text[self._lines[line][0] : start]):
            spans[0] = (task.end(), end)
        numbers = self._item_numbers(line, start)
        glue = dict.fromkeys(range(len(numbers)), " ")
        passage = self._passage.gathered([*numbers, *spans], glue)
        return passage, lines_of(passage.text)

    # leaves

    def _paragraph(self, content: str, line: int) -> _Block:
        lines = (line, line + content.count("\n") + 1)
        passage, spans = self._block_passage(content, line)
        defining = 0
        while count := self._link_definition(passage.text, spans[defining:]):
            defining += count
        found: list[Line] = []
        for i, (start, end) in enumerate(spans[defining:], line + defining):
            backslash = passage.text.startswith("\\\n", end - 1)
            read = self._line(passage, (start, end - backslash))
            blanks = self._passage.text[slice(*self._lines[i])].endswith("  ")
            found.append(replace(read, closes=backslash or blanks))
        passages = joined_lines(passage, found, self._language) if found else []
        return _Block(lines, passages, alone=False)

    def _line(self, passage: Passage, span: Span) -> Line:
        note = _NOTE.match(passage.text, *span)
        if note is None:
            return line_at(passage, span)
        self.notes.add(label_key(note["label"]))
        return replace(line_at(passage, (note.end(), span[1])), opens=True)

    def _link_definition(self, text: str, spans: Sequence[Span]) -> int:
        """How many lines the link definition at their start takes: address and title may stand on
        lines of their own."""
        for count in range(min(3, len(spans)), 0, -1):
            match = _DEFINITION.fullmatch(text[spans[0][0] : spans[count - 1][1]].strip())
            if match and is_like_url(match["url"]):
                self.links.add(label_key(match["label"]))
                return count
        return 0

    def _numbers(self, line: int, content: str = "") -> Iterator[_Block]:
        """The numbers of items that begin with something that has no place for them: with this
        content, or an empty line."""
        marks = _ITEM_MARKS.match(self._passage.text, *self._lines[line])
        end = marks.end() if marks else self._lines[line][0]
        if content:
            end = min(end, self._spans(content.split("\n")[0], line)[0][0])
        numbers = self._item_numbers(line, end)
        if numbers:
            passages = [self._passage.part(*span) for span in numbers]
            yield _Block((line, line), passages, alone=False)

    def _code(self, content: str, line: int) -> _Block:
        spans = [span for span in self._spans(content, line) if span[0] < span[1]]
        passages = [replace(self._passage.part(*span), verbatim=True) for span in spans]
        return _Block((line, line + content.count("\n") + 1), passages)

    def _table(self, rows: Sequence[int]) -> _Block:
        passages = []
        for row in [rows[0], *rows[2:]]:
            start, end = self._lines[row]
            marks = _ITEM_MARKS.match(self._passage.text, start, end)
            for cell in _CELL.finditer(self._passage.text, marks.end() if marks else start, end):
                if cell.group().strip():
                    passages.append(self._passage.part(*cell.span()))
        return _Block((rows[0], rows[-1] + 1), passages)

    def _html(self, content: str, line: int) -> Iterator[_Block]:
        passage = self._passage.gathered(self._spans(content, line))
        passage = passage.edited(list(_silent_html(passage.text)))
        passage = passage.edited(
            [
                (tag.start(), tag.end(), "\n\n")
                for tag in HTML_TAG.finditer(passage.text)
                if _HTML_BLOCK.fullmatch(tag.group(1) or "")
            ]
        )
        lines = (line, line + content.count("\n") + 1)
        for match in re.finditer(r"[^\n]+(?:\n[^\n]+)*", passage.text):
            found = [
                line_at(passage, (match.start() + start, match.start() + end))
                for start, end in lines_of(match.group())
            ]
            yield _Block(lines, joined_lines(passage, found, self._language))


def _silent_html(text: str) -> Iterator[Edit]:
    """Comments, scripts and styles, to be taken out. What is not closed is text."""
    position, unclosed = 0, set()
    while match := _HTML_SILENT.search(text, position):
        position = match.end()
        closer = f"</{match.group(1).lower()}>" if match.group(1) else "-->"
        if closer in unclosed:
            continue
        end = re.compile(closer, re.IGNORECASE).search(text, position)
        if end is None:
            unclosed.add(closer)
            continue
        position = end.end()
        yield match.start(), position, ""
