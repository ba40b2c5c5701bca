"""Words that the author moved, split or joined.

A word list is edited together with the take that it belongs to: ``take`` is the one that the
sentence has, ``index`` a place in what ``words_of`` gives for it. All times are samples from the
start of the take. What is asked for is done as far as it can be: a word never overlaps another,
never leaves the take and is never shorter than 20 ms (unless it was before).

While something is dragged, every step is to start from the document as it was when the drag began:
a neighbour that was pushed then comes back.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from studio.document import SAMPLE_RATE, Document, Sentence, Spelling, Timing, Word
from studio.edits.finding import find, replaced
from studio.errors import CaptionEmpty, OffsetOutOfRange, WordIndivisible, WordUnknown
from studio.takes import TakeInfo

SHORTEST = SAMPLE_RATE * 20 // 1000

Edge = Literal["start", "end"]


# ── the words of a sentence ─────────────────────────────────────────────────────────────────────


def words_of(sentence: Sentence, take: TakeInfo) -> tuple[Word, ...]:
    """The words of a sentence as its captions show them: those that the author placed, if they
    belong to this take, else the take's own, in the author's spelling."""
    return tuple(_spelled(sentence, word) for word in _placed(sentence, take))


def edited(sentence: Sentence, take: TakeInfo) -> TakeInfo:
    """The take with the words that ``words_of`` gives: what to lay out."""
    if sentence.timing is None and not sentence.spellings:
        return take
    return replace(take, words=words_of(sentence, take))


def _placed(sentence: Sentence, take: TakeInfo) -> tuple[Word, ...]:
    """The words in their own spelling. Those that are spelled as one are one."""
    words = list(take.words)
    timing = sentence.timing
    if timing and timing.key == take.key and timing.words[-1].end <= take.samples:
        words = list(timing.words)
    for spelling in sentence.spellings:
        first = bisect_left(words, spelling.start, key=lambda word: word.source[0])
        last = bisect_left(words, spelling.end, key=lambda word: word.source[0])
        run = words[first:last]
        if len(run) > 1 and (run[0].source[0], run[-1].source[1]) == (spelling.start, spelling.end):
            words[first:last] = [_joined(sentence, run)]
    return tuple(words)


def _spelled(sentence: Sentence, word: Word) -> Word:
    start, end = word.source
    pieces, at = [], start
    for spelling in sentence.spellings:
        if at <= spelling.start and spelling.end <= end:
            pieces += [sentence.text[at : spelling.start], spelling.text]
            at = spelling.end
    if not pieces:
        return word
    return replace(word, text=" ".join("".join([*pieces, sentence.text[at:end]]).split()))


def _joined(sentence: Sentence, run: Sequence[Word]) -> Word:
    source = (run[0].source[0], run[-1].source[1])
    text = " ".join(sentence.text[slice(*source)].split())
    estimated = any(word.estimated for word in run)
    return Word(text, run[0].start, run[-1].end, source, estimated)


def _with_words(
    document: Document, sentence: Sentence, take: TakeInfo, words: Sequence[Word]
) -> Document:
    timing = None if tuple(words) == take.words else Timing(take.key, tuple(words))
    return replaced(document, [replace(sentence, timing=timing)])


def _opened(
    document: Document, sentence: str, take: TakeInfo, first: int, last: int
) -> tuple[Sentence, list[Word]]:
    """A sentence and its words, of which ``first`` and ``last`` have to be two."""
    found = find(document, sentence)
    words = list(_placed(found, take))
    for index in (first, last):
        if not 0 <= index < len(words):
            raise WordUnknown(index, len(words))
    return found, words


# ── times ───────────────────────────────────────────────────────────────────────────────────────


def move_word(
    document: Document,
    sentence: str,
    take: TakeInfo,
    index: int,
    start: int,
    end: int,
    *,
    free: bool = False,
) -> Document:
    """A word from ``start`` to ``end``, or as near to that as there is room.

    A neighbour that the word touches follows with its edge, unless ``free``: then it stays and a
    gap opens. A word that is moved as it is keeps its length. Raises SentenceUnknown, WordUnknown.
    """
    found, words = _opened(document, sentence, take, index, index)
    word = words[index]
    if start - word.start == end - word.end:
        return shift_words(document, sentence, take, index, index, start - word.start, free=free)
    low, high = _room(words, index, index, take.samples, free)
    least = _least(word)
    if start == word.start:
        end = _within(end, start + least, high)
    elif end == word.end:
        start = _within(start, low, end - least)
    else:
        start = _within(start, low, high - least)
        end = _within(end, start + least, high)
    moved = replace(word, start=start, end=end, estimated=False)
    return _with_words(document, found, take, _put(words, index, [moved], free))


def move_edge(
    document: Document,
    sentence: str,
    take: TakeInfo,
    index: int,
    edge: Edge,
    to: int,
    *,
    free: bool = False,
) -> Document:
    """A word that starts or ends at ``to``, as ``move_word`` would do it."""
    _, words = _opened(document, sentence, take, index, index)
    start, end = words[index].start, words[index].end
    if edge == "start":
        return move_word(document, sentence, take, index, to, end, free=free)
    return move_word(document, sentence, take, index, start, to, free=free)


def shift_words(
    document: Document,
    sentence: str,
    take: TakeInfo,
    first: int,
    last: int,
    by: int,
    *,
    free: bool = False,
) -> Document:
    """The words ``first`` to ``last``, both included, moved together by ``by`` samples, or as far
    as there is room. Neighbours as in ``move_word``. Raises SentenceUnknown, WordUnknown."""
    found, words = _opened(document, sentence, take, first, last)
    if first > last:
        return document
    low, high = _room(words, first, last, take.samples, free)
    by = _within(by, low - words[first].start, high - words[last].end)
    if not by:
        return document
    moved = [
        replace(word, start=word.start + by, end=word.end + by, estimated=False)
        for word in words[first : last + 1]
    ]
    return _with_words(document, found, take, _put(words, first, moved, free))


def shift_room(
    document: Document, sentence: str, take: TakeInfo, first: int, last: int, *, free: bool = False
) -> tuple[int, int]:
    """By how many samples, at least (not above 0) and at most, ``shift_words`` can move words.

    Raises SentenceUnknown, WordUnknown."""
    _, words = _opened(document, sentence, take, first, last)
    low, high = _room(words, first, last, take.samples, free)
    return min(low - words[first].start, 0), max(high - words[last].end, 0)


def nudge(
    document: Document,
    sentence: str,
    take: TakeInfo,
    index: int,
    by: int,
    edge: Edge | None = None,
    *,
    free: bool = False,
) -> Document:
    """A word, or one of its edges, moved by ``by`` samples, as ``move_word`` would do it."""
    _, words = _opened(document, sentence, take, index, index)
    word = words[index]
    start = word.start if edge == "end" else word.start + by
    end = word.end if edge == "start" else word.end + by
    return move_word(document, sentence, take, index, start, end, free=free)


def reset_words(document: Document, sentence: str) -> Document:
    """The words of a sentence as its take has them; spellings stay. Raises SentenceUnknown."""
    return replaced(document, [replace(find(document, sentence), timing=None)])


def _least(word: Word) -> int:
    return min(SHORTEST, word.end - word.start)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def _room(
    words: Sequence[Word], first: int, last: int, samples: int, free: bool
) -> tuple[int, int]:
    """The earliest start and the latest end that the words first to last can have."""
    low, high = 0, samples
    if first > 0:
        before = words[first - 1]
        follows = not free and before.end == words[first].start
        low = before.start + _least(before) if follows else before.end
    if last + 1 < len(words):
        after = words[last + 1]
        follows = not free and after.start == words[last].end
        high = after.end - _least(after) if follows else after.start
    return low, high


def _put(words: Sequence[Word], first: int, moved: Sequence[Word], free: bool) -> list[Word]:
    """The words with those from ``first`` on moved, touching neighbours following."""
    done = list(words)
    last = first + len(moved) - 1
    if not free and first > 0 and words[first - 1].end == words[first].start:
        done[first - 1] = replace(words[first - 1], end=moved[0].start)
    if not free and last + 1 < len(words) and words[last + 1].start == words[last].end:
        done[last + 1] = replace(words[last + 1], start=moved[-1].end)
    done[first : last + 1] = moved
    return done


# ── what is a word ──────────────────────────────────────────────────────────────────────────────


def split_word(
    document: Document,
    sentence: str,
    take: TakeInfo,
    index: int,
    at: int,
    time: int | None = None,
) -> Document:
    """Two words instead of one, the second from offset ``at`` of the sentence's text on, spoken
    from ``time`` on, or as near to that as both stay long enough (None: in proportion to their
    lengths in writing).

    Raises SentenceUnknown, WordUnknown, OffsetOutOfRange if one of the two would be empty, and
    WordIndivisible if the word is too short or the author's spelling covers the place.
    """
    found, words = _opened(document, sentence, take, index, index)
    word = words[index]
    start, end = word.source
    left, right = found.text[start:at].rstrip(), found.text[at:end].lstrip()
    if not start < at < end or not left or not right:
        raise OffsetOutOfRange(at, found.text)
    if any(each.start < at < each.end for each in found.spellings):
        raise WordIndivisible(_spelled(found, word).text, "give it back its own spelling first")
    if word.end - word.start < 2 * SHORTEST:
        raise WordIndivisible(word.text, "it is too short")
    if time is None:
        share = len(left) / (len(left) + len(right))
        time = word.start + round((word.end - word.start) * share)
    time = _within(time, word.start + SHORTEST, word.end - SHORTEST)
    words[index : index + 1] = [
        Word(left, word.start, time, (start, start + len(left)), word.estimated),
        Word(right, time, word.end, (end - len(right), end), word.estimated),
    ]
    return _with_words(document, found, take, words)


def join_words(
    document: Document, sentence: str, take: TakeInfo, first: int, last: int
) -> Document:
    """One word instead of those from ``first`` to ``last``, both included.

    Breaks and joins of captions between them are gone. Raises SentenceUnknown, WordUnknown.
    """
    found, words = _opened(document, sentence, take, first, last)
    if first >= last:
        return document
    joined = _joined(found, words[first : last + 1])
    words[first : last + 1] = [joined]
    start, end = joined.source
    breaks = tuple(at for at in found.breaks if not start < at < end)
    joins = tuple(at for at in found.joins if not start < at < end)
    return _with_words(document, replace(found, breaks=breaks, joins=joins), take, words)


def rename_word(
    document: Document, sentence: str, take: TakeInfo, index: int, text: str
) -> Document:
    """A word that captions show as ``text``, which is not heard, in every take of the sentence.
    As it is written in the script, it is itself again.

    Raises SentenceUnknown, WordUnknown, CaptionEmpty.
    """
    found, words = _opened(document, sentence, take, index, index)
    spelling = " ".join(text.split())
    if not spelling:
        raise CaptionEmpty()
    start, end = words[index].source
    spellings = [each for each in found.spellings if each.end <= start or end <= each.start]
    if spelling != words[index].text:
        spellings.insert(
            bisect_right(spellings, start, key=lambda each: each.start),
            Spelling(start, end, spelling),
        )
    return replaced(document, [replace(found, spellings=tuple(spellings))])
