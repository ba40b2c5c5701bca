"""Which sentences have their takes, and having the others made."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal, Slot

from studio.document import SAMPLE_RATE, Document, Sentence
from studio.errors import StudioError
from studio.routing import Route, Switch
from studio.spoken import Reading
from studio.synthesis import Failed, Finished, Heard, Interrupted, Job, Measured, Ready, Started
from studio.takes import Take, TakeInfo, TakeStore
from ui.estimates import Estimates
from ui.jobs import Jobs
from ui.making import Making, State
from ui.progress import Pace, Teller, Work
from ui.relay_threads import RelayThreads
from ui.speaking import Speaking
from ui.synthesis_thread import LoadedEngine

__all__ = ["Rendering", "Work"]

MEASURED = 20  # sentences at a time: what is found out is shown at once, as all moves by it
SOME = 200  # sentences tell how long others are
MANY = 20  # sentences that may be read at once


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
        self._store = store
        self._making = Making(store)
        self._switch = Switch(self._making.made_by)
        self._jobs = Jobs(store, weights, self._switch, self._making.is_made, self)
        self._jobs.read.connect(self._were_read)
        self._estimates = Estimates()
        self._speaking = Speaking(engine, store, self)
        self._speaking.happened.connect(self._happened)
        self._speaking.came_late.connect(self._making.keep)
        self._speaking.loaded.connect(self._loaded)
        self._speaking.broke.connect(self._broke)
        self._speaking.relay_broke.connect(self._relay_broke)
        self._lost.connect(self._forget, Qt.ConnectionType.QueuedConnection)
        self._document = Document()
        self._wanted: list[str] = []  # keys
        self._asked: list[Sentence] = []  # what was wanted last
        self._wish: tuple[str, ...] = ()  # ids of what is wanted as soon as all are read
        self._done = 0
        self._is_loaded = False
        self._pace = Pace()
        self._teller = Teller(self._tell_work, self)
        self.work = Work()

    def start(self) -> None:
        """Begin to load the engine; call it when the window is shown, and again when it `broke`
        and there is hope."""
        self._speaking.start()

    def end(self) -> None:
        self._jobs.stop()
        self._speaking.end()
        self._store.trim({known.job.key for known in self._jobs})

    # ── which engine ────────────────────────────────────────────────────────────────────────────

    @property
    def route(self) -> Route:
        return self._switch.route

    def set_route(self, route: Route, relay: RelayThreads | None) -> None:
        """From the next sentence on, sentences go this way; those that have a take keep it.
        ``relay`` speaks for the server of the route and belongs to this object from now on."""
        if self._speaking.use_relay(relay):
            self._making.abandon(relayed=True)
        self._switch.turn(route)
        self._forgive_relay()

    def resume_relay(self) -> None:
        """Ask the relay again, though it broke or did not speak some sentences."""
        if self._speaking.relay_error or self._making.has_relay_failed:
            self._switch.turn(self.route)
            self._forgive_relay()

    def _forgive_relay(self) -> None:
        self._speaking.forgive_relay()
        self._making.forgive_relay()
        self._choose_anew()

    def respeak(self) -> None:
        """Have that made anew which another engine made than the one that is to speak it now."""
        self._switch.respeak((known.local, known.job) for known in self._jobs)
        self._choose_anew()

    def missing(self) -> list[Sentence]:
        """The sentences that have no take."""
        sentences = self._document.sentences
        return [each for each in sentences if not self._making.is_made(self.job_key(each))]

    def know_takes(self, sentences: Iterable[Sentence], keys: Mapping[str, str]) -> None:
        """Sentences of a file have these takes, by id, as long as they are not changed."""
        self._switch.open(sentences, keys)

    def routed(self, local: Job) -> Job:
        """The job by the engine that is to speak it; ``local``: the same on this computer."""
        return self._switch.ways(local)[0]

    def _choose_anew(self) -> None:
        """Nothing is told before what was wanted is wanted anew, or it would look as if all was
        done."""
        self._jobs.check()
        self._wanted = []
        self.want(self._asked)

    # ── the document ────────────────────────────────────────────────────────────────────────────

    def follow(self, document: Document) -> None:
        """From now on the sentences of this document are kept. Those that did not change cost
        nothing; many new ones are read in turns, so that the window stays alive."""
        self._document = document
        for gone in self._jobs.follow(document):
            self._estimates.forget(gone)
        if self._jobs.are_read:
            self._teller.now()
        else:
            self._jobs.read_on()  # and tell

    @Slot(object)
    def _were_read(self, ids: frozenset[str]) -> None:
        self.sentences_changed.emit(ids)
        self.lengths_changed.emit()
        self._teller.now()
        self._want_more()

    def _want_more(self) -> None:
        """What was read meanwhile of what is wanted."""
        if not self._wish:
            return
        there = {sentence.id: sentence for sentence in self._document.sentences}
        wished = [there[id] for id in self._wish if id in there]
        if self._jobs.are_read:
            self._wish = ()
        made = [key for key in self._wanted if self._making.is_over(key)]
        self._want_read(wished, made)

    def job(self, sentence: Sentence) -> Job:
        return self._jobs.job(sentence)

    def readings(self, sentence: Sentence) -> tuple[Reading, ...]:
        return self.job(sentence).readings

    def known_readings(self, sentence: Sentence) -> tuple[Reading, ...] | None:
        """The readings, if the sentence was read."""
        job = self._jobs.known(sentence)
        return job.readings if job else None

    def state(self, sentence: Sentence) -> State:
        key = self.job_key(sentence)
        return self._making.state(key, sentence.locked) if key else "to_render"

    def failure(self, sentence: Sentence) -> str:
        failure = self._making.failures.get(self.job_key(sentence))
        return failure.text if failure else ""

    def take(self, sentence: Sentence) -> Take | None:
        return self._store.get(self.job(sentence).key)

    def stored(self, key: str) -> Take | None:
        """A take that was made at any time."""
        return self._store.get(key)

    def info(self, sentence: Sentence) -> TakeInfo:
        """The sentence's take without its sound, or an estimate of what it will be; the same
        object as long as it does not change."""
        key = self.job_key(sentence)
        if key in self._making.infos:
            return self._making.infos[key]
        return self._estimates.of(sentence, self._jobs.local(sentence), key)

    def known_take(self, sentence: Sentence) -> TakeInfo | None:
        return self._making.infos.get(self.job_key(sentence))

    def job_key(self, sentence: Sentence) -> str:
        job = self._jobs.known(sentence)
        return job.key if job else ""

    # ── sound, called on the player's thread ────────────────────────────────────────────────────

    def sound_of(self, key: str) -> Take | None:
        if not self._making.is_made(key):
            return None
        take = self._store.get(key)
        if take is None:
            self._lost.emit(key)
        return take

    def begun_sound_of(self, key: str) -> list[np.ndarray]:
        """What there is already of a sentence that is being spoken."""
        return self._making.partial.get(key, [])

    # ── wanting ─────────────────────────────────────────────────────────────────────────────────

    def want(self, sentences: Iterable[Sentence]) -> None:
        """Have these made, in this order, and no others. Many that were not read yet are read
        in turns, and wanted as they are read."""
        self._asked, self._done = list(sentences), 0
        unread: list[Sentence] = []
        if len(self._asked) > MANY:
            unread = [each for each in self._asked if not self._jobs.is_read(each)]
        self._wish = tuple(sentence.id for sentence in self._asked) if unread else ()
        if unread:  # those come first
            self._jobs.hurry(unread)
        self._want_read(self._asked, [])

    def _want_read(self, sentences: Sequence[Sentence], made: list[str]) -> None:
        """Have those made that were read. ``made``: keys of what was wanted with them before."""
        if self._wish:
            sentences = [sentence for sentence in sentences if self._jobs.is_read(sentence)]
        jobs = [self.job(sentence) for sentence in sentences]
        missing = [job for job in jobs if not self._making.is_over(job.key)]
        keys = [job.key for job in missing]
        if keys and not made and keys == self._wanted[-len(keys) :]:
            return
        self._wanted = [*made, *keys]
        self._speaking.want(missing)
        if self._speaking.relay_error:
            self._give_up([job for job in missing if job.server])
        self._teller.now()

    def _give_up(self, relayed: Iterable[Job]) -> None:
        """Nothing comes from the relay."""
        ids = set[str]()
        for job in relayed:
            self._making.fail(job, self._speaking.relay_error)
            ids |= self._jobs.with_key(job.key)
        self.sentences_changed.emit(frozenset(ids))

    def measure(self, sentences: Iterable[Sentence]) -> None:
        """Find out how long the next few of these will be that have no take, when there is
        nothing to be made; ``measured`` tells."""
        unmade = self._jobs.unmade(sentences)
        self._speaking.measure(self._estimates.ask(unmade, MEASURED))

    def retry(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            self._making.forgive(self.job_key(sentence))

    def cancel(self) -> None:
        self.want(())

    def audition(self, job: Job) -> None:
        self._speaking.audition(job)

    def stop_audition(self) -> None:
        self._speaking.stop_audition()

    # ── what happened ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def _loaded(self) -> None:
        self._is_loaded = True
        self._teller.now()

    @Slot(object)
    def _broke(self, error: StudioError) -> None:
        self._making.abandon(relayed=False)
        self.broke.emit(error)

    @Slot(object)
    def _relay_broke(self, error: StudioError) -> None:
        self._making.abandon(relayed=True)
        self._switch.turn(self.route, failing=True)
        self._choose_anew()
        self.relay_broke.emit(error)

    @Slot(object)
    def _happened(self, event: object) -> None:
        if isinstance(event, Started) and not event.audition:
            self._making.begin(event.job)
            self.sentences_changed.emit(frozenset({event.job.sentence.id}))
        elif isinstance(event, Heard):
            if event.audition:
                self.heard.emit(event)
            else:
                self._making.hear(event)
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
            self._making.fail(event.job, str(event.error))
            self._over(event.job)
            self.failed.emit(event)

    def _arrived(self, event: Ready) -> None:
        begun = self._making.begun.get(event.job.key)
        if begun is not None and not event.job.server:
            seconds = len(event.take.audio) / SAMPLE_RATE
            self._pace.add(seconds, time.monotonic() - begun.since)
        self._making.keep(event)
        self._over(event.job)
        self.lengths_changed.emit()
        if begun is not None:
            self.spoken.emit(event)

    def _falls_back(self, job: Job) -> bool:
        return bool(job.server) and self.route.fallback and self._jobs.has(job.sentence.id)

    def _speak_here(self, job: Job) -> None:
        """The relay did not speak it, so this computer does."""
        self._jobs.bring_home(job.key)
        self._stopped(job)
        self.want(self._asked)

    @Slot(str)
    def _forget(self, key: str) -> None:
        """A take was removed, by another program or because it is damaged: make it again."""
        if self._making.lose(key):
            self._wanted = [wanted for wanted in self._wanted if wanted != key]
            self.sentences_changed.emit(self._jobs.with_key(key))
            self.lengths_changed.emit()
            self._teller.now()

    def _over(self, job: Job) -> None:
        self._done += 1
        self._stopped(job)
        self._teller.soon()

    def _stopped(self, job: Job) -> None:
        """It is not being spoken any more."""
        self._making.stop(job.key)
        self.sentences_changed.emit(self._jobs.with_key(job.key))

    # ── how far it is ───────────────────────────────────────────────────────────────────────────

    def _tell_work(self) -> None:
        # What failed is not being made any more, though it is still missing.
        wanted = set(self._wanted) - self._making.failures.keys()
        infos, missing, left = self._making.infos, 0, list[Sentence]()
        for sentence in self._document.sentences:
            key = self.job_key(sentence)
            if key not in infos:
                missing += 1
                if key in wanted:
                    left.append(sentence)
        factor = self._pace.factor
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

    def _seconds(self, sentences: Sequence[Sentence]) -> float:
        """How long the takes of these will be; of many, by some of them."""
        some = sentences[:: len(sentences) // SOME + 1]
        samples = sum(self.info(sentence).samples for sentence in some)
        return samples / SAMPLE_RATE * len(sentences) / len(some)
