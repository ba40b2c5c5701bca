"""From a source into a tap: reading ahead, looping, rate, the device's sample rate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from studio.document import SAMPLE_RATE
from studio.player.sources import Source
from studio.player.stretch import Stretcher
from studio.player.tap import FADE, Tap, rise

LEAD = 0.3  # seconds that are kept ready: more than the window's process ever stalls
_CHUNK = SAMPLE_RATE // 10  # samples that are read at a time
_MARGIN = 0.4  # seconds of room before a chunk is read: it may come out longer than it went in
_FADE_IN = rise(round(SAMPLE_RATE * FADE))


@dataclass(frozen=True, slots=True)
class Range:
    """Half-open, in samples of the narration."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Stretch:
    """From ``frame`` of the tap on, ``position`` and what follows is heard, ``step`` samples of
    the narration a frame."""

    frame: float
    position: int
    step: float


class Feed:
    """Plays ``source`` from ``position`` on into ``tap``, from the tap's next frame on."""

    def __init__(self, tap: Tap, source: Source | None, position: int) -> None:
        self.tap = tap
        self.source = source
        self.starving = False  # the source has nothing for now
        self.ended = False  # all that will ever come is in the tap
        self._position = position  # of the sample to be read next
        # Whatever begins in the middle of a sound fades in.
        self._faded = 0 if position > 0 else len(_FADE_IN)
        self._pipe: _Pipe | None = None
        self._rate = 1.0
        self._stretches: tuple[_Stretch, ...] = ()
        self._base = float(tap.written)  # frame at which the pipe's input began
        self._put = 0  # samples that went into the pipe

    def fill(
        self, rate: float, loop: Range | None, until: int | None, is_wanted: Callable[[], bool]
    ) -> None:
        """Read and write until ``LEAD`` is ready, the source has no more for now, it ends, or
        it is not wanted any more. Raises whatever the source raises."""
        tap = self.tap
        if loop:
            self._reopen()
        while self.source is not None and not self.ended:
            if tap.ahead >= LEAD:
                break
            if tap.room < _MARGIN * tap.rate:  # until what was given up has been skipped
                return
            pipe = self._pipe
            if pipe is None or rate != self._rate:
                pipe = self._lay_pipe(rate)
            samples = self._next(self.source, loop, until)
            if not is_wanted():
                return
            if samples is None:
                self.starving, tap.steady = True, False
                return
            if len(samples):
                tap.write(pipe.push(samples))
                self._put += len(samples)
            else:
                tap.steady = False
                tap.write(pipe.finish())
                self.ended = True
        self.starving = False
        tap.steady = not self.ended

    def position_at(self, frame: float) -> int | None:
        """The position that belongs to a frame; None before the first."""
        for each in reversed(self._stretches):
            if each.frame <= frame:
                return round(each.position + (frame - each.frame) * each.step)
        return self._stretches[0].position if self._stretches else None

    @property
    def is_dry(self) -> bool:
        """Whether the source has nothing for now, and all that it gave has been taken."""
        return self.starving and self.tap.taken >= self.tap.written

    def replace(self, source: Source | None, samples: int) -> None:
        """Read from ``source`` from now on, where what was at p is at ``p + samples``."""
        self.source = source
        self._reopen()
        self._position += samples
        self._stretches = tuple(
            replace(each, position=each.position + samples) for each in self._stretches
        )

    def _reopen(self) -> None:
        """What had ended may go on after all."""
        if self.ended:
            self.ended, self._pipe = False, None

    def _next(self, source: Source, loop: Range | None, until: int | None) -> np.ndarray | None:
        """What `Source.read` gives, with the loop and the end applied."""
        end = loop.end if loop else until
        if loop and self._position >= loop.end:
            self._go_to(loop.start)
        elif end is not None and self._position >= end:
            return np.zeros(0, np.float32)
        samples = self._read(source, end)
        if samples is not None and not len(samples) and loop and self._position > loop.start:
            self._go_to(loop.start)
            samples = self._read(source, end)
        return samples

    def _read(self, source: Source, end: int | None) -> np.ndarray | None:
        wanted = _CHUNK if end is None else min(_CHUNK, end - self._position)
        samples = source.read(self._position, wanted)
        if samples is None or not len(samples):
            return samples
        samples = np.asarray(samples[:wanted], np.float32)
        before = self._position
        self._position += len(samples)
        return self._fade(samples, before, end)

    def _fade(self, samples: np.ndarray, start: int, end: int | None) -> np.ndarray:
        """Fade in after a jump, and out before ``end``, where the source would go on."""
        rising = _FADE_IN[self._faded : self._faded + len(samples)]
        falling = end is not None and start + len(samples) > end - len(_FADE_IN)
        if not len(rising) and not falling:
            return samples
        samples = samples.copy()
        samples[: len(rising)] *= rising
        self._faded += len(rising)
        if end is not None and falling:
            left = end - start - np.arange(len(samples))  # samples to the end, this one included
            last = left <= len(_FADE_IN)
            samples[last] *= _FADE_IN[left[last] - 1]
        return samples

    def _go_to(self, position: int) -> None:
        self._position, self._faded = position, 0
        self._mark()

    def _mark(self) -> None:
        """From the next sample on, positions count from the present one. Old marks, of which the
        frames were heard long ago, are dropped."""
        step = self._rate * SAMPLE_RATE / self.tap.rate
        mark = _Stretch(self._base + self._put / step, self._position, step)
        old = self.tap.taken - 2 * self.tap.rate
        stretches = (*self._stretches, mark)
        kept = [each for each, after in pairwise(stretches) if old < after.frame]
        self._stretches = (*kept, mark)

    def _lay_pipe(self, rate: float) -> _Pipe:
        if self._pipe is not None and not self._pipe.is_plain:
            tail = self._pipe.finish()
            fall = rise(round(self.tap.rate * FADE))[::-1]
            if len(tail) >= len(fall):
                tail[-len(fall) :] *= fall
            self.tap.write(tail)
            self._faded = 0
        self._rate = rate
        self._pipe = _Pipe(rate, self.tap.rate)
        self._base, self._put = float(self.tap.written), 0
        self._mark()
        return self._pipe


class _Pipe:
    """Stretches and resamples, where that is needed."""

    def __init__(self, rate: float, device_rate: int) -> None:
        self._stretcher = None if rate == 1.0 else Stretcher(rate)
        self._resampler: Any = None
        if device_rate != SAMPLE_RATE:
            import soxr

            self._resampler = soxr.ResampleStream(SAMPLE_RATE, device_rate, 1, dtype="float32")

    @property
    def is_plain(self) -> bool:
        return self._stretcher is None and self._resampler is None

    def push(self, samples: np.ndarray, last: bool = False) -> np.ndarray:
        if self._stretcher is not None:
            samples = self._stretcher.push(samples)
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples, last=last)
        return samples

    def finish(self) -> np.ndarray:
        rest = np.zeros(0, np.float32)
        if self._stretcher is not None:
            rest = self._stretcher.finish()
        if self._resampler is not None:
            rest = self._resampler.resample_chunk(rest, last=True)
        return rest
