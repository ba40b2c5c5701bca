"""At which words phrases and lines are broken, and at which they are not."""

import pytest

from studio.cues import LINES, PROFILES, Grouping, divide, group
from studio.timeline import PlacedWord

NARRATION, BROADCAST = PROFILES["narration"], PROFILES["broadcast"]


def spoken(*sentences, each=8_400):
    """Words of sentences, one every 0.35 s, without pauses."""
    words, at = [], 0
    for index, sentence in enumerate(sentences):
        for text in sentence.split():
            start = len(words) * each
            words.append(PlacedWord(text, start, start + each, (at, at + len(text)), index))
            at += len(text) + 1
    return words


def phrases(sentence, language="en-us", most=6):
    words = spoken(sentence)
    cues = divide(words, Grouping("phrases", most), NARRATION, language=language)
    return [cue.text for cue in cues]


@pytest.mark.parametrize(
    ("sentence", "cues"),
    [
        (
            "Nobody in the town knew the old harbor as he did.",
            ["Nobody in the town knew", "the old harbor as he did."],
        ),
        (
            "The last ferry leaves the small harbour of Kilmory and crosses the bay.",
            ["The last ferry leaves", "the small harbour of Kilmory", "and crosses the bay."],
        ),
        (
            "Ring the office on +44 20 7946 0958 after nine.",
            ["Ring the office", "on +44 20 7946 0958", "after nine."],
        ),
        (
            "His card number 4929 1234 5678 9012 was on the table.",
            ["His card number", "4929 1234 5678 9012", "was on the table."],
        ),
        (
            "Everybody there knows that x = 12 + 30 by now.",
            ["Everybody there knows", "that x = 12 + 30", "by now."],
        ),
        (
            "For a moment there was no sound at all.",
            ["For a moment", "there was no sound at all."],
        ),
        (
            "They saw no reason to raise interest rates again.",
            ["They saw no reason", "to raise interest rates again."],
        ),
        (
            "He always carried Anna's brother through the flood.",
            ["He always carried Anna's brother", "through the flood."],
        ),
        (
            "It became a well-known place for famous people.",
            ["It became a well-known place", "for famous people."],
        ),
        (
            "His father and his grandfather held the wheel.",
            ["His father and his grandfather", "held the wheel."],
        ),
    ],
)
def test_what_goes_before_a_noun_stays_with_it(sentence, cues):
    assert phrases(sentence) == cues


@pytest.mark.parametrize(
    ("sentence", "cues"),
    [
        (
            "And the ferry went on as if nothing had happened.",
            ["And the ferry went on", "as if nothing had happened."],
        ),
        (
            "And then the captain will take off his cap.",
            ["And then the captain", "will take off his cap."],
        ),
        (
            "Many of them gave up their parking spaces.",
            ["Many of them", "gave up their parking spaces."],
        ),
        (
            "He looked at the sky and went on walking slowly.",
            ["He looked at the sky", "and went on walking slowly."],
        ),
        (
            "Her older brother looked out of the window.",
            ["Her older brother looked", "out of the window."],
        ),
        (
            "He does not talk about it unless you ask him.",
            ["He does not talk about it", "unless you ask him."],
        ),
        (
            "Nobody there could have told him about the fire.",
            ["Nobody there could have told him", "about the fire."],
        ),
    ],
)
def test_what_belongs_to_a_verb_stays_with_it(sentence, cues):
    assert phrases(sentence) == cues


@pytest.mark.parametrize(
    ("language", "kept", "sentence"),
    [
        ("en-us", "April 12, 1998,", "It has been their joke since April 12, 1998, they say"),
        ("en-us", "May 5,", "The work on the bridge will begin on May 5, as planned"),
        ("en-us", "Oct. 5", "The work on the old bridge began Oct. 5 under heavy rain"),
        ("en-gb", "14 October 2019", "They all came home on 14 October 2019 without their boat"),
        ("es", "12 de abril de 1998", "Es así desde 12 de abril de 1998 cuando llegó él"),
        ("fr", "12 avril 1998", "Nous le savons depuis le 12 avril 1998 quand il arriva"),
        ("it", "12 aprile 1998", "Noi tutti lo sappiamo dal 12 aprile 1998 quando lui arrivò"),
        ("pt-br", "12 de abril de 1998", "É assim desde 12 de abril de 1998 quando ele chegou"),
        ("hi", "5 मई 1998", "वह आदमी नाव लेकर 5 मई 1998 को यहाँ आया था"),
        ("en-us", "$48.5 million", "The repairs will probably cost about $48.5 million this year"),
        ("en-us", "3.4 percent", "Prices all over the country rose 3.4 percent last month"),
        ("en-us", "two or three", "They will have to wait two or three hours for him"),
        (
            "en-us",
            "Professor James Lindqvist",
            "Nobody believed that Professor James Lindqvist sang",
        ),
    ],
)
def test_dates_numbers_and_names_stay_whole(language, kept, sentence):
    cues = phrases(sentence, language)
    assert any(kept in cue for cue in cues), cues
    assert all(len(cue.split()) <= 6 for cue in cues)


