"""A server of the user's own, to be described; and its key, to be given."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from studio.errors import StudioError
from studio.relay.servers import Server
from ui.parts import ranked
from ui.relay_panel.parts import Wrapped, foot
from ui.style_sheet import roomy


class ServerForm(QDialog):
    """``kept`` carries the Server; ``forgotten``: the user wants it no more. What a Server cannot
    be is said in the form, which stays open."""

    kept = Signal(object)
    forgotten = Signal()

    def __init__(
        self,
        parent: QWidget,
        server: Server | None = None,
        taken: frozenset[str] = frozenset(),
        forget: str = "",
    ) -> None:
        """``server``: to begin with. ``taken``: names of others, casefolded. ``forget``: what a
        button says that takes the server away; none without it."""
        super().__init__(parent)
        self._taken = taken
        title = self.tr("Edit the server") if server else self.tr("Add a server")
        self.setWindowTitle(title)
        self.setMinimumWidth(440)
        self._build()
        self._fill(server or Server("New server", "http://localhost:8880/v1", "kokoro"))
        if server is None:
            for field in (self.name, self.base, self.model):
                field.clear()
        self._add_buttons(forget)
        self.name.setFocus()

    def _build(self) -> None:
        self.name, self.base, self.model, self.key_variable = (QLineEdit() for _ in range(4))
        self.base.setPlaceholderText("https://host.example/v1")
        self.model.setPlaceholderText("kokoro")
        self.key_variable.setPlaceholderText(self.tr("none"))
        self.key_variable.setToolTip(
            self.tr("The environment variable that holds the key, where it is not in the keyring")
        )
        self.price = _Number(2)
        self.price.setRange(0, 1_000_000)
        self.price.setPrefix("$")
        self.in_flight, self.characters = QSpinBox(), QSpinBox()
        self.in_flight.setRange(1, 10_000)
        self.characters.setRange(1, 100_000_000)
        self.characters.setGroupSeparatorShown(True)
        self.per_second = _Number(0)
        self.per_second.setRange(0.0001, 1_000_000)
        self.captions = QCheckBox(self.tr("It times the words itself (/dev/captioned_speech)"))
        self.markup = QCheckBox(self.tr("It reads [word](/phonemes/)"))
        self.blends = QCheckBox(self.tr("It mixes voices: af_bella(0.6)+af_sky(0.4)"))
        self.stream = QCheckBox(self.tr("It sends sound while it speaks when asked to"))
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        for label, field in (
            (self.tr("Name"), self.name),
            (self.tr("Address"), self.base),
            (self.tr("Model"), self.model),
            (self.tr("Key variable"), self.key_variable),
            (self.tr("Price per million"), self.price),
            (self.tr("Requests at once"), self.in_flight),
            (self.tr("Requests a second"), self.per_second),
            (self.tr("Characters a request"), self.characters),
        ):
            field.setAccessibleName(label)
            if isinstance(field, QSpinBox | QDoubleSpinBox):
                roomy(field)
            title = ranked(label, "dim")
            title.setMinimumHeight(32)  # as high as the field, so that it stands in its middle
            title.setBuddy(field)
            self._form.addRow(title, field)
        for tick in (self.captions, self.markup, self.blends, self.stream):
            self._form.addRow(tick)
        self._problem = Wrapped("error")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 20, 24, 20)
        self._column.setSpacing(12)
        self._column.addLayout(self._form)
        self._column.addWidget(self._problem)

    def _add_buttons(self, forget: str) -> None:
        save = QPushButton(self.tr("Save"))
        save.clicked.connect(self._keep)
        others = []
        if forget:
            others.append(QPushButton(forget))
            others[0].clicked.connect(self._forget)
        self._column.addLayout(foot(self, save, *others))

    def _fill(self, server: Server) -> None:
        for name in ("name", "base", "model", "key_variable"):
            getattr(self, name).setText(getattr(server, name))
        for name in ("price", "in_flight", "per_second", "characters"):
            getattr(self, name).setValue(getattr(server, name))
        for name in ("captions", "markup", "blends", "stream"):
            getattr(self, name).setChecked(getattr(server, name))

    def server(self) -> Server:
        """As the form says. Raises WrongUse."""
        return Server(
            name=self.name.text().strip(),
            base=self.base.text(),
            model=self.model.text().strip(),
            key_variable=self.key_variable.text().strip(),
            price=self.price.value(),
            characters=self.characters.value(),
            in_flight=self.in_flight.value(),
            per_second=self.per_second.value(),
            captions=self.captions.isChecked(),
            markup=self.markup.isChecked(),
            blends=self.blends.isChecked(),
            stream=self.stream.isChecked(),
        )

    def _keep(self) -> None:
        problem = self._missing()
        if not problem:
            try:
                server = self.server()
            except StudioError as error:
                problem = str(error)
        self._problem.say(problem)
        if not problem:
            self.kept.emit(server)
            self.accept()

    def _missing(self) -> str:
        if not self.name.text().strip():
            return self.tr("Give the server a name.")
        if self.name.text().strip().casefold() in self._taken:
            return self.tr("Another server has this name already.")
        if not self.model.text().strip():
            return self.tr("Say which model it should speak with.")
        return ""

    def _forget(self) -> None:
        self.forgotten.emit()
        self.accept()


class _Number(QDoubleSpinBox):
    """With as many digits behind the point as it needs, but not fewer than ``least``."""

    def __init__(self, least: int) -> None:
        super().__init__()
        self._least = least
        self.setDecimals(4)

    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        spare = len(text) - len(text.rstrip("0"))
        text = text[: len(text) - min(spare, self.decimals() - self._least)]
        return text if self._least else text.rstrip(".,")


class KeyForm(QDialog):
    """``given`` carries the key, once; it is never shown."""

    given = Signal(str)

    def __init__(self, parent: QWidget, server: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Key for {0}").format(server))
        self.setMinimumWidth(400)
        self.value = QLineEdit()
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.value.setAccessibleName(self.tr("Key"))
        self.value.setPlaceholderText(self.tr("Paste the key"))
        hint = Wrapped(parent=self)
        hint.say(
            self.tr("It is kept in the keyring of this system and nowhere else, and never shown.")
        )
        self._save = QPushButton(self.tr("Save"))
        self._save.clicked.connect(self._give)
        self._save.setEnabled(False)
        self.value.textChanged.connect(lambda text: self._save.setEnabled(bool(text.strip())))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(self.value)
        column.addWidget(hint)
        column.addLayout(foot(self, self._save))

    def _give(self) -> None:
        value = self.value.text()
        self.value.clear()
        self.given.emit(value)
        self.accept()

    def done(self, result: int) -> None:
        self.value.clear()
        super().done(result)
