"""The voices: the catalogue, blends of several, and the style tables that Kokoro is given.

A *blend* is written ``af_heart:60,af_bella:40``; a single voice is a blend of one. Weights are
relative, so ``3,2`` and ``60,40`` are the same blend; they are kept as whole hundredths of a
percent that add up to 100 %, which makes equal blends spell the same (`str`) and that spelling
fit for keys.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
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
    VoiceUnknown,
    WrongUse,
)
from studio.languages import language as known_language

WHOLE = 10_000  # hundredths of a percent
STYLE_SHAPE = (510, 256)  # one row for each number of phonemes, from 1 on
AUTO = "auto"


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
        return voices()[self.parts[0][0]].language

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return self.parts[0][0]
        return ",".join(f"{voice}:{share / 100:g}" for voice, share in self.parts)


@functools.cache
def voices() -> Mapping[str, Voice]:
    """Every voice by id, in the order in which to show them. Raises EnvironmentUnusable."""
    entries = _read(paths.resources() / "voices.json")
    return MappingProxyType({entry["id"]: Voice(**entry) for entry in entries})


def parse_voice(text: str) -> Blend:
    """The blend that ``text`` spells: ``af_heart``, ``af_heart, af_bella`` (equal shares) or
    ``af_heart:60, af_bella:40``. Raises VoiceUnknown, WrongUse."""
    pieces = [piece.strip() for piece in text.split(",")]
    names, weights = zip(*(_piece(piece, text) for piece in pieces), strict=True)
    given = [weight for weight in weights if weight is not None]
    if given and len(given) < len(weights):
        raise WrongUse(f"In {text!r} some voices have a weight; give one to each or to none.")
    totals: dict[str, float] = {}
    for name, weight in zip(names, weights, strict=True):
        totals[name] = totals.get(name, 0.0) + (1.0 if weight is None else weight)
    if not 0 < sum(totals.values()) < math.inf:
        raise WrongUse(f"The weights in {text!r} do not add up to anything; make one above 0.")
    return Blend(_shares(totals))


def _piece(piece: str, text: str) -> tuple[str, float | None]:
    name, colon, number = (part.strip() for part in piece.partition(":"))
    name = name.lower()
    if not name:
        raise WrongUse(f"{text!r} names no voice; write for example af_heart:60,af_bella:40.")
    if name not in voices():
        raise VoiceUnknown(name, voices())
    if not colon:
        return name, None
    try:
        weight = float(number.removesuffix("%"))
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise WrongUse(f"The weight {number!r} of voice {name!r} must be a number from 0 up.")
    return name, weight


def _shares(weights: Mapping[str, float]) -> tuple[tuple[str, int], ...]:
    """Weights as whole hundredths of a percent, by largest remainder; what rounds to 0 is left
    out (nobody hears it)."""
    total = sum(weights.values())
    exact = {voice: weight / total * WHOLE for voice, weight in weights.items()}
    shares = {voice: math.floor(share) for voice, share in exact.items()}
    order = list(voices())
    by_remainder = sorted(
        exact, key=lambda voice: (shares[voice] - exact[voice], order.index(voice))
    )
    for voice in by_remainder[: WHOLE - sum(shares.values())]:
        shares[voice] += 1
    heard = ((voice, share) for voice, share in shares.items() if share)
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
    spoken = {voices()[voice].language for voice, _ in blend.parts}
    if wanted.sentences not in {known_language(each).sentences for each in spoken}:
        names = _listing(known_language(each).name for each in spoken)
        raise LanguageMismatch(str(blend), names, wanted.name, default_voice(wanted.code).id)
    return wanted.code


_GRADES = ("A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "D-", "F+", "F", "")


def default_voice(language: str) -> Voice:
    """The best voice of a language, in the grades of the model's authors. Raises
    LanguageUnknown."""
    code = known_language(language.strip().lower().replace("_", "-")).code
    of_language = (voice for voice in voices().values() if voice.language == code)
    return min(of_language, key=lambda voice: _GRADES.index(voice.grade))


def other_languages(blend: Blend, language: str) -> tuple[str, ...]:
    """The codes of the languages of voices in ``blend`` other than the one it speaks; the two
    Englishes count as one."""
    main = known_language(language).sentences
    codes = dict.fromkeys(voices()[voice].language for voice, _ in blend.parts)
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

    Every file is checked against its SHA-256 once per process. Raises VoiceDamaged.
    """
    style = np.zeros(STYLE_SHAPE, dtype=np.float32)
    for voice, share in blend.parts:
        style += _table(voice).astype(np.float32) * np.float32(share / WHOLE)
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
