"""``studio bench``: our engine and kokoro's own pipeline, taking turns on the same weights."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from studio import paths, script
from studio.commands import output
from studio.commands.output import say
from studio.document import SAMPLE_RATE, Document, Sentence
from studio.engines import Piece
from studio.engines.kokoro import KokoroEngine
from studio.errors import WrongUse
from studio.spoken import Reading, readings

VOICE = "af_heart"
ENGINES = {"stock": "studio.engines.stock", "ours": "studio.engines.worker"}


@dataclass(frozen=True, slots=True)
class Run:
    """``wall_s``: seconds of work for the whole text, as files are rendered; ``rtf``: the same for
    one second of the engine's own audio; ``first_sound_s``: until the first piece came, as in a
    preview; ``peak_mib``: the most memory that the engine's process has taken so far."""

    text: str
    engine: str
    threads: int
    audio_s: float
    wall_s: float
    rtf: float
    first_sound_s: float
    peak_mib: float | None


def run(options: argparse.Namespace) -> int:
    if options.rounds < 1:
        raise WrongUse("At least one round is needed.")
    threads = min(os.cpu_count() or 1, 4)
    engines = {name: KokoroEngine(threads, worker) for name, worker in ENGINES.items()}
    runs: list[Run] = []
    try:
        for warming in engines.values():
            warming.load()
            for _ in _rendered(warming, _document("Good morning.")):
                pass  # what is loaded with the first sentence is not what is measured
        for turn in range(options.rounds):
            # Who goes first changes, so that a machine whose speed drifts treats both alike.
            order = list(engines) if turn % 2 == 0 else list(reversed(engines))
            for name, text in _texts().items():
                for engine in order:
                    runs.append(_timed(name, text, engine, engines[engine], threads))
    finally:
        for spent in engines.values():
            spent.close()
    ratios = _ratios(runs)
    if options.json:
        rows = [asdict(each) for each in runs]
        output.report({"machine": machine(), "runs": rows, "ratios": ratios})
    else:
        _show(runs, ratios)
    return output.DONE


def _texts() -> dict[str, str]:
    sample = (paths.resources() / "samples" / "harbor.txt").read_text(encoding="utf-8")
    return {"sentence": sample.split(". ")[0] + ".", "paragraph": sample.split("\n\n")[0]}


def _document(text: str) -> Document:
    return script.read(text, voice=VOICE, speed=1.0, language="en-us")


def _timed(name: str, text: str, label: str, engine: KokoroEngine, threads: int) -> Run:
    document = _document(text)
    if label == "stock":  # gets a text whole, as its users give it, and has one way to speak it
        whole = " ".join(sentence.text for sentence in document.sentences)
        audio, wall, first = _clocked(engine.speak(Sentence("bench", whole, voice=VOICE), ()))
    else:
        audio, wall, _ = _clocked(_rendered(engine, document))
        first = _clocked(_previewed(engine, document))[2]
    peak = _peak_mib(engine.process_id)
    return Run(name, label, threads, audio, wall, wall / audio, first, peak)


def _clocked(pieces: Iterator[Piece]) -> tuple[float, float, float]:
    """Seconds of audio, seconds until all of it was there, and until the first piece was."""
    samples, first = 0, 0.0
    started = time.perf_counter()
    for piece in pieces:
        first = first or time.perf_counter() - started
        samples += len(piece.audio)
    return samples / SAMPLE_RATE, time.perf_counter() - started, first


def _rendered(engine: KokoroEngine, document: Document) -> Iterator[Piece]:
    """All sentences, as they are spoken for a file."""
    for sentence in document.sentences:
        yield from engine.speak(sentence, _readings(sentence))


def _previewed(engine: KokoroEngine, document: Document) -> Iterator[Piece]:
    """The first sentence clause by clause, as it is spoken to be heard at once."""
    sentence = document.sentences[0]
    return engine.speak(sentence, _readings(sentence), live=True)


def _readings(sentence: Sentence) -> tuple[Reading, ...]:
    return readings(sentence.text, sentence.language, pins=sentence.pins)


def _ratios(runs: Sequence[Run]) -> dict[str, float]:
    """Ours divided by stock, pair by pair, and the median of those; below 1 ours is better."""
    ratios = {}
    for text in dict.fromkeys(each.text for each in runs):
        pairs = [
            [each for each in runs if each.text == text and each.engine == name]
            for name in ("ours", "stock")
        ]
        for what in ("wall_s", "rtf", "first_sound_s", "peak_mib"):
            values = [
                getattr(ours, what) / getattr(stock, what)
                for ours, stock in zip(*pairs, strict=True)
                if getattr(ours, what) and getattr(stock, what)
            ]
            if values:
                ratios[f"{what} {text}"] = round(statistics.median(values), 3)
    return ratios


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


def _show(runs: Sequence[Run], ratios: dict[str, float]) -> None:
    say(
        f"{'text':<10} {'engine':<7} {'audio':>7} {'work':>7} {'factor':>7} {'first':>7} {'MiB':>6}"
    )
    for each in runs:
        say(
            f"{each.text:<10} {each.engine:<7} {each.audio_s:>6.2f}s {each.wall_s:>6.2f}s "
            f"{each.rtf:>7.2f} {each.first_sound_s:>6.2f}s {each.peak_mib or 0:>6.0f}"
        )
    for name, ratio in ratios.items():
        say(f"ours / stock, {name}: {ratio:.2f}")
