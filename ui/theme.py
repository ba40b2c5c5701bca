"""How the window looks: colours, icons and fonts by role, in light and dark.

Nobody asks for a colour, only for a role ("panel", "warning"); resources/themes/*.json hold the
tables. Whoever paints repaints on :attr:`Theme.changed`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from studio import paths
from ui.style_sheet import style_sheet

MODES = ("system", "dark", "light")
ROLES = (
    "background",  # the window, the timeline
    "panel",  # the script, the tabs' pages, bars
    "raised",  # buttons, chips, fields
    "line",  # one pixel between things
    "text",
    "dim",  # text of second rank
    "faint",  # placeholders, rulers, what is disabled
    "accent",
    "on_accent",  # text on the accent
    "behind_accent",  # what is selected or current
    "waveform",
    "waveform_played",
    "ready",
    "warning",
    "error",  # also the playhead
    "word",
    "word_spoken",
    "cue",
    "cue_outline",
)
SIZES = {"interface": 10.5, "script": 13.0, "label": 9.0}  # points
SCRIPT_SIZES = (9.0, 32.0)
_FAMILY = "Inter"
_ICON_SIZES = (16, 18, 32, 36)  # pixels of the device; others are made from the next larger


class Theme(QObject):
    """One per application. ``mode`` "system" follows the desktop, also while running."""

    changed = Signal()

    def __init__(self, mode: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        load_fonts()
        self._mode = mode
        self._script_size = SIZES["script"]
        self._name = ""
        self._colors: dict[str, QColor] = {}
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._pixmaps: dict[tuple[str, str, int, float], QPixmap] = {}
        self._application: QApplication | None = None
        hints = QGuiApplication.styleHints()
        self._system_dark = _dark_desktop()
        hints.colorSchemeChanged.connect(self._desktop_changed)
        self._take_colors()

    @property
    def mode(self) -> str:
        return self._mode

    @property
    def is_dark(self) -> bool:
        return self._mode == "dark" or (self._mode == "system" and self._system_dark)

    def set_mode(self, mode: str) -> None:
        """Raises ValueError unless ``mode`` is one of MODES."""
        if mode not in MODES:
            raise ValueError(f"no theme is called {mode!r}")
        self._mode = mode
        self._take_colors()

    @property
    def script_size(self) -> float:
        """Points of the script's font."""
        return self._script_size

    def set_script_size(self, points: float) -> None:
        least, most = SCRIPT_SIZES
        points = min(max(points, least), most)
        if points != self._script_size:
            self._script_size = points
            self.changed.emit()

    def color(self, role: str) -> QColor:
        """The colour of one of ROLES; KeyError for any other name."""
        return QColor(self._colors[role])

    def font(self, kind: str = "interface", weight: int = 400, *, tabular: bool = False) -> QFont:
        """``kind``: "interface", "script" or "label"; ``weight``: 400, 500 or 600; ``tabular``:
        with digits of one width, for what counts."""
        font = QFont(_family())
        if tabular:
            font.setFeature(QFont.Tag("tnum"), 1)
        font.setPointSizeF(self._script_size if kind == "script" else SIZES[kind])
        font.setWeight(QFont.Weight(weight))
        return font

    def icon(self, name: str, role: str = "text") -> QIcon:
        """An icon of resources/icons in the colour of ``role``; "star-filled" is "star" with its
        shape filled. Disabled it is faint. FileNotFoundError for a name that is not there."""
        key = (name, role)
        if key not in self._icons:
            icon = QIcon()
            faded = self.color("faint")
            faded.setAlphaF(0.6)
            for size in _ICON_SIZES:
                icon.addPixmap(draw_icon(name, self.color(role), size))
                icon.addPixmap(draw_icon(name, faded, size), QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]

    def pixmap(self, name: str, role: str = "text", size: int = 18, ratio: float = 1.0) -> QPixmap:
        """An icon for those who paint: ``size`` in logical pixels, for a screen of ``ratio``."""
        key = (name, role, size, ratio)
        if key not in self._pixmaps:
            pixmap = draw_icon(name, self.color(role), round(size * ratio))
            pixmap.setDevicePixelRatio(ratio)
            self._pixmaps[key] = pixmap
        return self._pixmaps[key]

    def palette(self) -> QPalette:
        palette = QPalette()
        role = QPalette.ColorRole
        for kind, color in (
            (role.Window, "background"),
            (role.WindowText, "text"),
            (role.Base, "panel"),
            (role.AlternateBase, "background"),
            (role.Text, "text"),
            (role.Button, "raised"),
            (role.ButtonText, "text"),
            (role.ToolTipBase, "raised"),
            (role.ToolTipText, "text"),
            (role.PlaceholderText, "faint"),
            (role.Highlight, "accent"),
            (role.HighlightedText, "on_accent"),
            (role.Link, "accent"),
            (role.Mid, "line"),
            (role.BrightText, "error"),
        ):
            palette.setColor(kind, self.color(color))
        for kind in (role.WindowText, role.Text, role.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, kind, self.color("faint"))
        return palette

    def apply(self, application: QApplication) -> None:
        """Dress the whole application, now and after every change of colours."""
        if self._application is None:
            application.setStyle("Fusion")
        self._application = application
        self._dress()

    def _dress(self) -> None:
        application = self._application
        if application is None:
            return
        application.setPalette(self.palette())
        application.setFont(self.font())
        colors = {role: self.color(role).name() for role in ROLES}
        application.setStyleSheet(style_sheet(colors, self.is_dark))

    def _desktop_changed(self) -> None:
        self._system_dark = _dark_desktop()
        self._take_colors()

    def _take_colors(self) -> None:
        name = "dark" if self.is_dark else "light"
        if name == self._name:
            return
        self._name = name
        self._colors = {role: QColor(value) for role, value in read_colors(name).items()}
        self._icons.clear()
        self._pixmaps.clear()
        self._dress()
        self.changed.emit()


