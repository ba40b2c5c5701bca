"""Text that remembers where in the script each of its characters stood.

Everything that is taken out of a script or changed on the way to a sentence (line ends, markup,
blanks) is an edit of a Passage, so the way back to the script never has to be guessed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from studio.document import Pause, Pin, SourceMap

Edit = tuple[int, int, str]  # text[start:end] becomes the string
Run = tuple[int, int, int]  # text offset, script offset, length
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """``runs`` as in SourceMap; pins and pauses with offsets in ``text``.

    A ``verbatim`` passage is code: read as it stands, neither markup nor sentences looked for.
    """

    text: str
    runs: tuple[Run, ...]
    pins: tuple[Pin, ...] = ()
    pauses: tuple[Pause, ...] = ()
    verbatim: bool = False

    @classmethod
    def of(cls, script: str) -> Passage:
        return cls(script, SourceMap.identity(len(script)).runs)

    @property
    def source(self) -> SourceMap:
        return SourceMap(self.runs)

    def script_offset(self, offset: int) -> int:
        """The script offset of text[offset]."""
        return self.source.span(offset, offset + 1)[0]

    def part(self, start: int, end: int) -> Passage:
        """text[start:end] with its runs and the pins inside it; pauses are left behind."""
        if start == 0 and end == len(self.text) and not self.pauses:
            return self
        runs = tuple((t - start, s, n) for t, s, n in _runs_between(self.runs, start, end))
        pins = tuple(
            Pin(pin.start - start, pin.end - start, pin.value)
            for pin in self.pins
            if start <= pin.start and pin.end <= end
        )
        return Passage(self.text[start:end], runs, pins, verbatim=self.verbatim)

    def edited(self, edits: Sequence[Edit]) -> Passage:
        """The passage after edits, which are in order and do not overlap.

        A replacement stands for the start of what it replaces; an insertion for nothing.
        """
        if not edits:
            return self
        builder = _Builder(self)
        for start, end, replacement in edits:
            builder.replace(start, end, replacement)
        builder.copy_to(len(self.text))
        moved = builder.moved
        return Passage(
            "".join(builder.texts),
            tuple(builder.runs),
            tuple(Pin(moved(p.start), moved(p.end), p.value) for p in self.pins),
            tuple(Pause(moved(p.at), p.samples) for p in self.pauses),
            self.verbatim,
        )

    def gathered(self, spans: Sequence[Span], glue: Mapping[int, str] | None = None) -> Passage:
        """The spans of the text, in order. What stands between two of them becomes a line end if
        it is more than blanks; ``glue`` says otherwise for the gap after a span."""
        first = spans[0][0]
        gaps = []
        for i, ((_, end), (start, _)) in enumerate(pairwise(spans)):
            if glue and i in glue:
                gaps.append((end - first, start - first, glue[i]))
            elif self.text[end:start].strip():
                gaps.append((end - first, start - first, "\n"))
        return self.part(first, spans[-1][1]).edited(gaps)

    def split(self, starts: Sequence[int]) -> Iterator[Passage]:
        """The passage cut before each of ``starts``, blanks at the cuts left out.

        A pause at a cut belongs to the part before it; one before everything to the first.
        """
        bounds = [0, *starts, len(self.text)]
        pauses = deque(self.pauses)
        for start, limit in pairwise(bounds):
            end = start + len(self.text[start:limit].rstrip())
            yield self.part(start, end).with_pauses(
                Pause(min(max(p.at, start), end) - start, p.samples) for p in _taken(pauses, limit)
            )

    def with_pauses(self, pauses: Iterable[Pause]) -> Passage:
        """These pauses instead; those at one place added up."""
        pauses = tuple(pauses)
        if not pauses and not self.pauses:
            return self
        lengths: dict[int, int] = {}
        for pause in pauses:
            lengths[pause.at] = lengths.get(pause.at, 0) + pause.samples
        summed = tuple(Pause(at, samples) for at, samples in sorted(lengths.items()))
        return Passage(self.text, self.runs, self.pins, summed, self.verbatim)

    def followed_by(self, other: Passage) -> Passage:
        """Both as one text, with a blank between unless they touch in the script."""
        if not self.text and not self.pauses:
            return other
        touching = self._script_end() == other._script_start()
        glue = "" if touching or not self.text or not other.text else " "
        shift = len(self.text) + len(glue)
        pins = (Pin(p.start + shift, p.end + shift, p.value) for p in other.pins)
        pauses = (Pause(p.at + shift, p.samples) for p in other.pauses)
        runs = _merged([*self.runs, *((t + shift, s, n) for t, s, n in other.runs)])
        joined = Passage(self.text + glue + other.text, runs, (*self.pins, *pins))
        return joined.with_pauses((*self.pauses, *pauses))

    def _script_start(self) -> int:
        return self.runs[0][1] if self.runs else -1

    def _script_end(self) -> int:
        return self.runs[-1][1] + self.runs[-1][2] if self.runs else -2


class _Builder:
    """Copies a passage into a new one, front to back."""

    def __init__(self, passage: Passage) -> None:
        self._passage = passage
        self._position = 0
        self._run = 0
        self._length = 0
        self.texts: list[str] = []
        self.runs: list[Run] = []
        self._edit_starts: list[int] = []
        self._edits: list[tuple[int, int, int, int]] = []  # start, end, new start, new end

    def copy_to(self, end: int) -> None:
        passage, start = self._passage, self._position
        if end <= start:
            return
        self.texts.append(passage.text[start:end])
        shift = self._length - start
        while self._run < len(passage.runs):
            text_at, script_at, length = passage.runs[self._run]
            low, high = max(text_at, start), min(text_at + length, end)
            if low < high:
                self._add_run(low + shift, script_at + low - text_at, high - low)
            if text_at + length > end:
                break
            self._run += 1
        self._length += end - start
        self._position = end

    def replace(self, start: int, end: int, replacement: str) -> None:
        self.copy_to(start)
        if replacement and end > start:
            script_at = self._passage.script_offset(start)
            self._add_run(self._length, script_at, min(len(replacement), end - start))
        new_start = self._length
        if replacement:
            self.texts.append(replacement)
            self._length += len(replacement)
        self._position = end
        self._edit_starts.append(start)
        self._edits.append((start, end, new_start, self._length))

    def moved(self, offset: int) -> int:
        """Where an offset of the old text stands in the new one."""
        i = bisect_right(self._edit_starts, offset) - 1
        if i < 0:
            return offset
        _, end, new_start, new_end = self._edits[i]
        return new_end + offset - end if offset >= end else new_start

    def _add_run(self, text_at: int, script_at: int, length: int) -> None:
        if self.runs:
            t, s, n = self.runs[-1]
            if t + n == text_at and s + n == script_at:
                self.runs[-1] = (t, s, n + length)
                return
        self.runs.append((text_at, script_at, length))


def lines_of(text: str) -> list[Span]:
    """The spans of the lines of a text whose only line end is ``\\n``."""
    ends = [match.start() for match in re.finditer("\n", text)]
    return list(zip([0, *(end + 1 for end in ends)], [*ends, len(text)], strict=True))


def _runs_between(runs: Sequence[Run], start: int, end: int) -> Iterator[Run]:
    i = max(bisect_right(runs, start, key=lambda run: run[0]) - 1, 0)
    while i < len(runs) and runs[i][0] < end:
        text_at, script_at, length = runs[i]
        low, high = max(text_at, start), min(text_at + length, end)
        if low < high:
            yield low, script_at + low - text_at, high - low
        i += 1


def _merged(runs: Iterable[Run]) -> tuple[Run, ...]:
    merged: list[Run] = []
    for text_at, script_at, length in runs:
        if merged and merged[-1][0] + merged[-1][2] == text_at:
            t, s, n = merged[-1]
            if s + n == script_at:
                merged[-1] = (t, s, n + length)
                continue
        merged.append((text_at, script_at, length))
    return tuple(merged)


def _taken(pauses: deque[Pause], limit: int) -> Iterator[Pause]:
    """Takes the pauses up to ``limit`` off the front."""
    while pauses and pauses[0].at <= limit:
        yield pauses.popleft()
