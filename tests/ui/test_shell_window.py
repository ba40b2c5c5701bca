"""The whole window, driven as somebody would drive it."""

from __future__ import annotations

import json
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio import paths, project, settings
from studio.document import Document
from studio.engines import kinds
from studio.player import State
from studio.project import SUFFIX, Autosave
from ui.actions import ACTIONS, is_playing
from ui.main_window import MainWindow
from ui.remembered import Remembered
from ui.theme import Theme

Answer = QMessageBox.StandardButton
NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def make_window(session: Any, qtbot: QtBot) -> Iterator[Callable[..., MainWindow]]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    sheet = application.styleSheet()

    def make(greeted: bool = True) -> MainWindow:
        remembered = Remembered()
        remembered.put(greeted=greeted)
        window = MainWindow(session, Theme("dark"), remembered)
        qtbot.addWidget(window, before_close_func=lambda _: window._leave(True))
        window.show()
        window.activateWindow()
        with qtbot.waitActive(window, timeout=3_000):
            pass
        qtbot.wait(20)
        return window

    yield make
    session.close(discard=True)
    application.setStyleSheet(sheet)


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    return make_window()


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """A key for whoever has the keyboard."""
    target = QApplication.focusWidget()
    assert target is not None
    QTest.keyClick(target, key, modifiers)


def written(window: MainWindow) -> str:
    text: str = window.script.text.toPlainText()
    return text


