"""Text from other programs as a person would have typed it."""

from __future__ import annotations

import re
from itertools import groupby, pairwise

from studio.script.characters import is_wide_script, tidied

# Word's own bullets: letters of symbol fonts, followed by a tab.
_WORD_BULLET = re.compile("^[ \t]*(?:[o§·]|[\uf000-\uf0ff])\t[ \t]*", re.MULTILINE)
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_TRAILING = re.compile("[ \t]+$", re.MULTILINE)
_TABS = re.compile("[ \t]*\t[ \t]*")
_EMPTY_LINES = re.compile("\n{3,}")

_QUOTED = re.compile("(?:>[ \t]?)+")
_OWN_LINE = re.compile(r"[-*+•‣◦–—][ \t]|\(?\d{1,3}[.)][ \t]|#{1,6}[ \t]|\[pause\b", re.IGNORECASE)
_HYPHENATED = re.compile(r"[^\W\d_]-$")
_SIGNATURE = "--"

_LINES = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)+")
_NARROWEST, _WIDEST = 60, 100  # characters that programs break lines at


def clean(text: str) -> str:
    """Pasted text with one kind of line end and blank, without invisible characters, blanks at
    the ends of lines and piles of empty lines. Quotes, dashes and accents stay as they are."""
    text = tidied(_WORD_BULLET.sub("• ", text)).text
    text = _TABS.sub(" ", _PRIVATE.sub("", text))
    return _EMPTY_LINES.sub("\n\n", _TRAILING.sub("", text))


def unwrap(text: str) -> str:
    """Text that a mail program broke into short lines, with a line for each paragraph.

    Quote marks (``>``) are dropped; items of lists and headings keep their lines.
    """
    lines = [_unquoted(line) for line in text.split("\n")]
    paragraphs = (list(group) for filled, group in groupby(lines, bool) if filled)
    unwrapped = ("\n".join(_joined(paragraph)) for paragraph in paragraphs)
    start, end = len(text) - len(text.lstrip("\n")), len(text) - len(text.rstrip("\n"))
    body = "\n\n".join(unwrapped)
    return "\n" * start + body + "\n" * end if body else text


def unwrap_evident(text: str) -> str:
    """Text with the lines of its paragraphs put together where a program evidently broke them:
    where most long lines are so full that the next word had no room. Poems, lists, dialogue and
    signatures keep their lines. Only line ends and blanks beside them change."""
    return _LINES.sub(lambda lines: _rejoined(lines.group().split("\n")), text)


def _rejoined(lines: list[str]) -> str:
    width = max(map(len, lines))
    breaks = [(a, b) for a, b in pairwise(lines) if not _OWN_LINE.match(b.lstrip())]
    full = [(a, b) for a, b in breaks if len(a) + 1 + len(b.split(None, 1)[0]) > width]
    goes_on = any(_goes_on(b) for _, b in full)
    long = sum(3 * len(a) > 2 * width for a, _ in breaks)
    if not _NARROWEST <= width <= _WIDEST or not goes_on or 4 * len(full) < 3 * long:
        return "\n".join(lines)
    joined = lines[0]
    for a, b in pairwise(lines):
        joined += _glue(a, b.lstrip()) + b.lstrip() if (a, b) in full else "\n" + b
    return joined


def _goes_on(line: str) -> bool:
    """Whether a line begins in the middle of a sentence."""
    first = line.lstrip()[:1]
    return first.isalpha() and not first.isupper()


def _unquoted(line: str) -> str:
    bare = line.strip()
    quote = _QUOTED.match(bare)
    return bare[quote.end() :].strip() if quote else bare


def _joined(lines: list[str]) -> list[str]:
    joined: list[str] = []
    for line in lines:
        if not joined or _OWN_LINE.match(line) or _is_alone(joined[-1]):
            joined.append(line)
        else:
            joined[-1] += _glue(joined[-1], line) + line
    return joined


def _is_alone(line: str) -> bool:
    return line == _SIGNATURE or line.startswith("#")


def _glue(before: str, after: str) -> str:
    if _HYPHENATED.search(before) and after[:1].islower():
        return ""
    return "" if is_wide_script(before[-1]) and is_wide_script(after[0]) else " "
