"""Words prepared for dividing: what each place before a word tells, looked at once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, inf

from studio.cues.values import Profile
from studio.document import SAMPLE_RATE
from studio.phrasing import BLANK, INSIDE_NUMBER, SENTENCE, look, seam
from studio.timeline import PlacedWord

LONG_PAUSE = SAMPLE_RATE * 7 // 10  # no cue spans a pause this long
HEARD_PAUSE = SAMPLE_RATE * 3 // 20  # long enough to be heard as a place to break
_HEARD = 20  # what such a pause takes off the cost of a break

_UNEVEN, _TOP_HEAVY = 100, 120  # what two lines cost, one of them empty: the first, or the second

Span = tuple[int, int]


class Text:
    """Widths and times of words, and for each place before a word what a break costs there
    (``costs``), whether a cue has to end there whatever the author joins (``walls``) and what ends
    there (``ends``: phrasing.NOTHING to phrasing.SENTENCE)."""

    def __init__(
        self, words: Sequence[PlacedWord], language: str, breaks: Collection[int] = ()
    ) -> None:
        count = len(words)
        self.words = words
        self.starts = [word.start for word in words]
        self.stops = [word.end for word in words]
        self._looks = [look(word.text, language) for word in words]
        self.widths = [look.width for look in self._looks]
        self.blanks = [0] * count  # before each word, from the word before it
        self.walls = [True] * (count + 1)
        self.ends = [SENTENCE] * (count + 1)
        self.costs = [0] * (count + 1)
        self.new = [True] * (count + 1)  # whether another sentence begins
        for i in range(1, count):
            left, right = words[i - 1], words[i]
            self.blanks[i] = 0 if left.source[0] < left.source[1] == right.source[0] else 1
            self.walls[i] = left.paragraph != right.paragraph or (
                right.start - left.end >= LONG_PAUSE
            )
            self.new[i] = left.sentence != right.sentence or left.paragraph != right.paragraph
        for i in breaks:
            if 0 < i < count:
                self.walls[i] = True
        # with the blank before each word, so that width() is one subtraction
        self.reach = [0, *accumulate(w + b for w, b in zip(self.widths, self.blanks, strict=True))]
        for i in range(1, count):
            if not self.new[i]:
                self._look_between(i)

    def _look_between(self, i: int) -> None:
        looks, new = self._looks, self.new
        before, after = looks[i - 1], looks[i]
        earlier = BLANK if new[i - 1] else looks[i - 2]
        later = BLANK if new[i + 1] else looks[i + 1]
        ends, cost = seam(before, after, not self.blanks[i], earlier, later)
        if self.starts[i] - self.stops[i - 1] >= HEARD_PAUSE:
            cost = max(0, cost - _HEARD)
        self.ends[i] = ends
        self.costs[i] = cost

    def width(self, a: int, b: int) -> int:
        return self.reach[b] - self.reach[a] - self.blanks[a]

    def blocks(self, sentences: bool) -> Iterator[Span]:
        """The stretches between two places where a cue has to end; ``sentences``: each sentence
        by itself."""
        borders = self.walls
        if sentences:
            borders = [wall or new for wall, new in zip(borders, self.new, strict=True)]
        return pairwise(i for i, border in enumerate(borders) if border)

    def lines(self, a: int, b: int, profile: Profile) -> tuple[str, ...]:
        """The text of words a to b, on lines that end as ``line_ends`` says."""
        borders = [a, *self.line_ends(a, b, profile)[1], b]
        return tuple(self._line(*span) for span in pairwise(borders))

    def _line(self, a: int, b: int) -> str:
        return "".join(
            " " + self.words[i].text if i > a and self.blanks[i] else self.words[i].text
            for i in range(a, b)
        )

    def line_ends(self, a: int, b: int, profile: Profile) -> tuple[float, list[int]]:
        """Before which words new lines begin, so that words a to b stand on as few lines as hold
        them, of about one length, broken at good places; and what that costs.

        What no number of lines can hold stands on all that the profile allows.
        """
        ends: list[int] = []
        costs = 0.0
        for left in range(profile.lines, 1, -1):
            needed = min(left, ceil(self.width(a, b) / profile.characters), b - a)
            if needed <= 1:
                break
            cost, a = self._best_line_end(a, b, needed, profile.characters)
            ends.append(a)
            costs += cost
        return costs, ends

    def _best_line_end(self, a: int, b: int, needed: int, characters: int) -> tuple[float, int]:
        reach, blanks, costs = self.reach, self.blanks, self.costs
        begin, room = reach[a] + blanks[a], characters * (needed - 1)
        share = (reach[b] - begin) / needed
        # those for which both the first line and the rest are short enough, if there are any
        earliest = bisect_left(reach, reach[b] - room - 1, a + 1, b - 1)
        latest = bisect_right(reach, begin + characters, a + 1, b) - 1
        best, end = inf, a + 1
        for at in range(earliest, latest + 1) if earliest <= latest else range(a + 1, b):
            if costs[at] >= best:
                continue
            first, rest = reach[at] - begin, reach[b] - reach[at] - blanks[at]
            uneven = first / share - 1
            cost = costs[at] + uneven * uneven * (_TOP_HEAVY if uneven > 0 else _UNEVEN)
            if first > characters or rest > room:
                cost += INSIDE_NUMBER * (max(0, first - characters) + max(0, rest - room))
            if cost < best:
                best, end = cost, at
        return best, end
