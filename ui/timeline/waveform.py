"""The picture of the sound: bars from afar, the very outline from close by.

What is kept of a window is how far the sound reaches in it; colours come when it is painted, so
that the part that was played can grow by a pixel at a time.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from studio.peaks import FULL
from ui.timeline.axis import Axis
from ui.timeline.content import Content
from ui.timeline.sound import OVERVIEW, Sound

BAR, PITCH = 2, 3  # pixels of a bar, and from one bar to the next
OUTLINE = 400.0  # pixels a second from which on there are no bars
FEW = 40  # clips that are looked at one by one

_THINNEST = 0.6  # pixels; what is silent is a thin line
_LIFT = 0.8  # exponent; soft sounds are seen better


class Waveform:
    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._state: tuple[object, ...] = ()
        self._timeline = self._states = object()
        self._reach = np.zeros((0, 2))  # of each bar: its number, and half its height
        self._covered = np.zeros((0, 0), np.uint8)  # of each pixel of the outline: 0 or 1
        self._pixels = np.zeros(0, np.uint32)

    def paint(
        self,
        painter: QPainter,
        area: QRectF,
        part: tuple[float, float],
        axis: Axis,
        content: Content,
        playhead: int,
        colors: tuple[QColor, QColor],
    ) -> None:
        """Between two places of ``area`` (pixels from its left side). ``colors``: to be played,
        played."""
        device = painter.device()
        ratio = device.devicePixelRatio() if device is not None else 1.0
        self._prepare(axis, content, area.height(), ratio)
        played = min(max(axis.x(playhead), part[0]), part[1])
        for begin, end, color in ((part[0], played, colors[1]), (played, part[1], colors[0])):
            if begin < end and axis.speed < OUTLINE:
                self._draw_bars(painter, area, axis.scroll, (begin, end), color)
            elif begin < end:
                self._draw_outline(painter, area, ratio, (begin, end), color)

    def _prepare(self, axis: Axis, content: Content, height: float, ratio: float) -> None:
        state = (axis, height, ratio, self._sound.version)
        same = self._timeline is content.timeline and self._states is content.states
        if same and self._state == state:
            return
        self._state, self._timeline, self._states = state, content.timeline, content.states
        if axis.speed < OUTLINE:
            self._reach = _bars(self._sound, axis, content, height)
        else:
            rows, columns = round(height * ratio), round(axis.width * ratio)
            self._covered = _outline(self._sound, axis, content, rows, columns, ratio)

    def _draw_bars(
        self,
        painter: QPainter,
        area: QRectF,
        scroll: int,
        part: tuple[float, float],
        color: QColor,
    ) -> None:
        """The bars that begin in a part of the area, at its left end also one that is cut."""
        numbers = self._reach[:, 0]
        first = np.searchsorted(numbers, (part[0] + scroll) / PITCH - 1, "right")
        last = np.searchsorted(numbers, (part[1] + scroll) / PITCH, "left")
        middle, left = area.center().y(), area.left() - scroll
        painter.save()
        painter.setClipRect(
            QRectF(area.left() + part[0], area.top(), part[1] - part[0], area.height()),
            Qt.ClipOperation.IntersectClip,
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRects(
            [
                QRectF(left + number * PITCH, middle - reach, BAR, 2 * reach)
                for number, reach in self._reach[first:last].tolist()
            ]
        )
        painter.restore()

    def _draw_outline(
        self,
        painter: QPainter,
        area: QRectF,
        ratio: float,
        part: tuple[float, float],
        color: QColor,
    ) -> None:
        rows, columns = self._covered.shape
        first, last = max(0, round(part[0] * ratio)), min(columns, round(part[1] * ratio))
        if first >= last or not rows:
            return
        if len(self._pixels) < rows * columns:
            self._pixels = np.empty(rows * columns, np.uint32)
        pixels = self._pixels[: rows * (last - first)].reshape(rows, last - first)
        shades = np.array([0, color.rgba()], np.uint32)
        np.take(shades, self._covered[:, first:last], out=pixels, mode="clip")
        picture = QImage(
            pixels.data, last - first, rows, pixels.strides[0],
            QImage.Format.Format_ARGB32_Premultiplied,
        )  # fmt: skip
        at = QPointF(area.left() + first / ratio, area.top())
        painter.drawImage(QRectF(at, QSizeF((last - first) / ratio, rows / ratio)), picture)


def _bars(sound: Sound, axis: Axis, content: Content, height: float) -> np.ndarray:
    """Bars that stand at the same places of the narration however far it is scrolled: rows of
    number and half height."""
    first = axis.scroll // PITCH
    count = axis.width // PITCH + 2
    step = PITCH * axis.step
    values, there = _values(sound, axis, content, first * step, step, count)
    loudness = np.abs(values.astype(np.float64)).max(axis=0) / FULL
    reach = np.maximum(loudness**_LIFT * (height / 2 - 1), _THINNEST)
    return np.stack((np.arange(first, first + count), reach), axis=1)[there]


def _outline(
    sound: Sound, axis: Axis, content: Content, rows: int, columns: int, ratio: float
) -> np.ndarray:
    step = axis.step / ratio
    values, there = _values(sound, axis, content, axis.scroll * axis.step, step, columns)
    scaled = values.astype(np.float32) / FULL
    half, thin = rows / 2, _THINNEST * ratio
    ends = half - np.sign(scaled) * np.abs(scaled) ** _LIFT * (half - 1)
    top = np.rint(np.minimum(ends[1], half - thin)).astype(np.int16)
    bottom = np.rint(np.maximum(ends[0], half + thin)).astype(np.int16) * there
    row = np.arange(rows, dtype=np.int16)[:, None]
    return ((row >= top) & (row < bottom)).view(np.uint8)


def _values(
    sound: Sound, axis: Axis, content: Content, start: float, step: float, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """Least and greatest values of ``count`` stretches, and where there is any sound."""
    clips = content.clips_within(int(start), int(start + step * count))
    if step >= OVERVIEW and len(clips) > FEW:
        seen = sound.overview()
        values = seen.columns(start, step, count) if seen else np.zeros((2, count), np.int16)
        return values, (values != 0).any(axis=0)
    values = np.zeros((2, count), np.int16)
    there = np.zeros(count, bool)
    for clip in clips:
        sentence = content.sentences.nearest(clip.start + clip.samples / 2)
        if not clip.key or sentence is None or not content.has_take(sentence):
            continue
        peaks = sound.peaks(clip.key, step)
        if peaks is None:
            continue
        a = max(0, int((clip.start - start) / step + 0.5))
        b = min(count, int((clip.start + clip.samples - start) / step + 0.5))
        if a < b:
            at = start + a * step - clip.start + clip.offset
            values[:, a:b] = peaks.columns(at, step, b - a)
            there[a:b] = True
    return values, there
