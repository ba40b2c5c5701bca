"""What a narration is like before anything was done to it."""

from __future__ import annotations

from dataclasses import replace

from studio import edits
from studio.document import SAMPLE_RATE, Document
from studio.settings import Settings
from studio.voices import parse_voice


def new_document(chosen: Settings, source: str = "", markdown: bool = False) -> Document:
    """A document with this script, spoken and captioned as the user has chosen."""
    document = edits.begin(
        source,
        markdown=markdown,
        voice=str(parse_voice(chosen["voice"])),
        speed=chosen["speed"],
    )
    return replace(
        document,
        profile=chosen["profile"],
        grouping=chosen["grouping"],
        sentence_gap=round(chosen["sentence_gap"] * SAMPLE_RATE),
        paragraph_gap=round(chosen["paragraph_gap"] * SAMPLE_RATE),
    )
