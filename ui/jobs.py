"""Sentences are read into jobs, many of them in turns, so that the window stays alive."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio import synthesis
from studio.document import Document, Sentence
from studio.routing import Switch, said
from studio.synthesis import LIVE_VERSION, Job
from studio.takes import TakeStore
from ui.known_jobs import Known, KnownJobs

SLICE = 0.004  # seconds of work on many sentences before the window has its turn again
TELL = 0.25  # seconds between two reports while many are being read
# Jobs of so many sentences that are gone are kept for undo, and one for each that is there.
FORGET = 1_000


class Jobs(QObject):
    """The job of each sentence of a document, chosen by a switch: how it is read, and by which
    engine it is spoken."""

    read = Signal(object)  # frozenset of sentence ids

    def __init__(
        self,
        store: TakeStore,
        weights: Callable[[], str],
        switch: Switch,
        has_take: Callable[[str], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store, self._weights = store, weights
        self._switch, self._has_take = switch, has_take
        self._known = KnownJobs()
        self._document = Document()
        self._to_read: deque[Sentence] = deque()
        self._has_rules = False  # for reading
        self._was_read: set[str] = set()  # ids, since the last report
        self._reported = 0.0
        self._reader = QTimer(self, interval=0)
        self._reader.timeout.connect(self._read_some)

    def __iter__(self) -> Iterator[Known]:
        return iter(self._known)

    def stop(self) -> None:
        self._reader.stop()

    # ── reading in turns ────────────────────────────────────────────────────────────────────────

    def follow(self, document: Document) -> list[str]:
        """From now on the sentences of this document are read. Those that did not change cost
        nothing. The ids of sentences that are forgotten are given."""
        self._document = document
        sentences = document.sentences
        self._to_read = self._unread()
        self._reported = 0.0
        if len(self._known) <= 2 * len(sentences) + FORGET:
            return []
        return self._known.keep({sentence.id for sentence in sentences})

    @property
    def are_read(self) -> bool:
        """Whether all sentences are."""
        return not self._to_read

    def read_on(self) -> None:
        """Begin at once, once the rules are there; they are loaded when the window is."""
        if self._has_rules:
            self._read_some()
        else:
            self._reader.start()

    def check(self) -> None:
        """The switch was turned: what has no take yet is read again."""
        self._to_read = self._unread()
        if self._to_read:
            self._reader.start()

    def hurry(self, sentences: Sequence[Sentence]) -> None:
        """Read these before the others."""
        ids = {sentence.id for sentence in sentences}
        self._to_read = deque([*sentences, *(s for s in self._to_read if s.id not in ids)])

    def _unread(self) -> deque[Sentence]:
        return deque(each for each in self._document.sentences if not self.is_read(each))

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
            self.read.emit(frozenset(read))

    # ── one sentence ────────────────────────────────────────────────────────────────────────────

    def is_read(self, sentence: Sentence) -> bool:
        known = self._known.get(sentence.id)
        if known is None or known.sentence is not sentence:
            return False
        key, switch = known.job.key, self._switch
        has_take = self._has_take(key) and not switch.is_left(key)
        is_settled = has_take or known.position == switch.position
        return is_settled and known.lexicon is self._document.lexicon

    def job(self, sentence: Sentence) -> Job:
        known = self._known.get(sentence.id)
        if known is not None and self.is_read(sentence):
            return known.job
        return self._read(sentence)

    def _read(self, sentence: Sentence) -> Job:
        lexicon, known = self._document.lexicon, self._known.get(sentence.id)
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
        self._known.put(Known(sentence, lexicon, local, job, self._switch.position))
        return job

    def known(self, sentence: Sentence) -> Job | None:
        """The job of a sentence, if it was read already. Words of the lexicon may still be read
        as before; a job of what the sentence was before it was changed is not its job."""
        known = self._known.get(sentence.id)
        if known is None:
            return None
        is_same = known.sentence is sentence or said(known.sentence) == said(sentence)
        return known.job if is_same else None

    def local(self, sentence: Sentence) -> Job | None:
        """Its job on this computer, if its text was read already."""
        known = self._known.get(sentence.id)
        return known.local if known and known.sentence.text == sentence.text else None

    def unmade(self, sentences: Iterable[Sentence]) -> Iterator[Job]:
        """The jobs on this computer of those that were read and have no take."""
        for sentence in sentences:
            known = self._known.get(sentence.id)
            if known is None or known.sentence is not sentence:
                continue
            if not self._has_take(known.job.key):
                yield known.local

    # ── by the key of a take ────────────────────────────────────────────────────────────────────

    def with_key(self, key: str) -> frozenset[str]:
        """The ids of the sentences whose take has a key."""
        return self._known.with_key(key)

    def has(self, id: str) -> bool:
        return self._known.get(id) is not None

    def bring_home(self, key: str) -> None:
        """Let this computer speak the sentences whose take would have a key."""
        for id in self._known.with_key(key):
            known = self._known.get(id)
            if known is not None:
                self._known.put(known._replace(job=known.local))
