"""What a server answers, as sound: bytes in, float32 samples at 24 kHz out.

What came is decided by what it is, not by what its headers call it. 16-bit WAV and raw PCM become
sound while they arrive; everything else when it is complete.
"""

from __future__ import annotations

import io
import json
import math
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from studio.document import SAMPLE_RATE
from studio.relay.framing import ends_early, sized

if TYPE_CHECKING:
    import soundfile

SILENT = 1e-4  # no sample above it: nothing was said
_LOUDEST = 10.0  # a sample above it, 20 dB beyond full scale, is none
_STREAMED = 0x7FFF_F000  # a server that does not know the length yet writes one from here on, or 0
_RATES = (4_000, 400_000)
_BLOCK = 1 << 18  # samples of all channels that are decoded at once
_UNKNOWN = 1 << 62  # a number of samples from here on stands for one that is not announced
_CHANNELS = 8
_CHUNKS = 64  # before the samples of a WAV file; a few are usual
_FORM = 40  # bytes that tell what the samples are
# What speech may last, in seconds: so many, and more for each character. Chinese has four a second;
# half as fast, by a voice that takes half as long again, that is the second number.
_LONGEST = (30.0, 0.75)
_NOTHING = np.zeros(0, np.float32)
_PEEK = 12  # bytes that tell what it is
_FILE = re.compile(rb"RIFF.{4}WAVE", re.DOTALL)  # how a WAV file begins


class NotSound(Exception):
    """The answer is whole but is no speech; ``message`` is what the server says instead, if it
    says anything. Asking again would give the same."""

    def __init__(self, what: str, message: str = "") -> None:
        self.what, self.message = what, message
        super().__init__(what)


class TooLong(NotSound):
    """It goes on for longer than the text can be spoken; asked for again, it may not."""

    def __init__(self) -> None:
        super().__init__("its answer is far too long for the text")


