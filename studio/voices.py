"""The voices: the catalogue, blends of several, and the style tables that Kokoro is given.

A *blend* is written ``af_heart:60,af_bella:40``; a single voice is a blend of one. Weights are
relative, so ``3,2`` and ``60,40`` are the same blend; they are kept as whole hundredths of a
percent that add up to 100 %, which makes equal blends spell the same (`str`) and that spelling
fit for keys.

A voice that only a relay has is written ``af_nova2@relay``. Its name tells its language and whether
it is a woman's, as Kokoro names voices; nothing here can speak it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from studio import paths
from studio.document import FASTEST, SLOWEST
from studio.errors import (
    EnvironmentUnusable,
    LanguageMismatch,
    SpeedOutOfRange,
    VoiceDamaged,
    VoiceElsewhere,
    VoiceUnknown,
    WrongUse,
)
from studio.languages import language as known_language
from studio.languages import language_of_letter

WHOLE = 10_000  # hundredths of a percent
STYLE_SHAPE = (510, 256)  # one row for each number of phonemes, from 1 on
AUTO = "auto"
AT_RELAY = "@relay"

_KOKORO_NAME = re.compile(r"([abefhijpz])([fm])_(\w[\w.-]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Voice:
    """``language`` is a code of `studio.languages`; ``gender`` is ``female`` or ``male``;
    ``grade`` the model's authors' own estimate of quality (A to F, empty when they gave none);
    ``character`` a word or two on how it sounds, after its measured pitch, melody, pace and tone
    in one sentence of its language."""

    id: str
    name: str
    language: str
    gender: str
    grade: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True)
class Blend:
    """Voices and their shares in hundredths of a percent, heaviest first, adding up to 10,000.
    Made by `parse_voice`."""

    parts: tuple[tuple[str, int], ...]

    @property
    def language(self) -> str:
        """That of the heaviest voice (of equals, the first in the catalogue)."""
        return voice(self.parts[0][0]).language

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """The voices in it that only a relay has."""
        return tuple(each for each, _ in self.parts if each not in voices())

    @property
    def stand_in(self) -> Blend:
        """The same with the nearest voices that are here: what it says takes about as long."""
        totals: dict[str, float] = {}
        for each, share in self.parts:
            near = nearest(each).id
            totals[near] = totals.get(near, 0.0) + share
        return Blend(_shares(totals))

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return self.parts[0][0]
        return ",".join(f"{each}:{share / 100:g}" for each, share in self.parts)


@functools.cache
def voices() -> Mapping[str, Voice]:
    """Every voice by id, in the order in which to show them. Raises EnvironmentUnusable."""
    entries = _read(paths.resources() / "voices.json")
    return MappingProxyType({entry["id"]: Voice(**entry) for entry in entries})


def voice(id: str) -> Voice:
    """A voice of the catalogue, or one at a relay, of which no more is known than its name tells.
    Raises VoiceUnknown."""
    known = voices().get(id)
    found = _KOKORO_NAME.fullmatch(id.removesuffix(AT_RELAY)) if known is None else None
    if known is not None:
        return known
    if found is None or not id.endswith(AT_RELAY):
        raise VoiceUnknown(id, voices())
    letter, gender, name = found.groups()
    shown = name.replace("_", " ").capitalize()
    language = language_of_letter(letter).code
    return Voice(id, shown, language, {"f": "female", "m": "male"}[gender])


def at_relay(names: Iterable[str]) -> tuple[Voice, ...]:
    """Those of a relay's voices that are not here, and whose language their names tell."""
    ids = (name + AT_RELAY for name in names if name not in voices())
    return tuple(voice(id) for id in ids if _KOKORO_NAME.fullmatch(id.removesuffix(AT_RELAY)))


def nearest(id: str) -> Voice:
    """The voice itself if it is here, or else the best one here of its language, and of its
    gender if there is one."""
    wanted = voice(id)
    if id in voices():
        return wanted
    return min(
        (each for each in voices().values() if each.language == wanted.language),
        key=lambda each: (each.gender != wanted.gender, _GRADES.index(each.grade)),
    )


def parse_voice(text: str, *, relay: bool = False) -> Blend:
    """The blend that ``text`` spells: ``af_heart``, ``af_heart, af_bella`` (equal shares) or
    ``af_heart:60, af_bella:40``. With ``relay``, a voice that is not here is one at the relay, if
    its name tells a language. Raises VoiceUnknown, WrongUse."""
    pieces = [piece.strip() for piece in text.split(",")]
    names, weights = zip(*(_piece(piece, text, relay) for piece in pieces), strict=True)
    given = [weight for weight in weights if weight is not None]
    if given and len(given) < len(weights):
        raise WrongUse(f"In {text!r} some voices have a weight; give one to each or to none.")
    totals: dict[str, float] = {}
    for name, weight in zip(names, weights, strict=True):
        totals[name] = totals.get(name, 0.0) + (1.0 if weight is None else weight)
    if not 0 < sum(totals.values()) < math.inf:
        raise WrongUse(f"The weights in {text!r} do not add up to anything; make one above 0.")
    return Blend(_shares(totals))


