"""The relay as an engine: sentences in, pieces out, in the shape of the local one."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from studio import voices
from studio.document import Sentence, Word
from studio.engines import Measure, Piece
from studio.errors import NoCaptions, RelayBrokeOff, RelayFailed, RelayVoiceUnknown, Unspeakable
from studio.languages import language
from studio.relay import stopwatch
from studio.relay.servers import Server
from studio.relay.splitting import parts
from studio.spoken import Reading
from studio.takes import Unspoken, take_key

if TYPE_CHECKING:
    from studio.relay.client import Client, Stamp

How = tuple[str, float, str]  # voice, speed, Kokoro's letter of the language

log = logging.getLogger(__name__)

# Pins that misaki reads, in English only: others it leaves out without a word.
_UNDERSTOOD = re.compile(r"/.+/|[+-](\d|0\.5)")

_HELD_BACK = 240  # samples that wait for the words, so that the rest can be heard at once
_OTHER_PACE = 0.7  # of that of the nearest voice here: what a voice elsewhere may have


class RelayEngine:
    """Speaks through ``client``; may be asked by several threads at once.

    ``measure`` times the words. The voices that the server has are asked for when it does not
    know one, once.
    """

    def __init__(self, client: Client, measure: Measure) -> None:
        self._client, self._measure = client, measure
        self._voices: tuple[str, ...] | None = None
        self._has_captions = client.server.captions

    @property
    def name(self) -> str:
        return engine_name(self._client.server)

    @property
    def markup(self) -> bool:
        """Whether phonemes of the author are sent along."""
        return self._client.server.markup

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        """A live one is given while it arrives; its words come with the last piece. One that then
        turns out not to be whole raises RelayBrokeOff; otherwise it is asked for once more first.

        Raises RelayFailed and RelayUnusable, Unspeakable, and what the local model raises.
        """
        text, voice = self._text(sentence, readings), self._voice(sentence)
        how = (voice, sentence.speed, language(sentence.language).kokoro)
        with self._voices_named():
            if live:
                yield from self._live(sentence, readings, text, how)
                return
            try:
                yield self._piece(sentence, readings, *self._at_once(text, how))
            except RelayBrokeOff as error:
                log.info("asked for once more: %s", error)
                stopwatch.anew()
                yield self._piece(sentence, readings, *self._at_once(text, how))

    def _live(
        self, sentence: Sentence, readings: Sequence[Reading], text: str, how: How
    ) -> Iterator[Piece]:
        sound: list[np.ndarray] = []
        rest = np.zeros(0, np.float32)
        for part in parts(text, self._client.server.characters):
            for piece in self._client.stream(part, *how):
                sound.append(piece)
                ready = np.concatenate((rest, piece))
                rest = ready[-_HELD_BACK:]
                if len(ready) > _HELD_BACK:
                    yield Piece(ready[:-_HELD_BACK], ())
        whole = self._piece(sentence, readings, np.concatenate(sound), ())
        yield replace(whole, audio=rest)

    def _piece(
        self,
        sentence: Sentence,
        readings: Sequence[Reading],
        audio: np.ndarray,
        stamps: Sequence[Stamp],
    ) -> Piece:
        unspoken = tuple(
            Unspoken(r.start, r.end, r.origin == "shortened")
            for r in readings
            if r.origin in ("shortened", "unspeakable")
        )
        return Piece(audio, self._words(sentence, readings, audio, stamps), unspoken)

    def close(self) -> None:
        self._client.close()

    def _text(self, sentence: Sentence, readings: Sequence[Reading]) -> str:
        """What is sent. Raises Unspeakable, and RelayFailed for what would not be heard."""
        server = self._client.server
        has_markup = server.markup and language(sentence.language).sentences == "en"
        pins = [reading.pin for reading in readings if reading.pin]
        if not all(has_markup and _UNDERSTOOD.fullmatch(pin) for pin in pins):
            reason = "it takes no phonemes or stress for a word; speak it locally"
            raise RelayFailed(server.name, reason)
        if text := spoken_text(readings, server.markup):
            return text
        raise Unspeakable(sentence.text)

    def _words(
        self,
        sentence: Sentence,
        readings: Sequence[Reading],
        audio: np.ndarray,
        stamps: Sequence[Stamp],
    ) -> tuple[Word, ...]:
        """Raises RelayBrokeOff for sound that cannot be all of the sentence, or only that."""
        from studio.relay.words import fitted, is_long, is_short, stamped

        blend = voices.parse_voice(sentence.voice)
        length, words = self._measure(replace(sentence, voice=str(blend.stand_in)), readings)
        # Some servers know no speed.
        other = _OTHER_PACE if blend.elsewhere else 1.0
        if is_short(words, audio, min(sentence.speed, 1.0) * other):
            raise self._broke_off("its answer is too short for the sentence")
        if is_long(words, audio, max(sentence.speed, 1.0) / other):
            raise self._broke_off("its answer is far too long for the sentence")
        text, spans = _joined(readings, self._client.server.markup)
        spoken = [_covered(word, readings, spans) for word in words]
        timed = stamped(words, spoken, text, stamps, len(audio)) if stamps else None
        return timed or fitted(words, length, audio)

    def _broke_off(self, reason: str) -> RelayBrokeOff:
        return RelayBrokeOff(self._client.server.name, reason, "answer")

    def _at_once(self, text: str, how: How) -> tuple[np.ndarray, tuple[Stamp, ...]]:
        """Speech, with the server's own times where it offers them."""
        if self._has_captions and len(text) <= self._client.server.characters:
            try:
                return self._client.captioned(text, *how)
            except NoCaptions:
                self._has_captions = False
        texts = parts(text, self._client.server.characters)
        return np.concatenate([self._client.sound(part, *how) for part in texts]), ()

    @contextmanager
    def _voices_named(self) -> Iterator[None]:
        """A voice that is unknown is told together with those that are there."""
        try:
            yield
        except RelayVoiceUnknown as error:
            if self._voices is None:
                self._voices = self._client.voices()
            raise RelayVoiceUnknown(error.server, error.voice, self._voices) from None

    def _voice(self, sentence: Sentence) -> str:
        """The voice by the name that servers know, a blend as Kokoro-FastAPI spells it, with
        shares that add up to 1 as it may be set not to divide them. Raises RelayVoiceUnknown."""
        parts = voices.parse_voice(sentence.voice).parts
        names = [id.removesuffix(voices.AT_RELAY) for id, _ in parts]
        if len(parts) == 1:
            return names[0]
        if not self._client.server.blends:
            raise RelayVoiceUnknown(self._client.server.name, sentence.voice)
        shares = (share / voices.WHOLE for _, share in parts)
        return "+".join(f"{name}({share:g})" for name, share in zip(names, shares, strict=True))


