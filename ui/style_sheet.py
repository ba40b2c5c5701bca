"""The style sheet of the application, built from the colours of a theme.

Beside the plain widgets it knows these dynamic properties, which a view sets once
(``label.setProperty("rank", "dim")``):

    rank      of a QLabel: "dim", "faint", "strong" (semi-bold), "heading", "small", "warning",
              "error", "ready"
    surface   of a QFrame or QWidget: "background", "panel", "raised" (a box with corners)
    kind      of a button: "accent" (the one thing to do), "flat" (no box until pointed at),
              "compact" (lower), "field" (as high as a field beside it), "chip" (small and
              round), "choice" (a switch among others),
              "link" (text in the accent), "segment" (one of several side by side in a frame of
              the kind "segments")
    kind      of a line edit: "flat" (looks like text until it is edited)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

from PySide6.QtWidgets import QAbstractSpinBox

from studio import paths


def style_sheet(colors: Mapping[str, str], is_dark: bool) -> str:
    """Qt's style sheet; ``colors`` has #rrggbb for every role."""
    drawings = {
        "down": _drawing("chevron-down"),
        "up": _drawing("chevron-up"),
        "right": _drawing("chevron-right"),
        "check": _drawing("check-dark" if is_dark else "check-light"),
        "dot": _drawing("dot-dark" if is_dark else "dot-light"),
    }
    return _TEMPLATE.substitute(
        colors,
        **drawings,
        pointed=mixed(colors["raised"], colors["text"], 0.07),
        pressed=mixed(colors["raised"], colors["text"], 0.14),
        accent_pointed=mixed(colors["accent"], colors["text"], 0.12),
        groove=mixed(colors["line"], colors["dim"], 0.15),
        handle=mixed(colors["background"], colors["dim"], 0.45),
        handle_pointed=mixed(colors["background"], colors["dim"], 0.75),
        field_line=mixed(colors["line"], colors["dim"], 0.25),
    )


def roomy(box: QAbstractSpinBox) -> None:
    """Give a spin box the room before its number that no style sheet can give it: its line edit
    stands at 0 whatever the padding, and its own padding is passed over (Qt 6.11)."""
    box.lineEdit().setTextMargins(7, 0, 0, 0)


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: ``share`` 0 is ``one``, 1 is ``other``."""
    channels = (
        round(int(one[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def _drawing(name: str) -> str:
    path: Path = paths.resources() / "themes" / f"{name}.svg"
    return f'url("{path.as_posix()}")'


_TEMPLATE = Template(
    """
QMainWindow, QDialog, QMessageBox { background: $panel; }
QMessageBox QLabel#qt_msgbox_label { font-weight: 600; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 4px 7px; }
QWidget[surface="background"] { background: $background; }
QWidget[surface="panel"] { background: $panel; }
QWidget[surface="message"] { background: $behind_accent; border-bottom: 1px solid $line; }
QFrame[surface="raised"] { background: $raised; border: 1px solid $line; border-radius: 7px; }
QFrame[line="true"] { background: $line; border: none; }

/* What has the keyboard shows it by its border; the style's own frame comes on top of that. */
QPushButton, QToolButton, QCheckBox, QRadioButton, QTabBar, QSlider, QComboBox { outline: none; }

QLabel { background: transparent; color: $text; }
QLabel[rank="dim"] { color: $dim; }
QLabel[rank="faint"] { color: $faint; }
QLabel[rank="small"] { color: $dim; font-size: 9pt; }
QLabel[rank="strong"] { font-weight: 600; }
QLabel[rank="status"] { color: $dim; font-size: 9.5pt; }
QLabel[rank="heading"] { font-weight: 600; font-size: 13pt; }
QLabel[rank="warning"] { color: $warning; }
QLabel[rank="error"] { color: $error; }
QLabel[rank="ready"] { color: $ready; }
QLabel:disabled { color: $faint; }

QPushButton, QToolButton {
    background: $raised; color: $text; border: 1px solid $line; border-radius: 7px;
    padding: 6px 11px; min-height: 19px;
}
QPushButton:hover, QToolButton:hover { background: $pointed; }
QPushButton:pressed, QToolButton:pressed { background: $pressed; }
QPushButton:checked, QToolButton:checked {
    background: $behind_accent; color: $accent; border-color: $behind_accent;
}
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { color: $faint; }
QPushButton:default { border-color: $accent; }
QToolButton::menu-indicator { image: none; width: 0; }

QPushButton[kind="accent"], QToolButton[kind="accent"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 500;
}
QPushButton[kind="accent"]:hover, QToolButton[kind="accent"]:hover {
    background: $accent_pointed; border-color: $accent_pointed;
}
QPushButton[kind="accent"]:focus, QToolButton[kind="accent"]:focus { border-color: $text; }
QPushButton[kind="accent"]:disabled, QToolButton[kind="accent"]:disabled {
    background: $raised; color: $faint; border-color: $line;
}

QPushButton[kind="flat"], QToolButton[kind="flat"] {
    background: transparent; border-color: transparent; padding: 6px 7px;
}
QPushButton[kind="flat"]:hover, QToolButton[kind="flat"]:hover { background: $raised; }
QPushButton[kind="flat"]:pressed, QToolButton[kind="flat"]:pressed { background: $pressed; }
QPushButton[kind="flat"]:checked, QToolButton[kind="flat"]:checked {
    background: $behind_accent; color: $accent;
}
QPushButton[kind="flat"]:focus, QToolButton[kind="flat"]:focus { border-color: $accent; }
QPushButton[kind="flat"]:disabled, QToolButton[kind="flat"]:disabled { background: transparent; }

