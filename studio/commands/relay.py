"""``studio relay`` and the relay's part of ``studio narrate``."""

from __future__ import annotations

import argparse
import getpass
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from studio import synthesis, voices
from studio.commands import output, reading
from studio.commands.output import complain, count, say
from studio.engines.kokoro import KokoroEngine
from studio.errors import RelayKeyUnusable, RelayUnusable, StudioError, WrongUse, escaped
from studio.relay import estimate, keys, policy, probing, servers
from studio.relay.abreast import in_order
from studio.relay.client import Client
from studio.relay.journal import Entry, Journal
from studio.relay.meter import MILLION
from studio.relay.metered import Metered
from studio.relay.policy import Policy
from studio.relay.probing import Format, Offer, Speed
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine, relay_key
from studio.settings import Settings
from studio.synthesis import Failed, Job, Ready, Takes

WORTH_TELLING = 2.0  # seconds of waiting
# Sentences whose sound is there and whose words are not: so many, at most, and as a multiple of
# those that are asked for at once.
_WAITING, _WAITING_EACH = 100, 7
_PATIENCE = 6.0  # seconds for their words when nothing more is asked for
_LONGEST_KEY = 10_000  # bytes


@dataclass(frozen=True, slots=True)
class Route:
    """Which sentences go through which server; with ``fallback`` the local engine speaks those
    that the server does not."""

    policy: Policy
    server: Server
    key: keys.Key
    fallback: bool


def route(options: argparse.Namespace, chosen: Settings) -> Route | None:
    """What the options of a command name, None where nothing leaves this computer. Raises
    WrongUse, RelayKeyUnusable."""
    wanted = policy.parse(options.engine)
    if not wanted.relay_percent:
        if wanted is policy.LOCAL and (options.server or options.fallback):
            raise WrongUse("--server and --fallback need --engine relay or canary:N.")
        return None
    server = _server(options, chosen)
    return Route(wanted, server, keys.find(server), options.fallback)


def routed(route: Route, jobs: Sequence[Job]) -> list[Job]:
    """The jobs, those that go through the relay under the keys of its takes."""
    return [
        replace(job, key=relay_key(route.server, job.sentence, job.readings))
        if route.policy.relays(job.key)
        else job
        for job in jobs
    ]


def announce(route: Route, jobs: Sequence[Job], entries: Sequence[Entry]) -> None:
    """Say what is about to leave this computer, and what it would take here, where ``entries`` of
    the journal tell."""
    characters = estimate.characters((job.readings for job in jobs), route.server.markup)
    expected = estimate.estimate(characters, entries, route.server.price)
    complain(
        f"{count(len(jobs), 'sentence')} ({count(characters, 'character')}, "
        f"${expected.cost:.4f}) with voice and speed: sent to {route.server.name} "
        f"({route.server.base})."
    )
    if expected.seconds is not None:
        complain(f"On this computer they would be {output.about(expected.seconds)} of work.")


def render(
    route: Route, jobs: Sequence[Job], takes: Takes, local: KokoroEngine, journal: Journal
) -> Generator[Ready | Failed, None, None]:
    """Speak jobs through the relay, several at once, in order. Ends early, with what is wrong
    said, where nothing can be got from it and the local engine takes over. Raises RelayUnusable,
    EnvironmentUnusable, CannotWrite."""
    client = Client(route.server, route.key, waiting=_tell_waiting)
    engine = RelayEngine(client, local.measure)
    metered = Metered(engine, journal, route.server.price)

    def spoken(job: Job) -> Ready | Failed:
        return next(synthesis.render([job], metered, takes))

    def load() -> None:
        with suppress(StudioError):  # it is met where it matters
            local.load()

    threading.Thread(target=load, daemon=True).start()  # words are timed by the local model
    try:
        # More than may ask at once: some have their sound, and wait for its words.
        at_once = route.server.in_flight
        waiting = min(_WAITING, _WAITING_EACH * at_once)
        # What has been spoken, and paid for, is kept though the rest is given up.
        yield from in_order(spoken, jobs, at_once + waiting, engine.close, _PATIENCE)
    except RelayKeyUnusable:
        raise
    except RelayUnusable as error:
        if not route.fallback:
            raise
        complain(f"{error} What it has not spoken is spoken on this computer.")
    finally:
        engine.close()


def _tell_waiting(seconds: float) -> None:
    if seconds >= WORTH_TELLING:
        complain(f"The relay: waiting {seconds:.0f} s.")


