"""The audition board: hearing, starring, blending and using voices."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QPushButton, QSlider
from pytestqt.qtbot import QtBot

from ui.session import Session
from ui.theme import Theme
from ui.voice_panel import VoicePanel
from ui.voice_panel.model import ENTRY, HEARD, NUMBER, SPEAKS, STARRED


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> VoicePanel:
    session.set_cursor(0)
    made = VoicePanel(session, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(408, 700)
    made.show()
    made.activateWindow()
    with qtbot.waitActive(made, timeout=3000):
        pass
    return made


def rows(panel: VoicePanel, role: int) -> list[object]:
    model = panel._model
    return [model.index(row).data(role) for row in range(model.rowCount())]


def shown(panel: VoicePanel) -> list[str]:
    return [entry.spelling for entry in rows(panel, ENTRY)]  # type: ignore[attr-defined]


def where(panel: VoicePanel, row: int, part: str) -> QPoint:
    view = panel._view
    rect = view.visualRect(panel._model.index(row))
    box = view._delegate.button(rect) if part == "play" else view._delegate.star(rect)
    return box.center()


def click(qtbot: QtBot, panel: VoicePanel, row: int, part: str) -> None:
    viewport = panel._view.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=where(panel, row, part))


def test_it_opens_with_the_voices_of_the_scripts_language(panel: VoicePanel) -> None:
    assert shown(panel)[0] == "af_heart"
    assert len(shown(panel)) == 28
    assert panel._language.currentText() == "English"
    assert panel._filter.placeholderText() == "Filter 54 voices"
    assert rows(panel, NUMBER)[:10] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert rows(panel, SPEAKS).index(True) == 0
    assert rows(panel, STARRED).count(True) == 1


def test_a_click_on_play_auditions_and_another_stops(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    click(qtbot, panel, 1, "play")
    assert heard[-1] == "af_alloy"
    assert rows(panel, HEARD)[1] is True
    click(qtbot, panel, 2, "play")
    assert heard[-1] == "af_aoede"
    assert rows(panel, HEARD)[:3] == [False, False, True]
    click(qtbot, panel, 2, "play")
    assert heard[-1] == ""
    assert not any(rows(panel, HEARD))


def test_digits_and_enter_audition(panel: VoicePanel, session: Session, qtbot: QtBot) -> None:
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    panel._view.setFocus()
    qtbot.keyClick(panel._view, "3")
    assert heard[-1] == "af_aoede"
    assert panel._view.currentIndex().row() == 2
    qtbot.keyClick(panel._view, Qt.Key.Key_Down)
    qtbot.keyClick(panel._view, Qt.Key.Key_Return)
    assert heard[-1] == "af_bella"
    qtbot.keyClick(panel._view, Qt.Key.Key_Escape)
    assert heard[-1] == ""


def test_a_digit_in_the_filter_is_a_digit(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    panel._filter.setFocus()
    qtbot.keyClicks(panel._filter, "2")
    assert panel._filter.text() == "2"
    assert heard == []


def test_filters_number_what_is_left(panel: VoicePanel, session: Session, qtbot: QtBot) -> None:
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    qtbot.mouseClick(panel._gender.button("male"), Qt.MouseButton.LeftButton)
    assert shown(panel)[0] == "am_adam"
    panel._grade.setCurrentIndex(3)
    panel._grade.activated.emit(3)
    assert shown(panel) == ["am_fenrir", "am_michael", "am_puck", "bm_fable", "bm_george"]
    panel._view.setFocus()
    qtbot.keyClick(panel._view, "2")
    assert heard == ["am_michael"]
    panel._filter.setFocus()
    qtbot.keyClicks(panel._filter, "nobody")
    assert shown(panel) == []
    assert panel._list.currentWidget() is panel._empty
    qtbot.keyClick(panel._filter, Qt.Key.Key_Escape)
    assert len(shown(panel)) == 5


def test_a_star_moves_the_voice_to_the_top_and_the_selection_with_it(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    click(qtbot, panel, 3, "star")
    assert session.voices.stars == {"af_heart", "af_bella"}
    assert shown(panel)[:3] == ["af_heart", "af_bella", "af_alloy"]
    assert panel._view.currentIndex().row() == 1
    panel._view.setFocus()
    qtbot.keyClick(panel._view, "s")
    assert session.voices.stars == {"af_heart"}
    assert shown(panel)[:3] == ["af_heart", "af_alloy", "af_aoede"]
    assert panel._view.currentIndex().row() == 3


def test_use_for_this_paragraph_and_for_all(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    def voices() -> list[str]:
        return [sentence.voice for sentence in session.document.sentences]

    session.set_cursor(len(session.document.source) - 3)
    panel._view.select(3)
    qtbot.mouseClick(panel._use_here, Qt.MouseButton.LeftButton)
    assert voices() == ["af_heart", "af_heart", "af_bella"]
    assert rows(panel, SPEAKS).index(True) == 3
    session.set_cursor(0)
    assert rows(panel, SPEAKS).index(True) == 0
    panel._view.setFocus()
    panel._view.select(1)
    qtbot.keyClick(panel._view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert voices() == ["af_alloy", "af_alloy", "af_bella"]
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    panel._view.select(2)
    qtbot.keyClick(panel._view, Qt.Key.Key_Return, both)
    assert voices() == ["af_aoede"] * 3
    session.undo()
    assert voices() == ["af_alloy", "af_alloy", "af_bella"]


def test_a_blend_is_mixed_heard_saved_and_used(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    blend, view = panel._blend, panel._view
    assert not blend._bottom.isVisible()
    view.setFocus()
    view.select(0)
    qtbot.keyClick(view, "b")
    assert blend.spelling == "af_heart"
    assert not blend._save_button.isEnabled()
    view.select(3)
    qtbot.mouseClick(blend._add, Qt.MouseButton.LeftButton)
    assert blend.parts == (("af_heart", 5000), ("af_bella", 5000))
    assert blend.name == "Heart & Bella"
    assert not blend._add.isEnabled()  # Bella is in it

    blend._rows[0].slider.setValue(60)
    assert blend._rows[1].slider.value() == 40
    assert [row._number.text() for row in blend._rows] == ["60", "40"]
    assert blend.spelling == "af_heart:60,af_bella:40"

    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    qtbot.mouseClick(blend._hear, Qt.MouseButton.LeftButton)
    assert heard == ["af_heart:60,af_bella:40"]
    assert blend._hear.accessibleName() == "Stop the blend"

    blend._name.setText("Warm Bella")
    qtbot.keyClick(blend._name, Qt.Key.Key_Return)
    assert session.voices.blends == {"Warm Bella": "af_heart:60,af_bella:40"}
    assert shown(panel)[:2] == ["af_heart", "af_heart:60,af_bella:40"]
    assert view.currentIndex().row() == 1
    assert blend._add.text() == "Edit Warm Bella"

    blend.use_wished.emit(blend.spelling, True)
    assert {s.voice for s in session.document.sentences} == {"af_heart:60,af_bella:40"}
    assert rows(panel, SPEAKS).index(True) == 1


def test_a_saved_blend_is_edited_again_and_forgotten(
    panel: VoicePanel, session: Session, qtbot: QtBot
) -> None:
    session.voices.save_blend("Duo", "af_heart:70,am_michael:30")
    panel._view.select(shown(panel).index("af_heart:70,am_michael:30"))
    panel._view.setFocus()
    qtbot.keyClick(panel._view, "b")
    assert panel._blend.parts == (("af_heart", 7000), ("am_michael", 3000))
    assert panel._blend._name.text() == "Duo"
    panel._blend.remove("af_heart")
    assert panel._blend.parts == (("am_michael", 10_000),)
    qtbot.keyClick(panel._view, Qt.Key.Key_Delete)
    assert session.voices.blends == {}
    assert "af_heart:70,am_michael:30" not in shown(panel)


def test_letting_go_of_a_slider_is_heard_while_the_blend_is(
    panel: VoicePanel, session: Session
) -> None:
    for row in (0, 3):
        panel._add_to_blend(panel._model.entries[row])
    session.audition(panel._blend.spelling)
    slider = panel._blend._rows[0].slider
    slider.setSliderDown(True)
    slider.setValue(80)
    slider.setSliderDown(False)
    assert panel._heard == "af_heart:80,af_bella:20"


def test_the_language_follows_the_script_until_it_is_chosen(
    panel: VoicePanel, session: Session
) -> None:
    session.set_voice(None, "ff_siwis")
    assert panel._language.currentText() == "French"
    assert shown(panel) == ["ff_siwis"]
    panel._language.setCurrentIndex(0)
    panel._language.activated.emit(0)
    session.set_voice(None, "ef_dora")
    assert panel._language.currentText() == "All languages"
    assert len(shown(panel)) == 54


def test_everything_has_a_name(panel: VoicePanel) -> None:
    panel._add_to_blend(panel._model.entries[0])
    for button in panel.findChildren(QPushButton):
        assert button.accessibleName() or button.text()
    for slider in panel.findChildren(QSlider):
        assert slider.accessibleName() == "Share of Heart, percent"
    index = panel._model.index(0)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == (
        "Heart, af_heart, American, female, warm, clear, quality A, as rated by the model's "
        "authors, starred, speaks the sentence under the cursor, key 1"
    )
    QAccessible.setActive(True)
    board = QAccessible.queryAccessibleInterface(panel._view)
    assert board.text(QAccessible.Text.Name) == "Voices"


def test_it_is_painted_in_both_themes(panel: VoicePanel, session: Session) -> None:
    for row in (0, 3):
        panel._add_to_blend(panel._model.entries[row])
    session.audition("af_bella")
    dark = panel.grab().toImage()
    panel._theme.set_mode("light")
    assert panel.grab().toImage() != dark
