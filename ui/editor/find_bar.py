"""Find and replace, in a bar below the script."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from studio.errors import StudioError
from studio.searching import Query, Span, find, replace_all, replacement_for
from ui.editor.highlights import Sought
from ui.editor.script_text import ScriptText
from ui.parts import IconButton, ranked
from ui.theme import Theme

WAIT = 120  # ms after a change until it is searched again


class FindBar(QWidget):
    """Hidden until it is asked for."""

    closed = Signal()

    def __init__(self, edit: ScriptText, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit, self._theme = edit, theme
        self._spans: tuple[Span, ...] = ()  # places in the text
        self._timer = QTimer(self, singleShot=True, interval=WAIT)
        self._timer.timeout.connect(self.search)
        self._make()
        self._lay_out()
        self._connect()
        self.hide()

    def _make(self) -> None:
        theme = self._theme
        self.sought = QLineEdit()
        self.sought.setPlaceholderText(self.tr("Find"))
        self.sought.setAccessibleName(self.tr("Find"))
        self.replacement = QLineEdit()
        self.replacement.setPlaceholderText(self.tr("Replace with"))
        self.replacement.setAccessibleName(self.tr("Replace with"))
        self.case = _switch("Aa", self.tr("Match case"))
        self.words = _switch("ab", self.tr("Whole words"))
        self.pattern = _switch(".*", self.tr("Regular expression"))
        self.count = ranked("", "small", self)
        self.count.setMinimumWidth(90)
        self.previous = IconButton(theme, "chevron-up", self.tr("Previous match (Shift+F3)"), 28)
        self.next = IconButton(theme, "chevron-down", self.tr("Next match (F3)"), 28)
        self.close_button = IconButton(theme, "x", self.tr("Close (Esc)"), 28)
        self.one = QPushButton(self.tr("Replace"))
        self.all = QPushButton(self.tr("Replace all"))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 10, 12, 10)
        grid.setSpacing(8)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.sought, 0, 0)
        switches = QHBoxLayout()
        switches.setSpacing(4)
        for switch in (self.case, self.words, self.pattern):
            switches.addWidget(switch)
        grid.addLayout(switches, 0, 1)
        steps = QHBoxLayout()
        steps.setSpacing(2)
        for widget in (self.count, self.previous, self.next, self.close_button):
            steps.addWidget(widget)
        grid.addLayout(steps, 0, 2)
        grid.addWidget(self.replacement, 1, 0)
        self._replacing = QWidget()
        buttons = QHBoxLayout(self._replacing)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(8)
        buttons.addWidget(self.one)
        buttons.addWidget(self.all)
        buttons.addStretch(1)
        grid.addWidget(self._replacing, 1, 1, 1, 2)
        self.setTabOrder(self.sought, self.replacement)

    def _connect(self) -> None:
        self.sought.textChanged.connect(self._timer.start)
        self.sought.returnPressed.connect(self.find_next)
        for switch in (self.case, self.words, self.pattern):
            switch.toggled.connect(self.search)
        self.previous.clicked.connect(self.find_previous)
        self.next.clicked.connect(self.find_next)
        self.close_button.clicked.connect(self.put_away)
        self.replacement.returnPressed.connect(self.replace_one)
        self.one.clicked.connect(self.replace_one)
        self.all.clicked.connect(self.replace_all)
        self._edit.textChanged.connect(self._text_changed)
        self._edit.cursorPositionChanged.connect(self._count)

    # ── opening and closing ─────────────────────────────────────────────────────────────────────

    def open(self, replacing: bool = False) -> None:
        """Show the bar, with what is selected as what to look for."""
        self.replacement.setVisible(replacing)
        self._replacing.setVisible(replacing)
        self.show()
        selected = self._edit.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self.sought.setText(selected)
        self.sought.selectAll()
        self.sought.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search()

    @Slot()
    def put_away(self) -> None:
        self.hide()
        self._timer.stop()
        self._spans = ()
        self._edit.show_sought(Sought())
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    # ── finding ─────────────────────────────────────────────────────────────────────────────────

    @property
    def query(self) -> Query:
        return Query(
            self.sought.text(),
            self.case.isChecked(),
            self.words.isChecked(),
            self.pattern.isChecked(),
        )

    @Slot()
    def search(self) -> None:
        """Look for all matches, and mark them."""
        self._timer.stop()
        try:
            self._spans = find(self._edit.mirror.text, self.query)
        except StudioError as error:
            self._spans = ()
            self._say(str(error))
        else:
            self._count()
        self._mark()

    def _mark(self) -> None:
        at = self._edit.mirror.position_at
        spans = tuple((at(start), at(end)) for start, end in self._spans)
        self._edit.show_sought(Sought(spans, self._now()))

    def _now(self) -> int:
        """The index of the match that is selected; -1 if none is."""
        cursor = self._edit.textCursor()
        place = self._edit.mirror.place
        span = place(cursor.selectionStart()), place(cursor.selectionEnd())
        index = bisect_left(self._spans, span)
        return index if index < len(self._spans) and self._spans[index] == span else -1

    @Slot()
    def _text_changed(self) -> None:
        if self.isVisible():
            self._timer.start()

    @Slot()
    def _count(self) -> None:
        if self.isHidden():
            return
        total, now = len(self._spans), self._now()
        if not self.sought.text():
            self._say("")
        elif not total:
            self._say(self.tr("No matches"))
        elif now < 0:
            self._say(self.tr("%n match(es)", "", total))
        else:
            self._say(self.tr("{0} of {1}").format(now + 1, total))
        for button in (self.one, self.all, self.previous, self.next):
            button.setEnabled(total > 0)

    def _say(self, text: str) -> None:
        self.count.setText(text)
        self.count.setToolTip(text)

    @Slot()
    def find_next(self) -> None:
        self._step(1)

    @Slot()
    def find_previous(self) -> None:
        self._step(-1)

    def _step(self, by: int) -> None:
        """Select the next match, or the one before, round and round."""
        if self._timer.isActive() or not self._spans:
            self.search()
        if not self._spans:
            return
        cursor = self._edit.textCursor()
        place = self._edit.mirror.place
        if by > 0:
            index = bisect_left(self._spans, (place(cursor.selectionEnd()), 0))
        else:
            index = bisect_left(self._spans, (place(cursor.selectionStart()), 0)) - 1
        self._select(self._spans[index % len(self._spans)])

    def _select(self, span: Span) -> None:
        mirror, cursor = self._edit.mirror, self._edit.textCursor()
        cursor.setPosition(mirror.position_at(span[0]))
        cursor.setPosition(mirror.position_at(span[1]), QTextCursor.MoveMode.KeepAnchor)
        self._edit.setTextCursor(cursor)
        self._edit.ensureCursorVisible()
        self._mark()

    # ── replacing ───────────────────────────────────────────────────────────────────────────────

    @Slot()
    def replace_one(self) -> None:
        """Replace the match that is selected, and go to the next; with none selected only that."""
        now = self._now()
        if now >= 0:
            span = self._spans[now]
            try:
                text = self._edit.mirror.text
                new = replacement_for(text, self.query, span, self.replacement.text())
            except StudioError as error:
                self._say(str(error))
                return
            if new is not None:
                self._edit.writing.insert(self._edit.textCursor(), new, self.tr("replacing"))
                self.search()
        self.find_next()

    @Slot()
    def replace_all(self) -> None:
        """Replace every match, in one step to undo."""
        try:
            text, count = replace_all(self._edit.mirror.text, self.query, self.replacement.text())
        except StudioError as error:
            self._say(str(error))
            return
        if count:
            self._edit.writing.rewrite(text, self.tr("replacing all"))
            self.search()
            self._say(self.tr("%n replaced", "", count))


def _switch(label: str, name: str) -> QToolButton:
    button = QToolButton()
    button.setText(label)
    button.setCheckable(True)
    button.setAccessibleName(name)
    button.setToolTip(name)
    button.setProperty("kind", "flat")
    return button
