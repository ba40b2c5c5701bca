"""Where every sentence, pause and word falls in the whole narration.

All times are samples at 24 kHz from the start of the narration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """``source`` is a half-open range of the whole script; ``sentence`` and ``paragraph`` are
    indices in order of appearance. Words whose sources touch are written without a blank."""

    text: str
    start: int
    end: int
    source: tuple[int, int]
    sentence: int = 0
    paragraph: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    text: str
    start: int
    end: int
    paragraph: int = 0


@dataclass(frozen=True, slots=True)
class Clip:
    """``samples`` of sound heard from ``start``: silence when ``key`` is None, else the take
    stored under ``key``, from its sample ``offset`` on. Clips follow each other without holes."""

    key: str | None
    offset: int
    start: int
    samples: int


@dataclass(frozen=True, slots=True)
class Timeline:
    words: tuple[PlacedWord, ...]
    sentences: tuple[PlacedSentence, ...]
    clips: tuple[Clip, ...]
    duration: int
