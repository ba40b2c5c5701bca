"""Plain text into paragraphs and sentences: line ends, wrapping, light markup, pauses, pins."""

from __future__ import annotations

import time

import pytest

from studio.document import Document, Pause, Pin
from studio.errors import LanguageUnknown, PauseUnreadable, WrongUse
from studio.script import read


def paragraphs(source: str, **options: object) -> list[list[str]]:
    document = read(source, **options)  # type: ignore[arg-type]
    return [[sentence.text for sentence in p.sentences] for p in document.paragraphs]


def texts(source: str, **options: object) -> list[str]:
    return [text for paragraph in paragraphs(source, **options) for text in paragraph]


def wrapped(text: str, width: int) -> str:
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def test_a_sentence_takes_what_the_caller_decides() -> None:
    document = read(
        "It rains.\n\nWe stay.",
        voice="bf_emma",
        speed=1.2,
        language="en-gb",
        sentence_gap=2_400,
        paragraph_gap=12_000,
    )
    assert document.sentence_gap == 2_400
    assert document.paragraph_gap == 12_000
    assert [(s.id, s.voice, s.speed, s.language) for s in document.sentences] == [
        ("s1", "bf_emma", 1.2, "en-gb"),
        ("s2", "bf_emma", 1.2, "en-gb"),
    ]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageUnknown):
        read("It rains", language="xx")


@pytest.mark.parametrize(
    "source", ["", "   ", "***", "...", "—", "\n\n", "\ufeff", "🎉", "- \n* * *"]
)
def test_nothing_to_say_is_a_document_without_paragraphs(source: str) -> None:
    assert read(source) == Document()
    assert read(source, markdown=True) == Document()


# Lines

