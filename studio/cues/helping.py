"""What would help a cue that breaks the limits of a profile.

Only what really helps is offered: done, it makes the finding go, or what was found less. A cue of a
subtitle file has no words; all that can be done there is to let it last longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import Literal

from studio.cues.prepared import LONG_PAUSE
from studio.cues.values import Cue, Profile
from studio.document import SAMPLE_RATE, SLOWEST
from studio.phrasing import width
from studio.script.pauses import SHORTEST
from studio.timeline import PlacedWord

SHORTEST_PAUSE = round(SHORTEST * SAMPLE_RATE)


@dataclass(frozen=True, slots=True)
class Fix:
    """One thing that would help, to choose from.

    ``join``: let word ``at`` stand in the caption of the word before it; ``break``: let a caption
    begin with word ``at``; ``extend``: let the cue last ``amount`` samples longer, into the pause
    after it; ``pause``: put ``amount`` samples of silence after word ``at``; ``slower``: say
    sentence ``at`` at ``amount`` (a factor below 1) of its speed.
    """

    kind: Literal["join", "break", "extend", "pause", "slower"]
    at: int = 0
    amount: float = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Cue ``i`` among ``cues``; ``room`` samples are free after it."""

    i: int
    cues: Sequence[Cue]
    words: Sequence[PlacedWord]
    profile: Profile
    room: int = 0

    @property
    def cue(self) -> Cue:
        return self.cues[self.i]


def longer(place: Place, needed: int) -> tuple[Fix, ...]:
    """What makes a cue last as many samples as needed, or nearly so."""
    cue, missing = place.cue, needed - (place.cue.end - place.cue.start)
    a, b = cue.words
    if a == b:
        return (Fix("extend", amount=min(place.room, missing)),) if place.room > 0 else ()
    fixes = []
    reach = cue.start + needed
    if place.profile.linger is not None:  # it may not last longer past its speech
        reach = min(reach, place.words[b - 1].end + place.profile.linger)
    silence = reach - cue.end - place.room
    if reach > cue.end and silence > 0:
        fixes.append(Fix("pause", at=b - 1, amount=max(silence, SHORTEST_PAUSE)))
    # in hundredths, as a speed is set, and no slower than any voice speaks
    factor = max(floor((cue.end - cue.start) * 100 / needed) / 100, SLOWEST)
    sentences = dict.fromkeys(word.sentence for word in place.words[a:b])
    return (*fixes, *(Fix("slower", at=sentence, amount=factor) for sentence in sentences))


def apart(place: Place, missing: int) -> tuple[Fix, ...]:
    """What makes the gap after a cue so many samples longer."""
    a, b = place.cue.words
    return (Fix("pause", at=b - 1, amount=max(missing, SHORTEST_PAUSE)),) if a < b else ()


def joined(place: Place, helps: Callable[[Cue], bool] = lambda cue: True) -> Iterator[Fix]:
    """To join a cue with the next one or the one before, where that helps and fits."""
    for left, right in ((place.i, place.i + 1), (place.i - 1, place.i)):
        if left >= 0 and right < len(place.cues):
            both = _both(place.cues[left], place.cues[right], place.words)
            if both is not None and helps(both) and _fits(both, place.words, place.profile):
                yield Fix("join", at=place.cues[right].words[0])


def _both(left: Cue, right: Cue, words: Sequence[PlacedWord]) -> Cue | None:
    """Two cues as one, on one line; None if nothing can join them."""
    (a, middle), (following, b) = left.words, right.words
    if not a < middle == following < b:
        return None
    last, first = words[middle - 1], words[middle]
    if last.paragraph != first.paragraph or first.start - last.end >= LONG_PAUSE:
        return None
    return Cue(left.start, right.end, (_line(words, a, b),), (a, b))


def _fits(cue: Cue, words: Sequence[PlacedWord], profile: Profile) -> bool:
    lines, (begin, end) = 1, cue.words
    for at in range(begin + 1, end + 1):
        if width(_line(words, begin, at)) > profile.characters:
            lines, begin = lines + 1, at - 1
    return lines <= profile.lines and cue.end - cue.start <= profile.longest


def divided(place: Place, size: Callable[[int, int], int]) -> tuple[Fix, ...]:
    """To begin another cue where the larger part is least; ``size`` is that of a range of
    words."""
    a, b = place.cue.words
    if b - a < 2:
        return ()
    at = min(range(a + 1, b), key=lambda at: max(size(a, at), size(at, b)))
    return (Fix("break", at=at),)


def columns(words: Sequence[PlacedWord], a: int, b: int) -> int:
    return width(_line(words, a, b))


def _line(words: Sequence[PlacedWord], a: int, b: int) -> str:
    line = words[a].text
    for before, word in zip(words[a : b - 1], words[a + 1 : b], strict=True):
        touching = before.source[0] < before.source[1] == word.source[0]
        line += word.text if touching else " " + word.text
    return line
