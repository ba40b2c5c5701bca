"""The relay of an open narration: the switch, the server and its key, and what has been sent.

Nothing is sent before the user has agreed to it for the address of the server; turning back is
never a question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from studio.document import Sentence
from studio.engines import Measure
from studio.errors import StudioError
from studio.relay import keys, servers
from studio.relay.estimate import Estimate, estimate
from studio.relay.journal import Entry, Journal, Spoke
from studio.relay.keys import Key
from studio.relay.metered import Metered
from studio.relay.policy import Policy
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine, spoken_text
from studio.routing import Route
from studio.settings import Settings
from studio.takes import TakeStore
from ui.asking import Asking
from ui.relay_threads import RelayThreads
from ui.rendering import Rendering
from ui.shadowing import Shadowing
from ui.synthesis_thread import LoadedEngine

if TYPE_CHECKING:
    from studio.relay.client import Client


@dataclass(frozen=True, slots=True)
class Consent:
    """What is about to leave this computer, to be shown before it does for the first time:
    ``policy`` would be the switch, ``estimate`` what is not rendered yet would cost."""

    server: Server
    policy: Policy
    sentences: int
    estimate: Estimate


class Watched(Journal):
    """A journal that also tells what is added, on whatever thread that is."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tell: Callable[[Entry], object] = lambda entry: None

    def add(self, entry: Entry) -> None:
        super().add(entry)
        self.tell(entry)


class LocalEngine(Metered):
    """This computer's engine, watched."""

    def __init__(self, engine: LoadedEngine, watched: Watched) -> None:
        super().__init__(engine, watched)
        self.load, self.close, self.measure = engine.load, engine.close, engine.measure