def name_of(widget: QWidget) -> str:
    """What a screen reader calls it."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName().strip() or text.strip()


class TestSpace:
    def test_the_first_space_plays(self, window: MainWindow, qtbot: QtBot) -> None:
        before = written(window)
        press(Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: is_playing(window.session), timeout=5_000)
        assert written(window) == before
        press(Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: not is_playing(window.session), timeout=5_000)

    def test_space_is_text_where_text_is_written(self, window: MainWindow) -> None:
        window.go_to("script")
        before = written(window)
        press(Qt.Key.Key_Space)
        assert len(written(window)) == len(before) + 1
        assert not is_playing(window.session)

    def test_shift_space_too(self, window: MainWindow) -> None:
        window.go_to("script")
        before = written(window)
        press(Qt.Key.Key_Space, SHIFT)
        assert len(written(window)) == len(before) + 1
        assert not window.session.loop_on

    def test_control_space_plays_from_the_script(self, window: MainWindow, qtbot: QtBot) -> None:
        window.go_to("script")
        before = written(window)
        press(Qt.Key.Key_Space, CONTROL)
        qtbot.waitUntil(lambda: is_playing(window.session), timeout=5_000)
        assert written(window) == before

    @pytest.mark.parametrize("place", ["voices", "captions", "timeline"])
    def test_space_plays_from_everywhere_else(
        self, window: MainWindow, qtbot: QtBot, place: str
    ) -> None:
        window.go_to(place)
        press(Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: is_playing(window.session), timeout=5_000)

    def test_space_is_text_in_the_title(self, window: MainWindow) -> None:
        window.toolbar.title.setFocus()
        window.toolbar.title.setCursorPosition(3)
        press(Qt.Key.Key_Space)
        assert window.toolbar.title.text() == "Har bor"
        assert not is_playing(window.session)

    def test_a_button_that_was_reached_by_key_is_pressed(self, window: MainWindow) -> None:
        pressed: list[int] = []
        button = window.toolbar.transport.next
        button.clicked.connect(lambda: pressed.append(1))
        button.setFocus(Qt.FocusReason.TabFocusReason)
        press(Qt.Key.Key_Space)
        assert pressed == [1]
        assert not is_playing(window.session)

    def test_shift_space_loops_what_is_selected(
        self, window: MainWindow, rendered: Any, qtbot: QtBot
    ) -> None:
        first, second, _ = rendered.timeline.sentences
        qtbot.wait(50)
        window.go_to("timeline")
        window.timeline.select(first.start, second.end)
        assert window.selected_range() == (first.start, second.end)
        press(Qt.Key.Key_Space, SHIFT)
        qtbot.waitUntil(lambda: is_playing(window.session), timeout=5_000)
        assert window.session.loop_on
        assert window.toolbar.transport.loop.isChecked()
        press(Qt.Key.Key_Space, SHIFT)
        assert not window.session.loop_on
        assert not window.toolbar.transport.loop.isChecked()

    def test_what_is_selected_in_the_script_counts_there(
        self, window: MainWindow, rendered: Any
    ) -> None:
        window.go_to("script")
        cursor = window.script.text.textCursor()
        cursor.setPosition(0)
        cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, 10)
        window.script.text.setTextCursor(cursor)
        words = rendered.timeline.words
        assert window.selected_range() == (words[0].start, words[1].end)

    def test_without_a_selection_it_is_the_sentence(
        self, window: MainWindow, rendered: Any
    ) -> None:
        second = rendered.timeline.sentences[1]
        rendered.seek(second.start + 100)
        assert window.selected_range() == (second.start, second.end)


class TestActions:
    def test_each_has_its_own_keys(self) -> None:
        keys = [key for spec in ACTIONS for key in spec.keys]
        assert len(keys) == len(set(keys))
        ids = [spec.id for spec in ACTIONS]
        assert len(ids) == len(set(ids))

    def test_undo_says_what_and_is_possible_only_then(
        self, window: MainWindow, session: Any
    ) -> None:
        undo, redo = window.actions_["undo"], window.actions_["redo"]
        assert not undo.isEnabled()
        session.set_profile("shorts")
        assert undo.isEnabled()
        assert undo.text() == "Undo profile"
        assert undo.toolTip().startswith("Undo profile (")
        undo.trigger()
        assert session.document.profile == "narration"
        assert not undo.isEnabled()
        assert redo.text() == "Redo profile"
        redo.trigger()
        assert session.document.profile == "shorts"

    def test_play_says_what_it_would_do(self, window: MainWindow, qtbot: QtBot) -> None:
        play = window.actions_["play"]
        assert play.text() == "Play"
        play.trigger()
        qtbot.waitUntil(lambda: play.text() == "Pause", timeout=5_000)
        assert window.toolbar.transport.play.accessibleName() == "Pause"

    def test_what_was_just_typed_counts(self, window: MainWindow, session: Any) -> None:
        window.go_to("script")
        QTest.keyClicks(window.script.text, "Now. ")
        assert not session.document.source.startswith("Now. ")
        window.actions_["stop"].trigger()
        window.actions_["find"].trigger()
        assert session.document.source.startswith("Now. ")

    def test_every_menu_entry_has_words(self, window: MainWindow) -> None:
        for spec in ACTIONS:
            assert window.actions_[spec.id].text(), spec.id

    def test_keys_of_the_window_lead_to_its_parts(self, window: MainWindow) -> None:
        for key, part in (
            (Qt.Key.Key_1, window.script),
            (Qt.Key.Key_2, window.voices),
            (Qt.Key.Key_3, window.cue_table),
            (Qt.Key.Key_4, window.pronunciation),
            (Qt.Key.Key_5, window.timeline),
        ):
            press(key, CONTROL)
            focus = QApplication.focusWidget()
            assert focus is not None
            assert part is focus or part.isAncestorOf(focus)

    def test_f6_goes_round(self, window: MainWindow) -> None:
        window.go_to("script")
        seen = []
        for _ in range(4):
            press(Qt.Key.Key_F6)
            seen.append(QApplication.focusWidget())
        assert len(set(seen)) == 4
        assert seen[3] is window.script.text

    def test_find_opens_in_the_script(self, window: MainWindow) -> None:
        press(Qt.Key.Key_F, CONTROL)
        assert window.script.find_bar.isVisible()

    def test_the_menu_opens_without_waiting(self, window: MainWindow) -> None:
        press(Qt.Key.Key_F10)
        menu = window.toolbar.menu.menu()
        assert menu is not None
        assert menu.isVisible()
        menu.close()

    def test_script_size(self, window: MainWindow) -> None:
        window.actions_["larger"].trigger()
        assert window.theme.script_size == 14.0


class TestToolbar:
    def test_saved_state_and_title(
        self, window: MainWindow, session: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        bar = window.toolbar
        assert (bar.title.text(), bar.saved.text()) == ("Harbor", "new")
        bar.title.setFocus()
        bar.title.setText("At sea")
        press(Qt.Key.Key_Return)
        assert session.document.title == "At sea"
        assert bar.saved.text() == "edited"
        assert window.isWindowModified()
        assert not bar.title.hasFocus()
        with qtbot.waitSignal(session.saved_changed, timeout=5_000):
            session.save(tmp_path / "sea.narration")
        assert bar.saved.text() == "saved"
        assert not window.isWindowModified()

    def test_escape_leaves_the_title_as_it_was(self, window: MainWindow, session: Any) -> None:
        window.toolbar.title.setFocus()
        window.toolbar.title.setText("At sea")
        press(Qt.Key.Key_Escape)
        assert session.document.title == "Harbor"
        assert window.toolbar.title.text() == "Harbor"

    def test_grouping_menu(self, window: MainWindow, session: Any) -> None:
        button = window.toolbar.grouping
        assert button.text() == "Phrases · max 6"
        menu: Any = button.menu()
        menu.fill()
        entries = {action.text(): action for action in menu.actions()}
        assert entries["As the profile says (Phrases · max 6)"].isChecked()
        entries["Words · 4 each"].trigger()
        assert session.document.grouping == "words:4"
        assert button.text() == "Words · 4 each"
        menu.fill()
        chosen = [action.text() for action in menu.actions() if action.isChecked()]
        assert chosen == ["Words · 4 each"]

    def test_an_unusual_grouping_is_in_the_menu(self, window: MainWindow, session: Any) -> None:
        session.set_grouping("phrases:17")
        menu: Any = window.toolbar.grouping.menu()
        menu.fill()
        chosen = [action.text() for action in menu.actions() if action.isChecked()]
        assert chosen == ["Phrases · max 17"]

    def test_profile_menu(self, window: MainWindow, session: Any) -> None:
        menu: Any = window.toolbar.profile.menu()
        menu.fill()
        assert len(menu.actions()) == 3
        menu.actions()[1].trigger()
        assert session.document.profile == "shorts"
        assert window.toolbar.profile.text() == "Shorts"
        assert window.toolbar.grouping.text() == "Words · 4 each"

    def test_sound_menu(self, window: MainWindow, session: Any) -> None:
        menu: Any = window.toolbar.transport.sound.menu()
        menu.fill()
        entries = {action.text(): action for action in menu.actions()}
        entries["1.25×"].trigger()
        assert session.player.rate == 1.25
        entries["speakers"].trigger()
        assert window.remembered.get("device", "") == "speakers"
        assert window.output.chosen is not None

    def test_clock(self, window: MainWindow, rendered: Any) -> None:
        rendered.seek(24_000)
        assert window.toolbar.transport.play.shown.startswith("0:01.0 / 0:")

    @pytest.mark.parametrize(("width", "compact"), [(1440, False), (1366, False), (960, True)])
    def test_everything_fits(self, window: MainWindow, width: int, compact: bool) -> None:
        window.resize(width, 768)
        QApplication.processEvents()
        bar = window.toolbar
        assert window.width() == width
        assert bar.engines.isHidden() is compact
        row = [bar.menu, bar.undo, bar.redo, bar.transport, bar.grouping, bar.profile,
               bar.export]  # fmt: skip
        rights = [widget.geometry().right() for widget in row]
        lefts = [widget.geometry().left() for widget in row]
        assert all(right < left for right, left in zip(rights[:-1], lefts[1:], strict=True))
        assert rights[-1] < width
        for widget in row:
            assert widget.width() >= widget.sizeHint().width(), widget


class TestMessagesInTheWindow:
    def test_trouble_is_told_and_stops_nobody(self, window: MainWindow, session: Any) -> None:
        session.set_speed(None, 99.0)
        message = window.messages.message
        assert message is not None
        assert "99" in message.text
        assert QApplication.activeModalWidget() is None

    def test_what_a_crash_left_is_offered(
        self, session: Any, make_window: Callable[..., MainWindow], qtbot: QtBot
    ) -> None:
        crashed = Autosave(paths.data() / "recovery")
        crashed.keep(Document(title="Lost at sea"))
        crashed.leave()
        window = make_window()
        message = window.messages.message
        assert message is not None
        assert message.text.startswith("Lost at sea was not saved when the program ended (")
        assert message.action == "Recover"
        qtbot.mouseClick(window.messages._act, Qt.MouseButton.LeftButton)
        assert session.title == "Lost at sea"
        assert session.unsaved
        assert project.recoverable(paths.data() / "recovery") == ()

    def test_a_newcomer_is_told_what_to_do_first(
        self, make_window: Callable[..., MainWindow], qtbot: QtBot
    ) -> None:
        window = make_window(greeted=False)
        message = window.messages.message
        assert message is not None
        assert message.text.startswith("Press Space to hear this script.")
        press(Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: window.messages.message is None, timeout=5_000)
        assert window.remembered.get("greeted", False)

    def test_nothing_is_offered_after_a_good_end(self, window: MainWindow) -> None:
        assert window.messages.message is None


class TestFiles:
    def test_nothing_is_asked_when_nothing_is_lost(self, window: MainWindow, session: Any) -> None:
        window.actions_["new"].trigger()
        assert window.files.question is None
        assert session.document.source == ""

    def test_new_asks_about_changes(self, window: MainWindow, session: Any) -> None:
        session.set_title("Changed")
        window.actions_["new"].trigger()
        question = window.files.question
        assert question is not None
        assert question.text() == "Save the changes to Changed?"
        question.button(Answer.Cancel).click()
        assert session.title == "Changed"
        window.actions_["new"].trigger()
        assert window.files.question is not None
        window.files.question.button(Answer.Discard).click()
        assert session.title == ""

    def test_saving_asks_for_a_name_once(
        self, window: MainWindow, session: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        window.actions_["save"].trigger()
        dialog = window.files.dialog
        assert dialog is not None
        with qtbot.waitSignal(session.saved_changed, timeout=5_000):
            dialog.fileSelected.emit(str(tmp_path / f"sea{SUFFIX}"))
        dialog.close()
        window.activateWindow()
        with qtbot.waitActive(window, timeout=3_000):
            pass
        assert session.path == tmp_path / f"sea{SUFFIX}"
        session.set_title("Again")
        with qtbot.waitSignal(session.saved_changed, timeout=5_000):
            press(Qt.Key.Key_S, CONTROL)
        qtbot.waitUntil(lambda: not session.unsaved, timeout=5_000)

    def test_a_script_is_opened_as_a_new_narration(
        self, window: MainWindow, session: Any, tmp_path: Path
    ) -> None:
        path = tmp_path / "boats.md"
        path.write_text("# Boats\n\nThe *boats* go out.", encoding="utf-8")
        window.open_file(path)
        assert session.title == "boats"
        assert session.document.markdown
        assert [s.text for s in session.document.sentences] == ["Boats", "The boats go out."]
        assert session.path is None

    def test_what_cannot_be_opened_is_told(
        self, window: MainWindow, session: Any, tmp_path: Path
    ) -> None:
        window.open_file(tmp_path / "missing.txt")
        message = window.messages.message
        assert message is not None
        assert "missing.txt" in message.text
        assert session.title == "Harbor"

    def test_a_file_can_be_dropped_on_the_window(
        self, window: MainWindow, session: Any, tmp_path: Path
    ) -> None:
        path = tmp_path / "boats.txt"
        path.write_text("The boats go out.")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(QPoint(5, 5)),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            NONE,
        )
        window.dropEvent(event)
        assert session.document.source == "The boats go out."


class TestClosing:
    def test_at_once_when_nothing_is_lost(self, window: MainWindow) -> None:
        assert window.close()
        assert not window.isVisible()

    def test_asked_and_cancelled(self, window: MainWindow, session: Any) -> None:
        session.set_title("Changed")
        assert not window.close()
        assert window.files.question is not None
        window.files.question.button(Answer.Cancel).click()
        assert window.isVisible()
        assert session.unsaved

    def test_asked_and_discarded(self, window: MainWindow, session: Any) -> None:
        session.set_title("Changed")
        window.close()
        assert window.files.question is not None
        window.files.question.button(Answer.Discard).click()
        assert not window.isVisible()
        assert project.recoverable(paths.data() / "recovery") == ()

    def test_asked_and_saved(
        self, window: MainWindow, session: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        path = tmp_path / "sea.narration"
        with qtbot.waitSignal(session.saved_changed, timeout=5_000):
            session.save(path)
        session.set_title("Changed")
        window.close()
        assert window.files.question is not None
        window.files.question.button(Answer.Save).click()
        qtbot.waitUntil(lambda: not window.isVisible(), timeout=5_000)
        from studio.takes import TakeStore

        opened = project.open(path, TakeStore(tmp_path / "takes", 1_000_000))
        assert opened.document.title == "Changed"

    def test_what_was_typed_last_is_asked_about(self, window: MainWindow) -> None:
        window.go_to("script")
        QTest.keyClicks(window.script.text, "Now. ")
        assert not window.close()
        assert window.files.question is not None
        window.files.question.button(Answer.Discard).click()

    def test_a_title_that_was_just_typed_is_asked_about(self, window: MainWindow) -> None:
        window.toolbar.title.setFocus()
        window.toolbar.title.end(False)
        QTest.keyClicks(window.toolbar.title, "s")
        assert not window.close()
        assert window.files.question is not None
        assert window.files.question.text() == "Save the changes to Harbors?"
        window.files.question.button(Answer.Discard).click()

    def test_while_rendering_and_playing(self, window: MainWindow, session: Any) -> None:
        session.render_all()
        session.toggle()
        assert window.close()
        assert session.status.state is not None

    def test_sizes_and_tab_are_remembered(
        self, window: MainWindow, make_window: Callable[..., MainWindow], own_folders: Path
    ) -> None:
        window.resize(1300, 820)
        window.tabs.setCurrentIndex(2)
        window.down.setSizes([400, 320])
        window.across.setSizes([700, 600])
        QApplication.processEvents()
        across, down = window.across.sizes(), window.down.sizes()
        window.close()
        kept = json.loads((own_folders / "config" / "window.json").read_text())
        assert (kept["tab"], kept["across"], kept["down"]) == (2, across, down)
        again = make_window()
        assert again.tabs.currentIndex() == 2
        again.resize(1300, 820)
        # The screen of a test may be smaller than the window was.
        assert again.down.sizes()[1] > 250


class TestExport:
    def test_two_keystrokes(
        self, window: MainWindow, session: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        window.remembered.put(export_folder=str(tmp_path))
        assert session.work.to_render == 3
        press(Qt.Key.Key_E, CONTROL)
        dialog = window.dialog("export")
        qtbot.waitUntil(dialog.export_button.hasFocus, timeout=3_000)
        press(Qt.Key.Key_Return)
        qtbot.waitUntil((tmp_path / "Harbor.srt").exists, timeout=15_000)
        qtbot.waitUntil(lambda: window.messages.message is not None, timeout=5_000)
        message = window.messages.message
        assert message is not None
        assert message.text == "Harbor.wav & Harbor.srt are written."
        assert message.action == "Show folder"
        with wave.open(str(tmp_path / "Harbor.wav")) as file:
            assert file.getframerate() == 24_000
            assert file.getsampwidth() == 2
            assert file.getnframes() == session.timeline.duration
        assert (tmp_path / "Harbor.srt").read_text(encoding="utf-8").startswith("1\n00:00:0")
        assert not dialog.isVisible()
        assert window.exporter.phase == ""

    def test_choices_are_remembered(
        self, window: MainWindow, rendered: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        window.export()
        dialog = window.dialog("export")
        dialog.choose_formats(["flac", "vtt"])
        dialog.place.setText(str(tmp_path / "sea"))
        dialog.sample_rate.setCurrentIndex(2)
        dialog.bit_depth.setCurrentIndex(1)
        order = dialog.order()
        assert (order.audio.formats, order.captions) == (("flac",), ("vtt",))
        assert (order.audio.sample_rate, order.audio.bit_depth) == (48_000, "24")
        assert order.audio.loudness is None
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil((tmp_path / "sea.vtt").exists, timeout=10_000)
        assert (tmp_path / "sea.flac").exists()
        assert window.toolbar.export.accessibleName() == "Export FLAC + VTT"
        window.export()
        again = window.dialog("export")
        assert again.formats == ["flac", "vtt"]
        assert again.sample_rate.currentData() == 48_000

    def test_the_dialog_says_what_will_happen(
        self, window: MainWindow, session: Any, tmp_path: Path
    ) -> None:
        (tmp_path / "Harbor.srt").write_text("")
        window.remembered.put(export_folder=str(tmp_path))
        window.export()
        dialog = window.dialog("export")
        assert dialog._said().startswith("Replaces Harbor.srt. 3 sentences are spoken first.")
        dialog.choose_formats([])
        assert not dialog.export_button.isEnabled()
        assert dialog._said() == "Choose at least one kind of file."
        dialog.choose_formats(["srt"])
        assert dialog.export_button.isEnabled()
        assert not dialog.sample_rate.isEnabled()
        dialog.place.setText("  ")
        assert not dialog.export_button.isEnabled()

    def test_a_suffix_that_was_typed_is_not_doubled(
        self, window: MainWindow, tmp_path: Path
    ) -> None:
        window.export()
        dialog = window.dialog("export")
        for typed, base in (
            ("sea.wav", "sea"),
            ("sea.srt", "sea"),
            ("sea 1.2", "sea 1.2"),
            ("sea", "sea"),
        ):
            dialog.place.setText(str(tmp_path / typed))
            assert dialog.order().base == tmp_path / base

    def test_cancelled_while_rendering(self, window: MainWindow, session: Any) -> None:
        window.export()
        dialog = window.dialog("export")
        dialog.export_button.click()
        assert window.exporter.phase == "rendering"
        assert "Before the export" in window.status_bar.work.text()
        window.status_bar.act.click()
        assert window.exporter.phase == ""
        assert not session.work.busy

    def test_a_sentence_that_fails_stops_the_export(
        self, window: MainWindow, session: Any, fake_engine: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        fake_engine._failing = ("Gulls",)
        window.remembered.put(export_folder=str(tmp_path))
        window.export()
        window.dialog("export").export_button.click()
        text = "Nothing was exported, as a sentence is not rendered."
        qtbot.waitUntil(
            lambda: any(message.text == text for message in window.messages._messages),
            timeout=10_000,
        )
        assert window.exporter.phase == ""
        assert list(tmp_path.glob("Harbor.*")) == []

    def test_where_nothing_can_be_written(
        self, window: MainWindow, rendered: Any, tmp_path: Path, qtbot: QtBot
    ) -> None:
        (tmp_path / "file").write_text("")
        window.export()
        dialog = window.dialog("export")
        dialog.place.setText(str(tmp_path / "file" / "sea"))
        dialog.export_button.click()
        qtbot.waitUntil(lambda: window.messages.message is not None, timeout=5_000)
        qtbot.waitUntil(lambda: window.exporter.phase == "", timeout=5_000)


class TestPreferences:
    def test_looks_change_at_once(self, window: MainWindow) -> None:
        window.actions_["preferences"].trigger()
        dialog = window.dialog("preferences")
        dialog.mode.button("light").click()
        assert not window.theme.is_dark
        assert window.remembered.get("theme", "") == "light"
        dialog.script_size.setValue(18)
        assert window.theme.script_size == 18.0

    def test_gaps_are_the_narrations_and_the_next_ones(
        self, window: MainWindow, session: Any
    ) -> None:
        window.show_preferences()
        dialog = window.dialog("preferences")
        assert dialog.paragraph_gap.value() == 0.4
        dialog.paragraph_gap.setValue(1.5)
        assert session.document.paragraph_gap == 36_000
        assert settings.load()["paragraph_gap"] == 1.5
        session.new("Another.")
        assert session.document.paragraph_gap == 36_000

    def test_settings_are_kept(self, window: MainWindow, session: Any) -> None:
        window.show_preferences()
        dialog = window.dialog("preferences")
        dialog.threads.setValue(3)
        dialog.cache_limit.setValue(5.5)
        dialog.live.click()
        kept = settings.load()
        assert (kept["threads"], kept["cache_limit"]) == (3, 5.5)
        assert not session.live_preview

    def test_the_way_of_speaking_can_be_forced(self, window: MainWindow) -> None:
        window.show_preferences()
        dialog = window.dialog("preferences")
        texts = [dialog.decoder.itemText(i) for i in range(dialog.decoder.count())]
        assert texts == [
            "Automatic (not tried out yet)",
            "torch",
            "torch, 16-bit",
            "ONNX Runtime",
        ]
        dialog.decoder.setCurrentIndex(3)
        dialog.decoder.activated.emit(3)
        assert settings.load()["decoder"] == "onnx"
        kinds._remember(kinds.usual_threads(), "half", {"torch": 0.5, "half": 0.25})
        window.show_preferences()
        dialog = window.dialog("preferences")
        assert dialog.decoder.itemText(0) == "Automatic (torch, 16-bit)"
        assert dialog.decoder.currentText() == "ONNX Runtime"
        assert "torch: 500 ms\ntorch, 16-bit: 250 ms" in dialog.decoder.toolTip()

    def test_the_relays_count_at_once(self, window: MainWindow, session: Any) -> None:
        window.show_preferences()
        dialog = window.dialog("preferences")
        assert (dialog.budget.text(), dialog.listening.text()) == ("200 ms", "1.0 %")
        told: list[float] = []
        session.relay.changed.connect(lambda: told.append(session.preferences["budget"]))
        dialog.budget.setValue(350)
        assert told == [0.35]
        dialog.listening.setValue(12.5)
        assert session.relay.shadowing.listening == 12.5
        kept = settings.load()
        assert (kept["budget"], kept["listening"]) == (0.35, 12.5)

    def test_device(self, window: MainWindow, session: Any) -> None:
        window.show_preferences()
        dialog = window.dialog("preferences")
        assert dialog.device.itemText(0) == "The system’s own"
        index = dialog.device.findText("speakers")
        dialog.device.setCurrentIndex(index)
        dialog.device.activated.emit(index)
        assert window.remembered.get("device", "") == "speakers"


class TestReach:
    @pytest.mark.parametrize("name", ["keys", "about", "preferences", "export"])
    def test_dialogs_open_once_and_close_by_escape(self, window: MainWindow, name: str) -> None:
        window.actions_[name].trigger()
        window.actions_[name].trigger()
        dialog = window.dialog(name)
        assert dialog.isVisible()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    def test_all_controls_have_names(self, window: MainWindow) -> None:
        for name in ("export", "preferences"):
            window.actions_[name].trigger()
        tops: list[QWidget] = [window.toolbar, window.status_bar, window.messages]
        tops += [window.dialog("export"), window.dialog("preferences")]
        kinds = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit)
        controls = [
            widget
            for top in tops
            for widget in top.findChildren(QWidget)
            if isinstance(widget, kinds) and widget.objectName() != "qt_spinbox_lineedit"
        ]
        nameless = [widget for widget in controls if not widget.isHidden() and not name_of(widget)]
        assert nameless == []

    def test_tab_leads_along_the_toolbar(self, window: MainWindow) -> None:
        window.toolbar.transport.play.setFocus()
        seen = []
        for _ in range(6):
            press(Qt.Key.Key_Tab)
            seen.append(QApplication.focusWidget())
        transport, bar = window.toolbar.transport, window.toolbar
        assert seen[0] is transport.next
        assert seen[1] is transport.loop
        assert seen[2] is transport.sound
        assert bar.grouping in seen

    def test_the_window_imports_nothing_heavy(self) -> None:
        import subprocess
        import sys

        root = Path(__file__).resolve().parents[2]
        program = (
            "import sys, ui.main_window\n"
            "print(*[n for n in ('torch', 'kokoro', 'spacy', 'onnx', 'sounddevice', 'scipy') "
            "if n in sys.modules])"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=root, check=True, capture_output=True, text=True
        )
        assert done.stdout.split() == []

    def test_nothing_is_written_outside(self, window: MainWindow, own_folders: Path) -> None:
        window.close()
        assert (own_folders / "config" / "window.json").exists()
        assert window.remembered._path == own_folders / "config" / "window.json"

    def test_state_is_not_playing_at_first(self, window: MainWindow) -> None:
        assert window.session.status.state is State.STOPPED


def test_a_low_window_shows_captions_rather_than_their_preview(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.resize(1366, 768)
    window.go_to("captions")
    assert not window.caption_preview.isVisible()
    view = window.cue_table._view
    assert view.viewport().height() >= 5 * view.delegate.height()
    window.resize(1440, 1000)
    qtbot.waitUntil(window.caption_preview.isVisible)
