"""What the window remembers from one day to the next: sizes, theme, the last export.

It is kept in window.json beside the settings. Losing it costs nothing, so trouble with the file is
logged and no more.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any, TypeVar

from studio import files, paths
from studio.errors import StudioError

log = logging.getLogger(__name__)

Value = TypeVar("Value")


class Remembered:
    """A dictionary of JSON values in a file that is read once and written by :meth:`keep`."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or paths.settings() / "window.json"
        self._values: dict[str, Any] = _read(self._path)
        self._kept = dict(self._values)

    def get(self, name: str, default: Value) -> Value:
        """What was put under a name, if it is of the default's type."""
        value = self._values.get(name, default)
        if isinstance(default, float) and type(value) is int:
            value = float(value)
        return value if type(value) is type(default) else default

    def put(self, **values: Any) -> None:
        self._values.update(values)

    def keep(self) -> None:
        """Write the file, if anything is new."""
        if self._values == self._kept:
            return
        text = json.dumps(self._values, indent=1) + "\n"
        try:
            paths.ensure(self._path.parent)
            files.write_whole(self._path, lambda part: part.write_text(text, encoding="utf-8"))
        except StudioError as error:
            log.warning("the window's sizes are not kept: %s", error)
            return
        self._kept = dict(self._values)


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read: %s", path, error)
        return {}
    return content if isinstance(content, dict) else {}
