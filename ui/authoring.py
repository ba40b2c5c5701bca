"""The document, its history, and the verbs that change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from math import floor
from typing import Any

from PySide6.QtCore import QObject, Signal

from studio import cues, edits
from studio.cues import Finding, Fix, Grouping, Profile
from studio.document import SLOWEST, Document, Sentence
from studio.errors import StudioError
from studio.history import History
from ui.shown import Edit, Shown, Times, edge_at


@dataclass(frozen=True, slots=True)
class Trouble:
    """One sentence, and one thing to do about it."""

    text: str
    action: str = ""
    call: Callable[[], None] | None = None


class Authoring(QObject):
    """Every change is one of these verbs, can be undone, and is told by `changed`. What is not
    possible is told by `trouble`; verbs do not raise."""

    changed = Signal(object, object)  # the document before and after
    trouble = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = History(document)
        self._typing: int | None = None  # the gesture
        self._by_id: tuple[Document | None, dict[str, Sentence]] = (None, {})

    @property
    def _shown(self) -> Shown:
        """What indices of words and captions mean."""
        raise NotImplementedError

    def _follow(self, before: Document) -> None:
        """The document is another one."""
        raise NotImplementedError

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    @property
    def document(self) -> Document:
        return self._history.document

    @property
    def unsaved(self) -> bool:
        return self._history.unsaved

    @property
    def undo_label(self) -> str | None:
        return self._history.undo_label

    @property
    def redo_label(self) -> str | None:
        return self._history.redo_label

    @property
    def profile(self) -> Profile:
        return cues.find_profile(self.document.profile)

    @property
    def grouping(self) -> Grouping:
        text = self.document.grouping
        return cues.parse_grouping(text) if text else self.profile.grouping

    @property
    def grouping_text(self) -> str:
        return str(self.grouping)

    def sentence(self, id: str) -> Sentence | None:
        document, found = self._by_id
        if document is not self.document:
            found = {sentence.id: sentence for sentence in self.document.sentences}
            self._by_id = (self.document, found)
        return found.get(id)

    # ── edits ───────────────────────────────────────────────────────────────────────────────────

    def retype(self, source: str) -> None:
        """The whole script as it now stands in the editor. Keys typed without a pause are one
        step to undo."""
        if self._typing is None:
            self._typing = self._history.new_gesture()
        self._edit(edits.retype, source, label=self.tr("typing"), gesture=self._typing)

    def end_typing(self) -> None:
        """What is typed from now on is another step to undo."""
        self._typing = None

    def set_voice(self, ids: Iterable[str] | None, voice: str) -> None:
        self._edit(edits.set_voice, ids, voice, label=self.tr("voice"))

    def set_speed(
        self, ids: Iterable[str] | None, speed: float, gesture: int | None = None
    ) -> None:
        self._edit(edits.set_speed, ids, speed, label=self.tr("speed"), gesture=gesture)

    def set_pause(self, id: str, at: int, samples: int) -> None:
        self._edit(edits.set_pause, id, at, samples, label=self.tr("pause"))

    def set_gaps(self, *, sentence_gap: int, paragraph_gap: int) -> None:
        self._edit(
            edits.set_gaps,
            label=self.tr("gaps"),
            sentence_gap=sentence_gap,
            paragraph_gap=paragraph_gap,
        )

    def lock(self, ids: Iterable[str]) -> None:
        takes = {
            id: info.key
            for id in ids
            if (sentence := self.sentence(id)) is not None
            and (info := self._shown.take(sentence)) is not None
        }
        self._edit(edits.lock, takes, label=self.tr("lock"))

    def unlock(self, ids: Iterable[str] | None) -> None:
        self._edit(edits.unlock, ids, label=self.tr("unlock"))

    def set_lexicon(self, written: str, spoken: str) -> None:
        self._edit(edits.set_lexicon, written, spoken, label=self.tr("pronunciation"))

    def set_title(self, title: str) -> None:
        self._edit(edits.set_title, title, label=self.tr("title"))

    def set_profile(self, name: str) -> None:
        self._edit(edits.set_profile, name, label=self.tr("profile"))

    def set_grouping(self, text: str) -> None:
        self._edit(edits.set_grouping, text, label=self.tr("grouping"))

    def rewrite(self, source: str, label: str) -> None:
        """The whole script as something else than keys made it: a step of its own."""
        self._edit(edits.retype, source, label=label)

    def new_gesture(self) -> int:
        """An id for edits that are one step to undo, such as those of a drag."""
        return self._history.new_gesture()

    def move_word(
        self, i: int, start: int, end: int, *, free: bool = False, gesture: int | None = None
    ) -> None:
        self._move(i, lambda _: (start, end), free, gesture)

    def move_edge(
        self, i: int, edge: str, to: int, *, free: bool = False, gesture: int | None = None
    ) -> None:
        self._move(i, edge_at(edge, to), free, gesture)

    def nudge_word(
        self, i: int, by: int, edge: str | None = None, gesture: int | None = None
    ) -> None:
        first, last = (0 if edge == "end" else by), (0 if edge == "start" else by)
        self._move(i, lambda word: (word.start + first, word.end + last), False, gesture)

    def _move(self, i: int, times: Times, free: bool, gesture: int | None) -> None:
        move = self._shown.move_word(i, times, free=free)
        self._edit(move, label=self.tr("move word"), gesture=gesture)

    def split_word(self, i: int, at_char: int) -> None:
        self._edit(self._shown.split_word(i, at_char), label=self.tr("split word"))

    def join_words(self, first: int, last: int) -> None:
        self._edit(self._shown.join_words(first, last), label=self.tr("join words"))

    def rename_word(self, i: int, text: str) -> None:
        self._edit(self._shown.rename_word(i, text), label=self.tr("caption text"))

    def break_caption(self, i: int) -> None:
        """A caption begins with word ``i``."""
        mark = self._shown.mark_caption(i, edits.break_caption)
        self._edit(mark, label=self.tr("caption break"))

    def join_caption(self, i: int) -> None:
        """Word ``i`` stands in the caption of the word before it."""
        mark = self._shown.mark_caption(i, edits.join_caption)
        self._edit(mark, label=self.tr("caption join"))

    def free_caption(self, i: int) -> None:
        mark = self._shown.mark_caption(i, edits.free_caption)
        self._edit(mark, label=self.tr("caption"))

    def set_caption_text(self, cue: int, text: str) -> None:
        self._edit(self._shown.set_caption_text(cue, text), label=self.tr("caption text"))

    def move_cue_edge(self, cue: int, edge: str, to: int, gesture: int | None = None) -> None:
        """The first word of a caption starts, or the last one ends, at ``to``."""
        move = self._shown.move_cue_edge(cue, edge, to)
        self._edit(move, label=self.tr("move word"), gesture=gesture)

    def move_words(
        self, words: range, by: int, *, free: bool = False, gesture: int | None = None
    ) -> None:
        """Words, as those of a caption, moved together by so many samples from where the gesture
        began."""
        move = self._shown.move_words(words, by, free=free)
        self._edit(move, label=self.tr("move caption"), gesture=gesture)

    def fix(self, finding: Finding, fix: Fix) -> None:
        """Do what a finding offers, if it still holds."""
        if finding not in self._shown.arrangement.findings:
            self.trouble.emit(Trouble(self.tr("That caption has changed meanwhile.")))
        elif fix.kind == "join":
            self.join_caption(fix.at)
        elif fix.kind == "break":
            mark = self._shown.mark_caption(fix.at, edits.break_caption)
            self._edit_within(finding.cue, mark, self.tr("caption break"))
        elif fix.kind == "slower":
            self._say_slower(self._shown.arrangement.timeline.sentences[fix.at].id, fix.amount)
        elif fix.kind == "pause":
            pause = self._shown.add_pause(fix.at, int(fix.amount))
            self._edit_within(finding.cue, pause, self.tr("pause"))
        else:
            cue = self._shown.arrangement.cues[finding.cue]
            self.move_cue_edge(finding.cue, "end", cue.end + int(fix.amount))

    def _edit_within(self, cue: int, edit: Edit, label: str) -> None:
        """Change a caption, and let those beside it begin and end where they do."""
        shown, (first, end) = self._shown, self._shown.arrangement.cues[cue].words
        words = range(len(shown.arrangement.timeline.words))
        held = [shown.mark_caption(i, edits.break_caption) for i in (first, end) if i in words]
        self._edit(
            lambda document: reduce(lambda done, each: each(done), (*held, edit), document),
            label=label,
        )

    def _say_slower(self, id: str, factor: float) -> None:
        sentence = self.sentence(id)
        if sentence is not None:
            slower = floor(sentence.speed * factor * 100) / 100
            self.set_speed([id], max(slower, SLOWEST))

    def undo(self) -> None:
        self._step(self._history.undo)

    def redo(self) -> None:
        self._step(self._history.redo)

    def _step(self, step: Callable[[], Document]) -> None:
        before = self.document
        self._typing = None
        step()
        if self.document is not before:
            self._follow(before)

    def _edit(
        self,
        verb: Callable[..., Document],
        *arguments: Any,
        label: str,
        gesture: int | None = None,
        **named: Any,
    ) -> None:
        before = self.document
        if gesture is None or gesture != self._typing:
            self._typing = None
        try:
            after = verb(self._history.base(gesture), *arguments, **named)
        except StudioError as error:
            self.trouble.emit(Trouble(str(error)))
            return
        if not self._history.apply(after, label, gesture):
            return
        lost = edits.lost_locks(before, self.document)
        if lost:
            count = len(lost)
            self.trouble.emit(
                Trouble(
                    self.tr("The change unlocked %n sentence(s).", "", count),
                    self.tr("Undo"),
                    self.undo,
                )
            )
        self._follow(before)
