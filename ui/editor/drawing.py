"""What is painted around and under the text: the row that is written or heard, marks for the state
of each sentence, chips. A state is a shape and a colour: a full dot, a ring, an arc, a cross, a
lock."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from ui.editor.scene import Chips, Tag
from ui.parts import draw_icon_in
from ui.theme import Theme

ROW_LEFT, ROW_RIGHT = 18, 8  # pixels between a row and the edges
_RADIUS = 7.0
_RING, _DOT, _CROSS, _ARC = 3.6, 4.2, 3.6, 4.6  # pixels from the middle of a mark
_ICON = 14
_BADGE, _BADGE_SIZE = 15, 12  # pixels from the middle of a mark back to that of its badge


class Brush:
    """Paints with the colours of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._label = theme.font("label")

    def dress(self) -> None:
        self._label = self._theme.font("label")

    @property
    def label_font(self) -> QFont:
        return self._label

    def row(self, painter: QPainter, band: QRectF) -> None:
        """The sentence that is written or heard."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("behind_accent"))
        box = band.adjusted(ROW_LEFT, 0, -ROW_RIGHT, 0)
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)

    def word(self, painter: QPainter, boxes: list[QRectF]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("accent"))
        for box in boxes:
            painter.drawRoundedRect(box.adjusted(-2, 0, 2, 0), 3, 3)

    # ── marks ───────────────────────────────────────────────────────────────────────────────────

    def mark(
        self, painter: QPainter, at: QPointF, state: str, *, spoken: bool, turn: float
    ) -> None:
        """``turn``: degrees that the arc of a sentence being rendered has turned."""
        if state == "ready":
            self._dot(painter, at, "accent" if spoken else "ready")
        elif state == "rendering":
            self._arc(painter, at, turn)
        elif state == "failed":
            self._cross(painter, at)
        elif state == "locked":
            box = QRectF(at.x() - _ICON / 2, at.y() - _ICON / 2, _ICON, _ICON)
            draw_icon_in(painter, self._theme, box, "lock", "accent" if spoken else "ready", _ICON)
        else:
            self._ring(painter, at)

    def relayed(self, painter: QPainter, at: QPointF) -> None:
        """A cloud before the mark, which is ``at``: what is heard was made elsewhere."""
        corner = at - QPointF(_BADGE + _BADGE_SIZE / 2, _BADGE_SIZE / 2)
        box = QRectF(corner, QSizeF(_BADGE_SIZE, _BADGE_SIZE))
        draw_icon_in(painter, self._theme, box, "cloud-filled", "dim", _BADGE_SIZE)

    def play(self, painter: QPainter, at: QPointF) -> None:
        """In place of a mark that is pointed at."""
        box = QRectF(at.x() - 11, at.y() - 11, 22, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("raised"))
        painter.drawEllipse(box)
        draw_icon_in(painter, self._theme, box, "play-filled", "accent", 12)

    def _dot(self, painter: QPainter, at: QPointF, role: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(role))
        painter.drawEllipse(at, _DOT, _DOT)

    def _ring(self, painter: QPainter, at: QPointF) -> None:
        painter.setPen(QPen(self._theme.color("dim"), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, _RING, _RING)

    def _arc(self, painter: QPainter, at: QPointF, turn: float) -> None:
        pen = QPen(self._theme.color("accent"), 2.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = QRectF(at.x() - _ARC, at.y() - _ARC, 2 * _ARC, 2 * _ARC)
        painter.drawArc(box, round((45 - turn) * 16), 270 * 16)

    def _cross(self, painter: QPainter, at: QPointF) -> None:
        pen = QPen(self._theme.color("error"), 2.0)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        for slope in (1, -1):
            reach = QPointF(_CROSS, slope * _CROSS)
            painter.drawLine(at - reach, at + reach)

    # ── chips ───────────────────────────────────────────────────────────────────────────────────

    def chips(self, painter: QPainter, chips: Chips, pointed: str) -> None:
        """``pointed``: "voice" or "speed" if the pointer is on that chip."""
        painter.setFont(self._label)
        color = self._theme.color
        for kind, box, text, fill, ink in (
            ("voice", chips.voice, chips.voice_text, color("behind_accent"), color("accent")),
            ("speed", chips.speed, chips.speed_text, color("raised"), color("dim")),
        ):
            lit = kind == pointed
            painter.setPen(QPen(color("accent"), 1) if lit else Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            radius = box.height() / 2
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def pause(self, painter: QPainter, tag: Tag, text: str, *, lit: bool) -> None:
        """A pause: two bars and its length."""
        color = self._theme.color
        outline = color("accent" if lit else "dim")
        outline.setAlpha(255 if lit else 130)
        pen = QPen(outline, 1, Qt.PenStyle.DashLine)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = self.pause_box(tag)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setFont(self._label)
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(text) + 9
        left, middle = box.center().x() - width / 2, box.center().y()
        painter.setPen(QPen(color("dim"), 1.5))
        reach = metrics.capHeight() / 2 + 1
        for x in (left + 1, left + 4.5):
            painter.drawLine(QPointF(x, middle - reach), QPointF(x, middle + reach))
        place = QRectF(left + 9, box.top(), width, box.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def pause_box(self, tag: Tag) -> QRectF:
        """Where the chip of a pause is, as wide as the tag and as high as other chips at most."""
        height = min(QFontMetricsF(self._label).height() + 6, tag.box.height())
        spare = (tag.box.height() - height) / 2
        return tag.box.adjusted(0.5, spare + 0.5, -0.5, -spare - 0.5)
