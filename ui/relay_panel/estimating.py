"""What is to be rendered, counted without keeping the window waiting."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio.relay.estimate import Estimate
from ui.session import Session

EVERY = 1_000  # ms between two counts, at least


class Estimating(QObject):
    """``estimate`` and ``sentences`` follow the session while they are wanted."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._is_wanted = False
        self.sentences = 0  # that are to be rendered
        self.estimate: Estimate | None = None
        self.relayed = self.local = 0  # sentences with a take, by who made it
        self._timer = QTimer(self, interval=EVERY, singleShot=True)
        self._timer.timeout.connect(self._count)
        session.changed.connect(self._look_later)
        session.sentences_changed.connect(self.look)
        session.relay.changed.connect(self.look)

    def want(self, on: bool) -> None:
        """Whether anybody sees it."""
        self._is_wanted = on
        if on:
            self._count()

    @Slot()
    def look(self) -> None:
        if self._is_wanted and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _look_later(self) -> None:
        """Not while somebody types."""
        if self._is_wanted:
            self._timer.start()

    @Slot()
    def _count(self) -> None:
        if self._is_wanted:
            self._add_up()

    def _add_up(self) -> None:
        session = self._session
        self.sentences, self.estimate = session.relay.estimate()
        makers = [session.takes.made_by(each.id) for each in session.document.sentences]
        self.relayed = sum(maker.startswith("relay:") for maker in makers)
        self.local = sum(bool(maker) for maker in makers) - self.relayed
        self.changed.emit()
