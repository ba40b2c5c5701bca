"""What comes out of a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many things of a file that a script cannot hold. ``what`` is one of:

    ``picture``, ``chart``, ``object``, ``text box``, ``formula``, ``symbol``, ``footnote``,
    ``endnote``, ``comment``, ``deletion`` (a tracked one), ``hidden text``, ``list mark`` (numbers
    and bullets that Word makes), ``table layout`` (its cells follow one another), ``table of
    contents``; of subtitles ``speaker`` and ``repetition``.
    """

    what: str
    count: int


@dataclass(frozen=True, slots=True)
class Target:
    """When ``text[source[0]:source[1]]`` of an imported subtitle was shown, in samples."""

    start: int
    end: int
    source: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Imported:
    """``text`` is the script, to be read as Markdown if ``markdown``. ``targets`` are the times
    of a subtitle file, in order."""

    text: str
    markdown: bool = False
    title: str = ""
    left_out: tuple[LeftOut, ...] = ()
    targets: tuple[Target, ...] = ()
