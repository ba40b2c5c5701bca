"""Who speaks which sentence, how fast, and which takes are to stay as they are.

A locked sentence sounds as it does, whatever happens around it: what is set for many sentences
passes it by, and a lexicon or a newer engine does not change it. Its words may be moved and its
captions broken, for that is not heard. When its text is changed the lock is gone, as the take
does not say the text any more; undo brings both back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from studio import voices
from studio.document import Document, Sentence
from studio.edits.finding import find_all, replaced, updated
from studio.errors import SentenceLocked


def set_voice(
    document: Document, sentences: Iterable[str] | None, voice: str, language: str = voices.AUTO
) -> Document:
    """Sentences (ids; None: all, and what will be written) spoken by a voice or blend.

    ``auto`` is the voice's own language. Locked sentences stay as they are. Raises VoiceUnknown,
    LanguageUnknown, LanguageMismatch, WrongUse, SentenceUnknown, and SentenceLocked if all of
    them are locked.
    """
    blend = voices.parse_voice(voice)
    code = voices.check_language(blend, language)
    changed = _unlocked(document, sentences)
    if sentences is None:
        document = updated(document, voice=str(blend), language=code)
    return replaced(document, (replace(s, voice=str(blend), language=code) for s in changed))


def set_speed(document: Document, sentences: Iterable[str] | None, speed: float) -> Document:
    """Sentences (ids; None: all, and what will be written) spoken at a speed.

    Locked sentences stay as they are. Raises SpeedOutOfRange, SentenceUnknown, and
    SentenceLocked if all of them are locked.
    """
    speed = voices.check_speed(speed)
    changed = _unlocked(document, sentences)
    if sentences is None:
        document = updated(document, speed=speed)
    return replaced(document, (replace(s, speed=speed) for s in changed))


def lock(document: Document, takes: Mapping[str, str]) -> Document:
    """Sentences that keep the takes that they have: ``takes`` holds keys of takes by sentence id.

    Raises SentenceUnknown.
    """
    if not all(takes.values()):
        raise ValueError("only a sentence that has a take can be locked")
    sentences = find_all(document, takes)
    return replaced(document, (replace(each, kept=takes[each.id]) for each in sentences))


def unlock(document: Document, sentences: Iterable[str] | None) -> Document:
    """Sentences (ids; None: all) that are free to sound different. Raises SentenceUnknown."""
    return replaced(document, (replace(s, kept="") for s in find_all(document, sentences)))


def lost_locks(before: Document, after: Document) -> tuple[Sentence, ...]:
    """The locked sentences of one document that another does not have or has unlocked: what to
    tell the author after a change of the text."""
    kept = {sentence.id: sentence.kept for sentence in after.sentences}
    return tuple(s for s in before.sentences if s.locked and kept.get(s.id) != s.kept)


def _unlocked(document: Document, sentences: Iterable[str] | None) -> tuple[Sentence, ...]:
    wanted = find_all(document, sentences)
    free = tuple(sentence for sentence in wanted if not sentence.locked)
    if wanted and not free:
        raise SentenceLocked(sentence.id for sentence in wanted)
    return free
