"""The mouse on the timeline: where it presses, what it drags, what a click comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent

from ui.timeline.caption_drag import MoveCaption
from ui.timeline.content import Edge, Hit
from ui.timeline.dragging import Drag, MoveWord, Scrub, SelectSound, silences_of
from ui.timeline.snapping import REACH, snapping

if TYPE_CHECKING:
    from ui.timeline.canvas import Canvas

STILL = 3  # pixels that the mouse may move in a click
_SCROLL = 30  # ms between two steps while something is dragged out of the window

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier


class Mouse:
    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._pressed: Hit | None = None
        self._at = self._now = QPointF()
        self._modifiers = Qt.KeyboardModifier.NoModifier
        self.drag: Drag | None = None
        self._scroller = QTimer(canvas, interval=_SCROLL)
        self._scroller.timeout.connect(self._scroll)

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def press(self, event: QMouseEvent) -> None:
        hit = self._canvas.hit(event.position())
        self._pressed, self._at = hit, event.position()
        self._note(event)
        extend = bool(event.modifiers() & _SHIFT)
        if hit.lane == "ruler":
            self.drag = Scrub(self._canvas.seek_requested.emit, hit.sample)
            self._show()
        elif hit.lane == "words" and hit.index is not None:
            self._canvas.set_focus_word(hit.index, extend=extend)
        elif extend:
            self._canvas.extend_selection(hit.sample)

    def move(self, event: QMouseEvent) -> None:
        self._note(event)
        if self._pressed is None:
            self._canvas.setCursor(self._shape(self._canvas.hit(event.position())))
            return
        far = abs(event.position().x() - self._at.x()) >= STILL
        if self.drag is None and far and self._canvas.is_current:
            self.drag = self._begun(self._pressed)
        if self.drag is not None:
            self._move()

    def release(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        self._scroller.stop()
        if self.drag is not None:
            drag, self.drag = self.drag, None
            drag.release()
            self._canvas.drag_ended(drag)
        elif pressed is not None and not event.modifiers() & _SHIFT:
            self._click(pressed)

    def double_click(self, event: QMouseEvent) -> None:
        hit = self._canvas.hit(event.position())
        if hit.index is None:
            return
        if hit.lane == "words":
            self._pressed = None
            self._canvas.rename_word(hit.index)
        elif hit.lane == "captions":
            first, last = self._canvas.content.cues[hit.index].words
            self._canvas.set_focus_word(first)
            self._canvas.set_focus_word(last - 1, extend=True)

    def cancel(self) -> bool:
        """Give up what is being dragged. Whether there was anything."""
        self._pressed = None
        self._scroller.stop()
        drag, self.drag = self.drag, None
        if drag is None:
            return False
        drag.cancel()
        self._canvas.drag_ended(drag)
        return True

    # ── what it comes to ────────────────────────────────────────────────────────────────────────

    def _note(self, event: QMouseEvent) -> None:
        self._now, self._modifiers = event.position(), event.modifiers()

    def _click(self, hit: Hit) -> None:
        canvas, sample = self._canvas, hit.sample
        if hit.index is not None and hit.lane == "words":
            sample = int(canvas.content.words.starts[hit.index])
        elif hit.index is not None and hit.lane == "captions":
            sample = canvas.content.cues[hit.index].start
            canvas.set_focus_word(canvas.content.cues[hit.index].words[0])
        else:
            canvas.clear_selection()
        canvas.seek_requested.emit(sample)

    def _begun(self, hit: Hit) -> Drag | None:
        canvas = self._canvas
        if hit.index is not None and hit.lane == "words":
            return self._word_drag(hit.index, hit.edge, hit, caption=False)
        if hit.index is not None and hit.lane == "captions":
            if hit.edge is None:
                return self._caption_drag(hit.index, hit)
            first, last = canvas.content.cues[hit.index].words
            word = first if hit.edge == "start" else last - 1
            return self._word_drag(word, hit.edge, hit, caption=True)
        places = snapping(canvas.content, hit.sample, self._silences(hit.sample))
        return SelectSound(canvas.select, places, hit.sample, self._reach())

    def _word_drag(self, word: int, edge: Edge | None, hit: Hit, *, caption: bool) -> Drag | None:
        canvas = self._canvas
        drag = MoveWord.begin(
            canvas.session,
            canvas.pacer,
            canvas.content,
            word,
            edge,
            hit.sample,
            canvas.sound.best,
            caption=caption,
        )
        if drag is None:
            self._pressed = None
        else:
            canvas.set_focus_word(word)
        return drag

    def _caption_drag(self, cue: int, hit: Hit) -> Drag | None:
        canvas = self._canvas
        best = canvas.sound.best
        drag = MoveCaption.begin(
            canvas.session, canvas.pacer, canvas.content, cue, hit.sample, best
        )
        if drag is None:
            self._pressed = None
        else:
            canvas.set_focus_word(canvas.content.cues[cue].words[0])
        return drag

    def _silences(self, sample: int) -> list[np.ndarray]:
        content, around = self._canvas.content, self._canvas.axis.step * self._canvas.width()
        seen = content.sentences.within(sample - around, sample + around)
        return [
            edges
            for sentence in seen[:20]
            for edges in silences_of(content, sentence, self._canvas.sound.best)
        ]

    def _reach(self) -> float:
        return 0 if self._modifiers & _SHIFT else REACH * self._canvas.axis.step

    def _move(self) -> None:
        if self.drag is None:
            return
        canvas = self._canvas
        x = self._now.x() - canvas.lanes.left
        inside = 0 <= x <= canvas.axis.width
        if inside == self._scroller.isActive():
            self._scroller.stop() if inside else self._scroller.start()
        sample = canvas.axis.sample(min(max(x, 0.0), canvas.axis.width))
        self.drag.move(sample, self._reach(), bool(self._modifiers & _ALT))
        self._show()

    def _show(self) -> None:
        if self.drag is not None:
            self._canvas.show_drag(self.drag)

    def _scroll(self) -> None:
        """The mouse is held outside of the window: on it goes, the further out the faster."""
        canvas = self._canvas
        x = self._now.x() - canvas.lanes.left
        over = x if x < 0 else max(0.0, x - canvas.axis.width)
        canvas.scroll_by(round(over / 3))
        self._move()

    def _shape(self, hit: Hit) -> Qt.CursorShape:
        canvas = self._canvas
        if hit.lane == "ruler":
            return Qt.CursorShape.PointingHandCursor
        if hit.index is None or hit.edge is None:
            return Qt.CursorShape.ArrowCursor
        word = hit.index
        if hit.lane == "captions":
            first, last = canvas.content.cues[hit.index].words
            word = first if hit.edge == "start" else last - 1
        movable = canvas.content.has_take(canvas.content.word(word).sentence)
        return Qt.CursorShape.SizeHorCursor if movable else Qt.CursorShape.ArrowCursor
