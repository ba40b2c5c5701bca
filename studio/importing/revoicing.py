"""Subtitles into a script that can be spoken again.

A cue is cut to fit a screen, not where a sentence ends, so cues are joined until one does; a
longer silence between two sentences becomes a paragraph. Where hardly any cue ends like a
sentence, as in captions that a machine made, each cue stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from studio import script
from studio.cues import Cue
from studio.document import SAMPLE_RATE
from studio.errors import FileDamaged
from studio.importing.content import Imported, LeftOut, Target
from studio.importing.pasting import clean
from studio.script.characters import CLOSERS, QUOTES, is_wide_script
from studio.subtitles import parse_srt

PARAGRAPH = SAMPLE_RATE  # of silence after a sentence, in samples
BREAK = 3 * SAMPLE_RATE  # of silence anywhere

_TAG = re.compile(
    r"</?(?:i|b|u|s|em|strong|font|span|c|v|lang|ruby)(?:[\s.][^<>]*)?/?>"
    r"|<\d{1,9}:\d\d(?::\d\d)?\.\d{3}>"
    r"|\{\\[^{}]*\}",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")
_ANNOTATION = re.compile("<rt>.*?(?:</rt>|$)|</?rt>")
_DASH = re.compile(r"[-–—][ \t]*(?=\S)")
_ENDED = re.compile(rf"[.!?…。！？।॥][{re.escape(CLOSERS + QUOTES)}♪]*$")
_SELDOM = 8  # one cue in so many ends a sentence where there is punctuation at all

_VTT_TIMES = re.compile(
    r"\s*((?:\d{2,9}:)?\d\d:\d\d\.\d{3})\s*-->\s*((?:\d{2,9}:)?\d\d:\d\d\.\d{3})(?:\s.*)?"
)


@dataclass(frozen=True, slots=True)
class _Utterance:
    """``apart``: somebody else speaks."""

    start: int
    end: int
    text: str
    apart: bool = False


def read_srt(data: bytes, name: str) -> Imported:
    """A SubRip file in any encoding. Raises ScriptUnreadable, FileDamaged."""
    text = script.decode(data, name)
    return _script(parse_srt(text.encode("utf-8", "replace"), name))


def read_vtt(data: bytes, name: str) -> Imported:
    """A WebVTT file. Raises ScriptUnreadable, FileDamaged."""
    return _script(parse_vtt(script.decode(data, name), name))


def parse_vtt(text: str, name: str = "The subtitle file") -> tuple[Cue, ...]:
    """The cues of a WebVTT file with a text, in its order, marks still in them; their ``words``
    are empty (https://www.w3.org/TR/webvtt1/). Raises FileDamaged, which names the line."""
    lines = re.split(r"\r\n|\n|\r", text)
    if not re.match(r"WEBVTT(?:[ \t].*)?$", lines[0]):
        raise FileDamaged(name, f"line 1 should say WEBVTT: {lines[0].strip()[:60]!r}")
    cues: list[Cue] = []
    at = 1
    while at < len(lines):
        end = next((i for i in range(at, len(lines)) if not lines[i].strip()), len(lines))
        cue = _vtt_cue(lines, at, end, name)
        if cue is not None:
            cues.append(cue)
        at = end + 1
    return tuple(cues)


def _vtt_cue(lines: Sequence[str], at: int, end: int, name: str) -> Cue | None:
    """The cue in a block of lines; None for a comment, a style, a region, or one without text."""
    if lines[at : at + 1] and re.match(r"NOTE(?:\s|$)", lines[at]):
        return None
    times = next((i for i in range(at, min(at + 2, end)) if "-->" in lines[i]), None)
    if times is None:
        return None
    match = _VTT_TIMES.fullmatch(lines[times])
    if match is None:
        line = lines[times].strip()[:60]
        raise FileDamaged(name, f"line {times + 1} should hold two times: {line!r}")
    text = tuple(line.strip() for line in lines[times + 1 : end])
    return Cue(_samples(match[1]), _samples(match[2]), text) if text else None


def _samples(clock: str) -> int:
    whole, milliseconds = clock.split(".")
    seconds = 0
    for part in whole.split(":"):
        seconds = seconds * 60 + int(part)
    return (seconds * 1000 + int(milliseconds)) * (SAMPLE_RATE // 1000)


def _script(cues: Sequence[Cue]) -> Imported:
    ordered = sorted(cues, key=lambda cue: cue.start)
    fresh, repeated = _without_repetition(ordered)
    utterances = [each for cue in fresh for each in _utterances(cue)]
    text, targets = _joined(utterances)
    speakers = {name.strip() for cue in cues for name in _SPEAKER.findall(" ".join(cue.lines))}
    left_out = (LeftOut("speaker", len(speakers)), LeftOut("repetition", repeated))
    return Imported(
        text, left_out=tuple(each for each in left_out if each.count), targets=tuple(targets)
    )


def _without_repetition(cues: Iterable[Cue]) -> tuple[list[Cue], int]:
    """Captions that roll up show their last line again as the first of the next cue."""
    fresh: list[Cue] = []
    repeated, last = 0, ""
    for cue in cues:
        lines = [line for line in (_bare(line) for line in cue.lines) if line]
        bare = lines
        if lines and lines[0] == last and (not fresh or cue.start - fresh[-1].end < PARAGRAPH):
            bare = lines[1:]
            repeated += 1
        last = lines[-1] if lines else last
        if bare:
            fresh.append(Cue(cue.start, cue.end, tuple(bare)))
        elif fresh and lines:
            fresh[-1] = Cue(fresh[-1].start, max(fresh[-1].end, cue.end), fresh[-1].lines)
    # A caption may be said twice; only what does so all the time rolls.
    if repeated * 3 < len(fresh):
        whole = (Cue(c.start, c.end, tuple(filter(None, map(_bare, c.lines)))) for c in cues)
        return [cue for cue in whole if cue.lines], 0
    return fresh, repeated


def _bare(line: str) -> str:
    return clean(unescape(_TAG.sub("", _ANNOTATION.sub("", line)))).strip()


def _utterances(cue: Cue) -> Iterator[_Utterance]:
    """The lines of a cue as one, or as several if each begins with a dash: two who talk."""
    dashes = [_DASH.match(line) for line in cue.lines]
    if len(dashes) < 2 or not all(dashes):
        yield _Utterance(cue.start, cue.end, _run_on(cue.lines))
        return
    length = (cue.end - cue.start) // len(dashes)
    for number, (line, dash) in enumerate(zip(cue.lines, dashes, strict=True)):
        start = cue.start + number * length
        yield _Utterance(start, start + length, line[dash.end() if dash else 0 :], apart=True)


def _run_on(lines: Sequence[str]) -> str:
    text = ""
    for line in lines:
        text += _glue(text, line) + line
    return text


def _glue(before: str, after: str) -> str:
    wide = before and is_wide_script(before[-1]) and is_wide_script(after[0])
    return "" if not before or wide else " "


def _joined(utterances: Sequence[_Utterance]) -> tuple[str, list[Target]]:
    punctuated = sum(_ENDED.search(each.text) is not None for each in utterances)
    alone = punctuated * _SELDOM < len(utterances)
    pieces: list[str] = []
    targets: list[Target] = []
    length = 0
    before: _Utterance | None = None
    for each in utterances:
        if before is not None:
            pieces.append(
                "\n\n" if alone or _apart(before, each) else _glue(before.text, each.text)
            )
            length += len(pieces[-1])
        pieces.append(each.text)
        targets.append(Target(each.start, each.end, (length, length + len(each.text))))
        length += len(each.text)
        before = each
    return "".join(pieces), targets


def _apart(before: _Utterance, after: _Utterance) -> bool:
    silence = after.start - before.end
    ended = _ENDED.search(before.text) is not None
    return before.apart or after.apart or silence >= BREAK or (ended and silence >= PARAGRAPH)
