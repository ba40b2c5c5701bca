"""The relay speaks what this computer has spoken, only to be compared."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from studio.engines import take_of
from studio.errors import RelayUnusable, StudioError
from studio.relay.journal import Compared, Preferred
from studio.relay.servers import Server
from studio.routing import relay_job
from studio.synthesis import Job, Ready
from studio.takes import Take, TakeStore
from ui.relay_threads import ClosableEngine

if TYPE_CHECKING:
    from studio.relay.comparing import Comparison

log = logging.getLogger(__name__)

ROWS = 1_000  # comparisons that are shown
AT_ONCE = 2
SPOKE = object()  # the server did


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence that both have spoken: its text, the keys of the two takes, and how they
    differ."""

    text: str
    server: str
    local_key: str
    relay_key: str
    comparison: Comparison


class Shadowing(QObject):
    """``rows`` are what was compared, the newest last; ``pairs`` what waits to be heard blindly.
    ``failed`` carries why a sentence was not compared, once for each kind of trouble until a server
    speaks again; after what befalls all of them nothing is compared before `resume`."""

    changed = Signal()
    failed = Signal(object)
    _over = Signal(object, object)  # the Row, the StudioError or SPOKE, and the engine

    def __init__(self, store: TakeStore, journal: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store, self._journal = store, journal
        self._server: Server | None = None
        self._engine: ClosableEngine | None = None
        self._jobs: deque[Job] = deque()
        self._there = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._is_over = self._is_broken = False
        self._told: set[object] = set()  # kinds of trouble, since it last spoke
        self.is_on = False
        self.listening = 1.0  # percent
        self.rows: deque[Row] = deque(maxlen=ROWS)
        self.pairs: list[Row] = []
        self._over.connect(self._came)

    def use(self, server: Server | None, engine: ClosableEngine | None) -> None:
        """Speak through this from now on; None: nothing is compared."""
        with self._there:
            before, self._engine, self._server = self._engine, engine, server
            self._jobs.clear()
        self.resume()
        if before is not None:
            before.close()

    def resume(self) -> None:
        """Try again, with the next sentences."""
        if self._engine is not None:
            self._engine.resume()
        self._is_broken = False
        self._told.clear()

    def end(self) -> None:
        with self._there:
            self._is_over = True
            self._jobs.clear()
            self._there.notify_all()
        if self._engine is not None:
            self._engine.close()

    @Slot(object)
    def follow(self, event: Ready) -> None:
        """A take was just made."""
        if event.job.server or not self.is_on or self._engine is None or self._is_broken:
            return
        with self._there:
            self._jobs.append(event.job)
            self._there.notify()
        if len(self._threads) < AT_ONCE:
            thread = threading.Thread(target=self._work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def prefer(self, row: Row, choice: str) -> None:
        """``choice``: local, relay or none, of a pair that was heard."""
        if row in self.pairs:
            self.pairs.remove(row)
        self._journal.add(Preferred(time.time(), row.server, row.local_key, choice))
        self.changed.emit()

    # ── on threads of its own ───────────────────────────────────────────────────────────────────

    def _work(self) -> None:
        while True:
            with self._there:
                while not self._jobs and not self._is_over:
                    self._there.wait()
                if self._is_over:
                    return
                job, engine, server = self._jobs.popleft(), self._engine, self._server
            if engine is None or server is None:
                continue
            try:
                row = self._compared(job, engine, server)
            except StudioError as error:
                self._tell(error, engine)
            except Exception:
                log.exception("a sentence could not be compared")
            else:
                if row is not None:
                    self._tell(row, engine)

    def _compared(self, job: Job, engine: ClosableEngine, server: Server) -> Row | None:
        local = self._store.get(job.key)
        if local is None:  # removed meanwhile
            return None
        relayed = relay_job(server, job)
        relay = self._store.get(relayed.key) or self._spoken(relayed, engine)
        from studio.relay.comparing import compare

        found = compare(local, relay)
        self._journal.add(Compared(time.time(), server.name, job.key, **asdict(found)))
        return Row(job.sentence.text, server.name, job.key, relayed.key, found)

    def _spoken(self, job: Job, engine: ClosableEngine) -> Take:
        take = take_of(engine.speak(job.sentence, job.readings), engine.name)
        self._store.put(job.key, take)
        self._tell(SPOKE, engine)
        return take

    def _tell(self, what: object, engine: object) -> None:
        with self._there:
            if not self._is_over:
                self._over.emit(what, engine)

    # ── in the window's ─────────────────────────────────────────────────────────────────────────

    @Slot(object, object)
    def _came(self, what: object, engine: object) -> None:
        if isinstance(what, Row):
            self.rows.append(what)
            from studio.relay.comparing import listens

            if listens(what.local_key, self.listening):
                self.pairs.append(what)
            self.changed.emit()
        elif engine is not self._engine or self._is_broken:
            pass  # it comes from before
        elif isinstance(what, StudioError):
            self._fail(what)
        else:
            self._told.clear()

    def _fail(self, error: StudioError) -> None:
        self._is_broken = isinstance(error, RelayUnusable)
        if self._is_broken:
            self._jobs.clear()
        kind = getattr(error, "kind", type(error))
        if kind not in self._told:
            self._told.add(kind)
            self.failed.emit(error)
