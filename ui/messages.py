"""Trouble as one sentence and one thing to do about it, in a bar that stops nobody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from studio.player import Notice
from studio.player import Trouble as Sound
from ui.marking import QT_TRANSLATE_NOOP
from ui.theme import Theme

MOST = 5  # messages kept behind the one that is shown
BRIEF = 8_000  # ms that good news stay

_ICONS = {
    "good": ("circle-check", "ready"),
    "info": ("info", "accent"),
    "warning": ("triangle-alert", "warning"),
}


@dataclass(frozen=True, slots=True)
class Message:
    """``kind``: "good" (goes by itself), "info" or "warning". Two with the same text are one."""

    text: str
    action: str = ""
    call: Callable[[], object] | None = None
    kind: str = "warning"


class MessageBar(QWidget):
    """Shows the latest message; dismissing it brings back the one before."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._messages: list[Message] = []
        self.setProperty("surface", "message")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Message"))
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._act = QToolButton()
        self._act.hide()
        self._act.setProperty("kind", "compact")
        self._act.clicked.connect(self._do)
        self._more = QLabel()
        self._more.setProperty("rank", "dim")
        self._away = QToolButton()
        self._away.setProperty("kind", "flat")
        self._away.setToolTip(self.tr("Dismiss this message"))
        self._away.setAccessibleName(self.tr("Dismiss this message"))
        self._away.setIconSize(QSize(16, 16))
        self._away.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 5, 8, 5)
        row.setSpacing(10)
        for widget in (self._icon, self._text, self._more, self._act, self._away):
            row.addWidget(widget, 1 if widget is self._text else 0)
        self._timer = QTimer(self, singleShot=True, interval=BRIEF)
        self._timer.timeout.connect(self.dismiss)
        theme.changed.connect(self._dress)
        self.hide()

    @property
    def message(self) -> Message | None:
        """What is being shown."""
        return self._messages[-1] if self._messages else None

    def show_message(self, message: Message) -> None:
        self._messages = [other for other in self._messages if other.text != message.text]
        self._messages = [*self._messages[-MOST:], message]
        self._show()
        QAccessible.updateAccessibility(QAccessibleEvent(self._text, QAccessible.Event.Alert))

    def say(self, text: str, kind: str = "info") -> None:
        self.show_message(Message(text, kind=kind))

    def dismiss(self) -> None:
        if self._messages:
            self._messages.pop()
        self._show()

    def withdraw(self, message: Message) -> None:
        """It is not true any more, whether it is shown or waits behind another."""
        if message in self._messages:
            self._messages.remove(message)
            self._show()

    def clear(self) -> None:
        self._messages.clear()
        self._show()

    def _do(self) -> None:
        message = self.message
        self.dismiss()
        if message is not None and message.call is not None:
            message.call()

    def _show(self) -> None:
        message = self.message
        self._timer.stop()
        self.setVisible(message is not None)
        if message is None:
            return
        self._text.setText(message.text)
        self._text.setAccessibleName(message.text)
        self._act.setVisible(bool(message.action and message.call))
        self._act.setText(message.action)
        behind = len(self._messages) - 1
        self._more.setVisible(behind > 0)
        self._more.setText(self.tr("%n more", "", behind))
        if message.kind == "good":
            self._timer.start()
        self._dress()

    def _dress(self) -> None:
        if self.message is not None:
            name, role = _ICONS[self.message.kind]
            ratio = self.devicePixelRatioF()
            self._icon.setPixmap(self._theme.pixmap(name, role, 18, ratio))
        self._away.setIcon(self._theme.icon("x", "dim"))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._dress()
        return super().event(event)


_NOTICES = {
    Sound.NO_LIBRARY: QT_TRANSLATE_NOOP(
        "Messages", "Nothing is heard, as PortAudio is missing; install {0}."
    ),
    Sound.NO_DEVICE: QT_TRANSLATE_NOOP(
        "Messages", "There is no sound device, so playing goes on silently."
    ),
    Sound.DEVICE_LOST: QT_TRANSLATE_NOOP("Messages", "{0} is gone, so playing goes on silently."),
    Sound.DEVICE_REFUSED: QT_TRANSLATE_NOOP("Messages", "The sound device cannot be used: {0}."),
    Sound.DEVICE_SILENT: QT_TRANSLATE_NOOP(
        "Messages", "The sound device does not answer, so playing goes on silently."
    ),
    Sound.OTHER_DEVICE: QT_TRANSLATE_NOOP("Messages", "{0} is not there, so another device plays."),
    Sound.SOURCE_FAILED: QT_TRANSLATE_NOOP("Messages", "Playing stopped: {0}."),
}


def describe_notice(notice: Notice) -> str:
    """What the player's notice means for who listens."""
    text = QCoreApplication.translate("Messages", _NOTICES[notice.trouble])
    unknown = QCoreApplication.translate("Messages", "The sound device")
    return text.format(notice.detail.rstrip(".") or unknown)
