"""From keys to the script and back.

The editor's text is ahead of the script by what was typed in the last moment: reading a long
script again takes longer than a key may, so several keys are told together. Nobody sees a
difference: whatever wants the script as it is written calls `flush` first.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from studio.document import Document
from ui.editor.mirror import Mirror, Splice, as_units
from ui.editor.rows import Rows
from ui.session import Session

SOONEST, LATEST = 0.02, 0.25  # seconds from a key until the script is told
_SHARE = 3.0  # at least so many times as long as telling takes is left for keys
_OTHER_TEXT = 0.5  # of the text replaced: it is another script

_BLOCK_END, _LINE_END = "\u2029", "\u2028"


class Writing(QObject):
    """Keeps ``mirror`` the same as the text of an editor, and both as the session's script.

    How a change from outside travels: `Mirror.follow` says what to replace, ``_replace`` does it
    where it can hardly be noticed, and `followed` tells the range of positions that may have to
    be laid out again.
    """

    followed = Signal(int, int)
    replaced = Signal()  # by another script

    def __init__(self, edit: QPlainTextEdit, session: Session) -> None:
        super().__init__(edit)
        self._edit, self._session = edit, session
        self.document = session.document
        self.mirror = Mirror(self.document.source)
        self.is_telling = False  # the session of the cursor
        self._following = False
        self._cost = 0.0  # seconds that telling took lately
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.flush)
        self._cursor_timer = QTimer(self, singleShot=True, interval=0)
        self._cursor_timer.timeout.connect(self._tell_cursor)
        edit.setPlainText(self.mirror.text)
        edit.document().contentsChange.connect(self._typed)
        edit.cursorPositionChanged.connect(self._cursor_moved)
        session.changed.connect(self._changed)

    @property
    def rows(self) -> Rows:
        return Rows(self.document, self.mirror)

    @property
    def is_following(self) -> bool:
        """Whether the text is being changed by somebody else."""
        return self._following

    # ── to the session ──────────────────────────────────────────────────────────────────────────

    @Slot()
    def flush(self, label: str = "") -> None:
        """Tell the session what was typed, if it does not know yet; what came about otherwise
        (pasted, replaced) is a step to undo of its own, with a label."""
        self._timer.stop()
        if not self.mirror.is_pending:
            return
        began = time.perf_counter()
        if label:
            self._session.rewrite(self.mirror.text, label)
        else:
            self._session.retype(self.mirror.text)
        if self.mirror.is_pending:  # the text is what it was before
            self.mirror.follow(self._session.document.source)
        self._cost = time.perf_counter() - began
        self._tell_cursor()

    def rewrite(self, text: str, label: str) -> None:
        """Make this the text, in one step to undo."""
        self.flush()
        self._session.rewrite(text, label)
        self._tell_cursor()

    def insert(self, cursor: QTextCursor, text: str, label: str) -> None:
        """Put something in, in one step to undo."""
        self.flush()
        cursor.insertText(text)
        self.flush(label)

    @Slot(int, int, int)
    def _typed(self, position: int, removed: int, added: int) -> None:
        if self._following:
            return
        # Qt counts the end of the last block in, and sometimes more than there is.
        length = self._edit.document().characterCount() - 1
        removed = min(removed, self.mirror.length - position)
        added = min(added, length - position)
        changed = self.mirror.edit(position, removed, self._text(position, position + added))
        if self.mirror.length != length:
            changed = self._take_all() or changed
        if changed and not self._timer.isActive():
            wait = min(max(SOONEST, self._cost * _SHARE), LATEST)
            self._timer.start(round(wait * 1000))

    def _take_all(self) -> bool:
        return self.mirror.edit(
            0, self.mirror.length, self._text(0, self._edit.document().characterCount() - 1)
        )

    def _text(self, start: int, end: int) -> str:
        if start >= end:
            return ""
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace(_BLOCK_END, "\n").replace(_LINE_END, "\n")

    # ── the cursor ──────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _cursor_moved(self) -> None:
        if not self.mirror.is_pending and not self._following:
            self._cursor_timer.start()

    @Slot()
    def _tell_cursor(self) -> None:
        if self.mirror.is_pending:
            return  # flush will
        position = self._edit.textCursor().position()
        row = self.rows.at(position)
        if row is not None and row.begin <= position < row.start:
            position = row.start  # a pause before a sentence
        self.is_telling = True
        try:
            self._session.set_cursor(self.mirror.offset(position))
        finally:
            self.is_telling = False

    # ── from the session ────────────────────────────────────────────────────────────────────────

    @Slot(object, object)
    def _changed(self, old: Document, new: Document) -> None:
        before, self.document = self.document, new
        splices = self.mirror.follow(new.source)
        if splices:
            self._replace(splices)
        if self.mirror.is_pending and not self._timer.isActive():
            self._timer.start(round(SOONEST * 1000))
        self.followed.emit(*_changed_range(before, self.rows))

    def _replace(self, splices: list[Splice]) -> None:
        """Replace parts of the text, from the last to the first."""
        self._following = True
        try:
            gone = sum(splice.end - splice.start for splice in splices)
            old = self._edit.document().characterCount() - 1
            if not old or (gone > 200 and gone > old * _OTHER_TEXT):
                self._edit.setPlainText(self.mirror.text)
                self.replaced.emit()
            else:
                self._splice(splices)
        finally:
            self._following = False
        self._cursor_timer.start()

    def _splice(self, splices: list[Splice]) -> None:
        top = QTextCursor(self._edit.firstVisibleBlock())
        bar = self._edit.verticalScrollBar()
        above = bar.value() - top.block().firstLineNumber()
        cursor = QTextCursor(self._edit.document())
        cursor.beginEditBlock()
        for splice in splices:
            cursor.setPosition(splice.start)
            cursor.setPosition(splice.end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(splice.new)
        cursor.endEditBlock()
        if top.position():  # else what was put at the very top is to be seen
            bar.setValue(top.block().firstLineNumber() + above)
        if self._edit.hasFocus():
            last = splices[0]
            growth = sum(_units(each.new) - (each.end - each.start) for each in splices[1:])
            cursor.setPosition(last.start + growth + _units(last.new))
            self._edit.setTextCursor(cursor)
            self._edit.ensureCursorVisible()


def _units(text: str) -> int:
    return len(as_units(text))


def _changed_range(before: Document, rows: Rows) -> tuple[int, int]:
    """The positions between which rows or their chips may be others than before."""
    old, new = before.paragraphs, rows.document.paragraphs
    most = min(len(old), len(new))
    head = 0
    while head < most and old[head].sentences is new[head].sentences:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail].sentences is new[-1 - tail].sentences:
        tail += 1
    if head == len(new) == len(old):
        return 0, 0
    first = rows.paragraph(head - 1)[-1].end if head else 0
    after = len(new) - tail
    last = rows.paragraph(after)[-1].end if after < len(new) else rows.length
    return first, last
