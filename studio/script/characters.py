"""One kind of line end, blanks that are blanks, and no characters that nobody can see."""

from __future__ import annotations

import re
import unicodedata

from studio.script.passage import Edit, Passage

LINE_END = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
QUOTES = "\"'"  # which may open and close
CLOSERS = "”’»)]}›」』）】〉》〕］"
OPENERS = "“‘«([{‹「『（【〈《〔［¿¡„‚"

# Format and control characters without a visible meaning, the stand-in for a pasted picture,
# and halves of surrogate pairs, which no file can hold.
_INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffc\ufffe\uffff\ud800-\udfff\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f"
)
_SPECIAL = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0020-\U000e007f]+)"
    "|(?P<hyphenated>\xad(?:\r\n|[\n\r\x0b\x0c\x85\u2028\u2029])[ \t]*)"
    "|(?P<line_end>\r\n|[\r\x0b\x0c\x85\u2028\u2029])"
    "|(?P<blank>[\x1c-\x1f\xa0\u1680\u2000-\u200a\u202f\u205f\u3000])"
    "|(?P<joiner>[\u200c\u200d])"
    f"|(?P<invisible>[{_INVISIBLE}]+)"
)
WIDE_SCRIPT = "\u2e80-\u9fff\uf900-\ufaff\uff01-\uffef\U00020000-\U0003ffff"  # for a class
_WIDE = re.compile(f"[{WIDE_SCRIPT}]")
_SPEAKABLE = re.compile(r"[^\W_]")


def speakable(text: str) -> bool:
    """Whether the text holds a letter or a digit."""
    return _SPEAKABLE.search(text) is not None


def is_blank(char: str) -> bool:
    return not char or char.isspace()


def is_wide_script(char: str) -> bool:
    """Whether the character belongs to Japanese or Chinese, written without blanks."""
    return _WIDE.match(char) is not None


def tidied(script: str) -> Passage:
    """The script with ``\\n`` as its only line end, blanks and tabs as its only other blanks."""
    edits: list[Edit] = []
    for match in _SPECIAL.finditer(script):
        replacement = _replacement(match)
        if replacement != match.group():
            edits.append((match.start(), match.end(), replacement))
    return Passage.of(script).edited(edits)


def tidied_text(text: str) -> str:
    """The same for a short text that does not stand in the script (a decoded entity)."""
    return tidied(text).text.replace("\n", " ")


def _replacement(match: re.Match[str]) -> str:
    script, (start, end) = match.string, match.span()
    before, after = script[max(start - 1, 0) : start], script[end : end + 1]
    match match.lastgroup:
        case "line_end":
            return "\n"
        case "blank":
            return " "
        case "flag":
            return match.group()
        case "joiner":
            return match.group() if _joins(match.group(), before, after) else ""
        case "invisible" if "\u200b" in match.group() and _are_words(before, after):
            return " "  # a zero-width blank is a place where a word ends
        case _:
            return ""


def _joins(joiner: str, before: str, after: str) -> bool:
    """Whether a zero-width (non-)joiner shapes letters (Hindi, Persian) or joins emoji."""
    if not before or not after:
        return False
    if "\u0600" <= before < "\u1900":
        return unicodedata.category(before)[0] in "LM" and unicodedata.category(after)[0] in "LM"
    emoji = unicodedata.category(before) == "So" or before in "\ufe0f🏻🏼🏽🏾🏿"
    return joiner == "\u200d" and emoji and unicodedata.category(after) == "So"


def _are_words(before: str, after: str) -> bool:
    return all(c.isalnum() and not is_wide_script(c) for c in (before or " ", after or " "))
