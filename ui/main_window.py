"""The window: script, panels, timeline, and the bars around them."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QIcon,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFrame,
    QMainWindow,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio import paths, project
from studio.project import Recoverable
from ui.actions import Actions, is_playing
from ui.caption_preview import CaptionPreview
from ui.cue_table import CueTable
from ui.exporting import Exporter
from ui.messages import Message, MessageBar
from ui.narration_file import NarrationFile
from ui.output import OutputChoice
from ui.pronunciation import PronunciationPanel
from ui.relay_panel import RelayPanel
from ui.relay_switch import RelaySwitch
from ui.remembered import Remembered
from ui.script_editor import ScriptEditor
from ui.session import Session, Trouble
from ui.sheets import AboutSheet, KeysSheet
from ui.status_bar import StatusBar
from ui.subtitle_times import SubtitleTimes
from ui.theme import MODES, Theme, draw_drawing
from ui.timeline_view import TimelineView
from ui.toolbar import ToolBar
from ui.voice_panel import VoicePanel

SIZE = QSize(1440, 900)
LEAST = QSize(960, 600)
PANEL, TIMELINE = 420, 236  # pixels that the tabs and the timeline begin with
ROOM_FOR_PREVIEW = 450  # pixels, with at least five captions above it
TABS = ("voices", "captions", "pronunciation", "relay")


class MainWindow(QMainWindow):
    """Made for a session; closing the window closes the session."""

    session: Session
    files: NarrationFile
    relay_switch: RelaySwitch
    script: ScriptEditor
    subtitle_times: SubtitleTimes

    def __init__(
        self,
        session: Session,
        theme: Theme,
        remembered: Remembered | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session, self.theme = session, theme
        self.remembered = remembered or Remembered()
        self._leaving = self._ended = self._was_shown = False
        self._focus_by_key = False
        self._restore_theme()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.apply(application)
        application.focusChanged.connect(self._focus_changed)
        self.setWindowIcon(_application_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(LEAST)

        self.messages = MessageBar(theme, self)
        self.files = NarrationFile(session, self.remembered, self)
        self.subtitle_times = SubtitleTimes(session, self.messages, self)
        self.relay_switch = RelaySwitch(session, self.messages, self)
        self.output = OutputChoice(session, self.remembered)
        self.exporter = Exporter(session, self.messages, self)
        self.actions_ = Actions(self, session, theme)
        self._dialogs: dict[str, QWidget] = {}
        self._make_views()
        self._lay_out()
        self._connect()
        self._restore_sizes()
        self._show_title()

    # ── what it is made of ──────────────────────────────────────────────────────────────────────

    def _make_views(self) -> None:
        self.script = ScriptEditor(self.session, self.theme)
        self.timeline = TimelineView(self.session, self.theme)
        self.voices = VoicePanel(self.session, self.theme)
        self.cue_table = CueTable(self.session, self.theme)
        self.caption_preview = CaptionPreview(self.session, self.theme)
        self.pronunciation = PronunciationPanel(self.session, self.theme)
        self.relay = RelayPanel(self.session, self.theme)

    def _lay_out(self) -> None:
        self.captions = CaptionsPage(self.cue_table, self.caption_preview)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Panels"))
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.voices, self.tr("Voices"))
        self.tabs.addTab(self.captions, self.tr("Captions"))
        self.tabs.addTab(self.pronunciation, self.tr("Pronunciation"))
        self.tabs.addTab(self.relay, self.tr("Relay"))
        self.across = _splitter(Qt.Orientation.Horizontal, self.script, self.tabs)
        self.across.setStretchFactor(0, 1)
        self.down = _splitter(Qt.Orientation.Vertical, self.across, self.timeline)
        self.down.setStretchFactor(0, 1)
        self.toolbar = ToolBar(
            self.session, self.theme, self.actions_, self.output, self.remembered, self
        )
        self.status_bar = StatusBar(self.session, self.theme, self.exporter, self)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(_line())
        column.addWidget(self.messages)
        column.addWidget(self.down, 1)
        column.addWidget(_line())
        column.addWidget(self.status_bar)
        self.setCentralWidget(middle)

    def _connect(self) -> None:
        session = self.session
        session.trouble.connect(self._trouble)
        session.changed.connect(self._show_title)
        session.saved_changed.connect(self._show_title)
        session.relay_wanted.connect(partial(self.go_to, "relay"))
        self.toolbar.title.left.connect(self.toolbar.transport.play.setFocus)
        self.status_bar.findings_wanted.connect(self._show_finding)
        self.pronunciation.place_requested.connect(self._show_place)
        self.subtitle_times.place_requested.connect(self._show_place)
        self.files.opened.connect(self.subtitle_times.offer)

    # ── what is remembered ──────────────────────────────────────────────────────────────────────

    def _restore_theme(self) -> None:
        mode = self.remembered.get("theme", self.theme.mode)
        self.theme.set_mode(mode if mode in MODES else "system")
        self.theme.set_script_size(self.remembered.get("script_size", self.theme.script_size))
        self.session.set_live_preview(self.remembered.get("live", True))
        self.session.player.volume = self.remembered.get("volume", 1.0)

    def _restore_sizes(self) -> None:
        self.resize(SIZE)
        geometry = self.remembered.get("geometry", "")
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))
        width, height = SIZE.width(), SIZE.height()
        for name, splitter, sizes in (
            ("across", self.across, [width - PANEL, PANEL]),
            ("down", self.down, [height - TIMELINE, TIMELINE]),
            ("captions", self.captions, [400, 150]),
        ):
            kept = self.remembered.get(name, sizes)
            fits = len(kept) == len(sizes) and all(isinstance(size, int) for size in kept)
            splitter.setSizes(kept if fits else sizes)
        index = self.remembered.get("tab", 0)
        self.tabs.setCurrentIndex(index if 0 <= index < self.tabs.count() else 0)

    def _remember(self) -> None:
        self.remembered.put(
            geometry=bytes(self.saveGeometry().toBase64().data()).decode("ascii"),
            across=self.across.sizes(),
            down=self.down.sizes(),
            captions=self.captions.sizes(),
            tab=self.tabs.currentIndex(),
            volume=self.session.player.volume,
            live=self.session.live_preview,
            script_size=self.theme.script_size,
        )
        self.remembered.keep()

    # ── what actions call ───────────────────────────────────────────────────────────────────────

    def take_typed(self) -> None:
        """What was typed in the last moment counts, too."""
        if not self._ended:
            self.script.flush()
            self.toolbar.title.take()

    def open_file(self, path: Path) -> None:
        self.files.open(path)

    def play_or_press(self) -> None:
        """Space: press what the keyboard has been led to, else play or pause."""
        focus = QApplication.focusWidget()
        if self._focus_by_key and focus is not None and focus.window() is self:
            if isinstance(focus, QAbstractButton) and focus is not self.toolbar.transport.play:
                focus.click()
                return
            if isinstance(focus, QComboBox):
                focus.showPopup()
                return
        self.session.toggle()

    def toggle_loop(self) -> None:
        """Play what is selected, or the sentence of the playhead, round and round."""
        if self.session.loop_on:
            self.session.set_loop(False)
        else:
            span = self.selected_range()
            if span is not None:
                self.session.loop(*span)
        self.actions_.refresh()

    def selected_range(self) -> tuple[int, int] | None:
        """Samples of what is selected, on the timeline or in the script, or of the sentence that
        is heard or written at; None when there is none."""
        views: tuple[TimelineView | ScriptEditor, ...] = (self.timeline, self.script)
        here = QApplication.focusWidget()
        for view in sorted(views, key=lambda view: not view.isAncestorOf(here or self)):
            span = view.selected_range()
            if span is not None and span[1] > span[0]:
                return span
        index = self.session.placed(self.session.cursor)
        sentences = self.session.timeline.sentences
        position = self.session.position
        for i, sentence in enumerate(sentences):
            if sentence.start <= position < sentence.end and position > 0:
                index = i
        return (sentences[index].start, sentences[index].end) if index is not None else None

    def toggle_live_preview(self) -> None:
        self.session.set_live_preview(not self.session.live_preview)
        self.actions_.refresh()

    def resize_script(self, by: int) -> None:
        self.theme.set_script_size(self.theme.script_size + by)

    def go_to(self, place: str) -> None:
        """Lead the keyboard to "script", "timeline" or one of TABS."""
        if place in TABS:
            self.tabs.setCurrentIndex(TABS.index(place))
        view = {
            "script": self.script,
            "timeline": self.timeline,
            "voices": self.voices,
            "captions": self.cue_table,
            "pronunciation": self.pronunciation,
            "relay": self.relay,
        }[place]
        _focus(view)

    def go_round(self, by: int) -> None:
        """Lead the keyboard to the next part of the window, or the one before."""
        page = self.tabs.currentWidget()
        parts: list[QWidget] = [self.toolbar, self.script, page, self.timeline]
        focus = QApplication.focusWidget()
        here = next(
            (i for i, part in enumerate(parts) if focus is not None and part.isAncestorOf(focus)),
            next((i for i, part in enumerate(parts) if part is focus), 0),
        )
        target = parts[(here + by) % len(parts)]
        _focus(self.toolbar.transport.play if target is self.toolbar else target)

    def show_menu(self) -> None:
        button = self.toolbar.menu
        menu = button.menu()
        if menu is not None:  # showMenu would wait until it is closed
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def export(self) -> None:
        # Dialogs are loaded when they are opened: the window is there sooner.
        from ui.export_dialog import ExportDialog

        dialog = ExportDialog(self.session, self.theme, self.remembered, self)
        dialog.ordered.connect(self.exporter.start)
        dialog.ordered.connect(self.toolbar.refresh)
        self._open("export", dialog)

    def show_preferences(self) -> None:
        from ui.preferences import Preferences

        self._open(
            "preferences",
            Preferences(self.session, self.theme, self.remembered, self.output, self),
        )

    def show_keys(self) -> None:
        self._open("keys", KeysSheet(self.actions_, self))

    def show_about(self) -> None:
        self._open("about", AboutSheet(self.theme, self))

    def _open(self, name: str, dialog: QWidget) -> None:
        """Show a dialog of which there is one; the one before goes."""
        before = self._dialogs.pop(name, None)
        if before is not None:
            before.close()
            before.deleteLater()
        self._dialogs[name] = dialog
        dialog.show()
        dialog.activateWindow()

    def dialog(self, name: str) -> Any:
        """The open dialog of a name: "export", "preferences", "keys" or "about"."""
        return self._dialogs[name]

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    @Slot(object)
    def _trouble(self, trouble: Trouble) -> None:
        self.messages.show_message(Message(trouble.text, trouble.action, trouble.call))

    @Slot()
    def _show_title(self) -> None:
        title = self.session.title or self.tr("Untitled")
        self.setWindowTitle(self.tr("{0}[*] – Narration Studio").format(title))
        self.setWindowModified(self.session.unsaved)

    @Slot()
    def _show_finding(self) -> None:
        self.go_to("captions")
        self.cue_table.step_finding(1)

    @Slot(int)
    def _show_place(self, offset: int) -> None:
        """Lead the keyboard to an offset of the script."""
        text = self.script.text
        cursor = text.textCursor()
        cursor.setPosition(text.mirror.position(offset))
        text.setTextCursor(cursor)
        self.go_to("script")

    @Slot(QWidget, QWidget)
    def _focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if now is not None:
            self._focus_by_key = QApplication.mouseButtons() == Qt.MouseButton.NoButton

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            # Not in the script: the first thing that Space does is play.
            self.toolbar.transport.play.setFocus()
            QTimer.singleShot(0, self._greet)
            QTimer.singleShot(0, self._offer_recovery)

    @Slot()
    def _greet(self) -> None:
        """Once, tell a newcomer what to do first."""
        if self.remembered.get("greeted", False) or not self.session.document.paragraphs:
            return
        self.remembered.put(greeted=True)
        text = self.tr("Press Space to hear this script. Then write your own over it.")
        self._greeting = Message(text, self.tr("Play"), self.session.toggle, kind="info")
        self.messages.show_message(self._greeting)
        self.session.tick.connect(self._heed)

    @Slot(object)
    def _heed(self, status: object) -> None:
        """The newcomer did it."""
        if is_playing(self.session):
            self.session.tick.disconnect(self._heed)
            self.messages.withdraw(self._greeting)

    @Slot()
    def _offer_recovery(self) -> None:
        for found in reversed(project.recoverable(paths.data() / "recovery")):
            title = found.document.title or (found.project.stem if found.project else "")
            when = time.strftime("%d %b, %H:%M", time.localtime(found.when))
            text = self.tr("{0} was not saved when the program ended ({1}).").format(
                title or self.tr("A narration"), when
            )
            recover = partial(self._recover, found)
            self.messages.show_message(Message(text, self.tr("Recover"), recover, kind="info"))

    def _recover(self, found: Recoverable) -> None:
        self.files.may_leave(lambda _: self.session.recover(found))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped_file(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.open_file(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.take_typed()
        if not self._leaving and self.session.unsaved:
            event.ignore()
            self.files.may_leave(self._leave)
            return
        self._end(discard=False)
        event.accept()

    def _leave(self, discarded: bool) -> None:
        self._leaving = True
        self._end(discard=discarded)
        self.close()

    def end(self) -> None:
        """Close without a question; what is unsaved can be recovered."""
        self.take_typed()
        self._end(discard=False)

    def _end(self, discard: bool) -> None:
        """Nobody watches while everything stops."""
        if self._ended:
            return
        self._ended = True
        self._remember()
        self.hide()
        for child in self.findChildren(QWidget):  # dialogs, questions, menus
            if child.isWindow() and child.isVisible():
                child.close()
        self.session.close(discard)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.actions_.refresh()


class CaptionsPage(QSplitter):
    """The table above the preview; where both are not high enough, the table alone."""

    def __init__(self, table: CueTable, preview: CaptionPreview) -> None:
        super().__init__(Qt.Orientation.Vertical)
        _fill(self, table, preview)
        self._table, self._preview = table, preview
        self.setStretchFactor(0, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        low = event.size().height() < ROOM_FOR_PREVIEW
        self._preview.setHidden(low)
        self._table.set_low(low)
        super().resizeEvent(event)


def _splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    splitter = QSplitter(orientation)
    _fill(splitter, *widgets)
    return splitter


def _fill(splitter: QSplitter, *widgets: QWidget) -> None:
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for widget in widgets:
        splitter.addWidget(widget)


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("line", "true")
    line.setFixedHeight(1)
    return line


def _focus(view: QWidget) -> None:
    """Give the keyboard to a view, or to its list or first part that takes it."""
    if view.focusPolicy() != Qt.FocusPolicy.NoFocus or view.focusProxy() is not None:
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return
    parts = [*view.findChildren(QAbstractItemView), *view.findChildren(QWidget)]
    for part in parts:
        if part.isVisibleTo(view) and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def _dropped_file(data: QMimeData) -> Path | None:
    urls = [url for url in data.urls() if url.isLocalFile()]
    return Path(urls[0].toLocalFile()) if len(urls) == 1 else None


def _application_icon() -> QIcon:
    icon = QIcon()
    for size in (16, 32, 48, 64, 128, 256):
        icon.addPixmap(draw_drawing(paths.resources() / "application.svg", size))
    return icon
