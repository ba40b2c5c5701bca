"""Which engine speaks a sentence, and which take it has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.relay.policy import LOCAL, Policy
from studio.relay.servers import Server
from studio.relay.speaking import relay_key
from studio.synthesis import Job


@dataclass(frozen=True, slots=True)
class Route:
    """``fallback``: this computer speaks what ``server`` does not."""

    policy: Policy = LOCAL
    server: Server | None = None
    fallback: bool = False

    def jobs(self, local: Job) -> tuple[Job, ...]:
        """A sentence's job by the engine that is to speak it, and then by the other one, whose
        take is as good if there is one already. ``local``: its job on this computer.

        What is locked to a take has that one only.
        """
        if self.server is None or local.key == local.sentence.kept:
            return (local,)
        relayed = relay_job(self.server, local)
        return (relayed, local) if self.policy.relays(local.key) else (local, relayed)


def relay_job(server: Server, local: Job) -> Job:
    """The job of ``local`` at a server."""
    key = relay_key(server, local.sentence, local.readings)
    return replace(local, key=key, server=server.name)
