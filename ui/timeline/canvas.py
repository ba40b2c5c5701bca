"""The painted part of the timeline: what it shows, how far it is scrolled, where the focus is."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from studio.document import Document
from studio.player import State
from ui.provenance import spoken_by
from ui.theme import Theme
from ui.timeline import accessible, commands, wording
from ui.timeline.axis import Axis
from ui.timeline.content import NOTHING, Content, Edge, Hit, Lanes, content, hit
from ui.timeline.dragging import Drag, Pacer
from ui.timeline.editor import WordEditor
from ui.timeline.mouse import Mouse
from ui.timeline.nudging import Nudger
from ui.timeline.painting import HEAD, LanePainter, Scene
from ui.timeline.selection import Selection
from ui.timeline.sound import Sound

if TYPE_CHECKING:
    from ui.session import Session

NOTCH = 120  # what a wheel turns at a time
ZOOM_NOTCH = 1.25
SMOOTH = 4.0  # seconds in the window; with fewer the playhead stays and the narration moves

NARRATION = "narration"  # the player's tag, as long as it is the narration that is heard


class Canvas(QWidget):
    seek_requested = Signal(int)
    selection_changed = Signal(int, int)
    axis_changed = Signal()
    focus_word_changed = Signal(int)  # -1: none

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.theme = session, theme
        self.sound = Sound(session.takes.by_key, self)
        self.pacer = Pacer(session)
        self.content: Content = NOTHING
        self.axis = Axis()
        self.scene = Scene()
        self._painter = LanePainter(theme, self.sound)
        self._mouse = Mouse(self)
        self._nudger = Nudger(self)
        self._later: deque[commands.Command] = deque()
        self._document: Document | None = None  # that was laid out last
        self._editor: WordEditor | None = None
        self._selection = Selection()
        self._following = True
        self._was_playing = False
        self.setObjectName("timeline")
        self.setAccessibleName(self.tr("Timeline"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        accessible.install()
        session.timeline_changed.connect(self._laid_out)
        session.sentences_changed.connect(self._states_changed)
        session.tick.connect(self._tick)
        session.cursor_changed.connect(self._cursor_moved)
        theme.changed.connect(self._theme_changed)
        self.sound.arrived.connect(self._sound_arrived)
        self._laid_out()

    def sizeHint(self) -> QSize:
        return QSize(1000, 220)

    def minimumSizeHint(self) -> QSize:
        return self._painter.minimum()

    @property
    def lanes(self) -> Lanes:
        return self.scene.lanes

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def _laid_out(self) -> None:
        session = self.session
        before = self.content
        self.content = content(
            session.timeline, session.cues, session.findings, session.takes.states()
        )
        self._document = session.document
        self.sound.follow(session.timeline)
        self._keep_in_view(before)
        if self._drag is not None:
            self._drag.shift(self.content)
        self._selection.forget(self.content)
        self._selection_changed()
        self.pacer.laid_out()
        self._do_later()

    @property
    def is_current(self) -> bool:
        """Whether what is shown is the document as it is: a moment after an edit it is not."""
        return self.session.document is self._document

    @property
    def _drag(self) -> Drag | None:
        return self._mouse.drag or self._nudger.drag

    @Slot(object)
    def _states_changed(self, ids: frozenset[str]) -> None:
        self.content = replace(self.content, states=self.session.takes.states())
        self._refresh()

    @Slot()
    def _theme_changed(self) -> None:
        self._painter.refresh()
        self._arrange()

    @Slot()
    def _sound_arrived(self) -> None:
        top, bottom = self.lanes.sound
        self.update(QRect(self.lanes.left, top, self.width(), bottom - top))

    def _refresh(self) -> None:
        """Bring the scene up to date and paint it anew."""
        scene, drag = self.scene, self._drag
        times = drag.times if drag is not None else {}
        scene.content = self.content.with_words(times) if times else self.content
        scene.axis, scene.playhead = self.axis, self._playhead()
        scene.spoken = self._spoken()
        scene.focus, scene.edge = self.focus_word, self.edge
        scene.selected, scene.has_keyboard = self.selection, self.hasFocus()
        self.update()

    def _playhead(self) -> int:
        return max(0, min(self.session.position, self.content.duration))

    def _spoken(self) -> int | None:
        if self.session.status.state is State.STOPPED:
            return None
        word = self.session.word_now
        return word if word is not None and word < len(self.content.words) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._painter.paint(painter, QRectF(event.rect()), self.scene)

    def hit(self, position: QPointF) -> Hit:
        return hit(
            self.content, self.lanes, self.axis, position.x() - self.lanes.left, position.y()
        )

    # ── scrolling and zooming ───────────────────────────────────────────────────────────────────

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def _arrange(self) -> None:
        left = self._painter.names_width()
        self.scene.lanes = Lanes.within(self.height(), left, self._painter.line_height)
        self._set_axis(self.axis.fitted(self.width() - left, self.content.duration))
        self._refresh()

    def _set_axis(self, axis: Axis) -> None:
        if axis != self.axis:
            self.axis = axis
            if self._editor is not None:
                self._editor.give_up()
            self._refresh()
            self.axis_changed.emit()

    def scroll_to(self, scroll: int) -> None:
        """By the user: while playing, the playhead is not followed until it is seen again."""
        if scroll != self.axis.scroll:
            self._set_axis(self.axis.scrolled(scroll))
            self._following = not self._is_playing() or self._sees(self._playhead())

    def scroll_by(self, pixels: int) -> None:
        self.scroll_to(self.axis.scroll + pixels)

    def zoom_by(self, factor: float, anchor: float | None = None) -> None:
        self.zoom_to(self.axis.speed * factor, anchor)

    def zoom_to(self, speed: float, anchor: float | None = None) -> None:
        """``anchor``: what stays in place, in pixels from the left; None: the focus or the
        playhead if they are seen, else the middle."""
        self._set_axis(self.axis.zoomed(speed, self._anchor_x() if anchor is None else anchor))

    def fit(self) -> None:
        """The whole narration in the window."""
        self._set_axis(self.axis.zoomed(self.axis.fit, 0).scrolled(0))

    def _anchor_x(self) -> float:
        places = [self._playhead()]
        if self.focus_word is not None and self.hasFocus():
            places.insert(0, int(self.content.words.starts[self.focus_word]))
        seen = (x for place in places if 0 <= (x := self.axis.x(place)) <= self.axis.width)
        return next(seen, self.axis.width / 2)

    def _sees(self, sample: int) -> bool:
        return 0 <= self.axis.x(sample) <= self.axis.width

    def reveal(self, start: int, end: int) -> None:
        """Scroll no more than needed to see a stretch of the narration, with some space."""
        axis, space = self.axis, min(60, self.axis.width // 8)
        left, right = axis.x(start) - space, axis.x(end) + space
        if left < 0 or right - left > axis.width:
            self._set_axis(axis.scrolled(axis.scroll + int(left)))
        elif right > axis.width:
            self._set_axis(axis.scrolled(axis.scroll + int(right - axis.width)))

    def _keep_in_view(self, before: Content) -> None:
        """The narration was laid out anew: what was seen stays where it was on the screen."""
        axis = self.axis.fitted(self.axis.width, self.content.duration)
        watched = self._watched(before)
        if watched is not None:
            place = before.sentence(watched)
            now = self.content.sentence_with_id(place.id)
            if now is not None:
                by = self.content.sentence(now).start - place.start
                axis = axis.scrolled(self.axis.scroll + round(by / axis.step))
        self._set_axis(axis)

    def _watched(self, before: Content) -> int | None:
        """The sentence that should not move: the one that is heard, the one with the focus, or
        the first that is seen."""
        first, last = self.axis.seen()
        seen = before.sentences.within(first, last)
        if self._is_playing() and self._following:
            return before.sentences.nearest(self.scene.playhead)
        if self._selection.focus is not None:
            focus = before.sentence_with_id(self._selection.focus.sentence)
            if focus is not None and focus in seen:
                return focus
        return seen[0] if seen else None

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        turned, pixels = event.angleDelta(), event.pixelDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = turned.y() / NOTCH
            self.zoom_by(ZOOM_NOTCH**steps, event.position().x() - self.lanes.left)
        elif not pixels.isNull():
            self.scroll_by(-(pixels.x() or pixels.y()))
        else:
            self.scroll_by(round(-(turned.x() or turned.y()) / NOTCH * self.axis.width / 8))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + event.value(), event.position().x() - self.lanes.left)
                return True
        elif isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        elif event.type() is QEvent.Type.ShortcutOverride and self._has_use_for(event):
            event.accept()
            return True
        return super().event(event)

    def _has_use_for(self, event: QEvent) -> bool:
        return isinstance(event, QKeyEvent) and commands.command_for(event) is not None

    # ── the playhead ────────────────────────────────────────────────────────────────────────────

    def _is_playing(self) -> bool:
        status = self.session.status
        return status.tag == NARRATION and status.state in (State.PLAYING, State.WAITING)

    @Slot(object)
    def _tick(self, status: object) -> None:
        playing = self._is_playing()
        if playing and not self._was_playing:
            self._following = True
        self._was_playing = playing
        scene, before, spoken = self.scene, self.scene.playhead, self.scene.spoken
        scene.playhead, scene.spoken = self._playhead(), self._spoken()
        if playing and self._drag is None:
            self._follow()
        if scene.playhead != before:
            self._update_span(min(before, scene.playhead), max(before, scene.playhead))
        if scene.spoken != spoken:
            for word in (spoken, scene.spoken):
                if word is not None and word < len(self.content.words):
                    words = self.content.words
                    self._update_span(int(words.starts[word]), int(words.ends[word]))

    def _update_span(self, start: int, end: int) -> None:
        left = self.lanes.left + int(self.axis.x(start)) - HEAD - 2
        right = self.lanes.left + int(self.axis.x(end)) + HEAD + 3
        self.update(QRect(max(0, left), 0, right - max(0, left), self.height()))

    def _follow(self) -> None:
        """Page by page; close by, the playhead stays and the narration moves."""
        axis, x = self.axis, self.axis.x(self.scene.playhead)
        if not self._following:
            self._following = self._sees(self.scene.playhead)
        if not self._following:
            return
        if axis.width < SMOOTH * axis.speed:
            self._set_axis(axis.scrolled(axis.scroll + round(x - axis.width / 3)))
        elif not 0 <= x <= axis.width * 0.95:
            self._set_axis(axis.scrolled(axis.scroll + round(x - axis.width * 0.08)))

    @Slot(str)
    def _cursor_moved(self, id: str) -> None:
        """The script is read elsewhere: come along."""
        index = self.content.sentence_with_id(id)
        if index is None or self._is_playing() or self.hasFocus():
            return
        sentence = self.content.sentence(index)
        first, last = self.axis.seen()
        if sentence.end <= first or sentence.start >= last:
            self.reveal(sentence.start, sentence.end)

    # ── the focus and the selection ─────────────────────────────────────────────────────────────

    @property
    def focus_word(self) -> int | None:
        return self._selection.word(self.content)

    @property
    def selected_words(self) -> tuple[int, int] | None:
        """First and last, both included; the focus alone if no more is selected."""
        return self._selection.words(self.content)

    @property
    def selection(self) -> tuple[int, int] | None:
        """What is selected, in samples."""
        return self._selection.span(self.content)

    @property
    def edge(self) -> Edge | None:
        """The edge of the word that the keys move; None: all of it."""
        return self._selection.edge

    def set_focus_word(self, index: int | None, *, extend: bool = False) -> None:
        place = None if index is None else self.content.place(index)
        moved = self._selection.go_to(place, extend=extend)
        self._selection_changed()
        if moved or extend:
            self.focus_word_changed.emit(-1 if index is None else index)
            accessible.tell_focus(self)

    def select(self, start: int, end: int) -> None:
        """A stretch of the narration, in samples; an empty one selects nothing."""
        self._selection.select(start, end)
        self._selection_changed()

    def extend_selection(self, sample: int) -> None:
        """To a sample, from where the selection begins, else from the playhead."""
        start, end = self.selection or (self._playhead(), self._playhead())
        self.select(*((start, sample) if sample > start else (sample, end)))

    def clear_selection(self) -> None:
        self._selection.clear()
        self._selection_changed()

    def toggle_edge(self) -> None:
        """What the keys move next: the word, its start, its end."""
        self._selection.toggle_edge()
        self._refresh()
        said = {"start": self.tr("start"), "end": self.tr("end")}
        accessible.announce(self, said.get(self.edge or "", self.tr("whole word")))

    def _selection_changed(self) -> None:
        before = self.scene.selected
        self._refresh()
        if self.scene.selected != before:
            self.selection_changed.emit(*(self.scene.selected or (0, 0)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.focus_word is None and len(self.content.words):
            self.set_focus_word(self.content.words.nearest(self._playhead()))
        self._refresh()
        accessible.tell_focus(self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._nudger.end()
        self._refresh()

    # ── the mouse ───────────────────────────────────────────────────────────────────────────────

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self._mouse.double_click(event)

    def show_drag(self, drag: Drag) -> None:
        self.scene.guide = drag.guide
        self._refresh()

    def drag_ended(self, drag: Drag) -> None:
        """What it came to is shown until the narration was laid out with it."""
        self.scene.guide = None
        self._refresh()
        if drag.times and not self.pacer.is_idle:
            self.scene.content = self.content.with_words(drag.times)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            at = self._below_focus()
        else:
            found = self.hit(QPointF(event.pos()))
            word = found.index if found.lane == "words" else None
            word = self.content.words.nearest(found.sample) if word is None else word
            words = self.selected_words
            if word is not None and not (words and words[0] <= word <= words[1]):
                self.set_focus_word(word)
            at = event.globalPos()
        if self.focus_word is not None:
            commands.menu(self).exec(at)

    def _below_focus(self) -> QPoint:
        box = self.word_box(self.focus_word) if self.focus_word is not None else self.rect()
        return self.mapToGlobal(box.bottomLeft())

    def word_box(self, index: int) -> QRect:
        """Where a word is, in the widget."""
        words, (top, bottom) = self.scene.content.words, self.lanes.words
        left, right = self.axis.x(int(words.starts[index])), self.axis.x(int(words.ends[index]))
        return QRect(self.lanes.left + int(left), top, max(1, int(right) - int(left)), bottom - top)

    def maker_of(self, word: int) -> str:
        """Who spoke a word, if that was a relay."""
        return self._spoken_by(self.content.word(word).sentence)

    def _spoken_by(self, sentence: int) -> str:
        return spoken_by(self.session, self.content.sentence(sentence).id)

    def _show_tip(self, event: QHelpEvent) -> None:
        found = self.hit(QPointF(event.pos()))
        lines: list[str] = []
        if found.index is not None and found.lane == "words":
            lines = [wording.word_tip(self.content, found.index), self.maker_of(found.index)]
        elif found.index is not None and found.lane == "captions":
            lines = wording.caption_tip(self.content, found.index)
        elif found.lane == "sound":
            sentence = self.content.sentences.at(found.sample)
            lines = [self._spoken_by(sentence)] if sentence is not None else []
        text = "<br>".join(escape(line) for line in lines if line)
        QToolTip.showText(event.globalPos(), f"<p style='white-space:pre'>{text}" if text else "")

    # ── keys ────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._mouse.cancel():
            return
        command = commands.command_for(event)
        if command is None:
            super().keyPressEvent(event)
        else:
            self.do(command)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._nudger.end()

    def do(self, command: commands.Command) -> None:
        """Now, or as soon as the narration is laid out as the last edit left it."""
        if command.edits and self._drag is None and not self.is_current:
            self._later.append(command)
        elif command.is_possible(self):
            command.run(self)

    def _do_later(self) -> None:
        while self._later and self._drag is None and self.is_current:
            command = self._later.popleft()
            if command.is_possible(self):
                command.run(self)
            self._nudger.end()

    def nudge(self, by: int) -> None:
        self._nudger.nudge(by)

    def rename_word(self, index: int) -> None:
        self._edit(index, split=False)

    def split_word(self, index: int) -> None:
        self._edit(index, split=True)

    def _edit(self, index: int, *, split: bool) -> None:
        self.set_focus_word(index)
        words = self.content.words
        self.reveal(int(words.starts[index]), int(words.ends[index]))
        self._editor = WordEditor(self, index, split=split)
        self._editor.finished.connect(self._edited)
        self._editor.open()

    @Slot()
    def _edited(self) -> None:
        if self._editor is not None:
            self._editor.deleteLater()
            self._editor = None
            self.setFocus()
