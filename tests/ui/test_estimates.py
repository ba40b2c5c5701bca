"""How long a narration will be is found out before it is spoken."""

from __future__ import annotations

import pytest

import ui.wanting
from studio.errors import Unspeakable


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(ui.wanting, "ESTIMATE", 50)


def lengths(session):
    return [sentence.end - sentence.start for sentence in session.timeline.sentences]


def measured(session, qtbot):
    """Wait until all sentences are known, though none is rendered."""
    rendering = session._rendering
    qtbot.waitUntil(lambda: len(rendering._estimates.measured) == len(session.document.sentences))
    qtbot.waitUntil(lambda: not session._layout._timer.isActive())


def test_it_is_what_the_takes_will_be(session, fake_engine, qtbot):
    measured(session, qtbot)
    assert fake_engine.spoken == []
    before, words = lengths(session), session.timeline.words
    assert all(word.estimated for word in words)
    session.render_all()
    qtbot.waitUntil(lambda: session.work.to_render == 0 and not session.work.busy)
    qtbot.waitUntil(lambda: not any(word.estimated for word in session.timeline.words))
    assert lengths(session) == before
    assert [w.start for w in session.timeline.words] == [w.start for w in words]


def test_only_what_was_changed_is_measured_again(session, qtbot, monkeypatch):
    measured(session, qtbot)
    asked = []
    queue = session._rendering._speaking._queue
    measure = queue.measure
    monkeypatch.setattr(
        queue, "measure", lambda jobs: (asked.extend(j.sentence.text for j in jobs), measure(jobs))
    )
    session.retype(session.document.source.replace("wakes", "sleeps"))
    qtbot.waitUntil(lambda: bool(asked))
    qtbot.wait(300)
    assert set(asked) == {"The harbor sleeps."}


def test_nothing_is_measured_while_live_preview_is_off(session, qtbot):
    session.set_live_preview(False)
    session.new("Another one. And one more.")
    qtbot.wait(300)
    assert not session._rendering._estimates.measured


def test_what_cannot_be_spoken_keeps_its_estimate(session, fake_engine, qtbot, monkeypatch):
    def measure(text, *_):
        raise Unspeakable(text)

    monkeypatch.setattr(fake_engine._speaker, "measure", measure)
    session.new("One more.")
    qtbot.waitUntil(lambda: len(session.timeline.sentences) == 1)
    before = lengths(session)
    qtbot.wait(300)
    assert lengths(session) == before
    assert fake_engine.spoken == []
