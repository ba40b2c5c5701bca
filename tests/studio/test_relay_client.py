"""Every way in which a server can fail, by a server on loopback that does so on cue."""

from __future__ import annotations

import logging
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.errors import (
    RelayBrokeOff,
    RelayBusy,
    RelayFailed,
    RelayKeyUnusable,
    RelayUnreachable,
    RelayUnusable,
    RelayVoiceUnknown,
    StudioError,
)
from studio.relay import client as client_module
from studio.relay.client import Client, Patience, retry_after
from studio.relay.keys import Key
from studio.relay.pacing import Pace
from studio.relay.servers import Server
from tests.relay_server import Answer, Asked, RelayServer, says, serving, sound, wav

SECRET = "sk-test-1234567890abcdef"
QUICK = Patience(connect=5, read=5, answer=20, first_wait=0.5)


class Waits(list[float]):
    """Takes no time, and remembers for how long it should have; by its clock, it has."""

    def clock(self) -> float:
        return time.monotonic() + sum(self)

    def __call__(self, seconds: float) -> bool:
        if seconds:
            self.append(seconds)
        return False


@contextmanager
def asking(
    server: RelayServer | str, waits: Waits | None = None, patience: Patience = QUICK
) -> Iterator[Client]:
    base = server if isinstance(server, str) else server.base
    fast = Server("Desk", base, "kokoro", per_second=1e6)
    waits = Waits() if waits is None else waits
    client = Client(fast, Key(SECRET), patience, sleep=waits)
    client._pace = Pace(fast.in_flight, fast.per_second, waits.clock)
    try:
        yield client
    finally:
        client.close()


def ask(server: RelayServer | str, waits: Waits | None = None, patience: Patience = QUICK) -> int:
    """The number of samples that come."""
    with asking(server, waits, patience) as client:
        return len(client.sound("Good morning.", "af_heart", 1.25))


def fails(kind: type[StudioError], server: RelayServer | str, **how: object) -> str:
    with pytest.raises(kind) as caught:
        ask(server, **how)  # type: ignore[arg-type]
    assert type(caught.value) is kind
    assert "sk-test" not in str(caught.value)
    return str(caught.value)


def test_what_is_sent() -> None:
    with serving() as server:
        assert ask(server) == 2_400
    [asked] = server.asked
    assert asked.path == "/v1/audio/speech"
    assert asked.headers["Authorization"] == "Bearer sk-test-1234567890abcdef"
    assert asked.body == {
        "model": "kokoro",
        "voice": "af_heart",
        "input": "Good morning.",
        "response_format": "wav",
        "speed": 1.25,
    }


def test_no_key_where_none_is_needed() -> None:
    with serving() as server:
        client = Client(Server("Desk", server.base, "kokoro"), Key())
        assert len(client.sound("Hi.", "af_heart", 1.0)) == 2_400
        client.close()
    assert "Authorization" not in server.asked[0].headers


def test_a_server_is_told_to_stream_where_it_wants_to_be() -> None:
    with serving() as server:
        client = Client(Server("Desk", server.base, "kokoro", stream=True), Key())
        assert len(client.sound("Hi.", "af_heart", 1.0)) == 2_400
        client.close()
    assert server.asked[0].body["stream"] is True


@pytest.mark.parametrize("status", [401, 403])
def test_the_key_is_refused(status: int) -> None:
    refusal = says(status, {"error": {"message": f"Incorrect API key provided: {SECRET}"}})
    with serving(refusal) as server:
        message = fails(RelayKeyUnusable, server)
    assert message.startswith(f"Desk cannot be used: it refused the key ({status}")
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [400, 404, 422])
def test_the_voice_is_unknown(status: int) -> None:
    with serving(says(status, {"detail": {"message": "Voice 'af_heart' not found."}})) as server:
        message = fails(RelayVoiceUnknown, server)
    assert "it has no voice 'af_heart'" in message
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (400, {"detail": [{"msg": "speed is too high"}]}, "it answered 400 ('speed is too high')"),
        (404, {"detail": "Not Found"}, "it answered 404 ('Not Found')"),
        (402, {"error": "no credit"}, "it answered 402 ('no credit')"),
        (413, {"error": {"message": f"{SECRET} is long\n" * 50}}, "it answered 413 ('… is long …"),
    ],
)
def test_a_refusal_is_told_in_the_servers_words(status: int, body: object, said: str) -> None:
    with serving(says(status, body)) as server:
        message = fails(RelayFailed, server)
    assert message.startswith(f"Desk did not speak: {said}")
    assert len(message) < 260
    assert len(server.asked) == 1


