"""All that the journal tells, for whoever wants to keep it or to show it: what the engines took and
cost, how the relay compares, what was preferred, and what is advised."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from math import inf
from typing import Any

from studio.errors import escaped
from studio.relay.journal import Compared, Entry, Preferred, Spoke
from studio.relay.meter import HOUR, Figures, Times, figures, is_local
from studio.relay.policy import Policy
from studio.relay.promotion import BUDGET, advice

COLUMNS = ("section", "name", "period", "measure", "value", "limit", "ok")
LAST_HOUR, ALL = "last hour", "all"
CHOICES = ("local", "relay", "none")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_COMPARED = (
    "seconds",
    "relay_seconds",
    "loudness",
    "relay_loudness",
    "distance",
    "starts",
    "worst",
    "same",
    "matches",
)

Report = dict[str, Any]  # what JSON can hold
Row = tuple[Any, ...]


def made(
    entries: Sequence[Entry], now: float, percent: float = 0.0, budget: float = BUDGET
) -> Report:
    """All that there is to tell. Scripts, keys and addresses are not in it, nor the hashes of
    takes. ``now``: seconds since 1970; ``percent`` and ``budget``: as of `advice`."""
    servers = sorted({name for entry in entries if (name := _server(entry))})
    return {
        "from": _date(min((now, *(entry.when for entry in entries)))),
        "until": _date(now),
        "engines": [
            {"period": period, **_described(each)}
            for period, since, until in ((LAST_HOUR, now - HOUR, now), (ALL, 0.0, inf))
            for each in figures(entries, since, until).values()
        ],
        "comparisons": [
            {"server": entry.server, "when": _date(entry.when)}
            | {name: getattr(entry, name) for name in _COMPARED}
            for entry in entries
            if isinstance(entry, Compared)
        ],
        "preferences": [
            {"server": server, **counted}
            for server in servers
            if any((counted := _choices(entries, server)).values())
        ],
        "advice": [_advised(server, entries, percent, budget) for server in servers],
    }


def _server(entry: Entry) -> str:
    """Its name; empty for this computer's engine."""
    if not isinstance(entry, Spoke):
        return entry.server
    return "" if is_local(entry.engine) else entry.engine.partition(":")[2]


def _choices(entries: Sequence[Entry], server: str) -> dict[str, int]:
    made = [
        each.choice for each in entries if isinstance(each, Preferred) and each.server == server
    ]
    return {choice: made.count(choice) for choice in CHOICES}


def _described(each: Figures) -> Report:
    return {
        "engine": each.engine,
        "requests": each.requests,
        "stopped": each.stopped,
        "failed": each.failed,
        "failed_share": each.share(),
        "errors": {
            kind: {"count": number, "share": each.share(kind)}
            for kind, number in each.errors.items()
        },
        "first_sound_s": _times(each.first),
        "whole_s": _times(each.whole),
        "real_time_factor": each.real_time_factor,
        "characters": each.characters,
        "cost_usd": each.cost,
        "cost_per_million_usd": each.cost_per_million,
    }


def _times(times: Times) -> Report:
    return {"count": times.count, "mean": times.mean, "p95": times.p95, "few": times.few}


def _advised(server: str, entries: Sequence[Entry], percent: float, budget: float) -> Report:
    found = advice(Policy(percent), entries, server, budget)
    return {
        "server": server,
        "relay_percent": percent,
        "next_percent": found.next_percent,
        "is_allowed": found.is_allowed,
        "reasons": [{**asdict(reason), "text": str(reason)} for reason in found.reasons],
    }


def _date(when: float) -> str:
    return datetime.fromtimestamp(when, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


# ── as a table for other programs ───────────────────────────────────────────────────────────────


def table(report: Report) -> str:
    """CSV with one number a line, under `COLUMNS`; what is not known is empty, yes and no are 1
    and 0. ``section`` is engine, comparison, preference or advice; ``name`` an engine or a
    server, as `_safe` writes it; ``period`` the last hour, all, or when a comparison was made."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _rows(report):
        writer.writerow(map(_cell, row))
    return file.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return _safe(value)
    return int(value) if isinstance(value, bool) else value


def _safe(text: str) -> str:
    """Spreadsheets would run what begins like a formula (OWASP, CSV Injection)."""
    return "'" * text.startswith(_FORMULA) + escaped(text)


def _rows(report: Report) -> Iterator[Row]:
    for each in report["engines"]:
        for measure, value in _flat(each):
            if measure not in ("engine", "period"):
                yield "engine", each["engine"], each["period"], measure, value, None, None
    for each in report["comparisons"]:
        for measure in _COMPARED:
            yield "comparison", each["server"], each["when"], measure, each[measure], None, None
    for each in report["preferences"]:
        for choice in CHOICES:
            yield "preference", each["server"], ALL, choice, each[choice], None, None
    for each in report["advice"]:
        step = ("advice", each["server"], ALL, "next_percent", each["next_percent"])
        yield *step, None, each["is_allowed"]
        for why in each["reasons"]:
            yield "advice", each["server"], ALL, why["kind"], why["value"], why["limit"], why["ok"]


def _flat(values: Report, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}_")
        else:
            yield prefix + name, value
