"""From the wish to export to the files: what is missing is rendered first, then all is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from studio.export import AudioSettings, Written
from ui.messages import Message, MessageBar
from ui.session import Session


@dataclass(frozen=True, slots=True)
class Order:
    """What to write: ``base`` is the path without suffix, ``captions`` are names such as "srt"."""

    base: Path
    audio: AudioSettings
    captions: tuple[str, ...] = ("srt",)


class Exporter(QObject):
    """One export at a time."""

    changed = Signal()  # phase or share

    def __init__(self, session: Session, messages: MessageBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._messages = session, messages
        self._order: Order | None = None
        self.phase = ""  # "", "rendering" or "writing"
        self.share = 0.0  # of what has to be written
        session.work_changed.connect(self._work_changed)
        session.export_progress.connect(self._progressed)

    def start(self, order: Order) -> None:
        if self.phase:
            self._messages.say(self.tr("The export before is still being written."))
            return
        self._order = order
        if self._session.work.to_render:
            self._session.render_all()  # which tells of work before any is wanted
            self._enter("rendering")
            self._work_changed(self._session.work)
        else:
            self._write()

    def cancel(self) -> None:
        if self.phase == "rendering":
            self._enter("")
            self._session.cancel_rendering()
        elif self.phase == "writing":
            self._session.cancel_export()

    def _write(self) -> None:
        order = self._order
        if order is not None:
            self._enter("writing")
            self._session.export(order.base, order.captions, order.audio)

    def _enter(self, phase: str) -> None:
        self.phase, self.share = phase, 0.0
        self.changed.emit()

    @Slot(object)
    def _work_changed(self, work: object) -> None:
        now = self._session.work
        if self.phase != "rendering" or now.busy:
            return
        if now.to_render == 0:
            self._write()
        elif now.done >= now.wanted:
            self._enter("")
            self._give_up(now.to_render)

    def _give_up(self, missing: int) -> None:
        """Some sentences failed, or rendering was stopped."""
        order = self._order
        text = (
            self.tr("Nothing was exported, as a sentence is not rendered.")
            if missing == 1
            else self.tr("Nothing was exported, as %n sentences are not rendered.", "", missing)
        )
        again = (lambda: self.start(order)) if order is not None else None
        self._messages.show_message(Message(text, self.tr("Export again"), again))

    @Slot(object)
    def _progressed(self, what: object) -> None:
        if isinstance(what, Written):
            self._enter("")
            self._tell(what)
        elif isinstance(what, tuple):
            done, total = what
            self.share = done / total if total else 1.0
            self.changed.emit()
        else:
            self._enter("")

    def _tell(self, written: Written) -> None:
        names = _listed([path.name for path in written.files])
        folder = QUrl.fromLocalFile(str(written.files[0].parent)) if written.files else QUrl()
        text = (
            self.tr("{0} is written.").format(names)
            if len(written.files) == 1
            else self.tr("{0} are written.").format(names)
        )
        kind = "good"
        if written.clipped:
            text += " " + self.tr("Some of it was too loud and is clipped; export it less loud.")
            kind = "warning"
        self._messages.show_message(
            Message(
                text, self.tr("Show folder"), lambda: QDesktopServices.openUrl(folder), kind=kind
            )
        )


def _listed(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " & " + names[-1] if len(names) > 1 else "".join(names)
