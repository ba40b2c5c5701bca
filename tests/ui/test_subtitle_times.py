"""Opening subtitles, and giving their times to what is spoken."""

from __future__ import annotations

from pathlib import Path

import pytest

from ui.main_window import MainWindow
from ui.remembered import Remembered
from ui.theme import Theme

SRT = """1
00:00:02,000 --> 00:00:03,500
The harbor wakes.

2
00:00:04,000 --> 00:00:05,000
Gulls argue

3
00:00:05,000 --> 00:00:06,500
over the boats.

4
00:00:21,000 --> 00:00:23,000
Nobody minds.
"""
CROWDED = SRT.replace("00:00:04,000 --> 00:00:05,000", "00:00:02,100 --> 00:00:05,000")


@pytest.fixture
def window(session, qtbot):
    made = MainWindow(session, Theme("dark"), Remembered())
    qtbot.addWidget(made, before_close_func=lambda _: made._leave(True))
    made.messages.clear()
    yield made
    session.close(discard=True)


def open_srt(window: MainWindow, folder: Path, text: str = SRT) -> None:
    path = folder / "harbor.srt"
    path.write_text(text, encoding="utf-8")
    window.open_file(path)


def starts(window: MainWindow) -> list[float]:
    """When the first word of each sentence is heard, in seconds."""
    found: dict[int, float] = {}
    for word in window.session.timeline.words:
        found.setdefault(word.sentence, word.start / 24_000)
    return list(found.values())


def test_the_times_are_offered_and_taken(window, qtbot, tmp_path):
    session = window.session
    assert not window.actions_["fit_times"].isEnabled()
    open_srt(window, tmp_path)
    assert window.actions_["fit_times"].isEnabled()
    assert window.messages.message.action == "Fit to their times"
    source = session.document.source
    window.messages._act.click()
    assert session.undo_label == "subtitle times"
    assert window.messages.message.action == "Render and fit again"
    window.messages._act.click()
    said = "3 sentence(s) begin with their subtitles."
    qtbot.waitUntil(
        lambda: (message := window.messages.message) is not None and message.text == said,
        timeout=10_000,
    )
    qtbot.waitUntil(lambda: not session.work.to_render, timeout=10_000)
    qtbot.waitUntil(lambda: starts(window) == pytest.approx([2.0, 4.0, 21.0], abs=0.05))
    session.undo()
    assert session.document.source == source
    assert session.undo_label is None


def test_what_cannot_begin_in_time_is_told_and_shown(window, qtbot, tmp_path):
    session = window.session
    open_srt(window, tmp_path, CROWDED)
    window.subtitle_times.fit()
    assert session.document.sentences[0].speed == 2.0
    session.render_all()
    qtbot.waitUntil(lambda: not session.work.to_render, timeout=10_000)
    window.subtitle_times.fit()
    message = window.messages.message
    assert "1 cannot" in message.text
    assert "“Gulls argue over the boats.”" in message.text
    assert message.action == "Show"
    message.call()
    gulls = session.document.sentences[1].id
    qtbot.waitUntil(lambda: session.cursor == gulls)


def test_another_narration_has_no_such_times(window, tmp_path):
    open_srt(window, tmp_path)
    window.session.new("Something else.")
    assert window.session.moments == ()
    assert not window.actions_["fit_times"].isEnabled()


def test_what_an_opened_file_could_not_bring_is_told(window, tmp_path):
    vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hello there.\n"
    path = tmp_path / "talk.vtt"
    path.write_text(vtt, encoding="utf-8")
    window.open_file(path)
    window.messages.dismiss()  # the times
    assert window.messages.message.text == "Left out: the name(s) of 1 speaker(s)."
