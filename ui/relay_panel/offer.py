"""What a server was found to offer, beside what there is on this computer."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from studio import voices
from studio.relay.probing import Offer, Speed
from ui.parts import ranked
from ui.relay_panel.parts import Wrapped
from ui.relay_panel.wording import seconds


class OfferView(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._facts: dict[str, Wrapped] = {}
        for row, (key, label) in enumerate(
            (
                ("voices", self.tr("Voices")),
                ("latency", self.tr("First sound")),
                ("speeds", self.tr("Speeds")),
                ("formats", self.tr("Formats")),
                ("captions", self.tr("Captions")),
            )
        ):
            fact = self._facts[key] = Wrapped("")
            title = ranked(label, "dim")
            title.setBuddy(fact)
            self._grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(fact, row, 1)
        self._list = Wrapped()
        self._more = QPushButton(self.tr("List the voices"))
        self._more.setProperty("kind", "link")
        self._more.setCheckable(True)
        self._more.setStyleSheet("padding-left: 0")  # aligned with what stands above it
        self._more.toggled.connect(self._list_voices)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._grid)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._list)
        self._listed = ""

    def show_offer(self, offer: Offer) -> None:
        here = set(voices.voices())
        self._facts["voices"].say(self._counted(offer, here))
        self._facts["latency"].say(self._latency(offer))
        self._facts["speeds"].say(", ".join(self._speed(each) for each in offer.speeds))
        self._facts["formats"].say(self._formats(offer))
        self._facts["captions"].say(self._captions(offer))
        for key, refused in (("speeds", offer.speeds), ("formats", offer.formats)):
            self._facts[key].setToolTip("\n".join(each.reason for each in refused if each.reason))
        self._listed = self._sorted(set(offer.voices), here) if offer.voices else ""
        self._more.setVisible(bool(self._listed))
        self._more.setChecked(False)

    def _counted(self, offer: Offer, here: set[str]) -> str:
        there = set(offer.voices)
        if there:
            text = self.tr("{0} there, {1} here, {2} on both")
            return text.format(len(there), len(here), len(there & here))
        if not offer.families:
            return self.tr("It lists none; {0} of it spoke").format(offer.voice)
        named = [
            each.pattern if each.is_certain else self.tr("perhaps {0}").format(each.pattern)
            for each in offer.families
        ]
        both = sum(
            any(fnmatchcase(voice, each.pattern) for each in offer.families) for voice in here
        )
        text = self.tr("It lists none; documented are {0}, {1} of the {2} here")
        return text.format(", ".join(named), both, len(here))

    def _latency(self, offer: Offer) -> str:
        text = self.tr("after {0}; all {1} s of speech after {2}")
        return text.format(seconds(offer.first), f"{offer.seconds:.1f}", seconds(offer.whole))

    def _speed(self, speed: Speed) -> str:
        if speed.is_accepted is None:
            text = self.tr("{0}× not known")
        elif not speed.is_accepted:
            text = self.tr("{0}× refused")
        else:
            text = "{0}×" if speed.is_heard else self.tr("{0}× changes nothing")
        return text.format(f"{speed.speed:g}")

    def _formats(self, offer: Offer) -> str:
        refused = self.tr("no {0}")
        asked = [
            each.asked.upper() if each.came else refused.format(each.asked.upper())
            for each in offer.formats
        ]
        streams = self.tr("streamed") if offer.streams else self.tr("not streamed")
        return f"{', '.join(asked)}; {streams}"

    def _captions(self, offer: Offer) -> str:
        if offer.captions is None:
            return self.tr("not known; words are timed here")
        if not offer.captions:
            return self.tr("none; words are timed here")
        return self.tr("it times the words itself")

    def _sorted(self, there: set[str], here: set[str]) -> str:
        parts = (
            (self.tr("On both"), there & here),
            (self.tr("Only there"), there - here),
            (self.tr("Only here"), here - there),
        )
        return "\n\n".join(f"{title}: {_listed(names)}" for title, names in parts if names)

    def _list_voices(self, on: bool) -> None:
        self._more.setText(self.tr("Hide the list") if on else self.tr("List the voices"))
        self._list.say(self._listed if on else "")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
