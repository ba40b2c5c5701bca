"""Words into cues: fixed counts, phrases or filled lines; profiles; the author's breaks; findings.

``group`` takes two steps. *Dividing* decides which words stand together: a cue then lasts from the
start of its first word to the end of its last. *Fitting* lets cues last longer, so that they obey
a profile; a cue always starts with its first word.

All times are samples at 24 kHz from the start of the narration. Widths are in columns, see
``phrasing.width``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil, inf
from typing import Literal

from studio.document import SAMPLE_RATE
from studio.errors import WrongUse
from studio.phrasing import INSIDE_NUMBER, SENTENCE, Look, look, seam, width
from studio.timeline import PlacedWord

LONG_PAUSE = SAMPLE_RATE * 7 // 10  # no cue spans a pause this long
HEARD_PAUSE = SAMPLE_RATE * 3 // 20  # long enough to be heard as a place to break


# ── values ──────────────────────────────────────────────────────────────────────────────────────


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
    A gap shorter than ``chain`` is closed to ``gap``. ``speed`` is in characters a second.
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


# ── the two steps ───────────────────────────────────────────────────────────────────────────────


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
    """
    text = _Text(words, language, breaks)
    spans = _divided(text, grouping, profile, frozenset(joins))
    spans = _short_ones_merged(text, spans, grouping, profile, duration)
    return _fitted(text, spans, profile, duration)


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
    text = _Text(words, language, breaks)
    spans = _divided(text, grouping, profile, frozenset(joins))
    return tuple(
        Cue(words[a].start, words[b - 1].end, text.lines(a, b, profile), (a, b)) for a, b in spans
    )


def line_words(cue: Cue, words: Sequence[PlacedWord]) -> tuple[tuple[int, int], ...] | None:
    """The range of words that each line of a cue shows; None if the lines show something else."""
    spans = []
    at, end = cue.words
    for line in cue.lines:
        first, shown = at, 0
        while at < end and shown < len(line):
            shown += line.startswith(" ", shown)
            if not line.startswith(words[at].text, shown):
                return None
            shown += len(words[at].text)
            at += 1
        spans.append((first, at))
        if shown != len(line):
            return None
    return tuple(spans) if at == end else None


def running_text(cue: Cue, words: Sequence[PlacedWord]) -> str:
    """The words of a cue on one line: what an author edits."""
    return "".join(_glued(words, i, i > cue.words[0]) for i in range(*cue.words))


def word_at_character(cue: Cue, words: Sequence[PlacedWord], at: int) -> int | None:
    """Index of the word that stands at a character of the running text or, between two words,
    of the one after it; None at the end."""
    shown = 0
    for i in range(*cue.words):
        shown += len(_glued(words, i, i > cue.words[0]))
        if at < shown:
            return i
    return None


def _glued(words: Sequence[PlacedWord], i: int, follows: bool) -> str:
    """A word with the blank that stands before it, unless it begins a text."""
    if not follows:
        return words[i].text
    left = words[i - 1].source
    touching = left[0] < left[1] == words[i].source[0]
    return words[i].text if touching else f" {words[i].text}"


# ── dividing ────────────────────────────────────────────────────────────────────────────────────

# Beside what breaks cost (``phrasing.seam``): what a pause that can be heard takes off, and what
# each cue costs, one with a lone word, and one that is not even. Phrases are rather even, lines
# rather end where a sentence or a clause does.
_HEARD, _LONE = 20, 400
_EACH = {"phrases": 35, "lines": 20}
_UNEVEN = {"phrases": 70, "lines": 40}

_Span = tuple[int, int]


