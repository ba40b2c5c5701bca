"""Words into cues: fixed counts, phrases or filled lines; profiles; the author's breaks; findings.

``group`` takes two steps. *Dividing* decides which words stand together: a cue then lasts from the
start of its first word to the end of its last. *Fitting* lets cues last longer, so that they obey
a profile; a cue always starts with its first word.

All times are samples at 24 kHz from the start of the narration. Widths are in columns, see
``phrasing.width``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from studio.cues.dividing import divided
from studio.cues.fitting import fitted, latest_ends
from studio.cues.helping import Fix
from studio.cues.judging import Finding, findings
from studio.cues.prepared import LONG_PAUSE, Text
from studio.cues.showing import line_words, running_text, word_at_character
from studio.cues.values import (
    LINES,
    PHRASES,
    PROFILES,
    Cue,
    Grouping,
    Profile,
    find_profile,
    parse_grouping,
)
from studio.timeline import PlacedWord

__all__ = [
    "LINES",
    "LONG_PAUSE",
    "PHRASES",
    "PROFILES",
    "Cue",
    "Finding",
    "Fix",
    "Grouping",
    "Profile",
    "divide",
    "find_profile",
    "findings",
    "group",
    "line_words",
    "parse_grouping",
    "running_text",
    "word_at_character",
]


def group(
    words: Sequence[PlacedWord],
    grouping: Grouping,
    profile: Profile,
    *,
    duration: int,
    language: str = "en-us",
    breaks: Collection[int] = (),
    joins: Collection[int] = (),
) -> tuple[Cue, ...]:
    """The cues of a narration of ``duration`` samples, divided and fitted.

    ``breaks`` and ``joins`` are the author's, as indices of words: a cue begins with a word in
    ``breaks``; a word in ``joins`` stands in the cue of the word before it, however long that
    makes the cue (a break of the author is stronger than a join, a paragraph or a pause of 0.7 s
    stronger than both). Every word is in exactly one cue, in order. Cues never overlap.

    What follows a paragraph changes none of its cues but by when its first word starts.
    """
    text = Text(words, language, breaks)
    latest = latest_ends(text, profile, duration)
    spans = divided(text, grouping, profile, frozenset(joins), latest)
    return fitted(text, spans, profile, duration)


def divide(
    words: Sequence[PlacedWord],
    grouping: Grouping,
    profile: Profile,
    *,
    language: str = "en-us",
    breaks: Collection[int] = (),
    joins: Collection[int] = (),
) -> tuple[Cue, ...]:
    """The first step alone: cues that last from their first word's start to their last word's end.

    Of the profile only the lines and the longest cue count.
    """
    text = Text(words, language, breaks)
    spans = divided(text, grouping, profile, frozenset(joins))
    return tuple(
        Cue(words[a].start, words[b - 1].end, text.lines(a, b, profile), (a, b)) for a, b in spans
    )
