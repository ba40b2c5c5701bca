"""Words moved by the keys. A key that is held is one gesture, like a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.timeline import accessible
from ui.timeline.dragging import MoveWord

if TYPE_CHECKING:
    from ui.timeline.canvas import Canvas


class Nudger:
    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._by = self._from = 0
        self.drag: MoveWord | None = None

    def nudge(self, by: int) -> None:
        """The word with the focus, or the edge of it that the keys move, by so many samples."""
        canvas, word = self._canvas, self._canvas.focus_word
        if word is None:
            return
        if self.drag is None:
            self._by, self._from = 0, int(canvas.content.words.starts[word])
            self.drag = MoveWord.begin(
                canvas.session, canvas.pacer, canvas.content, word, canvas.edge, self._from
            )
        if self.drag is None:
            return
        self._by += by
        self.drag.move(self._from + self._by + self.drag.shifted, 0, free=False)
        self._by = self.drag.reached
        canvas.show_drag(self.drag)

    def end(self) -> None:
        """The key is let go."""
        drag, self.drag = self.drag, None
        if drag is not None:
            drag.release()
            self._canvas.drag_ended(drag)
            accessible.tell_focus(self._canvas)
