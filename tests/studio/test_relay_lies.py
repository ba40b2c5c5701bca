"""Answers that nobody would send by mistake: without an end, far larger than they look, or with the
key in a place where it would be shown."""

from __future__ import annotations

import gzip
import io
import json
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import soundfile

from studio.errors import RelayBrokeOff, RelayFailed
from studio.relay.client import Client, Patience
from studio.relay.keys import HIDDEN, Key
from studio.relay.servers import Server
from studio.relay.sound import CutShort, Decoder, NotSound, TooLong, longest
from tests.relay_server import Answer, encoded, serving, tone, wav

SECRET = "sk-Test-1234567890abcdef"
SHORT = Patience(connect=2, read=2, answer=0.5, character=0, first_wait=0.01, stalls=1)


@contextmanager
def client_of(base: str) -> Iterator[Client]:
    client = Client(Server("Desk", base, "kokoro", per_second=1e6), Key(SECRET), SHORT)
    try:
        yield client
    finally:
        client.close()


def refusal(base: str) -> str:
    with client_of(base) as client, pytest.raises(RelayFailed) as caught:
        client.sound("Good morning.", "af_heart", 1.0)
    return str(caught.value)


@contextmanager
def dripping(first: bytes, again: bytes) -> Iterator[str]:
    """The address of a server that answers with ``first`` and then with ``again`` for ever."""
    over = threading.Event()

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            try:
                connection.recv(65_536)
                connection.sendall(first)
                while not over.wait(0.02):
                    connection.sendall(again)
            except OSError:
                pass  # the client has gone away

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, args=(listener,))
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        over.set()
        thread.join()


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
PACKED = CHUNKED + b"Content-Encoding: gzip\r\n\r\na\r\n\x1f\x8b\x08\x08\0\0\0\0\0\x03\r\n"


@pytest.mark.parametrize(
    ("first", "again"),
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nX: ", b"a", id="a header"),
        pytest.param(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n", id="answers before the answer"),
        pytest.param(CHUNKED + b"\r\n", b"0", id="the length of a chunk"),
        pytest.param(PACKED, b"1\r\na\r\n", id="a name in what is packed"),
        pytest.param(PACKED.replace(b"200 OK", b"500 No"), b"1\r\na\r\n", id="an error"),
    ],
)
def test_nothing_drips_beyond_the_deadline(first: bytes, again: bytes) -> None:
    begun = time.monotonic()
    with dripping(first, again) as base:
        assert "it took longer than 0 s" in refusal(base)
    assert time.monotonic() - begun < 4


def test_what_is_packed_twice_is_not_unpacked() -> None:
    data = gzip.compress(gzip.compress(wav()))
    with serving(Answer(data, headers={"Content-Encoding": "gzip, gzip"})) as server:
        assert "packed more than once" in refusal(server.base)


