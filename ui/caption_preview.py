"""The caption of the moment as viewers see it: over a picture, word by word."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from studio.cues import Cue, Profile, line_words
from studio.timeline import PlacedWord
from ui.parts import RADIUS, Segments, draw_icon_in, ranked
from ui.session import Session
from ui.theme import Theme

WIDE, TALL = "16:9", "9:16"
LOW = 230  # pixels
_SHAPES = {WIDE: (16, 9), TALL: (9, 16)}
_TITLE_SAFE = 0.9  # share of the picture that every screen shows
_LINE = 1.28  # line height in letter heights
# Where the last line ends, as a share of the height: above the buttons of apps for tall videos.
_BOTTOM = {WIDE: 0.93, TALL: 0.74}
# A letter is at most this share of the picture's height (the shorter side for tall ones).
_LETTER = {WIDE: 0.068, TALL: 0.085}

# The picture stands for somebody's video, so its colours are not those of the theme.
_SKY, _GROUND = QColor("#5d6878"), QColor("#2c313b")
_SPOKEN, _COMING, _NOW = QColor("#ffffff"), QColor("#d3d8e0"), QColor("#ffd75e")
_BOX = QColor(10, 12, 16, 165)


class CaptionPreview(QWidget):
    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shape_is_chosen = False
        self.setAccessibleName(self.tr("Preview of the captions"))
        self._shape = Segments(((WIDE, WIDE), (TALL, TALL)), self.tr("Picture"))
        self._what = ranked("", "small")
        self._picture = Picture(theme)
        self._controls = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._controls.setSpacing(8)
        self._controls.addWidget(self._shape)
        self._controls.addWidget(self._what)
        self._controls.addStretch(1)
        self._page = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._page.setContentsMargins(12, 12, 12, 12)
        self._page.setSpacing(8)
        self._page.addLayout(self._controls)
        self._page.addWidget(self._picture, 1)
        self._shape.chosen.connect(self._shape_chosen)
        session.timeline_changed.connect(self.refresh)
        session.changed.connect(self._profile_changed)
        session.tick.connect(self.refresh)
        self._profile_changed()
        self.refresh()

    @property
    def picture(self) -> Picture:
        return self._picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little height, the controls stand beside the picture."""
        super().resizeEvent(event)
        low = self.height() < LOW
        side = QBoxLayout.Direction.RightToLeft if low else QBoxLayout.Direction.TopToBottom
        if side != self._page.direction():
            self._page.setDirection(side)
            across = QBoxLayout.Direction.LeftToRight
            self._controls.setDirection(QBoxLayout.Direction.TopToBottom if low else across)

    def _shape_chosen(self, shape: str) -> None:
        self._shape_is_chosen = True
        self._picture.set_shape(shape)

    @Slot()
    def _profile_changed(self) -> None:
        """Shorts are tall, everything else wide, until the user chooses."""
        profile = self._session.profile
        if not self._shape_is_chosen:
            shape = TALL if profile.name == "shorts" else WIDE
            self._shape.choose(shape)
            self._picture.set_shape(shape)
        lines = (
            self.tr("1 line")
            if profile.lines == 1
            else self.tr("%1 lines").replace("%1", str(profile.lines))
        )
        self._what.setText(
            self.tr("%1 of %2 characters")
            .replace("%1", lines)
            .replace("%2", str(profile.characters))
        )
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show the caption of this moment."""
        session = self._session
        now = session.cue_now
        cue = session.cues[now] if now is not None else None
        word = session.word_now
        if word is None and cue is not None:
            word = self._word_before(cue)
        self._picture.show_cue(
            Shown(cue, session.timeline.words, word, session.profile, not session.cues)
        )

    def _word_before(self, cue: Cue) -> int | None:
        """Between two words, the one that was heard last; all after the last word."""
        at = self._session.position
        started = [i for i in range(*cue.words) if self._session.timeline.words[i].start <= at]
        if not started:
            return None
        last = started[-1]
        heard_out = self._session.timeline.words[last].end <= at
        return last + 1 if heard_out and last + 1 == cue.words[1] else last


@dataclass(frozen=True, slots=True)
class Shown:
    """``word``: the word that is heard, an index like those of the cue (past its last word when
    all of it was heard, None before its first)."""

    cue: Cue | None
    words: tuple[PlacedWord, ...]
    word: int | None
    profile: Profile
    is_empty: bool = False

    def same_picture(self, other: Shown) -> bool:
        return (self.cue, self.word, self.profile, self.is_empty) == (
            other.cue,
            other.word,
            other.profile,
            other.is_empty,
        )


class Picture(QWidget):
    """A frame of a video with a caption on it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shape = WIDE
        self._shown: Shown | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(128, 84)
        theme.changed.connect(self.update)

    @property
    def shape(self) -> str:
        return self._shape

    @property
    def shown(self) -> Shown | None:
        return self._shown

    def set_shape(self, shape: str) -> None:
        if shape != self._shape:
            self._shape = shape
            self.updateGeometry()
            self.update()

    def show_cue(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        if before is None or not before.same_picture(shown):
            text = shown.cue.text if shown.cue is not None else ""
            self.setAccessibleName(text or self.tr("No caption at this moment"))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(288, 162)

    # ── where things are ────────────────────────────────────────────────────────────────────────

    def frame(self) -> QRectF:
        """The picture: as large as fits."""
        across, down = _SHAPES[self._shape]
        scale = min(self.width() / across, self.height() / down)
        size = (across * scale, down * scale)
        return QRectF((self.width() - size[0]) / 2, (self.height() - size[1]) / 2, *size)

    def letter_font(self, profile: Profile) -> QFont:
        """So large that a full line of the profile fits on every screen, and not larger than
        captions are."""
        frame = self.frame()
        font = self._theme.font("interface", 600)
        font.setPixelSize(100)
        sample = "Nobody here would call it beautiful, but as"  # of usual width, letter by letter
        letter = QFontMetricsF(font).horizontalAdvance(sample) / len(sample) / 100
        fitting = frame.width() * _TITLE_SAFE / (profile.characters * letter)
        largest = min(frame.width(), frame.height()) * _LETTER[self._shape]
        font.setPixelSize(max(5, int(min(fitting, largest))))
        return font

    def lines(self) -> list[list[tuple[str, int | None]]]:
        """What each line is made of: a text, and the index of the word that it shows. Lines that
        show something else than their words are one text each."""
        shown = self._shown
        if shown is None or shown.cue is None:
            return []
        spans = line_words(shown.cue, shown.words)
        if spans is None:
            return [[(line, None)] for line in shown.cue.lines]
        return [
            _pieces(line, shown.words, span)
            for line, span in zip(shown.cue.lines, spans, strict=True)
        ]

    # ── painting ────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self.frame()
        path = QPainterPath()
        path.addRoundedRect(frame, RADIUS, RADIUS)
        painter.setClipPath(path)
        self._backdrop(painter, frame)
        shown = self._shown
        if shown is None:
            return
        if shown.is_empty:
            self._nothing_yet(painter, frame)
        elif shown.cue is not None:
            self._caption(painter, frame, shown)

    @staticmethod
    def _backdrop(painter: QPainter, frame: QRectF) -> None:
        """Something like a picture out of focus: light above, a horizon, dark below."""
        gradient = QLinearGradient(frame.topLeft(), frame.bottomLeft())
        gradient.setColorAt(0.0, _SKY)
        gradient.setColorAt(0.55, QColor("#7b8494"))
        gradient.setColorAt(0.62, QColor("#454c59"))
        gradient.setColorAt(1.0, _GROUND)
        painter.fillRect(frame, gradient)

    def _nothing_yet(self, painter: QPainter, frame: QRectF) -> None:
        icon = QRectF(frame.center().x() - 14, frame.center().y() - 34, 28, 28)
        draw_icon_in(painter, self._theme, icon, "captions", "on_accent", 28)
        painter.setPen(_SPOKEN)
        painter.setFont(self._theme.font("interface"))
        below = frame.adjusted(12, frame.height() / 2, -12, 0)
        flags = int(Qt.AlignmentFlag.AlignHCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(below, flags, self.tr("Captions are shown here once there is a script."))

    def _caption(self, painter: QPainter, frame: QRectF, shown: Shown) -> None:
        font = self.letter_font(shown.profile)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        height = font.pixelSize() * _LINE
        lines = self.lines()
        top = frame.top() + frame.height() * _BOTTOM[self._shape] - height * len(lines)
        for i, pieces in enumerate(lines):
            width = sum(metrics.horizontalAdvance(text) for text, _ in pieces)
            left = frame.center().x() - width / 2
            box = QRectF(left, top + i * height, width, height)
            self._line_box(painter, box, font.pixelSize())
            baseline = box.top() + (height + metrics.ascent() - metrics.descent()) / 2
            for text, word in pieces:
                painter.setPen(_color(word, shown.word))
                painter.drawText(QPointF(left, baseline), text)
                width = metrics.horizontalAdvance(text)
                if word is not None and word == shown.word:
                    self._underline(painter, QPointF(left, baseline), text, width)
                left += width

    @staticmethod
    def _underline(painter: QPainter, at: QPointF, text: str, width: float) -> None:
        """The word of the moment, for who cannot tell its colour."""
        blank = painter.fontMetrics().horizontalAdvance(text[: len(text) - len(text.lstrip())])
        letter = painter.font().pixelSize()
        thick = max(1.0, letter / 12)
        line = QRectF(at.x() + blank, at.y() + letter * 0.12, width - blank, thick)
        painter.fillRect(line, _NOW)

    @staticmethod
    def _line_box(painter: QPainter, line: QRectF, letter: int) -> None:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_BOX)
        side = letter * 0.4
        painter.drawRect(line.adjusted(-side, 0, side, 0))
        painter.restore()


def _pieces(
    line: str, words: tuple[PlacedWord, ...], span: tuple[int, int]
) -> list[tuple[str, int | None]]:
    """A line cut before each of its words; a blank belongs to the word after it."""
    pieces: list[tuple[str, int | None]] = []
    at = 0
    for i in range(*span):
        end = line.index(words[i].text, at) + len(words[i].text)
        pieces.append((line[at:end], i))
        at = end
    return pieces


def _color(word: int | None, now: int | None) -> QColor:
    """Of a word, when another is heard: what was said, what is being said, what is to come."""
    if word is None or now is None:
        return _SPOKEN if word is None else _COMING
    return _NOW if word == now else _SPOKEN if word < now else _COMING
