"""Nothing is sent before somebody has read what, to whom and for how much, and has said so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.relay.estimate import Estimate
from studio.relay.policy import Policy
from studio.relay.servers import PRESETS, Server
from tests.desk import desk, render, spoken
from tests.relay_server import RelayServer, serving
from ui.consent_sheet import ConsentSheet
from ui.messages import MessageBar
from ui.plurals import EnglishPlurals
from ui.relay_switch import RelaySwitch
from ui.relaying import Consent
from ui.theme import Theme


@pytest.fixture
def server(session: Any) -> Iterator[RelayServer]:
    with desk(session, agreed=False, price=0.3) as made:
        yield made


@pytest.fixture
def switch(session: Any, server: RelayServer, qtbot: QtBot) -> RelaySwitch:
    window = QWidget()
    qtbot.addWidget(window)
    messages = MessageBar(Theme("light"), window)
    window.show()
    return RelaySwitch(session, messages, window)


def asked(switch: RelaySwitch, qtbot: QtBot, percent: float = 100) -> ConsentSheet:
    switch._relay.set_percent(percent)
    qtbot.waitUntil(lambda: switch.sheet is not None)
    assert switch.sheet is not None
    return switch.sheet


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_it_is_asked_and_nothing_is_sent(
    session: Any, switch: RelaySwitch, server: RelayServer, qtbot: QtBot
) -> None:
    sheet = asked(switch, qtbot)
    assert sheet.isVisible()
    assert sheet.windowModality() == Qt.WindowModality.WindowModal
    render(session, qtbot)
    assert server.asked == []
    assert session.relay.policy == Policy()


def test_sending_is_agreed_to(
    session: Any, switch: RelaySwitch, server: RelayServer, qtbot: QtBot
) -> None:
    sheet = asked(switch, qtbot)
    assert sheet.send.text() == "Send to Desk"
    click(sheet.send)
    assert session.relay.policy == Policy(100)
    assert session.preferences["agreed"] == [server.base]
    assert switch.sheet is None
    render(session, qtbot)
    assert len(server.asked) == 3


@pytest.mark.parametrize("way", ["button", "escape", "close", "enter"])
def test_whatever_else_closes_it_stays_local(
    session: Any, switch: RelaySwitch, qtbot: QtBot, way: str
) -> None:
    sheet = asked(switch, qtbot)
    with qtbot.waitSignal(session.relay.changed):
        if way == "button":
            assert sheet.local.text() == "Stay local"
            click(sheet.local)
        elif way == "escape":
            QTest.keyClick(sheet, Qt.Key.Key_Escape)
        elif way == "enter":
            QTest.keyClick(sheet, Qt.Key.Key_Return)
        else:
            sheet.close()
    assert switch.sheet is None
    assert session.relay.policy == Policy()
    assert not session.relay.is_agreed
    session.relay.agree()  # there is nothing that could be agreed to any more
    assert session.relay.policy == Policy()


def test_it_is_not_asked_twice(session: Any, switch: RelaySwitch, qtbot: QtBot) -> None:
    click(asked(switch, qtbot).send)
    session.relay.set_percent(0)
    session.relay.set_percent(100)
    assert session.relay.policy == Policy(100)
    assert switch.sheet is None


def test_the_last_question_counts(session: Any, switch: RelaySwitch, qtbot: QtBot) -> None:
    first = asked(switch, qtbot)
    closed = []
    first.finished.connect(closed.append)
    session.relay.set_percent(5)
    qtbot.waitUntil(lambda: switch.sheet is not first)
    assert switch.sheet is not None
    assert closed == [ConsentSheet.DialogCode.Rejected]
    click(switch.sheet.send)
    assert session.relay.policy == Policy(5)


def test_who_declined_is_not_asked_by_rendering(
    session: Any, switch: RelaySwitch, server: RelayServer, qtbot: QtBot
) -> None:
    click(asked(switch, qtbot).send)
    with serving(spoken) as other:
        session.relay.keep_server(Server("Elsewhere", other.base, "kokoro"))
        qtbot.waitUntil(lambda: switch.sheet is not None)
        assert switch.sheet is not None
        click(switch.sheet.local)
        render(session, qtbot)
        qtbot.wait(100)
        assert switch.sheet is None
        assert other.asked == server.asked == []
        assert session.preferences["relay_percent"] == 0


# ── what it says ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(autouse=True)
def plurals(qapp: Any) -> Iterator[None]:
    translator = EnglishPlurals(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def said(consent: Consent, qtbot: QtBot) -> dict[str, str]:
    sheet = ConsentSheet(consent)
    qtbot.addWidget(sheet)
    rows = dict(sheet.rows)
    seen = {label.text() for label in sheet.findChildren(QLabel)}
    assert set(rows) | set(rows.values()) <= seen
    for head, text in rows.items():
        assert f"{head}: {text}" in sheet.accessibleDescription()
    return rows


def test_what_to_whom_and_for_how_much(qtbot: QtBot) -> None:
    rows = said(Consent(PRESETS[0], Policy(100), 214, Estimate(12_345, 60.0, 0.0037035)), qtbot)
    assert rows == {
        "Sent": "The text of 214 sentences to be rendered, and of those to come, as it is to be "
        "spoken; the voice’s name, the speed and your key.",
        "Not sent": "The title, your files, your captions.",
        "To": "HolySheep, https://api.holysheep.ai/v1",
        "Cost": "12,345 characters to be rendered now: $0.0037 ($0.30 for a million).",
        "Compare": "Off. When on, every sentence would be sent in the background, too.",
        "Back": "One click on “Local”, at any time; what is sent is sent.",
    }


def test_a_share_of_them(qtbot: QtBot) -> None:
    rows = said(Consent(PRESETS[0], Policy(5), 200, Estimate(40_000, None, 0.012)), qtbot)
    assert rows["Sent"].startswith("About 5 % of this: The text of 200 sentences")
    assert rows["Cost"].startswith("2,000 characters to be rendered now: $0.0006")


def test_only_to_compare(qtbot: QtBot) -> None:
    rows = said(Consent(PRESETS[0], Policy(0, True), 200, Estimate(40_000, None, 0.012)), qtbot)
    assert rows["Sent"].startswith("The text of each sentence that this computer speaks from now")
    assert rows["Compare"].startswith("It is on: every sentence")
    assert rows["Cost"].startswith("40,000 characters")


def test_nothing_to_render_and_no_price(qtbot: QtBot) -> None:
    own = Server("Desk", "http://127.0.0.1:8880/v1", "kokoro")
    rows = said(Consent(own, Policy(100), 0, Estimate(0, None, 0.0)), qtbot)
    assert rows["Sent"].startswith("The text of each sentence that is spoken from now on, as it")
    assert rows["Sent"].endswith("; the voice’s name and the speed.")
    assert rows["Cost"] == "0 characters to be rendered now; no price is kept for this server."
    assert rows["To"] == "Desk, http://127.0.0.1:8880/v1"


def test_the_cost_of_a_long_script_is_known_before_it_is_read(
    session: Any, server: RelayServer, qtbot: QtBot
) -> None:
    session.new("Room 12 has $5.\n\n" * 2_000)
    first = session.document.sentences[0]
    assert [reading.spoken for reading in session.takes.readings(first.id)][1] == "twelve"
    sentences, cost = session.relay.estimate()
    assert sentences == 2_000
    assert 2_000 * 15 <= cost.characters < 2_000 * 15 + 500  # "Room twelve has five dollars."
    assert session._rendering.known_readings(session.document.sentences[-1]) is None
