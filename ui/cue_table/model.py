"""The captions as rows, changed row by row as they change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.cues import Cue, Finding, running_text
from studio.document import SAMPLE_RATE
from studio.phrasing import width
from studio.timeline import PlacedWord
from ui.cue_table import wording
from ui.transport import clock

Index = QModelIndex | QPersistentModelIndex

ROW = Qt.ItemDataRole.UserRole + 1  # Row
CURRENT = Qt.ItemDataRole.UserRole + 2  # it is the one being shown now


class Column(IntEnum):
    NUMBER, START, END, TEXT, PACE, FINDINGS = range(6)


@dataclass(frozen=True, slots=True)
class Row:
    """A caption. ``estimated``: no engine has told when its words are spoken. ``broken``
    and ``joined``: the author had it begin here, or had words join it."""

    cue: Cue
    findings: tuple[Finding, ...] = ()
    estimated: bool = False
    broken: bool = False
    joined: bool = False

    @property
    def pace(self) -> float:
        """Characters a second."""
        length = max(self.cue.end - self.cue.start, 1)
        return sum(map(width, self.cue.lines)) * SAMPLE_RATE / length


def rows(
    cues: Sequence[Cue],
    words: Sequence[PlacedWord],
    findings: Sequence[Finding],
    breaks: Collection[int] = (),
    joins: Collection[int] = (),
) -> list[Row]:
    """``breaks`` and ``joins`` of the author, as indices of words."""
    of_cue: dict[int, list[Finding]] = {}
    for finding in findings:
        of_cue.setdefault(finding.cue, []).append(finding)
    return [
        Row(
            cue,
            tuple(of_cue.get(i, ())),
            any(words[w].estimated for w in range(*cue.words)),
            cue.words[0] in breaks,
            bool(joins) and any(w in joins for w in range(cue.words[0] + 1, cue.words[1])),
        )
        for i, cue in enumerate(cues)
    ]


class CueModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._words: Sequence[PlacedWord] = ()
        self._current: int | None = None

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    @property
    def current(self) -> int | None:
        return self._current

    def show(self, fresh: list[Row], words: Sequence[PlacedWord]) -> None:
        """Other captions. Those before and after a change keep their rows, so that selection,
        scrolling and what is being typed stay."""
        self._words = words
        old = self._rows
        head = _in_common(old, fresh)
        tail = _in_common(old[head:][::-1], fresh[head:][::-1])
        gone, come = len(old) - head - tail, len(fresh) - head - tail
        kept = head + min(gone, come)
        if gone > come:
            self.beginRemoveRows(QModelIndex(), kept, head + gone - 1)
            self._rows = [*old[:kept], *old[head + gone :]]
            self.endRemoveRows()
        elif come > gone:
            self.beginInsertRows(QModelIndex(), kept, head + come - 1)
            self._rows = [*old[:kept], *fresh[kept : head + come], *old[kept:]]
            self.endInsertRows()
        before, self._rows = self._rows, fresh
        self._tell_changes(before, numbers_from=kept if gone != come else len(fresh))

    def _tell_changes(self, before: Sequence[Row], numbers_from: int) -> None:
        pairs = zip(before, self._rows, strict=True)
        changed = [i for i, (row, fresh) in enumerate(pairs) if row != fresh]
        if numbers_from < len(self._rows):
            changed += [numbers_from, len(self._rows) - 1]
        if changed:
            self._emit(min(changed), max(changed))

    def set_current(self, index: int | None) -> None:
        before, self._current = self._current, index
        for row in {before, index}:
            if row is not None and row < len(self._rows):
                self._emit(row, row)

    def _emit(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))

    # ── as Qt's views ask for it ────────────────────────────────────────────────────────────────

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() == Column.TEXT:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                self.tr("#"),
                self.tr("Start"),
                self.tr("End"),
                self.tr("Text"),
                self.tr("c/s"),
                self.tr("Findings"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole and section == Column.PACE:
            return self.tr("Characters a second")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _SIDES.get(Column(section), Qt.AlignmentFlag.AlignLeft) | _MIDDLE
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row, column = self._rows[index.row()], Column(index.column())
        if role == ROW:
            return row
        if role == CURRENT:
            return index.row() == self._current
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(index.row(), column)
        if role == Qt.ItemDataRole.EditRole:
            return running_text(row.cue, self._words) if column is Column.TEXT else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index.row(), column)
        return None

    def _shown(self, number: int, column: Column) -> str:
        row = self._rows[number]
        about = "≈" if row.estimated else ""
        return {
            Column.NUMBER: str(number + 1),
            Column.START: about + clock(row.cue.start),
            Column.END: about + clock(row.cue.end),
            Column.TEXT: row.cue.text,
            Column.PACE: f"{row.pace:.0f}",
            Column.FINDINGS: wording.names(row.findings) if row.findings else "",
        }[column]

    def _tip(self, row: Row, column: Column) -> str | None:
        if column is Column.NUMBER and row.broken:
            return self.tr("You had this caption begin here; F frees it")
        if column is Column.NUMBER and row.joined:
            return self.tr("You joined this caption; F frees it")
        if column in (Column.START, Column.END) and row.estimated:
            return self.tr("Estimated: no engine has told these times")
        if row.findings:
            return "\n".join(map(wording.finding_sentence, row.findings))
        return row.cue.text if column is Column.TEXT else None

    def _spoken(self, number: int, column: Column) -> str:
        """A cell for who cannot see it; the text says everything, as a row is walked by it."""
        row = self._rows[number]
        if column is not Column.TEXT:
            return self._shown(number, column)
        said = [
            running_text(row.cue, self._words),
            self.tr("caption %1, %2 to %3")
            .replace("%1", str(number + 1))
            .replace("%2", clock(row.cue.start))
            .replace("%3", clock(row.cue.end)),
        ]
        if row.estimated:
            said.append(self.tr("times are estimated"))
        if row.broken or row.joined:
            said.append(self.tr("grouped by you"))
        return ". ".join([*said, *map(wording.finding_sentence, row.findings)])


_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_SIDES = {
    Column.NUMBER: Qt.AlignmentFlag.AlignHCenter,
    Column.PACE: Qt.AlignmentFlag.AlignRight,
}


def _in_common(a: Sequence[Row], b: Sequence[Row]) -> int:
    """How many captions two lists begin with in common, whatever their times are."""
    for i, (left, right) in enumerate(zip(a, b, strict=False)):
        if left.cue.lines != right.cue.lines:
            return i
    return min(len(a), len(b))
