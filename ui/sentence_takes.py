"""What there is of each sentence of the open narration: its take, or why it has none."""

from __future__ import annotations

from studio.spoken import Reading
from studio.takes import Take, TakeInfo
from ui.authoring import Authoring
from ui.rendering import Rendering


class SentenceTakes:
    """By the ids of the sentences. One that is not in the document has nothing."""

    def __init__(self, narration: Authoring, rendering: Rendering) -> None:
        self._narration, self._rendering = narration, rendering

    def state(self, id: str) -> str:
        sentence = self._narration.sentence(id)
        return self._rendering.state(sentence) if sentence else "to_render"

    def states(self) -> dict[str, str]:
        """The state of every sentence, by id."""
        return {s.id: self._rendering.state(s) for s in self._narration.document.sentences}

    def failure(self, id: str) -> str:
        sentence = self._narration.sentence(id)
        return self._rendering.failure(sentence) if sentence else ""

    def take(self, id: str) -> Take | None:
        sentence = self._narration.sentence(id)
        return self._rendering.take(sentence) if sentence else None

    def info(self, id: str) -> TakeInfo | None:
        """What is known of a take without its sound; None before the sentence is rendered."""
        sentence = self._narration.sentence(id)
        return self._rendering.known_take(sentence) if sentence else None

    def by_key(self, key: str) -> Take | None:
        """A take with its sound, or None; may be called on any thread."""
        return self._rendering.sound_of(key)

    def made_by(self, id: str) -> str:
        """The name of the engine that made the take of a sentence; empty before there is one."""
        info = self.info(id)
        return info.engine if info else ""

    def key(self, id: str) -> str:
        """That of the take which the sentence has, or will have."""
        sentence = self._narration.sentence(id)
        return self._rendering.job(sentence).key if sentence else ""

    def readings(self, id: str) -> tuple[Reading, ...]:
        sentence = self._narration.sentence(id)
        return self._rendering.readings(sentence) if sentence else ()
