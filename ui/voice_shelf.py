"""The user's stars and blends, kept in a file of their own."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio import files
from studio.document import DEFAULT_VOICE
from studio.errors import StudioError

log = logging.getLogger(__name__)


class VoiceShelf(QObject):
    changed = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        content: dict[str, Any] = {}
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read: %s", path, error)
        self._stars: list[str] = list(content.get("stars", [DEFAULT_VOICE]))
        self._blends: dict[str, str] = dict(content.get("blends", {}))

    @property
    def stars(self) -> frozenset[str]:
        return frozenset(self._stars)

    @property
    def blends(self) -> dict[str, str]:
        """Their spellings by name."""
        return dict(self._blends)

    def star(self, voice: str, on: bool) -> None:
        self._stars = [other for other in self._stars if other != voice] + [voice] * on
        self._keep()

    def save_blend(self, name: str, spelling: str) -> None:
        """Keep a blend under a name; an empty spelling forgets it."""
        self._blends.pop(name, None)
        if spelling:
            self._blends[name] = spelling
        self._keep()

    def _keep(self) -> None:
        text = json.dumps({"stars": self._stars, "blends": self._blends}, indent=1)
        try:
            files.write_whole(self._path, lambda part: part.write_text(text, encoding="utf-8"))
        except StudioError as error:
            log.warning("stars and blends are not kept: %s", error)
        self.changed.emit()
