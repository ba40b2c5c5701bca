"""The system's own keyring, asked in such a way that nobody waits for ever and no secret is
written down in clear text."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE = "Narration Studio"

# Seconds. A session bus or a keyring's daemon that hangs never answers, and the packages that ask
# them wait without an end; but one that does answer may be asking its owner for a password.
_OPENING = 5.0
_ANSWER = 30.0

_stuck: threading.Thread | None = None

log = logging.getLogger(__name__)


class VaultUnusable(Exception):
    """``str(error)`` is the reason; never the words of a keyring, which may repeat a secret."""


def get(user: str) -> str:
    """The secret kept for ``user``, empty for none. Raises VaultUnusable, as the others do."""
    return _asked(lambda keyring: keyring.get_password(SERVICE, user) or "")


def put(user: str, secret: str) -> None:
    def keeps(keyring: KeyringBackend) -> bool:
        keyring.set_password(SERVICE, user, secret)
        return keyring.get_password(SERVICE, user) == secret

    if not _asked(keeps):
        raise VaultUnusable("it does not keep what it is given")


def drop(user: str) -> bool:
    """Whether there was anything."""

    def dropped(keyring: KeyringBackend) -> bool:
        if keyring.get_password(SERVICE, user) is None:
            return False
        keyring.delete_password(SERVICE, user)
        return True

    return _asked(dropped)


def _asked(work: Callable[[KeyringBackend], T]) -> T:
    """On a thread of its own, which is left behind where it hangs; while it does, nobody waits
    for another."""
    opened, done = threading.Event(), threading.Event()
    found: list[T] = []
    wrong: list[str] = []

    def run() -> None:
        try:
            keyring = _opened()
            opened.set()
            found.append(work(keyring))
        except BaseException as error:
            log.info("The system keyring: %s", type(error).__name__)
            wrong.append(_reason(error))
        finally:
            opened.set()
            done.set()

    global _stuck
    is_stuck = _stuck is not None and _stuck.is_alive()
    if not is_stuck:
        thread = threading.Thread(target=run, name="keyring", daemon=True)
        thread.start()
        is_stuck = not (opened.wait(_OPENING) and done.wait(_ANSWER))
        _stuck = thread if is_stuck else None
    if is_stuck:
        raise VaultUnusable("it does not answer")
    if wrong:
        raise VaultUnusable(wrong[0])
    return found[0]


def _opened() -> KeyringBackend:
    import keyring
    from keyring.backends.chainer import ChainerBackend

    chosen = keyring.get_keyring()
    backends = chosen.backends if isinstance(chosen, ChainerBackend) else [chosen]
    refusals = [_refusal(type(backend)) for backend in backends]
    for backend, refusal in zip(backends, refusals, strict=True):
        if not refusal:
            return backend
    raise VaultUnusable(refusals[0] if refusals else "this system has none")


def _refusal(backend: type) -> str:
    """Why a backend keeps nothing, or not safely; empty for one that does."""
    for kind in backend.__mro__:
        if kind.__module__ == "keyring.backends.fail":
            return "this system has none"
        if kind.__module__ == "keyring.backends.null":
            return "it is switched off"
        if kind.__module__.startswith("keyrings.alt") or "plaintext" in kind.__name__.lower():
            return f"{kind.__module__} is set up, which keeps secrets in files that others can read"
    return ""


def _reason(error: BaseException) -> str:
    if isinstance(error, VaultUnusable):
        return str(error)
    if isinstance(error, ImportError):
        return "the package keyring is missing"
    kind = type(error).__name__
    return "it is locked" if kind == "KeyringLocked" else f"it failed ({kind})"
