"""Menus of the script: who speaks, how fast, how long a pause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from studio import voices
from studio.document import SAMPLE_RATE, Sentence
from ui.editor.scene import speed_text
from ui.editor.voice_names import chip_name, language_name
from ui.session import Session

SPEEDS = (0.7, 0.8, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2, 1.35, 1.5)
PAUSES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0)  # seconds

Pick = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a choice holds for: sentences by id (None: all of them)."""

    label: str
    ids: tuple[str, ...] | None


class SpeakingMenu(QMenu):
    """Voice or speed, for as much of the script as is ticked at the bottom. Ticking leaves the
    menu open."""

    def __init__(
        self,
        session: Session,
        sentence: Sentence,
        scopes: Sequence[Scope],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._sentence = session, sentence
        self._scope = scopes[0]
        self._ticks = QActionGroup(self)
        self._list = list(scopes)

    def offer_voices(self) -> SpeakingMenu:
        fill_voices(self, self._session, self._sentence.voice, self._use_voice)
        self._offer_scopes()
        return self

    def offer_speeds(self) -> SpeakingMenu:
        fill_speeds(self, self._sentence.speed, self._use_speed)
        self._offer_scopes()
        return self

    def _use_voice(self, voice: str) -> None:
        self._session.set_voice(self._scope.ids, voice)

    def _use_speed(self, speed: float) -> None:
        self._session.set_speed(self._scope.ids, speed)

    # ── what it holds for ───────────────────────────────────────────────────────────────────────

    def _offer_scopes(self) -> None:
        self.addSeparator()
        for scope in self._list:
            action = QAction(scope.label, self)
            action.setCheckable(True)
            action.setChecked(scope is self._scope)
            action.setActionGroup(self._ticks)
            action.triggered.connect(partial(self._set_scope, scope))
            self.addAction(action)

    def _set_scope(self, scope: Scope) -> None:
        self._scope = scope

    def _tick(self, action: QAction | None) -> bool:
        if action is None or action.actionGroup() is not self._ticks:
            return False
        action.trigger()
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (chosen and self._tick(self.activeAction())):
            super().keyPressEvent(event)


def fill_voices(menu: QMenu, session: Session, current: str, pick: Pick) -> None:
    """The voices that the user likes or uses on top, all others by language."""
    group = QActionGroup(menu)
    blends = session.voices.blends
    near: dict[str, None] = {current: None}
    near.update(dict.fromkeys(sorted(session.voices.stars)))
    near.update(dict.fromkeys(blends.values()))
    near.update(dict.fromkeys(each.voice for each in session.document.sentences[:500]))
    for spelling in near:
        _offer(menu, group, chip_name(spelling, blends), spelling == current, pick, spelling)
    menu.addSeparator()
    for language, spellings in _by_language():
        inner = menu.addMenu(language_name(language))
        for spelling in spellings:
            name = chip_name(spelling, blends)
            _offer(inner, group, name, spelling == current, pick, spelling)


def fill_speeds(menu: QMenu, current: float, pick: Callable[[float], object]) -> None:
    group = QActionGroup(menu)
    for speed in sorted({*SPEEDS, current}):
        action = menu.addAction(speed_text(speed))
        action.setCheckable(True)
        action.setChecked(speed == current)
        action.setActionGroup(group)
        action.triggered.connect(partial(_picked, pick, speed))


def fill_pauses(menu: QMenu, current: int | None, pick: Callable[[float], object]) -> None:
    """Lengths in seconds; ``current`` in samples."""
    group = QActionGroup(menu)
    now = None if current is None else current / SAMPLE_RATE
    for seconds in sorted({*PAUSES, *([now] if now else [])}):
        action = menu.addAction(menu.tr("{0} s").format(f"{seconds:g}"))
        action.setCheckable(now is not None)
        action.setChecked(seconds == now)
        action.setActionGroup(group)
        action.triggered.connect(partial(_picked, pick, seconds))


def _offer(
    menu: QMenu, group: QActionGroup, label: str, chosen: bool, pick: Pick, spelling: str
) -> None:
    action = menu.addAction(label.replace("&", "&&"))
    action.setCheckable(True)
    action.setChecked(chosen)
    action.setActionGroup(group)
    action.triggered.connect(partial(_picked, pick, spelling))


def _picked(pick: Callable[..., object], value: object, _checked: bool = False) -> None:
    pick(value)


def _by_language() -> Iterable[tuple[str, list[str]]]:
    languages: dict[str, list[str]] = {}
    for voice in voices.voices().values():
        languages.setdefault(voice.language, []).append(voice.id)
    return languages.items()
