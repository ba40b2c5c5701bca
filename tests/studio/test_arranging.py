"""A narration arranged paragraph by paragraph is the same as one arranged as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from studio import cues, edits, timeline
from studio.arranging import Arrangement, Arranger
from studio.document import Document, Sentence
from studio.errors import StudioError
from studio.takes import TakeInfo
from tests.narrations import harbor, take_of

PIECES = (
    "Gulls argue. ", "Nobody minds; it is home. ", "Wait, ", "\n\n", "\n\n", "[pause 0.5s] ",
    "Is it one, or two, or rather three of those unbelievably long boats? ", "No! ", "<i>so</i> ",
)  # fmt: skip


def plain(document: Document, takes: Callable[[Sentence], TakeInfo | None]) -> Arrangement:
    """What the plain functions make of a whole document."""

    def edited(sentence: Sentence) -> TakeInfo | None:
        take = takes(sentence)
        return take and edits.edited(sentence, take)

    whole = timeline.layout(document, edited)
    profile = cues.find_profile(document.profile)
    grouping = cues.parse_grouping(document.grouping or str(profile.grouping))
    breaks, joins = edits.breaks_and_joins(document, whole)
    found = cues.group(
        whole.words,
        grouping,
        profile,
        duration=whole.duration,
        language=document.language,
        breaks=breaks,
        joins=joins,
    )
    findings = cues.findings(found, whole.words, profile, duration=whole.duration)
    places = {sentence.id: index for index, sentence in enumerate(whole.sentences)}
    return Arrangement(document, whole, found, findings, places)


def without_times(sentence: Sentence) -> TakeInfo:
    take = take_of(sentence)
    return replace(take, words=())


@st.composite
def changes(draw: st.DrawFn) -> Callable[[Document], Document]:
    """An edit of any document, which may be none."""
    where, size = draw(st.floats(0, 1, exclude_max=True)), draw(st.integers(0, 12))
    text = "".join(draw(st.lists(st.sampled_from(PIECES), max_size=3)))
    kind = draw(
        st.sampled_from(
            ("type", "type", "type", "move", "join", "break", "join caption", "speed", "gaps",
             "profile", "grouping")
        )
    )  # fmt: skip

    def change(document: Document) -> Document:
        if kind == "type":
            at = round(where * len(document.source))
            source = document.source[:at] + text + document.source[at + size :]
            return edits.retype(document, source)
        if kind == "gaps":
            return edits.set_gaps(document, sentence_gap=size * 100, paragraph_gap=size * 2_000)
        if kind == "profile":
            return edits.set_profile(document, ("narration", "shorts", "broadcast")[size % 3])
        if kind == "grouping":
            return edits.set_grouping(document, ("words:3", "phrases:5", "lines", "")[size % 4])
        sentences = document.sentences
        if not sentences:
            return document
        sentence = sentences[int(where * len(sentences))]
        take = take_of(sentence)
        index = size % len(take.words)
        word = edits.words_of(sentence, take)[min(index, len(take.words) - 1)]
        if kind == "move":
            return edits.shift_words(document, sentence.id, take, index, index, 120 * size)
        if kind == "join":
            return edits.join_words(document, sentence.id, take, 0, index)
        if kind == "speed":
            return edits.set_speed(document, [sentence.id], 1 + size / 20)
        verb = edits.break_caption if kind == "break" else edits.join_caption
        return verb(document, sentence.id, word.source[0])

    return change


@settings(max_examples=150, deadline=None)
@given(
    start=st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    steps=st.lists(changes(), max_size=6),
    back=st.booleans(),
    missing=st.sampled_from(("", "minds", "Gulls", "Wait")),
    silent=st.sampled_from(("", "argue", "Is")),
)
def test_the_same_as_from_scratch(start, steps, back, missing, silent) -> None:
    """After any edits, and undone again, with sentences that have no take or one without words."""

    def takes(sentence: Sentence) -> TakeInfo | None:
        if missing and missing in sentence.text:
            return None
        if silent and silent in sentence.text:
            return without_times(sentence)
        return take_of(sentence)

    arranger = Arranger(takes)
    documents = [edits.begin(start)]
    for step in steps:
        try:
            documents.append(step(documents[-1]))
        except (StudioError, IndexError):
            continue
    for document in [*documents, *(documents[::-1] if back else [])]:
        assert arranger.arrange(document) == plain(document, takes)


def test_only_what_changed_is_made_again() -> None:
    asked: list[str] = []

    def takes(sentence: Sentence) -> TakeInfo:
        asked.append(sentence.text)
        return known.setdefault(sentence.text, take_of(sentence))

    known: dict[str, TakeInfo] = {}
    arranger = Arranger(takes)
    document = harbor()
    before = arranger.arrange(document)
    assert [word.text for word in before.timeline.words][-2:] == ["is", "home."]
    after = arranger.arrange(edits.set_voice(document, ["s3"], "am_michael"))
    assert after.timeline.words[0] is before.timeline.words[0]
    assert after.cues[0] is before.cues[0]
    assert after.timeline.words[-1] is not before.timeline.words[-1]


def test_what_was_given_up_halfway_is_not_done_again() -> None:
    arranger = Arranger(take_of)
    steps = arranger.steps(harbor())
    next(steps)
    steps.close()
    assert arranger.arrange(harbor()) == plain(harbor(), take_of)


def test_silences_of_two_paragraphs_are_one() -> None:
    document = edits.begin("One.[pause 1s]\n\n[pause 0.5s] Two.")
    clips = Arranger(take_of).arrange(document).timeline.clips
    assert [(clip.key is None, clip.start, clip.samples) for clip in clips] == [
        (False, 0, 12_000),
        (True, 12_000, 24_000 + 9_600 + 12_000),
        (False, 57_600, 12_000),
    ]


def test_nothing_is_arranged_as_nothing() -> None:
    assert Arranger(take_of).arrange(Document()) == Arrangement()
