"""Keys: where they come from, and that they are never shown."""

from __future__ import annotations

import base64
import functools
import logging
import os
import re
import unicodedata
import urllib.parse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studio.errors import RelayKeyUnusable, program
from studio.relay import vault
from studio.relay.echo import bare
from studio.relay.servers import Server
from studio.relay.vault import VaultUnusable

_LEAST = 6  # characters: a shorter key stands in any text by chance, where blanks do not count
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a sign of which nothing is seen
_TELLING = 8  # that many characters of a key, one after another, are never shown
_LONGEST = 200
HIDDEN = "…"
ENVIRONMENT, KEYRING = "environment", "keyring"

# What stands for a key_variable that cannot be told.
UNNAMED = "a variable that the settings name as its key_variable"
_LONGEST_NAME = 64
# Part of a name between underscores; digits among letters, or letters as they come, are a key's.
_WORD = re.compile(r"(?:[A-Z]{0,20}|[a-z]{0,20}|(?:[A-Z][a-z]{1,15}){1,4})\d{0,4}")

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
        """What a server says as one short line, without any part of the key that tells, also
        where it is spread out, turned around or packed."""
        kept = _without(text, self.value)
        kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in kept)
        kept = " ".join(kept.split())
        return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"


def _without(text: str, value: str) -> str:
    """The text with a sign for each stretch that tells of ``value``."""
    length = min(_TELLING, len(value))
    if not length:
        return text
    plain = _small(text)
    shown = _shown(plain, range(len(text)), (_small(value),), length)
    if length >= _LEAST:
        spellings = _spellings(value)
        letters = tuple("".join(filter(str.isalnum, each)) for each in spellings)
        visible = [at for at, c in enumerate(text) if not _is_invisible(c)]
        shown &= _shown(plain, visible, spellings, length)
        shown &= _shown(plain, [at for at in visible if plain[at].isalnum()], letters, length)
    kept = "".join(c if at in shown else "\x00" for at, c in enumerate(text))
    kept = re.sub(r"\x00+", HIDDEN, kept)
    if length >= _LEAST:
        spelled = bare(urllib.parse.unquote(kept)).decode()
        if len(_shown(spelled, range(len(spelled)), letters, length)) < len(spelled):
            return HIDDEN
    return kept


def _shown(text: str, places: Sequence[int], secrets: Iterable[str], length: int) -> set[int]:
    """The places of the text that may be shown, where only the characters at ``places`` are
    looked at: what is between those of a secret tells of it, too."""
    looked_at = "".join(text[at] for at in places)
    shown = set(range(len(text)))
    for at in range(len(places) - length + 1):
        if any(looked_at[at : at + length] in secret for secret in secrets):
            shown -= set(range(places[at], places[at + length - 1] + 1))
    return shown


@functools.lru_cache(maxsize=4)  # many short names are looked at in turn
def _spellings(value: str) -> tuple[str, ...]:
    """A key as it is, turned around, and packed, in small letters: in base64, where three places
    are possible, and in hexadecimal digits."""
    data = value.encode()
    found = [value, value[::-1], data.hex()]
    for before in range(3):
        packed = base64.b64encode(b"\0" * before + data).decode()
        told = packed[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
        found += [told, told.replace("+", "-").replace("/", "_")]
    return tuple(map(_small, found))


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character)[0] in "CMZ" or character in _FILLERS


def find(server: Server, environment: Mapping[str, str] = os.environ) -> Key:
    """The key for a server: of the environment, else of the system keyring, which is not asked
    before that. Raises RelayKeyUnusable, without the key."""
    value, origin, missing = _looked_up(server, environment)
    if not value and server.key_variable:
        reason = f"put its key into {server.key_variable}"
        if not named(server.key_variable):
            reason = "its key_variable must be the name of an environment variable that holds a key"
        raise RelayKeyUnusable(server.name, f"{reason}{missing}")
    name = "the system keyring"
    if origin == ENVIRONMENT:
        name = named(server.key_variable) or UNNAMED
    return Key(_checked(server, value, name), name) if value else Key()


def named(variable: str) -> str:
    """A key_variable where it looks like the name of an environment variable, or nothing: it may
    be the key itself, by mistake, and is not to be shown."""
    parts = variable.split("_")
    is_name = len(variable) <= _LONGEST_NAME and all(map(_WORD.fullmatch, parts))
    return variable if is_name and not variable[:1].isdigit() else ""


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
    name = f'"{server.name}"' if set(server.name) & set(" \t") else server.name
    return f"`{program()} relay key --server {name}`"


def _unusable(server: Server, error: VaultUnusable) -> str:
    instead = named(server.key_variable) or UNNAMED
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
