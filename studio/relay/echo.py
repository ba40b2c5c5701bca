"""Whether what a server says repeats what it was sent: errors are shown and logged, and a script
belongs in neither."""

from __future__ import annotations

import html
import re
import unicodedata

_STRETCH = 16  # bytes of UTF-8, so that five characters of Japanese tell as much as a few words
_LEAST = 6  # bytes: a text that is shorter than this stands in any answer by chance

_CODE = re.compile(r"\\+(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|U([\da-f]{8}))", re.IGNORECASE)
_BYTES = re.compile(r"(?:\\+x[\da-f]{2})+", re.IGNORECASE)
_BLANK = re.compile(r"\\+[abfnrtv]")


def echoes(said: str, sent: str) -> bool:
    """Whether a longer stretch of ``sent`` is in ``said``, or all of it where it is short.
    Letters and digits count, however they are spelled: in capitals, with other blanks and marks,
    escaped as in JSON or HTML, once or twice."""
    heard, meant = bare(said), bare(sent)
    length = min(_STRETCH, len(meant))
    if length < _LEAST:
        return False
    known = {meant[at : at + length] for at in range(len(meant) - length + 1)}
    return any(heard[at : at + length] in known for at in range(len(heard) - length + 1))


def bare(text: str) -> bytes:
    """Its letters and digits as UTF-8, however they are spelled (see `echoes`)."""
    text = _BYTES.sub(_decoded, _CODE.sub(_character, html.unescape(text)))
    # Characters beyond the first 65,536 are escaped as two halves.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore")
    text = unicodedata.normalize("NFKC", _BLANK.sub(" ", text)).casefold()
    return "".join(c for c in text if c.isalnum()).encode()


def _character(escape: re.Match[str]) -> str:
    code = int(escape[escape.lastindex or 0], 16)
    return chr(code) if code <= 0x10FFFF else " "


def _decoded(escape: re.Match[str]) -> str:
    """Bytes of UTF-8, or else of Latin-1, which are characters, too."""
    data = bytes.fromhex(re.sub(r"\\+x", "", escape[0], flags=re.IGNORECASE))
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")
