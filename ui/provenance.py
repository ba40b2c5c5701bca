"""Who spoke a sentence, for the places that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from studio.routing import server_of

if TYPE_CHECKING:
    from ui.session import Session


def relay_of(session: Session, id: str) -> str:
    """The server whose take a sentence has; empty if this computer spoke it, or nobody yet."""
    return server_of(session.takes.made_by(id))


def spoken_by(session: Session, id: str) -> str:
    """ "Spoken by HolySheep, words estimated"; empty where `relay_of` is."""
    server, info = relay_of(session, id), session.takes.info(id)
    if not server or info is None:
        return ""
    if any(word.estimated for word in info.words):
        return _tr("Spoken by {0}, words estimated").format(server)
    return _tr("Spoken by {0}").format(server)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Provenance", text)
