"""The script as the author types it, into a narration and again after a change."""

from __future__ import annotations

from dataclasses import replace

from studio import voices
from studio.document import DEFAULT_VOICE, Document, Paragraph
from studio.edits.carrying import carried
from studio.edits.rereading import changed_part, read_part


def begin(
    source: str = "",
    *,
    markdown: bool = False,
    voice: str = DEFAULT_VOICE,
    speed: float = 1.0,
    language: str = voices.AUTO,
) -> Document:
    """A new narration of a script. Raises what set_voice and set_speed raise."""
    blend = voices.parse_voice(voice)
    document = Document(
        markdown=markdown,
        voice=str(blend),
        speed=voices.check_speed(speed),
        language=voices.check_language(blend, language),
    )
    return retype(document, source)


def retype(document: Document, source: str) -> Document:
    """The narration of another script. Sentences whose text is the same keep all that the author
    decided about them; see `carrying` for the others.

    A pause tag without a length that is possible is read as nothing, see ``unreadable_pauses``.
    """
    if source == document.source:
        return document
    part = changed_part(document, source)
    old = document.paragraphs
    paragraphs = (
        *old[: part.first],
        *carried(old[part.first : part.last], read_part(document, part, source)),
        *(_moved(paragraph, part.growth) for paragraph in old[part.last :]),
    )
    changed = replace(document, source=source, paragraphs=paragraphs)
    if old and not paragraphs:
        last = old[0].sentences[0]
        return replace(changed, voice=last.voice, speed=last.speed, language=last.language)
    return changed


def _moved(paragraph: Paragraph, by: int) -> Paragraph:
    return Paragraph(paragraph.sentences, paragraph.at + by) if by else paragraph
