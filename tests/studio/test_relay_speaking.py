"""The relay as an engine: pieces, words and their times."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from studio.document import Pin, Sentence, Word
from studio.engines import take_of
from studio.errors import RelayFailed, RelayVoiceUnknown, Unspeakable
from studio.relay.client import Client
from studio.relay.keys import Key
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine
from studio.spoken import Reading, readings
from studio.takes import Take, Unspoken
from tests.relay_server import Answer, RelayServer, says, serving, wav

TEXT = "It cost $20, he said."
WORDS = (
    Word("It", 2_400, 6_000, (0, 2)),
    Word("cost", 6_000, 12_000, (3, 7)),
    Word("$20,", 12_000, 24_000, (8, 12)),
    Word("he", 26_400, 30_000, (13, 15)),
    Word("said.", 30_000, 43_200, (16, 21)),
)
STAMPS = [
    {"word": "It", "start_time": 0.1, "end_time": 0.2},
    {"word": "cost", "start_time": 0.2, "end_time": 0.5},
    {"word": "twenty", "start_time": 0.5, "end_time": 0.7},
    {"word": "dollars", "start_time": 0.7, "end_time": 0.95},
    {"word": ",", "start_time": 0.95, "end_time": 1.1},
    {"word": "he", "start_time": 1.1, "end_time": 1.2},
    {"word": "said", "start_time": 1.2, "end_time": 1.6},
    {"word": ".", "start_time": 1.6, "end_time": 1.9},
]


def measured(sentence: Sentence, readings: Sequence[Reading]) -> tuple[int, tuple[Word, ...]]:
    return 48_000, WORDS


@contextmanager
def engine(server: RelayServer, **fields: Any) -> Iterator[RelayEngine]:
    desk = Server("Desk", server.base, "kokoro", per_second=1e6, **fields)
    relay = RelayEngine(Client(desk, Key(), sleep=lambda seconds: False), measured)
    yield relay
    relay.close()


def spoken(relay: RelayEngine, text: str = TEXT, live: bool = False) -> Take:
    sentence = Sentence("1", text)
    return take_of(relay.speak(sentence, readings(text, "en-us"), live=live), relay.name)


def captioned(stamps: object = STAMPS, audio: bytes | None = None) -> Answer:
    encoded = base64.b64encode(wav(48_000) if audio is None else audio).decode()
    return says(200, {"audio": encoded, "audio_format": "audio/wav", "timestamps": stamps})


def test_words_without_captions_are_estimates() -> None:
    with serving(Answer(wav(48_000))) as server, engine(server) as relay:
        take = spoken(relay)
    assert server.asked[0].body["input"] == "It cost twenty dollars, he said."
    assert (take.engine, len(take.audio)) == ("relay:Desk", 48_000)
    assert [word.text for word in take.words] == ["It", "cost", "$20,", "he", "said."]
    assert [word.start for word in take.words] == [2_400, 6_000, 12_000, 26_400, 30_000]
    assert all(word.estimated for word in take.words)


def test_words_by_the_servers_captions() -> None:
    with serving(captioned()) as server, engine(server, captions=True) as relay:
        take = spoken(relay)
    [asked] = server.asked
    assert asked.path == "/dev/captioned_speech"
    assert (asked.body["stream"], asked.body["return_timestamps"]) == (False, True)
    assert [(word.text, word.start, word.end, word.estimated) for word in take.words] == [
        ("It", 2_400, 4_800, False),
        ("cost", 4_800, 12_000, False),
        ("$20,", 12_000, 22_800, False),
        ("he", 26_400, 28_800, False),
        ("said.", 28_800, 38_400, False),
    ]


@pytest.mark.parametrize(
    "stamps",
    [
        None,
        [],
        STAMPS[:6],
        [{**STAMPS[0], "start_time": None}, *STAMPS[1:]],
        [{**stamp, "word": "other"} for stamp in STAMPS],
        [{**STAMPS[0], "start_time": float("nan")}, *STAMPS[1:]],
    ],
)
def test_captions_that_lack_a_word_are_not_used(stamps: object) -> None:
    with serving(captioned(stamps)) as server, engine(server, captions=True) as relay:
        assert all(word.estimated for word in spoken(relay).words)


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(lambda start, end: (1_000 * start, 1_000 * end), id="milliseconds"),
        pytest.param(lambda start, end: (0, 0), id="all at once"),
        pytest.param(lambda start, end: (start / 10, end / 10), id="in a tenth of the sound"),
        pytest.param(lambda start, end: (start + 5, end + 5), id="after the sound"),
        pytest.param(lambda start, end: (2 - end, 2 - start), id="backwards"),
        pytest.param(lambda start, end: (start, 2), id="over each other"),
    ],
)
def test_captions_that_cannot_be_are_not_used(
    lie: Callable[[float, float], tuple[float, float]],
) -> None:
    times = [lie(row["start_time"], row["end_time"]) for row in STAMPS]  # type: ignore[arg-type]
    stamps = [
        {**row, "start_time": start, "end_time": end}
        for row, (start, end) in zip(STAMPS, times, strict=True)
    ]
    with serving(captioned(stamps)) as server, engine(server, captions=True) as relay:
        take = spoken(relay)
    assert all(word.estimated for word in take.words)
    assert [word.start for word in take.words] == [2_400, 6_000, 12_000, 26_400, 30_000]


@pytest.mark.parametrize(
    "answer",
    [
        Answer(wav(48_000)),
        says(200, {"audio": 7}),
        says(200, ["audio"]),
        says(200, {"audio": "AAAA", "timestamps": [{}]}),
        captioned(audio=b"<html>"),
        captioned(audio=wav(48_000)[:-10]),
        captioned(audio=b""),
    ],
)
def test_captioned_speech_that_is_none(answer: Answer) -> None:
    with (
        serving(answer) as server,
        engine(server, captions=True) as relay,
        pytest.raises(RelayFailed),
    ):
        spoken(relay)


def test_captions_that_are_not_offered_are_asked_for_once() -> None:
    with (
        serving(says(404, {"detail": "Not Found"}), Answer(wav(48_000))) as server,
        engine(server, captions=True) as relay,
    ):
        for _ in range(2):
            assert all(word.estimated for word in spoken(relay).words)
    assert [asked.path for asked in server.asked] == [
        "/dev/captioned_speech",
        "/v1/audio/speech",
        "/v1/audio/speech",
    ]


def test_a_live_one_comes_in_pieces_and_is_the_same_take() -> None:
    with serving(Answer(wav(48_000), chunks=8)) as server, engine(server) as relay:
        sentence = Sentence("1", TEXT)
        pieces = list(relay.speak(sentence, readings(TEXT, "en-us"), live=True))
        whole = spoken(relay)
    assert len(pieces) > 1
    assert [len(piece.words) for piece in pieces] == [0] * (len(pieces) - 1) + [5]
    live = take_of(pieces, relay.name)
    assert (live.audio == whole.audio).all()
    assert live.words == whole.words


def test_a_long_text_is_sent_in_parts() -> None:
    with serving(Answer(wav(16_000))) as server, engine(server, characters=16) as relay:
        take = spoken(relay)
    assert [asked.body["input"] for asked in server.asked] == [
        "It cost twenty",
        "dollars,",
        "he said.",
    ]
    assert len(take.audio) == 48_000


@pytest.mark.parametrize("samples", [4, 12_000, 23_999])
def test_sound_that_cannot_be_all_of_it(samples: int) -> None:
    with (
        serving(Answer(wav(samples))) as server,
        engine(server) as relay,
        pytest.raises(RelayFailed, match="its answer is too short for the sentence"),
    ):
        spoken(relay)


def test_what_cannot_be_spoken() -> None:
    with serving(Answer(wav(48_000))) as server, engine(server) as relay:
        with pytest.raises(Unspeakable):
            spoken(relay, "日本")
        assert server.asked == []
        assert spoken(relay, "Say 日本 twice.").unspoken == (Unspoken(4, 6, False),)


def pinned(
    value: str, text: str = TEXT, start: int = 3, end: int = 7, language: str = "en-us"
) -> tuple[Sentence, Sequence[Reading]]:
    pin = Pin(start, end, value)
    sentence = Sentence("1", text, pins=(pin,), language=language)
    return sentence, readings(text, language, pins=(pin,))


@pytest.mark.parametrize(
    ("value", "start", "end", "sent"),
    [
        ("/kɑst/", 3, 7, "It [cost](/kɑst/) twenty dollars, he said."),
        ("+2", 3, 7, "It [cost](+2) twenty dollars, he said."),
        ("-1", 3, 7, "It [cost](-1) twenty dollars, he said."),
        ("-0.5", 3, 7, "It [cost](-0.5) twenty dollars, he said."),
        ("+1", 8, 12, "It cost [twenty dollars](+1), he said."),
        ("+1", 16, 21, "It cost twenty dollars, he [said](+1)."),
    ],
)
def test_phonemes_and_stress_are_sent_where_they_are_understood(
    value: str, start: int, end: int, sent: str
) -> None:
    sentence, read = pinned(value, start=start, end=end)
    with serving(Answer(wav(48_000))) as server, engine(server, markup=True) as relay:
        take = take_of(relay.speak(sentence, read), relay.name)
    assert server.asked[0].body["input"] == sent
    # or the server would make words of the numbers in it
    assert server.asked[0].body["normalization_options"] == {"normalize": False}
    assert [word.text for word in take.words] == ["It", "cost", "$20,", "he", "said."]


@pytest.mark.parametrize(
    ("value", "markup", "language"),
    [
        ("/kɑst/", False, "en-us"),
        ("+2", False, "en-us"),
        ("+1.5", True, "en-us"),  # the markup has no such stress
        ("/kost/", True, "es"),  # and is read in English only
        ("+1", True, "fr"),
    ],
)
def test_phonemes_and_stress_are_never_left_out_in_silence(
    value: str, markup: bool, language: str
) -> None:
    sentence, read = pinned(value, language=language)
    with serving(Answer(wav(48_000))) as server, engine(server, markup=markup) as relay:
        with pytest.raises(RelayFailed, match="no phonemes or stress for a word; speak it locally"):
            list(relay.speak(sentence, read))
        assert server.asked == []


def test_servers_without_markup_are_asked_as_openai_is() -> None:
    with serving(Answer(wav(48_000))) as server, engine(server) as relay:
        spoken(relay)
    assert set(server.asked[0].body) == {"model", "voice", "input", "response_format", "speed"}


@pytest.mark.parametrize(
    ("voice", "sent"),
    [
        ("af_bella:2,af_sky:1", "af_bella(0.6667)+af_sky(0.3333)"),
        ("af_heart:60,af_bella:40", "af_heart(0.6)+af_bella(0.4)"),
        ("af_heart:99.99,af_nova2@relay:0.01", "af_heart(0.9999)+af_nova2(0.0001)"),
        ("af_heart:100", "af_heart"),
    ],
)
def test_blends_are_sent_where_they_are_understood(voice: str, sent: str) -> None:
    sentence = Sentence("1", TEXT, voice=voice)
    with serving(Answer(wav(48_000))) as server, engine(server, blends=True) as relay:
        list(relay.speak(sentence, readings(TEXT, "en-us")))
    assert server.asked[0].body["voice"] == sent


@pytest.mark.parametrize(
    ("voice", "language", "told"),
    [
        ("bf_emma", "en-us", "a"),
        ("af_heart", "en-gb", "b"),
        ("af_heart:60,ff_siwis:40", "fr", "f"),
        ("af_heart:60,ff_siwis:40", "en-us", None),
        ("bf_emma", "en-gb", None),
        ("zf_new@relay", "zh", None),
    ],
)
def test_another_language_than_the_voices_is_told(
    voice: str, language: str, told: str | None
) -> None:
    sentence = Sentence("1", TEXT, voice=voice, language=language)
    for live in (False, True):
        with (
            serving(Answer(wav(48_000))) as server,
            engine(server, blends=True, markup=True) as relay,
        ):
            list(relay.speak(sentence, readings(TEXT, "en-us"), live=live))
        assert server.asked[0].body.get("lang_code") == told


def test_blends_are_never_replaced_by_one_of_their_voices() -> None:
    sentence = Sentence("1", TEXT, voice="af_heart:60,af_bella:40")
    with serving(Answer(wav(48_000))) as server, engine(server, markup=True) as relay:
        with pytest.raises(RelayVoiceUnknown, match=r"af_bella:40'.*speak it locally"):
            list(relay.speak(sentence, readings(TEXT, "en-us")))
        assert server.asked == []


def test_a_voice_that_only_the_server_has_is_timed_by_the_nearest() -> None:
    asked_for: list[str] = []

    def timed(sentence: Sentence, readings: Sequence[Reading]) -> tuple[int, tuple[Word, ...]]:
        asked_for.append(sentence.voice)
        return measured(sentence, readings)

    sentence = Sentence("1", TEXT, voice="am_new@relay")
    with serving(Answer(wav(48_000))) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        relay = RelayEngine(Client(desk, Key()), timed)
        take = take_of(relay.speak(sentence, readings(TEXT, "en-us")), relay.name)
        relay.close()
    assert server.asked[0].body["voice"] == "am_new"
    assert asked_for == ["am_fenrir"]
    assert [word.start for word in take.words] == [2_400, 6_000, 12_000, 26_400, 30_000]
