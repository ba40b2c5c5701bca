"""Durations into words: the expected times are counted by hand, a frame being 25 ms."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.words import Misaligned, Unit, heard_end, symbols, time_words

RAN = "He ran - fast - home."
RAN_UNITS = [
    Unit(0, 2, "hˌi"),
    Unit(3, 8, "ɹˈæn"),
    Unit(9, 15, "fˈæst"),
    Unit(16, 21, "hˈOm."),
]
RAN_DURATIONS = [14, 1, 1, 2, 2, 2, 3, 2, 2, 2, 2, 4, 2, 2, 1, 2, 2, 4, 4, 13, 7, 1]


def seconds(words):
    return [(w.text, w.start / 24_000, w.end / 24_000) for w in words]


def test_every_symbol_takes_one_duration_and_blanks_are_shared():
    words = time_words(RAN, RAN_UNITS, RAN_DURATIONS)
    assert seconds(words) == [
        ("He", 0.275, 0.4125),
        ("ran -", 0.4125, 0.6875),
        ("fast -", 0.6875, 1.0125),
        ("home.", 1.0125, 1.775),
    ]
    assert [w.source for w in words] == [(0, 2), (3, 8), (9, 15), (16, 21)]


def test_durations_that_do_not_fit_are_refused():
    with pytest.raises(Misaligned):
        time_words(RAN, RAN_UNITS, RAN_DURATIONS[:-1])
    with pytest.raises(Misaligned):
        time_words("!", [Unit(0, 1, "")], [3, 1])


def test_text_without_a_sound_joins_the_word_before_it_or_after_it():
    text = "№ Go → now ★"
    units = [
        Unit(0, 1, ""),
        Unit(2, 4, "ɡˌO"),
        Unit(5, 6, ""),
        Unit(7, 10, "nˌW"),
        Unit(11, 12, ""),
    ]
    words = time_words(text, units, [10, 1, 1, 4, 2, 3, 1, 5, 1])
    assert [w.text for w in words] == ["№ Go →", "now ★"]
    assert [w.source for w in words] == [(0, 6), (7, 12)]


def test_glued_units_have_no_blank_between_them():
    units = [Unit(0, 9, "kɛs", glued=True), Unit(10, 13, "kˌə"), Unit(14, 20, "sˈɛ")]
    assert symbols(units) == "kɛskˌə sˈɛ"
    words = time_words("Qu'est-ce que c'est?", units, [8, 2, 2, 2, 2, 2, 2, 4, 3, 1, 4, 2])
    assert [(w.start, w.end) for w in words] == [(3000, 6600), (6600, 11700), (11700, 17400)]


def test_a_word_does_not_swallow_the_pause_after_it():
    # Half a second of tone, then near silence: the mark's durations reach to 0.9 s.
    audio = np.zeros(24_000, np.float32)
    audio[2400:14_400] = 0.3 * np.sin(np.arange(12_000) / 10)
    audio[14_400:] = 0.0004
    word = time_words("Hi.", [Unit(0, 3, "hˈI.")], [7, 5, 5, 10, 12, 1], audio)
    assert word[0].start == 2400
    assert 14_400 <= word[0].end <= 14_400 + 3 * 240


def test_a_pause_without_a_mark_is_no_part_of_the_word_before_it():
    text, units = "machine before", [Unit(0, 7, "abc"), Unit(8, 14, "def")]
    durations = [3, 4, 4, 20, 1, 4, 4, 4, 5]
    audio = np.zeros(sum(durations) * 600, np.float32)
    audio[0 : 12 * 600] = 0.1  # "machine" sounds for 12 frames, 16 are silent
    audio[29 * 600 : 42 * 600] = 0.1
    first, second = time_words(text, units, durations, audio)
    assert abs(first.end - 12 * 600) <= 3 * 240
    assert (first.start, second.start) == (0, 29 * 600)


def test_the_stop_before_a_consonant_is_part_of_its_word():
    text, units = "cat sat", [Unit(0, 3, "abc"), Unit(4, 7, "def")]
    durations = [3, 4, 4, 4, 1, 4, 4, 4, 5]
    audio = np.full(sum(durations) * 600, 0.1, np.float32)
    audio[10 * 600 : 12 * 600] = 0  # 50 ms before the next word begins
    first, second = time_words(text, units, durations, audio)
    assert first.end == second.start == 13 * 600


def test_a_crackle_after_a_word_is_no_part_of_it():
    audio = np.zeros(24_000, np.float32)
    audio[:9600] = 0.1
    audio[14_400:14_520] = 0.01  # 5 ms
    assert 9600 <= heard_end(audio, 0, 24_000) <= 9600 + 3 * 240


def test_silence_only_keeps_the_end_that_the_durations_give():
    assert heard_end(np.zeros(4800, np.float32), 240, 4800) == 4800


@st.composite
def utterance(draw):
    """Units over a text of words and blanks, and as many durations as they need."""
    count = draw(st.integers(1, 12))
    units, at, text = [], 0, ""
    for i in range(count):
        written = draw(st.text("abé'’-", min_size=1, max_size=6))
        phonemes = draw(st.text("abˈɹ,.", max_size=6)) if i else "a"
        units.append(Unit(at, at + len(written), phonemes, glued=draw(st.booleans())))
        text += written + " "
        at += len(written) + 1
    spoken = [unit for unit in units if unit.phonemes]
    need = len(symbols(spoken)) + 2
    durations = draw(st.lists(st.integers(1, 40), min_size=need, max_size=need))
    return text, units, durations


@given(utterance(), st.booleans(), st.integers(0, 2**32 - 1))
def test_words_are_complete_in_order_and_within_the_audio(case, sounding, seed):
    text, units, durations = case
    total = sum(durations) * 600
    audio = None
    if sounding:
        audio = np.random.default_rng(seed).normal(0, 0.1, total).astype(np.float32)
    words = time_words(text, units, durations, audio)
    assert "".join(w.text for w in words).replace(" ", "") == text.replace(" ", "")
    assert all(0 <= w.start < w.end <= total for w in words)
    assert all(a.end <= b.start for a, b in pairwise(words))
