"""``studio bench``: our engine in each of its ways, kokoro's own pipeline, and kokoro-onnx where it
is installed, taking turns on the same weights and the same texts."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from studio import files, script, synthesis
from studio.commands import bench_texts, output
from studio.commands.bench_chart import chart
from studio.commands.bench_report import (
    GFLOP,
    PEER,
    PEER_INT8,
    STOCK,
    Change,
    Run,
    medians,
    ratios,
    table,
)
from studio.commands.output import complain, say
from studio.document import DEFAULT_VOICE, SAMPLE_RATE, Document, Sentence
from studio.engines import Piece, kinds, model, peer
from studio.engines.kokoro import KokoroEngine
from studio.errors import CannotWrite, EngineUnusable, WrongUse
from studio.spoken import Reading, readings

TEXTS = ("sentence", "paragraph", "chapter")
WHOLE = {  # get a text at a time
    STOCK: "studio.engines.stock",
    PEER: "studio.engines.peer",
    PEER_INT8: "studio.engines.peer_int8",
}
ROUNDS, MINUTES = 3, 10.0
LONGEST = 600.0  # minutes of a chapter

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """``texts``: what is spoken in each round; of the chapter, the next minute. ``kinds``: the
    ways to run ours, for each number of threads."""

    texts: Mapping[str, tuple[str, ...]]
    kinds: Mapping[int, tuple[str, ...]]

    @property
    def steps(self) -> int:
        turns = sum(map(len, self.texts.values()))
        others = len(WHOLE) if peer.is_installed() else 1
        return sum(turns * (others + len(ours)) for ours in self.kinds.values())


@dataclass
class Found:
    runs: list[Run] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    gflops: dict[int, list[float]] = field(default_factory=dict)  # by the number of threads


def run(options: argparse.Namespace) -> int:
    plan, found = planned(options), Found()
    if options.chart:
        _check_place(Path(options.chart))
    with output.bar(options.json, total=plan.steps, unit="turn") as bar:
        for threads in plan.kinds:
            _compare(plan, threads, found, bar.update)
    if options.chart:
        picture = chart(found.runs, str(machine()["processor"]))
        path = Path(options.chart)
        files.write_whole(path, lambda part: part.write_text(picture, encoding="utf-8"))
    if options.json:
        output.report(_report(found))
        return output.DONE
    for line in table(found.runs, found.changes):
        say(line)
    for threads, rates in found.gflops.items():
        told = ", ".join(f"{rate:.0f}" for rate in rates)
        say(f"Matrix products here meanwhile, threads: {threads}: {told} GFLOP/s.")
    return output.DONE


# ── what is asked for ───────────────────────────────────────────────────────────────────────────


def planned(options: argparse.Namespace) -> Plan:
    """Raises WrongUse."""
    quick = options.quick
    rounds = options.rounds if options.rounds is not None else 1 if quick else ROUNDS
    minutes = options.minutes if options.minutes is not None else 1.0 if quick else MINUTES
    if rounds < 1:
        raise WrongUse("At least one round is needed.")
    if not 0 < minutes <= LONGEST:
        raise WrongUse(f"A chapter can last up to {LONGEST:.0f} minutes.")
    names = _chosen("text", options.texts, TEXTS) or TEXTS
    asked = _chosen("way", options.kinds, kinds.KINDS)
    usable = tuple(_yardstick(1)["kinds"])
    for kind in asked:
        if kind not in usable:
            raise WrongUse(
                f"{kind} is not possible on this machine; choose from {', '.join(usable)}."
            )
    ours = {}
    for threads in _threads(options.threads, quick):
        fastest = kinds.fastest(threads) if quick else None
        ours[threads] = asked or ((fastest,) if fastest in usable else usable)
    return Plan({name: _spoken_texts(name, rounds, minutes) for name in names}, ours)


def _check_place(path: Path) -> None:
    """Raises CannotWrite, before an hour is spent."""
    if path.is_dir():
        raise CannotWrite(path, "there is a folder of that name")
    with files.cannot_write(path):
        files.new_temporary(path.parent).unlink()


def _spoken_texts(name: str, rounds: int, minutes: float) -> tuple[str, ...]:
    if name == "chapter":
        return bench_texts.by_the_minute(bench_texts.chapter(minutes))
    return rounds * (bench_texts.SENTENCE if name == "sentence" else bench_texts.paragraph(),)


def _chosen(what: str, text: str | None, known: Sequence[str]) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(each.strip() for each in (text or "").split(",") if each.strip()))
    for name in names:
        if name not in known:
            raise WrongUse(f"There is no {what} {name!r}; choose from {', '.join(known)}.")
    return names


def _threads(text: str | None, quick: bool) -> tuple[int, ...]:
    most = kinds.usual_threads()
    if text is None:
        return (most,) if quick else tuple(dict.fromkeys((most, 1)))
    try:
        wanted = tuple(dict.fromkeys(int(each) for each in text.split(",")))
    except ValueError:
        wanted = ()
    if not wanted or min(wanted) < 1 or max(wanted) > 256:
        raise WrongUse(f"{text!r} are no numbers of threads; write for example 1,2.")
    return wanted


# ── turns ───────────────────────────────────────────────────────────────────────────────────────


def _compare(plan: Plan, threads: int, found: Found, step: Callable[[], object]) -> None:
    """Everything with one number of threads. Each engine has its own process, and waits without
    work while it is not its turn."""
    with ExitStack() as stack:
        engines = {name: _engine(name, threads) for name in (*_others(), *plan.kinds[threads])}
        for name, engine in engines.items():
            stack.callback(engine.close)
            engine.load()
            _clocked(_spoken(name, engine, _document(bench_texts.SENTENCE)))
        for text, turns in plan.texts.items():
            for turn, words in enumerate(turns):
                document = _document(words)
                rates, runs = [_yardstick(threads)["gflops"]], []
                for name in turned(list(engines), turn):
                    runs.append(_timed(text, name, threads, turn, engines[name], document))
                    step()
                rates.append(_yardstick(threads)["gflops"])
                found.gflops.setdefault(threads, []).extend(round(rate, 1) for rate in rates)
                found.runs += [_reaching(run, statistics.mean(rates)) for run in runs]
        if chapter := plan.texts.get("chapter"):
            ours = {name: engine for name, engine in engines.items() if name not in WHOLE}
            found.changes += _changes("\n\n".join(chapter), threads, ours, found.runs)


def _engine(name: str, threads: int) -> KokoroEngine:
    if name in WHOLE:
        return KokoroEngine(threads, WHOLE[name])
    return KokoroEngine(threads, decoder=name)


def _others() -> tuple[str, ...]:
    if peer.is_installed():
        return tuple(WHOLE)
    complain(f"{PEER} is not installed, and so not compared with.")
    return (STOCK,)


def turned(order: list[T], turn: int) -> list[T]:
    """Another one begins in each round, and every other round goes backward, so that a machine
    whose speed drifts treats all alike."""
    start = turn % len(order)
    order = order[start:] + order[:start]
    return order[::-1] if turn % 2 else order


def _timed(
    text: str, name: str, threads: int, turn: int, engine: KokoroEngine, document: Document
) -> Run:
    _forget_peak(engine.process_id)
    audio, wall, first = _clocked(_spoken(name, engine, document))
    if name not in WHOLE:  # a file's sound comes by the sentence, a preview's by the clause
        first = _clocked(_previewed(engine, document.sentences[0]))[2]
    peak = _peak_mib(engine.process_id)
    return Run(text, name, threads, turn, audio, wall, wall / audio, first, peak, 0.0)


def _reaching(run: Run, rate: float) -> Run:
    return replace(run, reached=GFLOP * run.audio_s / run.wall_s / rate)


def _spoken(name: str, engine: KokoroEngine, document: Document) -> Iterator[Piece]:
    """All of it, as it is spoken for a file: ours gets a sentence at a time, the others the text
    whole, as their users give it."""
    if name in WHOLE:
        whole = " ".join(sentence.text for sentence in document.sentences)
        yield from engine.speak(Sentence("bench", whole, voice=DEFAULT_VOICE), ())
        return
    for sentence in document.sentences:
        yield from engine.speak(sentence, _readings(sentence))


def _previewed(engine: KokoroEngine, sentence: Sentence) -> Iterator[Piece]:
    """A sentence clause by clause, as it is spoken to be heard at once."""
    return engine.speak(sentence, _readings(sentence), live=True)


def _clocked(pieces: Iterator[Piece], since: float | None = None) -> tuple[float, float, float]:
    """Seconds of audio, seconds until all of it was there, and until the first piece was."""
    samples, first = 0, 0.0
    started = time.perf_counter() if since is None else since
    for piece in pieces:
        first = first or time.perf_counter() - started
        samples += len(piece.audio)
    return samples / SAMPLE_RATE, time.perf_counter() - started, first


def _changes(
    text: str, threads: int, engines: Mapping[str, KokoroEngine], runs: Sequence[Run]
) -> list[Change]:
    """What one changed word in the middle of a text costs, from reading the script anew on."""
    weights = model.identity()
    kept = {job.key for job in synthesis.jobs(_document(text), weights)}
    changed = one_word_changed(text)
    whole = {
        row.engine: row.wall_s
        for row in medians(runs)
        if (row.text, row.threads) == ("chapter", threads)
    }
    changes = []
    for name, engine in engines.items():
        began = time.perf_counter()
        todo = [job for job in synthesis.jobs(_document(changed), weights) if job.key not in kept]
        pieces = (piece for job in todo for piece in _previewed(engine, job.sentence))
        _, wall, first = _clocked(pieces, began)
        changes.append(Change(name, threads, first, wall, whole[name], whole[STOCK]))
    return changes


def one_word_changed(text: str) -> str:
    sentences = _document(text).sentences
    sentence = sentences[len(sentences) // 2].text
    words = sentence.split(" ")
    words[-2] = "harbormaster"
    return text.replace(sentence, " ".join(words), 1)


def _document(text: str) -> Document:
    return script.read(text, voice=DEFAULT_VOICE, speed=1.0, language="en-us")


def _readings(sentence: Sentence) -> tuple[Reading, ...]:
    return readings(sentence.text, sentence.language, pins=sentence.pins)


# ── the machine ─────────────────────────────────────────────────────────────────────────────────


def _yardstick(threads: int) -> dict[str, Any]:
    """What `studio.engines.yardstick` says. Raises EngineUnusable."""
    command = [sys.executable, "-m", "studio.engines.yardstick", str(threads)]
    passive = {**os.environ, "OMP_WAIT_POLICY": "PASSIVE"}  # as the engines wait
    done = subprocess.run(command, stdout=subprocess.PIPE, env=passive, check=False)
    try:
        told: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise EngineUnusable(f"exit code {done.returncode}") from None
    return told


def _forget_peak(process_id: int | None) -> None:
    """What is measured from now on is the peak from now on, where the system can do that."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{process_id}/clear_refs").write_text("5", encoding="ascii")


def _peak_mib(process_id: int | None) -> float | None:
    try:
        status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii")
    except OSError:
        return None  # only Linux tells
    kib = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return round(int(kib) / 1024, 1)


def machine() -> dict[str, object]:
    return {
        "system": platform.platform(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }


def _report(found: Found) -> dict[str, Any]:
    return {
        "machine": machine(),
        "matrix_gflops": found.gflops,
        "runs": [asdict(each) for each in found.runs],
        "ratios": [asdict(each) for each in ratios(found.runs)],
        "changes": [asdict(each) for each in found.changes],
    }
