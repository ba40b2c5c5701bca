"""Small controls that several panels are put together from."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ui.theme import Theme

RADIUS = 7


class Segments(QFrame):
    """One choice of a few, side by side; the arrow keys move the choice."""

    chosen = Signal(str)  # by the user, not by `choose`

    def __init__(
        self, choices: Iterable[tuple[str, str]], name: str, parent: QWidget | None = None
    ) -> None:
        """``choices``: key and label of each; ``name`` for who cannot see it."""
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for key, label in choices:
            button = QPushButton(label, self)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {label}")
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            button.toggled.connect(self._let_tab_stop)
            self._group.addButton(button)
            self._buttons[key] = button
            row.addWidget(button)

    def button(self, key: str) -> QPushButton:
        return self._buttons[key]

    @property
    def choice(self) -> str:
        return next((key for key, each in self._buttons.items() if each.isChecked()), "")

    def choose(self, key: str) -> None:
        """Show a choice. A key that is not offered leaves none chosen."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)
            return
        self._group.setExclusive(False)
        for button in self._buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)

    def _let_tab_stop(self) -> None:
        """Tab stops once: at what is chosen; the arrows go on from there."""
        chosen = self._group.checkedButton()
        for button in self._buttons.values():
            stops = chosen is None or button is chosen
            focus = Qt.FocusPolicy.StrongFocus if stops else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(focus)


class RoundButton(QAbstractButton):
    """A round button with an icon, such as play and pause."""

    def __init__(
        self, theme: Theme, icon: str, name: str, size: int = 30, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._size = theme, icon, size
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedSize(size, size)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def show_icon(self, icon: str, name: str) -> None:
        if (icon, name) != (self._icon, self.accessibleName()):
            self._icon = icon
            self.setAccessibleName(name)
            self.setToolTip(name)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        hot = self.isEnabled() and (self.underMouse() or self.isDown())
        draw_round_button(painter, self._theme, box, self._icon, hot=hot, enabled=self.isEnabled())
        if self.hasFocus():
            draw_focus(
                painter, box.adjusted(1, 1, -1, -1), self._theme.color("accent"), self._size / 2
            )


class IconButton(QAbstractButton):
    """An icon that lights up under the pointer, without a frame."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        name: str,
        size: int = 24,
        role: str = "dim",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._role = theme, icon, role
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setFixedSize(size, size)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        lit = self.isEnabled() and (self.underMouse() or self.isDown())
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("raised"))
            painter.drawRoundedRect(box, 5, 5)
        role = ("text" if lit else self._role) if self.isEnabled() else "faint"
        draw_icon_in(painter, self._theme, box, self._icon, role, 16)
        if self.hasFocus():
            draw_focus(painter, box, self._theme.color("accent"), 5)


class Rule(QFrame):
    """A line of one pixel between two parts of a panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("line", True)
        self.setFixedHeight(1)


def ranked(text: str, rank: str, parent: QWidget | None = None) -> QLabel:
    """A label of a rank that the style sheet knows."""
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("rank", rank)
    return label


def set_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet reads, and have it read again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class EmptyState(QWidget):
    """What a list shows instead of nothing: an icon, a sentence, and what to do."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = self._title = self._hint = ""
        self._role = "faint"
        theme.changed.connect(self.update)

    def say(self, icon: str, title: str, hint: str, role: str = "faint") -> None:
        self._icon, self._title, self._hint, self._role = icon, title, hint, role
        self.setAccessibleName(f"{title} {hint}".strip())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        width = min(self.width() - 32, 320)
        left = (self.width() - width) // 2
        wrap = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignHCenter)
        title_font, hint_font = self._theme.font("interface", 600), self._theme.font("interface")
        painter.setFont(hint_font)
        hint = painter.boundingRect(left, 0, width, 1000, wrap, self._hint)
        painter.setFont(title_font)
        title = painter.boundingRect(left, 0, width, 1000, wrap, self._title)
        top = max(16, (self.height() - 40 - title.height() - hint.height()) // 2)
        draw_icon_in(
            painter,
            self._theme,
            QRectF((self.width() - 28) / 2, top, 28, 28),
            self._icon,
            self._role,
            28,
        )
        painter.setPen(self._theme.color("text"))
        painter.drawText(left, top + 40, width, title.height(), wrap, self._title)
        painter.setFont(hint_font)
        painter.setPen(self._theme.color("dim"))
        painter.drawText(left, top + 46 + title.height(), width, 1000, wrap, self._hint)


def draw_focus(painter: QPainter, box: QRectF, color: QColor, radius: float) -> None:
    """The ring around what has the keyboard."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.restore()


def draw_round_button(
    painter: QPainter,
    theme: Theme,
    box: QRectF,
    icon: str,
    *,
    hot: bool,
    enabled: bool = True,
    ground: str = "raised",
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("accent" if hot else "line"), 1))
    painter.setBrush(theme.color(ground))
    painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5))
    size = round(box.width() * 0.42)
    draw_icon_in(painter, theme, box, icon, "text" if enabled else "faint", size)
    painter.restore()


def draw_icon_in(
    painter: QPainter, theme: Theme, box: QRectF, icon: str, role: str, size: int
) -> None:
    """An icon of ``size`` logical pixels in the middle of a box, sharp on every screen."""
    if not icon:
        return
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    pixmap = theme.pixmap(icon, role, size, ratio)
    x, y = box.center().x() - size / 2, box.center().y() - size / 2
    painter.drawPixmap(round(x), round(y), pixmap)