class TestBusy:
    def wait(self, busy: Answer | Callable[[Asked], Answer]) -> float:
        waits = Waits()
        with serving(busy, sound()) as server:
            assert ask(server, waits=waits) == 2_400
        assert len(server.asked) == 2
        [seconds] = [each for each in waits if each > 0.01]
        return seconds

    def test_seconds(self) -> None:
        assert 3 <= self.wait(says(429, {}, Retry_After="3")) <= 4.5

    def test_milliseconds(self) -> None:
        assert 1.5 <= self.wait(says(429, {}, retry_after_ms="1500")) <= 3

    def test_a_date(self) -> None:
        def busy(_: Asked) -> Answer:
            until = datetime.now(timezone.utc) + timedelta(seconds=30)
            return says(429, {}, Retry_After=format_datetime(until, usegmt=True))

        assert 28 <= self.wait(busy) <= 38

    @pytest.mark.parametrize(
        ("named", "least_waits"),
        [
            ("0", (0.5, 1, 2)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", (0.5, 1, 2)),
            ("1", (1, 1, 2)),
        ],
    )
    def test_waits_grow_beyond_what_it_names(
        self, named: str, least_waits: tuple[float, ...]
    ) -> None:
        waits = Waits()
        with serving(says(429, {}, Retry_After=named)) as server:
            message = fails(RelayBusy, server, waits=waits)
        assert len(server.asked) == 4
        assert [
            least <= wait <= 1.25 * least for wait, least in zip(waits, least_waits, strict=True)
        ] == [True, True, True]
        assert message == "Desk did not speak: it is busy; try again in 4 s."

    @pytest.mark.parametrize(
        ("headers", "seconds"),
        [({}, 4), ({"Retry_After": "7"}, 7), ({"retry_after_ms": "6100"}, 7)],
    )
    def test_when_to_try_again(self, headers: dict[str, str], seconds: int) -> None:
        with serving(says(429, {}, **headers)) as server, pytest.raises(RelayBusy) as caught:
            ask(server)
        assert caught.value.retry_after == seconds

    def test_an_hour_is_too_long(self) -> None:
        waits = Waits()
        with serving(says(429, {}, Retry_After="3600")) as server:
            assert "left alone for 3600 s" in fails(RelayUnusable, server, waits=waits)
        assert len(server.asked) == 1
        assert waits == []

    def test_growing_waits_where_it_does_not_say(self) -> None:
        waits = Waits()
        with serving(says(429, {})) as server:
            fails(RelayBusy, server, waits=waits)
        assert len(server.asked) == 4
        first, second, third = [each for each in waits if each > 0.01]
        assert 0.5 <= first <= 0.625
        assert 1 <= second <= 1.25
        assert 2 <= third <= 2.5

    def test_the_pace_slows_down_and_recovers(self) -> None:
        with serving(says(429, {}), says(429, {}), sound()) as server:
            client = Client(
                Server("Slowed", server.base, "kokoro", per_second=16), Key(SECRET), sleep=Waits()
            )
            client.sound("Hi.", "af_heart", 1.0)
            assert client._pace.rate == pytest.approx(5.6)  # 16 / 2 / 2 + 1.6
            client.close()

    def test_the_wait_is_told_and_can_be_stopped(self) -> None:
        told: list[float] = []

        def waiting(seconds: float) -> None:
            told.append(seconds)
            threading.Thread(target=client.close).start()

        with serving(says(429, {}, Retry_After="30")) as server:
            client = Client(Server("Desk", server.base, "kokoro"), Key(), waiting=waiting)
            begun = time.monotonic()
            with pytest.raises(RelayFailed, match="it was stopped"):
                client.sound("Hi.", "af_heart", 1.0)
        assert time.monotonic() - begun < 20
        [seconds] = told
        assert 30 <= seconds <= 37.5


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        (
            {
                "retry-after": "Wed, 21 Oct 2026 07:28:09 GMT",
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
            },
            9,
        ),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "9" * 400}, None),
        ({"retry-after": "9" * 200}, 1e6),
        ({"retry-after": "-9"}, None),
        ({"retry-after-ms": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


@pytest.mark.parametrize(
    "trouble",
    [
        says(500, {"error": {"message": "out of memory"}}),
        says(503, {}),
        Answer(b"<html><h1>Bad gateway</h1></html>", 502),
        Answer(wav()[:40], length=100),
        Answer(wav()[:3_000], length=4_844),
        Answer(wav()[:3_000], chunks=3),
        Answer(wav(2_400, announced=9_600)),
        Answer(wav()[:1_000], length=4_844, reset=True),
        Answer(b"", length=4_844, reset=True),
        Answer(b"not gzip", headers={"Content-Encoding": "gzip"}),
    ],
)
def test_what_may_go_well_the_next_time(trouble: Answer) -> None:
    with serving(trouble, trouble, sound()) as server:
        assert ask(server) == 2_400
        assert len(server.asked) == 3
    with serving(trouble) as server:
        fails(RelayFailed, server)
        assert len(server.asked) == 3


def test_the_last_words_of_a_server() -> None:
    with serving(says(500, {"error": {"message": "out of memory"}})) as server:
        assert fails(RelayFailed, server) == (
            "Desk did not speak: it answered 500 ('out of memory')."
        )
    with serving(Answer(b"<html><h1>Bad gateway</h1></html>", 502)) as server:
        assert "it answered 502 ('Bad gateway')" in fails(RelayFailed, server)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (says(200, {"error": {"message": "busy"}}), "a text instead of sound ('busy')"),
        (Answer(b"ID3", headers={"Content-Type": "audio/mpeg"}), "a damaged MP3 file"),
        (Answer(b"", headers={"Content-Type": "audio/wav"}), "its answer is empty"),
        (Answer(b"<html><body>Log in</body></html>"), "a text instead of sound ('Log in')"),
        (Answer(b"\x89PNG\r\n\x1a\n" + bytes(range(256))), "no sound that is known here"),
        (Answer(wav(0)), "its answer is"),
        (Answer(wav()[:44] + bytes(4_800)), "its answer is silence"),
    ],
)
def test_an_answer_that_is_no_sound(answer: Answer, said: str) -> None:
    with serving(answer) as server:
        assert said in fails(RelayFailed, server)
        assert len(server.asked) == 1


