"""What a server offers, found out by asking it for a few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from studio.document import DEFAULT_VOICE, SAMPLE_RATE
from studio.errors import RelayFailed, RelayKeyUnusable
from studio.relay.client import Client, Probe
from studio.relay.servers import PRESETS, Server
from studio.relay.words import heard

SAMPLE = "Good morning."
SHORT = "Hi."
SPEEDS = (0.5, 2.0)
FORMATS = ("mp3", "pcm")  # besides WAV, which every other request asks for

CHARACTERS = len(SAMPLE) * (1 + len(SPEEDS)) + len(SHORT) * (len(FORMATS) + 1)
TEXTS = 1 + len(SPEEDS) + len(FORMATS) + 1

# A speed counts as heard where speech is longer or shorter by this factor: half of what it asks
# for, as short words do not shrink and stretch evenly.
_HEARD = 1.35
_TELLING = frozenset({"answer", "voice", "other"})  # kinds of errors that a second try repeats


@dataclass(frozen=True, slots=True)
class Family:
    """Voices that the documentation of a server names without listing them; those that are not
    ``certain`` may be missing still."""

    pattern: str
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Speed:
    """``is_accepted``: None where the server failed in a way that tells nothing. ``factor``: how
    much longer speech was than at speed 1."""

    speed: float
    is_accepted: bool | None
    factor: float | None = None
    reason: str = ""

    @property
    def is_heard(self) -> bool:
        """Whether it changes anything."""
        if self.factor is None:
            return False
        return self.factor >= _HEARD if self.speed < 1 else self.factor <= 1 / _HEARD


@dataclass(frozen=True, slots=True)
class Format:
    """``came``: the format that was sent (WAV, MP3, PCM, ...), whatever was asked for; empty where
    nothing was that can be heard; then ``reason`` tells why."""

    asked: str
    came: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """``voice`` spoke all of it. ``voices`` are those listed; where none are, ``families`` are
    those documented, if any. ``seconds`` of speech were there after ``whole`` seconds, the first
    of it after ``first``. ``captions``: how many words it timed of a text of one, None where that
    is not known; 0 where it offers no captions."""

    voice: str
    voices: tuple[str, ...]
    families: tuple[Family, ...]
    seconds: float
    first: float
    whole: float
    streams: bool
    speeds: tuple[Speed, ...]
    formats: tuple[Format, ...]
    captions: int | None


_DOCUMENTED = {
    PRESETS[0].base: (Family("af_*", True), Family("am_*", True), Family("bf_*", False)),
}


def offers(client: Client, voice: str = "") -> Offer:
    """Asks for ``TEXTS`` texts of ``CHARACTERS`` characters in all, one after another. Without a
    ``voice``, the usual one or else the first that is listed speaks them.

    Raises RelayFailed and RelayUnusable where the first text is not spoken; what is refused after
    that is a fact.
    """
    listed = client.voices()
    if not voice:
        voice = DEFAULT_VOICE if DEFAULT_VOICE in listed or not listed else listed[0]
    plain = client.probe(SAMPLE, voice)
    return Offer(
        voice=voice,
        voices=listed,
        families=() if listed else documented(client.server),
        seconds=len(plain.sound) / SAMPLE_RATE,
        first=plain.first,
        whole=plain.whole,
        streams=plain.is_chunked or plain.first < plain.whole / 2,
        speeds=tuple(_speed(client, voice, speed, plain) for speed in SPEEDS),
        formats=(Format("wav", plain.format), *(_format(client, voice, f) for f in FORMATS)),
        captions=_captions(client, voice),
    )


def documented(server: Server) -> tuple[Family, ...]:
    """The families of voices that the documentation of a server names."""
    return _DOCUMENTED.get(server.base, ())


def _speed(client: Client, voice: str, speed: float, plain: Probe) -> Speed:
    found = _refusal(lambda: client.probe(SAMPLE, voice, speed))
    if isinstance(found, RelayFailed):
        return Speed(speed, _is_told(found), reason=found.reason)
    return Speed(speed, True, _spoken(found) / _spoken(plain))


def _format(client: Client, voice: str, format: str) -> Format:
    found = _refusal(lambda: client.probe(SHORT, voice, format=format))
    if isinstance(found, RelayFailed):
        return Format(format, "", found.reason)
    return Format(format, found.format)


def _captions(client: Client, voice: str) -> int | None:
    try:
        return len(client.captioned(SHORT, voice, 1.0)[1])
    except RelayKeyUnusable:  # the key was good for speech: that place is closed
        return 0
    except RelayFailed as error:
        _not_stopped(error)
        return None if _is_told(error) is None else 0


def _refusal(ask: Callable[[], Probe]) -> Probe | RelayFailed:
    try:
        return ask()
    except RelayFailed as error:
        return _not_stopped(error)


def _not_stopped(error: RelayFailed) -> RelayFailed:
    """Raises an error that comes from us and not from the server."""
    if error.kind == "stopped":
        raise error
    return error


def _is_told(error: RelayFailed) -> bool | None:
    """False where the server will not do it, None where it might another time."""
    return False if error.kind in _TELLING else None


def _spoken(probe: Probe) -> int:
    """Samples from where sound begins to where it is over."""
    begin, end = heard(probe.sound)
    return max(end - begin, 1)
