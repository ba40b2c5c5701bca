"""Menus of choices: how captions are grouped, which rules they obey, and how it sounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSlider, QWidget, QWidgetAction

from studio.cues import PROFILES, Grouping
from ui.output import OutputChoice
from ui.session import Session

WORDS = range(1, 13)
PHRASES = (3, 4, 5, 6, 7, 8, 10, 12)
RATES = (0.75, 0.9, 1.0, 1.1, 1.25, 1.5)


def grouping_name(grouping: Grouping) -> str:
    """As it is written on the button: "Phrases · max 6"."""
    translate = QCoreApplication.translate
    if grouping.kind == "words":
        if grouping.size == 1:
            return translate("Menus", "Word by word")
        return translate("Menus", "Words · {0} each").format(grouping.size)
    if grouping.kind == "phrases":
        return translate("Menus", "Phrases · max {0}").format(grouping.size)
    return translate("Menus", "Full lines")


def profile_name(name: str) -> str:
    translate = QCoreApplication.translate
    names = {
        "narration": translate("Menus", "Narration"),
        "shorts": translate("Menus", "Shorts"),
        "broadcast": translate("Menus", "Broadcast"),
    }
    return names.get(name, name)


class _ChoiceMenu(QMenu):
    """A menu that is filled each time it opens, so that it shows what is chosen now."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._group = QActionGroup(self)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        raise NotImplementedError

    def empty(self) -> None:
        self.clear()
        self._group.deleteLater()
        self._group = QActionGroup(self)

    def head(self, text: str, menu: QMenu | None = None) -> None:
        label = QLabel(text)
        label.setProperty("rank", "small")
        label.setContentsMargins(10, 6, 10, 2)
        holder = QWidgetAction(self)
        holder.setDefaultWidget(label)
        (menu or self).addAction(holder)

    def offer(
        self, text: str, chosen: bool, call: Callable[[], object], group: QActionGroup | None = None
    ) -> QAction:
        action = self.addAction(text)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(lambda: call())
        (group or self._group).addAction(action)
        return action


class GroupingMenu(_ChoiceMenu):
    def fill(self) -> None:
        self.empty()
        now, chosen = self.session.grouping, self.session.document.grouping
        own = grouping_name(self.session.profile.grouping)
        self.offer(
            self.tr("As the profile says ({0})").format(own),
            not chosen,
            partial(self.session.set_grouping, ""),
        )
        self.head(self.tr("Phrases, at most so many words"))
        self._sizes("phrases", PHRASES, now if chosen else None)
        self.head(self.tr("A fixed number of words"))
        self._sizes("words", WORDS, now if chosen else None)
        self.addSeparator()
        self._offer_grouping(Grouping("lines"), now if chosen else None)

    def _sizes(self, kind: str, sizes: range | tuple[int, ...], now: Grouping | None) -> None:
        """The usual sizes, and the present one if it is another."""
        size = now.size if now is not None and now.kind == kind else None
        every = sorted({*sizes, *([size] if size else [])})
        usual = [each for each in every if each <= 8 or each == size]
        for each in usual:
            self._offer_grouping(Grouping(kind, each), now)  # type: ignore[arg-type]

    def _offer_grouping(self, grouping: Grouping, now: Grouping | None) -> None:
        self.offer(
            grouping_name(grouping),
            grouping == now,
            partial(self.session.set_grouping, str(grouping)),
        )


class ProfileMenu(_ChoiceMenu):
    def fill(self) -> None:
        self.empty()
        for name, profile in PROFILES.items():
            text = self.tr("{0}: {1} line(s) of {2}, {3} characters a second").format(
                profile_name(name), profile.lines, profile.characters, f"{profile.speed:g}"
            )
            chosen = name == self.session.document.profile
            self.offer(text, chosen, partial(self.session.set_profile, name))


class SoundMenu(_ChoiceMenu):
    """Volume, speed of playing, and the device."""

    def __init__(
        self, session: Session, output: OutputChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self._output = output

    def fill(self) -> None:
        self.empty()
        self.head(self.tr("Volume"))
        self._add_volume()
        self.head(self.tr("Speed of playing"))
        for rate in RATES:
            chosen = abs(rate - self.session.player.rate) < 0.01
            self.offer(f"{rate:g}×", chosen, partial(self._set_rate, rate))
        self.head(self.tr("Device"))
        devices = QActionGroup(self)
        for device, name in self._output.offered():
            chosen = self._output.is_chosen(device)
            self.offer(name, chosen, partial(self._output.choose, device), devices)

    def _add_volume(self) -> None:
        holder, box = QWidgetAction(self), QWidget()
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, 100)
        slider.setPageStep(10)
        slider.setMinimumWidth(170)
        slider.setAccessibleName(self.tr("Volume"))
        with QSignalBlocker(slider):
            slider.setValue(round(self.session.player.volume * 100))
        slider.valueChanged.connect(self._set_volume)
        row = QHBoxLayout(box)
        row.setContentsMargins(10, 4, 10, 6)
        row.addWidget(slider)
        holder.setDefaultWidget(box)
        self.addAction(holder)

    @Slot(int)
    def _set_volume(self, percent: int) -> None:
        self.session.player.volume = percent / 100

    def _set_rate(self, rate: float) -> None:
        self.session.player.rate = rate