@pytest.mark.parametrize("before", [True, False])
def test_a_server_that_stalls(before: bool) -> None:
    released = threading.Event()
    stalls = sound(before=lambda: released.wait(20))
    if not before:
        stalls = Answer(wav()[:1_000], length=4_844, hold=released)
    with serving(stalls, stalls, stalls) as server:
        try:
            message = fails(RelayFailed, server, patience=Patience(read=0.2))
        finally:
            released.set()
    assert "it does not go on answering" in message
    assert len(server.asked) == 2


def test_a_server_that_drips() -> None:
    """Each byte comes in time, but not all of them."""
    with serving(Answer(bytes(200_000), chunks=200_000)) as server:
        patience = Patience(answer=0.1, character=0)
        assert "it took longer than" in fails(RelayFailed, server, patience=patience)
    assert len(server.asked) == 2


def test_an_answer_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "_ROOM", 100_000)
    monkeypatch.setattr(client_module, "_ROOM_FOR_CHARACTER", 0)
    with serving(Answer(wav(200_000))) as server:
        assert "its answer does not end" in fails(RelayFailed, server)


class TestNoConnection:
    def test_nobody_listens(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # and does not listen
            waits = Waits()
            message = fails(
                RelayUnreachable, f"http://127.0.0.1:{taken.getsockname()[1]}/v1", waits=waits
            )
        assert message.startswith("Desk cannot be used: there is no connection")
        assert len([each for each in waits if each > 0.01]) == 2

    def test_no_such_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []

        def unknown(host: str, *_: object, **__: object) -> None:
            asked.append(host)
            raise socket.gaierror(-2, "Name or service not known")

        monkeypatch.setattr(socket, "getaddrinfo", unknown)
        message = fails(RelayUnreachable, "https://speech.invalid/v1")
        assert "there is no connection" in message
        assert "Name or service not known" in message
        assert len(asked) == 3

    def test_a_certificate_that_nobody_vouches_for(self, tmp_path: Path) -> None:
        with serving(tls=own_certificate(tmp_path)) as server:
            message = fails(RelayUnreachable, f"https://localhost:{server.server_port}/v1")
        assert "its certificate is not to be trusted (self-signed certificate)" in message
        assert server.asked == []

    def test_no_tls_at_all(self) -> None:
        with serving() as server:
            message = fails(RelayUnreachable, f"https://127.0.0.1:{server.server_port}/v1")
        assert "no secure connection to it is possible" in message


def own_certificate(folder: Path) -> ssl.SSLContext:
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    files = ["-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=localhost"]
    try:
        subprocess.run([*command.split(), *files], cwd=folder, check=True, capture_output=True)
    except OSError:
        pytest.skip("openssl is not installed")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_key_does_not_follow_to_another_server(status: int) -> None:
    with serving() as other, serving() as server:
        server.answers = [Answer(b"", status, {"Location": f"{other.base}/audio/speech"})]
        message = fails(RelayUnusable, server)
        assert other.asked == []
    assert "its address leads to another one" in message
    assert len(server.asked) == 1


def test_no_proxy_is_asked_for_a_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving() as server:
        assert ask(server) == 2_400


def test_sound_while_it_arrives() -> None:
    """The first samples are heard before the last ones are sent."""
    heard = threading.Event()
    answers = [Answer(wav(24_000)[:9_644], length=48_044, hold=heard), sound()]
    with serving(*answers) as server, asking(server) as client:
        pieces = client.stream("Good morning.", "af_heart", 1.0)
        assert 0 < len(next(pieces)) <= 4_800
        heard.set()
        with pytest.raises(RelayBrokeOff, match="the connection broke off"):
            list(pieces)
        assert sum(map(len, client.stream("Good morning.", "af_heart", 1.0))) == 2_400
    assert len(server.asked) == 2


def test_a_stream_that_fails_before_its_first_sound_is_asked_for_again() -> None:
    with serving(says(500, {}), sound()) as server, asking(server) as client:
        assert sum(map(len, client.stream("Hi.", "af_heart", 1.0))) == 2_400


@pytest.mark.parametrize(
    ("path", "body", "voices"),
    [
        ("/v1/audio/voices", '{"voices": ["af_sky", "af_heart"]}', ("af_heart", "af_sky")),
        ("/v1/audio/voices", '{"voices": [{"id": "af_sky", "name": "Sky"}]}', ("af_sky",)),
        ("/v1/audio/voices", '["af_sky", 7, null]', ("af_sky",)),
        ("/v1/models", '{"data": [{"id": "af_sky"}, {"id": "kokoro"}]}', ("af_sky",)),
        ("/v1/audio/voices", "no json", ()),
        ("/v1/audio/voices", "[" * 100_000, ()),
        ("/elsewhere", "", ()),
    ],
)
def test_the_voices_of_a_server(path: str, body: str, voices: tuple[str, ...]) -> None:
    with serving() as server, asking(server) as client:
        server.gets[path] = Answer(body.encode())
        assert client.voices() == voices


def test_who_asks_for_the_voices_is_told_before() -> None:
    with serving() as server:
        told: list[int] = []
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        client = Client(desk, Key(), listing=lambda: told.append(len(server.asked)))
        client.sound("Hi.", "af_heart", 1.0)
        assert told == []
        client.voices()
        assert told == [1]
        client.close()


def test_the_key_is_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = f"Bad: {SECRET} and {SECRET[:12]}********"
    for answer in (says(500, {"detail": echo}), says(200, {"m": echo}), Answer(echo.encode(), 400)):
        with serving(answer) as server, pytest.raises(RelayFailed) as caught:
            ask(server)
        told = f"{caught.value!r} {caught.value} {caught.value.__dict__} {caplog.text}"
        assert not [at for at in range(len(SECRET) - 7) if SECRET[at : at + 8] in told]
    assert SECRET not in repr(Key(SECRET))


@pytest.mark.parametrize("between", [" ", "\u200b", "\u2060\n", "\u00ad"])
def test_a_key_that_is_spread_out_is_nowhere(
    between: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "studio")
    echo = f"Wrong: {between.join(SECRET)}, also {between.join(SECRET[::-1])}"
    for answer in (says(500, {"detail": echo}), says(200, {"m": echo}), says(400, {"error": echo})):
        with serving(answer) as server, pytest.raises(RelayFailed) as caught:
            ask(server)
        assert "'Wrong: …, also …'" in str(caught.value) or "a text instead" in str(caught.value)
        told = f"{caught.value!r} {caught.value} {caught.value.__dict__} {caplog.text}"
        letters = "".join(filter(str.isalnum, told))
        assert "1234567890" not in letters
        assert "0987654321" not in letters


def test_requests_of_several_threads_keep_within_the_limits() -> None:
    under_way, most = 0, 0
    lock = threading.Lock()
    full = threading.Event()

    def counted() -> None:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
            if under_way == 3:
                full.set()
        full.wait(20)
        with lock:
            under_way -= 1

    with serving(sound(before=counted)) as server:
        limited = Server("Desk", server.base, "kokoro", in_flight=3, per_second=1e6)
        clients = [Client(limited, Key(SECRET)) for _ in range(2)]  # of one key
        results: list[np.ndarray] = []

        def run(client: Client) -> None:
            results.append(client.sound("Hi.", "af_heart", 1.0))

        threads = [threading.Thread(target=run, args=(clients[n % 2],)) for n in range(9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        for client in clients:
            client.close()
    assert len(results) == 9
    assert most == 3


class Crowd:
    """Threads that ask for a sentence each, and what comes of it."""

    def __init__(self, client: Client, size: int) -> None:
        self.spoken, self.errors = 0, list[StudioError]()
        self._client = client
        self._threads = [threading.Thread(target=self._ask) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def _ask(self) -> None:
        try:
            self._client.sound("Hi.", "af_heart", 1.0)
            self.spoken += 1
        except StudioError as error:
            self.errors.append(error)

    def join(self, seconds: float) -> float:
        """Until all have ended; how long that took."""
        begun = time.monotonic()
        for thread in self._threads:
            thread.join(seconds)
        assert not any(thread.is_alive() for thread in self._threads)
        return time.monotonic() - begun


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_asks_to_be_left_alone_is_by_all(status: int) -> None:
    """The fifth request is refused for a second; whoever has only two tries must not lose one by
    asking meanwhile."""
    came = list[float]()

    def answer(_: Asked) -> Answer:
        came.append(time.monotonic())
        return says(status, {}, Retry_After="1") if len(came) == 5 else sound()

    with serving(answer) as server:
        desk = Server("Desk", server.base, "kokoro", in_flight=4, per_second=50)
        client = Client(desk, Key(SECRET), Patience(busy=2, tries=2))
        crowd = Crowd(client, 40)
        crowd.join(20)
        client.close()
    assert (crowd.spoken, crowd.errors) == (40, [])
    refused = came[4]
    # What was on its way may still arrive.
    assert [each - refused for each in came if 0.1 < each - refused < 1] == []
    assert len(came) == 41


def test_who_waits_while_a_server_is_left_alone_can_be_stopped() -> None:
    refused = threading.Event()

    def answer(_: Asked) -> Answer:
        refused.set()
        return says(429, {}, Retry_After="30")

    with serving(answer) as server:
        client = Client(Server("Desk", server.base, "kokoro", in_flight=2), Key(SECRET))
        crowd = Crowd(client, 20)
        assert refused.wait(10)
        time.sleep(0.3)
        client.close()
        assert crowd.join(10) < 5
        assert len(server.asked) <= 3
    assert {str(error) for error in crowd.errors} == {"Desk did not speak: it was stopped."}
    assert len(crowd.errors) == 20


class TestWhatBefallsAll:
    REFUSED = "Desk cannot be used: it refused the key (401; none was sent)."

    @pytest.mark.parametrize(
        ("answer", "told"),
        [
            (says(401, {}), REFUSED),
            (
                says(429, {}, Retry_After="3600"),
                "Desk cannot be used: it asks to be left alone for 3600 s.",
            ),
            (
                says(503, {}, Retry_After="3600"),
                "Desk cannot be used: it asks to be left alone for 3600 s.",
            ),
        ],
    )
    def test_nobody_asks_after_it(self, answer: Answer, told: str) -> None:
        """But for what is on its way."""
        with serving(*[sound()] * 5, answer) as server:
            desk = Server("Desk", server.base, "kokoro", in_flight=3, per_second=100)
            client = Client(desk, Key(SECRET))
            crowd = Crowd(client, 60)
            assert crowd.join(20) < 10
            client.close()
        assert crowd.spoken == 5
        assert 6 <= len(server.asked) <= 8
        assert [str(error) for error in crowd.errors] == [told] * 55
        assert len(set(map(type, crowd.errors))) == 1
        assert len(set(map(id, crowd.errors))) == 55  # each with a traceback of its own

    def test_nobody_else_tries_three_times_to_get_a_connection(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = []

        def unknown(host: str, *_: object, **__: object) -> None:
            asked.append(host)
            raise socket.gaierror(-2, "Name or service not known")

        monkeypatch.setattr(socket, "getaddrinfo", unknown)
        desk = Server("Desk", "https://speech.invalid/v1", "kokoro", in_flight=3, per_second=50)
        client = Client(desk, Key(SECRET), Patience(first_wait=0.05))
        crowd = Crowd(client, 60)
        crowd.join(20)
        client.close()
        assert {type(error) for error in crowd.errors} == {RelayUnreachable}
        assert len(crowd.errors) == 60
        assert 3 <= len(asked) < 40  # of 180

    def test_who_waits_for_another_try_is_told_at_once(self) -> None:
        failed = threading.Event()

        def answer(_: Asked) -> Answer:
            if failed.is_set():
                return says(401, {})
            failed.set()
            return says(500, {})

        with serving(answer) as server:
            desk = Server("Desk", server.base, "kokoro", in_flight=1)
            client = Client(desk, Key(SECRET), Patience(first_wait=30))
            crowd = Crowd(client, 2)
            assert crowd.join(20) < 10
            client.close()
        assert [str(error) for error in crowd.errors] == [self.REFUSED] * 2
        assert len(server.asked) == 2

    @pytest.mark.parametrize("answer", [says(400, {}), Answer(b"<html>no</html>")])
    def test_one_sentence_stops_no_other(self, answer: Answer) -> None:
        with serving(answer, sound()) as server:
            client = Client(Server("Desk", server.base, "kokoro", per_second=100), Key(SECRET))
            crowd = Crowd(client, 10)
            crowd.join(20)
            client.close()
        assert crowd.spoken == 9
        assert [type(error) for error in crowd.errors] == [RelayFailed]

    def test_another_attempt(self) -> None:
        with serving(says(401, {}), sound()) as server:
            desk = Server("Desk", server.base, "kokoro", per_second=100)
            client = Client(desk, Key(SECRET))
            for _ in range(3):
                with pytest.raises(RelayKeyUnusable):
                    client.sound("Hi.", "af_heart", 1.0)
            assert len(server.asked) == 1
            client.resume()
            assert len(client.sound("Hi.", "af_heart", 1.0)) == 2_400
            client.close()
            client.resume()
            with pytest.raises(RelayFailed, match="it was stopped"):
                client.sound("Hi.", "af_heart", 1.0)
        with serving(says(401, {}), sound()) as server:
            for error in (RelayKeyUnusable, None):
                client = Client(Server("Desk", server.base, "kokoro"), Key(SECRET))
                if error is None:
                    assert len(client.sound("Hi.", "af_heart", 1.0)) == 2_400
                else:
                    with pytest.raises(error):
                        client.sound("Hi.", "af_heart", 1.0)
                client.close()


def test_changed_limits_hold_from_the_next_client_on() -> None:
    with serving() as server:
        before = Client(Server("Desk", server.base, "kokoro", per_second=1e6), Key(SECRET))
        after = Client(Server("Desk", server.base, "kokoro", per_second=5), Key(SECRET))
        begun = time.monotonic()
        for client in (before, after, before, after):
            client.sound("Hi.", "af_heart", 1.0)
        assert 0.6 <= time.monotonic() - begun < 5
        before.close()
        after.close()


@st.composite
def raw_answers(draw: st.DrawFn) -> tuple[bytes, bool]:
    """What a server sends, and whether that is a whole WAV of 50 samples."""
    announced = draw(st.sampled_from([100, 0, 0xFFFF_FFFF]))
    whole = wav(50, announced)
    cut = draw(st.just(len(whole)) | st.integers(0, len(whole)))
    body = whole[:cut]
    status = draw(st.sampled_from([200, 200, 200, 200, 204, 206, 302, 400, 401, 422, 429, 500]))
    # Where the file does not tell its length, only this one can tell that something is missing.
    consistent = len(body) if announced == 100 else len(whole)
    told = draw(st.sampled_from([len(whole), len(whole), consistent, 10**9, -1]))
    lines = [
        b"HTTP/1.1 %d Whatever" % status,
        b"Content-Length: %d" % told,
        *draw(
            st.lists(
                st.sampled_from(
                    [
                        b"Content-Type: audio/wav",
                        b"Content-Type: application/json; charset=klingon",
                        b"Content-Type: \xff\xfe",
                        b"Content-Encoding: gzip",
                        b"Content-Encoding: unheard-of",
                        b"Transfer-Encoding: chunked",
                        b"Location: http://[",
                        b"Retry-After: \xb2",
                        b"Set-Cookie: a=b; Max-Age=99999999999999999999",
                        b"No colon",
                        b"X: " + b"x" * 70_000,
                    ]
                ),
                max_size=2,
            )
        ),
    ]
    is_whole = cut == len(whole) == told and status in (200, 206)
    return b"\r\n".join(lines) + b"\r\n\r\n" + body, is_whole and len(lines) == 2


@pytest.fixture(scope="module")
def any_server() -> Iterator[RelayServer]:
    with serving() as server:
        yield server


@given(answer=raw_answers() | st.tuples(st.binary(max_size=200), st.just(False)))
@settings(max_examples=150, deadline=None)
def test_sound_or_a_clear_error(any_server: RelayServer, answer: tuple[bytes, bool]) -> None:
    """Never a crash, never less sound than there was."""
    raw, is_whole = answer
    any_server.answers = [Answer(raw=raw)]
    try:
        samples = ask(any_server)
    except (RelayFailed, RelayUnusable):
        assert not is_whole
    else:
        assert samples == 50
