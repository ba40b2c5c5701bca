"""Readings of any text whatsoever: nothing lost, in order, in good time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.languages import LANGUAGES
from studio.spoken import Options, Reading, readings, speakable

ORIGINS = {"text", "rule", "author", "shortened", "unspeakable", "silent"}

PIECES = st.sampled_from(
    [
        *"aI5$€%&@#*=+<>~/—–-…()[]\"'’‘“”,.:;!?²½①Ⅳ№™©ªº\u0301\u00ad\x00\u200b\u200d\x1f",
        *("10", "$20", "5$", "-5", "--", "-->", "...", "3/4/26", "12:30", "1/2", "x²", "H₂O"),
        *("Chapter", "IV", "Louis", "Dr.", "St.", "etc.", "e.g.", "U.K.", "a.m.", "PM", "No."),
        *("日本", "東京は、", "Привет", "नमस्ते", "है।", "λόγος", "Ω", "🎉", "❤️", "👍🏽", "1️⃣"),
        *("@b", "a@b.co", "https://x.y/z", "5kg", "km", "007", "+44", "20", "0018", "000", "10–20"),
        *("May", "5", "3", "March", "NASA", "READ", "6'2\"", "１２", "Ａ", "𝐀", "ﬁ", "℃", "㎏"),
        *("in", "ft", "million", "'90s", ":-)"),
        *("phở", "Qurʾān", "$(5)", "€1.299,50", "$1.5-2.5M", "USD", '3/8"', "2-1/2", "w/", "!="),
        *("1h30m", "51°30′26″N", "2024/25", "Jan–31", "I-405", "Shh", "II", "401(k)", "5x5=25"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=40),
    st.lists(st.one_of(PIECES, st.text(max_size=3)), max_size=12).flatmap(
        lambda pieces: st.sampled_from(["".join(pieces), " ".join(pieces)])
    ),
)


def blank(character: str) -> bool:
    return character.isspace() or character == "\u200b"


def check(text: str, found: tuple[Reading, ...]) -> None:
    covered: set[int] = set()
    last = 0
    for reading in found:
        assert last <= reading.start < reading.end <= len(text)
        assert not blank(text[reading.start])
        assert not blank(text[reading.end - 1])
        assert reading.spoken == " ".join(reading.spoken.split())
        assert reading.origin in ORIGINS
        assert bool(reading.spoken) == (reading.origin not in ("unspeakable", "silent"))
        covered.update(range(reading.start, reading.end))
        last = reading.end
    assert all(blank(c) or i in covered for i, c in enumerate(text))


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=80, deadline=None)
@given(text=TEXTS)
def test_readings_cover_the_text_in_order(language: str, text: str) -> None:
    found = readings(text, language)
    check(text, found)
    assert speakable(text, language) == any(reading.spoken for reading in found)


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=30, deadline=None)
@given(text=TEXTS)
def test_with_spoken_emoji_too(language: str, text: str) -> None:
    check(text, readings(text, language, options=Options(emoji=True)))


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert readings(text, "en-us") == readings(text, "en-us")


@settings(max_examples=200, deadline=None)
@given(text=st.text("abc ,'’é—-", max_size=30))
def test_letters_are_read_as_they_are_written(text: str) -> None:
    letters = "".join(c for c in text if c.isalpha()).lower()
    said = "".join(r.spoken for r in readings(text, "es"))
    assert "".join(c for c in said if c.isalpha()).lower() == letters


ENDLESS = {
    "letters": "a" * 100_000,
    "full stops": ". " * 50_000,
    "brackets": "(" * 20_000,
    "digits": "5" * 100_000,
    "hyphens": "-" * 100_000,
    "apostrophes": "'" * 50_000,
    "accents": "e" + "\u0301" * 50_000,
    "address": "http://a" + "/a" * 50_000,
    "at signs": "@" * 50_000,
    "superscripts": "²" * 50_000,
    "emoji": "🎉" * 20_000,
    "kanji": "日" * 50_000,
    "arrows": "<-" * 30_000,
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
@pytest.mark.parametrize("language", ["en-us", "fr", "zh"])
def test_endless_texts_take_less_than_a_second(text: str, language: str) -> None:
    begun = time.process_time()
    check(text, readings(text, language))
    assert time.process_time() - begun < 1
