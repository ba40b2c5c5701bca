"""Takes: what the machine made of a sentence, kept by key in a folder.

One file per take, in this order:

- ``NSTAKE1`` and a line feed, the length of the header and its CRC-32 (both 32 bits, little
  endian);
- the header, JSON in ASCII: ``samples``, ``crc`` (CRC-32 of the audio), ``engine``, ``words``
  (text, start, end, source start, source end, estimated), ``unspoken`` (start, end, shortened),
  ``guessed`` (start, end);
- the audio, raw 32-bit floats, little endian.

A file is written under another name and renamed when it is complete, so several processes
may use one folder without locks. Its modification time is when it was last used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import struct
import time
import zlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import numpy as np

from studio import files
from studio.document import Word
from studio.errors import AudioNotFinite

if TYPE_CHECKING:
    from studio.spoken import Reading

T = TypeVar("T")

log = logging.getLogger(__name__)

_SUFFIX = ".take"
_MAGIC = b"NSTAKE1\n"
_LENGTHS = struct.Struct("<II")  # of the header, and its CRC-32
_PREAMBLE = len(_MAGIC) + _LENGTHS.size
_SAMPLE_BYTES = 4
_BLOCK = 1 << 20  # bytes read at a time when only the checksum is wanted
_KEY = re.compile(r"[0-9A-Za-z_-]+")


Span = tuple[int, int]  # offsets in the text of a sentence


@dataclass(frozen=True, slots=True)
class Unspoken:
    """``text[start:end]`` of a sentence, which the voice does not say: not at all, or only the
    beginning of it."""

    start: int
    end: int
    shortened: bool


@dataclass(frozen=True, eq=False, slots=True)
class Take:
    """One rendering of a sentence: float32 mono audio at 24 kHz (read-only, values about ±1),
    the words in it, the name of the engine that made it, what is not heard in it, and which
    words no dictionary had, so that their sound is a guess."""

    audio: np.ndarray
    words: tuple[Word, ...]
    engine: str
    unspoken: tuple[Unspoken, ...] = ()
    guessed: tuple[Span, ...] = ()

    def info(self, key: str) -> TakeInfo:
        """What there is to be known without the sound of a take that is kept under a key."""
        samples = len(self.audio)
        return TakeInfo(key, samples, self.words, self.engine, self.unspoken, self.guessed)


@dataclass(frozen=True, slots=True)
class TakeInfo:
    """What is known of a take without its audio; ``samples`` is the length of that."""

    key: str
    samples: int
    words: tuple[Word, ...]
    engine: str
    unspoken: tuple[Unspoken, ...] = ()
    guessed: tuple[Span, ...] = ()


def take_key(
    *,
    text: str,
    readings: Iterable[Reading],
    voice: str,
    speed: float,
    language: str,
    weights: str,
    engine_version: str,
) -> str:
    """The key of a sentence's take: 64 hexadecimal digits, the SHA-256 of all that decides how
    the sentence sounds and what its words are called.

    ``text`` is the sentence as written, ``readings`` how it is spoken; ``voice`` the voice or
    blend in its canonical spelling; ``weights`` the hash of the model's weights;
    ``engine_version`` changes whenever the same input would give other sound or word times.
    Pauses, identities and places in the script are not part of it: they cost no rendering.
    """
    facts = {
        "text": text,
        "readings": [[r.start, r.end, r.spoken, r.pin] for r in readings],
        "voice": voice,
        "speed": float(speed),
        "language": language,
        "weights": weights,
        "engine": engine_version,
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode("ascii")).hexdigest()


class TakeStore:
    """The takes in a folder. A damaged file counts as absent and is removed.

    ``limit_bytes`` bounds the folder when ``trim`` is called; nothing is removed by itself,
    because only the caller knows which takes its narration needs.
    """

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self.folder, self.limit_bytes = Path(folder), limit_bytes
        self._intact: set[tuple[int, int, int]] = set()  # device, file, size
        files.sweep(self.folder)

    def get(self, key: str) -> Take | None:
        """The take with its audio (read whole and checked; a read-only array), or None."""
        take = self._read(key, _read_take)
        if take is not None:
            _mark_used(self._path(key))
        return take

    def info(self, key: str) -> TakeInfo | None:
        """The take without its audio, or None. Reads the header and checks the file's size."""
        header = self._read(key, _read_header)
        if header is None:
            return None
        _mark_used(self._path(key))
        return TakeInfo(
            key, header.samples, header.words, header.engine, header.unspoken, header.guessed
        )

    def words(self, key: str) -> tuple[Word, ...] | None:
        """The words of a take, or None."""
        info = self.info(key)
        return None if info is None else info.words

    def __contains__(self, key: object) -> bool:
        """Whether ``get`` would give a take. Reads the whole file the first time."""
        return isinstance(key, str) and self._read(key, self._check) is not None

    def _check(self, file: BinaryIO) -> bool:
        stat = os.fstat(file.fileno())
        seen = (stat.st_dev, stat.st_ino, stat.st_size)
        if seen not in self._intact:
            _check_audio(file)
            self._intact.add(seen)
        return True

    def _read(self, key: str, read: Callable[[BinaryIO], T]) -> T | None:
        path = self._path(key)
        try:
            with path.open("rb") as file:
                return read(file)
        except FileNotFoundError:
            return None
        except _Damaged as damage:
            log.warning("%s is damaged (%s) and will be made again", path, damage)
            with contextlib.suppress(OSError):  # removed by another process, or read-only
                path.unlink()
            return None
        except OSError as error:
            log.warning("%s cannot be read: %s", path, error)
            return None

    def put(self, key: str, take: Take) -> None:
        """Keep a take. Raises CannotWrite, or AudioNotFinite: such a take would be found again
        for ever."""
        audio = np.ascontiguousarray(take.audio, "<f4")
        if audio.ndim != 1:
            raise ValueError(f"mono audio has one dimension, not {audio.ndim}")
        if not np.isfinite(audio).all():
            raise AudioNotFinite(repr(" ".join(word.text for word in take.words)))
        path = self._path(key)
        with files.cannot_write(path):
            temporary = files.new_temporary(self.folder)
            try:
                with temporary.open("wb") as file:
                    file.write(_header(take, audio))
                    file.write(audio.data)
                    file.flush()
                    os.fsync(file.fileno())
                _mark_used(temporary)
                os.replace(temporary, path)
            finally:
                temporary.unlink(missing_ok=True)

    def trim(self, keep: Collection[str] = ()) -> int:
        """Remove the takes used least recently, but none in ``keep``, until the folder is
        within its limit. Other processes may do the same at once. Gives the number removed."""
        files.sweep(self.folder)
        kept, removed = set(keep), 0
        entries = sorted(self._entries())
        excess = sum(size for _, _, size in entries) - self.limit_bytes
        for last_used, path, size in entries:
            if excess <= 0:
                break
            if path.stem not in kept and _remove_unused(path, last_used):
                excess -= size
                removed += 1
        return removed

    def _entries(self) -> Iterable[tuple[int, Path, int]]:
        """Last use in ns, file and size of each take."""
        for path in self.folder.glob(f"*{_SUFFIX}"):
            try:
                stat = path.stat()
            except OSError:  # removed by another process since it was listed
                continue
            yield stat.st_mtime_ns, path, stat.st_size

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(f"{key!r} cannot be the key of a take")
        return self.folder / (key + _SUFFIX)


