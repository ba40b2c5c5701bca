"""What the audition board offers, and which of it is wanted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio import voices
from studio.errors import StudioError
from studio.voices import AT_RELAY, Blend, Voice

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
    the user gave a name. ``only_at``: the server that alone has a voice which is not here;
    ``lacking``: the server that does not list one that is."""

    spelling: str
    name: str
    language: str
    gender: str
    grade: str
    character: str
    is_blend: bool = False
    saved: bool = False
    only_at: str = ""
    lacking: str = ""

    @property
    def id(self) -> str:
        """What stands beside the name in faint."""
        return "" if self.is_blend else self.spelling.removesuffix(AT_RELAY)

    @property
    def is_elsewhere(self) -> bool:
        """Whether this computer cannot speak it."""
        return AT_RELAY in self.spelling

    @property
    def description(self) -> str:
        """The second line: "American · female · warm, clear", or where alone it is spoken."""
        genders = {
            "female": translate("VoicePanel", "female"),
            "male": translate("VoicePanel", "male"),
            "": translate("VoicePanel", "mixed"),
        }
        where = translate("VoicePanel", "only at {0}").format(self.only_at) if self.only_at else ""
        gender = genders.get(self.gender, self.gender)
        said = (language_name(self.language), gender, self.character, where)
        return " · ".join(part for part in said if part)


@dataclass(frozen=True, slots=True)
class Listed:
    """The voices that the server of this name lists; none where that is not known. ``is_used``:
    it speaks now."""

    server: str = ""
    names: tuple[str, ...] = ()
    is_used: bool = False

    def lacks(self, blend: Blend) -> bool:
        """Whether something in a blend is not there, as far as that counts now."""
        plain = (each.removesuffix(AT_RELAY) for each, _ in blend.parts)
        return self.is_used and bool(self.names) and not all(each in self.names for each in plain)


def of_voice(voice: Voice, listed: Listed = Listed()) -> Entry:
    """Of the catalogue, or of a relay: of one that is not listed, nobody knows at which."""
    is_listed = voice.id.removesuffix(AT_RELAY) in listed.names
    only_at = listed.server if is_listed else translate("VoicePanel", "a relay")
    return Entry(
        voice.id,
        voice.name,
        voice.language,
        voice.gender,
        voice.grade,
        voice.character,
        only_at=only_at if voice.id.endswith(AT_RELAY) else "",
        lacking=listed.server if listed.lacks(voices.parse_voice(voice.id)) else "",
    )


def of_blend(
    spelling: str,
    name: str = "",
    listed: Listed = Listed(),
) -> Entry | None:
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
        lacking=listed.server if listed.lacks(blend) else "",
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
    blends: Mapping[str, str],
    stars: Collection[str],
    wanted: Wanted,
    spoken_by: str = "",
    listed: Listed = Listed(),
) -> tuple[Entry, ...]:
    """The rows of the board: what the user starred first, then blends, then the catalogue, then
    what only the server has whose voices are ``listed``.

    ``blends``: saved ones, spelling by name. ``spoken_by``: the voice of a sentence, which is
    shown even if it is a blend that nobody saved, or one that no list holds.
    """
    here = [of_voice(voice, listed) for voice in voices.voices().values()]
    there = [of_voice(voice, listed) for voice in _elsewhere(listed, (*sorted(stars), spoken_by))]
    entries = [*_blends(blends, spoken_by, listed), *here, *there]
    shown = [entry for entry in entries if wanted.admits(entry)]
    return tuple(sorted(shown, key=lambda entry: entry.spelling not in stars))


def _elsewhere(listed: Listed, wanted: Iterable[str]) -> tuple[Voice, ...]:
    """The voices that are not here: what is listed, and what is to be shown anyway."""
    also = [each.removesuffix(AT_RELAY) for each in wanted if "," not in each and AT_RELAY in each]
    return voices.at_relay(dict.fromkeys((*listed.names, *also)))


def _blends(blends: Mapping[str, str], spoken_by: str, listed: Listed) -> Iterable[Entry]:
    found = {}
    for name, spelling in blends.items():
        entry = of_blend(spelling, name, listed)
        if entry is not None:
            found[entry.spelling] = entry
    if "," in spoken_by:
        unsaved = of_blend(spoken_by, listed=listed)
        if unsaved is not None:
            found.setdefault(unsaved.spelling, unsaved)
    return found.values()
