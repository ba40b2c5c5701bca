"""From a document to takes: what must be rendered, what it will cost, and the rendering."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from studio import spoken
from studio.document import Document, Sentence
from studio.engines import Engine, Piece, take_of
from studio.errors import CannotWrite, EnvironmentUnusable, StudioError
from studio.spoken import Reading
from studio.takes import Take, take_key

log = logging.getLogger(__name__)

# Part of every key: raise it when the same words would get another sound or other times.
ENGINE_VERSION = "kokoro-3"
# Takes that were spoken clause by clause, to be heard at once, sound a little different.
LIVE_VERSION = f"{ENGINE_VERSION}-live"


class Takes(Protocol):
    """Where takes are kept: a TakeStore, or a dictionary that offers `put`."""

    def __contains__(self, key: str) -> bool: ...
    def get(self, key: str) -> Take | None: ...
    def put(self, key: str, take: Take) -> None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """A sentence, how it is read, and the key under which its take is kept."""

    sentence: Sentence
    readings: tuple[Reading, ...]
    key: str


@dataclass(frozen=True, slots=True)
class Ready:
    job: Job
    take: Take


@dataclass(frozen=True, slots=True)
class Failed:
    job: Job
    error: StudioError


def jobs(document: Document, weights: str, takes: Container[str] = ()) -> tuple[Job, ...]:
    """A job for each sentence, in order. ``weights`` names the model (`model.identity`).

    A locked sentence has the key of the take it is locked to, as long as that is in ``takes``.
    """
    lexicon = dict(document.lexicon)
    return tuple(job(sentence, lexicon, weights, takes=takes) for sentence in document.sentences)


def missing(wanted: Sequence[Job], takes: Takes) -> tuple[Job, ...]:
    """The jobs that have no take yet, each key once: this is what a narration will cost."""
    absent: dict[str, Job] = {}
    for job in wanted:
        if job.key not in absent and job.key not in takes:
            absent[job.key] = job
    return tuple(absent.values())


def render(
    wanted: Sequence[Job],
    engine: Engine,
    takes: Takes,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Ready | Failed]:
    """Speak the jobs in order and keep their takes; one that fails does not stop the others.

    ``stopped`` is asked between two pieces. Raises EnvironmentUnusable and CannotWrite, which
    would befall every other sentence too.
    """
    for job in wanted:
        if stopped():
            return
        if (kept := takes.get(job.key)) is not None:  # another process was faster
            yield Ready(job, kept)
            continue
        try:
            take = take_of(engine.speak(job.sentence, job.readings), engine.name)
            takes.put(job.key, take)
            yield Ready(job, take)
        except (EnvironmentUnusable, CannotWrite):
            raise
        except StudioError as error:
            log.info("not rendered: %r: %s", job.sentence.text, error)
            yield Failed(job, error)


# ── for as long as a window is open ─────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Started:
    job: Job
    audition: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """A piece of a sentence that is being spoken; ``first`` begins it anew."""

    job: Job
    piece: Piece
    first: bool
    audition: bool = False


@dataclass(frozen=True, slots=True)
class Finished:
    """An audition is complete."""

    job: Job


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What was begun is not finished; if it is still wanted it begins anew."""

    job: Job
    audition: bool = False


Event = Started | Heard | Ready | Failed | Finished | Interrupted


class SynthesisQueue:
    """What shall be spoken, changed by one thread and worked off by another.

    Auditions overtake renders and interrupt each other; both are interrupted between two pieces.
    A render that was interrupted begins anew when its turn comes.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._wanted: list[Job] = []
        self._audition: Job | None = None  # the one that waits
        self._auditions = 0  # how often an audition was asked for or stopped
        self._closed = False

    def want(self, wanted: Sequence[Job]) -> None:
        """Render these, in this order, and nothing that was wanted before."""
        with self._condition:
            self._wanted = list(wanted)
            self._condition.notify_all()

    def audition(self, job: Job) -> None:
        """Speak this now; the audition before is over."""
        with self._condition:
            self._audition = job
            self._auditions += 1
            self._condition.notify_all()

    def stop_audition(self) -> None:
        with self._condition:
            self._audition = None
            self._auditions += 1

    def close(self) -> None:
        """`events` ends after the piece that is being spoken."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()

    def events(self, engine: Engine, takes: Takes) -> Iterator[Event]:
        """Work it off until it is closed; takes are kept before they are told of.

        Raises EnvironmentUnusable and CannotWrite, after which nothing is spoken any more.
        """
        while (task := self._next()) is not None:
            job, audition, number = task
            if not audition and (kept := takes.get(job.key)) is not None:  # by another process
                self._done(job)
                yield Ready(job, kept)
                continue
            try:
                yield from self._spoken(job, audition, number, engine, takes)
            except (EnvironmentUnusable, CannotWrite):
                raise
            except StudioError as error:
                self._done(job)
                yield Failed(job, error)

    def _next(self) -> tuple[Job, bool, int] | None:
        with self._condition:
            while not (self._closed or self._audition or self._wanted):
                self._condition.wait()
            if self._closed:
                return None
            if self._audition is not None:
                job, self._audition = self._audition, None
                return job, True, self._auditions
            return self._wanted[0], False, self._auditions

    def _spoken(
        self, job: Job, audition: bool, number: int, engine: Engine, takes: Takes
    ) -> Iterator[Event]:
        yield Started(job, audition)
        pieces: list[Piece] = []
        is_interrupted = False
        stream = engine.speak(job.sentence, job.readings, live=True)
        with contextlib.closing(stream):  # type: ignore[type-var]
            for piece in stream:
                if is_interrupted := self._interrupted(job, audition, number):
                    break
                yield Heard(job, piece, not pieces, audition)
                pieces.append(piece)
        if is_interrupted:
            yield Interrupted(job, audition)
        elif audition:
            yield Finished(job)
        else:
            take = take_of(pieces, engine.name)
            takes.put(job.key, take)
            self._done(job)
            yield Ready(job, take)

    def _interrupted(self, job: Job, audition: bool, number: int) -> bool:
        with self._condition:
            if self._closed or audition:
                return self._closed or number != self._auditions
            wanted = any(other.key == job.key for other in self._wanted)
            return self._audition is not None or not wanted

    def _done(self, job: Job) -> None:
        with self._condition:
            self._wanted = [other for other in self._wanted if other.key != job.key]


def job(
    sentence: Sentence,
    lexicon: Mapping[str, str],
    weights: str,
    *,
    takes: Container[str] = (),
    engine_version: str = ENGINE_VERSION,
) -> Job:
    """How one sentence is to be spoken."""
    readings = spoken.readings(
        sentence.text, sentence.language, pins=sentence.pins, lexicon=lexicon
    )
    if sentence.kept and sentence.kept in takes:
        return Job(sentence, readings, sentence.kept)
    key = take_key(
        text=sentence.text,
        readings=readings,
        voice=sentence.voice,
        speed=sentence.speed,
        language=sentence.language,
        weights=weights,
        engine_version=engine_version,
    )
    return Job(sentence, readings, key)
