"""Asking a server, patiently: what may go well the next time is asked again, and what will not
is told in its own words, unless they are the script's.

httpx, and not the `openai` package: that one needs pydantic and retries by rules of its own, and
all that is wanted of it is one request.
"""

from __future__ import annotations

import base64
import email.utils
import json
import logging
import math
import random
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from studio.errors import (
    NoCaptions,
    RelayBrokeOff,
    RelayBusy,
    RelayFailed,
    RelayKeyUnusable,
    RelayUnreachable,
    RelayUnusable,
    RelayVoiceUnknown,
    StudioError,
)
from studio.relay import keys, pacing, stopwatch
from studio.relay.deadline import Until, heeded
from studio.relay.echo import echoes
from studio.relay.keys import Key
from studio.relay.servers import Server
from studio.relay.sound import CutShort, Decoder, NotSound, TooLong, longest, message

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

Stamp = tuple[str, float, float]  # a word or mark, and its start and end in seconds

log = logging.getLogger(__name__)

# What we send is in words already. Kokoro-FastAPI would put it into words once more, and reads
# "plus one" into the markup for stress.
VERBATIM: Mapping[str, Any] = {"normalization_options": {"normalize": False}}

_ROOM = 4_000_000  # bytes that any answer may have, and
_ROOM_FOR_CHARACTER = 60_000  # more for each character that is spoken: 0.15 s in the widest format
_AGE = 1e6  # seconds; whoever wants to be left alone for longer is not asked again anyway
_AGAIN = (408, 425)  # statuses below 500 that are worth another try


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, and how often is asked in all: after no connection or a broken answer (``tries``),
    after silence on the line (``stalls``), and when the server is busy (``busy``). Waits between
    two tries grow from ``first_wait``, and are as long as the server wants them if that is longer.

    One answer may take ``answer`` seconds and ``character`` more for each character, however
    steadily it drips; nobody waits longer than ``longest`` between two tries."""

    connect: float = 5.0
    read: float = 30.0
    answer: float = 30.0
    character: float = 0.06
    first_wait: float = 0.5
    longest: float = 60.0
    tries: int = 3
    stalls: int = 2
    busy: int = 4


@dataclass(frozen=True, eq=False, slots=True)
class Probe:
    """One answer: its sound, ``format`` as `studio.relay.sound.Decoder` names it, the seconds
    until the first of it could be heard and until it was whole, and whether it was sent in chunks
    while its length was not known yet."""

    sound: np.ndarray
    format: str
    first: float
    whole: float
    is_chunked: bool


class _Again(Exception):
    """This try failed, the next may not. ``kind``: a field of Patience that counts tries;
    ``error`` is raised when there is no next; ``wait``: seconds, where the server names them."""

    def __init__(self, kind: str, error: StudioError, wait: float = 0.0) -> None:
        self.kind, self.error, self.wait = kind, error, wait
        super().__init__(kind)

    def final(self, wait: float) -> StudioError:
        """The error, where after ``wait`` seconds there would be another try."""
        if isinstance(self.error, RelayBusy):
            return RelayBusy(self.error.server, math.ceil(wait))
        return self.error

    @property
    def why(self) -> tuple[str, str]:
        """The reason that the error tells, and its kind."""
        return getattr(self.error, "reason", str(self.error)), getattr(self.error, "kind", "other")


class _Asking(threading.local):
    """What the running thread asks for: once more, or for the first time."""

    again = False


class Client:
    """For one server; calls may come from several threads. What befalls all of them (RelayUnusable)
    is met once: who has not asked yet, or waits to ask again, gets the same error, and so does
    whoever comes after that and before `resume`.

    ``waiting`` is told the seconds before each wait that lasts; ``sleep`` waits for some seconds
    and says whether it was wanted to stop meanwhile; ``listing`` is called before the list of
    voices is asked for.
    """

    def __init__(
        self,
        server: Server,
        key: Key,
        patience: Patience | None = None,
        waiting: Callable[[float], None] = lambda seconds: None,
        sleep: Callable[[float], bool] | None = None,
        listing: Callable[[], object] = lambda: None,
    ) -> None:
        self.server, self._key = server, key
        self._patience = patience or Patience()
        self._waiting, self._listing = waiting, listing
        self._stopped = threading.Event()
        self._over: RelayUnusable | None = None  # why nobody is to ask any more
        self._resumed = 0  # times
        self._awake = threading.Event()  # it is stopped, or over
        self._sleep = sleep
        self._pace = pacing.shared(server, key)
        self._asking = _Asking()
        self._lock = threading.Lock()
        self._http: httpx.Client | None = None

    def sound(self, text: str, voice: str, speed: float, language: str = "") -> np.ndarray:
        """A text as float32 samples at 24 kHz, in the voice's own language or that of one of
        Kokoro's letters, where the server can be told. Raises RelayFailed and RelayUnusable."""
        wanted = self._wanted(text, voice, speed, language)
        return self._tried(lambda: np.concatenate(list(self._spoken(wanted))))

    def captioned(
        self, text: str, voice: str, speed: float, language: str = ""
    ) -> tuple[np.ndarray, tuple[Stamp, ...]]:
        """The same with the server's own times of what it says."""
        wanted = self._wanted(text, voice, speed, language)
        return self._tried(lambda: self._captioned(wanted))

    def stream(
        self, text: str, voice: str, speed: float, language: str = ""
    ) -> Iterator[np.ndarray]:
        """The same while it arrives. What breaks off after its first samples were given is not
        asked for again, or they would be heard twice: it raises RelayBrokeOff."""

        def first() -> tuple[np.ndarray, Iterator[np.ndarray]]:
            pieces = self._spoken(self._wanted(text, voice, speed, language))
            return next(pieces), pieces

        piece, pieces = self._tried(first)
        try:
            yield piece
            yield from pieces
        except _Again as again:
            raise RelayBrokeOff(self.server.name, *again.why) from None
        finally:
            pieces.close()  # type: ignore[attr-defined]

    def probe(self, text: str, voice: str, speed: float = 1.0, format: str = "wav") -> Probe:
        """A text in one of the formats that servers name, and how it came. Raises as `sound`."""
        wanted = {**self._wanted(text, voice, speed), "response_format": format}
        return self._tried(lambda: self._probed(wanted))

    def voices(self) -> tuple[str, ...]:
        """The voices that the server lists, or none where it lists none. Raises RelayUnusable."""
        self._listing()
        for path, name in (("/audio/voices", "voices"), ("/models", "data")):
            try:
                if found := [each for each in self.listing(path, name) if "_" in each]:
                    return tuple(sorted(set(found)))
            except RelayFailed as error:
                log.info("no list of voices: %s", error)
        return ()

    def listing(self, path: str, name: str) -> tuple[str, ...]:
        """Names or ids in the list that JSON at ``path`` has under ``name``; empty for anything
        else, and what no name can be is left out: too long, not to be shown, or with a part of
        the key in it. Raises RelayFailed, RelayUnusable."""
        body = self._tried(lambda: self._got(self.server.base + path))
        try:
            content = json.loads(body)
        except (ValueError, RecursionError):
            return ()
        rows = content.get(name) if isinstance(content, dict) else content
        named = rows if isinstance(rows, list) else ()
        found = (row.get("id", row.get("name")) if isinstance(row, dict) else row for row in named)
        return tuple(
            each for each in found if isinstance(each, str) and self._key.redacted(each) == each
        )

    def resume(self) -> None:
        """Ask again, whatever befell all before."""
        with self._lock:
            self._over = None
            self._resumed += 1
            if not self._stopped.is_set():
                self._awake.clear()

    def close(self) -> None:
        """What waits stops; what is under way is given up."""
        with self._lock:
            self._stopped.set()
            self._awake.set()
            http, self._http = self._http, None
        if http is not None:
            http.close()

    # ── one try ─────────────────────────────────────────────────────────────────────────────────

    def _spoken(self, wanted: Mapping[str, Any]) -> Iterator[np.ndarray]:
        """At least one array that is not empty."""
        with self._speech(wanted) as (answer, parts):
            decoder = _decoder(answer.headers, wanted)
            yield from self._decoded(parts, decoder, wanted["input"])

    def _probed(self, wanted: Mapping[str, Any]) -> Probe:
        watch = stopwatch.Stopwatch()
        with watch.running(), self._speech(wanted) as (answer, parts):
            decoder = _decoder(answer.headers, wanted)
            sound = np.concatenate(list(self._decoded(parts, decoder, wanted["input"])))
            is_chunked = "chunked" in answer.headers.get("transfer-encoding", "").lower()
        return Probe(sound, decoder.format, watch.first or 0.0, watch.seconds, is_chunked)

    def _speech(
        self, wanted: Mapping[str, Any], url: str = ""
    ) -> AbstractContextManager[tuple[httpx.Response, Iterator[bytes]]]:
        return self._answer("POST", url or self.server.base + "/audio/speech", wanted)

    def _captioned(self, wanted: Mapping[str, Any]) -> tuple[np.ndarray, tuple[Stamp, ...]]:
        body = {**wanted, "stream": False, "return_timestamps": True}
        with self._speech(body, self.server.captioned_address) as (_, parts):
            data = b"".join(parts)
        try:
            content = json.loads(data)
            audio = base64.b64decode(content["audio"])
            rows = content.get("timestamps") or ()
            stamps = [(row["word"], row["start_time"], row["end_time"]) for row in rows]
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            what, said = "its answer is no captioned speech", message(data)
            raise self._failed(what, said, sent=wanted["input"]) from None
        sound = np.concatenate(list(self._decoded([audio], _decoder({}, wanted), wanted["input"])))
        return sound, tuple(stamp for stamp in stamps if _is_stamp(stamp))

    def _wanted(self, text: str, voice: str, speed: float, language: str = "") -> dict[str, Any]:
        told = dict(VERBATIM) if self.server.markup else {}
        if told and language and language != voice[:1]:
            told["lang_code"] = language
        return {
            "model": self.server.model,
            "voice": voice,
            "input": text,
            "response_format": "wav",
            "speed": speed,
            **told,
            **({"stream": True} if self.server.stream else {}),
        }

    def _decoded(self, parts: Iterable[bytes], decoder: Decoder, sent: str) -> Iterator[np.ndarray]:
        is_heard = False
        try:
            for part in parts:
                if len(sound := decoder.feed(part)):
                    is_heard = True
                    stopwatch.marked()
                    yield sound
            if len(sound := decoder.finish()):
                stopwatch.marked()
                yield sound
            elif not is_heard:  # a few samples, of which none is left at our rate
                raise self._failed("its answer is empty")
        except CutShort:
            raise _Again("tries", self._failed("its answer breaks off")) from None
        except TooLong as found:
            raise RelayBrokeOff(self.server.name, found.what, "answer") from None
        except NotSound as found:
            raise self._failed(found.what, found.message, sent=sent) from None

    def _got(self, url: str) -> bytes:
        with self._answer("GET", url) as (_, parts):
            return b"".join(parts)

    @contextmanager
    def _answer(
        self, method: str, url: str, wanted: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[httpx.Response, Iterator[bytes]]]:
        """A good answer and its bytes; everything else is raised. ``wanted``: speech."""
        import httpx

        patience = self._patience
        characters = len(wanted["input"]) if wanted else 0
        seconds = patience.answer + patience.character * characters
        until = Until(patience.read, float("inf"))
        try:
            http = self._opened()  # before its turn, as it takes its time
            with ExitStack() as stack:
                stack.enter_context(self._pace.request(self._go_on, self._asking.again))
                stack.enter_context(self._ending())  # before the next one starts
                until = Until(patience.read, time.monotonic() + seconds)
                limits = {"connect": patience.connect, "read": until, "write": patience.read}
                answer = stack.enter_context(
                    http.stream(
                        method,
                        url,
                        json=wanted,
                        headers=self._key.headers,
                        extensions={"timeout": limits},
                    )
                )
                parts = self._guarded(answer, characters, until)
                if not answer.is_success:
                    self._refuse(answer, parts, wanted or {})
                self._pace.faster()
                yield answer, parts
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            unreachable = RelayUnreachable(self.server.name, self._reason(error))
            raise _Again("tries", unreachable) from None
        except httpx.TimeoutException:
            what = f"it took longer than {seconds:.0f} s"
            what = what if until.is_over else "it does not go on answering"
            raise _Again("stalls", self._failed(what, kind="timeout")) from None
        except (httpx.TransportError, httpx.DecodingError) as error:
            if isinstance(error, httpx.LocalProtocolError | httpx.UnsupportedProtocol):
                raise RelayUnusable(self.server.name, "it cannot be asked in this way") from None
            raise _Again("tries", self._failed("the connection broke off")) from None
        except RuntimeError:
            if not self._stopped.is_set():
                raise
            raise self._was_stopped() from None

    def _guarded(self, answer: httpx.Response, characters: int, until: Until) -> Iterator[bytes]:
        """The bytes of an answer, within a time and a size that fit the text."""
        import httpx

        if len(answer.headers.get_list("content-encoding", split_commas=True)) > 1:
            # A few bytes that are packed twice are more than there is memory for.
            raise self._failed("its answer is packed more than once")
        room = _ROOM + _ROOM_FOR_CHARACTER * characters
        for part in answer.iter_bytes():
            room -= len(part)
            if room < 0:
                raise self._failed("its answer does not end")
            yield part
            if until.is_over:
                raise httpx.ReadTimeout("many parts came with one read")
            if self._stopped.is_set():
                raise self._was_stopped()

    def _refuse(
        self, answer: httpx.Response, parts: Iterator[bytes], wanted: Mapping[str, Any]
    ) -> None:
        """Raise what a status other than success means."""
        name, status = self.server.name, answer.status_code
        if answer.has_redirect_location:
            raise RelayUnusable(
                name,
                "its address leads to another one, and a key does not follow; "
                "correct the address of the server",
            )
        if status in (401, 403):
            origin = self._key.origin or keys.named(self.server.key_variable) or "none was sent"
            raise RelayKeyUnusable(name, f"it refused the key ({status}; {origin})")
        if status == 429:
            self._pace.slower()
            raise self._later("busy", RelayBusy(name, 0), answer.headers)
        said = message(next(parts, b""))
        kind = "server" if status >= 500 else "timeout" if status == 408 else "other"
        failure = self._failed(f"it answered {status}", said, kind, wanted.get("input", ""))
        if status >= 500 or status in _AGAIN:
            raise self._later("tries", failure, answer.headers)
        if status in (404, 405) and str(answer.url) == self.server.captioned_address:
            raise NoCaptions(name, "it offers no captioned speech")
        if wanted and status in (400, 404, 422) and "voice" in said.lower():
            raise RelayVoiceUnknown(name, wanted["voice"])
        raise failure

    def _later(self, kind: str, error: RelayFailed, headers: Mapping[str, str]) -> Exception:
        """What to raise; nobody asks again before the server wants it, if it says when."""
        if (wait := retry_after(headers)) is None:
            return _Again(kind, error)
        if wait > self._patience.longest:
            reason = f"it asks to be left alone for {wait:.0f} s"
            return RelayUnusable(self.server.name, reason, error.kind)
        self._pace.hold(wait)
        return _Again(kind, error, wait)

    def _failed(
        self, what: str, said: str = "", kind: str = "answer", sent: str = ""
    ) -> RelayFailed:
        """``said`` by the server, which is shown unless it repeats what was ``sent``."""
        if echoes(said, sent):
            what += " (with words of the text, which are not shown)"
        elif said := self._key.redacted(said):
            what += f" ({said!r})"
        return RelayFailed(self.server.name, what, kind)

    def _was_stopped(self) -> RelayFailed:
        return self._failed("it was stopped", kind="stopped")

    def _reason(self, error: Exception) -> str:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, ssl.SSLCertVerificationError):
                return f"its certificate is not to be trusted ({cause.verify_message})"
            if isinstance(cause, ssl.SSLError):
                return "no secure connection to it is possible"
            cause = cause.__cause__ or cause.__context__
        return f"there is no connection ({self._key.redacted(str(error)) or 'no answer in time'})"

    def _opened(self) -> httpx.Client:
        import httpx

        patience = self._patience
        with self._lock:
            if self._stopped.is_set():
                raise self._was_stopped()
            if self._http is None:
                at_once = self.server.in_flight
                made = httpx.Client(
                    timeout=httpx.Timeout(patience.read, connect=patience.connect),
                    limits=httpx.Limits(max_connections=at_once, max_keepalive_connections=at_once),
                    follow_redirects=False,
                    # A proxy is not asked the way to a computer in the same network: over plain
                    # http it would read the key.
                    trust_env=not self.server.is_private,
                )
                self._http = heeded(made)
            return self._http

    # ── trying again ────────────────────────────────────────────────────────────────────────────

    def _tried(self, once: Callable[[], T]) -> T:
        with self._ending():
            return self._patiently(once)

    def _patiently(self, once: Callable[[], T]) -> T:
        counts: dict[str, int] = {}
        while True:
            self._asking.again = bool(counts)
            try:
                return once()
            except _Again as again:
                patience = self._patience
                counts[again.kind] = counts.get(again.kind, 0) + 1
                failed = sum(counts.values())
                growing = min(patience.first_wait * 2 ** (failed - 1), patience.longest)
                wait = max(growing, again.wait)
                enough = counts[again.kind] >= getattr(patience, again.kind)
                if enough or failed >= patience.busy:
                    raise again.final(wait) from None
                log.info("%s: %s", again.kind, again.error)
            wait *= random.uniform(1, 1.25)  # not all at once, and never too early
            stopwatch.anew()
            self._waiting(wait)
            self._pause(wait)

    def _pause(self, seconds: float) -> None:
        if self._sleep is None:
            self._awake.wait(seconds)
        elif self._sleep(seconds):
            raise self._was_stopped()
        self._go_on()

    def _go_on(self) -> None:
        """Raises when it is wanted to stop, and what another met that befalls all."""
        if self._stopped.is_set():
            raise self._was_stopped()
        if (over := self._over) is not None:
            raise type(over)(over.server, over.reason, over.kind)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """After what befalls all, nobody is to ask any more, unless it is resumed meanwhile."""
        resumed = self._resumed
        try:
            yield
        except RelayUnusable as error:
            with self._lock:
                if self._over is None and resumed == self._resumed:
                    self._over = error
                    self._awake.set()
            raise


def _decoder(headers: Mapping[str, str], wanted: Mapping[str, Any]) -> Decoder:
    return Decoder(headers.get("content-type", ""), longest(wanted["input"]))


def _is_stamp(stamp: tuple[Any, Any, Any]) -> bool:
    word, start, end = stamp
    numbers = isinstance(start, int | float) and isinstance(end, int | float)
    return isinstance(word, str) and numbers and 0 <= start <= end < 1e6


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server wants to be left alone (RFC 9110, 10.2.3): a number of them or a
    date, which its own clock is right about; None where it does not say."""
    try:
        if "retry-after-ms" in headers:
            return _seconds(float(headers["retry-after-ms"]) / 1_000)
        value = headers.get("retry-after", "")
        if value.strip()[:1].isdigit():
            return _seconds(float(value))
        until = email.utils.parsedate_to_datetime(value)
        if "date" in headers:
            now = email.utils.parsedate_to_datetime(headers["date"])
        else:
            now = datetime.now(until.tzinfo)
        return _seconds((until - now).total_seconds())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _seconds(value: float) -> float:
    """Raises ValueError for what is no time."""
    if not value < float("inf"):
        raise ValueError(value)
    return min(max(0.0, value), _AGE)
