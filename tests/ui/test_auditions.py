"""Auditions: the voice changes in the middle of a sentence, at the same word."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from PySide6.QtCore import QObject, Signal

from studio.document import Sentence, Word
from studio.engines import Piece
from studio.player import State
from studio.spoken import readings
from studio.synthesis import Failed, Finished, Heard, Job
from studio.takes import Take
from ui.auditions import AUDITION, Auditions

TEXT = "Gulls argue, nobody minds."
# In the slow voice every word lasts 1,000 samples, in the quick one 500; each sample says where it
# is from.
SLOW = (
    Word("Gulls", 200, 1_200, (0, 5)),
    Word("argue,", 1_200, 2_200, (6, 12)),
    Word("nobody", 2_200, 3_200, (13, 19)),
    Word("minds.", 3_200, 4_200, (20, 26)),
)
QUICK = tuple(replace(word, start=100 + 500 * i, end=600 + 500 * i) for i, word in enumerate(SLOW))


def sound(samples: int) -> np.ndarray:
    return np.arange(samples, dtype=np.float32)


def job(voice: str, text: str = TEXT) -> Job:
    sentence = Sentence("audition", text, voice)
    return Job(sentence, readings(text, "en-us"), f"{voice} {text}")


@dataclass
class Status:
    tag: str = ""
    state: State = State.STOPPED
    position: int = 0


class FakePlayer:
    def __init__(self) -> None:
        self.source = None
        self._status = Status()

    def play(self, source: object, tag: str) -> None:
        self.source = source
        self._status = Status(tag, State.PLAYING)

    def status(self) -> Status:
        return self._status

    def at(self, position: int, state: State = State.PLAYING) -> None:
        self._status = Status(AUDITION, state, position)

    def heard(self) -> list[float] | None:
        """Where in its sentence the sound is from, without the fade at its beginning."""
        found = self.source.read(0, 100_000)
        return None if found is None else [float(found[120]), float(found[-1])]


class FakeRendering(QObject):
    heard = Signal(object)
    audition_finished = Signal(object)
    failed = Signal(object)

    def __init__(self, takes: dict[str, Take]) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.stored = takes.get

    def audition(self, job: Job) -> None:
        self.asked.append(job.key)

    def stop_audition(self) -> None:
        pass


class Board:
    """Auditions, and the two that they work with."""

    def __init__(self) -> None:
        self.takes: dict[str, Take] = {}
        self.jobs: dict[str, Job] = {}  # the last one of each voice
        self.player, self.rendering = FakePlayer(), FakeRendering(self.takes)
        self.auditions = Auditions(self.player, self.rendering)

    def speak(self, voice: str, text: str = TEXT) -> None:
        self.jobs[voice] = job(voice, text)
        self.auditions.speak(voice, self.jobs[voice])

    def piece(self, voice: str, start: int, end: int, words=(), first: bool = False) -> None:
        piece = Piece(sound(end)[start:], tuple(words))
        self.rendering.heard.emit(Heard(self.jobs[voice], piece, first, True))

    def finished(self, voice: str) -> None:
        self.rendering.audition_finished.emit(Finished(self.jobs[voice]))

    def whole(self, voice: str, words, samples: int) -> None:
        self.takes[job(voice).key] = Take(sound(samples), tuple(words), "fake")


@pytest.fixture
def board(qtbot):
    return Board()


def test_a_first_audition_is_heard_from_the_beginning(board):
    board.speak("af_heart")
    board.piece("af_heart", 0, 2_400, first=True)
    assert board.player.heard() == [120, 2_399]


def test_another_voice_goes_on_at_the_word_that_is_heard(board):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("am_adam", QUICK, 2_400)
    board.speak("af_heart")
    board.player.at(2_700)  # in "nobody"
    board.speak("am_adam")
    assert board.player.heard() == [1_100 + 120, 2_399]


def test_and_back_again_counted_from_where_it_went_on(board):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("am_adam", QUICK, 2_400)
    board.speak("af_heart")
    board.player.at(1_500)  # in "argue,"
    board.speak("am_adam")
    board.player.at(600)  # of a sound that begins at 600: in "nobody"
    board.speak("af_heart")
    assert board.player.heard() == [2_200 + 120, 4_799]


def test_a_word_that_is_not_spoken_yet_is_waited_for(board):
    board.whole("af_heart", SLOW, 4_800)
    board.speak("af_heart")
    board.player.at(2_700)
    board.speak("am_adam")
    board.piece("am_adam", 0, 800, first=True)
    board.piece("am_adam", 800, 1_100, QUICK[:2])
    assert board.player.heard() is None  # waited for
    board.piece("am_adam", 1_100, 2_000)
    assert board.player.heard() is None
    board.piece("am_adam", 2_000, 2_400, QUICK[2:])
    assert board.player.heard() == [1_100 + 120, 2_399]
    board.finished("am_adam")
    assert len(board.player.source.read(1_300, 10)) == 0


def test_a_third_voice_before_the_second_is_heard_begins_at_that_word_too(board):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("af_bella", SLOW, 4_800)
    board.speak("af_heart")
    board.player.at(2_700)
    board.speak("am_adam")
    board.player.at(0, State.WAITING)
    board.speak("af_bella")
    assert board.player.heard() == [2_200 + 120, 4_799]


def test_words_without_times_yet_are_found_by_their_letters(board):
    board.whole("am_adam", QUICK, 2_400)
    board.speak("af_heart")
    board.piece("af_heart", 0, 60_000, first=True)
    board.player.at(34_000)  # 18 of 27 letters and blanks, about 1,560 samples each
    board.speak("am_adam")
    assert board.player.heard() == [1_100 + 120, 2_399]


def test_the_first_word_is_heard_with_what_is_before_it(board):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("am_adam", QUICK, 2_400)
    board.speak("af_heart")
    board.player.at(900)
    board.speak("am_adam")
    assert board.player.heard() == [120, 2_399]


@pytest.mark.parametrize("why", ["stopped", "same voice", "other text"])
def test_else_it_begins_at_the_beginning(board, why):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("am_adam", QUICK, 2_400)
    other = "Gulls argue, nobody cares."
    board.takes[job("am_adam", other).key] = Take(sound(2_400), QUICK, "fake")
    board.speak("af_heart")
    board.player.at(2_700, State.STOPPED if why == "stopped" else State.PLAYING)
    voice = "af_heart" if why == "same voice" else "am_adam"
    board.speak(voice, other if why == "other text" else TEXT)
    assert board.player.heard() == [120, 4_799 if why == "same voice" else 2_399]


def test_a_take_without_that_word_is_heard_whole(board):
    board.whole("af_heart", SLOW, 4_800)
    board.whole("am_adam", (), 2_400)
    board.speak("af_heart")
    board.player.at(2_700)
    board.speak("am_adam")
    assert board.player.heard() == [120, 2_399]


def test_what_was_heard_is_not_spoken_again(board):
    board.speak("af_heart")
    board.piece("af_heart", 0, 4_800, SLOW, first=True)
    board.finished("af_heart")
    board.speak("am_adam")
    board.player.at(0, State.STOPPED)
    board.speak("af_heart")
    assert board.rendering.asked == [job("af_heart").key, job("am_adam").key]
    assert board.player.heard() == [120, 4_799]


def test_an_end_that_comes_late_ends_nothing_else(board):
    board.speak("af_heart")
    board.piece("af_heart", 0, 2_400, first=True)
    board.speak("am_adam")
    board.finished("af_heart")
    assert board.player.heard() is None  # still waited for


def test_one_that_fails_is_over(board):
    board.speak("af_heart")
    board.rendering.failed.emit(Failed(board.jobs["af_heart"], RuntimeError("no")))
    assert len(board.player.source.read(0, 10)) == 0


def test_it_says_whose_voice_is_heard(board):
    told: list[str] = []
    board.auditions.changed.connect(told.append)
    board.speak("af_heart")
    board.speak("am_adam")
    board.auditions.end()
    board.auditions.end()
    assert told == ["af_heart", "am_adam", ""]
