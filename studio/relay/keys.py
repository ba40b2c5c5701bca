"""Keys: where they come from, and that they are never shown."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from studio.errors import RelayKeyUnusable
from studio.relay.servers import Server

_TELLING = 8  # that many characters of a key, one after another, are never shown
_LONGEST = 200
HIDDEN = "…"


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """``value`` goes into a header and nowhere else; empty where a server wants no key."""

    value: str = ""

    def __repr__(self) -> str:
        return f"Key({HIDDEN})"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.value}"} if self.value else {}

    def redacted(self, text: str) -> str:
        """What a server says as one short line, without any part of the key that tells."""
        length = min(_TELLING, len(self.value))
        shown = [True] * len(text)
        for at in range(len(text) - length + 1 if length else 0):
            if text[at : at + length] in self.value:
                shown[at : at + length] = [False] * length
        kept = "".join(c if show else "\x00" for c, show in zip(text, shown, strict=True))
        kept = re.sub(r"\x00+", HIDDEN, kept)
        kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in kept)
        kept = " ".join(kept.split())
        return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"


def find(server: Server, environment: Mapping[str, str] = os.environ) -> Key:
    """The key for a server. Raises RelayKeyUnusable, without the key."""
    if not server.key_variable:
        return Key()
    value = _cleaned(environment.get(server.key_variable, ""))
    if not value:
        raise RelayKeyUnusable(server.name, f"put its key into {server.key_variable}")
    if not re.fullmatch(r"[!-~]+", value) or set(value) & set("\"'`"):
        raise RelayKeyUnusable(
            server.name,
            f"{server.key_variable} contains characters that cannot be part of a key; copy it anew",
        )
    return Key(value)


def _cleaned(value: str) -> str:
    """Without what copying adds at the ends: blanks, line ends and invisible characters."""
    start, end = 0, len(value)
    while start < end and unicodedata.category(value[start])[0] in "CZ":
        start += 1
    while start < end and unicodedata.category(value[end - 1])[0] in "CZ":
        end -= 1
    return value[start:end]
