"""The file of the open narration, what is exported of it, and what a crash leaves of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio import paths
from studio.document import Document, Sentence
from studio.errors import StudioError
from studio.export import AudioSettings
from studio.history import History
from studio.project import Autosave
from studio.takes import TakeStore
from ui.authoring import Trouble
from ui.background import Background
from ui.layout import Layout

log = logging.getLogger(__name__)

AUTOSAVE = 3_000  # ms after a change


class Filing(QObject):
    """Reads and writes in the background. ``path`` is None as long as the narration was never
    saved."""

    saved_changed = Signal()
    export_progress = Signal(object)  # (done, total), Written, or None when it ended without
    trouble = Signal(object)

    def __init__(
        self,
        history: History,
        store: TakeStore,
        key_of: Callable[[Sentence], str],
        layout: Layout,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self._history, self._store, self._key_of, self._layout = history, store, key_of, layout
        self._opening: object = None  # the last wish to open a file, as long as it counts
        self._background = Background(self)
        self._autosave = Autosave(paths.data() / "recovery")
        self._saver = QTimer(self, interval=AUTOSAVE, singleShot=True)
        self._saver.timeout.connect(self._autosave_now)

    def begin(self, history: History, path: Path | None) -> None:
        """Another narration is open from now on, and nothing of the one before is recovered."""
        self._history, self.path, self._opening = history, path, None
        self._background.run(self._autosave.clear)

    def follow(self) -> None:
        """The document was changed."""
        self._saver.start()
        self.saved_changed.emit()

    # ── the narration ───────────────────────────────────────────────────────────────────────────

    def open(self, path: Path, then: Callable[[Path, Any], None]) -> None:
        """``then`` gets what is in the file, unless it fails, another narration is begun or the
        present one changed before."""
        self._opening = wish = object()
        opened = partial(self._opened, wish, self._history.document, then)
        self._background.open(path, self._store, opened, self._failed)

    def _opened(
        self,
        wish: object,
        before: Document,
        then: Callable[[Path, Any], None],
        path: Path,
        opened: Any,
    ) -> None:
        if wish is not self._opening:
            return  # another narration was begun meanwhile
        if self._history.document != before:
            text = self.tr("“{0}” was not opened, as you went on writing; open it again.")
            self.trouble.emit(Trouble(text.format(path.name)))
            return
        then(path, opened)

    def save(self, path: Path | None, then: Callable[[], object] | None) -> None:
        """``path``: None for where it was saved before. ``then`` is called when it is done."""
        target = path or self.path
        if target is None:
            self.trouble.emit(Trouble(self.tr("Choose a name for the narration first.")))
            return
        history = self._history
        document = history.document
        keys = {s.id: key for s in document.sentences if (key := self._key_of(s))}

        def done() -> None:
            history.mark_saved(document)
            if history is self._history:  # else another narration was begun meanwhile
                self.path = target
                if not history.unsaved:
                    self._background.run(self._autosave.clear)
                self.saved_changed.emit()
            if then is not None:
                then()

        self._background.save(document, target, self._store, keys, done, self._failed)

    # ── sound and captions ──────────────────────────────────────────────────────────────────────

    def export(self, base: Path, formats: Iterable[str], audio: AudioSettings) -> None:
        """All sentences have their takes."""
        self._layout.finish(partial(self._export, base, tuple(formats), audio))

    def _export(self, base: Path, formats: tuple[str, ...], audio: AudioSettings) -> None:
        arranged = self._layout.current
        self._background.export(
            base,
            formats,
            arranged.cues,
            arranged.timeline,
            self._history.document,
            self._store,
            audio,
            self.export_progress.emit,
            self._failed,
        )

    def cancel_export(self) -> None:
        self._background.cancel_export()

    def _failed(self, error: StudioError) -> None:
        self.trouble.emit(Trouble(str(error)))

    # ── recovery ────────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _autosave_now(self) -> None:
        if self._history.unsaved:
            keep = partial(self._autosave.keep, self._history.document, self.path)
            self._background.run(keep)

    def finish(self) -> None:
        """Wait for what is being written; nothing is written any more."""
        self._saver.stop()
        self._background.end()

    def leave(self, discard: bool) -> None:
        """What is unsaved can be recovered, unless it is to be discarded."""
        if not self._history.unsaved or discard:
            self._autosave.close()
            return
        try:
            self._autosave.keep(self._history.document, self.path)
        except StudioError as error:
            log.error("what is unsaved cannot be kept: %s", error)
        self._autosave.leave()
