"""The machine's own record of what was spoken, compared and preferred: what the figures of the
engines are made of.

One JSON object a line, in the order in which things happened. There is never a script in it, nor
a key that opens a server, nor the address of one; a take is named by its hash.
"""

from __future__ import annotations

import json
import logging
import os
import threading
from dataclasses import asdict, dataclass, fields
from math import inf
from pathlib import Path
from typing import Any

from studio import files, paths
from studio.errors import CannotWrite

log = logging.getLogger(__name__)

PURPOSES = ("take", "audition", "shadow", "bench")
STOPPED = "stopped"  # the error of what nobody wanted any more; no fault of an engine
ERRORS = ("key", "busy", "unreachable", "timeout", "server", "voice", "answer", STOPPED, "other")

_LARGEST = 1e11  # any number: no time, count or price that was measured comes near
_MOST = 20_000  # entries in a file that is opened; where there are more,
_KEPT = 15_000  # the newest so many stay, so that not every opening writes it anew


@dataclass(frozen=True, slots=True)
class Spoke:
    """An engine was asked for a sentence. ``when``: seconds since 1970; ``samples`` at 24 kHz, 0
    where it failed; seconds until the ``first`` sound, None where none came, and for the ``whole``;
    ``error``: one of `ERRORS`, empty where all went well; ``cost`` in US dollars; ``purpose``: one
    of `PURPOSES`."""

    when: float
    engine: str
    characters: int
    samples: int
    first: float | None
    whole: float
    error: str = ""
    cost: float = 0.0
    purpose: str = "take"


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence was spoken by both; ``key`` is that of the local take. The rest is what
    `studio.relay.comparing.Comparison` holds."""

    when: float
    server: str
    key: str
    seconds: float
    relay_seconds: float
    loudness: float | None
    relay_loudness: float | None
    distance: float | None
    starts: float | None
    worst: float | None
    same: bool
    matches: bool


@dataclass(frozen=True, slots=True)
class Preferred:
    """Somebody heard both without knowing which was which. ``choice``: local, relay or none."""

    when: float
    server: str
    key: str
    choice: str


Entry = Spoke | Compared | Preferred

_KINDS: dict[str, type[Entry]] = {"spoke": Spoke, "compared": Compared, "preferred": Preferred}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_NUMBER = (int, float)
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "bool": (bool,),
    "int": (int,),
    "float": (int, float),
    "float | None": (int, float, type(None)),
}
_FIELDS = {
    kind: [(field.name, _TYPES[str(field.type)]) for field in fields(kind)] for kind in _NAMES
}


def journal_file() -> Path:
    return paths.data() / "relay.jsonl"


class Journal:
    """The record in the file ``path``, which several threads and processes may add to. Keeping it
    never stands in the way of speaking: what cannot be written or read is logged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._trim()

    def add(self, entry: Entry) -> None:
        try:
            line = json.dumps({"kind": _NAMES[type(entry)], **asdict(entry)}, allow_nan=False)
            with self._lock:
                self._append(line.encode("ascii") + b"\n")
        except (OSError, ValueError, TypeError) as error:
            log.warning("not kept in %s: %s", self.path, error)

    def entries(self, since: float = 0.0, until: float = inf) -> tuple[Entry, ...]:
        """What happened at ``since`` (seconds since 1970) or later and not after ``until``, as it
        was added. Where a clock was wrong there may be entries that are yet to come."""
        with self._lock:
            lines = self._lines()
        found = [_read(line) for line in lines]
        if damaged := found.count(None):
            log.warning("%s: %d damaged lines are left out", self.path, damaged)
        return tuple(entry for entry in found if entry is not None and since <= entry.when <= until)

    def _append(self, line: bytes) -> None:
        """In one piece, on a line of its own even after one that broke off. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+", buffering=0) as file:
            end = file.seek(0, os.SEEK_END)
            if end:
                file.seek(end - 1)
                line = line if file.read(1) == b"\n" else b"\n" + line
            file.write(line)

    def _lines(self) -> list[bytes]:
        try:
            return [line for line in self.path.read_bytes().split(b"\n") if line]
        except FileNotFoundError:
            return []
        except OSError as error:
            log.warning("%s cannot be read: %s", self.path, error)
            return []

    def _trim(self) -> None:
        lines = self._lines()
        if len(lines) <= _MOST:
            return
        kept = b"".join(line + b"\n" for line in lines[-_KEPT:])
        try:
            files.write_whole(self.path, lambda path: path.write_bytes(kept))
        except CannotWrite as error:
            log.warning("%s", error)


def _read(line: bytes) -> Entry | None:
    """None for what is no entry."""
    try:
        row = json.loads(line)
        kind = _KINDS[row.pop("kind")]
        values = [_checked(row[name], types) for name, types in _FIELDS[kind]]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None
    return kind(*values)


def _checked(value: Any, types: tuple[type, ...]) -> Any:
    """Raises ValueError."""
    if type(value) not in types:
        raise ValueError(value)
    if type(value) in _NUMBER and not abs(value) < _LARGEST:
        raise ValueError(value)
    return value
