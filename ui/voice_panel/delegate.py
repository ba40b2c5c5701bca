"""How a row of the audition board is painted, and what is where in it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.parts import RADIUS, draw_focus, draw_icon_in, draw_round_button
from ui.theme import Theme
from ui.voice_panel.entries import Entry
from ui.voice_panel.model import ENTRY, HEARD, NUMBER, SPEAKS, STARRED

Part = Literal["play", "star", ""]
Index = QModelIndex | QPersistentModelIndex

_BADGE, _BUTTON, _STAR = 18, 30, 28
_BUTTON_LEFT, _TEXT_LEFT, _RIGHT = 36, 76, 8


class VoiceDelegate(QStyledItemDelegate):
    """Paints rows; ``hovered`` is the row and the part of it under the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hovered: tuple[int, Part] = (-1, "")

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = QFontMetrics(self._theme.font("interface", 600)).height()
        lines += QFontMetrics(self._theme.font("label")).height()
        return QSize(220, max(54, lines + 20))

    @staticmethod
    def button(row: QRect) -> QRect:
        return QRect(row.left() + _BUTTON_LEFT, row.center().y() - 14, _BUTTON, _BUTTON)

    @staticmethod
    def star(row: QRect) -> QRect:
        return QRect(row.right() - _RIGHT - _STAR + 8, row.center().y() - 13, _STAR, _STAR)

    def part_at(self, row: QRect, point: QPoint) -> Part:
        if self.button(row).contains(point):
            return "play"
        return "star" if self.star(row).contains(point) else ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row: QRect = option.rect  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        hovered = self.hovered[1] if self.hovered[0] == index.row() else None
        self._ground(painter, row, state, index, hovered is not None)
        self._badge(painter, row, index.data(NUMBER))
        heard = index.data(HEARD)
        draw_round_button(
            painter,
            self._theme,
            QRectF(self.button(row)),
            "pause-filled" if heard else "play-filled",
            hot=heard or hovered == "play",
            ground="panel" if state & QStyle.StateFlag.State_Selected else "raised",
        )
        self._text(painter, row, index.data(ENTRY), bool(state & QStyle.StateFlag.State_Enabled))
        self._star(painter, row, index.data(STARRED), hovered)
        painter.restore()

    def _ground(
        self, painter: QPainter, row: QRect, state: QStyle.StateFlag, index: Index, hovered: bool
    ) -> None:
        box = QRectF(row).adjusted(0.5, 1.5, -0.5, -1.5)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        speaks = index.data(SPEAKS)
        if speaks or selected or hovered:
            color = self._theme.color("behind_accent" if speaks else "raised")
            if hovered and not selected and not speaks:
                color.setAlphaF(0.5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if selected and state & QStyle.StateFlag.State_Active:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            color = self._theme.color("accent" if focused else "line")
            draw_focus(painter, box, color, RADIUS)

    def _badge(self, painter: QPainter, row: QRect, number: int) -> None:
        if not number:
            return
        box = QRectF(row.left() + 8, row.center().y() - _BADGE / 2 + 1, _BADGE, _BADGE)
        painter.setPen(QPen(self._theme.color("line"), 1))
        painter.setBrush(self._theme.color("panel"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(self._theme.color("faint"))
        painter.setFont(self._theme.font("label"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))

    def _text(self, painter: QPainter, row: QRect, entry: Entry, enabled: bool) -> None:
        left = row.left() + _TEXT_LEFT
        room = self.star(row).left() - left - 4
        name_font, small = self._theme.font("interface", 600), self._theme.font("label")
        names, smalls = QFontMetrics(name_font), QFontMetrics(small)
        top = row.center().y() - (names.height() + smalls.height() + 2) // 2 + 1
        base = top + names.ascent()
        name = names.elidedText(entry.name, Qt.TextElideMode.ElideRight, room)
        painter.setFont(name_font)
        color = "dim" if entry.lacking else "text"
        painter.setPen(self._theme.color(color if enabled else "faint"))
        painter.drawText(left, base, name)
        after = names.horizontalAdvance(name) + 8
        painter.setFont(small)
        painter.setPen(self._theme.color("faint"))
        beside = smalls.elidedText(entry.id, Qt.TextElideMode.ElideRight, room - after)
        painter.drawText(left + after, base, beside)
        painter.setPen(self._theme.color("dim"))
        second = smalls.elidedText(entry.description, Qt.TextElideMode.ElideRight, room)
        painter.drawText(left, top + names.height() + 2 + smalls.ascent(), second)

    def _star(self, painter: QPainter, row: QRect, starred: bool, hovered: Part | None) -> None:
        """Full when starred; an outline otherwise, which the pointer lights up."""
        icon = "star-filled" if starred else "star"
        lit = starred or hovered == "star"
        painter.setOpacity(1.0 if lit or hovered is not None else 0.55)
        role = "warning" if lit else "faint"
        draw_icon_in(painter, self._theme, QRectF(self.star(row)), icon, role, 15)
        painter.setOpacity(1.0)
