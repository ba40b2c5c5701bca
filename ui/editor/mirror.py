"""The text of the editor beside the script of the narration.

The two differ for a moment after each key, until the script is told; and for good where a script
has line ends that an editor does not show. Four ways to count meet here:

- *offsets* count characters of the script (``Document.source``)
- *places* count characters of the text as the editor shows it, with ``\\n`` as its only line end
- *positions* count UTF-16 units of the same text, as Qt does
- keys that the script has not been told are one *pending* change of the script's text
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_UNSHOWABLE = re.compile("[\0\ud800-\udfff\ufdd0\ufdd1\ufffe\uffff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_BY_LINES = 2_000  # characters; a longer change is looked at line by line


@dataclass(frozen=True, slots=True)
class Splice:
    """``text[start:end]`` becomes ``new``."""

    start: int
    end: int
    new: str

    @property
    def growth(self) -> int:
        return len(self.new) - (self.end - self.start)


def shown(source: str) -> str:
    """A script as the editor shows it: shorter by one character for each ``\\r\\n``."""
    if source.isascii() and not any(each in source for each in "\r\x0b\x0c\0"):
        return source
    return _UNSHOWABLE.sub("\ufffd", _LINE_ENDS.sub("\n", source))


def as_units(text: str) -> str:
    """A text in which a character is one of Qt's units: two for those beyond U+FFFF, which
    become other letters."""
    return text if text.isascii() else _ASTRAL.sub("xx", text)


def difference(old: str, new: str) -> list[Splice]:
    """Few and small changes that make one text the other, from the first to the last."""
    if old == new:
        return []
    head = _in_common(old, new)
    tail = _in_common(old[head:][::-1], new[head:][::-1])
    whole = Splice(head, len(old) - tail, new[head : len(new) - tail])
    if max(whole.end - whole.start, len(whole.new)) < _BY_LINES:
        return [whole]
    first, last = old.rfind("\n", 0, head) + 1, old.find("\n", len(old) - tail)
    last = last if last >= 0 else len(old)
    lines = old[first:last].split("\n")
    new_lines = new[first : len(new) - (len(old) - last)].split("\n")
    if len(lines) != len(new_lines):
        return [whole]
    splices, at = [], first
    for a, b in zip(lines, new_lines, strict=True):
        if a != b:
            start = _in_common(a, b)
            end = _in_common(a[start:][::-1], b[start:][::-1])
            new_part = b[start : len(b) - end]
            splices.append(Splice(at + start, at + len(a) - end, new_part))
        at += len(a) + 1
    return splices


def _in_common(a: str, b: str) -> int:
    """How many characters two texts begin with in common."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class Mirror:
    """``text`` is what the editor shows; ``source`` the script as it was last heard of."""

    def __init__(self, source: str = "") -> None:
        self.version = 0  # another number after every change
        self.text = ""
        self._astral: list[int] = []  # places of characters that are two units
        self._take(source, shown(source), None)

    def _take(self, source: str, text: str, pending: Splice | None) -> None:
        if text != self.text:
            self._astral = [] if text.isascii() else [m.start() for m in _ASTRAL.finditer(text)]
        self.source, self.text, self._pending = source, text, pending
        self._double_ends: list[int] = []
        if "\r" in source:
            self._double_ends = [match.start() for match in re.finditer("\r\n", source)]
        self.version += 1

    @property
    def is_pending(self) -> bool:
        """Whether the script has not been told all of the text."""
        return self._pending is not None

    @property
    def length(self) -> int:
        """Of the text, in units."""
        return len(self.text) + len(self._astral)

    # ── changes ─────────────────────────────────────────────────────────────────────────────────

    def edit(self, position: int, removed: int, added: str) -> bool:
        """The editor has replaced ``removed`` units at a position. Gives whether the text is
        another now."""
        start, end = self.place(position), self.place(position + removed)
        added = shown(added)
        if self.text[start:end] == added:
            return False
        change = Splice(start, end, added)
        self._pending = _merged(self._pending, change, self.text)
        self.text = self.text[:start] + added + self.text[end:]
        self._move_astral(change)
        self.version += 1
        return True

    def _move_astral(self, change: Splice) -> None:
        if not self._astral and change.new.isascii():
            return
        first = bisect_left(self._astral, change.start)
        last = bisect_left(self._astral, change.end)
        fresh = [change.start + match.start() for match in _ASTRAL.finditer(change.new)]
        moved = [at + change.growth for at in self._astral[last:]]
        self._astral[first:] = [*fresh, *moved]

    def follow(self, source: str) -> list[Splice]:
        """The script is ``source`` now. Gives what has to be replaced in the editor, in
        positions, from the last to the first. What was pending stays so."""
        new = self.text if source == self.text else shown(source)
        wanted, pending = new, None
        if self._pending is not None and new != self.text:
            wanted, pending = self._rebased(new, self._pending)
        splices = [
            Splice(self.position_at(each.start), self.position_at(each.end), each.new)
            for each in difference(self.text, wanted)
        ]
        if source != self.source or splices or self._pending is not None:
            self._take(source, wanted, pending)
        return splices[::-1]

    def _rebased(self, new: str, pending: Splice) -> tuple[str, Splice | None]:
        """A changed script with the pending change in it, too; without it if nothing of the
        script that it belonged to is left."""
        start, end, added = pending.start, pending.end, pending.new
        old = shown(self.source)
        head = _in_common(old, new)
        tail = _in_common(old[head:][::-1], new[head:][::-1])
        stop, growth = len(old) - tail, len(new) - len(old)
        if head + tail == 0 and old:
            return new, None
        if stop <= start:
            start, end = start + growth, end + growth
        elif head < end:
            start, end = len(new) - tail, len(new) - tail + max(end - stop, 0)
        change = Splice(start, end, added)
        return new[:start] + added + new[end:], change

    # ── counting ────────────────────────────────────────────────────────────────────────────────

    def position(self, offset: int) -> int:
        """Where in the editor an offset of the script stands."""
        return self.position_at(self.place_of(offset))

    def place_of(self, offset: int) -> int:
        """The place in the text of an offset of the script."""
        place = offset - bisect_left(self._double_ends, offset)
        change = self._pending
        if change is None or place <= change.start:
            return min(place, len(self.text))
        if place >= change.end:
            return place + change.growth
        return min(place, change.start + len(change.new))

    def offset(self, position: int) -> int:
        """The offset of the script that stands at a position of the editor."""
        place = self.place(position)
        change = self._pending
        if change is not None and place > change.start:
            place = max(change.start, min(place, change.end), place - change.growth)
        return place + bisect_left(
            range(len(self._double_ends)), place, key=lambda i: self._double_ends[i] - i
        )

    def place(self, position: int) -> int:
        """The place in the text of a position of the editor."""
        if not self._astral:
            return position
        return position - bisect_left(
            range(len(self._astral)), position, key=lambda i: self._astral[i] + i
        )

    def position_at(self, place: int) -> int:
        """The position in the editor of a place in the text."""
        return place + bisect_left(self._astral, place)


def _merged(pending: Splice | None, change: Splice, text: str) -> Splice:
    """Two changes as one: ``pending`` led to ``text``, which ``change`` changes."""
    if pending is None:
        return change
    end = pending.start + len(pending.new)  # of what is pending, in text
    start, stop = min(pending.start, change.start), max(end, change.end)
    new = text[start : change.start] + change.new + text[change.end : stop]
    return Splice(start, pending.end + (stop - end), new)
