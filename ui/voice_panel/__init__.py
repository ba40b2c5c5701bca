"""The audition board: hear the sentence under the cursor in any voice, mix voices, choose one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from studio import voices
from studio.document import Document
from studio.errors import StudioError
from ui.authoring import Trouble
from ui.parts import EmptyState, Rule, Segments
from ui.session import Session
from ui.theme import Theme
from ui.voice_panel.blend import BlendEditor
from ui.voice_panel.entries import (
    ENGLISH,
    GRADES,
    Entry,
    Listed,
    Wanted,
    board,
    language_choices,
)
from ui.voice_panel.model import KEYS, BoardModel
from ui.voice_panel.view import BoardView

__all__ = ["VoicePanel"]


class VoicePanel(QWidget):
    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._heard = ""
        self._language_is_chosen = False
        self._listed = Listed()
        self.setAccessibleName(self.tr("Voices"))
        self._model = BoardModel(self)
        self._view = BoardView(self._model, theme)
        self._blend = BlendEditor(theme)
        self._build()
        self._connect()
        self._follow_language()
        self._cursor_moved()
        self.refresh()
        self._view.select(max(self._model.row_of(self._spoken_by()), 0))

    # ── building ────────────────────────────────────────────────────────────────────────────────

    def _build(self) -> None:
        self._empty = EmptyState(self._theme)
        self._empty.say(
            "search",
            self.tr("No voice like this"),
            self.tr("Take a filter away, or look in all languages."),
        )
        self._list = QStackedLayout()
        self._list.addWidget(self._view)
        self._list.addWidget(self._empty)
        page = QVBoxLayout(self)
        page.setContentsMargins(12, 12, 12, 12)
        page.setSpacing(8)
        page.addLayout(self._first_row())
        page.addLayout(self._second_row())
        page.addLayout(self._list, 1)
        page.addLayout(self._use_row())
        page.addWidget(Rule())
        page.addWidget(self._blend)

    def _first_row(self) -> QHBoxLayout:
        self._filter = _FilterField()
        self._filter.setAccessibleName(self.tr("Filter voices"))
        self._filter.setClearButtonEnabled(True)
        self._search = QAction(self)
        self._filter.addAction(self._search, QLineEdit.ActionPosition.LeadingPosition)
        self._language = QComboBox()
        self._language.setAccessibleName(self.tr("Language"))
        for label, codes in language_choices():
            self._language.addItem(label, codes)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._filter, 1)
        row.addWidget(self._language)
        return row

    def _second_row(self) -> QHBoxLayout:
        self._gender = Segments(
            (("", self.tr("All")), ("female", self.tr("Female")), ("male", self.tr("Male"))),
            self.tr("Gender"),
        )
        self._gender.choose("")
        self._grade = QComboBox()
        self._grade.setAccessibleName(self.tr("Quality"))
        self._grade.setToolTip(self.tr("Quality as rated by the model's authors, A to F"))
        self._grade.addItem(self.tr("Any quality"), "")
        for grade in GRADES:
            best = grade == GRADES[0]
            label = self.tr("Quality %1") if best else self.tr("%1 or better")
            self._grade.addItem(label.replace("%1", grade), grade)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._gender)
        row.addStretch(1)
        row.addWidget(self._grade)
        return row

    def _use_row(self) -> QHBoxLayout:
        self._use_here = QPushButton(self.tr("Use for this paragraph"))
        self._use_all = QPushButton(self.tr("Use for all"))
        self._use_here.setToolTip(
            self.tr("The paragraph under the cursor speaks in this voice (Ctrl+Enter)")
        )
        self._use_all.setToolTip(
            self.tr("The whole script speaks in this voice (Ctrl+Shift+Enter)")
        )
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._use_here, 1)
        row.addWidget(self._use_all)
        return row

    def _connect(self) -> None:
        session, view, blend = self._session, self._view, self._blend
        session.changed.connect(self._document_changed)
        session.cursor_changed.connect(self._cursor_moved)
        session.audition_changed.connect(self._audition_changed)
        session.voices.changed.connect(self.refresh)
        session.relay.changed.connect(self._relay_changed)
        session.relay.listed.connect(self._relay_changed)
        self._filter.textChanged.connect(self.refresh)
        self._filter.left.connect(self._to_the_list)
        self._filter.done.connect(self._hear_first)
        self._language.activated.connect(self._language_chosen)
        self._gender.chosen.connect(self.refresh)
        self._grade.activated.connect(self.refresh)
        view.selectionModel().currentChanged.connect(self._selected)
        view.audition_wished.connect(self._audition_entry)
        view.silence_wished.connect(session.stop_audition)
        view.star_wished.connect(lambda entry, on: session.voices.star(entry.spelling, on))
        view.use_wished.connect(lambda entry, whole: session.use_voice(entry.spelling, whole))
        view.blend_wished.connect(self._add_to_blend)
        view.removal_wished.connect(lambda entry: session.voices.save_blend(entry.name, ""))
        view.filter_wished.connect(self._filter.setFocus)
        blend.audition_wished.connect(self._audition)
        blend.silence_wished.connect(session.stop_audition)
        blend.save_wished.connect(self._save_blend)
        blend.use_wished.connect(session.use_voice)
        blend.addition_wished.connect(lambda: self._add_to_blend(view.entry()))
        self._use_here.clicked.connect(lambda: self._use(False))
        self._use_all.clicked.connect(lambda: self._use(True))
        self._theme.changed.connect(self._dress)
        self.setFocusProxy(view)
        self._dress()
        self._add_keys()

    def _add_keys(self) -> None:
        """Keys that work anywhere on the panel; fields that are typed in keep their digits."""
        for digit in range(1, KEYS + 1):
            self._key(str(digit), lambda row=digit - 1: self.audition_row(row))
        for enter in ("Return", "Enter"):
            self._key(f"Ctrl+{enter}", lambda: self._use(False))
            self._key(f"Ctrl+Shift+{enter}", lambda: self._use(True))

    def _key(self, keys: str, call: object) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(call)

    def _dress(self) -> None:
        self._search.setIcon(self._theme.icon("search", "faint"))

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    @property
    def wanted(self) -> Wanted:
        return Wanted(
            self._filter.text(),
            self._language.currentData(),
            self._gender.choice,
            self._grade.currentData(),
        )

    @Slot()
    def refresh(self) -> None:
        """The rows anew; the selection and the scrolling stay where they are."""
        selected = self._view.entry()
        scrolled = self._view.verticalScrollBar().value()
        session = self._session
        listed = self._listed = self._relay_lists()
        entries = board(
            session.voices.blends, session.voices.stars, self.wanted, self._spoken_by(), listed
        )
        if self._model.show(entries, session.voices.stars):
            row = self._model.row_of(selected.spelling) if selected is not None else -1
            self._view.select(max(row, 0))
            self._view.verticalScrollBar().setValue(scrolled)
        self._list.setCurrentWidget(self._view if entries else self._empty)
        count = len(voices.voices()) + len(voices.at_relay(listed.names))
        self._filter.setPlaceholderText(self.tr("Filter %n voices", "", count))
        self._selected()

    def _relay_lists(self) -> Listed:
        relay = self._session.relay
        return Listed(relay.server.name, relay.voices, relay.policy.relay_percent > 0)

    @Slot()
    def _relay_changed(self) -> None:
        if self._relay_lists() != self._listed:
            self.refresh()

    def _spoken_by(self) -> str:
        """The voice of the sentence under the cursor."""
        sentence = self._session.sentence(self._session.cursor)
        return sentence.voice if sentence is not None else self._session.document.voice

    @Slot()
    def _cursor_moved(self) -> None:
        spoken_by = self._spoken_by()
        self._model.set_speaks(spoken_by)
        if "," in spoken_by or voices.AT_RELAY in spoken_by:
            self.refresh()

    def _document_changed(self, before: Document, after: Document) -> None:
        if before.language != after.language or before.source != after.source:
            self._follow_language()
        self._cursor_moved()

    def _follow_language(self) -> None:
        """Show the voices of the script's language, until the user chooses another."""
        if self._language_is_chosen:
            return
        language = self._session.document.language
        codes = ENGLISH if language in ENGLISH else (language,)
        index = next(
            (i for i in range(self._language.count()) if self._language.itemData(i) == codes), 0
        )
        if index != self._language.currentIndex():
            self._language.setCurrentIndex(index)
            self.refresh()

    def _language_chosen(self) -> None:
        self._language_is_chosen = True
        self.refresh()

    @Slot(str)
    def _audition_changed(self, heard: str) -> None:
        self._heard = heard
        self._model.set_heard(heard)
        self._blend.show_heard(heard)

    @Slot()
    def _selected(self) -> None:
        entry = self._view.entry()
        self._use_here.setEnabled(entry is not None)
        self._use_all.setEnabled(entry is not None)
        self._blend.offer(entry)

    # ── what the user does ──────────────────────────────────────────────────────────────────────

    def audition_row(self, row: int) -> None:
        if row < len(self._model.entries):
            self._view.select(row)
            self._audition_entry(self._model.entries[row])

    def _audition_entry(self, entry: Entry) -> None:
        """What is being heard is stopped, anything else is heard instead of it."""
        if entry.spelling == self._heard:
            self._session.stop_audition()
        else:
            self._audition(entry.spelling)

    def _audition(self, spelling: str) -> None:
        elsewhere = _elsewhere(spelling)
        if elsewhere and not self._session.relay.policy.relay_percent:
            text = self.tr("Only {0} has “{1}”, and the relay is off.")
            where = self._listed.server if elsewhere in self._listed.names else self.tr("a relay")
            trouble = Trouble(
                text.format(where, elsewhere), self.tr("Turn the relay on"), self._turn_relay_on
            )
            self._session.trouble.emit(trouble)
        else:
            self._session.audition(spelling)

    def _turn_relay_on(self) -> None:
        self._session.relay.set_percent(100)

    def _use(self, whole: bool) -> None:
        entry = self._view.entry()
        if entry is not None:
            self._session.use_voice(entry.spelling, whole)

    def _add_to_blend(self, entry: Entry | None) -> None:
        if entry is not None:
            self._blend.add(entry)
            self._blend.show_heard(self._heard)
            self._blend.offer(entry)

    def _save_blend(self, name: str, spelling: str) -> None:
        self._session.voices.save_blend(name, spelling)
        self._view.select(self._model.row_of(spelling))

    def _to_the_list(self) -> None:
        self._view.setFocus()

    def _hear_first(self) -> None:
        self.audition_row(max(self._view.currentIndex().row(), 0))


def _elsewhere(spelling: str) -> str:
    """The name of a voice in it that is not on this computer; empty if all are."""
    try:
        found = voices.parse_voice(spelling).elsewhere
    except StudioError:
        return ""
    return found[0].removesuffix(voices.AT_RELAY) if found else ""


class _FilterField(QLineEdit):
    """Down goes on into the list, Enter is for what was found, Escape clears."""

    left = Signal()
    done = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The icons inside it are tool buttons, which have a box and a height elsewhere.
        self.setStyleSheet(
            "QLineEdit > QToolButton { background: transparent; border: none; padding: 0;"
            " min-height: 0; }"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.left.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.done.emit()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