def run_test(options: argparse.Namespace) -> int:
    """Speak a few words through a server, and say what it offers. Raises RelayUnusable,
    RelayFailed."""
    server, client = client_of(options)
    if not options.json:
        price = probing.CHARACTERS * server.price / MILLION
        complain(
            f"Sending {probing.TEXTS} short texts ({probing.CHARACTERS} characters in all, "
            f"${price:.4f}), {probing.SAMPLE!r} first, to {server.name} ({server.base})."
        )
    try:
        found = probing.offers(client, (options.voice or "").removesuffix(voices.AT_RELAY))
    finally:
        client.close()
    if options.json:
        output.report({"server": server.name, "base": server.base, **_facts(found)})
    else:
        for line in _told(found):
            say(line)
    return output.DONE


def _facts(found: Offer) -> dict[str, Any]:
    facts = asdict(found)
    facts["first_sound_s"], facts["whole_s"] = facts.pop("first"), facts.pop("whole")
    facts["speeds"] = [{**asdict(each), "is_heard": each.is_heard} for each in found.speeds]
    return {**facts, "characters": probing.CHARACTERS}


def _told(found: Offer) -> Iterator[str]:
    yield (
        f"{found.seconds:.1f} s of speech by {found.voice} in {found.whole:.2f} s, "
        f"the first of it after {found.first:.2f} s."
    )
    yield f"Voices: {_voices_told(found)}."
    yield f"Speeds: {', '.join(map(_speed_told, found.speeds))}."
    yield f"Formats: {', '.join(map(_format_told, found.formats))}."
    yield f"Streams: {'yes' if found.streams else 'no, sound comes when all of it is there'}."
    captions = {None: "not known, it failed when asked", 0: "no"}
    yield f"Captions: {captions.get(found.captions, 'yes')}."


def _voices_told(found: Offer) -> str:
    if found.voices:
        return f"{len(found.voices)} listed"
    families = ", ".join(
        family.pattern if family.is_certain else f"{family.pattern} (rolling out, may be missing)"
        for family in found.families
    )
    return f"not listed; its documentation names {families}" if families else "not listed"


def _speed_told(speed: Speed) -> str:
    if speed.is_accepted is None:
        return f"{speed.speed:g} not known ({speed.reason})"
    if not speed.is_accepted:
        return f"{speed.speed:g} refused ({speed.reason})"
    if not speed.is_heard:
        return f"{speed.speed:g} accepted, but nothing changes"
    return f"{speed.speed:g} ({speed.factor:.1f} times as long)"


def _format_told(format: Format) -> str:
    if not format.came:
        return f"no {format.asked} ({format.reason})"
    return (
        format.asked
        if format.asked == format.came.lower()
        else (f"{format.came} instead of {format.asked}")
    )


def run_voices(options: argparse.Namespace) -> int:
    """The voices of a server and of this computer, side by side."""
    server, client = client_of(options)
    try:
        there = client.voices()
    finally:
        client.close()
    here = voices.voices()
    if options.json:
        output.report({"server": server.name, "voices": list(there), "local": list(here)})
        return output.DONE
    if not there:
        say(f"{server.name} does not list its voices.")
    for name in sorted({*there, *here}) if there else ():
        say(f"{name:<16} {'relay' if name in there else '':<6} {'local' if name in here else ''}")
    return output.DONE


def run_key(options: argparse.Namespace) -> int:
    """Keep the key of a server in the system keyring, or forget it. Raises RelayKeyUnusable."""
    if options.given:
        raise WrongUse(
            "A key does not belong in a command line, where other programs can read it; "
            "type it when asked, or pipe it in."
        )
    server = _server(options, reading.preferences())
    if options.forget:
        done = "forgotten" if keys.forget(server) else "not there"
    else:
        keys.keep(server, _typed(server))
        done = "kept"
    origin = keys.where(server)
    if options.json:
        output.report({"server": server.name, "base": server.base, "key": done, "where": origin})
        return output.DONE
    say(f"The key for {server.name} ({server.base}): {done} in the system keyring.")
    if origin == keys.ENVIRONMENT:
        say(f"{server.key_variable} is set, and the key in it is used first.")
    return output.DONE


def _typed(server: Server) -> str:
    """What is typed unseen or piped in, which may be in any encoding."""
    if sys.stdin is None:
        return ""
    if not sys.stdin.isatty():
        return sys.stdin.buffer.read(_LONGEST_KEY).decode("utf-8", "replace")
    try:
        return getpass.getpass(f"The key for {escaped(server.name)} (it is not shown): ")
    except EOFError:
        return ""


def client_of(options: argparse.Namespace) -> tuple[Server, Client]:
    """The server that the options name, and what asks it. Raises WrongUse, RelayKeyUnusable."""
    server = _server(options, reading.preferences())
    return server, Client(server, keys.find(server), waiting=_tell_waiting)


def _server(options: argparse.Namespace, chosen: Settings) -> Server:
    return servers.find(options.server or "", servers.own(chosen["servers"]))
