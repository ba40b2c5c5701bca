"""Which word of the script is heard, and keeping it in sight."""

from __future__ import annotations

import time
from bisect import bisect_right

from PySide6.QtCore import QObject, Signal, Slot

from studio.player import State
from studio.timeline import Timeline
from ui.editor.mirror import Mirror
from ui.session import NARRATION, Session

PATIENCE = 3.0  # seconds after somebody scrolled or wrote in which the view stays where it is

Span = tuple[int, int]


class Heard(QObject):
    """``word`` (positions) and ``sentence`` (its id) that are heard, while the narration plays or
    is paused. `changed` tells when another word is."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.sentence = ""
        self._script_span: Span | None = None
        self._touched = 0.0
        session.tick.connect(self._look)
        session.timeline_changed.connect(self._look)

    @property
    def is_playing(self) -> bool:
        status = self._session.status
        return status.tag == NARRATION and status.state in (State.PLAYING, State.WAITING)

    @property
    def is_stopped(self) -> bool:
        status = self._session.status
        return status.tag != NARRATION or status.state is State.STOPPED

    @property
    def may_scroll(self) -> bool:
        """Whether the view may follow what is heard."""
        return self.is_playing and time.monotonic() - self._touched > PATIENCE

    def touch(self) -> None:
        """Somebody looks elsewhere."""
        self._touched = time.monotonic()

    def word(self, mirror: Mirror) -> Span | None:
        if self._script_span is None:
            return None
        start, end = self._script_span
        return mirror.position(start), mirror.position(end)

    @Slot()
    @Slot(object)
    def _look(self, _status: object = None) -> None:
        span, sentence = None, ""
        if not self.is_stopped:
            timeline, position = self._session.timeline, self._session.position
            index = heard_word(timeline, position)
            if index is not None:
                word = timeline.words[index]
                span, sentence = word.source, timeline.sentences[word.sentence].id
                if timeline.sentences[word.sentence].end <= position:
                    span = None  # the silence after it
        if (span, sentence) != (self._script_span, self.sentence):
            self._script_span, self.sentence = span, sentence
            self.changed.emit()


def heard_word(timeline: Timeline, position: int) -> int | None:
    """The index of the word that has begun last; the first one before that."""
    if not timeline.words:
        return None
    return max(bisect_right(timeline.words, position, key=lambda word: word.start) - 1, 0)


def word_of_offset(timeline: Timeline, offset: int) -> int | None:
    """The index of the word that stands at an offset of the script, or else the one before it, or
    else the first."""
    if not timeline.words:
        return None
    return max(bisect_right(timeline.words, offset, key=lambda word: word.source[0]) - 1, 0)
