"""What the benchmark found, in words: medians, and ratios of runs that were made side by side."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

STOCK, PEER, PEER_INT8 = "stock", "kokoro-onnx", "kokoro-onnx8"
GFLOP = 55  # 10^9 multiplications and additions for a second of speech


@dataclass(frozen=True, slots=True)
class Run:
    """``round``: runs in the same one were made side by side (of the chapter, with the same part);
    ``wall_s``: seconds of work for the whole text, as files are rendered; ``rtf``: the same for one
    second of the engine's own audio; ``first_sound_s``: until the first piece came, as in a
    preview; ``peak_mib``: the most memory that the engine's process took meanwhile; ``reached``: of
    the rate at which this machine multiplied float32 matrices just before and after (smaller
    numbers can be above 1)."""

    text: str
    engine: str
    threads: int
    round: int
    audio_s: float
    wall_s: float
    rtf: float
    first_sound_s: float
    peak_mib: float | None
    reached: float


@dataclass(frozen=True, slots=True)
class Change:
    """One word of the chapter was changed. ``heard_s``: seconds until the first sound of it;
    ``kept_s``: until all of its sentence was there; ``whole_s``: what rendering the chapter took
    the same engine; ``stock_s``: what it took stock, which can do nothing else."""

    engine: str
    threads: int
    heard_s: float
    kept_s: float
    whole_s: float
    stock_s: float


@dataclass(frozen=True, slots=True)
class Ratio:
    """``engine`` divided by ``against``, pair by pair, and the median of those: below 1 it is
    better."""

    engine: str
    against: str
    text: str
    threads: int
    what: str
    ratio: float


AGAINST: Mapping[str, tuple[str, ...]] = {STOCK: (), PEER: (STOCK,), PEER_INT8: (STOCK,)}
COMPARED = ("wall_s", "rtf", "first_sound_s", "peak_mib")


def ratios(runs: Sequence[Run]) -> list[Ratio]:
    """Of kokoro-onnx against stock, and of ours against each of them."""
    found = []
    for (text, threads, engine), mine in _grouped(runs):
        for against in AGAINST.get(engine, (STOCK, PEER, PEER_INT8)):
            theirs = {
                run.round: run
                for run in runs
                if (run.text, run.threads, run.engine) == (text, threads, against)
            }
            pairs = [(run, theirs[run.round]) for run in mine if run.round in theirs]
            for what in COMPARED:
                values = [
                    getattr(one, what) / getattr(other, what)
                    for one, other in pairs
                    if getattr(one, what) and getattr(other, what)
                ]
                if values:
                    middle = round(statistics.median(values), 3)
                    found.append(Ratio(engine, against, text, threads, what, middle))
    return found


def medians(runs: Sequence[Run]) -> list[Run]:
    """One row for each text, number of threads and engine; its round is the number of rounds.
    The rounds of a chapter are its parts: their audio and work are added up."""
    rows = []
    for (text, threads, engine), group in _grouped(runs):
        middle = {
            what: statistics.median(getattr(run, what) for run in group)
            for what in ("audio_s", "wall_s", "rtf", "first_sound_s", "reached")
        }
        if text == "chapter":
            middle["audio_s"] = sum(run.audio_s for run in group)
            middle["wall_s"] = sum(run.wall_s for run in group)
        peaks = [run.peak_mib for run in group if run.peak_mib is not None]
        peak = max(peaks, default=None)
        rows.append(Run(text, engine, threads, len(group), peak_mib=peak, **middle))
    return rows


def _grouped(runs: Sequence[Run]) -> Iterator[tuple[tuple[str, int, str], list[Run]]]:
    keys = dict.fromkeys((run.text, run.threads, run.engine) for run in runs)
    for key in keys:
        yield key, [run for run in runs if (run.text, run.threads, run.engine) == key]


def table(runs: Sequence[Run], changes: Sequence[Change]) -> Iterator[str]:
    """Lines to be printed. The last columns are ratios: of the factor and of the first sound,
    against stock and, where it was there, kokoro-onnx."""
    known = {
        (each.text, each.threads, each.engine, each.against, each.what): f"{each.ratio:.2f}"
        for each in ratios(runs)
    }
    others = [each for each in (STOCK, PEER) if any(run.engine == each for run in runs)]
    yield (
        f"{'text':<10}{'threads':>7} {'engine':<13}{'audio':>8}{'work':>9}{'factor':>8}"
        f"{'first':>9}{'MiB':>7}{'reached':>9}"
        + "".join(f"{'x ' + other:>14}{'first x':>9}" for other in others)
    )
    for row in medians(runs):
        key = row.text, row.threads, row.engine
        memory = "-" if row.peak_mib is None else f"{row.peak_mib:.0f}"
        yield (
            f"{row.text:<10}{row.threads:>7} {row.engine:<13}{row.audio_s:>7.1f}s"
            f"{row.wall_s:>8.2f}s{row.rtf:>8.2f}{row.first_sound_s:>8.2f}s"
            f"{memory:>7}{row.reached:>9.0%}"
            + "".join(
                f"{known.get((*key, other, 'rtf'), '-'):>14}"
                f"{known.get((*key, other, 'first_sound_s'), '-'):>9}"
                for other in others
            )
        )
    for each in changes:
        yield (
            f"One changed word of the chapter, {each.threads} threads, {each.engine}: heard after "
            f"{each.heard_s:.2f} s, whole after {each.kept_s:.2f} s; all of it takes "
            f"{each.whole_s:.0f} s ({each.whole_s / each.heard_s:.0f} times as long), "
            f"stock {each.stock_s:.0f} s ({each.stock_s / each.heard_s:.0f} times)."
        )
