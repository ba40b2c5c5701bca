"""Compressed answers that end where they should not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.relay.framing import ends_early, sized
from studio.relay.sound import CutShort, Decoder
from tests.relay_server import encoded, tone

ID3 = b"ID3\x04\x00\x00\x00\x00\x02\x01" + b"\0" * 257
MP3S = [
    pytest.param(encoded(tone(24_000, rate), rate, "MP3"), id=str(rate))
    for rate in (48_000, 44_100, 24_000, 16_000, 8_000)
]


def frame(bytes_: int, head: bytes) -> bytes:
    return head + b"\0" * (bytes_ - len(head))


# 24 kHz is MPEG-2: 72 * 64,000 / 24,000 = 192 bytes; 44.1 kHz MPEG-1: 144 * 128,000 / 44,100 = 417
MPEG2 = frame(192, b"\xff\xf3\x84\xc4")
MPEG1 = frame(417, b"\xff\xfb\x90\xc4")
PADDED = frame(418, b"\xff\xfb\x92\xc4")


def counting(frames: int) -> bytes:
    info = b"\xff\xf3\x84\xc4" + b"\0" * 9 + b"Info\0\0\0\x01" + frames.to_bytes(4, "big")
    return frame(192, info)


@pytest.mark.parametrize("mp3", MP3S)
def test_a_whole_mp3(mp3: bytes) -> None:
    assert not ends_early(mp3)
    assert not ends_early(ID3 + mp3)
    assert not ends_early(mp3 + b"TAG" + b"\0" * 125)
    assert not ends_early(mp3 + b"\0" * 100)


@pytest.mark.parametrize("mp3", MP3S)
def test_an_mp3_that_is_cut_anywhere(mp3: bytes) -> None:
    for cut in random.Random(1).sample(range(600, len(mp3) - 1), 60):
        assert ends_early(mp3[:cut]), cut


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (MPEG2 * 3, False),
        (MPEG1 + PADDED + MPEG1, False),
        (MPEG2 * 3 + MPEG2[:191], True),
        (MPEG2 * 3 + MPEG2[:4], True),
        (MPEG2 * 3 + MPEG2[:1], True),
        (PADDED[:417], True),
        (counting(3) + MPEG2 * 3, False),
        (counting(4) + MPEG2 * 3, False),  # counts itself
        (counting(5) + MPEG2 * 3, True),
        (counting(0) + MPEG2 * 3, False),
        (counting(3) + MPEG2 * 9, False),
        (b"", False),
        (b"\xff", False),
        (b"RIFF" + b"\0" * 40, False),
        (b"ID3", False),
    ],
)
def test_frames(data: bytes, expected: bool) -> None:
    assert ends_early(data) is expected


@pytest.mark.parametrize("subtype", ["VORBIS", "OPUS"])
def test_ogg(subtype: str) -> None:
    ogg = encoded(tone(48_000), 24_000, "OGG", subtype)
    assert not ends_early(ogg)
    for cut in (len(ogg) - 1, len(ogg) // 2, 40, 5):
        assert ends_early(ogg[:cut])


@given(
    st.binary(max_size=300), st.sampled_from([b"", b"OggS", b"ID3", b"fLaC", b"\xff\xf3\x84\xc4"])
)
def test_any_bytes(data: bytes, begin: bytes) -> None:
    assert ends_early(begin + data) in (True, False)
    assert len(sized(begin + data)) == len(begin + data)


@pytest.mark.parametrize(("kind", "subtype"), [("MP3", ""), ("OGG", "VORBIS")])
def test_the_decoder_refuses_what_is_cut(kind: str, subtype: str) -> None:
    data = encoded(tone(48_000), 24_000, kind, subtype)
    decoder = Decoder()
    decoder.feed(data[: len(data) * 3 // 4 + 1])
    with pytest.raises(CutShort):
        decoder.finish()
    whole = Decoder()
    assert len(whole.feed(data)) + len(whole.finish()) == 48_000


def told(mp3: bytes, size: int) -> bytes:
    at = mp3.index(b"Xing") if b"Xing" in mp3 else mp3.index(b"Info")
    return mp3[: at + 12] + size.to_bytes(4, "big") + mp3[at + 16 :]


@pytest.mark.parametrize("mp3", MP3S)
def test_the_size_that_an_mp3_tells(mp3: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    true = told(mp3, len(mp3))
    tagged = mp3 + b"TAG" + b"\0" * 125
    for size in (0, 1, len(mp3), 2 * len(mp3), 0xFFFF_FFFF):
        assert sized(told(mp3, size)) == true
        assert sized(ID3 + told(mp3, size)) == ID3 + true
        assert sized(told(tagged, size)) == true + b"TAG" + b"\0" * 125
        for data in (told(mp3, size), ID3 + told(mp3, size), told(tagged, size)):
            decoder = Decoder()
            assert len(decoder.feed(data)) + len(decoder.finish()) > 11_000
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("data", [b"", ID3, MPEG2 * 3, counting(3) + MPEG2 * 3, MPEG2[:20]])
def test_an_mp3_that_tells_no_size(data: bytes) -> None:
    assert sized(data) == data


def test_only_the_size_is_another() -> None:
    info = counting(3)
    both = info[:20] + b"\x03" + info[21:25] + b"size" + info[29:]
    assert (
        sized(both + MPEG2) == info[:20] + b"\x03" + info[21:25] + b"\0\0\1\x80" + info[29:] + MPEG2
    )
    only = info[:20] + b"\x02size" + info[25:]
    assert sized(only + MPEG2) == info[:20] + b"\x02\0\0\1\x80" + info[25:] + MPEG2


@pytest.mark.parametrize("cut", [4, 7, 8, 20, 41, 42, 45, 60, 5_000, -3_000, -1])
def test_a_flac_that_is_cut_anywhere(cut: int) -> None:
    data = encoded(tone(48_000), kind="FLAC", subtype="PCM_16")
    decoder = Decoder()
    decoder.feed(data[:cut])
    with pytest.raises(CutShort):
        decoder.finish()


def test_a_flac_is_cut_before_its_first_frame() -> None:
    info, picture = b"\0\0\0\x22" + bytes(34), b"\x86\0\x01\0" + bytes(256)
    metadata = b"fLaC" + info + picture
    assert not ends_early(metadata + b"\xff")
    assert all(ends_early(metadata[:cut]) for cut in range(4, len(metadata) + 1))
    assert not ends_early(encoded(tone(48_000), kind="FLAC", subtype="PCM_16"))
