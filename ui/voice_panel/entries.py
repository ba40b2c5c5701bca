"""What the audition board offers, and which of it is wanted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio import voices
from studio.errors import StudioError
from studio.voices import Blend, Voice

GRADES = ("A", "B", "C")  # "this or better" can be wished for
ENGLISH = ("en-us", "en-gb")


translate = QCoreApplication.translate


def language_name(code: str) -> str:
    """A language as a voice is described with it."""
    return {
        "en-us": translate("VoicePanel", "American"),
        "en-gb": translate("VoicePanel", "British"),
        "es": translate("VoicePanel", "Spanish"),
        "fr": translate("VoicePanel", "French"),
        "hi": translate("VoicePanel", "Hindi"),
        "it": translate("VoicePanel", "Italian"),
        "pt-br": translate("VoicePanel", "Brazilian"),
        "ja": translate("VoicePanel", "Japanese"),
        "zh": translate("VoicePanel", "Mandarin"),
    }.get(code, code)


def language_choices() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The language menu: a label and the codes that it admits (none: all)."""
    others = ("es", "fr", "hi", "it", "pt-br", "ja", "zh")
    return (
        (translate("VoicePanel", "All languages"), ()),
        (translate("VoicePanel", "English"), ENGLISH),
        *((language_name(code), (code,)) for code in (*ENGLISH, *others)),
    )


@dataclass(frozen=True, slots=True)
class Entry:
    """A voice, or a blend: ``spelling`` as `voices.parse_voice` reads it. ``gender`` is empty
    when that of several voices differs; ``grade`` is the worst of theirs. ``saved``: a blend that
    the user gave a name."""

    spelling: str
    name: str
    language: str
    gender: str
    grade: str
    character: str
    is_blend: bool = False
    saved: bool = False

    @property
    def id(self) -> str:
        """What stands beside the name in faint."""
        return "" if self.is_blend else self.spelling

    @property
    def description(self) -> str:
        """The second line: "American · female · warm, clear"."""
        genders = {
            "female": translate("VoicePanel", "female"),
            "male": translate("VoicePanel", "male"),
            "": translate("VoicePanel", "mixed"),
        }
        return " · ".join(
            (language_name(self.language), genders.get(self.gender, self.gender), self.character)
        )


def of_voice(voice: Voice) -> Entry:
    return Entry(voice.id, voice.name, voice.language, voice.gender, voice.grade, voice.character)


def of_blend(spelling: str, name: str = "") -> Entry | None:
    """A blend under a name, or under that of its voices; None if no voice is called so."""
    try:
        blend = voices.parse_voice(spelling)
    except StudioError:
        return None
    parts = [(voices.voice(voice), share) for voice, share in blend.parts]
    genders = {voice.gender for voice, _ in parts}
    grades = [voice.grade for voice, _ in parts]
    return Entry(
        str(blend),
        name or default_name(blend),
        blend.language,
        genders.pop() if len(genders) == 1 else "",
        max(grades, key=_rank) if all(grades) else "",
        ", ".join(f"{voice.name} {share / 100:.0f}" for voice, share in parts),
        is_blend=True,
        saved=bool(name),
    )


def default_name(blend: Blend) -> str:
    """ "Heart & Bella" """
    return " & ".join(voices.voice(voice).name for voice, _ in blend.parts)


def _rank(grade: str) -> tuple[str, int]:
    """Sorts grades from the best to the worst."""
    return grade[:1], {"+": 0, "": 1, "-": 2}.get(grade[1:], 1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filters above the board. ``languages``: codes, none for all. ``grade``: one of GRADES,
    which means this or better."""

    text: str = ""
    languages: tuple[str, ...] = ()
    gender: str = ""
    grade: str = ""

    def admits(self, entry: Entry) -> bool:
        if self.languages and entry.language not in self.languages:
            return False
        if self.gender and entry.gender != self.gender:
            return False
        if self.grade and not (entry.grade and entry.grade[0] <= self.grade):
            return False
        own = _words(f"{entry.name} {entry.spelling} {entry.description}")
        own.append(entry.spelling.lower())
        return all(any(o.startswith(word) for o in own) for word in self.text.lower().split())


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\W_]+", text.lower()) if word]


def board(
    blends: Mapping[str, str], stars: Collection[str], wanted: Wanted, spoken_by: str = ""
) -> tuple[Entry, ...]:
    """The rows of the board: what the user starred first, then blends, then the catalogue.

    ``blends``: saved ones, spelling by name. ``spoken_by``: the voice of a sentence, which is
    shown even if it is a blend that nobody saved.
    """
    entries = [*_blends(blends, spoken_by), *map(of_voice, voices.voices().values())]
    shown = [entry for entry in entries if wanted.admits(entry)]
    return tuple(sorted(shown, key=lambda entry: entry.spelling not in stars))


def _blends(blends: Mapping[str, str], spoken_by: str) -> Iterable[Entry]:
    found = {}
    for name, spelling in blends.items():
        entry = of_blend(spelling, name)
        if entry is not None:
            found[entry.spelling] = entry
    if "," in spoken_by:
        unsaved = of_blend(spoken_by)
        if unsaved is not None:
            found.setdefault(unsaved.spelling, unsaved)
    return found.values()
