"""A text that is too long for one request, in parts that are not."""

from __future__ import annotations

from collections.abc import Iterator

import regex

# The best place to cut comes first: after a sentence, a clause, a word, a grapheme.
_ENDS = (
    r"[.!?…][\"”’»)\]]*\s+|[。！？]+[」』]*",
    r"[,;:—–]\s*|[、，；：]",
    r"\s+",
    r"\X",
)

_MARKUP = regex.compile(r"\[[^\[\]]*\]\([^()]*\)")


def parts(text: str, longest: int) -> Iterator[str]:
    """``text`` in order, in parts of at most ``longest`` characters without blanks at their ends.
    A word is cut only if it alone is too long; a grapheme and Kokoro's markup never are (one that
    is longer than all that is allowed is sent as it is)."""
    text = text.strip()
    while len(text) > longest:
        cut = _cut(text, longest)
        yield text[:cut].rstrip()
        text = text[cut:].lstrip()
    if text:
        yield text


def _cut(text: str, longest: int) -> int:
    whole = [markup.span() for markup in _MARKUP.finditer(text)]
    for pattern in _ENDS:
        cut = 0
        for end in (match.end() for match in regex.finditer(pattern, text)):
            if len(text[:end].rstrip()) > longest:
                break
            if not any(start < end < stop for start, stop in whole):
                cut = end
        if cut:
            return cut
    first = _MARKUP.match(text) or regex.match(r"\X", text)
    assert first is not None
    return first.end()
