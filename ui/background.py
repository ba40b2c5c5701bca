"""Files are read and written on threads of their own; what they come to is told in the window's."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from studio import export, project
from studio.commands import captions
from studio.cues import Cue
from studio.document import Document
from studio.errors import StudioError
from studio.export import AudioSettings, Progress, Written
from studio.takes import TakeStore
from studio.timeline import Timeline

log = logging.getLogger(__name__)


class Background(QObject):
    _over = Signal(object)  # what to call in the window's thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, "files")
        self._stop_export = threading.Event()  # of the last export
        self._is_over = False
        self._over.connect(self._call)

    def end(self) -> None:
        """Let what is being written be finished, except an export."""
        self._is_over = True
        self._pool.shutdown(wait=True)
        QCoreApplication.sendPostedEvents(self)  # it is told what it came to, too

    def run(self, work: Callable[[], object]) -> None:
        """In its turn, without a word about what it comes to."""
        if not self._is_over:
            self._pool.submit(self._safely, work, None, None)

    def save(
        self,
        document: Document,
        path: Path,
        store: TakeStore,
        keys: Mapping[str, str],
        done: Callable[[], None],
        failed: Callable[[StudioError], None],
    ) -> None:
        self._pool.submit(
            self._safely,
            lambda: project.save(document, path, store, keys.values(), keys),
            lambda _: done(),
            failed,
        )

    def open(
        self,
        path: Path,
        store: TakeStore,
        done: Callable[[Path, Any], None],
        failed: Callable[[StudioError], None],
    ) -> None:
        self._pool.submit(
            self._safely,
            lambda: project.open(path, store),
            lambda opened: done(path, opened),
            failed,
        )

    def export(
        self,
        base: Path,
        formats: tuple[str, ...],
        cues: Sequence[Cue],
        timeline: Timeline,
        document: Document,
        store: TakeStore,
        audio: AudioSettings,
        tell: Callable[[object], None],
        failed: Callable[[StudioError], None],
    ) -> None:
        """``tell`` gets (done, total) now and then, at last Written, or None when it was
        cancelled or failed."""
        stop = self._stop_export = threading.Event()

        def work() -> Written | None:
            texts = captions.files(
                formats, cues, timeline, document.language, document.voice, "kokoro"
            )
            for event in export.write(base, timeline, store.get, audio=audio, texts=texts):
                if stop.is_set() or self._is_over:
                    return None
                if isinstance(event, Progress):
                    self._tell(tell, (event.done, event.total))
                else:
                    return event
            return None

        def broke(error: StudioError) -> None:
            failed(error)
            tell(None)

        self._pool.submit(self._safely, work, tell, broke)

    def cancel_export(self) -> None:
        self._stop_export.set()

    def _tell(self, tell: Callable[[object], None], what: object) -> None:
        self._over.emit(lambda: tell(what))

    def _safely(
        self,
        work: Callable[[], object],
        done: Callable[[Any], None] | None,
        failed: Callable[[StudioError], None] | None,
    ) -> None:
        try:
            result = work()
        except StudioError as error:
            problem = error
        except Exception as error:
            log.exception("work in the background failed")
            problem = StudioError(f"{type(error).__name__}: {error}")
        else:
            if done is not None:
                self._over.emit(lambda: done(result))
            return
        if failed is not None:
            self._over.emit(lambda: failed(problem))

    @Slot(object)
    def _call(self, call: Callable[[], None]) -> None:
        call()