LINE_ENDS = ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("end", LINE_ENDS)
def test_all_line_ends_are_alike(end: str) -> None:
    source = f"Red{end}Blue{end}{end}A line that was{end}wrapped by hand{end}in the editor."
    assert paragraphs(source) == [
        ["Red", "Blue"],
        ["A line that was wrapped by hand in the editor."],
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("The Plan\nWe start at dawn", ["The Plan", "We start at dawn"]),
        ("Red\nBlue\nGreen", ["Red", "Blue", "Green"]),
        ("We need\n3 eggs\n2 onions", ["We need", "3 eggs", "2 onions"]),
        ("It was built in\n1912 by hand.", ["It was built in 1912 by hand."]),
        ("Mr.\nSmith came.", ["Mr. Smith came."]),
        ("ANNA: Where?\nBOB: There.", ["ANNA: Where?", "BOB: There."]),
        (
            "Ingredients:\n- 2 eggs\n- flour and\n  sugar\n• salt",
            ["Ingredients:", "2 eggs", "flour and sugar", "salt"],
        ),
        (
            "1. Beat the eggs.\n2. Add flour, then\nwait.",
            ["1. Beat the eggs.", "2. Add flour, then wait."],
        ),
        ("— Hola.\n— Adiós.", ["— Hola.", "— Adiós."]),
        ("The man\n- who was tall -\nwent home.", ["The man - who was tall - went home."]),
        ("> It was late\n> in the year.\nYes", ["It was late in the year.", "Yes"]),
        ("Title\n=====\nText here", ["Title", "Text here"]),
    ],
)
def test_lines_are_joined_or_kept_apart(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


PROSE = (
    "It was the Captain who first saw the light, on the evening of the 12th of March 1911, when "
    "the Mary Ann came round Cape Wrath with Mr. and Mrs. Bell aboard. He told Anna, I believe, "
    "and Anna told the cook; the cook told Dr. Reid. Nobody laughed. London had been told, by "
    "letter, and London had not answered. The London office never did."
)
PROSE_SENTENCES = [
    "It was the Captain who first saw the light, on the evening of the 12th of March 1911, when "
    "the Mary Ann came round Cape Wrath with Mr. and Mrs. Bell aboard.",
    "He told Anna, I believe, and Anna told the cook; the cook told Dr. Reid.",
    "Nobody laughed.",
    "London had been told, by letter, and London had not answered.",
    "The London office never did.",
]


@pytest.mark.parametrize("width", range(50, 100))
def test_wrapped_prose_reads_like_prose_on_one_line(width: int) -> None:
    assert texts(wrapped(PROSE, width)) == PROSE_SENTENCES


def test_a_line_that_begins_with_a_name_was_wrapped_if_the_name_did_not_fit() -> None:
    source = (
        "The keeper climbed the tower every evening to light the lamp for\n"
        "Captain Harris and his crew on the grey water."
    )
    assert len(texts(source)) == 1


def test_titles_and_verses_are_not_wrapped_prose() -> None:
    title = "An Uncommonly Long Title About the Keeper of the Light and His Dog"
    assert texts(f"{title}\nHe woke at dawn.") == [title, "He woke at dawn."]
    verse = (
        "Tyger Tyger, burning bright,\nIn the forests of the night;\n"
        "What immortal hand or eye,\nCould frame thy fearful symmetry?"
    )
    assert texts(verse) == verse.split("\n")
    assert len(texts(f"{wrapped(PROSE, 72)}\n\n{verse}")) == len(PROSE_SENTENCES) + 4


def test_paragraphs_of_one_line_each_stay_apart() -> None:
    long = "This paragraph is one long line, as word processors make them, and it has no break"
    assert texts(f"{long}.\n{long}.\nA title\nAnd an end.") == [
        f"{long}.",
        f"{long}.",
        "A title",
        "And an end.",
    ]


def test_a_word_divided_at_the_end_of_a_wrapped_line_stays_in_one_piece() -> None:
    source = (
        "The man was working on the very long and tiresome recon-\n"
        "struction of the bridge, which nobody had asked him for."
    )
    assert "reconstruction" in texts(source)[0]
    assert texts("won\u00ad\nderful") == ["wonderful"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("It was re-\nmarkable.", "It was remarkable."),
        ("It was in-\n  teresting, re-\nally.", "It was interesting, really."),
        ("A well-\nknown man.", "A well-known man."),
        ("His mother-in-\nlaw came.", "His mother-in-law came."),
        ("A blue-grey sky, so blue-\ngrey.", "A blue-grey sky, so blue-grey."),
        ("Short-\nand long-term plans.", "Short- and long-term plans."),
        ("From x-\ny.", "From x- y."),
        ("Une chose extraor-\ndinaire.", "Une chose extraordinaire."),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_goes_where_it_only_broke_a_word(
    source: str, expected: str
) -> None:
    assert texts(source) == [expected]


def test_a_broken_word_leads_back_to_both_its_parts() -> None:
    sentence = read("It was re-\nmarkable.").sentences[0]
    assert sentence.text[7:17] == "remarkable"
    assert sentence.source.span(7, 17) == (7, 19)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("This is <b>bold</b> and <i>it</i>.", "This is bold and it."),
        ("H<sub>2</sub>O and <a href='x'>this</a>.<br>", "H2O and this."),
        ("<p>One.</p>", "One."),
        ("3 < 5 > 2 and I <3 you.", "3 < 5 > 2 and I <3 you."),
        ("If a<b and c>d, x <b> y.", "If a<b and c>d, x <b> y."),
        ("List<int> and <sigh>, Dear <name>.", "List<int> and <sigh>, Dear <name>."),
    ],
)
def test_tags_go_from_plain_text_where_they_can_be_nothing_else(source: str, expected: str) -> None:
    assert texts(source) == [expected]


def test_japanese_and_chinese_lines_are_joined_without_a_blank() -> None:
    source = (
        "どこで生れたかとんと見当がつかぬ。何でも薄暗いじめ\n"
        "じめした所でニャーニャー泣いていた事だけは記憶して\nいる。"
    )
    assert texts(source, language="ja") == [
        "どこで生れたかとんと見当がつかぬ。",
        "何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。",
    ]
    assert texts("第一章\n　そうだ。", language="ja") == ["第一章", "そうだ。"]


# Characters


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Hello\u00a0world", "Hello world"),
        ("Hello\tworld", "Hello world"),
        ("Hello\u200bworld", "Hello world"),
        ("Hello\u2009 \u202fworld", "Hello world"),
        ("\ufeffHello", "Hello"),
        ("Hel\u2060lo\x00", "Hello"),
        ("co\u00adoperate", "cooperate"),
        ("cafe\u0301 noir", "cafe\u0301 noir"),
        ("！Hello！", "！Hello！"),
        ("Hello  world.", "Hello world."),
        ("isn’t “so” — 10–20", "isn’t “so” — 10–20"),
        ("a 👩\u200d👩\u200d👧 b\u200d", "a 👩\u200d👩\u200d👧 b"),
        ("I ❤\ufe0f tea 👍🏽", "I ❤\ufe0f tea 👍🏽"),
        ("क्\u200dष", "क्\u200dष"),
        (
            "🏴\U000e0067\U000e0062\U000e0065\U000e007f x",
            "🏴\U000e0067\U000e0062\U000e0065\U000e007f x",
        ),
    ],
)
def test_blanks_are_blanks_and_what_nobody_sees_is_gone(source: str, expected: str) -> None:
    assert texts(source) == [expected]


