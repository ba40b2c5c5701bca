"""Where every sentence, pause and word falls in the whole narration.

All times are samples at 24 kHz from the start of the narration. A piece begins where the
audio before it really ended, never at the end of a word, so nothing can drift.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from studio.document import SAMPLE_RATE, Document, Sentence
from studio.errors import TakeMissing
from studio.takes import Take, TakeInfo

FADE = SAMPLE_RATE * 5 // 1000  # length of the fade beside a cut: 5 ms
CHUNK = SAMPLE_RATE * 10  # the most that is given out at a time

_QUIET = SAMPLE_RATE * 10 // 1000  # length over which quietness is judged


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """``source`` is a half-open range of the whole script; ``sentence`` is an index in the
    timeline's sentences, ``paragraph`` in the document's paragraphs. Words whose sources touch
    are written without a blank."""

    text: str
    start: int
    end: int
    source: tuple[int, int]
    sentence: int = 0
    paragraph: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """From the start to the end of its take, pauses inside it included. ``id`` is that of the
    document's sentence."""

    text: str
    start: int
    end: int
    paragraph: int = 0
    id: str = ""


@dataclass(frozen=True, slots=True)
class Clip:
    """``samples`` of sound heard from ``start``: silence when ``key`` is None, else the take
    stored under ``key``, from its sample ``offset`` on. Clips follow each other without holes."""

    key: str | None
    offset: int
    start: int
    samples: int


@dataclass(frozen=True, slots=True)
class Timeline:
    words: tuple[PlacedWord, ...]
    sentences: tuple[PlacedSentence, ...]
    clips: tuple[Clip, ...]
    duration: int


def layout(
    document: Document,
    takes: Callable[[Sentence], TakeInfo | None],
    audio: Callable[[str], Take | None] | None = None,
) -> Timeline:
    """Place the takes of a document one after the other.

    A sentence without a take is left out, with its pauses. ``audio`` finds a take's sound by
    key; with it, a pause inside a sentence falls on the quietest place between its two words,
    without it halfway between them. It is asked only for sentences with such pauses.
    """
    track = _Track()
    for index, paragraph in enumerate(document.paragraphs):
        for sentence in paragraph.sentences:
            take = takes(sentence)
            if take is None:
                continue
            if track.sentences:
                same = track.sentences[-1].paragraph == index
                track.silence(document.sentence_gap if same else document.paragraph_gap)
            silences = _silences(sentence, take, audio)
            track.place(sentence, take, silences, index, paragraph.at)
    return Timeline(tuple(track.words), tuple(track.sentences), tuple(track.clips), track.now)


class _Track:
    """A timeline in the making; ``now`` is where it ends."""

    def __init__(self) -> None:
        self.words: list[PlacedWord] = []
        self.sentences: list[PlacedSentence] = []
        self.clips: list[Clip] = []
        self.now = 0

    def silence(self, samples: int) -> None:
        if samples <= 0:
            return
        start = self.now
        if self.clips and self.clips[-1].key is None:
            start = self.clips.pop().start
        self._add(Clip(None, 0, start, self.now + samples - start))

    def place(
        self,
        sentence: Sentence,
        take: TakeInfo,
        silences: dict[int, int],
        paragraph: int,
        script_at: int,
    ) -> None:
        """Play a take, with ``silences`` (samples by offset in the take) put into it. The source
        map of the sentence counts from ``script_at``."""
        begin = self.now
        for word in take.words:
            shift = begin + sum(n for cut, n in silences.items() if cut <= word.start)
            source = sentence.source.span(*word.source)
            self.words.append(
                PlacedWord(
                    word.text,
                    word.start + shift,
                    word.end + shift,
                    (source[0] + script_at, source[1] + script_at),
                    len(self.sentences),
                    paragraph,
                    word.estimated,
                )
            )
        self._play(take, silences)
        start, end = begin + silences.get(0, 0), self.now - silences.get(take.samples, 0)
        self.sentences.append(PlacedSentence(sentence.text, start, end, paragraph, sentence.id))

    def _play(self, take: TakeInfo, silences: dict[int, int]) -> None:
        heard = 0
        for cut in sorted({*silences, take.samples}):
            if cut > heard:
                self._add(Clip(take.key, heard, self.now, cut - heard))
                heard = cut
            self.silence(silences.get(cut, 0))

    def _add(self, clip: Clip) -> None:
        self.clips.append(clip)
        self.now = clip.start + clip.samples


