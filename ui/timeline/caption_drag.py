"""A caption that follows the mouse: its words move together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from studio.peaks import Peaks
from ui.timeline.content import Content
from ui.timeline.dragging import BaseDrag, Pacer, silences_of
from ui.timeline.painting import Guide
from ui.timeline.preview import Preview
from ui.timeline.snapping import snapping

if TYPE_CHECKING:
    from ui.session import Session

Part = tuple[Preview, int, int]  # a sentence, and the first and the last word of it


class MoveCaption(BaseDrag):
    def __init__(
        self,
        session: Session,
        pacer: Pacer,
        content: Content,
        words: range,
        pressed: int,
        parts: Sequence[Part],
        silences: Sequence[np.ndarray],
    ) -> None:
        super().__init__()
        self._session, self._pacer, self._parts = session, pacer, parts
        self._words, self._pressed = words, pressed
        self._place = content.place(words.start)
        own = slice(words.start, words.stop)
        starts, ends = content.words.starts[own], content.words.ends[own]
        self._edges = (int(starts[0]), int(ends[-1]))
        self._sentence_start = content.sentence_of(words.start).start
        self._shifted = self._word_shift = 0
        inside = np.concatenate((starts, ends))
        self._snapping = snapping(content, pressed, silences, session.position, inside)
        self._by, self._free = 0, False
        self._gesture = session.new_gesture()

    @classmethod
    def begin(
        cls,
        session: Session,
        pacer: Pacer,
        content: Content,
        cue: int,
        pressed: int,
        best: Callable[[str], Peaks | None] = lambda key: None,
    ) -> MoveCaption | None:
        """None if not all of its words can be moved, as a sentence has no take."""
        parts: list[Part] = []
        silences: list[np.ndarray] = []
        words = range(*content.cues[cue].words)
        if not words:
            return None
        for sentence, group in groupby(words, key=lambda i: content.word(i).sentence):
            own = list(group)
            preview = Preview.of(session, content, own[0]) if content.has_take(sentence) else None
            if preview is None:
                return None
            parts.append((preview, own[0], own[-1]))
            silences += silences_of(content, sentence, best)
        return cls(session, pacer, content, words, pressed, parts, silences)

    def move(self, sample: int, reach: float, free: bool) -> None:
        by = sample - self._shifted - self._pressed
        pull = self._snapping.shift([edge + by for edge in self._edges], reach)
        wanted = by = by + (pull or 0)
        for preview, first, last in self._parts:
            least, most = preview.room(first, last, free)
            by = max(least, min(by, most))
        self._by, self._free = by, free
        self.times = {
            i + self._word_shift: (start + self._shifted, end + self._shifted)
            for preview, first, last in self._parts
            for i, (start, end) in preview.shifted(first, last, by, free).items()
        }
        caught = pull is not None and by == wanted
        self.guide = Guide(self._edges[0] + by + self._shifted, caught)
        self._offer()

    def _offer(self, final: bool = False) -> None:
        by, free = self._by, self._free
        self._pacer.offer(lambda: self._edit(by, free), final=final)

    def _edit(self, by: int, free: bool) -> None:
        words = range(self._words.start + self._word_shift, self._words.stop + self._word_shift)
        self._session.move_words(words, by, free=free, gesture=self._gesture)

    def release(self) -> None:
        self._offer(final=True)

    def cancel(self) -> None:
        self._by, self.times = 0, {}
        self._offer(final=True)

    def shift(self, content: Content) -> None:
        """Sentences before it became longer or shorter: the caption goes with its own."""
        word = content.find(self._place)
        if word is not None:
            self._word_shift = word - self._words.start
            self._shifted = content.sentence_of(word).start - self._sentence_start
