"""A narration as one file: a ZIP archive that holds

- ``document.json``: what the author decided (see `content`);
- ``takes/<key>.take``: its takes, each as a TakeStore keeps it.

A file is written under another name and takes the place of an older one when it is complete.
Neither way holds more than a block of a take in memory.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from studio import files
from studio.document import Document
from studio.errors import FileDamaged
from studio.project import content
from studio.takes import TakeStore

SUFFIX = ".narration"

_DOCUMENT = "document.json"
_TAKE = re.compile(r"takes/([0-9A-Za-z_-]+)\.take")
_KEY = re.compile(r"[0-9A-Za-z_-]+")
_BLOCK = 1 << 20  # bytes that are copied at a time
_LARGEST_DOCUMENT = 1 << 28  # bytes; a script of a million words needs a tenth of that
_LARGEST_TAKE = 1 << 30
_NEVER = (1980, 1, 1, 0, 0, 0)  # entries without a date: the same narration is the same file
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    NotImplementedError,  # a compression that Python does not have
    RuntimeError,  # a password
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Progress:
    """Bytes copied of all."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Saved:
    """``missing``: keys of takes that the store did not have (any more); they are not in the
    file and will be rendered again."""

    path: Path
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """``damaged``: keys of takes in the file that cannot be used; they will be rendered again.
    ``takes``: the key of the take that a sentence has, by its id, as far as the file tells."""

    document: Document
    damaged: tuple[str, ...] = ()
    takes: Mapping[str, str] = field(default_factory=dict)


# ── saving ──────────────────────────────────────────────────────────────────────────────────────


def save(
    document: Document,
    path: Path,
    store: TakeStore,
    keys: Iterable[str],
    takes: Mapping[str, str] | None = None,
) -> Saved:
    """Write a narration with the takes under these keys: what its sentences have now. ``takes``:
    which sentence has which, by its id.

    Whole or not at all. Raises CannotWrite.
    """
    *_, last = saving(document, path, store, keys, takes)
    assert isinstance(last, Saved)
    return last


def saving(
    document: Document,
    path: Path,
    store: TakeStore,
    keys: Iterable[str],
    takes: Mapping[str, str] | None = None,
) -> Iterator[Progress | Saved]:
    """``save`` that gives Progress as it goes on, and at last Saved. Closed before, it leaves
    everything as it was."""
    target = Path(path).resolve()
    with files.cannot_write(path):
        temporary = files.new_temporary(target.parent)
    try:
        inside = (
            content.to_bytes(document, takes=dict(takes)) if takes else content.to_bytes(document)
        )
        missing = yield from _pack(inside, path, temporary, store, dict.fromkeys(keys))
        with files.cannot_write(path):
            files.flush(temporary)
            os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    yield Saved(target, missing)


def _pack(
    document: bytes, path: Path, temporary: Path, store: TakeStore, keys: Collection[str]
) -> Generator[Progress, None, tuple[str, ...]]:
    """Write the archive; gives the keys of takes that are missing."""
    present = {key: _take_file(store, key) for key in keys if key in store}
    missing = [key for key in keys if key not in present]
    with files.cannot_write(path), zipfile.ZipFile(temporary, "w") as archive:
        archive.writestr(_entry(_DOCUMENT, zipfile.ZIP_DEFLATED), document)
        total, done = sum(_size(file) for file in present.values()), 0
        for key, file in present.items():
            try:
                take = file.open("rb")
            except FileNotFoundError:  # trimmed by another process since
                missing.append(key)
                continue
            entry = _entry(f"takes/{key}.take", zipfile.ZIP_STORED, os.fstat(take.fileno()).st_size)
            with take, archive.open(entry, "w") as packed:
                while block := take.read(_BLOCK):
                    packed.write(block)
                    done += len(block)
                    yield Progress(done, max(total, done))
    return tuple(missing)


def _entry(name: str, compression: int, size: int = 0) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NEVER)
    entry.compress_type, entry.file_size = compression, size
    return entry


def _take_file(store: TakeStore, key: str) -> Path:
    return store.folder / f"{key}.take"


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


# ── opening ─────────────────────────────────────────────────────────────────────────────────────


def open(path: Path, store: TakeStore) -> Opened:
    """The narration in a file, its takes put into the store, where they are to be kept from
    trimming like any others. Raises FileDamaged, FileTooNew, CannotWrite."""
    *_, last = opening(path, store)
    assert isinstance(last, Opened)
    return last


def opening(path: Path, store: TakeStore) -> Iterator[Progress | Opened]:
    """``open`` that gives Progress as it goes on, and at last Opened."""
    path = Path(path)
    with _archive(path) as archive:
        document, named = _document(archive, path)
        takes = [(match[1], entry) for match, entry in _takes(archive)]
        total, done = sum(entry.file_size for _, entry in takes), 0
        damaged = []
        for key, entry in takes:
            if key not in store and not _unpack(archive, entry, key, store):
                log.warning("the take %s in %s is damaged", key, path)
                damaged.append(key)
            done += entry.file_size
            yield Progress(done, total)
    yield Opened(document, tuple(damaged), named)


@contextlib.contextmanager
def _archive(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise FileDamaged(path, files.why(error)) from error
    except _UNREADABLE as error:
        raise FileDamaged(path, "it is no narration, or not a whole one") from error
    with archive:
        yield archive


def _document(archive: zipfile.ZipFile, path: Path) -> tuple[Document, dict[str, str]]:
    """The document, and the keys of its sentences' takes."""
    try:
        entry = archive.getinfo(_DOCUMENT)
    except KeyError as error:
        raise FileDamaged(path, f"there is no {_DOCUMENT} in it") from error
    if entry.file_size > _LARGEST_DOCUMENT:
        raise FileDamaged(path, f"{_DOCUMENT} in it is too large")
    try:
        data = archive.read(entry)
    except (OSError, *_UNREADABLE) as error:
        raise FileDamaged(path, f"{_DOCUMENT} in it is damaged") from error
    document, values = content.from_bytes(data, path, _DOCUMENT)
    takes = values.get("takes")
    named = takes.items() if isinstance(takes, dict) else ()
    return document, {id: key for id, key in named if isinstance(key, str) and _KEY.fullmatch(key)}


def _takes(archive: zipfile.ZipFile) -> Iterator[tuple[re.Match[str], zipfile.ZipInfo]]:
    for entry in archive.infolist():
        match = _TAKE.fullmatch(entry.filename)
        if match:
            yield match, entry


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, key: str, store: TakeStore) -> bool:
    """Put a take into the store; whether it is one. Raises CannotWrite."""
    if entry.file_size > _LARGEST_TAKE:
        return False
    target = _take_file(store, key)
    with files.cannot_write(target):
        temporary = files.new_temporary(store.folder)
        try:
            with temporary.open("wb") as out:
                for block in _blocks(archive, entry):
                    out.write(block)
            os.replace(temporary, target)
        except _Unreadable:
            return False
        finally:
            temporary.unlink(missing_ok=True)
    return key in store


class _Unreadable(Exception):
    """An entry of the archive cannot be read."""


def _blocks(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    try:
        with archive.open(entry) as packed:
            while block := packed.read(_BLOCK):
                yield block
    except (OSError, *_UNREADABLE) as error:
        raise _Unreadable from error
