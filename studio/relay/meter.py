"""What the engines took, failed at and cost, from the journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from studio.document import SAMPLE_RATE
from studio.relay.journal import STOPPED, Entry, Spoke

HOUR = 3_600.0
FEW = 20  # fewer values have no 95th percentile but their maximum
MILLION = 1_000_000

_RELAY = "relay:"


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds, of answers that came: None where none did. ``few``: of fewer than 20."""

    count: int
    mean: float | None
    p95: float | None

    @property
    def few(self) -> bool:
        return self.count < FEW


@dataclass(frozen=True, slots=True)
class Figures:
    """``requests`` that were answered or failed; those that nobody wanted any more are ``stopped``.
    ``errors``: how many of each kind. ``first`` and ``whole``: until the first sound and all of it.
    ``real_time_factor``: seconds of work for one of speech, where several work at once each by
    itself. ``characters`` that sounded and their ``cost`` in US dollars."""

    engine: str
    requests: int
    stopped: int
    errors: Mapping[str, int]
    first: Times
    whole: Times
    real_time_factor: float | None
    characters: int
    cost: float

    @property
    def failed(self) -> int:
        return sum(self.errors.values())

    def share(self, *kinds: str) -> float | None:
        """The part of the requests that failed, by some of the kinds or by any."""
        if not self.requests:
            return None
        failed = sum(self.errors.get(kind, 0) for kind in kinds) if kinds else self.failed
        return failed / self.requests

    @property
    def cost_per_million(self) -> float | None:
        """US dollars for a million characters."""
        return self.cost * MILLION / self.characters if self.characters else None


def is_local(engine: str) -> bool:
    return not engine.startswith(_RELAY)


def figures(entries: Iterable[Entry], since: float = 0.0, until: float = inf) -> dict[str, Figures]:
    """By the name of the engine, in alphabetical order; of what happened at ``since`` or later and
    not after ``until``, in seconds since 1970."""
    spoken: dict[str, list[Spoke]] = {}
    for entry in entries:
        if isinstance(entry, Spoke) and since <= entry.when <= until:
            spoken.setdefault(entry.engine, []).append(entry)
    return {engine: _figures(engine, spoken[engine]) for engine in sorted(spoken)}


def _figures(engine: str, spoken: Sequence[Spoke]) -> Figures:
    good = [each for each in spoken if not each.error]
    errors = Counter(each.error for each in spoken if each.error)
    stopped = errors.pop(STOPPED, 0)
    samples = sum(each.samples for each in good)
    work = sum(each.whole for each in good)
    return Figures(
        engine=engine,
        requests=len(spoken) - stopped,
        stopped=stopped,
        errors=dict(sorted(errors.items())),
        first=times([each.first for each in good if each.first is not None]),
        whole=times([each.whole for each in good]),
        real_time_factor=work * SAMPLE_RATE / samples if samples else None,
        characters=sum(each.characters for each in spoken if each.first is not None),
        cost=sum(each.cost for each in spoken),
    )


def times(seconds: Sequence[float]) -> Times:
    mean = sum(seconds) / len(seconds) if seconds else None
    return Times(len(seconds), mean, p95(seconds))


def p95(values: Sequence[float]) -> float | None:
    """The 95th percentile by nearest rank, the value at ceil(0.95 n): one that was measured, and
    never less than the median."""
    rank = -(-95 * len(values) // 100)
    return sorted(values)[rank - 1] if values else None
