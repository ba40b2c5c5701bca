"""Colours, icons and fonts by role."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFontInfo, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.theme import ROLES, Theme, load_fonts, read_colors

ROOT = Path(__file__).resolve().parents[2]
SURFACES = ("background", "panel", "raised", "behind_accent", "word", "cue")

# Which text stands on which surface.
READ_ON = {
    "text": (*SURFACES, "word_spoken"),
    "dim": SURFACES,
    "faint": ("background", "panel"),
    "accent": ("background", "panel", "raised", "behind_accent"),
    "on_accent": ("accent",),
    "ready": ("background", "panel", "raised"),
    "warning": ("background", "panel", "raised", "behind_accent", "cue"),
    "error": ("background", "panel", "raised", "behind_accent"),
}


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", ["dark", "light"])
def test_text_can_be_read_on_its_surface(name: str) -> None:
    colors = read_colors(name)
    for role, surfaces in READ_ON.items():
        for surface in surfaces:
            found = contrast(colors[role], colors[surface])
            assert found >= 4.5, f"{role} on {surface}: {found:.2f}"


@pytest.mark.parametrize("name", ["dark", "light"])
def test_the_table_has_each_role_and_nothing_else(name: str) -> None:
    path = ROOT / "resources" / "themes" / f"{name}.json"
    assert set(json.loads(path.read_text(encoding="utf-8"))["colors"]) == set(ROLES)


def test_modes(qtbot: QtBot) -> None:
    theme = Theme("dark")
    assert theme.is_dark
    assert theme.color("panel") == QColor("#1d2027")
    with qtbot.waitSignal(theme.changed):
        theme.set_mode("light")
    assert not theme.is_dark
    assert theme.color("panel") == QColor("#ffffff")
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode("light")
    with pytest.raises(ValueError, match="dusk"):
        theme.set_mode("dusk")
    with pytest.raises(KeyError):
        theme.color("purple")


def test_icons_are_tinted_and_fade_when_disabled(qtbot: QtBot) -> None:
    theme = Theme("light")
    image = theme.icon("play-filled", "error").pixmap(QSize(24, 24)).toImage()
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle.name() == "#b8342c"
    assert middle.alpha() == 255
    assert image.pixelColor(0, 0).alpha() == 0
    hollow = theme.icon("square").pixmap(QSize(24, 24)).toImage()
    assert hollow.pixelColor(hollow.width() // 2, hollow.height() // 2).alpha() == 0
    with pytest.raises(FileNotFoundError):
        theme.icon("no-such-icon")


def test_every_icon_draws_something(qtbot: QtBot) -> None:
    theme = Theme("dark")
    for path in (ROOT / "resources" / "icons").glob("*.svg"):
        image = theme.pixmap(path.stem, "text", 18).toImage()
        drawn = any(image.pixelColor(x, y).alpha() for x in range(18) for y in range(18))
        assert drawn, path.name


def test_fonts(qtbot: QtBot) -> None:
    assert -1 not in load_fonts()
    theme = Theme("dark")
    assert QFontInfo(theme.font("script")).family() == "Inter"
    assert theme.font("interface").pointSizeF() == 10.5
    assert theme.font("label").pointSizeF() == 9.0
    assert theme.font("script").pointSizeF() == 13.0
    with qtbot.waitSignal(theme.changed):
        theme.set_script_size(16)
    assert theme.font("script").pointSizeF() == 16.0
    theme.set_script_size(500)
    assert theme.script_size == 32.0


def test_the_application_is_dressed_again_after_a_change(qapp: QApplication) -> None:
    before = qapp.styleSheet()
    theme = Theme("dark")
    try:
        theme.apply(qapp)
        dark = qapp.styleSheet()
        assert "#262a33" in dark
        theme.set_mode("light")
        assert "#262a33" not in qapp.styleSheet()
        assert qapp.palette().window().color() == QColor("#f4f5f7")
    finally:
        qapp.setStyleSheet(before)


def test_the_licences_are_kept() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert "Lucide" in notice
    assert "Inter" in notice
    licences = ROOT / "resources" / "licences"
    assert "ISC License" in (licences / "ISC-lucide.txt").read_text(encoding="utf-8")
    assert "Open Font License" in (licences / "OFL-1.1-inter.txt").read_text(encoding="utf-8")


def test_every_icon_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "ui").rglob("*.py"))
    for path in (ROOT / "resources" / "icons").glob("*.svg"):
        names = (path.stem, f"{path.stem}-filled")
        assert any(f'"{name}"' in source for name in names), path.name
