"""Written words and their readings: where they begin and end, who decided them, the author's
pins and lexicon. The expected readings are written out here."""

from __future__ import annotations

import pytest

from studio.document import Pin
from studio.errors import LanguageUnknown
from studio.spoken import Options, Reading, headword, readings, speakable, speech_text


def shown(text: str, language: str = "en-us") -> list[str]:
    """What captions show, word by word."""
    return [text[r.start : r.end] for r in readings(text, language)]


def spoken(text: str, language: str = "en-us") -> str:
    return speech_text(readings(text, language))


class TestWords:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("He ran - fast - home.", ["He", "ran -", "fast -", "home."]),
            ("- item one", ["- item", "one"]),
            ("Great 🎉 news 👍🏽 today.", ["Great 🎉", "news 👍🏽", "today."]),
            ("I ❤️ tea.", ["I ❤️", "tea."]),
            ("Great🎉news", ["Great🎉", "news"]),
            (
                "Our plan (the second)—and it worked—was short.",
                ["Our", "plan", "(the", "second)—", "and", "it", "worked—", "was", "short."],
            ),
            ("Wait...what? Wait… what?", ["Wait...", "what?", "Wait…", "what?"]),
            ("Wait . . . what?", ["Wait . . .", "what?"]),
            ("“Stop,” she said.", ["“Stop,”", "she", "said."]),
            ('Say " this " now', ["Say", '" this "', "now"]),
            ("« Bonjour » dit-il !", ["« Bonjour »", "dit-il !"]),
            (
                "pages 10–20, 4-6 of mother-in-law",
                ["pages", "10–20,", "4-6", "of", "mother-in-law"],
            ),
            ("and/or $20 at 7:45PM, -5°C", ["and/or", "$20", "at", "7:45PM,", "-5°C"]),
            (
                "See https://a.example/b--c(d)e, a_b@c.example.",
                ["See", "https://a.example/b--c(d)e,", "a_b@c.example."],
            ),
            ("foo(bar)baz item(s) (un)likely", ["foo", "(bar)", "baz", "item(s)", "(un)likely"]),
            ("Hello\xa0world Hello\tworld", ["Hello", "world", "Hello", "world"]),
            ("Hello\u200bworld", ["Hello", "world"]),
            ("Hello  world.   Bye.", ["Hello", "world.", "Bye."]),
            ("co\xadoperate \ufeffHello", ["co\xadoperate", "\ufeffHello"]),
            ("日本 means Japan.", ["日本", "means", "Japan."]),
            ("日本means Japan", ["日本", "means", "Japan"]),
            ("5 × 3 = 15", ["5", "×", "3", "=", "15"]),
            ("a * b -> c", ["a *", "b ->", "c"]),
            ("I paid € 20 for 1\u202f000", ["I", "paid", "€ 20", "for", "1\u202f000"]),
            ("***", ["***"]),
            ("", []),
            (" \n ", []),
        ],
    )
    def test_are_cut(self, text: str, words: list[str]) -> None:
        assert shown(text, "fr" if "«" in text else "en-us") == words

    def test_in_japanese_keep_their_script_together(self) -> None:
        text = "東京は2024年に「大きい」。NHKもある。"
        assert shown(text, "ja") == ["東京は2024年に", "「大きい」。", "NHK", "もある。"]

    def test_in_mandarin_are_cut_around_what_is_rewritten(self) -> None:
        assert shown("气温-5°C，50%的人。", "zh") == ["气温", "-5°C，", "50%", "的人。"]

    def test_have_the_offsets_of_the_text(self) -> None:
        assert readings("It  is\n$5.", "en-us") == (
            Reading(0, 2, "It", "text"),
            Reading(4, 6, "is", "text"),
            Reading(7, 10, "five dollars.", "rule"),
        )

    def test_of_an_unknown_language_are_refused(self) -> None:
        with pytest.raises(LanguageUnknown):
            readings("Hello", "tlh")


