"""Random walks: whatever verbs follow each other, words stay words, offsets stay in range, and
undo gives exactly what was."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from studio import cues, edits
from studio.document import Document, Sentence, Word
from studio.edits import WordRange
from studio.errors import WrongUse
from studio.history import History
from studio.project.content import from_bytes, to_bytes
from studio.takes import TakeInfo
from studio.timeline import Timeline, layout
from tests.narrations import HARBOR, key_of, take_of

PIECES = st.sampled_from(
    ["He ran", "ran home.", " ", " ", "\n\n", "Stop! ", "—", "[pause 1s]", "*well*", "“So”", "雨。"]
)
PLACES = st.floats(0, 1)
TIMES = st.integers(-2_000, 40_000)
VOICES = st.sampled_from(["af_heart", "bf_emma", "af_heart:60,af_bella:40"])


class Narration(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.history = History(Document())
        self.past: list[Document] = []
        self.future: list[Document] = []
        self.gesture: int | None = None

    @initialize(more=st.lists(PIECES, max_size=6).map("".join))
    def begin(self, more: str) -> None:
        self.history = History(edits.begin(HARBOR + more))

    # what the walk needs

    @property
    def document(self) -> Document:
        return self.history.document

    def do(self, name: str, *arguments: Any, **named: Any) -> None:
        """Do a verb; what is not possible says so and changes nothing."""
        before = self.document
        try:
            after = getattr(edits, name)(before, *arguments, **named)
        except WrongUse:
            return
        self.gesture = None
        if self.history.apply(after, name):
            self.past.append(before)
            self.future.clear()

    def pick(self, place: float) -> Sentence:
        sentences = self.document.sentences
        return sentences[min(int(place * len(sentences)), len(sentences) - 1)]

    def pick_word(self, place: float, inside: float) -> tuple[str, TakeInfo, int]:
        sentence = self.pick(place)
        take = take_of(sentence)
        count = len(edits.words_of(sentence, take))
        return sentence.id, take, min(int(inside * count), count - 1)

    def has_sentences(self) -> bool:
        return bool(self.document.sentences)

    # the script

    @rule(a=PLACES, b=PLACES, new=st.lists(PIECES, max_size=3).map("".join))
    def retype(self, a: float, b: float, new: str) -> None:
        source = self.document.source
        start = round(a * len(source))
        end = min(len(source), start + round(b * 12))
        self.do("retype", source[:start] + new + source[end:])

    @rule(a=PLACES, keys=st.lists(st.sampled_from("ae .“\n"), min_size=1, max_size=5))
    def type(self, a: float, keys: list[str]) -> None:
        """One gesture, typed key by key and undone as one."""
        before, gesture = self.document, self.history.new_gesture()
        at = round(a * len(before.source))
        for i in range(len(keys)):
            new = before.source[:at] + "".join(keys[: i + 1]) + before.source[at:]
            self.history.apply(edits.retype(self.history.base(gesture), new), "type", gesture)
        if self.document != before:
            self.past.append(before)
            self.future.clear()

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, samples=st.sampled_from([0, 1_200, 24_000]))
    def pause(self, place: float, inside: float, samples: int) -> None:
        sentence = self.pick(place)
        self.do("set_pause", sentence.id, round(inside * len(sentence.text)), samples)

    # sentences

    @precondition(has_sentences)
    @rule(place=PLACES, voice=VOICES)
    def voice(self, place: float, voice: str) -> None:
        self.do("set_voice", [self.pick(place).id], voice)

    @rule(speed=st.sampled_from([0.5, 1, 1.5]))
    def speed(self, speed: float) -> None:
        self.do("set_speed", None, speed)

    @precondition(has_sentences)
    @rule(place=PLACES)
    def lock(self, place: float) -> None:
        sentence = self.pick(place)
        self.do("lock", {sentence.id: key_of(sentence)})

    @rule()
    def unlock(self) -> None:
        self.do("unlock", None)

    # words

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, start=TIMES, end=TIMES, free=st.booleans())
    def move(self, place: float, inside: float, start: int, end: int, free: bool) -> None:
        self.do("move_word", *self.pick_word(place, inside), start, end, free=free)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, by=TIMES, more=st.integers(0, 3), free=st.booleans())
    def shift(self, place: float, inside: float, by: int, more: int, free: bool) -> None:
        sentence, take, first = self.pick_word(place, inside)
        self.do("shift_words", sentence, take, first, first + more, by - 20_000, free=free)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, edge=st.sampled_from(["start", "end", None]), by=TIMES)
    def nudge(self, place: float, inside: float, edge: Any, by: int) -> None:
        self.do("nudge", *self.pick_word(place, inside), by, edge)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, at=st.integers(0, 8), time=st.none() | TIMES)
    def split(self, place: float, inside: float, at: int, time: int | None) -> None:
        sentence, take, index = self.pick_word(place, inside)
        word = edits.words_of(edits.find(self.document, sentence), take)[index]
        self.do("split_word", sentence, take, index, word.source[0] + at, time)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, more=st.integers(0, 3))
    def join(self, place: float, inside: float, more: int) -> None:
        sentence, take, first = self.pick_word(place, inside)
        self.do("join_words", sentence, take, first, first + more)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, text=st.sampled_from(["x", "two words", " "]))
    def rename(self, place: float, inside: float, text: str) -> None:
        self.do("rename_word", *self.pick_word(place, inside), text)

    @precondition(has_sentences)
    @rule(place=PLACES, inside=PLACES, more=st.integers(0, 3), text=st.sampled_from(["x", "y z"]))
    def retell(self, place: float, inside: float, more: int, text: str) -> None:
        sentence, take, first = self.pick_word(place, inside)
        self.do("set_caption_text", [WordRange(sentence, take, first, first + more)], text)

    # captions

    @precondition(has_sentences)
    @rule(
        verb=st.sampled_from(["break_caption", "join_caption", "free_caption"]),
        place=PLACES,
        inside=PLACES,
    )
    def mark(self, verb: str, place: float, inside: float) -> None:
        sentence, take, index = self.pick_word(place, inside)
        word = edits.words_of(edits.find(self.document, sentence), take)[index]
        self.do(verb, sentence, word.source[0])

    # back and forth

    @rule()
    def undo(self) -> None:
        was = self.document
        if self.past:
            self.future.append(was)
            assert self.history.undo() == self.past.pop()
        else:
            assert self.history.undo() is was

    @rule()
    def redo(self) -> None:
        was = self.document
        if self.future:
            self.past.append(was)
            assert self.history.redo() == self.future.pop()
        else:
            assert self.history.redo() is was

    @rule()
    def undo_everything_and_redo_it(self) -> None:
        was = self.document
        count = len(self.past)
        for _ in range(count):
            self.history.undo()
        for _ in range(count):
            self.history.redo()
        assert self.document is was

    @rule()
    def save(self) -> None:
        self.history.mark_saved()
        assert not self.history.unsaved

    @rule()
    def save_and_open(self) -> None:
        opened, _ = from_bytes(to_bytes(self.document), "walk")  # type: ignore[arg-type]
        assert opened == self.document

    # what always holds

    @invariant()
    def sentences_are_those_of_the_script(self) -> None:
        read = edits.begin(self.document.source)
        assert [s.text for s in read.sentences] == [s.text for s in self.document.sentences]
        assert [s.pauses for s in read.sentences] == [s.pauses for s in self.document.sentences]
        ids = [sentence.id for sentence in self.document.sentences]
        assert len(ids) == len(set(ids))
        for paragraph in self.document.paragraphs:
            for sentence in paragraph.sentences:
                start, end = paragraph.span(sentence, 0, len(sentence.text))
                assert 0 <= start < end <= len(self.document.source)

    @invariant()
    def words_are_words(self) -> None:
        for sentence in self.document.sentences:
            take = take_of(sentence)
            words = edits.words_of(sentence, take)
            check_times(words, take.samples)
            check_texts(sentence, words)

    @invariant()
    def places_are_in_range(self) -> None:
        for sentence in self.document.sentences:
            for offsets in (sentence.breaks, sentence.joins):
                assert list(offsets) == sorted(set(offsets))
                assert all(0 <= at < len(sentence.text) for at in offsets)
            assert not set(sentence.breaks) & set(sentence.joins)
            for a, b in pairwise(sentence.spellings):
                assert a.end <= b.start

    @invariant()
    def captions_hold_every_word_once(self) -> None:
        timeline: Timeline = layout(self.document, lambda s: edits.edited(s, take_of(s)))
        breaks, joins = edits.breaks_and_joins(self.document, timeline)
        assert not breaks & joins
        assert all(0 <= i < len(timeline.words) for i in breaks | joins)
        profile = cues.find_profile("narration")
        found = cues.divide(timeline.words, profile.grouping, profile, breaks=breaks, joins=joins)
        assert [i for cue in found for i in range(*cue.words)] == list(range(len(timeline.words)))
        starts = {cue.words[0] for cue in found}
        assert breaks <= starts
        for i in (0, len(timeline.words) // 2, len(timeline.words) - 1):
            if 0 <= i < len(timeline.words):
                place = edits.word_place(self.document, timeline, i)
                sentence = edits.find(self.document, place.sentence)
                word = edits.words_of(sentence, take_of(sentence))[place.index]
                assert word.source[0] == place.at


def check_times(words: tuple[Word, ...], samples: int) -> None:
    assert words
    assert words[0].start >= 0
    assert words[-1].end <= samples
    assert all(word.start < word.end for word in words)
    assert all(a.end <= b.start for a, b in pairwise(words))


def check_texts(sentence: Sentence, words: tuple[Word, ...]) -> None:
    """Nothing but blanks stands between the words, and each is the text or the author's."""
    at = 0
    for word in words:
        start, end = word.source
        assert not sentence.text[at:start].strip()
        assert word.text.strip() == word.text != ""
        if not any(s.start < end and start < s.end for s in sentence.spellings):
            assert word.text == sentence.text[start:end]
        at = end
    assert not sentence.text[at:].strip()


TestWalks = Narration.TestCase
TestWalks.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
