"""An engine that is watched: how long it takes and what it costs goes into the journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from studio.document import Sentence
from studio.engines import Engine, Piece
from studio.relay.journal import STOPPED, Journal, Spoke
from studio.relay.speaking import RelayEngine, spoken_text
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
        self._markup = isinstance(engine, RelayEngine) and engine.markup

    @property
    def name(self) -> str:
        return self._engine.name

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        """The time that whoever listens takes between two pieces is not the engine's."""
        first, whole, samples, error = None, 0.0, 0, ""
        pieces = self._engine.speak(sentence, readings, live=live)
        try:
            with closing(pieces):  # type: ignore[type-var]
                while True:
                    begun = self._clock()
                    try:
                        piece = next(pieces, None)
                    finally:
                        whole += self._clock() - begun
                    if piece is None:
                        break
                    first = whole if first is None else first
                    samples += len(piece.audio)
                    yield piece
        except BaseException as raised:
            error = _kind(raised)
            raise
        finally:
            self._add(len(spoken_text(readings, self._markup)), samples, first, whole, error)

    def _add(
        self, characters: int, samples: int, first: float | None, whole: float, error: str
    ) -> None:
        cost = 0.0 if first is None else characters * self._price / MILLION
        spoke = Spoke(
            when=time.time(),
            engine=self.name,
            characters=characters,
            samples=0 if error else samples,
            first=first,
            whole=whole,
            error=error,
            cost=cost,
            purpose=self._purpose,
        )
        self._journal.add(spoke)


def _kind(error: BaseException) -> str:
    """One of `studio.relay.journal.ERRORS`."""
    if not isinstance(error, Exception):  # the iterator was closed, or the program interrupted
        return STOPPED
    return getattr(error, "kind", "other")
