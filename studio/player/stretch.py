"""Speech faster or slower at its own pitch: WSOLA, waveform-similarity overlap-add.

Windows of the sound are laid one over the other at another distance than they had; each is
taken up to 10 ms before or after its place, where it continues its predecessor best. See
W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity (WSOLA)
for high quality time-scale modification of speech", ICASSP 1993.
"""

from __future__ import annotations

import numpy as np

from studio.document import SAMPLE_RATE

_HOP = SAMPLE_RATE * 15 // 1000  # half a window: a window of 30 ms holds two periods of any voice
_WINDOW = 2 * _HOP
_REACH = SAMPLE_RATE * 10 // 1000  # 20 ms in all: a whole period of a voice of 50 Hz


class Stretcher:
    """Takes float32 mono at 24 kHz in pieces of any length and gives it ``rate`` times as fast.

    Sample ``j`` of the result corresponds to sample ``j * rate`` of what was put in, to within
    10 ms. The result does not depend on how the sound was cut into pieces.
    """

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._shape = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)
        # Sound not needed any more is dropped; self._input[0] is sample self._start, and before
        # sample 0 there is silence for the first window and its reach.
        self._start = -(_WINDOW + _REACH)
        self._input = np.zeros(-self._start, np.float32)
        self._windows = 0
        self._previous = -_HOP
        self._overlap = np.zeros(_HOP, np.float32)

    def push(self, samples: np.ndarray) -> np.ndarray:
        """Put sound in; what can be given out by now comes back."""
        self._input = np.concatenate((self._input, samples))
        pieces = []
        while self._needs() <= self._start + len(self._input):
            pieces.append(self._add_window())
        self._drop()
        return np.concatenate(pieces) if pieces else np.zeros(0, np.float32)

    def finish(self) -> np.ndarray:
        """The rest, so that all is ``1 / rate`` times as long as what was put in."""
        length = round((self._start + len(self._input)) / self._rate)
        given = max(self._windows - 1, 0) * _HOP
        missing = length - given
        if missing <= 0:
            return np.zeros(0, np.float32)
        tail = self.push(
            np.zeros(round((missing + _WINDOW) * self._rate) + 2 * _WINDOW, np.float32)
        )
        return tail[:missing]

    def _place(self) -> int:
        """Where the next window would start if only the rate counted: its middle belongs to the
        middle of the stretch it is added to."""
        return round(self._windows * _HOP * self._rate) - _HOP

    def _needs(self) -> int:
        """Up to which sample the sound must be there to choose the next window."""
        return max(self._place() + _REACH, self._previous + _HOP) + _WINDOW

    def _add_window(self) -> np.ndarray:
        best = self._best() if self._windows else self._place()
        at = best - self._start
        window = self._input[at : at + _WINDOW] * self._shape
        ready = self._overlap + window[:_HOP]
        self._overlap = window[_HOP:]
        self._previous = best
        self._windows += 1
        # The first half of the first window lies before the beginning.
        return ready if self._windows > 1 else ready[:0]

    def _best(self) -> int:
        """The start, within reach, of the window most like the previous one's continuation."""
        at = self._place() - _REACH - self._start
        area = self._input[at : at + 2 * _REACH + _WINDOW]
        follow = self._previous + _HOP - self._start
        wanted = self._input[follow : follow + _WINDOW]
        likeness = np.correlate(area, wanted, "valid")
        energy = np.concatenate(([0.0], np.cumsum(np.square(area, dtype=np.float64))))
        energy = np.maximum(energy[_WINDOW:] - energy[:-_WINDOW], 0.0)
        if not energy.any() or not wanted.any():
            return self._place()
        score = likeness / np.sqrt(energy + 1e-9 * energy.max() + 1e-12)
        return self._place() - _REACH + int(np.argmax(score))

    def _drop(self) -> None:
        keep_from = min(self._place() - _REACH, self._previous + _HOP)
        if keep_from > self._start:
            self._input = self._input[keep_from - self._start :]
            self._start = keep_from
