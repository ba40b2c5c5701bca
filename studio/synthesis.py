"""From a document to takes: what must be rendered, what it will cost, and the rendering."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from studio import spoken
from studio.document import Document, Sentence, Word
from studio.engines import Engine, Measure, Piece, take_of
from studio.errors import CannotWrite, EnvironmentUnusable, RelayBrokeOff, StudioError
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
    """A sentence, how it is read, the key under which its take is kept, and the name of the
    server that is to speak it (empty: this computer)."""

    sentence: Sentence
    readings: tuple[Reading, ...]
    key: str
    server: str = ""


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
class Measured:
    """How long a take would be, in samples, and its words, without their sound."""

    job: Job
    samples: int
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """What was begun is not finished; if it is still wanted it begins anew."""

    job: Job
    audition: bool = False


Event = Started | Heard | Ready | Failed | Finished | Interrupted | Measured


class SynthesisQueue:
    """What shall be spoken, changed by one thread and worked off by one other or by several. When
    nothing is wanted, takes that are not there yet are measured.

    Auditions interrupt each other, between two pieces. Whoever takes both auditions and renders
    lets an audition interrupt what it renders, too; that begins anew when its turn comes.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._wanted: list[Job] = []
        self._unmeasured: list[Job] = []
        self._begun: set[str] = set()  # keys of those that somebody is speaking
        self._audition: Job | None = None  # the one that waits
        self._auditions = 0  # how often an audition was asked for or stopped
        self._closed = False

    def want(self, wanted: Sequence[Job]) -> None:
        """Render these, in this order, and nothing that was wanted before."""
        with self._condition:
            self._wanted = list(wanted)
            self._condition.notify_all()

    def measure(self, jobs: Sequence[Job]) -> None:
        """Measure these when there is nothing else to do, and no others."""
        with self._condition:
            self._unmeasured = list(jobs)
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

    def events(
        self,
        engine: Engine,
        takes: Takes,
        *,
        renders: bool = True,
        auditions: bool = True,
        measure: Measure | None = None,
    ) -> Iterator[Event]:
        """Work off what is named until it is closed; takes are kept before they are told of.
        Whoever has a ``measure`` measures, too.

        Raises EnvironmentUnusable and CannotWrite, after which nothing is wanted any more.
        """
        while (task := self._next(renders, auditions, measure is not None)) is not None:
            if task.is_measure and measure is not None:
                yield from _measured(task.job, measure)
                continue
            try:
                yield from self._worked_off(task, engine, takes)
            except (EnvironmentUnusable, CannotWrite):
                self._want_no_more(task.job)
                yield Interrupted(task.job, task.is_audition)
                raise
            except StudioError as error:
                self._done(task.job)
                yield Failed(task.job, error)
            finally:
                self._left(task)

    def _next(self, renders: bool, auditions: bool, measures: bool) -> _Task | None:
        with self._condition:
            while not self._closed:
                if auditions and self._audition is not None:
                    job, self._audition = self._audition, None
                    return _Task(job, True, number=self._auditions)
                if renders and (waiting := self._waiting()) is not None:
                    self._begun.add(waiting.key)
                    return _Task(waiting, False, gives_way=auditions)
                if measures and self._unmeasured:
                    return _Task(self._unmeasured.pop(0), False, is_measure=True)
                self._condition.wait()
            return None

    def _waiting(self) -> Job | None:
        return next((job for job in self._wanted if job.key not in self._begun), None)

    def _worked_off(self, task: _Task, engine: Engine, takes: Takes) -> Iterator[Event]:
        job = task.job
        if not task.is_audition and (kept := takes.get(job.key)) is not None:  # by another process
            self._done(job)
            yield Ready(job, kept)
            return
        yield Started(job, task.is_audition)
        try:
            pieces = yield from self._heard(task, engine, live=True)
        except RelayBrokeOff as error:
            log.info("begun anew: %s", error)
            pieces = yield from self._heard(task, engine, live=False)
        if pieces is None:
            yield Interrupted(job, task.is_audition)
        elif task.is_audition:
            yield Finished(job)
        else:
            take = take_of(pieces, engine.name)
            takes.put(job.key, take)
            self._done(job)
            yield Ready(job, take)

    def _heard(
        self, task: _Task, engine: Engine, live: bool
    ) -> Generator[Event, None, list[Piece] | None]:
        """All pieces, or None when it was interrupted."""
        job, pieces = task.job, list[Piece]()
        stream = engine.speak(job.sentence, job.readings, live=live)
        with contextlib.closing(stream):  # type: ignore[type-var]
            for piece in stream:
                if self._interrupted(task):
                    return None
                yield Heard(job, piece, not pieces, task.is_audition)
                pieces.append(piece)
        return pieces

    def _interrupted(self, task: _Task) -> bool:
        with self._condition:
            if self._closed:
                return True
            if task.is_audition:
                return task.number != self._auditions
            if task.gives_way and self._audition is not None:
                return True
            return all(other.key != task.job.key for other in self._wanted)

    def _done(self, job: Job) -> None:
        with self._condition:
            self._wanted = [other for other in self._wanted if other.key != job.key]

    def _want_no_more(self, failed: Job) -> None:
        """Nobody else is to try what would fail as well; what is under way is finished."""
        with self._condition:
            begun = self._begun - {failed.key}
            self._wanted = [job for job in self._wanted if job.key in begun]

    def _left(self, task: _Task) -> None:
        """Nobody is speaking it any more."""
        if not task.is_audition:
            with self._condition:
                self._begun.discard(task.job.key)
                self._condition.notify_all()


@dataclass(frozen=True, slots=True)
class _Task:
    """``number`` of an audition: how many had been asked for or stopped when it was begun.
    ``gives_way``: a render that an audition interrupts."""

    job: Job
    is_audition: bool
    number: int = 0
    gives_way: bool = False
    is_measure: bool = False


def _measured(job: Job, measure: Measure) -> Iterator[Measured]:
    """Nothing for what cannot be spoken: that is told when it is to be."""
    try:
        samples, words = measure(job.sentence, job.readings)
    except EnvironmentUnusable:
        raise
    except StudioError as error:
        log.info("not measured: %s", error)
    else:
        yield Measured(job, samples, words)


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