def test_a_number_that_is_a_name_counts_nothing():
    sentence = "but our neighbour from No. 12 hurried across wooden boxes."
    assert phrases(sentence) == ["but our neighbour from No. 12", "hurried across wooden boxes."]


def test_a_number_after_a_date_is_not_its_year():
    assert phrases("On May 5, 12 boats left.") == ["On May 5,", "12 boats left."]
    assert phrases("In May, 12 boats left.") == ["In May,", "12 boats left."]


@pytest.mark.parametrize(
    ("language", "sentence", "cues"),
    [
        (
            "es",
            "Las primeras barcas de la mañana vuelven al viejo puerto.",
            ["Las primeras barcas de la mañana", "vuelven al viejo puerto."],
        ),
        (
            "fr",
            "Il y a une longue file devant la vieille porte.",
            ["Il y a une longue file", "devant la vieille porte."],
        ),
        (
            "it",
            "Ogni mattina il vecchio porto si sveglia prima della città.",
            ["Ogni mattina il vecchio porto", "si sveglia prima della città."],
        ),
        (
            "pt-br",
            "Todas as manhãs o velho porto acorda antes da cidade.",
            ["Todas as manhãs o velho porto", "acorda antes da cidade."],
        ),
        (
            "hi",
            "हर सुबह पुराना बंदरगाह शहर से पहले जाग जाता है।",
            ["हर सुबह पुराना बंदरगाह", "शहर से पहले जाग जाता है।"],
        ),
    ],
)
def test_good_places_in_other_languages(language, sentence, cues):
    assert phrases(sentence, language) == cues


def test_a_question_inside_a_sentence_does_not_end_it():
    words = spoken("“Late?” asked the man.", each=4_800)
    cues = group(words, Grouping("phrases", 6), NARRATION, duration=19_200)
    assert [cue.text for cue in cues] == ["“Late?” asked the man."]


@pytest.mark.parametrize("kind", [Grouping("phrases", 6), LINES])
def test_no_cue_runs_over_the_end_of_a_sentence_unless_the_author_joins(kind):
    words = spoken("No.", "Nadie vino.", "¡Nunca!", each=4_800)
    cues = group(words, kind, NARRATION, duration=19_200, language="es")
    assert [cue.text for cue in cues] == ["No.", "Nadie vino.", "¡Nunca!"]
    cues = group(words, kind, NARRATION, duration=19_200, language="es", joins={1})
    assert [cue.text for cue in cues] == ["No. Nadie vino.", "¡Nunca!"]


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        (
            "They searched the ship from the bow to the stern.",
            ("They searched the ship", "from the bow to the stern."),
        ),
        (
            "He does not ever talk about it unless you ask him.",
            ("He does not ever talk about it", "unless you ask him."),
        ),
        (
            "Economists had expected a rise of no more than 2.9 percent.",
            ("Economists had expected", "a rise of no more than 2.9 percent."),
        ),
        (
            "Many of them gave up their parking spaces in May 2023.",
            ("Many of them gave up", "their parking spaces in May 2023."),
        ),
    ],
)
def test_lines_of_a_cue_end_where_phrases_may(sentence, lines):
    (cue,) = divide(spoken(sentence), LINES, BROADCAST)
    assert cue.lines == lines


def test_cues_of_lines_end_with_clauses_whose_lines_are_good():
    words = spoken(
        "Never touch the metal contacts with bare hands, because even a small amount of static "
        "electricity can destroy the main board."
    )
    assert [cue.lines for cue in divide(words, LINES, BROADCAST)] == [
        ("Never touch the metal contacts", "with bare hands,"),
        ("because even a small amount", "of static electricity"),
        ("can destroy the main board.",),
    ]
