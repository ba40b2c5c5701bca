"""Which words stand together in a cue, and on which line."""

from dataclasses import replace

import pytest

from studio.cues import (
    LINES,
    PHRASES,
    PROFILES,
    Cue,
    Grouping,
    divide,
    find_profile,
    group,
    line_words,
    parse_grouping,
    running_text,
    word_at_character,
)
from studio.errors import WrongUse
from studio.timeline import PlacedWord

NARRATION, SHORTS, BROADCAST = PROFILES["narration"], PROFILES["shorts"], PROFILES["broadcast"]
SECOND = 24_000


def timed(*rows, paragraphs=None):
    """Words from (text, start, end) in seconds."""
    words, at = [], 0
    for i, (text, start, end) in enumerate(rows):
        source = (at, at + len(text))
        paragraph = paragraphs[i] if paragraphs else 0
        words.append(
            PlacedWord(text, round(start * SECOND), round(end * SECOND), source, 0, paragraph)
        )
        at = source[1] + 1
    return words


def spoken(*sentences, touching=False):
    """Words of sentences, one every 0.3 s, without pauses; ~ is a blank inside a word."""
    words, at = [], 0
    for index, sentence in enumerate(sentences):
        for text in (word.replace("~", " ") for word in sentence.split()):
            start = len(words) * 7_200
            words.append(PlacedWord(text, start, start + 7_200, (at, at + len(text)), index))
            at += len(text) + (not touching)
    return words


def texts(cues):
    return [cue.text for cue in cues]


def phrases(*sentences, most=6, profile=NARRATION, language="en-us", touching=False, **overrides):
    words = spoken(*sentences, touching=touching)
    return texts(divide(words, Grouping("phrases", most), profile, language=language, **overrides))


# ── asking for a grouping ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "grouping"),
    [
        ("words:1", Grouping("words", 1)),
        ("words:12", Grouping("words", 12)),
        ("phrases:1", Grouping("phrases", 1)),
        ("phrases:40", Grouping("phrases", 40)),
        ("phrases", Grouping("phrases", 6)),
        ("lines", Grouping("lines")),
        (" Words:4 ", Grouping("words", 4)),
    ],
)
def test_groupings_that_exist(text, grouping):
    assert parse_grouping(text) == grouping


@pytest.mark.parametrize(
    "text",
    [
        *("", "words", "words:", "words:0", "words:13", "words:-3", "words:4.5", "words:four"),
        *("phrases:0", "phrases:", "lines:2", "sentences", "words:4,phrases:6", "words:٤"),
    ],
)
def test_groupings_that_do_not_exist_are_refused_by_name(text):
    with pytest.raises(WrongUse, match="choose words:N") as error:
        parse_grouping(text)
    assert repr(text) in str(error.value)


def test_a_grouping_is_written_as_it_is_read():
    assert [str(g) for g in (Grouping("words", 4), PHRASES, LINES)] == [
        "words:4",
        "phrases:6",
        "lines",
    ]


def test_profiles():
    assert list(PROFILES) == ["narration", "shorts", "broadcast"]
    assert (NARRATION.grouping, SHORTS.grouping, BROADCAST.grouping) == (
        Grouping("phrases", 6),
        Grouping("words", 4),
        Grouping("lines"),
    )
    assert (NARRATION.shortest, NARRATION.longest, NARRATION.gap) == (19_200, 144_000, 2_000)
    assert (SHORTS.shortest, SHORTS.longest, SHORTS.gap) == (16_800, 120_000, 0)
    assert (BROADCAST.shortest, BROADCAST.longest, BROADCAST.gap) == (20_000, 168_000, 2_000)
    assert find_profile("shorts") is SHORTS
    with pytest.raises(WrongUse, match=r"'cinema'.*narration, shorts, broadcast"):
        find_profile("cinema")


# ── fixed words ─────────────────────────────────────────────────────────────────────────────────


