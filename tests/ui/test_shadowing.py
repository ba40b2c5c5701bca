"""What is told of a server that is only compared with, and fails."""

from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from studio.relay.journal import Spoke
from tests.desk import desk, render, spoken
from tests.relay_server import Answer, Asked, RelayServer, says
from ui.messages import MessageBar
from ui.relay_switch import RelaySwitch
from ui.theme import Theme

BROKEN = says(400, {"detail": "no"})


class Failing:
    """A server that answers as it stands in ``answer``; None: as it should."""

    def __init__(self) -> None:
        self.answer: Answer | None = None

    def __call__(self, asked: Asked) -> Answer:
        return self.answer or spoken(asked)


@pytest.fixture
def failing() -> Failing:
    return Failing()


@pytest.fixture
def shadowed(session: Any, qtbot: QtBot, failing: Failing) -> Any:
    """A session that is compared with the server, and the errors that were told."""
    with desk(session, failing) as server:
        session.relay.set_shadow(True)
        qtbot.waitUntil(lambda: session.relay.policy.shadow)
        told: list[str] = []
        session.relay.shadowing.failed.connect(lambda error: told.append(str(error)))
        yield session, server, told


def write(session: Any, qtbot: QtBot, text: str, asked: int) -> None:
    """Until the server has been asked so often in all."""
    session.retype(text)
    render(session, qtbot)

    def shadows() -> int:
        entries = session.relay.entries
        return sum(isinstance(e, Spoke) and e.purpose == "shadow" for e in entries)

    qtbot.waitUntil(lambda: shadows() == asked)
    qtbot.wait(100)  # what is told comes after that


def test_the_same_trouble_is_told_once_until_it_works_again(
    shadowed: tuple[Any, RelayServer, list[str]], qtbot: QtBot, failing: Failing
) -> None:
    session, _, told = shadowed
    failing.answer = BROKEN
    write(session, qtbot, "One is here. Two is here. Three is here.", 3)
    assert told == ["Desk did not speak: it answered 400 ('no')."]
    failing.answer = says(200, {"message": "no"})  # another kind
    write(session, qtbot, "Four is here. Five is here.", 5)
    assert told[1:] == ["Desk did not speak: its answer is a text instead of sound ('no')."]
    failing.answer = BROKEN
    write(session, qtbot, "Six is here.", 6)
    assert len(told) == 2
    failing.answer = None
    write(session, qtbot, "Seven is here.", 7)
    qtbot.waitUntil(lambda: len(session.relay.shadowing.rows) == 1)
    failing.answer = BROKEN
    write(session, qtbot, "Eight is here. Nine is here.", 9)
    assert told[2:] == ["Desk did not speak: it answered 400 ('no')."]


def test_it_is_told_in_the_window(
    shadowed: tuple[Any, RelayServer, list[str]], qtbot: QtBot, failing: Failing
) -> None:
    session, _, _ = shadowed
    bar = MessageBar(Theme("dark"))
    qtbot.addWidget(bar)
    switch = RelaySwitch(session, bar, bar)
    failing.answer = BROKEN
    write(session, qtbot, "One is here.", 1)
    assert bar.message is not None
    assert bar.message.text == (
        "Desk did not speak: it answered 400 ('no'). The sentence is not compared."
    )
    failing.answer = says(401, {})
    write(session, qtbot, "Two is here.", 2)
    assert bar.message.text == (
        "Desk cannot be used: it refused the key (401; none was sent). "
        "Nothing is compared any more."
    )
    failing.answer = None
    session.retype("Three is here.")
    render(session, qtbot)
    assert not session.relay.shadowing.rows
    bar._do()
    write(session, qtbot, "Four is here.", 3)
    qtbot.waitUntil(lambda: len(session.relay.shadowing.rows) == 1)
    assert switch.sheet is None
