"""Small windows that tell: which key does what, and what this program is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio import __version__, paths
from ui.actions import ACTIONS, MENUS, Actions
from ui.theme import Theme, draw_drawing


class KeysSheet(QDialog):
    """Every key of the table of actions, as the platform writes it."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.resize(520, 560)
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(6)
        for menu, title in MENUS.items():
            rows = [spec for spec in ACTIONS if spec.menu == menu and spec.keys]
            heading = QLabel(QCoreApplication.translate("Actions", title))
            heading.setProperty("rank", "strong")
            column.addWidget(heading)
            form = QFormLayout()
            form.setVerticalSpacing(6)
            form.setContentsMargins(0, 0, 0, 12)
            for spec in rows:
                form.addRow(_keys(spec.keys), QLabel(actions[spec.id].text()))
            column.addLayout(form)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("Keys"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 12)
        outer.addWidget(area)
        outer.addWidget(_close(self))


class AboutSheet(QDialog):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Narration Studio"))
        picture = QLabel()
        ratio = self.devicePixelRatioF()
        picture.setPixmap(draw_drawing(paths.resources() / "application.svg", 72, ratio))
        name = QLabel(f"Narration Studio {__version__}")
        name.setProperty("rank", "heading")
        text = QLabel(
            self.tr(
                "Scripts in, narration and subtitles out, on this computer alone.\n\n"
                "Free software under the GNU General Public License, version 3 or later. "
                "The voices are Kokoro-82M's, by hexgrad; the icons are Lucide's; the type is "
                "Inter. The file NOTICE names everybody whose work this stands on."
            )
        )
        text.setProperty("rank", "dim")
        text.setWordWrap(True)
        text.setMinimumWidth(340)
        words = QVBoxLayout()
        words.setSpacing(8)
        words.addWidget(name)
        words.addWidget(text)
        words.addStretch(1)
        row = QHBoxLayout()
        row.setContentsMargins(24, 20, 24, 8)
        row.setSpacing(20)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 12)
        outer.addLayout(row)
        outer.addWidget(_close(self))


def _keys(keys: tuple[str, ...]) -> QLabel:
    native = QKeySequence.SequenceFormat.NativeText
    label = QLabel("   ".join(QKeySequence(key).toString(native) for key in keys))
    label.setProperty("rank", "dim")
    label.setMinimumWidth(200)
    return label


def _close(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.setContentsMargins(0, 0, 20, 0)
    buttons.rejected.connect(dialog.reject)
    return buttons
