"""The relay: which server, how much it speaks, what it takes and costs, and how it compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.session import Session
from ui.theme import Theme

if TYPE_CHECKING:
    from ui.relay_panel.page import RelayPage

__all__ = ["RelayPanel"]


class RelayPanel(QScrollArea):
    """Its ``page`` is made when it is looked at: most windows are opened without."""

    page: RelayPage

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self.setAccessibleName(self.tr("Relay"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        session.relay_wanted.connect(self._show_top)

    def showEvent(self, event: QShowEvent) -> None:
        if self.widget() is None:
            from ui.relay_panel.page import RelayPage

            self.page = RelayPage(self._session, self._theme)
            self.setWidget(self.page)
            self.setFocusProxy(self.page.server.choice)
        super().showEvent(event)

    @Slot()
    def _show_top(self) -> None:
        """Where the key is."""
        self.verticalScrollBar().setValue(0)
