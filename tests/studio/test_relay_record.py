"""What ``narrate`` records of the engines, and what it says beforehand."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from studio.__main__ import main
from studio.commands import output
from studio.relay.journal import Journal, Spoke, journal_file
from studio.relay.meter import figures
from tests.relay_server import RelayServer, says
from tests.studio.test_relay_commands import SECRET, Run, no_model, run, server, spoken

__all__ = ["no_model", "run", "server"]  # fixtures

NARRATION = ("narrate", "script.txt", "-o", "a", "--engine", "relay")


def recorded() -> list[Spoke]:
    return [entry for entry in Journal(journal_file()).entries() if isinstance(entry, Spoke)]


def test_what_the_relay_spoke(server: RelayServer, run: Run) -> None:
    run(*NARRATION)
    run(*NARRATION)  # from the takes
    found = recorded()
    assert {(spoke.engine, spoke.error, spoke.purpose) for spoke in found} == {
        ("relay:Desk", "", "take")
    }
    desk = figures(found)["relay:Desk"]
    assert (desk.requests, desk.characters) == (11, 485)
    assert desk.cost == pytest.approx(0.0012125)
    assert desk.cost_per_million == pytest.approx(2.5)
    assert all(0 < (spoke.first or 0) <= spoke.whole for spoke in found)
    assert abs(found[0].when - time.time()) < 60


def test_what_both_engines_spoke(server: RelayServer, run: Run) -> None:
    server.answers = [
        lambda asked: says(503, {}) if "four" in asked.body["input"] else spoken(asked)
    ]
    run(*NARRATION, "--fallback")
    found = figures(recorded())
    assert (found["relay:Desk"].requests, found["relay:Desk"].errors) == (11, {"server": 1})
    assert (found["fake"].requests, found["fake"].cost) == (1, 0.0)
    assert found["fake"].real_time_factor is not None


def test_neither_the_script_nor_the_key_is_recorded(server: RelayServer, run: Run) -> None:
    server.answers = [
        lambda asked: (
            says(400, {"error": SECRET}) if "two" in asked.body["input"] else spoken(asked)
        )
    ]
    run(*NARRATION, "--fallback")
    for how in ([], ["--json"], ["--csv", "-"], ["--csv", "report.csv"]):
        assert main(["relay", "report", *how]) == 0
    shown = run.capsys.readouterr().out + Path("report.csv").read_text()
    assert "relay:Desk" in shown
    text = journal_file().read_text(encoding="utf-8") + shown
    for secret in ("Boat", "comes home", "sk-test", SECRET[-8:], "127.0.0.1"):
        assert secret not in text


def test_what_it_will_take_is_said(server: RelayServer, run: Run) -> None:
    first = run(*NARRATION)[2]
    assert "(485 characters, $0.0012) with voice and speed" in first
    assert "On this computer" not in first  # which has not spoken yet
    journal = Journal(journal_file())
    journal.add(Spoke(time.time(), "kokoro", 100, 48_000, 1.0, 20.0))
    sent = run(*NARRATION, "--no-cache")[2]
    assert "On this computer they would be about 2 min of work.\n" in sent
    assert main(["narrate", "script.txt", "-o", "a"]) == 0
    assert "Loading the voice, then about 2 min of work ...\n" in run.capsys.readouterr().err
    assert run(*NARRATION, "--no-cache", "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("seconds", "right"),
    [
        (0.0, "about 1 s"),
        (42.4, "about 42 s"),
        (89.0, "about 89 s"),
        (90.0, "about 2 min"),
        (1_000.0, "about 17 min"),
        (5_400.0, "about 2 h"),
        (360_000.0, "about 100 h"),
    ],
)
def test_how_long_in_words(seconds: float, right: str) -> None:
    assert output.about(seconds) == right


def test_a_journal_that_cannot_be_kept_does_not_matter(own_folders: Path) -> None:
    journal_file().mkdir(parents=True)
    assert main(["narrate", "script.txt", "-o", "a"]) == 0
    assert Path("a.wav").is_file()