QToolButton[kind="field"] { padding: 4px 11px; }
QPushButton[kind="compact"], QToolButton[kind="compact"] { padding: 2px 11px; }
QPushButton[kind="chip"], QToolButton[kind="chip"] {
    border-radius: 10px; padding: 2px 9px; min-height: 15px; font-size: 9pt;
}
QPushButton[kind="link"], QToolButton[kind="link"] {
    background: transparent; border: 1px solid transparent; color: $accent; padding: 1px 4px;
    min-height: 15px; font-size: 9.5pt;
}
QPushButton[kind="link"]:hover, QToolButton[kind="link"]:hover { text-decoration: underline; }
QPushButton[kind="link"]:focus, QToolButton[kind="link"]:focus { border-color: $accent; }

QPushButton[kind="choice"] { color: $dim; padding: 5px 10px; }
QPushButton[kind="choice"]:checked {
    background: $behind_accent; color: $text; border-color: $accent;
}
QPushButton[kind="choice"]:focus { border-color: $text; }

QFrame[kind="segments"] {
    background: $raised; border: 1px solid $line; border-radius: 8px;
}
QPushButton[kind="segment"], QToolButton[kind="segment"] {
    background: transparent; border: 1px solid transparent; border-radius: 6px; color: $dim;
    padding: 4px 12px;
}
QPushButton[kind="segment"]:hover, QToolButton[kind="segment"]:hover { color: $text; }
QPushButton[kind="segment"]:checked, QToolButton[kind="segment"]:checked {
    background: $panel; color: $text; border-color: $line;
}
QPushButton[kind="segment"]:focus, QToolButton[kind="segment"]:focus { border-color: $accent; }
QPushButton[kind="segment"]:disabled, QToolButton[kind="segment"]:disabled { color: $faint; }

QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {
    background: $background; color: $text; border: 1px solid $line; border-radius: 7px;
    padding: 5px 9px; min-height: 19px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border-color: $accent;
}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $faint; }
QLineEdit[kind="flat"] {
    background: transparent; border-color: transparent; padding: 5px 5px; font-weight: 600;
}
QLineEdit[kind="flat"]:hover { background: $raised; }
QLineEdit[kind="flat"]:focus { background: $background; border-color: $accent; }
QComboBox { background: $raised; padding-right: 24px; }
QComboBox:hover { background: $pointed; }
QComboBox:editable { background: $background; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: $down; width: 12px; height: 12px; }
QComboBox QAbstractItemView {
    background: $raised; color: $text; border: 1px solid $line; padding: 4px; outline: none;
    selection-background-color: $behind_accent; selection-color: $text;
}
QComboBox QAbstractItemView::item { min-height: 26px; padding: 0 6px; border-radius: 4px; }
QAbstractSpinBox { padding-right: 20px; background: $raised; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    background: transparent; border: none; width: 18px; margin: 2px;
}
QAbstractSpinBox::up-arrow { image: $up; width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: $down; width: 10px; height: 10px; }

QCheckBox, QRadioButton { color: $text; spacing: 8px; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QCheckBox::indicator, QRadioButton::indicator {
    width: 16px; height: 16px; background: $background; border: 1px solid $field_line;
}
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 9px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus,
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator:checked {
    background: $accent; border-color: $accent; image: $check;
}
QRadioButton::indicator:checked {
    background: $accent; border-color: $accent; image: $dot;
}

QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: $groove; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: $accent; }
QSlider::handle:horizontal {
    width: 12px; height: 12px; margin: -5px 0; border-radius: 7px; background: $text;
    border: 1px solid $panel;
}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { background: $accent; }
QProgressBar {
    background: $groove; border: none; border-radius: 2px; max-height: 4px; min-height: 4px;
    color: transparent;
}
QProgressBar::chunk { background: $accent; border-radius: 2px; }

QMenu {
    background: $raised; color: $text; border: 1px solid $line; border-radius: 7px; padding: 5px;
}
QMenu::item { padding: 6px 26px 6px 10px; border-radius: 5px; }
QMenu::item:selected { background: $behind_accent; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QMenu::icon { padding-left: 10px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 8px; }
QMenu::indicator:checked { background: $accent; border-radius: 4px; image: $check; }
QMenu::right-arrow { image: $right; width: 12px; height: 12px; margin-right: 6px; }

QTabWidget::pane { border: none; background: $panel; }
QTabBar { background: $background; qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: $dim; border: none; padding: 8px 13px; margin-top: 8px;
    min-height: 18px; border-top-left-radius: 7px; border-top-right-radius: 7px;
}
QTabBar::tab:first { margin-left: 10px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { background: $panel; color: $text; font-weight: 600; }
QTabBar::tab:focus { color: $accent; }

QAbstractItemView {
    background: $panel; color: $text; border: none; outline: none;
    alternate-background-color: $panel; gridline-color: $line;
    selection-background-color: $behind_accent; selection-color: $text;
}
QAbstractItemView::item { border: none; padding: 4px 8px; }
QAbstractItemView::item:hover { background: $raised; }
QAbstractItemView::item:selected { background: $behind_accent; color: $text; }
QAbstractItemView QLineEdit { border-radius: 4px; padding: 1px 6px; min-height: 15px; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section {
    background: $panel; color: $faint; border: none; border-bottom: 1px solid $line;
    padding: 6px 8px; font-size: 9pt;
}
QTableCornerButton::section { background: $panel; border: none; }

QScrollArea, QAbstractScrollArea { border: none; background: transparent; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $handle; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover { background: $handle_pointed; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }
QGroupBox {
    border: none; margin-top: 24px; padding: 0; font-weight: 600;
}
QGroupBox::title { subcontrol-origin: margin; left: 0; top: 2px; color: $text; }
"""
)
