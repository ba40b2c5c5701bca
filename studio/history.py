"""Undo and redo over documents.

A document is a value, so a step is the document before it; steps share what they have in common.
What belongs to one gesture (a drag, a stretch of typing) is one step: whoever makes the changes
says so with an id from ``new_gesture``. Undo, redo and saving end a gesture.
"""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass
from itertools import count

from studio.document import Document

LIMIT_STEPS = 1_000
LIMIT_BYTES = 64_000_000

_SENTENCE_BYTES = 1_000  # about what a sentence takes with its tuples
_STEP_BYTES = 200


@dataclass(frozen=True, slots=True)
class _Step:
    """``document`` is the one to go to: before the change to undo, after the one to redo."""

    label: str
    document: Document
    size: int


class History:
    """A document, the ones before it, and those that were undone.

    ``limit_bytes`` bounds, by estimate, what the steps hold beyond the document itself; at least
    one step can always be undone.
    """

    def __init__(
        self,
        document: Document,
        *,
        saved: bool = True,
        limit_steps: int = LIMIT_STEPS,
        limit_bytes: int = LIMIT_BYTES,
    ) -> None:
        self._document = document
        self._saved: Document | None = document if saved else None
        self._past: deque[_Step] = deque()
        self._future: list[_Step] = []
        self._gesture: int | None = None
        self._gestures = count(1)
        self._limit_steps, self._limit_bytes = limit_steps, limit_bytes

    @property
    def document(self) -> Document:
        return self._document

    # ── changes ─────────────────────────────────────────────────────────────────────────────────

    def new_gesture(self) -> int:
        """An id for changes that are one step together."""
        return next(self._gestures)

    def base(self, gesture: int | None) -> Document:
        """The document as it was when a gesture began: what the next change of it starts from."""
        if gesture is not None and gesture == self._gesture:
            return self._past[-1].document
        return self._document

    def apply(self, document: Document, label: str, gesture: int | None = None) -> bool:
        """Make this the document, as a step to be undone under a label; as a part of the last
        step if that is of the same gesture. Gives whether anything changed.

        A gesture that came back to where it began is no step.
        """
        if gesture is not None and gesture == self._gesture:
            return self._go_on(document, label)
        if document == self._document:
            return False
        self._push(label, document)
        self._gesture = gesture
        return True

    def _go_on(self, document: Document, label: str) -> bool:
        changed = document != self._document
        before = self._past[-1].document
        if document == before:
            self._past.pop()
            self._document, self._gesture = before, None
        elif changed:
            self._past.pop()
            self._document = before
            self._push(label, document)
        return changed

    def _push(self, label: str, document: Document) -> None:
        size = _difference(self._document, document)
        self._past.append(_Step(label, self._document, size))
        self._document = document
        self._future.clear()
        held = sum(step.size for step in self._past)
        while len(self._past) > 1 and (
            held > self._limit_bytes or len(self._past) > self._limit_steps
        ):
            held -= self._past.popleft().size

    # ── undo and redo ───────────────────────────────────────────────────────────────────────────

    @property
    def undo_label(self) -> str | None:
        """The label of what would be undone; None if there is nothing."""
        return self._past[-1].label if self._past else None

    @property
    def redo_label(self) -> str | None:
        return self._future[-1].label if self._future else None

    def undo(self) -> Document:
        """Back to the document before the last step, if there is one. Gives the document."""
        if self._past:
            step = self._past.pop()
            self._future.append(_Step(step.label, self._document, step.size))
            self._document = step.document
        self._gesture = None
        return self._document

    def redo(self) -> Document:
        """To the document that was undone last, if there is one. Gives the document."""
        if self._future:
            step = self._future.pop()
            self._past.append(_Step(step.label, self._document, step.size))
            self._document = step.document
        self._gesture = None
        return self._document

    # ── the saved document ──────────────────────────────────────────────────────────────────────

    @property
    def unsaved(self) -> bool:
        """Whether this document is not the saved document, whichever way led to it."""
        return self._saved is None or self._document != self._saved

    def mark_saved(self, document: Document | None = None) -> None:
        """This document (None: the present one) is what the file holds now. Saving takes a while;
        the document may have changed since."""
        self._saved = self._document if document is None else document
        self._gesture = None


def _difference(a: Document, b: Document) -> int:
    """About how many bytes one document holds that the other does not share."""
    sizes = _STEP_BYTES
    if a.source is not b.source:
        sizes += sys.getsizeof(a.source)
    if a.paragraphs is not b.paragraphs:
        shared = {id(sentence) for sentence in b.sentences}
        own = sum(id(sentence) not in shared for sentence in a.sentences)
        sizes += own * _SENTENCE_BYTES + len(a.paragraphs) * 100
    return sizes
