"""The captions as a table: times, text, reading speed, findings and what helps against them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from studio import edits
from studio.cues import Cue, Finding, word_at_character
from studio.document import Document
from studio.player import State, Status
from studio.timeline import word_at
from ui.cue_table.fixes import FixPanel
from ui.cue_table.grouping_bar import GroupingBar, ProfileMenu
from ui.cue_table.model import CueModel, rows
from ui.cue_table.view import CueView
from ui.parts import EmptyState, ranked
from ui.session import Session, Trouble
from ui.theme import Theme

__all__ = ["CueTable"]


class CueTable(QWidget):
    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._stale = True  # the captions changed while nobody saw the table
        self._edited_document: Document | None = None  # as it was after a text was edited here
        self._break_later: tuple[int, int] | None = None
        self.setAccessibleName(self.tr("Captions"))
        self._model = CueModel(self)
        self._view = CueView(self._model, theme)
        self._view.may_edit = self._may_edit
        self._bar, self._profile = GroupingBar(session), ProfileMenu(session)
        self._fixes = FixPanel(theme)
        self._build()
        self._connect()
        self._dress()
        self.refresh()

    def _build(self) -> None:
        self._filter = QPushButton()
        self._filter.setProperty("kind", "chip")
        self._filter.setCheckable(True)
        self._filter.setToolTip(self.tr("Show only the captions with findings"))
        self._count = ranked("", "small")
        self._empty = EmptyState(self._theme)
        self._pages = QStackedLayout()
        self._pages.addWidget(self._view)
        self._pages.addWidget(self._empty)
        second = QHBoxLayout()
        second.setSpacing(6)
        second.addWidget(self._filter)
        second.addWidget(self._count)
        second.addStretch(1)
        second.addWidget(self._profile)
        page = self._page = QVBoxLayout(self)
        self.set_low(False)
        page.addWidget(self._bar)
        page.addLayout(second)
        page.addLayout(self._pages, 1)
        page.addWidget(self._fixes)

    def _connect(self) -> None:
        session, view = self._session, self._view
        session.timeline_changed.connect(self.refresh)
        session.tick.connect(self._ticked)
        view.seek_wished.connect(self._seek)
        view.play_wished.connect(self._play)
        view.break_wished.connect(self._break)
        view.join_wished.connect(self._join)
        view.free_wished.connect(self._free)
        view.finding_wished.connect(self.step_finding)
        view.selected.connect(self._selected)
        view.delegate.edit_done.connect(self._edited)
        view.delegate.break_wished.connect(self._break_in_text)
        self.setFocusProxy(view)
        self._filter.toggled.connect(self._only_findings)
        self._fixes.fix_wished.connect(session.fix)
        self._theme.changed.connect(self._dress)

    def set_low(self, low: bool) -> None:
        """Where there is little height, captions have it; the profile is in the toolbar, too."""
        self._profile.setVisible(not low)
        margin = 8 if low else 12
        self._page.setContentsMargins(12, margin, 12, margin)
        self._page.setSpacing(6 if low else 8)

    def _dress(self) -> None:
        found = bool(self._session.findings)
        icon, role = ("triangle-alert", "warning") if found else ("circle-check", "ready")
        self._filter.setIcon(self._theme.icon(icon, role))

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def refresh(self) -> None:
        """Show the captions as they are now; later, if nobody sees them."""
        self._show_counts()
        if not self.isVisible():
            self._stale = True
            return
        self._stale = False
        session = self._session
        breaks, joins = edits.breaks_and_joins(session.document, session.timeline)
        words = session.timeline.words
        profile, duration = session.profile, session.timeline.duration
        longest = max((len(cue.text) for cue in session.cues), default=0)
        tens = -(-longest // 10) * 10  # rows keep their height while little changes
        self._view.prepare(min(profile.characters * profile.lines, tens), duration)
        self._model.show(rows(session.cues, words, session.findings, breaks, joins), words)
        self._model.set_current(session.cue_now)
        self._show_page()
        self._selected()
        self._edited_document = None
        if self._break_later is not None:
            cue, at = self._break_later
            self._break_later = None
            self._break_at(cue, at)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _show_counts(self) -> None:
        captions, findings = len(self._session.cues), len(self._session.findings)
        one = captions == 1
        self._count.setText(
            self.tr("1 caption") if one else self.tr("%1 captions").replace("%1", str(captions))
        )
        said = {0: self.tr("No findings"), 1: self.tr("1 finding")}
        many = self.tr("%1 findings").replace("%1", str(findings))
        self._filter.setText(said.get(findings, many))
        self._filter.setEnabled(bool(findings) or self._filter.isChecked())
        self._dress()

    def _show_page(self) -> None:
        if not self._session.cues:
            self._empty.say(
                "captions",
                self.tr("No captions yet"),
                self.tr("Write or paste a script, and its captions appear here."),
            )
        else:
            self._empty.say(
                "circle-check",
                self.tr("No findings"),
                self.tr("Every caption can be read in its time."),
                "ready",
            )
        self._pages.setCurrentWidget(self._view if self._view.proxy.rowCount() else self._empty)

    @Slot(object)
    def _ticked(self, status: Status) -> None:
        if self._stale:
            return
        now = self._session.cue_now
        if now == self._model.current:
            return
        self._model.set_current(now)
        playing = status.state is State.PLAYING
        if now is not None and playing and not self._view.is_editing:
            index = self._view.index_of(now)
            if index.isValid():
                self._view.scrollTo(index)

    def _only_findings(self, only: bool) -> None:
        self._view.proxy.set_only(only)
        self._show_page()
        self._show_counts()
        if only and not self._view.currentIndex().isValid():
            self.step_finding(1)

    @Slot()
    def _selected(self) -> None:
        row = self._view.row()
        findings = row.findings if row is not None else ()
        self._fixes.show_findings(findings, self._session.timeline.words)

    # ── what the user does ──────────────────────────────────────────────────────────────────────

    def show_finding(self, finding: Finding) -> None:
        """Select the caption of a finding."""
        self._view.select(finding.cue)

    @Slot(int)
    def step_finding(self, by: int) -> None:
        """Select the next caption with a finding, or the one before; round and round."""
        cues = sorted({finding.cue for finding in self._session.findings})
        if not cues:
            return
        at = self._view.cue()
        if by > 0:
            wanted = next((cue for cue in cues if cue > at), cues[0])
        else:
            wanted = next((cue for cue in reversed(cues) if cue < at), cues[-1])
        self._view.select(wanted)

    def _cue(self, cue: int) -> Cue | None:
        """A caption of the session, if the table still shows what the session has."""
        if not (0 <= cue < len(self._session.cues) and cue < len(self._model.rows)):
            return None
        found = self._session.cues[cue]
        return found if self._model.rows[cue].cue == found else None

    @Slot(int)
    def _seek(self, cue: int) -> None:
        chosen = self._cue(cue)
        if chosen is not None:
            self._session.seek(chosen.start)

    @Slot(int)
    def _play(self, cue: int) -> None:
        chosen = self._cue(cue)
        if chosen is not None:
            self._session.play_selection(chosen.start, chosen.end)

    @Slot(int)
    def _break(self, cue: int) -> None:
        """At the word under the playhead, if that is inside the caption; else before it."""
        chosen = self._cue(cue)
        if chosen is None:
            return
        first, last = chosen.words
        heard = word_at(self._session.timeline, self._session.position)
        inside = heard is not None and first < heard < last
        self._session.break_caption(heard if inside and heard is not None else first)

    @Slot(int)
    def _join(self, cue: int) -> None:
        following = self._cue(cue + 1)
        if following is not None:
            self._session.join_caption(following.words[0])

    @Slot(int)
    def _free(self, cue: int) -> None:
        """Take the author's marks of a caption away."""
        session, chosen = self._session, self._cue(cue)
        if chosen is None:
            return
        first, last = chosen.words
        breaks, joins = edits.breaks_and_joins(session.document, session.timeline)
        marked = [word for word in range(first, last) if word in joins or word in breaks]
        for word in marked:
            session.free_caption(word)

    def _may_edit(self, cue: int) -> bool:
        """The text of a caption can be changed only if its sentence is rendered."""
        session, timeline = self._session, self._session.timeline
        words = timeline.words[slice(*self._model.rows[cue].cue.words)]
        ids = {timeline.sentences[word.sentence].id for word in words}
        is_rendered = all(session.takes.info(id) is not None for id in ids)
        if not is_rendered:
            session.trouble.emit(
                Trouble(
                    self.tr("The text of this caption can be edited when it is rendered."),
                    self.tr("Render"),
                    session.render_all,
                )
            )
        return is_rendered

    @Slot(QModelIndex, str, str)
    def _edited(self, index: QModelIndex, before: str, text: str) -> None:
        cue = self._view.cue(index)
        if self._cue(cue) is not None and index.data(Qt.ItemDataRole.EditRole) == before:
            standing = self._session.document
            self._session.set_caption_text(cue, text)
            changed = self._session.document is not standing
            self._edited_document = self._session.document if changed else None
        else:
            self._session.trouble.emit(
                Trouble(self.tr("This caption changed while you edited it; try again."))
            )

    @Slot(QModelIndex, int)
    def _break_in_text(self, index: QModelIndex, at: int) -> None:
        """Break a caption where the text cursor was. If its text has just been changed, that has
        to be laid out first."""
        cue = self._view.cue(index)
        if self._session.document is self._edited_document:
            self._break_later = (cue, at)
        else:
            self._break_at(cue, at)

    def _break_at(self, cue: int, at: int) -> None:
        session, chosen = self._session, self._cue(cue)
        if chosen is not None:
            word = word_at_character(chosen, session.timeline.words, at)
            if word is not None:
                session.break_caption(word)
