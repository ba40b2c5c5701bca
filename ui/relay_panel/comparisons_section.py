"""Sentences that both engines spoke, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
)
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from studio.relay.comparing import Comparison
from ui.relay_panel.blind import BlindListening
from ui.relay_panel.parts import Section, Table, Wrapped
from ui.relay_panel.wording import NONE
from ui.session import Session
from ui.shadowing import Row
from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex

EVERY = 500  # ms between two looks, at least
SHOWN = 6  # rows without scrolling


class Column(IntEnum):
    TEXT, LENGTH, LOUDNESS, SPECTRUM, STARTS = range(5)


class ComparisonModel(QAbstractTableModel):
    """The newest first."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[Row] = []
        theme.changed.connect(self._dressed)

    def show(self, rows: Sequence[Row]) -> None:
        """``rows``: the newest last."""
        newest = self.rows[0] if self.rows else None
        come = 0
        while come < len(rows) and rows[-1 - come] is not newest:
            come += 1
        is_longer = newest is not None and len(self.rows) + come == len(rows)
        if is_longer and come:
            self.beginInsertRows(QModelIndex(), 0, come - 1)
            self.rows = list(reversed(rows))
            self.endInsertRows()
        elif not is_longer:
            self.beginResetModel()
            self.rows = list(reversed(rows))
            self.endResetModel()

    def _dressed(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, 4))

    # ── as Qt's views ask for it ────────────────────────────────────────────────────────────────

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

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
            return (
                self.tr("Sentence"),
                self.tr("Seconds"),
                self.tr("LU"),
                self.tr("dB"),
                self.tr("Words"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                self.tr("A tick: a listener would not know one from the other"),
                self.tr("Length here and there"),
                self.tr("How much louder it is there"),
                self.tr("How far the spectra are apart"),
                self.tr("Milliseconds that words start apart: the median and the worst"),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column is Column.TEXT:
            name, color = ("check", "ready") if row.comparison.matches else ("x", "error")
            return self._theme.icon(name, color)
        if role == Qt.ItemDataRole.ForegroundRole and column is not Column.TEXT:
            return self._theme.color("dim")
        if role == Qt.ItemDataRole.FontRole and column is not Column.TEXT:
            return self._theme.font("label", tabular=True)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.text}\n{self._told(row)}"
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Column.TEXT:
            return f"{row.text} {self._told(row)}"
        return None

    def _told(self, row: Row) -> str:
        """The whole row in a sentence."""
        text = (
            self.tr("Matches: {0} seconds, {1} LU, {2} dB; words {3} ms apart.")
            if row.comparison.matches
            else self.tr("Differs: {0} seconds, {1} LU, {2} dB; words {3} ms apart.")
        )
        return text.format(*(_shown(row, column) for column in list(Column)[1:]))


class ComparisonsSection(Section):
    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Comparisons"), parent)
        self._session, self._theme = session, theme
        self._model = ComparisonModel(theme, self)
        self._table = Table(self._model, theme, self.tr("Sentences that both spoke"), SHOWN)
        header = self._table.horizontalHeader()
        header.setMinimumSectionSize(36)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(Column.TEXT, QHeaderView.ResizeMode.Stretch)
        header.setResizeContentsPrecision(50)
        self._summary = Wrapped()
        self._listen = QPushButton()
        self.put(self._summary)
        self.add_table(self._table)
        self.add(self._listen)
        self._timer = QTimer(self, interval=EVERY, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._listen.clicked.connect(self.listen)
        session.relay.shadowing.changed.connect(self._look)
        session.relay.changed.connect(self._look)
        self.dialog: BlindListening | None = None
        self.refresh()

    def _look(self) -> None:
        if self.isVisible() and not self._timer.isActive():
            self._timer.start()

    def refresh(self) -> None:
        shadowing = self._session.relay.shadowing
        rows = list(shadowing.rows)
        self._model.show(rows)
        self._table.setVisible(bool(rows))
        self._summary.say(self._summed_up(rows))
        waiting = len(shadowing.pairs)
        self._listen.setText(self.tr("Listen blindly ({0})").format(waiting))
        self._listen.setVisible(waiting > 0)

    def _summed_up(self, rows: Sequence[Row]) -> str:
        if rows:
            return _summary([row.comparison for row in rows], self)
        if self._session.relay.policy.shadow:
            return self.tr("The next sentences that are spoken here are compared.")
        return self.tr(
            "Nothing was compared yet. Switch on “Also compare in the background” and render."
        )

    def listen(self) -> None:
        """Open the pairs that wait, in a window beside this one."""
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
        self.dialog = BlindListening(self._session, self._theme, self)
        self.dialog.finished.connect(self.refresh)
        self.dialog.show()


def _summary(found: Sequence[Comparison], by: QObject) -> str:
    matching, equal = sum(each.matches for each in found), sum(each.same for each in found)
    text = by.tr("{0} of {1} match; ").format(matching, len(found))
    if not equal:
        return text + by.tr("no hash is equal, as the vocoder adds noise.")
    return text + by.tr("%n hash(es) are equal, which the vocoder's noise makes rare.", "", equal)


def _shown(row: Row, column: Column) -> str:
    found = row.comparison
    if column is Column.TEXT:
        return row.text
    if column is Column.LENGTH:
        return f"{found.seconds:.2f} / {found.relay_seconds:.2f}"
    if column is Column.LOUDNESS:
        if found.loudness is None or found.relay_loudness is None:
            return NONE
        return f"{found.relay_loudness - found.loudness:+.1f}".replace("-", "−")
    if column is Column.SPECTRUM:
        return NONE if found.distance is None else f"{found.distance:.1f}"
    if found.starts is None or found.worst is None:
        return NONE
    return f"{found.starts * 1_000:.0f} / {found.worst * 1_000:.0f}"


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
