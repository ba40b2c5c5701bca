"""The speech process goes down in the middle of things."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from studio.engines.kokoro import KokoroEngine
from studio.errors import EngineUnusable
from studio.player import Player, State
from tests.fake_sounddevice import FakeDevice, FakeSound
from ui.session import Session

FIRST = "First come the small grey boats of the old harbor, then the large ones, and the ferry."
BOOM = "Boom says the cannon of the old harbor every day at noon, and the gulls rise, all of them."
LAST = "Nobody minds."


@pytest.fixture
def log(own_folders, monkeypatch):
    path = own_folders / "asked.txt"
    monkeypatch.setenv("FAKE_WORKER_LOG", str(path))
    return path


@pytest.fixture
def engine(log):
    with KokoroEngine(worker="tests.fake_worker") as made:
        yield made


@pytest.fixture
def session(qtbot, engine):
    sound = FakeSound(FakeDevice("speakers"))
    made = Session(
        engine, weights=lambda: "weights", player=lambda changed: Player(changed, sound.load)
    )
    made.set_live_preview(False)
    made.start()
    qtbot.waitUntil(lambda: made.work.loaded, timeout=20_000)
    made.troubles = []
    made.trouble.connect(made.troubles.append)
    yield made
    made.close()


def rendered(session, qtbot):
    session.render_all()
    qtbot.waitUntil(lambda: not session.work.busy, timeout=20_000)
    return list(session.takes.states().values())


def test_a_sentence_that_kills_it_is_tried_twice_and_reported(session, qtbot, log):
    session.new(f"{FIRST} {BOOM} {LAST}")
    assert rendered(session, qtbot) == ["ready", "failed", "ready"]
    assert log.read_text(encoding="utf-8").splitlines() == [FIRST, BOOM, BOOM, LAST]
    [trouble] = session.troubles
    assert trouble.text.startswith("The engine failed: the speech process died (exit code 9)")
    assert trouble.action == "Try again"
    trouble.call()
    qtbot.waitUntil(lambda: len(session.troubles) == 2, timeout=20_000)
    assert session.takes.failure(session.document.sentences[1].id) == trouble.text


def test_one_that_is_killed_meanwhile_is_spoken_all_the_same(session, engine, qtbot, log):
    session.new(FIRST)
    session.render_all()
    [id] = session.takes.states()
    heard = session._rendering.begun_sound_of
    qtbot.waitUntil(lambda: bool(heard(session.takes.key(id))), timeout=10_000)
    before = heard(session.takes.key(id))[0]
    os.kill(engine.process_id, signal.SIGKILL)
    qtbot.waitUntil(lambda: session.takes.state(id) == "ready", timeout=20_000)
    assert log.read_text(encoding="utf-8").splitlines() == [FIRST, FIRST]
    assert session.troubles == []
    take = session.takes.take(id)
    assert np.array_equal(take.audio[: len(before)], before)
    assert [word.text for word in take.words] == FIRST.split()


def test_what_is_played_goes_on(session, engine, qtbot):
    session.new(f"{FIRST} {LAST}")
    session.play(0)
    qtbot.waitUntil(lambda: session.position > 4_800, timeout=10_000)
    os.kill(engine.process_id, signal.SIGKILL)
    qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=20_000)
    assert session.status.state is State.PLAYING
    assert session.troubles == []


def test_when_it_cannot_start_work_ends_and_can_be_tried_again(session, engine, qtbot, monkeypatch):
    session.new(f"{FIRST} {LAST}")

    def cannot(*_, **__):
        raise EngineUnusable("out of memory")
        yield

    with monkeypatch.context() as broken:
        broken.setattr(engine, "speak", cannot)
        session.render_all()
        qtbot.waitUntil(lambda: bool(session.troubles), timeout=10_000)
        assert not session.work.busy
        assert list(session.takes.states().values()) == ["to_render", "to_render"]
    [trouble] = session.troubles
    assert "out of memory" in trouble.text
    qtbot.waitUntil(session._rendering._speaking._thread.isFinished)
    trouble.call()
    assert rendered(session, qtbot) == ["ready", "ready"]
