"""How loud a narration is, and what brings it to a wanted loudness: a gain, and where the peaks
leave no room for it, a limiter.

Integrated loudness after ITU-R BS.1770-4: K-weighting (pyloudnorm's coefficients), blocks of
400 ms every 100 ms, an absolute gate at -70 LUFS and a relative one 10 LU below the mean.
True peak: four times oversampled.

Everything takes sound piece by piece and keeps no more than a few milliseconds of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

CEILING = -1.0  # dBTP: the highest true peak that a gain may lead to, unless told otherwise

_HOPS = 4  # steps of 100 ms in a block
_OVERSAMPLING = 4

# The limiter. A peak is met by a gain that falls for the length of the look-ahead, stays for
# longer than a period of a low voice (or it would buzz with the pitch), and comes back.
_LOOK_AHEAD = 0.005  # seconds
_HOLD = 0.012
_RELEASE = 0.08  # time constant
_MARGIN = 0.1  # dB below the ceiling: what lies between the points of the oversampled sound

# Limiting takes loudness away; these gains in dB on top are tried to find what makes up for it.
_EXTRAS = (0.0, 1.5, 4.0, 9.0, 16.0)


@dataclass(frozen=True, slots=True)
class Loudness:
    """``measured`` in LUFS before, ``reached`` after; both None (and no gain) if the sound is
    silent or shorter than 0.4 s. ``peak`` in dBTP before. ``gain`` in dB; ``limited``: with it,
    peaks would pass the ``ceiling`` (dBTP) and are held down."""

    measured: float | None
    peak: float
    gain: float
    reached: float | None
    limited: bool = False
    ceiling: float = CEILING


class LoudnessMeter:
    """Measures mono sound given piece by piece. Keeps one number for each 100 ms."""

    def __init__(self, rate: int) -> None:
        import pyloudnorm

        self._rate, self._hop, self._samples = rate, rate // 10, 0
        shelf = pyloudnorm.IIRfilter(4.0, 1 / math.sqrt(2), 1500.0, rate, "high_shelf")
        highpass = pyloudnorm.IIRfilter(0.0, 0.5, 38.0, rate, "high_pass")
        self._sections = np.array([[*shelf.b, *shelf.a], [*highpass.b, *highpass.a]])
        self._state = np.zeros((2, 2))
        self._rest = np.zeros(0)  # weighted samples that do not fill a hop yet
        self._energies: list[np.ndarray] = []  # sums of squares of each hop

    def add(self, piece: np.ndarray) -> None:
        """``piece``: float32, at the meter's rate."""
        from scipy.signal import sosfilt

        if not len(piece):
            return
        self._samples += len(piece)
        weighted, self._state = sosfilt(self._sections, piece, zi=self._state)
        weighted = np.concatenate((self._rest, weighted))
        whole = len(weighted) // self._hop * self._hop
        self._energies.append(np.square(weighted[:whole]).reshape(-1, self._hop).sum(axis=1))
        self._rest = weighted[whole:]

    def integrated(self) -> float | None:
        """LUFS of all that was added; None if that is silent or shorter than 0.4 s."""
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


