"""The timeline on a real session: what mouse and keys come to, and that it can be undone."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from studio.player import State
from ui.theme import Theme
from ui.timeline.commands import menu, set_pause
from ui.timeline_view import TimelineView

NO = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton

# The words: 0 The, 1 harbor, 2 wakes. | 3 Gulls, 4 argue, 5 over, 6 the, 7 boats. |
# 8 “Two, 9 loaves,” 10 says, 11 the, 12 pilot.


class Hands:
    """A timeline in a window that is wide enough for all of it, and someone who works with it.
    480 pixels are a second: one pixel is 50 samples."""

    def __init__(self, view, session, qtbot):
        self.view, self.canvas, self.session, self.qtbot = view, view.canvas, session, qtbot
        self.sought = []
        view.seek_requested.connect(self.sought.append)

    def times(self, word):
        placed = self.session.timeline.words[word]
        return placed.start, placed.end

    def at(self, sample, lane):
        top, bottom = getattr(self.canvas.lanes, lane)
        x = self.canvas.lanes.left + round(self.canvas.axis.x(sample))
        return QPoint(x, (top + bottom) // 2)

    def click(self, sample, lane, modifiers=NO):
        self.qtbot.mouseClick(self.canvas, LEFT, modifiers, self.at(sample, lane))

    def drag(self, sample, pixels, lane="words", modifiers=SHIFT, let_go=True):
        """With Shift held, so that nothing catches it. In steps, as a hand does it."""
        start = self.at(sample, lane)
        self.qtbot.mousePress(self.canvas, LEFT, NO, start)
        for by in (pixels // 3, 2 * pixels // 3, pixels):
            self.move(start + QPoint(by, 0), modifiers)
            QApplication.processEvents()
        if let_go:
            self.let_go(start + QPoint(pixels, 0), modifiers)
            self.settle()

    def move(self, to, modifiers):
        point = QPointF(to)
        event = QMouseEvent(
            QEvent.Type.MouseMove, point, self.canvas.mapToGlobal(point),
            Qt.MouseButton.NoButton, LEFT, modifiers,
        )  # fmt: skip
        QApplication.sendEvent(self.canvas, event)

    def let_go(self, at, modifiers=NO):
        self.qtbot.mouseRelease(self.canvas, LEFT, modifiers, at)

    def key(self, key, modifiers=NO):
        self.qtbot.keyClick(self.canvas, key, modifiers)
        self.settle()

    def settle(self):
        """Until the timeline shows what the document says."""
        self.qtbot.waitUntil(
            lambda: self.canvas.is_current and self.canvas.pacer.is_idle, timeout=3_000
        )


@pytest.fixture
def theme(qapp):
    return Theme("dark")


@pytest.fixture
def spoken(session, qtbot):
    """The session with all of its takes, laid out."""
    session.render_all()

    def is_laid_out():
        words = session.timeline.words
        return len(words) == 13 and not any(word.estimated for word in words)

    qtbot.waitUntil(is_laid_out, timeout=10_000)
    return session


@pytest.fixture
def hands(spoken, theme, qtbot):
    view = TimelineView(spoken, theme)
    qtbot.addWidget(view)
    view.resize(4200, 240)
    view.show()
    view.activateWindow()
    with qtbot.waitActive(view, timeout=3_000):
        pass
    view.canvas.setFocus()
    view.canvas.zoom_to(480, 0)
    view.canvas.scroll_to(0)
    made = Hands(view, spoken, qtbot)
    made.settle()
    return made


# ── the mouse ───────────────────────────────────────────────────────────────────────────────────


def test_a_click_on_a_word_goes_to_its_start(hands):
    start, end = hands.times(4)
    hands.click((start + end) // 2, "words")
    assert hands.sought == [start]
    assert hands.session.position == start
    assert hands.canvas.focus_word == 4


def test_a_click_on_the_sound_goes_there(hands):
    hands.click(24_000, "sound")
    assert abs(hands.sought[0] - 24_000) <= 50


def test_the_ruler_scrubs(hands):
    hands.drag(12_000, 240, "ruler")
    assert abs(hands.sought[0] - 12_000) <= 50
    assert abs(hands.sought[-1] - 24_000) <= 50
    assert hands.session.undo_label is None


def test_a_word_is_dragged_by_its_end_and_its_neighbour_follows(hands):
    (start, end), (following, stop) = hands.times(3), hands.times(4)
    assert end == following
    hands.drag(end - 50, -30)
    assert hands.times(3) == (start, end - 1_500)
    assert hands.times(4) == (end - 1_500, stop)
    hands.session.undo()
    hands.settle()
    assert hands.times(3) == (start, end)
    assert hands.times(4) == (following, stop)
    assert hands.session.undo_label is None


def test_alt_frees_the_neighbour(hands):
    (start, end), neighbour = hands.times(3), hands.times(4)
    hands.drag(end - 50, -30, modifiers=SHIFT | ALT)
    assert hands.times(3) == (start, end - 1_500)
    assert hands.times(4) == neighbour


def test_a_word_is_dragged_as_it_is(hands):
    (start, end), after = hands.times(4), hands.times(6)
    hands.drag((start + end) // 2, 12)
    assert hands.times(4) == (start + 600, end + 600)
    assert hands.times(3)[1] == start + 600
    assert hands.times(6) == after


def test_a_drag_is_seen_before_it_is_let_go(hands):
    start, end = hands.times(3)
    hands.drag(end - 50, -30, let_go=False)
    shown = hands.canvas.scene.content.words
    assert (shown.starts[3], shown.ends[3]) == (start, end - 1_500)
    assert hands.canvas.scene.guide.sample == end - 1_500


def test_escape_gives_a_drag_up(hands):
    before = hands.session.document
    start, end = hands.times(3)
    hands.drag(end - 50, -30, let_go=False)
    hands.key(Qt.Key.Key_Escape)
    assert hands.times(3) == (start, end)
    assert hands.session.document == before
    assert hands.session.undo_label is None


def test_words_never_overlap_however_far_one_is_dragged(hands):
    start, end = hands.times(3)
    hands.drag(start + 60, 600)
    words = hands.session.timeline.words
    assert all(a.end <= b.start for a, b in pairwise(words))
    assert hands.times(3)[0] < end


def test_a_word_that_is_not_rendered_stays(session, theme, qtbot):
    view = TimelineView(session, theme)
    qtbot.addWidget(view)
    view.resize(1200, 240)
    view.show()
    hands = Hands(view, session, qtbot)
    qtbot.waitUntil(lambda: len(session.timeline.words) == 13)
    before = session.document
    start, end = hands.times(1)
    hands.drag((start + end) // 2, 40)
    assert session.document is before


def test_a_drag_catches_at_the_playhead_and_shift_lets_it_pass(hands):
    start, end = hands.times(4)
    target = end - 1_000
    hands.session.seek(target)
    hands.drag(end - 50, -17, modifiers=NO)
    assert hands.times(4) == (start, target)
    hands.session.undo()
    hands.settle()
    hands.drag(end - 50, -17, modifiers=SHIFT)
    assert hands.times(4) == (start, end - 850)


def test_the_edge_of_a_caption_moves_its_word(hands):
    cue = hands.session.cues[1]
    first = cue.words[0]
    start, _ = hands.times(first)
    assert cue.start == start
    hands.drag(start + 50, 12, "captions")
    assert hands.times(first)[0] == start + 600
    assert hands.session.cues[1].start == start + 600
    hands.session.undo()
    hands.settle()
    assert hands.session.cues[1] == cue


def test_the_end_of_a_caption_moves_its_last_word(hands):
    cue = hands.session.cues[-1]
    start, end = hands.times(12)
    hands.drag(cue.end - 50, -12, "captions")
    assert hands.times(12) == (start, end - 600)


def test_a_caption_is_dragged_with_all_its_words(hands):
    session, cue = hands.session, hands.session.cues[1]
    words = range(*cue.words)
    before = [hands.times(i) for i in words]
    middle = sum(before[0]) // 2 + 200
    hands.drag(middle, 12, "captions", let_go=False)
    shown = hands.canvas.scene.content.words
    assert [int(shown.starts[i]) for i in words] == [start + 600 for start, _ in before]
    hands.let_go(hands.at(middle, "captions") + QPoint(12, 0), SHIFT)
    hands.settle()
    assert [hands.times(i) for i in words] == [(a + 600, b + 600) for a, b in before]
    assert session.undo_label == "move caption"
    session.undo()
    hands.settle()
    assert [hands.times(i) for i in words] == before
    assert session.undo_label is None


def test_a_caption_dragged_too_far_stops_at_its_neighbours(hands):
    hands.drag(sum(hands.times(hands.session.cues[1].words[0])) // 2, 900, "captions")
    words = hands.session.timeline.words
    assert all(a.end <= b.start for a, b in pairwise(words))
    assert all(word.end - word.start >= 480 for word in words)


def test_a_caption_of_two_sentences_moves_as_one(hands):
    hands.session.set_grouping("words:4")
    hands.settle()
    cue = next(
        cue for cue in hands.session.cues
        if hands.session.timeline.words[cue.words[0]].sentence
        != hands.session.timeline.words[cue.words[1] - 1].sentence
    )  # fmt: skip
    before = [hands.times(i) for i in range(*cue.words)]
    hands.drag(sum(before[0]) // 2, 6, "captions")
    assert [hands.times(i) for i in range(*cue.words)] == [(a + 300, b + 300) for a, b in before]


def test_a_stretch_of_sound_is_selected(hands):
    chosen = []
    hands.view.selection_changed.connect(lambda *span: chosen.append(span))
    hands.drag(10_000, 96, "sound")
    assert hands.view.selected_range() == (10_000, 14_800)
    assert chosen[-1] == (10_000, 14_800)
    hands.click(20_000, "sound")
    assert hands.view.selected_range() is None
    assert chosen[-1] == (0, 0)


def test_shift_click_selects_words(hands):
    hands.click(sum(hands.times(3)) // 2, "words")
    hands.click(sum(hands.times(5)) // 2, "words", SHIFT)
    assert hands.view.selected_range() == (hands.times(3)[0], hands.times(5)[1])
    assert len(hands.sought) == 1


def test_a_double_click_renames(hands):
    start, end = hands.times(4)
    where = hands.at((start + end) // 2, "words")
    hands.qtbot.mouseDClick(hands.canvas, LEFT, NO, where)
    editor = QApplication.focusWidget()
    assert editor.text() == "argue"
    hands.qtbot.keyClicks(editor, "quarrel")
    hands.qtbot.keyClick(editor, Qt.Key.Key_Return)
    hands.settle()
    assert hands.session.timeline.words[4].text == "quarrel"
    assert hands.times(4) == (start, end)
    hands.session.undo()
    hands.settle()
    assert hands.session.timeline.words[4].text == "argue"


def wheel(canvas, x, turned, modifiers=NO):
    point = QPointF(x, 60)
    event = QWheelEvent(
        point, canvas.mapToGlobal(point), QPoint(), QPoint(0, turned),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)


def test_the_wheel_zooms_around_the_mouse_and_scrolls(hands):
    canvas = hands.canvas
    x = canvas.lanes.left + 300
    before = canvas.axis.sample(300)
    wheel(canvas, x, 120, CTRL)
    assert canvas.axis.speed == pytest.approx(600)
    assert abs(canvas.axis.sample(300) - before) <= 40
    scroll = canvas.axis.scroll
    wheel(canvas, x, -120)
    assert canvas.axis.scroll > scroll
    assert hands.view.bar.value() == canvas.axis.scroll


# ── keys ────────────────────────────────────────────────────────────────────────────────────────


def test_arrows_walk_the_words(hands):
    hands.canvas.set_focus_word(0)
    for _ in range(3):
        hands.key(Qt.Key.Key_Right)
    assert hands.canvas.focus_word == 3
    hands.key(Qt.Key.Key_Left)
    assert hands.canvas.focus_word == 2
    hands.key(Qt.Key.Key_Right, SHIFT)
    hands.key(Qt.Key.Key_Right, SHIFT)
    assert hands.canvas.selected_words == (2, 4)
    hands.key(Qt.Key.Key_Escape)
    assert hands.view.selected_range() is None
    hands.key(Qt.Key.Key_End)
    assert hands.canvas.focus_word == 12
    hands.key(Qt.Key.Key_Right)
    assert hands.canvas.focus_word == 12
    hands.key(Qt.Key.Key_Home)
    assert hands.canvas.focus_word == 0


def test_up_and_down_walk_the_captions(hands):
    hands.canvas.set_focus_word(0)
    hands.key(Qt.Key.Key_Down)
    assert hands.canvas.focus_word == hands.session.cues[1].words[0]
    hands.key(Qt.Key.Key_Up)
    assert hands.canvas.focus_word == 0


def test_control_nudges_by_ten_milliseconds_and_with_shift_by_a_hundred(hands):
    start, end = hands.times(4)
    hands.canvas.set_focus_word(4)
    hands.key(Qt.Key.Key_Right, CTRL)
    assert hands.times(4) == (start + 240, end + 240)
    hands.key(Qt.Key.Key_Left, CTRL | SHIFT)
    assert hands.times(4)[0] == start + 240 - 2_400
    hands.session.undo()
    hands.settle()
    assert hands.times(4) == (start + 240, end + 240)
    hands.session.undo()
    hands.settle()
    assert hands.times(4) == (start, end)


def test_a_drag_catches_at_the_edge_of_another_word(hands):
    (start, end), target = hands.times(1), hands.times(2)[1]
    hands.canvas.set_focus_word(1)
    hands.session.move_word(2, hands.times(2)[0] + 2_400, target, free=True)
    hands.settle()
    gap = hands.times(2)[0]
    assert gap == end + 2_400
    hands.drag(end - 50, 44, modifiers=NO)
    assert hands.times(1) == (start, gap)


def test_nudges_that_come_faster_than_the_layout_all_count(hands):
    start, end = hands.times(4)
    hands.canvas.set_focus_word(4)
    for _ in range(4):
        hands.qtbot.keyClick(hands.canvas, Qt.Key.Key_Right, CTRL)
    hands.settle()
    hands.qtbot.waitUntil(lambda: hands.times(4) == (start + 960, end + 960), timeout=2_000)


def test_a_key_that_is_held_is_one_step(hands):
    start, end = hands.times(4)
    hands.canvas.set_focus_word(4)
    for number in range(5):
        press = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Right, CTRL, "", number > 0)
        QApplication.sendEvent(hands.canvas, press)
        QApplication.processEvents()
    QApplication.sendEvent(hands.canvas, QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_Right, CTRL))
    hands.settle()
    assert hands.times(4) == (start + 1_200, end + 1_200)
    hands.session.undo()
    hands.settle()
    assert hands.times(4) == (start, end)
    assert hands.session.undo_label is None


def test_t_chooses_the_edge_that_keys_move(hands):
    start, end = hands.times(4)
    hands.canvas.set_focus_word(4)
    hands.key(Qt.Key.Key_T)
    hands.key(Qt.Key.Key_T)
    assert hands.canvas.edge == "end"
    hands.key(Qt.Key.Key_Left, CTRL)
    assert hands.times(4) == (start, end - 240)
    hands.key(Qt.Key.Key_T)
    assert hands.canvas.edge is None


def test_enter_plays_from_the_word(hands, monkeypatch):
    played = []
    monkeypatch.setattr(hands.session, "play", played.append)
    hands.canvas.set_focus_word(5)
    hands.key(Qt.Key.Key_Return)
    assert played == [hands.times(5)[0]]


def test_half_a_second_around_a_word_is_played(hands, monkeypatch):
    played = []
    monkeypatch.setattr(hands.session, "play_selection", lambda *span: played.append(span))
    hands.canvas.set_focus_word(5)
    for key in (Qt.Key.Key_Q, Qt.Key.Key_W, Qt.Key.Key_E, Qt.Key.Key_D):
        hands.key(key)
    start, end = hands.times(5)
    assert played == [
        (start - 12_000, start),
        (end, end + 12_000),
        (start, min(start + 12_000, end)),
        (max(end - 12_000, start), end),
    ]


def test_s_splits_where_the_caret_is(hands):
    start, end = hands.times(1)
    hands.canvas.set_focus_word(1)
    hands.key(Qt.Key.Key_S)
    editor = QApplication.focusWidget()
    assert (editor.text(), editor.cursorPosition()) == ("harbor", 3)
    hands.qtbot.keyClicks(editor, "zz")
    hands.qtbot.keyClick(editor, Qt.Key.Key_Right)
    hands.qtbot.keyClick(editor, Qt.Key.Key_Return)
    hands.settle()
    words = hands.session.timeline.words
    assert [word.text for word in words[1:3]] == ["harb", "or"]
    assert (words[1].start, words[2].end) == (start, end)
    hands.canvas.set_focus_word(1)
    hands.key(Qt.Key.Key_J)
    assert hands.session.timeline.words[1].text == "harbor"


def test_j_joins_what_is_selected_but_not_two_sentences(hands):
    hands.canvas.set_focus_word(3)
    hands.canvas.set_focus_word(5, extend=True)
    hands.key(Qt.Key.Key_J)
    assert hands.session.timeline.words[3].text == "Gulls argue over"
    assert hands.canvas.focus_word == 3
    hands.session.undo()
    hands.settle()
    before = hands.session.document
    hands.canvas.set_focus_word(2)
    hands.key(Qt.Key.Key_J)
    assert hands.session.document is before


def test_b_breaks_a_caption_and_joins_it_again(hands):
    cue = next(each for each in hands.session.cues if each.words[1] - each.words[0] > 2)
    word = cue.words[0] + 1
    hands.canvas.set_focus_word(word)
    hands.key(Qt.Key.Key_B)
    assert any(each.words[0] == word for each in hands.session.cues)
    hands.key(Qt.Key.Key_B, CTRL)
    assert cue in hands.session.cues


def test_shift_b_joins_a_caption_with_the_one_before(hands):
    hands.session.break_caption(5)
    hands.settle()
    second = next(each for each in hands.session.cues if each.words[0] == 5)
    hands.canvas.set_focus_word(second.words[1] - 1)
    hands.key(Qt.Key.Key_B, SHIFT)
    assert all(each.words[0] != 5 for each in hands.session.cues)
    hands.session.undo()
    hands.settle()
    assert second in hands.session.cues


def test_a_pause_is_put_after_a_word(hands):
    hands.canvas.set_focus_word(4)
    set_pause(hands.canvas, 12_000)
    hands.settle()
    assert "argue [pause 0.5s] over" in hands.session.document.source
    assert hands.times(5)[0] - hands.times(4)[1] >= 12_000
    hands.canvas.set_focus_word(7)
    set_pause(hands.canvas, 24_000)
    hands.settle()
    assert hands.session.document.sentences[1].pauses[-1].samples == 24_000


def test_the_menu_offers_what_is_possible(hands):
    hands.canvas.set_focus_word(7)
    offered = {action.text(): action.isEnabled() for action in menu(hands.canvas).actions()}
    assert offered["Split word …"]
    assert not offered["Join words"]
    assert offered["Play from here"]


def test_plus_and_minus_zoom_and_nought_fits(hands):
    speed = hands.canvas.axis.speed
    hands.key(Qt.Key.Key_Plus)
    assert hands.canvas.axis.speed > speed
    hands.key(Qt.Key.Key_Minus)
    assert hands.canvas.axis.speed == pytest.approx(speed)
    hands.key(Qt.Key.Key_0)
    assert hands.canvas.axis.x(hands.session.timeline.duration) <= hands.canvas.axis.width
    assert hands.canvas.axis.scroll == 0


def test_space_is_left_to_the_window(hands):
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, NO, " ")
    QApplication.sendEvent(hands.canvas, event)
    assert not event.isAccepted()


# ── what changes under it ───────────────────────────────────────────────────────────────────────


def test_the_focus_stays_with_its_word(hands):
    hands.canvas.set_focus_word(9)
    source = hands.session.document.source
    hands.session.retype("One more sentence. " + source)
    hands.settle()
    word = hands.canvas.content.word(hands.canvas.focus_word)
    assert word.text == "loaves,”"


def test_what_is_seen_stays_when_a_sentence_before_it_changes(hands):
    hands.canvas.zoom_to(2_000, 0)
    hands.canvas.set_focus_word(9)
    start = hands.times(9)[0]
    hands.canvas.scroll_to(round(start * 2_000 / 24_000) - 200)
    x = hands.canvas.axis.x(start)
    hands.session.retype("One more sentence. " + hands.session.document.source)
    hands.settle()
    focus = hands.canvas.focus_word
    assert hands.times(focus)[0] != start
    assert abs(hands.canvas.axis.x(hands.times(focus)[0]) - x) <= 1


def test_playing_is_followed_unless_the_user_scrolls(hands, monkeypatch):
    canvas, session = hands.canvas, hands.session
    canvas.zoom_to(2_000, 0)
    canvas.scroll_to(0)

    def play(position, state=State.PLAYING):
        session._playing.status = SimpleNamespace(state=state, tag="narration", position=position)
        session.tick.emit(session.status)

    play(0)
    play(60_000)
    assert 0 <= canvas.axis.x(60_000) <= canvas.axis.width
    canvas.scroll_to(0)
    play(61_000)
    assert canvas.axis.scroll == 0
    play(62_000, State.PAUSED)
    play(62_000)
    assert 0 <= canvas.axis.x(62_000) <= canvas.axis.width


def test_nothing_written_is_nothing_shown(session, theme, qtbot):
    session.new("", "")
    view = TimelineView(session, theme)
    qtbot.addWidget(view)
    view.resize(900, 240)
    view.show()
    qtbot.waitUntil(lambda: session.timeline.duration == 0)
    view.canvas.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_S, Qt.Key.Key_0):
        qtbot.keyClick(view.canvas, key)
    qtbot.mouseClick(view.canvas, LEFT, NO, QPoint(400, 100))
    assert view.canvas.focus_word is None
    assert not view.grab().isNull()


def colors(view, lane):
    """The colours in the middle of a lane."""
    top, bottom = getattr(view.canvas.lanes, lane)
    picture = view.canvas.grab().toImage()
    y = (top + bottom) // 2
    return {picture.pixelColor(x, y).name() for x in range(view.canvas.lanes.left, 1200)}


@pytest.mark.parametrize("mode", ["dark", "light"])
def test_it_is_painted_at_every_zoom(spoken, qtbot, mode):
    theme = Theme(mode)
    view = TimelineView(spoken, theme)
    qtbot.addWidget(view)
    view.resize(1200, 240)
    view.show()
    sound, cue = theme.color("waveform").name(), theme.color("cue").name()
    for speed in (2_400, 900, 300, 80):
        view.canvas.zoom_to(speed, 0)
        qtbot.waitUntil(lambda: sound in colors(view, "sound"), timeout=3_000)
        assert cue in colors(view, "captions")
    view.canvas.zoom_to(3, 0)
    assert len(colors(view, "words")) > 1
    theme.set_mode("light" if mode == "dark" else "dark")
    assert theme.color("background").name() in colors(view, "sound")


def test_a_sentence_without_sound_is_a_box_and_its_words_are_hatched(session, theme, qtbot):
    view = TimelineView(session, theme)
    qtbot.addWidget(view)
    view.resize(1200, 240)
    view.show()
    qtbot.waitUntil(lambda: len(session.timeline.words) == 13)
    assert theme.color("waveform").name() not in colors(view, "sound")
    assert theme.color("word").name() not in colors(view, "words")
    assert len(colors(view, "sound")) > 4  # what is written in the box
