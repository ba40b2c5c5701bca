"""What is known of each sentence: how it is read, and the take that it has or will have."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple

from studio.document import Sentence
from studio.synthesis import Job


class Known(NamedTuple):
    """A sentence's job on this computer, and the one whose take it has or will have, chosen at a
    position of the switch."""

    sentence: Sentence
    lexicon: tuple[tuple[str, str], ...]
    local: Job
    job: Job
    position: int


class KnownJobs:
    """By the sentence's id, and by the key of its take; several sentences may share one."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._ids: defaultdict[str, set[str]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Iterator[Known]:
        return iter(self._known.values())

    def get(self, id: str) -> Known | None:
        return self._known.get(id)

    def put(self, known: Known) -> None:
        id = known.sentence.id
        self._unlink(id)
        self._known[id] = known
        self._ids[known.job.key].add(id)

    def with_key(self, key: str) -> frozenset[str]:
        """The ids of the sentences whose take has a key."""
        return frozenset(self._ids.get(key, ()))

    def keep(self, ids: Collection[str]) -> list[str]:
        """Forget all others; those are given."""
        gone = [id for id in self._known if id not in ids]
        for id in gone:
            self._unlink(id)
            del self._known[id]
        return gone

    def _unlink(self, id: str) -> None:
        before = self._known.get(id)
        if before is not None:
            ids = self._ids[before.job.key]
            ids.discard(id)
            if not ids:
                del self._ids[before.job.key]
