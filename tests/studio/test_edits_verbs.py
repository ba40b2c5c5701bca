"""Every verb can be done, undone and done again, and gives back the very document it was given
when it has nothing to change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from studio import edits
from studio.document import Document
from studio.edits import WordRange
from studio.errors import (
    LanguageMismatch,
    LengthOutOfRange,
    SentenceLocked,
    SpeedOutOfRange,
    VoiceUnknown,
    WrongUse,
)
from studio.history import History
from tests.narrations import HARBOR, harbor, take_of

Verb = Callable[[Document], Document]

TAKE = take_of(harbor().sentences[1])  # of s2: Gulls argue over the boats.

# How each verb is used. A row may hold what has to be done before.
VERBS: dict[str, tuple[Verb, ...]] = {
    "retype": (lambda d: edits.retype(d, "Another script. Of two."),),
    "set_pause": (lambda d: edits.set_pause(d, "s2", 12, 12_000),),
    "set_pauses": (lambda d: edits.set_pauses(d, [("s2", 6, 12_000), ("s2", 12, 480_000)]),),
    "set_voice": (lambda d: edits.set_voice(d, ["s1", "s3"], "bf_emma:60,af_heart:40"),),
    "set_speed": (lambda d: edits.set_speed(d, None, 1.25),),
    "lock": (lambda d: edits.lock(d, {"s2": "k2"}),),
    "unlock": (lambda d: edits.lock(d, {"s2": "k2"}), lambda d: edits.unlock(d, ["s2"])),
    "set_gaps": (lambda d: edits.set_gaps(d, sentence_gap=2_400, paragraph_gap=24_000),),
    "set_profile": (lambda d: edits.set_profile(d, "shorts"),),
    "set_grouping": (lambda d: edits.set_grouping(d, "words:3"),),
    "set_lexicon": (lambda d: edits.set_lexicon(d, "Worcester", "wooster"),),
    "set_title": (lambda d: edits.set_title(d, 'Act 1: "Why?"'),),
    "move_word": (lambda d: edits.move_word(d, "s2", TAKE, 1, 7_000, 12_500),),
    "move_edge": (lambda d: edits.move_edge(d, "s2", TAKE, 1, "end", 12_500),),
    "shift_words": (lambda d: edits.shift_words(d, "s2", TAKE, 1, 2, 240),),
    "shift_caption": (lambda d: edits.shift_caption(d, [WordRange("s2", TAKE, 1, 2)], 240),),
    "nudge": (lambda d: edits.nudge(d, "s2", TAKE, 4, 240),),
    "split_word": (lambda d: edits.split_word(d, "s2", TAKE, 4, 24),),
    "join_words": (lambda d: edits.join_words(d, "s2", TAKE, 2, 3),),
    "rename_word": (lambda d: edits.rename_word(d, "s2", TAKE, 0, "Seagulls"),),
    "reset_words": (
        lambda d: edits.nudge(d, "s2", TAKE, 4, 240),
        lambda d: edits.reset_words(d, "s2"),
    ),
    "break_caption": (lambda d: edits.break_caption(d, "s2", 12),),
    "join_caption": (lambda d: edits.join_caption(d, "s2", 0),),
    "free_caption": (
        lambda d: edits.break_caption(d, "s2", 12),
        lambda d: edits.free_caption(d, "s2", 12),
    ),
    "set_caption_text": (
        lambda d: edits.set_caption_text(d, [WordRange("s2", TAKE, 0, 4)], "Gulls quarrel."),
    ),
}
NOT_VERBS = {
    "SetPause", "WordPlace", "WordRange", "begin", "breaks_and_joins", "edited", "find",
    "lost_locks", "script_span", "sentence_at", "shift_room", "unreadable_pauses", "word_place",
    "words_of",
}  # fmt: skip


def test_every_verb_is_here() -> None:
    assert set(VERBS) == set(edits.__all__) - NOT_VERBS


@pytest.mark.parametrize("name", VERBS)
def test_done_undone_and_done_again(name: str) -> None:
    *preparations, verb = VERBS[name]
    before = harbor()
    for prepare in preparations:
        before = prepare(before)
    history = History(before)
    after = verb(before)
    assert after != before
    assert history.apply(after, name)
    assert history.unsaved
    assert history.undo() is before
    assert not history.unsaved
    assert history.redo() is after
    assert before == harbor() or preparations


# Doing it twice is not doing it once: words move on, or are others than before.
CUMULATIVE = {
    "join_words", "nudge", "set_caption_text", "shift_caption", "shift_words", "split_word",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(set(VERBS) - CUMULATIVE))
def test_a_verb_with_nothing_to_change_gives_the_same_document(name: str) -> None:
    *preparations, verb = VERBS[name]
    before = harbor()
    for prepare in preparations:
        before = prepare(before)
    after = verb(before)
    assert verb(after) is after


@pytest.mark.parametrize("name", sorted(set(VERBS) - {"retype"}))
def test_sentences_that_a_verb_does_not_name_stay_the_same_objects(name: str) -> None:
    *preparations, verb = VERBS[name]
    before = harbor()
    for prepare in preparations:
        before = prepare(before)
    after = verb(before)
    named = {"set_voice": {0, 2}, "set_speed": {0, 1, 2}}.get(name, {1})
    for i in {0, 1, 2} - named:
        assert after.sentences[i] is before.sentences[i]


# --- what is set for sentences and for the whole


def test_voices_are_kept_in_their_canonical_spelling() -> None:
    paper = edits.set_voice(harbor(), ["s2"], " AF_Bella:2, af_heart:3 ")
    assert paper.sentences[1].voice == "af_heart:60,af_bella:40"
    assert paper.sentences[1].language == "en-us"
    assert paper.sentences[0].voice == paper.voice == "af_heart"


def test_the_language_is_that_of_the_voice_unless_it_is_said() -> None:
    assert edits.set_voice(harbor(), ["s2"], "bf_emma").sentences[1].language == "en-gb"
    american = edits.set_voice(harbor(), ["s2"], "bf_emma", "en-us")
    assert american.sentences[1].language == "en-us"
    with pytest.raises(LanguageMismatch):
        edits.set_voice(harbor(), ["s2"], "bf_emma", "fr")


def test_what_is_set_for_all_holds_for_what_will_be_written() -> None:
    empty = edits.begin("")
    empty = edits.set_speed(edits.set_voice(empty, None, "ef_dora"), None, 0.8)
    written = edits.retype(empty, "Hola.").sentences[0]
    assert (written.voice, written.speed, written.language) == ("ef_dora", 0.8, "es")


def test_what_is_locked_is_not_set() -> None:
    paper = edits.lock(harbor(), {"s2": "k2"})
    with pytest.raises(SentenceLocked) as caught:
        edits.set_voice(paper, ["s2"], "af_bella")
    assert caught.value.sentences == ("s2",)
    with pytest.raises(SentenceLocked):
        edits.set_speed(paper, ["s2"], 2)
    with pytest.raises(ValueError, match="take"):
        edits.lock(paper, {"s1": ""})


@pytest.mark.parametrize("speed", [0.4, 2.1, float("nan")])
def test_no_such_speed(speed: float) -> None:
    with pytest.raises(SpeedOutOfRange):
        edits.set_speed(harbor(), None, speed)


def test_no_such_voice() -> None:
    with pytest.raises(VoiceUnknown):
        edits.set_voice(harbor(), None, "af_hart")


@pytest.mark.parametrize("gap", [-1, 240_001])
def test_no_such_gap(gap: int) -> None:
    with pytest.raises(LengthOutOfRange) as caught:
        edits.set_gaps(harbor(), paragraph_gap=gap)
    assert (caught.value.what, caught.value.longest) == ("gap", 10.0)


def test_one_gap_alone() -> None:
    paper = edits.set_gaps(harbor(), sentence_gap=480)
    assert (paper.sentence_gap, paper.paragraph_gap) == (480, 9_600)


def test_profiles_and_groupings() -> None:
    assert edits.set_grouping(harbor(), " PHRASES ").grouping == "phrases:6"
    assert edits.set_grouping(edits.set_grouping(harbor(), "lines"), "") == harbor()
    with pytest.raises(WrongUse):
        edits.set_grouping(harbor(), "words:13")
    with pytest.raises(WrongUse):
        edits.set_profile(harbor(), "cinema")


def test_the_lexicon() -> None:
    paper = edits.set_lexicon(harbor(), " Worcester ", "wooster")
    paper = edits.set_lexicon(paper, "Leicester", "lester")
    assert paper.lexicon == (("Leicester", "lester"), ("Worcester", "wooster"))
    paper = edits.set_lexicon(paper, "Worcester", "wuster")
    assert edits.set_lexicon(paper, "Leicester", " ").lexicon == (("Worcester", "wuster"),)
    with pytest.raises(WrongUse):
        edits.set_lexicon(paper, " ", "x")


def test_the_title_is_kept_as_it_is() -> None:
    assert edits.set_title(harbor(), ' Act 1: "Why?"\n/ <x> ').title == 'Act 1: "Why?" / <x>'


def test_nothing_else_changes() -> None:
    paper = edits.set_title(harbor(), "Harbor")
    assert replace(paper, title="") == harbor()
    assert paper.source == HARBOR
