"""Find and replace in the script."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from ui.script_editor import ScriptEditor
from ui.theme import Theme

TEXT = "The harbor wakes. “Harbor,” he says.\n\nA harbour it isn’t."
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def editor(qtbot, session):
    session.new(TEXT)
    made = ScriptEditor(session, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.text.hasFocus)
    return made


@pytest.fixture
def bar(editor):
    QTest.keyClick(editor.text, Qt.Key.Key_F, CONTROL)
    return editor.find_bar


def selected(editor):
    cursor = editor.text.textCursor()
    return cursor.selectionStart(), cursor.selectionEnd()


def marked(editor):
    """The text that is marked as found."""
    found = editor.text.theme.color("word_spoken"), editor.text.theme.color("warning")
    return [
        s.cursor.selectedText()
        for s in editor.text.extraSelections()
        if s.format.background().style() != Qt.BrushStyle.NoBrush
        and s.format.background().color() in found
    ]


def test_the_bar_comes_and_goes(qtbot, editor):
    assert editor.find_bar.isHidden()
    QTest.keyClick(editor.text, Qt.Key.Key_F, CONTROL)
    assert editor.find_bar.isVisible()
    qtbot.waitUntil(editor.find_bar.sought.hasFocus)
    assert editor.find_bar.replacement.isHidden()
    QTest.keyClick(editor.find_bar.sought, Qt.Key.Key_H, CONTROL)
    assert editor.find_bar.replacement.isVisible()
    QTest.keyClick(editor.find_bar.sought, Qt.Key.Key_Escape)
    assert editor.find_bar.isHidden()
    qtbot.waitUntil(editor.text.hasFocus)


def test_what_is_selected_is_looked_for(editor):
    cursor = editor.text.textCursor()
    cursor.setPosition(11)
    cursor.setPosition(16, QTextCursor.MoveMode.KeepAnchor)
    editor.text.setTextCursor(cursor)
    editor.open_find()
    assert editor.find_bar.sought.text() == "wakes"
    assert editor.find_bar.count.text() == "1 of 1"


def test_matches_are_counted_marked_and_walked_through(qtbot, editor, bar):
    QTest.keyClicks(bar.sought, "harbor")
    qtbot.waitUntil(lambda: bar.count.text() == "2 match(es)")
    assert marked(editor) == ["harbor", "Harbor"]
    for expected in ((4, 10), (19, 25), (4, 10)):
        QTest.keyClick(bar.sought, Qt.Key.Key_Return)
        assert selected(editor) == expected
    assert bar.count.text() == "1 of 2"
    QTest.keyClick(editor.text, Qt.Key.Key_F3, SHIFT)
    assert selected(editor) == (19, 25)
    bar.put_away()
    assert marked(editor) == []


@pytest.mark.parametrize(
    ("switch", "sought", "count"),
    [
        (None, "HARBO", "3 match(es)"),
        ("case", "Harbo", "1 match(es)"),
        ("words", "harbor", "2 match(es)"),
        ("pattern", r"h\w+b", "3 match(es)"),
        (None, "nothing", "No matches"),
        (None, "isn't", "1 match(es)"),
        (None, "", ""),
    ],
)
def test_switches(editor, bar, switch, sought, count):
    bar.sought.setText(sought)
    if switch:
        getattr(bar, switch).setChecked(True)
    bar.search()
    assert bar.count.text() == count
    assert bar.all.isEnabled() == (count[:1].isdigit())


def test_a_pattern_that_cannot_be_read_is_said(bar):
    bar.pattern.setChecked(True)
    bar.sought.setText("(")
    bar.search()
    assert bar.count.text().startswith("The pattern cannot be read")


def test_matches_follow_the_text(qtbot, editor, bar):
    bar.sought.setText("harbor")
    bar.search()
    cursor = editor.text.textCursor()
    cursor.setPosition(0)
    cursor.insertText("Harbor! 😀 ")
    qtbot.waitUntil(lambda: bar.count.text() == "3 match(es)")
    assert marked(editor) == ["Harbor", "harbor", "Harbor"]


def test_one_match_after_the_other_is_replaced(editor, session, bar):
    editor.open_replace()
    bar.sought.setText("harbor")
    bar.replacement.setText("port")
    bar.replace_one()
    assert selected(editor) == (4, 10)
    assert session.document.source == TEXT
    bar.replace_one()
    assert session.document.source == TEXT.replace("harbor ", "port ", 1)
    assert selected(editor) == (17, 23)
    bar.replace_one()
    assert session.document.source.startswith("The port wakes. “port,” he says.")
    assert bar.count.text() == "No matches"


def test_replacing_all_is_a_step_of_its_own(editor, session, bar):
    editor.text.textCursor().insertText("So: ")
    editor.open_replace()
    bar.sought.setText(r"(h)(arbou?r)")
    bar.pattern.setChecked(True)
    bar.replacement.setText(r"\1-\2")
    bar.replace_all()
    replaced = "So: The h-arbor wakes. “H-arbor,” he says.\n\nA h-arbour it isn’t."
    assert session.document.source == editor.text.toPlainText() == replaced
    assert bar.count.text() == "3 replaced"
    assert session.undo_label == "replacing all"
    editor.text.textCursor().insertText("Also: ")
    editor.flush()
    session.undo()
    session.undo()
    assert session.document.source == editor.text.toPlainText() == "So: " + TEXT
    session.undo()
    assert session.document.source == TEXT


def test_everything_has_a_name(bar):
    for kind in (QAbstractButton, QLineEdit):
        for widget in bar.findChildren(kind):
            assert widget.accessibleName() or widget.text(), widget
