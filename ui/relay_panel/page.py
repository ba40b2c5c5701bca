"""All sections of the panel, one below the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

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


class RelayPage(QWidget):
    """Works only while it is seen."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.figuring = Figuring(session, self)
        self.estimating = Estimating(session, self)
        self.server = ServerSection(session)
        self.switch = SwitchSection(session, self.estimating)
        self.meter = MeterSection(self.figuring, theme)
        self.comparisons = ComparisonsSection(session, theme)
        self.promotion = PromotionSection(session, self.figuring, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(12 - EDGE, 12, 12 - EDGE, 12)
        column.setSpacing(12)
        sections = (self.server, self.switch, self.meter, self.comparisons, self.promotion)
        for i, section in enumerate(sections):
            if i:
                column.addLayout(_rule())
            column.addWidget(section)
        column.addStretch(1)

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
