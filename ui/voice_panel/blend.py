"""Mixing a voice out of several."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from studio import voices
from studio.voices import WHOLE, parse_voice
from ui.parts import IconButton, RoundButton, ranked
from ui.theme import Theme
from ui.voice_panel.entries import Entry, default_name
from ui.voice_panel.shares import divided, percents, rebalanced

translate = QCoreApplication.translate

MOST = 6  # voices; the shares of more are too small to be heard
_STEP = WHOLE // 100


class BlendEditor(QWidget):
    """A slider for each voice; together they always make a whole."""

    audition_wished = Signal(str)  # spelling
    silence_wished = Signal()
    save_wished = Signal(str, str)  # name, spelling
    use_wished = Signal(str, bool)  # spelling, for all
    addition_wished = Signal()  # of the voice that is selected on the board

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._voices: list[str] = []
        self._shares: list[int] = []
        self._base: list[int] | None = None  # the shares when a slider was taken hold of
        self._rows: list[_Row] = []
        self._heard = False
        self._build()
        self._fill()

    def _build(self) -> None:
        self._title = ranked(self.tr("Blend"), "strong")
        self._add = QPushButton(self.tr("Add"))
        self._add.setProperty("kind", "chip")
        self._add.clicked.connect(self.addition_wished)
        self._clear = QPushButton(self.tr("Clear"))
        self._clear.setProperty("kind", "chip")
        self._clear.setAccessibleName(self.tr("Clear the blend"))
        self._clear.clicked.connect(self.clear)
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._title, 1)
        top.addWidget(self._clear)
        top.addWidget(self._add)

        self._hint = ranked(self.tr("Mix two voices or more into one of your own."), "dim")
        self._hint.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)

        self._name = QLineEdit()
        self._name.setAccessibleName(self.tr("Name of the blend"))
        self._name.setMaxLength(60)
        self._name.returnPressed.connect(self._save)
        self._hear = RoundButton(self._theme, "play-filled", self.tr("Hear the blend"))
        self._hear.clicked.connect(self._hear_or_stop)
        self._save_button = QPushButton(self.tr("Save"))
        self._save_button.setAccessibleName(self.tr("Save the blend"))
        self._save_button.clicked.connect(self._save)
        self._use = QPushButton(self.tr("Use"))
        self._use.setAccessibleName(self.tr("Use the blend"))
        self._use.setMenu(self._use_menu())
        bottom = QHBoxLayout()
        bottom.setSpacing(6)
        bottom.setContentsMargins(0, 4, 0, 0)
        for part in (self._hear, self._name, self._save_button, self._use):
            bottom.addWidget(part, part is self._name)
        self._bottom = QWidget()
        self._bottom.setLayout(bottom)

        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        whole.addLayout(top)
        whole.addWidget(self._hint)
        whole.addLayout(self._grid)
        whole.addWidget(self._bottom)

    def _use_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("For this paragraph"), lambda: self._wish_use(False))
        menu.addAction(self.tr("For all"), lambda: self._wish_use(True))
        return menu

    # ── what is mixed ───────────────────────────────────────────────────────────────────────────

    @property
    def spelling(self) -> str:
        """As `voices.parse_voice` reads it; empty without voices."""
        if not self._voices:
            return ""
        return str(parse_voice(",".join(f"{v}:{s}" for v, s in self.parts)))

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """Voices and their shares in hundredths of a percent, as they stand in the editor."""
        return tuple(zip(self._voices, self._shares, strict=True))

    @property
    def name(self) -> str:
        """What was typed, or what stands there as long as nothing is."""
        return self._name.text().strip() or self._name.placeholderText()

    def may_add(self, entry: Entry | None) -> bool:
        if entry is None or len(self._voices) >= MOST:
            return False
        return not entry.is_blend and entry.spelling not in self._voices

    def add(self, entry: Entry) -> None:
        """A voice joins with an equal share; a blend takes the place of what is here."""
        if entry.is_blend:
            self.edit(entry.spelling, entry.name if entry.saved else "")
        elif self.may_add(entry):
            shares = [share * len(self._shares) for share in self._shares]
            self._voices.append(entry.spelling)
            self._shares = divided([*shares, WHOLE], WHOLE)
            self._fill()

    def edit(self, spelling: str, name: str = "") -> None:
        blend = parse_voice(spelling)
        self._voices = [voice for voice, _ in blend.parts]
        self._shares = [share for _, share in blend.parts]
        self._name.setText(name)
        self._fill()

    def remove(self, voice: str) -> None:
        index = self._voices.index(voice)
        del self._voices[index], self._shares[index]
        even = self._shares if any(self._shares) else [1] * len(self._shares)
        self._shares = divided(even, WHOLE)
        self._fill()

    def clear(self) -> None:
        self._voices, self._shares = [], []
        self._name.clear()
        self._fill()

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    def offer(self, entry: Entry | None) -> None:
        """The voice that "Add" would add."""
        if entry is not None and entry.is_blend:
            self._add.setText(self.tr("Edit %1").replace("%1", entry.name))
        elif entry is not None:
            self._add.setText(self.tr("Add %1").replace("%1", entry.name))
        self._add.setAccessibleName(f"{self._add.text()}, B")
        self._add.setToolTip(self.tr("Add the selected voice to the blend (B)"))
        self._add.setEnabled(entry is not None and (entry.is_blend or self.may_add(entry)))

    def show_heard(self, heard: str) -> None:
        """``heard``: the spelling of what is being auditioned."""
        self._heard = bool(heard) and heard == self.spelling
        if self._heard:
            self._hear.show_icon("pause-filled", self.tr("Stop the blend"))
        else:
            self._hear.show_icon("play-filled", self.tr("Hear the blend"))

    def _fill(self) -> None:
        """Rows for the voices as they are now."""
        for row in self._rows:
            row.leave(self._grid)
        self._rows = [
            _Row(voices.voice(voice).name, voice, self._theme, self) for voice in self._voices
        ]
        for index, row in enumerate(self._rows):
            row.enter(self._grid, index)
            row.slider.setEnabled(len(self._rows) > 1)
            row.slider.sliderPressed.connect(self._taken)
            row.slider.sliderReleased.connect(self._left)
            row.slider.valueChanged.connect(lambda value, i=index: self._moved(i, value))
            row.removal.clicked.connect(lambda _=False, v=row.voice: self.remove(v))
        self._hint.setVisible(not self._rows)
        self._bottom.setVisible(bool(self._rows))
        self._clear.setVisible(bool(self._rows))
        whole = len(self._rows) > 1
        self._save_button.setEnabled(whole)
        self._use.setEnabled(bool(self._rows))
        self._order_keys()
        self._show_shares()

    def _order_keys(self) -> None:
        """Tab goes down the rows as the eye does."""
        stops: list[QWidget] = [self._clear, self._add]
        for row in self._rows:
            stops += [row.slider, row.removal]
        stops += [self._hear, self._name, self._save_button, self._use]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _show_shares(self) -> None:
        for row, share, percent in zip(
            self._rows, self._shares, percents(self._shares), strict=True
        ):
            row.show_share(share, percent)
        spelling = self.spelling
        named = default_name(parse_voice(spelling)) if spelling else ""
        self._name.setPlaceholderText(named)

    # ── what the user does ──────────────────────────────────────────────────────────────────────

    def _taken(self) -> None:
        self._base = list(self._shares)

    def _left(self) -> None:
        """A slider was let go: what is being heard is heard in the new shares."""
        self._base = None
        if self._heard:
            self.audition_wished.emit(self.spelling)

    def _moved(self, index: int, value: int) -> None:
        self._shares = rebalanced(self._base or self._shares, index, value * _STEP)
        self._show_shares()

    def _hear_or_stop(self) -> None:
        if self._heard:
            self.silence_wished.emit()
        else:
            self.audition_wished.emit(self.spelling)

    def _save(self) -> None:
        if self._save_button.isEnabled() and self.name:
            self.save_wished.emit(self.name, self.spelling)

    def _wish_use(self, whole: bool) -> None:
        self.use_wished.emit(self.spelling, whole)


class _Row:
    """A voice of the blend: name, slider, number, and a way out."""

    def __init__(self, name: str, voice: str, theme: Theme, parent: QWidget) -> None:
        self.voice = voice
        self._label = QLabel(name, parent)
        self._label.setToolTip(voice)
        self.slider = QSlider(Qt.Orientation.Horizontal, parent)
        self.slider.setRange(0, 100)
        self.slider.setPageStep(10)
        self.slider.setAccessibleName(
            translate("BlendEditor", "Share of %1, percent").replace("%1", name)
        )
        self._number = ranked("", "dim", parent)
        self._number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._number.setMinimumWidth(self._number.fontMetrics().horizontalAdvance("100") + 2)
        self.removal = IconButton(
            theme, "x", translate("BlendEditor", "Take %1 out of the blend").replace("%1", name), 22
        )
        self._label.setBuddy(self.slider)

    def parts(self) -> Sequence[QWidget]:
        return (self._label, self.slider, self._number, self.removal)

    def enter(self, grid: QGridLayout, row: int) -> None:
        for column, part in enumerate(self.parts()):
            grid.addWidget(part, row, column)

    def leave(self, grid: QGridLayout) -> None:
        for part in self.parts():
            grid.removeWidget(part)
            part.hide()
            part.deleteLater()

    def show_share(self, share: int, percent: int) -> None:
        self.slider.blockSignals(True)
        if not self.slider.isSliderDown():
            self.slider.setValue(round(share / _STEP))
        self.slider.blockSignals(False)
        self._number.setText(str(percent))
