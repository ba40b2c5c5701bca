"""The script: the text with the state of its sentences, and a bar to find and replace in it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ui.editor.find_bar import FindBar
from ui.editor.script_text import ScriptText
from ui.session import Session
from ui.theme import Theme


class ScriptEditor(QWidget):
    """``text`` is what is written in; it has the keyboard."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("script_editor")
        self.text = ScriptText(session, theme, self)
        self.find_bar = FindBar(self.text, theme, self)
        self._line = QFrame()
        self._line.setProperty("line", "true")
        self._line.setFixedHeight(1)
        self._line.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.text, 1)
        column.addWidget(self._line)
        column.addWidget(self.find_bar)
        self.find_bar.closed.connect(self._line.hide)
        self.setFocusProxy(self.text)

    def flush(self) -> None:
        """Tell the session what was typed in the last moment."""
        self.text.writing.flush()

    def open_find(self) -> None:
        self._open_bar(replacing=False)

    def open_replace(self) -> None:
        self._open_bar(replacing=True)

    def find_next(self) -> None:
        self._step(self.find_bar.find_next)

    def find_previous(self) -> None:
        self._step(self.find_bar.find_previous)

    def selected_range(self) -> tuple[int, int] | None:
        """Samples of the selected words; None if none is."""
        return self.text.commands.selected_range()

    def _open_bar(self, replacing: bool) -> None:
        self._line.show()
        self.find_bar.open(replacing)

    def _step(self, step: Callable[[], None]) -> None:
        if self.find_bar.isHidden():
            self.open_find()
        else:
            step()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that neither the text nor the bar knew."""
        keys = QKeySequence.StandardKey
        if event.matches(keys.Find):
            self.open_find()
        elif event.matches(keys.Replace) or event.keyCombination().toCombined() == _CTRL_H:
            self.open_replace()
        elif event.matches(keys.FindNext):
            self.find_next()
        elif event.matches(keys.FindPrevious):
            self.find_previous()
        elif event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible():
            self.find_bar.put_away()
        else:
            super().keyPressEvent(event)


_CTRL_H = (Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_H).toCombined()
