"""Keeping to the limits of a server, for all that use one key."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from studio.relay import stopwatch
from studio.relay.keys import Key
from studio.relay.servers import Server

_LOOK = 0.1  # seconds between two looks at whether it is wanted to stop
# Between two starts is a hair more than the limit asks for: requests that start in time may
# arrive a little closer to each other.
_HAIR = 1.02
_COUNTED = 1_000  # starts, at most, that are looked back at


class Pace:
    """Requests start one after another, ``per_second`` at most, in any second, and at most
    ``in_flight`` are under way. Whoever came first goes first, after those who ask again, so that
    it is soon known when all is in vain. A server that says it is busy halves the rate, every
    answer brings back a tenth of it; one that says for how long holds all of them back, which
    costs none of them a try."""

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
        self._waiting: deque[object] = deque()  # those who ask for the first time, and
        self._again: deque[object] = deque()  # those who did already
        self._started: deque[float] = deque(maxlen=_COUNTED)
        self._next = 0.0  # when the next request may start, to be spread evenly
        self._alone = 0.0  # no request starts before, as the server said

    @property
    def rate(self) -> float:
        return self._rate

    def limit(self, in_flight: int, per_second: float) -> None:
        """Keep to these limits from now on; a rate that a busy server brought down stays down."""
        with self._turn:
            was_full = self._rate == self._most
            self._most, self._in_flight = per_second, in_flight
            self._rate = per_second if was_full else min(self._rate, per_second)
            self._turn.notify_all()

    @contextmanager
    def request(self, go_on: Callable[[], object], again: bool = False) -> Iterator[None]:
        """``go_on`` raises when the request is not wanted any more; it is called before it starts
        and every now and then while it waits. ``again``: it failed, and is asked once more."""
        with stopwatch.held():
            self._begin(go_on, self._again if again else self._waiting)
        try:
            yield
        finally:
            with self._turn:
                self._under_way -= 1
                self._turn.notify_all()

    def _begin(self, go_on: Callable[[], object], line: deque[object]) -> None:
        me = object()
        with self._turn:
            line.append(me)
            try:
                go_on()
                while (wait := self._wait(me)) > 0:
                    self._turn.wait(min(wait, _LOOK))
                    go_on()
                self._start()
            finally:
                line.remove(me)
                self._turn.notify_all()

    def _wait(self, me: object) -> float:
        """Seconds after which it is worth another look; none where it is the turn of ``me``."""
        if (self._again or self._waiting)[0] is not me or self._under_way >= self._in_flight:
            return _LOOK
        return self._due() - self._clock()

    def _due(self) -> float:
        """When the next request may start. A limit of 20 a second counts 20 starts, one of 2.5
        three in 1.2 seconds."""
        due, count = max(self._next, self._alone), min(math.ceil(self._rate), _COUNTED)
        if len(self._started) >= count:
            due = max(due, self._started[-count] + count * self._gap)
        return due

    def _start(self) -> None:
        now, due, gap = self._clock(), self._due(), self._gap
        # Who is woken a little late does not delay all that follow.
        self._next = (due if now < due + gap / 2 else now) + gap
        self._started.append(now)
        self._under_way += 1

    @property
    def _gap(self) -> float:
        return _HAIR / self._rate

    def hold(self, seconds: float) -> None:
        """The server wants to be left alone: nobody starts a request before that."""
        with self._turn:
            self._alone = max(self._alone, self._clock() + seconds)

    def slower(self) -> None:
        with self._turn:
            self._rate = max(self._rate / 2, min(1.0, self._most))

    def faster(self) -> None:
        with self._turn:
            self._rate = min(self._rate + self._most / 10, self._most)


_paces: dict[tuple[str, str], Pace] = {}
_paces_lock = threading.Lock()


def shared(server: Server, key: Key) -> Pace:
    """The one pace of a key at a server, in this process, with the limits that were given last."""
    digest = hashlib.sha256(key.value.encode()).hexdigest()
    with _paces_lock:
        pace = _paces.get((server.base, digest))
        if pace is None:
            pace = Pace(server.in_flight, server.per_second)
            _paces[server.base, digest] = pace
        pace.limit(server.in_flight, server.per_second)
        return pace
