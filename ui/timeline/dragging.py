"""What a pressed mouse does until it is let go: it scrubs, selects, or moves words.

A drag of a word is one gesture: it is shown at once, and said to the session as often as that can
lay the narration out anew, always as it would be from where the drag began.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from studio.peaks import Peaks, silence_edges
from ui.timeline.content import Content, Edge
from ui.timeline.painting import Guide
from ui.timeline.preview import Preview
from ui.timeline.snapping import Snapping, snapping

if TYPE_CHECKING:
    from ui.session import Session

QUICK = 0.04  # seconds in which a narration is laid out anew while something is dragged
SCRUB = 0.04  # seconds between two places that are sought

Times = dict[int, tuple[int, int]]


class Pacer:
    """Lets edits out one at a time: the next one when the narration was laid out after the last.
    Where that takes long, only the last one of a drag is let out."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting = False
        self._next: Callable[[], None] | None = None
        self._sent = 0.0
        self._is_quick = True

    @property
    def is_idle(self) -> bool:
        return not self._waiting

    def offer(self, edit: Callable[[], None], *, final: bool = False) -> None:
        """An edit that replaces those that were offered before."""
        if self._waiting:
            self._next = edit if final or self._is_quick else None
        elif final or self._is_quick:
            self._send(edit)

    def laid_out(self) -> None:
        if not self._waiting:
            return
        self._waiting = False
        self._is_quick = time.perf_counter() - self._sent < QUICK
        if self._next is not None:
            edit, self._next = self._next, None
            self._send(edit)

    def _send(self, edit: Callable[[], None]) -> None:
        before, self._sent = self._session.document, time.perf_counter()
        self._waiting = True
        edit()
        if self._session.document is before:
            self._waiting = False


class Drag(Protocol):
    """Begun by a press. Samples are those under the mouse; ``reach`` is how far from a place it is
    caught by it (0: never), in samples."""

    guide: Guide | None
    times: Times

    def move(self, sample: int, reach: float, free: bool) -> None: ...

    def release(self) -> None: ...

    def cancel(self) -> None: ...

    def shift(self, content: Content) -> None:
        """The narration was laid out anew."""


class BaseDrag:
    def __init__(self) -> None:
        self.guide: Guide | None = None
        self.times: Times = {}

    def release(self) -> None:
        pass

    def cancel(self) -> None:
        pass

    def shift(self, content: Content) -> None:
        pass


class Scrub(BaseDrag):
    """The playhead follows the mouse."""

    def __init__(self, seek: Callable[[int], None], sample: int) -> None:
        super().__init__()
        self._seek, self._sample, self._sought = seek, sample, 0.0
        self.move(sample, 0, False)

    def move(self, sample: int, reach: float, free: bool) -> None:
        self._sample, self.guide = sample, Guide(sample)
        if time.monotonic() - self._sought >= SCRUB:
            self._sought = time.monotonic()
            self._seek(sample)

    def release(self) -> None:
        self._seek(self._sample)


class SelectSound(BaseDrag):
    """A range of samples is selected."""

    def __init__(
        self, select: Callable[[int, int], None], snapping: Snapping, anchor: int, reach: float
    ) -> None:
        super().__init__()
        self._select, self._snapping = select, snapping
        caught = snapping.nearest(anchor, reach)
        self._anchor = anchor if caught is None else caught

    def move(self, sample: int, reach: float, free: bool) -> None:
        caught = self._snapping.nearest(sample, reach)
        end = sample if caught is None else caught
        self.guide = Guide(end, caught is not None)
        self._select(min(self._anchor, end), max(self._anchor, end))


