"""A script made of subtitles: the times of those, if they are wanted, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal, Slot

from studio import edits
from studio.importing import Fit
from ui.messages import Message, MessageBar
from ui.session import Session

ROUNDS = 3  # of fitting and rendering what was made faster by it
_SHOWN = 40  # characters of a sentence that is named


class SubtitleTimes(QObject):
    """How long sentences are is estimated until they are rendered. So it is done at once, and
    again when everything is rendered, if that is asked for: all of it one step to undo."""

    place_requested = Signal(int)  # an offset of the script

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._messages = session, messages
        self._gesture = 0
        self._message: Message | None = None
        self._rounds = 0  # that may follow
        self._rendering = False
        # Later, when nothing is in the middle of anything: fitting changes what is to be rendered.
        session.work_changed.connect(self._work_changed, Qt.ConnectionType.QueuedConnection)

    def offer(self) -> None:
        """For a script that has just been opened."""
        self._rounds = 0
        if self._session.moments:
            text = self.tr("The subtitles have times. Shall each begin when it was shown?")
            self._show(Message(text, self.tr("Fit to their times"), self.fit, kind="info"))

    @Slot()
    def fit(self) -> None:
        self._rounds = 0
        self._gesture = self._session.new_gesture()
        self._fit()

    def _fit(self) -> None:
        fit = self._session.fit_times(self._gesture)
        kind = "warning" if fit.missed else "good"
        if self._session.work.to_render:
            text = self._said(fit, self.tr("Lengths are estimates until all is rendered."))
            action = self.tr("Render and fit again")
            self._show(Message(text, action, self._render, kind=kind))
        elif fit.missed:
            first = edits.script_span(self._session.document, fit.missed[0])[0]
            self._show(
                Message(
                    self._said(fit),
                    self.tr("Show"),
                    lambda: self.place_requested.emit(first),
                    kind=kind,
                )
            )
        else:
            self._show(Message(self._said(fit), kind=kind))

    def _show(self, message: Message) -> None:
        """What was said before is not true any more."""
        if self._message is not None:
            self._messages.withdraw(self._message)
        self._message = message
        self._messages.show_message(message)

    def _said(self, fit: Fit, *more: str) -> str:
        count = len(self._session.moments) - len(fit.missed)
        said = [self.tr("%n sentence(s) begin with their subtitles.", "", count)]
        if fit.faster:
            said.append(self.tr("Said faster: %n.", "", len(fit.faster)))
        if fit.missed:
            said.append(self._too_long(fit.missed))
        return " ".join((*said, *more))

    def _too_long(self, missed: Sequence[str]) -> str:
        text = edits.find(self._session.document, missed[0]).text
        if len(text) > _SHOWN:
            text = text[:_SHOWN].rsplit(" ", 1)[0] + "…"
        said = self.tr("%n cannot, as what comes before is too long; the first is “{0}”", "",
                       len(missed))  # fmt: skip
        return said.format(text)

    def _render(self) -> None:
        self._rounds = ROUNDS
        self._session.render_all()

    @Slot()
    def _work_changed(self) -> None:
        work = self._session.work
        ended = self._rendering and not work.busy
        self._rendering = work.busy
        if not ended or not self._rounds:
            return
        if work.to_render:  # it was stopped, or failed
            self._rounds = 0
            return
        self._rounds -= 1
        self._fit()
        if self._rounds and self._session.work.to_render:
            self._session.render_all()
