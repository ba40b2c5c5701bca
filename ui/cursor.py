"""Where the author is writing: in which sentence, and where that is in the narration."""

from __future__ import annotations

from bisect import bisect_left

from studio import edits
from studio.document import SAMPLE_RATE, Sentence
from ui.authoring import Authoring
from ui.layout import Layout

BREATH = SAMPLE_RATE // 20  # samples before a word from which playing begins


class Cursor:
    """``id`` is that of the sentence; empty where there is none."""

    def __init__(self, narration: Authoring, layout: Layout) -> None:
        self._narration, self._layout = narration, layout
        self.id = ""

    def move(self, offset: int) -> bool:
        """To an offset of the source; whether that is in another sentence."""
        before = self.id
        sentence = edits.sentence_at(self._narration.document, offset)
        self.id = sentence.id if sentence else ""
        return self.id != before

    @property
    def sentence(self) -> Sentence | None:
        return self._narration.sentence(self.id)

    @property
    def paragraph(self) -> tuple[Sentence, ...]:
        """All sentences of its paragraph."""
        for paragraph in self._narration.document.paragraphs:
            if any(sentence.id == self.id for sentence in paragraph.sentences):
                return tuple(paragraph.sentences)
        return ()

    @property
    def place(self) -> int | None:
        """The index of the sentence in the timeline."""
        return self._layout.current.places.get(self.id)

    @property
    def start(self) -> int:
        """Just before the first word of the sentence, in samples: nobody waits for silence."""
        index = self.place
        if index is None:
            return 0
        timeline = self._layout.current.timeline
        start, words = timeline.sentences[index].start, timeline.words
        first = bisect_left(words, index, key=lambda word: word.sentence)
        if first == len(words) or words[first].sentence != index:
            return start
        return max(start, words[first].start - BREATH)
