"""The servers that can be spoken through: presets, and the user's own from the settings."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from studio.errors import NotOffered, WrongUse

# What can be reckoned with and be shown, and is more than any server wants.
_BOUNDS = {
    "price": (0, 1_000_000),
    "characters": (1, 100_000_000),
    "in_flight": (1, 10_000),
    "per_second": (0.0001, 1_000_000),
}


@dataclass(frozen=True, slots=True)
class Server:
    """``base``: the address that ``/audio/speech`` is added to. ``key_variable``: the environment
    variable that holds the key; empty where none is needed. ``price``: US dollars for a million
    characters. Limits: ``characters`` in one request, requests ``in_flight`` at once and
    ``per_second``. ``captions``: it also offers ``/dev/captioned_speech``, as Kokoro-FastAPI does,
    and times the words itself. ``markup``: it reads ``[word](/phonemes/)`` and ``[word](+1)`` as
    Kokoro does, and says a text as it stands when told to (see `client.VERBATIM`). ``blends``: it
    mixes voices that are written ``af_bella(0.6)+af_sky(0.4)``. ``stream``: it sends sound while it
    speaks, but only when told to.

    Raises WrongUse for an address to which a key and a script must not be sent, and for numbers
    beyond all measure.
    """

    name: str
    base: str
    model: str
    key_variable: str = ""
    price: float = 0.0
    characters: int = 4_000
    in_flight: int = 15
    per_second: float = 20.0
    captions: bool = False
    markup: bool = False
    blends: bool = False
    stream: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "base", checked_address(self.base))
        if not self.name.strip():
            raise WrongUse("A server needs a name.")
        for name, (least, most) in _BOUNDS.items():
            if not least <= getattr(self, name) <= most:
                raise WrongUse(
                    f"Server {self.name!r}: {name} must be a number from {least:,} to {most:,}."
                )

    @property
    def captioned_address(self) -> str:
        parts = urlsplit(self.base)
        return f"{parts.scheme}://{parts.netloc}/dev/captioned_speech"

    @property
    def is_private(self) -> bool:
        """Whether it is on this computer or in the same network."""
        return _private(urlsplit(self.base).hostname or "")


_KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
}
_FIELDS = {field.name: _KINDS[str(field.type)] for field in fields(Server)}
_REQUIRED = ("name", "base", "model")


def own(rows: Iterable[Any]) -> tuple[Server, ...]:
    """Servers as the settings hold them: objects with the fields of Server. Raises WrongUse."""
    return tuple(_own(row) for row in rows)


def _own(row: Any) -> Server:
    if not isinstance(row, dict) or any(name not in row for name in _REQUIRED):
        raise WrongUse(f"A server of one's own needs at least {', '.join(_REQUIRED)}.")
    for name, value in row.items():
        if name not in _FIELDS:
            raise NotOffered("field of a server", name, _FIELDS)
        if not isinstance(value, _FIELDS[name]) or isinstance(value, bool) != (
            bool in _FIELDS[name]
        ):
            raise WrongUse(f"The field {name} of a server cannot be of that kind.")
    return Server(**row)


def row(server: Server) -> dict[str, Any]:
    """A server as `own` reads it."""
    return {
        field.name: getattr(server, field.name)
        for field in fields(Server)
        if field.name in _REQUIRED or getattr(server, field.name) != field.default
    }


def find(name: str, servers: Iterable[Server] = ()) -> Server:
    """The server of that name, or the first preset for an empty one; one's own come first.
    Capitals do not count, nor what is blank around it, where no name fits better. Raises
    NotOffered."""
    known = (*servers, *PRESETS)
    if not name:
        return PRESETS[0]
    for alike in (str, str.casefold, _core):
        for server in known:
            if alike(server.name) == alike(name):
                return server
    raise NotOffered("server", repr(name), (server.name for server in known))


def _core(name: str) -> str:
    return name.strip().casefold()


def checked_address(base: str) -> str:
    """``base`` without a slash at its end. Raises WrongUse, which does not repeat what may hold
    a key."""
    base = base.strip().rstrip("/")
    try:
        parts = urlsplit(base)
        host, _ = parts.hostname or "", parts.port
        host.encode("idna")
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https") or re.search(r"[\s\x00-\x1f\\]", base):
        raise WrongUse("The address of a server must look like https://host.example/v1.")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise WrongUse(
            f"The address of the server at {host} holds more than a host and a path; "
            "a key belongs in the system keyring or an environment variable."
        )
    if parts.scheme == "http" and not _private(host):
        raise WrongUse(
            f"A script and a key are not sent to {host} over plain http; use https, "
            "or the number of a computer in this network."
        )
    return base


def _private(host: str) -> bool:
    """A name can lead anywhere, so only those count that never leave the network (RFC 6761 and
    6762)."""
    host = host.rstrip(".").lower()
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local"))
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_private or address.is_loopback or address.is_link_local


PRESETS = (
    Server(
        name="HolySheep",
        base="https://api.holysheep.ai/v1",
        model="kokoro-82m",
        key_variable="HOLYSHEEP_API_KEY",
        price=0.30,
    ),
    Server(
        name="Kokoro-FastAPI",
        base="http://127.0.0.1:8880/v1",
        model="kokoro",
        in_flight=2,  # most speak on one computer like this one
        captions=True,
        markup=True,
        blends=True,
    ),
)
