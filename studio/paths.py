"""Where things are: the resources that come with the program, and the user's own folders.

Resources are found in a checkout, an installed package and a frozen application. The user's
folders are the platform's own; three environment variables move them::

    NARRATION_STUDIO_CACHE     what can be made again: the converted model, takes
    NARRATION_STUDIO_DATA      what cannot: projects' recovery files, the model folder's name
    NARRATION_STUDIO_CONFIG    settings

Nothing here creates a folder, except :func:`ensure`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from studio.errors import CannotWrite, EnvironmentUnusable

APPLICATION = "narration-studio"
_PACKAGE = Path(__file__).resolve().parent


def resources() -> Path:
    """The folder with voices, model configuration and samples. Raises EnvironmentUnusable."""
    for folder in _resource_folders():
        if folder.is_dir():
            return folder
    looked = ", ".join(str(folder) for folder in _resource_folders())
    raise EnvironmentUnusable(
        f"The resources of Narration Studio are missing (looked in {looked}); install it again."
    )


def _resource_folders() -> tuple[Path, ...]:
    if getattr(sys, "frozen", False):
        unpacked = getattr(sys, "_MEIPASS", None) or Path(sys.executable).parent
        return (Path(unpacked) / "resources",)
    # A wheel carries the folder inside the package; a checkout has it beside the package.
    return (_PACKAGE / "_resources", _PACKAGE.parent / "resources")


def cache() -> Path:
    """The folder for what can be made again."""
    import platformdirs

    return _chosen("NARRATION_STUDIO_CACHE") or platformdirs.user_cache_path(
        APPLICATION, appauthor=False
    )


def data() -> Path:
    """The folder for what belongs to the user and cannot be made again."""
    import platformdirs

    return _chosen("NARRATION_STUDIO_DATA") or platformdirs.user_data_path(
        APPLICATION, appauthor=False
    )


def settings() -> Path:
    """The folder of the settings file."""
    import platformdirs

    return _chosen("NARRATION_STUDIO_CONFIG") or platformdirs.user_config_path(
        APPLICATION, appauthor=False
    )


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable, "").strip()
    return Path(value).expanduser().absolute() if value else None


def ensure(folder: Path) -> Path:
    """``folder``, created with its parents when missing. Raises CannotWrite."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(folder, error.strerror or str(error)) from error
    return folder
