"""Which words stand together in a cue.

Phrases and lines are divided sentence by sentence, each so that all its costs together are least.
A cue costs the more, the fuller it is, which makes cues even, and costs extra for what a reader
would stumble over; the places between cues cost what ``phrasing.seam`` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import inf

from studio.cues.prepared import Span, Text
from studio.cues.values import Grouping, Profile
from studio.phrasing import CLAUSE, COMMA, NOTHING, SENTENCE

# What each cue costs; what a full one costs on top, one half full a quarter of that.
_EACH, _FULL = {"phrases": 75, "lines": 100}, 120
# On top: a lone word that is no phrase of its own; a gap too small; a cue too short, as much of
# this as it lacks of the shortest.
_LONE, _SMALL_GAP, _SHORT = 400, 200, 800
# On top: each end of a phrase inside a cue, which lines may hold; a cue with such an end that is no
# row of whole phrases.
_CROSSED = {
    "phrases": {NOTHING: 0, COMMA: 120, CLAUSE: 700, SENTENCE: 700},
    "lines": {NOTHING: 0, COMMA: 1, CLAUSE: 1, SENTENCE: 1},
}
_BORROWED = 60
_MIDDLE = 30  # on top in lines: a cue that begins within a clause


def divided(
    text: Text,
    grouping: Grouping,
    profile: Profile,
    joins: frozenset[int] = frozenset(),
    latest: Sequence[int] | None = None,
) -> list[Span]:
    """The ranges of words that stand together. ``latest``: until when a cue can last that ends
    before each word, to avoid those that would be too short."""
    spans: list[Span] = []
    if grouping.kind == "words":
        for a, b in text.blocks(sentences=False):
            spans.extend((i, min(b, i + grouping.size)) for i in range(a, b, grouping.size))
    else:
        divider = _Divider(text, grouping, profile, latest)
        for a, b in text.blocks(sentences=True):
            spans.extend(divider.divide(a, b))
    return _joined(text, spans, joins) if joins else spans


def _joined(text: Text, spans: Iterable[Span], joins: frozenset[int]) -> list[Span]:
    done: list[Span] = []
    for a, b in spans:
        if a in joins and done and not text.walls[a]:
            done[-1] = (done[-1][0], b)
        else:
            done.append((a, b))
    return done


class _Divider:
    def __init__(
        self, text: Text, grouping: Grouping, profile: Profile, latest: Sequence[int] | None
    ) -> None:
        self.text, self.profile, self.latest = text, profile, latest
        self.most = grouping.size or len(text.words)
        self.each = _EACH[grouping.kind]
        self.middle = _MIDDLE if grouping.kind == "lines" else 0
        # sums, so that what a cue crosses is one subtraction
        self.crossed = list(accumulate(map(_CROSSED[grouping.kind].__getitem__, text.ends)))

    def divide(self, a: int, b: int) -> list[Span]:
        if self._is_one_phrase(a, b):
            return [(a, b)]
        following = self._cheapest(a, b)
        spans = []
        while a < b:
            spans.append((a, following[a]))
            a = following[a]
        return spans

    def _is_one_phrase(self, a: int, b: int) -> bool:
        text = self.text
        return (
            b - a <= self.most
            and text.width(a, b) <= self.profile.characters
            and text.stops[b - 1] <= text.starts[a] + self.profile.longest
            and (bool(self.middle) or self.crossed[a] == self.crossed[b - 1])
        )

    def _cheapest(self, a: int, b: int) -> dict[int, int]:
        """For every word from a to b, where a cue that begins with it should end, so that the
        costs of all cues from there to b are least: found from the last word back. Of two
        divisions that cost the same, the one with the longer cue first."""
        text = self.text
        reach, blanks, costs, ends = text.reach, text.blanks, text.costs, text.ends
        fuller_by_word = 1 / self.most
        fuller_by_column = 1 / (self.profile.characters * self.profile.lines)
        following: dict[int, int] = {}
        least = {b: 0.0}  # of the cues from each word to b, with the break before that word
        for i in range(b - 1, a - 1, -1):
            best, begin = inf, reach[i] + blanks[i]
            for j in range(self._furthest(i, b), i, -1):
                full = max((j - i) * fuller_by_word, (reach[j] - begin) * fuller_by_column)
                cost = least[j] + _FULL * full * full
                if cost < best and (cost := cost + self._extra(i, j, best - cost)) < best - 1e-9:
                    best, following[i] = cost, j
            least[i] = best + self.each + costs[i] + (0 if ends[i] else self.middle)
        return following

    def _furthest(self, i: int, b: int) -> int:
        """The last place before b where a cue that begins with word i may end."""
        text, characters = self.text, self.profile.characters
        until = text.starts[i] + self.profile.longest
        column = text.widths[i]
        line = 1 if column <= characters else self.profile.lines
        for j in range(i + 1, min(b, i + self.most)):
            column += text.blanks[j] + text.widths[j]
            if column > characters:
                column, line = text.widths[j], line + 1
            if line > self.profile.lines or column > characters or text.stops[j] > until:
                return j
        return min(b, i + self.most)

    def _extra(self, i: int, j: int, most: float) -> float:
        """What a cue of the words i to j costs beside being full; exact only if below ``most``."""
        text, profile = self.text, self.profile
        cost = 0.0
        whole = text.ends[i] and text.ends[j]
        crossed = self.crossed[j - 1] - self.crossed[i]
        if j == i + 1 and not whole:
            cost += _LONE
        elif crossed:
            cost += crossed if whole else crossed + _BORROWED
        if self.latest:
            missing = text.starts[i] + profile.shortest - self.latest[j]
            if missing > 0:
                speech_fills_it = text.stops[j - 1] > self.latest[j]
                if missing <= profile.gap and speech_fills_it:
                    cost += _SMALL_GAP
                else:
                    cost += _SHORT * min(1, missing / profile.shortest)
        if cost < most and profile.lines > 1 and text.width(i, j) > profile.characters:
            line_cost, line_ends = text.line_ends(i, j, profile)
            cost += line_cost
            if crossed and not any(text.ends[at] for at in line_ends):
                cost += _BORROWED
        return cost
