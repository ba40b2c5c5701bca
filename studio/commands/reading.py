"""From the options of a command to a document that can be spoken."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from studio import files, languages, script, settings, voices
from studio.commands.output import complain
from studio.document import SAMPLE_RATE, Document
from studio.errors import (
    FileDamaged,
    NothingToSay,
    ScriptUnreadable,
    VoiceElsewhere,
    WrongUse,
)

LOCAL = "local"  # the engine that is meant where none is named
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
    relay = getattr(options, "engine", LOCAL).strip().lower() != LOCAL
    blend, language = _voice(options.voice, options.language, chosen, relay)
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
    _tell_of_other_script(source, str(blend), language)
    document = replace(document, source=source, lexicon=_lexicon(options.lexicon))
    return Script(name, document, str(blend), language)


def _voice(
    voice: str | None, language: str | None, chosen: settings.Settings, relay: bool
) -> tuple[voices.Blend, str]:
    """The voice and the code of its language. A language that is asked for without a voice brings
    one; what nobody may have expected is said. With ``relay`` it may be one that only a relay
    has."""
    blend = voices.parse_voice(_or(voice, chosen["voice"]), relay=relay)
    if blend.elsewhere and not relay:
        raise VoiceElsewhere(blend.elsewhere[0].removesuffix(voices.AT_RELAY))
    if voice is None and language is not None and language.strip().lower() != voices.AUTO:
        fitting = voices.default_voice(language)
        if blend.language != fitting.language:
            complain(
                f"The voice is {fitting.id}, as {blend} speaks "
                f"{languages.language(blend.language).name}; choose another with --voice."
            )
            blend = voices.parse_voice(fitting.id)
    code = voices.check_language(blend, _or(language, chosen["language"]))
    if others := voices.other_languages(blend, code):
        named = " and ".join(languages.language(other).name for other in others)
        complain(
            f"The blend speaks {languages.language(code).name}, though a voice of {named} is in it."
        )
    return blend, code


_OWN_LETTERS = {
    "ja": r"[\p{Han}\p{Hiragana}\p{Katakana}]",
    "zh": r"\p{Han}",
    "hi": r"\p{Devanagari}",
}


def _tell_of_other_script(source: str, voice: str, code: str) -> None:
    """A voice may read letters that its language is not written in, but hardly as was meant."""
    import regex

    if code in _OWN_LETTERS and not regex.search(_OWN_LETTERS[code], source):
        name = languages.language(code).name
        complain(f"Nothing in the script is {name}, which {voice} speaks; choose another voice.")


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
