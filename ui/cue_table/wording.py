"""Findings and what helps against them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QCoreApplication

from studio.cues import Finding, Fix
from studio.document import SAMPLE_RATE
from studio.timeline import PlacedWord

translate = QCoreApplication.translate


def _filled(text: str, *values: str) -> str:
    """A translated text with its values."""
    for number, value in enumerate(values, 1):
        text = text.replace(f"%{number}", value)
    return text


def finding_name(finding: Finding) -> str:
    return {
        "too fast": translate("CueTable", "Too fast"),
        "too short": translate("CueTable", "Too short"),
        "too long": translate("CueTable", "Too long"),
        "line too long": translate("CueTable", "Line too long"),
        "overlap": translate("CueTable", "Overlap"),
        "gap": translate("CueTable", "Gap too small"),
        "hidden text": translate("CueTable", "Hidden text"),
    }[finding.kind]


def names(findings: Sequence[Finding]) -> str:
    """Those of one caption: "Too fast, line too long"."""
    first, *others = map(finding_name, findings)
    return ", ".join([first, *(name[:1].lower() + name[1:] for name in others)])


def finding_sentence(finding: Finding) -> str:
    """What it is, how much of it, and how much would be good."""
    text = {
        "too fast": translate("CueTable", "Too fast: %1 characters a second, at most %2"),
        "too short": translate("CueTable", "Too short: %1 s, at least %2 s"),
        "too long": translate("CueTable", "Too long: %1 s, at most %2 s"),
        "line too long": translate("CueTable", "Line too long: %1 characters, at most %2"),
        "overlap": translate("CueTable", "Lasts %1 s into the next caption"),
        "gap": translate("CueTable", "Gap too small: %1 s, at least %2 s"),
        "hidden text": translate("CueTable", "Some players hide what stands in < > or { }"),
    }[finding.kind]
    value, limit = finding.value, finding.limit
    if finding.kind == "too fast":
        return _filled(text, _pace(value, limit), f"{limit:g}")
    if finding.kind == "line too long":
        return _filled(text, f"{value:g}", f"{limit:g}")
    return _filled(text, *_times(value, limit))


def fix_label(fix: Fix, words: Sequence[PlacedWord]) -> str:
    """What a button says that does it. ``words`` are those of the timeline."""
    if fix.kind == "slower":
        return _filled(
            translate("CueTable", "Say sentence %1 at %2 of its speed"),
            str(fix.at + 1),
            f"{fix.amount:.2f}",
        )
    if fix.kind == "extend":
        return _filled(translate("CueTable", "Let it last %1 s longer"), _time(fix.amount))
    word = words[fix.at].text if fix.at < len(words) else str(fix.at + 1)
    if fix.kind == "join":
        before = words[fix.at - 1].text if fix.at <= len(words) else str(fix.at)
        return _filled(translate("CueTable", "Join “%1” and “%2”"), before, word)
    if fix.kind == "break":
        return _filled(translate("CueTable", "Begin a caption with “%1”"), word)
    return _filled(translate("CueTable", "Pause %1 s after “%2”"), _time(fix.amount), word)


def _time(samples: float) -> str:
    return f"{samples / SAMPLE_RATE:.2f}"


def _times(value: float, limit: float) -> tuple[str, str]:
    """A length and its limit, so exactly that they differ."""
    if _time(value) != _time(limit):
        return _time(value), _time(limit)
    return f"{value / SAMPLE_RATE:.3f}", f"{limit / SAMPLE_RATE:.3f}"


def _pace(value: float, limit: float) -> str:
    """Characters a second, to a tenth, and never as few as the limit that they break."""
    tenths = round(value * 10)
    return f"{(tenths if tenths > limit * 10 else ceil(value * 10)) / 10:g}"
