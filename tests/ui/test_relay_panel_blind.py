"""Hearing two takes without knowing which is which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from studio.player import State
from studio.relay.comparing import Comparison
from studio.relay.journal import Preferred
from tests.desk import desk, render
from ui.relay_panel.blind import BlindListening
from ui.shadowing import Row
from ui.theme import Theme

ALIKE = Comparison(2.0, 2.04, -20.0, -19.8, 0.42, 0.008, 0.021, False, True)
FIRST = Row("The harbor wakes.", "Desk", "local1", "relay1", ALIKE)
SECOND = Row("Gulls argue.", "Desk", "local2", "relay2", ALIKE)


class Chance:
    """Below a half, A is the relay."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


@pytest.fixture
def heard(session: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    keys: list[str] = []
    monkeypatch.setattr(session, "hear", keys.append)
    return keys


@pytest.fixture
def dialog(session: Any, heard: list[str], qtbot: QtBot) -> Iterator[BlindListening]:
    session.relay.shadowing.pairs.extend([FIRST, SECOND])
    parent = QWidget()
    qtbot.addWidget(parent)
    made = BlindListening(session, Theme("dark"), parent, Chance(0.1, 0.9))  # type: ignore[arg-type]
    made.show()
    made.activateWindow()
    with qtbot.waitActive(made, timeout=3_000):
        pass
    yield made
    made.close()


def press(dialog: BlindListening, keys: str) -> None:
    for key in keys:
        QTest.keyClick(dialog, key)


def read(dialog: BlindListening) -> str:
    """All that can be seen, pointed at or read out."""
    parts = [*dialog.findChildren(QLabel), *dialog.findChildren(QPushButton)]
    told = [
        f"{each.text()} {each.toolTip()} {each.accessibleName()} {each.accessibleDescription()}"
        for each in parts
        if each.isVisible()
    ]
    return f"{dialog.windowTitle()} {' '.join(told)}"


def choices(session: Any, qtbot: QtBot) -> list[tuple[str, str]]:
    qtbot.wait(50)
    return [
        (each.key, each.choice) for each in session.relay.entries if isinstance(each, Preferred)
    ]


def test_nothing_tells_which_is_which(dialog: BlindListening, heard: list[str]) -> None:
    before = read(dialog)
    press(dialog, "12")
    assert heard == ["relay1", "local1"]
    for told in (before, read(dialog)):
        assert "The harbor wakes." in told
        for word in ("Desk", "relay", "Relay", "local", "Local", "computer"):
            assert word not in told


def test_both_are_heard_before_a_choice(
    dialog: BlindListening, session: Any, qtbot: QtBot, heard: list[str]
) -> None:
    press(dialog, "A1B1N")
    assert choices(session, qtbot) == []
    press(dialog, "2A")
    assert choices(session, qtbot) == [("local1", "relay")]


def test_the_pairs_follow_each_other_and_are_revealed_afterwards(
    dialog: BlindListening, session: Any, qtbot: QtBot, heard: list[str]
) -> None:
    assert "1 of 2" in read(dialog)
    press(dialog, "12B")
    assert "2 of 2" in read(dialog)
    assert "Gulls argue." in read(dialog)
    assert "Before: A was Desk, B was this computer." in read(dialog)
    press(dialog, "12")
    assert heard[-2:] == ["local2", "relay2"]
    press(dialog, "n")
    assert choices(session, qtbot) == [("local1", "local"), ("local2", "none")]
    assert session.relay.shadowing.pairs == []
    assert "That was all. Thank you for listening." in read(dialog)
    press(dialog, "12ABN")
    assert len(heard) == 4


def test_closing_early_keeps_the_rest_for_later(
    dialog: BlindListening, session: Any, heard: list[str]
) -> None:
    press(dialog, "12A")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert session.relay.shadowing.pairs == [SECOND]


def test_the_order_is_left_to_chance(session: Any, heard: list[str], qtbot: QtBot) -> None:
    session.relay.shadowing.pairs.append(FIRST)
    parent = QWidget()
    qtbot.addWidget(parent)
    for _ in range(60):
        made = BlindListening(session, Theme("dark"), parent)
        made._play("A")
    assert 10 < heard.count("relay1") < 50


def test_takes_are_really_heard(
    session: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with desk(session):
        session.change_preferences(listening=100.0)
        session.relay.set_shadow(True)
        qtbot.waitUntil(lambda: session.relay.policy.shadow)
        render(session, qtbot)
        pairs = session.relay.shadowing.pairs
        qtbot.waitUntil(lambda: len(pairs) == 3, timeout=10_000)
        seconds = [pairs[0].comparison.relay_seconds, pairs[0].comparison.seconds]
        player, played = session._playing.player, []
        play = player.play
        monkeypatch.setattr(
            player, "play", lambda sound, **how: (played.append(sound), play(sound, **how))
        )
        parent = QWidget()
        qtbot.addWidget(parent)
        made = BlindListening(session, Theme("dark"), parent, Chance(0.1, 0.1))  # type: ignore[arg-type]
        made.show()
        for letter in "AB":
            made._hear[letter].click()
            qtbot.waitUntil(lambda: session.status.state is State.PLAYING)
        assert [len(sound.read(0, 10**9)) / 24_000 for sound in played] == seconds
        made._choices["B"].click()
        qtbot.waitUntil(lambda: session.status.state is State.STOPPED)
        assert len(pairs) == 2
        made.close()
