"""Everything that can be done from a menu, a button or a key, in one table.

An action's label, icon, keys and the rule when it is possible stand side by side, so that menus
never lie. Views have keys of their own for what only they can do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot
from PySide6.QtGui import QAction, QKeySequence

from studio.player import State
from ui.marking import QT_TRANSLATE_NOOP
from ui.session import NARRATION, Session
from ui.theme import Theme

if TYPE_CHECKING:
    from ui.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class Spec:
    """One thing to do. ``keys``: the first is the one that menus show. ``possible`` and
    ``checked`` (None: not a switch) ask the session. ``detail`` fills {0} in the label.
    ``group``: a separator stands in ``menu`` where it changes. ``repeats`` while held down."""

    id: str
    menu: str
    group: int
    label: str
    icon: str
    keys: tuple[str, ...]
    call: Callable[[MainWindow], object]
    possible: Callable[[Session], bool] = lambda session: True
    checked: Callable[[Session], bool] | None = None
    detail: Callable[[Session], str] | None = None
    repeats: bool = False


def is_playing(session: Session) -> bool:
    """The narration is playing, or waits for what comes next."""
    status = session.status
    return status.tag == NARRATION and status.state in (State.PLAYING, State.WAITING)


def _has_text(session: Session) -> bool:
    return bool(session.document.paragraphs)


def _has_takes_to_make(session: Session) -> bool:
    return session.work.to_render > 0 and not session.work.busy


def _play_label(session: Session) -> str:
    label = _PAUSE if is_playing(session) else _PLAY
    return QCoreApplication.translate("Actions", label)


_PLAY = QT_TRANSLATE_NOOP("Actions", "Play")
_PAUSE = QT_TRANSLATE_NOOP("Actions", "Pause")

ACTIONS: tuple[Spec, ...] = (
    # Files
    Spec("new", "file", 1, QT_TRANSLATE_NOOP("Actions", "New narration"),
         "file-plus", ("Ctrl+N",), lambda w: w.files.new()),
    Spec("open", "file", 1, QT_TRANSLATE_NOOP("Actions", "Open…"),
         "folder-open", ("Ctrl+O",), lambda w: w.files.choose_and_open()),
    Spec("save", "file", 2, QT_TRANSLATE_NOOP("Actions", "Save"),
         "save", ("Ctrl+S",), lambda w: w.files.save(),
         possible=lambda s: s.unsaved or s.path is None),
    Spec("save_as", "file", 2, QT_TRANSLATE_NOOP("Actions", "Save as…"),
         "", ("Ctrl+Shift+S",), lambda w: w.files.save_as()),
    Spec("export", "file", 3, QT_TRANSLATE_NOOP("Actions", "Export…"),
         "download", ("Ctrl+E",), lambda w: w.export(), possible=_has_text),
    Spec("preferences", "file", 4, QT_TRANSLATE_NOOP("Actions", "Preferences…"),
         "settings", ("Ctrl+,",), lambda w: w.show_preferences()),
    Spec("quit", "file", 5, QT_TRANSLATE_NOOP("Actions", "Quit"),
         "", ("Ctrl+Q",), lambda w: w.close()),
    # Edits
    Spec("undo", "edit", 1, QT_TRANSLATE_NOOP("Actions", "Undo {0}"),
         "undo-2", ("Ctrl+Z",), lambda w: w.session.undo(),
         possible=lambda s: s.undo_label is not None, detail=lambda s: s.undo_label or "",
         repeats=True),
    Spec("redo", "edit", 1, QT_TRANSLATE_NOOP("Actions", "Redo {0}"),
         "redo-2", ("Ctrl+Shift+Z", "Ctrl+Y"), lambda w: w.session.redo(),
         possible=lambda s: s.redo_label is not None, detail=lambda s: s.redo_label or "",
         repeats=True),
    Spec("find", "edit", 2, QT_TRANSLATE_NOOP("Actions", "Find…"),
         "search", ("Ctrl+F",), lambda w: w.script.open_find()),
    Spec("replace", "edit", 2, QT_TRANSLATE_NOOP("Actions", "Replace…"),
         "replace", ("Ctrl+H",), lambda w: w.script.open_replace()),
    Spec("fit_times", "edit", 3, QT_TRANSLATE_NOOP("Actions", "Fit to the subtitles' times"),
         "timer", (), lambda w: w.subtitle_times.fit(), possible=lambda s: bool(s.moments)),
    Spec("larger", "edit", 4, QT_TRANSLATE_NOOP("Actions", "Larger script text"),
         "", ("Ctrl++", "Ctrl+="), lambda w: w.resize_script(1), repeats=True),
    Spec("smaller", "edit", 4, QT_TRANSLATE_NOOP("Actions", "Smaller script text"),
         "", ("Ctrl+-",), lambda w: w.resize_script(-1), repeats=True),
    # Playing
    Spec("play", "play", 1, "{0}",
         "play", ("Space", "Ctrl+Space"), lambda w: w.play_or_press(), detail=_play_label),
    Spec("loop", "play", 1, QT_TRANSLATE_NOOP("Actions", "Loop the selection"),
         "repeat", ("Shift+Space", "Ctrl+Shift+Space"), lambda w: w.toggle_loop(),
         possible=_has_text, checked=lambda s: s.loop_on),
    Spec("stop", "play", 1, QT_TRANSLATE_NOOP("Actions", "Stop"),
         "square", ("Ctrl+.",), lambda w: w.session.stop(),
         possible=lambda s: s.status.state is not State.STOPPED),
    Spec("previous", "play", 2, QT_TRANSLATE_NOOP("Actions", "Previous sentence"),
         "skip-back", ("Alt+Up",), lambda w: w.session.previous_sentence(), possible=_has_text,
         repeats=True),
    Spec("next", "play", 2, QT_TRANSLATE_NOOP("Actions", "Next sentence"),
         "skip-forward", ("Alt+Down",), lambda w: w.session.next_sentence(), possible=_has_text,
         repeats=True),
    Spec("render", "play", 3, QT_TRANSLATE_NOOP("Actions", "Render everything"),
         "audio-lines", ("Ctrl+R",), lambda w: w.session.render_all(),
         possible=_has_takes_to_make),
    Spec("cancel", "play", 3, QT_TRANSLATE_NOOP("Actions", "Stop rendering"),
         "", ("Ctrl+Shift+R",), lambda w: w.session.cancel_rendering(),
         possible=lambda s: s.work.busy),
    Spec("live", "play", 3, QT_TRANSLATE_NOOP("Actions", "Render while typing"),
         "", (), lambda w: w.toggle_live_preview(), checked=lambda s: s.live_preview),
    Spec("speak_relay", "play", 4, QT_TRANSLATE_NOOP("Actions", "Speak through the relay"),
         "cloud", ("Ctrl+Shift+L",), lambda w: w.relay_switch.toggle(),
         checked=lambda s: s.relay.policy.relay_percent > 0),
    # Places
    Spec("script", "view", 1, QT_TRANSLATE_NOOP("Actions", "Script"),
         "type", ("Ctrl+1",), lambda w: w.go_to("script")),
    Spec("voices", "view", 1, QT_TRANSLATE_NOOP("Actions", "Voices"),
         "users", ("Ctrl+2",), lambda w: w.go_to("voices")),
    Spec("captions", "view", 1, QT_TRANSLATE_NOOP("Actions", "Captions"),
         "captions", ("Ctrl+3",), lambda w: w.go_to("captions")),
    Spec("pronunciation", "view", 1, QT_TRANSLATE_NOOP("Actions", "Pronunciation"),
         "languages", ("Ctrl+4",), lambda w: w.go_to("pronunciation")),
    Spec("timeline", "view", 1, QT_TRANSLATE_NOOP("Actions", "Timeline"),
         "audio-lines", ("Ctrl+5",), lambda w: w.go_to("timeline")),
    Spec("relay", "view", 1, QT_TRANSLATE_NOOP("Actions", "Relay"),
         "cloud", ("Ctrl+6",), lambda w: w.go_to("relay")),
    Spec("next_pane", "view", 2, QT_TRANSLATE_NOOP("Actions", "Next part of the window"),
         "", ("F6",), lambda w: w.go_round(1)),
    Spec("previous_pane", "view", 2, QT_TRANSLATE_NOOP("Actions", "Previous part of the window"),
         "", ("Shift+F6",), lambda w: w.go_round(-1)),
    Spec("menu", "", 1, QT_TRANSLATE_NOOP("Actions", "Menu"),
         "menu", ("F10",), lambda w: w.show_menu()),
    Spec("keys", "help", 1, QT_TRANSLATE_NOOP("Actions", "Keys"),
         "keyboard", ("F1",), lambda w: w.show_keys()),
    Spec("about", "help", 1, QT_TRANSLATE_NOOP("Actions", "About Narration Studio"),
         "info", (), lambda w: w.show_about()),
)  # fmt: skip

MENUS: dict[str, str] = {
    "file": QT_TRANSLATE_NOOP("Actions", "File"),
    "edit": QT_TRANSLATE_NOOP("Actions", "Edit"),
    "play": QT_TRANSLATE_NOOP("Actions", "Play"),
    "view": QT_TRANSLATE_NOOP("Actions", "Go to"),
    "help": QT_TRANSLATE_NOOP("Actions", "Help"),
}


class Actions(QObject):
    """The table as QActions of a window; kept true by :meth:`refresh`."""

    def __init__(self, window: MainWindow, session: Session, theme: Theme) -> None:
        super().__init__(window)
        self._session, self._theme = session, theme
        self._specs = {spec.id: spec for spec in ACTIONS}
        self._actions: dict[str, QAction] = {}
        for spec in ACTIONS:
            action = QAction(self)
            action.setObjectName(spec.id)
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
            action.setAutoRepeat(spec.repeats)
            action.setCheckable(spec.checked is not None)
            action.triggered.connect(partial(self._do, window, spec))
            self._actions[spec.id] = action
            window.addAction(action)
        session.changed.connect(self.refresh)
        session.saved_changed.connect(self.refresh)
        session.work_changed.connect(self.refresh)
        session.relay.changed.connect(self.refresh)
        session.tick.connect(self._ticked)
        self._state: object = None
        self.refresh()

    def _do(self, window: MainWindow, spec: Spec, checked: bool = False) -> None:
        window.take_typed()
        spec.call(window)
        if spec.checked is not None:  # it may not have been done, or not yet
            self._actions[spec.id].setChecked(spec.checked(self._session))

    def keys(self, id: str) -> tuple[str, ...]:
        return self._specs[id].keys

    def __getitem__(self, id: str) -> QAction:
        return self._actions[id]

    def of_menu(self, menu: str) -> list[QAction | None]:
        """The actions of a menu in order, None where a separator belongs."""
        entries: list[QAction | None] = []
        group = 0
        for spec in ACTIONS:
            if spec.menu == menu:
                if entries and spec.group != group:
                    entries.append(None)
                entries.append(self._actions[spec.id])
                group = spec.group
        return entries

    @Slot()
    def refresh(self) -> None:
        for id, action in self._actions.items():
            spec = self._specs[id]
            action.setEnabled(spec.possible(self._session))
            text = QCoreApplication.translate("Actions", spec.label)
            if spec.detail is not None:
                text = text.format(spec.detail(self._session)).strip()
            if text != action.text():
                action.setText(text)
                action.setToolTip(with_key(text, spec.keys))
            if spec.checked is not None:
                action.setChecked(spec.checked(self._session))

    @Slot(object)
    def _ticked(self, status: object) -> None:
        """Thirty times a second nothing changes for the actions but the position."""
        state = (self._session.status.state, self._session.status.tag, self._session.loop_on)
        if state != self._state:
            self._state = state
            self.refresh()

    def paint(self, *ids: str) -> None:
        """Give actions their icons, all of them if none is named. Whoever shows them asks for it,
        as drawing all takes longer than a window should take to open."""
        for id in ids or tuple(self._actions):
            if self._specs[id].icon:
                self._actions[id].setIcon(self._theme.icon(self._specs[id].icon))


def with_key(text: str, keys: tuple[str, ...]) -> str:
    """A tooltip that names the key as the platform writes it."""
    if not keys:
        return text
    native = QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText)
    return f"{text} ({native})"
