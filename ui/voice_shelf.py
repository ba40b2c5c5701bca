"""The user's stars and blends, kept in a file of their own."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

from studio import files
from studio.document import DEFAULT_VOICE
from studio.errors import StudioError

log = logging.getLogger(__name__)


class VoiceShelf:
    def __init__(self, path: Path) -> None:
        self._path = path
        content: dict[str, Any] = {}
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            log.warning("%s cannot be read: %s", path, error)
        self.stars: list[str] = list(content.get("stars", [DEFAULT_VOICE]))
        self.blends: dict[str, str] = dict(content.get("blends", {}))

    def star(self, voice: str, on: bool) -> None:
        self.stars = [other for other in self.stars if other != voice] + [voice] * on
        self._keep()

    def keep(self, name: str, spelling: str) -> None:
        """Keep a blend under a name; an empty spelling forgets it."""
        self.blends.pop(name, None)
        if spelling:
            self.blends[name] = spelling
        self._keep()

    def _keep(self) -> None:
        text = json.dumps({"stars": self.stars, "blends": self.blends}, indent=1)
        try:
            files.write_whole(self._path, lambda part: part.write_text(text, encoding="utf-8"))
        except StudioError as error:
            log.warning("stars and blends are not kept: %s", error)