def _piece(piece: str, text: str, relay: bool) -> tuple[str, float | None]:
    name, colon, number = (part.strip() for part in piece.partition(":"))
    if not name:
        raise WrongUse(f"{text!r} names no voice; write for example af_heart:60,af_bella:40.")
    name = _id(name, relay)
    if not colon:
        return name, None
    try:
        weight = float(number.removesuffix("%"))
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise WrongUse(f"The weight {number!r} of voice {name!r} must be a number from 0 up.")
    return name, weight


def _id(name: str, relay: bool) -> str:
    """The id of a voice: here in any case, at a relay as it spells it. Raises VoiceUnknown."""
    plain = name.removesuffix(AT_RELAY)
    if plain.lower() in voices():
        return plain.lower()
    if plain == name and not (relay and _KOKORO_NAME.fullmatch(name)):
        raise VoiceUnknown(name.lower(), voices())
    return voice(plain + AT_RELAY).id


def _shares(weights: Mapping[str, float]) -> tuple[tuple[str, int], ...]:
    """Weights as whole hundredths of a percent, by largest remainder; what rounds to 0 is left
    out (nobody hears it)."""
    total = sum(weights.values())
    exact = {each: weight / total * WHOLE for each, weight in weights.items()}
    shares = {each: math.floor(share) for each, share in exact.items()}
    order = [*voices(), *sorted(weights)]
    by_remainder = sorted(exact, key=lambda each: (shares[each] - exact[each], order.index(each)))
    for each in by_remainder[: WHOLE - sum(shares.values())]:
        shares[each] += 1
    heard = ((each, share) for each, share in shares.items() if share)
    return tuple(sorted(heard, key=lambda part: (-part[1], order.index(part[0]))))


def check_language(blend: Blend, language: str = AUTO) -> str:
    """The code of the language in which ``blend`` shall speak.

    ``auto`` takes the blend's own. A voice may read the other English (a British voice reading
    American keeps its timbre), and a blend any language of one of its voices. Raises
    LanguageUnknown, LanguageMismatch.
    """
    code = language.strip().lower().replace("_", "-")
    if code == AUTO:
        return blend.language
    wanted = known_language(code)
    spoken = {voice(each).language for each, _ in blend.parts}
    if wanted.sentences not in {known_language(each).sentences for each in spoken}:
        names = _listing(known_language(each).name for each in spoken)
        raise LanguageMismatch(str(blend), names, wanted.name, default_voice(wanted.code).id)
    return wanted.code


_GRADES = ("A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F+", "F", "")


def default_voice(language: str) -> Voice:
    """The best voice of a language, in the grades of the model's authors. Raises
    LanguageUnknown."""
    code = known_language(language.strip().lower().replace("_", "-")).code
    of_language = (each for each in voices().values() if each.language == code)
    return min(of_language, key=lambda each: _GRADES.index(each.grade))


def other_languages(blend: Blend, language: str) -> tuple[str, ...]:
    """The codes of the languages of voices in ``blend`` other than the one it speaks; the two
    Englishes count as one."""
    main = known_language(language).sentences
    codes = dict.fromkeys(voice(each).language for each, _ in blend.parts)
    return tuple(code for code in codes if known_language(code).sentences != main)


def _listing(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))


def check_speed(speed: Any) -> float:
    """``speed`` as a number that Kokoro can be given. Raises SpeedOutOfRange."""
    try:
        value = float(speed)
    except (TypeError, ValueError, OverflowError):
        raise SpeedOutOfRange(speed, SLOWEST, FASTEST) from None
    if not SLOWEST <= value <= FASTEST:  # false for NaN, too
        raise SpeedOutOfRange(speed, SLOWEST, FASTEST)
    return value


def load_style(blend: Blend) -> np.ndarray:
    """The style table of ``blend``: float32, shape (510, 256), row *n* - 1 for *n* phonemes.

    Every file is checked against its SHA-256 once per process. Raises VoiceDamaged, and
    VoiceElsewhere for one that only a relay has.
    """
    if blend.elsewhere:
        raise VoiceElsewhere(blend.elsewhere[0].removesuffix(AT_RELAY))
    style = np.zeros(STYLE_SHAPE, dtype=np.float32)
    for each, share in blend.parts:
        style += _table(each).astype(np.float32) * np.float32(share / WHOLE)
    style.flags.writeable = False
    return style


@functools.cache
def _table(voice: str) -> np.ndarray:
    """One voice's table as it lies on disk (float16)."""
    manifest = _manifest()
    entry = manifest["voices"].get(voice)
    path = paths.resources() / "voices" / (entry["file"] if entry else f"{voice}.bin")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise VoiceDamaged(voice, path) from error
    if entry is None or hashlib.sha256(data).hexdigest() != entry["sha256"]:
        raise VoiceDamaged(voice, path)
    return np.frombuffer(data, dtype=manifest["dtype"]).reshape(STYLE_SHAPE)


@functools.cache
def _manifest() -> dict[str, Any]:
    return _read(paths.resources() / "voices" / "manifest.json")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EnvironmentUnusable(
            f"{path} is missing or damaged; install Narration Studio again."
        ) from error
