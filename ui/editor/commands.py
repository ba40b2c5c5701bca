"""What can be done in the script with a key or from a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QApplication

from studio import importing
from ui.editor.heard import word_of_offset
from ui.editor.rows import Row
from ui.editor.scene import Tag
from ui.session import Trouble

if TYPE_CHECKING:
    from ui.editor.script_text import ScriptText

SEEK = 120  # ms after the cursor has moved until the playhead follows
_WITHOUT_SOUND = ("to_render", "failed")


class Commands(QObject):
    def __init__(self, edit: ScriptText) -> None:
        super().__init__(edit)
        self._edit = edit
        self._seek_timer = QTimer(self, singleShot=True, interval=SEEK)
        self._seek_timer.timeout.connect(self.seek_to_cursor)

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key stands for, if it stands for something of ours."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_step()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_step()
        elif event.matches(QKeySequence.StandardKey.InsertLineSeparator):
            self._edit.textCursor().insertBlock()
            self._edit.ensureCursorVisible()
        else:
            call = _KEYS.get(event.keyCombination().toCombined())
            if call is None:
                return False
            call(self)
        event.accept()
        return True

    # ── playing ─────────────────────────────────────────────────────────────────────────────────

    def seek_soon(self) -> None:
        self._seek_timer.start()

    @Slot()
    def seek_to_cursor(self) -> None:
        """Lead the playhead to the word of the cursor."""
        self._seek_timer.stop()
        if self._edit.mirror.is_pending:
            return
        timeline = self._edit.session.timeline
        at = self._edit.mirror.offset(self._edit.textCursor().position())
        index = word_of_offset(timeline, at)
        if index is not None:
            self._edit.session.seek(timeline.words[index].start)

    def play_from(self, row: Row) -> None:
        self._edit.writing.flush()
        self._edit.go_to(row)
        index = self._edit.session.placed(row.sentence.id)
        start = self._edit.session.timeline.sentences[index].start if index is not None else None
        self._edit.session.play(start)

    def play_from_cursor(self) -> None:
        self._edit.writing.flush()
        row = self._edit.row_of_cursor()
        if row is not None:
            self.play_from(row)

    def toggle_lock(self) -> None:
        """Lock the selected sentences, or unlock them if they are locked."""
        self._edit.writing.flush()
        sentences = [row.sentence for row in self._edit.selected_rows()]
        if sentences and all(sentence.locked for sentence in sentences):
            self._edit.session.unlock([sentence.id for sentence in sentences])
            return
        wanted = [each.id for each in sentences if not each.locked]
        missing = [id for id in wanted if self._edit.states[id] not in ("ready", "locked")]
        if missing and len(missing) == len(wanted):
            text = self.tr("A sentence can be locked once it is rendered.")
            render = self._edit.session.render_all
            self._edit.session.trouble.emit(Trouble(text, self.tr("Render"), render))
        elif wanted:
            self._edit.session.lock(wanted)

    def go_to_next_unrendered(self) -> None:
        """The next sentence without sound, from the cursor on and round to the start."""
        self._edit.writing.flush()
        states, here = self._edit.session.takes.states(), self._edit.row_of_cursor()
        every = self._edit.rows.all()
        rows = [row for row in every if states.get(row.sentence.id) in _WITHOUT_SOUND]
        if here is None or not rows:
            self._edit.session.trouble.emit(Trouble(self.tr("Every sentence has its sound.")))
            return
        self._edit.go_to(next((row for row in rows if row.begin > here.begin), rows[0]))

    def insert_pause(self, seconds: float) -> None:
        """A pause tag at the cursor, with a blank on either side."""
        cursor = self._edit.textCursor()
        before, after = self._around_cursor(cursor)
        tag = f"[pause {seconds:g}s]"
        left = "" if not before or before.isspace() else " "
        right = "" if after.isspace() else " "
        self._edit.writing.insert(cursor, left + tag + right, self.tr("pause"))
        self._edit.setTextCursor(cursor)

    def _around_cursor(self, cursor: QTextCursor) -> tuple[str, str]:
        text = self._edit.mirror.text
        start, end = map(self._edit.mirror.place, (cursor.selectionStart(), cursor.selectionEnd()))
        return text[max(start - 1, 0) : start], text[end : end + 1] or "\n"

    def change_pause(self, old: Tag, seconds: float | None) -> None:
        """Another length for a pause; None takes it out."""
        cursor = self._edit.textCursor()
        cursor.setPosition(old.start)
        cursor.setPosition(old.end, QTextCursor.MoveMode.KeepAnchor)
        if seconds is None:
            place = self._edit.mirror.place(old.end)
            if self._edit.mirror.text[place : place + 1] == " ":
                cursor.setPosition(old.end + 1, QTextCursor.MoveMode.KeepAnchor)
        tag = "" if seconds is None else f"[pause {seconds:g}s]"
        self._edit.writing.insert(cursor, tag, self.tr("pause"))

    def unwrap_selection(self) -> None:
        """Put the lines of wrapped paragraphs together, in the selection or everywhere."""
        cursor = self._edit.textCursor()
        if not cursor.hasSelection():
            cursor.select(QTextCursor.SelectionType.Document)
        start, end = map(self._edit.mirror.place, (cursor.selectionStart(), cursor.selectionEnd()))
        unwrapped = importing.unwrap(self._edit.mirror.text[start:end])
        if unwrapped != self._edit.mirror.text[start:end]:
            self._edit.writing.insert(cursor, unwrapped, self.tr("unwrapping"))

    def selected_range(self) -> tuple[int, int] | None:
        """Samples from the first to the last selected word; None if none is."""
        cursor = self._edit.textCursor()
        timeline = self._edit.session.timeline
        if not cursor.hasSelection() or not timeline.words or self._edit.mirror.is_pending:
            return None
        first = self._edit.mirror.offset(cursor.selectionStart())
        last = self._edit.mirror.offset(cursor.selectionEnd())
        a, b = word_of_offset(timeline, first), word_of_offset(timeline, last - 1)
        if a is None or b is None:
            return None
        if timeline.words[a].source[1] <= first and a < b:
            a += 1
        return timeline.words[a].start, timeline.words[b].end

    def undo_step(self) -> None:
        self._edit.writing.flush()
        self._edit.session.undo()

    def redo_step(self) -> None:
        self._edit.writing.flush()
        self._edit.session.redo()

    def paste_unwrapped(self) -> None:
        """Paste mail with its paragraphs on one line each."""
        self._edit.insert_from(QApplication.clipboard().mimeData(), unwrapped=True)


_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_KEYS = {
    (_CONTROL | Qt.Key.Key_Y).toCombined(): Commands.redo_step,  # some systems have another
    (_CONTROL | Qt.Key.Key_L).toCombined(): Commands.toggle_lock,
    (_CONTROL | Qt.Key.Key_Return).toCombined(): Commands.play_from_cursor,
    (_CONTROL | Qt.Key.Key_Enter).toCombined(): Commands.play_from_cursor,
    (_CONTROL | _SHIFT | Qt.Key.Key_V).toCombined(): Commands.paste_unwrapped,
    Qt.Key.Key_F8.value: Commands.go_to_next_unrendered,
}
