"""The author's pause tags: ``[pause 0.8s]``, ``[pause 800ms]``, ``[pause: 1 s]``, ``[pause 1]``."""

from __future__ import annotations

import re

from studio.document import SAMPLE_RATE
from studio.script.passage import Edit, Passage

SHORTEST, LONGEST = 0.05, 10.0  # seconds

PAUSE_TAG = re.compile(r"\[\s*pause(?=[\s:=\d.,\]]|-\d)[^\[\]]{0,80}\]", re.IGNORECASE)
_LENGTH = re.compile(
    r"\[\s*pause\s*[:=]?\s*(?P<number>[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)\s*"
    r"(?P<unit>ms|msec|milliseconds?|s|secs?|seconds?)?\s*\]",
    re.IGNORECASE,
)


class TagUnreadable(Exception):
    """A pause tag that says no length from 0.05 to 10 s, at an offset of the script."""

    def __init__(self, tag: str, offset: int) -> None:
        self.tag, self.offset = tag, offset
        super().__init__(tag)


def pause_samples(tag: str) -> int | None:
    """How long a pause tag lasts, in samples; None if it does not say or it is out of range."""
    match = _LENGTH.fullmatch(tag)
    if match is None:
        return None
    number = float(match["number"].replace(",", "."))
    seconds = number / 1000 if (match["unit"] or "s").lower().startswith("m") else number
    return round(seconds * SAMPLE_RATE) if SHORTEST <= seconds <= LONGEST else None


def says_number(tag: str) -> bool:
    """Whether a pause tag holds nothing but a length, be it a possible one or not."""
    return _LENGTH.fullmatch(tag) is not None


def without_pauses(line: str) -> str:
    return PAUSE_TAG.sub("", line) if "[" in line else line


def unbroken(passage: Passage) -> Passage:
    """The passage with each pause tag on one line: an editor may have wrapped it."""
    edits: list[Edit] = []
    for tag in PAUSE_TAG.finditer(passage.text):
        if re.search(r"\n\s*\n", tag.group()) is None:
            ends = re.finditer("\n", tag.group())
            edits.extend((tag.start() + e.start(), tag.start() + e.end(), " ") for e in ends)
    return passage.edited(edits)