def engine_name(server: Server) -> str:
    """What takes say made them."""
    return f"relay:{server.name}"


def relay_key(server: Server, sentence: Sentence, readings: Sequence[Reading]) -> str:
    """The key of a sentence's take by that server: another server or model is another sound."""
    return take_key(
        text=sentence.text,
        readings=readings,
        voice=sentence.voice,
        speed=sentence.speed,
        language=sentence.language,
        weights=server.model,
        engine_version=f"{engine_name(server)} 2 {server.base}",
    )


def spoken_text(readings: Sequence[Reading], markup: bool = False) -> str:
    """What is sent: what is to be spoken, with blanks where the written words have them, and the
    author's phonemes and stress with ``markup``."""
    return _joined(readings, markup)[0]


def _joined(readings: Sequence[Reading], markup: bool) -> tuple[str, list[tuple[int, int]]]:
    """What is sent, and the offsets in it of what is spoken for each reading."""
    text, spans, before = "", [], None
    for reading in readings:
        if reading.spoken and text and before != reading.start:
            text += " "
        said = reading.spoken
        if markup and reading.pin:
            said = _marked(reading)
        spans.append((len(text), len(text) + len(said)))
        text += said
        before = reading.end
    return text, spans


def _marked(reading: Reading) -> str:
    """What is spoken, in misaki's markup; the marks around a word do not belong into it."""
    said, (start, end) = reading.spoken, reading.pinned
    while start < end and not said[start].isalnum():
        start += 1
    while start < end and not said[end - 1].isalnum():
        end -= 1
    if start == end:
        return said
    return f"{said[:start]}[{said[start:end]}]({reading.pin}){said[end:]}"


def _covered(
    word: Word, readings: Sequence[Reading], spans: Sequence[tuple[int, int]]
) -> tuple[int, int]:
    """Where in the text that is sent a written word is; nowhere where it is only a part of what
    one reading covers, as in Japanese."""
    start, end = word.source
    inside = [
        span
        for reading, span in zip(readings, spans, strict=True)
        if start <= reading.start and reading.end <= end and reading.spoken
    ]
    return (inside[0][0], inside[-1][1]) if inside else (0, 0)
