"""The timeline for those who do not see it: a list of the words in the window, and what is said
when the focus moves.

Qt takes the interfaces for its own and deletes them when it likes, so Python must never do it
before: they are all kept here to the end. There are no more than words that somebody asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from ui.timeline import wording

if TYPE_CHECKING:
    from ui.timeline.canvas import Canvas

MOST = 200  # words that are told at a time

_kept: list[QAccessibleInterface] = []
_installed = False


def install() -> None:
    """From now on Qt finds the words of timelines."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_made)


def _made(name: str, widget: QObject | None) -> QAccessibleInterface | None:
    """A new one each time: Qt asks again when a class has got another meta-object, and would
    delete the one that it was given twice two times."""
    from ui.timeline.canvas import Canvas

    if not isinstance(widget, Canvas):
        return None
    made = TimelineInterface(widget)
    _kept.append(made)
    return made


def tell_focus(canvas: Canvas) -> None:
    """Say which word has the focus now, or what is selected."""
    words = canvas.selected_words
    if words is None:
        return
    first, last = words
    content = canvas.scene.content
    said = wording.word(content, first)
    if first != last:
        said = wording.selection(content, first, last)
    canvas.setAccessibleDescription(said)
    if not QAccessible.isActive() or not canvas.hasFocus():
        return
    interface = QAccessible.queryAccessibleInterface(canvas)
    child = None
    if isinstance(interface, TimelineInterface):
        child = interface.index_of(canvas.focus_word)
    if child is not None and first == last:
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        event.setChild(child)
        QAccessible.updateAccessibility(event)
    else:
        announce(canvas, said)


def announce(widget: QWidget, said: str) -> None:
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, said))


class TimelineInterface(QAccessibleWidget):
    """A list; its children are the words in the window, at most 200 around the focus."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas, QAccessible.Role.List, canvas.accessibleName())
        self._canvas = canvas
        self._children: dict[int, WordInterface] = {}

    def told(self) -> range:
        """The words that are told."""
        canvas = self._canvas
        seen = canvas.content.words.within(*canvas.axis.seen())
        focus = canvas.focus_word
        if focus is not None and focus not in seen:
            return range(focus, focus + 1)
        if len(seen) > MOST:
            around = seen[len(seen) // 2] if focus is None else focus
            first = min(max(around - MOST // 2, seen.start), seen.stop - MOST)
            return range(first, first + MOST)
        return seen

    def index_of(self, word: int | None) -> int | None:
        told = self.told()
        return told.index(word) if word is not None and word in told else None

    def childCount(self) -> int:
        return len(self.told())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        told = self.told()
        if not 0 <= index < len(told):
            return None
        word = told[index]
        if word not in self._children:
            self._children[word] = WordInterface(self._canvas, word)
            _kept.append(self._children[word])
        return self._children[word]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, WordInterface):
            index = self.index_of(child.word)
            return -1 if index is None else index
        return -1

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        if not self._canvas.hasFocus():
            return None
        index = self.index_of(self._canvas.focus_word)
        return self if index is None else self.child(index)

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        at = self._canvas.mapFromGlobal(QPoint(x, y)).toPointF()
        found = self._canvas.hit(at)
        if found.lane != "words" or found.index is None:
            return None
        index = self.index_of(found.index)
        return None if index is None else self.child(index)

    def text(self, kind: QAccessible.Text) -> str:
        if kind is QAccessible.Text.Name:
            return self._canvas.accessibleName()
        if kind is QAccessible.Text.Description:
            return self._canvas.accessibleDescription()
        return super().text(kind)


class WordInterface(QAccessibleInterface):
    def __init__(self, canvas: Canvas, word: int) -> None:
        super().__init__()
        self._canvas, self.word = canvas, word

    def isValid(self) -> bool:
        return isValid(self._canvas) and self.word < len(self._canvas.content.words)

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        canvas = self._canvas
        return QAccessible.queryAccessibleInterface(canvas) if isValid(canvas) else None

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        if not self.isValid():
            return ""
        if kind is QAccessible.Text.Name:
            return wording.word(self._canvas.scene.content, self.word)
        if kind is QAccessible.Text.Description:
            return self._canvas.maker_of(self.word)
        return self._canvas.content.word(self.word).text if kind is QAccessible.Text.Value else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        pass

    def rect(self) -> QRect:
        if not self.isValid():
            return QRect()
        box = self._canvas.word_box(self.word)
        return QRect(self._canvas.mapToGlobal(box.topLeft()), box.size())

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if not self.isValid():
            state.invalid = True
            return state
        words, focus = self._canvas.selected_words, self._canvas.focus_word
        state.focusable = state.selectable = True
        state.focused = self.word == focus and self._canvas.hasFocus()
        state.selected = words is not None and words[0] <= self.word <= words[1]
        return state
