"""A relay on the desk next door, for the window's session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.relay_server import Answer, Asked, RelayServer, serving, wav


def spoken(asked: Asked) -> Answer:
    """As long as speech of so many letters would be."""
    body = wav(24_000 + 2_000 * len(asked.body["input"]))
    return Answer(body, headers={"Content-Type": "audio/wav"})


@contextmanager
def desk(
    session: Any,
    *answers: Answer | Callable[[Asked], Answer],
    agreed: bool = True,
    **fields: Any,
) -> Iterator[RelayServer]:
    """A server called Desk that the session would speak through; without a key, and as fast as it
    is asked."""
    with serving(*(answers or (spoken,))) as server:
        row = {"name": "Desk", "base": server.base, "model": "kokoro", "per_second": 1e6, **fields}
        allowed = [server.base] if agreed else []
        assert session.change_preferences(servers=[row], server="Desk", agreed=allowed)
        session.set_live_preview(False)
        session.relay.look_for_key()
        yield server
        session.close()


def turn(session: Any, qtbot: Any, percent: float) -> None:
    session.relay.set_percent(percent)
    qtbot.waitUntil(lambda: session.relay.policy.relay_percent == percent)


def render(session: Any, qtbot: Any) -> None:
    session.render_all()
    qtbot.waitUntil(lambda: session.work.to_render == 0 and not session.work.busy, timeout=20_000)
