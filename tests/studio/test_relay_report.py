"""``relay report``: in words, as JSON and as a table."""

from __future__ import annotations

import csv
import io
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from studio import settings
from studio.__main__ import main
from studio.commands.relay_report import told
from studio.relay.journal import Compared, Entry, Journal, Preferred, Spoke, journal_file
from studio.relay.report import made, table

NOW = 1_800_000_000.0
EARLIER = NOW - 3_601
HERE = Spoke(EARLIER, "kokoro", 50, 48_000, 0.3, 1.0)
THERE = Spoke(NOW - 60, "relay:Desk", 50, 48_000, 0.1, 0.4, cost=0.000016)
DOWN = replace(THERE, samples=0, first=None, whole=30.0, error="server", cost=0.0)
PAIR = Compared(NOW - 60, "Desk", "feedbeef", 2.0, 2.1, -20.0, None, 0.56, 0.01, 0.03, False, True)
CHOICE = Preferred(NOW - 60, "Desk", "feedbeef", "relay")
ENTRIES: list[Entry] = [HERE, HERE, *[THERE] * 30, DOWN, PAIR, replace(PAIR, same=True), CHOICE]


def test_all_of_it_in_words() -> None:
    assert "\n".join(told(made(ENTRIES, NOW, percent=5.0))) == (
        """\
Last hour:
engine            asked  failed   first      p95   whole      p95 factor     chars     cost  per 1M
relay:Desk           31   3.2 %  0.10 s   0.10 s  0.40 s   0.40 s   0.20      1500  $0.0005   $0.32
  Errors of relay:Desk: server 1 (3.2 %).
Since 2027-01-15T06:59:59Z:
engine            asked  failed   first      p95   whole      p95 factor     chars     cost  per 1M
kokoro                2   0.0 %  0.30 s  0.30 s*  1.00 s  1.00 s*   0.50       100  $0.0000   $0.00
relay:Desk           31   3.2 %  0.10 s   0.10 s  0.40 s   0.40 s   0.20      1500  $0.0005   $0.32
  Errors of relay:Desk: server 1 (3.2 %).
  * of fewer than 20 answers: too few for a 95th percentile.

Compared, Desk: 2 sentences, 2 alike.
  Equal in every sample: 1 (the voice model adds other noise each time).
  Apart, median: length 100 ms, loudness -, spectrum 0.56 dB, word starts 10 ms.
Heard blind, Desk: 1 for the relay, 0 for this computer, 0 for neither.
Desk, from 5 to 50 %: not advised. You decide.
  ok  short texts (up to 60 characters) spoken: 30 (at least 20)
  ok  first sound of short texts, 95th percentile: 100 ms (at most 200 ms)
  no  errors of the server: 3.226 % (at most 1 %)
  ok  errors of any kind: 3.226 % (at most 5 %)
  no  sentences that both engines spoke: 2 (at least 20)
  ok  of them sound alike: 100 % (at least 95 %)
  ok  their words start apart, median: 10 ms (at most 30 ms)"""
    )


def test_of_nothing() -> None:
    assert list(told(made([], NOW))) == ["Nothing has been spoken, compared or preferred."]
    assert table(made([], NOW)) == "section,name,period,measure,value,limit,ok\n"


def test_what_only_this_computer_spoke() -> None:
    lines = list(told(made([HERE], NOW)))
    assert lines[0] == "Last hour: nothing spoken."
    assert made([HERE], NOW)["advice"] == []


def test_what_a_wrong_clock_dated_in_the_future_is_not_of_the_last_hour() -> None:
    late = replace(THERE, when=NOW + 86_400)
    report = made([THERE, late, replace(HERE, when=NOW + 1)], NOW)
    assert [(row["period"], row["engine"], row["requests"]) for row in report["engines"]] == [
        ("last hour", "relay:Desk", 1),
        ("all", "kokoro", 1),
        ("all", "relay:Desk", 2),
    ]
    only_late = made([late], NOW)
    assert list(told(only_late))[:2] == [
        "Last hour: nothing spoken.",
        "Since 2027-01-15T08:00:00Z:",
    ]


