"""One string of phonemes shared out among the words that it was made from."""

from __future__ import annotations

from studio.engines.phonemes import share_out


def runs(whole, parts, spaced=True):
    return [phonemes for phonemes, _ in share_out(whole, parts, spaced)]


def test_a_small_word_keeps_its_sound_where_it_is_said_otherwise_than_alone():
    # Portuguese "e o mar": alone, "e" is "ˈe" and "o" is "ˈo".
    assert runs("i ʊ mˈar", ["ˈe", "ˈo", "mˈar"]) == ["i", "ʊ", "mˈar"]
    # Italian "Ho un amico": alone, "ho" is "ˈɔ".
    assert runs("o ʊn amˈiko", ["ˈɔ", "ˈun", "amˈiko"]) == ["o", "ʊn", "amˈiko"]


def test_a_sound_between_two_words_stays_before_the_blank():
    # French "en a": the liaison is heard in "en".
    assert share_out("ɑ̃n a", ["ɑ̃", "ˈa"], True) == [("ɑ̃n", False), ("a", False)]


def test_words_that_are_said_as_one_share_what_there_is():
    assert runs("dəmwˈa", ["də", "mwˈa"]) == ["də", "mwˈa"]
    assert share_out("dəmwˈa", ["də", "mwˈa"], True)[0][1]


def test_a_word_of_two_said_words_keeps_both():
    assert runs("sˈiŋkw ˈeʊɾʊz i", ["sˈiŋkʊ ˈeʊɾʊ", "ˈi"]) == ["sˈiŋkw ˈeʊɾʊz", "i"]


def test_where_the_script_has_no_blanks_those_of_the_sound_mean_nothing():
    parts = ["tʰa→", "ʦou↓", "lɤ"]
    assert runs("tʰa→ ʦou↓ lɤ", parts, spaced=False) == parts


def test_a_word_without_sound_gets_none():
    assert runs("lˈa kˈaza", ["lˈa", "", "kˈaza"]) == ["lˈa", "", "kˈaza"]
