"""Which menu belongs to what: a chip, a pause, a place in the script."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from ui.editor.menus import Scope, SpeakingMenu, fill_pauses
from ui.editor.rows import Row
from ui.editor.scene import Tag
from ui.editor.voice_names import voice_name

if TYPE_CHECKING:
    from ui.editor.script_text import ScriptText


class Menus(QObject):
    def __init__(self, edit: ScriptText) -> None:
        super().__init__(edit)
        self._edit = edit

    def of_chip(self, row: Row, kind: str) -> SpeakingMenu:
        self._edit.writing.flush()
        session = self._edit.session
        menu = SpeakingMenu(session, row.sentence, self._scopes(row, passage=True), self._edit)
        return menu.offer_voices() if kind == "voice" else menu.offer_speeds()

    def _scopes(self, row: Row, *, passage: bool) -> list[Scope]:
        """What a choice of voice or speed can hold for; from the chip down to the next chip, or
        the paragraph, or the selection, comes first."""
        document = self._edit.rows.document
        here = tuple(each.id for each in document.paragraphs[row.paragraph].sentences)
        paragraph = Scope(self.tr("For this paragraph"), here)
        scopes = [paragraph]
        selected = tuple(each.sentence.id for each in self._edit.selected_rows())
        if self._edit.textCursor().hasSelection() and not passage:
            scopes.insert(0, Scope(self.tr("For the selection"), selected))
        if passage:
            below = self._passage(row)
            if set(below) != set(here):
                scopes.insert(0, Scope(self.tr("Down to the next change"), below))
        return [*scopes, Scope(self.tr("For the whole script"), None)]

    def _passage(self, row: Row) -> tuple[str, ...]:
        sentences = self._edit.rows.document.sentences
        first = next(i for i, each in enumerate(sentences) if each.id == row.sentence.id)
        look = (row.sentence.voice, row.sentence.speed)
        ids = []
        for each in sentences[first:]:
            if (each.voice, each.speed) != look:
                break
            ids.append(each.id)
        return tuple(ids)

    def of_pause(self, tag: Tag) -> QMenu:
        menu = QMenu(self._edit)
        fill_pauses(menu, tag.samples, partial(self._edit.commands.change_pause, tag))
        menu.addSeparator()
        remove = menu.addAction(self.tr("Remove the pause"))
        remove.triggered.connect(lambda: self._edit.commands.change_pause(tag, None))
        return menu

    def of_place(self) -> QMenu:
        """All that can be done with the selection, or the sentence of the cursor."""
        edit = self._edit
        menu = QMenu(edit)
        row = edit.row_of_cursor()
        if row is not None:
            self._offer_speaking(menu, row)
            menu.addSeparator()
        self._offer_editing(menu)
        return menu

    def _offer_speaking(self, menu: QMenu, row: Row) -> None:
        edit, commands, sentence = self._edit, self._edit.commands, row.sentence
        _offer(menu, self.tr("Play from here"), "Ctrl+Return", partial(commands.play_from, row))
        rows = edit.selected_rows()
        locked = bool(rows) and all(each.sentence.locked for each in rows)
        many = len(rows) > 1
        if locked:
            text = self.tr("Unlock the sentences") if many else self.tr("Unlock the sentence")
        else:
            text = self.tr("Lock the sentences") if many else self.tr("Lock the sentence")
        _offer(menu, text, "Ctrl+L", commands.toggle_lock)
        _offer(menu, self.tr("Next sentence to render"), "F8", commands.go_to_next_unrendered)
        menu.addSeparator()
        scopes = self._scopes(row, passage=False)
        name = voice_name(sentence.voice, edit.session.voices.blends)
        voice = SpeakingMenu(edit.session, sentence, scopes, menu).offer_voices()
        voice.setTitle(self.tr("Voice: {0}").format(name.replace("&", "&&")))
        speed = SpeakingMenu(edit.session, sentence, scopes, menu).offer_speeds()
        speed.setTitle(self.tr("Speed"))
        pause = QMenu(self.tr("Insert a pause"), menu)
        fill_pauses(pause, None, commands.insert_pause)
        for inner in (voice, speed, pause):
            menu.addMenu(inner)

    def _offer_editing(self, menu: QMenu) -> None:
        edit, session, commands = self._edit, self._edit.session, self._edit.commands
        has_selection = edit.textCursor().hasSelection()
        undo, redo = session.undo_label, session.redo_label
        for text, key, call, possible in (
            (
                self.tr("Undo {0}").format(undo or ""),
                "Ctrl+Z",
                commands.undo_step,
                undo is not None,
            ),
            (
                self.tr("Redo {0}").format(redo or ""),
                "Ctrl+Shift+Z",
                commands.redo_step,
                redo is not None,
            ),
            ("", "", None, True),
            (self.tr("Cut"), "Ctrl+X", edit.cut, has_selection),
            (self.tr("Copy"), "Ctrl+C", edit.copy, has_selection),
            (self.tr("Paste"), "Ctrl+V", edit.paste, edit.canPaste()),
            (
                self.tr("Paste unwrapped"),
                "Ctrl+Shift+V",
                commands.paste_unwrapped,
                edit.canPaste(),
            ),
            (self.tr("Unwrap lines"), "", commands.unwrap_selection, "\n" in edit.mirror.text),
            ("", "", None, True),
            (self.tr("Select all"), "Ctrl+A", edit.selectAll, bool(edit.mirror.text)),
        ):
            if call is None:
                menu.addSeparator()
            else:
                _offer(menu, text.strip(), key, call).setEnabled(possible)


def _offer(menu: QMenu, text: str, key: str, call: Callable[[], object]) -> QAction:
    action = menu.addAction(text)
    if key:
        action.setShortcut(QKeySequence(key))
        action.setShortcutVisibleInContextMenu(True)
    action.triggered.connect(lambda _=False: call())
    return action
