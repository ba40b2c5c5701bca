"""What is pasted, and what is copied."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextDocumentFragment

from studio import importing
from studio.importing import LeftOut


def scripts_in(data: QMimeData) -> list[Path]:
    """The script files among what was dropped or copied."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if importing.is_script(path)]


def has_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def text_in(data: QMimeData) -> tuple[str, tuple[LeftOut, ...]]:
    """Clean text from the clipboard; that of script files that were copied, and what was left
    out of them.

    Raises StudioError for a file that cannot be read.
    """
    found = [importing.read_file(path) for path in scripts_in(data)]
    if found:
        text = "\n\n".join(each.text.strip("\n") for each in found)
        return text, tuple(left_out for each in found for left_out in each.left_out)
    if data.hasText():
        return importing.clean(data.text()), ()
    if data.hasHtml():
        return importing.clean(QTextDocumentFragment.fromHtml(data.html()).toPlainText()), ()
    return "", ()
