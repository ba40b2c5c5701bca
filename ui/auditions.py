"""A sentence spoken in a voice, only to be heard; in another voice it goes on at the same word."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from studio import timeline
from studio.document import Word
from studio.player import Growing, Player, State
from studio.synthesis import Failed, Finished, Heard, Job
from studio.takes import Take
from studio.timeline import Clip
from ui.estimates import estimate
from ui.rendering import Rendering

AUDITION = "audition"  # the player's tag
REMEMBERED = 12  # auditions that are heard again without being spoken again


class Audition:
    """What there is of one sentence in one voice. ``sound`` begins with the word that stands at
    offset ``at`` of the text, which may come later, or never: then with the first word.
    ``otherwise`` speaks it where ``job`` fails."""

    def __init__(self, voice: str, job: Job, at: int = 0, otherwise: Job | None = None) -> None:
        self.voice, self.job, self.otherwise = voice, job, otherwise
        self.sound = Growing()
        self._at = at
        self._begin = None if at else 0  # the sample of the sentence at which the sound begins
        self._pieces: list[np.ndarray] = []
        self._words: list[Word] = []
        self._complete = False
        self.failed: Job | None = None  # whose place ``job`` has taken
        self._again = 0  # samples that come once more

    def begin_anew(self) -> None:
        """The sentence comes from its beginning once more; what was heard of it is not heard
        again."""
        self._again = sum(map(len, self._pieces))
        self._pieces, self._words = [], []

    def add(self, audio: np.ndarray, words: Sequence[Word]) -> None:
        self._pieces.append(audio)
        self._words += words
        if self._begin is not None and self._again:
            heard = min(self._again, len(audio))
            self._again -= heard
            audio = audio[heard:]
        if self._begin is not None:
            self.sound.append(audio)
            return
        begin = next((word.start for word in self._words if word.source[1] > self._at), None)
        if begin is not None:
            self._begin_at(begin)

    def finish(self) -> None:
        if self._begin is None:
            self._begin_at(0)
        self._complete = True
        self.sound.finish()

    def take(self) -> Take:
        return Take(np.concatenate(self._pieces), tuple(self._words), "")

    def _begin_at(self, begin: int) -> None:
        self._begin = begin
        so_far = Take(np.concatenate([*self._pieces, np.zeros(0, np.float32)]), (), "")
        clip = Clip("", begin, 0, len(so_far.audio) - begin)
        self.sound.append(timeline.sound(clip, so_far))

    def word_at(self, position: int) -> int:
        """The offset of the word that is heard at a sample of the sound; 0 for the first one.
        Words whose times are not known yet are where they would be by the number of letters."""
        if self._begin is None:
            return self._at
        sample = self._begin + position
        words: Sequence[Word] = self._words
        if not self._complete and (not words or sample >= words[-1].end):
            words = estimate(self.job.sentence, self.job.readings, self.job.key).words
        begun = [word.source[0] for word in words if word.start <= sample]
        return begun[-1] if len(begun) > 1 else 0


class Auditions(QObject):
    """One at a time; the next interrupts it."""

    changed = Signal(str)  # the voice that is heard, "" for none

    def __init__(self, player: Player, rendering: Rendering, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player, self._rendering = player, rendering
        self._now: Audition | None = None
        self._remembered: OrderedDict[str, Take] = OrderedDict()
        rendering.heard.connect(self._heard)
        rendering.audition_finished.connect(self._finished)
        rendering.failed.connect(self._failed)

    @property
    def voice(self) -> str:
        return self._now.voice if self._now else ""

    def speak(self, voice: str, job: Job, otherwise: Job | None = None) -> None:
        """Speak a job: from the word on that is heard, if its text is being heard in another
        voice, else from the beginning. ``otherwise`` takes its place where it fails."""
        before = self.voice
        now = self._now = Audition(voice, job, self._word_heard(voice, job), otherwise)
        self._rendering.stop_audition()
        take = self._remembered.get(job.key) or self._rendering.stored(job.key)
        if take is not None:
            now.add(take.audio, take.words)
            now.finish()
        self._player.play(now.sound, tag=AUDITION)
        if take is None:
            self._rendering.audition(job)
        if voice != before:
            self.changed.emit(voice)

    def _word_heard(self, voice: str, job: Job) -> int:
        now, status = self._now, self._player.status()
        is_heard = status.tag == AUDITION and status.state in (State.PLAYING, State.WAITING)
        if now is None or not is_heard or voice == now.voice:
            return 0
        same = now.job.sentence.text == job.sentence.text
        return now.word_at(status.position) if same else 0

    def play(self, take: Take) -> None:
        """A take as it is."""
        self.end()
        sound = Growing()
        sound.append(take.audio)
        sound.finish()
        self._player.play(sound, tag=AUDITION)

    def goes_on(self, event: Failed) -> bool:
        """Whether what failed is being spoken by another engine now."""
        now = self._now
        return now is not None and now.job is not event.job and now.failed is event.job

    def end(self) -> None:
        """Forget the audition; the player is somebody else's."""
        if self._now is not None:
            self._now = None
            self._rendering.stop_audition()
            self.changed.emit("")

    # What comes of an earlier one may come late. It is told by its job, not by the key of that:
    # the same voice may have been asked for twice.

    @Slot(object)
    def _heard(self, event: Heard) -> None:
        if self._now is not None and event.job is self._now.job:
            if event.first:
                self._now.begin_anew()
            self._now.add(event.piece.audio, event.piece.words)

    @Slot(object)
    def _finished(self, event: Finished) -> None:
        if self._now is None or event.job is not self._now.job:
            return
        self._now.finish()
        self._remembered[event.job.key] = self._now.take()
        while len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    @Slot(object)
    def _failed(self, event: Failed) -> None:
        now = self._now
        if now is None or event.job is not now.job:
            return
        if now.otherwise is None:
            now.finish()
            return
        now.failed, now.job, now.otherwise = now.job, now.otherwise, None
        self._rendering.audition(now.job)
