"""Which sentences have their takes, and having the others made."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from studio import synthesis
from studio.document import SAMPLE_RATE, Document, Sentence, Word
from studio.errors import StudioError
from studio.spoken import Reading
from studio.synthesis import LIVE_VERSION, Failed, Finished, Heard, Interrupted, Job, Ready, Started
from studio.takes import Take, TakeInfo, TakeStore
from ui.synthesis_thread import LoadedEngine, SynthesisThread

State = Literal["to_render", "rendering", "ready", "failed", "locked"]

SLICE = 0.004  # seconds of work on many sentences before the window has its turn again
TELL = 0.25  # seconds between two reports while many are being read
MANY = 20  # sentences that may be read at once
FORGET = (
    1_000  # sentences that are gone whose jobs are kept, for undo, beside one for each there is
)
LETTER = 1_560  # samples that a letter takes at speed 1, on average
QUIET = 12_000  # and the silence around a sentence


@dataclass(frozen=True, slots=True)
class Work:
    """``to_render`` of ``total`` sentences have no take; ``done`` of those now wanted are made.
    ``factor``: seconds of work for a second of sound, when known."""

    to_render: int = 0
    total: int = 0
    done: int = 0
    wanted: int = 0
    seconds_left: float | None = None
    busy: bool = False
    loaded: bool = False
    engine: str = "kokoro"
    factor: float | None = None


class Rendering(QObject):
    """Keeps a job and a state for each sentence of a document, and the takes as they come."""

    sentences_changed = Signal(object)  # frozenset of sentence ids
    lengths_changed = Signal()  # a take has come, or went
    work_changed = Signal(object)
    heard = Signal(object)  # Heard, of an audition
    audition_finished = Signal(object)  # Finished
    broke = Signal(object)
    failed = Signal(object)
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
        self._engine_name = engine.name
        self._jobs: dict[str, tuple[Sentence, tuple[tuple[str, str], ...], Job]] = {}
        self._guesses: dict[str, tuple[Sentence, Job | None, TakeInfo]] = {}
        self._infos: dict[str, TakeInfo] = {}  # by key
        self._errors: dict[str, str] = {}  # by key
        self._partial: dict[str, list[np.ndarray]] = {}  # by key, while it is being spoken
        self._document = Document()
        self._to_read: deque[Sentence] = deque()
        self._was_read: set[str] = set()  # ids, since the last report
        self._reported = 0.0
        self._reader = QTimer(self, interval=0)
        self._reader.timeout.connect(self._read_some)
        self.work = Work()
        self._wanted: list[str] = []
        self._wish: tuple[str, ...] = ()  # ids of what is wanted as soon as all are read
        self._done = 0
        self._is_loaded = False
        self._now = ""  # key of the sentence being rendered
        self._began = 0.0
        self._spoken_seconds = self._speaking_seconds = 0.0

    def start(self) -> None:
        """Begin to load the engine; call it when the window is shown, and again when it `broke`
        and there is hope."""
        self._thread.start()

    def end(self) -> None:
        self._reader.stop()
        self._thread.end()
        self._store.trim({job.key for _, _, job in self._jobs.values()})

    # ── the document ────────────────────────────────────────────────────────────────────────────

    def follow(self, document: Document) -> None:
        """From now on the sentences of this document are kept. Those that did not change cost
        nothing; many new ones are read in turns, so that the window stays alive."""
        self._document = document
        sentences = document.sentences
        self._to_read = deque(each for each in sentences if not self._is_read(each))
        if len(self._jobs) > 2 * len(sentences) + FORGET:
            there = {sentence.id for sentence in sentences}
            for gone in self._jobs.keys() - there:
                del self._jobs[gone]
                self._guesses.pop(gone, None)
        self._reported = 0.0
        if self._to_read:
            self._read_some()  # and tell
        else:
            self._tell_work()

    @Slot()
    def _read_some(self) -> None:
        until = time.perf_counter() + SLICE
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
        if self._wish and not self._to_read:
            there = {sentence.id: sentence for sentence in self._document.sentences}
            self.want([there[id] for id in self._wish if id in there])

    def _is_read(self, sentence: Sentence) -> bool:
        known = self._jobs.get(sentence.id)
        return known is not None and known[0] is sentence and known[1] is self._document.lexicon

    def _read(self, sentence: Sentence) -> Job:
        lexicon = self._document.lexicon
        job = synthesis.job(
            sentence,
            dict(lexicon),
            self._weights(),
            takes=self._store,
            engine_version=LIVE_VERSION,
        )
        self._jobs[sentence.id] = (sentence, lexicon, job)
        if job.key not in self._infos and (info := self._store.info(job.key)) is not None:
            self._infos[job.key] = info
        return job

    def job(self, sentence: Sentence) -> Job:
        return self._jobs[sentence.id][2] if self._is_read(sentence) else self._read(sentence)

    def readings(self, sentence: Sentence) -> tuple[Reading, ...]:
        return self.job(sentence).readings

    def _known(self, sentence: Sentence) -> Job | None:
        """The job of a sentence, if it was read already. Words of the lexicon may still be read
        as before; a job of what the sentence was before it was changed is not its job."""
        known = self._jobs.get(sentence.id)
        if known is None or (known[0] is not sentence and _said(known[0]) != _said(sentence)):
            return None
        return known[2]

    def state(self, sentence: Sentence) -> State:
        key = self.job_key(sentence)
        if not key:
            return "to_render"
        if key in self._infos:
            return "locked" if sentence.locked else "ready"
        if key == self._now:
            return "rendering"
        return "failed" if key in self._errors else "to_render"

    def failure(self, sentence: Sentence) -> str:
        return self._errors.get(self.job_key(sentence), "")

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
        job = known[2] if known and known[0].text == sentence.text else None
        guess = self._guesses.get(sentence.id)
        if guess is None or guess[0] is not sentence or guess[1] is not job:
            readings = job.readings if job else ()
            guess = (sentence, job, estimate(sentence, readings, key))
            self._guesses[sentence.id] = guess
        return guess[2]

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
        in turns first."""
        sentences = list(sentences)
        self._wish = ()
        if len(sentences) > MANY and not all(map(self._is_read, sentences)):
            self._wish = tuple(sentence.id for sentence in sentences)
            self._tell_work()
            return
        jobs = [self.job(sentence) for sentence in sentences]
        missing = [
            job for job in jobs if job.key not in self._infos and job.key not in self._errors
        ]
        keys = [job.key for job in missing]
        if keys and keys == self._wanted[-len(keys) :]:
            return
        self._wanted, self._done = keys, 0
        self._queue.want(missing)
        self._tell_work()

    def retry(self, sentences: Iterable[Sentence]) -> None:
        for sentence in sentences:
            self._errors.pop(self.job_key(sentence), None)

    def cancel(self) -> None:
        self.want(())

    def audition(self, job: Job) -> None:
        self._queue.audition(job)

    def stop_audition(self) -> None:
        self._queue.stop_audition()

    # ── what happened ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def _loaded(self) -> None:
        self._is_loaded = True
        self._tell_work()

    @Slot(object)
    def _broke(self, error: StudioError) -> None:
        self._now = ""
        self._partial.clear()
        self.broke.emit(error)

    @Slot(object)
    def _happened(self, event: object) -> None:
        if isinstance(event, Started) and not event.audition:
            self._now, self._began = event.job.key, time.monotonic()
            self.sentences_changed.emit(frozenset({event.job.sentence.id}))
        elif isinstance(event, Heard):
            if event.audition:
                self.heard.emit(event)
            elif event.first:
                self._partial[event.job.key] = [event.piece.audio]
            else:
                self._partial[event.job.key].append(event.piece.audio)
        elif isinstance(event, Finished):
            self.audition_finished.emit(event)
        elif isinstance(event, Ready):
            self._arrived(event)
        elif isinstance(event, Interrupted) and not event.audition:
            self._stopped(event.job)
        elif isinstance(event, Failed):
            self._errors[event.job.key] = str(event.error)
            self._over(event.job)
            self.failed.emit(event)

    def _arrived(self, event: Ready) -> None:
        take = event.take
        seconds = len(take.audio) / SAMPLE_RATE
        if event.job.key == self._now:
            self._spoken_seconds += seconds
            self._speaking_seconds += time.monotonic() - self._began
        self._infos[event.job.key] = take.info(event.job.key)
        self._over(event.job)
        self.lengths_changed.emit()

    @Slot(str)
    def _forget(self, key: str) -> None:
        """A take was removed, by another program or because it is damaged: make it again."""
        if self._infos.pop(key, None) is not None:
            self._wanted = [wanted for wanted in self._wanted if wanted != key]
            self.sentences_changed.emit(self._with_key(key))
            self.lengths_changed.emit()
            self._tell_work()

    def _with_key(self, key: str) -> frozenset[str]:
        return frozenset(id for id, (_, _, job) in self._jobs.items() if job.key == key)

    def _over(self, job: Job) -> None:
        self._done += 1
        self._stopped(job)
        self._tell_work()

    def _stopped(self, job: Job) -> None:
        """It is not being spoken any more."""
        self._partial.pop(job.key, None)
        if self._now == job.key:
            self._now = ""
        self.sentences_changed.emit(self._with_key(job.key))

    def _tell_work(self) -> None:
        sentences, infos = self._document.sentences, self._infos
        missing = [sentence for sentence in sentences if self.job_key(sentence) not in infos]
        factor = self._speaking_seconds / self._spoken_seconds if self._spoken_seconds else None
        # What failed is not being made any more, though it is still missing.
        wanted = set(self._wanted) - self._errors.keys()
        left = [each for each in missing if self.job_key(each) in wanted] if wanted else []
        seconds = sum(self.info(s).samples for s in left) / SAMPLE_RATE
        self.work = Work(
            to_render=len(missing),
            total=len(sentences),
            done=min(self._done, len(self._wanted)),
            wanted=len(self._wanted),
            seconds_left=seconds * (factor or 1.0) if left else None,
            busy=bool(left or self._wish),
            loaded=self._is_loaded,
            engine=self._engine_name,
            factor=factor,
        )
        self.work_changed.emit(self.work)

    def job_key(self, sentence: Sentence) -> str:
        job = self._known(sentence)
        return job.key if job else ""


_said = attrgetter("text", "voice", "speed", "language", "pins")  # what makes a take


def estimate(sentence: Sentence, readings: tuple[Reading, ...], key: str) -> TakeInfo:
    """What the take of a sentence will be like, by the number of its letters."""
    letters = max(1, sum(len(reading.spoken) + 1 for reading in readings) or len(sentence.text))
    length = round(LETTER / sentence.speed)
    samples = QUIET + letters * length
    words, at = [], QUIET // 2
    for reading in readings:
        end = at + (len(reading.spoken) + 1) * length
        text = " ".join(sentence.text[reading.start : reading.end].split())
        words.append(Word(text, at, end, (reading.start, reading.end), estimated=True))
        at = end
    return TakeInfo(key, samples, tuple(words), "")
