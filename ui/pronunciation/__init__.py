"""How the words of the script are read: which are not read as written, and what the author says
about them."""

from __future__ import annotations

import time

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from studio import edits
from studio.document import Document
from studio.errors import StudioError
from ui.parts import EmptyState, Rule, Segments, ranked
from ui.pronunciation.form import RespellingForm
from ui.pronunciation.ledger import PROBLEMS, Entry
from ui.pronunciation.model import ENTRY, Column, Filter, LedgerModel
from ui.pronunciation.reading import LedgerReader
from ui.session import Session
from ui.theme import Theme

__all__ = ["PronunciationPanel"]

_SHOW_EVERY = 0.1  # seconds between two looks at the list while a long script is read


class PronunciationPanel(QWidget):
    place_requested = Signal(int)  # offset in the script of a word that the user wants to see

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._stale = True  # the script changed while nobody saw the panel
        self._shown_at = 0.0
        self._hearing = ""  # "before" or "after", while the form is heard
        self.setAccessibleName(self.tr("Pronunciation"))
        self._reader = LedgerReader(session, self)
        self._model = LedgerModel(self._reader.ledger, theme, self)
        self._filter = Filter(self._model, self)
        self._view = _LedgerView(self._filter, theme)
        self._form = RespellingForm(theme)
        self._build()
        self._connect()
        self._dress()
        self._form.show_lexicon(dict(session.document.lexicon))
        self._show_page()

    def _build(self) -> None:
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Filter words"))
        self._search.setAccessibleName(self.tr("Filter words"))
        self._search.setClearButtonEnabled(True)
        # The icons inside it are tool buttons, which have a box and a height elsewhere.
        self._search.setStyleSheet(
            "QLineEdit > QToolButton { background: transparent; border: none; padding: 0;"
            " min-height: 0; }"
        )
        self._search_icon = QAction(self)
        self._search.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self._which = Segments(
            (
                ("all", self.tr("All")),
                ("problems", self.tr("Problems")),
                ("author", self.tr("Yours")),
            ),
            self.tr("Show"),
        )
        self._which.choose("all")
        self._progress = ranked("", "small")
        self._empty = EmptyState(self._theme)
        self._pages = QStackedLayout()
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._empty)
        second = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self._which)
        second.addWidget(self._progress, 1)
        page = QVBoxLayout(self)
        page.setContentsMargins(12, 12, 12, 12)
        page.setSpacing(8)
        page.addWidget(self._search)
        page.addLayout(second)
        page.addLayout(self._pages, 1)
        page.addWidget(Rule())
        page.addWidget(self._form)

    def _connect(self) -> None:
        session, form = self._session, self._form
        session.changed.connect(self._document_changed)
        session.audition_changed.connect(self._audition_changed)
        self._reader.changed.connect(self._more_is_read)
        self._search.textChanged.connect(self._filter_changed)
        self._which.chosen.connect(self._filter_changed)
        self._view.selectionModel().currentRowChanged.connect(self._selected)
        self._view.activated_word.connect(self._go_to)
        self._view.edit_wished.connect(form.edit)
        self._view.removal_wished.connect(self._remove_selected)
        form.hear_wished.connect(self._hear)
        form.silence_wished.connect(session.stop_audition)
        form.keep_wished.connect(self._keep)
        form.removal_wished.connect(lambda word: session.set_lexicon(word, ""))
        form.word_typed.connect(self._select_word)
        self.setFocusProxy(self._view)
        self._theme.changed.connect(self._dress)

    def _dress(self) -> None:
        self._search_icon.setIcon(self._theme.icon("search", "faint"))

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._stale = False
            self._reader.follow(self._session.document)

    def _document_changed(self, before: Document, after: Document) -> None:
        if before.lexicon != after.lexicon:
            self._form.show_lexicon(dict(after.lexicon))
        if self.isVisible():
            self._reader.follow(after)
        else:
            self._stale = True

    @Slot()
    def _more_is_read(self) -> None:
        now = time.monotonic()
        if self._reader.left and now - self._shown_at < _SHOW_EVERY:
            return
        self._shown_at = now
        word = self._form.word if self._view.currentIndex().isValid() else ""
        self._model.sync()
        if word:
            self._select_word(word)
        self._show_page()

    def _show_page(self) -> None:
        left, total = self._reader.left, self._reader.total
        problems = sum(entry.origin in PROBLEMS for entry in self._model.entries)
        label = self.tr("Problems %1").replace("%1", str(problems))
        self._which.button("problems").setText(label if problems else self.tr("Problems"))
        self._progress.setText(
            self.tr("Reading %1 of %2 sentences…")
            .replace("%1", str(total - left))
            .replace("%2", str(total))
            if left
            else ""
        )
        self._empty.say(*self._nothing_to_show(left, total))
        self._pages.setCurrentWidget(self._view if self._filter.rowCount() else self._empty)

    def _nothing_to_show(self, left: int, total: int) -> tuple[str, str, str, str]:
        if not total:
            title = self.tr("No script yet")
            hint = self.tr("Its words that need a look are listed here, before anything is spoken.")
            return "book-open-text", title, hint, "faint"
        if left:
            return "loader-circle", self.tr("Reading the script…"), "", "faint"
        if self._model.entries:
            return "search", self.tr("No word like this"), "", "faint"
        title = self.tr("Every word is read as it is written")
        hint = self.tr("To change how one is spoken, write it below.")
        return "circle-check", title, hint, "ready"

    def _filter_changed(self) -> None:
        self._filter.want(self._which.choice, self._search.text())
        self._show_page()

    @Slot()
    def _selected(self) -> None:
        self._form.show_entry(self._view.currentIndex().data(ENTRY))

    def _select_word(self, word: str) -> None:
        """The row of a word, if it has one; else none."""
        current: Entry | None = self._view.currentIndex().data(ENTRY)
        if current is not None and current.word == word:
            return
        row = self._model.row_of_word(word)
        index = self._filter.mapFromSource(self._model.index(row, 0)) if row >= 0 else None
        if index is not None and index.isValid():
            self._view.selectRow(index.row())
        else:
            self._view.setCurrentIndex(QModelIndex())

    @Slot(str)
    def _audition_changed(self, heard: str) -> None:
        if not heard:
            self._hearing = ""
        self._form.show_heard(self._hearing)

    # ── what the user does ──────────────────────────────────────────────────────────────────────

    def _voice(self) -> str:
        """The voice that says the word in the script."""
        session, entry = self._session, self._form.entry
        place = self._reader.ledger.place(entry) if entry is not None else None
        sentence = session.sentence(place.sentence if place is not None else session.cursor)
        return sentence.voice if sentence is not None else session.document.voice

    def _hear(self, which: str) -> None:
        form = self._form
        entry = form.entry
        self._session.stop_audition()
        self._hearing = which
        if which == "after":
            self._session.audition(self._voice(), form.word, lexicon={form.word: form.said})
        elif entry is not None and entry.origin == "rule":
            # Alone, the word might be read otherwise than in its sentence.
            self._session.audition(self._voice(), entry.spoken)
        else:
            self._session.audition(self._voice(), form.word)
        form.show_heard(self._hearing)

    def _keep(self, word: str, said: str) -> None:
        self._session.set_lexicon(word, said)
        self._select_word(word)

    def _remove_selected(self) -> None:
        entry: Entry | None = self._view.currentIndex().data(ENTRY)
        if entry is not None and entry.origin == "author":
            self._session.set_lexicon(entry.word, "")

    def _go_to(self, entry: Entry) -> None:
        """Show a word where it stands."""
        place = self._reader.ledger.place(entry)
        if place is None:
            return
        try:
            sentence = edits.find(self._session.document, place.sentence)
        except StudioError:
            return
        for paragraph in self._session.document.paragraphs:
            if sentence in paragraph.sentences:
                offset = paragraph.span(sentence, place.at, place.at + 1)[0]
                self._session.set_cursor(offset)
                self.place_requested.emit(offset)
                return


class _LedgerView(QTableView):
    activated_word = Signal(object)  # Entry
    edit_wished = Signal()
    removal_wished = Signal()

    def __init__(self, model: Filter, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setModel(model)
        self.setAccessibleName(self.tr("Words that are not read as they are written"))
        self.setAccessibleDescription(
            self.tr("Enter says how, Delete forgets it, Control Enter goes to the word")
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(Column.WORD, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.SPOKEN, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(Column.COUNT, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(Column.WORD, 150)
        header.resizeSection(Column.COUNT, 64)
        self.doubleClicked.connect(lambda index: self.activated_word.emit(index.data(ENTRY)))
        theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 16)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and index.isValid():
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.activated_word.emit(index.data(ENTRY))
            else:
                self.edit_wished.emit()
        elif event.key() == Qt.Key.Key_Delete and index.isValid():
            self.removal_wished.emit()
        else:
            super().keyPressEvent(event)
