"""What the panel shows of the journal, worked out beside the window: entries may be many."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio.errors import StudioError
from studio.relay.journal import Entry, Spoke
from studio.relay.meter import HOUR, Figures, figures, is_local
from studio.relay.policy import Policy
from studio.relay.promotion import Advice, advice
from ui.asking import Asking
from ui.relaying import Relaying
from ui.session import Session

EVERY = 500  # ms between two looks, at least
AGAIN = 30.0  # seconds after which the journal is read again for what other windows added
_NEWEST = 200  # sentences of this computer from which its pace is known


@dataclass(frozen=True, slots=True)
class Found:
    """``hour`` and ``session``: figures by engine. ``pace``: entries that tell how fast this
    computer is."""

    hour: Mapping[str, Figures]
    session: Mapping[str, Figures]
    advice: Advice
    pace: tuple[Entry, ...]


def found(
    past: tuple[Entry, ...],
    entries: tuple[Entry, ...],
    now: float,
    policy: Policy,
    server: str,
    budget: float,
) -> Found:
    """``past``: of the journal, without the session's own ``entries``."""
    known = (*past, *entries)
    local = [each for each in known if isinstance(each, Spoke) and is_local(each.engine)]
    return Found(
        hour=figures(known, now - HOUR, now),
        session=figures(entries),
        advice=advice(policy, known, server, budget),
        pace=tuple([each for each in local if not each.error][-_NEWEST:]),
    )


def without(past: tuple[Entry, ...], entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What the journal holds beside the ``entries`` of a session."""
    own = set(entries)
    return tuple(entry for entry in past if entry not in own)


class Figuring(QObject):
    """``found`` is worked out anew, at most twice a second, while it `is_wanted`."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asking = asking = Asking(self)
        self.destroyed.connect(lambda: asking.end())
        self._past: tuple[Entry, ...] = ()
        self._read_at = float("-inf")
        self._is_wanted = self._is_busy = False
        self._is_stale = True
        self.found: Found | None = None
        self._timer = QTimer(self, interval=EVERY, singleShot=True)
        self._timer.timeout.connect(self._look)
        self._again = QTimer(self, interval=round(AGAIN * 1_000) + EVERY)
        self._again.timeout.connect(self._look)
        session.relay.noted.connect(self.look)
        session.relay.changed.connect(self.look)

    @property
    def _relay(self) -> Relaying:
        return self._session.relay

    def want(self, on: bool) -> None:
        """Whether anybody sees it."""
        self._is_wanted = on
        if on:
            self._again.start()
            self._look()
        else:
            self._again.stop()

    @Slot()
    def look(self) -> None:
        """Something is new."""
        self._is_stale = True
        if self._is_wanted and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _look(self) -> None:
        if not self._is_wanted:
            return
        if time.monotonic() - self._read_at > AGAIN:
            self._read_at = time.monotonic()
            self._relay.past(0.0, self._read)
        elif self._is_stale and not self._is_busy:
            self._work_out()

    def _read(self, past: tuple[Entry, ...]) -> None:
        own = tuple(self._relay.entries)
        self._asking.ask(partial(without, past, own), self._parted, self._failed)

    def _parted(self, past: tuple[Entry, ...]) -> None:
        self._past, self._is_stale = past, True
        if not self._is_busy:
            self._work_out()

    def _work_out(self) -> None:
        self._is_busy, self._is_stale = True, False
        relay = self._relay
        question = partial(
            found,
            self._past,
            tuple(relay.entries),
            time.time(),
            relay.policy,
            relay.server.name,
            self._session.preferences["budget"],
        )
        self._asking.ask(question, self._came, self._failed)

    def _came(self, answer: Found) -> None:
        self.found, self._is_busy = answer, False
        self.changed.emit()
        if self._is_stale:
            self.look()

    def _failed(self, error: StudioError) -> None:
        self._is_busy = False