@cache
def read_colors(name: str) -> dict[str, str]:
    """The table of a theme, "dark" or "light": a colour as #rrggbb for each of ROLES."""
    path = paths.resources() / "themes" / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {role: str(content["colors"][role]) for role in ROLES}


@cache
def load_fonts() -> tuple[int, ...]:
    """Make the fonts that come along known to Qt; their ids."""
    files = sorted((paths.resources() / "fonts").glob("*.ttf"))
    return tuple(QFontDatabase.addApplicationFont(str(path)) for path in files)


@cache
def _family() -> str:
    """Asked for by every painted cell, and slow to find out."""
    return _FAMILY if QFontDatabase.hasFamily(_FAMILY) else QFont().family()


def _dark_desktop() -> bool:
    scheme = QGuiApplication.styleHints().colorScheme()
    return scheme == Qt.ColorScheme.Dark


def draw_drawing(path: Path, size: int, ratio: float = 1.0) -> QPixmap:
    """A drawing with colours of its own, ``size`` logical pixels high and wide."""
    pixels = round(size * ratio)
    pixmap = _rendered(path.read_text(encoding="utf-8"), pixels, 1.0)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def draw_icon(name: str, color: QColor, size: int) -> QPixmap:
    """An icon ``size`` pixels high and wide."""
    return _rendered(_tinted(name, color.name()), size, color.alphaF())


def _rendered(drawing: str, size: int, opacity: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def _tinted(name: str, color: str) -> str:
    source = name.removesuffix("-filled")
    drawing = _drawing(source)
    if source != name:
        drawing = drawing.replace('fill="none"', f'fill="{color}"', 1)
    return drawing.replace("currentColor", color)


@cache
def _drawing(name: str) -> str:
    return (paths.resources() / "icons" / f"{name}.svg").read_text(encoding="utf-8")
