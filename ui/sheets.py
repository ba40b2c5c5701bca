"""Small windows that tell: which key does what, and what this program is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
from ui.marking import QT_TRANSLATE_NOOP
from ui.theme import Theme, draw_drawing
from ui.timeline.commands import told as timeline_keys

# Keys that count while the keyboard is in a part of the window; the timeline has a table of its
# own.
LISTS: tuple[tuple[str, tuple[tuple[tuple[str, ...], str], ...]], ...] = (
    (
        QT_TRANSLATE_NOOP("Keys", "In the script"),
        (
            (("Ctrl+Return",), QT_TRANSLATE_NOOP("Keys", "Play from the text cursor")),
            (("Ctrl+L",), QT_TRANSLATE_NOOP("Keys", "Lock or unlock the takes")),
            (("F8",), QT_TRANSLATE_NOOP("Keys", "Next sentence to be rendered")),
            (("Ctrl+Shift+V",), QT_TRANSLATE_NOOP("Keys", "Paste unwrapped")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "In the voices"),
        (
            (("1", "9"), QT_TRANSLATE_NOOP("Keys", "Hear the sentence in this voice")),
            (("Return",), QT_TRANSLATE_NOOP("Keys", "Hear the selected voice")),
            (("Esc",), QT_TRANSLATE_NOOP("Keys", "Be silent")),
            (("Ctrl+Return",), QT_TRANSLATE_NOOP("Keys", "Use it for this paragraph")),
            (("Ctrl+Shift+Return",), QT_TRANSLATE_NOOP("Keys", "Use it for all")),
            (("S",), QT_TRANSLATE_NOOP("Keys", "Star or unstar")),
            (("B",), QT_TRANSLATE_NOOP("Keys", "Add to the blend")),
            (("Del",), QT_TRANSLATE_NOOP("Keys", "Forget a blend")),
            (("/",), QT_TRANSLATE_NOOP("Keys", "Filter")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "In the captions"),
        (
            (("Return",), QT_TRANSLATE_NOOP("Keys", "Change the text")),
            (("Ctrl+B",), QT_TRANSLATE_NOOP("Keys", "Break where the text is being changed")),
            (("P",), QT_TRANSLATE_NOOP("Keys", "Play the caption")),
            (("B",), QT_TRANSLATE_NOOP("Keys", "Break the caption")),
            (("J",), QT_TRANSLATE_NOOP("Keys", "Join it with the next")),
            (("F",), QT_TRANSLATE_NOOP("Keys", "Leave its break to the grouping")),
            (("N", "Shift+N"), QT_TRANSLATE_NOOP("Keys", "Next and previous finding")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "In the pronunciation"),
        (
            (("Return",), QT_TRANSLATE_NOOP("Keys", "Say how the word is spoken")),
            (("Ctrl+Return",), QT_TRANSLATE_NOOP("Keys", "Go to it in the script")),
            (("Del",), QT_TRANSLATE_NOOP("Keys", "Forget how it is spoken")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Keys", "When listening blindly"),
        (
            (("1", "2"), QT_TRANSLATE_NOOP("Keys", "Hear A or B")),
            (("A", "B"), QT_TRANSLATE_NOOP("Keys", "A or B sounds better")),
            (("N",), QT_TRANSLATE_NOOP("Keys", "No difference")),
        ),
    ),
)


class KeysSheet(QDialog):
    """Every key, as the platform writes it: of the window, then of its parts."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.resize(560, 620)
        inner = QWidget()
        inner.setProperty("surface", "panel")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(24, 20, 24, 20)
        self._column.setSpacing(6)
        translate = QCoreApplication.translate
        for menu, title in MENUS.items():
            specs = [spec for spec in ACTIONS if spec.menu == menu and spec.keys]
            rows = [(spec.keys, actions[spec.id].text()) for spec in specs]
            self._add(translate("Actions", title), rows)
        self._add(self.tr("In the timeline"), timeline_keys())
        for title, keys in LISTS:
            self._add(
                translate("Keys", title), [(each, translate("Keys", text)) for each, text in keys]
            )
        self._column.addStretch(1)
        area = QScrollArea()
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("Keys"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 12)
        outer.addWidget(area)
        outer.addWidget(_close(self))

    def _add(self, title: str, rows: Iterable[tuple[Sequence[str], str]]) -> None:
        heading = QLabel(title)
        heading.setProperty("rank", "strong")
        self._column.addWidget(heading)
        form = QFormLayout()
        form.setVerticalSpacing(6)
        form.setContentsMargins(0, 0, 0, 14)
        for keys, text in rows:
            form.addRow(_keys(keys), QLabel(text))
        self._column.addLayout(form)


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
                "Scripts in, narration and subtitles out; on this computer alone, unless you turn "
                "the relay on.\n\n"
                "Free software under the GNU General Public License, version 3 or later. "
                "The voices are Kokoro-82M’s, by hexgrad; the icons are Lucide’s; the type is "
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


def _keys(keys: Sequence[str]) -> QLabel:
    native = QKeySequence.SequenceFormat.NativeText
    between = " – " if keys == ("1", "9") else "   "
    label = QLabel(between.join(QKeySequence(key).toString(native) for key in keys))
    label.setProperty("rank", "dim")
    label.setMinimumWidth(230)
    return label


def _close(dialog: QDialog) -> QDialogButtonBox:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.setContentsMargins(0, 0, 20, 0)
    buttons.rejected.connect(dialog.reject)
    return buttons
