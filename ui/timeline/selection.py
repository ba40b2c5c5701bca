"""Which word has the focus, what is selected with it, and what the keys move. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from ui.timeline.content import Content, Edge, Place

_NEXT: dict[Edge | None, Edge | None] = {None: "start", "start": "end", "end": None}


@dataclass
class Selection:
    """Selected are the words from ``anchor`` to ``focus``, or a stretch of ``samples``. ``edge``
    is the one that keys move; None: all of the word."""

    focus: Place | None = None
    anchor: Place | None = None
    samples: tuple[int, int] | None = None
    edge: Edge | None = None

    def word(self, content: Content) -> int | None:
        """The word that has the focus."""
        return content.find(self.focus) if self.focus is not None else None

    def words(self, content: Content) -> tuple[int, int] | None:
        """First and last, both included; the focus alone if no more is selected."""
        focus = self.word(content)
        anchor = content.find(self.anchor) if self.anchor is not None else focus
        if focus is None or anchor is None:
            return None
        return min(focus, anchor), max(focus, anchor)

    def span(self, content: Content) -> tuple[int, int] | None:
        """What is selected, in samples."""
        if self.samples is not None:
            return self.samples
        words = self.words(content)
        if words is None or self.anchor is None:
            return None
        return int(content.words.starts[words[0]]), int(content.words.ends[words[1]])

    def go_to(self, place: Place | None, *, extend: bool) -> bool:
        """Put the focus on a word, with all words from where it was if it is to ``extend``. Whether
        it was on another one."""
        before = self.focus
        self.anchor = (self.anchor or before) if extend and place is not None else None
        self.focus, self.samples = place, None
        if place != before:
            self.edge = None
        return place != before

    def select(self, start: int, end: int) -> None:
        self.anchor = None
        self.samples = (start, end) if start < end else None

    def clear(self) -> None:
        """Nothing is selected; the focus stays."""
        self.anchor = self.samples = None

    def toggle_edge(self) -> None:
        self.edge = _NEXT[self.edge]

    def forget(self, content: Content) -> None:
        """What is not there any more."""
        if self.focus is not None and content.find(self.focus) is None:
            self.focus = self.anchor = None
        if self.samples is not None and self.samples[1] > content.duration:
            self.samples = None
