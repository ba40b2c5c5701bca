"""Pauses set by hand: in the document and in the script alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import edits
from studio.document import Document, Pause
from studio.errors import LengthOutOfRange, OffsetOutOfRange, PauseImpossible, SentenceUnknown

SECOND = 24_000


def set_in(script: str, sentence: str, at: int, samples: int) -> str:
    """The script after a pause was set, which is read the same when it is read anew."""
    changed = edits.set_pause(edits.begin(script), sentence, at, samples)
    again = edits.begin(changed.source)
    assert [s.pauses for s in changed.sentences] == [s.pauses for s in again.sentences]
    return changed.source


@pytest.mark.parametrize(
    ("script", "sentence", "at", "expected"),
    [
        ("He ran home. Fast.", "s1", 7, "He ran [pause 0.8s] home. Fast."),
        ("He ran home. Fast.", "s1", 6, "He ran [pause 0.8s] home. Fast."),
        ("He ran home. Fast.", "s1", 12, "He ran home. [pause 0.8s] Fast."),
        ("He ran home. Fast.", "s2", 0, "He ran home. [pause 0.8s] Fast."),
        ("He ran home. Fast.", "s1", 0, "[pause 0.8s] He ran home. Fast."),
        ("He ran home. Fast.", "s2", 5, "He ran home. Fast. [pause 0.8s]"),
        ("Home.\n\nFast.", "s1", 5, "Home. [pause 0.8s]\n\nFast."),
        ("Home.\n\nFast.", "s2", 0, "Home.\n\n[pause 0.8s] Fast."),
        ("- one\n- two", "s2", 0, "- one\n- two [pause 0.8s]"),
        ("# Title\n\nText.", "s1", 5, "# Title [pause 0.8s]\n\nText."),
        ("so *very* tired", "s1", 3, "so *[pause 0.8s] very* tired"),
        ("*Stop.* Go.", "s1", 5, "*Stop. [pause 0.8s]* Go."),
        ("He said, “no” twice.", "s1", 9, "He said, [pause 0.8s] “no” twice."),
        ("[a guide](https://x.org) here", "s1", 8, "[a guide](https://x.org) [pause 0.8s] here"),
        ("雨です。雪です。", "s1", 1, "雨[pause 0.8s]です。雪です。"),
    ],
)
def test_a_new_pause(script: str, sentence: str, at: int, expected: str) -> None:
    if script.startswith("- one"):
        sentence, at = "s2", 3
    assert set_in(script, sentence, at, 19_200) == expected


@pytest.mark.parametrize(
    ("script", "sentence", "at", "samples", "expected"),
    [
        ("He ran [pause 1s] home.", "s1", 7, 12_000, "He ran [pause 0.5s] home."),
        ("He ran [pause 1s] home.", "s1", 7, 12_345, "He ran [pause 0.514375s] home."),
        ("He ran [pause 1s] home.", "s1", 7, 0, "He ran home."),
        ("He ran[pause 1s]home.", "s1", 7, 0, "He ran home."),
        ("He ran [pause 1s], then home.", "s1", 8, 0, "He ran, then home."),
        ("He ran [pause 1s] [pause 2s] home.", "s1", 7, 12_000, "He ran [pause 0.5s] home."),
        ("He ran [pause 1s] [pause 2s] home.", "s1", 7, 0, "He ran home."),
        ("[pause: 900 ms] Home.", "s1", 0, 0, "Home."),
        ("Home. [pause 1s]", "s1", 5, 0, "Home."),
        ("Home.\n[pause 1s]\nFast.", "s1", 5, 0, "Home.\nFast."),
        (
            "Home.\n\n[pause 1s]\n\n[pause 1s] Fast.",
            "s1",
            5,
            12_000,
            "Home.\n\n[pause 0.5s]\n\n[pause 1s] Fast.",
        ),
        (
            "Home.\n\n[pause 1s]\n\n[pause 1s] Fast.",
            "s2",
            0,
            12_000,
            "Home.\n\n[pause 1s]\n\n[pause 0.5s] Fast.",
        ),
    ],
)
def test_another_pause_or_none(
    script: str, sentence: str, at: int, samples: int, expected: str
) -> None:
    assert set_in(script, sentence, at, samples) == expected


def test_only_the_pause_changes() -> None:
    paper = edits.begin("He ran home. Fast.\n\nIt rained.")
    paper = edits.break_caption(paper, "s1", 3)
    changed = edits.set_pause(paper, "s1", 3, SECOND)
    assert changed.sentences[0].pauses == (Pause(3, SECOND),)
    assert changed.sentences[0].breaks == (3,)
    assert changed.sentences[2] is paper.sentences[2]
    assert edits.script_span(changed, "s3") == (31, 41)
    assert edits.set_pause(changed, "s1", 3, SECOND) is changed
    assert edits.set_pause(changed, "s1", 3, 0) == paper


def test_a_pause_between_words_that_touch_would_change_the_text() -> None:
    paper = edits.begin("He worked—was he well?")
    with pytest.raises(PauseImpossible) as caught:
        edits.set_pause(paper, "s1", 5, SECOND)
    assert caught.value.at == 5


@pytest.mark.parametrize("samples", [1_199, 240_001, -24_000])
def test_how_long_a_pause_can_be(samples: int) -> None:
    with pytest.raises(LengthOutOfRange):
        edits.set_pause(edits.begin("He ran home."), "s1", 3, samples)


def test_no_such_place() -> None:
    paper = edits.begin("He ran home.")
    with pytest.raises(OffsetOutOfRange):
        edits.set_pause(paper, "s1", 13, SECOND)
    with pytest.raises(SentenceUnknown):
        edits.set_pause(paper, "s2", 0, SECOND)


PIECES = [
    "He ran",
    "on.",
    " ",
    ", ",
    "\n\n",
    "[pause 1s]",
    "[pause 0.5s]",
    "“so”",
    "*well*",
    "雨。",
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.data())
def test_any_pause_in_any_script(script: str, data: st.DataObject) -> None:
    paper: Document = edits.begin(script)
    if not paper.sentences:
        return
    sentence = data.draw(st.sampled_from(paper.sentences))
    at = data.draw(st.integers(0, len(sentence.text)))
    samples = data.draw(st.sampled_from([0, 1_200, 12_000, 24_000]))
    try:
        changed = edits.set_pause(paper, sentence.id, at, samples)
    except PauseImpossible:
        return
    again = edits.begin(changed.source)
    assert [s.pauses for s in changed.sentences] == [s.pauses for s in again.sentences]
    assert [s.text for s in changed.sentences] == [s.text for s in paper.sentences]
    different = sum(
        a.pauses != b.pauses for a, b in zip(paper.sentences, changed.sentences, strict=True)
    )
    assert different <= 1


def test_many_pauses_at_once() -> None:
    document = edits.begin("One. Two three.\n\n[pause 2s] Four. Five.")
    pauses = [("s1", 0, SECOND), ("s2", 0, 2 * SECOND), ("s3", 0, 0), ("s4", 0, 3 * SECOND)]
    changed = edits.set_pauses(document, pauses)
    assert changed.source == ("[pause 1s] One. [pause 2s] Two three.\n\nFour. [pause 3s] Five.")
    assert [s.id for s in changed.sentences] == ["s1", "s2", "s3", "s4"]
    assert edits.set_pauses(changed, pauses) is changed


@pytest.mark.parametrize(
    ("samples", "tags"),
    [
        (25 * SECOND, "[pause 10s] [pause 10s] [pause 5s]"),
        (20 * SECOND, "[pause 10s] [pause 10s]"),
        (10 * SECOND + 240, "[pause 5s] [pause 5.01s]"),
    ],
)
def test_a_pause_too_long_for_one_tag(samples: int, tags: str) -> None:
    changed = edits.set_pauses(edits.begin("One. Two."), [("s2", 0, samples)])
    assert changed.source == f"One. {tags} Two."
    assert sum(pause.samples for pause in changed.sentences[0].pauses) == samples
    assert edits.set_pauses(changed, [("s2", 0, 0)]).source == "One. Two."


def test_what_is_impossible_among_many_stays() -> None:
    document = edits.begin("One. Two. Three.")
    changed = edits.set_pauses(document, [("s1", 0, 1), ("s2", 0, SECOND)])
    assert changed.source == "One. [pause 1s] Two. Three."
