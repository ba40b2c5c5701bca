"""The open narration: one document, and everything that hangs on it.

Every change goes through one of the session's verbs and the undoable history; nothing else changes
the document, and a take that arrives late changes nothing but what can be heard. All of it is
touched by the window's thread alone. The session puts the parts together and is what the views
know of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from studio import importing, paths, settings
from studio.arranging import Arranger
from studio.cues import Cue, Finding
from studio.document import Document
from studio.errors import StudioError
from studio.export import AudioSettings
from studio.history import History
from studio.importing import Fit, Imported, Moment
from studio.player import Player, Status
from studio.relay.journal import journal_file
from studio.takes import TakeStore
from studio.timeline import Timeline
from ui import garbage
from ui.authoring import Authoring, Trouble
from ui.beginning import new_document
from ui.casting import Casting
from ui.cursor import Cursor
from ui.filing import Filing
from ui.layout import Layout
from ui.playing import NARRATION, Playing
from ui.relaying import LocalEngine, Relaying, Watched
from ui.rendering import Rendering, Work
from ui.sentence_takes import SentenceTakes
from ui.shown import Shown
from ui.synthesis_thread import LoadedEngine
from ui.troubles import Troubles
from ui.voice_shelf import VoiceShelf
from ui.wanting import Wanting

if TYPE_CHECKING:
    from studio.relay.client import Client

__all__ = ["NARRATION", "Session", "Trouble"]


class Session(Authoring):
    sentences_changed = Signal(object)
    timeline_changed = Signal()
    cursor_changed = Signal(str)
    tick = Signal(object)
    work_changed = Signal(object)
    audition_changed = Signal(str)
    saved_changed = Signal()
    relay_wanted = Signal()  # the user is to see how the relay is set up
    export_progress = Signal(object)  # (done, total), Written, or None when it ended without

    def __init__(
        self,
        engine: LoadedEngine,
        *,
        weights: Callable[[], str],
        player: Callable[[Callable[[], None]], Player] = Player,
        client: Callable[..., Client] | None = None,
        parent: QObject | None = None,
    ) -> None:
        self.preferences = settings.load()
        super().__init__(new_document(self.preferences), parent)
        limit = round(self.preferences["cache_limit"] * 1_000_000_000)
        self._store = TakeStore(paths.cache() / "takes", limit)
        self.moments: tuple[Moment, ...] = ()  # when subtitles were shown that this comes from
        self._closed = False
        self.voices = VoiceShelf(paths.settings() / "voices.json", self)

        watched = Watched(journal_file())
        self._rendering = Rendering(LocalEngine(engine, watched), self._store, weights, self)
        self._rendering.sentences_changed.connect(self.sentences_changed)
        self.takes = SentenceTakes(self, self._rendering)
        self._layout = Layout(Arranger(self._rendering.info, self._rendering.sound_of), self)
        self._layout.changed.connect(self._laid_out)
        self._rendering.lengths_changed.connect(self._layout.again)
        self._cursor = Cursor(self, self._layout)
        self._filing = Filing(
            self._history, self._store, self._rendering.job_key, self._layout, self
        )
        self._filing.saved_changed.connect(self.saved_changed)
        self._filing.export_progress.connect(self.export_progress)
        self._filing.trouble.connect(self.trouble)
        self.relay = Relaying(
            self._rendering,
            self._store,
            engine.measure,
            watched,
            lambda: self.preferences,
            self.change_preferences,
            client,
            self,
        )
        self._rendering.spoken.connect(self.relay.shadowing.follow)
        self._playing = Playing(player, self._layout, self._rendering, self)
        self._playing.auditions.changed.connect(self.audition_changed)
        self._playing.tick.connect(self.tick)
        self._wanting = Wanting(
            self, self._cursor, self._layout, self._rendering, self._playing, self
        )
        self._rendering.work_changed.connect(self.work_changed)
        self._casting = Casting(
            self, self._cursor, self._rendering, self.relay, self._playing, weights, self
        )
        self._troubles = Troubles(
            self, self._rendering, self.relay, self._playing, self._wanting, self
        )
        self._troubles.told.connect(self.trouble)
        self._troubles.relay_wanted.connect(self.relay_wanted)
        self._follow(Document())

    def change_preferences(self, **values: Any) -> bool:
        """Keep these settings; whether that was possible. Others in the file may have been changed
        by another window, and stay."""
        try:
            self.preferences = self.preferences.change(**values)
            settings.save(settings.load().change(**values))
        except StudioError as error:
            self.trouble.emit(Trouble(str(error)))
            return False
        return True

    def start(self, sound: bool = True) -> None:
        """Begin to load the engine and, for ``sound``, look for devices; the window is shown."""
        self._rendering.start()
        self.relay.restore()
        if sound:
            self.player.refresh()

    def close(self, discard: bool = False) -> None:
        """Stop everything and wait for it. What is unsaved can be recovered, unless it is to be
        discarded."""
        if self._closed:
            return
        self._closed = True
        self._wanting.stop()
        self._layout.stop()
        self.relay.end()
        self._rendering.end()
        self._filing.finish()
        self._playing.close()
        self._filing.leave(discard)

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def title(self) -> str:
        return self.document.title or (self.path.stem if self.path else "")

    @property
    def path(self) -> Path | None:
        return self._filing.path

    @property
    def timeline(self) -> Timeline:
        return self._layout.current.timeline

    @property
    def cues(self) -> tuple[Cue, ...]:
        return self._layout.current.cues

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self._layout.current.findings

    @property
    def cursor(self) -> str:
        return self._cursor.id

    @property
    def loop_on(self) -> bool:
        return self._playing.looping

    @property
    def player(self) -> Player:
        """Its volume, its rate and its devices may be set; what it plays is the session's."""
        return self._playing.player

    @property
    def live_preview(self) -> bool:
        return self._wanting.live

    @property
    def work(self) -> Work:
        return self._rendering.work

    def placed(self, id: str) -> int | None:
        return self._layout.current.places.get(id)

    @property
    def status(self) -> Status:
        """Of the player, when it was last looked at."""
        return self._playing.status

    @property
    def position(self) -> int:
        """Where the playhead is: what is heard, or where playing would go on."""
        return self._playing.position

    @property
    def word_now(self) -> int | None:
        """The word that is being heard."""
        return self._playing.word_now

    @property
    def cue_now(self) -> int | None:
        """The caption that is shown where the playhead is."""
        return self._playing.cue_now

    # ── the document ────────────────────────────────────────────────────────────────────────────

    def retype(self, source: str) -> None:
        self._wanting.unsettle()
        super().retype(source)

    def rewrite(self, source: str, label: str) -> None:
        self._wanting.unsettle()
        super().rewrite(source, label)

    def fit_times(self, gesture: int | None = None) -> Fit:
        """Let sentences begin when the subtitles were shown that they come from."""
        fit = importing.fit(self.document, self.moments, self._rendering.info)
        self._edit(lambda _: fit.document, label=self.tr("subtitle times"), gesture=gesture)
        return fit

    def set_cursor(self, offset: int) -> None:
        if self._cursor.move(offset):
            self._wanting.unsettle()
            self.cursor_changed.emit(self._cursor.id)

    def _follow(self, before: Document) -> None:
        self._rendering.follow(self.document)
        self.changed.emit(before, self.document)
        if self._closed:
            return
        self._layout.follow(self.document)
        self._wanting.follow()
        self._filing.follow()

    @property
    def _shown(self) -> Shown:
        return Shown(self._layout.current, self._rendering.known_take)

    @Slot()
    def _laid_out(self) -> None:
        self._playing.follow()
        self.timeline_changed.emit()

    # ── playing ─────────────────────────────────────────────────────────────────────────────────

    def play(self, start: int | None = None) -> None:
        """From ``start``, else from the sentence under the cursor."""
        self._playing.play(self._start if start is None else lambda: start)

    def play_selection(self, start: int, end: int) -> None:
        self._playing.play_selection(start, end)

    def toggle(self) -> None:
        self._playing.toggle(self._start)

    def pause(self) -> None:
        self._playing.pause()

    def stop(self) -> None:
        self._playing.stop()

    def seek(self, sample: int) -> None:
        self._playing.seek(sample)

    def set_loop(self, on: bool) -> None:
        self._playing.set_loop(on)

    def loop(self, start: int, end: int) -> None:
        """Play from ``start`` to ``end``, round and round."""
        self._playing.loop(start, end)

    def next_sentence(self) -> None:
        self._playing.step_sentence(1)

    def previous_sentence(self) -> None:
        self._playing.step_sentence(-1)

    def _start(self) -> int:
        return self._cursor.start

    # ── auditions ───────────────────────────────────────────────────────────────────────────────

    def audition(
        self, voice: str, text: str | None = None, *, lexicon: Mapping[str, str] | None = None
    ) -> None:
        """Speak a text, or the sentence under the cursor, in a voice; only to hear it. If it is
        being heard in another voice, it goes on at the same word.

        ``lexicon``: how words are spoken beside what the document says; an empty respelling
        takes the document's away.
        """
        self._casting.audition(voice, text, lexicon or {})

    def stop_audition(self) -> None:
        self._playing.stop_audition()

    def hear(self, key: str) -> None:
        """Play a take by its key."""
        self._casting.hear(key)

    def use_voice(self, voice: str, whole: bool) -> None:
        """Let the paragraph of the cursor, or the whole narration, speak in a voice."""
        ids = [] if whole else [sentence.id for sentence in self._cursor.paragraph]
        self.set_voice(ids or None, voice)

    # ── rendering ───────────────────────────────────────────────────────────────────────────────

    def render_all(self) -> None:
        self._rendering.retry(self.document.sentences)
        self.relay.resume()
        self._wanting.want_all()

    def cancel_rendering(self) -> None:
        self._wanting.cancel()

    def set_live_preview(self, on: bool) -> None:
        self._wanting.live = on

    # ── files ───────────────────────────────────────────────────────────────────────────────────

    def new(self, source: str = "", title: str = "", markdown: bool = False) -> None:
        """Begin another narration; ask about unsaved changes before."""
        self._begin(replace(new_document(self.preferences, source, markdown), title=title), None)

    def new_from(self, imported: Imported) -> None:
        """Begin another narration with the script of a file."""
        document = new_document(self.preferences, imported.text, imported.markdown)
        moments = importing.moments(document, imported.targets)
        self._begin(replace(document, title=imported.title), None, moments=moments)

    def open(self, path: Path) -> None:
        """Open a narration; the present one stays when that fails."""
        self._filing.open(path, self._opened)

    def _opened(self, path: Path, opened: Any) -> None:
        self._begin(opened.document, path, takes=opened.takes)
        if opened.damaged:
            self.trouble.emit(
                Trouble(
                    self.tr("%n sentence(s) lost their sound.", "", len(opened.damaged)),
                    self.tr("Render"),
                    self.render_all,
                )
            )

    def recover(self, recoverable: Any) -> None:
        """Go on with a narration that a crash left behind."""
        self._begin(recoverable.document, recoverable.project, saved=False)
        recoverable.discard()

    def _begin(
        self,
        document: Document,
        path: Path | None,
        saved: bool = True,
        moments: tuple[Moment, ...] = (),
        takes: Mapping[str, str] | None = None,
    ) -> None:
        self.stop()
        self.cancel_rendering()
        self._rendering.know_takes(document.sentences, takes or {})
        before = self.document
        self._history = History(document, saved=saved)
        self._playing.rewind()
        self._cursor.id, self._typing = "", None
        self.moments = moments
        self._filing.begin(self._history, path)
        garbage.search()
        self._follow(before)
        first = next(iter(document.sentences), None)
        self._cursor.id = first.id if first else ""
        self.cursor_changed.emit(self._cursor.id)

    def save(self, path: Path | None = None, then: Callable[[], object] | None = None) -> None:
        """Save in the background; ``then`` is called when it is done."""
        self._filing.save(path, then)

    def export(
        self,
        base: Path,
        formats: Iterable[str],
        audio: AudioSettings,
    ) -> None:
        """Write sound and captions in the background. All sentences must be rendered."""
        if self.work.to_render:
            self.trouble.emit(
                Trouble(
                    self.tr("%n sentence(s) must be rendered first.", "", self.work.to_render),
                    self.tr("Render"),
                    self.render_all,
                )
            )
            self.export_progress.emit(None)
            return
        self._filing.export(base, formats, audio)

    def cancel_export(self) -> None:
        self._filing.cancel_export()
