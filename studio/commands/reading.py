"""From the options of a command to a document that can be spoken."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from studio import script, settings, voices
from studio.document import SAMPLE_RATE, Document
from studio.errors import NothingToSay, ScriptUnreadable, WrongUse

MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")


@dataclass(frozen=True, slots=True)
class Script:
    """``voice`` in its canonical spelling; ``language`` a code of `studio.languages`."""

    name: str
    document: Document
    voice: str
    language: str


def read(options: argparse.Namespace) -> Script:
    """The script that the options name, checked in everything that can be known before it is
    spoken. Raises WrongUse."""
    chosen = settings.load()
    blend = voices.parse_voice(_or(options.voice, chosen["voice"]))
    language = voices.check_language(blend, _or(options.language, chosen["language"]))
    speed = voices.check_speed(_or(options.speed, chosen["speed"]))
    name, data = _input(options.input)
    document = script.read(
        script.decode(data, name),
        markdown=Path(name).suffix.lower() in MARKDOWN,
        voice=str(blend),
        speed=speed,
        language=language,
        sentence_gap=_gap(_or(options.sentence_gap, chosen["sentence_gap"])),
        paragraph_gap=_gap(_or(options.paragraph_gap, chosen["paragraph_gap"])),
    )
    if not document.sentences:
        raise NothingToSay(name)
    return Script(name, document, str(blend), language)


def _or(given: object, default: object) -> object:  # type: ignore[explicit-any]
    return default if given is None else given


def _gap(seconds: object) -> int:
    value = float(seconds)  # type: ignore[arg-type]
    if not 0 <= value <= settings.LONGEST_GAP:
        raise WrongUse(f"A gap of {value:g} s is not possible; choose 0 to 10 s.")
    return round(value * SAMPLE_RATE)


def _input(name: str) -> tuple[str, bytes]:
    if name == "-":
        return "standard input", sys.stdin.buffer.read()
    try:
        return name, Path(name).read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ScriptUnreadable(name, f"{reason}; check the name") from error
