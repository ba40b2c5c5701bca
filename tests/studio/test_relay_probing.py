"""What a server offers, by a server on loopback that offers this and not that."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from studio.errors import RelayFailed, RelayKeyUnusable, RelayVoiceUnknown
from studio.relay import probing
from studio.relay.client import Client
from studio.relay.keys import Key
from studio.relay.probing import Family, Format, Offer, Speed, offers
from studio.relay.servers import PRESETS, Server
from tests.relay_server import Answer, Asked, RelayServer, encoded, says, serving, tone, wav

TIMES = [{"word": "Hi", "start_time": 0.1, "end_time": 0.3}]


def honest(asked: Asked) -> Answer:
    """As Kokoro-FastAPI answers."""
    samples = round(24_000 / asked.body["speed"])
    if asked.path == "/dev/captioned_speech":
        return says(200, {"audio": base64.b64encode(wav(samples)).decode(), "timestamps": TIMES})
    kind = asked.body["response_format"]
    if kind == "mp3":
        mp3 = encoded(tone(samples), kind="MP3")
        return Answer(mp3, headers={"Content-Type": "audio/mpeg"}, chunks=4)
    if kind == "pcm":
        return Answer(wav(samples)[44:], headers={"Content-Type": "audio/pcm"}, chunks=4)
    return Answer(wav(samples), headers={"Content-Type": "audio/wav"}, chunks=4)


def but(what: Callable[[Asked], bool], answer: Answer) -> Callable[[Asked], Answer]:
    return lambda asked: answer if what(asked) else honest(asked)


@contextmanager
def asking(answer: Callable[[Asked], Answer]) -> Iterator[tuple[RelayServer, Client]]:
    with serving(answer) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        client = Client(desk, Key(), sleep=lambda seconds: False)
        yield server, client
        client.close()


def found(answer: Callable[[Asked], Answer] = honest, voice: str = "") -> Offer:
    with asking(answer) as (_, client):
        return offers(client, voice)


def test_everything_is_offered() -> None:
    with asking(honest) as (server, client):
        server.gets["/v1/audio/voices"] = says(200, {"voices": [{"id": "af_heart"}]})
        offer = offers(client)
    assert 0 < offer.first <= offer.whole
    assert replace(offer, first=0, whole=0) == Offer(
        voice="af_heart",
        voices=("af_heart",),
        families=(),
        seconds=1.0,
        first=0,
        whole=0,
        streams=True,
        speeds=(Speed(0.5, True, 2.0), Speed(2.0, True, 0.5)),
        formats=(Format("wav", "WAV"), Format("mp3", "MP3"), Format("pcm", "PCM")),
        captions=1,
    )
    assert all(speed.is_heard for speed in offer.speeds)


def test_what_it_costs() -> None:
    with asking(honest) as (server, client):
        offers(client)
    assert [asked.body["input"] for asked in server.asked] == ["Good morning."] * 3 + ["Hi."] * 3
    assert (probing.TEXTS, probing.CHARACTERS) == (6, 48)


def test_a_speed_that_is_refused_or_does_nothing() -> None:
    refusal = says(422, {"detail": "speed must be at least 0.75"})
    offer = found(but(lambda asked: asked.body["speed"] == 0.5, refusal))
    assert offer.speeds[0] == Speed(
        0.5, False, reason="it answered 422 ('speed must be at least 0.75')"
    )
    offer = found(lambda asked: honest(replace(asked, body={**asked.body, "speed": 1.0})))
    assert offer.speeds == (Speed(0.5, True, 1.0), Speed(2.0, True, 1.0))
    assert not any(speed.is_heard for speed in offer.speeds)


@pytest.mark.parametrize(
    ("answer", "formats"),
    [
        (Answer(wav(24_000)), [Format("mp3", "WAV"), Format("pcm", "WAV")]),
        (
            says(400, {"detail": "wav only"}),
            [Format(kind, "", "it answered 400 ('wav only')") for kind in ("mp3", "pcm")],
        ),
        (Answer(), [Format(kind, "", "its answer is empty") for kind in ("mp3", "pcm")]),
    ],
)
def test_a_format_that_does_not_come(answer: Answer, formats: list[Format]) -> None:
    offer = found(but(lambda asked: asked.body["response_format"] != "wav", answer))
    assert list(offer.formats[1:]) == formats


@pytest.mark.parametrize(
    ("answer", "captions"),
    [
        (says(404, {"detail": "Not Found"}), 0),
        (says(401, {"detail": "no"}), 0),
        (says(405, {}), 0),
        (Answer(wav(24_000)), 0),
        (says(200, {"audio": base64.b64encode(wav(2_400)).decode()}), 0),
        (says(500, {"detail": "broken"}), None),
    ],
)
def test_captions_that_are_not_offered(answer: Answer, captions: int | None) -> None:
    assert found(but(lambda asked: asked.path.startswith("/dev"), answer)).captions == captions


def test_what_fails_for_another_reason_is_not_known() -> None:
    offer = found(but(lambda asked: asked.body["speed"] == 2.0, says(503, {"detail": "busy"})))
    assert offer.speeds[1] == Speed(2.0, None, reason="it answered 503 ('busy')")


def test_all_at_once_is_no_stream() -> None:
    def whole(asked: Asked) -> Answer:
        return replace(honest(asked), chunks=0)

    assert not found(whole).streams


class TestVoices:
    def test_the_first_that_is_listed_speaks_where_ours_is_not(self) -> None:
        with asking(honest) as (server, client):
            server.gets["/v1/audio/voices"] = says(200, {"voices": ["zm_yun", "bf_emma"]})
            offer = offers(client)
            assert (offer.voice, offer.voices) == ("bf_emma", ("bf_emma", "zm_yun"))
            assert offers(client, "zm_yun").voice == "zm_yun"
        assert {asked.body["voice"] for asked in server.asked[:6]} == {"bf_emma"}

    def test_families_are_those_that_its_documentation_names(self) -> None:
        assert probing.documented(PRESETS[0]) == (
            Family("af_*", True),
            Family("am_*", True),
            Family("bf_*", False),
        )
        assert found().families == ()

    def test_a_voice_that_it_lacks(self) -> None:
        refusal = says(400, {"detail": "Voice 'af_none' not found."})
        with pytest.raises(RelayVoiceUnknown):
            found(lambda asked: refusal, "af_none")


@pytest.mark.parametrize(
    ("answer", "error"),
    [(says(401, {}), RelayKeyUnusable), (says(400, {"detail": "no model"}), RelayFailed)],
)
def test_a_server_that_does_not_speak(answer: Answer, error: type[Exception]) -> None:
    with pytest.raises(error):
        found(lambda asked: answer)


def test_it_can_be_stopped() -> None:
    with serving() as server:
        client = Client(Server("Desk", server.base, "kokoro"), Key())

        def stop(asked: Asked) -> Answer:
            if len(server.asked) == 3:
                client.close()
            return honest(asked)

        server.answers: list[Any] = [stop]
        with pytest.raises(RelayFailed, match="stopped"):
            offers(client)
