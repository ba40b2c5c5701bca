"""How words are read: marks under those that no voice can say, found while nobody types, and what
a tooltip says about a word."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from studio.document import Sentence
from studio.spoken import Reading
from ui.editor.rows import Row
from ui.session import Session

WAIT = 200  # ms without a change before words are looked at
SLICE = 0.004  # seconds of looking before the window has its turn again
MARKED = ("unspeakable", "shortened")
_AROUND = ' ,.;:!?…—"“”()'


@dataclass(frozen=True, slots=True)
class Mark:
    """``text[start:end]`` of a sentence cannot be read as it is written."""

    start: int
    end: int
    origin: str


class Readings(QObject):
    """Marks of the sentences that are to be seen; ``visible`` says which these are."""

    found = Signal()

    def __init__(
        self, session: Session, visible: Callable[[], Iterable[Row]], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._visible = session, visible
        self._marks: dict[str, tuple[Sentence, object, tuple[Mark, ...]]] = {}
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)

    def look_soon(self) -> None:
        self._timer.start(WAIT)

    def marks(self, sentence: Sentence) -> tuple[Mark, ...]:
        """Those known; none before the sentence was looked at."""
        known = self._marks.get(sentence.id)
        return known[2] if known is not None and known[0] is sentence else ()

    @Slot()
    def _look(self) -> None:
        until = time.perf_counter() + SLICE
        lexicon = self._session.document.lexicon
        any_found = False
        for row in self._visible():
            sentence = row.sentence
            known = self._marks.get(sentence.id)
            if known is not None and known[0] is sentence and known[1] is lexicon:
                continue
            if time.perf_counter() > until:
                self._timer.start(0)
                break
            marks = tuple(
                Mark(each.start, each.end, each.origin)
                for each in self._session.takes.readings(sentence.id)
                if each.origin in MARKED
            )
            self._marks[sentence.id] = (sentence, lexicon, marks)
            any_found = any_found or bool(marks) or (known is not None and bool(known[2]))
        if any_found:
            self.found.emit()

    def explain(self, sentence: Sentence, at: int) -> str:
        """How the word at an offset of a sentence's text is read; "" if as it is written."""
        for reading in self._session.takes.readings(sentence.id):
            if reading.start <= at < reading.end:
                return explain(reading, sentence.text[reading.start : reading.end])
        return ""


def explain(reading: Reading, written: str) -> str:
    translate = QCoreApplication.translate
    word, spoken = written.strip(_AROUND) or written, reading.spoken.strip(_AROUND)
    if reading.origin == "unspeakable":
        return translate(
            "ScriptEditor", "“{0}” cannot be spoken by this voice and is left out."
        ).format(word)
    if reading.origin == "shortened":
        short = word if len(word) <= 40 else word[:40] + "…"
        return translate(
            "ScriptEditor", "“{0}” is too long to be read whole; only “{1}” is spoken."
        ).format(short, spoken)
    if reading.origin == "silent":
        return translate("ScriptEditor", "Nothing here is spoken.")
    if reading.pin:
        return translate("ScriptEditor", "“{0}” is spoken {1}, as you wished.").format(
            word, reading.pin
        )
    if reading.origin == "author":
        return translate("ScriptEditor", "“{0}” is read “{1}”, as you wished.").format(word, spoken)
    return (
        translate("ScriptEditor", "“{0}” is read “{1}”.").format(word, spoken)
        if reading.origin == "rule"
        else ""
    )


def offset_in(sentence: Sentence, at: int) -> int | None:
    """The offset in a sentence's text of an offset counted as its source map does."""
    runs = sentence.source.runs
    index = bisect_right(runs, at, key=lambda run: run[1]) - 1
    if index < 0:
        return None
    text_at, script_at, length = runs[index]
    return text_at + at - script_at if at < script_at + length else None
