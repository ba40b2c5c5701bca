"""Each sentence says who spoke it, where that was not this computer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QAccessible, QHelpEvent, QImage
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from tests.desk import desk, render, turn
from tests.relay_server import RelayServer
from ui.cue_table import CueTable
from ui.provenance import relay_of, spoken_by
from ui.script_editor import ScriptEditor
from ui.theme import Theme
from ui.timeline_view import TimelineView

SAID = "Spoken by Desk, words estimated"


@pytest.fixture
def server(session: Any) -> Iterator[RelayServer]:
    with desk(session) as made:
        yield made


@pytest.fixture
def mixed(session: Any, server: RelayServer, qtbot: QtBot) -> Any:
    """The first and the last sentence are spoken here, the second by the relay."""
    render(session, qtbot)
    turn(session, qtbot, 100)
    session.retype(session.document.source.replace("Gulls", "Seagulls"))
    render(session, qtbot)

    def laid_out() -> bool:
        return [word.estimated for word in session.timeline.words] == [False] * 3 + [True] * 5 + [
            False
        ] * 5

    qtbot.waitUntil(laid_out)
    return session


@pytest.fixture
def editor(mixed: Any, qtbot: QtBot) -> ScriptEditor:
    editor = ScriptEditor(mixed, Theme("dark"))
    qtbot.addWidget(editor)
    editor.resize(900, 500)
    editor.show()
    with qtbot.waitExposed(editor):
        pass
    return editor


@pytest.fixture
def text(editor: ScriptEditor) -> Any:
    return editor.text


@pytest.fixture
def view(mixed: Any, qtbot: QtBot) -> TimelineView:
    view = TimelineView(mixed, Theme("dark"))
    qtbot.addWidget(view)
    view.resize(1400, 260)
    view.show()
    with qtbot.waitExposed(view):
        pass
    view.fit()
    return view


@pytest.fixture
def canvas(view: TimelineView) -> Any:
    return view.canvas


def ids(session: Any) -> list[str]:
    return [sentence.id for sentence in session.document.sentences]


def test_who_spoke(mixed: Any) -> None:
    assert [relay_of(mixed, id) for id in ids(mixed)] == ["", "Desk", ""]
    assert [spoken_by(mixed, id) for id in ids(mixed)] == ["", SAID, ""]
    assert relay_of(mixed, "nobody") == ""


def test_nobody_before_it_is_spoken(session: Any) -> None:
    assert {spoken_by(session, id) for id in ids(session)} == {""}


# ── the script ──────────────────────────────────────────────────────────────────────────────────


def drawn_beside(text: Any) -> list[bool]:
    """Whether there is anything left of the mark of each sentence."""
    picture: QImage = text.viewport().grab().toImage()
    found = []
    for shape in text.scene().shapes:
        box = QRectF(shape.mark.x() - 21, shape.mark.y() - 6, 12, 12).toRect()
        part = picture.copy(box)
        colors = {part.pixel(x, y) for x in range(part.width()) for y in range(part.height())}
        found.append(len(colors) > 1)
    return found


def test_a_cloud_beside_the_mark(text: Any) -> None:
    assert drawn_beside(text) == [False, True, False]


def test_it_goes_when_the_sentence_is_spoken_here(text: Any, mixed: Any, qtbot: QtBot) -> None:
    turn(mixed, qtbot, 0)
    assert drawn_beside(text) == [False, True, False]
    mixed.relay.respeak()
    qtbot.waitUntil(lambda: drawn_beside(text) == [False, False, False])
    render(mixed, qtbot)
    assert drawn_beside(text) == [False, False, False]


def test_the_tooltip_of_a_mark_names_it(text: Any) -> None:
    hints = [text.pointing.hint(shape.mark)[0] for shape in text.scene().shapes]
    assert hints == [
        "Ready\nClick to play from here.",
        f"Ready\n{SAID}\nClick to play from here.",
        "Ready\nClick to play from here.",
    ]


def test_the_script_tells_it_of_the_cursors_sentence(text: Any, qtbot: QtBot) -> None:
    for position, said in ((20, f"Ready. {SAID}"), (3, "Ready")):
        cursor = text.textCursor()
        cursor.setPosition(position)
        text.setTextCursor(cursor)
        qtbot.waitUntil(lambda said=said: text.accessibleDescription() == said)


def test_it_is_told_as_it_changes(text: Any, mixed: Any, qtbot: QtBot) -> None:
    cursor = text.textCursor()
    cursor.setPosition(20)
    text.setTextCursor(cursor)
    qtbot.waitUntil(lambda: text.accessibleDescription() == f"Ready. {SAID}")
    turn(mixed, qtbot, 0)
    mixed.relay.respeak()
    render(mixed, qtbot)
    qtbot.waitUntil(lambda: text.accessibleDescription() == "Ready")


# ── the timeline ────────────────────────────────────────────────────────────────────────────────


def tip(canvas: Any, at: QPointF, monkeypatch: pytest.MonkeyPatch) -> str:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda *args: shown.append(args[1]))
    place = at.toPoint()
    canvas.event(QHelpEvent(QHelpEvent.Type.ToolTip, place, canvas.mapToGlobal(place)))
    return shown[-1]


def test_tooltips_of_words_and_sound(
    canvas: Any, mixed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    local, relayed = (QPointF(canvas.word_box(i).center()) for i in (1, 5))
    assert "Spoken by" not in tip(canvas, local, monkeypatch)
    assert tip(canvas, relayed, monkeypatch).endswith(f"(estimated)<br>{SAID}")
    sound = QPoint(0, sum(canvas.lanes.sound) // 2).y()
    assert tip(canvas, QPointF(local.x(), sound), monkeypatch) == ""
    assert tip(canvas, QPointF(relayed.x(), sound), monkeypatch).endswith(SAID)


def test_words_say_who_spoke_them(canvas: Any) -> None:
    QAccessible.setActive(True)
    try:
        told = QAccessible.queryAccessibleInterface(canvas)
        description = QAccessible.Text.Description
        assert told.child(1).text(description) == ""
        assert told.child(5).text(description) == SAID
        assert told.child(5).text(QAccessible.Text.Name).endswith(", estimated")
    finally:
        QAccessible.setActive(False)


def test_estimated_words_of_a_relay_look_lighter(canvas: Any) -> None:
    picture = canvas.grab().toImage()
    chip = canvas.theme.color("word").name()

    def filled(word: int) -> int:
        box = canvas.word_box(word).adjusted(2, 2, -2, -2)
        part = picture.copy(box)
        places = [(x, y) for x in range(part.width()) for y in range(part.height())]
        return 100 * sum(part.pixelColor(x, y).name() == chip for x, y in places) // len(places)

    assert filled(1) > 50
    assert filled(5) < 10


def test_captions_of_a_relay_can_be_edited(mixed: Any, qtbot: QtBot) -> None:
    table = CueTable(mixed, Theme("dark"))
    qtbot.addWidget(table)
    table.show()
    troubles: list[Any] = []
    mixed.trouble.connect(troubles.append)
    index = next(i for i, cue in enumerate(mixed.cues) if cue.words[0] == 3)
    assert table._model.rows[index].estimated
    assert table._may_edit(index)
    mixed.set_caption_text(index, "Seagulls quarrel over the boats.")
    assert troubles == []
    qtbot.waitUntil(lambda: "quarrel" in mixed.cues[index].text)


def test_estimated_words_of_a_relay_can_be_moved(mixed: Any) -> None:
    word = mixed.timeline.words[5]
    mixed.move_word(5, word.start + 2_400, word.end, free=True)
    assert mixed.undo_label is not None
