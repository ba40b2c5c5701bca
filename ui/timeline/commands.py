"""What can be done with the word that has the focus: its name, its key, and when it is possible.

Keys, the context menu and the sheet of keys read the same table, so none promises what another
does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from studio import edits
from studio.document import SAMPLE_RATE
from studio.errors import StudioError
from ui.timeline.wording import length, tr

if TYPE_CHECKING:
    from ui.timeline.canvas import Canvas

NEAR = SAMPLE_RATE // 2  # what is played before or after an edge
NUDGE, BIG_NUDGE = SAMPLE_RATE // 100, SAMPLE_RATE // 10
ZOOM = 1.4
PAUSES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0)  # seconds to choose from


@dataclass(frozen=True)
class Command:
    """``keys`` as Qt writes them, the first one shown; ``edits`` says that it changes the
    narration. Without a name it is not in the menu; ``about`` tells then what it does, alone or
    together with the next ones."""

    name: str
    keys: tuple[str, ...]
    run: Callable[[Canvas], None]
    is_possible: Callable[[Canvas], bool] = lambda canvas: canvas.focus_word is not None
    edits: bool = False
    icon: str = ""
    about: str = ""


# ── what is possible ────────────────────────────────────────────────────────────────────────────


def _always(canvas: Canvas) -> bool:
    return True


def _has_take(canvas: Canvas) -> bool:
    word = canvas.focus_word
    return word is not None and canvas.content.has_take(canvas.content.word(word).sentence)


def _to_join(canvas: Canvas) -> tuple[int, int] | None:
    """The words to be one: those that are selected, or the focus and the next one."""
    words = canvas.selected_words
    if words is None or not _has_take(canvas):
        return None
    first, last = words if words[0] < words[1] else (words[0], words[0] + 1)
    sentences = canvas.content.word_sentences
    return (first, last) if last < len(sentences) and sentences[first] == sentences[last] else None


def _can_split(canvas: Canvas) -> bool:
    return _has_take(canvas) and _as_written(canvas) is not None


def _as_written(canvas: Canvas) -> str | None:
    """The focus as it stands in the script, if that is how it is shown, and can be divided."""
    assert canvas.focus_word is not None
    word = canvas.content.word(canvas.focus_word)
    source = canvas.session.document.source[slice(*word.source)]
    return word.text if len(word.text) > 1 and " ".join(source.split()) == word.text else None


def _begins_caption(canvas: Canvas) -> bool:
    word = canvas.focus_word
    cue = canvas.content.caption_of(word) if word is not None else None
    return cue is not None and canvas.content.cues[cue].words[0] == word


def _can_break(canvas: Canvas) -> bool:
    return bool(canvas.focus_word) and not _begins_caption(canvas)


def _joinable(canvas: Canvas) -> int | None:
    """The first word of the caption of the focus, if there is a caption before that."""
    word = canvas.focus_word
    cue = canvas.content.caption_of(word) if word is not None else None
    return canvas.content.cues[cue].words[0] if cue else None


def _is_marked(canvas: Canvas) -> bool:
    """Whether the author broke or joined captions at the focus."""
    if canvas.focus_word is None:
        return False
    breaks, joins = edits.breaks_and_joins(canvas.session.document, canvas.content.timeline)
    return canvas.focus_word in breaks | joins


# ── what is done ────────────────────────────────────────────────────────────────────────────────


def _span(canvas: Canvas) -> tuple[int, int]:
    words = canvas.selected_words
    assert words is not None
    return int(canvas.content.words.starts[words[0]]), int(canvas.content.words.ends[words[1]])


def _play(canvas: Canvas) -> None:
    canvas.session.play(_span(canvas)[0])


def _play_near(canvas: Canvas, edge: int, first: int, last: int) -> None:
    """From ``first`` to ``last`` samples around the start (0) or end (1) of what is selected."""
    span = _span(canvas)
    at = span[edge]
    start, end = max(0, at + first), min(at + last, canvas.content.duration)
    if edge == 0 and first == 0:
        end = min(end, span[1])
    if edge == 1 and last == 0:
        start = max(start, span[0])
    canvas.session.play_selection(start, end)


def _walk(canvas: Canvas, by: int, *, extend: bool = False) -> None:
    count, word = len(canvas.content.words), canvas.focus_word
    if count:
        near = canvas.content.words.nearest(canvas.scene.playhead) or 0
        _go(canvas, near if word is None else max(0, min(word + by, count - 1)), extend=extend)


def _go(canvas: Canvas, word: int, *, extend: bool = False) -> None:
    canvas.set_focus_word(word, extend=extend)
    words = canvas.content.words
    canvas.reveal(int(words.starts[word]), int(words.ends[word]))


def _walk_captions(canvas: Canvas, by: int) -> None:
    word, cues = canvas.focus_word, canvas.content.cues
    cue = canvas.content.caption_of(word) if word is not None else None
    if cue is None:
        _walk(canvas, 0)
    else:
        _go(canvas, cues[max(0, min(cue + by, len(cues) - 1))].words[0])


def _to_end(canvas: Canvas, index: int, *, extend: bool = False) -> None:
    if len(canvas.content.words):
        _go(canvas, range(len(canvas.content.words))[index], extend=extend)


def _join(canvas: Canvas) -> None:
    words = _to_join(canvas)
    if words is not None:
        canvas.clear_selection()
        canvas.set_focus_word(words[0])
        canvas.session.join_words(*words)


def _nudge(canvas: Canvas, by: int) -> None:
    canvas.nudge(by)


def _with_focus(verb: Callable[[Canvas, int], None]) -> Callable[[Canvas], None]:
    def run(canvas: Canvas) -> None:
        if canvas.focus_word is not None:
            verb(canvas, canvas.focus_word)

    return run


def _join_caption(canvas: Canvas) -> None:
    word = _joinable(canvas)
    if word is not None:
        canvas.session.join_caption(word)


def set_pause(canvas: Canvas, samples: int) -> None:
    """Silence after the word that has the focus."""
    word = canvas.focus_word
    if word is None:
        return
    session, content = canvas.session, canvas.content
    try:
        place = edits.word_place(session.document, content.timeline, word)
        at = len(edits.find(session.document, place.sentence).text)
        if word + 1 in content.words_of(content.word(word).sentence):
            at = edits.word_place(session.document, content.timeline, word + 1).at
    except StudioError:  # the script was changed, and not laid out yet
        return
    session.set_pause(place.sentence, at, samples)


# ── the table ───────────────────────────────────────────────────────────────────────────────────

SEPARATOR = Command("", (), lambda canvas: None)


@cache
def named() -> tuple[Command, ...]:
    """What is in the menu, in order."""
    return (
        Command(tr("Play from here"), ("Return", "Enter"), _play, icon="play"),
        Command(tr("Play 0.5 s before"), ("Q",), lambda canvas: _play_near(canvas, 0, -NEAR, 0)),
        Command(tr("Play 0.5 s after"), ("W",), lambda canvas: _play_near(canvas, 1, 0, NEAR)),
        Command(tr("Play the first 0.5 s"), ("E",), lambda canvas: _play_near(canvas, 0, 0, NEAR)),
        Command(tr("Play the last 0.5 s"), ("D",), lambda canvas: _play_near(canvas, 1, -NEAR, 0)),
        SEPARATOR,
        Command(
            tr("Change what is shown …"),
            ("F2",),
            _with_focus(lambda canvas, word: canvas.rename_word(word)),
            _has_take,
            edits=True,
            icon="pencil",
        ),
        Command(
            tr("Split word …"),
            ("S",),
            _with_focus(lambda canvas, word: canvas.split_word(word)),
            _can_split,
            edits=True,
            icon="split",
        ),
        Command(
            tr("Join words"),
            ("J",),
            _join,
            lambda canvas: _to_join(canvas) is not None,
            edits=True,
            icon="merge",
        ),
        Command(tr("Keys move word, start or end"), ("T",), lambda canvas: canvas.toggle_edge()),
        SEPARATOR,
        Command(
            tr("Break caption here"),
            ("B",),
            _with_focus(lambda canvas, word: canvas.session.break_caption(word)),
            _can_break,
            edits=True,
            icon="wrap-text",
        ),
        Command(
            tr("Join caption with the one before"),
            ("Shift+B",),
            _join_caption,
            lambda canvas: _joinable(canvas) is not None,
            edits=True,
            icon="link",
        ),
        Command(
            tr("Leave this break to the grouping"),
            ("Ctrl+B",),
            _with_focus(lambda canvas, word: canvas.session.free_caption(word)),
            _is_marked,
            edits=True,
            icon="unlink",
        ),
    )


def _key(
    about: str,
    keys: str,
    run: Callable[[Canvas], None],
    is_possible: Callable[[Canvas], bool] = _always,
    edits: bool = False,
) -> Command:
    return Command("", tuple(keys.split()), run, is_possible, edits, about=about)


@cache
def unnamed() -> tuple[Command, ...]:
    """What has only keys."""
    words, select = tr("Previous and next word"), tr("Select words")
    captions = tr("Previous and next caption")
    ends, to_ends = tr("First and last word"), tr("Select as far as the first or last word")
    little, far = tr("Move by 10 ms"), tr("Move by 100 ms")
    screens, zoom = tr("A screen back and on"), tr("Zoom in and out")
    return (
        _key(words, "Left", partial(_walk, by=-1)),
        _key(words, "Right", partial(_walk, by=1)),
        _key(select, "Shift+Left", partial(_walk, by=-1, extend=True)),
        _key(select, "Shift+Right", partial(_walk, by=1, extend=True)),
        _key(little, "Ctrl+Left", partial(_nudge, by=-NUDGE), _has_take, edits=True),
        _key(little, "Ctrl+Right", partial(_nudge, by=NUDGE), _has_take, edits=True),
        _key(far, "Ctrl+Shift+Left", partial(_nudge, by=-BIG_NUDGE), _has_take, edits=True),
        _key(far, "Ctrl+Shift+Right", partial(_nudge, by=BIG_NUDGE), _has_take, edits=True),
        _key(captions, "Up", partial(_walk_captions, by=-1)),
        _key(captions, "Down", partial(_walk_captions, by=1)),
        _key(ends, "Home", partial(_to_end, index=0)),
        _key(ends, "End", partial(_to_end, index=-1)),
        _key(to_ends, "Shift+Home", partial(_to_end, index=0, extend=True)),
        _key(to_ends, "Shift+End", partial(_to_end, index=-1, extend=True)),
        _key(screens, "PgUp", lambda canvas: canvas.scroll_by(-canvas.axis.width)),
        _key(screens, "PgDown", lambda canvas: canvas.scroll_by(canvas.axis.width)),
        _key(zoom, "+ = Shift++ Shift+=", lambda canvas: canvas.zoom_by(ZOOM)),
        _key(zoom, "-", lambda canvas: canvas.zoom_by(1 / ZOOM)),
        _key(tr("All of it"), "0", lambda canvas: canvas.fit()),
        _key(
            tr("Select nothing"),
            "Esc",
            lambda canvas: canvas.clear_selection(),
            lambda canvas: canvas.selection is not None,
        ),
    )


def told() -> tuple[tuple[tuple[str, ...], str], ...]:
    """Keys and what they do, for who wants to know them all."""
    rows: dict[str, tuple[str, ...]] = {}
    for command in (*named(), *unnamed()):
        if about := command.name or command.about:
            rows[about] = (*rows.get(about, ()), command.keys[0])
    return tuple((keys, about) for about, keys in rows.items())


@cache
def _by_key() -> dict[int, Command]:
    return {
        QKeySequence(key)[0].toCombined(): command  # type: ignore[index]
        for command in (*named(), *unnamed())
        for key in command.keys
    }


def command_for(event: QKeyEvent) -> Command | None:
    """What a key does here."""
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return _by_key().get(event.key() | modifiers.value)


def menu(canvas: Canvas) -> QMenu:
    """The context menu of the word that has the focus."""
    made = QMenu(canvas)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for command in named():
        if command is SEPARATOR:
            made.addSeparator()
            continue
        action = QAction(command.name, made)
        if command.icon:
            action.setIcon(canvas.theme.icon(command.icon, "dim"))
        action.setShortcut(QKeySequence(command.keys[0]))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setEnabled(command.is_possible(canvas))
        action.triggered.connect(lambda _=False, command=command: canvas.do(command))
        made.addAction(action)
    made.addMenu(_pause_menu(canvas, made))
    return made


def _pause_menu(canvas: Canvas, parent: QMenu) -> QMenu:
    made = QMenu(tr("Pause after this word"), parent)
    made.setIcon(canvas.theme.icon("timer", "dim"))
    for seconds in PAUSES:
        samples = round(seconds * SAMPLE_RATE)
        action = QAction(length(samples) if samples else tr("None"), made)
        action.triggered.connect(lambda _=False, samples=samples: set_pause(canvas, samples))
        made.addAction(action)
    return made
