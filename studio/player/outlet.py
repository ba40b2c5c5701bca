"""Where the sound goes: to a device while there is one, else silently by the clock.

Everything here happens on the player's thread, in `tend`; what may hang is left to the desk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from studio.document import SAMPLE_RATE
from studio.player.devices import Desk, Device, Job, Link, Notice, Opened, System, Trouble, Unusable
from studio.player.tap import Tap

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds a job of the desk may take before we go on without it
LINGER = 3.0  # seconds a stream stays open after the last sound: the next play starts at once
RETRY = 2.0  # seconds between two attempts to find a device
LONGEST_RETRY = 30.0  # the same, after several devices that opened and then did nothing
QUIET = 0.5  # seconds without a callback, or 5 latencies, after which a device counts as lost
FIRST_CALL = 3.0  # seconds a new stream may take for its first callback: some wake up slowly
_STEP = 0.1  # the most that one turn adds to the wait for a callback: our thread may be late too


class Outlet:
    """Owns the stream, of which there is never more than one, and the tap that it takes from.

    ``tap`` changes whenever the device does; it is None while there is nothing to write to.
    """

    def __init__(self, load: Callable[[], Any], wake: Callable[[], None]) -> None:
        self._system = System(load)
        self._desk = Desk(wake)
        self.tap: Tap | None = None
        self.link: Link | None = None
        self.notice: Notice | None = None
        self.devices: tuple[Device, ...] = ()
        self.choice: Device | None = None
        self.volume = 1.0
        self._job: Job[Any] | None = None
        self._after: Callable[[Job[Any]], None] = lambda job: None
        self._clock = _Clock()
        self._is_down = False  # no device could be had lately: go by the clock
        self._look_again = True  # before the next opening
        self._asked = False  # by the user, to look for devices
        self._wanted = False
        self._wanted_last = 0.0
        self._retry_at = 0.0
        self._retry = RETRY
        self._opened_at = 0.0
        self._watch = _Watch()
        self._past_underflows = 0

    @property
    def is_silent(self) -> bool:
        """Whether playing goes by the clock, for want of a device."""
        return self.tap is not None and self.link is None

    @property
    def underflows(self) -> int:
        """How often the device, or its tap, lacked sound that should have been there."""
        link = self.link
        return self._past_underflows + (link.underflows + link.tap.missed if link else 0)

    @property
    def is_idle(self) -> bool:
        return self._job is None and self.link is None and not self._wanted and not self._asked

    def set_volume(self, volume: float) -> None:
        self.volume = volume
        if self.tap is not None:
            self.tap.volume = volume

    def renew(self, choice: Device | None) -> None:
        """Look for devices again and use ``choice``, or the default one. A stream that is open
        is closed for it."""
        self.choice, self._asked, self._retry = choice, True, RETRY

    def tend(self, wanted: bool, now: float) -> None:
        """Bring what is there closer to what is wanted; to be called every few milliseconds."""
        self._collect()
        if wanted and not self._wanted:
            self._begin_anew()
        self._wanted = wanted
        if wanted:
            self._wanted_last = now
        if self.link is not None and self._watch.is_lost(self.link, now):
            self._lose(self.link, now)
        if self._job is None:
            self._next_job(wanted, now)
        elif now - self._job.since > PATIENCE and self.link is None and not self._is_down:
            self._fail(Notice(Trouble.DEVICE_SILENT), now)
        if wanted and self.link is None and self._is_down and self.tap is None:
            self._go_silent(now)
        if self.is_silent and self.tap is not None:
            self._clock.run(self.tap, now)

    def close(self, patience: float) -> None:
        """Close the stream for good; wait at most ``patience`` seconds for that."""
        deadline = time.monotonic() + patience
        while self._job is not None and time.monotonic() < deadline:
            self._collect()
            time.sleep(0.002)
        if self.link is not None and self._job is None:
            self._drop(self.link)
            while self._job is not None and time.monotonic() < deadline:
                self._collect()
                time.sleep(0.002)
        if self._job is not None:
            log.warning("audio: the device does not answer")
            self._system.forget()
        self._desk.close()

    # Jobs

    def _do(self, work: Callable[[], Any], after: Callable[[Job[Any]], None]) -> None:
        self._job, self._after = self._desk.submit(work), after

    def _collect(self) -> None:
        job = self._job
        if job is not None and job.is_done:
            self._job = None
            self._after(job)

    def _next_job(self, wanted: bool, now: float) -> None:
        if self.link is not None:
            if self._asked or now - self._wanted_last > LINGER:
                self._drop(self.link)
        elif self._asked and not wanted:
            self._do(self._system.look_again, self._looked)
        elif wanted and (self._asked or now >= self._retry_at):
            choice, volume, anew = self.choice, self.volume, self._look_again or self._asked
            self._asked = False
            self._do(lambda: self._system.open(choice, volume, anew=anew), self._opened)

    def _looked(self, job: Job[Any]) -> None:
        self._asked = False
        self._look_again = job.error is not None
        self.devices = job.result or ()
        self.notice = None if self.devices else self._reason(job)

    def _opened(self, job: Job[Any]) -> None:
        if not isinstance(job.result, Opened):
            if isinstance(job.error, Unusable) and job.error.notice.trouble in _NOTHING_THERE:
                self.devices = ()
            self._fail(self._reason(job), time.monotonic())
            return
        opened = job.result
        self._close_tap()
        self.link, self.tap = opened.link, opened.link.tap
        self.tap.volume = self.volume
        self.devices, self.notice = opened.devices, opened.notice
        self._is_down = self._look_again = False
        self._opened_at = time.monotonic()
        self._watch = _Watch()

    def _reason(self, job: Job[Any]) -> Notice:
        if isinstance(job.error, Unusable):
            return job.error.notice
        if job.error is not None:
            return Notice(Trouble.DEVICE_REFUSED, str(job.error))
        return Notice(Trouble.NO_DEVICE)

    # Devices that come and go

    def _begin_anew(self) -> None:
        """A new play gives the devices a new chance, unless one of them still hangs."""
        if self.link is None and self._job is None:
            self._retry_at, self._retry = 0.0, RETRY
            self._is_down = False
            self._close_tap()

    def _drop(self, link: Link) -> None:
        self._past_underflows += link.underflows + link.tap.missed
        self.link = None
        self._close_tap()
        self._do(lambda: self._system.close(link), lambda job: None)

    def _lose(self, link: Link, now: float) -> None:
        log.warning("audio: %s is gone", link.device.name)
        # One that opens and then does nothing would make the playhead stumble at every attempt.
        lived = now - self._opened_at > RETRY
        self._retry = RETRY if lived else min(2 * self._retry, LONGEST_RETRY)
        self._drop(link)
        self._fail(Notice(Trouble.DEVICE_LOST, link.device.name), now)

    def _fail(self, notice: Notice, now: float) -> None:
        # That a device was lost says more than that it cannot be found.
        lost = self.notice is not None and self.notice.trouble is Trouble.DEVICE_LOST
        if not (lost and self._is_down):
            self.notice = notice
        self._is_down = self._look_again = True
        self._retry_at = now + self._retry

    def _go_silent(self, now: float) -> None:
        self.tap = Tap(SAMPLE_RATE, 0.0)
        self._clock = _Clock(now)

    def _close_tap(self) -> None:
        if self.tap is not None:
            self.tap.close()
            self.tap = None


_NOTHING_THERE = (Trouble.NO_DEVICE, Trouble.NO_LIBRARY)


class _Watch:
    """Notices when a stream's callback is not called any more."""

    def __init__(self) -> None:
        self._calls = 0
        self._quiet = 0.0
        self._last: float | None = None

    def is_lost(self, link: Link, now: float) -> bool:
        if link.finished:
            return True
        passed = 0.0 if self._last is None else min(now - self._last, _STEP)
        self._last = now
        if link.calls != self._calls:
            self._calls, self._quiet = link.calls, 0.0
        else:
            self._quiet += passed
        limit = max(QUIET, 5 * link.tap.latency) if link.calls else FIRST_CALL
        return self._quiet > limit


class _Clock:
    """Takes frames as fast as they would be heard."""

    def __init__(self, now: float = 0.0) -> None:
        self._since = now
        self._frames = 0
        self._sink = np.zeros(SAMPLE_RATE // 10, np.float32)

    def run(self, tap: Tap, now: float) -> None:
        due = int((now - self._since) * tap.rate) - self._frames
        if due > tap.rate:  # we slept, or the whole machine did
            self._frames += due - len(self._sink)
            due = len(self._sink)
        while due > 0:
            frames = min(due, len(self._sink))
            tap.give(self._sink[:frames])
            self._frames += frames
            due -= frames
