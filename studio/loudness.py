"""How loud a narration is, and the gain that brings it to a wanted loudness.

Integrated loudness after ITU-R BS.1770-4: K-weighting (pyloudnorm's coefficients), blocks of
400 ms every 100 ms, an absolute gate at -70 LUFS and a relative one 10 LU below the mean.
True peak: four times oversampled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

CEILING = -1.0  # dBTP: the highest true peak that a gain may lead to

_HOPS = 4  # steps of 100 ms in a block
_OVERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class Loudness:
    """``measured`` in LUFS before the gain, None (and no gain) if the sound is silent or shorter
    than 0.4 s; ``peak`` in dBTP before the gain; ``gain`` in dB. ``limited``: the peaks left
    no room for the wanted loudness."""

    measured: float | None
    peak: float
    gain: float
    limited: bool = False

    @property
    def reached(self) -> float | None:
        """LUFS after the gain."""
        return None if self.measured is None else self.measured + self.gain


class LoudnessMeter:
    """Measures mono sound given piece by piece. Keeps one number for each 100 ms."""

    def __init__(self, rate: int) -> None:
        import pyloudnorm
        import soxr

        self._rate, self._hop, self._samples = rate, rate // 10, 0
        shelf = pyloudnorm.IIRfilter(4.0, 1 / math.sqrt(2), 1500.0, rate, "high_shelf")
        highpass = pyloudnorm.IIRfilter(0.0, 0.5, 38.0, rate, "high_pass")
        self._sections = np.array([[*shelf.b, *shelf.a], [*highpass.b, *highpass.a]])
        self._state = np.zeros((2, 2))
        self._rest = np.zeros(0)  # weighted samples that do not fill a hop yet
        self._energies: list[np.ndarray] = []  # sums of squares of each hop
        self._peak = 0.0
        self._oversampler = soxr.ResampleStream(rate, rate * _OVERSAMPLING, 1, "float32")

    def add(self, piece: np.ndarray) -> None:
        """``piece``: float32, at the meter's rate."""
        from scipy.signal import sosfilt

        self._samples += len(piece)
        self._note_peak(piece, self._oversampler.resample_chunk(piece))
        weighted, self._state = sosfilt(self._sections, piece, zi=self._state)
        weighted = np.concatenate((self._rest, weighted))
        whole = len(weighted) // self._hop * self._hop
        self._energies.append(np.square(weighted[:whole]).reshape(-1, self._hop).sum(axis=1))
        self._rest = weighted[whole:]

    def result(self, target: float) -> Loudness:
        """What was measured, and the gain towards ``target`` LUFS. Ends the measurement."""
        self._note_peak(self._oversampler.resample_chunk(np.zeros(0, np.float32), last=True))
        measured = self._integrated()
        peak = 20.0 * math.log10(self._peak) if self._peak else -math.inf
        if measured is None:
            return Loudness(None, peak, 0.0)
        gain, room = target - measured, CEILING - peak
        return Loudness(measured, peak, min(gain, room), gain > room)

    def _note_peak(self, *pieces: np.ndarray) -> None:
        for piece in pieces:
            if len(piece):
                self._peak = max(self._peak, float(np.abs(piece).max()))

    def _integrated(self) -> float | None:
        if self._samples < _HOPS * self._hop:
            return None
        # the last block may be a part of one, as in pyloudnorm
        count = round((self._samples / self._rate - 0.4) / 0.1) + 1
        hops = np.concatenate((*self._energies, [np.square(self._rest).sum()], np.zeros(_HOPS)))
        blocks = np.lib.stride_tricks.sliding_window_view(hops, _HOPS)[:count]
        power = blocks.sum(axis=1) / (_HOPS * self._hop)
        audible = power[_loudness(power) >= -70.0]
        if not len(audible):
            return None
        gate = _loudness(audible.mean()) - 10.0
        return float(_loudness(audible[_loudness(audible) > gate].mean()))


def _loudness(power: np.ndarray | np.floating) -> np.ndarray:
    """LUFS of a mean square of K-weighted sound."""
    with np.errstate(divide="ignore"):
        return -0.691 + 10.0 * np.log10(power)
