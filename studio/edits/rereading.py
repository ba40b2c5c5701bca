"""How much of a script has to be read again after a change, and the reading of it.

Reading 50,000 words takes most of a second, which is too long after each key. In plain text whose
lines are not wrapped, what stands between two blank lines is read the same whatever stands around
it, except that a pause with nothing to say in its paragraph belongs to the sentence before it. So
it is enough to read the paragraphs that were touched and one more on either side.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from studio import script
from studio.document import Document, Paragraph, SourceMap
from studio.errors import PauseUnreadable
from studio.script.pauses import PAUSE_TAG, pause_samples, says_number

_UNUSUAL = "\r\x0b\x0c\x85\u2028\u2029\xad"  # other line ends, and what may remove one
_LINE_START = re.compile(r"\n[^\S\n]*(?=\S)")
_FIRST_LETTER = re.compile(r"[^\W_]")
_NUMBERED = re.compile("s([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Part:
    """Paragraphs ``first`` to ``last`` (half open) of a document and the half-open range of the
    script, as it was, that they stand in; the new script is longer by ``growth``, all of that
    inside the range."""

    first: int
    last: int
    start: int
    end: int
    growth: int


def changed_part(document: Document, source: str) -> Part:
    """What has to be read again if the script is ``source`` now."""
    old, paragraphs = document.source, document.paragraphs
    growth = len(source) - len(old)
    whole = Part(0, len(paragraphs), 0, len(old), growth)
    if document.markdown or not paragraphs or _depends_on_all(source):
        return whole
    if not all(paragraph.sentences[0].source.runs for paragraph in paragraphs):
        return whole
    begin = _in_common(old, source)
    end = len(old) - _in_common(old[begin:][::-1], source[begin:][::-1])
    start = _block_start(old, paragraphs, bisect_left(paragraphs, begin, key=_start) - 2)
    stop = _stop(old, paragraphs, end)
    first = bisect_left(paragraphs, start, key=_start)
    last = bisect_left(paragraphs, stop, key=_start)
    return Part(first, last, start, stop, growth)


def _depends_on_all(script_text: str) -> bool:
    """Whether how a paragraph is read may depend on others: where lines may be wrapped, the width
    of the page counts, which is that of the widest paragraph."""
    if any(character in script_text for character in _UNUSUAL):
        return True
    for match in _LINE_START.finditer(script_text):
        before = script_text[script_text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if before and not before.isspace():
            first = _FIRST_LETTER.search(script_text, match.end())
            if first and first.group().islower():
                return True
    return False


def _in_common(a: str, b: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _start(paragraph: Paragraph) -> int:
    return paragraph.at + paragraph.sentences[0].source.runs[0][1]


def _block_start(script_text: str, paragraphs: Sequence[Paragraph], index: int) -> int:
    """Where what stands together with a paragraph begins, after a blank line; the start of the
    script for the first paragraph, to which silent ones before it belong, and its end for one
    after the last."""
    if index <= 0:
        return 0
    if index >= len(paragraphs):
        return len(script_text)
    line = script_text.rfind("\n", 0, _start(paragraphs[index]))
    while line >= 0:
        before = script_text.rfind("\n", 0, line)
        if not script_text[before + 1 : line].strip():
            return line + 1
        line = before
    return 0


def _stop(script_text: str, paragraphs: Sequence[Paragraph], end: int) -> int:
    """The end of the first block with something to say that is not touched by a change which
    ends at ``end``, with what is silent after it."""
    after = bisect_left(paragraphs, end, key=_start)
    block = _block_start(script_text, paragraphs, after)
    while after < len(paragraphs) and script_text.rfind("\n", end, max(block - 1, 0)) < 0:
        after += 1
        block = _block_start(script_text, paragraphs, after)
    stop = block
    while after < len(paragraphs) and stop == block:
        after += 1
        stop = _block_start(script_text, paragraphs, after)
    return stop


def read_part(document: Document, part: Part, source: str) -> list[Paragraph]:
    """The paragraphs that stand in a part of the script now, unchanged sentences with their old
    ids, all others with new ones."""
    old = document.paragraphs[part.first : part.last]
    paragraphs = _readable(document, old, source[part.start : part.end + part.growth])
    kept = {sentence.id for paragraph in old for sentence in paragraph.sentences}
    new_ids = _new_ids(document)
    return [_anchored(paragraph, part.start, kept, new_ids) for paragraph in paragraphs]


def unreadable_pauses(source: str) -> tuple[tuple[int, int], ...]:
    """The half-open ranges of pause tags that say no length from 0.05 to 10 seconds: they are
    read as nothing."""
    spans: list[tuple[int, int]] = []
    for match in reversed([*PAUSE_TAG.finditer(source)]):
        following = (
            " " if spans and spans[-1][0] == match.end() else source[match.end() : match.end() + 1]
        )
        is_link = following in ("(", "[")
        if pause_samples(match.group()) is None and not is_link:
            spans.append(match.span())
    return tuple(reversed(spans))


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with blanks in place of what stands in the spans."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _readable(document: Document, old: Sequence[Paragraph], text: str) -> Sequence[Paragraph]:
    """The paragraphs of a text, as often without its unreadable pause tags as others come out.
    What only looks like a tag since another one was taken out of it keeps what words it has."""
    left = text
    while True:
        try:
            return _read(document, old, left)
        except PauseUnreadable:
            spans = unreadable_pauses(left)
            if not spans:
                raise
            gone: list[tuple[int, int]] = []
            for start, end in spans:
                tag = left[start:end]
                is_all = tag == text[start:end] or says_number(tag)
                gone += [(start, end)] if is_all else [(start, start + 1), (end - 1, end)]
            left = _without(left, gone)


def _read(document: Document, old: Sequence[Paragraph], text: str) -> Sequence[Paragraph]:
    if old:
        before = Document(tuple(Paragraph(paragraph.sentences) for paragraph in old))
        return script.reread(before, text, markdown=document.markdown).paragraphs
    return script.read(
        text,
        markdown=document.markdown,
        voice=document.voice,
        speed=document.speed,
        language=document.language,
    ).paragraphs


def _new_ids(document: Document) -> Iterator[str]:
    """Ids that no sentence of the document has; they are looked for when the first is needed."""
    matches = (_NUMBERED.fullmatch(sentence.id) for sentence in document.sentences)
    numbers = [int(match[1]) for match in matches if match]
    yield from (f"s{number}" for number in count(max(numbers, default=0) + 1))


def _anchored(
    paragraph: Paragraph, shift: int, kept: set[str], new_ids: Iterator[str]
) -> Paragraph:
    """A paragraph that was read from a text which stands at ``shift``, its sentences' source maps
    counted from where it begins."""
    runs = paragraph.sentences[0].source.runs
    at = runs[0][1] if runs else 0
    sentences = (
        replace(
            sentence,
            id=sentence.id if sentence.id in kept else next(new_ids),
            source=SourceMap(tuple((t, s - at, n) for t, s, n in sentence.source.runs)),
        )
        for sentence in paragraph.sentences
    )
    return Paragraph(tuple(sentences), shift + at)
