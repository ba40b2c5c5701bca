"""Words for sound from a server: with the times that it tells, or else with those that the local
model gives the same sentence in the same voice at the same speed, fitted to what is heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from studio.document import FRAME, SAMPLE_RATE, Word
from studio.relay.aligning import align
from studio.relay.client import Stamp
from studio.words import BLOCK, PAUSE, heard_end

# The model counts the silence of a final mark to the last word: so many samples, the median of
# twenty sentences in three voices, all of which are within _UNSURE of it.
_MARK = 9_600
_UNSURE = 6_000
# A server that runs the same model, but cuts or adds silence, is as fast to this share.
_SAME_PACE = 0.08
# The least that is heard of a take that ends quietly, and of one that breaks off loudly: a share of
# what is expected, less so many samples; but never less than the last share.
_WHOLE = (0.8, 4_800)
_CUT = (0.86, 1_900)
_LEAST = 0.4
_HARDLY = 0.4  # of the last word; whole ones have half of it at least, even when trimmed
_TELLING = 3_600  # samples: how long a word must be for that
# The most that is heard: so many times what is expected, and so many samples more.
_LONG = (3.0, 5 * SAMPLE_RATE)
_LOUD = 10 ** (-16 / 20)
_ASIDE = 6_000  # samples: what times that a server tells may be out of order, or over at the end,
_CLOSEST = 0.4  # and how much closer together than here: some servers know no speed
_AGREED = 720  # samples, 30 ms: what the aligner is sure of
_MARKS = frozenset('.,;:!?…—。、！？，；："”)»’')


def heard(audio: np.ndarray) -> tuple[int, int]:
    """Where sound begins and where it is over, by the measure of `studio.words.heard_end`."""
    end = heard_end(audio, 0, len(audio))
    backwards = audio[:end][::-1]
    return end - heard_end(backwards, 0, len(backwards)), end


def is_short(words: Sequence[Word], audio: np.ndarray, slowest: float = 1.0) -> bool:
    """Whether ``audio`` cannot be all of ``words``, which have the times that the local model
    gives them. It may be faster by a quarter, and without silence at its ends; sound that is over
    at once may only be a little shorter, as then it was cut off. ``slowest``: more room than that
    where the pace is not known, as a factor below 1.

    Of takes that are cut after 60 to 75 % of what is heard 94 % are found, after 75 to 85 % more
    than half, after 85 to 92 % a third; none of 59 whole ones is short, nor without what is 20 dB
    below the loudest at its ends.
    """
    begin, end = heard(audio)
    expected = _expected(words) if words else 0
    share, slack = _CUT if _is_cut(audio) else _WHOLE
    least = max(share * expected - slack, _LEAST * expected) * slowest
    if len(audio) < len(words) or end - begin < least:
        return True
    return end - begin < expected and _lacks_end(words, audio, (end - begin) / expected)


def is_long(words: Sequence[Word], audio: np.ndarray, slowest: float = 1.0) -> bool:
    """Whether ``audio`` goes on far beyond what ``words``, as above, can be. There is room for
    voices and pauses of any kind, and for any silence at the ends: who comes here has spoken
    something else, or the same again and again. ``slowest``: a factor above 1."""
    if not words:
        return False
    begin, end = heard(audio)
    return end - begin > _LONG[0] * _expected(words) * slowest + _LONG[1]


def _expected(words: Sequence[Word]) -> int:
    """Samples of sound, which there must be some of."""
    return max(words[-1].end - words[0].start - _MARK, FRAME)


def _lacks_end(words: Sequence[Word], audio: np.ndarray, pace: float) -> bool:
    """Whether there is hardly anything of the last word, neither at the pace that the model has nor
    at the one at which the sentence would be all there."""
    first, last = words[0].start, words[-1].end - _MARK - words[-1].start
    if last < _TELLING or not all(word.phonemes for word in words):
        return False
    begin, _ = heard(audio)
    for scale in (1.0, pace):
        expected = [
            (round((word.start - first) * scale) + begin, round((word.end - first) * scale) + begin)
            for word in words
        ]
        spans = align([word.phonemes for word in words], audio, expected)
        if spans is None or spans[-1][1] - spans[-1][0] >= _HARDLY * last * scale:
            return False
    return True


def _is_cut(audio: np.ndarray) -> bool:
    """Whether its last 20 ms are as loud as speech: a take, even a trimmed one, dies away."""
    blocks = audio[: len(audio) // BLOCK * BLOCK].astype(np.float64).reshape(-1, BLOCK)
    if len(blocks) < 2:
        return False
    level = np.sqrt(np.square(blocks).mean(axis=1))
    last = np.sqrt(np.square(audio[-2 * BLOCK :].astype(np.float64)).mean())
    return bool(last > _LOUD * np.percentile(level, 95))


def fitted(words: Sequence[Word], length: int, audio: np.ndarray) -> tuple[Word, ...]:
    """``words`` of a take that would have ``length`` samples, as estimates for ``audio``: where
    their phonemes are heard, and else where the same share of it is over.

    0 ≤ start < end ≤ next start, and the last end ≤ the length of the audio, which must have a
    sample for each word.
    """
    if not words:
        return ()
    scale, shift = _map(words, length, audio)
    times = [(round(w.start * scale + shift), round(w.end * scale + shift)) for w in words]
    placed = _placed(words, times, len(audio))
    if all(word.phonemes for word in words):
        placed = _heard_at(placed, audio, is_same=abs(len(audio) - length) <= FRAME)
    return tuple(
        replace(word, end=max(word.start + 1, _over(word, audio)), estimated=True, phonemes="")
        for word in placed
    )


def _heard_at(words: tuple[Word, ...], audio: np.ndarray, is_same: bool) -> tuple[Word, ...]:
    """Servers that run the same model read many words in a way of their own, and so are at each
    of them a little sooner or later. ``is_same``: the take is as long as here; where what is heard
    agrees, the times of the model are exact and kept."""
    spans = align([word.phonemes for word in words], audio, [(w.start, w.end) for w in words])
    if spans is None:
        return words
    away = [abs(start - word.start) for (start, _), word in zip(spans, words, strict=True)]
    return words if is_same and np.median(away) <= _AGREED else _placed(words, spans, len(audio))


def stamped(
    words: Sequence[Word],
    spoken: Sequence[tuple[int, int]],
    text: str,
    stamps: Iterable[Stamp],
    samples: int,
) -> tuple[Word, ...] | None:
    """``words`` with the times that a server tells for parts of ``text``, in order as `fitted`
    gives them; None where it does not tell of each of them, or tells what cannot be.

    ``spoken``: offsets in ``text`` of what is said for each word; ``samples``: the length of the
    audio."""
    found = _located(text, stamps)
    times = []
    for begin, end in spoken:
        within = [each for each in found if each[0] < end and each[1] > begin]
        if not within:
            return None
        times.append((within[0][2], within[-1][3]))
    return _placed(words, times, samples) if times and _can_be(words, times, samples) else None


def _can_be(words: Sequence[Word], times: Sequence[tuple[int, int]], samples: int) -> bool:
    """Whether words can have these times: in order, within the audio, and not all at once as if
    other units were meant. ``words`` have those of the local model."""
    is_in_order = all(start >= end - _ASIDE for (_, end), (start, _) in pairwise(times))
    apart, expected = times[-1][0] - times[0][0], words[-1].start - words[0].start
    return is_in_order and times[-1][1] <= samples + _ASIDE and apart >= _CLOSEST * expected


def _located(text: str, stamps: Iterable[Stamp]) -> list[tuple[int, int, int, int]]:
    """Offsets and samples of each stamp whose word is found in ``text`` after the one before.
    Marks are left out: their times are those of pauses."""
    found, at = [], 0
    for word, start, end in stamps:
        word = word.strip()
        offset = text.find(word, at)
        if offset >= 0 and any(c.isalnum() for c in word):
            at = offset + len(word)
            found.append((offset, at, round(start * SAMPLE_RATE), round(end * SAMPLE_RATE)))
    return found


def _placed(
    words: Sequence[Word], times: Sequence[tuple[int, int]], samples: int
) -> tuple[Word, ...]:
    """The words at these times, put in order and within the audio."""
    placed: list[Word] = []
    at = 0
    for i, (word, (start, end)) in enumerate(zip(words, times, strict=True)):
        room = samples - (len(words) - i - 1)  # every later word keeps a sample
        start = min(max(start, at), room - 1)
        at = min(max(end, start + 1), room)
        placed.append(replace(word, start=start, end=at))
    return tuple(placed)


def _map(words: Sequence[Word], length: int, audio: np.ndarray) -> tuple[float, float]:
    """Scale and shift from the words' times to those of the audio."""
    if abs(len(audio) - length) <= FRAME:
        return 1.0, 0.0
    begin, end = heard(audio)
    first, expected = words[0].start, _expected(words)
    spoken = max(end - begin, 1)
    is_as_fast = abs(spoken - expected) <= max(_UNSURE, _SAME_PACE * expected)
    scale = 1.0 if is_as_fast else spoken / expected
    return scale, begin - first * scale


def _over(word: Word, audio: np.ndarray) -> int:
    """Where the word ends: before a pause that is heard."""
    found = heard_end(audio, word.start, word.end)
    return found if word.text[-1:] in _MARKS or word.end - found >= PAUSE else word.end
