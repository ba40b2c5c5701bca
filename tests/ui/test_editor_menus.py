"""Menus of the script: voices, speeds, pauses, and the menu of the right button."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from ui.editor.voice_names import chip_name, voice_name
from ui.script_editor import ScriptEditor
from ui.theme import Theme


@pytest.fixture
def editor(qtbot, session):
    made = ScriptEditor(session, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.text.hasFocus)
    return made


@pytest.fixture
def text(editor):
    return editor.text


@pytest.fixture
def opened(qtbot, monkeypatch):
    """The menus that were opened; none really is."""
    menus = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, at: menus.append(menu))
    yield menus
    for menu in menus:
        menu.close()


def labels(menu):
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def choose(menu, label):
    action = find(menu, label)
    assert action is not None, f"{label} is not offered: {labels(menu)}"
    action.trigger()


def find(menu, label):
    for action in menu.actions():
        if action.text() == label:
            return action
        found = find(action.menu(), label) if action.menu() is not None else None
        if found is not None:
            return found
    return None


def click(text, at):
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=at.toPoint())


def voices(session):
    return [sentence.voice for sentence in session.document.sentences]


def test_the_chip_of_a_voice_offers_all_voices(text, session, opened):
    session.voices.star("bf_emma", True)
    session.voices.save_blend("Warm", "af_heart:60,af_bella:40")
    click(text, text.scene().shapes[0].chips.voice.center())
    [menu] = opened
    assert labels(menu)[:3] == ["Heart · af_heart", "Emma · bf_emma", "Warm"]
    languages = [action.text() for action in menu.actions() if action.menu()]
    assert languages[:3] == ["American English", "British English", "Spanish"]
    assert len(languages) == 9
    assert sum(len(a.menu().actions()) for a in menu.actions() if a.menu()) == 54
    checked = [action.text() for action in menu.actions() if action.isChecked()]
    assert checked[0] == "Heart · af_heart"


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (None, ["am_michael", "am_michael", "am_michael"]),
        ("Down to the next change", ["am_michael", "am_michael", "am_michael"]),
        ("For this paragraph", ["am_michael", "am_michael", "af_heart"]),
        ("For the whole script", ["am_michael", "am_michael", "am_michael"]),
    ],
)
def test_a_voice_is_for_as_much_as_is_ticked(text, session, opened, scope, expected):
    click(text, text.scene().shapes[0].chips.voice.center())
    [menu] = opened
    if scope:
        choose(menu, scope)
    choose(menu, "Michael · am_michael")
    assert voices(session) == expected
    assert (session.document.voice == "am_michael") == (scope == "For the whole script")


def test_ticking_leaves_the_menu_open(qtbot, text, session):
    click(text, text.scene().shapes[0].chips.speed.center())
    menu = QApplication.activePopupWidget()
    action = next(a for a in menu.actions() if a.text() == "For the whole script")
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert menu.isVisible()
    assert action.isChecked()
    menu.setActiveAction(next(a for a in menu.actions() if a.text() == "For this paragraph"))
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    menu.setActiveAction(next(a for a in menu.actions() if a.text() == "1.2×"))
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert not menu.isVisible()
    assert [s.speed for s in session.document.sentences] == [1.2, 1.2, 1.0]


def test_a_passage_ends_where_the_voice_changes(text, session, opened):
    session.set_voice(["s2"], "bf_emma")
    click(text, text.scene().shapes[0].chips.voice.center())
    choose(opened[0], "Michael · am_michael")
    assert voices(session) == ["am_michael", "bf_emma", "af_heart"]


def test_the_chip_of_a_speed(text, session, opened):
    session.set_speed(None, 1.17)
    click(text, text.scene().shapes[0].chips.speed.center())
    [menu] = opened
    assert "1.17×" in labels(menu)
    choose(menu, "0.9×")
    assert [s.speed for s in session.document.sentences] == [0.9, 0.9, 0.9]


def test_a_pause_is_changed_by_a_click(text, session, opened):
    session.new("One. [pause 0.6s] Two.")
    click(text, text.scene().tags[0].box.center())
    [menu] = opened
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["0.6 s"]
    choose(menu, "1.5 s")
    assert session.document.source == "One. [pause 1.5s] Two."
    click(text, text.scene().tags[0].box.center())
    choose(opened[1], "Remove the pause")
    assert session.document.source == "One. Two."


def context_menu(text, opened, at=None):
    reason = QContextMenuEvent.Reason.Keyboard
    where = QPoint()
    if at is not None:
        reason, where = QContextMenuEvent.Reason.Mouse, at.toPoint()
    text.contextMenuEvent(QContextMenuEvent(reason, where, text.viewport().mapToGlobal(where)))
    return opened[-1]


def test_the_menu_belongs_to_what_was_clicked(text, session, opened):
    menu = context_menu(text, opened, text.scene().shapes[2].band.center())
    assert session.sentence(text.row_of_cursor().sentence.id).id == "s3"
    assert labels(menu)[:6] == [
        "Play from here",
        "Lock the sentence",
        "Next sentence to render",
        "Voice: Heart",
        "Speed",
        "Insert a pause",
    ]
    choose(menu, "Michael · am_michael")
    assert voices(session) == ["af_heart", "af_heart", "am_michael"]


def test_the_menu_belongs_to_the_selection(text, session, opened):
    cursor = text.textCursor()
    cursor.setPosition(20)
    cursor.setPosition(50, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    menu = context_menu(text, opened)
    assert "Lock the sentences" in labels(menu)
    choose(menu, "1.35×")
    assert [s.speed for s in session.document.sentences] == [1.0, 1.35, 1.35]


def test_a_pause_is_put_in_from_the_menu(text, session, opened):
    cursor = text.textCursor()
    cursor.setPosition(18)
    text.setTextCursor(cursor)
    choose(context_menu(text, opened), "0.4 s")
    text.writing.flush()
    assert session.document.source.startswith("The harbor wakes. [pause 0.4s] Gulls")


def test_what_is_impossible_is_grey(text, session, opened):
    QApplication.clipboard().clear()
    possible = {a.text(): a.isEnabled() for a in context_menu(text, opened).actions()}
    assert not possible["Cut"]
    assert not possible["Undo"]
    assert possible["Select all"]
    text.selectAll()
    possible = {a.text(): a.isEnabled() for a in context_menu(text, opened).actions()}
    assert possible["Cut"]


def test_an_empty_script_has_a_menu(text, session, opened):
    session.new("")
    assert labels(context_menu(text, opened))[-1] == "Select all"


@pytest.mark.parametrize(
    ("spelling", "short", "long"),
    [
        ("af_heart", "Heart", "Heart · af_heart"),
        ("af_heart:60,af_bella:40", "Heart 60 · Bella 40", "Heart 60 · Bella 40"),
        ("af_heart:50,af_bella:50", "Warm", "Warm"),
        ("gone", "gone", "gone"),
    ],
)
def test_what_voices_are_called(spelling, short, long):
    blends = {"Warm": "af_heart:50,af_bella:50"}
    assert voice_name(spelling, blends) == short
    assert chip_name(spelling, blends) == long
