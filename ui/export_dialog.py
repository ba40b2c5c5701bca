"""What to export: where, as which files, how good and how loud."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.cues import PROFILES
from studio.export import BIT_DEPTHS, FORMATS, SAMPLE_RATES, AudioSettings, safe_name
from ui.exporting import Order
from ui.menus import GroupingMenu, grouping_name, profile_name
from ui.narration_file import usual_folder
from ui.parts import Rule
from ui.remembered import Remembered
from ui.session import Session
from ui.theme import Theme

CAPTIONS = {
    "srt": ("SRT", ".srt"),
    "vtt": ("VTT", ".vtt"),
    "ass": ("ASS", ".ass"),
    "words": ("Word times", ".words.json"),
    "labels": ("Labels", ".labels.txt"),
}
USUAL = ["wav", "srt"]


def chosen_formats(remembered: Remembered) -> list[str]:
    """Those of the last export."""
    known = (*FORMATS, *CAPTIONS)
    return [name for name in remembered.get("formats", USUAL) if name in known] or list(USUAL)


def format_name(name: str) -> str:
    return CAPTIONS[name][0] if name in CAPTIONS else name.upper()


class ExportDialog(QDialog):
    """Enter exports. ``ordered`` carries the Order."""

    ordered = Signal(object)

    def __init__(
        self, session: Session, theme: Theme, remembered: Remembered, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._theme, self._remembered = session, theme, remembered
        self.setWindowTitle(self.tr("Export"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumWidth(610)
        self._chips: dict[str, QPushButton] = {}

        form = QFormLayout()
        form.setHorizontalSpacing(20)
        form.setVerticalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._add(form, self.tr("Save as"), self._make_place())
        self._add(form, self.tr("Sound"), self._make_chips(FORMATS, self.tr("Sound")))
        self._add(form, self.tr("Captions"), self._make_chips(CAPTIONS, self.tr("Captions")))
        self._add(form, "", self._make_rules())
        self._add(form, self.tr("Quality"), self._make_quality())
        self._add(form, self.tr("Loudness"), self._make_loudness())
        self._note = QLabel()
        self._note.setProperty("rank", "dim")
        self._note.setWordWrap(True)
        self._note.setMinimumHeight(40)
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)

        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(16)
        heading = QLabel(self.tr("Export"))
        heading.setProperty("rank", "heading")
        column.addWidget(heading)
        column.addLayout(form)
        column.addWidget(self._note)
        column.addWidget(Rule())
        column.addLayout(self._make_foot())
        session.work_changed.connect(self._look)
        session.changed.connect(self._look)
        self._look()
        self.export_button.setFocus()

    # ── what it is made of ──────────────────────────────────────────────────────────────────────

    def _add(self, form: QFormLayout, text: str, widget: QWidget) -> None:
        label = QLabel(text)
        label.setProperty("rank", "dim")
        label.setMinimumWidth(76)
        label.setMinimumHeight(32)
        label.setBuddy(widget)
        form.addRow(label, widget)

    def _make_place(self) -> QWidget:
        path = self._session.path
        folder = path.parent if path else usual_folder(self._remembered, "export_folder")
        name = path.stem if path else safe_name(self._session.title)
        self.place = QLineEdit(str(folder / name))
        self.place.setAccessibleName(self.tr("Folder and name of the files, without suffix"))
        self.place.setToolTip(self.tr("Folder and name of the files, without suffix"))
        self.place.textChanged.connect(self._look)
        browse = QPushButton(self.tr("Browse…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        return _row(self.place, browse, stretch=0)

    def _make_chips(self, names: Iterable[str], group: str) -> QWidget:
        chosen = chosen_formats(self._remembered)
        chips = []
        for name in names:
            chip = QPushButton(format_name(name))
            chip.setProperty("kind", "choice")
            chip.setAutoDefault(False)
            chip.setCheckable(True)
            chip.setChecked(name in chosen)
            chip.setAccessibleName(f"{group}: {format_name(name)}")
            chip.toggled.connect(partial(self._mark, chip))
            chip.toggled.connect(self._look)
            self._mark(chip, chip.isChecked())
            self._chips[name] = chip
            chips.append(chip)
        return _row(*chips)

    def _make_rules(self) -> QWidget:
        self.profile = QComboBox()
        self.profile.setAccessibleName(self.tr("Profile of the captions"))
        for name in PROFILES:
            self.profile.addItem(profile_name(name), name)
        self.profile.setCurrentIndex(self.profile.findData(self._session.profile.name))
        self.profile.activated.connect(
            lambda _: self._session.set_profile(self.profile.currentData())
        )
        self.grouping = QToolButton()
        self.grouping.setMenu(GroupingMenu(self._session, self.grouping))
        self.grouping.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.grouping.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.grouping.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.grouping.setIcon(self._theme.icon("chevron-down", "dim"))
        self.grouping.setProperty("kind", "field")
        self.grouping.setFixedHeight(self.profile.sizeHint().height())
        return _row(self.profile, self.grouping)

    def _make_quality(self) -> QWidget:
        self.sample_rate = QComboBox()
        self.sample_rate.setAccessibleName(self.tr("Sample rate"))
        for rate in SAMPLE_RATES:
            self.sample_rate.addItem(self.tr("{0} kHz").format(f"{rate / 1000:g}"), rate)
        self.bit_depth = QComboBox()
        self.bit_depth.setAccessibleName(self.tr("Bits a sample"))
        for depth in BIT_DEPTHS:
            text = self.tr("32-bit float") if depth == "float" else self.tr("{0} bits")
            self.bit_depth.addItem(text.format(depth), depth)
        preferences = self._session.preferences
        _choose(self.sample_rate, self._remembered.get("sample_rate", preferences["sample_rate"]))
        _choose(self.bit_depth, self._remembered.get("bit_depth", preferences["bit_depth"]))
        return _row(self.sample_rate, self.bit_depth)

    def _make_loudness(self) -> QWidget:
        self.loudness = QComboBox()
        self.loudness.setAccessibleName(self.tr("Loudness"))
        self.loudness.addItem(self.tr("As it is"), 0.0)
        for value, use in (
            (-14.0, self.tr("videos, streaming")),
            (-16.0, self.tr("podcasts")),
            (-19.0, self.tr("audiobooks")),
            (-23.0, self.tr("broadcasting")),
        ):
            self.loudness.addItem(f"−{-value:g} LUFS · {use}", value)
        _choose(self.loudness, self._remembered.get("loudness", 0.0))
        return _row(self.loudness)

    def _make_foot(self) -> QHBoxLayout:
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.export_button = QPushButton(self.tr("Export"))
        self.export_button.setProperty("kind", "accent")
        self.export_button.setDefault(True)
        self.export_button.clicked.connect(self._order)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.export_button)
        return foot

    def _mark(self, chip: QPushButton, chosen: bool) -> None:
        icon = self._theme.icon("check", "accent") if chosen else self._theme.icon("plus", "dim")
        chip.setIcon(icon)
        chip.setIconSize(QSize(14, 14))

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    @property
    def formats(self) -> list[str]:
        return [name for name, chip in self._chips.items() if chip.isChecked()]

    def choose_formats(self, names: Iterable[str]) -> None:
        wanted = set(names)
        for name, chip in self._chips.items():
            chip.setChecked(name in wanted)

    def order(self) -> Order:
        audio = AudioSettings(
            tuple(name for name in self.formats if name in FORMATS),
            self.sample_rate.currentData(),
            self.bit_depth.currentData(),
            self.loudness.currentData() or None,
        )
        captions = tuple(name for name in self.formats if name in CAPTIONS)
        return Order(self._base(), audio, captions)

    def _base(self) -> Path:
        base = Path(self.place.text().strip()).expanduser()
        written = set(self._suffixes()) | {".wav", ".srt"}
        return base.with_suffix("") if base.suffix.lower() in written else base

    def _suffixes(self) -> list[str]:
        return [CAPTIONS[n][1] if n in CAPTIONS else "." + n for n in self.formats]

    @Slot()
    def _order(self) -> None:
        order = self.order()
        self._remembered.put(
            formats=self.formats,
            sample_rate=order.audio.sample_rate,
            bit_depth=order.audio.bit_depth,
            loudness=order.audio.loudness or 0.0,
            export_folder=str(order.base.absolute().parent),
        )
        self.accept()
        self.ordered.emit(order)

    @Slot()
    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Export to"), str(self._base().parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.selectFile(self._base().name)
        dialog.fileSelected.connect(self.place.setText)
        dialog.open()

    @Slot()
    def _look(self) -> None:
        """Say what would happen, and whether it can."""
        self.grouping.setText(grouping_name(self._session.grouping))
        self.grouping.setAccessibleName(
            self.tr("Captions: {0}").format(grouping_name(self._session.grouping))
        )
        sound = any(name in FORMATS for name in self.formats)
        for widget in (self.sample_rate, self.loudness):
            widget.setEnabled(sound)
        self.bit_depth.setEnabled("wav" in self.formats or "flac" in self.formats)
        named = bool(self.place.text().strip()) and bool(self._base().name)
        self.export_button.setEnabled(named and bool(self.formats))
        self._note.setText(self._said())

    def _said(self) -> str:
        if not self.formats:
            return self.tr("Choose at least one kind of file.")
        base = self._base()
        if not base.name:
            return self.tr("Choose a name for the files.")
        said = []
        there = [s for s in self._suffixes() if base.with_name(base.name + s).exists()]
        if there:
            names = ", ".join(base.name + suffix for suffix in there)
            said.append(self.tr("Replaces {0}.").format(names))
        work = self._session.work
        if work.to_render:
            seconds = work.seconds_left
            missing = (
                self.tr("One sentence is spoken first.")
                if work.to_render == 1
                else self.tr("%n sentences are spoken first.", "", work.to_render)
            )
            if seconds:
                missing = self.tr("{0} That takes about {1} s.").format(missing, round(seconds))
            said.append(missing)
        return " ".join(said) or self.tr("Everything is ready to be written.")


def _row(*widgets: QWidget, stretch: int | None = None) -> QWidget:
    """Widgets side by side, to the left unless the one at ``stretch`` grows."""
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for i, widget in enumerate(widgets):
        row.addWidget(widget, 1 if i == stretch else 0)
    if stretch is None:
        row.addStretch(1)
    return box


def _choose(box: QComboBox, value: object) -> None:
    box.setCurrentIndex(max(box.findData(value), 0))