class _Text:
    """Words prepared for dividing: widths, and for each place before a word what a break costs
    there, whether there has to be one (``walls``) and what ends there (``ends``: 0 to 3)."""

    def __init__(
        self, words: Sequence[PlacedWord], language: str, breaks: Collection[int] = ()
    ) -> None:
        self.words = words
        self.starts = [word.start for word in words]
        self.stops = [word.end for word in words]
        looks = [look(word.text, language) for word in words]
        self.widths = [look.width for look in looks]
        self.blanks = [0] * len(words)
        self.walls = [True] * (len(words) + 1)
        self.ends = [SENTENCE] * (len(words) + 1)
        self.costs = [0] * (len(words) + 1)
        self.opens = [look.opens for look in looks]
        for i in range(1, len(words)):
            self._look_between(i, words[i - 1], words[i], looks[i - 1], looks[i])
        for i in breaks:
            if 0 < i < len(words):
                self.walls[i] = True
        # with the blank before each word, so that width() is one subtraction
        self.reach = [0, *accumulate(w + b for w, b in zip(self.widths, self.blanks, strict=True))]

    def _look_between(
        self, i: int, left: PlacedWord, right: PlacedWord, before: Look, after: Look
    ) -> None:
        touching = left.source[0] < left.source[1] == right.source[0]
        self.blanks[i] = 0 if touching else 1
        pause = right.start - left.end
        self.walls[i] = left.paragraph != right.paragraph or pause >= LONG_PAUSE
        if left.sentence != right.sentence or left.paragraph != right.paragraph:
            return
        self.ends[i], cost = seam(before, after, touching)
        self.costs[i] = max(0, cost - _HEARD) if pause >= HEARD_PAUSE else cost

    def width(self, a: int, b: int) -> int:
        return self.reach[b] - self.reach[a] - self.blanks[a]

    def line(self, a: int, b: int) -> str:
        return "".join(
            " " + self.words[i].text if i > a and self.blanks[i] else self.words[i].text
            for i in range(a, b)
        )

    def fits(self, a: int, b: int, profile: Profile) -> bool:
        """Whether the lines of the profile hold words a to b."""
        if self.width(a, b) <= profile.characters:
            return True
        lines, first = 1, a
        for i in range(a, b):
            if self.width(first, i + 1) > profile.characters:
                if lines == profile.lines or self.widths[i] > profile.characters:
                    return False
                lines, first = lines + 1, i
        return True

    def lasts(self, a: int, b: int) -> int:
        return self.stops[b - 1] - self.starts[a]

    def blocks(self) -> Iterator[_Span]:
        """The stretches between two places where a cue has to end."""
        walls = [i for i, wall in enumerate(self.walls) if wall]
        return pairwise(walls)

    def lines(self, a: int, b: int, profile: Profile) -> tuple[str, ...]:
        """Words a to b on as few lines as hold them, of about one length, broken at good places.

        What no number of lines can hold stands on all that the profile allows.
        """
        lines = []
        for left in range(profile.lines, 0, -1):
            needed = min(left, ceil(self.width(a, b) / profile.characters), b - a)
            if needed <= 1:
                break
            at = self._best_line_end(a, b, needed, profile.characters)
            lines.append(self.line(a, at))
            a = at
        return (*lines, self.line(a, b))

    def _best_line_end(self, a: int, b: int, needed: int, characters: int) -> int:
        share = self.width(a, b) / needed

        def cost(at: int) -> tuple[float, bool]:
            first, rest = self.width(a, at), self.width(at, b)
            too_long = max(0, first - characters) + max(0, rest - characters * (needed - 1))
            uneven = first / share - 1
            return (
                too_long * INSIDE_NUMBER + uneven * uneven * _UNEVEN["phrases"] + self.costs[at],
                first > share,
            )

        return min(range(a + 1, b), key=cost)


def _divided(
    text: _Text, grouping: Grouping, profile: Profile, joins: frozenset[int]
) -> list[_Span]:
    spans: list[_Span] = []
    for a, b in text.blocks():
        if grouping.kind == "words":
            spans.extend((i, min(b, i + grouping.size)) for i in range(a, b, grouping.size))
        elif grouping.kind == "phrases":
            for start, end in _phrases(text, a, b):
                spans.extend(_parts(text, start, end, grouping, profile))
        else:
            spans.extend(_parts(text, a, b, grouping, profile))
    return _joined(text, spans, joins) if joins else spans


def _phrases(text: _Text, a: int, b: int) -> Iterator[_Span]:
    for i in range(a + 1, b):
        if text.ends[i] or text.opens[i]:
            yield a, i
            a = i
    yield a, b


def _joined(text: _Text, spans: Iterable[_Span], joins: frozenset[int]) -> list[_Span]:
    done: list[_Span] = []
    for a, b in spans:
        if a in joins and done and not text.walls[a]:
            done[-1] = (done[-1][0], b)
        else:
            done.append((a, b))
    return done


def _parts(text: _Text, a: int, b: int, grouping: Grouping, profile: Profile) -> list[_Span]:
    """Words a to b as one cue if they may be one, else divided evenly at the best places."""
    most = grouping.size or b - a
    if b - a <= most and text.fits(a, b, profile) and text.lasts(a, b) <= profile.longest:
        return [(a, b)]
    cues = max(ceil((b - a) / most), ceil(text.width(a, b) / (profile.characters * profile.lines)))
    amounts = range(b + 1) if grouping.kind == "phrases" else text.reach
    following = _cheapest(text, a, b, most, profile, amounts, cues, grouping.kind)
    spans = []
    while a < b:
        spans.append((a, following[a]))
        a = following[a]
    return spans


