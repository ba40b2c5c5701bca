"""The script typed anew: what stays, what goes, and how much is read again."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import edits, script
from studio.document import Document, Pause, Sentence, Spelling
from studio.edits.rereading import Part, changed_part
from studio.errors import SentenceUnknown, VoiceUnknown
from tests.narrations import HARBOR, harbor, key_of, take_of


def texts(document: Document) -> list[str]:
    return [sentence.text for sentence in document.sentences]


def with_everything() -> Document:
    """s2 has all that an author can give to a sentence."""
    paper = edits.set_voice(harbor(), ["s2"], "bm_george")
    paper = edits.set_speed(paper, ["s2"], 0.9)
    take = take_of(paper.sentences[1])
    paper = edits.move_word(paper, "s2", take, 1, 7_000, 12_000)
    paper = edits.rename_word(paper, "s2", take, 0, "Seagulls")
    paper = edits.break_caption(paper, "s2", 12)
    paper = edits.join_caption(paper, "s2", 0)
    return edits.lock(paper, {"s2": take.key})


def typed(document: Document, old: str, new: str) -> Document:
    assert document.source.count(old) == 1
    return edits.retype(document, document.source.replace(old, new))


# --- a new narration


def test_a_new_narration() -> None:
    paper = edits.begin(HARBOR, voice="bf_emma", speed=1.2)
    assert texts(paper) == [
        "The harbor wakes early.",
        "Gulls argue over the boats.",
        "Nobody minds; it is home.",
    ]
    assert [len(paragraph.sentences) for paragraph in paper.paragraphs] == [2, 1]
    assert {(s.voice, s.speed, s.language) for s in paper.sentences} == {("bf_emma", 1.2, "en-gb")}
    assert paper.source == HARBOR
    assert edits.script_span(paper, "s3") == (53, 78)


def test_a_new_narration_in_markdown_stays_markdown() -> None:
    paper = edits.begin("One.\n\n[two]\n\n[two]: https://x.org", markdown=True)
    assert texts(paper) == ["One.", "two"]
    assert texts(typed(paper, "One", "First")) == ["First.", "two"]


def test_a_new_narration_of_nothing() -> None:
    assert edits.begin("").paragraphs == ()
    assert edits.begin(" ... \n").paragraphs == ()


def test_a_new_narration_without_such_a_voice() -> None:
    with pytest.raises(VoiceUnknown):
        edits.begin("Hi.", voice="nobody")


# --- what stays


def test_a_sentence_elsewhere_is_the_same_object() -> None:
    paper = with_everything()
    changed = typed(paper, "The harbor", "Our harbor")
    assert changed.sentences[1] is paper.sentences[1]
    assert changed.paragraphs[1].sentences is paper.paragraphs[1].sentences
    below = typed(paper, "Nobody", "No one")
    assert below.paragraphs[0] is paper.paragraphs[0]


def test_the_same_script_is_the_same_narration() -> None:
    paper = with_everything()
    assert edits.retype(paper, paper.source) is paper


def test_a_sentence_keeps_everything_wherever_it_goes() -> None:
    paper = with_everything()
    own = paper.sentences[1]
    moved = edits.retype(
        paper, "Nobody minds; it is home.\n\nGulls argue over the boats.\n\nIt rained."
    )
    found = moved.sentences[1]
    assert found.id == "s2"
    assert replace(found, source=own.source) == own


def test_markup_and_pauses_come_from_the_script() -> None:
    paper = typed(with_everything(), "over the", "over [pause 1s] *the*")
    sentence = paper.sentences[1]
    assert sentence.pauses == (Pause(17, 24_000),)
    assert sentence.locked
    assert sentence.timing is not None


def test_a_new_sentence_speaks_like_its_place() -> None:
    paper = typed(with_everything(), "boats.", "boats. They win.")
    assert [s.voice for s in paper.sentences] == ["af_heart", "bm_george", "bm_george", "af_heart"]
    assert paper.sentences[2].id == "s4"
    assert not paper.sentences[2].locked


def test_when_everything_is_deleted_the_voice_stays() -> None:
    paper = edits.begin("Hello there.", voice="am_adam", speed=1.5)
    paper = edits.set_voice(paper, ["s1"], "bf_lily")
    paper = edits.retype(edits.retype(paper, ""), "Something new.")
    assert [(s.voice, s.speed, s.language) for s in paper.sentences] == [("bf_lily", 1.5, "en-gb")]


def test_what_is_set_for_the_whole_stays() -> None:
    paper = edits.set_title(edits.set_gaps(harbor(), sentence_gap=480), "Harbor")
    changed = typed(paper, "Nobody", "No one")
    assert (changed.title, changed.sentence_gap) == ("Harbor", 480)


# --- a changed sentence


def test_a_changed_sentence_keeps_breaks_and_spellings_but_no_take() -> None:
    paper = with_everything()
    changed = typed(paper, "argue over", "quarrel loudly over").sentences[1]
    assert changed.text == "Gulls quarrel loudly over the boats."
    assert changed.breaks == (21,)
    assert changed.joins == (0,)
    assert changed.spellings == (Spelling(0, 5, "Seagulls"),)
    assert (changed.kept, changed.timing) == ("", None)
    assert (changed.voice, changed.speed) == ("bm_george", 0.9)


def test_a_break_stays_before_a_word_that_is_corrected() -> None:
    changed = typed(with_everything(), "over", "about").sentences[1]
    assert changed.breaks == (12,)


def test_a_spelling_goes_with_its_word() -> None:
    changed = typed(with_everything(), "Gulls", "Crows").sentences[1]
    assert changed.spellings == ()
    assert changed.joins == (0,)


def test_breaks_go_with_their_words_when_a_sentence_is_cut_or_joined() -> None:
    paper = edits.break_caption(with_everything(), "s2", 17)
    cut = typed(paper, "argue over", "argue. Over")
    assert [(s.text, s.breaks) for s in cut.sentences[1:3]] == [
        ("Gulls argue.", ()),
        ("Over the boats.", (0, 5)),
    ]
    joined = typed(paper, "early. Gulls", "early, gulls")
    assert joined.sentences[0].text == "The harbor wakes early, gulls argue over the boats."
    assert joined.sentences[0].breaks == (36, 41)


def test_breaks_stay_when_a_word_is_replaced_everywhere() -> None:
    paper = edits.begin("The cat sat. The cat ran.\n\nA cat came, and a cat left.")
    for sentence, at in (("s1", 8), ("s2", 4), ("s3", 12)):
        paper = edits.break_caption(paper, sentence, at)
    changed = edits.retype(paper, paper.source.replace("cat", "tiger"))
    assert texts(changed) == ["The tiger sat.", "The tiger ran.", "A tiger came, and a tiger left."]
    assert [s.breaks for s in changed.sentences] == [(10,), (4,), (14,)]


def test_breaks_in_japanese() -> None:
    paper = edits.begin("朝の港は静かです。", voice="jf_alpha")
    paper = edits.break_caption(paper, "s1", 4)
    changed = typed(paper, "朝の", "夜明けの")
    assert [(s.text, s.breaks) for s in changed.sentences] == [("夜明けの港は静かです。", (6,))]


def test_locks_that_were_lost() -> None:
    paper = with_everything()
    changed = typed(paper, "argue", "quarrel")
    assert edits.lost_locks(paper, changed) == (paper.sentences[1],)
    assert edits.lost_locks(paper, typed(paper, "Nobody", "No one")) == ()
    assert edits.lost_locks(paper, edits.retype(paper, "")) == (paper.sentences[1],)


# --- locks, voices


def test_a_locked_sentence_is_passed_by() -> None:
    paper = edits.lock(harbor(), {"s2": key_of(harbor().sentences[1])})
    changed = edits.set_speed(edits.set_voice(paper, None, "bm_george"), None, 2)
    assert [s.voice for s in changed.sentences] == ["bm_george", "af_heart", "bm_george"]
    assert [s.speed for s in changed.sentences] == [2.0, 1.0, 2.0]
    assert (changed.voice, changed.speed, changed.language) == ("bm_george", 2.0, "en-gb")
    assert edits.unlock(changed, None).sentences[1] == harbor().sentences[1]


# --- pause tags that cannot be read


def test_a_pause_tag_without_a_length_is_read_as_nothing() -> None:
    paper = typed(harbor(), "harbor", "harbor [pause 20s]")
    assert texts(paper)[0] == "The harbor wakes early."
    assert edits.unreadable_pauses(paper.source) == ((11, 22),)
    assert edits.script_span(paper, "s1") == (0, 35)
    assert typed(paper, "20s", "2s").sentences[0].pauses == (Pause(11, 48_000),)


@pytest.mark.parametrize(
    ("source", "spans"),
    [
        ("[pause 1s] a [pause]", ((13, 20),)),
        ("[pause][pause 99]", ((0, 7), (7, 17))),
        ("[pause for thought](https://x.org)", ()),
        ("[pause, then](https://x.org)", ()),
    ],
)
def test_which_pause_tags_cannot_be_read(source: str, spans: tuple) -> None:
    assert edits.unreadable_pauses(source) == spans


def test_pause_tags_inside_each_other() -> None:
    assert texts(edits.begin("One [pause [pause 20s] 20s] two.")) == ["One two."]
    kept = edits.begin("One [pause 0 gull. [pause ran s]Stop! Four 3s] two.")
    assert texts(kept) == ["One pause 0 gull.", "Stop!", "Four 3s two."]


# --- places


def test_the_sentence_at_a_place_of_the_script() -> None:
    paper = typed(harbor(), "The harbor", "Our old harbor")
    found = [edits.sentence_at(paper, offset) for offset in (0, 26, 27, 28, 56, 57, 81, 99)]
    assert [s.id if s else None for s in found] == [
        "s4", "s4", "s4", "s2", "s2", "s3", "s3", "s3",
    ]  # fmt: skip
    assert edits.sentence_at(edits.begin("...  "), 0) is None
    first = edits.sentence_at(edits.begin("\n\nOne."), 0)
    assert first is not None
    assert first.text == "One."


def test_no_such_sentence() -> None:
    with pytest.raises(SentenceUnknown) as caught:
        edits.set_voice(harbor(), ["s1", "s9"], "af_heart")
    assert caught.value.sentence == "s9"
    for verb in (edits.find, edits.script_span):
        with pytest.raises(SentenceUnknown):
            verb(harbor(), "s9")


# --- how much is read again

LINES = "One.\n\nTwo.\n\n[pause 1s]\n\nThree.\n\nFour.\n\nFive.\n\nSix."


def test_only_what_was_touched_and_one_paragraph_on_either_side() -> None:
    paper = edits.begin(LINES)
    four = LINES.index("Four")
    part = changed_part(paper, LINES.replace("Four", "For"))
    assert part == Part(2, 5, LINES.index("Three"), LINES.index("Six"), -1)
    assert part.start < four < part.end


@pytest.mark.parametrize(
    "source",
    [
        LINES + "\nwrapped here.",  # the width of the page may count
        LINES + "\rSeven.",
        "\xad" + LINES,
    ],
)
def test_everything_where_paragraphs_depend_on_each_other(source: str) -> None:
    assert changed_part(edits.begin(LINES), source) == Part(
        0, 6, 0, len(LINES), len(source) - len(LINES)
    )


PIECES = st.sampled_from(
    ["One two.", "Three!", " ", "\n", "\n\n", "\n \n", "[pause 1s]", "[pause\n1s]", "[pause 20s]",
     "- ", "# ", "> ", "Dr. Who", "low", "“Quote”", "***", ".", "*", "é.", "…", "1] ",
     "`", "(", "["]
)  # fmt: skip
SCRIPTS = st.lists(PIECES, max_size=25).map("".join)
CHANGES = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.lists(PIECES, max_size=3).map("".join)),
    min_size=1,
    max_size=4,
)


def as_read(document: Document) -> list[list[tuple]]:
    """The sentences with the place of each character in the script."""
    return [
        [
            (s.text, [p.span(s, i, i + 1) for i in range(len(s.text))], s.pauses, s.pins)
            for s in p.sentences
        ]
        for p in document.paragraphs
    ]


@given(SCRIPTS, CHANGES)
def test_reading_a_part_again_is_reading_it_all(source: str, changes: list) -> None:
    paper = edits.begin(source)
    for a, b, new in changes:
        start, end = sorted((round(a * len(paper.source)), round(b * len(paper.source))))
        paper = edits.retype(paper, paper.source[:start] + new + paper.source[end:])
        assert as_read(paper) == as_read(edits.begin(paper.source))
        ids = [sentence.id for sentence in paper.sentences]
        assert len(set(ids)) == len(ids)


def test_typing_in_a_long_script_is_quick() -> None:
    paragraph = "It was late. The harbor was quiet, and nobody saw the boat come in. " * 4
    source = "\n\n".join([paragraph.strip()] * 1_000)
    paper = edits.begin(source)
    assert len(paper.sentences) == 8_000
    spans = []
    for _ in range(5):
        source = "A" + source
        began = time.perf_counter()
        paper = edits.retype(paper, source)
        spans.append(time.perf_counter() - began)
    assert paper.sentences[0].text == "AAAAAIt was late."
    assert min(spans) < 0.1  # all of it takes most of a second


def test_a_document_read_elsewhere_can_be_typed_in() -> None:
    read = replace(script.read(HARBOR), source=HARBOR)
    assert texts(typed(read, "Nobody", "No one"))[2] == "No one minds; it is home."
    bare = Document(
        (replace(read.paragraphs[0], sentences=(Sentence("s1", "Hi."),)),), source="Hi."
    )
    assert texts(edits.retype(bare, "Hi. You.")) == ["Hi.", "You."]
