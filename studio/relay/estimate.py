"""What speaking will take on this computer and cost on a relay, before it is begun."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from studio.relay.journal import Entry, Spoke
from studio.relay.meter import HOUR, MILLION, is_local
from studio.relay.speaking import spoken_text
from studio.spoken import Reading

_NEWEST = 200  # sentences of this computer tell how fast it is


@dataclass(frozen=True, slots=True)
class Estimate:
    """``seconds`` of work on this computer, None where it has not spoken yet; ``cost`` in US
    dollars on the relay."""

    characters: int
    seconds: float | None
    cost: float


@dataclass(frozen=True, slots=True)
class Monthly:
    """The same volume on each engine: ``hours`` of computing here, US ``dollars`` there."""

    characters: int
    hours: float | None
    dollars: float


def characters(sentences: Iterable[Sequence[Reading]], markup: bool = False) -> int:
    """That are spoken, and sent where a relay speaks them."""
    return sum(len(spoken_text(readings, markup)) for readings in sentences)


def estimate(characters: int, entries: Iterable[Entry], price: float) -> Estimate:
    """By what this computer took before, as ``entries`` of the journal tell; ``price``: US dollars
    for a million characters."""
    pace = seconds_per_character(entries)
    seconds = None if pace is None else characters * pace
    return Estimate(characters, seconds, characters * price / MILLION)


def monthly(characters: int, entries: Iterable[Entry], price: float) -> Monthly:
    """``characters`` a month; arguments as of `estimate`."""
    whole = estimate(characters, entries, price)
    hours = None if whole.seconds is None else whole.seconds / HOUR
    return Monthly(characters, hours, whole.cost)


def seconds_per_character(entries: Iterable[Entry]) -> float | None:
    """Of work on this computer: the median of its newest sentences, as the one with which the
    model is loaded says nothing about the others."""
    rates = [
        entry.whole / entry.characters
        for entry in entries
        if isinstance(entry, Spoke)
        and is_local(entry.engine)
        and not entry.error
        and entry.characters
    ]
    return statistics.median(rates[-_NEWEST:]) if rates else None
