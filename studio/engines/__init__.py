"""What turns a sentence into sound. An engine is anything with the shape of `Engine`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from studio.document import Sentence, Word
from studio.spoken import Reading
from studio.takes import Span, Take, Unspoken


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """A stretch of a take: float32 audio, and the words that are now known, in samples from the
    start of the sentence. Pieces follow each other without holes. The first one says what the
    voice does not say in all of the sentence, and which words of it are guessed."""

    audio: np.ndarray
    words: tuple[Word, ...]
    unspoken: tuple[Unspoken, ...] = ()
    guessed: tuple[Span, ...] = ()


class Engine(Protocol):
    @property
    def name(self) -> str: ...

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]: ...


class Measure(Protocol):
    """How many samples a take would have, and its words, without speaking it."""

    def __call__(
        self, sentence: Sentence, readings: Sequence[Reading]
    ) -> tuple[int, tuple[Word, ...]]: ...


def take_of(pieces: Iterable[Piece], engine: str) -> Take:
    """The pieces joined into one take."""
    pieces = list(pieces)
    audio = np.concatenate([piece.audio for piece in pieces])
    audio.setflags(write=False)
    words = tuple(word for piece in pieces for word in piece.words)
    unspoken = tuple(each for piece in pieces for each in piece.unspoken)
    guessed = tuple(each for piece in pieces for each in piece.guessed)
    return Take(audio, words, engine, unspoken, guessed)
