"""Edits of what is shown: words and captions, by their indices in the timeline.

The document may be a moment ahead of the timeline. An index is read in the document that the
timeline was made from, and the edit done in the one that there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from studio import edits
from studio.arranging import Arrangement
from studio.cues import Cue
from studio.document import Document, Sentence
from studio.edits import WordPlace, WordRange
from studio.errors import StudioError
from studio.takes import TakeInfo
from studio.timeline import PlacedWord

Edit = Callable[[Document], Document]  # raises StudioError
Times = Callable[[PlacedWord], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Held:
    """A word with its sentence's take; times of the narration less ``begin`` are those of that."""

    place: WordPlace
    take: TakeInfo
    begin: int


@dataclass(frozen=True, slots=True)
class Shown:
    arrangement: Arrangement
    take: Callable[[Sentence], TakeInfo | None]  # not an estimate

    def word(self, i: int) -> PlacedWord:
        """Raises StudioError: a menu may have been open while words went."""
        words = self.arrangement.timeline.words
        if not 0 <= i < len(words):
            raise StudioError(_tr("That word is not there any more."))
        return words[i]

    def cue(self, i: int) -> Cue:
        """Raises StudioError."""
        if not 0 <= i < len(self.arrangement.cues):
            raise StudioError(_tr("That caption is not there any more."))
        return self.arrangement.cues[i]

    def move_word(self, i: int, times: Times, *, free: bool) -> Edit:
        """``times`` gives the start and the end that the word shall have."""

        def move(document: Document) -> Document:
            word = self._hold(document, i)
            start, end = (at - word.begin for at in times(self.word(i)))
            place = word.place
            return edits.move_word(
                document, place.sentence, word.take, place.index, start, end, free=free
            )

        return move

    def move_cue_edge(self, cue: int, edge: str, to: int) -> Edit:
        def move(document: Document) -> Document:
            first, last = self.cue(cue).words
            i = first if edge == "start" else last - 1
            return self.move_word(i, edge_at(edge, to), free=False)(document)

        return move

    def split_word(self, i: int, at_char: int) -> Edit:
        def split(document: Document) -> Document:
            word = self._hold(document, i)
            place = word.place
            return edits.split_word(
                document, place.sentence, word.take, place.index, place.at + at_char
            )

        return split

    def join_words(self, first: int, last: int) -> Edit:
        def join(document: Document) -> Document:
            a, b = self._hold(document, first), self._hold(document, last)
            if a.place.sentence != b.place.sentence:
                raise StudioError(_tr("Words of two sentences cannot be joined."))
            return edits.join_words(
                document, a.place.sentence, a.take, a.place.index, b.place.index
            )

        return join

    def rename_word(self, i: int, text: str) -> Edit:
        def rename(document: Document) -> Document:
            word = self._hold(document, i)
            return edits.rename_word(
                document, word.place.sentence, word.take, word.place.index, text
            )

        return rename

    def mark_caption(self, i: int, verb: Callable[[Document, str, int], Document]) -> Edit:
        def mark(document: Document) -> Document:
            place = self._place(i)
            return verb(document, place.sentence, place.at)

        return mark

    def set_caption_text(self, cue: int, text: str) -> Edit:
        def retext(document: Document) -> Document:
            words = range(*self.cue(cue).words)
            return edits.set_caption_text(document, self._parts(document, words), text)

        return retext

    def move_words(self, words: range, by: int, *, free: bool) -> Edit:
        def move(document: Document) -> Document:
            return edits.shift_caption(document, self._parts(document, words), by, free=free)

        return move

    def _parts(self, document: Document, words: range) -> list[WordRange]:
        """Words sentence by sentence."""
        held: dict[str, list[_Held]] = {}
        for i in words:
            word = self._hold(document, i)
            held.setdefault(word.place.sentence, []).append(word)
        return [
            WordRange(id, own[0].take, own[0].place.index, own[-1].place.index)
            for id, own in held.items()
        ]

    def add_pause(self, i: int, samples: int) -> Edit:
        """So much more silence after a word."""

        def pause(document: Document) -> Document:
            place = self._place(i)
            found = edits.find(document, place.sentence)
            at = min(place.at + len(self.arrangement.timeline.words[i].text), len(found.text))
            standing = sum(pause.samples for pause in found.pauses if pause.at == at)
            return edits.set_pause(document, place.sentence, at, standing + samples)

        return pause

    def _place(self, i: int) -> WordPlace:
        self.word(i)
        return edits.word_place(self.arrangement.document, self.arrangement.timeline, i)

    def _hold(self, document: Document, i: int) -> _Held:
        place, shown = self._place(i), self.word(i)
        take = self.take(edits.find(document, place.sentence))
        was = edits.find(self.arrangement.document, place.sentence)
        words = edits.words_of(was, take) if take else ()
        # A take that has just come is not shown yet.
        if (
            take is None
            or place.index >= len(words)
            or words[place.index].estimated != shown.estimated
        ):
            raise StudioError(
                _tr("This sentence is not rendered yet, so its words cannot be moved.")
            )
        return _Held(place, take, shown.start - words[place.index].start)


def edge_at(edge: str, to: int) -> Times:
    """The start or the end of a word somewhere else."""
    return lambda word: (to, word.end) if edge == "start" else (word.start, to)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Session", text)
