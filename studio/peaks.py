"""The outline of a sound at every zoom: what a waveform is drawn from.

A pyramid: on its lowest level the least and the greatest value of every ``grain`` samples, as
16-bit integers; on each level above, those of two neighbours below. A column of a picture then
looks at two or three values, however much sound it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from studio.document import SAMPLE_RATE
from studio.timeline import Clip

COARSE = 128  # samples: 5.4 MB for an hour, all levels together
FINE = 8  # for what is looked at closely; sixteen times as large
FULL = 32_767  # the value that stands for 1.0

_BLOCK = COARSE  # length over which silence is judged
_SILENCE = 0.02  # of the loudest sample
_LEAST_SILENCE = SAMPLE_RATE * 30 // 1000


@dataclass(frozen=True, eq=False, slots=True)
class Peaks:
    """``levels[k]`` has two rows, least and greatest, and a column for every ``grain * 2**k``
    samples: int16, ±32767 standing for ±1. ``samples`` is the length of the sound."""

    levels: tuple[np.ndarray, ...]
    grain: int
    samples: int

    @property
    def nbytes(self) -> int:
        return sum(level.nbytes for level in self.levels)

    def columns(self, start: float, step: float, count: int) -> np.ndarray:
        """The least and greatest values (two rows, int16) in each of ``count`` stretches of
        ``step`` samples, the first of which begins at ``start``; 0 outside of the sound."""
        found = np.zeros((2, count), np.int16)
        first = int(-start / step) if start < 0 else 0  # the sound may begin within a column
        last = min(count, int(np.ceil((self.samples - start) / step)))
        if first >= last or not self.levels[0].shape[1]:
            return found
        depth = int(np.clip(np.log2(max(step / self.grain, 1)), 0, len(self.levels) - 1))
        level, bucket = self.levels[depth], self.grain << depth
        edges = (start + step * np.arange(first, last)) / bucket
        at = np.clip(edges.astype(np.int64), 0, level.shape[1] - 1)
        end = min(int(np.ceil((start + step * last) / bucket)), level.shape[1])
        level = level[:, : max(end, int(at[-1]) + 1)]
        found[0, first:last] = np.minimum.reduceat(level[0], at)
        found[1, first:last] = np.maximum.reduceat(level[1], at)
        return found


def build(audio: np.ndarray, grain: int = COARSE) -> Peaks:
    """The peaks of a sound (float, one dimension; what is not finite counts as silence)."""
    sound = np.nan_to_num(audio, nan=0.0, posinf=0.0, neginf=0.0)
    padded = np.zeros(-(-len(sound) // grain) * grain, np.float32)
    padded[: len(sound)] = sound
    blocks = padded.reshape(-1, grain)
    if not len(blocks):
        return Peaks((np.zeros((2, 0), np.int16),), grain, 0)
    lowest = np.stack((blocks.min(axis=1), blocks.max(axis=1)))
    level = np.rint(np.clip(lowest, -1, 1) * FULL).astype(np.int16)
    return Peaks(_with_levels_above(level), grain, len(sound))


def _with_levels_above(level: np.ndarray) -> tuple[np.ndarray, ...]:
    levels = [level]
    while level.shape[1] > 1:
        if level.shape[1] % 2:
            level = np.concatenate((level, level[:, -1:]), axis=1)
        pairs = level.reshape(2, -1, 2)
        level = np.stack((pairs[0].min(axis=1), pairs[1].max(axis=1)))
        levels.append(level)
    return tuple(levels)


def overview(
    clips: Iterable[Clip], find: Callable[[str], Peaks | None], samples: int, grain: int
) -> Peaks:
    """The peaks of a whole narration of ``samples`` samples, put together from those of its takes
    (by key; where there are none it is silent). For zooms at which many takes are seen at once."""
    level = np.zeros((2, -(-samples // grain)), np.int16)
    for clip in clips:
        peaks = find(clip.key) if clip.key else None
        if peaks is None:
            continue
        first, last = clip.start // grain, -(-(clip.start + clip.samples) // grain)
        part = peaks.columns(first * grain - clip.start + clip.offset, grain, last - first)
        np.minimum(level[0, first:last], part[0], out=level[0, first:last])
        np.maximum(level[1, first:last], part[1], out=level[1, first:last])
    return Peaks(_with_levels_above(level), grain, samples)


def silence_edges(peaks: Peaks) -> np.ndarray:
    """Where silence begins and ends in a sound: samples, in order, exact to about 5 ms.

    Silence is at least 30 ms below 2 % of the loudest sample. The ends of the sound are not told.
    """
    count = peaks.samples // _BLOCK
    if not count:
        return np.zeros(0, np.int64)
    values = np.abs(peaks.columns(0, _BLOCK, count).astype(np.int32)).max(axis=0)
    quiet = values < max(1, _SILENCE * values.max())
    bounds = np.flatnonzero(np.diff(quiet, prepend=~quiet[0], append=~quiet[-1]))
    short = quiet[bounds[:-1]] & (np.diff(bounds) * _BLOCK < _LEAST_SILENCE)
    real = np.ones(len(bounds), bool)
    real[:-1][short] = False
    real[1:][short] = False
    real[[0, -1]] = False
    return bounds[real] * _BLOCK
