"""The sheet of keys against what the parts of the window really do with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from ui.cue_table import CueTable
from ui.editor import commands as script_keys
from ui.main_window import MainWindow
from ui.pronunciation import PronunciationPanel
from ui.relay_panel.blind import BlindListening
from ui.session import Session
from ui.sheets import LISTS, KeysSheet
from ui.theme import Theme
from ui.timeline import commands
from ui.voice_panel import VoicePanel

PLAIN = Qt.KeyboardModifier.NoModifier
HELD = (PLAIN, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
KEYS = [
    *(Qt.Key(code) for code in range(Qt.Key.Key_Space.value, Qt.Key.Key_AsciiTilde.value)),
    *(Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Backspace),
    *(Qt.Key.Key_Insert, Qt.Key.Key_F2, Qt.Key.Key_F8),
]


def told(part: str) -> set[str]:
    rows = dict(LISTS)[part]
    return {QKeySequence(key).toString() for keys, _ in rows for key in keys}


def events() -> Iterator[tuple[str, QKeyEvent]]:
    for held in HELD:
        for key in KEYS:
            text = chr(key.value) if key.value < 128 else ""
            event = QKeyEvent(QEvent.Type.KeyPress, key.value, held, text)
            yield QKeySequence(event.keyCombination()).toString(), event


def heeded(press: Callable[[QKeyEvent], object]) -> set[str]:
    return {name for name, event in events() if press(event)}


def shown(widget: Any, qtbot: QtBot) -> Any:
    qtbot.addWidget(widget)
    widget.show()
    return widget


def shortcuts(widget: QWidget) -> set[str]:
    found = {each.key().toString() for each in widget.findChildren(QShortcut)}
    return {key for key in found if not key.endswith("Enter")}  # which is a second Return


def test_the_voices(session: Session, qtbot: QtBot) -> None:
    panel = shown(VoicePanel(session, Theme("dark")), qtbot)
    session.voices.save_blend("Mine", "af_heart:60,af_bella:40")
    panel._view.select(panel._model.row_of("af_heart:60,af_bella:40"))
    panel._view.removal_wished.disconnect()
    found = heeded(panel._view._key) | shortcuts(panel)
    digits = {str(digit) for digit in range(1, 10)}
    assert found >= digits
    assert found - digits == told("In the voices") - {"1", "9"}


def test_the_captions(rendered: Session, qtbot: QtBot) -> None:
    table = shown(CueTable(rendered, Theme("dark")), qtbot)
    view = table._view
    qtbot.waitUntil(lambda: view.model().rowCount() > 0)
    view.setCurrentIndex(view.model().index(0, 0))
    for wish in (view.break_wished, view.join_wished, view.free_wished):
        wish.disconnect()
    assert heeded(view._key) | {"Ctrl+B"} == told("In the captions")  # Ctrl+B is the field's


def test_the_pronunciation(session: Session, qtbot: QtBot) -> None:
    session.new("The skiff and the Quay.")
    session.set_lexicon("skiff", "skif")
    panel = shown(PronunciationPanel(session, Theme("dark")), qtbot)
    view = panel._view
    qtbot.waitUntil(lambda: view.model().rowCount() > 0)
    view.setCurrentIndex(view.model().index(0, 0))
    wishes: list[Any] = []
    for signal in (view.activated_word, view.edit_wished, view.removal_wished):
        signal.disconnect()
        signal.connect(lambda *_: wishes.append(1))

    def press(event: QKeyEvent) -> bool:
        wishes.clear()
        view.keyPressEvent(event)
        return bool(wishes)

    found = heeded(press) - {"Shift+Return", "Shift+Del", "Ctrl+Del"}  # as without
    assert found == told("In the pronunciation")


def test_the_script() -> None:
    keys = {QKeySequence(code).toString() for code in script_keys._KEYS}
    assert keys - {"Ctrl+Y", "Ctrl+Enter"} == told("In the script")


def test_listening_blindly(session: Session, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = BlindListening(session, Theme("dark"), parent)
    assert shortcuts(dialog) == told("When listening blindly")


def test_every_key_of_the_timeline_is_told() -> None:
    every = (*commands.named(), *commands.unnamed())
    assert all(each.name or each.about for each in every if each is not commands.SEPARATOR)
    rows = {about: keys for keys, about in commands.told()}
    assert rows["Play from here"] == ("Return",)
    assert rows["Move by 10 ms"] == ("Ctrl+Left", "Ctrl+Right")
    assert rows["Move by 100 ms"] == ("Ctrl+Shift+Left", "Ctrl+Shift+Right")
    assert rows["Zoom in and out"] == ("+", "-")
    assert rows["Previous and next word"] == ("Left", "Right")
    assert len(rows) == 23


@pytest.fixture
def window(session: Session, qtbot: QtBot) -> Iterator[MainWindow]:
    made = shown(MainWindow(session, Theme("dark")), qtbot)
    yield made
    made._leaving = True
    made.close()


def test_the_sheet_shows_all_of_them(window: MainWindow, qtbot: QtBot) -> None:
    sheet = KeysSheet(window.actions_, window)
    shown = [label.text() for label in sheet.findChildren(QLabel)]
    for title in ("In the timeline", "In the voices", "In the captions", "When listening blindly"):
        assert title in shown
    for text in ("Move by 100 ms", "Forget a blend", "Go to it in the script", "No difference"):
        assert text in shown
    assert "Ctrl+Left   Ctrl+Right" in shown
    assert "1 – 9" in shown
