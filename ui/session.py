"""The open narration: one document, and everything that hangs on it.

Every change goes through one of the session's verbs and the undoable history; nothing else changes
the document, and a take that arrives late changes nothing but what can be heard. All of it is
touched by the window's thread alone.
"""

from __future__ import annotations

import logging
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio import edits, importing, paths, settings, synthesis
from studio.arranging import Arranger
from studio.cues import Cue, Finding
from studio.document import SAMPLE_RATE, Document, Sentence
from studio.errors import RelayKeyUnusable, StudioError
from studio.export import AudioSettings
from studio.history import History
from studio.importing import Fit, Imported, Moment
from studio.player import Device, Notice, Player, Status
from studio.project import Autosave
from studio.relay.journal import journal_file
from studio.spoken import Reading
from studio.synthesis import LIVE_VERSION
from studio.takes import Take, TakeInfo, TakeStore
from studio.timeline import Timeline
from studio.voices import parse_voice
from ui import garbage
from ui.auditions import AUDITION
from ui.authoring import Authoring, Trouble
from ui.background import Background
from ui.layout import Layout
from ui.messages import describe_notice
from ui.playing import NARRATION, Playing
from ui.relaying import LocalEngine, Relaying, Watched
from ui.rendering import Rendering, Work
from ui.shown import Shown
from ui.synthesis_thread import LoadedEngine
from ui.voice_shelf import VoiceShelf

if TYPE_CHECKING:
    from studio.relay.client import Client

__all__ = ["NARRATION", "Session", "Trouble"]

log = logging.getLogger(__name__)

SETTLE = 400  # ms without a key before the sentence under the cursor is rendered
AUTOSAVE = 3_000  # ms after a change
ESTIMATE = 2_000  # ms after a change, or after some lengths were found out
BREATH = SAMPLE_RATE // 20  # samples before a word from which playing begins
AHEAD = 12  # sentences rendered ahead of the playhead


