"""The engine without its model: the real cutting and timing, on made-up phonemes and sound."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence

import numpy as np

from studio.document import Sentence, Word
from studio.engines import Piece
from studio.engines.acoustic import Asked, Plan
from studio.engines.worker import Speaker, Wanted
from studio.errors import StudioError
from studio.spoken import Reading
from studio.words import MARKS, Unit


class FakeAcoustic:
    """Two to five frames for each symbol, decided by the text; a tone instead of speech."""

    def plan(self, symbols: str, style: np.ndarray, speed: float) -> Plan:
        [durations] = self.durations([(symbols, style, speed)])
        return Plan(durations, None)

    def durations(self, asked: Sequence[Asked]) -> list[tuple[int, ...]]:
        assert all(symbols for symbols, _, _ in asked)  # the network fails on nothing
        return [self._durations(symbols) for symbols, _, _ in asked]

    def _durations(self, symbols: str) -> tuple[int, ...]:
        return 12, *(2 + (zlib.crc32(s.encode()) + i) % 4 for i, s in enumerate(symbols)), 4

    def decode(self, plan: Plan, start: int, end: int, seed: int) -> np.ndarray:
        tone = np.sin(np.arange((end - start) * 600, dtype=np.float32) / 20)
        return (0.2 * tone).astype(np.float32)


class FakeSpeaker(Speaker):
    acoustic = FakeAcoustic()  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__(threads=1)

    def units(self, text: str, readings: Sequence[Reading], language: str) -> tuple[Unit, ...]:
        """Letters stand for their own phonemes."""
        return tuple(
            Unit(r.start, r.end, " ".join(_symbols(r.spoken).split()), r.origin) for r in readings
        )


class FakeEngine:
    """Engine-shaped. ``spoken`` lists the sentences that it was asked for; it fails on those
    whose text holds a word of ``failing``."""

    name = "fake"

    def __init__(self, failing: Sequence[str] = (), seconds: float = 0.0) -> None:
        self.spoken: list[str] = []
        self.guessing: tuple[str, ...] = ()  # words that no dictionary has
        self._seconds = seconds  # that each piece takes
        self._speaker = FakeSpeaker()
        self._failing = failing

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        from studio.errors import EngineFailed

        self.spoken.append(sentence.text)
        if any(word in sentence.text for word in self._failing):
            raise EngineFailed("it was told to fail", sentence.text)
        units = self._speaker.units(sentence.text, readings, sentence.language)
        pieces = self._speaker.speak(sentence.text, units, sentence.voice, sentence.speed, live)
        guessed = tuple((r.start, r.end) for r in readings if r.spoken.strip(".,") in self.guessing)
        for audio, words in pieces:
            time.sleep(self._seconds)
            yield Piece(audio, words, guessed=guessed)
            guessed = ()

    def measure(
        self, sentence: Sentence, readings: Sequence[Reading]
    ) -> tuple[int, tuple[Word, ...]]:
        units = self._speaker.units(sentence.text, readings, sentence.language)
        how = Wanted(sentence.text, units, sentence.voice, sentence.speed)
        [found] = self._speaker.measure([how])
        if isinstance(found, StudioError):
            raise found
        return found

    def load(self) -> None:
        pass

    def close(self) -> None:
        pass


def _symbols(spoken: str) -> str:
    kept = "".join(c if c.isalnum() or c in MARKS else " " for c in spoken)
    return kept if any(c.isalnum() for c in kept) else ""
