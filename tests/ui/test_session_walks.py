"""Random walks over the open narration: whatever verbs follow each other, while sentences are
spoken, played and saved, words stay words and undo gives exactly what was."""

from __future__ import annotations

import logging
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from PySide6.QtWidgets import QApplication

from studio import cues, edits, timeline
from studio.document import Document, Sentence
from studio.player import Player
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.fakes import FakeEngine
from ui.session import Session

pytestmark = pytest.mark.usefixtures("qapp")

PIECES = st.sampled_from(
    ["He ran", "ran home.", " ", " ", "\n", "\n\n", "Stop! ", "—", "“So”", "雨。", "[pause 1s]",
     "No [pause 0.3s] way. ", "It costs $20. ", "Zzz. ", "🎉", "x" * 70 + " "]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=4).map("".join)
PLACES = st.floats(0, 1, exclude_max=True)
SHIFTS = st.integers(-30_000, 30_000)
VOICES = st.sampled_from(["af_heart", "bf_emma", "af_heart:60,af_bella:40", "ff_siwis", "nobody"])
BEGIN = "The harbor wakes early. Gulls argue over the boats.\n\nNobody minds; it is home."
# Readable or not; one that a blank line goes through is none.
PAUSE = re.compile(r"\[\s*pause(?=[\s\d.,\]])(?:(?!\n\s*\n)[^\[\]]){0,80}\]")


class Steps:
    """What undo and redo must give; changes of one gesture are one step."""

    def __init__(self) -> None:
        self.past: list[Document] = []
        self.future: list[Document] = []
        self.gesture: int | None = None

    def did(self, before: Document, after: Document, gesture: int | None) -> None:
        if gesture is not None and gesture == self.gesture:
            if after == self.past[-1]:
                self.past.pop()
                self.gesture = None
        elif after != before:
            self.past.append(before)
            self.future.clear()
            self.gesture = gesture


class Desk:
    """A session in folders of its own, and all that goes wrong in it and around it."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        names = ("CACHE", "DATA", "CONFIG")
        folders = {f"NARRATION_STUDIO_{name}": f"{self.folder.name}/{name}" for name in names}
        self.device = FakeDevice("speakers")
        self.sound = FakeSound(self.device)
        self.wrong: list[str] = []
        self.troubles: list[str] = []
        self._quick = [
            mock.patch.dict(os.environ, folders),
            mock.patch("ui.wanting.SETTLE", 15),
            mock.patch("ui.filing.AUTOSAVE", 10),
            mock.patch("ui.jobs.SLICE", 0.0),
            mock.patch("ui.rendering.MANY", 2),
            mock.patch("ui.layout.SLICE", 0.0005),
            mock.patch("ui.layout.PATIENCE", 0.001),
            mock.patch.object(sys, "excepthook", self._raised),
            mock.patch.object(threading, "excepthook", lambda a: self._raised(*a[:3])),
        ]
        for each in self._quick:
            each.start()
        self._log = logging.Handler(logging.ERROR)
        self._log.emit = lambda record: self.wrong.append(record.getMessage())  # type: ignore
        logging.getLogger().addHandler(self._log)
        self.session = Session(
            FakeEngine(failing=["Zzz"], seconds=0.002),
            weights=lambda: "weights",
            player=lambda changed: Player(changed, self.sound.load),
        )
        self.session.trouble.connect(lambda trouble: self.troubles.append(trouble.text))
        self.session.start()

    def _raised(self, kind: type, error: BaseException, trace: Any) -> None:
        while trace.tb_next is not None:
            trace = trace.tb_next
        where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        self.wrong.append(f"{kind.__name__}: {error} ({where})")

    def close(self) -> None:
        self.session.close()
        logging.getLogger().removeHandler(self._log)
        for each in reversed(self._quick):
            each.stop()
        self.folder.cleanup()

    def wait(self, done: Callable[[], bool], seconds: float = 20.0) -> None:
        until = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < until, "it takes too long"
            QApplication.processEvents()
            time.sleep(0.001)

    def pass_time(self, milliseconds: int) -> None:
        until = time.monotonic() + milliseconds / 1_000
        self.wait(lambda: time.monotonic() > until)

    def is_idle(self) -> bool:
        session = self.session
        timers = (
            session._wanting._settler,
            session._rendering._jobs._reader,
            session._layout._timer,
        )
        is_busy = session.work.busy or session._rendering._making.begun
        return not is_busy and not any(timer.isActive() for timer in timers)


def needs(what: Callable[[Session], object]) -> Callable[..., Any]:
    """Not a precondition of hypothesis's: what there is depends on the clock."""

    def decorate(step: Callable[..., None]) -> Callable[..., None]:
        @wraps(step)
        def only_then(self: Walk, **drawn: Any) -> None:
            if what(self.session):
                step(self, **drawn)

        return only_then

    return decorate