class MoveWord(BaseDrag):
    """A word, or one of its edges, follows the mouse; ``caption`` says that it is the edge of a
    caption that was taken."""

    def __init__(
        self,
        session: Session,
        pacer: Pacer,
        content: Content,
        word: int,
        edge: Edge | None,
        pressed: int,
        preview: Preview,
        silences: Sequence[np.ndarray] = (),
        *,
        caption: bool = False,
    ) -> None:
        super().__init__()
        self._session, self._pacer, self._preview = session, pacer, preview
        self._place, self._edge, self._caption = content.place(word), edge, caption
        self._word, self._pressed = word, pressed
        self._start, self._end = int(content.words.starts[word]), int(content.words.ends[word])
        self._sentence_start = content.sentence_of(word).start
        self._shifted = self._word_shift = 0
        self._snapping = snapping(
            content, pressed, silences, session.position, self._own_edges(content)
        )
        self._wanted = (self._start, self._end, False)
        self._gesture = session.new_gesture()
        self.reached = 0  # samples by which what is dragged has been moved

    @classmethod
    def begin(
        cls,
        session: Session,
        pacer: Pacer,
        content: Content,
        word: int,
        edge: Edge | None,
        pressed: int,
        best: Callable[[str], Peaks | None] = lambda key: None,
        *,
        caption: bool = False,
    ) -> MoveWord | None:
        """None if the word cannot be moved, as its sentence has no take. ``best`` finds peaks,
        for silence that catches the word."""
        sentence = content.word(word).sentence
        preview = Preview.of(session, content, word) if content.has_take(sentence) else None
        if preview is None:
            return None
        silences = silences_of(content, sentence, best)
        return cls(session, pacer, content, word, edge, pressed, preview, silences, caption=caption)

    @property
    def shifted(self) -> int:
        """By how many samples the sentence itself has moved meanwhile."""
        return self._shifted

    def _own_edges(self, content: Content) -> list[int]:
        """What moves with the mouse: its own place is none to catch it, though where it was, is."""
        word = self._word
        edges = [self._start, self._end]
        touching = [
            word > 0 and int(content.words.ends[word - 1]) == self._start,
            word + 1 < len(content.words) and int(content.words.starts[word + 1]) == self._end,
        ]
        if self._edge is None:
            return [] if any(touching) else edges
        return [edges[1] if self._edge == "start" else edges[0]]

    def move(self, sample: int, reach: float, free: bool) -> None:
        by = sample - self._shifted - self._pressed
        start, end = self._start, self._end
        edges = {"start": [start], "end": [end]}.get(self._edge or "", [start, end])
        pull = self._snapping.shift([each + by for each in edges], reach)
        by += pull or 0
        if self._edge != "end":
            start += by
        if self._edge != "start":
            end += by
        self._show(start, end, free, pull is not None)
        self._offer()

    def _show(self, start: int, end: int, free: bool, caught: bool) -> None:
        self._wanted = (start, end, free)
        moved = self._preview.moved(start, end, free)
        self.times = {
            i + self._word_shift: (a + self._shifted, b + self._shifted)
            for i, (a, b) in moved.items()
        }
        own = 1 if self._edge == "end" else 0
        at = moved.get(self._word, (self._start, self._end))[own]
        self.reached = at - (self._start, self._end)[own]
        self.guide = Guide(at + self._shifted, caught and at in (start, end))

    def _offer(self, final: bool = False) -> None:
        start, end, free = self._wanted
        self._pacer.offer(lambda: self._edit(start, end, free), final=final)

    def _edit(self, start: int, end: int, free: bool) -> None:
        word, by = self._word + self._word_shift, self._shifted
        if self._caption and self._edge is not None and not free:
            cue = next(
                (i for i, each in enumerate(self._session.cues) if word in range(*each.words)), None
            )
            if cue is not None and word == _edge_word(self._session.cues[cue].words, self._edge):
                to = start if self._edge == "start" else end
                self._session.move_cue_edge(cue, self._edge, to + by, gesture=self._gesture)
                return
        self._session.move_word(word, start + by, end + by, free=free, gesture=self._gesture)

    def release(self) -> None:
        self._offer(final=True)

    def cancel(self) -> None:
        self._wanted = (self._start, self._end, self._wanted[2])
        self.times = {}
        self._offer(final=True)

    def shift(self, content: Content) -> None:
        """Sentences before this one became longer or shorter: what is dragged goes with its own."""
        word = content.find(self._place)
        if word is None:
            return
        self._word_shift = word - self._word
        self._shifted = content.sentence_of(word).start - self._sentence_start


def _edge_word(words: tuple[int, int], edge: Edge) -> int:
    return words[0] if edge == "start" else words[1] - 1


def silences_of(
    content: Content, sentence: int, best: Callable[[str], Peaks | None]
) -> list[np.ndarray]:
    """Where silence begins and ends in the sound of a sentence, in samples of the narration."""
    placed = content.sentence(sentence)
    found = []
    for clip in content.clips_within(placed.start, placed.end):
        peaks = best(clip.key) if clip.key else None
        if peaks is not None:
            edges = silence_edges(peaks)
            heard = edges[(edges >= clip.offset) & (edges <= clip.offset + clip.samples)]
            found.append(heard - clip.offset + clip.start)
    return found
