"""Small controls: segments that keys choose from, and a layout that flows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.flow import FlowLayout
from ui.parts import EmptyState, Segments
from ui.theme import Theme

CHOICES = (("a", "One"), ("b", "Two"), ("c", "Three"))


def segments(qtbot: QtBot) -> Segments:
    made = Segments(CHOICES, "Number")
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    with qtbot.waitActive(made, timeout=3000):
        pass
    return made


def test_a_click_chooses_and_showing_a_choice_does_not(qtbot: QtBot) -> None:
    made = segments(qtbot)
    chosen: list[str] = []
    made.chosen.connect(chosen.append)
    made.choose("b")
    assert (made.choice, chosen) == ("b", [])
    qtbot.mouseClick(made.button("c"), Qt.MouseButton.LeftButton)
    assert (made.choice, chosen) == ("c", ["c"])
    made.choose("nothing of these")
    assert made.choice == ""


def test_the_arrows_choose(qtbot: QtBot) -> None:
    made = segments(qtbot)
    chosen: list[str] = []
    made.chosen.connect(chosen.append)
    made.choose("a")
    made.button("a").setFocus()
    qtbot.keyClick(made.button("a"), Qt.Key.Key_Right)
    assert (made.choice, chosen) == ("b", ["b"])
    assert made.button("b").hasFocus()


def test_tab_stops_at_the_choice_only(qtbot: QtBot) -> None:
    made = segments(qtbot)
    made.choose("b")
    stops = [made.button(key).focusPolicy() & Qt.FocusPolicy.TabFocus for key in "abc"]
    assert [bool(stop) for stop in stops] == [False, True, False]
    assert made.button("b").accessibleName() == "Number: Two"


def test_what_has_no_room_goes_to_the_next_row(qtbot: QtBot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    column = QVBoxLayout(outer)
    box = QWidget()
    flow = FlowLayout(box, spacing=6)
    buttons = [QPushButton("x" * 10) for _ in range(3)]
    for button in buttons:
        flow.addWidget(button)
    column.addWidget(box)
    width = buttons[0].sizeHint().width()
    height = buttons[0].sizeHint().height()
    assert flow.heightForWidth(3 * width + 12) == height
    assert flow.heightForWidth(2 * width + 6) == 2 * height + 6
    assert flow.heightForWidth(10) == 3 * height + 12
    outer.resize(2 * width + 60, 200)
    outer.show()
    assert buttons[0].y() == buttons[1].y() < buttons[2].y()
    assert flow.takeAt(9) is None


def test_an_empty_state_can_be_read_aloud(qtbot: QtBot) -> None:
    empty = EmptyState(Theme("dark"))
    qtbot.addWidget(empty)
    empty.say("captions", "No captions yet", "Write a script.")
    assert empty.accessibleName() == "No captions yet Write a script."
    empty.grab()
