"""Narrations on disk: a file with everything in it, and what is kept in case the worst happens."""

from __future__ import annotations

from studio.project.packing import SUFFIX, Opened, Progress, Saved, open, opening, save, saving
from studio.project.recovery import Autosave, Recoverable, recoverable

__all__ = [
    "SUFFIX",
    "Autosave",
    "Opened",
    "Progress",
    "Recoverable",
    "Saved",
    "open",
    "opening",
    "recoverable",
    "save",
    "saving",
]