def quiet_flac(rate: int, minutes: int) -> bytes:
    """A tone of a tenth of a second, and then nothing."""
    file = io.BytesIO()
    with soundfile.SoundFile(file, "w", rate, 1, format="FLAC", subtype="PCM_16") as writer:
        writer.write(tone(rate // 10, rate))
        for _ in range(minutes):
            writer.write(np.zeros(60 * rate, np.int16))
    return file.getvalue()


def decoded(data: bytes, longest: float) -> int:
    decoder = Decoder(longest=longest)
    return len(decoder.feed(data)) + len(decoder.finish())


@pytest.mark.parametrize(
    ("text", "seconds"), [("", 30.0), ("Hi there", 36.0), ("你好。", 32.25), ("a" * 4_000, 3_030.0)]
)
def test_how_long_a_text_may_be_spoken(text: str, seconds: float) -> None:
    assert longest(text) == seconds


@pytest.mark.parametrize("rate", [4_000, 48_000])
def test_a_small_file_with_half_an_hour_of_silence(rate: int) -> None:
    data = quiet_flac(rate, 30)
    assert len(data) < 300_000
    with serving(Answer(data, headers={"Content-Type": "audio/flac"})) as server:
        assert "its answer is far too long for the text" in refusal(server.base)
        with client_of(server.base) as client, pytest.raises(RelayBrokeOff, match="far too long"):
            list(client.stream("Good morning.", "af_heart", 1.0))
        assert len(server.asked) == 2


def test_no_more_is_decoded_than_the_text_can_last() -> None:
    decoder = Decoder(longest=5)
    decoder.feed(quiet_flac(4_000, 30))
    tracemalloc.start()
    try:
        with pytest.raises(TooLong):
            decoder.finish()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5_000_000  # half an hour is 29 MB before and 173 MB after it is resampled


@pytest.mark.parametrize(
    ("kind", "subtype", "rate"),
    [
        ("WAV", "PCM_16", 24_000),
        ("WAV", "PCM_16", 8_000),
        ("WAV", "PCM_24", 48_000),
        ("FLAC", "PCM_16", 8_000),
        ("MP3", "", 24_000),
        ("OGG", "VORBIS", 48_000),
    ],
)
def test_the_bound_is_in_seconds_of_any_format(kind: str, subtype: str, rate: int) -> None:
    data = encoded(tone(2 * rate, rate), rate, kind, subtype)
    assert decoded(data, 2.2) == pytest.approx(48_000, abs=2_000)
    with pytest.raises(TooLong):
        decoded(data, 1.8)


def test_the_bound_is_that_of_all_files_and_of_a_stream() -> None:
    decoder = Decoder(longest=1)
    assert sum(len(decoder.feed(wav(2_400))) for _ in range(10)) == 24_000
    with pytest.raises(TooLong):
        decoder.feed(wav(2_400))
    raw = Decoder("audio/pcm", longest=1)
    assert len(raw.feed(wav(24_000)[44:])) == 24_000
    with pytest.raises(TooLong):
        raw.feed(bytes(2))


def test_a_stream_that_goes_on_and_on() -> None:
    """It is heard until then, and told."""
    with serving(Answer(wav(40 * 24_000, 0xFFFF_FFFF), chunks=200)) as server:
        heard: list[int] = []
        with client_of(server.base) as client, pytest.raises(RelayBrokeOff, match="far too long"):
            heard.extend(map(len, client.stream("Hi there", "af_heart", 1.0)))
    assert 24_000 <= sum(heard) <= 36 * 24_000


def test_a_file_that_does_not_tell_its_length() -> None:
    data = bytearray(encoded(tone(24_000), kind="FLAC", subtype="PCM_16"))
    data[21] &= 0xF0
    data[22:26] = bytes(4)  # so FLAC is written into a pipe
    assert decoded(bytes(data), 2) == 24_000


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("subtype", ["FLOAT", "DOUBLE"])
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("rate", [16_000, 24_000])
@pytest.mark.parametrize("peak", [3e38, 1e30, 32_767.0, 10.1, np.inf, -np.inf, np.nan])
def test_far_beyond_full_scale(peak: float, rate: int, channels: int, subtype: str) -> None:
    sound = np.repeat(tone(4_800, rate)[:, None], channels, axis=1).astype(np.float64)
    sound[2_000:2_400] = peak
    decoder = Decoder()
    decoder.feed(encoded(sound, rate, subtype=subtype))
    with pytest.raises(NotSound, match="its answer is a damaged WAV file"):
        decoder.finish()


@pytest.mark.filterwarnings("error")
def test_channels_that_would_cancel_each_other_out() -> None:
    sound = tone(4_800)[:, None] * np.array([1e38, -1e38])
    decoder = Decoder()
    decoder.feed(encoded(sound, subtype="FLOAT"))
    with pytest.raises(NotSound, match="damaged"):
        decoder.finish()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("rate", [16_000, 24_000])
def test_a_little_beyond_full_scale(rate: int) -> None:
    decoder = Decoder()
    decoder.feed(encoded(30 * tone(4_800, rate), rate, subtype="FLOAT"))
    assert np.abs(decoder.finish()).max() == pytest.approx(9, abs=0.3)


def test_a_take_far_beyond_full_scale_from_a_server() -> None:
    data = encoded(np.full((24_000, 2), 3e38, np.float32), subtype="FLOAT")
    with serving(Answer(data, headers={"Content-Type": "audio/wav"})) as server:
        assert "its answer is a damaged WAV file" in refusal(server.base)


def test_too_few_samples_for_one_at_our_rate() -> None:
    with serving(Answer(encoded(tone(503)[500:], 400_000, subtype="PCM_16"))) as server:
        assert "its answer is empty" in refusal(server.base)
        with client_of(server.base) as client, pytest.raises(RelayFailed):
            list(client.stream("Good morning.", "af_heart", 1.0))


def test_very_many_files_in_one_piece() -> None:
    """Each of them is looked at, not all that follows it."""
    decoder, begun = Decoder(), time.monotonic()
    sound = decoder.feed(encoded(tone(501)[500:], subtype="PCM_16") * 50_000)
    assert len(sound) == 50_000
    assert time.monotonic() - begun < 10


HEAD = b"RIFF\0\0\0\0WAVE"
EMPTY = b"junk\0\0\0\0"
LONG = b"junk\xff\xff\xff\x7f" + bytes(3_000_000)


@pytest.mark.parametrize("before", [b"", wav()], ids=["at once", "after another file"])
def test_a_header_of_very_many_chunks(before: bytes) -> None:
    decoder = Decoder()
    decoder.feed(before + HEAD + EMPTY * 63)
    with pytest.raises(NotSound, match="its answer is a damaged WAV file"):
        decoder.feed(EMPTY)


def test_a_header_of_very_many_chunks_from_a_server() -> None:
    with serving(Answer(HEAD + EMPTY * 490_000, chunks=4_000)) as server:
        assert "its answer is a damaged WAV file" in refusal(server.base)


def test_a_header_of_many_chunks() -> None:
    file = wav()
    assert decoded(file[:12] + EMPTY * 60 + file[12:], 1) == 2_400


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(HEAD + LONG, id="a chunk"),
        pytest.param(HEAD + b"fmt \xff\xff\xff\x7f" + bytes(3_000_000), id="a format"),
        pytest.param(wav() + bytes(3_000_000), id="after the samples"),
        pytest.param(wav() + bytes(9) + HEAD + EMPTY * 9 + LONG, id="a header"),
    ],
)
def test_what_has_arrived_is_not_looked_at_again_with_each_part(data: bytes) -> None:
    decoder, begun = Decoder(), time.process_time()
    for at in range(0, len(data), 200):
        decoder.feed(data[at : at + 200])
    assert time.process_time() - begun < 1  # a tenth of that, or several seconds


