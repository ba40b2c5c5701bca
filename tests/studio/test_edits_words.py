"""Words moved, split, joined and spelled by the author."""

from __future__ import annotations

from dataclasses import replace

import pytest

from studio import edits
from studio.document import Document, Sentence, Spelling, Word
from studio.errors import CaptionEmpty, OffsetOutOfRange, WordIndivisible, WordUnknown
from studio.takes import TakeInfo
from tests.narrations import harbor, take_of

# s3: Nobody 2400–7200, minds; 7200–12000, it 14400–19200, is 19200–24000, home. 24000–28800;
# the take has 33600 samples.
NOBODY, MINDS, IT, IS, HOME = range(5)


@pytest.fixture
def paper() -> Document:
    return harbor()


def third(document: Document) -> Sentence:
    return document.sentences[2]


def take(document: Document) -> TakeInfo:
    return take_of(third(document))


def times(document: Document) -> list[tuple[int, int]]:
    words = edits.words_of(third(document), take(document))
    return [(word.start, word.end) for word in words]


def texts(document: Document) -> list[str]:
    return [word.text for word in edits.words_of(third(document), take(document))]


def moved(document: Document, index: int, start: int, end: int, free: bool = False) -> list:
    return times(edits.move_word(document, "s3", take(document), index, start, end, free=free))


# --- moving


def test_words_are_those_of_the_take_until_somebody_moves_one(paper: Document) -> None:
    assert edits.words_of(third(paper), take(paper)) == take(paper).words
    assert edits.edited(third(paper), take(paper)) == take(paper)
    assert times(paper) == [
        (2_400, 7_200),
        (7_200, 12_000),
        (14_400, 19_200),
        (19_200, 24_000),
        (24_000, 28_800),
    ]


def test_a_neighbour_that_touches_follows(paper: Document) -> None:
    assert moved(paper, MINDS, 6_000, 12_000)[:3] == [
        (2_400, 6_000),
        (6_000, 12_000),
        (14_400, 19_200),
    ]
    assert moved(paper, MINDS, 8_000, 12_000)[:2] == [(2_400, 8_000), (8_000, 12_000)]
    assert moved(paper, IS, 19_200, 25_000)[3:] == [(19_200, 25_000), (25_000, 28_800)]


def test_a_free_edge_leaves_its_neighbour(paper: Document) -> None:
    assert moved(paper, MINDS, 8_000, 12_000, free=True)[:2] == [(2_400, 7_200), (8_000, 12_000)]
    assert moved(paper, MINDS, 6_000, 12_000, free=True)[:2] == [(2_400, 7_200), (7_200, 12_000)]


def test_a_neighbour_apart_is_not_pushed(paper: Document) -> None:
    assert moved(paper, MINDS, 7_200, 18_000)[1:3] == [(7_200, 14_400), (14_400, 19_200)]


def test_no_word_is_shorter_than_20_ms(paper: Document) -> None:
    assert moved(paper, MINDS, 0, 12_000)[:2] == [(2_400, 2_880), (2_880, 12_000)]
    assert moved(paper, MINDS, 7_200, 0)[:2] == [(2_400, 7_200), (7_200, 7_680)]
    assert moved(paper, IS, 50_000, 24_000)[2:4] == [(14_400, 23_520), (23_520, 24_000)]


def test_a_word_stays_within_its_take(paper: Document) -> None:
    assert moved(paper, NOBODY, -900, 7_200)[0] == (0, 7_200)
    assert moved(paper, HOME, 24_000, 99_000)[4] == (24_000, 33_600)


def test_a_word_moved_as_it_is_keeps_its_length(paper: Document) -> None:
    assert moved(paper, IS, 20_200, 25_000)[2:] == [
        (14_400, 20_200),
        (20_200, 25_000),
        (25_000, 28_800),
    ]
    assert moved(paper, IS, 90_000, 94_800)[2:] == [
        (14_400, 23_520),
        (23_520, 28_320),
        (28_320, 28_800),
    ]
    assert moved(paper, MINDS, 90_000, 94_800)[1:3] == [(9_600, 14_400), (14_400, 19_200)]


