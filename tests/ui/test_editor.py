"""The script editor: writing, following, what is shown beside the text."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QImage, QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.player import State
from ui.script_editor import ScriptEditor
from ui.theme import Theme

SAMPLE = "The harbor wakes. Gulls argue over the boats.\n\n“Two loaves,” says the pilot."


@pytest.fixture
def editor(qtbot, session):
    made = ScriptEditor(session, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.text.hasFocus)
    return made


@pytest.fixture
def text(editor):
    return editor.text


def put_cursor(text, at, to=None):
    cursor = text.textCursor()
    cursor.setPosition(at)
    if to is not None:
        cursor.setPosition(to, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)


def key(widget, key, modifiers=Qt.KeyboardModifier.NoModifier, written=""):
    """As Qt sends a key: first the question whether it is a shortcut."""
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, modifiers, written))


def write(text, written):
    for character in written:
        key(text, Qt.Key.Key_Return if character == "\n" else 0, written=character)


CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

# ── writing ─────────────────────────────────────────────────────────────────────────────────────


def test_the_script_is_shown(text):
    assert text.toPlainText() == SAMPLE
    assert text.accessibleName() == "Script"
    assert not text.document().isUndoRedoEnabled()


def test_what_is_typed_becomes_the_script(qtbot, text, session):
    put_cursor(text, 16)
    with qtbot.waitSignal(session.changed):
        write(text, " up")
    assert session.document.source == SAMPLE.replace("wakes.", "wakes up.")
    assert session.document.sentences[0].text == "The harbor wakes up."


def test_keys_are_told_together_and_none_is_lost(qtbot, text, session):
    told = []
    session.changed.connect(lambda old, new: told.append(new.source))
    put_cursor(text, 0)
    write(text, "Now 😀, “é” and\n日本。 ")
    assert told == []
    qtbot.waitUntil(lambda: told != [])
    assert told == ["Now 😀, “é” and\n日本。 " + SAMPLE]
    assert text.toPlainText() == session.document.source


@pytest.mark.parametrize("way", ["command", "focus", "hide", "undo", "flush"])
def test_a_command_finds_the_script_as_it_is_written(editor, text, session, way):
    put_cursor(text, 0)
    write(text, "So. ")
    assert session.document.source == SAMPLE
    if way == "command":
        QApplication.sendEvent(text, QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_S, CONTROL))
    elif way == "focus":
        editor.find_bar.open()
    elif way == "hide":
        editor.hide()
    elif way == "undo":
        key(text, Qt.Key.Key_Z, CONTROL)
        assert session.document.source == SAMPLE
        key(text, Qt.Key.Key_Z, CONTROL | SHIFT)
    else:
        editor.flush()
    assert session.document.source == "So. " + SAMPLE


def test_backspace_and_selections(text, session):
    put_cursor(text, 4, 11)
    key(text, Qt.Key.Key_Backspace)
    assert text.toPlainText().startswith("The wakes.")
    put_cursor(text, 45 - 7, 47 - 7)  # the empty line between the paragraphs
    write(text, " ")
    text.writing.flush()
    assert session.document.source.startswith("The wakes. Gulls argue over the boats. “Two")
    assert len(session.document.paragraphs) == 1
    text.selectAll()
    key(text, Qt.Key.Key_Delete)
    text.writing.flush()
    assert session.document.source == ""


def test_a_line_break_by_shift_is_a_line_break(text, session):
    put_cursor(text, 17)
    key(text, Qt.Key.Key_Return, SHIFT)
    text.writing.flush()
    assert session.document.source == SAMPLE.replace("wakes. ", "wakes.\n ")


def test_the_sentence_of_the_cursor_is_that_of_the_session(qtbot, text, session):
    put_cursor(text, 30)
    qtbot.waitUntil(lambda: session.cursor == "s2")
    put_cursor(text, 60)
    qtbot.waitUntil(lambda: session.cursor == "s3")
    assert "To render" in text.accessibleDescription()


# ── following ───────────────────────────────────────────────────────────────────────────────────


def test_undo_and_redo_are_the_sessions(qtbot, text, session):
    put_cursor(text, 3)
    write(text, ", old,")
    qtbot.wait(500)  # a pause ends the step
    put_cursor(text, 40)
    write(text, "red ")
    key(text, Qt.Key.Key_Z, CONTROL)
    assert text.toPlainText() == SAMPLE.replace("The harbor", "The, old, harbor")
    assert text.textCursor().position() == 40
    key(text, Qt.Key.Key_Z, CONTROL)
    assert text.toPlainText() == SAMPLE
    assert text.textCursor().position() == 3
    key(text, Qt.Key.Key_Y, CONTROL)
    assert text.toPlainText() == SAMPLE.replace("The harbor", "The, old, harbor")
    assert text.textCursor().position() == 9


def test_a_change_from_elsewhere_leaves_cursor_and_view(qtbot, editor, text, session):
    session.new("\n\n".join(f"This is sentence number {n}." for n in range(200)))
    editor.find_bar.open()  # the keyboard is elsewhere
    block = text.document().findBlockByNumber(200)
    put_cursor(text, block.position() + 5)
    text.verticalScrollBar().setValue(block.firstLineNumber())
    top = text.firstVisibleBlock().text()
    session.set_pause("s3", 0, 24_000)
    assert "[pause 1s]" in text.toPlainText()
    session.retype("A new beginning.\n\nAnd more.\n\n" + session.document.source)
    assert text.textCursor().block().text() == block.text() == top
    assert text.firstVisibleBlock().text() == top


def test_a_change_from_elsewhere_meets_what_is_being_typed(text, session):
    put_cursor(text, 0)
    write(text, "So. ")
    session.set_pause("s2", 0, 24_000)
    expected = "So. The harbor wakes. [pause 1s] Gulls argue over the boats."
    assert text.toPlainText().startswith(expected)
    text.writing.flush()
    assert session.document.source.startswith(expected)


def test_another_narration_begins_at_its_top(text, session):
    session.new("\n".join(f"Line {n} is here." for n in range(300)))
    text.verticalScrollBar().setValue(150)
    put_cursor(text, 2_000)
    session.new("Hello there.")
    assert text.toPlainText() == "Hello there."
    assert text.textCursor().position() == 0
    assert text.verticalScrollBar().value() == 0


def test_line_ends_of_other_systems_are_shown_as_lines(text, session):
    session.new("One is.\r\n\r\nTwo are.\r\n")
    assert text.toPlainText() == "One is.\n\nTwo are.\n"
    assert [text.toPlainText()[r.begin : r.end] for r in text.rows.all()] == ["One is.", "Two are."]
    put_cursor(text, 9)
    write(text, "So ")
    text.writing.flush()
    assert session.document.source == "One is.\n\nSo Two are.\n"


def test_any_order_of_typing_and_undoing_keeps_both_the_same(text, session):
    choose = random.Random(7)
    pieces = ["a", " ", "\n", ". ", "Tide", "😀", "[pause 1s] ", "\n\n", "日。", "“x” "]
    for _ in range(300):
        length = len(text.mirror.text)
        action = choose.random()
        if action < 0.6:
            start = choose.randint(0, length)  # in characters, not in halves of one
            end = min(length, start + choose.choice([0, 0, 1, 7, 40]))
            put_cursor(text, *map(text.mirror.position_at, (start, end)))
            text.textCursor().insertText(choose.choice(pieces))
        elif action < 0.75:
            session.undo()
        elif action < 0.85:
            session.redo()
        elif action < 0.92 and session.document.sentences:
            sentence = choose.choice(session.document.sentences)
            session.set_pause(sentence.id, 0, choose.choice([0, 12_000, 24_000]))
        else:
            text.writing.flush()
        assert text.document().toRawText().replace("\u2029", "\n") == text.mirror.text
        if not text.mirror.is_pending:
            assert text.mirror.text == session.document.source
        text.scene()
    text.writing.flush()
    assert text.toPlainText() == session.document.source


# ── the clipboard ───────────────────────────────────────────────────────────────────────────────


def mime(text="", html="", paths=()):
    data = QMimeData()
    if text:
        data.setText(text)
    if html:
        data.setHtml(html)
    if paths:
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_pasted_text_comes_clean(text, session):
    text.selectAll()
    text.insertFromMimeData(mime("“Hi”\u00a0there.\x0b•\tOne\r\n\u200bTwo", "<b>other</b>"))
    text.writing.flush()
    assert session.document.source == "“Hi” there.\n• One\nTwo"


def test_pasted_html_is_read_as_text(text, session):
    text.selectAll()
    text.insertFromMimeData(mime(html="<p>One <b>bold</b>&nbsp;word.</p><p>Two.</p>"))
    text.writing.flush()
    assert session.document.source == "One bold word.\nTwo."


def test_mail_is_unwrapped_when_asked(text, session):
    text.selectAll()
    QApplication.clipboard().setMimeData(mime("> It was\n> late.\n\nSo he\nleft."))
    key(text, Qt.Key.Key_V, CONTROL | SHIFT)
    text.writing.flush()
    assert session.document.source == "It was late.\n\nSo he left."
    session.new("It was\nlate.\n\nOne\ntwo.")
    put_cursor(text, 0, 12)
    text.commands.unwrap_selection()
    assert text.toPlainText() == "It was late.\n\nOne\ntwo."


def test_wrapped_mail_is_pasted_as_it_was_written_in_one_step(text, session):
    text.textCursor().insertText("So: ")
    text.insertFromMimeData(
        mime(
            "Every morning the harbor wakes before the town does, and the gulls argue\n"
            "over the first boats. Ropes creak.\n\nYours,\nTom"
        )
    )
    pasted = (
        "So: Every morning the harbor wakes before the town does, and the gulls argue over the "
        "first boats. Ropes creak.\n\nYours,\nTom"
    )
    assert session.document.source == pasted + SAMPLE
    assert session.undo_label == "pasting"
    session.undo()
    assert session.document.source == "So: " + SAMPLE
    session.undo()
    assert session.document.source == SAMPLE


def test_files_on_the_clipboard_are_pasted_as_text(tmp_path, text, session):
    for name, content in (("a.txt", "One.\n"), ("b.md", "Two."), ("c.png", "no")):
        (tmp_path / name).write_text(content)
    text.selectAll()
    text.insertFromMimeData(mime(paths=sorted(tmp_path.iterdir())))
    assert text.toPlainText() == "One.\n\nTwo."
    assert not text.canInsertFromMimeData(mime(paths=[tmp_path / "c.png"]))


def test_a_file_that_cannot_be_read_is_said(qtbot, tmp_path, text, session):
    (tmp_path / "a.docx").write_bytes(b"nothing")
    with qtbot.waitSignal(session.trouble) as told:
        text.insertFromMimeData(mime(paths=[tmp_path / "a.docx"]))
    assert "a.docx cannot be read" in told.args[0].text
    assert text.toPlainText() == SAMPLE


def test_what_is_copied_is_plain_text(text, session):
    session.new("One\u00a0two “three”.\n\nFour.")
    text.selectAll()
    data = text.createMimeDataFromSelection()
    assert data.text() == "One\u00a0two “three”.\n\nFour."
    assert not data.hasHtml()


# ── what is shown ───────────────────────────────────────────────────────────────────────────────


def test_every_sentence_begins_a_line(text):
    scene = text.scene()
    assert [shape.row.sentence.id for shape in scene.shapes] == ["s1", "s2", "s3"]
    starts = {line.start for line in scene.lines}
    assert {0, 18, 47} <= starts
    tops = [shape.band.top() for shape in scene.shapes]
    assert tops == sorted(tops)
    assert all(a.band.bottom() <= b.band.top() + 1 for a, b in pairwise(scene.shapes))


def test_long_sentences_are_wrapped(editor, text, session):
    session.new("This sentence goes on and on, " * 12 + "and ends. So does this one.")
    shapes = text.scene().shapes
    assert len(text.scene().lines) > 3
    assert shapes[0].band.height() > 3 * text.page.line_height
    assert shapes[1].band.top() >= shapes[0].band.bottom() - 1


def test_chips_stand_where_the_voice_changes(text, session):
    shapes = text.scene().shapes
    assert [shape.chips is not None for shape in shapes] == [True, False, False]
    assert (shapes[0].chips.voice_text, shapes[0].chips.speed_text) == ("Heart · af_heart", "1.0×")
    session.set_voice(["s3"], "am_michael")
    session.set_speed(["s3"], 1.25)
    shapes = text.scene().shapes
    assert [shape.chips is not None for shape in shapes] == [True, False, True]
    chips = shapes[2].chips
    assert (chips.voice_text, chips.speed_text) == ("Michael · am_michael", "1.25×")
    assert shapes[1].band.bottom() <= chips.voice.top()
    assert chips.voice.bottom() <= shapes[2].band.top() + 1


def test_states_are_those_of_the_session(qtbot, text, session):
    assert set(text.states.values()) == {"to_render"}
    session.render_all()
    qtbot.waitUntil(lambda: set(text.states.values()) == {"ready"})
    session.lock(["s1"])
    qtbot.waitUntil(lambda: text.states["s1"] == "locked")


def test_sentences_without_sound_are_dimmer(qtbot, text, session):
    dim = text.theme.color("dim")
    qtbot.waitUntil(lambda: len(text.extraSelections()) == 3)
    assert all(s.format.foreground().color() == dim for s in text.extraSelections())
    session.render_all()
    qtbot.waitUntil(lambda: text.extraSelections() == [])


def pixel(text, at):
    image = text.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return image.pixelColor(round(at.x()), round(at.y()))


def test_marks_are_shapes_of_their_own(qtbot, text, session):
    at = text.scene().shapes[1].mark
    place = QRect(round(at.x()) - 8, round(at.y()) - 8, 16, 16)
    looks = set()
    for state in ("to_render", "rendering", "ready", "failed", "locked"):
        text.states["s2"] = state
        grey = (
            text.viewport().grab(place).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        )
        looks.add(bytes(grey.constBits()))
    assert len(looks) == 5


def test_the_row_of_the_cursor_is_tinted(text):
    put_cursor(text, 20)
    band = text.scene().shapes[1].band
    assert pixel(text, QPointF(800, band.center().y())) == text.theme.color("behind_accent")
    put_cursor(text, 50)
    assert pixel(text, QPointF(800, band.center().y())) == text.theme.color("panel")


def test_an_empty_script_says_what_to_do(text, session):
    assert text._empty.isHidden()
    session.new("")
    assert text._empty.isVisible()
    assert text._empty.accessibleName().startswith("Paste or drop a script here")
    write(text, "x")
    assert text._empty.isHidden()


def test_another_theme_is_followed(qtbot, text):
    text.theme.set_mode("light")
    assert pixel(text, QPointF(880, 480)) == text.theme.color("panel")
    height = text.scene().lines[0].box.height()
    text.theme.set_script_size(26)
    assert text.scene().lines[0].box.height() > 1.5 * height


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def underlined(text):
    return [
        s.cursor.selectedText()
        for s in text.extraSelections()
        if s.format.underlineColor() == text.theme.color("warning")
    ]


def test_words_that_cannot_be_spoken_are_underlined(qtbot, text, session):
    session.new("He said привет to the “дом” there.")
    qtbot.waitUntil(lambda: underlined(text) == ["привет", "“дом”"])
    put_cursor(text, 8, 15)
    key(text, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: underlined(text) == ["“дом”"])


def hint_at(text, written):
    at = text.toPlainText().index(written) + 1
    cursor = text.textCursor()
    cursor.setPosition(at)
    return text.pointing.hint(QPointF(text.cursorRect(cursor).center()) + QPointF(1, 0))[0]


def test_a_tooltip_says_how_a_word_is_read(text, session):
    session.new("It cost $20, said привет. " + "X" * 150 + " [pause 99s] Nome.")
    session.set_lexicon("Nome", "Gnome")
    assert hint_at(text, "$20") == "“$20” is read “twenty dollars”."
    assert hint_at(text, "привет") == "“привет” cannot be spoken by this voice and is left out."
    assert hint_at(text, "Nome") == "“Nome” is read “Gnome”, as you wished."
    assert hint_at(text, "XXX").startswith("“" + "X" * 40 + "…” is too long")
    assert hint_at(text, "pause").startswith("A pause lasts from")
    assert hint_at(text, "cost") == ""


# ── pauses ──────────────────────────────────────────────────────────────────────────────────────


def test_pauses_are_chips_until_the_cursor_is_in_them(text, session):
    session.new("One. [pause 0.6s] Two. [pause 99s] Three.")
    tags = text.scene().tags
    assert [(tag.start, tag.samples, tag.is_open) for tag in tags] == [
        (5, 14_400, False),
        (23, None, False),
    ]
    closed = tags[0].box.width()
    put_cursor(text, 8)
    assert text.scene().tags[0].is_open
    assert text.scene().tags[0].box.width() > closed
    put_cursor(text, 5)
    assert not text.scene().tags[0].is_open


def test_pauses_are_put_in_changed_and_removed(text, session):
    put_cursor(text, 18)
    text.commands.insert_pause(0.8)
    assert text.toPlainText().startswith("The harbor wakes. [pause 0.8s] Gulls")
    text.writing.flush()
    assert session.document.sentences[0].pauses[0].samples == 19_200
    text.commands.change_pause(text.scene().tags[0], 2)
    assert session.document.sentences[0].pauses[0].samples == 48_000
    text.commands.change_pause(text.scene().tags[0], None)
    assert session.document.source == SAMPLE


# ── verbs ───────────────────────────────────────────────────────────────────────────────────────


def test_sentences_are_locked_and_unlocked(qtbot, text, rendered):
    put_cursor(text, 2, 25)
    key(text, Qt.Key.Key_L, CONTROL)
    assert [s.locked for s in rendered.document.sentences] == [True, True, False]
    key(text, Qt.Key.Key_L, CONTROL)
    assert [s.locked for s in rendered.document.sentences] == [False, False, False]


def test_only_what_is_rendered_can_be_locked(qtbot, text, session):
    with qtbot.waitSignal(session.trouble) as told:
        key(text, Qt.Key.Key_L, CONTROL)
    assert told.args[0].action == "Render"


def test_the_next_sentence_without_sound_is_found(qtbot, text, rendered):
    with qtbot.waitSignal(rendered.trouble):
        key(text, Qt.Key.Key_F8)
    rendered.set_speed(["s1", "s3"], 1.5)
    qtbot.waitUntil(lambda: rendered.takes.states()["s3"] == "to_render")
    put_cursor(text, 5)
    for expected in (47, 0, 47):
        key(text, Qt.Key.Key_F8)
        assert text.textCursor().position() == expected


def test_the_cursor_is_led_to_a_sentence(qtbot, text, session):
    session.set_cursor(50)
    assert text.textCursor().position() == 47


# ── playing ─────────────────────────────────────────────────────────────────────────────────────


def test_a_click_on_a_mark_plays_from_there(qtbot, text, rendered):
    mark = text.scene().shapes[1].mark
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=mark.toPoint())
    qtbot.waitUntil(lambda: rendered.status.state is State.PLAYING)
    start = rendered.timeline.sentences[1].start
    qtbot.waitUntil(lambda: start <= rendered.position < start + 24_000)
    assert text.textCursor().position() == 18


def test_the_word_that_is_heard_is_lit(qtbot, text, rendered):
    rendered.play(rendered.timeline.sentences[1].start)
    qtbot.waitUntil(lambda: text.heard.sentence == "s2")
    start, end = text.heard.word(text.mirror)
    assert text.toPlainText()[start:end] in ("Gulls", "argue", "over", "the", "boats.")
    accent = text.theme.color("accent")
    box = text.boxes(start, end)[0]
    assert pixel(text, box.topLeft() + QPointF(-1, 4)) == accent
    rendered.stop()
    qtbot.waitUntil(lambda: text.heard.word(text.mirror) is None)
    assert text.heard.sentence == ""


def test_a_click_on_a_word_leads_the_playhead_there(qtbot, text, rendered):
    cursor = text.textCursor()
    cursor.setPosition(26)
    at = text.cursorRect(cursor).center() + QPoint(1, 0)
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=at)
    word = next(w for w in rendered.timeline.words if w.text == "argue")
    assert rendered.position == word.start


def test_the_view_follows_what_is_heard(qtbot, text, rendered):
    rendered.new("\n\n".join(f"This is sentence {n}." for n in range(120)))
    rendered.render_all()
    qtbot.waitUntil(lambda: rendered.work.to_render == 0 and not rendered.work.busy, timeout=20_000)
    qtbot.waitUntil(lambda: len(rendered.timeline.sentences) == 120)
    rendered.play(rendered.timeline.sentences[100].start)
    qtbot.waitUntil(lambda: text.heard.sentence == "s101")
    assert text.scene().shape_of("s101") is not None
    rendered.stop()


def test_selected_words_have_a_range(text, rendered):
    words = rendered.timeline.words
    assert text.commands.selected_range() is None
    put_cursor(text, 4, 10)
    assert text.commands.selected_range() == (words[1].start, words[1].end)
    put_cursor(text, 10, 30)
    assert text.commands.selected_range() == (words[2].start, words[4].end)


# ── the pointer ─────────────────────────────────────────────────────────────────────────────────


def test_a_click_between_two_lines_belongs_to_the_nearer(text):
    line = text.scene().lines[1]
    x = round(line.box.left() + 60)
    for y in (line.box.top() - 3, line.box.bottom() + 3):
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, round(y)))
        position = text.textCursor().position()
        assert line.start < position < line.end


def test_what_can_be_clicked_shows_a_hand(text):
    shape = text.scene().shapes[0]
    for at, expected in (
        (shape.mark, Qt.CursorShape.PointingHandCursor),
        (shape.chips.voice.center(), Qt.CursorShape.PointingHandCursor),
        (QPointF(120, shape.band.center().y()), Qt.CursorShape.IBeamCursor),
    ):
        QTest.mouseMove(text.viewport(), at.toPoint())
        assert text.viewport().cursor().shape() == expected


def test_marks_and_chips_say_what_they_are(text, session):
    shape = text.scene().shapes[0]
    assert text.pointing.hint(shape.mark)[0] == "To render\nClick to play from here."
    assert text.pointing.hint(shape.chips.voice.center())[0] == "Who speaks from here on"
    assert text.pointing.hint(shape.chips.speed.center())[0] == "How fast from here on"


def test_a_failure_says_why(qtbot, text, session, fake_engine):
    fake_engine._failing = ("Gulls",)
    session.render_all()
    qtbot.waitUntil(lambda: text.states.get("s2") == "failed")
    hint = text.pointing.hint(text.scene().shapes[1].mark)[0]
    assert hint.startswith("Failed: ")
    assert "it was told to fail" in hint


def test_the_cursor_can_stand_in_a_pause(qtbot, text, session):
    session.new("One. [pause 1s] Two.")
    put_cursor(text, 8)
    qtbot.waitUntil(lambda: session.cursor == "s2")
    qtbot.wait(20)
    assert text.textCursor().position() == 8


def test_arrows_walk_line_by_line(text, session):
    lines = text.scene().lines
    put_cursor(text, 3)
    seen = []
    for _ in lines:
        seen.append(text.textCursor().position())
        key(text, Qt.Key.Key_Down)
    assert [
        next(n for n, line in enumerate(lines) if line.start <= at <= line.end) for at in seen
    ] == [
        0,
        1,
        2,
        3,
    ]
    key(text, Qt.Key.Key_Home)
    assert text.textCursor().position() == 47
    key(text, Qt.Key.Key_End)
    assert text.textCursor().position() == len(SAMPLE)


def test_an_input_method_writes_when_it_is_sure(text, session):
    put_cursor(text, 0)
    QApplication.sendEvent(text, QInputMethodEvent("にほ", []))
    assert text.toPlainText() == SAMPLE
    text.scene()
    done = QInputMethodEvent("", [])
    done.setCommitString("日本。")
    QApplication.sendEvent(text, done)
    text.writing.flush()
    assert session.document.source == text.toPlainText() == "日本。" + SAMPLE


def test_a_dropped_text_is_put_in_and_a_dropped_file_left_to_the_window(tmp_path, text):
    (tmp_path / "a.txt").write_text("One.")
    for data, taken in ((mime("Hello"), True), (mime(paths=[tmp_path / "a.txt"]), False)):
        event = QDragEnterEvent(
            QPoint(200, 60),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        event.setAccepted(False)
        QApplication.sendEvent(text.viewport(), event)
        assert event.isAccepted() is taken
