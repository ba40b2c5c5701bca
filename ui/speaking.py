"""What is asked of the threads that speak: this computer's, and those of the relay in use."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot

from studio.errors import StudioError
from studio.synthesis import Job, Ready, SynthesisQueue
from studio.takes import TakeStore
from ui.relay_threads import RelayThreads
from ui.synthesis_thread import LoadedEngine, SynthesisThread


class Speaking(QObject):
    """Each job goes to the engine that it names. All is told in the window's thread.
    ``relay_error``: why nothing comes from the relay; empty as long as something does."""

    happened = Signal(object)  # an event of studio.synthesis
    came_late = Signal(object)  # Ready, from a relay that is not in use any more
    loaded = Signal()
    broke = Signal(object)  # the StudioError after which nothing is spoken on this computer
    relay_broke = Signal(object)  # the StudioError for which nothing comes from the relay

    def __init__(
        self, engine: LoadedEngine, store: TakeStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._queue = SynthesisQueue()
        self._thread = SynthesisThread(engine, self._queue, store, self)
        self._thread.happened.connect(self.happened)
        self._thread.loaded.connect(self.loaded)
        self._thread.broke.connect(self.broke)
        self._relay: RelayThreads | None = None
        self.relay_error = ""

    def start(self) -> None:
        """Load the engine and begin, or begin again after it `broke`."""
        self._thread.start()

    def end(self) -> None:
        if self._relay is not None:
            self._relay.end()
        self._thread.end()

    def use_relay(self, relay: RelayThreads | None) -> bool:
        """From now on jobs go to this one, which belongs to this object. Whether there was
        another one, which is not asked any more."""
        before, self._relay = self._relay, relay
        if before is relay:
            return False
        if before is not None:
            before.end()
            before.deleteLater()
        if relay is not None:
            relay.happened.connect(self._relay_happened)
            relay.broke.connect(self._relay_broke)
            relay.start()
        return before is not None

    def forgive_relay(self) -> None:
        """Ask it again, though it broke."""
        if self.relay_error and self._relay is not None:
            self._relay.start()
        self.relay_error = ""

    # ── asking ──────────────────────────────────────────────────────────────────────────────────

    def want(self, jobs: Sequence[Job]) -> None:
        """Have these spoken, in this order, and no others."""
        self._queue.want([job for job in jobs if not job.server])
        if self._relay is not None and not self.relay_error:
            self._relay.want([job for job in jobs if job.server])

    def measure(self, jobs: Sequence[Job]) -> None:
        self._queue.measure(jobs)

    def audition(self, job: Job) -> None:
        if job.server and self._relay is not None:
            self._relay.audition(job)
        else:
            self._queue.audition(job)

    def stop_audition(self) -> None:
        self._queue.stop_audition()
        if self._relay is not None:
            self._relay.stop_audition()

    # ── what the relay tells ────────────────────────────────────────────────────────────────────

    @Slot(object, object)
    def _relay_happened(self, relay: RelayThreads, event: object) -> None:
        if relay is self._relay:
            self.happened.emit(event)
        elif isinstance(event, Ready):  # it was paid for
            self.came_late.emit(event)

    @Slot(object, object)
    def _relay_broke(self, relay: RelayThreads, error: StudioError) -> None:
        if relay is self._relay and not self.relay_error:
            self.relay_error = str(error)
            self.relay_broke.emit(error)
