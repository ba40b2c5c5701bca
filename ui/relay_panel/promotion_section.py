"""Whether the numbers allow the next step, why, and what a month would take."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSpinBox, QWidget

from studio.relay.estimate import monthly
from studio.relay.promotion import Reason
from ui.parts import ranked
from ui.prices import dollars
from ui.relay_panel.figuring import Figuring
from ui.relay_panel.parts import Section, Wrapped
from ui.relay_panel.wording import reason_sentence
from ui.session import Session
from ui.style_sheet import roomy
from ui.theme import Theme

MONTH = 50  # million characters
_LONGEST = 100_000  # million characters


class PromotionSection(Section):
    def __init__(
        self, session: Session, figuring: Figuring, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Next step"), parent)
        self._session, self._figuring = session, figuring
        self._verdict = Wrapped("dim")
        self._reasons = Reasons(theme)
        self._go = QPushButton()
        self._go.setProperty("kind", "accent")
        self.put(self._verdict)
        self.put(self._reasons)
        self.add(self._go)
        self._build_month()
        self._go.clicked.connect(self._take_step)
        figuring.changed.connect(self.refresh)
        self.refresh()

    def _build_month(self) -> None:
        self._month = _Volume()
        self._month.setRange(0, _LONGEST)
        self._month.setValue(MONTH)
        self._month.setGroupSeparatorShown(True)
        self._month.setSuffix(self.tr(" million"))
        self._month.setAccessibleName(self.tr("Characters a month, in millions"))
        roomy(self._month)
        label = ranked(self.tr("Characters a month"), "dim")
        label.setBuddy(self._month)
        self._monthly = Wrapped()
        row = self.add(label, self._month)
        row.setSpacing(8)
        self.put(self._monthly)
        self._month.valueChanged.connect(self._show_month)

    @Slot()
    def refresh(self) -> None:
        found = self._figuring.found
        self._show_month()
        if found is None:
            self._verdict.say(self.tr("Looking at what was measured…"))
            self._go.hide()
            return
        advice = found.advice
        step = advice.next_percent
        self._reasons.show_reasons(() if step is None else advice.reasons)
        self._go.setVisible(step is not None and advice.is_allowed)
        if step is None:
            self._verdict.say(self.tr("The relay speaks everything already."))
            return
        self._go.setText(self.tr("Go to {0} %").format(f"{step:g}"))
        if advice.is_allowed:
            text = self.tr("The numbers speak for {0} %. You decide.")
        elif any(reason.value is None for reason in advice.reasons):
            text = self.tr(
                "Too little is known yet to advise {0} %. Compare in the background for a while."
            )
        else:
            text = self.tr("The numbers do not speak for {0} % yet.")
        self._verdict.say(text.format(f"{step:g}"))

    def _show_month(self) -> None:
        found = self._figuring.found
        price = self._session.relay.server.price
        million = 1_000_000
        volume = monthly(self._month.value() * million, found.pace if found else (), price)
        there = self.tr("{0} there").format(dollars(volume.dollars))
        if volume.hours is None:
            here = self.tr("how long here is known once this computer has spoken")
        else:
            here = self.tr("{0} hours of computing here").format(f"{volume.hours:,.0f}")
        self._monthly.say(f"{there}; {here}.")

    def _take_step(self) -> None:
        found = self._figuring.found
        if found is not None and found.advice.next_percent is not None:
            self._session.relay.set_percent(found.advice.next_percent)


class Reasons(QWidget):
    """A line for each, with a tick or a cross."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[Reason, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        theme.changed.connect(self._dress)

    def show_reasons(self, reasons: tuple[Reason, ...]) -> None:
        if reasons != self._shown:
            self._shown = reasons
            self._dress()
        self.setVisible(bool(reasons))

    def _dress(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, reason in enumerate(self._shown):
            name, role = ("circle-check", "ready") if reason.ok else ("circle-x", "error")
            icon = QLabel(self)
            icon.setPixmap(self._theme.pixmap(name, role, 16, self.devicePixelRatioF()))
            said = self.tr("Good") if reason.ok else self.tr("Not yet")
            text = Wrapped("dim", self)
            text.say(reason_sentence(reason))
            icon.setAccessibleName(said)
            text.setAccessibleName(f"{said}: {text.accessibleName()}")
            self._grid.addWidget(icon, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(text, row, 1)


class _Volume(QSpinBox):
    """Does not turn when the page is scrolled across it."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: object) -> None:
        event.ignore()  # type: ignore[attr-defined]
