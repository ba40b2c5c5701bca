"""Any script, from text to captions: no exception, no lost character, times in order."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pysrt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio import cues, script, spoken, subtitles, synthesis
from studio.errors import PauseUnreadable
from studio.languages import LANGUAGES
from studio.synthesis import Failed
from studio.takes import MemoryTakes
from studio.timeline import layout
from tests.fakes import FakeEngine

SNIPPETS = (
    "Mrs. Bell paid $1,250.75 on 03/04/2026. ", "It isn’t — wasn’t… ", "[pause 0.4s]", "\n\n", "\n",
    "Visit https://www.example.com/a_b?x=1, please. ", "-5°C ", "½ cup ", "“Stop,” she said. ",
    "(the second)—and ", "🎉👍🏽 ", "日本の朝。", "Привет! ", "नमस्ते। ", "*so* **very** `plain` ",
    "[gnome](/nˈOm/) ", "[the guide](https://example.com/g) ", "# Title\n", "- item\n",
    "cafe\u0301 ",
    "\u200b", "\xa0", "\ufeff", "--> ", "List<int> ", "x" * 120 + " ", "... ",
    "No. 5 ", "9:05 a.m. ",
)  # fmt: skip

SCRIPTS = st.lists(
    st.one_of(
        st.sampled_from(SNIPPETS),
        st.text(max_size=12),
        st.text("abc ABC,.!?;:'\"()[]-—…0123456789\n", max_size=30),
    ),
    max_size=14,
).map("".join)


def letters(text: str) -> list[str]:
    return [c for c in text if c.isalnum()]


@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(SCRIPTS, st.sampled_from(sorted(LANGUAGES)), st.sampled_from(["phrases:6", "words:3"]))
def test_any_script_becomes_captions(source, language, how):
    try:
        document = script.read(source, language=language)
    except PauseUnreadable:
        return
    jobs = synthesis.jobs(document, "weights")
    takes = MemoryTakes()
    events = list(synthesis.render(jobs, FakeEngine(), takes))
    failed = {event.job.sentence.id for event in events if isinstance(event, Failed)}
    keys = {job.sentence.id: job.key for job in jobs}
    timeline = layout(document, lambda s: takes.info(keys[s.id]), takes.get)

    shown = letters("".join(word.text for word in timeline.words))
    written = letters("".join(s.text for s in document.sentences if s.id not in failed))
    assert shown == written
    assert all(0 <= w.start < w.end <= timeline.duration for w in timeline.words)
    assert all(a.end <= b.start for a, b in pairwise(timeline.words))
    assert all(a.source[1] <= b.source[0] for a, b in pairwise(timeline.words))
    assert all(0 <= w.source[0] < w.source[1] <= len(source) for w in timeline.words)
    # What failed could not be spoken: no sentence with something the voice can read is lost.
    for event in events:
        if isinstance(event, Failed):
            assert not spoken.speech_text(event.job.readings).strip()

    made = cues.group(
        timeline.words,
        cues.parse_grouping(how),
        cues.PROFILES["narration"],
        duration=timeline.duration,
        language=language,
    )
    captions = pysrt.from_string(subtitles.to_srt(made).decode())
    expected = unicodedata.normalize("NFC", "".join(shown))
    read_back = unicodedata.normalize("NFC", "".join(letters("".join(c.text for c in captions))))
    assert read_back == expected


def test_an_edit_costs_one_sentence_and_a_pause_costs_none():
    text = "One fish. Two fish. Red fish. Blue fish."
    takes, engine = MemoryTakes(), FakeEngine()
    first = synthesis.jobs(script.read(text), "weights")
    list(synthesis.render(synthesis.missing(first, takes), engine, takes))
    assert engine.spoken == ["One fish.", "Two fish.", "Red fish.", "Blue fish."]
    edited = synthesis.jobs(script.read(text.replace("Red", "Old")), "weights")
    assert [job.sentence.text for job in synthesis.missing(edited, takes)] == ["Old fish."]
    paused = script.read("One fish. [pause 2s] Two [pause 0.5s] fish.\n\nRed fish. Blue fish.")
    assert synthesis.missing(synthesis.jobs(paused, "weights"), takes) == ()


def test_the_same_sentence_twice_is_rendered_once():
    jobs = synthesis.jobs(script.read("Yes. No. Yes."), "weights")
    assert [job.sentence.text for job in synthesis.missing(jobs, MemoryTakes())] == ["Yes.", "No."]


def test_a_sentence_that_fails_does_not_stop_the_others():
    jobs = synthesis.jobs(script.read("One fish. Two fish. Red fish."), "weights")
    events = list(synthesis.render(jobs, FakeEngine(failing=["Two"]), MemoryTakes()))
    assert [type(event).__name__ for event in events] == ["Ready", "Failed", "Ready"]
