"""The picture of the sound: bars from afar, the very outline from close by.

Kept is how much of each pixel is covered; colours are put in when it is painted, so that the part
that was played can grow by a pixel at a time.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
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
        self._covered = np.zeros((0, 0), np.uint8)  # rows, columns: 0 to 255
        self._ratio = 1.0
        self._pixels = np.zeros((0, 0), np.uint32)

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
        self._prepare(axis, content, round(area.height()), ratio)
        rows, columns = self._covered.shape
        first = max(0, int(part[0] * ratio))
        last = min(columns, int(np.ceil(part[1] * ratio)))
        if first >= last or not rows:
            return
        played = min(max(round(axis.x(playhead) * ratio), first), last)
        for begin, end, color in ((first, played, colors[1]), (played, last, colors[0])):
            if begin < end:
                at = QPointF(area.left() + begin / ratio, area.top())
                size = QSizeF((end - begin) / ratio, rows / ratio)
                painter.drawImage(QRectF(at, size), self._picture(begin, end, color))

    def _picture(self, begin: int, end: int, color: QColor) -> QImage:
        pixels = np.take(_shades(color), self._covered[:, begin:end], mode="clip")
        picture = QImage(
            pixels.data, end - begin, len(pixels), pixels.strides[0],
            QImage.Format.Format_ARGB32_Premultiplied,
        )  # fmt: skip
        self._pixels = pixels  # which the picture does not own
        return picture

    def _prepare(self, axis: Axis, content: Content, height: int, ratio: float) -> None:
        state = (axis, height, ratio, self._sound.version)
        same = self._timeline is content.timeline and self._states is content.states
        if same and self._state == state:
            return
        self._state, self._timeline, self._states = state, content.timeline, content.states
        rows, columns = round(height * ratio), round(axis.width * ratio)
        if axis.speed < OUTLINE:
            self._covered = _bars(self._sound, axis, content, rows, columns, ratio)
        else:
            self._covered = _outline(self._sound, axis, content, rows, columns, ratio)


def _shades(color: QColor) -> np.ndarray:
    """A colour at each of 256 strengths, as premultiplied ARGB."""
    strength = np.arange(256, dtype=np.uint32)
    parts = [(value * strength // 255) for value in (color.red(), color.green(), color.blue())]
    return (strength << 24) | (parts[0] << 16) | (parts[1] << 8) | parts[2]


def _bars(
    sound: Sound, axis: Axis, content: Content, rows: int, columns: int, ratio: float
) -> np.ndarray:
    """Bars that stand at the same places of the narration however far it is scrolled."""
    first = axis.scroll // PITCH
    count = axis.width // PITCH + 2
    values, there = _values(
        sound, axis, content, first * PITCH * axis.step, PITCH * axis.step, count
    )
    heights = np.abs(values.astype(np.float32)).max(axis=0) / FULL
    reach = np.maximum(heights**_LIFT * (rows / 2 - 1), _THINNEST * ratio) * there
    away = np.abs(np.arange(rows, dtype=np.float32) - (rows - 1) / 2)
    strength = np.clip(reach[None, :] - away[:, None] + 0.5, 0, 1) * there
    bars = (strength * 255).astype(np.uint8)
    pixels = np.arange(columns) / ratio + axis.scroll
    number = (pixels // PITCH).astype(np.int64) - first
    covered = bars[:, np.clip(number, 0, count - 1)]
    covered[:, pixels % PITCH >= BAR] = 0
    return covered


def _outline(
    sound: Sound, axis: Axis, content: Content, rows: int, columns: int, ratio: float
) -> np.ndarray:
    step = axis.step / ratio
    values, there = _values(sound, axis, content, axis.scroll * axis.step, step, columns)
    scaled = values.astype(np.float32) / FULL
    half = rows / 2
    ends = half - np.sign(scaled) * np.abs(scaled) ** _LIFT * (half - 1)
    top = np.minimum(ends[1], half - _THINNEST * ratio)
    bottom = np.maximum(ends[0], half + _THINNEST * ratio)
    row = np.arange(rows, dtype=np.float32)[:, None] + 0.5
    strength = np.minimum(row - top + 0.5, bottom - row + 0.5)
    return (np.clip(strength, 0, 1) * there * 255).astype(np.uint8)


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
