"""The switch in the toolbar and in the menu, the message after it, and the line at the foot."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.relay import keys
from studio.relay.journal import Spoke
from tests.desk import desk, render, turn
from tests.relay_server import RelayServer, says
from ui.main_window import MainWindow
from ui.prices import dollars
from ui.remembered import Remembered
from ui.theme import Theme


@pytest.fixture
def server(session: Any) -> Iterator[RelayServer]:
    with desk(session, price=0.3) as made:
        yield made


@pytest.fixture
def make_window(session: Any, qtbot: QtBot) -> Iterator[Callable[[], MainWindow]]:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    sheet = application.styleSheet()

    def make() -> MainWindow:
        remembered = Remembered()
        remembered.put(greeted=True)
        window = MainWindow(session, Theme("dark"), remembered)
        qtbot.addWidget(window, before_close_func=lambda _: window._leave(True))
        window.show()
        window.activateWindow()
        with qtbot.waitActive(window, timeout=3_000):
            pass
        return window

    yield make
    session.close(discard=True)
    application.setStyleSheet(sheet)


@pytest.fixture
def window(server: RelayServer, make_window: Callable[[], MainWindow]) -> MainWindow:
    return make_window()


def click(window: MainWindow, key: str) -> None:
    QTest.mouseClick(window.toolbar.engines.button(key), Qt.MouseButton.LeftButton)


def percent(window: MainWindow) -> float:
    return float(window.session.relay.policy.relay_percent)


def said(window: MainWindow) -> str:
    return window.messages.message.text if window.messages.message else ""


class TestToggle:
    def test_both_can_be_chosen(self, window: MainWindow) -> None:
        engines = window.toolbar.engines
        assert engines.choice == "local"
        assert engines.button("relay").isEnabled()
        assert engines.button("relay").accessibleName() == "Who speaks: Relay"

    def test_a_click_each_way(self, window: MainWindow, qtbot: QtBot) -> None:
        click(window, "relay")
        qtbot.waitUntil(lambda: percent(window) == 100)
        assert window.toolbar.engines.choice == "relay"
        click(window, "local")
        assert percent(window) == 0
        assert window.toolbar.engines.choice == "local"

    def test_a_canary_shows_its_share(self, window: MainWindow, qtbot: QtBot) -> None:
        turn(window.session, qtbot, 5)
        button = window.toolbar.engines.button("relay")
        assert window.toolbar.engines.choice == "relay"
        assert button.text() == "Relay 5 %"
        assert button.accessibleName() == "Who speaks: Relay 5 %"
        click(window, "relay")
        assert percent(window) == 100
        assert button.text() == "Relay"

    def test_tooltips_say_to_whom(self, window: MainWindow, server: RelayServer) -> None:
        local, relay = map(window.toolbar.engines.button, ("local", "relay"))
        assert local.toolTip().startswith("Sentences are spoken on this computer; nothing is sent.")
        there = f"Sentences are sent to Desk ({server.base}) and spoken there."
        assert relay.toolTip().startswith(there)
        assert relay.accessibleDescription() == there

    def test_shadow_is_not_hidden(self, window: MainWindow, qtbot: QtBot) -> None:
        window.session.relay.set_shadow(True)
        qtbot.waitUntil(lambda: window.session.relay.policy.shadow)
        assert window.toolbar.engines.choice == "local"
        assert "sent to Desk to be compared" in window.toolbar.engines.button("local").toolTip()
        assert "Local, compared with Desk" in window.status_bar.engine.text()

    def test_until_the_key_is_found_it_is_local(
        self, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        gate, find = threading.Event(), keys.find

        def slow(server: Any) -> Any:
            gate.wait(10)
            return find(server)

        monkeypatch.setattr(keys, "find", slow)
        action = window.actions_["speak_relay"]
        click(window, "relay")
        assert window.toolbar.engines.choice == "local"
        action.trigger()
        assert not action.isChecked()
        gate.set()
        qtbot.waitUntil(lambda: percent(window) == 100)
        assert window.toolbar.engines.choice == "relay"
        assert action.isChecked()

    def test_without_a_key_it_stays_local(
        self, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("NOBODY_HAS_THIS_KEY", raising=False)
        row = {**window.session.preferences["servers"][0], "key_variable": "NOBODY_HAS_THIS_KEY"}
        window.session.change_preferences(servers=[row])
        click(window, "relay")
        qtbot.waitUntil(lambda: "key" in said(window))
        assert window.toolbar.engines.choice == "local"
        assert window.messages._act.text() == "Relay settings"

    def test_by_key_and_menu(self, window: MainWindow, qtbot: QtBot) -> None:
        action = window.actions_["speak_relay"]
        assert action.text() == "Speak through the relay"
        assert action in window.actions_.of_menu("play")
        QTest.keyClick(
            window,
            Qt.Key.Key_L,
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
        )
        qtbot.waitUntil(lambda: percent(window) == 100)
        assert action.isChecked()
        action.trigger()
        assert percent(window) == 0
        assert not action.isChecked()


TO_DESK = "From the next sentence on Desk speaks; what is rendered stays."
TO_LOCAL = "From the next sentence on this computer speaks."


class TestMessages:
    def test_with_nothing_to_replace_it_only_tells(self, window: MainWindow, qtbot: QtBot) -> None:
        turn(window.session, qtbot, 100)
        assert said(window) == TO_DESK
        assert window.messages._act.isHidden()

    def test_what_another_spoke_can_be_replaced(
        self, window: MainWindow, server: RelayServer, qtbot: QtBot
    ) -> None:
        session = window.session
        render(session, qtbot)
        turn(session, qtbot, 100)
        assert window.messages._act.text() == "Replace it"
        QTest.mouseClick(window.messages._act, Qt.MouseButton.LeftButton)
        names = [each.id for each in session.document.sentences]
        qtbot.waitUntil(lambda: [*map(session.takes.made_by, names)] == ["relay:Desk"] * 3)
        assert len(server.asked) == 3
        assert said(window) == ""

        turn(session, qtbot, 0)
        assert said(window) == TO_LOCAL
        assert window.messages._act.text() == "Replace what the relay spoke"
        QTest.mouseClick(window.messages._act, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: [*map(session.takes.made_by, names)] == ["fake"] * 3)

    def test_one_message_however_often_it_is_turned(self, window: MainWindow, qtbot: QtBot) -> None:
        for share in (100, 0, 100, 0, 5):
            turn(window.session, qtbot, share)
        assert said(window) == (
            "From the next sentence on Desk speaks 5 % of them; what is rendered stays."
        )
        assert window.messages._more.isHidden()

    def test_locked_sentences_are_not_replaced(self, window: MainWindow, qtbot: QtBot) -> None:
        session = window.session
        render(session, qtbot)
        session.lock([each.id for each in session.document.sentences])
        turn(session, qtbot, 100)
        assert window.messages._act.isHidden()

    def test_what_is_as_it_was_is_not_told(
        self,
        server: RelayServer,
        session: Any,
        qtbot: QtBot,
        make_window: Callable[[], MainWindow],
    ) -> None:
        session.change_preferences(relay_percent=100.0)
        window = make_window()
        session.relay.restore()
        qtbot.waitUntil(lambda: percent(window) == 100)
        assert said(window) == ""
        assert window.toolbar.engines.choice == "relay"
        click(window, "local")
        assert said(window) == TO_LOCAL


def test_rendering_all_is_also_for_what_is_typed_meanwhile(rendered: Any, qtbot: QtBot) -> None:
    """The relay is asked again first, and nothing is wanted yet then."""
    rendered.set_live_preview(False)
    rendered.retype("Now the harbor sleeps. Then it wakes.")
    qtbot.waitUntil(lambda: rendered._wanting.is_settled)
    rendered.render_all()
    assert rendered._wanting.all


class TestFoot:
    def test_who_speaks(self, window: MainWindow, qtbot: QtBot) -> None:
        bar = window.status_bar
        assert "Local</span>" in bar.engine.text()
        turn(window.session, qtbot, 5)
        assert "Local + Desk 5 %</span>" in bar.engine.text()
        turn(window.session, qtbot, 100)
        assert "Desk</span>" in bar.engine.text()
        assert "real time" not in bar.engine.text()

    def test_waiting_is_seen_and_goes(self, window: MainWindow, qtbot: QtBot) -> None:
        turn(window.session, qtbot, 100)
        window.session.relay.waiting.emit(3.6)
        assert window.status_bar.engine.text().endswith(" · waiting 4 s")
        window.session.relay.waiting.emit(0.2)
        assert window.status_bar.engine.text().endswith(" · waiting 4 s")
        window.status_bar._until = time.monotonic() + 0.3
        assert not window.status_bar._ticker.interval() > 300
        qtbot.waitUntil(lambda: "waiting" not in window.status_bar.engine.text(), timeout=2_000)
        assert not window.status_bar._ticker.isActive()

    def test_a_server_that_is_busy_is_waited_for(
        self, session: Any, make_window: Callable[[], MainWindow], qtbot: QtBot
    ) -> None:
        with desk(session, says(429, {}, Retry_After="7")):
            window = make_window()
            turn(session, qtbot, 100)
            session.render_all()
            qtbot.waitUntil(lambda: "waiting 7 s" in window.status_bar.engine.text())
            click(window, "local")
            assert "waiting" not in window.status_bar.engine.text()

    def test_nothing_has_left_until_it_has(self, window: MainWindow, qtbot: QtBot) -> None:
        privacy, session = window.status_bar.privacy, window.session
        render(session, qtbot)
        assert privacy.text() == "Nothing has left this computer"
        turn(session, qtbot, 100)
        assert privacy.text() == "Sentences are sent to Desk"
        session.retype("It went out. ")
        render(session, qtbot)
        qtbot.waitUntil(lambda: session.relay.sent == 12)
        assert privacy.text() == "12 characters sent to Desk"
        assert "Desk: 1 requests, 12 characters, < $0.0001" in privacy.toolTip()
        turn(session, qtbot, 0)
        assert privacy.text() == "12 characters sent to Desk"

    def test_many_characters_can_be_read(self, window: MainWindow) -> None:
        for name, count in (("Desk", 1_200), ("HolySheep", 34)):
            window.session.relay._note(
                Spoke(1.0, f"relay:{name}", count, 24_000, 0.1, 0.2, "", 0.5)
            )
        privacy = window.status_bar.privacy
        assert privacy.text() == "1,234 characters sent to Desk, HolySheep"
        assert "Desk: 1 requests, 1,200 characters, $0.50" in privacy.toolTip()

    def test_the_list_of_voices_is_not_passed_over(
        self, window: MainWindow, server: RelayServer, qtbot: QtBot
    ) -> None:
        privacy, session = window.status_bar.privacy, window.session
        server.gets["/v1/audio/voices"] = says(200, {"voices": ["af_heart"]})
        turn(session, qtbot, 100)
        turn(session, qtbot, 0)
        listed = "The list of voices was asked of Desk"
        qtbot.waitUntil(lambda: privacy.text() == listed)
        assert privacy.toolTip() == (f"Nothing of your script has left this computer.\n{listed}.")
        assert privacy.accessibleDescription() == privacy.toolTip()
        turn(session, qtbot, 100)
        session.retype("It went out. ")
        render(session, qtbot)
        qtbot.waitUntil(lambda: session.relay.sent == 12)
        assert privacy.text() == "12 characters sent to Desk"
        assert privacy.toolTip().endswith(f"no more.\n{listed}.")

    @pytest.mark.parametrize("answers", [True, False])
    def test_a_test_is_not_passed_over(
        self, answers: bool, window: MainWindow, server: RelayServer, qtbot: QtBot
    ) -> None:
        privacy, relay = window.status_bar.privacy, window.session.relay
        if not answers:
            server.answers = [says(400, {"detail": "no"})]
        with qtbot.waitSignal(relay.tested, timeout=20_000):
            relay.test()
        assert privacy.text() == "Desk was tested, without your script"
        assert privacy.toolTip().splitlines() == [
            "Nothing of your script has left this computer.",
            "Desk was tested, with a few words that are not yours.",
            "The list of voices was asked of Desk.",
        ]

    def test_a_test_without_a_key_asks_nobody(
        self, window: MainWindow, session: Any, server: RelayServer, qtbot: QtBot
    ) -> None:
        row = {**session.preferences["servers"][0], "key_variable": "NOBODY_HAS_THIS_KEY"}
        session.change_preferences(servers=[row])
        with qtbot.waitSignal(session.relay.tested, timeout=20_000):
            session.relay.test()
        assert server.asked == []
        assert window.status_bar.privacy.text() == "Nothing has left this computer"


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (0.0, "$0.00"),
        (0.00001, "< $0.0001"),
        (0.00042, "$0.0004"),
        (0.0999, "$0.0999"),
        (1.2, "$1.20"),
        (1234.5, "$1,234.50"),
    ],
)
def test_costs_can_be_read(cost: float, text: str) -> None:
    assert dollars(cost) == text
