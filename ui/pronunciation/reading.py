"""Filling the ledger a little at a time, so that the window stays alive."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from studio.document import Document, Sentence
from ui.pronunciation.ledger import Ledger
from ui.session import Session

SLICE = 0.006  # seconds of reading before the window has its turn again


class LedgerReader(QObject):
    """Keeps a ledger of the session's script up to date."""

    changed = Signal()  # the ledger, or how much of the script is read

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.ledger = Ledger()
        self._lexicon: tuple[tuple[str, str], ...] = ()
        self._to_read: deque[Sentence] = deque()
        self._total = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._read_some)
        session.sentences_changed.connect(self._spoken)

    @property
    def total(self) -> int:
        """Sentences of the script."""
        return self._total

    @property
    def left(self) -> int:
        """Sentences that are still to be read."""
        return len(self._to_read)

    def follow(self, document: Document) -> None:
        """Read what is new or changed; what is gone is forgotten at once."""
        sentences = document.sentences
        self._total = len(sentences)
        for id in self.ledger.sentences() - {sentence.id for sentence in sentences}:
            self.ledger.drop(id)
        if document.lexicon != self._lexicon:
            self._to_read = deque(self._affected_first(sentences, document.lexicon))
            self._lexicon = document.lexicon
            self.ledger.set_lexicon(dict(document.lexicon))
        else:
            waiting = {sentence.id for sentence in self._to_read}
            self._to_read = deque(
                s for s in sentences if s.id in waiting or not self.ledger.knows(s)
            )
        self._read_some()

    def _affected_first(
        self, sentences: Iterable[Sentence], lexicon: tuple[tuple[str, str], ...]
    ) -> Iterable[Sentence]:
        """Sentences in which a word is read differently now are read first."""
        words = {word.casefold() for word, _ in set(lexicon) ^ set(self._lexicon)}
        return sorted(sentences, key=lambda s: not any(w in s.text.casefold() for w in words))

    @Slot(object)
    def _spoken(self, ids: Iterable[str]) -> None:
        """Takes have come: they say what was guessed."""
        found = False
        for id in ids:
            sentence, info = self._session.sentence(id), self._session.takes.info(id)
            guessed = info is not None and bool(info.guessed)
            if sentence is not None and guessed and self.ledger.knows(sentence):
                self._put(sentence)
                found = True
        if found:
            self.changed.emit()

    def _put(self, sentence: Sentence) -> None:
        readings = self._session.takes.readings(sentence.id)
        info = self._session.takes.info(sentence.id)
        self.ledger.put(sentence, readings, info.guessed if info is not None else ())

    @Slot()
    def _read_some(self) -> None:
        until = time.perf_counter() + SLICE
        while self._to_read and time.perf_counter() < until:
            sentence = self._to_read.popleft()
            self._put(sentence)
        (self._timer.start if self._to_read else self._timer.stop)()
        self.changed.emit()