def test_fixed_words_last_from_the_first_to_the_last():
    words = timed(*((f"w{i}", 0.3 * i, 0.3 * i + 0.25) for i in range(10)))
    cues = divide(words, Grouping("words", 4), NARRATION)
    assert cues == (
        Cue(0, 27_600, ("w0 w1 w2 w3",), (0, 4)),
        Cue(28_800, 56_400, ("w4 w5 w6 w7",), (4, 8)),
        Cue(57_600, 70_800, ("w8 w9",), (8, 10)),
    )


def test_three_words_make_one_cue_of_three():
    words = timed(("A", 0.0, 0.5), ("B", 0.5, 1.0), ("C", 1.0, 1.5))
    assert divide(words, Grouping("words", 3), NARRATION) == (Cue(0, 36_000, ("A B C",), (0, 3)),)


def test_no_cue_spans_a_paragraph():
    words = timed(
        ("a", 0, 0.2), ("b", 0.2, 0.4), ("c", 0.4, 0.6), ("d", 0.6, 0.8), paragraphs=[0, 0, 0, 1]
    )
    assert texts(divide(words, Grouping("words", 4), NARRATION)) == ["a b c", "d"]
    assert texts(divide(words, PHRASES, NARRATION)) == ["a b c", "d"]
    assert texts(divide(words, LINES, BROADCAST)) == ["a b c", "d"]


@pytest.mark.parametrize(
    ("pause", "cues"), [(16_799, ["a b c d"]), (16_800, ["a b", "c d"]), (48_000, ["a b", "c d"])]
)
def test_no_cue_spans_a_long_pause(pause, cues):
    later = 9_600 + pause
    words = [
        PlacedWord("a", 0, 4_800, (0, 1)),
        PlacedWord("b", 4_800, 9_600, (2, 3)),
        PlacedWord("c", later, later + 4_800, (4, 5)),
        PlacedWord("d", later + 4_800, later + 9_600, (6, 7)),
    ]
    assert texts(divide(words, Grouping("words", 4), NARRATION)) == cues
    assert texts(divide(words, PHRASES, NARRATION)) == cues


def test_nothing_makes_no_cues():
    for grouping in (Grouping("words", 4), PHRASES, LINES):
        assert divide([], grouping, NARRATION) == ()
        assert group([], grouping, NARRATION, duration=0) == ()


# ── the author's own ────────────────────────────────────────────────────────────────────────────


def test_breaks_and_joins_of_the_author():
    words = spoken("one two three four five six seven eight")
    fixed = Grouping("words", 4)
    assert texts(divide(words, fixed, NARRATION, breaks={2})) == [
        "one two",
        "three four five six",
        "seven eight",
    ]
    assert texts(divide(words, fixed, NARRATION, joins={4})) == [
        "one two three four five six seven eight"
    ]
    assert texts(divide(words, fixed, NARRATION, joins={3})) == [
        "one two three four",
        "five six seven eight",
    ]
    both = divide(words, fixed, NARRATION, breaks={4}, joins={4})
    assert texts(both) == ["one two three four", "five six seven eight"]
    beyond = divide(words, fixed, NARRATION, breaks={0, 8, 99}, joins={0, 8, -1})
    assert texts(beyond) == ["one two three four", "five six seven eight"]


def test_a_join_holds_phrases_together_in_any_grouping():
    sentence = "Yes, he said, it is late."
    assert phrases(sentence) == ["Yes,", "he said,", "it is late."]
    assert phrases(sentence, joins={1}) == ["Yes, he said,", "it is late."]
    assert phrases(sentence, most=2, joins={1}) == ["Yes, he said,", "it is", "late."]


def test_a_paragraph_is_stronger_than_a_join():
    words = timed(("a", 0, 0.2), ("b", 0.2, 0.4), paragraphs=[0, 1])
    assert texts(divide(words, PHRASES, NARRATION, joins={1})) == ["a", "b"]


def test_fitting_merges_nothing_over_a_break_of_the_author():
    words = spoken("Yes he came home")
    assert texts(group(words, PHRASES, NARRATION, duration=28_800)) == ["Yes he came home"]
    cues = group(words, PHRASES, NARRATION, duration=28_800, breaks={1})
    assert texts(cues) == ["Yes", "he came home"]


