"""The states of sentences, asked for when they are looked at and kept until they change."""

from __future__ import annotations

from collections.abc import Iterable

from ui.session import Session


class States(dict[str, str]):
    """``states[id]`` is "to_render", "rendering", "ready", "failed" or "locked"."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def __missing__(self, id: str) -> str:
        state = self[id] = str(self._session.takes.state(id))
        return state

    def forget(self, ids: Iterable[str]) -> None:
        for id in ids:
            self.pop(id, None)
