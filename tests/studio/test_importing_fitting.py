"""A script made of subtitles, with the times of those."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio import edits, importing
from studio.document import SAMPLE_RATE, Document, Sentence
from studio.importing import Moment, Target
from studio.takes import TakeInfo
from studio.timeline import Timeline, layout
from tests.narrations import key_of, take_of

SECOND = SAMPLE_RATE

SRT = b"""1
00:00:02,000 --> 00:00:03,500
The harbor wakes.

2
00:00:04,000 --> 00:00:05,000
Gulls argue

3
00:00:05,000 --> 00:00:06,500
over the boats. Ropes creak.

4
00:00:21,000 --> 00:00:23,000
Nobody minds.
"""


def at_speed(sentence: Sentence) -> TakeInfo:
    """The take of `take_of`, exactly as long as the speed makes it."""
    take = take_of(sentence)
    words = tuple(
        replace(
            word, start=round(word.start / sentence.speed), end=round(word.end / sentence.speed)
        )
        for word in take.words
    )
    return TakeInfo(key_of(sentence), round(take.samples / sentence.speed), words, "fake")


def begun(data: bytes = SRT) -> tuple[Document, tuple[Moment, ...]]:
    imported = importing.parse(data, "harbor.srt")
    document = edits.begin(imported.text)
    return document, importing.moments(document, imported.targets)


def starts(timeline: Timeline) -> list[float]:
    """When the first word of each sentence is heard, in seconds."""
    found: dict[int, float] = {}
    for word in timeline.words:
        found.setdefault(word.sentence, word.start / SECOND)
    return list(found.values())


def test_a_subtitle_that_begins_with_a_sentence_is_a_slot() -> None:
    document, moments = begun()
    assert [s.text for s in document.sentences] == [
        "The harbor wakes.", "Gulls argue over the boats.", "Ropes creak.", "Nobody minds.",
    ]  # fmt: skip
    assert moments == (
        Moment("s1", 2 * SECOND, 84_000),
        Moment("s2", 4 * SECOND, 156_000),
        Moment("s4", 21 * SECOND, 23 * SECOND),
    )


def test_sentences_begin_when_their_subtitles_were_shown() -> None:
    document, moments = begun()
    fit = importing.fit(document, moments, at_speed)
    found = starts(layout(fit.document, at_speed))
    assert (found[0], found[1], found[3]) == (2.0, 4.0, 21.0)
    assert (fit.faster, fit.missed) == ((), ())
    assert [s.text for s in fit.document.sentences] == [s.text for s in document.sentences]
    assert importing.fit(fit.document, moments, at_speed).document == fit.document


def test_what_does_not_fit_is_said_faster() -> None:
    """Five words last 1.3 s; the next sentence begins after 1 s."""
    document = edits.begin("One two three four five. Six.")
    moments = [Moment("s1", 0, SECOND), Moment("s2", SECOND, 2 * SECOND)]
    fit = importing.fit(document, moments, at_speed)
    assert fit.faster == ("s1",)
    assert 1.2 < fit.document.sentences[0].speed <= 1.5
    assert fit.document.sentences[1].speed == 1.0
    assert fit.missed == ()
    assert abs(starts(layout(fit.document, at_speed))[1] - 1.0) < 0.1


def test_the_silence_before_a_faster_word_counts() -> None:
    """A take begins with 0.1 s of silence, of which 0.05 s are left at twice the speed."""
    document = edits.begin("Zero. One two three four five. Six.")
    moments = [
        Moment("s1", 0, SECOND),
        Moment("s2", 2 * SECOND, 2 * SECOND),
        Moment("s3", 62_400, 3 * SECOND),
    ]
    fit = importing.fit(document, moments, at_speed)
    assert fit.document.sentences[1].speed > 1.9
    found = starts(layout(fit.document, at_speed))
    assert found[1] == pytest.approx(2.0, abs=0.001)
    assert fit.missed == ()


def test_what_can_never_fit_delays_the_next_and_is_told() -> None:
    document = edits.begin("One two three four five. Six. Seven.")
    moments = [
        Moment("s1", 0, 4_800),
        Moment("s2", 4_800, 2 * SECOND),
        Moment("s3", 3 * SECOND, 4 * SECOND),
    ]
    fit = importing.fit(document, moments, at_speed)
    assert fit.document.sentences[0].speed == 2.0
    assert fit.missed == ("s2",)
    assert starts(layout(fit.document, at_speed))[2] == 3.0


def test_a_locked_sentence_keeps_its_speed() -> None:
    document = edits.lock(edits.begin("One two three four five. Six."), {"s1": "a" * 64})
    moments = [Moment("s1", 0, 4_800), Moment("s2", 4_800, 3 * SECOND)]
    fit = importing.fit(document, moments, at_speed)
    assert [s.speed for s in fit.document.sentences] == [1.0, 1.0]
    assert fit.missed == ("s2",)


def test_sentences_that_are_gone_or_new() -> None:
    document, moments = begun()
    changed = edits.retype(document, "The harbor wakes. New one. Nobody minds.")
    fit = importing.fit(changed, moments, at_speed)
    assert [s.text for s in fit.document.sentences] == [
        "The harbor wakes.", "New one.", "Nobody minds.",
    ]  # fmt: skip
    assert starts(layout(fit.document, at_speed))[2] == 21.0
    assert importing.fit(edits.begin(""), moments, at_speed).document == edits.begin("")


def test_targets_inside_a_sentence_give_it_more_time() -> None:
    document = edits.begin("One two. Three.")
    targets = [Target(0, 10, (0, 3)), Target(10, 20, (4, 8)), Target(30, 40, (9, 15))]
    assert importing.moments(document, targets) == (Moment("s1", 0, 20), Moment("s2", 30, 40))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 20_000)), min_size=1, max_size=8))
def test_nothing_is_early_and_what_is_late_is_told(cues: list[tuple[int, int]]) -> None:
    """Sentences of so many words, shown so many milliseconds after one another."""
    document = edits.begin("\n\n".join("Word " * (words - 1) + "end." for words, _ in cues))
    at, moments = 0, []
    for number, (_, wait) in enumerate(cues, 1):
        at += wait * 24
        moments.append(Moment(f"s{number}", at, at + SECOND))
    fit = importing.fit(document, moments, at_speed)
    found = starts(layout(fit.document, at_speed))
    for moment, start in zip(moments, found, strict=True):
        assert start > moment.start / SECOND - 0.101
        assert (moment.sentence in fit.missed) == (start > moment.start / SECOND + 0.1 + 1e-3) or (
            abs(start - moment.start / SECOND - 0.1) < 0.01
        )
    assert all(1.0 <= s.speed <= 2.0 for s in fit.document.sentences)
