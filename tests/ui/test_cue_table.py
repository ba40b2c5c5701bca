"""The caption table over a session: what is shown, edited, broken, joined and fixed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from studio.player import State
from ui.cue_table import CueTable
from ui.cue_table.model import Column
from ui.session import Session
from ui.theme import Theme


def shown_table(session: Session, qtbot: QtBot) -> CueTable:
    table = CueTable(session, Theme("dark"))
    qtbot.addWidget(table)
    table.resize(420, 640)
    table.show()
    table.activateWindow()
    with qtbot.waitActive(table, timeout=3000):
        pass
    table._view.setFocus()
    return table


@pytest.fixture
def table(rendered: Session, qtbot: QtBot) -> CueTable:
    return shown_table(rendered, qtbot)


def texts(table: CueTable) -> list[str]:
    model = table._model
    return [model.index(row, Column.TEXT).data() for row in range(model.rowCount())]


def laid_out(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.timeline_changed, timeout=5_000):
        pass


def field(table: CueTable) -> QLineEdit:
    return table._view.viewport().findChild(QLineEdit)


def test_it_shows_the_captions_of_the_session(table: CueTable, rendered: Session) -> None:
    assert texts(table) == [
        "The harbor wakes.",
        "Gulls argue over the boats.",
        "“Two loaves,”",
        "says the pilot.",
    ]
    assert table._count.text() == "4 captions"
    assert table._filter.text() == "No findings"
    assert not table._filter.isEnabled()
    assert table._bar._kind.choice == "phrases"
    assert table._bar._size.value() == 6
    assert table._profile.currentText() == "Narration"


def test_grouping_is_switched_live(table: CueTable, rendered: Session, qtbot: QtBot) -> None:
    qtbot.mouseClick(table._bar._kind.button("words"), Qt.MouseButton.LeftButton)
    assert rendered.document.grouping == "words:4"
    laid_out(rendered, qtbot)
    assert texts(table)[:2] == ["The harbor wakes. Gulls", "argue over the boats."]
    table._bar._size.setValue(2)
    assert rendered.document.grouping == "words:2"
    laid_out(rendered, qtbot)
    assert texts(table)[0] == "The harbor"
    qtbot.mouseClick(table._bar._kind.button("lines"), Qt.MouseButton.LeftButton)
    assert rendered.document.grouping == "lines"
    assert not table._bar._size.isVisible()
    rendered.undo()
    assert table._bar._size.value() == 2


def test_the_profiles_own_grouping_follows_the_profile(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    rendered.set_grouping("words:3")
    qtbot.mouseClick(table._bar._kind.button("phrases"), Qt.MouseButton.LeftButton)
    assert rendered.document.grouping == ""
    table._profile.setCurrentIndex(1)
    table._profile.activated.emit(1)
    assert rendered.document.profile == "shorts"
    assert table._bar._kind.choice == "words"
    assert table._bar._size.value() == 4


def test_a_click_seeks_and_the_caption_of_the_moment_is_lit(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    view = table._view
    place = view.visualRect(view.index_of(2, Column.TEXT)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert rendered.position == rendered.cues[2].start
    assert table._model.current == 2
    rendered.play(rendered.cues[0].start)
    qtbot.waitUntil(lambda: rendered.status.state is State.PLAYING, timeout=5_000)
    qtbot.waitUntil(lambda: table._model.current == 0, timeout=5_000)
    rendered.stop()


def test_a_caption_is_edited(table: CueTable, rendered: Session, qtbot: QtBot) -> None:
    view = table._view
    view.select(1)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    editor = field(table)
    assert editor.text() == "Gulls argue over the boats."
    assert editor.accessibleName() == "Text of caption 2"
    editor.setText("Gulls argue above the boats.")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    laid_out(rendered, qtbot)
    assert texts(table)[1] == "Gulls argue above the boats."
    assert rendered.document.sentences[1].text == "Gulls argue over the boats."
    rendered.undo()
    laid_out(rendered, qtbot)
    assert texts(table)[1] == "Gulls argue over the boats."


def test_escape_leaves_a_caption_as_it_was(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    before = rendered.document
    table._view.select(1)
    qtbot.keyClick(table._view, Qt.Key.Key_F2)
    field(table).setText("Nothing of the kind.")
    qtbot.keyClick(field(table), Qt.Key.Key_Escape)
    assert rendered.document is before


def test_what_is_typed_survives_a_new_layout(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    table._view.select(3)
    qtbot.keyClick(table._view, Qt.Key.Key_Return)
    field(table).setText("says a pilot.")
    rendered.set_pause(rendered.document.sentences[1].id, 0, 24_000)
    laid_out(rendered, qtbot)
    assert field(table).text() == "says a pilot."
    qtbot.keyClick(field(table), Qt.Key.Key_Return)
    laid_out(rendered, qtbot)
    assert texts(table)[3] == "says a pilot."


def test_a_caption_that_changed_meanwhile_is_not_overwritten(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    table._view.select(1)
    qtbot.keyClick(table._view, Qt.Key.Key_Return)
    editor = field(table)
    editor.setText("Something else.")
    rendered.rename_word(3, "Crows")
    laid_out(rendered, qtbot)
    assert texts(table)[1] == "Crows argue over the boats."
    with qtbot.waitSignal(rendered.trouble) as caught:
        table._view.commitData(editor)
    assert "changed while you edited it" in caught.args[0].text
    assert texts(table)[1] == "Crows argue over the boats."


def test_a_caption_is_broken_at_the_text_cursor(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    table._view.select(1)
    qtbot.keyClick(table._view, Qt.Key.Key_Return)
    field(table).setCursorPosition(14)  # in "over"
    qtbot.keyClick(field(table), Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    laid_out(rendered, qtbot)
    assert texts(table)[1:3] == ["Gulls argue", "over the boats."]
    assert table._model.rows[2].broken


def test_a_break_at_the_cursor_keeps_what_was_typed(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    table._view.select(1)
    qtbot.keyClick(table._view, Qt.Key.Key_Return)
    field(table).setText("Gulls quarrel over the boats.")
    field(table).setCursorPosition(14)
    qtbot.keyClick(field(table), Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    laid_out(rendered, qtbot)
    qtbot.waitUntil(lambda: texts(table)[1:3] == ["Gulls quarrel", "over the boats."])


def test_captions_are_joined_broken_and_freed_by_keys(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    view = table._view
    view.select(2)
    qtbot.keyClick(view, Qt.Key.Key_J)
    laid_out(rendered, qtbot)
    assert texts(table)[2:] == ["“Two loaves,” says the pilot."]
    assert table._model.rows[2].joined
    qtbot.keyClick(view, Qt.Key.Key_F)
    laid_out(rendered, qtbot)
    assert texts(table)[2:] == ["“Two loaves,”", "says the pilot."]
    # with the playhead inside a caption, it is broken there
    rendered.seek(rendered.timeline.words[5].start + 10)
    view.select(1)
    qtbot.keyClick(view, Qt.Key.Key_B)
    laid_out(rendered, qtbot)
    assert texts(table)[1:3] == ["Gulls argue", "over the boats."]
    # elsewhere, what begins here is to begin here
    view.select(3)
    qtbot.keyClick(view, Qt.Key.Key_B)
    laid_out(rendered, qtbot)
    assert table._model.rows[3].broken


def test_findings_are_listed_filtered_and_fixed(
    table: CueTable, rendered: Session, qtbot: QtBot
) -> None:
    # so fast that nobody can read it
    rendered.set_speed([rendered.document.sentences[1].id], 2.0)
    rendered.render_all()
    qtbot.waitUntil(lambda: rendered.work.to_render == 0, timeout=10_000)
    rendered.set_profile("broadcast")
    rendered.set_grouping("words:1")
    qtbot.waitUntil(lambda: len(rendered.findings) > 1, timeout=5_000)
    view = table._view
    qtbot.mouseClick(table._filter, Qt.MouseButton.LeftButton)
    with_findings = sorted({finding.cue for finding in rendered.findings})
    assert view.proxy.rowCount() == len(with_findings) < len(rendered.cues)
    assert view.cue() == with_findings[0]
    qtbot.keyClick(view, Qt.Key.Key_N)
    assert view.cue() == with_findings[1]
    qtbot.keyClick(view, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert view.cue() == with_findings[0]
    assert table._fixes.isVisible()
    line = table._fixes.lines[0]
    qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(line.menu.isVisible)
    first = line.menu.actions()[0]
    assert first.text() == "Join “The” and “harbor”"
    before = rendered.document
    qtbot.keyClick(line.menu, Qt.Key.Key_Down)
    qtbot.keyClick(line.menu, Qt.Key.Key_Return)
    assert rendered.undo_label == "caption join"
    rendered.undo()
    assert rendered.document == before


def test_nothing_can_be_edited_before_it_is_rendered(session: Session, qtbot: QtBot) -> None:
    table = shown_table(session, qtbot)
    qtbot.waitUntil(lambda: table._model.rowCount() > 0)
    table._view.select(0)
    with qtbot.waitSignal(session.trouble) as caught:
        qtbot.keyClick(table._view, Qt.Key.Key_Return)
    assert caught.args[0].action == "Render"
    assert field(table) is None
    assert table._model.index(0, Column.START).data().startswith("≈")


def test_it_rests_while_nobody_sees_it(rendered: Session, qtbot: QtBot) -> None:
    table = CueTable(rendered, Theme("dark"))
    qtbot.addWidget(table)
    assert table._model.rowCount() == 0
    table.show()
    assert table._model.rowCount() == 4


def test_empty_states(session: Session, qtbot: QtBot) -> None:
    table = shown_table(session, qtbot)
    session.new("")
    qtbot.waitUntil(lambda: table._pages.currentWidget() is table._empty)
    assert table._empty.accessibleName().startswith("No captions yet")


def test_columns_follow_the_width(table: CueTable) -> None:
    view = table._view
    assert view.isColumnHidden(Column.END)
    table.resize(900, 640)
    assert not view.isColumnHidden(Column.END)
    assert not view.isColumnHidden(Column.FINDINGS)


def test_it_is_painted_in_both_themes(table: CueTable) -> None:
    dark = table.grab().toImage()
    table._theme.set_mode("light")
    assert table.grab().toImage() != dark
