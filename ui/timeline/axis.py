"""Samples to pixels and back, and what a ruler says. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from studio.document import SAMPLE_RATE

CLOSEST = 2400.0  # pixels a second: one word fills the window
USUAL = 160.0
WIDEST = 3600.0  # seconds in the window; more only to fit a longer narration
MARGIN = 24  # pixels left free after the end

# Seconds between labels, and into how many parts marks may divide them, the most first.
_STEPS: tuple[tuple[float, tuple[int, ...]], ...] = (
    (0.01, (2,)),
    (0.02, (2,)),
    (0.05, (5,)),
    (0.1, (10, 5, 2)),
    (0.2, (4, 2)),
    (0.5, (5,)),
    (1, (10, 5, 2)),
    (2, (4, 2)),
    (5, (5,)),
    (10, (10, 5, 2)),
    (15, (3,)),
    (30, (6, 3)),
    (60, (6, 4, 2)),
    (120, (4, 2)),
    (300, (5,)),
    (600, (10, 5, 2)),
    (1800, (6, 3)),
    (3600, (6, 4, 2)),
)
_CLOSEST_MARKS = 8  # pixels


@dataclass(frozen=True, slots=True)
class Axis:
    """What part of a narration of ``duration`` samples is seen in a window ``width`` pixels wide:
    ``speed`` pixels a second, of which the first ``scroll`` are to the left of it."""

    speed: float = USUAL
    scroll: int = 0
    width: int = 1
    duration: int = 0

    @property
    def step(self) -> float:
        """Samples in a pixel."""
        return SAMPLE_RATE / self.speed

    @property
    def length(self) -> int:
        """Pixels that the whole narration takes."""
        return ceil(self.duration * self.speed / SAMPLE_RATE) + MARGIN

    @property
    def furthest(self) -> int:
        """The greatest scroll."""
        return max(0, self.length - self.width)

    def x(self, sample: float) -> float:
        """Where a sample is seen, from the left side of the window."""
        return sample * self.speed / SAMPLE_RATE - self.scroll

    def sample(self, x: float) -> int:
        """The sample seen there, never outside of the narration."""
        return max(0, min(round((x + self.scroll) * self.step), self.duration))

    def seen(self) -> tuple[int, int]:
        """The first and the last sample in the window."""
        return self.sample(0), self.sample(self.width)

    def scrolled(self, scroll: int) -> Axis:
        """As near to that as the narration reaches."""
        return replace(self, scroll=max(0, min(scroll, self.furthest)))

    def fitted(self, width: int, duration: int) -> Axis:
        """The same view in another window, of another narration."""
        axis = replace(self, width=max(1, width), duration=duration)
        return axis.zoomed(axis.speed, 0)

    @property
    def slowest(self) -> float:
        """Pixels a second at which the whole narration, or an hour, is seen."""
        seconds = max(self.duration / SAMPLE_RATE, WIDEST)
        return max(1, self.width - MARGIN) / seconds

    @property
    def fit(self) -> float:
        """Pixels a second at which the narration just fills the window."""
        seconds = max(self.duration / SAMPLE_RATE, 0.5)
        return min(max(1, self.width - MARGIN) / seconds, CLOSEST)

    def zoomed(self, speed: float, anchor: float) -> Axis:
        """Another zoom, at which the same sample is seen ``anchor`` pixels from the left."""
        speed = max(self.slowest, min(speed, CLOSEST))
        scroll = (anchor + self.scroll) * speed / self.speed - anchor
        return replace(self, speed=speed).scrolled(round(scroll))


@dataclass(frozen=True, slots=True)
class Ticks:
    """Seconds between labels, and marks (with or without a label) between two of them."""

    step: float
    marks: int

    @property
    def decimals(self) -> int:
        return 0 if self.step >= 1 else 1 if self.step >= 0.1 else 2


def ticks(speed: float, room: float) -> Ticks:
    """The closest labels, each ``room`` pixels wide, that do not run into each other."""
    wide_enough = (each for each in _STEPS if each[0] * speed >= room)
    step, divisions = next(wide_enough, _STEPS[-1])
    marks = (each for each in divisions if step * speed / each >= _CLOSEST_MARKS)
    return Ticks(step, next(marks, 1))


def clock(seconds: float, decimals: int = 1) -> str:
    """m:ss.t, with hours when there are any."""
    units = round(seconds * 10**decimals)
    whole, fraction = divmod(units, 10**decimals)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    text = f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
    return f"{text}.{fraction:0{decimals}}" if decimals else text
