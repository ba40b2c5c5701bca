"""Which words a cue shows, and where in its text each stands."""

from __future__ import annotations

from collections.abc import Sequence

from studio.cues.values import Cue
from studio.timeline import PlacedWord


def line_words(cue: Cue, words: Sequence[PlacedWord]) -> tuple[tuple[int, int], ...] | None:
    """The range of words that each line of a cue shows; None if the lines show something else."""
    spans = []
    at, end = cue.words
    for line in cue.lines:
        first, shown = at, 0
        while at < end and shown < len(line):
            shown += line.startswith(" ", shown)
            if not line.startswith(words[at].text, shown):
                return None
            shown += len(words[at].text)
            at += 1
        spans.append((first, at))
        if shown != len(line):
            return None
    return tuple(spans) if at == end else None


def running_text(cue: Cue, words: Sequence[PlacedWord]) -> str:
    """The words of a cue on one line: what an author edits."""
    return "".join(_glued(words, i, i > cue.words[0]) for i in range(*cue.words))


def word_at_character(cue: Cue, words: Sequence[PlacedWord], at: int) -> int | None:
    """Index of the word that stands at a character of the running text or, between two words,
    of the one after it; None at the end."""
    shown = 0
    for i in range(*cue.words):
        shown += len(_glued(words, i, i > cue.words[0]))
        if at < shown:
            return i
    return None


def _glued(words: Sequence[PlacedWord], i: int, follows: bool) -> str:
    """A word with the blank that stands before it, unless it begins a text."""
    if not follows:
        return words[i].text
    left = words[i - 1].source
    touching = left[0] < left[1] == words[i].source[0]
    return words[i].text if touching else f" {words[i].text}"
