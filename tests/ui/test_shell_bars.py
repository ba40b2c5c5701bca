"""The bars around the views: messages, transport, state, and what is remembered."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from studio.cues import Grouping
from studio.player import Notice, State
from studio.player import Trouble as Sound
from ui.exporting import Exporter
from ui.menus import grouping_name
from ui.messages import Message, MessageBar, describe_notice
from ui.remembered import Remembered
from ui.rendering import Work
from ui.status_bar import StatusBar, about
from ui.theme import Theme
from ui.transport import clock


@pytest.fixture
def bar(qtbot: QtBot) -> MessageBar:
    made = MessageBar(Theme("dark"))
    qtbot.addWidget(made)
    return made


class TestMessages:
    def test_nothing_to_say_takes_no_room(self, bar: MessageBar) -> None:
        assert bar.isHidden()
        assert bar.message is None

    def test_one_sentence_and_one_thing_to_do(self, bar: MessageBar, qtbot: QtBot) -> None:
        done: list[str] = []
        bar.show_message(Message("The disk is full.", "Try again", lambda: done.append("again")))
        assert not bar.isHidden()
        assert bar._text.text() == "The disk is full."
        assert bar._act.text() == "Try again"
        qtbot.mouseClick(bar._act, Qt.MouseButton.LeftButton)
        assert done == ["again"]
        assert bar.isHidden()

    def test_without_a_thing_to_do_there_is_no_button(self, bar: MessageBar) -> None:
        bar.say("Something happened.")
        assert bar._act.isHidden()

    def test_dismissing_brings_back_the_message_before(self, bar: MessageBar) -> None:
        bar.say("First.")
        bar.say("Second.")
        assert bar._more.text() == "1 more"
        bar.dismiss()
        assert bar.message == Message("First.", kind="info")
        bar.dismiss()
        bar.dismiss()
        assert bar.isHidden()

    def test_the_same_is_not_said_twice(self, bar: MessageBar) -> None:
        for text in ("Lost.", "Found.", "Lost."):
            bar.say(text)
        assert bar._more.text() == "1 more"
        assert bar.message is not None
        assert bar.message.text == "Lost."

    def test_not_more_than_can_be_read_is_kept(self, bar: MessageBar) -> None:
        for i in range(40):
            bar.say(f"Message {i}.")
        assert bar._more.text() == "5 more"

    def test_good_news_go_by_themselves(self, bar: MessageBar, qtbot: QtBot) -> None:
        bar._timer.setInterval(20)
        bar.show_message(Message("harbor.wav is written.", kind="good"))
        qtbot.waitUntil(bar.isHidden, timeout=1_000)

    def test_trouble_stays(self, bar: MessageBar, qtbot: QtBot) -> None:
        bar._timer.setInterval(20)
        bar.say("Lost.", "warning")
        qtbot.wait(60)
        assert not bar.isHidden()

    @pytest.mark.parametrize(
        ("notice", "text"),
        [
            (
                Notice(Sound.NO_DEVICE),
                "There is no sound device, so playing goes on silently.",
            ),
            (
                Notice(Sound.DEVICE_LOST, "USB headset"),
                "USB headset is gone, so playing goes on silently.",
            ),
            (
                Notice(Sound.DEVICE_REFUSED, "Invalid sample rate."),
                "The sound device cannot be used: Invalid sample rate.",
            ),
            (
                Notice(Sound.DEVICE_LOST),
                "The sound device is gone, so playing goes on silently.",
            ),
        ],
    )
    def test_notices_of_the_player_are_sentences(self, notice: Notice, text: str) -> None:
        assert describe_notice(notice) == text

    def test_every_notice_has_a_sentence(self) -> None:
        for trouble in Sound:
            assert describe_notice(Notice(trouble, "It")).endswith(".")


@pytest.mark.parametrize(
    ("samples", "text"),
    [
        (0, "0:00.0"),
        (2_399, "0:00.0"),
        (2_400, "0:00.1"),
        (340_800, "0:14.2"),
        (1_439_999, "0:59.9"),
        (1_440_000, "1:00.0"),
        (24_000 * 3_600, "1:00:00.0"),
        (24_000 * (3_600 * 2 + 60 * 3 + 4) + 12_000, "2:03:04.5"),
        (-5, "0:00.0"),
    ],
)
def test_clock(samples: int, text: str) -> None:
    assert clock(samples) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.1, "about 1 s"),
        (8.2, "about 9 s"),
        (59.9, "about 60 s"),
        (61, "about 2 min"),
        (5_400, "about 1.5 h"),
    ],
)
def test_how_long_it_takes(seconds: float, text: str) -> None:
    assert about(seconds) == text


@pytest.mark.parametrize(
    ("grouping", "name"),
    [
        (Grouping("phrases", 6), "Phrases · max 6"),
        (Grouping("words", 4), "Words · 4 each"),
        (Grouping("words", 1), "Word by word"),
        (Grouping("lines"), "Full lines"),
    ],
)
def test_names_of_groupings(grouping: Grouping, name: str) -> None:
    assert grouping_name(grouping) == name


class TestRemembered:
    def test_values_come_back(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "window.json"
        first = Remembered(path)
        first.put(tab=2, down=[300, 200])
        first.keep()
        second = Remembered(path)
        assert second.get("tab", 0) == 2
        assert second.get("down", []) == [300, 200]

    def test_a_value_of_another_type_is_not_taken(self, tmp_path: Path) -> None:
        path = tmp_path / "window.json"
        path.write_text('{"tab": "two", "script_size": 14, "live": 1}')
        remembered = Remembered(path)
        assert remembered.get("tab", 0) == 0
        assert remembered.get("script_size", 13.0) == 14.0
        assert remembered.get("live", True) is True

    @pytest.mark.parametrize("content", ["", "[]", "{", "\0\0"])
    def test_a_damaged_file_costs_nothing(self, tmp_path: Path, content: str) -> None:
        path = tmp_path / "window.json"
        path.write_text(content)
        assert Remembered(path).get("tab", 0) == 0

    def test_nothing_new_writes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "window.json"
        Remembered(path).keep()
        assert not path.exists()
        first = Remembered(path)
        first.put(tab=1)
        first.keep()
        path.write_text(json.dumps({"tab": 2}))
        first.keep()
        assert json.loads(path.read_text()) == {"tab": 2}


@pytest.fixture
def status(qtbot: QtBot, session: Any) -> Any:
    owner = QObject()
    theme = Theme("dark")
    messages = MessageBar(theme)
    exporter = Exporter(session, messages, owner)
    bar = StatusBar(session, theme, exporter)
    qtbot.addWidget(messages)
    qtbot.addWidget(bar)

    def show(work: Work) -> StatusBar:
        session._rendering.work = work
        bar.refresh()
        return bar

    return SimpleNamespace(bar=bar, show=show, exporter=exporter, owner=owner)


class TestStatusBar:
    def test_work_that_is_being_done(self, status: Any) -> None:
        work = Work(3, 214, 1, 4, seconds_left=8.3, busy=True, loaded=True, factor=0.58)
        bar = status.show(work)
        assert bar.work.text() == "3 of 214 sentences to render · about 9 s"
        assert "0.58× real time" in bar.engine.text()
        assert bar.act.text() == "Cancel"
        assert not bar.progress.isHidden()
        assert bar.progress.value() == 250

    def test_work_that_waits(self, status: Any) -> None:
        bar = status.show(Work(3, 214, loaded=True))
        assert bar.work.text() == "3 of 214 sentences to render"
        assert bar.act.text() == "Render"
        assert bar.progress.isHidden()

    def test_all_done(self, status: Any) -> None:
        bar = status.show(Work(0, 214, loaded=True))
        assert bar.work.text() == "All 214 sentences are ready"
        assert bar.act.isHidden()

    def test_one_sentence(self, status: Any) -> None:
        assert status.show(Work(1, 1, loaded=True)).work.text() == "The sentence is to be rendered"
        assert status.show(Work(0, 1, loaded=True)).work.text() == "The sentence is ready"

    def test_nothing_written_yet(self, status: Any) -> None:
        bar = status.show(Work(0, 0, loaded=True))
        assert bar.work.text() == ""
        assert bar.act.isHidden()

    def test_until_the_engine_is_there(self, status: Any) -> None:
        assert "loading the voices" in status.show(Work(1, 1)).engine.text()

    def test_the_button_renders_and_cancels(self, status: Any, session: Any, qtbot: QtBot) -> None:
        qtbot.mouseClick(status.bar.act, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=10_000)
        assert session.status.state is State.STOPPED

    def test_waiting_for_the_voice_is_said(self, status: Any, session: Any) -> None:
        work = Work(3, 6, 0, 3, seconds_left=8.3, busy=True, loaded=True)
        status.show(work)
        session._playing.status = replace(session.status, state=State.WAITING)
        session.tick.emit(session.status)
        said = "Waiting for the voice · 3 of 6 sentences to render · about 9 s"
        assert status.bar.work.text() == said

    def test_what_has_left(self, status: Any) -> None:
        assert status.bar.privacy.text() == "Nothing has left this computer"
