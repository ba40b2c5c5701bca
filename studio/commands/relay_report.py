"""``studio relay report``: what the engines took and cost, how the relay compares, and whether that
speaks for the next step."""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from studio import files
from studio.commands import output, reading
from studio.commands.output import count, say
from studio.errors import WrongUse
from studio.relay.journal import Journal, journal_file
from studio.relay.meter import HOUR
from studio.relay.report import ALL, LAST_HOUR, Report, made, table


def run(options: argparse.Namespace) -> int:
    """Raises WrongUse, CannotWrite."""
    now, chosen = time.time(), reading.preferences()
    entries = Journal(journal_file()).entries(*_period(options.since, now))
    report = made(entries, now, chosen["relay_percent"], chosen["budget"])
    if options.json:
        output.report(report)
    elif options.csv == "-":
        for line in table(report).splitlines():
            say(line)
    elif options.csv:
        data = table(report).encode()
        files.write_whole(Path(options.csv), lambda part: part.write_bytes(data))
        say(options.csv)
    else:
        for line in told(report):
            say(line)
    return output.DONE


def _period(hours: float | None, now: float) -> tuple[float, float]:
    """All that there is, or the last hours, in which nothing is that is yet to come."""
    if hours is None:
        return 0.0, math.inf
    if not (math.isfinite(hours) and hours > 0):
        raise WrongUse("--since takes a number of hours above 0.")
    return now - hours * HOUR, now


def told(report: Report) -> Iterator[str]:
    if not report["engines"] and not report["advice"]:
        yield "Nothing has been spoken, compared or preferred."
        return
    for period in (LAST_HOUR, ALL):
        engines = [each for each in report["engines"] if each["period"] == period]
        title = "Last hour" if period == LAST_HOUR else f"Since {report['from']}"
        yield f"{title}:" if engines else f"{title}: nothing spoken."
        yield from _table(engines)
    for each in report["advice"]:
        yield ""
        compared = [row for row in report["comparisons"] if row["server"] == each["server"]]
        choices = [row for row in report["preferences"] if row["server"] == each["server"]]
        yield from _side_by_side(each["server"], compared)
        for row in choices:
            yield (
                f"Heard blind, {each['server']}: {row['relay']} for the relay, "
                f"{row['local']} for this computer, {row['none']} for neither."
            )
        yield from _step(each)


def _table(engines: Sequence[Report]) -> Iterator[str]:
    if not engines:
        return
    yield (
        f"{'engine':<16} {'asked':>6} {'failed':>7} {'first':>7} {'p95':>8} {'whole':>7} "
        f"{'p95':>8} {'factor':>6} {'chars':>9} {'cost':>8} {'per 1M':>7}"
    )
    for each in engines:
        first, whole = each["first_sound_s"], each["whole_s"]
        yield (
            f"{each['engine']:<16} {each['requests']:>6} {_percent(each['failed_share']):>7} "
            f"{_seconds(first['mean']):>7} {_p95(first):>8} "
            f"{_seconds(whole['mean']):>7} {_p95(whole):>8} "
            f"{_number(each['real_time_factor']):>6} {each['characters']:>9} "
            f"{_dollars(each['cost_usd'], 4):>8} {_dollars(each['cost_per_million_usd']):>7}"
        )
    for each in engines:
        if each["errors"]:
            kinds = (
                f"{kind} {row['count']} ({_percent(row['share'])})"
                for kind, row in each["errors"].items()
            )
            yield f"  Errors of {each['engine']}: {', '.join(kinds)}."
    if any(
        0 < each[name]["count"] < 20 for each in engines for name in ("first_sound_s", "whole_s")
    ):
        yield "  * of fewer than 20 answers: too few for a 95th percentile."


def _side_by_side(server: str, rows: Sequence[Report]) -> Iterator[str]:
    if not rows:
        return
    alike, same = (sum(row[name] for row in rows) for name in ("matches", "same"))
    yield f"Compared, {server}: {count(len(rows), 'sentence')}, {alike} alike."
    yield f"  Equal in every sample: {same} (the voice model adds other noise each time)."
    length = [abs(row["relay_seconds"] - row["seconds"]) * 1_000 for row in rows]
    loudness = [
        abs(row["relay_loudness"] - row["loudness"])
        for row in rows
        if row["relay_loudness"] is not None and row["loudness"] is not None
    ]
    starts = [row["starts"] * 1_000 for row in rows if row["starts"] is not None]
    spectrum = [row["distance"] for row in rows if row["distance"] is not None]
    yield (
        f"  Apart, median: length {_median(length, 'ms')}, loudness {_median(loudness, 'LU')}, "
        f"spectrum {_median(spectrum, 'dB')}, word starts {_median(starts, 'ms')}."
    )


def _step(each: Report) -> Iterator[str]:
    if each["next_percent"] is None:
        yield f"{each['server']}: all sentences go through it. What was measured:"
    else:
        yield (
            f"{each['server']}, from {each['relay_percent']:g} to {each['next_percent']:g} %: "
            f"{'advised' if each['is_allowed'] else 'not advised'}. You decide."
        )
    for reason in each["reasons"]:
        yield f"  {'ok' if reason['ok'] else 'no':<3} {reason['text']}"


def _median(values: Sequence[float], unit: str) -> str:
    return f"{statistics.median(values):.3g} {unit}" if values else "-"


def _p95(times: Report) -> str:
    return _seconds(times["p95"]) + ("*" if times["few"] and times["count"] else "")


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f} s"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value * 100:.1f} %"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _dollars(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"${value:.{digits}f}"
