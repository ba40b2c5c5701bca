"""Preferences: how it looks, sounds and works. Each takes effect when it is changed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio import settings
from studio.document import SAMPLE_RATE
from studio.engines import kinds
from ui.output import OutputChoice
from ui.parts import Rule, Segments
from ui.remembered import Remembered
from ui.session import Session
from ui.style_sheet import roomy
from ui.theme import MODES, SCRIPT_SIZES, Theme


class Preferences(QDialog):
    """Stays beside the window; nothing has to be confirmed."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        remembered: Remembered,
        output: OutputChoice,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._theme, self._remembered = session, theme, remembered
        self._output = output
        self.setWindowTitle(self.tr("Preferences"))
        self.setMinimumWidth(460)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        parts = (
            (self.tr("Look"), self._make_look),
            (self.tr("Sound"), self._make_sound),
            (self.tr("Pauses"), self._make_pauses),
            (self.tr("Speaking"), self._make_speaking),
            (self.tr("Relay"), self._make_relay),
        )
        for i, (title, make) in enumerate(parts):
            if i:
                column.addWidget(Rule())
            heading = QLabel(title)
            heading.setProperty("rank", "strong")
            column.addWidget(heading)
            form = QFormLayout()
            form.setHorizontalSpacing(20)
            form.setVerticalSpacing(10)
            make(form)
            column.addLayout(form)
        column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()

    def _add(self, form: QFormLayout, text: str, widget: QWidget) -> None:
        label = QLabel(text)
        label.setProperty("rank", "dim")
        label.setMinimumWidth(150)
        label.setMinimumHeight(32)
        label.setBuddy(widget)
        if not widget.accessibleName():
            widget.setAccessibleName(text)
        form.addRow(label, widget)

    def _make_look(self, form: QFormLayout) -> None:
        names = {
            "system": self.tr("As the system"),
            "dark": self.tr("Dark"),
            "light": self.tr("Light"),
        }
        self.mode = Segments([(mode, names[mode]) for mode in MODES], self.tr("Colours"), self)
        self.mode.choose(self._theme.mode)
        self.mode.chosen.connect(self._set_mode)
        self._add(form, self.tr("Colours"), self.mode)
        self.script_size = QSpinBox()
        self.script_size.setRange(*map(int, SCRIPT_SIZES))
        self.script_size.setSuffix(self.tr(" pt"))
        self.script_size.setValue(round(self._theme.script_size))
        roomy(self.script_size)
        self.script_size.valueChanged.connect(self._set_script_size)
        self._add(form, self.tr("Size of the script"), self.script_size)

    def _make_sound(self, form: QFormLayout) -> None:
        self.device = QComboBox()
        for device, name in self._output.offered():
            self.device.addItem(name, device)
            if self._output.is_chosen(device):
                self.device.setCurrentIndex(self.device.count() - 1)
        self.device.activated.connect(lambda _: self._output.choose(self.device.currentData()))
        self._add(form, self.tr("Device"), self.device)

    def _make_pauses(self, form: QFormLayout) -> None:
        document = self._session.document
        self.sentence_gap = self._gap(document.sentence_gap)
        self.paragraph_gap = self._gap(document.paragraph_gap)
        self._add(form, self.tr("After a sentence"), self.sentence_gap)
        self._add(form, self.tr("After a paragraph"), self.paragraph_gap)
        form.addRow(self._hint(self.tr("For this narration, and for new ones.")))

    def _gap(self, samples: int) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(0, settings.LONGEST_GAP)
        box.setDecimals(2)
        box.setSingleStep(0.1)
        box.setSuffix(self.tr(" s"))
        box.setValue(samples / SAMPLE_RATE)
        box.setKeyboardTracking(False)
        roomy(box)
        box.valueChanged.connect(self._set_gaps)
        return box

    def _make_speaking(self, form: QFormLayout) -> None:
        preferences = self._session.preferences
        self.live = QCheckBox(self.tr("Render while typing"))
        self.live.setChecked(self._session.live_preview)
        self.live.toggled.connect(self._set_live)
        form.addRow(self.live)
        self.threads = QSpinBox()
        self.threads.setRange(0, 64)
        self.threads.setSpecialValueText(self.tr("as many as fit"))
        self.threads.setValue(preferences["threads"])
        roomy(self.threads)
        self.threads.valueChanged.connect(lambda value: self._set(threads=value))
        self._add(form, self.tr("Processor threads"), self.threads)
        self.decoder = QComboBox()
        for name in (kinds.AUTO, *kinds.KINDS):
            self.decoder.addItem(self._decoder_name(name), name)
        self.decoder.setCurrentIndex(self.decoder.findData(preferences["decoder"]))
        self.decoder.setToolTip(self._trial())
        self.decoder.activated.connect(lambda _: self._set(decoder=self.decoder.currentData()))
        self._add(form, self.tr("Speech network"), self.decoder)
        self.cache_limit = QDoubleSpinBox()
        self.cache_limit.setRange(0, 1000)
        self.cache_limit.setDecimals(1)
        self.cache_limit.setSingleStep(0.5)
        self.cache_limit.setSuffix(self.tr(" GB"))
        self.cache_limit.setValue(preferences["cache_limit"])
        self.cache_limit.setKeyboardTracking(False)
        roomy(self.cache_limit)
        self.cache_limit.valueChanged.connect(lambda value: self._set(cache_limit=value))
        self._add(form, self.tr("Room for kept sound"), self.cache_limit)
        form.addRow(self._hint(self.tr("These three count from the next start on.")))

    def _make_relay(self, form: QFormLayout) -> None:
        preferences, relay = self._session.preferences, self._session.relay
        least, most = settings.SETTINGS["budget"].bounds or (0, 0)
        self.budget = QSpinBox()
        self.budget.setRange(round(least * 1_000), round(most * 1_000))
        self.budget.setSingleStep(50)
        self.budget.setSuffix(self.tr(" ms"))
        self.budget.setValue(round(preferences["budget"] * 1_000))
        self.budget.setKeyboardTracking(False)
        self.budget.setToolTip(
            self.tr("So soon a short sentence should be heard for the next step to be advised")
        )
        roomy(self.budget)
        self.budget.valueChanged.connect(lambda value: relay.set_budget(value / 1_000))
        self._add(form, self.tr("First sound within"), self.budget)
        self.listening = QDoubleSpinBox()
        self.listening.setRange(0, 100)
        self.listening.setDecimals(1)
        self.listening.setSuffix(self.tr(" %"))
        self.listening.setValue(preferences["listening"])
        self.listening.setKeyboardTracking(False)
        self.listening.setToolTip(
            self.tr("The share of compared sentences that waits to be heard without names")
        )
        roomy(self.listening)
        self.listening.valueChanged.connect(relay.set_listening)
        self._add(form, self.tr("To hear blindly"), self.listening)

    def _decoder_name(self, kind: str) -> str:
        names = {
            "torch": self.tr("torch"),
            "half": self.tr("torch, 16-bit"),
            "onnx": self.tr("ONNX Runtime"),
        }
        if kind in names:
            return names[kind]
        found = kinds.fastest(self._threads())
        if found is None:
            return self.tr("Automatic (not tried out yet)")
        return self.tr("Automatic ({0})").format(names[found])

    def _trial(self) -> str:
        """What the ways took when they were tried out."""
        seconds = kinds.trial(self._threads())
        rows = [f"{self._decoder_name(kind)}: {s * 1_000:.0f} ms" for kind, s in seconds.items()]
        head = self.tr("The fastest way is found when there is nothing else to do.")
        return "\n".join([head, *rows])

    def _threads(self) -> int:
        return kinds.usual_threads(self._session.preferences["threads"])

    def _hint(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setProperty("rank", "small")
        label.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return label

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def _set_mode(self, mode: str) -> None:
        self._theme.set_mode(mode)
        self._remembered.put(theme=mode)

    def _set_script_size(self, points: int) -> None:
        self._theme.set_script_size(points)
        self._remembered.put(script_size=float(points))

    def _set_gaps(self) -> None:
        sentence, paragraph = self.sentence_gap.value(), self.paragraph_gap.value()
        self._session.set_gaps(
            sentence_gap=round(sentence * SAMPLE_RATE),
            paragraph_gap=round(paragraph * SAMPLE_RATE),
        )
        self._set(sentence_gap=sentence, paragraph_gap=paragraph)

    def _set_live(self, on: bool) -> None:
        self._session.set_live_preview(on)
        self._remembered.put(live=on)

    def _set(self, **values: object) -> None:
        self._session.change_preferences(**values)
