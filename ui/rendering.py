"""Which sentences have their takes, and having the others made."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from studio import synthesis
from studio.document import SAMPLE_RATE, Document, Sentence
from studio.errors import StudioError
from studio.routing import Route, Switch, said
from studio.spoken import Reading
from studio.synthesis import (
    LIVE_VERSION,
    Failed,
    Finished,
    Heard,
    Interrupted,
    Job,
    Measured,
    Ready,
    Started,
)
from studio.takes import Take, TakeInfo, TakeStore
from ui.estimates import Estimates
from ui.known_jobs import Known, KnownJobs
from ui.relay_threads import RelayThreads
from ui.synthesis_thread import LoadedEngine, SynthesisThread

State = Literal["to_render", "rendering", "ready", "failed", "locked"]

SLICE = 0.004  # seconds of work on many sentences before the window has its turn again
TELL = 0.25  # seconds between two reports while many are being read
MEASURED = 20  # sentences at a time: what is found out is shown at once, as all moves by it
SELDOM = 1_000  # ms
SOME = 200  # sentences tell how long others are
MANY = 20  # sentences that may be read at once
FORGET = (
    1_000  # sentences that are gone whose jobs are kept, for undo, beside one for each there is
)


@dataclass(frozen=True, slots=True)
class Work:
    """``to_render`` of ``total`` sentences have no take; ``done`` of those now wanted are made.
    ``factor``: seconds of work on this computer for a second of sound, when known."""

    to_render: int = 0
    total: int = 0
    done: int = 0
    wanted: int = 0
    seconds_left: float | None = None
    busy: bool = False
    loaded: bool = False
    factor: float | None = None


class _Error(NamedTuple):
    job: Job
    text: str


class Rendering(QObject):
    """Keeps a job and a state for each sentence of a document, and the takes as they come."""

    sentences_changed = Signal(object)  # frozenset of sentence ids
    lengths_changed = Signal()  # a take has come, or went
    work_changed = Signal(object)
    heard = Signal(object)  # Heard, of an audition
    audition_finished = Signal(object)  # Finished
    broke = Signal(object)
    relay_broke = Signal(object)  # the StudioError for which nothing comes from the relay
    failed = Signal(object)
    measured = Signal()  # all that `measure` asked for
    spoken = Signal(object)  # Ready, of a take that was just made
    _lost = Signal(str)  # key of a take that is not where it was

    def __init__(
        self,
        engine: LoadedEngine,
        store: TakeStore,
        weights: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._weights = store, weights
        self._queue = synthesis.SynthesisQueue()
        self._thread = SynthesisThread(engine, self._queue, store, self)
        self._thread.happened.connect(self._happened)
        self._lost.connect(self._forget, Qt.ConnectionType.QueuedConnection)
        self._thread.loaded.connect(self._loaded)
        self._thread.broke.connect(self._broke)
        self._switch = Switch(self._made_by)
        self._relay: RelayThreads | None = None
        self._relay_error = ""  # why nothing comes from it
        self._jobs = KnownJobs()
        self._estimates = Estimates()
        self._infos: dict[str, TakeInfo] = {}  # by key
        self._errors: dict[str, _Error] = {}  # by key
        self._partial: dict[str, list[np.ndarray]] = {}  # by key, while it is being spoken
        self._document = Document()
        self._to_read: deque[Sentence] = deque()
        self._has_rules = False  # for reading
        self._was_read: set[str] = set()  # ids, since the last report
        self._reported = 0.0
        self._teller = QTimer(self, singleShot=True)
        self._teller.timeout.connect(self._tell_work)
        self._telling = 0  # ms until it is told
        self._reader = QTimer(self, interval=0)
        self._reader.timeout.connect(self._read_some)
        self.work = Work()
        self._wanted: list[str] = []
        self._asked: list[Sentence] = []  # what was wanted last
        self._wish: tuple[str, ...] = ()  # ids of what is wanted as soon as all are read
        self._done = 0
        self._is_loaded = False
        self._began: dict[str, tuple[Job, float]] = {}  # what is being spoken, since when, by key
        self._spoken_seconds = self._speaking_seconds = 0.0

    def start(self) -> None:
        """Begin to load the engine; call it when the window is shown, and again when it `broke`
        and there is hope."""
        self._thread.start()

    def end(self) -> None:
        self._reader.stop()
        if self._relay is not None:
            self._relay.end()
        self._thread.end()
        self._store.trim({known.job.key for known in self._jobs})

    # ── which engine ────────────────────────────────────────────────────────────────────────────

    @property
    def route(self) -> Route:
        return self._switch.route

    def set_route(self, route: Route, relay: RelayThreads | None) -> None:
        """From the next sentence on, sentences go this way; those that have a take keep it.
        ``relay`` speaks for the server of the route and belongs to this object from now on."""
        before, self._relay = self._relay, relay
        if before is not None and before is not relay:
            before.end()
            before.deleteLater()
            self._abandon(relayed=True)
        if relay is not None and relay is not before:
            relay.happened.connect(self._relay_happened)
            relay.broke.connect(self._relay_broke)
            relay.start()
        self._switch.turn(route)
        self._forgive_relay()

    def resume_relay(self) -> None:
        """Ask the relay again, though it broke or did not speak some sentences."""
        if self._relay_error or any(each.job.server for each in self._errors.values()):
            self._switch.turn(self.route)
            self._forgive_relay()

    def _forgive_relay(self) -> None:
        if self._relay_error and self._relay is not None:
            self._relay.start()
        self._relay_error = ""
        self._errors = {key: each for key, each in self._errors.items() if not each.job.server}
        self._choose_anew()

    def respeak(self) -> None:
        """Have that made anew which another engine made than the one that is to speak it now."""
        self._switch.respeak((known.local, known.job) for known in self._jobs)
        self._choose_anew()

    def missing(self) -> list[Sentence]:
        """The sentences that have no take."""
        sentences = self._document.sentences
        return [each for each in sentences if self.job_key(each) not in self._infos]

    def know_takes(self, sentences: Iterable[Sentence], keys: Mapping[str, str]) -> None:
        """Sentences of a file have these takes, by id, as long as they are not changed."""
        self._switch.open(sentences, keys)

    def routed(self, local: Job) -> Job:
        """The job by the engine that is to speak it; ``local``: the same on this computer."""
        return self._switch.ways(local)[0]

    def _choose_anew(self) -> None:
        """Nothing is told before what was wanted is wanted anew, or it would look as if all was
        done."""
        self._to_read = deque(s for s in self._document.sentences if not self._is_read(s))
        if self._to_read:
            self._reader.start()
        self._wanted = []
        self.want(self._asked)

    def _abandon(self, relayed: bool) -> None:
        """What was being spoken here, or by the relay, is not any more."""
        for key in [key for key, (job, _) in self._began.items() if bool(job.server) is relayed]:
            del self._began[key]
            self._partial.pop(key, None)

    def _made_by(self, key: str) -> str | None:
        """The name of the engine of a take; None where there is none."""
        if key not in self._infos and (info := self._store.info(key)) is not None:
            self._infos[key] = info
        info = self._infos.get(key)
        return None if info is None else info.engine

    # ── the document ────────────────────────────────────────────────────────────────────────────

    def follow(self, document: Document) -> None:
        """From now on the sentences of this document are kept. Those that did not change cost
        nothing; many new ones are read in turns, so that the window stays alive."""
        self._document = document
        sentences = document.sentences
        self._to_read = deque(each for each in sentences if not self._is_read(each))
        if len(self._jobs) > 2 * len(sentences) + FORGET:
            there = {sentence.id for sentence in sentences}
            for gone in self._jobs.keep(there):
                self._estimates.forget(gone)
        self._reported = 0.0
        if not self._to_read:
            self._tell_work()
        elif self._has_rules:
            self._read_some()  # and tell
        else:  # they are loaded when the window is there
            self._reader.start()

    @Slot()
    def _read_some(self) -> None:
        until = time.perf_counter() + SLICE
        self._has_rules = True
        while self._to_read:
            sentence = self._to_read.popleft()
            self._read(sentence)
            self._was_read.add(sentence.id)
            if time.perf_counter() >= until:
                break
        if self._to_read:
            self._reader.start()
        else:
            self._reader.stop()
        now = time.monotonic()
        if self._was_read and (not self._to_read or now - self._reported > TELL):
            self._reported = now
            read, self._was_read = self._was_read, set()
            self.sentences_changed.emit(frozenset(read))
            self.lengths_changed.emit()
            self._tell_work()
            self._want_more()

    def _want_more(self) -> None:
        """What was read meanwhile of what is wanted."""
        if not self._wish:
            return
        there = {sentence.id: sentence for sentence in self._document.sentences}
        wished = [there[id] for id in self._wish if id in there]
        if not self._to_read:
            self._wish = ()
        made = [key for key in self._wanted if key in self._infos or key in self._errors]
        self._want_read(wished, made)

    def _is_read(self, sentence: Sentence) -> bool:
        known = self._jobs.get(sentence.id)
        if known is None or known.sentence is not sentence:
            return False
        key, switch = known.job.key, self._switch
        has_take = key in self._infos and not switch.is_left(key)
        is_settled = has_take or known.position == switch.position
        return is_settled and known.lexicon is self._document.lexicon

    def _read(self, sentence: Sentence) -> Job:
        lexicon, known = self._document.lexicon, self._jobs.get(sentence.id)
        if known is not None and known.sentence is sentence and known.lexicon is lexicon:
            local = known.local
        else:
            local = synthesis.job(
                sentence,
                dict(lexicon),
                self._weights(),
                takes=self._store,
                engine_version=LIVE_VERSION,
            )
        job = self._switch.chosen(local)
        self._jobs.put(Known(sentence, lexicon, local, job, self._switch.position))
        return job

    def job(self, sentence: Sentence) -> Job:
        known = self._jobs.get(sentence.id)
        if known is not None and self._is_read(sentence):
            return known.job
        return self._read(sentence)

    def readings(self, sentence: Sentence) -> tuple[Reading, ...]:
        return self.job(sentence).readings

    def known_readings(self, sentence: Sentence) -> tuple[Reading, ...] | None:
        """The readings, if the sentence was read."""
        job = self._known(sentence)
        return job.readings if job else None

    def _known(self, sentence: Sentence) -> Job | None:
        """The job of a sentence, if it was read already. Words of the lexicon may still be read
        as before; a job of what the sentence was before it was changed is not its job."""
        known = self._jobs.get(sentence.id)
        if known is None:
            return None
        is_same = known.sentence is sentence or said(known.sentence) == said(sentence)
        return known.job if is_same else None

    def state(self, sentence: Sentence) -> State:
        key = self.job_key(sentence)
        if not key:
            return "to_render"
        if key in self._infos:
            return "locked" if sentence.locked else "ready"
        if key in self._began:
            return "rendering"
        return "failed" if key in self._errors else "to_render"

    def failure(self, sentence: Sentence) -> str:
        error = self._errors.get(self.job_key(sentence))
        return error.text if error else ""

    def take(self, sentence: Sentence) -> Take | None:
        return self._store.get(self.job(sentence).key)

    def stored(self, key: str) -> Take | None:
        """A take that was made at any time."""
        return self._store.get(key)

    def info(self, sentence: Sentence) -> TakeInfo:
        """The sentence's take without its sound, or an estimate of what it will be; the same
        object as long as it does not change."""
        key = self.job_key(sentence)
        if key in self._infos:
            return self._infos[key]
        known = self._jobs.get(sentence.id)
        local = known.local if known and known.sentence.text == sentence.text else None
        return self._estimates.of(sentence, local, key)

    def known_take(self, sentence: Sentence) -> TakeInfo | None:
        return self._infos.get(self.job_key(sentence))

    # ── sound, called on the player's thread ────────────────────────────────────────────────────

    def sound_of(self, key: str) -> Take | None:
        if key not in self._infos:
            return None
        take = self._store.get(key)
        if take is None:
            self._lost.emit(key)
        return take

    def begun_sound_of(self, key: str) -> list[np.ndarray]:
        """What there is already of a sentence that is being spoken."""
        return self._partial.get(key, [])

    # ── wanting ─────────────────────────────────────────────────────────────────────────────────

    def want(self, sentences: Iterable[Sentence]) -> None:
        """Have these made, in this order, and no others. Many that were not read yet are read
        in turns, and wanted as they are read."""
        self._asked, self._done = list(sentences), 0
        unread: list[Sentence] = []
        if len(self._asked) > MANY:
            unread = [each for each in self._asked if not self._is_read(each)]
        self._wish = tuple(sentence.id for sentence in self._asked) if unread else ()
        if unread:  # those come first
            ids = {sentence.id for sentence in unread}
            self._to_read = deque([*unread, *(s for s in self._to_read if s.id not in ids)])
        self._want_read(self._asked, [])

    def _want_read(self, sentences: Sequence[Sentence], made: list[str]) -> None:
        """Have those made that were read. ``made``: keys of what was wanted with them before."""
        if self._wish:
            sentences = [sentence for sentence in sentences if self._is_read(sentence)]
        jobs = [self.job(sentence) for sentence in sentences]
        missing = [
            job for job in jobs if job.key not in self._infos and job.key not in self._errors
        ]
        keys = [job.key for job in missing]
        if keys and not made and keys == self._wanted[-len(keys) :]:
            return
        self._wanted = [*made, *keys]
        self._queue.want([job for job in missing if not job.server])
        relayed = [job for job in missing if job.server]
        if self._relay_error:
            self._give_up(relayed)
        elif self._relay is not None:
            self._relay.want(relayed)
        self._tell_work()

    def _give_up(self, relayed: Iterable[Job]) -> None:
        """Nothing comes from the relay."""
        ids = set[str]()
        for job in relayed:
            self._errors[job.key] = _Error(job, self._relay_error)
            ids |= self._jobs.with_key(job.key)
        self.sentences_changed.emit(frozenset(ids))

    def measure(self, sentences: Iterable[Sentence]) -> None:
        """Find out how long the next few of these will be that have no take, when there is
        nothing to be made; ``measured`` tells."""
        unmade = (
            known.local
            for sentence in sentences
            if (known := self._jobs.get(sentence.id)) is not None
            and known.sentence is sentence
            and known.job.key not in self._infos
        )
        self._queue.measure(self._estimates.ask(unmade, MEASURED))

    def retry(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            self._errors.pop(self.job_key(sentence), None)

    def cancel(self) -> None:
        self.want(())

    def audition(self, job: Job) -> None:
        if job.server and self._relay is not None:
            self._relay.audition(job)
        else:
            self._queue.audition(job)

    def stop_audition(self) -> None:
        self._queue.stop_audition()
        if self._relay is not None:
            self._relay.stop_audition()

    # ── what happened ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def _loaded(self) -> None:
        self._is_loaded = True
        self._tell_work()

    @Slot(object)
    def _broke(self, error: StudioError) -> None:
        self._abandon(relayed=False)
        self.broke.emit(error)

    @Slot(object, object)
    def _relay_happened(self, relay: RelayThreads, event: object) -> None:
        if relay is self._relay:
            self._happened(event)
        elif isinstance(event, Ready):  # it was paid for
            self._infos[event.job.key] = event.take.info(event.job.key)

    @Slot(object, object)
    def _relay_broke(self, relay: RelayThreads, error: StudioError) -> None:
        if relay is not self._relay or self._relay_error:
            return
        self._relay_error = str(error)
        self._abandon(relayed=True)
        self._switch.turn(self.route, failing=True)
        self._choose_anew()
        self.relay_broke.emit(error)

    @Slot(object)
    def _happened(self, event: object) -> None:
        if isinstance(event, Started) and not event.audition:
            self._began[event.job.key] = (event.job, time.monotonic())
            self.sentences_changed.emit(frozenset({event.job.sentence.id}))
        elif isinstance(event, Heard):
            if event.audition:
                self.heard.emit(event)
            elif event.first:
                self._partial[event.job.key] = [event.piece.audio]
            elif event.job.key in self._partial:  # else it was abandoned
                self._partial[event.job.key].append(event.piece.audio)
        elif isinstance(event, Finished):
            self.audition_finished.emit(event)
        elif isinstance(event, Ready):
            self._arrived(event)
        elif isinstance(event, Measured):
            if self._estimates.add(event):
                self.lengths_changed.emit()
                self.measured.emit()
        elif isinstance(event, Interrupted) and not event.audition:
            self._stopped(event.job)
        elif isinstance(event, Failed) and self._falls_back(event.job):
            self._speak_here(event.job)
        elif isinstance(event, Failed):
            self._errors[event.job.key] = _Error(event.job, str(event.error))
            self._over(event.job)
            self.failed.emit(event)

    def _arrived(self, event: Ready) -> None:
        take = event.take
        seconds = len(take.audio) / SAMPLE_RATE
        began = self._began.get(event.job.key)
        if began is not None and not event.job.server:
            self._spoken_seconds += seconds
            self._speaking_seconds += time.monotonic() - began[1]
        self._infos[event.job.key] = take.info(event.job.key)
        self._over(event.job)
        self.lengths_changed.emit()
        if began is not None:
            self.spoken.emit(event)

    def _falls_back(self, job: Job) -> bool:
        return (
            bool(job.server) and self.route.fallback and self._jobs.get(job.sentence.id) is not None
        )

    def _speak_here(self, job: Job) -> None:
        """The relay did not speak it, so this computer does."""
        for id in self._jobs.with_key(job.key):
            known = self._jobs.get(id)
            if known is not None:
                self._jobs.put(known._replace(job=known.local))
        self._stopped(job)
        self.want(self._asked)

    @Slot(str)
    def _forget(self, key: str) -> None:
        """A take was removed, by another program or because it is damaged: make it again."""
        if self._infos.pop(key, None) is not None:
            self._wanted = [wanted for wanted in self._wanted if wanted != key]
            self.sentences_changed.emit(self._jobs.with_key(key))
            self.lengths_changed.emit()
            self._tell_work()

    def _over(self, job: Job) -> None:
        self._done += 1
        self._stopped(job)
        if not self._teller.isActive():
            self._teller.start(self._telling)

    def _stopped(self, job: Job) -> None:
        """It is not being spoken any more."""
        self._partial.pop(job.key, None)
        self._began.pop(job.key, None)
        self.sentences_changed.emit(self._jobs.with_key(job.key))

    @Slot()
    def _tell_work(self) -> None:
        began = time.perf_counter()
        factor = self._speaking_seconds / self._spoken_seconds if self._spoken_seconds else None
        # What failed is not being made any more, though it is still missing.
        wanted = set(self._wanted) - self._errors.keys()
        infos, missing, left = self._infos, 0, list[Sentence]()
        for sentence in self._document.sentences:
            key = self.job_key(sentence)
            if key not in infos:
                missing += 1
                if key in wanted:
                    left.append(sentence)
        self.work = Work(
            to_render=missing,
            total=len(self._document.sentences),
            done=min(self._done, len(self._wanted)),
            wanted=len(self._wanted),
            seconds_left=self._seconds(left) * (factor or 1.0) if left else None,
            busy=bool(left or self._wish),
            loaded=self._is_loaded,
            factor=factor,
        )
        self.work_changed.emit(self.work)
        # Of many sentences in a quick succession is told so seldom that telling takes a tenth of
        # the time at most.
        self._telling = min(round(1e4 * (time.perf_counter() - began)), SELDOM)

    def _seconds(self, sentences: Sequence[Sentence]) -> float:
        """How long the takes of these will be; of many, by some of them."""
        some = sentences[:: len(sentences) // SOME + 1]
        samples = sum(self.info(sentence).samples for sentence in some)
        return samples / SAMPLE_RATE * len(sentences) / len(some)

    def job_key(self, sentence: Sentence) -> str:
        job = self._known(sentence)
        return job.key if job else ""
