"""The switch: how much the relay speaks, and what becomes of what was spoken already."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from ui.parts import Segments, ranked
from ui.prices import dollars
from ui.relay_panel.estimating import Estimating
from ui.relay_panel.parts import Section, Wrapped
from ui.relay_panel.wording import count, work
from ui.session import Session

OFFERED = (0.0, 5.0, 50.0, 100.0)


class SwitchSection(Section):
    def __init__(
        self, session: Session, estimating: Estimating, parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Spoken by the relay"), parent)
        self._session, self._estimating = session, estimating
        labels = {0.0: self.tr("Off")}
        self._percent = Segments(
            [
                (f"{step:g}", labels.get(step, self.tr("{0} %").format(f"{step:g}")))
                for step in OFFERED
            ],
            self.tr("Share of the sentences that the relay speaks"),
        )
        self._other = ranked("", "dim")
        self._shadow = QCheckBox(self.tr("Also compare in the background"))
        self._shadow.setToolTip(
            self.tr("The relay also speaks what this computer has spoken; it is not used")
        )
        self._fallback = QCheckBox(self.tr("This computer speaks what the relay does not"))
        self._estimate = Wrapped()
        self._replace = QPushButton()
        self.add(self._percent, self._other)
        self.put(self._shadow)
        self.put(self._fallback)
        self.put(self._estimate)
        self.add(self._replace)
        self._percent.chosen.connect(lambda key: session.relay.set_percent(float(key)))
        self._shadow.clicked.connect(session.relay.set_shadow)
        self._fallback.clicked.connect(session.relay.set_fallback)
        self._replace.clicked.connect(self._replace_takes)
        session.relay.changed.connect(self.refresh)
        estimating.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        relay = self._session.relay
        percent = relay.policy.relay_percent
        self._percent.choose(f"{percent:g}")
        is_other = percent not in OFFERED
        self._other.setVisible(is_other)
        self._other.setText(self.tr("now {0} %").format(f"{percent:g}") if is_other else "")
        self._shadow.setChecked(relay.policy.shadow)
        self._fallback.setChecked(relay.fallback)
        self._estimate.say(self._estimated())
        self._offer_to_replace(percent)

    def _estimated(self) -> str:
        found, sentences = self._estimating.estimate, self._estimating.sentences
        if found is None:
            return ""
        if not self._session.document.sentences:
            return self.tr("Write or paste a script, and what it takes is told here.")
        if not sentences:
            return self.tr("Everything is rendered.")
        here = self.tr("a time here that is not known yet")
        if found.seconds is not None:
            here = self.tr("about {0} here").format(work(found.seconds))
        text = self.tr("%n sentence(s) to render, {0} characters: {1}, {2} there.", "", sentences)
        return text.format(count(found.characters), here, dollars(found.cost))

    def _offer_to_replace(self, percent: float) -> None:
        """In the direction that the switch was turned."""
        relayed, local = self._estimating.relayed, self._estimating.local
        if percent <= 0:
            label, others = self.tr("Replace what the relay spoke"), relayed
        elif percent >= 100:
            label, others = self.tr("Replace what this computer spoke"), local
        else:
            label, others = self.tr("Replace what the other engine spoke"), relayed + local
        self._replace.setText(label)
        self._replace.setToolTip(
            self.tr("Sentences keep their sound until the engine that the switch names speaks them")
        )
        self._replace.setVisible(others > 0)

    def _replace_takes(self) -> None:
        self._session.relay.respeak()
        self._session.render_all()