class Session(Authoring):
    sentences_changed = Signal(object)
    timeline_changed = Signal()
    cursor_changed = Signal(str)
    tick = Signal(object)
    work_changed = Signal(object)
    audition_changed = Signal(str)
    voices_changed = Signal()  # stars and blends
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
        super().__init__(self._new_document(), parent)
        limit = round(self.preferences["cache_limit"] * 1_000_000_000)
        self._store = TakeStore(paths.cache() / "takes", limit)
        self._weights = weights
        self._path: Path | None = None
        self.moments: tuple[Moment, ...] = ()  # when subtitles were shown that this comes from
        self._cursor = ""
        self._live_preview = True
        self._waiting_for_all = False
        self._closed = False
        self._opening: object = None  # the last wish to open a file, as long as it counts
        self._voices = VoiceShelf(paths.settings() / "voices.json")
        self._background = Background(self)
        self._autosave = Autosave(paths.data() / "recovery")

        watched = Watched(journal_file())
        self._rendering = Rendering(LocalEngine(engine, watched), self._store, weights, self)
        self._rendering.sentences_changed.connect(self.sentences_changed)
        self._layout = Layout(Arranger(self._rendering.info, self._rendering.sound_of), self)
        self._layout.changed.connect(self._laid_out)
        self._rendering.lengths_changed.connect(self._layout.again)
        self._rendering.work_changed.connect(self._work_changed)
        self._rendering.broke.connect(self._engine_broke)
        self._rendering.relay_broke.connect(self._relay_broke)
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
        self.relay.failed.connect(self._relay_failed)
        self._rendering.spoken.connect(self.relay.shadowing.follow)
        self.work = self._rendering.work

        self._playing = Playing(player, self._layout, self._rendering, self)
        self._playing.auditions.changed.connect(self.audition_changed)
        self._rendering.failed.connect(self._sentence_failed)  # auditions see to it first
        self._playing.tick.connect(self.tick)
        self._playing.coming.connect(self._render_ahead)
        self._playing.nothing.connect(self._nothing_to_play)
        self._playing.noticed.connect(self._player_noticed)
        self._settler = QTimer(self, interval=SETTLE, singleShot=True)
        self._settler.timeout.connect(self._settled)
        self._estimator = QTimer(self, interval=ESTIMATE, singleShot=True)
        self._estimator.timeout.connect(self._estimate)
        self._rendering.measured.connect(self._estimator.start)
        self._saver = QTimer(self, interval=AUTOSAVE, singleShot=True)
        self._saver.timeout.connect(self._autosave_now)
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

    def _new_document(self, source: str = "", markdown: bool = False) -> Document:
        chosen = self.preferences
        document = edits.begin(
            source,
            markdown=markdown,
            voice=str(parse_voice(chosen["voice"])),
            speed=chosen["speed"],
        )
        return replace(
            document,
            profile=chosen["profile"],
            grouping=chosen["grouping"],
            sentence_gap=round(chosen["sentence_gap"] * SAMPLE_RATE),
            paragraph_gap=round(chosen["paragraph_gap"] * SAMPLE_RATE),
        )

    def start(self, sound: bool = True) -> None:
        """Begin to load the engine and, for ``sound``, look for devices; the window is shown."""
        self._rendering.start()
        self.relay.restore()
        if sound:
            self.refresh_devices()

    def close(self, discard: bool = False) -> None:
        """Stop everything and wait for it. What is unsaved can be recovered, unless it is to be
        discarded."""
        if self._closed:
            return
        self._closed = True
        for timer in (self._settler, self._saver, self._estimator):
            timer.stop()
        self._layout.stop()
        self.relay.end()
        self._rendering.end()
        self._background.end()
        self._playing.close()
        if self.unsaved and not discard:
            try:
                self._autosave.keep(self.document, self._path)
            except StudioError as error:
                log.error("what is unsaved cannot be kept: %s", error)
            self._autosave.leave()
        else:
            self._autosave.close()

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def title(self) -> str:
        return self.document.title or (self._path.stem if self._path else "")

    @property
    def path(self) -> Path | None:
        return self._path

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
        return self._cursor

    @property
    def loop_on(self) -> bool:
        return self._playing.looping

    @property
    def volume(self) -> float:
        return self._playing.player.volume

    @property
    def rate(self) -> float:
        return self._playing.player.rate

    @property
    def stars(self) -> frozenset[str]:
        return frozenset(self._voices.stars)

    @property
    def blends(self) -> dict[str, str]:
        return dict(self._voices.blends)

    @property
    def live_preview(self) -> bool:
        return self._live_preview

    def state(self, id: str) -> str:
        sentence = self.sentence(id)
        return self._rendering.state(sentence) if sentence else "to_render"

    def states(self) -> dict[str, str]:
        """The state of every sentence, by id."""
        return {s.id: self._rendering.state(s) for s in self.document.sentences}

    def failure(self, id: str) -> str:
        sentence = self.sentence(id)
        return self._rendering.failure(sentence) if sentence else ""

    def take(self, id: str) -> Take | None:
        sentence = self.sentence(id)
        return self._rendering.take(sentence) if sentence else None

    def take_info(self, id: str) -> TakeInfo | None:
        """What is known of a take without its sound; None before the sentence is rendered."""
        sentence = self.sentence(id)
        return self._rendering.known_take(sentence) if sentence else None

    def take_by_key(self, key: str) -> Take | None:
        """A take with its sound, or None; may be called on any thread."""
        return self._rendering.sound_of(key)

    def made_by(self, id: str) -> str:
        """The name of the engine that made the take of a sentence; empty before there is one."""
        info = self.take_info(id)
        return info.engine if info else ""

    def key(self, id: str) -> str:
        sentence = self.sentence(id)
        return self._rendering.job(sentence).key if sentence else ""

    def readings(self, id: str) -> tuple[Reading, ...]:
        sentence = self.sentence(id)
        return self._rendering.readings(sentence) if sentence else ()

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
        at = self.position
        index = bisect_right(self.cues, at, key=lambda cue: cue.start) - 1
        return index if index >= 0 and at < self.cues[index].end else None

    # ── the document ────────────────────────────────────────────────────────────────────────────

    def retype(self, source: str) -> None:
        self._settler.start()
        super().retype(source)

    def rewrite(self, source: str, label: str) -> None:
        self._settler.start()
        super().rewrite(source, label)

    def fit_times(self, gesture: int | None = None) -> Fit:
        """Let sentences begin when the subtitles were shown that they come from."""
        fit = importing.fit(self.document, self.moments, self._rendering.info)
        self._edit(lambda _: fit.document, label=self.tr("subtitle times"), gesture=gesture)
        return fit

    def set_cursor(self, offset: int) -> None:
        sentence = edits.sentence_at(self.document, offset)
        id = sentence.id if sentence else ""
        if id != self._cursor:
            self._cursor = id
            self._settler.start()
            self.cursor_changed.emit(id)

    def _follow(self, before: Document) -> None:
        self._rendering.follow(self.document)
        self.changed.emit(before, self.document)
        if self._closed:
            return
        self._layout.follow(self.document)
        if self._waiting_for_all:
            self._settler.start()
        self._saver.start()
        self._estimator.start()
        self.saved_changed.emit()

    @property
    def _shown(self) -> Shown:
        return Shown(self._layout.current, self._rendering.known_take)

    # ── layout ──────────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _laid_out(self) -> None:
        self._playing.follow()
        self.timeline_changed.emit()

    # ── playing ─────────────────────────────────────────────────────────────────────────────────

    def play(self, start: int | None = None) -> None:
        """From ``start``, else from the sentence under the cursor."""
        self._playing.play(self._start_of_cursor if start is None else lambda: start)

    def play_selection(self, start: int, end: int) -> None:
        self._playing.play_selection(start, end)

    def toggle(self) -> None:
        self._playing.toggle(self._start_of_cursor)

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
        self._playing.set_loop(True)
        self._playing.play_selection(start, end)

    def next_sentence(self) -> None:
        self._playing.step_sentence(1)

    def previous_sentence(self) -> None:
        self._playing.step_sentence(-1)

    def set_volume(self, volume: float) -> None:
        self._playing.player.volume = volume

    def set_rate(self, rate: float) -> None:
        self._playing.player.rate = rate

    def devices(self) -> tuple[Device, ...]:
        return self._playing.player.devices()

    def choose_device(self, device: Device | None) -> None:
        self._playing.player.choose(device)

    def refresh_devices(self) -> None:
        self._playing.player.refresh()

    def _start_of_cursor(self) -> int:
        """Just before the first word of the cursor's sentence: nobody waits for silence."""
        index = self.placed(self._cursor)
        if index is None:
            return 0
        start, words = self.timeline.sentences[index].start, self.timeline.words
        first = bisect_left(words, index, key=lambda word: word.sentence)
        if first == len(words) or words[first].sentence != index:
            return start
        return max(start, words[first].start - BREATH)

    @Slot(int)
    def _render_ahead(self, start: int) -> None:
        if self._waiting_for_all:
            return
        index = max(bisect_right(self.timeline.sentences, start, key=lambda s: s.start) - 1, 0)
        self._rendering.want(self._following(index, AHEAD))

    def _following(self, index: int, count: int) -> list[Sentence]:
        placed = self.timeline.sentences[index : index + count]
        found = (self.sentence(each.id) for each in placed)
        return [sentence for sentence in found if sentence is not None]

    @Slot()
    def _nothing_to_play(self) -> None:
        self.trouble.emit(Trouble(self.tr("There is nothing to play yet; paste a script.")))

    @Slot(object)
    def _player_noticed(self, notice: Notice) -> None:
        self.trouble.emit(
            Trouble(describe_notice(notice), self.tr("Look again"), self.refresh_devices)
        )

    # ── auditions ───────────────────────────────────────────────────────────────────────────────

    def audition(
        self, voice: str, text: str | None = None, *, lexicon: Mapping[str, str] | None = None
    ) -> None:
        """Speak a text, or the sentence under the cursor, in a voice; only to hear it. If it is
        being heard in another voice, it goes on at the same word.

        ``lexicon``: how words are spoken beside what the document says; an empty respelling
        takes the document's away.
        """
        try:
            sentence = self._audition_sentence(str(parse_voice(voice)), text)
        except StudioError as error:
            self.trouble.emit(Trouble(str(error)))
            return
        known = {**dict(self.document.lexicon), **(lexicon or {})}
        local = synthesis.job(sentence, known, self._weights(), engine_version=LIVE_VERSION)
        job = self._rendering.routed(local)
        falls_back = job.server and self.relay.fallback
        self._playing.audition(voice, job, local if falls_back else None)

    def stop_audition(self) -> None:
        if self._playing.status.tag == AUDITION:
            self.stop()

    def hear(self, key: str) -> None:
        """Play a take by its key."""
        take = self._rendering.stored(key)
        if take is None:
            self.trouble.emit(Trouble(self.tr("That take is not kept any more.")))
        else:
            self._playing.hear(take)

    def _audition_sentence(self, voice: str, text: str | None) -> Sentence:
        found = self.sentence(self._cursor) or next(iter(self.document.sentences), None)
        if text is not None or found is None:
            found = Sentence("audition", text or self.tr("This is how this voice sounds."))
        language = parse_voice(voice).language
        return replace(found, id="audition", voice=voice, language=language, kept="")

    def star(self, voice: str, on: bool) -> None:
        self._voices.star(voice, on)
        self.voices_changed.emit()

    def save_blend(self, name: str, spelling: str) -> None:
        """Keep a blend under a name; an empty spelling forgets it."""
        self._voices.keep(name, spelling)
        self.voices_changed.emit()

    def use_voice(self, voice: str, whole: bool) -> None:
        """Let the paragraph of the cursor, or the whole narration, speak in a voice."""
        if whole:
            self.set_voice(None, voice)
            return
        for paragraph in self.document.paragraphs:
            if any(sentence.id == self._cursor for sentence in paragraph.sentences):
                self.set_voice([sentence.id for sentence in paragraph.sentences], voice)
                return
        self.set_voice(None, voice)

    # ── rendering ───────────────────────────────────────────────────────────────────────────────

    def render_all(self) -> None:
        self._rendering.retry(self.document.sentences)
        self.relay.resume()
        self._waiting_for_all = True
        self._want_all()

    def _want_all(self) -> None:
        sentences = self.document.sentences
        index = max(self.placed(self._cursor) or 0, 0)
        self._rendering.want([*sentences[index:], *sentences[:index]])

    def cancel_rendering(self) -> None:
        self._waiting_for_all = False
        self._rendering.cancel()

    def set_live_preview(self, on: bool) -> None:
        self._live_preview = on

    @Slot()
    def _settled(self) -> None:
        """Typing has paused: a new step to undo begins, and what was typed is rendered."""
        self._typing = None
        if self._waiting_for_all:
            self._want_all()  # what was changed meanwhile, too
            return
        if not self._live_preview or self._playing.is_running:
            return
        index = self.placed(self._cursor)
        if index is not None:
            self._rendering.want(self._following(index, 2))

    @Slot()
    def _estimate(self) -> None:
        """Find out how long the narration will be, from the cursor on, without speaking it."""
        if self._live_preview:
            sentences = self.document.sentences
            index = self.placed(self._cursor) or 0
            self._rendering.measure(chain(sentences[index:], sentences[:index]))

    @Slot(object)
    def _work_changed(self, work: Work) -> None:
        is_changing = self._settler.isActive()
        if self._waiting_for_all and work.wanted and not work.busy and not is_changing:
            self._waiting_for_all = False
        self.work = work
        self.work_changed.emit(work)

    @Slot(object)
    def _engine_broke(self, error: StudioError) -> None:
        self.stop_audition()
        self.cancel_rendering()
        self.trouble.emit(Trouble(str(error), self.tr("Try again"), self._rendering.start))

    @Slot(object)
    def _relay_broke(self, error: StudioError) -> None:
        """Nothing comes from the relay."""
        if self.relay.fallback:
            text = self.tr("{0} What it has not spoken is spoken on this computer.")
            self.trouble.emit(Trouble(text.format(error), self.tr("Try again"), self.relay.resume))
            return
        self._waiting_for_all = False
        self._relay_failed(error)

    @Slot(object)
    def _relay_failed(self, error: StudioError) -> None:
        if isinstance(error, RelayKeyUnusable):
            call = self.relay_wanted.emit
            self.trouble.emit(Trouble(str(error), self.tr("Relay settings"), call))
        else:
            self.trouble.emit(Trouble(str(error), self.tr("Try again"), self.relay.resume))

    @Slot(object)
    def _sentence_failed(self, event: Any) -> None:
        if event.job.sentence.id == "audition" and self._playing.auditions.goes_on(event):
            return
        self.trouble.emit(
            Trouble(str(event.error), self.tr("Try again"), lambda: self._again(event.job))
        )

    def _again(self, job: Any) -> None:
        if job.sentence.id == "audition":
            self._playing.audition(job.sentence.voice, job, None)
            return
        sentence = self.sentence(job.sentence.id)
        if sentence is not None:
            self._rendering.retry([sentence])
            self._rendering.want([sentence])

    # ── files ───────────────────────────────────────────────────────────────────────────────────

    def new(self, source: str = "", title: str = "", markdown: bool = False) -> None:
        """Begin another narration; ask about unsaved changes before."""
        self._begin(replace(self._new_document(source, markdown), title=title), None)

    def new_from(self, imported: Imported) -> None:
        """Begin another narration with the script of a file."""
        document = self._new_document(imported.text, imported.markdown)
        moments = importing.moments(document, imported.targets)
        self._begin(replace(document, title=imported.title), None, moments=moments)

    def open(self, path: Path) -> None:
        """Open a narration; the present one stays when that fails."""
        self._opening = wish = object()
        opened = partial(self._opened, wish, self.document)
        self._background.open(path, self._store, opened, self._failed)

    def _opened(self, wish: object, before: Document, path: Path, opened: Any) -> None:
        if wish is not self._opening:
            return  # another narration was begun meanwhile
        if self.document != before:
            text = self.tr("“{0}” was not opened, as you went on writing; open it again.")
            self.trouble.emit(Trouble(text.format(path.name)))
            return
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
        self._history, self._opening = History(document, saved=saved), None
        self._playing.rewind()
        self._path, self._cursor, self._typing = path, "", None
        self.moments = moments
        self._background.run(self._autosave.clear)
        garbage.search()
        self._follow(before)
        first = next(iter(document.sentences), None)
        self._cursor = first.id if first else ""
        self.cursor_changed.emit(self._cursor)

    def save(self, path: Path | None = None, then: Callable[[], object] | None = None) -> None:
        """Save in the background; ``then`` is called when it is done."""
        target = path or self._path
        if target is None:
            self.trouble.emit(Trouble(self.tr("Choose a name for the narration first.")))
            return
        document, history = self.document, self._history
        keys = {s.id: key for s in document.sentences if (key := self._rendering.job_key(s))}

        def done() -> None:
            history.mark_saved(document)
            if history is self._history:  # else another narration was begun meanwhile
                self._path = target
                if not self.unsaved:
                    self._background.run(self._autosave.clear)
                self.saved_changed.emit()
            if then is not None:
                then()

        self._background.save(document, target, self._store, keys, done, self._failed)

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
        self._layout.finish(partial(self._export, base, tuple(formats), audio))

    def _export(self, base: Path, formats: tuple[str, ...], audio: AudioSettings) -> None:
        self._background.export(
            base,
            formats,
            self.cues,
            self.timeline,
            self.document,
            self._store,
            audio,
            self.export_progress.emit,
            self._failed,
        )

    def cancel_export(self) -> None:
        self._background.cancel_export()

    def _failed(self, error: StudioError) -> None:
        self.trouble.emit(Trouble(str(error)))

    @Slot()
    def _autosave_now(self) -> None:
        if self.unsaved:
            self._background.run(partial(self._autosave.keep, self.document, self._path))
