"""The colours of the text itself: sentences without sound dimmer than the others, wavy lines under
what cannot be spoken, what was searched for, the word that is heard.

Qt draws them as extra selections, which cost nothing for text that is not to be seen; so they are
made for the visible rows only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from ui.editor.mirror import Mirror
from ui.editor.readings import Readings
from ui.editor.rows import Row, Rows
from ui.editor.scene import Scene, Tag
from ui.theme import Theme

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sought:
    """Matches of a search (positions, in order), and which of them is the present one."""

    spans: tuple[Span, ...] = ()
    now: int = -1


class Highlights:
    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        self._document, self._theme = document, theme
        self.dress()

    def dress(self) -> None:
        """Take the colours of the theme."""
        color = self._theme.color
        self._dim = QTextCharFormat()
        self._dim.setForeground(color("dim"))
        self._warning, self._error = QTextCharFormat(), QTextCharFormat()
        for kind, role in ((self._warning, "warning"), (self._error, "error")):
            kind.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            kind.setUnderlineColor(color(role))
        self._match, self._match_now = QTextCharFormat(), QTextCharFormat()
        self._match.setBackground(color("word_spoken"))
        self._match.setForeground(color("text"))
        self._match_now.setBackground(color("warning"))
        self._match_now.setForeground(color("panel"))
        self._spoken = QTextCharFormat()
        self._spoken.setForeground(color("on_accent"))

    def of_text(
        self,
        scene: Scene,
        rows: Rows,
        mirror: Mirror,
        states: Mapping[str, str],
        readings: Readings,
    ) -> list[QTextEdit.ExtraSelection]:
        """What holds until the text or the states of its sentences change."""
        made = []
        for shape in scene.shapes:
            row = shape.row
            if states[row.sentence.id] == "to_render":
                made += [self._made(*span, self._dim) for span in _around(row, scene.tags)]
            for mark in readings.marks(row.sentence):
                paragraph = rows.document.paragraphs[row.paragraph]
                start, end = paragraph.span(row.sentence, mark.start, mark.end)
                made.append(self._made(mirror.position(start), mirror.position(end), self._warning))
        made += [
            self._made(tag.start, tag.end, self._error) for tag in scene.tags if tag.samples is None
        ]
        return made

    def of_search(self, scene: Scene, sought: Sought) -> list[QTextEdit.ExtraSelection]:
        first, last = scene.span
        return [
            self._made(start, end, self._match_now if index == sought.now else self._match)
            for index, (start, end) in enumerate(sought.spans)
            if start < last and end > first
        ]

    def of_word(self, start: int, end: int) -> list[QTextEdit.ExtraSelection]:
        return [self._made(start, end, self._spoken)]

    def _made(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self._document)
        last = self._document.characterCount() - 1
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor  # type: ignore[attr-defined]
        selection.format = look  # type: ignore[attr-defined]
        return selection


def _around(row: Row, tags: Sequence[Tag]) -> Iterator[Span]:
    """A row without the pauses in it that are drawn as chips."""
    at = row.begin
    for tag in _closed(tags):
        if at <= tag.start < row.end:
            if at < tag.start:
                yield at, tag.start
            at = tag.end
    if at < row.end:
        yield at, row.end


def _closed(tags: Iterable[Tag]) -> Iterator[Tag]:
    return (tag for tag in tags if tag.samples is not None and not tag.is_open)
