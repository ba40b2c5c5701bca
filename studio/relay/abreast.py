"""Several at once, results in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")

_AHEAD = 2  # times as many results wait for their turn as there are threads, at most


def in_order(
    work: Callable[[S], T],
    items: Sequence[S],
    at_once: int,
    stop: Callable[[], object] = lambda: None,
    patience: float = 0.0,
) -> Iterator[T]:
    """``work`` done on every item by ``at_once`` threads. What it raises is raised here, in its
    turn, and nothing is begun after it. Where this ends before all is done, what is under way has
    ``patience`` seconds to finish; where nobody wants it any more, ``stop`` is called before. The
    threads never keep the program from ending."""
    changed = threading.Condition()
    done: dict[int, tuple[T | None, BaseException | None]] = {}
    begun, given = 0, 0
    is_over = has_failed = False

    def run() -> None:
        nonlocal begun, is_over
        while True:
            with changed:
                while not is_over and given + _AHEAD * at_once <= begun < len(items):
                    changed.wait()
                if is_over or begun >= len(items):
                    return
                mine, begun = begun, begun + 1
            result: tuple[T | None, BaseException | None]
            try:
                result = work(items[mine]), None
            except BaseException as error:
                result = None, error
            with changed:
                done[mine] = result
                is_over = is_over or result[1] is not None
                changed.notify_all()

    threads = [threading.Thread(target=run, daemon=True) for _ in range(min(at_once, len(items)))]
    for thread in threads:
        thread.start()
    try:
        for number in range(len(items)):
            with changed:
                while number not in done:
                    changed.wait()
                value, error = done.pop(number)
                given = number + 1
                changed.notify_all()
            if error is not None:
                has_failed = True
                raise error
            yield value  # type: ignore[misc]
    finally:
        with changed:
            is_over = True
            changed.notify_all()
        if given < len(items):
            if not has_failed:
                stop()
            until = time.monotonic() + patience
            for thread in threads:
                thread.join(max(0.0, until - time.monotonic()))
