"""``studio voices``, ``studio model`` and ``studio doctor``: what is here and whether it works."""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from studio import files, paths, voices
from studio.commands import output
from studio.commands.output import say
from studio.document import Sentence
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.errors import PackageMissing, StudioError, WrongUse, program
from studio.languages import LANGUAGES
from studio.spoken import readings


def run_voices(options: argparse.Namespace) -> int:
    catalogue = voices.voices().values()
    if options.json:
        output.report({"voices": [asdict(voice) for voice in catalogue]})
        return output.DONE
    for voice in catalogue:
        tongue = LANGUAGES[voice.language].name
        say(f"{voice.id:<14} {tongue:<21} {voice.gender:<7} {voice.grade:<3} {voice.character}")
    return output.DONE


def run_model(options: argparse.Namespace) -> int:
    if options.action == "download":
        folder = model.download()
        if not options.json:
            say(f"Downloaded the official weights to {folder}.")
    elif options.action == "use":
        if not options.folder:
            raise WrongUse(
                f"Name the folder: `{program()} model use DIR`, or `default` to go back."
            )
        model.use(None if options.folder == "default" else Path(options.folder))
    weights = model.ensure_weights()
    if options.json:
        facts = {"origin": weights.origin, "path": str(weights.path), "identity": weights.identity}
        output.report(facts)
    else:
        say(f"{weights.origin} weights, {weights.path}")
    return output.DONE


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. ``needed``: without it nothing can be spoken."""

    name: str
    fine: bool
    detail: str
    needed: bool = True


def run_doctor(options: argparse.Namespace) -> int:
    found = [
        _tried("Python", _python),
        _tried("resources", lambda: str(paths.resources())),
        _tried("cache", _cache),
        _tried("voices", _voices),
        _tried("model", lambda: f"{model.ensure_weights().origin} weights"),
        _tried("unknown words", _unknown_words),
        *(_tried(name, check, needed=False) for name, check in _dictionaries()),
        _tried("sound", _sound, needed=False),
    ]
    usable = all(finding.fine for finding in found if finding.needed)
    if options.json:
        output.report({"usable": usable, "checks": [asdict(finding) for finding in found]})
    else:
        for finding in found:
            mark = "ok" if finding.fine else ("MISSING" if finding.needed else "not here")
            say(f"{mark:<9} {finding.name:<18} {finding.detail}")
        say("Everything needed is here." if usable else "Narration Studio cannot speak yet.")
    return output.DONE if usable else output.NOT_USABLE


def _tried(name: str, check: Callable[[], str], needed: bool = True) -> Finding:
    try:
        return Finding(name, True, check(), needed)
    except (StudioError, OSError, ImportError) as error:
        return Finding(name, False, str(error), needed)


def _python() -> str:
    if not (3, 10) <= sys.version_info[:2] <= (3, 12):
        raise WrongUse(f"Python {platform.python_version()} will not do; use 3.10 to 3.12.")
    return f"{platform.python_version()}, {os.cpu_count()} processors"


def _cache() -> str:
    folder = paths.cache()
    files.new_temporary(folder).unlink()
    return str(folder)


def _voices() -> str:
    for name in voices.voices():
        voices.load_style(voices.parse_voice(name))
    return f"{len(voices.voices())}, all intact"


def _unknown_words() -> str:
    """Without espeak, words that are in no dictionary would vanish; the engine refuses then."""
    sentence = Sentence("doctor", "Zorbliq.")
    with KokoroEngine() as engine:
        [unit] = engine.read(sentence, readings(sentence.text, sentence.language))
    return f"Zorbliq is read {unit.phonemes}"


def _dictionaries() -> list[tuple[str, Callable[[], str]]]:
    def check(needs: tuple[tuple[str, str], ...]) -> str:
        for module, package in needs:
            if importlib.util.find_spec(module) is None:
                raise PackageMissing(package)
        return "dictionaries are here"

    return [
        (language.name, lambda needs=language.needs: check(needs))  # type: ignore[misc]
        for language in LANGUAGES.values()
        if language.needs
    ]


def _sound() -> str:
    from ctypes.util import find_library

    library = find_library("portaudio")
    if library is None:
        raise WrongUse("PortAudio is missing; files can be written, but not played.")
    return library
