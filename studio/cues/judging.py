"""Where cues break the limits of a profile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, inf
from typing import Literal

from studio.cues.helping import Fix, Place, apart, columns, divided, joined, longer
from studio.cues.values import Cue, Profile
from studio.document import SAMPLE_RATE
from studio.phrasing import width
from studio.timeline import PlacedWord


@dataclass(frozen=True, slots=True)
class Finding:
    """What a reader would stumble over in cue ``cue`` (an index).

    ``value`` and ``limit`` are characters a second (``too fast``), samples (``too short``,
    ``too long``, ``overlap`` and ``gap``, both with the next cue), columns (``line too long``)
    or a number of passages (``hidden text``: some players hide what stands in ``<>`` or ``{}``).
    """

    kind: Literal[
        "too fast", "too short", "too long", "line too long", "overlap", "gap", "hidden text"
    ]
    cue: int
    value: float
    limit: float
    fixes: tuple[Fix, ...] = ()


_LIKE_MARKUP = re.compile(r"<\s*/?[^\W\d_][^<>]*>|\{[^{}]*\}")


def findings(
    cues: Sequence[Cue],
    words: Sequence[PlacedWord],
    profile: Profile,
    *,
    duration: int | None = None,
) -> tuple[Finding, ...]:
    """Where cues break the limits of a profile, in order of the cues.

    ``duration`` of the narration: how long the last cue could last.
    """
    found: list[Finding] = []
    for i, cue in enumerate(cues):
        following = cues[i + 1].start if i + 1 < len(cues) else None
        if following is not None:
            room = following - profile.gap - cue.end
        else:
            room = 0 if duration is None else duration - cue.end
        place = Place(i, cues, words, profile, room)
        found += _of_length(place)
        found += _of_text(place)
        if following is not None:
            found += _of_gap(place, following - cue.end)
    return tuple(found)


def _of_length(place: Place) -> Iterator[Finding]:
    cue, profile, words = place.cue, place.profile, place.words
    length, letters = cue.end - cue.start, sum(map(width, cue.lines))
    if letters * SAMPLE_RATE > profile.speed * length:
        pace = _pace(cue)
        needed = ceil(letters * SAMPLE_RATE / profile.speed)
        fixes = (*joined(place, lambda both: _pace(both) < pace), *longer(place, needed))
        yield Finding("too fast", place.i, pace, profile.speed, fixes)
    if length < profile.shortest:
        fixes = (*joined(place), *longer(place, profile.shortest))
        yield Finding("too short", place.i, length, profile.shortest, fixes)
    if length > profile.longest:
        fixes = divided(place, lambda a, b: words[b - 1].end - words[a].start)
        yield Finding("too long", place.i, length, profile.longest, fixes)


def _pace(cue: Cue) -> float:
    length = cue.end - cue.start
    return sum(map(width, cue.lines)) * SAMPLE_RATE / length if length > 0 else inf


def _of_text(place: Place) -> Iterator[Finding]:
    cue, profile = place.cue, place.profile
    longest = max(map(width, cue.lines), default=0)
    if longest > profile.characters:
        fixes = divided(place, partial(columns, place.words))
        yield Finding("line too long", place.i, longest, profile.characters, fixes)
    hidden = len(_LIKE_MARKUP.findall(cue.text))
    if hidden:
        yield Finding("hidden text", place.i, hidden, 0)


def _of_gap(place: Place, gap: int) -> Iterator[Finding]:
    if gap < 0:
        yield Finding("overlap", place.i, -gap, 0)
    elif gap < place.profile.gap:
        fixes = (*_with_next(place), *apart(place, place.profile.gap - gap))
        yield Finding("gap", place.i, gap, place.profile.gap, fixes)


def _with_next(place: Place) -> tuple[Fix, ...]:
    return tuple(fix for fix in joined(place) if fix.at == place.cue.words[1])
