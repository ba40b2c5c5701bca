"""The rows of the audition board as Qt's views read them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ui.voice_panel.entries import Entry

KEYS = 9  # digits that audition a row

ENTRY = Qt.ItemDataRole.UserRole + 1  # Entry
NUMBER = Qt.ItemDataRole.UserRole + 2  # 1 to KEYS, or 0
STARRED = Qt.ItemDataRole.UserRole + 3
HEARD = Qt.ItemDataRole.UserRole + 4  # it is being auditioned
SPEAKS = Qt.ItemDataRole.UserRole + 5  # it speaks the sentence under the cursor

Index = QModelIndex | QPersistentModelIndex


class BoardModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._stars: frozenset[str] = frozenset()
        self._heard = self._speaks = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        return self._entries

    def row_of(self, spelling: str) -> int:
        """-1 if no row has it."""
        return next((i for i, e in enumerate(self._entries) if e.spelling == spelling), -1)

    def show(self, entries: Sequence[Entry], stars: Collection[str]) -> bool:
        """Whether the rows are others now, or in another order."""
        stars = frozenset(stars)
        if tuple(entries) != self._entries:
            self.beginResetModel()
            self._entries, self._stars = tuple(entries), stars
            self.endResetModel()
            return True
        if stars != self._stars:
            self._stars = stars
            self._all_changed()
        return False

    def set_heard(self, spelling: str) -> None:
        before, self._heard = self._heard, spelling
        self._changed(before, spelling)

    def set_speaks(self, spelling: str) -> None:
        before, self._speaks = self._speaks, spelling
        self._changed(before, spelling)

    def _changed(self, *spellings: str) -> None:
        for spelling in set(spellings):
            row = self.row_of(spelling)
            if row >= 0:
                self.dataChanged.emit(self.index(row), self.index(row))

    def _all_changed(self) -> None:
        if self._entries:
            self.dataChanged.emit(self.index(0), self.index(len(self._entries) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._entries):
            return None
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.name
        if role == ENTRY:
            return entry
        if role == NUMBER:
            return index.row() + 1 if index.row() < KEYS else 0
        if role == STARRED:
            return entry.spelling in self._stars
        if role == HEARD:
            return entry.spelling == self._heard
        if role == SPEAKS:
            return entry.spelling == self._speaks
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index.row())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(entry)
        return None

    def _spoken(self, row: int) -> str:
        """The row for who cannot see it."""
        entry = self._entries[row]
        said = [entry.name, entry.id, entry.description.replace(" · ", ", "), self._quality(entry)]
        said.append(self._lacking(entry))
        if entry.spelling in self._stars:
            said.append(self.tr("starred"))
        if entry.spelling == self._speaks:
            said.append(self.tr("speaks the sentence under the cursor"))
        if entry.spelling == self._heard:
            said.append(self.tr("is being heard"))
        if row < KEYS:
            said.append(self.tr("key %1").replace("%1", str(row + 1)))
        return ", ".join(part for part in said if part)

    def _tip(self, entry: Entry) -> str:
        title = f"{entry.name} ({entry.id or entry.spelling})"
        said = (title, self._quality(entry), self._lacking(entry))
        return "\n".join(part for part in said if part)

    def _lacking(self, entry: Entry) -> str:
        return self.tr("{0} does not list it").format(entry.lacking) if entry.lacking else ""

    def _quality(self, entry: Entry) -> str:
        if not entry.grade:
            return ""
        return self.tr("quality %1, as rated by the model's authors").replace("%1", entry.grade)
