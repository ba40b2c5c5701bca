"""The pointer over the script: marks, chips and pauses that can be clicked, what a tooltip says,
the menu of the right button."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

from studio.document import Sentence
from ui.editor.offering import Menus
from ui.editor.page import GUTTER
from ui.editor.readings import offset_in
from ui.editor.scene import Line, Shape, Tag
from ui.provenance import spoken_by

if TYPE_CHECKING:
    from ui.editor.script_text import ScriptText

_GUTTER = GUTTER - 6  # pixels from the left that belong to the marks


@dataclass(frozen=True, slots=True)
class _Place:
    """What is under the pointer: ``kind`` is "mark", "voice", "speed", "pause" or "text"."""

    kind: str = "text"
    shape: Shape | None = None
    tag: Tag | None = None
    box: QRectF = field(default_factory=QRectF)


class Pointing(QObject):
    def __init__(self, edit: ScriptText) -> None:
        super().__init__(edit)
        self._edit = edit
        self.menus = Menus(edit)
        self._over = _Place()
        self._pressed_at: QPointF | None = None

    # ── what is pointed at ──────────────────────────────────────────────────────────────────────

    @property
    def tag(self) -> Tag | None:
        return self._over.tag

    def is_on_mark(self, sentence: str) -> bool:
        shape = self._over.shape
        return self._over.kind == "mark" and shape is not None and _id(shape) == sentence

    def chip_of(self, sentence: str) -> str:
        """ "voice" or "speed" if that chip of a sentence is pointed at."""
        shape = self._over.shape
        is_chip = self._over.kind in ("voice", "speed")
        return self._over.kind if is_chip and shape is not None and _id(shape) == sentence else ""

    def _place(self, at: QPointF) -> _Place:
        scene = self._edit.scene()
        shape = scene.shape_at(at.y())
        if shape is not None and shape.chips is not None:
            for kind, box in (("voice", shape.chips.voice), ("speed", shape.chips.speed)):
                if box.contains(at):
                    return _Place(kind, shape, None, box)
        if shape is not None and at.x() < _GUTTER and shape.band.contains(at):
            return _Place("mark", shape, None, QRectF(0, shape.band.top(), _GUTTER, 40))
        for tag in scene.tags:
            if (
                tag.samples is not None
                and not tag.is_open
                and self._edit.brush.pause_box(tag).contains(at)
            ):
                return _Place("pause", shape, tag, tag.box)
        return _Place("text", shape)

    # ── the pointer ─────────────────────────────────────────────────────────────────────────────

    def move(self, event: QMouseEvent) -> None:
        if event.buttons() == Qt.MouseButton.NoButton:
            self._point(self._place(event.position()))

    def leave(self) -> None:
        self._point(_Place())

    def _point(self, place: _Place) -> None:
        if place != self._over:
            self._over = place
            self._edit.viewport().update()

    def show_cursor(self) -> None:
        shape = Qt.CursorShape.IBeamCursor
        if self._over.kind != "text":
            shape = Qt.CursorShape.PointingHandCursor
        if self._edit.viewport().cursor().shape() != shape:
            self._edit.viewport().setCursor(shape)

    def press(self, event: QMouseEvent) -> bool:
        """Do what a click on something other than text does; gives whether it was."""
        self._pressed_at = None
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        place = self._place(event.position())
        if place.kind == "text":
            self._pressed_at = event.position()
            return False
        if place.kind == "mark" and place.shape is not None:
            self._edit.commands.play_from(place.shape.row)
        elif place.kind == "pause" and place.tag is not None:
            self._open(self.menus.of_pause(place.tag), place.box)
        elif place.shape is not None:
            self._open(self.menus.of_chip(place.shape.row, place.kind), place.box)
        event.accept()
        return True

    def release(self, event: QMouseEvent) -> None:
        """A click on a word leads the playhead there."""
        pressed, self._pressed_at = self._pressed_at, None
        clicked = pressed is not None and not self._edit.textCursor().hasSelection()
        if clicked and not self._edit.mirror.is_pending:
            self._edit.commands.seek_to_cursor()

    def on_line(self, event: QMouseEvent) -> QMouseEvent:
        """The event as if it had happened on the line that is nearest: Qt takes what is between
        two lines for the end of the one above."""
        at = event.position()
        line = _nearest([*self._edit.scene().lines], at.y())
        if line is None or line.box.top() <= at.y() < line.box.bottom():
            return event
        y = line.box.top() + 1 if at.y() < line.box.top() else line.box.bottom() - 1
        return QMouseEvent(
            event.type(),
            QPointF(at.x(), y),
            event.globalPosition(),
            event.button(),
            event.buttons(),
            event.modifiers(),
            event.pointingDevice(),
        )

    # ── hints ───────────────────────────────────────────────────────────────────────────────────

    def hint(self, at: QPointF) -> tuple[str, QRectF]:
        """What a tooltip says at a place, and as long as the pointer is where."""
        place = self._place(at)
        if place.kind == "mark" and place.shape is not None:
            state = self.state_text(place.shape.row.sentence, "\n")
            return self.tr("{0}\nClick to play from here.").format(state), place.box
        if place.kind == "voice":
            return self.tr("Who speaks from here on"), place.box
        if place.kind == "speed":
            return self.tr("How fast from here on"), place.box
        if place.kind == "pause":
            return self.tr("A pause; click to change it."), place.box
        return self._hint_of_text(at)

    def _hint_of_text(self, at: QPointF) -> tuple[str, QRectF]:
        scene = self._edit.scene()
        line = next((each for each in scene.lines if each.box.contains(at)), None)
        if line is None:
            return "", QRectF()
        position = self._edit.cursorForPosition(at.toPoint()).position()
        for tag in scene.tags:
            if tag.samples is None and tag.start <= position < tag.end:
                return self.tr(
                    "A pause lasts from 0.05 to 10 seconds, as in [pause 0.8s]."
                ), tag.box
        row = self._edit.rows.at(position)
        if row is None or not row.start <= position < row.end or self._edit.mirror.is_pending:
            return "", QRectF()
        paragraph = self._edit.rows.document.paragraphs[row.paragraph]
        offset = self._edit.mirror.offset(position) - paragraph.at
        found = offset_in(row.sentence, offset)
        text = self._edit.readings.explain(row.sentence, found) if found is not None else ""
        return text, QRectF(at.x() - 8, line.box.top(), 16, line.box.height())

    def state_text(self, sentence: Sentence, between: str = ". ") -> str:
        """The state of a sentence as a sentence, and who spoke it if that was a relay."""
        maker = spoken_by(self._edit.session, sentence.id)
        return between.join(filter(None, (self._state_text(sentence), maker)))

    def _state_text(self, sentence: Sentence) -> str:
        state = self._edit.states[sentence.id]
        if state == "failed":
            reason = self._edit.session.takes.failure(sentence.id)
            return self.tr("Failed: {0}").format(reason) if reason else self.tr("Failed")
        return {
            "to_render": self.tr("To render"),
            "rendering": self.tr("Rendering"),
            "ready": self.tr("Ready"),
            "locked": self.tr("Locked: it sounds the same whatever changes around it"),
        }.get(state, state)

    # ── menus ───────────────────────────────────────────────────────────────────────────────────

    def _open(self, menu: QMenu, box: QRectF) -> None:
        below = QPoint(round(box.left()), round(box.bottom()) + 2)
        self._popup(menu, self._edit.viewport().mapToGlobal(below))

    def _popup(self, menu: QMenu, at: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def open_menu(self, event: QContextMenuEvent) -> None:
        edit = self._edit
        edit.writing.flush()
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._lead_cursor(QPointF(event.pos()))
        else:
            at = edit.viewport().mapToGlobal(edit.cursorRect().bottomLeft())
        self._popup(self.menus.of_place(), at)

    def _lead_cursor(self, at: QPointF) -> None:
        """To where the menu is wanted, unless that is in the selection."""
        edit = self._edit
        place = self._place(at)
        cursor = edit.cursorForPosition(at.toPoint())
        if place.kind != "text" and place.shape is not None:
            cursor.setPosition(place.shape.row.start)
        held = edit.textCursor()
        inside = held.selectionStart() <= cursor.position() <= held.selectionEnd()
        if not (held.hasSelection() and inside):
            edit.setTextCursor(cursor)


def _id(shape: Shape) -> str:
    return shape.row.sentence.id


def _nearest(lines: list[Line], y: float) -> Line | None:
    def distance(line: Line) -> float:
        return max(line.box.top() - y, y - line.box.bottom(), 0.0)

    return min(lines, key=distance, default=None)
