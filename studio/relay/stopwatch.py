"""What a server takes, apart from what this computer does before and after.

Whoever watches lets a stopwatch run; whoever waits for our own limits holds it, and whoever gets
sound marks it, without knowing each other: the stopwatch is that of the running thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar


class Stopwatch:
    """``first`` and ``last``: the seconds at which sound came, None as long as none did."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counted, self._since = 0.0, 0.0
        self.first: float | None = None
        self.last: float | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """It counts during the block, and is what `held`, `marked` and `anew` mean there."""
        self._since = self._clock()
        token = _running.set(self)
        try:
            yield
        finally:
            _running.reset(token)
            self._counted += self._clock() - self._since

    @property
    def seconds(self) -> float:
        """Counted until the end of the last block."""
        return self._counted

    @contextmanager
    def held(self) -> Iterator[None]:
        begun = self._clock()
        try:
            yield
        finally:
            self._since += self._clock() - begun

    def mark(self) -> None:
        self.last = self._counted + self._clock() - self._since
        self.first = self.last if self.first is None else self.first

    def forget(self) -> None:
        self.first = self.last = None


_running: ContextVar[Stopwatch | None] = ContextVar("running", default=None)


def held() -> AbstractContextManager[None]:
    """The block waits for a turn: nothing that a server could do anything about."""
    watch = _running.get()
    return nullcontext() if watch is None else watch.held()


def marked() -> None:
    """Sound has come."""
    if (watch := _running.get()) is not None:
        watch.mark()


def anew() -> None:
    """What has come is thrown away and asked for again."""
    if (watch := _running.get()) is not None:
        watch.forget()
