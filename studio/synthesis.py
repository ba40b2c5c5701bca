"""From a document to takes: what must be rendered, what it will cost, and the rendering."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from studio import spoken
from studio.document import Document, Sentence
from studio.engines import Engine, take_of
from studio.errors import CannotWrite, EnvironmentUnusable, StudioError
from studio.spoken import Reading
from studio.takes import Take, take_key

log = logging.getLogger(__name__)

# Part of every key: raise it when the same words would get another sound or other times.
ENGINE_VERSION = "kokoro-1"


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
    return tuple(_job(sentence, lexicon, weights, takes) for sentence in document.sentences)


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
        try:
            take = take_of(engine.speak(job.sentence, job.readings), engine.name)
            takes.put(job.key, take)
            yield Ready(job, take)
        except (EnvironmentUnusable, CannotWrite):
            raise
        except StudioError as error:
            log.info("not rendered: %r: %s", job.sentence.text, error)
            yield Failed(job, error)


def _job(
    sentence: Sentence, lexicon: Mapping[str, str], weights: str, takes: Container[str]
) -> Job:
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
        engine_version=ENGINE_VERSION,
    )
    return Job(sentence, readings, key)
