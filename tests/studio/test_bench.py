"""``bench`` without a model: who is asked for what in which order, and what is made of it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from studio.__main__ import main
from studio.commands import bench, bench_texts
from studio.commands.bench_chart import chart
from studio.commands.bench_report import Change, Run, medians, ratios, table
from studio.document import Sentence
from studio.engines import Piece, kinds, model, peer
from studio.spoken import Reading
from tests.fakes import FakeEngine


class Timed(FakeEngine):
    """Says in which way it was asked to speak. What gets texts whole speaks twice as long."""

    process_id = None
    asked: ClassVar[list[tuple[str, int, str, bool]]] = []
    closed: ClassVar[list[str]] = []

    def __init__(
        self, threads: int, worker: str = "studio.engines.worker", decoder: str = "auto"
    ) -> None:
        super().__init__()
        self._name = decoder if decoder != "auto" else worker.rpartition(".")[2]
        self._threads = threads

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        self.asked.append((self._name, self._threads, sentence.text, live))
        yield Piece(np.zeros(24_000 if readings else 48_000, np.float32), ())

    def close(self) -> None:
        self.closed.append(self._name)


TWO = "One fish. Two fish."
CHAPTER = "Go on and on. One red fish. Two fish."


@pytest.fixture(autouse=True)
def no_model(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_folders)
    monkeypatch.setattr(model, "identity", lambda: "none")
    monkeypatch.setattr(bench, "KokoroEngine", Timed)
    told = {"gflops": 100.0, "kinds": ["torch", "onnx"]}
    monkeypatch.setattr(bench, "_yardstick", lambda threads: told)
    monkeypatch.setattr(peer, "is_installed", lambda: False)
    monkeypatch.setattr(bench_texts, "paragraph", lambda: TWO)
    monkeypatch.setattr(bench_texts, "chapter", lambda minutes: CHAPTER)
    monkeypatch.setattr(bench.os, "cpu_count", lambda: 2)
    Timed.asked.clear()
    Timed.closed.clear()


def asked(*options: str) -> list[tuple[str, int, str, bool]]:
    """What the engines were asked for, without warming up."""
    assert main(["bench", *options]) == 0
    return [each for each in Timed.asked if each[2] != bench_texts.SENTENCE]


def test_all_engines_are_measured_on_the_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    spoken = asked("--rounds", "1", "--texts", "paragraph", "--threads", "2", "--json")
    # stock gets the text whole; ours is timed as for a file, then heard as in a preview
    assert spoken == [
        ("stock", 2, "One fish. Two fish.", False),
        ("torch", 2, "One fish.", False),
        ("torch", 2, "Two fish.", False),
        ("torch", 2, "One fish.", True),
        ("onnx", 2, "One fish.", False),
        ("onnx", 2, "Two fish.", False),
        ("onnx", 2, "One fish.", True),
    ]
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["machine", "matrix_gflops", "runs", "ratios", "changes"]
    assert [(run["engine"], run["text"], run["audio_s"]) for run in report["runs"]] == [
        ("stock", "paragraph", 2.0),
        ("torch", "paragraph", 2.0),
        ("onnx", "paragraph", 2.0),
    ]
    for run in report["runs"]:
        assert run["reached"] == pytest.approx(0.55 * run["audio_s"] / run["wall_s"])
    assert [(row["engine"], row["against"], row["what"]) for row in report["ratios"]] == [
        ("torch", "stock", "wall_s"),
        ("torch", "stock", "rtf"),
        ("torch", "stock", "first_sound_s"),
        ("onnx", "stock", "wall_s"),
        ("onnx", "stock", "rtf"),
        ("onnx", "stock", "first_sound_s"),
    ]
    assert report["matrix_gflops"] == {"2": [100.0, 100.0]}


def test_kokoro_onnx_is_compared_with_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked("--rounds", "1", "--texts", "sentence", "--threads", "2", "--kinds", "onnx")
    assert "kokoro-onnx is not installed, and so not compared with." in capsys.readouterr().err
    Timed.asked.clear()
    monkeypatch.setattr(peer, "is_installed", lambda: True)
    asked("--rounds", "1", "--texts", "sentence", "--threads", "2", "--kinds", "onnx")
    assert [each[0] for each in Timed.asked] == [
        *2 * ["stock", "peer", "peer_int8", "onnx"],
        "onnx",
    ]
    assert capsys.readouterr().err == ""


def test_engines_take_turns_and_the_chapter_is_spoken_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_texts, "by_the_minute", lambda text: ("Part one.", "Part two."))
    spoken = asked("--rounds", "2", "--texts", "paragraph,chapter", "--threads", "2")
    whole = [each for each in spoken if each[0] == "stock"]
    assert [each[2] for each in whole] == [TWO, TWO, "Part one.", "Part two."]
    chapter = [each[:1] + each[2:] for each in spoken if "Part" in each[2]]
    assert chapter[:5] == [
        ("stock", "Part one.", False),
        ("torch", "Part one.", False),
        ("torch", "Part one.", True),
        ("onnx", "Part one.", False),
        ("onnx", "Part one.", True),
    ]
    assert chapter[5:10] == [
        ("stock", "Part two.", False),
        ("onnx", "Part two.", False),
        ("onnx", "Part two.", True),
        ("torch", "Part two.", False),
        ("torch", "Part two.", True),
    ]
    assert bench.turned(["a", "b", "c"], 0) == ["a", "b", "c"]
    assert bench.turned(["a", "b", "c"], 1) == ["a", "c", "b"]
    assert bench.turned(["a", "b", "c"], 2) == ["c", "a", "b"]
    assert bench.turned(["a", "b", "c"], 3) == ["c", "b", "a"]


def test_of_a_changed_chapter_only_the_changed_sentence_is_spoken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoken = asked("--texts", "chapter", "--threads", "2", "--kinds", "torch", "--rounds", "1")
    assert spoken[-1] == ("torch", 2, "One harbormaster fish.", True)
    assert spoken[-2] == ("torch", 2, "Go on and on.", True)
    assert "One changed word of the chapter, 2 threads, torch: heard after" in (
        capsys.readouterr().out
    )


def test_each_number_of_threads_has_engines_of_its_own() -> None:
    spoken = asked("--rounds", "1", "--texts", "paragraph", "--kinds", "torch")
    assert [(name, threads) for name, threads, _, _ in spoken] == [
        *[("stock", 2), ("torch", 2), ("torch", 2), ("torch", 2)],
        *[("stock", 1), ("torch", 1), ("torch", 1), ("torch", 1)],
    ]
    assert sorted(Timed.closed) == ["stock", "stock", "torch", "torch"]


def test_a_quick_look_is_at_the_fastest_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "fastest", lambda threads: "onnx")
    monkeypatch.setattr(bench_texts, "chapter", lambda minutes: f"{minutes} minutes. {TWO}")
    spoken = asked("--quick", "--texts", "chapter")
    assert {(name, threads) for name, threads, _, _ in spoken} == {("stock", 2), ("onnx", 2)}
    assert spoken[0][2] == "1.0 minutes. One fish. Two fish."


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--rounds", "0"], "At least one round is needed."),
        (["--minutes", "0"], "A chapter can last up to 600 minutes."),
        (["--minutes", "nan"], "A chapter can last up to 600 minutes."),
        (
            ["--texts", "novel"],
            "There is no text 'novel'; choose from sentence, paragraph, chapter.",
        ),
        (["--kinds", "gpu"], "There is no way 'gpu'; choose from torch, half, onnx."),
        (["--kinds", "half"], "half is not possible on this machine; choose from torch, onnx."),
        (["--threads", "0"], "'0' are no numbers of threads; write for example 1,2."),
        (["--threads", "two"], "'two' are no numbers of threads; write for example 1,2."),
    ],
)
def test_wrong_use(options: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *options]) == 2
    assert capsys.readouterr().err.strip() == told
    assert Timed.asked == []


def made(engine: str, round: int, rtf: float, first: float, mib: float | None = 1000.0) -> Run:
    return Run("paragraph", engine, 2, round, 50.0, 50 * rtf, rtf, first, mib, 0.5)


RUNS = [
    *[made("stock", 0, 1.0, 10.0), made("half", 0, 0.5, 0.5, 1100.0)],
    *[made("stock", 1, 2.0, 30.0), made("half", 1, 0.8, 0.9, 1500.0)],
    *[made("stock", 2, 1.0, 10.0), made("half", 2, 0.6, 0.8, 1200.0)],
]


def test_ratios_are_made_pair_by_pair() -> None:
    found = {(each.engine, each.against, each.what): each.ratio for each in ratios(RUNS)}
    assert found == {
        ("half", "stock", "wall_s"): 0.5,  # 0.5, 0.4, 0.6
        ("half", "stock", "rtf"): 0.5,
        ("half", "stock", "first_sound_s"): 0.05,  # 0.05, 0.03, 0.08
        ("half", "stock", "peak_mib"): 1.2,  # 1.1, 1.5, 1.2
    }


def test_ours_is_compared_with_both_others() -> None:
    runs = [made("stock", 0, 1.0, 10.0), made("kokoro-onnx", 0, 0.8, 8.0), made("half", 0, 0.4, 1)]
    assert list(table(runs, ()))[-1].split()[-4:] == ["0.40", "0.10", "0.50", "0.12"]
    found = [(each.engine, each.against, each.ratio) for each in ratios(runs) if each.what == "rtf"]
    assert found == [
        ("kokoro-onnx", "stock", 0.8),
        ("half", "stock", 0.4),
        ("half", "kokoro-onnx", 0.5),
    ]


def test_the_parts_of_a_chapter_are_added_up() -> None:
    runs = [replace(run, text="chapter") for run in RUNS]
    stock, half = medians(runs)
    assert (stock.audio_s, stock.wall_s, stock.rtf) == (150.0, 200.0, 1.0)
    assert (half.audio_s, half.wall_s, half.rtf) == (150.0, 95.0, 0.6)


def test_where_memory_is_not_told_nothing_is_said_of_it() -> None:
    runs = [made("stock", 0, 1.0, 10.0, None), made("half", 0, 0.5, 1.0, None)]
    assert [each.what for each in ratios(runs)] == ["wall_s", "rtf", "first_sound_s"]
    assert medians(runs)[0].peak_mib is None
    assert " - " in list(table(runs, ()))[1]
    assert "Memory" not in chart(runs, "here")


def test_the_table_has_a_row_for_each_engine() -> None:
    change = Change("half", 2, 0.5, 3.0, 250.0, 500.0)
    head, stock, half = [line.split() for line in table(RUNS, ())]
    assert head[:6] == ["text", "threads", "engine", "audio", "work", "factor"]
    assert head[6:] == ["first", "MiB", "reached", "x", "stock", "first", "x"]
    assert stock[:6] == ["paragraph", "2", "stock", "50.0s", "50.00s", "1.00"]
    assert stock[6:] == ["10.00s", "1000", "50%", "-", "-"]
    assert half[:6] == ["paragraph", "2", "half", "50.0s", "30.00s", "0.60"]
    assert half[6:] == ["0.80s", "1500", "50%", "0.50", "0.05"]
    assert list(table(RUNS, [change]))[-1] == (
        "One changed word of the chapter, 2 threads, half: heard after 0.50 s, whole after "
        "3.00 s; all of it takes 250 s (500 times as long), stock 500 s (1000 times)."
    )


def test_the_chart_is_a_picture_with_a_bar_for_each_value() -> None:
    one_thread = Run("paragraph", "half", 1, 0, 50.0, 50.0, 1.0, 1.0, 900.0, 0.5)
    root = ElementTree.fromstring(chart([*RUNS, one_thread], "Here & <there>"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    bars = [each for each in root.iter(f"{space}rect") if each.get("class") in ("ours", "other")]
    assert [(bar.get("class"), bar.get("width")) for bar in bars] == [
        ("other", "478"),
        ("ours", "287"),  # 0.6 of 1.0
        ("other", "478"),
        ("ours", "38"),  # 0.8 of 10
        ("other", "319"),  # 1000 of 1500
        ("ours", "478"),
    ]
    texts = [each.text for each in root.iter(f"{space}text")]
    assert texts[:5] == [
        *["Seconds of work for a second of speech (paragraph)", "stock", "1.00"],
        *["ours, 16-bit", "0.60"],
    ]
    assert texts[-1] == "Shorter is better. 2 threads. Here & <there>"
    height = int(root.get("height", "0"))
    assert all(0 < int(each.get("y", "0")) < height for each in root.iter(f"{space}text"))


def test_the_chart_is_written_where_it_is_wanted(tmp_path: Path) -> None:
    asked("--rounds", "1", "--texts", "paragraph", "--threads", "2", "--chart", "speed.svg")
    assert Path("speed.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_a_chart_that_cannot_be_written_is_told_before_the_work() -> None:
    Path("speed.svg").mkdir()
    assert main(["bench", "--rounds", "1", "--chart", "speed.svg"]) == 3
    assert Timed.asked == []
