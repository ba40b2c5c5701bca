"""A narration that keeps the times of the subtitles its script came from.

Where a subtitle begins with a sentence, that sentence's first word is to be heard when the
subtitle was shown. Silence is put before a sentence that would come too early. What would not be
said by the next such moment is said faster; what is too long even then delays what follows, until
a silence makes up for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

from studio import edits
from studio.document import FASTEST, SAMPLE_RATE, Document, Sentence
from studio.importing.content import Target
from studio.script.pauses import SHORTEST
from studio.takes import TakeInfo
from studio.timeline import Timeline, layout

TOLERANCE = SAMPLE_RATE // 10  # so far from its time nobody notices
_SHORTEST = round(SHORTEST * SAMPLE_RATE)

Takes = Callable[[Sentence], "TakeInfo | None"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The sentence of this id is to begin at ``start``; what is said from there on has time until
    the next moment, and after the last one until ``end``. Samples of the narration."""

    sentence: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fit:
    """``faster`` are the ids of sentences that are said faster than before, ``missed`` those of
    sentences that have a moment and do not begin at it (within 0.1 s)."""

    document: Document
    faster: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()


def moments(document: Document, targets: Iterable[Target]) -> tuple[Moment, ...]:
    """When sentences of a narration begin that has just been made of an imported script. They hold
    whatever becomes of the script, as sentences keep their ids."""
    spans = [
        (paragraph.span(sentence, 0, len(sentence.text)), sentence.id)
        for paragraph in document.paragraphs
        for sentence in paragraph.sentences
    ]
    found: list[Moment] = []
    at = 0
    for target in sorted(targets, key=lambda target: target.source):
        while at < len(spans) and spans[at][0][1] <= target.source[0]:
            at += 1
        if at < len(spans) and target.source[0] <= spans[at][0][0] < target.source[1]:
            found.append(Moment(spans[at][1], target.start, target.end))
        elif found:
            found[-1] = replace(found[-1], end=max(found[-1].end, target.end))
    return tuple(found)


def fit(document: Document, moments: Iterable[Moment], takes: Takes) -> Fit:
    """The narration with pauses and speeds by which each sentence begins at its moment.

    ``takes`` gives the take of each sentence as it is, or an estimate. Speeds are only ever
    raised, up to 2.0; those of locked sentences stay. Moments of sentences that are gone count for
    nothing.
    """
    there = {sentence.id for sentence in document.sentences}
    wanted = [moment for moment in moments if moment.sentence in there]
    bare = edits.set_pauses(document, [(moment.sentence, 0, 0) for moment in wanted])
    pauses: list[edits.SetPause] = []
    speeds: dict[str, float] = {}
    late = 0  # by how much what follows is heard later than it is in ``bare``
    for stretch in _stretches(bare, wanted, takes):
        begin = max(stretch.moment.start, stretch.start + late)
        faster = stretch.faster(begin + stretch.length - stretch.until)
        early = stretch.earlier(faster)
        pause = _possible(stretch.moment.start - stretch.start - late + early)
        pauses.append((stretch.moment.sentence, 0, pause))
        late += pause - stretch.saved(faster)
        speeds.update(faster)
    fitted = edits.set_pauses(bare, pauses)
    for id, speed in speeds.items():
        fitted = edits.set_speed(fitted, [id], speed)
    return Fit(fitted, tuple(speeds), _missed(document, fitted, wanted, takes))


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What is said from a moment to the next: heard from ``start`` on for ``length`` samples, with
    time until ``until``. ``spoken`` are the sentences that may be said faster, with the samples of
    their takes; ``lead`` samples of the first one are heard before its first word."""

    moment: Moment
    start: int
    length: int
    until: int
    lead: int
    spoken: tuple[tuple[Sentence, int], ...]

    def faster(self, excess: int) -> dict[str, float]:
        """Speeds by which it is so many samples shorter, or as short as it can be."""
        whole = sum(samples for _, samples in self.spoken) - self.lead
        if excess <= 0 or whole <= 0:
            return {}
        factor = whole / max(whole - excess, 1)
        speeds = {
            sentence.id: min(ceil(sentence.speed * factor * 100) / 100, FASTEST)
            for sentence, _ in self.spoken
        }
        return {each.id: speeds[each.id] for each, _ in self.spoken if speeds[each.id] > each.speed}

    def earlier(self, speeds: Mapping[str, float]) -> int:
        """By how much the first word is heard earlier at these speeds."""
        if not self.lead:
            return 0
        first, _ = self.spoken[0]
        return self.lead - _at_speed(self.lead, first, speeds.get(first.id))

    def saved(self, speeds: Mapping[str, float]) -> int:
        return sum(
            samples - _at_speed(samples, sentence, speeds.get(sentence.id))
            for sentence, samples in self.spoken
        )


def _stretches(document: Document, moments: Iterable[Moment], takes: Takes) -> Iterator[_Stretch]:
    timeline = layout(document, takes)
    starts = _starts(timeline)
    indices = {placed.id: index for index, placed in enumerate(timeline.sentences)}
    sentences = {sentence.id: sentence for sentence in document.sentences}
    ordered = sorted(
        (moment for moment in moments if moment.sentence in indices),
        key=lambda moment: indices[moment.sentence],
    )
    for moment, following in pairwise([*ordered, None]):
        assert moment is not None
        first, last = indices[moment.sentence], len(timeline.sentences)
        until, end = moment.end, timeline.words[-1].end if timeline.words else timeline.duration
        if following is not None:
            last = indices[following.sentence]
            until, end = following.start, starts[following.sentence]
        said = (sentences[placed.id] for placed in timeline.sentences[first:last])
        spoken = tuple(
            (sentence, take.samples)
            for sentence in said
            if not sentence.locked and (take := takes(sentence)) is not None
        )
        start, begin = starts[moment.sentence], timeline.sentences[first].start
        is_free = bool(spoken) and spoken[0][0].id == moment.sentence
        lead = start - begin if is_free else 0
        yield _Stretch(moment, start, end - start, until, lead, spoken)


def _starts(timeline: Timeline) -> dict[str, int]:
    """When the first word of each sentence is heard."""
    starts = {placed.id: placed.start for placed in timeline.sentences}
    for word in reversed(timeline.words):
        starts[timeline.sentences[word.sentence].id] = word.start
    return starts


def _possible(pause: int) -> int:
    """The nearest pause that a tag can say."""
    return max(pause, _SHORTEST) if 2 * pause >= _SHORTEST else 0


def _at_speed(samples: int, sentence: Sentence, speed: float | None) -> int:
    """About how many of a take's samples are as many at another speed."""
    return samples if speed is None else round(samples * sentence.speed / speed)


def _missed(
    document: Document, fitted: Document, moments: Iterable[Moment], takes: Takes
) -> tuple[str, ...]:
    """The sentences that do not begin when they should, if takes are as long as is thought."""
    before = {sentence.id: sentence for sentence in document.sentences}

    def foreseen(sentence: Sentence) -> TakeInfo | None:
        was = before[sentence.id]
        take = takes(was)
        if take is None or was.speed == sentence.speed:
            return take
        words = tuple(
            replace(
                word,
                start=_at_speed(word.start, was, sentence.speed),
                end=_at_speed(word.end, was, sentence.speed),
            )
            for word in take.words
        )
        return replace(take, samples=_at_speed(take.samples, was, sentence.speed), words=words)

    starts = _starts(layout(fitted, foreseen))
    return tuple(
        moment.sentence
        for moment in moments
        if moment.sentence in starts and abs(starts[moment.sentence] - moment.start) > TOLERANCE
    )
