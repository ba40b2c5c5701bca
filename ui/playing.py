"""The narration as it is heard, and where the playhead is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio import timeline
from studio.document import SAMPLE_RATE
from studio.player import SHORTEST_LOOP, Notice, Player, State
from studio.synthesis import Job
from studio.takes import Take
from studio.timeline import Timeline
from ui.auditions import AUDITION, Auditions
from ui.layout import Layout
from ui.playback import LiveNarration
from ui.rendering import Rendering

NARRATION = "narration"  # the player's tag
TICK = 33  # ms between two looks at the player while it plays


class Playing(QObject):
    """Plays what is laid out, and goes on without a break when that changes.

    ``status`` is that of the player when it was last looked at.
    """

    tick = Signal(object)  # status
    coming = Signal(int)  # what is laid out at this sample will be heard soon
    nothing = Signal()  # to play
    noticed = Signal(object)  # Notice
    _player_changed = Signal()

    def __init__(
        self,
        player: Callable[[Callable[[], None]], Player],
        layout: Layout,
        rendering: Rendering,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._layout, self._rendering = layout, rendering
        self.player = player(self._player_changed.emit)
        self.auditions = Auditions(self.player, rendering, self)
        self.looping = False
        self._resting = 0
        self._intent = 0  # changes with everything that is to be heard, or not to be
        self._laid_out = Timeline((), (), (), 0)
        self._ticker = QTimer(self, interval=TICK)
        self._ticker.timeout.connect(self.look)
        self._player_changed.connect(self.look)
        self.status = self.player.status()

    def close(self) -> None:
        self._ticker.stop()
        self.player.close()

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def is_heard(self) -> bool:
        """Whether the narration is what is heard, or paused."""
        return self.status.tag == NARRATION and self.status.state is not State.STOPPED

    @property
    def is_running(self) -> bool:
        return self.status.state in (State.PLAYING, State.WAITING)

    @property
    def position(self) -> int:
        """Where the playhead is: what is heard, or where playing would go on."""
        return self.status.position if self.is_heard else self._resting

    @property
    def word_now(self) -> int | None:
        """The word that is being heard."""
        now = self._timeline
        if not now.words or self.status.tag != NARRATION:
            return None
        return timeline.word_at(now, self.position)

    @property
    def cue_now(self) -> int | None:
        """The caption that is shown where the playhead is."""
        cues, at = self._layout.current.cues, self.position
        index = bisect_right(cues, at, key=lambda cue: cue.start) - 1
        return index if index >= 0 and at < cues[index].end else None

    @property
    def _timeline(self) -> Timeline:
        return self._layout.current.timeline

    # ── verbs ───────────────────────────────────────────────────────────────────────────────────

    def play(self, start: Callable[[], int]) -> None:
        """From a sample on that is asked for when all is laid out."""
        self._layout.finish(partial(self._play, start, self._new_intent()))

    def _play(self, start: Callable[[], int], intent: int) -> None:
        if intent != self._intent:
            return
        if not self._timeline.clips:
            self.nothing.emit()
            return
        begin = start()
        self.auditions.end()
        self.coming.emit(begin)
        self.player.play(self._source(), min(begin, self._timeline.duration), tag=NARRATION)
        self.look()

    def play_selection(self, start: int, end: int) -> None:
        self._new_intent()
        self.auditions.end()
        self.coming.emit(start)
        loop = (start, max(end, start + SHORTEST_LOOP)) if self.looping else None
        self.player.play(self._source(), start, until=end, loop=loop, tag=NARRATION)
        self.look()

    def set_loop(self, on: bool) -> None:
        self.looping = on
        if not on:
            self.player.unloop()

    def loop(self, start: int, end: int) -> None:
        """Play from ``start`` to ``end``, round and round."""
        self.set_loop(True)
        self.play_selection(start, end)

    def toggle(self, start: Callable[[], int]) -> None:
        """Pause, go on, or play from a sample on if nothing was heard yet."""
        state = self.player.status().state
        if self.status.tag == NARRATION and state in (State.PLAYING, State.WAITING):
            self.pause()
        elif self.status.tag == NARRATION and state is State.PAUSED:
            self.player.resume()
            self.look()
        else:
            resting = self._resting
            self.play((lambda: resting) if resting else start)

    def pause(self) -> None:
        self.player.pause()
        self.look()

    def stop(self) -> None:
        self._new_intent()
        self.player.stop()
        self.auditions.end()
        self.look()

    def rewind(self) -> None:
        self._resting = 0

    def seek(self, sample: int) -> None:
        self.look()  # where a stop that is not noticed yet came to rest does not count any more
        sample = max(0, min(sample, self._timeline.duration))
        self._resting = sample
        if self.status.tag == NARRATION and self.player.status().state is not State.STOPPED:
            self.player.seek(sample)
            self.coming.emit(sample)
        self.look()

    def step_sentence(self, by: int) -> None:
        """To the next sentence (1), or the previous one (-1)."""
        sentences = self._timeline.sentences
        if not sentences:
            return
        index = bisect_right(sentences, self.position, key=lambda s: s.start) - 1
        # Early in a sentence "previous" means the one before it, later the start of this one.
        if by < 0 and self.position - sentences[max(index, 0)].start > SAMPLE_RATE:
            by = 0
        self.seek(sentences[max(0, min(index + by, len(sentences) - 1))].start)

    def audition(self, voice: str, job: Job, otherwise: Job | None) -> None:
        """Only to hear it; see `Auditions.speak`."""
        self._new_intent()
        self.auditions.speak(voice, job, otherwise)
        self.look()

    def stop_audition(self) -> None:
        if self.status.tag == AUDITION:
            self.stop()

    def hear(self, take: Take) -> None:
        self._new_intent()
        self.auditions.play(take)
        self.look()

    def _new_intent(self) -> int:
        self._intent += 1
        return self._intent

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def follow(self) -> None:
        """Everything was laid out anew."""
        if self.is_heard:
            self.player.replace(self._source(), self._shift())
        self._laid_out = self._timeline

    def _shift(self) -> int:
        """By how much the sentence that is heard has moved."""
        sentences = self._laid_out.sentences
        index = bisect_right(sentences, self.position, key=lambda s: s.start) - 1
        now = self._layout.current.places.get(sentences[index].id) if index >= 0 else None
        return 0 if now is None else self._timeline.sentences[now].start - sentences[index].start

    def _source(self) -> LiveNarration:
        return LiveNarration(
            self._timeline, self._rendering.sound_of, self._rendering.begun_sound_of
        )

    @Slot()
    def look(self) -> None:
        """See what the player is at."""
        before = self.status
        self.status = self.player.status()
        if self.is_running != self._ticker.isActive():
            (self._ticker.start if self.is_running else self._ticker.stop)()
        if self.status.tag == NARRATION:
            self._rest(before.state)
            if self.is_running and not self._rendering.work.busy:
                self.coming.emit(self.status.position)
        elif self.status.state is State.STOPPED and before.tag == AUDITION:
            self.auditions.end()
        notice: Notice | None = self.status.notice
        if notice is not None and notice != before.notice:
            self.noticed.emit(notice)
        self.tick.emit(self.status)

    def _rest(self, before: State) -> None:
        """Note where playing would go on."""
        if self.status.state is not State.STOPPED:
            self._resting = self.status.position
        elif before is not State.STOPPED:
            at_end = self.status.position >= self._timeline.duration - SAMPLE_RATE // 10
            self._resting = 0 if at_end else self.status.position
