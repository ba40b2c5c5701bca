"""What a drag would come to, before the narration is laid out anew.

The rules are those of `studio.edits`, tried out on a narration of one sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio import edits
from studio.document import Document, Paragraph
from studio.takes import TakeInfo
from ui.timeline.content import Content

if TYPE_CHECKING:
    from ui.session import Session


class Preview:
    """Word ``index`` and those of its sentence, as they are when a drag begins."""

    def __init__(self, document: Document, take: TakeInfo, content: Content, index: int) -> None:
        self._document, self._take = document, take
        sentence = content.word(index).sentence
        self._id = content.sentence(sentence).id
        self._words = content.words_of(sentence)
        self._local = index - self._words.start
        self._before = edits.words_of(document.sentences[0], take)
        self._placed = [
            (int(content.words.starts[i]), int(content.words.ends[i])) for i in self._words
        ]

    @classmethod
    def of(cls, session: Session, content: Content, index: int) -> Preview | None:
        """None if the word's sentence has no take, so that its words cannot be moved."""
        id = content.sentence_of(index).id
        sentence = next((each for each in session.document.sentences if each.id == id), None)
        take = session.takes.take(id)
        if sentence is None or take is None:
            return None
        info = TakeInfo(session.takes.key(id), len(take.audio), take.words, take.engine)
        preview = cls(Document((Paragraph((sentence,)),)), info, content, index)
        return preview if len(preview._before) == len(preview._words) else None

    def moved(self, start: int, end: int, free: bool) -> dict[int, tuple[int, int]]:
        """When the word and its neighbours would be heard, by index, if it were asked to be heard
        from ``start`` to ``end`` (samples of the narration as it was)."""
        before, (at, stop) = self._before[self._local], self._placed[self._local]
        document = edits.move_word(
            self._document,
            self._id,
            self._take,
            self._local,
            before.start + start - at,
            before.end + end - stop,
            free=free,
        )
        return self._changes(document)

    def room(self, first: int, last: int, free: bool) -> tuple[int, int]:
        """By how much the words ``first`` to ``last`` of the sentence (indices of all) can move."""
        places = (first - self._words.start, last - self._words.start)
        return edits.shift_room(self._document, self._id, self._take, *places, free=free)

    def shifted(self, first: int, last: int, by: int, free: bool) -> dict[int, tuple[int, int]]:
        """As ``moved``, for several words together."""
        places = (first - self._words.start, last - self._words.start)
        return self._changes(
            edits.shift_words(self._document, self._id, self._take, *places, by, free=free)
        )

    def _changes(self, document: Document) -> dict[int, tuple[int, int]]:
        words = edits.words_of(document.sentences[0], self._take)
        changes = {}
        for i, old, new, (placed, until) in zip(
            self._words, self._before, words, self._placed, strict=True
        ):
            if (old.start, old.end) != (new.start, new.end):
                changes[i] = (placed + new.start - old.start, until + new.end - old.end)
        return changes