def test_the_source_map_leads_back_through_line_ends_and_blanks() -> None:
    source = "\ufeffOne\r\n\r\nHello  wor\u00adld.   Bye\r\nnow."
    _, hello, bye = read(source).sentences
    assert hello.text == "Hello world."
    assert hello.source.span(0, 5) == (8, 13)
    assert source[slice(*hello.source.span(6, 12))] == "wor\u00adld."
    assert bye.text == "Bye now."
    assert source[slice(*bye.source.span(4, 8))] == "now."


# Light markup


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("**Bold** and _soft_ and `code`, ~~gone~~.", "Bold and soft and code, gone."),
        ("***both*** and **a *b* c** and **B**old", "both and a b c and Bold"),
        ("“**Stop!**” she said", "“Stop!” she said"),
        ("这是**重要**的", "这是重要的"),
        ("5 * 3 = 15 * 1", "5 * 3 = 15 * 1"),
        ("snake_case_name, 2*3*4 and a*b*c", "snake_case_name, 2*3*4 and a*b*c"),
        ("f**k and s**t", "f**k and s**t"),
        ("~5 kg to ~6 kg", "~5 kg to ~6 kg"),
        ("`this' and `that'", "`this' and `that'"),
        ("price* *unmatched", "price* *unmatched"),
        (
            "see https://www.example.com/a_b?x=_1_ *now*",
            "see https://www.example.com/a_b?x=_1_ now",
        ),
        ("See [the guide](https://example.com/g(1)) now.", "See the guide now."),
        ("See [the **guide**](docs/guide.md 'Guide') now.", "See the guide now."),
        (
            "[sic](etc.), [Smith](2020), [x](and/or) [y]",
            "[sic](etc.), [Smith](2020), [x](and/or) [y]",
        ),
        ("Look: ![a lamp](lamp.png)", "Look: a lamp"),
        (
            "Write <ann.lee@example.com> or <https://x.org>",
            "Write ann.lee@example.com or https://x.org",
        ),
        ("Use List<int> now.", "Use List<int> now."),
        ("AT&amp;T \\*so\\*", "AT&amp;T \\*so\\*"),
        ("# Heading one ##", "Heading one"),
        ("#hashtag and #1", "#hashtag and #1"),
        ("Fill in: ______ here", "Fill in: ______ here"),
    ],
)
def test_marks_go_and_words_stay(source: str, expected: str) -> None:
    assert texts(source) == [expected]


def test_headings_lists_and_rules() -> None:
    source = "# Heading one\nText\n\n***\n\n- first\n- second\n\n1) one\n2) two"
    assert paragraphs(source) == [
        ["Heading one"],
        ["Text"],
        ["first", "second"],
        ["1) one", "2) two"],
    ]


def test_pins_are_kept_with_their_words() -> None:
    sentence = read("Say [gnome](/nˈOm/), **[ five ](+2)** and [two words](/tˈu/) now.").sentences[
        0
    ]
    assert sentence.text == "Say gnome, five and two words now."
    assert sentence.pins == (Pin(4, 9, "/nˈOm/"), Pin(11, 15, "+2"), Pin(20, 29, "/tˈu/"))


def test_a_pin_is_not_cut() -> None:
    sentences = read("He came. [St. He](/x/) came. He left.").sentences
    assert [s.text for s in sentences] == ["He came.", "St. He came.", "He left."]
    assert sentences[1].pins == (Pin(0, 6, "/x/"),)


# Pauses


@pytest.mark.parametrize(
    ("tag", "samples"),
    [
        ("[pause 0.8s]", 19_200),
        ("[Pause 800ms]", 19_200),
        ("[pause: 1 s]", 24_000),
        ("[ PAUSE 1 ]", 24_000),
        ("[pause 1,5 sec]", 36_000),
        ("[pause .05s]", 1_200),
        ("[pause 10 seconds]", 240_000),
        ("[pause\n1s]", 24_000),
    ],
)
def test_a_pause_is_exact(tag: str, samples: int) -> None:
    sentence = read(f"Wait {tag} here.").sentences[0]
    assert sentence.text == "Wait here."
    assert sentence.pauses == (Pause(5, samples),)


