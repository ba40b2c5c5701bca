"""How the lanes look. Only what can be seen is painted, and less of it the further away it is."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
)

from studio.document import SAMPLE_RATE
from ui.theme import Theme
from ui.timeline import wording
from ui.timeline.axis import Axis, clock, ticks
from ui.timeline.content import NOTHING, Content, Edge, Lanes, Spans
from ui.timeline.lettering import Lettering
from ui.timeline.sound import Sound
from ui.timeline.waveform import Waveform

STRIP = 4.0  # pixels; lanes whose things are narrower on average are painted as one strip
PLAIN = 14.0  # pixels; up to there they are boxes without corners and text
WORD_RADIUS, CUE_RADIUS, BOX_RADIUS = 4, 6, 7
PADDING, TIGHT = 6, 2  # pixels beside a text, in captions and in words
AIR = 40  # pixels between two times on the ruler, at least
HEAD = 6  # pixels to either side of the playhead's top

_CENTER = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Guide:
    """Where a drag is: ``caught`` if something holds it there."""

    sample: int
    caught: bool = False


@dataclass(eq=False)
class Scene:
    """All that is to be seen. Samples, and indices of words; ``selected`` is a range of samples."""

    axis: Axis = field(default_factory=Axis)
    content: Content = NOTHING
    lanes: Lanes = field(default_factory=lambda: Lanes.within(230, 72, 14))
    playhead: int = 0
    spoken: int | None = None
    focus: int | None = None
    edge: Edge | None = None
    selected: tuple[int, int] | None = None
    guide: Guide | None = None
    has_keyboard: bool = False


class LanePainter:
    def __init__(self, theme: Theme, sound: Sound) -> None:
        self._theme = theme
        self._waveform = Waveform(sound)
        self.refresh()

    def refresh(self) -> None:
        """The theme is another one."""
        self._letters = Lettering(self._theme.font("label"))

    @property
    def line_height(self) -> int:
        return int(np.ceil(self._letters.metrics.height()))

    def names_width(self) -> int:
        """Pixels that the names of the lanes take, with the space around them."""
        widest = max(self._letters.metrics.horizontalAdvance(name) for name in self._names())
        return int(np.ceil(widest)) + 24

    def _names(self) -> tuple[str, str, str]:
        return wording.tr("Sound"), wording.tr("Words"), wording.tr("Captions")

    def paint(self, painter: QPainter, part: QRectF, scene: Scene) -> None:
        """``part`` of the widget."""
        painter.setFont(self._letters.font)
        painter.fillRect(part, self._color("background"))
        lanes = scene.lanes
        if part.left() < lanes.left:
            self._paint_names(painter, lanes)
            part = part.adjusted(lanes.left - part.left(), 0, 0, 0)
        if part.width() <= 0:
            return
        painter.save()
        painter.setClipRect(part)
        painter.translate(lanes.left, 0)
        self._paint_lanes(painter, part.left() - lanes.left, part.right() - lanes.left, scene)
        if scene.content.duration and scene.axis.x(scene.playhead) > -1:
            painter.setClipRect(part.adjusted(-HEAD, 0, 0, 0).translated(-lanes.left, 0))
            self._paint_playhead(painter, scene)
        painter.restore()

    def _paint_lanes(self, painter: QPainter, left: float, right: float, scene: Scene) -> None:
        axis, content = scene.axis, scene.content
        seen = axis.sample(left - HEAD), axis.sample(right + HEAD)
        self._paint_ruler(painter, left, right, scene)
        if not content.duration:
            self._paint_nothing(painter, scene)
            return
        self._paint_selection(painter, scene)
        area = QRectF(0, scene.lanes.sound[0], axis.width, _height(scene.lanes.sound))
        colors = self._color("waveform"), self._color("waveform_played")
        self._waveform.paint(
            painter, area, (max(0.0, left), right), axis, content, scene.playhead, colors
        )
        self._paint_pauses(painter, seen, scene)
        self._paint_unrendered(painter, seen, scene)
        self._paint_words(painter, seen, (left, right), scene)
        self._paint_captions(painter, seen, (left, right), scene)
        self._paint_guide(painter, scene)

    def _color(self, role: str) -> QColor:
        return self._theme.color(role)

    def _paint_names(self, painter: QPainter, lanes: Lanes) -> None:
        painter.setPen(self._color("dim"))
        for name, lane in zip(
            self._names(), (lanes.sound, lanes.words, lanes.captions), strict=True
        ):
            box = QRectF(12, lane[0], lanes.left - 12, _height(lane))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    def _paint_nothing(self, painter: QPainter, scene: Scene) -> None:
        painter.setPen(self._color("dim"))
        box = QRectF(0, scene.lanes.sound[0], scene.axis.width, scene.lanes.captions[1])
        painter.drawText(box, _CENTER, wording.tr("What you write is seen here, word by word."))

    # ── ruler, playhead, guide ──────────────────────────────────────────────────────────────────

    def _paint_ruler(self, painter: QPainter, left: float, right: float, scene: Scene) -> None:
        axis, (top, bottom) = scene.axis, scene.lanes.ruler
        room = self._letters.metrics.horizontalAdvance("00:00:00.0") + AIR
        marks = ticks(axis.speed, room)
        spacing = marks.step / marks.marks
        first = max(0, int((left - room + axis.scroll) / axis.speed / spacing))
        last = int((right + axis.scroll) / axis.speed / spacing) + 1
        short, labelled = [], []
        for number in range(first, last + 1):
            x = round(number * spacing * axis.speed - axis.scroll)
            if number % marks.marks:
                short.append(QRectF(x, bottom - 4, 1, 3))
            else:
                labelled.append((x, clock(number * spacing, marks.decimals)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("line"))
        painter.drawRects(short)
        painter.setBrush(self._color("faint"))
        painter.drawRects([QRectF(x, bottom - 8, 1, 7) for x, _ in labelled])
        painter.setPen(self._color("dim"))
        for x, label in labelled:
            self._letters.draw(
                painter, QRectF(x + 4, top, room, bottom - top - 4), label, center=False
            )

    def _paint_playhead(self, painter: QPainter, scene: Scene) -> None:
        x = round(scene.axis.x(scene.playhead))
        top, bottom = scene.lanes.ruler[1] - HEAD - 4, scene.lanes.captions[1] + 4
        color = self._color("error")
        painter.fillRect(QRectF(x - 0.5, top, 1.5, bottom - top), color)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        corners = (x - HEAD, top), (x + HEAD, top), (x, top + HEAD + 3)
        painter.drawPolygon(QPolygonF([QPointF(a + 0.25, b) for a, b in corners]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_guide(self, painter: QPainter, scene: Scene) -> None:
        """Where a drag is, with the time there."""
        if scene.guide is None:
            return
        x = round(scene.axis.x(scene.guide.sample)) + 0.5
        style = Qt.PenStyle.SolidLine if scene.guide.caught else Qt.PenStyle.DashLine
        painter.setPen(QPen(self._color("accent"), 1, style))
        top, bottom = scene.lanes.ruler[1], scene.lanes.captions[1] + 4
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        label = clock(scene.guide.sample / SAMPLE_RATE, 2)
        width = self._letters.metrics.horizontalAdvance(label) + 12
        at = min(max(x - width / 2, 0.0), scene.axis.width - width)
        box = QRectF(at, 2, width, scene.lanes.ruler[1] - 6)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("accent"))
        painter.drawRoundedRect(box, WORD_RADIUS, WORD_RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(self._color("on_accent"))
        painter.drawText(box, _CENTER, label)

    def _paint_selection(self, painter: QPainter, scene: Scene) -> None:
        if scene.selected is None:
            return
        left, right = (round(scene.axis.x(sample)) for sample in scene.selected)
        top, bottom = scene.lanes.ruler[1], scene.lanes.captions[1] + 4
        painter.fillRect(
            QRectF(left, top, right - left, bottom - top), self._color("behind_accent")
        )
        for x in (left, right - 1):
            painter.fillRect(QRectF(x, top, 1, bottom - top), self._color("accent"))

    # ── sound ───────────────────────────────────────────────────────────────────────────────────

    def _paint_pauses(self, painter: QPainter, seen: tuple[int, int], scene: Scene) -> None:
        axis, (top, bottom) = scene.axis, scene.lanes.sound
        painter.setPen(self._color("dim"))
        for clip in scene.content.clips_within(*seen):
            if clip.key is not None:
                continue
            label = "‖ " + wording.length(clip.samples)
            left, right = axis.x(clip.start), axis.x(clip.start + clip.samples)
            if right - left >= self._letters.metrics.horizontalAdvance(label) + 8:
                self._letters.draw(painter, QRectF(left, top, right - left, bottom - top), label)

    def _paint_unrendered(self, painter: QPainter, seen: tuple[int, int], scene: Scene) -> None:
        """A box for each sentence whose sound is not there yet."""
        axis, content, lane = scene.axis, scene.content, scene.lanes.sound
        boxes = []
        for index in content.sentences.within(*seen):
            if not content.has_take(index):
                left = axis.x(int(content.sentences.starts[index]))
                right = axis.x(int(content.sentences.ends[index]))
                boxes.append((left, right, content.state(index)))
        middle, height = (lane[0] + lane[1]) / 2, min(_height(lane), 36.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for left, right, state in boxes:
            box = QRectF(left + 1.5, middle - height / 2, right - left - 3, height)
            if box.width() < PLAIN:
                continue
            role = {"rendering": "accent", "failed": "error"}.get(state, "faint")
            self._draw_dashed(painter, box, role, BOX_RADIUS)
            painter.setPen(self._color(role if state == "failed" else "dim"))
            visible = box.intersected(QRectF(0, box.top(), axis.width, height))
            self._letters.draw_fitted(painter, visible, wording.sentence_state(state), PADDING)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        narrow = [
            QRectF(left, middle - height / 2, max(1.0, right - left), height)
            for left, right, _ in boxes
            if right - left - 3 < PLAIN
        ]
        if narrow:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(self._color("faint"), Qt.BrushStyle.BDiagPattern))
            painter.drawRects(narrow)

    def _draw_dashed(self, painter: QPainter, box: QRectF, role: str, radius: float) -> None:
        painter.setPen(QPen(self._color(role), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)

    # ── words ───────────────────────────────────────────────────────────────────────────────────

    def _paint_words(
        self, painter: QPainter, seen: tuple[int, int], part: tuple[float, float], scene: Scene
    ) -> None:
        content, lane = scene.content, scene.lanes.words
        words = content.words.within(*seen)
        if not words:
            return
        width = _usual_width(content.words, scene.axis)
        if width < STRIP:
            self._paint_strip(painter, content.words, part, scene.axis, lane, "line")
        elif width < PLAIN:
            self._paint_plain_words(painter, words, scene)
        else:
            self._paint_chips(painter, words, scene)
        if scene.focus is not None and scene.focus in words:
            self._paint_focus(painter, scene)

    def _paint_plain_words(self, painter: QPainter, words: range, scene: Scene) -> None:
        content, lane = scene.content, scene.lanes.words
        boxes = dict(zip(words, _boxes(scene.axis, content.words, words, lane, 0.5), strict=True))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("line"))
        painter.drawRects([box for i, box in boxes.items() if not content.estimated[i]])
        painter.setBrush(QBrush(self._color("line"), Qt.BrushStyle.Dense5Pattern))
        painter.drawRects([box for i, box in boxes.items() if content.estimated[i]])
        if scene.spoken is not None and scene.spoken in boxes:
            painter.setBrush(self._color("accent"))
            painter.drawRect(boxes[scene.spoken])

    def _paint_chips(self, painter: QPainter, words: range, scene: Scene) -> None:
        content = scene.content
        chip, text, dim = self._color("word"), self._color("text"), self._color("dim")
        outline = QPen(self._color("line"), 1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = _boxes(scene.axis, content.words, words, scene.lanes.words, 1)
        window = QRectF(0, 0, scene.axis.width, scene.lanes.captions[1])
        for i, box in zip(words, boxes, strict=True):
            estimated = bool(content.estimated[i])
            if i == scene.spoken:
                painter.setPen(QPen(self._color("accent"), 1))
                painter.setBrush(self._color("word_spoken"))
                painter.drawRoundedRect(
                    box.adjusted(0.5, 0.5, -0.5, -0.5), WORD_RADIUS, WORD_RADIUS
                )
            elif estimated:
                self._draw_estimated(painter, box)
            else:
                painter.setPen(outline)
                painter.setBrush(chip)
                painter.drawRoundedRect(
                    box.adjusted(0.5, 0.5, -0.5, -0.5), WORD_RADIUS, WORD_RADIUS
                )
            painter.setPen(dim if estimated and i != scene.spoken else text)
            visible = box.intersected(window)
            self._letters.draw_fitted(painter, visible, content.word(i).text, TIGHT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _draw_estimated(self, painter: QPainter, box: QRectF) -> None:
        """Hatched, as nobody has spoken it yet, or a relay that did not say when."""
        painter.setPen(QPen(self._color("line"), 1))
        painter.setBrush(QBrush(self._color("line"), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), WORD_RADIUS, WORD_RADIUS)

    def _paint_focus(self, painter: QPainter, scene: Scene) -> None:
        assert scene.focus is not None
        only = range(scene.focus, scene.focus + 1)
        box = _boxes(scene.axis, scene.content.words, only, scene.lanes.words, 0)[0]
        box = box.adjusted(0, -1.5, 0, 1.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self._color("accent" if scene.has_keyboard else "dim")
        painter.setPen(QPen(color, 2 if scene.has_keyboard else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, WORD_RADIUS + 1, WORD_RADIUS + 1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if scene.edge is not None:
            x = box.left() if scene.edge == "start" else box.right()
            painter.fillRect(QRectF(x - 2, box.top() - 3, 4, box.height() + 6), color)

    # ── captions ────────────────────────────────────────────────────────────────────────────────

    def _paint_captions(
        self, painter: QPainter, seen: tuple[int, int], part: tuple[float, float], scene: Scene
    ) -> None:
        content, lane = scene.content, scene.lanes.captions
        captions = content.captions.within(*seen)
        if not captions:
            return
        width = _usual_width(content.captions, scene.axis)
        if width < STRIP:
            self._paint_strip(painter, content.captions, part, scene.axis, lane, "cue_outline")
        elif width < PLAIN:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._color("cue_outline"))
            painter.drawRects(_boxes(scene.axis, content.captions, captions, lane, 0.5))
        else:
            self._paint_cues(painter, captions, scene)
        self._paint_findings(painter, captions, scene, small=width < PLAIN)

    def _paint_cues(self, painter: QPainter, captions: range, scene: Scene) -> None:
        content = scene.content
        cue, outline, text = self._color("cue"), self._color("cue_outline"), self._color("text")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = _boxes(scene.axis, content.captions, captions, scene.lanes.captions, 1)
        window = QRectF(0, 0, scene.axis.width, scene.lanes.captions[1])
        pen = QPen(outline, 1)
        painter.setBrush(cue)
        for i, box in zip(captions, boxes, strict=True):
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), CUE_RADIUS, CUE_RADIUS)
            painter.setPen(text)
            visible = box.intersected(window)
            self._letters.draw_fitted(
                painter, visible, content.cues[i].text.replace("\n", " "), PADDING
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_findings(
        self, painter: QPainter, captions: range, scene: Scene, *, small: bool
    ) -> None:
        """A dot on each caption that something is to be said about; from afar a stroke above."""
        content, axis, top = scene.content, scene.axis, scene.lanes.captions[0]
        troubled = [i for i in captions if i in content.found]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("warning"))
        if small:
            lefts = (axis.x(int(content.captions.starts[i])) for i in troubled)
            painter.drawRects([QRectF(x, top - 6, 2, 4) for x in lefts])
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for i in troubled:
            x = axis.x(int(content.captions.ends[i])) - 8
            painter.drawEllipse(
                QPointF(max(x, axis.x(int(content.captions.starts[i])) + 6), top + 7), 4, 4
            )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # ── what lanes share ────────────────────────────────────────────────────────────────────────

    def _paint_strip(
        self,
        painter: QPainter,
        spans: Spans,
        part: tuple[float, float],
        axis: Axis,
        lane: tuple[int, int],
        role: str,
    ) -> None:
        """Each column as strong as much of it is covered."""
        first, last = max(0, int(part[0])), min(axis.width, int(np.ceil(part[1])))
        if first >= last:
            return
        edges = (np.arange(first, last + 1) + axis.scroll) * axis.step
        strength = (spans.coverage(edges) * 255).clip(0, 255).astype(np.uint32)
        color = self._color(role)
        parts = [value * strength // 255 for value in (color.red(), color.green(), color.blue())]
        pixels = (strength << 24) | (parts[0] << 16) | (parts[1] << 8) | parts[2]
        row = np.ascontiguousarray(pixels, np.uint32)
        picture = QImage(
            row.data, len(row), 1, row.nbytes, QImage.Format.Format_ARGB32_Premultiplied
        )
        painter.drawImage(QRectF(first, lane[0], last - first, _height(lane)), picture)

    def minimum(self) -> QSize:
        line = self.line_height
        return QSize(self.names_width() + 160, 4 * line + 110)


def _height(lane: tuple[int, int]) -> int:
    return lane[1] - lane[0]


def _boxes(
    axis: Axis, spans: Spans, seen: range, lane: tuple[int, int], inset: float
) -> list[QRectF]:
    """Where things of a lane are, each at least one pixel wide."""
    own = slice(seen.start, seen.stop)
    lefts = spans.starts[own] / axis.step - axis.scroll + inset
    widths = (spans.ends[own] - spans.starts[own]) / axis.step - 2 * inset
    top, height = lane[0], _height(lane)
    return [
        QRectF(left, top, width, height)
        for left, width in zip(lefts.tolist(), np.maximum(widths, 1.0).tolist(), strict=True)
    ]


def _usual_width(spans: Spans, axis: Axis) -> float:
    """Pixels that things in a lane take on average, with the gaps between them: of all, so that
    the look depends on the zoom alone."""
    return int(spans.ends[-1] - spans.starts[0]) / axis.step / len(spans)