class TestPunctuation:
    @pytest.mark.parametrize(
        ("text", "heard"),
        [
            ("It isn’t on, and it wasn’t.", "It isn't on, and it wasn't."),
            ("He ran – fast — home.", "He ran — fast — home."),
            ("It worked—was it?", "It worked— was it?"),
            ("Yes -- no", "Yes — no"),
            ("next –another", "next — another"),
            ("pre- and post-war", "pre and post-war"),
            ("Wait... what?! No!!!", "Wait… what?! No!"),
            ("！Hello！", "Hello!"),
            ("Hello，world。", "Hello, world."),
            ('"Hi," she said [softly].', "“Hi,” she said (softly)."),
            ("‘Tis the dogs’ bowls", "Tizz the dogs bowls"),
            ("He said ‘stop it’ and 'ran'.", "He said “stop it” and “ran”."),
            ("cup o' tea, rock 'n' roll, goin'", "cup a tea, rock 'n' roll, goin"),
            ("y’all, o’clock", "y'all, o'clock"),
            ("Go left --> then ⇒ stop.", "Go left then stop."),
            (":-) hi :D", "hi"),
            ("red,green;blue", "red, green; blue"),
            ("…and then", "and then"),
            ("A | b ~ c", "A b c"),
            ("cafe\u0301 noir", "café noir"),
            ("Ｈｅｌｌｏ 𝐛𝐨𝐥𝐝 ﬁne", "Hello bold fine"),
            ("co\xadoperate \x00nul \ufeffHello", "cooperate nul Hello"),
            ("¿Qué? ¡Sí!", "Qué? Sí!"),
        ],
    )
    def test_is_what_kokoro_knows(self, text: str, heard: str) -> None:
        assert spoken(text) == heard

    def test_after_what_the_tokeniser_would_swallow_it_stands_apart(self) -> None:
        assert spoken("She moved to the U.K.") == "She moved to the U.K. ."
        assert spoken("I got vitamin C.") == "I got vitamin C ."
        assert spoken("I got vitamin C!") == "I got vitamin C!"

    def test_of_japanese_and_mandarin_stays(self) -> None:
        assert spoken("「はい」と、言った。", "ja") == "「はい」 と、 言った。"
        assert spoken("我说：“好”……", "zh") == "我说： “好”……"


class TestOrigins:
    def test_say_what_was_done(self) -> None:
        text = "Pay $5, 日本 " + "x" * 300
        assert [r.origin for r in readings(text, "en-us")] == [
            "text",
            "rule",
            "unspeakable",
            "shortened",
        ]

    def test_of_plain_typography_are_text(self) -> None:
        assert {r.origin for r in readings("‘It’s’ “fine” — U.S. law.", "en-us")} == {"text"}

    @pytest.mark.parametrize("text", ["...", "—", "***", "?!", "🎉", ":-)", "\u00ad", "→", "== =="])
    def test_of_nothing_to_say_are_silent(self, text: str) -> None:
        assert readings(text, "en-us") == (Reading(0, len(text), "", "silent"),)

    @pytest.mark.parametrize(
        ("text", "language"),
        [
            ("日本", "en-us"),
            ("Привет", "es"),
            ("λόγος", "fr"),
            ("नमस्ते", "it"),
            ("カナ", "zh"),
            ("한국", "ja"),
        ],
    )
    def test_of_other_scripts_are_unspeakable(self, text: str, language: str) -> None:
        assert readings(text, language) == (Reading(0, len(text), "", "unspeakable"),)

    def test_single_greek_letters_are_read(self) -> None:
        assert spoken("α and Δt") == "alpha and delta t"


class TestLongWords:
    def test_are_shortened(self) -> None:
        [reading] = readings("a" * 400 + "!", "en-us")
        assert reading == Reading(0, 401, "a" * 40 + "!", "shortened")

    def test_of_digits_are_shortened(self) -> None:
        [reading] = readings("5" * 300, "en-us")
        assert reading == Reading(0, 300, " ".join(["five"] * 40), "shortened")

    def test_are_cut_where_they_can_be(self) -> None:
        text = "alpha-" * 30 + "end"
        assert shown(text) == ["alpha-"] * 30 + ["end"]

    def test_that_are_addresses_are_not_touched(self) -> None:
        assert spoken("https://example.com/" + "a-b/" * 100) == "example dot com"


class TestPins:
    def test_hold_the_word_as_written(self) -> None:
        text = "They lead the way to the lead mine."
        found = readings(text, "en-us", pins=(Pin(25, 29, "/lˈɛd/"),))
        assert found[6] == Reading(25, 29, "lead", "author", "/lˈɛd/", (0, 4))
        assert found[1] == Reading(5, 9, "lead", "text")

    def test_win_over_rules_and_lexicon(self) -> None:
        [reading] = readings(
            "No5.", "en-us", pins=(Pin(0, 3, "/x/"),), lexicon={"no5": "number five"}
        )
        assert reading == Reading(0, 4, "No5.", "author", "/x/", (0, 3))

    def test_for_stress_leave_the_rules(self) -> None:
        [reading] = readings("($5)", "en-us", pins=(Pin(1, 3, "+2"),))
        assert reading == Reading(0, 4, "(five dollars)", "author", "+2", (1, 13))

    def test_say_which_part_they_are_for(self) -> None:
        [reading] = readings("“gnome’s,”", "en-us", pins=(Pin(1, 6, "/nˈOm/"),))
        assert reading == Reading(0, 10, "“gnome's,”", "author", "/nˈOm/", (1, 6))

    def test_over_two_words_join_them(self) -> None:
        found = readings("In New York, now", "en-us", pins=(Pin(3, 11, "/nu jˈɔɹk/"),))
        assert found[1] == Reading(3, 12, "New York,", "author", "/nu jˈɔɹk/", (0, 8))
        assert len(found) == 3

    def test_two_in_a_word_part_it(self) -> None:
        found = readings("mother-in-law", "en-us", pins=(Pin(0, 6, "/m/"), Pin(10, 13, "/l/")))
        assert [(r.start, r.end, r.spoken, r.pin, r.pinned) for r in found] == [
            (0, 10, "mother-in-", "/m/", (0, 6)),
            (10, 13, "law", "/l/", (0, 3)),
        ]

    def test_make_other_scripts_speakable(self) -> None:
        [reading] = readings("日本", "en-us", pins=(Pin(0, 2, "/nihˈOn/"),))
        assert (reading.origin, reading.pin) == ("author", "/nihˈOn/")

    def test_on_nothing_spoken_are_left_out(self) -> None:
        assert readings("a — b", "en-us", pins=(Pin(2, 3, "/x/"),)) == readings("a — b", "en-us")


