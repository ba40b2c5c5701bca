"""``studio relay bench``: this computer and a server, speaking the same texts in turns."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from studio import script, settings
from studio.commands import output
from studio.commands.bench import machine
from studio.commands.output import complain, count, say
from studio.commands.relay import client_of
from studio.document import SAMPLE_RATE, Sentence
from studio.engines import Engine
from studio.engines.kokoro import KokoroEngine
from studio.errors import CannotWrite, EnvironmentUnusable, StudioError, WrongUse
from studio.relay.abreast import in_order
from studio.relay.estimate import characters
from studio.relay.journal import Entry, Journal, Spoke, journal_file
from studio.relay.meter import HOUR, MILLION, Times, is_local, times
from studio.relay.metered import Metered
from studio.relay.probing import SAMPLE
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine
from studio.spoken import Reading, readings

VOICE, LANGUAGE = "af_heart", "en-us"
PROMPT = "The harbor lights come on before the evening rain."  # 50 characters
PARAGRAPH = (
    "The ferry leaves the harbor before the sun is up. On the quay the nets are folded, the crates "
    "are counted, and somebody brings coffee in a dented can. Nobody talks much. When the engine "
    "starts, the gulls rise from the breakwater and follow the boat as far as the last buoy. "
    "Behind it the water is dark and smooth, and the town on the hill gets smaller with every "
    "minute. By the time the light reaches the roofs, the ferry is only a grey line between two "
    "islands. It will be back before the evening rain, with the mail, a few visitors and the bread "
    "for the week. Until then the harbor belongs to the children."
)
PARAGRAPHS = 3  # at most; each takes this computer half a minute or more
MONTH = 50 * MILLION  # characters
_HOURS_OF_A_MONTH = 730


@dataclass(frozen=True, slots=True)
class Measured:
    """``setup_s``: seconds until the first two words were spoken, from nothing (a speech process
    and its model, or a connection); ``first_sound_s``: of the prompt, as it is spoken to be heard
    at once; ``real_time_factor``: seconds for one second of the paragraph, its sentences spoken
    ``at_once`` as for a file; costs in US dollars; ``month_hours``: of computing, for 50 million
    characters. None for what did not succeed or does not apply."""

    engine: str
    setup_s: float | None
    first_sound_s: Times
    real_time_factor: float | None
    failed: int
    at_once: int
    cost_per_million_usd: float
    month_usd: float
    month_hours: float | None


def run(options: argparse.Namespace) -> int:
    """Raises WrongUse, RelayUnusable, EnvironmentUnusable."""
    if options.rounds < 1:
        raise WrongUse("At least one round is needed.")
    server, client = client_of(options)
    _announce(server, options.rounds)
    chosen = settings.load()
    with (
        KokoroEngine(chosen["threads"], decoder=chosen["decoder"]) as local,
        closing(RelayEngine(client, local.measure)) as there,
    ):
        here = _Bench(local, load=local.load)
        relay = _Bench(there, server.price, server.in_flight)
        for bench in (here, relay):
            bench.set_up()
        with output.bar(options.json, total=options.rounds, unit="round") as bar:
            for turn in range(options.rounds):
                # Who goes first changes, so that a machine whose speed drifts treats both alike.
                for bench in (here, relay) if turn % 2 == 0 else (relay, here):
                    bench.turn(turn < PARAGRAPHS)
                bar.update()
        rows = [here.measured(), relay.measured()]
    if options.json:
        texts = {"setup": SAMPLE, "prompt": PROMPT, "paragraph": PARAGRAPH}
        facts = {"machine": machine(), "server": server.name, "rounds": options.rounds}
        output.report({**facts, "texts": texts, "engines": [_described(row) for row in rows]})
    else:
        for line in told(rows):
            say(line)
    return output.SOME_FAILED if any(row.failed for row in rows) else output.DONE


def _described(row: Measured) -> dict[str, Any]:
    first = {**asdict(row.first_sound_s), "few": row.first_sound_s.few}
    return {**asdict(row), "first_sound_s": first}


def _announce(server: Server, rounds: int) -> None:
    paragraphs = min(rounds, PARAGRAPHS)
    texts = {SAMPLE: 1, PROMPT: rounds, PARAGRAPH: paragraphs}
    length = sum(often * _characters(text) for text, often in texts.items())
    complain(
        f"Sending to {server.name} ({server.base}): {SAMPLE!r}, {count(rounds, 'time')} {PROMPT!r} "
        f"and, sentence by sentence, {count(paragraphs, 'time')} {PARAGRAPH!r}: "
        f"{count(length, 'character')}, ${length * server.price / MILLION:.4f}."
    )


class _Kept(Journal):
    """The journal, which also tells what was added last."""

    def __init__(self) -> None:
        super().__init__(journal_file())
        self.spoken: list[Spoke] = []

    def add(self, entry: Entry) -> None:
        super().add(entry)
        if isinstance(entry, Spoke):
            self.spoken.append(entry)


class _Bench:
    """One engine and what it took. ``load``: what must be done before it speaks."""

    def __init__(
        self,
        engine: Engine,
        price: float = 0.0,
        at_once: int = 1,
        load: Callable[[], None] = lambda: None,
    ) -> None:
        self._kept = _Kept()
        self._engine = Metered(engine, self._kept, price, "bench")
        self._price, self._at_once, self._load = price, at_once, load
        self._setup: float | None = None
        self._first: list[float] = []
        self._work = self._speech = 0.0  # seconds, and seconds, of whole paragraphs
        self._paragraphs = 0
        self._failed = 0

    def set_up(self) -> None:
        begun = time.monotonic()
        self._load()
        loading = time.monotonic() - begun
        if spoke := self._spoken(_sentences(SAMPLE), live=True):
            self._setup = loading + spoke[0].whole

    def turn(self, paragraph: bool) -> None:
        if spoke := self._spoken(_sentences(PROMPT), live=True):
            self._first += [each.first for each in spoke if each.first is not None]
        if paragraph:
            begun = time.monotonic()
            if spoke := self._spoken(_sentences(PARAGRAPH), live=False):
                self._work += time.monotonic() - begun
                self._paragraphs += 1
                self._speech += sum(each.samples for each in spoke) / SAMPLE_RATE

    def measured(self) -> Measured:
        return Measured(
            engine=self._engine.name,
            setup_s=self._setup,
            first_sound_s=times(self._first),
            real_time_factor=self._work / self._speech if self._speech else None,
            failed=self._failed,
            at_once=self._at_once,
            cost_per_million_usd=self._price,
            month_usd=self._price * MONTH / MILLION,
            month_hours=self._hours() if is_local(self._engine.name) else None,
        )

    def _hours(self) -> float | None:
        if not self._paragraphs:
            return None
        return self._work / (self._paragraphs * _characters(PARAGRAPH)) * MONTH / HOUR

    def _spoken(self, sentences: Sequence[Sentence], live: bool) -> Sequence[Spoke]:
        """Empty where one of them failed. Raises EnvironmentUnusable."""
        already = len(self._kept.spoken)
        failures = list(in_order(partial(self._failure, live=live), sentences, self._at_once))
        failed = sum(failure is not None for failure in failures)
        self._failed += failed
        return () if failed else self._kept.spoken[already:]

    def _failure(self, sentence: Sentence, live: bool) -> StudioError | None:
        try:
            for _ in self._engine.speak(sentence, _readings(sentence), live=live):
                pass
        except (EnvironmentUnusable, CannotWrite):
            raise
        except StudioError as error:
            complain(str(error))
            return error
        return None


def _sentences(text: str) -> Sequence[Sentence]:
    return script.read(text, voice=VOICE, speed=1.0, language=LANGUAGE).sentences


def _characters(text: str) -> int:
    """That are sent and paid for: blanks between sentences are not."""
    return characters(_readings(sentence) for sentence in _sentences(text))


def _readings(sentence: Sentence) -> tuple[Reading, ...]:
    return readings(sentence.text, sentence.language)


def told(rows: Sequence[Measured]) -> Iterator[str]:
    """A table with a column for each engine."""
    lines: list[tuple[str, Sequence[str]]] = [
        ("", [row.engine for row in rows]),
        ("ready to speak", [_seconds(row.setup_s) for row in rows]),
        (
            f"first sound of {len(PROMPT)} characters, mean",
            [_seconds(row.first_sound_s.mean) for row in rows],
        ),
        ("  95th percentile", [_p95(row.first_sound_s) for row in rows]),
        (
            f"real-time factor, {_characters(PARAGRAPH)} characters",
            [_number(row.real_time_factor) for row in rows],
        ),
        ("sentences at once", [f"{row.at_once}" for row in rows]),
        ("failed", [f"{row.failed}" for row in rows]),
        ("cost of 1M characters", [f"${row.cost_per_million_usd:.2f}" for row in rows]),
        (f"{MONTH // MILLION}M characters a month", [_month(row) for row in rows]),
    ]
    for name, cells in lines:
        yield f"{name:<38}" + "".join(f" {cell:>22}" for cell in cells)
    if any(row.first_sound_s.few for row in rows):
        yield "* of fewer than 20: too few for a 95th percentile; --rounds 20 has enough."
    if any(row.month_hours is not None and row.month_hours > _HOURS_OF_A_MONTH for row in rows):
        yield f"A month has {_HOURS_OF_A_MONTH} hours: one such computer is not enough for that."


def _month(row: Measured) -> str:
    if not is_local(row.engine):
        return f"${row.month_usd:,.2f}"
    return "-" if row.month_hours is None else f"{row.month_hours:,.0f} h of computing"


def _p95(times: Times) -> str:
    return _seconds(times.p95) + ("*" if times.few else "")


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f} s"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
