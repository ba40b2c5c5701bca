"""What is to be spoken, and when: what was typed, what will be heard soon, or everything."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QObject, QTimer, Slot

from studio.document import Sentence
from ui.authoring import Authoring
from ui.cursor import Cursor
from ui.layout import Layout
from ui.playing import Playing
from ui.rendering import Rendering, Work

SETTLE = 400  # ms without a key before the sentence under the cursor is rendered
ESTIMATE = 2_000  # ms after a change, or after some lengths were found out
TYPED = 2  # sentences rendered from the cursor on
AHEAD = 12  # sentences rendered ahead of the playhead


class Wanting(QObject):
    """``all``: everything was asked for, and is not there yet. ``live``: what was typed is spoken
    without being asked for."""

    def __init__(
        self,
        narration: Authoring,
        cursor: Cursor,
        layout: Layout,
        rendering: Rendering,
        playing: Playing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._narration, self._cursor = narration, cursor
        self._layout, self._rendering, self._playing = layout, rendering, playing
        self.all = False
        self.live = True
        self._settler = QTimer(self, interval=SETTLE, singleShot=True)
        self._settler.timeout.connect(self._settled)
        self._estimator = QTimer(self, interval=ESTIMATE, singleShot=True)
        self._estimator.timeout.connect(self._estimate)
        rendering.measured.connect(self._estimator.start)
        rendering.work_changed.connect(self._work_changed)
        playing.coming.connect(self._render_ahead)

    def stop(self) -> None:
        self._settler.stop()
        self._estimator.stop()

    @property
    def is_settled(self) -> bool:
        """Whether nobody has typed or moved the cursor for a moment."""
        return not self._settler.isActive()

    def unsettle(self) -> None:
        """Somebody types, or moves the cursor."""
        self._settler.start()

    def follow(self) -> None:
        """The document is another one."""
        if self.all:
            self.unsettle()
        self._estimator.start()

    def want_all(self) -> None:
        self.all = True
        self._want_all()

    def _want_all(self) -> None:
        self._rendering.want(self._from_cursor())

    def cancel(self) -> None:
        self.all = False
        self._rendering.cancel()

    def _from_cursor(self) -> list[Sentence]:
        """All sentences, those before the cursor last."""
        sentences = self._narration.document.sentences
        index = self._cursor.place or 0
        return [*sentences[index:], *sentences[:index]]

    def _placed(self, index: int, count: int) -> list[Sentence]:
        """Sentences of the timeline that are still in the document."""
        placed = self._layout.current.timeline.sentences[index : index + count]
        found = (self._narration.sentence(each.id) for each in placed)
        return [sentence for sentence in found if sentence is not None]

    # ── when ────────────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _settled(self) -> None:
        """Typing has paused: a new step to undo begins, and what was typed is rendered."""
        self._narration.end_typing()
        if self.all:
            self._want_all()  # what was changed meanwhile, too
            return
        if not self.live or self._playing.is_running:
            return
        index = self._cursor.place
        if index is not None:
            self._rendering.want(self._placed(index, TYPED))

    @Slot()
    def _estimate(self) -> None:
        """Find out how long the narration will be, from the cursor on, without speaking it."""
        if self.live:
            self._rendering.measure(self._from_cursor())

    @Slot(int)
    def _render_ahead(self, start: int) -> None:
        if self.all:
            return
        sentences = self._layout.current.timeline.sentences
        index = max(bisect_right(sentences, start, key=lambda s: s.start) - 1, 0)
        self._rendering.want(self._placed(index, AHEAD))

    @Slot(object)
    def _work_changed(self, work: Work) -> None:
        if self.all and work.wanted and not work.busy and self.is_settled:
            self.all = False
