"""The narration as sorted arrays: what can be seen, and what is under the mouse. No Qt.

Nothing here goes through all words to answer; they are found by bisection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from studio.cues import Cue, Finding
from studio.timeline import Clip, PlacedSentence, PlacedWord, Timeline
from ui.timeline.axis import Axis

Edge = Literal["start", "end"]
Lane = Literal["ruler", "sound", "words", "captions", "nothing"]

GRIP = 5  # pixels of an edge that can be taken hold of
NARROWEST = 10  # pixels; what is narrower has no edges


class Spans:
    """Things in a lane that begin and end (samples), in order, never overlapping."""

    def __init__(
        self, starts: Sequence[int] | np.ndarray, ends: Sequence[int] | np.ndarray
    ) -> None:
        self.starts = np.asarray(starts, np.int64).reshape(-1)
        self.ends = np.asarray(ends, np.int64).reshape(-1)

    def __len__(self) -> int:
        return len(self.starts)

    def within(self, first: float, last: float) -> range:
        """Those that are seen, even in part, between two samples."""
        a = int(np.searchsorted(self.ends, first, "right"))
        b = int(np.searchsorted(self.starts, last, "left"))
        return range(a, max(a, b))

    def at(self, sample: float) -> int | None:
        index = self.before(sample)
        return index if index is not None and sample < self.ends[index] else None

    def before(self, sample: float) -> int | None:
        """The last one that begins at a sample or before it."""
        index = int(np.searchsorted(self.starts, sample, "right")) - 1
        return index if index >= 0 else None

    def nearest(self, sample: float) -> int | None:
        """The one that is there, or else the closer of its neighbours."""
        if not len(self):
            return None
        index = self.before(sample)
        if index is None:
            return 0
        after = index + 1
        if after < len(self) and self.starts[after] - sample < sample - self.ends[index]:
            return after
        return index

    def grip(self, axis: Axis, x: float) -> tuple[int, Edge | None] | None:
        """What is at ``x`` and by which of its edges it would be taken there, if by one."""
        index = self.before(axis.sample(x))
        inside = None
        for each in (index, 0 if index is None else index + 1):
            if each is None or each >= len(self):
                continue
            left, right = axis.x(self.starts[each]), axis.x(self.ends[each])
            if right - left >= NARROWEST:
                grip = min(GRIP, (right - left) / 4)
                if -GRIP < x - left <= grip and not (inside and x < left):
                    return each, "start"
                if -grip <= x - right < GRIP and not self._closer(axis, each + 1, x, x - right):
                    return each, "end"
            if left <= x < right:
                inside = (each, None)
        return inside

    def _closer(self, axis: Axis, index: int, x: float, distance: float) -> bool:
        """Whether one begins closer to ``x`` than that."""
        return index < len(self) and distance > 0 and abs(axis.x(self.starts[index]) - x) < distance

    @cached_property
    def _covered(self) -> tuple[np.ndarray, np.ndarray]:
        bounds = np.stack((self.starts, self.ends), axis=1).reshape(-1).astype(np.float64)
        lengths = np.cumsum(self.ends - self.starts).astype(np.float64)
        sums = np.stack((lengths - (self.ends - self.starts), lengths), axis=1).reshape(-1)
        return bounds, sums

    def coverage(self, edges: np.ndarray) -> np.ndarray:
        """How much of each stretch between two ``edges`` (samples) is covered, 0 to 1."""
        bounds, sums = self._covered
        if not len(bounds):
            return np.zeros(max(0, len(edges) - 1))
        return np.diff(np.interp(edges, bounds, sums)) / np.diff(edges)

    def with_times(self, changes: Mapping[int, tuple[int, int]]) -> Spans:
        """With other starts and ends, by index."""
        changed = Spans(self.starts.copy(), self.ends.copy())
        for index, (start, end) in changes.items():
            changed.starts[index], changed.ends[index] = start, end
        return changed


@dataclass(frozen=True, slots=True)
class Place:
    """A word in its sentence, which it keeps while other sentences come and go."""

    sentence: str
    index: int


@dataclass(frozen=True, eq=False)
class Content:
    """A timeline and its captions, made ready to be shown. ``states`` holds the state of each
    sentence, by id; ``found`` what is to be said about each cue, by index."""

    timeline: Timeline
    cues: tuple[Cue, ...]
    found: Mapping[int, tuple[Finding, ...]]
    states: Mapping[str, str]
    words: Spans
    captions: Spans
    sentences: Spans
    word_sentences: np.ndarray
    estimated: np.ndarray

    @property
    def duration(self) -> int:
        return self.timeline.duration

    def word(self, index: int) -> PlacedWord:
        return self.timeline.words[index]

    def sentence(self, index: int) -> PlacedSentence:
        return self.timeline.sentences[index]

    def sentence_of(self, word: int) -> PlacedSentence:
        return self.timeline.sentences[self.timeline.words[word].sentence]

    def state(self, sentence: int) -> str:
        return self.states.get(self.timeline.sentences[sentence].id, "to_render")

    def has_take(self, sentence: int) -> bool:
        return self.state(sentence) in ("ready", "locked")

    def words_of(self, sentence: int) -> range:
        first, last = np.searchsorted(self.word_sentences, [sentence, sentence + 1])
        return range(int(first), int(last))

    def place(self, word: int) -> Place:
        sentence = self.timeline.words[word].sentence
        return Place(self.sentence(sentence).id, word - self.words_of(sentence).start)

    def find(self, place: Place) -> int | None:
        """The word there now, or the nearest of its sentence."""
        sentence = self._by_id.get(place.sentence)
        words = self.words_of(sentence) if sentence is not None else range(0)
        return words[min(place.index, len(words) - 1)] if words else None

    def sentence_with_id(self, id: str) -> int | None:
        return self._by_id.get(id)

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {sentence.id: index for index, sentence in enumerate(self.timeline.sentences)}

    def caption_of(self, word: int) -> int | None:
        index = int(np.searchsorted(self._caption_words, word, "right")) - 1
        return index if index >= 0 and word < self.cues[index].words[1] else None

    @cached_property
    def _caption_words(self) -> np.ndarray:
        return np.fromiter((cue.words[0] for cue in self.cues), np.int64, len(self.cues))

    def clips_within(self, first: int, last: int) -> Sequence[Clip]:
        a = int(np.searchsorted(self._clip_starts, first, "right")) - 1
        b = int(np.searchsorted(self._clip_starts, last, "left"))
        return self.timeline.clips[max(a, 0) : b]

    @cached_property
    def _clip_starts(self) -> np.ndarray:
        clips = self.timeline.clips
        return np.fromiter((clip.start for clip in clips), np.int64, len(clips))

    def with_words(self, changes: Mapping[int, tuple[int, int]]) -> Content:
        """With other times of some words, and captions that begin with them."""
        captions = {}
        for word, (start, _) in changes.items():
            index = self.caption_of(word)
            if index is not None and self.cues[index].words[0] == word:
                captions[index] = (start, max(start, int(self.captions.ends[index])))
        for index, (start, _) in list(captions.items()):
            if index > 0 and index - 1 not in captions and self.captions.ends[index - 1] > start:
                captions[index - 1] = (int(self.captions.starts[index - 1]), start)
        return replace(
            self,
            words=self.words.with_times(changes),
            captions=self.captions.with_times(captions),
        )


def content(
    timeline: Timeline,
    cues: tuple[Cue, ...],
    findings: Sequence[Finding],
    states: Mapping[str, str],
) -> Content:
    words = timeline.words
    count = len(words)
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.cue, []).append(finding)
    return Content(
        timeline=timeline,
        cues=cues,
        found={index: tuple(each) for index, each in found.items()},
        states=states,
        words=Spans([w.start for w in words], [w.end for w in words]),
        captions=Spans([c.start for c in cues], [c.end for c in cues]),
        sentences=Spans([s.start for s in timeline.sentences], [s.end for s in timeline.sentences]),
        word_sentences=np.fromiter((w.sentence for w in words), np.int64, count),
        estimated=np.fromiter((w.estimated for w in words), bool, count),
    )


NOTHING = content(Timeline((), (), (), 0), (), (), {})


@dataclass(frozen=True, slots=True)
class Lanes:
    """Where lanes are, top and bottom in pixels from the top of the widget; ``left`` is where they
    begin, to the right of their names."""

    left: int
    ruler: tuple[int, int]
    sound: tuple[int, int]
    words: tuple[int, int]
    captions: tuple[int, int]

    @classmethod
    def within(cls, height: int, left: int, line: int) -> Lanes:
        """For text ``line`` pixels high. The sound takes what the others leave."""
        ruler, chip, cue, gap = line + 12, line + 12, line + 16, 16
        bottom = height - 10
        captions = (bottom - cue, bottom)
        words = (captions[0] - gap - chip, captions[0] - gap)
        return cls(left, (0, ruler), (ruler + 4, max(ruler + 24, words[0] - gap)), words, captions)

    def at(self, y: float) -> Lane:
        """The lane there; gaps between lanes belong to the nearer one."""
        if y < self.ruler[1]:
            return "ruler"
        if y < (self.sound[1] + self.words[0]) / 2:
            return "sound"
        return "words" if y < (self.words[1] + self.captions[0]) / 2 else "captions"


@dataclass(frozen=True, slots=True)
class Hit:
    """What is under the mouse: ``index`` of a word or cue, ``edge`` if it is taken by one."""

    lane: Lane
    sample: int
    index: int | None = None
    edge: Edge | None = None


def hit(content: Content, lanes: Lanes, axis: Axis, x: float, y: float) -> Hit:
    """``x`` counts from where the lanes begin."""
    lane, sample = lanes.at(y), axis.sample(x)
    spans = {"words": content.words, "captions": content.captions}.get(lane)
    grip = spans.grip(axis, x) if spans is not None else None
    return Hit(lane, sample, *grip) if grip else Hit(lane, sample)