def _cheapest(
    text: _Text,
    a: int,
    b: int,
    most: int,
    profile: Profile,
    amounts: Sequence[int],
    cues: int,
    kind: str,
) -> dict[int, int]:
    """For every word from a to b, where a cue that begins with it should end, so that the costs
    of all cues from there to b are least: found from the last word back.

    Even cues would be so many that they share equally what ``amounts`` sums up (words, or
    columns). Of two divisions that cost the same, the one with the longer cue first.
    """
    widths, blanks, stops = text.widths, text.blanks, text.stops
    characters, lines = profile.characters, profile.lines
    whole = amounts[b] - amounts[a]
    each, per_square = _EACH[kind], _UNEVEN[kind] / max(1, whole) ** 2
    following: dict[int, int] = {}
    least = {b: 0.0}  # of the cues from each word to b, with the break before that word
    for i in range(b - 1, a - 1, -1):
        latest = text.starts[i] + profile.longest
        column, line = widths[i], 1 if widths[i] <= characters else lines
        best = inf
        for j in range(i + 1, min(b, i + most) + 1):  # a cue of the words i to j
            uneven = (amounts[j] - amounts[i]) * cues - whole
            cost = least[j] + uneven * uneven * per_square
            if j == i + 1 and not text.ends[i] == text.ends[j] == SENTENCE:
                cost += _LONE
            if cost <= best + 1e-9:
                best, following[i] = cost, j
            if j < b:
                column += blanks[j] + widths[j]
                if column > characters:
                    column, line = widths[j], line + 1
                if line > lines or column > characters or stops[j] > latest:
                    break
        least[i] = best + each + text.costs[i]
    return following


# ── fitting ─────────────────────────────────────────────────────────────────────────────────────


def _end(text: _Text, span: _Span, following: int | None, profile: Profile, duration: int) -> int:
    """When a cue of these words should go, the next one beginning at ``following``."""
    a, b = span
    start = text.starts[a]
    spoken = min(text.stops[b - 1], duration if following is None else following)
    room = duration if following is None else following - profile.gap
    if room < spoken:
        return min(spoken, max(room, spoken - profile.trim, start + profile.shortest))
    to_the_next = following is not None
    if profile.linger is not None and room > spoken + profile.linger:
        room, to_the_next = spoken + profile.linger, False
    if room > start + profile.longest:
        room, to_the_next = start + profile.longest, False
    if profile.linger is None:
        return max(spoken, room)
    read = ceil(text.width(a, b) * SAMPLE_RATE / profile.speed)
    wanted = max(spoken, min(room, start + max(profile.shortest, read)))
    if following is not None and to_the_next and following - wanted < profile.chain:
        return max(spoken, room)
    return wanted


def _fitted(
    text: _Text, spans: Sequence[_Span], profile: Profile, duration: int
) -> tuple[Cue, ...]:
    followings = [*(text.starts[a] for a, _ in spans[1:]), None]
    return tuple(
        Cue(
            text.starts[a],
            _end(text, (a, b), following, profile, duration),
            text.lines(a, b, profile),
            (a, b),
        )
        for (a, b), following in zip(spans, followings, strict=False)
    )


def _short_ones_merged(
    text: _Text, spans: Sequence[_Span], grouping: Grouping, profile: Profile, duration: int
) -> list[_Span]:
    """Each cue that would be too short joined to a neighbour, where the limits allow it: to the
    one that belongs to it more (the worse the break between them), then to the shorter one."""

    def too_short(span: _Span, following: int | None) -> bool:
        end = _end(text, span, following, profile, duration)
        return end - text.starts[span[0]] < profile.shortest

    def may_be_one(left: _Span, right: _Span) -> bool:
        a, b = left[0], right[1]
        return (
            not text.walls[right[0]]
            and (grouping.kind == "lines" or b - a <= grouping.size)
            and text.lasts(a, b) <= profile.longest
            and text.fits(a, b, profile)
        )

    done: list[_Span] = []
    waiting = list(reversed(spans))
    while waiting:
        span = waiting.pop()
        if too_short(span, text.starts[waiting[-1][0]] if waiting else None):
            left = [done[-1]] if done and may_be_one(done[-1], span) else []
            right = [waiting[-1]] if waiting and may_be_one(span, waiting[-1]) else []
            if left and right:
                belongs_left = (text.costs[span[0]], -text.width(*left[0]))
                belongs_right = (text.costs[span[1]], -text.width(*right[0]))
                if belongs_left >= belongs_right:
                    right = []
                else:
                    left = []
            if left:
                waiting.append((done.pop()[0], span[1]))
                continue
            if right:
                waiting[-1] = (span[0], waiting[-1][1])
                continue
        done.append(span)
    return done


# ── findings ────────────────────────────────────────────────────────────────────────────────────


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
