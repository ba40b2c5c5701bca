"""Sound out: a narration, a take or an audition in, the position that is heard out.

    player = Player()
    player.play(Narration(layout, takes.get), start=48_000)
    player.status()      # as often as the screen is painted
    player.close()

No method waits for the sound device, the source or a lock held by either, so all may be called
where a window lives. They only note what is wanted; the player's own thread brings it about:
it reads the source ahead and writes into a `Tap`, from which PortAudio's callback copies.
Without a device, playing goes on silently by the clock, and is heard again when there is one.

Positions are samples at 24 kHz from the start of the source.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from studio.player import devices
from studio.player.devices import Device, Notice, Trouble
from studio.player.feed import Feed, Range
from studio.player.outlet import Outlet
from studio.player.sources import Growing, Narration, Sound, Source

__all__ = [
    "FASTEST",
    "SLOWEST",
    "Device",
    "Growing",
    "Narration",
    "Notice",
    "Player",
    "Sound",
    "Source",
    "State",
    "Status",
    "Trouble",
]

log = logging.getLogger(__name__)

SLOWEST, FASTEST = 0.75, 1.5  # rates at which speech still sounds like itself
SHORTEST_LOOP = 480  # samples: twice as long as its two fades

_TURN = 0.01  # seconds between two turns of the player's thread while it plays
_IDLE_TURN = 0.1  # while only the stream is open
_SETTLE = 0.3  # seconds that fading out may take, latency included


class State(Enum):
    STOPPED = "stopped"
    PLAYING = "playing"
    WAITING = "waiting"  # what comes next is not there yet
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Status:
    """``position`` is what is heard now. ``generation`` and ``tag`` are those of the last play.
    ``is_silent``: it goes by the clock, for want of a device. ``underflows`` counts, over the
    player's life, how often sound that should have been there came too late."""

    state: State
    position: int
    generation: int
    tag: object
    notice: Notice | None
    device: Device | None
    is_silent: bool
    underflows: int


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the user wants; the player's thread works towards it. ``jump`` changes whenever the
    sound has to begin anew: at ``start``, or where it rests when that is None. ``shift`` is by
    how much the narration has moved under the playhead so far, ``start_shift`` what it was when
    ``start`` was said."""

    generation: int = 0
    jump: int = 0
    source: Source | None = None
    tag: object = None
    start: int | None = 0
    start_shift: int = 0
    until: int | None = None
    loop: Range | None = None
    running: bool = False
    shift: int = 0


@dataclass(frozen=True, slots=True)
class _Cue:
    """What the player's thread made of a wish: from ``frame`` of the feed's tap on, the sound
    is that of ``jump``, which begins at ``position``. Positions are those of ``shift``."""

    jump: int = 0
    position: int = 0
    shift: int = 0
    feed: Feed | None = None
    frame: int = 0

    def position_at(self, frame: int) -> int:
        if self.feed is None or frame < self.frame:
            return self.position
        found = self.feed.position_at(frame)
        return self.position if found is None else found

    def heard(self, now: float) -> int:
        return self.position_at(self.feed.tap.heard(now)) if self.feed else self.position

    @property
    def rest(self) -> int:
        """Where to go on after the sound was interrupted."""
        return self.position_at(self.feed.tap.rest) if self.feed else self.position


class Player:
    """Plays one thing at a time.

    ``changed`` is called, on the player's thread, whenever something but the position changed.
    ``load`` gives the sounddevice module, or raises what its import raises.
    """

    def __init__(
        self,
        changed: Callable[[], None] | None = None,
        load: Callable[[], Any] = devices.load,
    ) -> None:
        self._lock = threading.Lock()  # for the wish alone, never held while something is done
        self._wish = _Wish()
        self._rate = 1.0
        self._cue = _Cue()
        self._failure: Notice | None = None
        self._closing = False
        self._patience = 0.0
        self._choice: Device | None = None
        self._renew = False
        self._changed = changed
        self._shown: tuple[object, ...] = ()
        self._wake = threading.Event()
        self._outlet = Outlet(load, self._wake.set)
        self._was_running = False
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    # What to play

    def play(
        self,
        source: Source,
        start: int = 0,
        *,
        until: int | None = None,
        loop: tuple[int, int] | None = None,
        tag: object = None,
        ticket: int | None = None,
    ) -> int:
        """Play ``source`` from ``start`` on, to ``until`` or its end, or round and round in
        ``loop``; whatever was playing is given up. ``tag`` comes back in the status.

        Gives the generation, a number from 1 on that every play and stop changes. With that
        number as ``ticket``, a play that comes late does nothing, and gives 0, if there has
        been another play or stop since. Raises ValueError as `loop` does.
        """
        wanted = _range(*loop) if loop else None
        with self._lock:
            wish = self._wish
            if ticket is not None and ticket != wish.generation:
                return 0
            self._wish = _Wish(
                generation=wish.generation + 1,
                jump=wish.jump + 1,
                source=source,
                tag=tag,
                start=max(start, 0),
                start_shift=wish.shift,
                until=until,
                loop=wanted,
                running=True,
                shift=wish.shift,
            )
            self._failure = None
        self._wake.set()
        return wish.generation + 1

    def stop(self) -> int:
        """Be silent. Gives the generation."""
        with self._lock:
            generation = self._wish.generation + 1
            self._wish = replace(self._wish, generation=generation, source=None, running=False)
        self._wake.set()
        return generation

    def pause(self) -> None:
        with self._lock:
            self._wish = replace(self._wish, running=False)
        self._wake.set()

    def resume(self) -> None:
        """Go on where it was paused."""
        with self._lock:
            wish = self._wish
            if wish.source is not None and not wish.running:
                # A place to go that the thread has not seen yet is still where to go.
                start = None if wish.jump == self._cue.jump else wish.start
                self._wish = replace(wish, jump=wish.jump + 1, start=start, running=True)
        self._wake.set()

    def seek(self, position: int) -> None:
        """Go to ``position``, playing or paused. Does nothing when stopped."""
        with self._lock:
            wish = self._wish
            if wish.source is not None:
                self._wish = replace(
                    wish, jump=wish.jump + 1, start=max(position, 0), start_shift=wish.shift
                )
        self._wake.set()

    def loop(self, start: int, end: int) -> None:
        """From ``end`` on go back to ``start``, with a short fade. Raises ValueError for a loop
        shorter than `SHORTEST_LOOP`."""
        wanted = _range(start, end)
        with self._lock:
            self._wish = replace(self._wish, loop=wanted)

    def unloop(self) -> None:
        with self._lock:
            self._wish = replace(self._wish, loop=None)

    def replace(self, source: Source, shift: int = 0) -> None:
        """What is playing changed further on; what is heard goes on without a break.
        Sound that was at p is from now on at ``p + shift``, the playhead and the loop too.
        Does nothing when stopped."""
        with self._lock:
            wish = self._wish
            if wish.source is not None:
                until, loop = wish.until, wish.loop
                self._wish = replace(
                    wish,
                    source=source,
                    shift=wish.shift + shift,
                    until=None if until is None else until + shift,
                    loop=Range(loop.start + shift, loop.end + shift) if loop else None,
                )
        self._wake.set()

    # How to play it

    @property
    def volume(self) -> float:
        """The factor of loudness, 0 to 1."""
        return self._outlet.volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._outlet.set_volume(min(max(float(volume), 0.0), 1.0))

    @property
    def rate(self) -> float:
        """How fast, `SLOWEST` to `FASTEST`, without changing the pitch."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rate = min(max(float(rate), SLOWEST), FASTEST)

    # What happens

    def position(self) -> int:
        """The position that is heard now; a place that was asked for counts as reached."""
        wish, cue = self._wish, self._cue
        if wish.jump != cue.jump and wish.start is not None:
            return wish.start + wish.shift - wish.start_shift
        return cue.heard(time.monotonic()) + wish.shift - cue.shift

    def status(self) -> Status:
        wish, outlet = self._wish, self._outlet
        link = outlet.link
        return Status(
            self._state(wish),
            self.position(),
            wish.generation,
            wish.tag,
            self._failure or outlet.notice,
            link.device if link else None,
            outlet.is_silent and wish.running,
            outlet.underflows,
        )

    def _state(self, wish: _Wish) -> State:
        if wish.source is None:
            return State.STOPPED
        if not wish.running:
            return State.PAUSED
        cue = self._cue
        if cue.jump == wish.jump and cue.feed and cue.feed.is_dry:
            return State.WAITING
        return State.PLAYING

    # Where to play it

    def devices(self) -> tuple[Device, ...]:
        """The outputs as they were when last looked for; none before that."""
        return self._outlet.devices

    @property
    def device(self) -> Device | None:
        """The chosen output; None is the system's default."""
        return self._choice

    def choose(self, device: Device | None) -> None:
        """Use this output from now on, and again whenever it comes back."""
        self._choice = device
        self.refresh()

    def refresh(self) -> None:
        """Look for outputs. What is playing is interrupted for some 100 ms; the list and the
        status change when that is done."""
        self._renew = True
        self._wake.set()

    def close(self, patience: float = 1.0) -> None:
        """Be silent and let go of the device. Waits about ``patience`` seconds at most."""
        self.stop()
        self._patience = patience
        self._closing = True
        self._wake.set()
        self._thread.join(patience + 0.5)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # The player's thread

    def _run(self) -> None:
        while not self._closing:
            try:
                self._turn(time.monotonic())
            except Exception:
                log.exception("the player stumbled")
            self._report()
            self._rest()
        feed = self._cue.feed
        if feed is not None and feed.tap is self._outlet.tap:
            feed.tap.skip()
            self._await(feed.tap.is_quiet)
        self._outlet.close(self._patience)

    def _rest(self) -> None:
        if self._wish.running:
            self._wake.wait(_TURN)
        elif not self._outlet.is_idle:
            self._wake.wait(_IDLE_TURN)
        else:
            self._wake.wait()
        self._wake.clear()

    def _turn(self, now: float) -> None:
        wish, outlet = self._wish, self._outlet
        if self._renew:
            self._renew = False
            outlet.renew(self._choice)
        outlet.tend(wish.running, now)
        feed = self._cue.feed
        if wish.jump != self._cue.jump:
            self._begin(wish, wish.start)
        elif outlet.tap is not None and (feed is None or outlet.tap is not feed.tap):
            self._begin(wish, None)
        elif self._was_running and not wish.running and feed is not None:
            feed.tap.skip()
        self._was_running = wish.running
        feed = self._cue.feed
        if wish.running and feed is not None and feed.tap is outlet.tap:
            self._play_on(wish, feed)

    def _begin(self, wish: _Wish, start: int | None) -> None:
        """Give up what is in the tap, and begin anew: at ``start``, or where the sound rests."""
        cue, tap = self._cue, self._outlet.tap
        if tap is not None and cue.feed is not None and cue.feed.tap is tap:
            tap.skip()
            if start is None:  # where the sound rests is known when it has been faded out
                self._await(lambda now: not tap.flowing)
        position, shift = (cue.rest, cue.shift) if start is None else (start, wish.start_shift)
        feed = None if tap is None else Feed(tap, wish.source, position)
        self._cue = _Cue(wish.jump, position, shift, feed, 0 if tap is None else tap.written)

    def _await(self, reached: Callable[[float], bool]) -> None:
        """Wait a little for the other side of the tap."""
        deadline = time.monotonic() + _SETTLE
        while not reached(now := time.monotonic()) and now < deadline:
            time.sleep(0.002)

    def _play_on(self, wish: _Wish, feed: Feed) -> None:
        cue = self._cue
        if wish.shift != cue.shift or wish.source is not feed.source:
            feed.replace(wish.source, wish.shift - cue.shift)
            position = cue.position + wish.shift - cue.shift
            self._cue = replace(cue, position=position, shift=wish.shift)
        try:
            feed.fill(self._rate, wish.loop, wish.until, lambda: self._is_on(wish))
        except Exception as error:
            log.exception("the sound at %d cannot be had", self.position())
            self._failure = Notice(Trouble.SOURCE_FAILED, str(error))
            self._end(wish)
            return
        if feed.ended and feed.tap.is_quiet(time.monotonic()):
            self._end(wish)

    def _is_on(self, wish: _Wish) -> bool:
        return self._wish.running and self._wish.jump == wish.jump

    def _end(self, wish: _Wish) -> None:
        """Nothing of this wish is left to play, unless it has changed meanwhile."""
        with self._lock:
            if self._wish is wish:
                self._wish = replace(wish, source=None, running=False)

    def _report(self) -> None:
        if self._changed is None:
            return
        status = self.status()
        shown = (
            status.state,
            status.generation,
            status.notice,
            status.device,
            status.is_silent,
            self._outlet.devices,
        )
        if shown != self._shown:
            self._shown = shown
            try:
                self._changed()
            except Exception:
                log.exception("nobody could be told what the player does")


def _range(start: int, end: int) -> Range:
    if end - start < SHORTEST_LOOP:
        raise ValueError(f"a loop from {start} to {end} is too short")
    return Range(max(start, 0), end)