@pytest.mark.parametrize("told", [SECRET, SECRET.upper(), "Bearer " + SECRET.lower()])
def test_a_key_in_the_type_of_an_answer(told: str) -> None:
    headers = {"Content-Type": f"x/{told}"}
    with serving(Answer(b"\x01\x02\x03" * 99, headers=headers)) as server:
        said = refusal(server.base)
    assert HIDDEN in said
    assert not any(SECRET[at : at + 8].lower() in said.lower() for at in range(len(SECRET) - 7))


def test_names_that_are_not_to_be_shown() -> None:
    names = [f"af_{SECRET}", "af_\x1b[31m", "af_a\nb", "af_\ud800", "af_" + "z" * 300, "af_sky"]
    listed = Answer(json.dumps({"voices": names}).encode())
    with serving() as server, client_of(server.base) as client:
        server.gets["/v1/audio/voices"] = listed
        assert client.voices() == ("af_sky",)


RAW = np.repeat((9_000 * tone(2_400)).astype("<i2"), 2)  # each sample for the left and the right


@pytest.mark.parametrize(
    ("content_type", "samples"),
    [
        ("audio/L16; rate=24000; channels=2", 2_400),
        ("audio/L16;channels=2;rate=8000", 7_200),
        ('audio/pcm; channels = "2"', 2_400),
        ("audio/pcm; channels=1", 4_800),
        ("audio/pcm; sample_rate=48000", 2_400),
        ("audio/pcm; bitrate=8000", 4_800),
        ("audio/pcm", 4_800),
    ],
)
@pytest.mark.parametrize("chunks", [0, 37])
def test_channels_of_raw_samples(content_type: str, samples: int, chunks: int) -> None:
    headers = {"Content-Type": content_type}
    answer = Answer(RAW.tobytes(), headers=headers, chunks=chunks)
    with serving(answer) as server, client_of(server.base) as client:
        sound = client.sound("Good morning.", "af_heart", 1.0)
    assert len(sound) == pytest.approx(samples, abs=2)
    assert np.abs(sound[600:1_800]).max() == pytest.approx(2_700 / 32_768, rel=0.02)


def test_half_a_frame_of_raw_samples() -> None:
    decoder = Decoder("audio/l16; rate=24000; channels=2")
    assert len(decoder.feed(RAW.tobytes()[:-2])) == 2_399
    with pytest.raises(CutShort):
        decoder.finish()


@pytest.mark.parametrize("channels", ["0", "9", "999999"])
def test_channels_that_cannot_be(channels: str) -> None:
    headers = {"Content-Type": f"audio/L16; rate=24000; channels={channels}"}
    with serving(Answer(RAW.tobytes(), headers=headers)) as server:
        assert "no sound that is known here" in refusal(server.base)
