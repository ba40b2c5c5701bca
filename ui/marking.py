"""Marking text for translation in a table, where there is no object yet to translate it."""

from __future__ import annotations


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """``text`` as it is. lupdate finds it by this name; PySide6's own says it gives an object."""
    return text
