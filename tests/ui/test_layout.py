"""Laying out in slices: what shows up, and when."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtWidgets import QApplication

from studio import edits
from studio.arranging import Arranger
from tests.narrations import take_of
from ui import garbage
from ui import layout as module
from ui.layout import Layout

SOURCE = "\n\n".join(f"The harbor wakes early, number {i}. Gulls argue." for i in range(40))


@pytest.fixture
def slow(monkeypatch):
    """Every look at the clock is 5 ms later, so that a slice is one step or two."""
    now = iter(range(10**9))
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(now) * 0.005)


class Desk:
    def __init__(self) -> None:
        self.asked = 0
        self.layout = Layout(Arranger(self.take))
        self.document = edits.begin(SOURCE)
        self.shown: list[str] = []
        self.layout.changed.connect(self.note)

    def take(self, sentence):
        self.asked += 1
        return take_of(sentence)

    def note(self) -> None:
        self.shown.append(self.layout.current.document.source)

    def begin(self) -> None:
        """Until some of it is laid out."""
        while self.asked <= 10:
            QApplication.processEvents()
        assert self.layout.current.document is not self.document

    def type(self, text: str) -> None:
        self.document = edits.retype(self.document, text + self.document.source)
        self.layout.follow(self.document)


@pytest.fixture
def desk(qtbot):
    made = Desk()
    yield made
    made.layout.stop()
    garbage.search()


def test_a_short_document_is_laid_out_in_one_go_a_moment_later(desk, qtbot):
    desk.type("")
    assert desk.shown == []
    with qtbot.waitSignal(desk.layout.changed):
        pass
    assert desk.shown == [SOURCE]
    assert len(desk.layout.current.timeline.sentences) == 80


def test_a_long_one_gives_way_between_its_slices(desk, qtbot, slow):
    turns = []
    timer = module.QTimer(interval=0)
    timer.timeout.connect(lambda: turns.append(desk.asked))
    timer.start()
    desk.type("")
    qtbot.waitUntil(lambda: bool(desk.shown))
    assert len(set(turns)) > 5


def test_only_the_newest_document_shows_up(desk, qtbot, slow):
    desk.type("")
    desk.begin()
    desk.type("Now. ")
    qtbot.waitUntil(lambda: bool(desk.shown))
    qtbot.wait(50)
    assert desk.shown == ["Now. " + SOURCE]


def test_takes_that_keep_coming_do_not_keep_everything_back(desk, qtbot, slow):
    timer = module.QTimer(interval=0)
    timer.timeout.connect(desk.layout.again)
    timer.start()
    desk.type("")
    qtbot.waitUntil(lambda: len(desk.shown) > 1, timeout=10_000)


def test_a_take_that_came_meanwhile_is_laid_out_after(desk, qtbot, slow):
    desk.type("")
    desk.begin()
    desk.layout.again()
    qtbot.waitUntil(lambda: len(desk.shown) == 2)
    qtbot.wait(50)
    assert len(desk.shown) == 2


def test_what_needs_the_whole_is_called_when_it_is_there(desk, qtbot, slow):
    called = []
    desk.type("")
    desk.layout.finish(lambda: called.append(desk.layout.current.document is desk.document))
    assert called == []
    qtbot.waitUntil(lambda: called == [True])


def test_and_at_once_if_that_takes_no_time(desk, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 10.0)
    called = []
    desk.type("")
    desk.layout.finish(lambda: called.append(desk.layout.current.document is desk.document))
    assert called == [True]


def test_python_does_not_search_a_long_script_for_cycles(qtbot):
    layout = Layout(Arranger(take_of))
    try:
        layout.follow(edits.begin(SOURCE * 12))
        assert gc.get_threshold()[2] > 1_000
        assert gc.get_freeze_count() > 0
    finally:
        layout.stop()
        garbage.search()
    assert gc.get_freeze_count() == 0
