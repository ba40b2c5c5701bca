"""Voices that only a server has, on the audition board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio import voices
from tests.desk import desk, render, spoken, turn
from tests.relay_server import RelayServer, says, serving
from ui.authoring import Trouble
from ui.session import Session
from ui.theme import Theme
from ui.voice_panel import VoicePanel
from ui.voice_panel.model import ENTRY


@pytest.fixture
def server(session: Session) -> Iterator[RelayServer]:
    with desk(session) as made:
        made.gets["/v1/audio/voices"] = says(200, {"voices": ["af_heart", "af_nova2", "jf_kumo9"]})
        yield made


@pytest.fixture
def panel(session: Session, server: RelayServer, qtbot: QtBot) -> VoicePanel:
    session.set_cursor(0)
    made = VoicePanel(session, Theme("dark"))
    qtbot.addWidget(made)
    made.show()
    return made


def row_of(panel: VoicePanel, spelling: str) -> int:
    return panel._model.row_of(spelling)


def listed(panel: VoicePanel, qtbot: QtBot) -> int:
    qtbot.waitUntil(lambda: row_of(panel, "af_nova2@relay") >= 0, timeout=5_000)
    return row_of(panel, "af_nova2@relay")


def test_nothing_is_asked_while_the_relay_is_off(panel: VoicePanel, qtbot: QtBot) -> None:
    qtbot.wait(100)
    assert panel._session.relay.voices == ()
    assert panel._model.rowCount() == 28


def test_they_are_asked_for_once_the_relay_is_on(
    panel: VoicePanel, server: RelayServer, qtbot: QtBot
) -> None:
    turn(panel._session, qtbot, 100)
    row = listed(panel, qtbot)
    assert panel._session.relay.voices == ("af_heart", "af_nova2", "jf_kumo9")
    assert row == 28  # under the 28 voices of the script's language; a Japanese one is not of it
    assert panel._model.index(row).data(ENTRY).description == "American · female · only at Desk"
    assert panel._filter.placeholderText() == "Filter 56 voices"
    server.gets["/v1/audio/voices"] = says(200, {"voices": ["af_other"]})
    turn(panel._session, qtbot, 0)
    turn(panel._session, qtbot, 100)
    qtbot.wait(100)
    assert panel._session.relay.voices == ("af_heart", "af_nova2", "jf_kumo9")


def test_a_test_of_the_server_tells_them_too(panel: VoicePanel, qtbot: QtBot) -> None:
    panel._session.relay.test()
    assert listed(panel, qtbot) == 28


def test_another_server_has_others(panel: VoicePanel, qtbot: QtBot) -> None:
    turn(panel._session, qtbot, 100)
    listed(panel, qtbot)
    with serving(spoken) as other:
        row = {"name": "Cellar", "base": other.base, "model": "kokoro"}
        session = panel._session
        session.change_preferences(
            servers=[*session.preferences["servers"], row],
            agreed=[*session.preferences["agreed"], other.base],
        )
        session.relay.choose_server("Cellar")
        qtbot.waitUntil(lambda: row_of(panel, "af_nova2@relay") < 0)
        session.relay.choose_server("Desk")
        qtbot.waitUntil(lambda: row_of(panel, "af_nova2@relay") == 28)


def test_voices_that_the_server_does_not_list_are_marked(panel: VoicePanel, qtbot: QtBot) -> None:
    def tip(spelling: str) -> str:
        return str(panel._model.index(row_of(panel, spelling)).data(Qt.ItemDataRole.ToolTipRole))

    turn(panel._session, qtbot, 100)
    listed(panel, qtbot)
    assert tip("af_bella").splitlines() == [
        "Bella (af_bella)",
        "quality A-, as rated by the model's authors",
        "Desk does not list it",
    ]
    assert "Desk" not in tip("af_heart")
    assert tip("af_nova2@relay") == "Nova2 (af_nova2)"
    index = panel._model.index(row_of(panel, "af_bella"))
    assert "Desk does not list it" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    turn(panel._session, qtbot, 0)
    assert "Desk" not in tip("af_bella")


def test_it_is_heard_through_the_relay(
    panel: VoicePanel, server: RelayServer, qtbot: QtBot
) -> None:
    turn(panel._session, qtbot, 100)
    panel.audition_row(listed(panel, qtbot))
    qtbot.waitUntil(lambda: len(server.asked) == 1)
    assert server.asked[0].body["voice"] == "af_nova2"
    assert server.asked[0].body["input"] == "The harbor wakes."


def test_it_is_not_heard_while_the_relay_is_off(
    panel: VoicePanel, server: RelayServer, qtbot: QtBot
) -> None:
    session = panel._session
    turn(panel._session, qtbot, 100)
    row = listed(panel, qtbot)
    turn(panel._session, qtbot, 0)
    troubles: list[Trouble] = []
    session.trouble.connect(troubles.append)
    panel.audition_row(row)
    assert [(each.text, each.action) for each in troubles] == [
        ("Only Desk has “af_nova2”, and the relay is off.", "Turn the relay on")
    ]
    assert server.asked == []
    assert troubles[0].call is not None
    troubles[0].call()
    qtbot.waitUntil(lambda: session.relay.policy.relay_percent == 100)
    panel._blend.audition_wished.emit("af_heart:50,af_nova2@relay:50")
    assert len(troubles) == 1


def test_it_speaks_the_paragraph_and_is_told_of_where_it_cannot(
    panel: VoicePanel, server: RelayServer, fake_engine, qtbot: QtBot, monkeypatch
) -> None:
    session = panel._session
    turn(panel._session, qtbot, 100)
    panel._view.select(listed(panel, qtbot))
    panel._use(False)
    spoken_by = [sentence.voice for sentence in session.document.sentences]
    assert spoken_by == ["af_nova2@relay", "af_nova2@relay", "af_heart"]
    render(session, qtbot)
    assert {session.takes.made_by(s.id) for s in session.document.sentences} == {"relay:Desk"}

    turn(panel._session, qtbot, 0)
    speak = fake_engine.speak

    def as_the_real_one(sentence, readings, *, live=False):
        voices.load_style(voices.parse_voice(sentence.voice))
        return speak(sentence, readings, live=live)

    monkeypatch.setattr(fake_engine, "speak", as_the_real_one)
    troubles: list[Trouble] = []
    session.trouble.connect(troubles.append)
    source = session.document.source
    session.retype(source.replace("wakes", "sleeps").replace("says", "sings"))
    session.render_all()
    qtbot.waitUntil(lambda: bool(troubles), timeout=10_000)
    assert troubles[0].text.startswith("Only a relay has the voice 'af_nova2'; speak through one")
    last = session.document.sentences[-1].id
    qtbot.waitUntil(lambda: session.takes.made_by(last) == "fake", timeout=10_000)
    assert session.takes.failure(session.document.sentences[0].id) == troubles[0].text
