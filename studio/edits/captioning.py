"""Where captions begin by the author's will, and what they show.

A place in a caption is an offset in the text of a sentence, so it holds whatever voice speaks the
sentence and however its words are grouped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from studio.document import Document, Paragraph, Sentence
from studio.edits.finding import find, replaced, script_span
from studio.edits.timing import join_words, rename_word, shift_room, shift_words, words_of
from studio.errors import (
    CaptionEmpty,
    CaptionUnclear,
    OffsetOutOfRange,
    SentenceUnknown,
    WordUnknown,
)
from studio.takes import TakeInfo
from studio.timeline import Timeline

# ── breaks and joins ────────────────────────────────────────────────────────────────────────────


def break_caption(document: Document, sentence: str, at: int) -> Document:
    """A caption begins with the word at offset ``at`` of a sentence's text.

    Raises SentenceUnknown, OffsetOutOfRange.
    """
    return _marked(document, sentence, at, breaks=True)


def join_caption(document: Document, sentence: str, at: int) -> Document:
    """The word at offset ``at`` stands in the caption of the word before it.

    Raises SentenceUnknown, OffsetOutOfRange.
    """
    return _marked(document, sentence, at, joins=True)


def free_caption(document: Document, sentence: str, at: int) -> Document:
    """Whether a caption begins with the word at offset ``at`` is up to the grouping again.

    Raises SentenceUnknown, OffsetOutOfRange.
    """
    return _marked(document, sentence, at)


def _marked(
    document: Document, sentence: str, at: int, *, breaks: bool = False, joins: bool = False
) -> Document:
    found = find(document, sentence)
    if not 0 <= at < len(found.text):
        raise OffsetOutOfRange(at, found.text)
    while found.text[at].isspace():
        at += 1
    marked = replace(
        found, breaks=_with(found.breaks, at, breaks), joins=_with(found.joins, at, joins)
    )
    return replaced(document, [marked])


def _with(offsets: tuple[int, ...], at: int, wanted: bool) -> tuple[int, ...]:
    others = {offset for offset in offsets if offset != at}
    return tuple(sorted(others | {at} if wanted else others))


def breaks_and_joins(
    document: Document, timeline: Timeline
) -> tuple[frozenset[int], frozenset[int]]:
    """The author's breaks and joins as indices of the timeline's words, for ``cues.group``.

    A place inside a word (joined by the author, or cut otherwise by another engine) counts for
    nothing as long as it is there.
    """
    breaks: set[int] = set()
    joins: set[int] = set()
    places = {sentence.id: index for index, sentence in enumerate(timeline.sentences)}
    for paragraph in document.paragraphs:
        for sentence in paragraph.sentences:
            if (sentence.breaks or sentence.joins) and sentence.id in places:
                words = _words_of_sentence(timeline, places[sentence.id])
                for marks, offsets in ((breaks, sentence.breaks), (joins, sentence.joins)):
                    for at in offsets:
                        there = paragraph.span(sentence, at, at + 1)[0]
                        marks.update(_word_from(timeline, words, there))
    return frozenset(breaks), frozenset(joins)


def _words_of_sentence(timeline: Timeline, index: int) -> range:
    first = bisect_left(timeline.words, index, key=lambda word: word.sentence)
    last = bisect_left(timeline.words, index + 1, lo=first, key=lambda word: word.sentence)
    return range(first, last)


def _word_from(timeline: Timeline, words: range, there: int) -> Iterator[int]:
    """The index of the first of some words that begins at an offset of the script or after it,
    unless the offset is inside a word."""
    index = bisect_left(
        timeline.words, there, words.start, words.stop, key=lambda word: word.source[0]
    )
    inside = index > words.start and timeline.words[index - 1].source[1] > there
    if index < words.stop and not inside:
        yield index


@dataclass(frozen=True, slots=True)
class WordPlace:
    """A word of a timeline as the edits name it: id of its sentence, index among the words of
    that, offset in its text."""

    sentence: str
    index: int
    at: int


def word_place(document: Document, timeline: Timeline, index: int) -> WordPlace:
    """Where a word of the timeline (by index) stands. Raises WordUnknown, SentenceUnknown."""
    if not 0 <= index < len(timeline.words):
        raise WordUnknown(index, len(timeline.words))
    word = timeline.words[index]
    paragraph, sentence = _placed(document, timeline, word.sentence)
    at = bisect_left(
        range(len(sentence.text)),
        word.source[0],
        key=lambda offset: paragraph.span(sentence, offset, offset + 1)[0],
    )
    first = _words_of_sentence(timeline, word.sentence).start
    return WordPlace(sentence.id, index - first, at)


def _placed(document: Document, timeline: Timeline, index: int) -> tuple[Paragraph, Sentence]:
    """The sentence with an index in the timeline, and its paragraph. Raises SentenceUnknown."""
    wanted = timeline.sentences[index]
    for paragraph in document.paragraphs[wanted.paragraph : wanted.paragraph + 1]:
        for sentence in paragraph.sentences:
            if sentence.id == wanted.id:
                return paragraph, sentence
    raise SentenceUnknown(wanted.id)


# ── what is shown ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WordRange:
    """The words ``first`` to ``last``, both included, of a sentence (its id) with its take."""

    sentence: str
    take: TakeInfo
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Shown:
    """A word of a caption; ``glue`` is what stands before it there."""

    part: int
    index: int
    text: str
    glue: str


def shift_caption(
    document: Document, parts: Sequence[WordRange], by: int, *, free: bool = False
) -> Document:
    """The words of a caption (``parts``: a range for each of its sentences) moved together by so
    many samples, or as far as there is room for all of them; neighbours as in ``move_word``.

    Raises SentenceUnknown, WordUnknown."""
    for part in parts:
        where = (part.sentence, part.take, part.first, part.last)
        least, most = shift_room(document, *where, free=free)
        by = max(least, min(by, most))
    for part in parts:
        where = (part.sentence, part.take, part.first, part.last)
        document = shift_words(document, *where, by, free=free)
    return document


def set_caption_text(document: Document, parts: Sequence[WordRange], text: str) -> Document:
    """A caption that shows ``text``: ``parts`` are its words, a range for each of its sentences.

    Words that the text still has stay words with times of their own. Of the others, each gets
    one word of the text if that comes out even; else they become one word. What is heard stays.
    Raises CaptionEmpty, CaptionUnclear, SentenceUnknown, WordUnknown.
    """
    wanted = " ".join(text.split())
    if not wanted:
        raise CaptionEmpty()
    shown = _shown(document, parts)
    if wanted == _text(shown):
        return document
    changed, fresh = _difference(shown, wanted)
    pieces = fresh.split(" ")
    if len(pieces) == len(changed) and all(word.glue for word in changed[1:]):
        for word, piece in zip(changed, pieces, strict=True):
            part = parts[word.part]
            document = rename_word(document, part.sentence, part.take, word.index, piece)
        return document
    groups = [list(group) for _, group in groupby(changed, key=lambda word: word.part)]
    shares = _shared_out(pieces, groups, fresh)
    for group, share in zip(groups, shares, strict=True):
        part, first = parts[group[0].part], group[0].index
        document = join_words(document, part.sentence, part.take, first, group[-1].index)
        document = rename_word(document, part.sentence, part.take, first, share)
    return document


def _shown(document: Document, parts: Sequence[WordRange]) -> list[_Shown]:
    shown: list[_Shown] = []
    end = -1  # of the word before, in the script
    for number, part in enumerate(parts):
        sentence, (begin, _) = find(document, part.sentence), script_span(document, part.sentence)
        words = words_of(sentence, part.take)
        for index in (part.first, part.last):
            if not 0 <= index < len(words):
                raise WordUnknown(index, len(words))
        for index in range(part.first, part.last + 1):
            if index > part.first:
                touching = words[index - 1].source[1] == words[index].source[0]
            else:
                touching = not shown or begin == end
            shown.append(_Shown(number, index, words[index].text, "" if touching else " "))
        end = script_span(document, part.sentence)[1]
    return shown


def _text(shown: Sequence[_Shown]) -> str:
    return "".join(word.glue + word.text for word in shown)


def _difference(shown: list[_Shown], wanted: str) -> tuple[list[_Shown], str]:
    """The words that do not stand in the wanted text as they are, at least one, and what is to
    stand there instead of them, not empty."""
    heads = _heads(shown, wanted)
    first = len(heads) - 1
    tails = _tails(shown[first:], wanted, heads[-1])
    last = len(shown) + 1 - len(tails)
    while True:
        fresh = wanted[heads[first] : len(wanted) - tails[len(shown) - last]].strip()
        if fresh and first < last:
            return shown[first:last], fresh
        if first > 0:
            first -= 1
        else:
            last += 1


def _heads(shown: Sequence[_Shown], wanted: str) -> list[int]:
    """Where in the text the first words end, as many as it begins with; at least one is left."""
    heads = [0]
    for word, following in pairwise(shown):
        piece = word.glue + word.text
        end = heads[-1] + len(piece)
        clean = (wanted[end : end + 1] == " ") == (following.glue == " ")
        if wanted[heads[-1] : end] != piece or not clean:
            break
        heads.append(end)
    return heads


def _tails(shown: Sequence[_Shown], wanted: str, begin: int) -> list[int]:
    """How far from the end of the text the last words begin, as many as it ends with."""
    tails = [0]
    for word in reversed(shown):
        stop = len(wanted) - tails[-1]
        start = stop - len(word.glue + word.text)
        clean = word.glue or wanted[max(start - 1, 0) : start] != " "
        if start < begin or wanted[start:stop] != word.glue + word.text or not clean:
            break
        tails.append(len(wanted) - start)
    return tails


def _shared_out(pieces: Sequence[str], groups: Sequence[Sequence[_Shown]], text: str) -> list[str]:
    """The pieces of a text for groups of words in several sentences, at least one for each."""
    if len(groups) == 1:
        return [text]
    if len(pieces) < len(groups) or not all(group[0].glue for group in groups[1:]):
        raise CaptionUnclear(text)
    shares, at = [], 0
    for number, group in enumerate(groups, 1):
        most = len(pieces) - at - (len(groups) - number)
        count = most if number == len(groups) else min(len(group), most)
        shares.append(" ".join(pieces[at : at + count]))
        at += count
    return shares