def test_both_edges_at_once(paper: Document) -> None:
    assert moved(paper, IS, 19_000, 26_000)[2:] == [
        (14_400, 19_000),
        (19_000, 26_000),
        (26_000, 28_800),
    ]
    assert moved(paper, IS, 30_000, 10_000)[2:] == [
        (14_400, 27_840),
        (27_840, 28_320),
        (28_320, 28_800),
    ]


def test_moving_an_edge_and_nudging(paper: Document) -> None:
    by_edge = edits.move_edge(paper, "s3", take(paper), MINDS, "end", 13_000)
    assert times(by_edge)[1] == (7_200, 13_000)
    by_edge = edits.move_edge(paper, "s3", take(paper), IT, "start", 13_000)
    assert times(by_edge)[2] == (13_000, 19_200)
    nudged = edits.nudge(paper, "s3", take(paper), IT, -240)
    assert times(nudged)[2:4] == [(14_160, 18_960), (18_960, 24_000)]
    nudged = edits.nudge(paper, "s3", take(paper), IT, 240, "end")
    assert times(nudged)[2:4] == [(14_400, 19_440), (19_440, 24_000)]
    nudged = edits.nudge(paper, "s3", take(paper), IT, 240, "start", free=True)
    assert times(nudged)[2] == (14_640, 19_200)


def test_words_shifted_together(paper: Document) -> None:
    shifted = edits.shift_words(paper, "s3", take(paper), IT, HOME, 99_000)
    assert times(shifted)[1:] == [
        (7_200, 12_000),
        (19_200, 24_000),
        (24_000, 28_800),
        (28_800, 33_600),
    ]
    assert edits.shift_words(paper, "s3", take(paper), NOBODY, HOME, 0) is paper


def test_what_is_moved_is_no_estimate_any_more(paper: Document) -> None:
    guessed = replace(
        take(paper), words=tuple(replace(word, estimated=True) for word in take(paper).words)
    )
    changed = edits.move_word(paper, "s3", guessed, IT, 14_400, 18_000)
    words = edits.words_of(third(changed), guessed)
    assert [word.estimated for word in words] == [True, True, False, True, True]


def test_moving_back_leaves_no_trace(paper: Document) -> None:
    there = edits.move_word(paper, "s3", take(paper), IT, 14_000, 19_200)
    back = edits.move_word(there, "s3", take(paper), IT, 14_400, 19_200)
    assert third(back).timing is None
    assert back == paper


def test_words_belong_to_one_take(paper: Document) -> None:
    moved_one = edits.move_word(paper, "s3", take(paper), IT, 14_000, 19_200)
    other_voice = edits.set_voice(moved_one, ["s3"], "af_bella")
    assert times(other_voice) == times(paper)
    again = edits.set_voice(other_voice, ["s3"], "af_heart")
    assert times(again) == times(moved_one)


def test_words_beyond_a_shorter_take_of_the_same_key_count_for_nothing(paper: Document) -> None:
    late = edits.move_word(paper, "s3", take(paper), HOME, 24_000, 33_600)
    shorter = replace(take(paper), samples=30_000)
    assert edits.words_of(third(late), shorter) == take(paper).words


def test_words_as_the_take_has_them(paper: Document) -> None:
    changed = edits.move_word(paper, "s3", take(paper), IT, 14_000, 19_200)
    assert edits.reset_words(changed, "s3") == paper
    assert edits.reset_words(paper, "s3") is paper


@pytest.mark.parametrize("index", [-1, 5])
def test_a_word_that_is_not_there(paper: Document, index: int) -> None:
    with pytest.raises(WordUnknown) as caught:
        edits.move_word(paper, "s3", take(paper), index, 0, 100)
    assert (caught.value.word, caught.value.words) == (index, 5)


# --- splitting and joining


def test_a_word_split_in_proportion(paper: Document) -> None:
    split = edits.split_word(paper, "s3", take(paper), NOBODY, 2)
    words = edits.words_of(third(split), take(paper))
    assert words[:3] == (
        Word("No", 2_400, 4_000, (0, 2)),
        Word("body", 4_000, 7_200, (2, 6)),
        Word("minds;", 7_200, 12_000, (7, 13)),
    )


