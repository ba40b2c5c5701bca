"""The timeline for those who do not see it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from tests.ui.test_timeline import hands, spoken, theme  # noqa: F401  (fixtures)
from ui.timeline import accessible
from ui.timeline_view import TimelineView


@pytest.fixture
def active():
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def told(active, hands):  # noqa: F811
    found = QAccessible.queryAccessibleInterface(hands.canvas)
    assert found.role() is QAccessible.Role.List
    return found


def test_the_words_that_are_seen_are_a_list(told, hands):  # noqa: F811
    assert told.text(QAccessible.Text.Name) == "Timeline"
    assert told.childCount() == 13
    first = told.child(0)
    assert first.role() is QAccessible.Role.ListItem
    assert first.text(QAccessible.Text.Name).startswith("word 1, The, ")
    assert told.indexOfChild(first) == 0
    assert first.parent().text(QAccessible.Text.Name) == "Timeline"
    assert told.child(99) is None


def test_a_word_is_where_it_is_seen(told, hands):  # noqa: F811
    box = told.child(4).rect()
    found = told.childAt(box.center().x(), box.center().y())
    assert found.text(QAccessible.Text.Value) == "argue"


def test_the_focus_is_told(told, hands, monkeypatch):  # noqa: F811
    events = []
    monkeypatch.setattr(
        accessible.QAccessible, "updateAccessibility", lambda event: events.append(event.child())
    )
    hands.canvas.set_focus_word(3)
    hands.key(Qt.Key.Key_Right)
    assert events[-1] == 4
    start, end = hands.times(4)
    said = f"word 5, argue, {start / 24_000:.2f} to {end / 24_000:.2f}"
    assert hands.canvas.accessibleDescription() == said
    focus = told.focusChild()
    assert focus.text(QAccessible.Text.Name) == said
    assert focus.state().focused
    hands.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert hands.canvas.accessibleDescription().startswith("2 words, argue to over, ")


def test_only_words_in_the_window_are_told(told, hands):  # noqa: F811
    hands.view.resize(800, 240)
    hands.canvas.zoom_to(2_400, 0)
    hands.canvas.set_focus_word(None)
    hands.canvas.scroll_to(hands.canvas.axis.scroll + round(hands.canvas.axis.x(hands.times(1)[0])))
    assert 0 < told.childCount() < 4
    hands.canvas.set_focus_word(12)
    assert told.child(told.childCount() - 1).text(QAccessible.Text.Value) == "pilot."


def test_every_control_has_a_name(hands):  # noqa: F811
    view = hands.view
    for control in (view.bar, view.slider, view.in_button, view.out_button, view.fit_button):
        assert control.accessibleName()
    assert view.focusProxy() is view.canvas


def test_timelines_come_and_go_while_they_are_looked_at(active, spoken, theme, qtbot):  # noqa: F811
    """Qt deletes the interfaces with their widgets; nothing may be deleted twice."""
    for _ in range(5):
        view = TimelineView(spoken, theme)
        view.show()
        view.canvas.setFocus()
        found = QAccessible.queryAccessibleInterface(view.canvas)
        assert found.child(0).text(QAccessible.Text.Value) == "The"
        view.canvas.set_focus_word(2)
        qtbot.wait(10)
        view.close()
        view.deleteLater()
        qtbot.wait(10)
