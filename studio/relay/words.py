"""Words for sound that came without any: the times that the local model gives the same sentence,
in the same voice at the same speed, fitted to what is heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from studio.document import FRAME, Word
from studio.words import PAUSE, heard_end

# The model counts a final mark to the last word, whose sound is over before: so many samples, the
# median of ten sentences.
_MARK = 6_000
# A server that runs the same model, but cuts or adds silence, is as fast to this share.
_SAME_PACE = 0.08
_MARKS = frozenset('.,;:!?…—。、！？，；："”)»’')


def heard(audio: np.ndarray) -> tuple[int, int]:
    """Where sound begins and where it is over, by the measure of `studio.words.heard_end`."""
    end = heard_end(audio, 0, len(audio))
    backwards = audio[:end][::-1]
    return end - heard_end(backwards, 0, len(backwards)), end


def fitted(words: Sequence[Word], length: int, audio: np.ndarray) -> tuple[Word, ...]:
    """``words`` of a take that would have ``length`` samples, as estimates for ``audio``.

    0 ≤ start < end ≤ next start, and the last end ≤ the length of the audio, which must have a
    sample for each word.
    """
    if not words:
        return ()
    scale, shift = _map(words, length, audio)
    starts = [round(word.start * scale + shift) for word in words]
    ends = [round(word.end * scale + shift) for word in words]
    placed: list[Word] = []
    at = 0
    for i, word in enumerate(words):
        room = len(audio) - (len(words) - i - 1)  # every later word keeps a sample
        start = min(max(starts[i], at), room - 1)
        end = min(max(ends[i], start + 1), room)
        end = max(start + 1, _over(word, audio, start, end))
        placed.append(replace(word, start=start, end=end, estimated=True))
        at = end
    return tuple(placed)


def _map(words: Sequence[Word], length: int, audio: np.ndarray) -> tuple[float, float]:
    """Scale and shift from the words' times to those of the audio."""
    if abs(len(audio) - length) <= FRAME:
        return 1.0, 0.0
    begin, end = heard(audio)
    first, last = words[0].start, words[-1].end
    expected = max(last - first - _MARK, FRAME)
    scale = max(end - begin, 1) / expected
    if abs(scale - 1) <= _SAME_PACE:
        scale = 1.0
    return scale, begin - first * scale


def _over(word: Word, audio: np.ndarray, start: int, end: int) -> int:
    """Where the word ends that is followed by ``end``: before a pause it is heard."""
    found = heard_end(audio, start, end)
    return found if word.text[-1:] in _MARKS or end - found >= PAUSE else end
