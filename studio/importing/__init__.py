"""Files of other programs into the text of a script: plain text, Markdown, Word documents, and
subtitles to be spoken again.

``word`` reads .docx, ``revoicing`` .srt and .vtt, whose times ``fitting`` gives to what is spoken;
``pasting`` cleans what comes over the clipboard. All of it gives text; reading it as a script is
up to `studio.script`.

How to add a kind of file: write a function of its bytes and its name that gives an `Imported`, and
name its ending in ``_READERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from studio import files, script
from studio.errors import ScriptUnreadable
from studio.importing.content import Imported, LeftOut, Target
from studio.importing.fitting import Fit, Moment, fit, moments
from studio.importing.pasting import clean, unwrap, unwrap_evident
from studio.importing.revoicing import read_srt, read_vtt
from studio.importing.word import is_word, read_word

__all__ = [
    "ENDINGS",
    "Fit",
    "Imported",
    "LeftOut",
    "Moment",
    "Target",
    "clean",
    "fit",
    "is_script",
    "moments",
    "parse",
    "read_file",
    "unwrap",
    "unwrap_evident",
]

LARGEST = 64_000_000  # bytes; a script of a million words has six

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")


def read_file(path: Path) -> Imported:
    """The script in a file; its name without the ending is the title.

    Raises ScriptUnreadable, and FileDamaged for subtitles that are none.
    """
    try:
        if path.stat().st_size > LARGEST:
            reason = f"it is larger than {LARGEST // 1_000_000} MB; cut it into several files"
            raise ScriptUnreadable(path.name, reason)
        data = path.read_bytes()
    except OSError as error:
        raise ScriptUnreadable(path.name, f"{files.why(error)}; check the name") from error
    return replace(parse(data, path.name), title=path.stem)


def parse(data: bytes, name: str) -> Imported:
    """The script in the bytes of a file with this name. Raises what ``read_file`` raises."""
    ending = Path(name).suffix.lower()
    if ending != ".docx" and is_word(data):
        ending = ".docx"
    return _READERS.get(ending, _read_plain)(data, name)


def is_script(path: Path) -> bool:
    """Whether the ending of a file is one that is read."""
    return path.suffix.lower() in ENDINGS


def _read_plain(data: bytes, name: str) -> Imported:
    return Imported(_with_one_line_end(script.decode(data, name)))


def _read_markdown(data: bytes, name: str) -> Imported:
    return replace(_read_plain(data, name), markdown=True)


def _with_one_line_end(text: str) -> str:
    """Line ends as an editor shows them. All else stays as it was written."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


_READERS: Mapping[str, Callable[[bytes, str], Imported]] = {
    ".txt": _read_plain,
    ".text": _read_plain,
    **dict.fromkeys(_MARKDOWN, _read_markdown),
    ".docx": read_word,
    ".srt": read_srt,
    ".vtt": read_vtt,
}
ENDINGS = tuple(_READERS)
