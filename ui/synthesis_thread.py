"""The thread that speaks, for as long as the window lives."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QThread, Signal

from studio.document import Sentence, Word
from studio.engines import Engine
from studio.errors import StudioError
from studio.spoken import Reading
from studio.synthesis import SynthesisQueue, Takes

log = logging.getLogger(__name__)


class LoadedEngine(Engine, Protocol):
    """This computer's, which can also `measure` (see `studio.engines.Measure`)."""

    def load(self) -> None: ...
    def close(self) -> None: ...
    def measure(
        self, sentence: Sentence, readings: Sequence[Reading]
    ) -> tuple[int, tuple[Word, ...]]: ...


class SynthesisThread(QThread):
    """Works off a queue. ``happened`` carries the events of `studio.synthesis`; connect it to a
    method of a QObject, which then runs in the thread of that object."""

    happened = Signal(object)
    loaded = Signal()
    broke = Signal(object)  # the StudioError after which nothing is spoken any more

    def __init__(
        self,
        engine: LoadedEngine,
        queue: SynthesisQueue,
        takes: Takes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine, self._queue, self._takes = engine, queue, takes

    def run(self) -> None:
        try:
            self._engine.load()
            self.loaded.emit()
            for event in self._queue.events(
                self._engine, self._takes, measure=self._engine.measure
            ):
                self.happened.emit(event)
        except StudioError as error:
            self.broke.emit(error)
        except Exception:
            log.exception("the synthesis thread failed")
            self.broke.emit(StudioError("The speech engine failed; see the log."))
        finally:
            self._engine.close()

    def end(self) -> None:
        """Stop after the piece that is being spoken and wait for that. A QThread is never
        terminated; killing the engine's process is what ends a piece early."""
        self._queue.close()
        if not self.wait(1_000):
            self._engine.close()
            self.wait()
