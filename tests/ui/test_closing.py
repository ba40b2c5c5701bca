"""The window goes in the middle of everything: at once, without a crash, and nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import wave

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio import project
from studio.export import AudioSettings
from studio.player import Player, State
from studio.project import recoverable
from studio.takes import TakeStore
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.fakes import FakeEngine
from ui.auditions import AUDITION
from ui.main_window import MainWindow
from ui.remembered import Remembered
from ui.session import Session
from ui.theme import Theme

LINE = "First come the small grey boats of the old harbor, then the large ones, and the ferry."
MANY = "\n\n".join(f"{LINE} It was number {i}." for i in range(30))
SAMPLES = 6_000_000  # at least, in the sound of many


class Desk:
    def __init__(self, qtbot, folder, engine: FakeEngine, source: str) -> None:
        self.qtbot, self.folder = qtbot, folder
        self.sound = FakeSound(FakeDevice("speakers"))
        self.session = Session(
            engine,
            weights=lambda: "weights",
            player=lambda changed: Player(changed, self.sound.load),
        )
        remembered = Remembered()
        remembered.put(greeted=True)
        self.window = MainWindow(self.session, Theme("dark"), remembered)
        self.window.show()
        self.session.start()
        self.session.new(source)
        self.session.set_title("Unsaved")

    def rendered(self) -> None:
        self.session.render_all()
        self.until(lambda: not self.session.work.to_render)
        self.until(lambda: not any(word.estimated for word in self.session.timeline.words))

    def until(self, done) -> None:
        self.qtbot.waitUntil(done, timeout=20_000)

    def close(self, discarded: bool = False) -> float:
        """As when the question about unsaved changes was answered, or nobody can be asked."""
        began = time.monotonic()
        self.window._leave(discarded)
        took = time.monotonic() - began
        QTest.qWait(100)  # whatever was still on its way
        assert self.sound.open_streams == 0
        assert not self.window.isVisible()
        return took

    def recovered(self) -> list[str]:
        return [each.document.title for each in recoverable(self.folder / "data" / "recovery")]


@pytest.fixture
def desk(qtbot, own_folders):
    application = QApplication.instance()
    sheet = application.styleSheet()
    desks = []

    def make(source: str = LINE, seconds: float = 0.0) -> Desk:
        desks.append(Desk(qtbot, own_folders, FakeEngine(seconds=seconds), source))
        return desks[-1]

    yield make
    for each in desks:
        each.session.close(discard=True)
        each.window.deleteLater()
    application.setStyleSheet(sheet)


def test_while_it_renders_and_plays(desk):
    here = desk(MANY, seconds=0.2)
    here.session.render_all()
    here.session.play(0)
    here.until(lambda: here.session.status.state is State.PLAYING)
    assert here.close() < 2
    assert here.recovered() == ["Unsaved"]


def test_while_it_auditions(desk):
    here = desk(seconds=0.3)
    here.session.audition("am_adam")
    here.until(lambda: here.session.status.tag == AUDITION)
    assert here.close() < 2
    assert here.recovered() == ["Unsaved"]


def test_while_it_lays_out_and_reads(desk):
    here = desk("One. " * 8_000)
    here.session.retype("Two. " + here.session.document.source)
    assert here.close() < 2
    assert here.recovered() == ["Unsaved"]


def test_while_it_saves(desk):
    here = desk(MANY)
    here.rendered()
    path = here.folder / "many.narration"
    here.session.save(path)
    assert here.close() < 2
    assert here.recovered() == []
    opened = project.open(path, TakeStore(here.folder / "other", 1_000_000_000))
    assert opened.document.title == "Unsaved"
    assert not opened.damaged


@pytest.mark.parametrize("milliseconds", [0, 5, 50, 150, 400])
def test_while_it_exports(desk, milliseconds):
    here = desk(MANY)
    here.rendered()
    here.session.export(here.folder / "out" / "many", ("srt",), AudioSettings())
    QTest.qWait(milliseconds)
    assert here.close() < 2
    names = sorted(path.name for path in (here.folder / "out").glob("*"))
    assert names in ([], ["many.srt", "many.wav"])
    if names:
        with wave.open(str(here.folder / "out" / "many.wav")) as sound:
            assert sound.getnframes() > SAMPLES
        assert "number 29" in (here.folder / "out" / "many.srt").read_text("utf-8")


def test_while_a_word_is_dragged(desk):
    here = desk()
    here.rendered()
    canvas = here.window.timeline.canvas
    canvas.setFocus()
    word = here.session.timeline.words[1]
    top, bottom = canvas.lanes.words
    at = QPoint(
        canvas.lanes.left + round(canvas.axis.x((word.start + word.end) // 2)), (top + bottom) // 2
    )
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
    for by in (4, 8, 12):
        QTest.mouseMove(canvas, at + QPoint(by, 0))
        QTest.qWait(20)
    assert here.close() < 2
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at + QPoint(12, 0))
    QTest.qWait(50)
    assert here.recovered() == ["Unsaved"]


@pytest.mark.parametrize(
    "opens", ["export", "show_preferences", "show_keys", "show_about", "show_menu"]
)
def test_with_something_open(desk, opens):
    here = desk()
    getattr(here.window, opens)()
    QTest.qWait(30)
    assert here.close() < 2
    assert QApplication.activePopupWidget() is None
    assert not any(each.isVisible() for each in QApplication.topLevelWidgets())


@pytest.mark.parametrize("asks", ["choose_and_open", "save_as", "new"])
def test_with_a_question_open(desk, asks):
    here = desk()
    getattr(here.window.files, asks)()
    QTest.qWait(30)
    assert here.close(discarded=True) < 2
    assert here.recovered() == []
    assert not any(each.isVisible() for each in QApplication.topLevelWidgets())


PROGRAM = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
import ui.__main__ as program
from tests.fakes import FakeEngine
from ui.main_window import MainWindow

def end():
    [window] = [each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow)]
    window.session.new("A line.")
    window.go_to("script")
    QTest.keyClicks(window.script.text, "Typed last. ")
    os.kill(os.getpid(), signal.SIGTERM)

program.KokoroEngine = lambda *how, **more: FakeEngine()
program.model.identity = lambda: "weights"

begin = program._end_on_signals
def begin_and_end(app, window):
    begin(app, window)
    QTimer.singleShot(500, end)
program._end_on_signals = begin_and_end
sys.exit(program.main([]))
"""


def test_when_the_system_ends_it(own_folders):
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        timeout=20,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    [found] = recoverable(own_folders / "data" / "recovery")
    assert "Typed last. " in found.document.source
