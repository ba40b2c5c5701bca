"""The peaks of the takes, made in a thread as they are looked at."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio import peaks
from studio.peaks import Peaks
from studio.takes import Take
from studio.timeline import Timeline

log = logging.getLogger(__name__)

OVERVIEW = 2048  # samples in the finest stretch of the picture of the whole narration
FINE_ONES = 12  # takes of which fine peaks are kept
MANY = 4_000  # takes; from there on those that are not in the narration are forgotten

_TOGETHER = 40  # ms in which arrivals are told as one
_PATIENCE = 120  # ms before an overview is made anew
_TURN = 0.2  # seconds of work before what there is of an overview is shown


class Sound(QObject):
    """``find`` gives a take by its key, or None; it is called in a thread."""

    arrived = Signal()
    _made = Signal(str, object)  # key, (grain, Peaks or None)
    _surveyed = Signal(object, bool)  # Peaks, whether all are in it

    def __init__(self, find: Callable[[str], Take | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._find = find
        self._coarse: dict[str, Peaks] = {}
        self._fine: OrderedDict[str, Peaks] = OrderedDict()
        self._asked: set[tuple[str, int]] = set()
        self._missing: set[str] = set()
        self._timeline = Timeline((), (), (), 0)
        self._overview: Peaks | None = None
        self._overview_wanted = self._surveying = False
        self.version = 0  # of all that is here
        self._pool = pool = ThreadPoolExecutor(1, "peaks")
        self._over = over = threading.Event()
        self._made.connect(self._take_in)
        self._surveyed.connect(self._take_overview)
        self._teller = QTimer(self, interval=_TOGETHER, singleShot=True)
        self._teller.timeout.connect(self.arrived)
        self._surveyor = QTimer(self, interval=_PATIENCE, singleShot=True)
        self._surveyor.timeout.connect(self._survey)
        self.destroyed.connect(lambda: _end(pool, over))

    # ── what there is ───────────────────────────────────────────────────────────────────────────

    def peaks(self, key: str, step: float) -> Peaks | None:
        """The peaks of a take, to be looked at ``step`` samples at a time. What is not there yet
        is made; coarser ones are better than none until then."""
        if step < peaks.COARSE:
            if key in self._fine:
                self._fine.move_to_end(key)
                return self._fine[key]
            self._ask(key, peaks.FINE)
        if key not in self._coarse:
            self._ask(key, peaks.COARSE)
        return self._coarse.get(key)

    def best(self, key: str) -> Peaks | None:
        """The finest peaks of a take that are there."""
        return self._fine.get(key) or self._coarse.get(key)

    def overview(self) -> Peaks | None:
        """The peaks of the whole narration, perhaps a moment old. Once asked for, it is kept up to
        date."""
        if not self._overview_wanted:
            self._overview_wanted = True
            self._overview_is_old()
        return self._overview

    # ── what changes ────────────────────────────────────────────────────────────────────────────

    def follow(self, timeline: Timeline) -> None:
        """The narration is another one, or some of its takes came or went."""
        self._timeline = timeline
        self._missing.clear()
        self._overview_is_old()
        if len(self._coarse) > MANY:
            keys = {clip.key for clip in timeline.clips}
            self._coarse = {key: each for key, each in self._coarse.items() if key in keys}

    def _overview_is_old(self) -> None:
        if self._overview_wanted and not self._surveyor.isActive():
            self._surveyor.start()

    def _ask(self, key: str, grain: int) -> None:
        if key and key not in self._missing and (key, grain) not in self._asked:
            self._asked.add((key, grain))
            self._run(self._make, key, grain)

    def _run(self, work: Callable[..., object], *arguments: object) -> None:
        self._pool.submit(work, *arguments).add_done_callback(_log_failure)

    def _make(self, key: str, grain: int) -> Peaks | None:
        take = self._find(key)
        made = None if take is None else peaks.build(take.audio, grain)
        self._made.emit(key, (grain, made))
        return made

    @Slot(str, object)
    def _take_in(self, key: str, result: tuple[int, Peaks | None]) -> None:
        grain, made = result
        self._asked.discard((key, grain))
        if made is None:
            self._missing.add(key)
            return
        if grain == peaks.FINE:
            self._fine[key] = made
            while len(self._fine) > FINE_ONES:
                self._fine.popitem(last=False)
        else:
            self._coarse[key] = made
            if not self._surveying:
                self._overview_is_old()
        self._tell()

    # ── the whole ───────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _survey(self) -> None:
        if self._surveying:
            self._surveyor.start()
            return
        self._surveying = True
        self._run(self._look_over, self._timeline, dict(self._coarse), set(self._missing))

    def _look_over(self, timeline: Timeline, found: dict[str, Peaks], missing: set[str]) -> None:
        """In the thread: find the peaks that are not there yet, as far as it does not take long,
        and put all together."""
        until = time.monotonic() + _TURN
        keys = {clip.key: None for clip in timeline.clips if clip.key}
        absent = deque(key for key in keys if key not in found and key not in missing)
        while absent and time.monotonic() < until and not self._over.is_set():
            key = absent.popleft()
            if (made := self._make(key, peaks.COARSE)) is not None:
                found[key] = made
        seen = peaks.overview(timeline.clips, found.get, timeline.duration, OVERVIEW)
        self._surveyed.emit(seen, not absent)

    @Slot(object, bool)
    def _take_overview(self, seen: Peaks, complete: bool) -> None:
        self._overview, self._surveying = seen, False
        self._tell()
        if not complete:
            self._survey()

    def _tell(self) -> None:
        self.version += 1
        if not self._teller.isActive():
            self._teller.start()


def _end(pool: ThreadPoolExecutor, over: threading.Event) -> None:
    """Wait for the thread, so that nothing is told to an object that is gone."""
    over.set()
    pool.shutdown(cancel_futures=True)


def _log_failure(future: Future[object]) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("peaks could not be made", exc_info=future.exception())