class CutShort(Exception):
    """Less came than was announced."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """16-bit samples from byte ``at`` on: ``size`` bytes of them, or as many as come (None)."""

    at: int
    size: int | None
    rate: int
    channels: int


def longest(text: str) -> float:
    """Seconds that any voice takes for ``text`` at the most, at any speed."""
    return _LONGEST[0] + _LONGEST[1] * len(text)


class Decoder:
    """One answer. Feed it all that arrives, then `finish`; what both return, joined, is the
    sound. The sound is the same however the bytes are cut.

    ``longest``: seconds; where there are more, TooLong is raised and no more is decoded, as a small
    file can hold days of silence."""

    def __init__(self, content_type: str = "", longest: float = math.inf) -> None:
        self._type, self._longest = content_type.lower(), longest
        self._data = bytearray()
        self._undecided = True
        self._layout: _Layout | None = None
        self._taken = 0  # bytes of samples
        self._frames = 0  # of all files
        self._searched = 0  # bytes in which no other file begins
        self._is_over = False
        self._loudest = 0.0
        self._resampler: _Resampler | None = None

    @property
    def format(self) -> str:
        """What came: WAV, FLAC, Ogg, MP3 or PCM; empty where that is not known."""
        is_raw = self._layout is not None and self._layout.at == 0
        return "PCM" if is_raw else _known(bytes(self._data[:_PEEK]))

    def feed(self, data: bytes) -> np.ndarray:
        """Raises NotSound."""
        self._data += data
        if self._undecided and len(self._data) >= _PEEK:
            self._decide()
        if not self._layout:
            return _NOTHING
        pieces = [self._samples()]
        while self._goes_on():
            pieces.append(self._samples())
        return np.concatenate(pieces)

    def finish(self) -> np.ndarray:
        """Raises NotSound or CutShort; also when what was fed before was fine."""
        if self._layout:
            sound = self._rest()
        else:
            sound = _whole(bytes(self._data), self._type, self._longest)
        self._loudest = max(self._loudest, float(np.abs(sound).max(initial=0)))
        if self._loudest < SILENT:
            raise NotSound("its answer is silence" if self._data else "its answer is empty")
        return sound

    def _decide(self) -> None:
        """Whether samples can be taken as they arrive; a header may need some more bytes."""
        head = bytes(self._data[:_PEEK])
        if _is_wave(head):
            header = _header(self._data)
            if header is None:
                return
            self._layout = header.layout
        elif not _known(head) and not _is_text(head):
            self._layout = _raw(self._type)
        self._undecided = False

    def _samples(self) -> np.ndarray:
        layout = self._layout
        assert layout is not None
        frame = 2 * layout.channels
        begin, end = layout.at + self._taken, len(self._data)
        if layout.size is not None:
            end = min(end, layout.at + layout.size)
        elif layout.at and (following := _FILE.search(self._data, begin)):
            end = following.start()
        elif layout.at and not self._is_over:
            end -= _PEEK - 1  # which may be the beginning of another file
        count = (end - begin) // frame * frame
        if count <= 0:
            return _NOTHING
        self._frames += count // frame
        if self._frames > self._longest * layout.rate:
            raise TooLong
        block = np.frombuffer(self._data, "<i2", count // 2, begin).reshape(-1, layout.channels)
        sound = block.astype(np.float32).mean(axis=1) / np.float32(32_768)
        del block
        self._taken += count
        self._loudest = max(self._loudest, float(np.abs(sound).max()))
        return self._resampled(sound, last=False)

    def _goes_on(self) -> bool:
        """Whether there is another file after the one that was taken, as from servers that make
        one for each sentence; it is the one to take from then on. Raises NotSound."""
        layout = self._layout
        assert layout is not None
        over = layout.at + (self._taken if layout.size is None else layout.size)
        following = _FILE.search(self._data, max(over, self._searched)) if layout.at else None
        self._searched = following.start() if following else len(self._data) - _PEEK + 1
        header = _header(self._data, following.start()) if following else None
        if header is None:
            return False
        if header.layout is None or header.layout.rate != layout.rate:
            raise NotSound("its answer is several files of different kinds")
        self._layout = header.layout
        self._taken = 0
        return True

    def _rest(self) -> np.ndarray:
        self._is_over = True
        sound, layout = self._samples(), self._layout
        assert layout is not None
        if layout.size is None:  # then only half a sample tells that something is missing
            wanted = len(self._data) - layout.at
        else:
            wanted = layout.size - layout.size % (2 * layout.channels)
        after = layout.at + wanted if layout.size is not None else len(self._data)
        if self._taken < wanted or (layout.at and _FILE.search(self._data, after)):
            raise CutShort
        return np.concatenate((sound, self._resampled(_NOTHING, last=True)))

    def _resampled(self, sound: np.ndarray, last: bool) -> np.ndarray:
        assert self._layout is not None
        if self._resampler is None:
            self._resampler = _Resampler(self._layout.rate)
        return self._resampler.piece(sound, last)


class _Resampler:
    """Mono sound, piece by piece, from ``rate`` to ours."""

    def __init__(self, rate: int) -> None:
        self._stream: Any = None
        if rate != SAMPLE_RATE:
            import soxr

            self._stream = soxr.ResampleStream(rate, SAMPLE_RATE, 1)

    def piece(self, sound: np.ndarray, last: bool = False) -> np.ndarray:
        if self._stream is None:
            return sound
        resampled: np.ndarray = self._stream.resample_chunk(sound, last=last)
        return resampled


# ── WAV ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Header:
    """``size``: bytes of samples as announced, None where that is unknown."""

    at: int
    size: int | None
    layout: _Layout | None  # where it is 16-bit PCM


def _is_wave(data: bytes) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE"


def _header(data: bytes | bytearray, start: int = 0) -> _Header | None:
    """What stands before the samples of the file that begins at ``start``, in chunks of any order;
    None until it has all arrived, which is looked for with every part that arrives. Raises
    NotSound, also for chunks without end."""
    at, form = start + 12, b""
    for _ in range(_CHUNKS):
        if len(data) < at + 8:
            return None
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8
        if name == b"data":
            length = None if size == 0 or size >= _STREAMED else size
            return _Header(at, length, _layout(form, at, length))
        if name == b"fmt ":
            form = bytes(data[at : at + min(size, _FORM)])
        at += size + size % 2
    raise NotSound("its answer is a damaged WAV file")


def _layout(form: bytes, at: int, size: int | None) -> _Layout | None:
    if len(form) < 16:
        raise NotSound("its answer is a damaged WAV file")
    code, channels, rate, _, frame, bits = struct.unpack_from("<HHIIHH", form)
    if code == 0xFFFE and len(form) >= 26:  # extensible: the real code comes later
        code = int.from_bytes(form[24:26], "little")
    if not channels or not _RATES[0] <= rate <= _RATES[1]:
        raise NotSound("its answer is a damaged WAV file")
    plain = code == 1 and bits == 16 and frame == 2 * channels
    return _Layout(at, size, rate, channels) if plain else None


def _mended(data: bytes) -> bytes:
    """A WAV file whose sizes are true. Raises CutShort, NotSound."""
    header = _header(data)
    if header is None:
        raise CutShort
    size = len(data) - header.at if header.size is None else header.size
    if len(data) - header.at < size:
        raise CutShort
    samples = data[header.at : header.at + size]
    before = data[: header.at - 4]
    whole = before + struct.pack("<I", size) + samples
    return whole[:4] + struct.pack("<I", len(whole) - 8) + whole[8:]


# ── everything else ─────────────────────────────────────────────────────────────────────────────

_SIGNATURES = ((b"RIFF", "WAV"), (b"fLaC", "FLAC"), (b"OggS", "Ogg"), (b"ID3", "MP3"))


def _known(data: bytes) -> str:
    """The name of the format, by how it begins; empty for any other."""
    for signature, name in _SIGNATURES:
        if data.startswith(signature):
            return name
    # Layer III only: by the others, raw samples that begin with a -1 would be taken for MP3.
    is_frame = len(data) > 1 and data[0] == 0xFF and data[1] & 0xE0 == 0xE0
    return "MP3" if is_frame and data[1] & 0x06 == 0x02 else ""


def _raw(content_type: str) -> _Layout | None:
    """What calls itself raw PCM: of 24,000 samples a second and one channel where it does not say
    otherwise (RFC 2586); None for what does not, or cannot be."""
    if not re.match(r"audio/(pcm|l16|x-pcm|raw)\b", content_type):
        return None
    rate = _parameter(content_type, "rate", SAMPLE_RATE)
    channels = _parameter(content_type, "channels", 1)
    is_possible = _RATES[0] <= rate <= _RATES[1] and 1 <= channels <= _CHANNELS
    return _Layout(0, None, rate, channels) if is_possible else None


def _parameter(content_type: str, name: str, default: int) -> int:
    found = re.search(rf"(?<!bit)(?<!bit[-_]){name}\s*=\s*\"?(\d{{1,6}})", content_type)
    return int(found[1]) if found else default


def _is_text(data: bytes) -> bool:
    return bool(data) and all(byte >= 32 or byte in b"\t\r\n" for byte in data) and _decodes(data)


def _decodes(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def _whole(data: bytes, content_type: str, longest: float) -> np.ndarray:
    """A complete answer, decoded. Raises NotSound, CutShort."""
    if not data.strip(b"\0 \t\r\n"):
        raise NotSound("its answer is empty")
    name = _known(data)
    if not name:
        if _is_text(data[:2_000]):
            raise NotSound("its answer is a text instead of sound", message(data))
        raise NotSound("its answer is no sound that is known here", content_type)
    if _is_wave(data):
        data = _mended(data)
    elif ends_early(data):
        raise CutShort
    elif name == "MP3":
        data = sized(data)
    try:
        with _opened(data) as file:
            pieces = list(_pieces(file, name, longest))
        return np.concatenate(pieces)
    except (RuntimeError, ValueError, TypeError, OverflowError, MemoryError):
        raise _damaged(name) from None


def _opened(data: bytes) -> soundfile.SoundFile:
    import soundfile

    class Forwards(soundfile.SoundFile):
        """Is never asked to go back: after each block it would be asked for the place where it
        is, and an MP3 decoder forgets by that what the frames before have told it."""

        def seekable(self) -> bool:
            return False

    return Forwards(io.BytesIO(data))


def _pieces(file: soundfile.SoundFile, name: str, longest: float) -> Iterator[np.ndarray]:
    """Mono at our rate, block by block. Raises NotSound, CutShort."""
    rate, frames = file.samplerate, 0
    if not _RATES[0] <= rate <= _RATES[1] or file.channels > _CHANNELS:
        raise _damaged(name)
    resampler = _Resampler(rate)
    while len(block := _block(file, name)):
        frames += len(block)
        if frames > longest * rate:
            raise TooLong
        # So neither mixing nor resampling leads out of the range; false for NaN, too.
        if not np.abs(block).max() <= _LOUDEST:
            raise _damaged(name)
        yield resampler.piece(block.mean(axis=1))
    if name not in ("MP3", "Ogg") and frames < file.frames < _UNKNOWN:
        raise CutShort
    if not frames:
        raise _damaged(name)
    yield resampler.piece(_NOTHING, last=True)


def _block(file: soundfile.SoundFile, name: str) -> np.ndarray:
    """Float32, (frames, channels); none at the end. Raises CutShort, and what soundfile raises."""
    try:
        block: np.ndarray = file.read(_BLOCK // file.channels, dtype="float32", always_2d=True)
    except RuntimeError:
        if name == "FLAC":  # what is missing is no end to its decoder, but an error
            raise CutShort from None
        raise
    return block


def _damaged(name: str) -> NotSound:
    return NotSound(f"its answer is a damaged {name} file")


def message(data: bytes) -> str:
    """What an answer that is no sound says: the text in its JSON, or what stands in it."""
    text = data[:20_000].decode("utf-8", "replace")
    try:
        return _said(json.loads(text)) or text
    except (ValueError, RecursionError):
        return " ".join(re.sub(r"(?s)<(style|script|head)\b.*?</\1>|<[^>]*>", " ", text).split())


def _said(value: Any, depth: int = 0) -> str:
    if isinstance(value, str):
        return value
    if depth > 4:
        return ""
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = [value[name] for name in ("message", "msg", "detail", "error") if name in value]
    elif isinstance(value, list):
        inner = value[:3]
    return next(filter(None, (_said(each, depth + 1) for each in inner)), "")
