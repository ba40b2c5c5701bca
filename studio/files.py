"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from studio.errors import CannotWrite

STALE = 3_600.0  # seconds after which a temporary file has lost its writer

_PREFIX, _SUFFIX = ".narration-", ".part"


def new_temporary(folder: Path) -> Path:
    """A new, empty file in ``folder`` (made if missing) to write in and rename afterwards.

    Its name does not contain that of its target, which may already be as long as a name can
    be; its permissions are those of any new file. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    owner = f"{os.getpid()}@{_processes()}"
    path = folder / f"{_PREFIX}{owner}-{secrets.token_hex(8)}{_SUFFIX}"
    path.open("xb").close()
    return path


def sweep(folder: Path, older: float = STALE) -> None:
    """Remove the temporary files of ``folder`` whose writer was killed: those of a process that
    is gone, and those of processes that cannot be known (on another machine, in another
    container) when nobody has written to them for ``older`` seconds."""
    now = time.time()
    for path in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with contextlib.suppress(OSError):  # gone, or another user's: then not ours to remove
            if _writer_is_gone(path) or now - path.stat().st_mtime > older:
                path.unlink()


def _writer_is_gone(path: Path) -> bool:
    owner = re.match(r"(\d+)@(\w+)-", path.name[len(_PREFIX) :])
    if owner is None or owner[2] != _processes() or os.name != "posix":
        return False
    try:
        os.kill(int(owner[1]), 0)  # sends nothing
    except ProcessLookupError:
        return True
    except OSError:  # another user's
        pass
    return False


@cache
def _processes() -> str:
    """A name for the processes that can be known by their numbers from here."""
    try:
        space = os.readlink("/proc/self/ns/pid")
    except OSError:  # not Linux
        space = ""
    return hashlib.sha256(f"{platform.node()} {space}".encode()).hexdigest()[:8]


def flush(path: Path) -> None:
    """Wait until the content of a file is on the disk. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_whole(target: Path, write: Callable[[Path], object]) -> None:
    """Have ``write`` fill a new file, which then takes the target's name. Raises CannotWrite."""
    with cannot_write(target):
        temporary = new_temporary(target.parent)
        try:
            write(temporary)
            flush(temporary)
            replace_all([(temporary, target)])
        finally:
            temporary.unlink(missing_ok=True)


def replace_all(moves: Sequence[tuple[Path, Path]]) -> None:
    """Give each temporary file the name of its target, in the same folder.

    If one of them cannot have its name, the files that stood there before are put back.
    Raises CannotWrite.
    """
    begun: list[tuple[Path, Path, Path | None]] = []
    try:
        for temporary, target in moves:
            with cannot_write(target):
                begun.append((temporary, target, _second_name(target)))
                os.replace(temporary, target)
    except BaseException:
        for temporary, target, before in reversed(begun):
            if before is not None:
                os.replace(before, target)
            elif not temporary.exists():
                target.unlink()
        raise
    finally:
        for *_, before in begun:
            if before is not None:
                before.unlink(missing_ok=True)


def _second_name(path: Path) -> Path | None:
    """Another name for the same file, so that the first can be taken over; None if there is
    no such file. It is not a temporary name: after a power cut it may be the only one left."""
    if path.is_dir():
        raise IsADirectoryError(None, "there is a folder of that name")
    if not os.path.lexists(path):
        return None
    second = path.with_name(f"{_PREFIX}{secrets.token_hex(8)}.before")
    try:
        os.link(path, second)
    except OSError:  # a file system without hard links
        os.replace(path, second)
    return second


@contextlib.contextmanager
def cannot_write(path: Path) -> Iterator[None]:
    """Turns an OSError of the block into CannotWrite(path, its reason)."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(path, why(error)) from error


def make_folder(path: Path) -> Path:
    """The folder, with all above it. Raises CannotWrite."""
    with cannot_write(path):
        path.mkdir(parents=True, exist_ok=True)
    return path


def why(error: OSError) -> str:
    """The reason that an OSError gives, to stand inside a sentence."""
    reason = error.strerror or str(error) or type(error).__name__
    return reason[0].lower() + reason[1:]
