"""Captions in the formats that the command line offers, and its words for findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from studio import subtitles
from studio.cues import Cue, Finding, Fix
from studio.document import SAMPLE_RATE
from studio.timeline import Timeline

# Name on the command line → what is added to the name of the narration.
FORMATS = {
    "srt": ".srt",
    "vtt": ".vtt",
    "ass": ".ass",
    "labels": ".labels.txt",
    "words": ".words.json",
}

_SECONDS = ("too short", "too long", "overlap", "gap")
_UNITS = {
    "too fast": "characters a second",
    "line too long": "characters",
    "hidden text": "passages",
}


def files(
    formats: Iterable[str],
    cues: Sequence[Cue],
    timeline: Timeline,
    language: str,
    voice: str,
    engine: str,
    unspoken: Sequence[object] = (),
) -> dict[str, bytes]:
    """The content of each caption file that ``formats`` names, by what its name ends with.
    Captions show what is heard; the words file also says which sentences are not."""
    makers = {
        "srt": lambda: subtitles.to_srt(cues),
        "vtt": lambda: subtitles.to_vtt(cues, timeline.words, word_times=True),
        "ass": lambda: subtitles.to_ass(cues, timeline.words),
        "labels": lambda: subtitles.to_labels(cues),
        "words": lambda: subtitles.words_json(timeline, language, voice, engine, unspoken).encode(),
    }
    return {FORMATS[name]: makers[name]() for name in formats if name in makers}


def described(findings: Iterable[Finding], cues: Sequence[Cue]) -> list[dict[str, Any]]:
    """Findings as a report shows them: times in seconds, fixes as sentences."""
    return [
        {
            "caption": finding.cue + 1,
            "text": cues[finding.cue].text,
            "kind": finding.kind,
            "value": _amount(finding, finding.value),
            "limit": _amount(finding, finding.limit),
            "unit": _UNITS.get(finding.kind, "seconds"),
            "fixes": [_advice(fix) for fix in finding.fixes],
        }
        for finding in findings
    ]


def sentence(finding: dict[str, Any]) -> str:
    """One described finding in one line."""
    fixes = f"; {' or '.join(finding['fixes'])}" if finding["fixes"] else ""
    text = finding["text"].replace("\n", " ")
    return (
        f"Caption {finding['caption']} ({text!r}) is {finding['kind']}: {finding['value']:g} "
        f"{finding['unit']}, limit {finding['limit']:g}{fixes}."
    )


def _amount(finding: Finding, value: float) -> float:
    return round(value / SAMPLE_RATE if finding.kind in _SECONDS else value, 3)


def _advice(fix: Fix) -> str:
    seconds = f"{fix.amount / SAMPLE_RATE:.2f} s"
    return {
        "join": f"join the captions of words {fix.at} and {fix.at + 1}",
        "break": f"begin a caption with word {fix.at + 1}",
        "extend": f"let it last {seconds} longer",
        "pause": f"add a pause of {seconds} after word {fix.at + 1}",
        "slower": f"say sentence {fix.at + 1} at {fix.amount:.2f} of its speed",
    }[fix.kind]
