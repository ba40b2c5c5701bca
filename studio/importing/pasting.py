"""Text from other programs as a person would have typed it."""

from __future__ import annotations

import re
from itertools import groupby

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
