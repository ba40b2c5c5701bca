"""What is pasted, and what is copied."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextDocumentFragment

from studio import importing


def scripts_in(data: QMimeData) -> list[Path]:
    """The script files among what was dropped or copied."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if importing.is_script(path)]


def has_files(data: QMimeData) -> bool:
    return any(url.isLocalFile() for url in data.urls())


def text_in(data: QMimeData) -> str:
    """Clean text from the clipboard; that of script files that were copied.

    Raises StudioError for a file that cannot be read.
    """
    paths = scripts_in(data)
    if paths:
        return "\n\n".join(importing.read_file(path).text.strip("\n") for path in paths)
    if data.hasText():
        return importing.clean(data.text())
    if data.hasHtml():
        return importing.clean(QTextDocumentFragment.fromHtml(data.html()).toPlainText())
    return ""
