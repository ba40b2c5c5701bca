"""Where the player's thread and the sound device meet: one writes frames, the other takes them.

There is exactly one thread on either side, and no lock: each number is written by one side
only, and a frame is counted after it has been copied. A frame is one float32 sample at the
rate of the device; all frames are counted from 0 for the life of the tap.
"""

from __future__ import annotations

import time
from collections import deque
from typing import NamedTuple

import numpy as np

CAPACITY = 1.5  # seconds that can be written ahead
FADE = 0.005  # seconds of a fade: short enough to feel immediate, long enough not to click


def rise(length: int) -> np.ndarray:
    """A raised-cosine ramp from 0 to nearly 1: float32, ``length`` samples."""
    ramp = 0.5 - 0.5 * np.cos(np.pi * (np.arange(length) + 0.5) / max(length, 1))
    return ramp.astype(np.float32)


class _Run(NamedTuple):
    """From the ``given``-th frame that went out on, ``frame`` and its successors were heard, or,
    unless it is ``flowing``, nothing was: ``frame`` is then where the sound stands still."""

    given: int
    frame: int
    flowing: bool


class Tap:
    """A ring of frames for one device.

    ``rate`` is in frames a second; ``latency`` says how many seconds after it was taken the
    first frame of a block is heard. The taker's methods are ``give`` and nothing else.
    """

    def __init__(self, rate: int, latency: float, volume: float = 1.0) -> None:
        self.rate, self.latency = rate, latency
        self._ring = np.zeros(round(rate * CAPACITY), np.float32)
        self._steps = np.arange(1, len(self._ring) + 1, dtype=np.float32)
        self._scratch = np.zeros(len(self._ring), np.float32)
        self._fall = rise(round(rate * FADE))[::-1].copy()
        # Written by the writer.
        self.written = 0
        self.skip_to = 0
        self.steady = False  # frames are expected to be there: when they are not, it is a fault
        self.closed = False
        self.volume = volume
        # Written by the taker.
        self.taken = 0
        self.missed = 0  # blocks that lacked frames although the flow was steady
        self.flowing = False
        self._stood = 0  # the frame after the last one given out
        self._gain = volume
        self._fade_left = len(self._fall)
        self._given = 0
        self._runs: deque[_Run] = deque(maxlen=64)
        self._stamp = (0, 0, time.monotonic())  # given before a block, its length, when

    # The writer's side

    @property
    def room(self) -> int:
        """How many frames can be written now."""
        return len(self._ring) - (self.written - self.taken)

    @property
    def ahead(self) -> float:
        """Seconds that are written and still to be heard."""
        return (self.written - max(self.taken, self.skip_to)) / self.rate

    def write(self, frames: np.ndarray) -> None:
        """Append frames: float32, at most ``room``."""
        at = self.written % len(self._ring)
        first = min(len(frames), len(self._ring) - at)
        self._ring[at : at + first] = frames[:first]
        self._ring[: len(frames) - first] = frames[first:]
        self.written += len(frames)

    def skip(self) -> int:
        """Give up what is written and not taken: what sounds fades out, and then comes what will
        be written next. Gives the number of its first frame."""
        self.steady = False
        self.skip_to = self.written
        return self.written

    def close(self) -> None:
        """Nothing more is given out; ``rest`` stays where the sound was heard last."""
        self._stood, self.flowing = max(self.heard(time.monotonic()), 0), False
        self.closed = True

    # The taker's side

    def give(self, out: np.ndarray) -> None:
        """Fill ``out`` (float32, one dimension) with what comes next, or with silence."""
        if self.closed:
            out.fill(0)
            return
        skip_to, steady, given = self.skip_to, self.steady, self._given
        done = self._leave(out, skip_to) if self.taken < skip_to else 0
        if self.taken >= skip_to:
            frames = min(len(out) - done, self.written - self.taken)
            if frames > 0:
                self._flow(given + done)
                self._copy(out[done : done + frames])
                done += frames
        if done < len(out):
            out[done:] = 0
            self._halt(given + done)
            self.missed += steady
        self._amplify(out)
        self._given = given + len(out)
        self._stamp = (given, len(out), time.monotonic())

    def _leave(self, out: np.ndarray, skip_to: int) -> int:
        """Fade out what sounds, over several blocks if they are short, then go to ``skip_to``.
        Gives the number of frames filled."""
        frames = 0
        if self.flowing:
            frames = min(self._fade_left, len(out), skip_to - self.taken)
            at = len(self._fall) - self._fade_left
            self._copy(out[:frames])
            out[:frames] *= self._fall[at : at + frames]
            self._fade_left -= frames
            if self._fade_left and self.taken < skip_to:
                return frames
        self._fade_left = len(self._fall)
        self._halt(self._given + frames)
        self.taken = skip_to
        return frames

    def _copy(self, out: np.ndarray) -> None:
        at = self.taken % len(self._ring)
        first = min(len(out), len(self._ring) - at)
        out[:first] = self._ring[at : at + first]
        out[first:] = self._ring[: len(out) - first]
        self.taken += len(out)

    def _flow(self, given: int) -> None:
        if not self.flowing:
            self.flowing = True
            self._runs.append(_Run(given, self.taken, True))

    def _halt(self, given: int) -> None:
        if self.flowing:
            self.flowing = False
            self._stood = self.taken
            self._runs.append(_Run(given, self.taken, False))

    def _amplify(self, out: np.ndarray) -> None:
        """Apply the volume; a change of it is spread over the block."""
        volume = self.volume
        if volume == self._gain:
            if volume != 1.0:
                out *= volume
            return
        gains = self._scratch[: len(out)]
        if len(gains) == len(out):
            np.multiply(self._steps[: len(out)], (volume - self._gain) / len(out), out=gains)
            gains += self._gain
            out *= gains
        else:  # a block longer than the ring; no device does that
            out *= volume
        self._gain = volume

    # Any thread

    def heard(self, now: float) -> int:
        """The frame that is heard at ``now`` (``time.monotonic()``); ``rest`` when none is."""
        if self.closed:
            return self._stood
        moment = self._moment(now)
        runs = tuple(self._runs)
        for run in reversed(runs):
            if run.given <= moment:
                return run.frame + (moment - run.given if run.flowing else 0)
        return runs[0].frame if runs else self._stood

    @property
    def rest(self) -> int:
        """The frame after the last one that was given out: where to go on after a pause."""
        return self.taken if self.flowing else self._stood

    def is_quiet(self, now: float) -> bool:
        """Whether all that was written has been heard to its end."""
        if self.taken < self.written or self.taken < self.skip_to:
            return False
        runs = tuple(self._runs)
        return not runs or (not runs[-1].flowing and runs[-1].given <= self._moment(now))

    def _moment(self, now: float) -> int:
        """How many of the frames given out have been heard at ``now``."""
        given, length, when = self._stamp
        return round(given + min((now - when) * self.rate, length) - self.latency * self.rate)
