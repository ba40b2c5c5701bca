"""What goes wrong while a narration is spoken and heard, and what can be done about it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from studio.errors import RelayKeyUnusable, StudioError
from studio.player import Notice
from ui.authoring import Authoring, Trouble
from ui.messages import describe_notice
from ui.playing import Playing
from ui.relaying import Relaying
from ui.rendering import Rendering
from ui.wanting import Wanting


class Troubles(QObject):
    """Gives up what cannot be done any more, and tells of it by ``told``, each time with the way
    to try it again."""

    told = Signal(object)  # Trouble
    relay_wanted = Signal()  # the user is to see how the relay is set up

    def __init__(
        self,
        narration: Authoring,
        rendering: Rendering,
        relay: Relaying,
        playing: Playing,
        wanting: Wanting,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._narration, self._rendering, self._relay = narration, rendering, relay
        self._playing, self._wanting = playing, wanting
        rendering.broke.connect(self._engine_broke)
        rendering.relay_broke.connect(self._relay_broke)
        rendering.failed.connect(self._sentence_failed)  # auditions see to it first
        relay.failed.connect(self._relay_failed)
        playing.nothing.connect(self._nothing_to_play)
        playing.noticed.connect(self._player_noticed)

    @Slot(object)
    def _engine_broke(self, error: StudioError) -> None:
        self._playing.stop_audition()
        self._wanting.cancel()
        self.told.emit(Trouble(str(error), self.tr("Try again"), self._rendering.start))

    @Slot(object)
    def _relay_broke(self, error: StudioError) -> None:
        """Nothing comes from the relay."""
        if self._relay.fallback:
            text = self.tr("{0} What it has not spoken is spoken on this computer.")
            self.told.emit(Trouble(text.format(error), self.tr("Try again"), self._relay.resume))
            return
        self._wanting.all = False
        self._relay_failed(error)

    @Slot(object)
    def _relay_failed(self, error: StudioError) -> None:
        if isinstance(error, RelayKeyUnusable):
            call = self.relay_wanted.emit
            self.told.emit(Trouble(str(error), self.tr("Relay settings"), call))
        else:
            self.told.emit(Trouble(str(error), self.tr("Try again"), self._relay.resume))

    @Slot(object)
    def _sentence_failed(self, event: Any) -> None:
        if event.job.sentence.id == "audition" and self._playing.auditions.goes_on(event):
            return
        self.told.emit(
            Trouble(str(event.error), self.tr("Try again"), lambda: self._again(event.job))
        )

    def _again(self, job: Any) -> None:
        if job.sentence.id == "audition":
            self._playing.audition(job.sentence.voice, job, None)
            return
        sentence = self._narration.sentence(job.sentence.id)
        if sentence is not None:
            self._rendering.retry([sentence])
            self._rendering.want([sentence])

    @Slot()
    def _nothing_to_play(self) -> None:
        self.told.emit(Trouble(self.tr("There is nothing to play yet; paste a script.")))

    @Slot(object)
    def _player_noticed(self, notice: Notice) -> None:
        call = self._playing.player.refresh
        self.told.emit(Trouble(describe_notice(notice), self.tr("Look again"), call))