needs_sentence = needs(lambda session: session.document.sentences)
needs_cue = needs(lambda session: session.cues)
needs_finding = needs(lambda session: session.findings)


class Walk(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk()
        self.session = self.desk.session
        self.steps = Steps()
        self.saved: Document | None = None

    def teardown(self) -> None:
        try:
            self.undo_everything_and_redo_it()
            self.rest()
            self.nothing_went_wrong()
        finally:
            self.desk.close()
        assert self.desk.wrong == []

    @initialize(more=TEXTS)
    def begin(self, more: str) -> None:
        self.session.new(BEGIN + more)
        self.saved = self.document

    # what the walk needs

    @property
    def document(self) -> Document:
        return self.session.document

    def do(self, name: str, *arguments: Any, **named: Any) -> None:
        before = self.document
        getattr(self.session, name)(*arguments, **named)
        gesture = self.session._typing if name == "retype" else named.get("gesture")
        self.steps.did(before, self.document, gesture)

    def pick(self, place: float) -> Sentence:
        return self.document.sentences[int(place * len(self.document.sentences))]

    def word(self, place: float) -> int:
        return int(place * len(self.session.timeline.words))

    # the script

    @rule(a=PLACES, size=st.integers(0, 15), new=TEXTS)
    def retype(self, a: float, size: int, new: str) -> None:
        source = self.document.source
        start = round(a * len(source))
        self.do("retype", source[:start] + new + source[start + size :])

    @rule(a=PLACES, keys=st.text("ae .“\n", min_size=1, max_size=5))
    def type(self, a: float, keys: str) -> None:
        source = self.document.source
        at = round(a * len(source))
        for i in range(len(keys)):
            self.do("retype", source[:at] + keys[: i + 1] + source[at:])

    @rule(a=PLACES, new=TEXTS)
    def paste(self, a: float, new: str) -> None:
        at = round(a * len(self.document.source))
        source = self.document.source
        self.do("rewrite", source[:at] + new + source[at:], "paste")

    # sentences and the whole

    @rule(place=PLACES, voice=VOICES, whole=st.booleans())
    @needs_sentence
    def voice(self, place: float, voice: str, whole: bool) -> None:
        self.do("set_voice", None if whole else [self.pick(place).id], voice)

    @rule(place=PLACES, speeds=st.lists(st.sampled_from([0.1, 0.5, 1, 1.5]), max_size=3))
    @needs_sentence
    def speed(self, place: float, speeds: list[float]) -> None:
        gesture, id = self.session.new_gesture(), self.pick(place).id
        for speed in speeds:
            self.do("set_speed", [id], speed, gesture=gesture)

    @rule(place=PLACES, inside=PLACES, samples=st.sampled_from([0, 1_200, 24_000, -5]))
    @needs_sentence
    def silence(self, place: float, inside: float, samples: int) -> None:
        sentence = self.pick(place)
        self.do("set_pause", sentence.id, round(inside * len(sentence.text)), samples)

    @rule(a=st.sampled_from([-1, 0, 2_400]), b=st.sampled_from([0, 9_600, 48_000]))
    def gaps(self, a: int, b: int) -> None:
        self.do("set_gaps", sentence_gap=a, paragraph_gap=b)

    @rule(place=PLACES)
    @needs_sentence
    def lock(self, place: float) -> None:
        self.do("lock", [self.pick(place).id])

    @rule()
    def unlock(self) -> None:
        self.do("unlock", None)

    @rule(
        change=st.sampled_from(
            [("set_lexicon", "ran", "rahn"), ("set_lexicon", "ran", ""), ("set_title", "Home"),
             ("set_lexicon", "ran", "/r/["), ("set_profile", "shorts"), ("set_profile", "none"),
             ("set_profile", "broadcast"), ("set_grouping", "words:2"), ("set_grouping", "x"),
             ("set_grouping", "phrases:3"), ("set_grouping", "")]
        )
    )  # fmt: skip
    def whole(self, change: tuple[str, ...]) -> None:
        self.do(*change)

    # words

    @rule(place=PLACES, drag=st.lists(st.tuples(SHIFTS, SHIFTS), max_size=3), free=st.booleans())
    @needs_cue
    def move(self, place: float, drag: list[tuple[int, int]], free: bool) -> None:
        i, gesture = self.word(place), self.session.new_gesture()
        word = self.session.timeline.words[i]
        for a, b in drag:
            self.do("move_word", i, word.start + a, word.end + b, free=free, gesture=gesture)

    @rule(place=PLACES, edge=st.sampled_from(["start", "end"]), by=SHIFTS, free=st.booleans())
    @needs_cue
    def edge(self, place: float, edge: str, by: int, free: bool) -> None:
        i = self.word(place)
        self.do("move_edge", i, edge, getattr(self.session.timeline.words[i], edge) + by, free=free)

    @rule(place=PLACES, by=SHIFTS, edge=st.sampled_from(["start", "end", None]))
    @needs_cue
    def nudge(self, place: float, by: int, edge: str | None) -> None:
        self.do("nudge_word", self.word(place), by, edge)

    @rule(place=PLACES, at=st.integers(-1, 8))
    @needs_cue
    def split(self, place: float, at: int) -> None:
        self.do("split_word", self.word(place), at)

    @rule(place=PLACES, more=st.integers(0, 3))
    @needs_cue
    def join(self, place: float, more: int) -> None:
        first = self.word(place)
        self.do("join_words", first, min(first + more, len(self.session.timeline.words) - 1))

    @rule(place=PLACES, text=st.sampled_from(["x", "two words", " ", ""]))
    @needs_cue
    def rename(self, place: float, text: str) -> None:
        self.do("rename_word", self.word(place), text)

    # captions

    @rule(verb=st.sampled_from(["break_caption", "join_caption", "free_caption"]), place=PLACES)
    @needs_cue
    def mark(self, verb: str, place: float) -> None:
        self.do(verb, self.word(place))

    @rule(place=PLACES, text=st.sampled_from(["x", "two words\nin two lines", " "]))
    @needs_cue
    def retell(self, place: float, text: str) -> None:
        self.do("set_caption_text", int(place * len(self.session.cues)), text)

    @rule(place=PLACES, edge=st.sampled_from(["start", "end"]), by=SHIFTS)
    @needs_cue
    def cue_edge(self, place: float, edge: str, by: int) -> None:
        cue = int(place * len(self.session.cues))
        self.do("move_cue_edge", cue, edge, getattr(self.session.cues[cue], edge) + by)

    @rule(place=PLACES, drag=st.lists(SHIFTS, max_size=3), free=st.booleans())
    @needs_cue
    def move_caption(self, place: float, drag: list[int], free: bool) -> None:
        gesture, cues = self.session.new_gesture(), self.session.cues
        for by in drag:
            words = range(*cues[int(place * len(cues))].words)
            self.do("move_words", words, by, free=free, gesture=gesture)

    @rule(place=PLACES, which=PLACES)
    @needs_finding
    def fix(self, place: float, which: float) -> None:
        findings = [each for each in self.session.findings if each.fixes]
        if not findings:
            return
        finding = findings[int(place * len(findings))]
        self.do("fix", finding, finding.fixes[int(which * len(finding.fixes))])

    # back and forth

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        steps = self.steps
        for _ in range(times):
            if steps.past:
                steps.future.append(self.document)
            wanted = steps.past.pop() if steps.past else self.document
            steps.gesture = None
            self.session.undo()
            assert self.document == wanted

    @rule(times=st.integers(1, 3))
    def redo(self, times: int) -> None:
        steps = self.steps
        for _ in range(times):
            if steps.future:
                steps.past.append(self.document)
            wanted = steps.future.pop() if steps.future else self.document
            steps.gesture = None
            self.session.redo()
            assert self.document == wanted

    @rule()
    def undo_everything_and_redo_it(self) -> None:
        was, steps = self.document, self.steps
        first = steps.past[0] if steps.past else was
        for _ in steps.past:
            self.session.undo()
        assert self.document == first
        assert self.session.undo_label is None
        for _ in steps.past:
            self.session.redo()
        assert self.document == was
        steps.gesture = None

    # sound

    @rule(verb=st.sampled_from(["render_all", "cancel_rendering", "pause", "stop", "toggle"]))
    def verb(self, verb: str) -> None:
        getattr(self.session, verb)()

    @rule(by=st.sampled_from(["next_sentence", "previous_sentence", "stop_audition"]))
    def other_verb(self, by: str) -> None:
        getattr(self.session, by)()

    @rule(place=PLACES, how=st.sampled_from(["play", "seek", "cursor"]))
    def go(self, place: float, how: str) -> None:
        sample = round(place * self.session.timeline.duration)
        if how == "cursor":
            self.session.set_cursor(round(place * len(self.document.source)))
        elif how == "seek":
            self.session.seek(sample)
        else:
            self.session.play(sample)

    @rule(place=PLACES, samples=st.sampled_from([0, 10, 480, 24_000]), loop=st.booleans())
    def play_a_part(self, place: float, samples: int, loop: bool) -> None:
        start = round(place * self.session.timeline.duration)
        play = self.session.loop if loop else self.session.play_selection
        play(start, start + samples)

    @rule(on=st.booleans())
    def loop(self, on: bool) -> None:
        self.session.set_loop(on)

    @rule(voice=VOICES, text=st.none() | TEXTS)
    def audition(self, voice: str, text: str | None) -> None:
        self.session.audition(voice, text)

    @rule(is_present=st.booleans())
    def plug(self, is_present: bool) -> None:
        self.desk.device.is_present = is_present
        self.session.player.refresh()

    # time

    @rule(milliseconds=st.sampled_from([0, 1, 5, 20, 40]))
    def wait(self, milliseconds: int) -> None:
        self.desk.pass_time(milliseconds)

    @rule()
    def rest(self) -> None:
        """When nothing goes on any more, all is as if it had been made in one go."""
        self.session.stop()
        self.desk.wait(self.desk.is_idle)
        info = self.session._rendering.info
        document, shown = self.document, self.session._layout.current
        whole = timeline.layout(document, lambda s: edits.edited(s, info(s)))
        assert shown.document is document
        assert shown.timeline.words == whole.words
        assert shown.timeline.sentences == whole.sentences
        assert shown.timeline.duration == whole.duration
        breaks, joins = edits.breaks_and_joins(document, whole)
        profile, named = self.session.profile, self.session.grouping
        how = {"duration": whole.duration, "language": document.language}
        found = cues.group(whole.words, named, profile, breaks=breaks, joins=joins, **how)
        assert shown.cues == found
        assert "rendering" not in self.session.takes.states().values()

    # files

    @rule()
    def save(self) -> None:
        document, saved = self.document, []
        self.session.save(Path(self.desk.folder.name) / "a.narration", lambda: saved.append(True))
        self.desk.wait(lambda: bool(saved))
        self.saved, self.steps.gesture = document, None

    @rule()
    def save_meanwhile(self) -> None:
        document, history = self.document, self.session._history

        def done() -> None:
            if self.session._history is history:
                self.saved, self.steps.gesture = document, None

        self.session.save(Path(self.desk.folder.name) / "b.narration", done)

    @rule()
    def save_and_open(self) -> None:
        self.save()
        was = self.document
        self.session.open(Path(self.desk.folder.name) / "a.narration")
        self.desk.wait(lambda: self.document is not was)
        assert self.document == was
        self.saved, self.steps = self.document, Steps()

    # what always holds

    @invariant()
    def nothing_went_wrong(self) -> None:
        assert self.desk.wrong == []
        for text in self.desk.troubles:
            assert not re.search(r"\w+Error\b|Traceback|the log", text), text

    @invariant()
    def it_knows_whether_it_is_saved(self) -> None:
        assert self.session.unsaved == (self.document != self.saved)

    @invariant()
    def every_sentence_has_a_state(self) -> None:
        states = self.session.takes.states()
        assert list(states) == [sentence.id for sentence in self.document.sentences]
        assert set(states.values()) <= {"to_render", "rendering", "ready", "failed", "locked"}

    @invariant()
    def every_character_is_in_a_sentence_and_in_a_reading(self) -> None:
        text = "".join(sentence.text for sentence in self.document.sentences)
        assert letters(text) == letters(PAUSE.sub("", self.document.source)), self.document.source
        for sentence in self.document.sentences:
            read = "".join(sentence.text[r.start : r.end] for r in self.readings_of(sentence))
            assert squeezed(read) == squeezed(sentence.text)

    def readings_of(self, sentence: Sentence) -> Any:
        known = self.session._rendering._jobs._known.get(sentence.id)
        return (
            known[2].readings
            if known and known[0] is sentence
            else self.session.takes.readings(sentence.id)
        )

    @invariant()
    def words_are_in_order_and_say_it_all(self) -> None:
        shown = self.session._layout.current
        words, duration = shown.timeline.words, shown.timeline.duration
        assert all(word.start < word.end for word in words)
        assert all(a.end <= b.start for a, b in pairwise(words))
        if words:
            assert words[0].start >= 0
            assert words[-1].end <= duration
        said = [""] * len(shown.timeline.sentences)
        for word in words:
            said[word.sentence] += word.text
        for sentence, text in zip(shown.document.sentences, said, strict=True):
            if not sentence.spellings:
                assert squeezed(text) == squeezed(sentence.text)

    @invariant()
    def captions_are_in_order_and_hold_every_word_once(self) -> None:
        shown = self.session._layout.current
        assert [i for cue in shown.cues for i in range(*cue.words)] == list(
            range(len(shown.timeline.words))
        )
        assert all(0 <= cue.start < cue.end <= shown.timeline.duration for cue in shown.cues)
        assert all(a.end <= b.start for a, b in pairwise(shown.cues))
        assert all(line.strip() for cue in shown.cues for line in cue.lines)


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def squeezed(text: str) -> str:
    return "".join(text.split())


TestSessionWalks = Walk.TestCase
TestSessionWalks.settings = settings(
    max_examples=45, stateful_step_count=60, deadline=None, phases=[Phase.generate]
)
