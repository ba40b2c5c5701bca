"""Where cues break the limits of a profile, and what would help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Literal

from studio.cues.values import Cue, Profile
from studio.document import SAMPLE_RATE
from studio.phrasing import width
from studio.timeline import PlacedWord


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing that would help, to choose from.

    ``regroup``; ``extend``: let the cue last ``amount`` samples longer, into the pause after it;
    ``pause``: put ``amount`` samples of silence after word ``at``; ``slower``: say sentence ``at``
    at ``amount`` (a factor below 1) of its speed.
    """

    kind: Literal["regroup", "extend", "pause", "slower"]
    at: int = 0
    amount: float = 0


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


REGROUP = Fix("regroup")
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
        found += _of_length(i, cue, words, profile, room)
        found += _of_text(i, cue, profile)
        if following is not None:
            found += _of_gap(i, cue, words, profile, following - cue.end)
    return tuple(found)


def _of_length(
    i: int, cue: Cue, words: Sequence[PlacedWord], profile: Profile, room: int
) -> Iterator[Finding]:
    length, columns = cue.end - cue.start, sum(map(width, cue.lines))
    if columns * SAMPLE_RATE > profile.speed * length:
        needed = ceil(columns * SAMPLE_RATE / profile.speed)
        fixes = _longer(cue, words, needed, room)
        pace = columns * SAMPLE_RATE / length if length > 0 else inf
        yield Finding("too fast", i, pace, profile.speed, fixes)
    if length < profile.shortest:
        fixes = _longer(cue, words, profile.shortest, room)
        yield Finding("too short", i, length, profile.shortest, fixes)
    if length > profile.longest:
        yield Finding("too long", i, length, profile.longest, (REGROUP,))


def _longer(cue: Cue, words: Sequence[PlacedWord], needed: int, room: int) -> tuple[Fix, ...]:
    """What could make a cue last as long as needed."""
    length = cue.end - cue.start
    missing = needed - length
    fixes = [REGROUP]
    if room > 0:
        fixes.append(Fix("extend", amount=min(room, missing)))
    a, b = cue.words
    if a < b:
        if missing > room:
            fixes.append(Fix("pause", at=b - 1, amount=missing - max(room, 0)))
        sentences = dict.fromkeys(word.sentence for word in words[a:b])
        fixes += [Fix("slower", at=sentence, amount=length / needed) for sentence in sentences]
    return tuple(fixes)


def _of_text(i: int, cue: Cue, profile: Profile) -> Iterator[Finding]:
    longest = max(map(width, cue.lines), default=0)
    if longest > profile.characters:
        yield Finding("line too long", i, longest, profile.characters, (REGROUP,))
    hidden = len(_LIKE_MARKUP.findall(cue.text))
    if hidden:
        yield Finding("hidden text", i, hidden, 0)


def _of_gap(
    i: int, cue: Cue, words: Sequence[PlacedWord], profile: Profile, gap: int
) -> Iterator[Finding]:
    if gap < 0:
        yield Finding("overlap", i, -gap, 0, (REGROUP,))
    elif gap < profile.gap:
        a, b = cue.words
        pause = (Fix("pause", at=b - 1, amount=profile.gap - gap),) if a < b else ()
        yield Finding("gap", i, gap, profile.gap, (REGROUP, *pause))
