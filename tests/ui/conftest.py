"""A session on the engine without its model, in folders of the test's own."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest

from studio.player import Player
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.fakes import FakeEngine
from ui.session import Session

SAMPLE = "The harbor wakes. Gulls argue over the boats.\n\n“Two loaves,” says the pilot."


@pytest.fixture
def own_folders(tmp_path, monkeypatch):
    for name in ("CACHE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"NARRATION_STUDIO_{name}", str(tmp_path / name.lower()))
    return tmp_path


@pytest.fixture
def fake_engine():
    return FakeEngine()


@pytest.fixture
def session(qtbot, own_folders, fake_engine):
    """Started, with three sentences in two paragraphs, nothing rendered."""
    sound = FakeSound(FakeDevice("speakers"))
    made = Session(
        fake_engine,
        weights=lambda: "weights",
        player=lambda changed: Player(changed, sound.load),
    )
    made.start()
    made.new(SAMPLE, "Harbor")
    yield made
    made.close()


@pytest.fixture
def rendered(session, qtbot):
    """The session with all of its takes, laid out."""
    session.render_all()
    qtbot.waitUntil(lambda: session.work.to_render == 0 and not session.work.busy, timeout=10_000)

    def laid_out():
        words = session.timeline.words
        return bool(words) and not any(word.estimated for word in words)

    qtbot.waitUntil(laid_out, timeout=5_000)
    return session
