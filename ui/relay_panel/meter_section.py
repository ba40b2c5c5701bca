"""What the engines took, failed at and cost: one column for each, as the panel is narrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from studio.relay.meter import Figures
from ui.parts import Segments
from ui.prices import dollars
from ui.relay_panel import wording
from ui.relay_panel.figuring import Figuring
from ui.relay_panel.parts import Section, Table, Wrapped
from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class MeterModel(QAbstractTableModel):
    """Rows are what is measured, columns the engines."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._engines: Sequence[str] = ()
        self._rows: list[tuple[str, list[str]]] = []

    def show(self, figures: Mapping[str, Figures]) -> None:
        engines = [wording.engine_name(engine) for engine in figures]
        rows = self._measured(list(figures.values())) if figures else []
        is_alike = engines == self._engines and _labels(rows) == _labels(self._rows)
        if not is_alike:
            self.beginResetModel()
        self._engines, self._rows = engines, rows
        if not is_alike:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 1), self.index(len(rows) - 1, len(engines)))

    def _measured(self, engines: Sequence[Figures]) -> list[tuple[str, list[str]]]:
        def row(label: str, shown: Any) -> tuple[str, list[str]]:
            return label, [shown(each) for each in engines]

        kinds = sorted({kind for each in engines for kind in each.errors})
        return [
            row(self.tr("Requests"), lambda f: wording.count(f.requests)),
            row(self.tr("First sound, mean"), lambda f: wording.mean(f.first)),
            row(self.tr("First sound, p95"), lambda f: wording.p95(f.first)),
            row(self.tr("All of it, mean"), lambda f: wording.mean(f.whole)),
            row(self.tr("All of it, p95"), lambda f: wording.p95(f.whole)),
            row(self.tr("Failed"), _share),
            *(
                row(f"   {wording.error_name(kind)}", lambda f, kind=kind: _share(f, kind))
                for kind in kinds
            ),
            row(self.tr("Real-time factor"), _pace),
            row(self.tr("Characters"), lambda f: wording.count(f.characters)),
            row(self.tr("Cost"), lambda f: dollars(f.cost)),
            row(self.tr("Per million"), _per_million),
        ]

    # ── as Qt's views ask for it ────────────────────────────────────────────────────────────────

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 1 + len(self._engines)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self._engines[section - 1] if section else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        (label, values), column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return values[column - 1] if column else label
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ForegroundRole and not column:
            return self._theme.color("dim")
        if role == Qt.ItemDataRole.FontRole and column:
            return self._theme.font("interface", tabular=True)
        if role == Qt.ItemDataRole.AccessibleTextRole and not column:
            pairs = zip(self._engines, values, strict=True)
            said = "; ".join(f"{engine}: {value}" for engine, value in pairs)
            return f"{label.strip()}. {said}"
        return None


class MeterSection(Section):
    def __init__(self, figuring: Figuring, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Meter"), parent)
        self._figuring = figuring
        self._period = Segments(
            (("hour", self.tr("Last hour")), ("session", self.tr("This session"))),
            self.tr("Period"),
        )
        self._period.choose("hour")
        self._model = MeterModel(theme, self)
        self._table = _MeterTable(self._model, theme, self.tr("What the engines took and cost"))
        self._few = Wrapped()
        self._nothing = Wrapped()
        self.heading.addWidget(self._period)
        self.add_table(self._table)
        self.put(self._few, self._nothing)
        self._period.chosen.connect(self.refresh)
        figuring.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        found = self._figuring.found
        figures: Mapping[str, Figures] = {}
        if found is not None:
            figures = found.hour if self._period.choice == "hour" else found.session
        self._model.show(figures)
        self._table.setVisible(bool(figures))
        few = any(each.count and each.few for f in figures.values() for each in (f.first, f.whole))
        self._few.say(
            self.tr("Where n is told, it is too few for a 95th percentile: that is the slowest.")
            if few
            else ""
        )
        self._nothing.say("" if figures else self._nothing_yet())

    def _nothing_yet(self) -> str:
        if self._period.choice == "hour":
            return self.tr("Nothing was spoken in the last hour. Press Space to hear the script.")
        return self.tr("Nothing was spoken yet. Press Space to hear the script.")


class _MeterTable(Table):
    """All columns are as wide as what they hold; the names of the rows take the room left."""

    def __init__(self, model: MeterModel, theme: Theme, name: str) -> None:
        super().__init__(model, theme, name)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        model.dataChanged.connect(self._fit)
        model.modelReset.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        header, columns = self.horizontalHeader(), range(self.model().columnCount())
        needed = [self.sizeHintForColumn(column) for column in columns]
        named = [max(needed[column], header.sectionSizeHint(column)) for column in columns]
        spare = self.viewport().width() - sum(needed)  # names can be shortened, numbers not
        widths = []
        for least, wished in zip(needed, named, strict=True):
            more = max(0, min(wished - least, spare))
            spare -= more
            widths.append(least + more)
        if widths:
            widths[0] += max(0, spare)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        self.updateGeometry()


def _labels(rows: Sequence[tuple[str, list[str]]]) -> list[str]:
    return [label for label, _ in rows]


def _share(figures: Figures, *kinds: str) -> str:
    share = figures.share(*kinds)
    return wording.NONE if share is None else wording.percent(share)


def _pace(figures: Figures) -> str:
    factor = figures.real_time_factor
    return wording.NONE if factor is None else f"{factor:.2f}"


def _per_million(figures: Figures) -> str:
    cost = figures.cost_per_million
    return wording.NONE if cost is None else dollars(cost)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