class TestLexicon:
    LEXICON = {  # noqa: RUF012
        "IEEE": "I triple E",
        "zorb": "zohrb",
        "Zorb": "/zˈɔɹb/",
        "e.g.": "say",
        "don’t": "do not",
    }

    def said(self, text: str) -> list[tuple[str, str]]:
        return [(r.spoken, r.origin) for r in readings(text, "en-us", lexicon=self.LEXICON)]

    def test_respells_a_word_without_its_punctuation(self) -> None:
        assert self.said("(IEEE, IEEE’s)") == [
            ("(I triple E,", "author"),
            ("I triple E's)", "author"),
        ]

    def test_prefers_the_same_case(self) -> None:
        assert self.said("zorb ZORB ieee") == [
            ("zohrb", "author"),
            ("zohrb", "author"),
            ("I triple E", "author"),
        ]

    def test_may_hold_phonemes(self) -> None:
        [reading] = readings("Zorb!", "en-us", lexicon=self.LEXICON)
        assert reading == Reading(0, 5, "Zorb!", "author", "/zˈɔɹb/", (0, 4))

    def test_finds_parts_of_a_compound(self) -> None:
        assert self.said("IEEE-based") == [("I triple E based", "author")]

    def test_knows_abbreviations_and_typographic_apostrophes(self) -> None:
        assert self.said("e.g. this, don't") == [
            ("say", "author"),
            ("this,", "text"),
            ("do not", "author"),
        ]

    def test_ignores_empty_entries(self) -> None:
        [reading] = readings("word", "en-us", lexicon={"word": " "})
        assert reading == Reading(0, 4, "word", "text")


class TestEmoji:
    def test_are_said_when_asked(self) -> None:
        found = readings("Hi 🎉 there 👍!", "en-us", options=Options(emoji=True))
        assert [(r.start, r.end, r.spoken) for r in found] == [
            (0, 2, "Hi"),
            (3, 4, "party popper"),
            (5, 10, "there"),
            (11, 13, "thumbs up!"),
        ]

    def test_are_said_in_the_language(self) -> None:
        found = readings("🎉 Sí", "es", options=Options(emoji=True))
        assert [r.spoken for r in found] == ["cañón de confeti", "Sí"]

    def test_key_caps_and_trade_marks_are_none(self) -> None:
        assert spoken("1️⃣ ©️ 2026") == "one copyright twenty twenty-six"


@pytest.mark.parametrize(
    ("text", "language", "answer"),
    [
        ("...", "en-us", False),
        ("—", "en-us", False),
        ("***", "es", False),
        ("?!", "fr", False),
        ("", "en-us", False),
        ("🎉", "en-us", False),
        ("日本", "en-us", False),
        ("日本", "ja", True),
        ("a", "en-us", True),
        ("5", "hi", True),
        ("&", "en-us", True),
        ("Hello.", "en-gb", True),
    ],
)
def test_speakable(text: str, language: str, answer: bool) -> None:
    assert speakable(text, language) is answer


def test_speech_text_leaves_out_what_is_not_spoken() -> None:
    assert speech_text(readings("日本 means $5.", "en-us")) == "means five dollars."


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("“$20.", "en-us", "$20"),
        ("loaves,”", "en-us", "loaves"),
        ("Mrs.", "en-us", "Mrs"),
        ("don’t", "en-us", "don't"),
        ("7:45PM", "en-us", "7:45PM"),
        ("Great 🎉", "en-us", "Great"),
        ("Привет!", "en-us", "Привет"),
        ("—", "en-us", ""),
    ],
)
def test_the_word_that_a_lexicon_has(text: str, language: str, word: str) -> None:
    assert headword(text, language) == word


@pytest.mark.parametrize(
    ("text", "said"), [(".1st", "point first"), ("x.3rd", "x point third"), ("1st", "first")]
)
def test_ordinals_after_a_point(text: str, said: str) -> None:
    assert speech_text(readings(text, "en-us")) == said
