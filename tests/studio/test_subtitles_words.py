"""The words file: its schema, and what is refused."""

import json
from pathlib import Path

import jsonschema
import pytest

from studio.errors import FileDamaged
from studio.subtitles import WordsFile, parse_words_json, words_json
from studio.timeline import PlacedSentence, PlacedWord, Timeline

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "resources" / "words.schema.json").read_text("utf-8")
)
WORDS = (
    PlacedWord("“Café,”", 7_200, 20_400, (2, 9), 0, 0),
    PlacedWord("she", 20_400, 24_000, (10, 13), 0, 0),
    PlacedWord("said.", 24_000, 40_800, (14, 19), 0, 0),
    PlacedWord("Bye.", 60_000, 70_000, (21, 25), 1, 1, True),
)
SENTENCES = (
    PlacedSentence("“Café,” she said.", 0, 45_000, 0),
    PlacedSentence("Bye.", 55_000, 80_000, 1),
)
TIMELINE = Timeline(WORDS, SENTENCES, (), 80_000)
TEXT = """{
"version": 1,
"sample_rate": 24000,
"duration": 80000,
"language": "en-us",
"voice": "af_heart",
"engine": "kokoro",
"sentences": [
{"text": "“Café,” she said.", "start": 0, "end": 45000, "paragraph": 0},
{"text": "Bye.", "start": 55000, "end": 80000, "paragraph": 1}
],
"words": [
{"text": "“Café,”", "start": 7200, "end": 20400, "source": [2, 9], "sentence": 0, "estimated": false},
{"text": "she", "start": 20400, "end": 24000, "source": [10, 13], "sentence": 0, "estimated": false},
{"text": "said.", "start": 24000, "end": 40800, "source": [14, 19], "sentence": 0, "estimated": false},
{"text": "Bye.", "start": 60000, "end": 70000, "source": [21, 25], "sentence": 1, "estimated": true}
]
}
"""  # noqa: E501


def test_what_is_written():
    assert words_json(TIMELINE, "en-us", "af_heart", "kokoro") == TEXT


def test_what_is_read():
    assert parse_words_json(TEXT) == WordsFile(
        WORDS, SENTENCES, 80_000, "en-us", "af_heart", "kokoro"
    )


def test_what_is_written_obeys_the_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.validate(json.loads(TEXT))
    empty = words_json(Timeline((), (), (), 0), "ja", "jf_alpha", "kokoro")
    validator.validate(json.loads(empty))
    assert parse_words_json(empty).words == ()


def test_everything_in_the_schema_is_explained():
    def unexplained(node, path):
        for name, child in node.get("properties", {}).items():
            if "description" not in child:
                yield f"{path}.{name}"
            yield from unexplained(child, f"{path}.{name}")

    parts = [SCHEMA, *SCHEMA["$defs"].values()]
    assert [path for part in parts for path in unexplained(part, "")] == []


def changed(**changes):
    """The file with values set (or removed, by ``...``) at ``key`` or ``list__index__key``."""
    data = json.loads(TEXT)
    for path, value in changes.items():
        *outer, key = path.split("__")
        place = data
        for step in outer:
            place = place[int(step) if step.isdigit() else step]
        if value is ...:
            del place[key]
        else:
            place[key] = value
    return json.dumps(data)


def test_keys_unknown_here_are_passed_over():
    text = changed(author="Ann", words__0__confidence=0.9, sentences__1__mood="calm")
    assert parse_words_json(text).words == WORDS


def test_a_sentence_without_paragraph_is_in_the_first():
    read = parse_words_json(changed(sentences__1__paragraph=...))
    assert read.sentences[1].paragraph == 0
    assert read.words[3].paragraph == 0


def test_words_that_overlap_or_last_no_time_are_let_in():
    read = parse_words_json(changed(words__0__end=24_000, words__1__end=20_400))
    assert [(word.start, word.end) for word in read.words[:2]] == [
        (7_200, 24_000),
        (20_400, 20_400),
    ]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": 2}, "version should be 1, the only one known here, not 2"),
        ({"version": ...}, "version is missing; it should be a whole number from 0 up"),
        ({"sample_rate": 48_000}, "sample_rate should be 24000"),
        ({"duration": 8.5}, "duration should be a whole number from 0 up"),
        ({"duration": True}, "duration should be a whole number from 0 up"),
        ({"voice": None}, "voice should be a text"),
        ({"words": {}}, "words should be a list"),
        ({"words": ...}, "words is missing; it should be a list"),
        ({"sentences": [3]}, "sentences[0] should be an object"),
        (
            {"sentences__1__end": 80_001},
            "sentences[1].end should be a whole number from 55000 to 80000",
        ),
        (
            {"sentences__0__paragraph": -1},
            "sentences[0].paragraph should be a whole number from 0 up",
        ),
        ({"words__2__text": 5}, "words[2].text should be a text"),
        ({"words__2__start": None}, "words[2].start should be a whole number from 0 to 80000"),
        (
            {"words__2__start": 7_000},
            "words[2].start should be no earlier than that of the word before it",
        ),
        ({"words__2__end": 23_999}, "words[2].end should be a whole number from 24000 to 80000"),
        ({"words__2__sentence": 2}, "words[2].sentence should be a whole number from 0 to 1"),
        ({"words__2__source": [3]}, "words[2].source should be two whole numbers, [from, to]"),
        ({"words__2__source": [9, 3]}, "words[2].source should be two whole numbers, [from, to]"),
        ({"words__2__estimated": 0}, "words[2].estimated should be true or false"),
        ({"words__2__estimated": ...}, "words[2].estimated is missing; it should be true or false"),
    ],
)
def test_a_damaged_file_is_refused_with_its_field(changes, reason):
    with pytest.raises(FileDamaged) as error:
        parse_words_json(changed(**changes), "a.words.json")
    assert str(error.value) == f"a.words.json cannot be used: {reason}."


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "line 1 is not JSON"),
        (b"{\n\n'x': 1}", "line 3 is not JSON"),
        (b"[]", "the file should be an object"),
        (b"\xff\xfe", "line 1 is not UTF-8"),
        (b"[" * 100_000, "it is not JSON that can be read"),
        (b'{"version": ' + b"9" * 5_000 + b"}", "it is not JSON that can be read"),
    ],
)
def test_what_is_not_json(data, reason):
    with pytest.raises(FileDamaged) as error:
        parse_words_json(data)
    assert error.value.reason.startswith(reason)
