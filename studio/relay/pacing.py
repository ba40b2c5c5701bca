"""Keeping to the limits of a server, for all that use one key."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from studio.relay import stopwatch
from studio.relay.keys import Key
from studio.relay.servers import Server

_LOOK = 0.1  # seconds between two looks at whether it is wanted to stop


class Pace:
    """Requests start one after another, ``per_second`` at most, and at most ``in_flight`` are
    under way; whoever came first goes first. A server that says it is busy halves the rate, every
    answer brings back a tenth of it."""

    def __init__(
        self,
        in_flight: int,
        per_second: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._rate = per_second, per_second
        self._in_flight = in_flight
        self._clock = clock
        self._turn = threading.Condition()
        self._under_way = 0
        self._waiting: deque[object] = deque()
        self._next = 0.0  # when the next request may start

    @property
    def rate(self) -> float:
        return self._rate

    @contextmanager
    def request(self, pause: Callable[[float], None]) -> Iterator[None]:
        """``pause`` waits for some seconds, and raises when it is wanted to stop."""
        with stopwatch.held():
            wait = self._begin(pause)
        try:
            if wait:
                with stopwatch.held():
                    pause(wait)
            yield
        finally:
            with self._turn:
                self._under_way -= 1
                self._turn.notify_all()

    def _begin(self, pause: Callable[[float], None]) -> float:
        """The seconds after which the request may start."""
        me = object()
        with self._turn:
            self._waiting.append(me)
            try:
                while self._waiting[0] is not me or self._under_way >= self._in_flight:
                    self._turn.wait(_LOOK)
                    pause(0)
                self._under_way += 1
            finally:
                self._waiting.remove(me)
                self._turn.notify_all()
            now = self._clock()
            start = max(now, self._next)
            self._next = start + 1 / self._rate
            return start - now

    def slower(self) -> None:
        with self._turn:
            self._rate = max(self._rate / 2, min(1.0, self._most))

    def faster(self) -> None:
        with self._turn:
            self._rate = min(self._rate + self._most / 10, self._most)


_paces: dict[tuple[str, str], Pace] = {}
_paces_lock = threading.Lock()


def shared(server: Server, key: Key) -> Pace:
    """The one pace of a key at a server, in this process."""
    digest = hashlib.sha256(key.value.encode()).hexdigest()
    with _paces_lock:
        pace = _paces.get((server.base, digest))
        if pace is None:
            pace = Pace(server.in_flight, server.per_second)
            _paces[server.base, digest] = pace
        return pace
