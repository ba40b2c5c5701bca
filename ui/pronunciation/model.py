"""The ledger as rows."""

from __future__ import annotations

from bisect import bisect_left, insort
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from ui.pronunciation.ledger import PROBLEMS, Entry, Ledger
from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex

ENTRY = Qt.ItemDataRole.UserRole + 1

_ICONS = {
    "unspeakable": ("circle-x", "error"),
    "shortened": ("triangle-alert", "warning"),
    "guessed": ("circle-question-mark", "warning"),
    "author": ("user", "accent"),
    "markup": ("type", "accent"),
    "rule": ("wand-sparkles", "dim"),
}


class Column(IntEnum):
    WORD, SPOKEN, COUNT = range(3)


class LedgerModel(QAbstractTableModel):
    def __init__(self, ledger: Ledger, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ledger, self._theme = ledger, theme
        self._entries: list[Entry] = []
        self._known: frozenset[Entry] = frozenset()
        theme.changed.connect(self._all_changed)

    @property
    def entries(self) -> list[Entry]:
        return self._entries

    def row_of_word(self, word: str) -> int:
        """The first row of a word; -1 without one."""
        folded = word.casefold()
        rows = (i for i, entry in enumerate(self._entries) if entry.word.casefold() == folded)
        return next(rows, -1)

    def sync(self) -> None:
        """Show what the ledger holds now."""
        wanted = self._ledger.entries
        gone, come = self._known - wanted, wanted - self._known
        self._known = wanted
        if len(come) > 200:
            self.beginResetModel()
            self._entries = sorted(wanted, key=_rank)
            self.endResetModel()
            return
        for entry in gone:
            row = bisect_left(self._entries, entry.rank, key=_rank)
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._entries[row]
            self.endRemoveRows()
        for entry in come:
            row = bisect_left(self._entries, entry.rank, key=_rank)
            self.beginInsertRows(QModelIndex(), row, row)
            insort(self._entries, entry, key=_rank)
            self.endInsertRows()
        self._all_changed(Column.COUNT)

    def _all_changed(self, column: int = 0) -> None:
        if self._entries:
            last = self.index(len(self._entries) - 1, len(Column) - 1)
            self.dataChanged.emit(self.index(0, column), last)

    # ── as Qt's views ask for it ────────────────────────────────────────────────────────────────

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Written"), self.tr("Read as"), self.tr("Times"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._entries):
            return None
        entry, column = self._entries[index.row()], Column(index.column())
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(entry, column)
        if role == Qt.ItemDataRole.DecorationRole and column is Column.WORD:
            return self._theme.icon(*_ICONS[entry.origin])
        if role == Qt.ItemDataRole.FontRole and column is Column.WORD:
            return self._theme.font("interface", 600)
        if role == Qt.ItemDataRole.ForegroundRole and column is not Column.WORD:
            problem = {"unspeakable": "error", "shortened": "warning"}.get(entry.origin, "dim")
            return self._theme.color("dim" if column is Column.COUNT else problem)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.word}: {self._shown(entry, Column.SPOKEN)}\n{self._why(entry)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry, column)
        return None

    def _shown(self, entry: Entry, column: Column) -> str:
        if column is Column.WORD:
            return entry.word
        if column is Column.COUNT:
            count = self._ledger.count(entry)
            return f"×{count}" if count else "–"
        if entry.origin == "unspeakable":
            return self.tr("cannot be spoken")
        if entry.origin == "guessed":
            return self.tr("guessed")
        return entry.spoken + ("…" if entry.origin == "shortened" else "")

    def _why(self, entry: Entry) -> str:
        return {
            "unspeakable": self.tr("This language has no way to read it; say how."),
            "shortened": self.tr("It is too long for any voice, so only its beginning is spoken."),
            "guessed": self.tr("No dictionary has it, so it was guessed; hear it, and correct it."),
            "author": self.tr("You said how it is spoken."),
            "markup": self.tr("The script says how it is spoken."),
            "rule": self.tr("A rule says how it is spoken."),
        }[entry.origin]

    def _spoken(self, entry: Entry, column: Column) -> str:
        """The cell of the word says it all, as rows are walked by it."""
        if column is not Column.WORD:
            return self._shown(entry, column)
        said = self._shown(entry, Column.SPOKEN)
        times = self.tr("%1 times").replace("%1", str(self._ledger.count(entry)))
        return f"{entry.word}: {said}. {self._why(entry)} {times}"


class Filter(QSortFilterProxyModel):
    """Rows of some origins that hold a text. ``show``: "all", "problems" or "author"."""

    def __init__(self, model: LedgerModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._show, self._text = "all", ""
        self.setSourceModel(model)

    def want(self, show: str, text: str) -> None:
        wanted = (show, text.casefold().strip())
        if wanted != (self._show, self._text):
            self.beginFilterChange()
            self._show, self._text = wanted
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        entry = self._model.entries[row]
        if self._show == "problems" and entry.origin not in PROBLEMS:
            return False
        if self._show == "author" and entry.origin not in ("author", "markup"):
            return False
        return self._text in f"{entry.word} {entry.spoken}".casefold()


def _rank(entry: Entry) -> tuple[int, str, str, str]:
    return entry.rank


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == Column.COUNT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
