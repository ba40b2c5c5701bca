"""How far work has come, how fast it goes, and how often that is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Slot

SELDOM = 1_000  # ms


@dataclass(frozen=True, slots=True)
class Work:
    """``to_render`` of ``total`` sentences have no take; ``done`` of those now wanted are made.
    ``factor``: seconds of work on this computer for a second of sound, when known."""

    to_render: int = 0
    total: int = 0
    done: int = 0
    wanted: int = 0
    seconds_left: float | None = None
    busy: bool = False
    loaded: bool = False
    factor: float | None = None


class Pace:
    """How fast this computer speaks."""

    def __init__(self) -> None:
        self._sound = self._work = 0.0

    def add(self, sound: float, work: float) -> None:
        """Seconds of sound that took so many seconds to make."""
        self._sound += sound
        self._work += work

    @property
    def factor(self) -> float | None:
        return self._work / self._sound if self._sound else None


class Teller(QObject):
    """Tells, and of many events in a quick succession so seldom that telling takes a tenth of the
    time at most."""

    def __init__(self, tell: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tell = tell
        self._pause = 0  # ms
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.now)

    def soon(self) -> None:
        if not self._timer.isActive():
            self._timer.start(self._pause)

    @Slot()
    def now(self) -> None:
        began = time.perf_counter()
        self._tell()
        self._pause = min(round(1e4 * (time.perf_counter() - began)), SELDOM)
