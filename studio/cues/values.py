"""What a cue is, and how a user says what cues should be like: groupings and profiles.

All times are samples at 24 kHz, widths are in columns (see ``phrasing.width``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from studio.document import SAMPLE_RATE
from studio.errors import WrongUse


@dataclass(frozen=True, slots=True)
class Cue:
    """A subtitle. ``words`` is a half-open range of word indices."""

    start: int
    end: int
    lines: tuple[str, ...]
    words: tuple[int, int] = (0, 0)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Grouping:
    """How words become cues; ``size`` is a number of words.

    ``words``: exactly ``size`` a cue (1 to 12). ``phrases``: a cue ends with each phrase and has
    at most ``size``. ``lines``: as many as the lines of the profile hold, ending at sentence and
    clause ends where that is possible (``size`` means nothing).
    """

    kind: Literal["words", "phrases", "lines"]
    size: int = 0

    def __post_init__(self) -> None:
        possible = {"words": 1 <= self.size <= 12, "phrases": self.size >= 1, "lines": True}
        if not possible.get(self.kind, False):
            raise _no_grouping(str(self))

    def __str__(self) -> str:
        return self.kind if self.kind == "lines" else f"{self.kind}:{self.size}"


def parse_grouping(text: str) -> Grouping:
    """The grouping written ``words:4``, ``phrases:6`` (or ``phrases``) or ``lines``.

    Raises WrongUse.
    """
    match = re.fullmatch(r"(words|phrases):([0-9]{1,9})|(phrases|lines)", text.strip().lower())
    if not match:
        raise _no_grouping(text)
    if match[3]:
        return PHRASES if match[3] == "phrases" else LINES
    return Grouping("words" if match[1] == "words" else "phrases", int(match[2]))


def _no_grouping(text: str) -> WrongUse:
    return WrongUse(
        f"There is no grouping {text!r}; choose words:N (N from 1 to 12), "
        f"phrases:M (at most M words, M at least 1) or lines."
    )


PHRASES = Grouping("phrases", 6)
LINES = Grouping("lines")


@dataclass(frozen=True, slots=True)
class Profile:
    """What readers can follow: data to copy and change (``dataclasses.replace``).

    ``characters`` a line, in columns; ``shortest``, ``longest``, ``gap`` (between cues) and
    ``linger`` (how long a cue may last past its speech; None: to the next cue) in samples.
    A gap shorter than ``chain`` is closed to ``gap``, even where the cue then lasts longer past
    its speech than ``linger``. ``speed`` is in characters a second.
    To keep the gap where speech leaves no room for it, a cue may go up to ``trim`` samples
    before its last word ends.
    """

    name: str
    grouping: Grouping
    characters: int
    lines: int
    shortest: int
    longest: int
    gap: int
    chain: int
    linger: int | None
    speed: float
    trim: int = 0


def _samples(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE)


# Netflix's timed-text guide: 42 characters on two lines, 5/6 s to 7 s, two frames (at 24 a second)
# between cues, gaps under half a second closed, 17 to 20 characters a second.
# Subtitle Edit's profile for short videos: 24 on two lines, 0.7 s to 5 s, 25 characters a second.
PROFILES = {
    profile.name: profile
    for profile in (
        Profile(
            name="narration",
            grouping=PHRASES,
            characters=42,
            lines=1,
            shortest=_samples(0.8),
            longest=_samples(6),
            gap=_samples(2 / 24),
            chain=_samples(0.5),
            linger=_samples(0.5),
            speed=20,
            trim=_samples(2 / 24),
        ),
        Profile(
            name="shorts",
            grouping=Grouping("words", 4),
            characters=24,
            lines=2,
            shortest=_samples(0.7),
            longest=_samples(5),
            gap=0,
            chain=0,
            linger=None,
            speed=25,
        ),
        Profile(
            name="broadcast",
            grouping=LINES,
            characters=42,
            lines=2,
            shortest=_samples(5 / 6),
            longest=_samples(7),
            gap=_samples(2 / 24),
            chain=_samples(0.5),
            linger=_samples(0.5),
            speed=17,
            trim=_samples(2 / 24),
        ),
    )
}


def find_profile(name: str) -> Profile:
    """The profile of this name. Raises WrongUse."""
    try:
        return PROFILES[name]
    except KeyError:
        raise WrongUse(
            f"There is no profile {name!r}; choose one of {', '.join(PROFILES)}."
        ) from None
