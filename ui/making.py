"""Takes as they come, by their keys: which are made, which are being spoken, which failed."""

from __future__ import annotations

import time
from typing import Literal, NamedTuple

import numpy as np

from studio.synthesis import Heard, Job, Ready
from studio.takes import TakeInfo, TakeStore

State = Literal["to_render", "rendering", "ready", "failed", "locked"]


class Failure(NamedTuple):
    job: Job
    text: str


class Begun(NamedTuple):
    job: Job
    since: float  # by time.monotonic


class Making:
    """The dictionaries are only read elsewhere, some of them on the player's thread."""

    def __init__(self, store: TakeStore) -> None:
        self._store = store
        self.infos: dict[str, TakeInfo] = {}
        self.failures: dict[str, Failure] = {}
        self.begun: dict[str, Begun] = {}  # what is being spoken
        self.partial: dict[str, list[np.ndarray]] = {}  # the sound of that, as far as it is there

    def state(self, key: str, locked: bool) -> State:
        """Of a sentence whose take has a key."""
        if key in self.infos:
            return "locked" if locked else "ready"
        if key in self.begun:
            return "rendering"
        return "failed" if key in self.failures else "to_render"

    def is_made(self, key: str) -> bool:
        return key in self.infos

    def is_over(self, key: str) -> bool:
        """Whether it is made, or failed."""
        return key in self.infos or key in self.failures

    def made_by(self, key: str) -> str | None:
        """The name of the engine of a take; None where there is none."""
        if key not in self.infos and (info := self._store.info(key)) is not None:
            self.infos[key] = info
        info = self.infos.get(key)
        return None if info is None else info.engine

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def begin(self, job: Job) -> None:
        self.begun[job.key] = Begun(job, time.monotonic())

    def hear(self, event: Heard) -> None:
        if event.first:
            self.partial[event.job.key] = [event.piece.audio]
        elif event.job.key in self.partial:  # else it was abandoned
            self.partial[event.job.key].append(event.piece.audio)

    def keep(self, event: Ready) -> None:
        self.infos[event.job.key] = event.take.info(event.job.key)

    def fail(self, job: Job, text: str) -> None:
        self.failures[job.key] = Failure(job, text)

    def stop(self, key: str) -> None:
        """It is not being spoken any more."""
        self.partial.pop(key, None)
        self.begun.pop(key, None)

    def abandon(self, relayed: bool) -> None:
        """What was being spoken here, or by the relay, is not any more."""
        for key in [key for key, each in self.begun.items() if bool(each.job.server) is relayed]:
            self.stop(key)

    # ── once more ───────────────────────────────────────────────────────────────────────────────

    def forgive(self, key: str) -> None:
        self.failures.pop(key, None)

    @property
    def has_relay_failed(self) -> bool:
        """Whether there are sentences that the relay did not speak."""
        return any(each.job.server for each in self.failures.values())

    def forgive_relay(self) -> None:
        self.failures = {key: each for key, each in self.failures.items() if not each.job.server}

    def lose(self, key: str) -> bool:
        """A take is not where it was; whether it was known."""
        return self.infos.pop(key, None) is not None
