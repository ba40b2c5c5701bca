"""What a voice is called where there is little room."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from studio import voices
from studio.errors import StudioError


def voice_name(spelling: str, blends: Mapping[str, str]) -> str:
    """ "Heart", "Heart 60 · Bella 40", or the name that the user gave a blend.

    ``blends`` are spellings by name.
    """
    for name, other in blends.items():
        if other == spelling:
            return name
    try:
        parts = voices.parse_voice(spelling).parts
    except StudioError:
        return spelling
    names = [(voices.voice(voice).name, share) for voice, share in parts]
    if len(names) == 1:
        return names[0][0]
    return " · ".join(f"{name} {share / 100:.0f}" for name, share in names)


def chip_name(spelling: str, blends: Mapping[str, str]) -> str:
    """ "Heart · af_heart"; a blend has no other name."""
    name = voice_name(spelling, blends)
    return name if "," in spelling or name == spelling else f"{name} · {spelling}"


def language_name(code: str) -> str:
    translate = QCoreApplication.translate
    return {
        "en-us": translate("ScriptEditor", "American English"),
        "en-gb": translate("ScriptEditor", "British English"),
        "es": translate("ScriptEditor", "Spanish"),
        "fr": translate("ScriptEditor", "French"),
        "hi": translate("ScriptEditor", "Hindi"),
        "it": translate("ScriptEditor", "Italian"),
        "pt-br": translate("ScriptEditor", "Brazilian Portuguese"),
        "ja": translate("ScriptEditor", "Japanese"),
        "zh": translate("ScriptEditor", "Mandarin Chinese"),
    }.get(code, code)
