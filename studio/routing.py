"""Which engine speaks a sentence, and which take it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from studio.document import Sentence
from studio.relay.policy import LOCAL, Policy
from studio.relay.servers import Server
from studio.relay.speaking import relay_key
from studio.synthesis import Job
from studio.voices import parse_voice

said = attrgetter("text", "voice", "speed", "language", "pins")  # what makes a take


@dataclass(frozen=True, slots=True)
class Route:
    """``fallback``: this computer speaks what ``server`` does not."""

    policy: Policy = LOCAL
    server: Server | None = None
    fallback: bool = False

    def jobs(self, local: Job) -> tuple[Job, ...]:
        """A sentence's job by the engine that is to speak it, and then by the other one, whose
        take is as good if there is one already. ``local``: its job on this computer.

        What is locked to a take has that one only, and a voice that is not on this computer is
        not asked for here as long as any sentence goes to the relay.
        """
        if self.server is None or local.key == local.sentence.kept:
            return (local,)
        relayed = relay_job(self.server, local)
        if self.policy.relay_percent and parse_voice(local.sentence.voice).elsewhere:
            return (relayed,)
        return (relayed, local) if self.policy.relays(local.key) else (local, relayed)


def relay_job(server: Server, local: Job) -> Job:
    """The job of ``local`` at a server."""
    key = relay_key(server, local.sentence, local.readings)
    return replace(local, key=key, server=server.name)


class Switch:
    """Chooses a job for each sentence while the route changes: what has a take keeps it.

    ``made_by`` gives the engine's name of the take under a key, None where there is no take.
    ``position`` goes up whenever sentences may go another way than before. While the relay is
    ``failing``, what it was to speak goes to this computer if the route says so.
    """

    def __init__(self, made_by: Callable[[str], str | None]) -> None:
        self.route = Route()
        self.position = 0
        self.failing = False
        self._made_by = made_by
        self._left: set[str] = set()
        self._opened: dict[str, tuple[Sentence, str]] = {}

    def turn(self, route: Route, failing: bool = False) -> None:
        self.route, self.failing = route, failing
        self.position += 1

    def open(self, sentences: Iterable[Sentence], keys: Mapping[str, str]) -> None:
        """Sentences of a file have the takes under these keys, by the sentence's id, for as long
        as they are not changed."""
        self._opened = {s.id: (s, keys[s.id]) for s in sentences if s.id in keys}
        self._left.clear()

    def respeak(self, chosen: Iterable[tuple[Job, Job]]) -> None:
        """Let go of takes that another engine made than the one that is to speak the sentence
        now, locked ones aside. ``chosen``: for each sentence its job on this computer, and the
        one whose take it has."""
        server = self.route.server.name if self.route.server else ""
        for local, job in chosen:
            wanted = server if self.route.policy.relays(local.key) else ""
            if job.server != wanted and not job.sentence.kept:
                self._left.add(job.key)
        self._opened.clear()
        self.position += 1

    def is_left(self, key: str) -> bool:
        """Whether a take is not to be used any more, though it is there."""
        return key in self._left

    def ways(self, local: Job) -> tuple[Job, ...]:
        """As `Route.jobs`, for what has no take yet."""
        ways = self.route.jobs(local)
        goes_wrong = self.failing and self.route.fallback and bool(ways[0].server)
        return ways[::-1] if goes_wrong else ways

    def chosen(self, local: Job) -> Job:
        """The job whose take the sentence has, or else the one that is to make it."""
        opened, key = self._opened.get(local.sentence.id, (None, ""))
        is_unchanged = opened is not None and said(opened) == said(local.sentence)
        if is_unchanged and (engine := self._made_by(key)) is not None:
            return replace(local, key=key, server=server_of(engine))
        first, *others = self.ways(local)
        for job in (first, *(other for other in others if other.key not in self._left)):
            if self._made_by(job.key) is not None:
                return job
        return first


def server_of(engine: str) -> str:
    """The name of the server that an engine speaks through; empty for this computer's."""
    kind, _, name = engine.partition(":")
    return name if kind == "relay" else ""
