"""From the options of a command to a document that can be spoken."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from studio import files, script, settings, voices
from studio.commands.output import complain
from studio.document import SAMPLE_RATE, Document
from studio.errors import FileDamaged, NothingToSay, ScriptUnreadable, WrongUse

MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")


@dataclass(frozen=True, slots=True)
class Script:
    """``voice`` in its canonical spelling; ``language`` a code of `studio.languages`."""

    name: str
    document: Document
    voice: str
    language: str


def read(options: argparse.Namespace, chosen: settings.Settings) -> Script:
    """The script that the options name, with ``chosen`` where they say nothing, checked in all
    that can be known before it is spoken. Raises WrongUse."""
    blend = voices.parse_voice(_or(options.voice, chosen["voice"]))
    language = voices.check_language(blend, _or(options.language, chosen["language"]))
    speed = voices.check_speed(_or(options.speed, chosen["speed"]))
    name, data = _input(options.input)
    source = script.decode(data, name)
    document = script.read(
        source,
        markdown=Path(name).suffix.lower() in MARKDOWN,
        voice=str(blend),
        speed=speed,
        language=language,
        sentence_gap=_gap(_or(options.sentence_gap, chosen["sentence_gap"])),
        paragraph_gap=_gap(_or(options.paragraph_gap, chosen["paragraph_gap"])),
    )
    if not document.sentences:
        raise NothingToSay(name)
    document = replace(document, source=source, lexicon=_lexicon(options.lexicon))
    return Script(name, document, str(blend), language)


def preferences() -> settings.Settings:
    """The user's settings; what is wrong with their file is said, not fatal."""
    chosen = settings.load()
    for warning in chosen.warnings:
        complain(warning)
    return chosen


def _or(given: Any, default: Any) -> Any:
    return default if given is None else given


def _gap(value: float) -> int:
    if not 0 <= value <= settings.LONGEST_GAP:
        raise WrongUse(f"A gap of {value:g} s is not possible; choose 0 to 10 s.")
    return round(value * SAMPLE_RATE)


def _lexicon(name: str | None) -> tuple[tuple[str, str], ...]:
    """Written words and how to say them, from a JSON object. Raises FileDamaged."""
    if name is None:
        return ()
    try:
        content = json.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise FileDamaged(name, files.why(error)) from error
    except ValueError as error:
        raise FileDamaged(name, f"it is not JSON ({error})") from error
    if not isinstance(content, dict) or not all(isinstance(v, str) for v in content.values()):
        raise FileDamaged(name, 'it must look like {"IEEE": "I triple E"}')
    return tuple(content.items())


def _input(name: str) -> tuple[str, bytes]:
    if name == "-" and sys.stdin is None:
        raise ScriptUnreadable("Standard input", "it is closed")
    try:
        if name == "-":
            return "standard input", sys.stdin.buffer.read()
        return name, Path(name).read_bytes()
    except OSError as error:
        raise ScriptUnreadable(name, f"{files.why(error)}; check the name") from error