def test_as_a_table() -> None:
    rows = list(csv.DictReader(io.StringIO(table(made(ENTRIES, NOW)))))
    assert all(len(row) == 7 and None not in row.values() for row in rows)
    found = {tuple(row.values())[:4]: tuple(row.values())[4:] for row in rows}
    desk = ("engine", "relay:Desk", "last hour")
    assert found[(*desk, "requests")] == ("31", "", "")
    assert found[(*desk, "errors_server_count")] == ("1", "", "")
    assert found[(*desk, "first_sound_s_p95")] == ("0.1", "", "")
    assert found[(*desk, "first_sound_s_few")] == ("0", "", "")
    assert ("engine", "kokoro", "last hour", "requests") not in found
    assert found["engine", "kokoro", "all", "real_time_factor"] == ("0.5", "", "")
    pair = ("comparison", "Desk", "2027-01-15T07:59:00Z")
    assert found[(*pair, "distance")] == ("0.56", "", "")
    assert found[(*pair, "relay_loudness")] == ("", "", "")
    assert found["preference", "Desk", "all", "relay"] == ("1", "", "")
    assert found["advice", "Desk", "all", "comparisons"] == ("2", "20", "0")
    assert found["advice", "Desk", "all", "next_percent"] == ("5.0", "", "0")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Desk", "Desk"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1+1", "'\\t=1+1"),
        ("\r=1", "'\\r=1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("a\x1b[31mb\nc", "a\\x1b[31mb\\nc"),
        ('say "a", b', 'say "a", b'),
        ("Schreibtisch 本", "Schreibtisch 本"),
    ],
)
def test_a_table_does_nothing_in_a_spreadsheet_or_a_terminal(name: str, cell: str) -> None:
    """A negative number stays one."""
    text = table(made([replace(THERE, engine=f"relay:{name}"), replace(PAIR, server=name)], NOW))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["name"] for row in rows if row["section"] != "engine"} == {cell}
    assert {row["name"] for row in rows if row["section"] == "engine"} == {
        f"relay:{cell.removeprefix(chr(39))}"
    }
    assert [row["value"] for row in rows if row["measure"] == "loudness"] == ["-20.0"]


@pytest.fixture
def kept(own_folders: Path) -> None:
    """The last quarter of an hour, and the hour before the last."""
    journal, ago = Journal(journal_file()), time.time() - NOW
    for entry in ENTRIES:
        journal.add(replace(entry, when=entry.when + ago))


@pytest.mark.usefixtures("kept")
class TestCommand:
    def test_as_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        settings.save(settings.load().change(relay_percent=50.0, budget=0.05))
        assert main(["relay", "report", "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert [(row["period"], row["engine"], row["requests"]) for row in report["engines"]] == [
            ("last hour", "relay:Desk", 31),
            ("all", "kokoro", 2),
            ("all", "relay:Desk", 31),
        ]
        assert report["engines"][0]["errors"] == {"server": {"count": 1, "share": 1 / 31}}
        assert report["preferences"] == [{"server": "Desk", "local": 0, "relay": 1, "none": 0}]
        [advice] = report["advice"]
        assert (advice["relay_percent"], advice["next_percent"]) == (50.0, 100.0)
        assert advice["reasons"][1]["ok"] is False
        assert advice["reasons"][1]["limit"] == 0.05

    def test_since(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["relay", "report", "--json", "--since", "0.5"]) == 0
        engines = json.loads(capsys.readouterr().out)["engines"]
        assert [row["engine"] for row in engines] == ["relay:Desk", "relay:Desk"]

    def test_since_leaves_out_what_is_yet_to_come(self, capsys: pytest.CaptureFixture[str]) -> None:
        late = replace(THERE, when=time.time() + 600, engine="relay:Attic")
        Journal(journal_file()).add(late)
        assert main(["relay", "report", "--json", "--since", "0.5"]) == 0
        assert "Attic" not in capsys.readouterr().out
        assert main(["relay", "report", "--json"]) == 0
        assert "Attic" in capsys.readouterr().out

    @pytest.mark.parametrize("hours", ["0", "-1", "nan", "inf"])
    def test_hours_that_are_none(self, hours: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["relay", "report", f"--since={hours}"]) == 2
        assert capsys.readouterr().err == "--since takes a number of hours above 0.\n"

    def test_a_table_in_a_file_or_printed(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        target = tmp_path / "report.csv"
        assert main(["relay", "report", "--csv", str(target)]) == 0
        assert capsys.readouterr().out == f"{target}\n"
        assert main(["relay", "report", "--csv", "-"]) == 0
        lines = target.read_text(encoding="utf-8").splitlines()
        assert lines[0] == "section,name,period,measure,value,limit,ok"
        assert lines[1].startswith("engine,relay:Desk,last hour,requests,31")
        assert len(capsys.readouterr().out.splitlines()) == len(lines)
        assert main(["relay", "report", "--csv", str(tmp_path)]) == 3

    @pytest.mark.parametrize("how", [[], ["--json"], ["--csv", "-"]])
    def test_names_do_nothing_to_a_terminal(
        self, how: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        name = "A\x1b]0;x\x07\x9b2J\n\u202eB"
        for entry in (replace(DOWN, engine=f"relay:{name}"), replace(PAIR, server=name)):
            Journal(journal_file()).add(replace(entry, when=time.time()))
        assert main(["relay", "report", *how]) == 0
        told = capsys.readouterr().out
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(told)
        if not how:
            assert "Errors of relay:A\\x1b]0;x\\x07\\x9b2J\\n\\u202eB: server 1" in told

    @pytest.mark.parametrize("how", [[], ["--json"], ["--csv", "-"]])
    def test_takes_are_not_named(self, how: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["relay", "report", *how]) == 0
        assert "feedbeef" not in capsys.readouterr().out
