"""Playing: previous, play with the clock, next, loop, and how it sounds."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from studio.document import SAMPLE_RATE
from studio.player import State
from ui.actions import Actions, is_playing
from ui.menus import SoundMenu
from ui.output import OutputChoice
from ui.parts import RADIUS, draw_focus, draw_icon_in
from ui.session import NARRATION, Session
from ui.style_sheet import mixed
from ui.theme import Theme

ICON = QSize(18, 18)


def clock(samples: int) -> str:
    """A time as m:ss.t, from an hour on as h:mm:ss.t; tenths are cut, not rounded."""
    tenths = max(samples, 0) * 10 // SAMPLE_RATE
    minutes, tenths = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{tenths // 10:02}.{tenths % 10}"
    return f"{hours}:{minutes:02}:{seconds}" if hours else f"{minutes}:{seconds}"


def beside_icon(text: str) -> str:
    """A tool button's text with room between it and the icon, which style sheets cannot give."""
    return "\N{FIGURE SPACE}" + text


class PlayButton(QAbstractButton):
    """Play or pause, with where the playhead is and how long the whole is."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon, self._now, self._whole = "play-filled", clock(0), clock(0)
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def show_state(self, icon: str, now: str, whole: str) -> None:
        if (icon, now, whole) == (self._icon, self._now, self._whole):
            return
        if len(now) + len(whole) != len(self._now) + len(self._whole):
            self.updateGeometry()
        self._icon, self._now, self._whole = icon, now, whole
        self.update()

    @property
    def shown(self) -> str:
        return f"{self._now} / {self._whole}"

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._theme.font("interface", 500, tabular=True))
        # As wide as the last moment needs, so that nothing moves while it plays.
        widest = metrics.horizontalAdvance(f"{self._whole} / {self._whole}")
        return QSize(round(widest) + 50, 34)

    minimumSizeHint = sizeHint

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The ring is for who came here by key; the window begins here without one."""
        reason = Qt.FocusReason
        if event.reason() in (reason.TabFocusReason, reason.BacktabFocusReason):
            self._ring = True
        elif event.reason() in (reason.OtherFocusReason, reason.MouseFocusReason):
            self._ring = False
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        fill = theme.color("raised")
        if self.isEnabled() and (self.isDown() or self.underMouse()):
            share = 0.14 if self.isDown() else 0.07
            fill.setNamedColor(mixed(fill.name(), theme.color("text").name(), share))
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        if self.hasFocus() and self._ring:
            draw_focus(painter, box, theme.color("accent"), RADIUS)
        role = "text" if self.isEnabled() else "faint"
        draw_icon_in(painter, theme, QRectF(8, 0, 24, self.height()), self._icon, role, 16)
        self._draw_clock(painter, role)

    def _draw_clock(self, painter: QPainter, role: str) -> None:
        font = self._theme.font("interface", 500, tabular=True)
        painter.setFont(font)
        left = QRectF(38, 0, self.width() - 44, self.height())
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(self._theme.color(role))
        painter.drawText(left, middle, self._now)
        left.adjust(QFontMetricsF(font).horizontalAdvance(self._now + " "), 0, 0, 0)
        painter.setPen(self._theme.color("dim" if self.isEnabled() else "faint"))
        painter.drawText(left, middle, f"/ {self._whole}")


class Transport(QWidget):
    def __init__(
        self,
        session: Session,
        theme: Theme,
        actions: Actions,
        output: OutputChoice,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._theme, self._actions = session, theme, actions
        self.setAccessibleName(self.tr("Playing"))
        self.previous = self._button("previous", "skip-back-filled")
        self.play = PlayButton(theme, self)
        self.play.clicked.connect(session.toggle)
        self.next = self._button("next", "skip-forward-filled")
        self.loop = self._button("loop", "repeat")
        self.loop.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.sound = QToolButton(self)
        self.sound.setProperty("kind", "flat")
        self.sound.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.sound.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.sound.setMenu(SoundMenu(session, output, self.sound))
        self.sound.setIconSize(ICON)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        for button in (self.previous, self.play, self.next, self.loop, self.sound):
            row.addWidget(button)
        session.tick.connect(self.refresh)
        session.timeline_changed.connect(self.refresh)
        theme.changed.connect(self._dress)
        self._dress()
        self.refresh()

    def set_compact(self, compact: bool) -> None:
        """Without words where an icon will do."""
        style = Qt.ToolButtonStyle
        self.loop.setToolButtonStyle(
            style.ToolButtonIconOnly if compact else style.ToolButtonTextBesideIcon
        )

    def _button(self, action: str, icon: str) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "flat")
        button.setProperty("icon_name", icon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setIconSize(ICON)
        source = self._actions[action]
        button.setCheckable(source.isCheckable())
        button.clicked.connect(source.trigger)

        def follow() -> None:
            button.setEnabled(source.isEnabled())
            button.setChecked(source.isChecked())
            button.setToolTip(source.toolTip())
            button.setAccessibleName(source.text())

        source.changed.connect(follow)
        follow()
        return button

    @Slot()
    def refresh(self) -> None:
        session = self._session
        status, whole = session.status, clock(session.timeline.duration)
        playing = is_playing(session)
        waiting = playing and status.state is State.WAITING
        icon = "loader-circle" if waiting else "pause-filled" if playing else "play-filled"
        now = clock(min(session.position, session.timeline.duration))
        self.play.show_state(icon, now, whole)
        self.play.setEnabled(self._actions["play"].isEnabled())
        name = self._actions["play"].text()
        if name != self.play.accessibleName():
            self.play.setAccessibleName(name)
        tip = self._actions["play"].toolTip()
        if waiting:
            tip = self.tr("Waiting until the next sentence is spoken")
        elif session.status.is_silent and status.tag == NARRATION:
            tip = self.tr("Playing silently, as there is no sound device")
        if tip != self.play.toolTip():
            self.play.setToolTip(tip)
        self._show_volume()

    def _show_volume(self) -> None:
        volume = self._session.player.volume
        name = "volume-x" if volume == 0 else "volume-1" if volume < 0.5 else "volume-2"
        if name != self.sound.property("icon_name"):
            self.sound.setProperty("icon_name", name)
            self._dress()

    @Slot()
    def _dress(self) -> None:
        for button in (self.previous, self.next, self.loop, self.sound):
            lit = button.isCheckable() and button.isChecked()
            name = button.property("icon_name") or "volume-2"
            button.setIcon(self._theme.icon(name, "accent" if lit else "text"))
        self.loop.setText(beside_icon(self.tr("Loop")))
        self.sound.setToolTip(self.tr("Volume, speed and device"))
        self.sound.setAccessibleName(self.tr("Volume, speed and device"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._dress()