class MemoryTakes(dict[str, Take]):
    """Takes in memory, read like a TakeStore."""

    def info(self, key: str) -> TakeInfo | None:
        take = self.get(key)
        return take.info(key) if take is not None else None

    def put(self, key: str, take: Take) -> None:
        self[key] = take


class _Damaged(Exception):
    """The file is not a take, or not a whole one."""


@dataclass(frozen=True, slots=True)
class _Header:
    samples: int
    crc: int
    engine: str
    words: tuple[Word, ...]
    unspoken: tuple[Unspoken, ...]
    guessed: tuple[Span, ...]


def _header(take: Take, audio: np.ndarray) -> bytes:
    facts = {
        "samples": len(audio),
        "crc": zlib.crc32(audio.data),
        "engine": take.engine,
        "words": [
            [w.text, int(w.start), int(w.end), int(w.source[0]), int(w.source[1]), w.estimated]
            for w in take.words
        ],
        "unspoken": [[u.start, u.end, u.shortened] for u in take.unspoken],
        "guessed": take.guessed,
    }
    header = json.dumps(facts, separators=(",", ":")).encode("ascii")
    return _MAGIC + _LENGTHS.pack(len(header), zlib.crc32(header)) + header


def _read_header(file: BinaryIO) -> _Header:
    """Leaves the file where the audio begins. Raises _Damaged."""
    preamble = file.read(_PREAMBLE)
    if len(preamble) < _PREAMBLE or not preamble.startswith(_MAGIC):
        raise _Damaged("not a take")
    length, crc = _LENGTHS.unpack_from(preamble, len(_MAGIC))
    size = os.fstat(file.fileno()).st_size
    data = file.read(length) if length <= size else b""
    if zlib.crc32(data) != crc:
        raise _Damaged("header")
    facts = json.loads(data)
    words = tuple(Word(text, a, b, (c, d), e) for text, a, b, c, d, e in facts["words"])
    unspoken = tuple(Unspoken(*row) for row in facts.get("unspoken", ()))
    guessed = tuple((start, end) for start, end in facts.get("guessed", ()))
    header = _Header(facts["samples"], facts["crc"], facts["engine"], words, unspoken, guessed)
    if size != _PREAMBLE + length + header.samples * _SAMPLE_BYTES:
        raise _Damaged("length")
    return header


def _read_take(file: BinaryIO) -> Take:
    header = _read_header(file)
    data = file.read()
    if zlib.crc32(data) != header.crc:
        raise _Damaged("audio")
    audio = np.frombuffer(data, "<f4")
    return Take(audio, header.words, header.engine, header.unspoken, header.guessed)


def _check_audio(file: BinaryIO) -> None:
    """Raises _Damaged; holds one block at a time."""
    header, crc = _read_header(file), 0
    while block := file.read(_BLOCK):
        crc = zlib.crc32(block, crc)
    if crc != header.crc:
        raise _Damaged("audio")


def _mark_used(path: Path) -> None:
    now = time.time_ns()  # the kernel's own time stamps are too coarse to order two takes
    with contextlib.suppress(OSError):  # removed by another process, or read-only
        os.utime(path, ns=(now, now))


def _remove_unused(path: Path, last_used: int) -> bool:
    """Remove a take unless somebody has used it since ``last_used`` (ns). True if it is gone."""
    try:
        if path.stat().st_mtime_ns != last_used:
            return False
        path.unlink()
    except FileNotFoundError:  # another process was faster
        return True
    except OSError as error:
        log.warning("%s cannot be removed: %s", path, error)
        return False
    return True
