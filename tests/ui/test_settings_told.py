"""What is wrong with the settings is told in the window, too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from pytestqt.qtbot import QtBot

from studio import settings
from studio.relay.servers import PRESETS
from tests.relay_server import serving

PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import ui.__main__ as program
from tests.fakes import FakeEngine
from ui.main_window import MainWindow

def end():
    [window] = [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]
    print([message.text for message in window.messages._messages if message.kind == "warning"])
    QApplication.exit()

program.KokoroEngine = lambda *how, **more: FakeEngine()
program.model.identity = lambda: "weights"
program._end_on_signals = lambda app, window: QTimer.singleShot(300, end)
sys.exit(program.main([]))
"""


def test_a_row_that_is_no_server_is_told_when_the_window_opens(own_folders: Path) -> None:
    path = settings.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"servers": [{"name": "Desk"}]}))
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        timeout=20,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Row 1 of servers ('Desk') is left out: " in ended.stdout


def test_what_was_meant_for_a_server_that_is_left_out_goes_to_no_other(
    session: Any, qtbot: QtBot
) -> None:
    """The first of the presets stands in for it, and the user once agreed to that one."""
    kept = {"agreed": [PRESETS[0].base], "server": "Attic", "relay_percent": 100.0}
    assert session.change_preferences(**kept)
    relay = session.relay
    assert relay.server == PRESETS[0]
    assert not relay.is_agreed
    relay.restore()
    qtbot.wait(50)
    assert relay.policy.relay_percent == 0
    assert session.change_preferences(server="")
    assert relay.is_agreed


def test_who_agrees_to_the_one_that_stands_in_has_chosen_it(session: Any, qtbot: QtBot) -> None:
    with serving() as server:
        row = {"name": PRESETS[0].name, "base": server.base, "model": "kokoro"}
        kept = {"servers": [row], "agreed": [server.base], "server": "Attic"}
        assert session.change_preferences(**kept)
        relay = session.relay
        relay.consent_wanted.connect(lambda consent: relay.agree())
        relay.set_percent(100.0)
        qtbot.waitUntil(lambda: relay.policy.relay_percent == 100)
        assert session.preferences["server"] == PRESETS[0].name
        assert session.preferences["agreed"] == [server.base]
        session.close()
