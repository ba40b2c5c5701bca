"""What the author decided about sentences, carried over a change of the script.

A sentence with the same text keeps everything. Where a text was changed, the captions' breaks,
joins and spellings stay with the words that are still there; a lock and the times of words do not,
as they belong to a take that says the old text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from studio.document import Paragraph, Sentence, Spelling

_TOKEN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\W\u2e80-\u9fff\uf900-\ufaff]+|[^\w\s]")
_MOST = 4_000_000  # pairs of tokens: more than that is another text


def carried(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Paragraphs that were read anew from a script (sentences known by their ids), with all
    that belongs to their sentences in ``old``. What is equal there stays the same object."""
    were = [sentence for paragraph in old for sentence in paragraph.sentences]
    known = {sentence.id: sentence for sentence in were}
    fresh = [sentence for paragraph in new for sentence in paragraph.sentences]
    sentences = [_same(known.get(sentence.id), sentence) for sentence in fresh]
    for gone, come in _changes(were, sentences):
        sentences[come.start : come.stop] = _with_marks(gone, sentences[come.start : come.stop])
    before = {(*map(id, each.sentences), each.at): each for each in old}
    found = iter(sentences)
    done = []
    for paragraph in new:
        own = tuple(next(found) for _ in paragraph.sentences)
        same = before.get((*map(id, own), paragraph.at))
        done.append(same or Paragraph(own, paragraph.at))
    return tuple(done)


def _same(old: Sentence | None, new: Sentence) -> Sentence:
    """A new sentence with what the old one of the same id and text has beside the script."""
    if old is None or old is new or old.text != new.text:
        return new
    both = replace(
        old,
        voice=new.voice,
        speed=new.speed,
        language=new.language,
        source=new.source,
        pins=new.pins,
        pauses=new.pauses,
    )
    return old if both == old else both


def _changes(
    old: Sequence[Sentence], new: Sequence[Sentence]
) -> Iterator[tuple[list[Sentence], range]]:
    """What is new between two sentences that stayed, as indices, and what stood there before, if
    that has marks."""
    places = {sentence.id: (i, sentence.text) for i, sentence in enumerate(old)}
    stayed = {s.id for s in new if s.id in places and places[s.id][1] == s.text}
    start = 0
    while start < len(new):
        if new[start].id in stayed:
            start += 1
            continue
        stop = start
        while stop < len(new) and new[stop].id not in stayed:
            stop += 1
        before = places[new[start - 1].id][0] if start else -1
        after = places[new[stop].id][0] if stop < len(new) else len(old)
        gone = [sentence for sentence in old[before + 1 : after] if sentence.id not in stayed]
        if any(sentence.breaks or sentence.joins or sentence.spellings for sentence in gone):
            yield gone, range(start, stop)
        start = stop


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, a mark, or a character of Japanese or Chinese; ``begins`` if a word of a caption may
    begin with it."""

    text: str
    sentence: int
    start: int
    end: int
    begins: bool


def _tokens(sentences: Sequence[Sentence]) -> list[_Token]:
    return [
        _Token(match.group().casefold(), i, *match.span(), _begins(match))
        for i, sentence in enumerate(sentences)
        for match in _TOKEN.finditer(sentence.text)
    ]


def _begins(token: re.Match[str]) -> bool:
    before = token.string[max(token.start() - 1, 0) : token.start()]
    return not before.strip() or (token.group().isalnum() and before > "\u2e80")


def _with_marks(old: Sequence[Sentence], new: Sequence[Sentence]) -> list[Sentence]:
    """The new sentences with the marks of the old ones that their words still stand for."""
    was, now = _tokens(old), _tokens(new)
    there = _matches([token.text for token in was], [token.text for token in now])
    found: list[dict[str, Any]] = [{"breaks": set(), "joins": set(), "spellings": []} for _ in new]
    places = [(token.sentence, token.start) for token in was]
    for i, sentence in enumerate(old):
        for kind in ("breaks", "joins"):
            for at in getattr(sentence, kind):
                token = _moved(there, bisect_left(places, (i, at)), was, now)
                if token is not None:
                    found[token.sentence][kind].add(token.start)
        for spelling in sentence.spellings:
            first = bisect_left(places, (i, spelling.start))
            last = bisect_left(places, (i, spelling.end)) - 1
            a, b = there.get(first), there.get(last)
            if first <= last and a is not None and b is not None and b - a == last - first:
                start, end = now[a], now[b]
                if start.sentence == end.sentence:
                    moved = Spelling(start.start, end.end, spelling.text)
                    found[start.sentence]["spellings"].append(moved)
    return [_marked(*each) for each in zip(new, found, strict=True)]


def _marked(sentence: Sentence, marks: dict[str, Any]) -> Sentence:
    spellings: list[Spelling] = []
    for each in sorted(marks["spellings"], key=lambda spelling: spelling.start):
        if not spellings or spellings[-1].end <= each.start:
            spellings.append(each)
    return replace(
        sentence,
        breaks=tuple(sorted(marks["breaks"])),
        joins=tuple(sorted(marks["joins"] - marks["breaks"])),
        spellings=tuple(spellings),
    )


def _moved(
    there: dict[int, int], index: int, was: Sequence[_Token], now: Sequence[_Token]
) -> _Token | None:
    """The new token that stands where an old one stood: itself, or what now follows the one
    before it, or precedes the one after it."""
    if index in there:
        return now[there[index]]
    if index >= len(was):
        return None
    sentence = was[index].sentence
    if index - 1 in there and was[index - 1].sentence == sentence:
        before = there[index - 1]
        for token in now[before + 1 :]:
            if token.sentence != now[before].sentence:
                break
            if token.begins:
                return token
    after = next((i for i in range(index, len(was)) if i in there), None)
    if after is None or was[after].sentence != sentence:
        return None
    there_after = there[after]
    for token in now[max(there_after - (after - index), 0) : there_after + 1]:
        if token.sentence == now[there_after].sentence and token.begins:
            return token
    return None


def _matches(was: Sequence[str], now: Sequence[str]) -> dict[int, int]:
    """Which new token each old one is, by index."""
    pairs = zip(was, now, strict=False)
    head = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(was), len(now)))
    matches = {i: i for i in range(head)}
    tail = 0
    while tail < min(len(was), len(now)) - head and was[-1 - tail] == now[-1 - tail]:
        matches[len(was) - 1 - tail] = len(now) - 1 - tail
        tail += 1
    a, b = was[head : len(was) - tail], now[head : len(now) - tail]
    if len(a) * len(b) <= _MOST:
        for block in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
            for i in range(block.size):
                matches[head + block.a + i] = head + block.b + i
    return matches
