"""English as it stands in books, news, recipes and subtitles: how a person reads it aloud."""

from __future__ import annotations

import pytest

from studio.spoken import readings, speech_text


def spoken(text: str, language: str = "en-us") -> str:
    found = readings(text, language)
    for reading in found:
        assert reading.spoken or reading.origin in ("unspeakable", "silent")
    return speech_text(found)


def heard(*cases: tuple[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("text", "reading"), cases, ids=[text for text, _ in cases])


@heard(
    ("phở with Nguyễn Trần", "pho with Nguyen Tran"),
    ("Ṣalāh and Kṛṣṇa in the Qurʾān", "Salah and Krisna in the Quran"),
    ("ʿAlī’s ẞ, x̄ and ʃ", "Ali's SS, x and sh"),
    (
        "café, naïve, Dvořák, Łódź, Søren, Đinh and Hawaiʻi",
        "café, naïve, Dvořák, Łódź, Søren, Đinh and Hawaiʻi",
    ),
    ("nguyễn@example.com", "nguyen at example dot com"),
)
def test_letters_that_english_does_not_know(text: str, reading: str) -> None:
    assert spoken(text) == reading


def test_a_letter_is_changed_in_what_is_heard_alone() -> None:
    text = "phở, please"
    assert [(text[r.start : r.end], r.spoken, r.origin) for r in readings(text, "en-us")] == [
        ("phở,", "pho,", "rule"),
        ("please", "please", "text"),
    ]


def test_the_lexicon_knows_the_word_as_it_is_written() -> None:
    [reading] = readings("phở!", "en-us", lexicon={"phở": "fuh"})
    assert (reading.spoken, reading.origin) == ("fuh!", "author")


@heard(
    ("Shh! Shhh, ssh", "Shush! Shush, shush"),
    ("Brr, grrr: zzz, bzzz", "Burr, gurr: zizz, buzz"),
    ("’Twas cold, ’tis warm", "Twas cold, tizz warm"),
    ("I saw ’em ’cause", "I saw 'em 'cause"),
    ("Noooo, sooo cooool, Ooooh", "No, so cool, Ooh"),
    ("Hmmm, mmm, wall, www, AAA", "Hmmm, mmm, wall, www, AAA"),
)
def test_outcries(text: str, reading: str) -> None:
    assert spoken(text) == reading


@heard(
    ("Lists I, II, III.", "Lists one, two, three."),
    ("Parts I and II, Chapters IV and V", "Parts one and two, Chapters four and five"),
    ("(i) first, (ii) second, (iv) fourth", "(one) first, (two) second, (four) fourth"),
    ("iii. The end; see vii", "three. The end; see seven"),
    ("King Bhumibol IX", "King Bhumibol the ninth"),
    ("Final Fantasy VII and Final Fantasy IV", "Final Fantasy seven and Final Fantasy four"),
    ("Copyright MCMXCIV", "Copyright nineteen ninety-four"),
    ("pages ii–iv", "pages two to four"),
    ("I use vi.", "I use V I ."),
    ("You and I, too. I, too.", "You and I, too. I, too."),
    ("mix MIX DIM LCD CD XL XXX MD, an IV drip", "mix MIX DIM LCD CD XL XXX MD, an IV drip"),
    ("f(x) and g(x)", "f (x) and g (x)"),
)
def test_roman_numerals(text: str, reading: str) -> None:
    assert spoken(text) == reading
