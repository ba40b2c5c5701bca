"""Threads that speak through a server, for as long as it is the one in use."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from studio.engines import Engine
from studio.errors import StudioError
from studio.synthesis import Job, SynthesisQueue, Takes

log = logging.getLogger(__name__)


class ClosableEngine(Engine, Protocol):
    """``resume``: ask again, though what befalls every sentence was met."""

    def resume(self) -> None: ...
    def close(self) -> None: ...


class RelayThreads(QObject):
    """As many as the server answers at once, and one for auditions, which interrupt nobody.

    They are Python's own and end with the program: a thread that waits for a server does not keep
    the window from closing. Signals carry these threads first, then the event or the error.
    """

    happened = Signal(object, object)
    broke = Signal(object, object)  # the StudioError after which nothing is spoken any more

    def __init__(
        self,
        engine: ClosableEngine,
        auditioning: ClosableEngine,
        at_once: int,
        takes: Takes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.name = engine.name
        self._engine, self._auditioning, self._takes = engine, auditioning, takes
        self._at_once = at_once
        self._queue = SynthesisQueue()
        self._renderers: list[threading.Thread] = []
        self._auditioner: threading.Thread | None = None
        self._telling = threading.Lock()
        self._is_broken = self._is_over = False

    def start(self) -> None:
        """Begin, or begin again after they `broke`."""
        self._is_broken = False
        self._engine.resume()
        self._auditioning.resume()
        self._renderers = [thread for thread in self._renderers if thread.is_alive()]
        while len(self._renderers) < self._at_once:
            self._renderers.append(self._begun(self._engine, auditions=False))
        if self._auditioner is None or not self._auditioner.is_alive():
            self._auditioner = self._begun(self._auditioning, auditions=True)

    def _begun(self, engine: Engine, auditions: bool) -> threading.Thread:
        thread = threading.Thread(target=self._run, args=(engine, auditions), daemon=True)
        thread.start()
        return thread

    def want(self, jobs: Sequence[Job]) -> None:
        self._queue.want(jobs)

    def audition(self, job: Job) -> None:
        self._queue.audition(job)

    def stop_audition(self) -> None:
        self._queue.stop_audition()

    def end(self) -> None:
        """Give up what is under way; nothing is told any more."""
        with self._telling:
            self._is_over = True
        self._queue.close()
        self._engine.close()
        self._auditioning.close()

    def _run(self, engine: Engine, auditions: bool) -> None:
        """Either auditions, or all the rest."""
        queue, renders = self._queue, not auditions
        try:
            for event in queue.events(engine, self._takes, renders=renders, auditions=auditions):
                self._tell(self.happened, event)
        except StudioError as error:
            self._break(error)
        except Exception:
            log.exception("a thread of the relay failed")
            self._break(StudioError("The relay failed; see the log."))

    def _break(self, error: StudioError) -> None:
        """What befalls one befalls all, but for answers that are under way; it is told once."""
        with self._telling:
            before, self._is_broken = self._is_broken, True
        if not before:
            self._tell(self.broke, error)

    def _tell(self, signal: Any, what: object) -> None:
        with self._telling:
            if not self._is_over:
                signal.emit(self, what)
