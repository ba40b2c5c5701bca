"""Keys: where they come from, and that they are never shown."""

from __future__ import annotations

import logging
import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from studio.errors import RelayKeyUnusable, program
from studio.relay import vault
from studio.relay.servers import Server
from studio.relay.vault import VaultUnusable

_TELLING = 8  # that many characters of a key, one after another, are never shown
_LONGEST = 200
HIDDEN = "…"
ENVIRONMENT, KEYRING = "environment", "keyring"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """``value`` goes into a header and nowhere else; empty where a server wants no key.
    ``origin`` names what it was found in."""

    value: str = ""
    origin: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return f"Key({HIDDEN})"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.value}"} if self.value else {}

    def redacted(self, text: str) -> str:
        """What a server says as one short line, without any part of the key that tells."""
        length = min(_TELLING, len(self.value))
        shown = [True] * len(text)
        plain, value = _small(text), _small(self.value)
        for at in range(len(text) - length + 1 if length else 0):
            if plain[at : at + length] in value:
                shown[at : at + length] = [False] * length
        kept = "".join(c if show else "\x00" for c, show in zip(text, shown, strict=True))
        kept = re.sub(r"\x00+", HIDDEN, kept)
        kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in kept)
        kept = " ".join(kept.split())
        return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"


def find(server: Server, environment: Mapping[str, str] = os.environ) -> Key:
    """The key for a server: of the environment, else of the system keyring, which is not asked
    before that. Raises RelayKeyUnusable, without the key."""
    value, origin, missing = _looked_up(server, environment)
    if not value and server.key_variable:
        raise RelayKeyUnusable(server.name, f"put its key into {server.key_variable}{missing}")
    name = server.key_variable if origin == ENVIRONMENT else "the system keyring"
    return Key(_checked(server, value, name), name) if value else Key()


def where(server: Server, environment: Mapping[str, str] = os.environ) -> str:
    """Where the key for a server comes from: ``environment``, ``keyring``, or nothing."""
    return _looked_up(server, environment)[1]


def keep(server: Server, value: str) -> None:
    """Put the key for a server into the system keyring. Raises RelayKeyUnusable."""
    value = _checked(server, _cleaned(value), "what was given")
    try:
        vault.put(_user(server), value)
    except VaultUnusable as error:
        reason = _unusable(server, error)
    else:
        return
    raise RelayKeyUnusable(server.name, reason)


def forget(server: Server) -> bool:
    """Take the key for a server out of the system keyring; whether there was one. Raises
    RelayKeyUnusable."""
    try:
        return vault.drop(_user(server))
    except VaultUnusable as error:
        reason = f"the system keyring cannot be asked for its key ({error})"
    raise RelayKeyUnusable(server.name, reason)


def _user(server: Server) -> str:
    """With the address: under the same name another server must not be given the key."""
    return f"{server.name} {server.base}"


def _looked_up(server: Server, environment: Mapping[str, str]) -> tuple[str, str, str]:
    """The key and where it comes from, unchecked; where there is none, what else can be done."""
    variable = server.key_variable
    if value := _cleaned(environment.get(variable, "") if variable else ""):
        return value, ENVIRONMENT, ""
    try:
        value = _cleaned(vault.get(_user(server)))
    except VaultUnusable as error:
        log.info("no key for %s from the system keyring: %s", server.name, error)
        return "", "", f" (the system keyring cannot be asked: {error})"
    return value, KEYRING if value else "", f", or keep it with {_command(server)}"


def _command(server: Server) -> str:
    name = f'"{server.name}"' if " " in server.name else server.name
    return f"`{program()} relay key --server {name}`"


def _unusable(server: Server, error: VaultUnusable) -> str:
    instead = server.key_variable or "a variable that the settings name as its key_variable"
    return f"its key cannot be kept in the system keyring ({error}); put it into {instead} instead"


def _checked(server: Server, value: str, name: str) -> str:
    """``value``; ``name`` tells where it is from. Raises RelayKeyUnusable."""
    if not value:
        raise RelayKeyUnusable(server.name, "no key was given")
    if not re.fullmatch(r"[!-~]+", value) or set(value) & set("\"'`"):
        raise RelayKeyUnusable(
            server.name, f"{name} contains characters that cannot be part of a key; copy it anew"
        )
    return value


def _small(text: str) -> str:
    """In small letters as far as a key has letters: a server may write it in others."""
    return "".join(c.lower() if c.isascii() else c for c in text)


def _cleaned(value: str) -> str:
    """Without what copying adds at the ends: blanks, line ends and invisible characters."""
    start, end = 0, len(value)
    while start < end and unicodedata.category(value[start])[0] in "CZ":
        start += 1
    while start < end and unicodedata.category(value[end - 1])[0] in "CZ":
        end -= 1
    return value[start:end]
