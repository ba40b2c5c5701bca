"""Texts on the timeline: each is laid out once, and again only for another font."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText

LEAST = 28  # pixels; less than that says nothing

_MANY = 4_000


class Lettering:
    def __init__(self, font: QFont) -> None:
        self.font = font
        self.metrics = QFontMetricsF(font)
        self._texts: dict[str, tuple[QStaticText, float]] = {}
        self._elided: dict[tuple[str, int], str] = {}

    def width(self, text: str) -> float:
        return self._text(text)[1]

    def draw(self, painter: QPainter, box: QRectF, text: str, *, center: bool = True) -> None:
        made, width = self._text(text)
        x = box.left() + (box.width() - width) / 2 if center else box.left()
        y = box.top() + (box.height() - made.size().height()) / 2
        painter.drawStaticText(QPointF(round(x), round(y)), made)

    def draw_fitted(self, painter: QPainter, box: QRectF, text: str, padding: float) -> None:
        """All of a text, or its beginning, or nothing where not even that can be read."""
        room = box.width() - 2 * padding
        if self.width(text) > room:
            if room < LEAST:
                return
            text = self._shortened(text, int(room))
        self.draw(painter, box, text)

    def _text(self, text: str) -> tuple[QStaticText, float]:
        if text not in self._texts:
            if len(self._texts) > _MANY:
                self._texts.clear()
            made = QStaticText(text)
            made.setTextFormat(Qt.TextFormat.PlainText)
            made.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
            made.prepare(font=self.font)
            self._texts[text] = (made, made.size().width())
        return self._texts[text]

    def _shortened(self, text: str, room: int) -> str:
        key = (text, room)
        if key not in self._elided:
            if len(self._elided) > _MANY:
                self._elided.clear()
            self._elided[key] = self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        return self._elided[key]
