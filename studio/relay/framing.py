"""Whether a compressed file ends where it should: decoders take what there is and say nothing, or
to nobody but the terminal."""

from __future__ import annotations

# ISO 11172-3 and 13818-3, layer III: kbit/s by the index in a frame's header (0 is free, 15 bad).
_KILOBITS = {
    True: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0),
    False: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0),
}
_RATES = (44_100, 48_000, 32_000, 0)  # MPEG-1; half of it is MPEG-2, a quarter MPEG-2.5
_HALVED = {3: 0, 2: 1, 0: 2}  # by the version in a frame's header
_HEADER = 4
_OFF = 1  # encoders do not agree on whether the frame that counts them counts itself


def ends_early(data: bytes) -> bool:
    """Whether MP3 or Ogg ends within a frame or page, or with fewer frames than announced, or FLAC
    before its first frame; those tell no lengths. False also for all that cannot be told."""
    if data.startswith(b"OggS"):
        return _ogg_ends_early(data)
    if data.startswith(b"fLaC"):
        return _flac_ends_early(data)
    return _mp3_ends_early(data)


def _ogg_ends_early(data: bytes) -> bool:
    """RFC 3533: a header of 27 bytes, a table of lengths, and what they are the lengths of."""
    at = 0
    while data.startswith(b"OggS", at):
        table = data[at + 27 : at + 27 + data[at + 26]] if len(data) > at + 26 else b""
        if len(data) < at + 27 or len(table) < data[at + 26]:
            return True
        at += 27 + len(table) + sum(table)
    return at > len(data)


def _flac_ends_early(data: bytes) -> bool:
    """RFC 9639: blocks of metadata, each with a byte that tells whether it is the last one and
    three of its length."""
    at, is_last = 4, False
    while not is_last:
        if at + 4 > len(data):
            return True
        is_last = bool(data[at] & 0x80)
        at += 4 + int.from_bytes(data[at + 1 : at + 4], "big")
    return at >= len(data)


def _mp3_ends_early(data: bytes) -> bool:
    at = begin = _tag(data)
    frames = 0
    while length := _frame(data[at : at + _HEADER]):
        if at + length > len(data):
            return True
        at, frames = at + length, frames + 1
    is_header_cut = 0 < len(data) - at < _HEADER and data[at] == 0xFF
    return bool(frames) and (is_header_cut or frames - 1 + _OFF < _announced(data, begin))


def _tag(data: bytes) -> int:
    """The length of an ID3v2 tag at the beginning."""
    if data[:3] != b"ID3" or len(data) < 10:
        return 0
    size = 0
    for byte in data[6:10]:
        size = size << 7 | byte & 0x7F
    return 10 + size + (10 if data[5] & 0x10 else 0)


def _frame(header: bytes) -> int:
    """The length in bytes of a frame of layer III; 0 for what is none."""
    if len(header) < _HEADER or header[0] != 0xFF or header[1] & 0xE6 != 0xE2:
        return 0
    halved = _HALVED.get(header[1] >> 3 & 3)
    if halved is None:
        return 0
    kilobits = _KILOBITS[halved == 0][header[2] >> 4]
    rate = _RATES[header[2] >> 2 & 3] >> halved
    if not kilobits or not rate:
        return 0
    padding = header[2] >> 1 & 1
    return (72 if halved else 144) * kilobits * 1_000 // rate + padding


def _announced(data: bytes, begin: int) -> int:
    """The number of frames after the first, where that one holds nothing but this; otherwise 0."""
    at = _information(data, begin)
    return int.from_bytes(data[at + 8 : at + 12], "big") if at and data[at + 7] & 1 else 0


def _information(data: bytes, begin: int) -> int:
    """Where Xing's or LAME's header is in the first frame: a name, flags, and then by the last two
    of these the numbers of frames and bytes that follow; 0 where there is none."""
    if len(data) < begin + _HEADER:
        return 0
    is_mpeg1, is_mono = data[begin + 1] & 0x08, data[begin + 3] >> 6 == 3
    side = (17 if is_mono else 32) if is_mpeg1 else (9 if is_mono else 17)
    at = begin + _HEADER + side
    is_there = data[at : at + 4] in (b"Xing", b"Info") and len(data) >= at + 16
    return at if is_there else 0


def sized(data: bytes) -> bytes:
    """``data``, in which an MP3 tells its true size: where that is another, as after the header of
    a stream, the decoder warns of it on the terminal."""
    begin = _tag(data)
    at = _information(data, begin)
    if not at or not data[at + 7] & 2:
        return data
    size = len(data) - begin - (128 if data[-128:-125] == b"TAG" else 0)
    at += 12 if data[at + 7] & 1 else 8
    return data[:at] + size.to_bytes(4, "big") + data[at + 4 :]
