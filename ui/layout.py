"""The timeline and the captions of the open narration, made without holding the window."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio.arranging import Arrangement, Arranger
from studio.document import Document
from ui import garbage

LONG = 20_000  # characters of a script that is too much for searches of Python's
SLICE = 0.008  # seconds of work before the window has its turn again
PATIENCE = 0.03  # seconds that may be waited for the rest, for what cannot begin without it


class Layout(QObject):
    """Arranges a document whenever it or its takes changed, a moment later and in slices. What
    belongs to an older document never shows up: work on it is given up."""

    changed = Signal()  # ``current`` is new

    def __init__(self, arranger: Arranger, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current = Arrangement()
        self._arranger = arranger
        self._document = Document()
        self._steps: Generator[None, None, Arrangement] | None = None
        self._ready: Arrangement | None = None  # to be shown in the next turn
        self._stale = False  # takes have changed since these steps began
        self._then: list[Callable[[], None]] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    def follow(self, document: Document) -> None:
        self._document, self._steps, self._ready = document, None, None
        self._spare()
        self._wake()

    @Slot()
    def again(self) -> None:
        """Takes have come or gone. What is being done already is finished first: else a quick
        succession of them would show nothing before its end."""
        self._stale = True
        self._wake()

    def stop(self) -> None:
        self._timer.stop()
        self._then.clear()

    def finish(self, then: Callable[[], None]) -> None:
        """Call ``then`` when everything is arranged as it is now: at once, if that does not take
        long."""
        self._then.append(then)
        self._steps = self._ready = None
        self._wake()
        self._work(PATIENCE)
        if self._ready is not None:
            self._show(self._ready)

    @Slot()
    def _go_on(self) -> None:
        if self._ready is None:
            self._work(SLICE)
        else:  # those who look at it need a turn for themselves
            self._show(self._ready)

    def _work(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        if self._steps is None:
            self._stale = False
            self._steps = self._arranger.steps(self._document)
        try:
            while time.perf_counter() < until:
                next(self._steps)
        except StopIteration as end:
            self._steps, self._ready = None, end.value

    def _show(self, arrangement: Arrangement) -> None:
        self.current, self._ready = arrangement, None
        self._spare()
        if not self._stale:
            self._timer.stop()
        self.changed.emit()
        waiting, self._then = self._then, []
        for then in waiting:
            then()

    def _wake(self) -> None:
        if not self._timer.isActive():  # one that is started again and again never has its turn
            self._timer.start()

    def _spare(self) -> None:
        if len(self._document.source) > LONG:
            garbage.spare()