class TruePeaks:
    """The highest absolute value from each sample to the next, between them too. What `add`
    gives lags behind the sound; `finish` gives the rest, so that each sample has one."""

    def __init__(self, rate: int) -> None:
        import soxr

        self._oversampler = soxr.ResampleStream(
            rate, rate * _OVERSAMPLING, 1, "float32", quality="VHQ"
        )
        self._between = np.zeros(0, np.float32)  # oversampled, not yet given
        self._samples = np.zeros(0, np.float32)  # those that have no peak yet
        self.highest = 0.0

    def add(self, piece: np.ndarray) -> np.ndarray:
        return self._peaks(piece, self._oversampler.resample_chunk(piece))

    def finish(self) -> np.ndarray:
        rest = self._oversampler.resample_chunk(np.zeros(0, np.float32), last=True)
        missing = len(self._samples) * _OVERSAMPLING - len(self._between) - len(rest)
        return self._peaks(np.zeros(0, np.float32), np.pad(rest, (0, max(0, missing))))

    def _peaks(self, piece: np.ndarray, oversampled: np.ndarray) -> np.ndarray:
        samples = np.concatenate((self._samples, piece))
        between = np.concatenate((self._between, np.abs(oversampled)))
        count = min(len(samples), len(between) // _OVERSAMPLING)
        steps = between[: count * _OVERSAMPLING].reshape(count, _OVERSAMPLING)
        peaks = np.maximum(steps.max(axis=1, initial=0.0), np.abs(samples[:count]))
        self._samples, self._between = samples[count:], between[count * _OVERSAMPLING :]
        self.highest = max(self.highest, float(peaks.max(initial=0.0)))
        return peaks


class Limiter:
    """Sound ``gain`` dB louder, of which no true peak passes the ceiling. Where none would, it
    is changed by nothing but the gain. Gives as many samples as it is given, a little later."""

    def __init__(self, rate: int, gain: float, ceiling: float = CEILING) -> None:
        self._factor = 10 ** (gain / 20)
        self._ceiling = 10 ** ((ceiling - _MARGIN) / 20)
        self._half = max(1, round(_LOOK_AHEAD * rate / 2))
        self._ahead = 2 * self._half - 1  # the length of two averages, one after the other
        self._hold = round(_HOLD * rate)
        self._slope = 1.0 / (_RELEASE * rate)
        self._sound = np.zeros(0, np.float32)  # waits for its gain
        self._allowed = np.ones(self._hold + self._ahead)
        self._reduction = -math.inf  # the last one, as a logarithm
        self._eased = np.zeros(0)

    def add(self, sound: np.ndarray, peaks: np.ndarray) -> np.ndarray:
        """``peaks``: what `TruePeaks` gives for the sound; may lag behind it."""
        sound = np.concatenate((self._sound, sound))
        loud = np.maximum(peaks * self._factor, self._ceiling)
        gains = self._smooth(self._released(self._held(self._ceiling / loud)))
        self._sound = sound[len(gains) :]
        return (sound[: len(gains)] * (gains * self._factor)).astype(np.float32)

    def finish(self, peaks: np.ndarray) -> np.ndarray:
        """What waits still, with the peaks that are missing."""
        return self.add(np.zeros(0, np.float32), np.pad(peaks, (0, self._ahead - 1)))

    def _held(self, allowed: np.ndarray) -> np.ndarray:
        """The lowest gain that any sample near allows: one that comes within the look-ahead, or
        was there as long ago as it is held (a peak may lie between it and the next one)."""
        from scipy.ndimage import minimum_filter1d

        allowed = np.concatenate((self._allowed, allowed))
        window = self._hold + self._ahead + 1
        self._allowed = allowed[-(window - 1) :]
        return _valid(minimum_filter1d, allowed, window)

    def _released(self, gains: np.ndarray) -> np.ndarray:
        """What is taken away comes back by an exponential curve: each reduction is at least the
        one before, a little less. In logarithms and along a slope that is a running maximum."""
        slope = self._slope * np.arange(1, len(gains) + 1)
        with np.errstate(divide="ignore"):
            reductions = np.log(1.0 - gains) + slope
        reductions = np.maximum.accumulate(np.maximum(reductions, self._reduction)) - slope
        if len(reductions):
            self._reduction = reductions[-1]
        return 1.0 - np.exp(reductions)

    def _smooth(self, gains: np.ndarray) -> np.ndarray:
        """Averages of values that are all low enough for a peak are low enough for it."""
        from scipy.ndimage import uniform_filter1d

        gains = np.concatenate((self._eased, gains))
        self._eased = gains[max(0, len(gains) - self._ahead + 1) :]
        for _ in range(2):
            gains = _valid(uniform_filter1d, gains, self._half)
        return gains


class Survey:
    """Goes over all of the sound to find the gain that brings it to ``target`` LUFS."""

    def __init__(self, rate: int, target: float, ceiling: float = CEILING) -> None:
        self._target, self._ceiling = target, ceiling
        self._meter, self._peaks = LoudnessMeter(rate), TruePeaks(rate)

    def add(self, piece: np.ndarray) -> None:
        self._meter.add(piece)
        self._peaks.add(piece)

    def result(self) -> Loudness:
        """Ends the pass. If it is ``limited``, `Trial` knows the gain better."""
        self._peaks.finish()
        measured, highest = self._meter.integrated(), self._peaks.highest
        peak = 20.0 * math.log10(highest) if highest else -math.inf
        if measured is None:
            return Loudness(None, peak, 0.0, None)
        gain = self._target - measured
        limited = gain + peak > self._ceiling
        return Loudness(measured, peak, gain, self._target, limited, self._ceiling)


class Trial:
    """Goes over the sound once more, with several limiters at once, to find the gain with which
    it is as loud as wanted after the limiter has taken its share."""

    def __init__(self, rate: int, found: Loudness, target: float) -> None:
        self._found, self._target = found, target
        self._peaks = TruePeaks(rate)
        self._gains = [found.gain + extra for extra in _EXTRAS]
        self._limiters = [Limiter(rate, gain, found.ceiling) for gain in self._gains]
        self._meters = [LoudnessMeter(rate) for _ in self._gains]

    def add(self, piece: np.ndarray) -> None:
        peaks = self._peaks.add(piece)
        for limiter, meter in zip(self._limiters, self._meters, strict=True):
            meter.add(limiter.add(piece, peaks))

    def result(self) -> Loudness:
        """Ends the pass. Where even the highest gain that was tried is not enough, that one."""
        peaks = self._peaks.finish()
        for limiter, meter in zip(self._limiters, self._meters, strict=True):
            meter.add(limiter.finish(peaks))
        reached = np.maximum.accumulate([_known(meter.integrated()) for meter in self._meters])
        gain = float(np.interp(self._target, reached, self._gains))
        return replace(self._found, gain=gain, reached=float(np.interp(gain, self._gains, reached)))


class Leveller:
    """Gives the sound as loud as was found, sample for sample, a little later where peaks are
    held down."""

    def __init__(self, rate: int, found: Loudness) -> None:
        self._factor = np.float32(10 ** (found.gain / 20))
        self._peaks = TruePeaks(rate) if found.limited else None
        self._limiter = Limiter(rate, found.gain, found.ceiling)

    def add(self, piece: np.ndarray) -> np.ndarray:
        if self._peaks is None:
            return piece * self._factor
        return self._limiter.add(piece, self._peaks.add(piece))

    def finish(self) -> np.ndarray:
        if self._peaks is None:
            return np.zeros(0, np.float32)
        return self._limiter.finish(self._peaks.finish())


def _valid(filtered: Callable[..., np.ndarray], values: np.ndarray, size: int) -> np.ndarray:
    """A filter of scipy.ndimage where all of its window lies inside: ``size - 1`` fewer values,
    the first from the first window."""
    if len(values) < size:
        return np.zeros(0)
    return filtered(values, size)[size // 2 : size // 2 + len(values) - size + 1]


def _known(loudness: float | None) -> float:
    return -math.inf if loudness is None else loudness


def _loudness(power: np.ndarray | np.floating) -> np.ndarray:
    """LUFS of a mean square of K-weighted sound."""
    with np.errstate(divide="ignore"):
        return -0.691 + 10.0 * np.log10(power)
