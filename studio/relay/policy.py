"""Which engine speaks a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from studio.errors import WrongUse


@dataclass(frozen=True, slots=True)
class Policy:
    """``relay_percent`` of the sentences go through the relay: 0 none, 100 all. The same sentence
    always goes the same way, and what goes through the relay at 5 % does so at 50 %, too.

    With ``shadow`` the relay also speaks what is spoken here, to be compared and not to be used."""

    relay_percent: float = 0.0
    shadow: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.relay_percent <= 100:
            raise WrongUse("A canary takes 0 to 100 percent of the sentences, as in canary:5.")

    def relays(self, key: str) -> bool:
        """``key``: of the sentence's local take, the SHA-256 of all that decides its sound."""
        return int(key[:8], 16) * 100 < self.relay_percent * 16**8


LOCAL = Policy(0)
RELAY = Policy(100)


def parse(text: str) -> Policy:
    """``local``, ``relay`` or ``canary:N``. Raises WrongUse."""
    name, colon, percent = text.strip().lower().partition(":")
    if not colon and name in ("local", "relay"):
        return LOCAL if name == "local" else RELAY
    if name == "canary":
        try:
            return Policy(float(percent))
        except ValueError:
            pass
    raise WrongUse(f"There is no engine {text!r}; choose local, relay or canary:N (N percent).")
