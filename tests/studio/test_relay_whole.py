"""Takes that are not all of the sentence, or far more than it: found, asked for again, never kept;
and those that are all of it, though shorter than expected."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from studio.document import Sentence, Word
from studio.engines import Piece, take_of
from studio.errors import RelayBrokeOff, RelayFailed
from studio.relay import words
from studio.relay.client import Client
from studio.relay.keys import Key
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine
from studio.relay.words import is_long, is_short
from studio.spoken import Reading, readings
from studio.takes import Take
from tests.relay_server import Answer, RelayServer, encoded, serving

TEXT = "He said four words."
WORDS = (
    Word("He", 6_000, 12_000, (0, 2)),
    Word("said", 12_000, 24_000, (3, 7)),
    Word("four", 24_000, 36_000, (8, 12)),
    Word("words.", 36_000, 63_600, (13, 19)),
)  # from 6,000 to 54,000 there is sound: two seconds
LENGTH = 66_000


def speech(seconds: float = 2.0, silence: int = 6_000, fading: bool = True) -> np.ndarray:
    sound = 0.3 * np.sin(np.arange(round(24_000 * seconds)) / 10)
    if fading:
        end = min(len(sound), 2_400)
        sound[-end:] *= np.linspace(1, 0, end) ** 2
    return np.pad(sound, silence).astype(np.float32)


def cut(share: float) -> np.ndarray:
    """After this share of what is heard."""
    return speech()[: 6_000 + round(share * 48_000)]


def wav(audio: np.ndarray, **how: Any) -> Answer:
    return Answer(encoded(audio, subtype="PCM_16"), headers={"Content-Type": "audio/wav"}, **how)


def closed(audio: np.ndarray) -> Answer:
    """A WAV without a size that ends when the connection does, as whole as it is."""
    data = encoded(audio, subtype="PCM_16")
    unsized = data[:40] + b"\xff\xff\xff\xff" + data[44:]
    return Answer(raw=b"HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\n\r\n" + unsized)


@contextmanager
def engine(server: RelayServer, **fields: Any) -> Iterator[RelayEngine]:
    def measured(sentence: Sentence, read: Sequence[Reading]) -> tuple[int, tuple[Word, ...]]:
        return LENGTH, WORDS

    desk = Server("Desk", server.base, "kokoro", per_second=1e6, **fields)
    relay = RelayEngine(Client(desk, Key(), sleep=lambda seconds: False), measured)
    yield relay
    relay.close()


def pieces(relay: RelayEngine, *, live: bool = False, **how: Any) -> Iterator[Piece]:
    return relay.speak(Sentence("1", TEXT, **how), readings(TEXT, "en-us"), live=live)


def spoken(relay: RelayEngine, **how: Any) -> Take:
    return take_of(pieces(relay, **how), relay.name)


@pytest.mark.parametrize(
    "audio",
    [
        speech(),
        speech(silence=0),
        speech(silence=30_000),
        speech(silence=0, fading=False),  # trimmed so far that nothing of its end is left
        cut(0.9),  # some 0.1 s is within what pronunciation may differ by
        speech(1.6),  # a quarter faster
        speech(1.42),
        speech(3.0),
    ],
    ids=["plain", "trimmed", "padded", "hard", "nearly", "faster", "much faster", "slower"],
)
def test_takes_that_are_whole(audio: np.ndarray) -> None:
    assert not is_short(WORDS, audio)


@pytest.mark.parametrize(
    "audio",
    [
        cut(0.8),
        cut(0.5),
        cut(0.1),
        np.pad(cut(0.8), (0, 120)),
        speech(1.3),  # over quietly, but a third of it is not there
        np.pad(speech(1.0), (0, 40_000)),
        np.zeros(3, np.float32),
        np.zeros(0, np.float32),
    ],
)
def test_takes_that_are_not(audio: np.ndarray) -> None:
    assert is_short(WORDS, audio)


def test_a_last_word_that_is_hardly_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the aligner finds it, at the pace of the model and at that of the whole."""
    last: list[tuple[int, int]] = []

    def aligned(
        phonemes: Sequence[str], audio: np.ndarray, expected: Sequence[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        assert list(phonemes) == ["hi", "sˈɛd", "fˈɔɹ", "wˈɜɹdz"]
        return [*expected[:-1], last.pop()]

    monkeypatch.setattr(words, "align", aligned)
    said = ("hi", "sˈɛd", "fˈɔɹ", "wˈɜɹdz")
    known = tuple(replace(w, phonemes=p) for w, p in zip(WORDS, said, strict=True))
    cut_late = speech(1.8)  # of the last word, 18,000 samples are expected, 16,200 at its pace
    last[:] = [(48_000, 54_000), (48_000, 54_000)]
    assert is_short(known, cut_late)
    assert last == []
    last[:] = [(46_000, 54_000), (48_000, 54_000)]  # at another pace it is there
    assert not is_short(known, cut_late)
    last[:] = [(46_000, 54_000)]
    assert not is_short(known, cut_late)
    assert not is_short(WORDS, cut_late)
    assert not is_short(known, speech())  # nothing is missing: nobody asks


@pytest.mark.parametrize(
    ("audio", "is_too_long"),
    [
        (speech(2.0), False),
        (speech(10.9), False),  # 3 * 2 + 5 are 11
        (speech(11.1), True),
        (speech(80.0), True),
        (speech(2.0, silence=30 * 24_000), False),
        (speech(10.9, silence=30 * 24_000), False),
        (speech(11.1, silence=30 * 24_000), True),
        (np.concatenate([speech(1.0), np.zeros(7 * 24_000, np.float32), speech(1.0)]), False),
        (np.concatenate([speech(2.0)] * 6), True),  # again and again
        (np.zeros(0, np.float32), False),
        (np.zeros(240_000, np.float32), False),
    ],
)
def test_takes_that_go_on(audio: np.ndarray, is_too_long: bool) -> None:
    assert is_long(WORDS, audio) is is_too_long


def test_one_word_has_room() -> None:
    word = (Word("Hello.", 6_000, 27_600, (0, 6)),)  # half a second of sound
    assert not is_long(word, speech(6.4))
    assert is_long(word, speech(6.6))
    assert not is_long(word, speech(7.9), 2)
    assert is_long(word, speech(8.1), 2)
    assert not is_long((), speech(80.0))


def test_short_sentences_have_room() -> None:
    word = (Word("Hi.", 6_000, 21_600, (0, 3)),)  # a quarter of a second of sound
    assert not is_short(word, speech(0.25))
    assert not is_short(word, speech(0.15))
    assert is_short(word, speech(0.02))
    assert not is_short((), speech(0.05))


@pytest.mark.parametrize(
    ("how", "seconds", "is_whole"),
    [
        ({"speed": 0.5}, 1.0, True),  # the server speaks at speed 1
        ({"speed": 0.5}, 0.6, False),
        ({"speed": 2.0}, 1.3, False),
        ({"voice": "af_new@relay"}, 1.1, True),
        ({"voice": "af_new@relay"}, 0.8, False),
        ({}, 1.1, False),
    ],
)
def test_where_the_pace_is_not_known_there_is_more_room(
    how: dict[str, Any], seconds: float, is_whole: bool
) -> None:
    with serving(wav(speech(seconds))) as server, engine(server) as relay:
        if is_whole:
            assert len(spoken(relay, **how).words) == 4
        else:
            with pytest.raises(RelayBrokeOff, match="too short for the sentence"):
                spoken(relay, **how)


@pytest.mark.parametrize(
    ("how", "seconds", "is_right"),
    [
        ({}, 10.5, True),
        ({}, 11.5, False),
        ({"speed": 0.5}, 11.5, False),  # what is expected is for that speed
        ({"speed": 2.0}, 16.5, True),  # the server speaks at speed 1
        ({"speed": 2.0}, 17.5, False),
        ({"voice": "af_new@relay"}, 13.0, True),
        ({"voice": "af_new@relay"}, 14.0, False),
        ({"voice": "af_new@relay", "speed": 2.0}, 22.0, True),
        ({}, 60.0, False),
    ],
)
def test_where_the_pace_is_not_known_it_may_last(
    how: dict[str, Any], seconds: float, is_right: bool
) -> None:
    with serving(wav(speech(seconds))) as server, engine(server) as relay:
        if is_right:
            assert len(spoken(relay, **how).words) == 4
            return
        with pytest.raises(RelayBrokeOff, match="its answer is far too long for the"):
            spoken(relay, **how)
        assert len(server.asked) == 2


def test_what_goes_on_is_asked_for_once_more() -> None:
    with serving(wav(speech(12.0)), wav(speech())) as server, engine(server) as relay:
        assert len(spoken(relay).audio) == 60_000
    with serving(wav(speech(80.0)), wav(speech())) as server, engine(server) as relay:
        assert len(spoken(relay).audio) == 60_000
        assert len(server.asked) == 2


@pytest.mark.parametrize("seconds", [12.0, 80.0])
def test_a_stream_that_goes_on_is_told(seconds: float) -> None:
    with serving(wav(speech(seconds), chunks=9)) as server, engine(server) as relay:
        with pytest.raises(RelayBrokeOff, match="its answer is far too long"):
            list(pieces(relay, live=True))
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    "broken",
    [
        closed(cut(0.7)),
        wav(cut(0.6)),
        Answer(encoded(speech(), kind="MP3")[:-300]),
        Answer(encoded(speech(), kind="OGG", subtype="VORBIS")[:-300]),
        Answer(encoded(speech(), kind="FLAC", subtype="PCM_16")[:-300]),
        Answer(encoded(speech(), kind="FLAC", subtype="PCM_16")[:60]),
        Answer(encoded(speech(), subtype="PCM_16"), length=400_000),
        Answer(encoded(speech(), subtype="PCM_16")[:-1_000], chunks=5, reset=True),
        replace(closed(cut(1)), raw=(closed(cut(1)).raw or b"")[:-7]),
    ],
    ids=["closed", "cut", "mp3", "ogg", "flac", "flac head", "length", "reset", "half a sample"],
)
def test_what_breaks_off_is_asked_for_once_more(broken: Answer) -> None:
    with serving(broken, wav(speech())) as server, engine(server) as relay:
        take = spoken(relay)
    assert len(take.audio) == 60_000
    assert len(server.asked) == 2


def test_it_is_not_asked_for_for_ever() -> None:
    with serving(closed(cut(0.7))) as server, engine(server) as relay:
        with pytest.raises(RelayFailed, match="too short"):
            spoken(relay)
        assert len(server.asked) == 2


@pytest.mark.parametrize("answer", [closed(speech()), wav(speech(), chunks=9)])
def test_a_stream_that_is_whole_is_taken(answer: Answer) -> None:
    with serving(answer) as server, engine(server) as relay:
        assert len(spoken(relay, live=True).audio) == 60_000
        assert len(server.asked) == 1


def test_a_stream_that_breaks_off_after_its_first_sound_is_told() -> None:
    heard = threading.Event()
    broken = wav(cut(0.5), chunks=4, reset=True)
    broken.between = lambda: heard.wait(10)
    with serving(broken, wav(speech())) as server, engine(server) as relay:
        stream = pieces(relay, live=True)
        begun = [len(next(stream).audio)]  # the first is given when the second has come
        heard.set()
        with pytest.raises(RelayBrokeOff, match="the connection broke off"):
            begun += [len(piece.audio) for piece in stream]
        assert 0 < sum(begun) <= len(cut(0.5))  # nothing twice
        assert len(server.asked) == 1
        assert len(spoken(relay).audio) == 60_000


@pytest.mark.parametrize("answer", [closed(cut(0.7)), wav(cut(0.7), chunks=6)])
def test_a_stream_that_ends_too_early_is_told(answer: Answer) -> None:
    with serving(answer) as server, engine(server) as relay:
        with pytest.raises(RelayBrokeOff, match="its answer is too short"):
            list(pieces(relay, live=True))
        assert len(server.asked) == 1
