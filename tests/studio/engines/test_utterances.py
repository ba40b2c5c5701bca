"""Sentences cut into utterances that the model can speak."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from studio.engines.utterances import clause_ends, lead_frames, utterances
from studio.words import Unit, symbols


def units(*phonemes: str) -> list[Unit]:
    at, made = 0, []
    for each in phonemes:
        made.append(Unit(at, at + 1, each))
        at += 2
    return made


def test_a_sentence_that_fits_is_one_utterance():
    sentence = units("wˈʌn", "tˈu.")
    assert utterances(sentence) == [sentence]


def test_the_strongest_mark_near_an_even_share_is_the_place_to_cut():
    sentence = units(*["abcd"] * 9, "abc,", *["abcd"] * 3, "abc;", *["abcd"] * 8)
    assert [len(part) for part in utterances(sentence, 75)] == [14, 8]


def test_without_marks_the_parts_are_even():
    assert [len(part) for part in utterances(units(*["abcd"] * 30), 60)] == [10, 10, 10]


def test_glued_words_stay_together():
    sentence = [Unit(i, i + 1, "abcd", glued=i % 2 == 0) for i in range(20)]
    parts = utterances(sentence, 30)
    assert all(not part[-1].glued for part in parts)


def test_a_word_longer_than_an_utterance_stands_alone():
    parts = utterances(units("ab", "x" * 200, "cd"), 100)
    assert [symbols(part) for part in parts] == ["ab", "x" * 200, "cd"]


def test_the_silence_between_utterances_follows_the_mark():
    assert [lead_frames(Unit(0, 1, "a" + mark)) for mark in (".", ";", ",", "")] == [10, 7, 5, 2]


def test_clauses_end_after_marks_that_a_blank_follows():
    assert clause_ends(units("sˈO,", "hˈi", "sˈɛd:", "ɡˈO.")) == [4, 14]


@given(st.lists(st.text("ab,.;", min_size=1, max_size=9), min_size=1, max_size=120))
def test_nothing_is_lost_and_nothing_is_too_long(phonemes):
    sentence = units(*phonemes)
    parts = utterances(sentence, 50)
    assert [unit for part in parts for unit in part] == sentence
    assert all(0 < len(symbols(part)) <= 50 for part in parts)
