"""What is there to open again after the program, or the machine, went down.

Each session keeps its document in a file of its own, which is removed when the session ends well.
A lock that the system gives back when a process dies, however it dies, tells the files of sessions
that are still going on from those that were lost. Takes are in the TakeStore anyway.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from studio import files
from studio.document import Document
from studio.errors import FileDamaged, FileTooNew
from studio.project import content

if TYPE_CHECKING:
    from filelock import BaseFileLock

_KEPT, _LOCK = ".recovery", ".lock"

log = logging.getLogger(__name__)


class Autosave:
    """This session's document on disk. ``keep`` may be called in any thread, one at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises CannotWrite."""
        self._file = Path(folder) / f"{secrets.token_hex(8)}{_KEPT}"
        with files.cannot_write(folder):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            files.sweep(self._file.parent)
            _sweep_locks(self._file.parent)
            self._lock = _lock(self._file)
            self._lock.acquire(blocking=False)

    def keep(self, document: Document, project: Path | None = None) -> None:
        """Keep a document, which belongs to a project file or to none yet, instead of the one
        kept before. Whenever the process is killed, one of the two is there. Raises CannotWrite."""
        data = content.to_bytes(document, project=str(project) if project else "")
        with files.cannot_write(self._file):
            temporary = files.new_temporary(self._file.parent)
            try:
                with temporary.open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, self._file)
            finally:
                temporary.unlink(missing_ok=True)

    def clear(self) -> None:
        """Nothing is unsaved now."""
        _remove(self._file)

    def close(self) -> None:
        """The session ends and leaves nothing to recover."""
        self.clear()
        self.leave()

    def leave(self) -> None:
        """The session ends; what was kept last can be recovered."""
        self._lock.release()
        _remove(_lock_path(self._file))


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A document that a session left behind, when it was kept (seconds since 1970), and the
    project file that it belongs to."""

    document: Document
    project: Path | None
    when: float
    file: Path

    def discard(self) -> None:
        """It will not be found again."""
        _remove(self.file)
        _remove(_lock_path(self.file))


def recoverable(folder: Path) -> tuple[Recoverable, ...]:
    """What sessions that did not end well left behind, the latest first. Nothing is removed.

    A file that cannot be used is passed by and logged.
    """
    found: list[Recoverable] = []
    for file in Path(folder).glob(f"*{_KEPT}"):
        with _unless_in_use(file) as free:
            if free:
                found += _read(file)
    return tuple(sorted(found, key=lambda each: each.when, reverse=True))


def _read(file: Path) -> Iterator[Recoverable]:
    try:
        document, values = content.from_bytes(file.read_bytes(), file)
        project = values.get("project")
        path = Path(project) if isinstance(project, str) and project else None
        yield Recoverable(document, path, file.stat().st_mtime, file)
    except (OSError, FileDamaged, FileTooNew) as error:
        log.warning("not recovered: %s", error)


def _lock_path(file: Path) -> Path:
    return file.with_suffix(_LOCK)


def _lock(file: Path) -> BaseFileLock:
    import filelock

    return filelock.FileLock(_lock_path(file), thread_local=False)


@contextlib.contextmanager
def _unless_in_use(file: Path) -> Iterator[bool]:
    """Whether no session holds the lock of a file; nobody else can take it meanwhile."""
    import filelock

    lock = _lock(file)
    try:
        lock.acquire(blocking=False)
    except filelock.Timeout:
        yield False
        return
    except OSError as error:  # a folder that cannot be written to
        log.warning("the lock of %s cannot be had: %s", file, error)
        yield True
        return
    try:
        yield True
    finally:
        lock.release()


def _sweep_locks(folder: Path) -> None:
    """Remove the locks of lost sessions that left nothing else."""
    for path in folder.glob(f"*{_LOCK}"):
        file = path.with_suffix(_KEPT)
        with contextlib.suppress(OSError):  # gone meanwhile
            if not file.exists() and time.time() - path.stat().st_mtime > files.STALE:
                with _unless_in_use(file) as free:
                    if free:
                        path.unlink()


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # gone, or read-only: then it is offered once more
        path.unlink()
