"""The relay: which server, how much it speaks, what it takes and costs, and how it compares."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ui.parts import Rule
from ui.relay_panel.comparisons_section import ComparisonsSection
from ui.relay_panel.estimating import Estimating
from ui.relay_panel.figuring import Figuring
from ui.relay_panel.meter_section import MeterSection
from ui.relay_panel.parts import EDGE
from ui.relay_panel.promotion_section import PromotionSection
from ui.relay_panel.server_section import ServerSection
from ui.relay_panel.switch_section import SwitchSection
from ui.session import Session
from ui.theme import Theme

__all__ = ["RelayPanel"]


class RelayPanel(QScrollArea):
    """Works only while it is seen."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(self.tr("Relay"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.figuring = Figuring(session, self)
        self.estimating = Estimating(session, self)
        self.server = ServerSection(session)
        self.switch = SwitchSection(session, self.estimating)
        self.meter = MeterSection(self.figuring, theme)
        self.comparisons = ComparisonsSection(session, theme)
        self.promotion = PromotionSection(session, self.figuring, theme)
        page = QWidget()
        page.setProperty("surface", "panel")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(page)
        column.setContentsMargins(12 - EDGE, 12, 12 - EDGE, 12)
        column.setSpacing(12)
        sections = (self.server, self.switch, self.meter, self.comparisons, self.promotion)
        for i, section in enumerate(sections):
            if i:
                column.addLayout(_rule())
            column.addWidget(section)
        column.addStretch(1)
        self.setWidget(page)
        self.setFocusProxy(self.server.choice)
        session.relay_wanted.connect(self._show_key)

    @Slot()
    def _show_key(self) -> None:
        self.verticalScrollBar().setValue(0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._session.relay.look_for_key()
        self.comparisons.refresh()
        self.figuring.want(True)
        self.estimating.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.figuring.want(False)
        self.estimating.want(False)


def _rule() -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(EDGE, 0, EDGE, 0)
    row.addWidget(Rule())
    return row
