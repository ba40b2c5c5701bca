"""Where captions begin by the author's will, and what they show."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import cues, edits
from studio.document import Document
from studio.edits import WordPlace, WordRange
from studio.errors import (
    CaptionEmpty,
    CaptionUnclear,
    OffsetOutOfRange,
    SentenceUnknown,
    WordUnknown,
)
from studio.timeline import Timeline, layout
from tests.narrations import harbor, take_of


def lay(document: Document) -> Timeline:
    return layout(document, lambda sentence: edits.edited(sentence, take_of(sentence)))


def cue_texts(document: Document, grouping: str = "words:4") -> list[str]:
    timeline = lay(document)
    breaks, joins = edits.breaks_and_joins(document, timeline)
    found = cues.divide(
        timeline.words,
        cues.parse_grouping(grouping),
        cues.find_profile("narration"),
        breaks=breaks,
        joins=joins,
    )
    return [cue.text for cue in found]


# --- breaks and joins


def test_a_caption_begins_where_the_author_says() -> None:
    paper = edits.break_caption(harbor(), "s2", 12)
    assert paper.sentences[1].breaks == (12,)
    assert edits.breaks_and_joins(paper, lay(paper)) == ({6}, set())
    assert cue_texts(paper) == [
        "The harbor wakes early.",
        "Gulls argue",
        "over the boats.",
        "Nobody minds; it is",
        "home.",
    ]


def test_captions_joined_across_a_sentence() -> None:
    paper = edits.join_caption(harbor(), "s2", 0)
    assert edits.breaks_and_joins(paper, lay(paper)) == (set(), {4})
    assert cue_texts(paper)[0] == "The harbor wakes early. Gulls argue over the"


def test_a_place_is_broken_or_joined_or_free() -> None:
    paper = edits.break_caption(harbor(), "s2", 12)
    joined = edits.join_caption(paper, "s2", 12)
    assert (joined.sentences[1].breaks, joined.sentences[1].joins) == ((), (12,))
    assert edits.break_caption(joined, "s2", 12) == paper
    assert edits.free_caption(joined, "s2", 12) == harbor()
    assert edits.break_caption(paper, "s2", 12) is paper


def test_places_stand_in_order_and_a_blank_means_the_word_after_it() -> None:
    paper = edits.break_caption(harbor(), "s2", 17)
    paper = edits.break_caption(paper, "s2", 5)
    assert paper.sentences[1].breaks == (6, 17)


@pytest.mark.parametrize("at", [-1, 27])
def test_no_such_place(at: int) -> None:
    with pytest.raises(OffsetOutOfRange):
        edits.break_caption(harbor(), "s2", at)


def test_breaks_survive_another_voice_and_words_moved() -> None:
    paper = edits.break_caption(harbor(), "s2", 12)
    paper = edits.set_voice(paper, None, "bm_george")
    take = take_of(paper.sentences[1])
    paper = edits.nudge(paper, "s2", take, 2, 240)
    assert edits.breaks_and_joins(paper, lay(paper)) == ({6}, set())


def test_a_break_inside_a_joined_word_waits() -> None:
    paper = harbor()
    joined = edits.join_words(paper, "s2", take_of(paper.sentences[1]), 1, 3)
    broken = edits.break_caption(joined, "s2", 12)
    assert edits.breaks_and_joins(broken, lay(broken)) == (set(), set())
    assert edits.breaks_and_joins(
        edits.reset_words(broken, "s2"), lay(edits.reset_words(broken, "s2"))
    ) == ({6}, set())


def test_a_break_in_a_sentence_without_a_take() -> None:
    paper = edits.break_caption(harbor(), "s2", 12)
    timeline = layout(paper, lambda s: None if s.id == "s2" else take_of(s))
    assert edits.breaks_and_joins(paper, timeline) == (set(), set())


def test_where_a_word_of_the_timeline_stands() -> None:
    paper = edits.retype(harbor(), "So it goes.\n\n" + harbor().source)
    timeline = lay(paper)
    assert [word.text for word in timeline.words[7:9]] == ["Gulls", "argue"]
    assert edits.word_place(paper, timeline, 8) == WordPlace("s2", 1, 6)
    assert edits.word_place(paper, timeline, 0) == WordPlace("s4", 0, 0)
    with pytest.raises(WordUnknown):
        edits.word_place(paper, timeline, 99)
    with pytest.raises(SentenceUnknown):
        edits.word_place(harbor(), timeline, 8)


# --- the text of a caption

# Nobody minds; it is home.


def part(document: Document, sentence: int = 2, first: int = 0, last: int = 4) -> WordRange:
    found = document.sentences[sentence]
    return WordRange(found.id, take_of(found), first, last)


def words(document: Document, sentence: int = 2) -> list[str]:
    found = document.sentences[sentence]
    return [word.text for word in edits.words_of(found, take_of(found))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nobody cares; it is home.", ["Nobody", "cares;", "it", "is", "home."]),
        ("No-one minds; it was home.", ["No-one", "minds;", "it", "was", "home."]),
        ("Nobody minds; it’s home.", ["Nobody", "minds;", "it’s", "home."]),
        ("Nobody minds; it is at home.", ["Nobody", "minds;", "it", "is at", "home."]),
        ("Well, nobody minds; it is home.", ["Well, nobody", "minds;", "it", "is", "home."]),
        ("Yes. Nobody minds; it is home.", ["Yes. Nobody", "minds;", "it", "is", "home."]),
        ("Nobody minds; it is home. Yes.", ["Nobody", "minds;", "it", "is", "home. Yes."]),
        ("minds; it is home.", ["minds;", "it", "is", "home."]),
        ("Nobody minds; it is", ["Nobody", "minds;", "it", "is"]),
        ("Nobody minds; home.", ["Nobody", "minds;", "home."]),
        ("Home.", ["Home."]),
        ("a b c d e", ["a", "b", "c", "d", "e"]),
    ],
)
def test_a_caption_typed_anew(text: str, expected: list[str]) -> None:
    paper = harbor()
    assert words(edits.set_caption_text(paper, [part(paper)], text)) == expected


def test_a_caption_typed_as_it_is() -> None:
    paper = harbor()
    same = edits.set_caption_text(paper, [part(paper)], " Nobody minds;\nit is home. ")
    assert same is paper


def test_a_part_of_a_sentence() -> None:
    paper = harbor()
    changed = edits.set_caption_text(paper, [part(paper, first=1, last=2)], "cares: it")
    assert words(changed) == ["Nobody", "cares:", "it", "is", "home."]


def test_a_caption_over_two_sentences() -> None:
    paper = harbor()
    parts = [part(paper, 0, 2, 3), part(paper, 1, 0, 1)]  # wakes early. | Gulls argue
    changed = edits.set_caption_text(paper, parts, "wakes very early. Gulls argue")
    assert words(changed, 0) == ["The", "harbor", "wakes very", "early."]
    changed = edits.set_caption_text(paper, parts, "wakes late, the gulls argue")
    assert words(changed, 0) == ["The", "harbor", "wakes", "late,"]
    assert words(changed, 1) == ["the gulls", "argue", "over", "the", "boats."]
    with pytest.raises(CaptionUnclear):
        edits.set_caption_text(paper, parts, "wakes!")


def test_words_that_touch() -> None:
    paper = edits.begin("He left—she stayed.")
    sentence = paper.sentences[0]
    take = take_of(sentence)
    paper = edits.split_word(paper, "s1", take, 1, 8)
    parts = [WordRange("s1", take, 0, 3)]
    assert words(paper, 0) == ["He", "left—", "she", "stayed."]
    changed = edits.set_caption_text(paper, parts, "He left—they stayed.")
    assert words(changed, 0) == ["He", "left—", "they", "stayed."]
    changed = edits.set_caption_text(paper, parts, "He left— she stayed.")
    assert words(changed, 0) == ["He", "left— she", "stayed."]


def test_a_caption_without_text() -> None:
    paper = harbor()
    with pytest.raises(CaptionEmpty):
        edits.set_caption_text(paper, [part(paper)], " ")


@given(st.data())
def test_a_caption_shows_what_was_typed(data: st.DataObject) -> None:
    pieces = st.sampled_from(["a", "b", "ab", "a—", "—", "c."])
    separators = st.sampled_from([" ", " ", ""])
    text = st.lists(st.tuples(pieces, separators), min_size=1, max_size=6).map(
        lambda found: "".join(piece + separator for piece, separator in found).strip()
    )
    paper = edits.begin("a " + data.draw(text))
    take = take_of(paper.sentences[0])
    for place in [m.start() + 1 for m in re.finditer("—", paper.sentences[0].text)]:
        for index, word in enumerate(edits.words_of(paper.sentences[0], take)):
            if word.source[0] < place < word.source[1]:
                paper = edits.split_word(paper, "s1", take, index, place)
    count = len(edits.words_of(paper.sentences[0], take))
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, count - 1)] * 2)))
    wanted = data.draw(text)
    changed = edits.set_caption_text(paper, [WordRange("s1", take, first, last)], wanted)
    after = edits.words_of(changed.sentences[0], take)
    last -= count - len(after)
    shown = after[first].text
    for a, b in pairwise(after[first : last + 1]):
        shown += ("" if a.source[1] == b.source[0] else " ") + b.text
    assert shown == wanted