class Relaying(QObject):
    """``changed``: the switch, the servers or a key. ``consent_wanted`` carries a Consent, which
    `agree` or `decline` answers. ``noted``: there is an entry more. ``tested`` carries what
    `probing.offers` found, or the StudioError. ``listed``: the `voices` of the server are known.
    ``inquired``: a server was asked for something that is no sentence. ``waiting`` carries the
    seconds that a busy server is left alone. ``failed`` carries the StudioError for which the
    switch was not turned."""

    changed = Signal()
    consent_wanted = Signal(object)
    noted = Signal()
    tested = Signal(object)
    listed = Signal()
    inquired = Signal()
    waiting = Signal(float)
    failed = Signal(object)

    def __init__(
        self,
        rendering: Rendering,
        store: TakeStore,
        measure: Measure,
        watched: Watched,
        chosen: Callable[[], Settings],
        change: Callable[..., bool],
        client: Callable[..., Client] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rendering, self._store, self._measure = rendering, store, measure
        self._chosen, self._change = chosen, change
        self._make_client = client
        self._asking = Asking(self)
        self._watched = watched
        watched.tell = self._note_later
        self.entries: list[Entry] = []  # of this session
        self.began = time.time()
        self.sent = 0  # characters, since the window was opened, and
        self.asked_for_voices: dict[str, None] = {}  # the names of servers that were, in order,
        self.put_to_the_test: dict[str, None] = {}  # and of those
        self.key_place = ""  # "environment", "keyring" or "", as far as known
        self._turns = 0  # how often the switch was to be turned
        self._pending: tuple[Server, Policy, Key] | None = None
        self._voices: dict[Server, tuple[str, ...]] = {}  # as listed; none while it is asked
        self._in_use: tuple[Server, Key] | None = None  # what the threads speak with
        self._threads: RelayThreads | None = None
        self.shadowing = Shadowing(store, self._watched, self)

    def end(self) -> None:
        self._asking.end()
        self.shadowing.end()

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def policy(self) -> Policy:
        """As the switch stands."""
        return self._rendering.route.policy

    @property
    def servers(self) -> tuple[Server, ...]:
        """The user's own and the presets, in order; one of the user's hides its namesake."""
        own = servers.own(self._chosen()["servers"])
        names = {server.name.casefold() for server in own}
        return (*own, *(each for each in servers.PRESETS if each.name.casefold() not in names))

    @property
    def server(self) -> Server:
        wanted = self._chosen()["server"].casefold()
        every = self.servers
        first = next(each for each in every if each.name == servers.PRESETS[0].name)
        return next((each for each in every if each.name.casefold() == wanted), first)

    @property
    def fallback(self) -> bool:
        return bool(self._chosen()["fallback"])

    @property
    def is_agreed(self) -> bool:
        """Whether scripts may be sent to the server. Where the one that the user chose is not
        there any more, they were not meant for another."""
        chosen, server = self._chosen(), self.server
        is_meant = chosen["server"].casefold() in ("", server.name.casefold())
        return is_meant and server.base in chosen["agreed"]

    @property
    def voices(self) -> tuple[str, ...]:
        """What the server lists; none as long as that is not known."""
        return self._voices.get(self.server, ())

    def estimate(self) -> tuple[int, Estimate]:
        """How many sentences are to be rendered, and what that takes here and costs there."""
        missing = self._rendering.missing()
        characters = sum(map(self._length, missing))
        return len(missing), estimate(characters, self.entries, self.server.price)

    def _length(self, sentence: Sentence) -> int:
        """Characters that would be sent; about that many where it was not read yet, which takes
        too long for many."""
        readings = self._rendering.known_readings(sentence)
        return len(spoken_text(readings, self.server.markup) if readings else sentence.text)

    def past(self, since: float, done: Callable[[tuple[Entry, ...]], object]) -> None:
        """Give ``done`` the entries from ``since`` on (seconds since 1970), of all windows and
        commands."""
        self._asking.ask(lambda: self._watched.entries(since), done, lambda error: None)

    # ── the switch ──────────────────────────────────────────────────────────────────────────────

    def set_percent(self, percent: float) -> None:
        """Let the relay speak this share of the sentences; the sentences that have a take keep
        it until `respeak`."""
        self._turn(replace(self._wanted, relay_percent=percent))

    def set_shadow(self, on: bool) -> None:
        self._turn(replace(self._wanted, shadow=on))

    def set_fallback(self, on: bool) -> None:
        if self._change(fallback=on):
            self._apply(self.policy)

    def set_budget(self, seconds: float) -> None:
        """Until the first sound of a short text; the advice goes by it."""
        if self._change(budget=seconds):
            self.changed.emit()

    def set_listening(self, percent: float) -> None:
        """How much of what is compared from now on is to be heard blindly."""
        if self._change(listening=percent):
            self.shadowing.listening = percent
            self.changed.emit()

    def respeak(self) -> None:
        """Drop the takes that another engine made than the switch names now."""
        self._rendering.respeak()

    def resume(self) -> None:
        """Ask the server again, though nothing came from it."""
        if self._threads is not None:
            self._rendering.resume_relay()
        elif self._wanted != Policy():
            self._turn(self._wanted)

    def restore(self) -> None:
        """Turn the switch as it stood when the program ended."""
        if self._wanted != Policy() and self.is_agreed:
            self._turn(self._wanted)
        elif self.is_agreed:
            self._apply(Policy())  # takes that it made are known again

    @property
    def _wanted(self) -> Policy:
        chosen = self._chosen()
        return Policy(chosen["relay_percent"], chosen["shadow"])

    def _turn(self, policy: Policy) -> None:
        self._turns += 1
        self._pending = None
        if policy == Policy() or (self._in_use is not None and self._in_use[0] == self.server):
            self._settle(policy)
        else:
            server = self.server
            self._asking.ask(
                lambda: (keys.find(server), keys.where(server)),
                partial(self._key_found, self._turns, server, policy),
                partial(self._not_turned, self._turns),
            )

    def _key_found(self, turn: int, server: Server, policy: Policy, found: tuple[Key, str]) -> None:
        if turn != self._turns or server != self.server:
            return
        key, self.key_place = found
        if self.is_agreed:
            self._use(server, key)
            self._settle(policy)
            return
        self._pending = server, policy, key
        sentences, cost = self.estimate()
        self.consent_wanted.emit(Consent(server, policy, sentences, cost))

    def _not_turned(self, turn: int, error: StudioError) -> None:
        if turn == self._turns:
            self.changed.emit()
            self.failed.emit(error)

    def agree(self) -> None:
        """What the last Consent shows may be sent."""
        if self._pending is None:
            return
        (server, policy, key), self._pending = self._pending, None
        if server != self.server:  # it was changed meanwhile, and was not what was shown
            self.changed.emit()
            return
        agreed = dict.fromkeys((*self._chosen()["agreed"], server.base))
        if self._change(agreed=list(agreed), server=server.name):
            self._use(server, key)
            self._settle(policy)

    def decline(self) -> None:
        """The switch stays where it is, and is not to be turned at another occasion either."""
        if self._pending is not None:
            self._pending = None
            now = self.policy
            self._change(relay_percent=float(now.relay_percent), shadow=now.shadow)
        self.changed.emit()

    def _use(self, server: Server, key: Key) -> None:
        """Make the threads that speak through this server."""
        client = self._client(server, key, waiting=self._wait)
        auditioning = self._client(server, key, waiting=self._wait)
        self._threads = RelayThreads(
            self._metered(client, "take"),
            self._metered(auditioning, "audition"),
            server.in_flight,
            self._store,
        )
        self._in_use = server, key
        shadowing = self._metered(self._client(server, key), "shadow")
        self.shadowing.use(server, shadowing)

    def _client(self, server: Server, key: Key, **more: Any) -> Client:
        if self._make_client is None:  # the window is there sooner without it
            from studio.relay.client import Client

            self._make_client = Client
        listing = partial(self._inquire_later, self.asked_for_voices, server)
        return self._make_client(server, key, listing=listing, **more)

    def _metered(self, client: Client, purpose: str) -> _Engine:
        return _Engine(client, self._measure, self._watched, purpose)

    def _settle(self, policy: Policy) -> None:
        if self._change(relay_percent=float(policy.relay_percent), shadow=policy.shadow):
            self._apply(policy)

    def _apply(self, policy: Policy) -> None:
        server = self.server if self.is_agreed else None
        self._rendering.set_route(Route(policy, server, self.fallback), self._threads)
        self.shadowing.listening = self._chosen()["listening"]
        self.shadowing.is_on = policy.shadow
        self.changed.emit()
        if policy.relay_percent and self._in_use and self._in_use[0] not in self._voices:
            self._ask_for_voices(*self._in_use)

    # ── servers and keys ────────────────────────────────────────────────────────────────────────

    def choose_server(self, name: str) -> None:
        """Speak through another server; the switch stays where it is, once that one's key is
        found and its address agreed to. Until then everything is spoken here."""
        if name.casefold() != self.server.name.casefold() and self._change(server=name):
            self._server_changed()

    def keep_server(self, server: Server, before: str = "") -> None:
        """Keep a server of the user's own, in the place of the one called ``before``."""
        rows = [
            row
            for row in self._chosen()["servers"]
            if row["name"].casefold() not in (before.casefold(), server.name.casefold())
        ]
        was_chosen = self.server.name.casefold() == before.casefold()
        wanted = server.name if was_chosen or not before else self._chosen()["server"]
        if self._change(servers=[*rows, servers.row(server)], server=wanted):
            self._server_changed()

    def forget_server(self, name: str) -> None:
        """Only what the user added; a preset shows again."""
        rows = [r for r in self._chosen()["servers"] if r["name"].casefold() != name.casefold()]
        if self._change(servers=rows):
            self._server_changed()

    def _server_changed(self) -> None:
        if self._in_use is None or self._in_use[0] != self.server:
            self._leave_server()
            wanted, self._pending = self._wanted, None
            self._apply(Policy())
            if wanted != Policy():
                self._turn(wanted)
        self.look_for_key()
        self.changed.emit()

    def _leave_server(self) -> None:
        self._in_use = self._threads = None
        self.shadowing.use(None, None)

    def look_for_key(self) -> None:
        """Find out where the key of the server is kept; ``changed`` tells."""
        server = self.server
        self._asking.ask(
            lambda: keys.where(server), partial(self._key_looked_for, server), lambda error: None
        )

    def _key_looked_for(self, server: Server, place: str) -> None:
        if server == self.server and place != self.key_place:
            self.key_place = place
            self.changed.emit()

    def keep_key(self, value: str) -> None:
        """Keep a key for the server in the system keyring."""
        server = self.server
        self._asking.ask(lambda: keys.keep(server, value), self._key_changed, self.failed.emit)

    def forget_key(self) -> None:
        server = self.server
        self._asking.ask(lambda: keys.forget(server), self._key_changed, self.failed.emit)

    def _key_changed(self, _: object) -> None:
        self._leave_server()
        self._voices.clear()  # another key may open others
        wanted = self._wanted
        self._apply(Policy())
        if wanted != Policy():
            self._turn(wanted)
        self.key_place = ""
        self.look_for_key()
        self.changed.emit()

    def test(self) -> None:
        """Find out what the server offers; it is sent a few words that are not the user's."""
        server = self.server

        def question() -> Any:
            from studio.relay import probing

            client = self._client(server, keys.find(server))
            self._inquire_later(self.put_to_the_test, server)
            try:
                return probing.offers(client)
            finally:
                client.close()

        def answered(offer: Any) -> None:
            self._know_voices(server, offer.voices)
            self.tested.emit(offer)

        self._asking.ask(question, answered, self.tested.emit)

    def _ask_for_voices(self, server: Server, key: Key) -> None:
        """Once: who does not tell is not asked again before it is tested."""
        self._voices[server] = ()

        def question() -> tuple[str, ...]:
            client = self._client(server, key)
            try:
                return client.voices()
            finally:
                client.close()

        self._asking.ask(question, partial(self._know_voices, server), lambda error: None)

    def _know_voices(self, server: Server, names: tuple[str, ...]) -> None:
        self._voices[server] = names
        self.listed.emit()

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    def _wait(self, seconds: float) -> None:
        self._asking.tell(partial(self.waiting.emit, seconds))

    def _inquire_later(self, asked: dict[str, None], server: Server) -> None:
        self._asking.tell(partial(self._inquire, asked, server.name))

    def _inquire(self, asked: dict[str, None], server: str) -> None:
        asked[server] = None
        self.inquired.emit()

    def _note_later(self, entry: Entry) -> None:
        self._asking.tell(partial(self._note, entry))

    def _note(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry, Spoke) and entry.engine.startswith("relay:"):
            self.sent += entry.characters
        self.noted.emit()


class _Engine(Metered):
    """A metered relay that can be closed, and asked again after what befalls every sentence."""

    def __init__(self, client: Client, measure: Measure, watched: Watched, purpose: str) -> None:
        self._relay = RelayEngine(client, measure)
        self.resume = client.resume
        super().__init__(self._relay, watched, client.server.price, purpose)

    def close(self) -> None:
        self._relay.close()
