"""The bytes of a document: JSON in ASCII, with the version of the format.

How to change the format: raise ``VERSION``, and give ``MIGRATIONS`` the function that makes of the
content of a version that of the next one. Something new that an older program can do without needs
no new version: it keeps what it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from studio import __version__
from studio.document import Document
from studio.errors import FileDamaged, FileTooNew
from studio.project.codec import Malformed, document_from_json, document_to_json

FORMAT = "narration"
VERSION = 1
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


def to_bytes(document: Document, **extra: Any) -> bytes:
    """The content of a file, with ``extra`` values beside the document."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        **extra,
        "document": document_to_json(document),
    }
    return json.dumps(content, separators=(",", ":")).encode("ascii")


def from_bytes(data: bytes, path: Path, part: str = "") -> tuple[Document, dict[str, Any]]:
    """The document, and the whole content. ``part`` of the file is what messages name.

    Raises FileDamaged, FileTooNew.
    """
    name = f"{part} in it" if part else "it"
    try:
        content = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise FileDamaged(path, f"{name} is not whole or was changed by another program") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FileDamaged(path, f"{name} is no narration")
    content = _up_to_date(content, path, name)
    try:
        return document_from_json(content.get("document")), content
    except Malformed as error:
        raise FileDamaged(path, f"in {part or 'it'}, {error.where} is not possible") from error


def _up_to_date(content: dict[str, Any], path: Path, name: str) -> dict[str, Any]:
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise FileDamaged(path, f"{name} has no version")
    if version > VERSION:
        raise FileTooNew(path, version, VERSION)
    for older in range(version, VERSION):
        content = MIGRATIONS[older](content)
    return content


def _no_number(name: str) -> None:
    raise ValueError(name)