# ── phrases ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sentence", "cues"),
    [
        (
            "One two three four five six seven, eight.",
            ["One two three four", "five six seven,", "eight."],
        ),
        ("Mr. and Mrs. Bell left early.", ["Mr. and Mrs. Bell left early."]),
        ("Wait... what?", ["Wait...", "what?"]),
        ("Wait… what?", ["Wait…", "what?"]),
        ("“Stop,” she said.", ["“Stop,”", "she said."]),
        ("(It rained.) He left.", ["(It rained.)", "He left."]),
        ("He won; she lost: we slept.", ["He won;", "she lost:", "we slept."]),
        ("Really?! Yes!", ["Really?!", "Yes!"]),
        ("Done!~🎉 Next one.", ["Done! 🎉", "Next one."]),
        ("We paid 1,000.50 at 7:45 today.", ["We paid 1,000.50 at 7:45 today."]),
        ("We sell tea etc. to all.", ["We sell tea etc. to all."]),
        ("The U.K. embassy was shut.", ["The U.K. embassy was shut."]),
        ("J. R. R. Tolkien wrote it.", ["J. R. R. Tolkien wrote it."]),
        ("See No. 5 at 9 a.m.", ["See No. 5 at 9 a.m."]),
        ("The well-known rock 'n' roll band.", ["The well-known rock 'n' roll band."]),
    ],
)
def test_phrases_end_at_their_marks(sentence, cues):
    assert phrases(sentence) == cues


def test_the_end_of_a_sentence_is_always_an_end():
    assert phrases("She moved to the U.K.", "He stayed.") == ["She moved to the U.K.", "He stayed."]
    assert phrases("Tea, jam, etc.", "Then rest.") == ["Tea,", "jam,", "etc.", "Then rest."]
    assert phrases("The Plan", "We start now") == ["The Plan", "We start now"]


def test_dashes_end_phrases_even_without_blanks():
    words = [
        PlacedWord("(the", 0, 5_000, (0, 4)),
        PlacedWord("second)—", 5_000, 12_000, (5, 13)),
        PlacedWord("and", 12_000, 15_000, (13, 16)),
        PlacedWord("it", 15_000, 18_000, (17, 19)),
        PlacedWord("worked—", 18_000, 25_000, (20, 27)),
        PlacedWord("was", 25_000, 28_000, (27, 30)),
        PlacedWord("short.", 28_000, 35_000, (31, 37)),
    ]
    cues = divide(words, PHRASES, NARRATION)
    assert texts(cues) == ["(the second)—", "and it worked—", "was short."]
    (whole,) = divide(words, Grouping("words", 12), NARRATION)
    assert whole.text == "(the second)—and it worked—was short."


def test_a_spaced_hyphen_is_a_dash():
    words = [
        PlacedWord(text, i * 9_000, i * 9_000 + 9_000, (i * 9, i * 9 + len(text)))
        for i, text in enumerate(["He", "ran -", "fast -", "home."])
    ]
    assert texts(divide(words, PHRASES, NARRATION)) == ["He ran -", "fast -", "home."]


@pytest.mark.parametrize(
    ("language", "sentence", "cues"),
    [
        ("es", "Dime ¿qué tal estás? Bien.", ["Dime", "¿qué tal estás?", "Bien."]),
        ("es", "Oye, ¡ven! El Sr. Paz llega.", ["Oye,", "¡ven!", "El Sr. Paz llega."]),
        ("hi", "वह घर गया। मैं यहाँ हूँ।", ["वह घर गया।", "मैं यहाँ हूँ।"]),
        ("fr", "«~Viens~», dit M. Lenoir.", ["« Viens »,", "dit M. Lenoir."]),
        ("it", "Il sig. Neri arriva, poi parte.", ["Il sig. Neri arriva,", "poi parte."]),
        ("pt-br", "O Dr. Luz chegou; nós saímos.", ["O Dr. Luz chegou;", "nós saímos."]),
    ],
)
def test_phrases_of_other_languages(language, sentence, cues):
    assert phrases(sentence, language=language) == cues