def _silences(
    sentence: Sentence, take: TakeInfo, audio: Callable[[str], Take | None] | None
) -> dict[int, int]:
    """Samples of silence that the author's pauses put into a take, by offset in the take."""
    silences: dict[int, int] = defaultdict(int)
    for pause in sentence.pauses:
        if pause.samples <= 0:
            continue
        words_before = sum(word.source[0] < pause.at for word in take.words)
        if pause.at <= 0 or (words_before == 0 < len(take.words)):
            cut = 0
        elif pause.at >= len(sentence.text) or words_before == len(take.words):
            cut = take.samples
        else:
            last, first = take.words[words_before - 1 : words_before + 1]
            sound = audio(take.key) if audio else None
            cut = _between(last.end, first.start, sound)
        silences[cut] += pause.samples
    return silences


def _between(start: int, end: int, take: Take | None) -> int:
    """Where to cut between two words that end at ``start`` and begin at ``end``: in the middle
    of the quietest 10 ms, of several the one nearest to the middle."""
    middle = (start + end) // 2
    if take is None or end - start <= _QUIET or end > len(take.audio):
        return middle
    energy = np.concatenate(([0.0], np.cumsum(np.square(take.audio[start:end], dtype=np.float64))))
    windows = energy[_QUIET:] - energy[:-_QUIET]
    quietest = np.flatnonzero(windows <= windows.min() + 1e-12) + start + _QUIET // 2
    return int(quietest[np.argmin(np.abs(quietest - middle))])


def word_at(timeline: Timeline, sample: int) -> int | None:
    """Index of the word heard at ``sample``, or None between words."""
    index = bisect_right(timeline.words, sample, key=lambda word: word.start) - 1
    return index if index >= 0 and sample < timeline.words[index].end else None


def sentence_at(timeline: Timeline, sample: int) -> int | None:
    """Index of the sentence heard at ``sample``, or None between sentences."""
    index = bisect_right(timeline.sentences, sample, key=lambda each: each.start) - 1
    return index if index >= 0 and sample < timeline.sentences[index].end else None


def sound(clip: Clip, take: Take) -> np.ndarray:
    """What is heard of ``take`` during ``clip``: float32 mono. Where the take was cut in two it
    fades over 5 ms, so that the cut does not click."""
    heard = take.audio[clip.offset : clip.offset + clip.samples]
    cut_before, cut_after = clip.offset > 0, clip.offset + clip.samples < len(take.audio)
    length = min(FADE, clip.samples // 2)
    if not length or not (cut_before or cut_after):
        return heard
    heard = heard.copy()
    rise = (0.5 - 0.5 * np.cos(np.pi * np.arange(length) / length)).astype(np.float32)
    if cut_before:
        heard[:length] *= rise
    if cut_after:
        heard[-length:] *= rise[::-1]
    return heard


def stream(
    timeline: Timeline, takes: Callable[[str], Take | None], start: int = 0, chunk: int = CHUNK
) -> Iterator[np.ndarray]:
    """The sound of a narration from sample ``start`` on: float32 mono, in pieces of at most
    ``chunk`` samples, one take in memory at a time. Raises TakeMissing."""
    first = max(bisect_right(timeline.clips, start, key=lambda clip: clip.start) - 1, 0)
    for clip in timeline.clips[first:]:
        heard = None if clip.key is None else _sound_of(clip, takes(clip.key), timeline)
        for at in range(max(start - clip.start, 0), clip.samples, chunk):
            stop = min(at + chunk, clip.samples)
            yield np.zeros(stop - at, np.float32) if heard is None else heard[at:stop]


def _sound_of(clip: Clip, take: Take | None, timeline: Timeline) -> np.ndarray:
    if take is None or clip.offset + clip.samples > len(take.audio):
        raise TakeMissing(where(timeline, clip.start))
    return sound(clip, take)


def where(timeline: Timeline, sample: int) -> str:
    """A place in the narration as a person would name it: its sentence's first words."""
    index = sentence_at(timeline, sample)
    if index is None:
        return f"{sample / SAMPLE_RATE:.2f} s"
    text = timeline.sentences[index].text
    return repr(text if len(text) <= 60 else text[:59] + "…")
