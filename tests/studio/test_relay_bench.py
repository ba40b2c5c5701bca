"""``relay bench``: a server on loopback and the real speech process without its model."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from studio import settings
from studio.__main__ import main
from studio.commands import relay_bench
from studio.commands.relay_bench import PARAGRAPH, PROMPT, Measured, told
from studio.engines.kokoro import KokoroEngine
from studio.relay.journal import Journal, Spoke, journal_file
from studio.relay.meter import times
from tests.relay_server import Answer, Asked, RelayServer, says, serving, wav

SENTENCES = 8  # of the paragraph


def spoken(asked: Asked) -> Answer:
    return Answer(wav(2_000 * len(asked.body["input"])))


@pytest.fixture(autouse=True)
def no_model(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_WORKER_LOG", str(own_folders / "worker.log"))
    monkeypatch.setenv("DESK_KEY", "sk-test-1234567890abcdef")
    fake = partial(KokoroEngine, worker="tests.fake_worker")
    monkeypatch.setattr(relay_bench, "KokoroEngine", fake)


@pytest.fixture
def server() -> Iterator[RelayServer]:
    with serving(spoken) as server:
        desk = {"name": "Desk", "base": server.base, "model": "k", "key_variable": "DESK_KEY"}
        limits = {"price": 0.3, "in_flight": 15, "per_second": 1e6}
        settings.save(settings.load().change(servers=[{**desk, **limits}]))
        yield server


def test_texts() -> None:
    assert len(PROMPT) == 50
    assert len(PARAGRAPH) == 608


def test_both_speak_the_same(
    server: RelayServer, own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["relay", "bench", "--server", "desk", "--rounds", "2", "--json"]) == 0
    said = capsys.readouterr()
    sent = [asked.body["input"] for asked in server.asked]
    assert len(sent) == 1 + 2 * (1 + SENTENCES)
    assert (sent[0], sent.count(PROMPT)) == ("Good morning.", 2)
    here = (own_folders / "worker.log").read_text().splitlines()
    assert sorted(here) == sorted(sent)
    report = json.loads(said.out)
    local, relay = report["engines"]
    assert (local["engine"], relay["engine"]) == ("kokoro", "relay:Desk")
    for row in (local, relay):
        assert row["failed"] == 0
        assert row["setup_s"] > 0
        assert (row["first_sound_s"]["count"], row["first_sound_s"]["few"]) == (2, True)
        assert 0 < row["first_sound_s"]["mean"] <= row["first_sound_s"]["p95"]
        assert row["real_time_factor"] > 0
    assert (local["at_once"], relay["at_once"]) == (1, 15)
    assert (local["cost_per_million_usd"], relay["cost_per_million_usd"]) == (0.0, 0.3)
    assert relay["month_usd"] == pytest.approx(15.0)
    assert relay["month_hours"] is None
    assert local["month_hours"] > 0
    assert report["texts"]["prompt"] == PROMPT


def test_what_is_sent_is_said_before(
    server: RelayServer, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[str] = []

    def answer(asked: Asked) -> Answer:
        said.append(capsys.readouterr().err)
        return spoken(asked)

    server.answers = [answer]
    assert main(["relay", "bench", "--server", "desk", "--rounds", "1"]) == 0
    assert said[0] == (
        f"Sending to Desk ({server.base}): 'Good morning.', 1 time '{PROMPT}' and, "
        f"sentence by sentence, 1 time '{PARAGRAPH}': 664 characters, $0.0002.\n"
    )
    assert "".join(said[1:]) == ""


def test_it_is_recorded(server: RelayServer) -> None:
    assert main(["relay", "bench", "--server", "desk", "--rounds", "1"]) == 0
    entries = Journal(journal_file()).entries()
    found = [entry for entry in entries if isinstance(entry, Spoke)]
    assert len(found) == 2 * (2 + SENTENCES)
    assert {(each.engine, each.purpose, each.error) for each in found} == {
        ("kokoro", "bench", ""),
        ("relay:Desk", "bench", ""),
    }
    assert sum(each.characters for each in found if each.engine == "relay:Desk") == 664


def test_sentences_of_a_paragraph_go_together(server: RelayServer) -> None:
    together = threading.Barrier(SENTENCES)

    def answer(asked: Asked) -> Answer:
        if asked.body["input"] in PARAGRAPH:
            together.wait(20)
        return spoken(asked)

    server.answers = [answer]
    assert main(["relay", "bench", "--server", "desk", "--rounds", "1"]) == 0


def test_what_fails_is_counted(server: RelayServer, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(asked: Asked) -> Answer:
        return says(400, {"error": "no"}) if asked.body["input"] == PROMPT else spoken(asked)

    server.answers = [answer]
    assert main(["relay", "bench", "--server", "desk", "--rounds", "2", "--json"]) == 1
    local, relay = json.loads(capsys.readouterr().out)["engines"]
    assert (local["failed"], relay["failed"]) == (0, 2)
    assert relay["first_sound_s"]["mean"] is None
    assert relay["real_time_factor"] > 0


def test_nobody_there(server: RelayServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.shutdown()
    server.server_close()
    assert main(["relay", "bench", "--server", "desk", "--rounds", "1"]) == 3
    assert "Desk cannot be used: there is no connection" in capsys.readouterr().err


def test_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relay", "bench", "--rounds", "0"]) == 2
    assert capsys.readouterr().err == "At least one round is needed.\n"


def test_the_table() -> None:
    here = Measured("kokoro", 3.2, times([0.5] * 20), 0.35, 0, 1, 0.0, 0.0, 1_234.4)
    there = Measured("relay:Desk", 0.25, times([0.1, 0.2]), None, 1, 15, 0.3, 15.0, None)
    assert "\n".join(told([here, there])) == (
        "                                                       kokoro             relay:Desk\n"
        "ready to speak                                        3.200 s                0.250 s\n"
        "first sound of 50 characters, mean                    0.500 s                0.150 s\n"
        "  95th percentile                                     0.500 s               0.200 s*\n"
        "real-time factor, 601 characters                         0.35                      -\n"
        "sentences at once                                           1                     15\n"
        "failed                                                      0                      1\n"
        "cost of 1M characters                                   $0.00                  $0.30\n"
        "50M characters a month                   1,234 h of computing                 $15.00\n"
        "* of fewer than 20: too few for a 95th percentile; --rounds 20 has enough.\n"
        "A month has 730 hours: one such computer is not enough for that."
    )