@pytest.mark.parametrize(
    ("language", "sentence", "cues"),
    [
        (
            "ja",
            "昨日、 雨 が 降っ た。 今日 は 晴れ です。",
            ["昨日、", "雨が降った。", "今日は晴れです。"],
        ),
        ("zh", "他 说： “好！” 然后 走 了。", ["他说：", "“好！”", "然后走了。"]),
        ("ja", "円周率 は 3. 14 です。", ["円周率は3.14です。"]),
    ],
)
def test_words_that_touch_are_joined_without_blanks(language, sentence, cues):
    assert phrases(sentence, language=language, touching=True) == cues


@pytest.mark.parametrize(
    ("language", "sentence", "cues"),
    [
        (
            "en-us",
            "It was the age of wisdom and the epoch of belief.",
            ["It was the age of wisdom", "and the epoch of belief."],
        ),
        (
            "en-us",
            "The old man went down the road to town.",
            ["The old man went", "down the road to town."],
        ),
        (
            "en-us",
            "Captain Anna Bell walked for 20 kilometres today.",
            ["Captain Anna Bell walked", "for 20 kilometres today."],
        ),
        (
            "fr",
            "Le vieux marin a traversé la baie avec son chien.",
            ["Le vieux marin a traversé", "la baie avec son chien."],
        ),
        (
            "es",
            "El hombre que vive en la casa azul canta.",
            ["El hombre que vive", "en la casa azul canta."],
        ),
        (
            "hi",
            "मैंने कल शाम को अपने दोस्त के साथ खाना खाया।",
            ["मैंने कल शाम को", "अपने दोस्त के साथ खाना खाया।"],
        ),
    ],
)
def test_a_long_phrase_is_divided_at_a_good_place(language, sentence, cues):
    assert phrases(sentence, language=language) == cues


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        ("the harbour", "Nobody here had seen the harbour burn before"),
        ("Anna Bell", "Yesterday evening old Anna Bell sang loudly"),
        ("20 kilometres", "They carried it nearly 20 kilometres without water"),
        ("three boats", "They could see nearly three boats moving slowly"),
        ("Mr. Bell", "They heard yesterday that Mr. Bell sings beautifully"),
        ("Chapter 4", "They stopped reading at Chapter 4 yesterday evening"),
        ("No. 5", "They stopped playing tune No. 5 yesterday evening"),
    ],
)
def test_what_belongs_together_stays_together(kept, sentence):
    for most in (4, 5, 6):
        cues = phrases(sentence, most=most)
        assert any(kept in cue for cue in cues), cues
        assert all(len(cue.split()) <= most for cue in cues)
        assert not any(len(cue.split()) == 1 for cue in cues)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(6, [6]), (7, [4, 3]), (8, [4, 4]), (11, [6, 5]), (13, [5, 4, 4]), (18, [6, 6, 6])],
)
def test_division_is_even(count, sizes):
    sentence = " ".join(f"blip{chr(97 + i)}" for i in range(count))
    wide = replace(NARRATION, characters=99)
    assert [len(cue.split()) for cue in phrases(sentence, profile=wide)] == sizes


def test_a_phrase_is_divided_when_its_line_or_its_time_is_too_long():
    wide = "Extraordinarily complicated misunderstandings happened"
    assert phrases(wide) == ["Extraordinarily complicated", "misunderstandings happened"]
    slow = timed(
        *((text, i * 2, i * 2 + 2) for i, text in enumerate(["uno", "dos", "tres", "luna"]))
    )
    assert texts(divide(slow, PHRASES, NARRATION, language="es")) == ["uno dos", "tres luna"]


def test_a_heard_pause_is_a_good_place():
    early = timed(
        *((f"blip{i}", 0.3 * i + (i > 2) * 0.2, 0.3 * i + (i > 2) * 0.2 + 0.3) for i in range(7))
    )
    assert [cue.words for cue in divide(early, PHRASES, NARRATION)] == [(0, 3), (3, 7)]


# ── lines ───────────────────────────────────────────────────────────────────────────────────────


