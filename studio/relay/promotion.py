"""Whether what was measured speaks for sending more of the sentences through a relay. It is advice:
whoever asks decides."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from studio.relay.journal import Compared, Entry, Preferred, Spoke
from studio.relay.meter import FEW, figures, times
from studio.relay.policy import Policy

STEPS = (5.0, 50.0, 100.0)  # percent of the sentences
BUDGET = 0.2  # seconds until the first sound of a short text, for 95 of 100
SHORT = 60  # characters: the budget is meant for texts of some 50

SERVER_ERRORS = 0.01  # of the requests may be answered by a status of 500 and above, and
ERRORS = 0.05  # may fail in any way
MATCHES = 0.95  # of the sentences that both spoke must sound alike, and
STARTS = 0.03  # seconds: their words start that close in the median
LISTENED = 5  # blind choices are heeded from so many on; fewer say nothing
LIKED = 0.5  # of them must not be for the local voice


@dataclass(frozen=True, slots=True)
class Reason:
    """``value`` is what was measured, None where there is nothing to measure; ``limit`` the least
    or the most that is allowed, by ``kind``:

    ``samples``: short texts that were answered, at least; ``latency``: the 95th percentile of
    the seconds until their first sound, at most; ``server_errors`` and ``errors``: shares of the
    requests, at most; ``comparisons``: sentences that both spoke, at least; ``matches``: the share
    of them that sounds alike, at least; ``starts``: seconds between the words of both, at most;
    ``liked``: the share of blind choices that is not for the local voice, at least.
    """

    kind: str
    value: float | None
    limit: float
    ok: bool

    def __str__(self) -> str:
        what, scale, unit = _WORDS[self.kind]
        value = "nothing measured" if self.value is None else f"{self.value * scale:.4g}{unit}"
        bound = "at least" if self.kind in _LEAST else "at most"
        return f"{what}: {value} ({bound} {self.limit * scale:.4g}{unit})"


@dataclass(frozen=True, slots=True)
class Advice:
    """``next_percent``: the step that is advised on, None where all goes through the relay."""

    next_percent: float | None
    is_allowed: bool
    reasons: tuple[Reason, ...]


_LEAST = ("samples", "comparisons", "matches", "liked")
_WORDS = {
    "samples": (f"short texts (up to {SHORT} characters) spoken", 1, ""),
    "latency": ("first sound of short texts, 95th percentile", 1_000, " ms"),
    "server_errors": ("errors of the server", 100, " %"),
    "errors": ("errors of any kind", 100, " %"),
    "comparisons": ("sentences that both engines spoke", 1, ""),
    "matches": ("of them sound alike", 100, " %"),
    "starts": ("their words start apart, median", 1_000, " ms"),
    "liked": ("heard blind and not worse than the local voice", 100, " %"),
}


def advice(policy: Policy, entries: Iterable[Entry], server: str, budget: float = BUDGET) -> Advice:
    """On the next step for the server of that name, by all that ``entries`` hold of it; ``budget``
    in seconds. Too little to go by is a reason against."""
    entries = tuple(entries)
    following = next((step for step in STEPS if step > policy.relay_percent), None)
    reasons = (*_by_requests(entries, f"relay:{server}", budget), *_by_ear(entries, server))
    is_allowed = following is not None and all(reason.ok for reason in reasons)
    return Advice(following, is_allowed, reasons)


def _by_requests(entries: Sequence[Entry], engine: str, budget: float) -> Iterator[Reason]:
    asked = [each for each in entries if isinstance(each, Spoke) and each.engine == engine]
    short = [
        each.first
        for each in asked
        if each.characters <= SHORT and not each.error and each.first is not None
    ]
    yield _least("samples", len(short), FEW)
    yield _most("latency", times(short).p95, budget)
    measured = figures(asked).get(engine)
    yield _most("server_errors", measured.share("server") if measured else None, SERVER_ERRORS)
    yield _most("errors", measured.share() if measured else None, ERRORS)


def _by_ear(entries: Sequence[Entry], server: str) -> Iterator[Reason]:
    compared = [each for each in entries if isinstance(each, Compared) and each.server == server]
    starts = [each.starts for each in compared if each.starts is not None]
    yield _least("comparisons", len(compared), FEW)
    yield _least("matches", _share([each.matches for each in compared]), MATCHES)
    yield _most("starts", statistics.median(starts) if starts else None, STARTS)
    choices = [
        each.choice for each in entries if isinstance(each, Preferred) and each.server == server
    ]
    if len(choices) >= LISTENED:
        yield _least("liked", _share([choice != "local" for choice in choices]), LIKED)


def _share(what: Sequence[bool]) -> float | None:
    return sum(what) / len(what) if what else None


def _least(kind: str, value: float | None, limit: float) -> Reason:
    return Reason(kind, value, limit, value is not None and value >= limit)


def _most(kind: str, value: float | None, limit: float) -> Reason:
    return Reason(kind, value, limit, value is not None and value <= limit)
