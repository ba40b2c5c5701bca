"""Voices are heard before one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject

from studio import synthesis
from studio.document import Sentence
from studio.errors import StudioError
from studio.synthesis import LIVE_VERSION
from studio.voices import parse_voice
from ui.authoring import Authoring, Trouble
from ui.cursor import Cursor
from ui.playing import Playing
from ui.relaying import Relaying
from ui.rendering import Rendering


class Casting(QObject):
    """Lets voices speak a text, or what the author is writing, as the narration would be spoken:
    with its lexicon, and by the engine that is to speak it."""

    def __init__(
        self,
        narration: Authoring,
        cursor: Cursor,
        rendering: Rendering,
        relay: Relaying,
        playing: Playing,
        weights: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._narration, self._cursor, self._rendering = narration, cursor, rendering
        self._relay, self._playing, self._weights = relay, playing, weights

    def audition(self, voice: str, text: str | None, lexicon: Mapping[str, str]) -> None:
        """See `Session.audition`."""
        try:
            sentence = self._sentence(str(parse_voice(voice)), text)
        except StudioError as error:
            self._narration.trouble.emit(Trouble(str(error)))
            return
        known = {**dict(self._narration.document.lexicon), **lexicon}
        local = synthesis.job(sentence, known, self._weights(), engine_version=LIVE_VERSION)
        job = self._rendering.routed(local)
        falls_back = job.server and self._relay.fallback
        self._playing.audition(voice, job, local if falls_back else None)

    def _sentence(self, voice: str, text: str | None) -> Sentence:
        found = self._cursor.sentence or next(iter(self._narration.document.sentences), None)
        if text is not None or found is None:
            found = Sentence("audition", text or self.tr("This is how this voice sounds."))
        language = parse_voice(voice).language
        return replace(found, id="audition", voice=voice, language=language, kept="")

    def hear(self, key: str) -> None:
        """Play a take by its key."""
        take = self._rendering.stored(key)
        if take is None:
            text = self.tr("That take is not kept any more.")
            self._narration.trouble.emit(Trouble(text))
        else:
            self._playing.hear(take)
