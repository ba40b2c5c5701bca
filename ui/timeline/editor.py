"""The field in which a word is renamed, or the place is chosen where it is split."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip

from ui.timeline.wording import tr

if TYPE_CHECKING:
    from ui.timeline.canvas import Canvas

_MOVES = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
_JOINTS = " -–—/…"


class WordEditor(QLineEdit):
    """Enter does it, Escape does not. A new spelling is also taken when the field is left."""

    finished = Signal()

    def __init__(self, canvas: Canvas, word: int, *, split: bool) -> None:
        super().__init__(canvas.content.word(word).text, canvas)
        self._canvas, self._place, self._split = canvas, canvas.content.place(word), split
        self._over = False
        text = self.text()
        what = tr("Split {word}: left and right choose the place, Enter splits")
        name = what if split else tr("What captions show for {word}")
        self.setAccessibleName(name.format(word=text))
        self.setFont(canvas.theme.font("label"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setTextMargins(0, 0, 0, 0)
        self.setGeometry(self._box(canvas.word_box(word)))
        color = canvas.theme.color
        self.setStyleSheet(
            f"QLineEdit {{ padding: 0 4px; border-radius: 4px; color: {color('text').name()};"
            f" background: {color('raised').name()}; border: 1px solid {color('accent').name()};"
            f" font-size: {self.font().pointSizeF()}pt; }}"
        )

    def _box(self, word: QRect) -> QRect:
        box = word.adjusted(-1, -2, 1, 2)
        width = max(box.width(), self.fontMetrics().horizontalAdvance(self.text()) + 32, 72)
        left = min(max(box.center().x() - width // 2, 0), self._canvas.width() - width)
        return QRect(left, box.top(), width, box.height())

    def open(self) -> None:
        self.show()
        self.setFocus()
        if self._split:
            self.setCursorPosition(joint(self.text()))
            QToolTip.showText(self.mapToGlobal(QPoint(0, -44)), self.accessibleName(), self)
        else:
            self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif event.key() == Qt.Key.Key_Escape:
            self.give_up()
        elif not self._split or event.key() in _MOVES:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is Qt.FocusReason.PopupFocusReason:
            return
        if self._split:
            self.give_up()
        else:
            self._take()

    def give_up(self) -> None:
        if not self._over:
            self._over = True
            QToolTip.hideText()
            self.hide()
            self.finished.emit()

    def _take(self) -> None:
        if self._over:
            return
        word = self._canvas.content.find(self._place)
        at, text = self.cursorPosition(), self.text().strip()
        self.give_up()
        if word is None:
            return
        session, shown = self._canvas.session, self._canvas.content.word(word).text
        if self._split and 0 < at < len(shown):
            session.split_word(word, at)
        elif not self._split and text and text != shown:
            session.rename_word(word, text)


def joint(text: str) -> int:
    """Where a word is most likely to be split: after its first joint, else in the middle."""
    inside = (i + 1 for i, sign in enumerate(text[:-1]) if sign in _JOINTS and i > 0)
    return next(inside, (len(text) + 1) // 2)