def test_a_word_split_at_a_time(paper: Document) -> None:
    def times_split(time: int) -> list[tuple[int, int]]:
        return times(edits.split_word(paper, "s3", take(paper), NOBODY, 2, time))[:2]

    assert times_split(5_000) == [(2_400, 5_000), (5_000, 7_200)]
    assert times_split(0) == [(2_400, 2_880), (2_880, 7_200)]
    assert times_split(90_000) == [(2_400, 6_720), (6_720, 7_200)]


def test_words_joined_and_split_again(paper: Document) -> None:
    joined = edits.join_words(paper, "s3", take(paper), MINDS, IS)
    assert texts(joined) == ["Nobody", "minds; it is", "home."]
    assert times(joined) == [(2_400, 7_200), (7_200, 24_000), (24_000, 28_800)]
    split = edits.split_word(joined, "s3", take(paper), MINDS, 14)
    words = edits.words_of(third(split), take(paper))
    assert [(word.text, word.source) for word in words[1:3]] == [
        ("minds;", (7, 13)),
        ("it is", (14, 19)),
    ]


def test_joining_one_word_is_nothing(paper: Document) -> None:
    assert edits.join_words(paper, "s3", take(paper), IT, IT) is paper


def test_captions_do_not_break_inside_a_joined_word(paper: Document) -> None:
    paper = edits.break_caption(paper, "s3", 7)
    paper = edits.break_caption(paper, "s3", 14)
    paper = edits.join_caption(paper, "s3", 17)
    joined = third(edits.join_words(paper, "s3", take(paper), MINDS, IS))
    assert (joined.breaks, joined.joins) == ((7,), ())


@pytest.mark.parametrize("at", [0, 6, 7, 99, -1])
def test_nothing_to_split_there(paper: Document, at: int) -> None:
    with pytest.raises(OffsetOutOfRange):
        edits.split_word(paper, "s3", take(paper), NOBODY, at)


def test_what_is_too_short_to_split(paper: Document) -> None:
    short = edits.move_word(paper, "s3", take(paper), IT, 14_400, 15_000)
    with pytest.raises(WordIndivisible):
        edits.split_word(short, "s3", take(paper), IT, 15)


# --- spellings


def test_a_word_in_another_spelling_in_every_take(paper: Document) -> None:
    changed = edits.rename_word(paper, "s3", take(paper), NOBODY, "  No \n body ")
    assert third(changed).spellings == (Spelling(0, 6, "No body"),)
    assert third(changed).timing is None
    assert texts(changed) == ["No body", "minds;", "it", "is", "home."]
    assert texts(edits.set_voice(changed, None, "bm_george"))[0] == "No body"
    assert edits.edited(third(changed), take(changed)).words[0].text == "No body"


def test_its_own_spelling_is_none(paper: Document) -> None:
    changed = edits.rename_word(paper, "s3", take(paper), NOBODY, "Noone")
    assert edits.rename_word(changed, "s3", take(paper), NOBODY, "Nobody") == paper
    assert edits.rename_word(paper, "s3", take(paper), NOBODY, "Nobody") is paper


def test_no_spelling_at_all(paper: Document) -> None:
    with pytest.raises(CaptionEmpty):
        edits.rename_word(paper, "s3", take(paper), NOBODY, " \n ")


def test_words_spelled_as_one_are_one_in_another_take(paper: Document) -> None:
    joined = edits.join_words(paper, "s3", take(paper), IT, IS)
    changed = edits.rename_word(joined, "s3", take(paper), IT, "it's")
    assert texts(changed) == ["Nobody", "minds;", "it's", "home."]
    elsewhere = edits.set_voice(changed, None, "bm_george")
    assert texts(elsewhere) == ["Nobody", "minds;", "it's", "home."]
    assert times(elsewhere)[2] == (14_400, 24_000)


def test_spelled_words_joined(paper: Document) -> None:
    changed = edits.rename_word(paper, "s3", take(paper), IT, "that")
    changed = edits.rename_word(changed, "s3", take(paper), IS, "was")
    joined = edits.join_words(changed, "s3", take(paper), MINDS, IS)
    assert texts(joined) == ["Nobody", "minds; that was", "home."]


def test_a_spelled_word_is_not_split_inside(paper: Document) -> None:
    changed = edits.rename_word(paper, "s3", take(paper), NOBODY, "No one")
    with pytest.raises(WordIndivisible) as caught:
        edits.split_word(changed, "s3", take(paper), NOBODY, 2)
    assert caught.value.word == "No one"
