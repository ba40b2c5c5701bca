"""Many auditions in a hurry, and sound devices that come and go under what is heard."""

from __future__ import annotations

import gc
import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from studio.player import Device, Player, State, Trouble
from studio.voices import voices
from tests.fake_sounddevice import FakeDevice, FakeSound
from ui.auditions import AUDITION, REMEMBERED
from ui.playing import NARRATION
from ui.session import Session

VOICES = [id for id, voice in voices().items() if voice.language in ("en-us", "en-gb")]
LONG = "The harbor wakes, " * 40 + "and that is all."


@pytest.fixture
def sound():
    return FakeSound(FakeDevice("speakers"))


@pytest.fixture
def session(qtbot, own_folders, fake_engine, sound):
    made = Session(
        fake_engine,
        weights=lambda: "weights",
        player=lambda changed: Player(changed, sound.load),
    )
    made.set_live_preview(False)
    made.troubles = []
    made.trouble.connect(made.troubles.append)
    made.start()
    made.new(LONG)
    yield made
    made.close()


class Heartbeat:
    """How long the window had no turn at most, in seconds."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.monotonic()
        self._timer = QTimer(interval=0)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.monotonic()
        self.longest, self._last = max(self.longest, now - self._last), now


def is_heard(session, sound, tag):
    """Whether what goes on is really heard; a tone of 0.2, which fades in."""
    before = len(sound.heard)

    def loud():
        return len(sound.heard) > before + 480 and np.abs(sound.heard[before:]).max() > 0.1

    return lambda: session.status.tag == tag and session.status.state is State.PLAYING and loud()


def test_a_thousand_quick_auditions(session, sound, fake_engine, qtbot):
    session.audition(VOICES[0])
    qtbot.waitUntil(is_heard(session, sound, AUDITION), timeout=5_000)
    gc.collect()
    threads, objects = threading.active_count(), len(gc.get_objects())
    heartbeat = Heartbeat()
    order = np.random.default_rng(1)
    for i, which in enumerate(order.integers(len(VOICES), size=1_000)):
        session.audition(VOICES[which])
        if i % 3 == 0:
            QApplication.processEvents()
        if i % 100 == 0:
            qtbot.wait(20)
    session.audition("am_adam")
    qtbot.waitUntil(is_heard(session, sound, AUDITION), timeout=5_000)
    assert session._playing.auditions.voice == "am_adam"
    whole = session._playing.auditions._now
    qtbot.waitUntil(lambda: whole._complete, timeout=5_000)
    session.stop_audition()
    # Once, from its beginning to its end, and nothing of the others.
    assert len(whole.take().audio) == length_of(fake_engine, whole.job)
    qtbot.waitUntil(lambda: session.status.state is State.STOPPED, timeout=5_000)
    assert session.troubles == []
    assert heartbeat.longest < 0.5
    assert threading.active_count() == threads
    assert len(session._playing.auditions._remembered) <= REMEMBERED
    assert session._rendering._making.partial == {}
    gc.collect()
    assert len(gc.get_objects()) < objects + 5_000


def length_of(engine, job):
    return sum(len(piece.audio) for piece in engine.speak(job.sentence, job.readings, live=True))


def test_the_same_voice_again_and_again_is_heard_once(session, fake_engine, qtbot):
    fake_engine._seconds = 0.002
    for _ in range(50):
        session.audition("am_adam")
        qtbot.wait(3)
    now = session._playing.auditions._now
    qtbot.waitUntil(lambda: now._complete, timeout=5_000)
    assert len(now.take().audio) == length_of(fake_engine, now.job)


def test_one_that_failed_can_be_tried_again(session, sound, fake_engine, qtbot):
    fake_engine._failing = ["Boom"]
    session.audition("am_adam", "Boom says the cannon.")
    qtbot.waitUntil(lambda: bool(session.troubles), timeout=5_000)
    fake_engine._failing = []
    session.troubles[0].call()
    qtbot.waitUntil(is_heard(session, sound, AUDITION), timeout=5_000)
    assert session._playing.auditions.voice == "am_adam"


class TestDevices:
    def play(self, session, sound, qtbot, tag):
        if tag == AUDITION:
            session.audition("am_adam")
        else:
            session.play(0)
        qtbot.waitUntil(is_heard(session, sound, tag), timeout=5_000)

    @pytest.mark.parametrize("tag", [NARRATION, AUDITION])
    def test_taken_away_and_given_back(self, session, sound, qtbot, tag):
        self.play(session, sound, qtbot, tag)
        for _ in range(2):
            sound.plugged[0].is_present = False
            qtbot.waitUntil(lambda: session.status.is_silent, timeout=5_000)
            assert session.status.state is State.PLAYING
            at = session.status.position
            qtbot.waitUntil(lambda at=at: session.status.position > at + 2_400, timeout=5_000)
            sound.plugged[0].is_present = True
            session.player.refresh()
            qtbot.waitUntil(lambda: not session.status.is_silent, timeout=5_000)
            qtbot.waitUntil(is_heard(session, sound, tag), timeout=5_000)
        assert [trouble.action for trouble in session.troubles] == ["Look again"] * 2
        assert sound.open_streams == 1

    def test_auditions_and_playing_go_on_without_any(self, session, sound, qtbot):
        self.play(session, sound, qtbot, NARRATION)
        sound.plugged.clear()
        sound.streams[-1].device.is_present = False
        qtbot.waitUntil(lambda: session.status.is_silent, timeout=5_000)
        for voice in ("af_heart", "am_adam"):
            session.audition(voice)
            qtbot.waitUntil(
                lambda: session.status.tag == AUDITION and session.status.position > 1_200,
                timeout=5_000,
            )
        session.play(0)
        qtbot.waitUntil(
            lambda: session.status.tag == NARRATION and session.status.position > 1_200,
            timeout=5_000,
        )

    def test_one_that_does_not_exist(self, session, sound, qtbot):
        self.play(session, sound, qtbot, NARRATION)
        session.player.choose(Device("a dream", "Fake"))
        qtbot.waitUntil(lambda: session.status.notice is not None, timeout=5_000)
        assert session.status.notice.trouble is Trouble.OTHER_DEVICE
        assert session.status.state is State.PLAYING
        at = session.status.position
        qtbot.waitUntil(lambda: session.status.position > at + 2_400, timeout=5_000)
        assert "a dream" in session.troubles[-1].text
        session.player.choose(None)
        qtbot.waitUntil(lambda: session.status.notice is None, timeout=5_000)
        qtbot.waitUntil(is_heard(session, sound, NARRATION), timeout=5_000)