@pytest.mark.parametrize(
    ("source", "text", "at"),
    [
        ("wo[pause 1s]rd", "wo rd", 3),
        ("Hello[pause 1s], world.", "Hello, world.", 7),
        ("Hello [pause 1s], world.", "Hello, world.", 7),
        ("He (she[pause 1s]) left.", "He (she) left.", 9),
        ("“[pause 1s]Go,” she said.", "“Go,” she said.", 0),
        ("Wait[pause 1s]... what?", "Wait... what?", 8),
        ("He ran [pause 1s] - fast.", "He ran - fast.", 9),
        ("[pause 1s] Hello.", "Hello.", 0),
        ("Hello.[pause 1s]", "Hello.", 6),
        ("Hello [pause 1s].", "Hello.", 6),
        ("**Oh [pause 1s]** no", "Oh no", 3),
    ],
)
def test_a_pause_stands_before_a_word_or_at_the_end(source: str, text: str, at: int) -> None:
    sentence = read(source).sentences[0]
    assert sentence.text == text
    assert sentence.pauses == (Pause(at, 24_000),)


def test_a_pause_in_japanese_leaves_no_blank() -> None:
    sentence = read("これは[pause 1s]雨です。", language="ja").sentences[0]
    assert (sentence.text, sentence.pauses) == ("これは雨です。", (Pause(3, 24_000),))


def test_a_pause_between_sentences_belongs_to_the_one_before() -> None:
    one, two = read("One came.\n\n[pause 0.8s]\n\nTwo came.").sentences
    assert (one.pauses, two.pauses) == ((Pause(9, 19_200),), ())
    one, two = read("One came. [pause 0.8s] Two came.").sentences
    assert (one.pauses, two.pauses) == ((Pause(9, 19_200),), ())


def test_a_pause_before_everything_belongs_to_the_first_sentence() -> None:
    assert read("[pause 1s]\n\n***\n\nHello").sentences[0].pauses == (Pause(0, 24_000),)


def test_pauses_at_one_place_add_up() -> None:
    assert read("Hello\n[pause 1s]\n\n[pause 2s]").sentences[0].pauses == (Pause(5, 72_000),)


def test_a_pause_on_a_line_of_its_own_does_not_part_a_wrapped_sentence() -> None:
    sentence = read("He said\n[pause 1s]\nnothing.").sentences[0]
    assert (sentence.text, sentence.pauses) == ("He said nothing.", (Pause(8, 24_000),))


@pytest.mark.parametrize(
    ("source", "tag", "line"),
    [
        ("a\r\nb [pause 20s]", "[pause 20s]", 2),
        ("x\n\n[pause]", "[pause]", 3),
        ("[pause for effect]", "[pause for effect]", 1),
        ("[pause 0.01s]", "[pause 0.01s]", 1),
        ("[pause -1s]", "[pause -1s]", 1),
        ("[pause 1h]", "[pause 1h]", 1),
    ],
)
@pytest.mark.parametrize("markdown", [False, True])
def test_a_pause_that_cannot_be_is_named_with_its_line(
    source: str, tag: str, line: int, markdown: bool
) -> None:
    with pytest.raises(PauseUnreadable) as raised:
        read(source, markdown=markdown)
    assert isinstance(raised.value, WrongUse)
    assert (raised.value.tag, raised.value.line) == (tag, line)
    assert str(raised.value) == (
        f"Line {line}: {tag} is not a pause; write 0.05 to 10 seconds, as in [pause 0.8s]."
    )


def test_the_word_pause_is_no_tag() -> None:
    source = "[paused] [pause-menu] [pause button](https://x.org) [pause](/pˈɔz/)"
    sentence = read(source).sentences[0]
    assert sentence.text == "[paused] [pause-menu] pause button pause"
    assert sentence.pins == (Pin(35, 40, "/pˈɔz/"),)


# Long and strange texts: linear, whatever comes


@pytest.mark.parametrize("markdown", [False, True])
@pytest.mark.parametrize(
    "source",
    [
        "a" * 100_000,
        ". " * 50_000,
        "(" * 20_000,
        "[a](" * 20_000,
        "*a " * 30_000,
        "` `` " * 20_000,
        "「雨です。」と言った。" * 5_000,
        "<a " * 30_000,
        "<!-- " * 20_000,
        "[pause 1s] a - " * 5_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_strange_text_takes_no_time(source: str, markdown: bool) -> None:
    started = time.process_time()
    read(source, markdown=markdown)
    assert time.process_time() - started < 5
