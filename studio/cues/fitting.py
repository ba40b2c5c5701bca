"""How long cues last. A cue always starts with its first word."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from studio.cues.prepared import Span, Text
from studio.cues.values import Cue, Profile
from studio.document import SAMPLE_RATE


def latest_ends(text: Text, profile: Profile, duration: int) -> list[int]:
    """For each place before a word, and the end: until when a cue that ends there can last, if
    it leaves a gap before the next one and lasts no longer past its speech than it may."""
    followings = [*text.starts[1:], *([None] if text.starts else [])]
    return [
        0,
        *(
            _room(stop, following, profile, duration)
            for stop, following in zip(text.stops, followings, strict=True)
        ),
    ]


def _room(stop: int, following: int | None, profile: Profile, duration: int) -> int:
    room = duration if following is None else following - profile.gap
    if profile.linger is None:
        return room
    lingering = stop + profile.linger
    if following is not None and following - lingering < profile.chain:
        return room
    return min(room, lingering)


def fitted(text: Text, spans: Iterable[Span], profile: Profile, duration: int) -> tuple[Cue, ...]:
    """The cues of these ranges of words."""
    return tuple(
        Cue(text.starts[a], _end(text, a, b, profile, duration), text.lines(a, b, profile), (a, b))
        for a, b in spans
    )


def _end(text: Text, a: int, b: int, profile: Profile, duration: int) -> int:
    start, following = text.starts[a], text.starts[b] if b < len(text.starts) else None
    spoken = min(text.stops[b - 1], duration if following is None else following)
    room = duration if following is None else following - profile.gap
    if room < spoken:
        return min(spoken, max(room, spoken - profile.trim, start + profile.shortest))
    room = min(room, start + profile.longest)
    if profile.linger is None:
        return max(spoken, room)
    read = ceil(text.width(a, b) * SAMPLE_RATE / profile.speed)
    wanted = max(spoken, min(room, spoken + profile.linger, start + max(profile.shortest, read)))
    chained = following is not None and following - wanted < profile.chain
    return max(spoken, room) if chained else wanted
