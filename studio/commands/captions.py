"""Captions in the formats that the command line offers, and its words for findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, isinf
from typing import Any

from studio import subtitles
from studio.cues import Cue, Finding, Fix
from studio.document import SAMPLE_RATE
from studio.timeline import PlacedWord, Timeline

# Name on the command line → what is added to the name of the narration.
FORMATS = {
    "srt": ".srt",
    "vtt": ".vtt",
    "ass": ".ass",
    "labels": ".labels.txt",
    "words": ".words.json",
}

_SECONDS = ("too short", "too long", "overlap", "gap")
_SENTENCES = {
    "too fast": "is read at {value:g} characters a second, more than {limit:g}",
    "too short": "lasts {value:g} s, less than {limit:g} s",
    "too long": "lasts {value:g} s, more than {limit:g} s",
    "line too long": "has a line of {value:g} characters, more than {limit:g}",
    "overlap": "lasts {value:g} s into the next one",
    "gap": "ends {value:g} s before the next one, less than {limit:g} s",
    "hidden text": "has text in < > or {{ }}, which some players hide; write it without those",
}
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


def described(
    findings: Iterable[Finding], cues: Sequence[Cue], words: Sequence[PlacedWord]
) -> list[dict[str, Any]]:
    """Findings as a report shows them: times in seconds, fixes as sentences."""
    return [
        {
            "caption": finding.cue + 1,
            "text": cues[finding.cue].text,
            "kind": finding.kind,
            "value": _value(finding),
            "limit": round(finding.limit / _scale(finding), 3),
            "unit": _UNITS.get(finding.kind, "seconds"),
            "fixes": [_advice(fix, words) for fix in finding.fixes],
        }
        for finding in findings
    ]


def sentence(finding: dict[str, Any]) -> str:
    """One described finding in one line."""
    *others, last = finding["fixes"] or [""]
    fixes = "; " + (f"{', '.join(others)} or {last}" if others else last) if last else ""
    text = finding["text"].replace("\n", " ")
    what = _SENTENCES[finding["kind"]].format(**finding)
    return f"Caption {finding['caption']} (“{text}”) {what}{fixes}."


def _scale(finding: Finding) -> int:
    return SAMPLE_RATE if finding.kind in _SECONDS else 1


def _value(finding: Finding) -> float:
    """To thousandths (characters a second to tenths), away from the limit, which is broken
    however little."""
    value, parts = finding.value / _scale(finding), 10 if finding.kind == "too fast" else 1_000
    if isinf(value):
        return value
    scaled = round(value * parts, 6)
    return (ceil(scaled) if finding.value > finding.limit else floor(scaled)) / parts


def _advice(fix: Fix, words: Sequence[PlacedWord]) -> str:
    if fix.kind == "slower":
        return f"say sentence {fix.at + 1} at {fix.amount:.2f} of its speed"
    seconds = f"{ceil(fix.amount / SAMPLE_RATE * 100) / 100:.2f} s"
    if fix.kind == "extend":
        return f"let it last {seconds} longer"
    word = words[fix.at].text
    if fix.kind == "join":
        before = words[fix.at - 1].text
        return f"join the captions of “{before}” and “{word}” (words {fix.at} and {fix.at + 1})"
    what = f"add a pause of {seconds} after" if fix.kind == "pause" else "begin a caption with"
    return f"{what} “{word}” (word {fix.at + 1})"
