"""What takes will be like that are not there yet: measured, or as long as they are not, guessed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from studio.document import Sentence, Word
from studio.spoken import Reading
from studio.synthesis import Job, Measured
from studio.takes import TakeInfo

LETTER = 1_560  # samples that a letter takes at speed 1, on average
QUIET = 12_000  # and the silence around a sentence


class Estimates:
    """By the keys of takes on this computer; a relay's take is about as long."""

    def __init__(self) -> None:
        self._guesses: dict[str, tuple[Sentence, Job | None, TakeInfo]] = {}  # by sentence
        self._measured: dict[str, TakeInfo] = {}
        self._asked: set[str] = set()

    def of(self, sentence: Sentence, local: Job | None, key: str) -> TakeInfo:
        """An estimate of the take that will have a key; the same object as long as nothing more
        is known. ``local``: the sentence's job on this computer, if it was read."""
        if local is not None and (measured := self._measured.get(local.key)) is not None:
            return measured
        guess = self._guesses.get(sentence.id)
        if guess is None or guess[0] is not sentence or guess[1] is not local:
            readings = local.readings if local else ()
            guess = (sentence, local, estimate(sentence, readings, key))
            self._guesses[sentence.id] = guess
        return guess[2]

    def forget(self, sentence_id: str) -> None:
        self._guesses.pop(sentence_id, None)

    # ── measuring ───────────────────────────────────────────────────────────────────────────────

    def ask(self, jobs: Iterable[Job], most: int) -> list[Job]:
        """The first of these that are to be measured, ``most`` of them."""
        wanted: dict[str, Job] = {}
        for job in jobs:
            if job.key not in self._measured:
                wanted[job.key] = job
            if len(wanted) == most:
                break
        self._asked = set(wanted)
        return list(wanted.values())

    def add(self, event: Measured) -> bool:
        """Whether that was the last one that was asked for."""
        words = tuple(replace(word, estimated=True) for word in event.words)
        self._measured[event.job.key] = TakeInfo(event.job.key, event.samples, words, "")
        self._asked.discard(event.job.key)
        return not self._asked

    @property
    def measured(self) -> Collection[str]:
        return self._measured.keys()


def estimate(sentence: Sentence, readings: tuple[Reading, ...], key: str) -> TakeInfo:
    """What the take of a sentence will be like, by the number of its letters."""
    letters = max(1, sum(len(reading.spoken) + 1 for reading in readings) or len(sentence.text))
    length = round(LETTER / sentence.speed)
    samples = QUIET + letters * length
    words, at = [], QUIET // 2
    for reading in readings:
        end = at + (len(reading.spoken) + 1) * length
        text = " ".join(sentence.text[reading.start : reading.end].split())
        words.append(Word(text, at, end, (reading.start, reading.end), estimated=True))
        at = end
    return TakeInfo(key, samples, tuple(words), "")
