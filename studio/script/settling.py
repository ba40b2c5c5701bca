"""The last step of a passage: one line, single blanks, and every pause where a word begins.

A word keeps its punctuation, so a pause tag between a word and its comma takes effect after the
comma, and one inside brackets or quotes before the bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from studio.document import Pause, Pin
from studio.script.characters import CLOSERS, OPENERS, QUOTES, is_blank, is_wide_script
from studio.script.passage import Edit, Passage

_BLANKS = re.compile(r"[ \t\n]{2,}|[\t\n]")
_ENDING = re.compile(rf"[,.;:!?…।。、！？，．{re.escape(CLOSERS + QUOTES)}]+(?=\s|$)")
_WIDE_ENDING = re.compile(rf"[。、！？，．…{re.escape(CLOSERS)}]+")
_SILENT = re.compile(r"[^\w\s&%@#*/§+=<>$€£¥°~^|]+(?:\s+|$)")


def settled(passage: Passage) -> Passage:
    """On one line with single blanks; every pause at the start of a word or at the end."""
    edits = {edit[0]: edit for edit in _blank_edits(passage.text)}
    if not edits and not passage.pins and not passage.pauses:
        return passage
    for pause in passage.pauses:
        for edit in _pause_edits(passage.text, pause.at):
            edits[edit[0]] = edit
    result = passage.edited([edits[start] for start in sorted(edits)])
    text = result.text
    first = re.search(r"[^\W_]|$", text)
    spoken_from = first.start() if first else 0
    pins = tuple(pin for pin in (_shrunk(text, pin) for pin in result.pins) if pin)
    pauses = (Pause(_snapped(text, p.at, spoken_from), p.samples) for p in result.pauses)
    bare = Passage(text, result.runs, pins, verbatim=passage.verbatim)
    return bare.with_pauses(pauses)


def _blank_edits(text: str) -> Iterator[Edit]:
    start = len(text) - len(text.lstrip())
    end = max(len(text.rstrip()), start)
    if start:
        yield 0, start, ""
    for match in _BLANKS.finditer(text, start, end):
        unspaced = "\n" in match.group() and all(
            is_wide_script(text[i]) for i in (match.start() - 1, match.end())
        )
        yield match.start(), match.end(), "" if unspaced else " "
    if end < len(text):
        yield end, len(text), ""


def _pause_edits(text: str, at: int) -> Iterator[Edit]:
    """The blank that a pause tag leaves where it stood in a word, or takes with it where it
    stood before a comma."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if is_blank(after) or not before:
        return
    ending = _ENDING.match(text, at)
    if before.isspace():
        start = at
        while start and text[start - 1].isspace():
            start -= 1
        if ending and start:
            yield start, at, ""
    elif not (
        ending
        or _after_opener(text, at) is not None
        or any(is_wide_script(char) for char in before + after)
    ):
        yield at, at, " "


def _after_opener(text: str, at: int) -> int | None:
    """Where the opening quotes and brackets just before ``at`` begin, if it follows some."""
    start = at
    while start and text[start - 1] in OPENERS + QUOTES:
        start -= 1
    return start if start < at and is_blank(text[start - 1 : start]) else None


def _snapped(text: str, at: int, spoken_from: int) -> int:
    """The start of the word that a pause at ``at`` comes before."""
    ending = _ENDING.match(text, at) or _WIDE_ENDING.match(text, at)
    opener = _after_opener(text, at)
    if at and not text[at - 1].isspace() and ending:
        at = ending.end()
    elif opener is not None:
        at = opener
    while text[at : at + 1] == " ":
        at += 1
    while at > spoken_from and (silent := _SILENT.match(text, at)):
        at = silent.end()
    return at


def _shrunk(text: str, pin: Pin) -> Pin | None:
    """The pin without blanks at its ends; None if nothing is left."""
    label = text[pin.start : pin.end]
    start = pin.start + len(label) - len(label.lstrip())
    end = start + len(label.strip())
    return Pin(start, end, pin.value) if start < end else None