def test_lines_are_filled_up_to_clause_ends_and_end_with_the_sentence():
    words = spoken(
        "The ferry left at dawn.",
        "Nobody waved.",
        "By noon the harbour was empty, and the gulls had the quay to themselves.",
        "Then, without any warning, the bells rang, and in all the houses along the quay people "
        "opened their windows.",
    )
    assert [cue.lines for cue in divide(words, LINES, BROADCAST)] == [
        ("The ferry left at dawn.",),
        ("Nobody waved.",),
        ("By noon the harbour was empty,", "and the gulls had the quay to themselves."),
        ("Then, without any warning, the bells rang,",),
        ("and in all the houses along the quay", "people opened their windows."),
    ]


def test_two_lines_are_balanced_and_broken_at_a_good_place():
    words = spoken("We walked to the end of the pier and looked out at the sea.")
    (cue,) = divide(words, LINES, BROADCAST)
    assert cue.lines == ("We walked to the end of the pier", "and looked out at the sea.")
    words = spoken("Nothing extraordinary happened.")
    (cue,) = divide(words, Grouping("words", 4), SHORTS)
    assert cue.lines == ("Nothing extraordinary", "happened.")


def test_a_word_longer_than_a_line_stays_whole():
    url = "https://example.com/a/very/long/address/that/does/not/fit"
    words = spoken(f"Visit {url} today please")
    assert texts(divide(words, PHRASES, NARRATION)) == ["Visit", url, "today please"]
    assert texts(divide(words, LINES, BROADCAST)) == ["Visit", url, "today please"]


def test_full_width_characters_take_two_columns():
    words = spoken("東京 の 古い お寺 へ 一緒 に 行き まし た。 昨日 の 午後 です", touching=True)
    cues = divide(words, LINES, replace(BROADCAST, characters=20), language="ja")
    assert [cue.lines for cue in cues] == [
        ("東京の古いお寺へ", "一緒に行きました。"),
        ("昨日の午後です",),
    ]


# ── which words a line shows ────────────────────────────────────────────────────────────────────


def test_the_running_text_of_a_cue_and_the_words_in_it():
    words = spoken("Past Mrs.~Alvarez the harbor wakes.")
    cue = Cue(0, 9, ("Mrs. Alvarez", "the harbor"), (1, 4))
    assert running_text(cue, words) == "Mrs. Alvarez the harbor"
    assert [word_at_character(cue, words, at) for at in (0, 4, 11, 12, 13, 15, 16, 22, 23)] == [
        *(1, 1, 1, 2, 2, 2, 3, 3, None),
    ]
    touching = spoken("東京 の 古い お寺", touching=True)
    cue = Cue(0, 9, ("東京の", "古いお寺"), (0, 4))
    assert running_text(cue, touching) == "東京の古いお寺"
    assert [word_at_character(cue, touching, at) for at in range(8)] == [0, 0, 1, 2, 2, 3, 3, None]


def test_line_words():
    words = spoken("We walked to the end of the pier and looked out at the sea.")
    (cue,) = divide(words, LINES, BROADCAST)
    assert line_words(cue, words) == ((0, 8), (8, 14))
    assert line_words(replace(cue, lines=("We walked",)), words) is None
    assert line_words(replace(cue, lines=("Something", "else")), words) is None
    assert line_words(Cue(0, 1, ()), words) == ()


def test_a_phrase_that_is_nearly_long_enough_stands_alone():
    words = timed(
        ("One", 0.3, 0.54), ("two", 0.54, 0.75), ("three", 0.75, 0.99), ("four", 0.99, 1.21),
        ("five", 1.21, 1.46), ("six", 1.46, 1.69), ("seven,", 1.69, 2.15), ("eight.", 2.31, 2.67),
    )  # fmt: skip
    cues = group(words, PHRASES, NARRATION, duration=round(3.1 * SECOND))
    assert texts(cues) == ["One two three four", "five six seven,", "eight."]


def test_an_ellipsis_ends_a_cue_however_short():
    words = timed(("Wait...", 0.4, 0.72), ("what?", 0.725, 1.155))
    assert texts(group(words, PHRASES, NARRATION, duration=39_000)) == ["Wait...", "what?"]


def test_the_number_of_a_list_stands_with_what_it_counts():
    assert phrases("1. Clone the repo: then run it.") == ["1. Clone the repo:", "then run it."]
