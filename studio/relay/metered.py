"""An engine that is watched: how long it takes and what it costs goes into the journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from studio.document import Sentence
from studio.engines import Engine, Piece
from studio.errors import Unspeakable
from studio.relay.journal import STOPPED, Journal, Spoke
from studio.relay.speaking import RelayEngine, spoken_text
from studio.relay.stopwatch import Stopwatch
from studio.spoken import Reading

MILLION = 1_000_000


class Metered:
    """Speaks as ``engine`` does, under its name, and adds one `Spoke` for each sentence.

    ``price``: US dollars for a million characters, which are due once sound comes, also for a
    sentence that is then given up. ``purpose``: what all of it is for. ``clock``: seconds.
    """

    def __init__(
        self,
        engine: Engine,
        journal: Journal,
        price: float = 0.0,
        purpose: str = "take",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engine, self._journal = engine, journal
        self._price, self._purpose, self._clock = price, purpose, clock
        self._is_relay = isinstance(engine, RelayEngine)
        self._markup = isinstance(engine, RelayEngine) and engine.markup

    @property
    def name(self) -> str:
        return self._engine.name

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        """The time that whoever listens takes between two pieces is not the engine's, nor is, for
        a server, that of our own limits and of finding the words."""
        error: str | None = ""
        samples, watch = 0, Stopwatch(self._clock)
        pieces = self._engine.speak(sentence, readings, live=live)
        try:
            with closing(pieces):  # type: ignore[type-var]
                while (piece := _next(pieces, watch)) is not None:
                    samples += len(piece.audio)
                    yield piece
        except Unspeakable:  # nobody was asked
            error = None
            raise
        except BaseException as raised:
            error = _kind(raised)
            raise
        finally:
            if error is not None:
                characters = len(spoken_text(readings, self._markup))
                self._add(characters, 0 if error else samples, watch, error)

    def _add(self, characters: int, samples: int, watch: Stopwatch, error: str) -> None:
        spoke = Spoke(
            when=time.time(),
            engine=self.name,
            characters=characters,
            samples=samples,
            first=watch.first,
            whole=watch.last if self._is_relay and watch.last and not error else watch.seconds,
            error=error,
            cost=0.0 if watch.first is None else characters * self._price / MILLION,
            purpose=self._purpose,
        )
        self._journal.add(spoke)


def _next(pieces: Iterator[Piece], watch: Stopwatch) -> Piece | None:
    """The first piece is a mark, unless the engine has set its own when sound came."""
    with watch.running():
        piece = next(pieces, None)
        if piece is not None and watch.first is None:
            watch.mark()
        return piece


def _kind(error: BaseException) -> str:
    """One of `studio.relay.journal.ERRORS`."""
    if not isinstance(error, Exception):  # the iterator was closed, or the program interrupted
        return STOPPED
    return getattr(error, "kind", "other")
