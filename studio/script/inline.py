"""Marks inside a line: emphasis, code, links, pins, pauses, and in Markdown also HTML tags,
entities, escapes and footnotes. What a narrator would say stays, the marks go.

Emphasis is CommonMark's (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis) with
two exceptions for the sake of scripts: ``*`` next to a digit inside a word is a times sign, and in
plain text one inside a word is itself (``a*b*c``). Everything is one pass from left to right.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from studio.document import Pause, Pin
from studio.script.characters import is_blank, is_wide_script, tidied_text
from studio.script.passage import Edit, Passage
from studio.script.pauses import PAUSE_TAG, TagUnreadable, pause_samples
from studio.script.settling import settled


@dataclass(frozen=True, slots=True)
class Dialect:
    """Plain text with light markup, or Markdown with the link and footnote labels it defines."""

    markdown: bool = False
    links: frozenset[str] = frozenset()
    footnotes: frozenset[str] = frozenset()


PLAIN = Dialect()

_URL = r"(?:(?:https?|ftp)://|mailto:|www\.)[^\s<>\[\]]+"
_MARK = re.compile(
    rf"(?P<escape>\\[\n!-/:-@\[-`{{-~])|(?P<code>`+)|(?P<open>!?\[)|(?P<close>\])"
    rf"|(?P<emphasis>\*+|_+|~+)|(?P<url>\b{_URL})|(?P<angle><)|(?P<entity>&)"
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_AUTOLINK = re.compile(
    r"<(?:(?:https?|ftp)://[^\s<>]+|(?:mailto:)?[\w.+-]{1,64}@[\w.-]{1,253}\.[\w-]{2,63})>"
)
_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'<>]*'|"[^"<>]*"))?"""
HTML_TAG = re.compile(rf"</?([A-Za-z][A-Za-z0-9-]*)(?:{_ATTRIBUTE})*\s*/?>|<[?!][A-Za-z][^<>]*>")
_HTML_INSIDE_WORDS = re.compile(
    "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike"
    "|strong|sub|sup|tt|u|var|wbr",
    re.IGNORECASE,
)
# In plain text only what cannot be anything else: `x <b> y` has no end, `a <b and c> d` no `=`.
_PLAIN_TAG = re.compile(
    r"<(/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+=(?:[^\s\"'=<>`]+|'[^'<>]*'|\"[^\"<>]*\"))*)\s*/?>",
    re.IGNORECASE,
)
_NEVER_WORDS = re.compile(
    "p|div|span|br|hr|wbr|li|ul|ol|dl|dt|dd|td|th|tr|tbody|thead|strong|em|sub|sup|h[1-6]|html"
    "|blockquote|img",
    re.IGNORECASE,
)
_PIN = re.compile(r"\(\s*(/[^/\n()]+/|[+-][0-9](?:\.[0-9])?)\s*\)")
_TARGET = re.compile(
    r"\(\s*(?P<url><[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)"
    r"""(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)"""
)
_LIKE_URL = re.compile(
    r"<.*>|(?:https?|ftp|mailto|tel|sms|file|data):.*|(?:/|\.{1,2}/|#|www\.).*"
    r"|\S+\.[A-Za-z][A-Za-z0-9]+(?:[/?#].*)?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(r"\[([^\[\]]{0,999})\]")
_FOOTNOTE = re.compile(r"\[\^([^\[\]\s]{1,99})\]")
_LONGEST_LABEL = 999  # CommonMark's limit for a link label


def is_like_url(target: str) -> bool:
    return _LIKE_URL.fullmatch(target) is not None


def label_key(label: str) -> str:
    """Link labels are the same whatever their case and blanks."""
    return " ".join(label.split()).casefold()


def unmarked(passage: Passage, dialect: Dialect = PLAIN) -> Passage:
    """The passage as it is read: without marks, on one line, single blanks, pauses settled.

    Raises TagUnreadable.
    """
    if passage.verbatim or not _MARK.search(passage.text):
        return settled(passage)
    scan = _Scan(passage, dialect)
    scan.run()
    marked = Passage(passage.text, passage.runs, tuple(scan.pins), tuple(scan.pauses))
    return settled(marked.edited(sorted(scan.edits)))


@dataclass(slots=True)
class _Delimiter:
    """A run of ``*``, ``_`` or ``~~``; what is left of it to open emphasis ends at ``end``."""

    char: str
    end: int
    length: int
    in_word: bool


@dataclass(slots=True)
class _Scan:
    passage: Passage
    dialect: Dialect
    edits: list[Edit] = field(default_factory=list)
    pins: list[Pin] = field(default_factory=list)
    pauses: list[Pause] = field(default_factory=list)
    _brackets: list[tuple[int, int]] = field(default_factory=list)
    _openers: list[_Delimiter] = field(default_factory=list)
    _open: Counter[str] = field(default_factory=Counter)
    _ticks: dict[int, list[int]] | None = None
    _no_comment_after: int | None = None

    @property
    def text(self) -> str:
        return self.passage.text

    def run(self) -> None:
        position = 0
        while match := _MARK.search(self.text, position):
            position = self._step(match)
        self.pins.sort(key=lambda pin: pin.start)

    def _step(self, match: re.Match[str]) -> int:
        """Deals with one mark; the offset to go on from."""
        start, end = match.span()
        kind = match.lastgroup
        if kind == "code":
            return self._code(start, end)
        if kind == "open":
            return self._bracket(start, end)
        if kind == "close":
            return self._closing(start)
        if kind == "emphasis":
            self._emphasis(start, end)
        elif kind == "url":
            return start + len(match.group().rstrip("*_~.,;:!?'\")"))
        elif kind == "angle":
            return self._angle(start)
        elif self.dialect.markdown:
            return self._entity(start) if kind == "entity" else self._escape(start, end)
        return end

    def _remove(self, start: int, end: int, replacement: str = "") -> None:
        self.edits.append((start, end, replacement))

    def _escape(self, start: int, end: int) -> int:
        self._remove(start, start + 1)
        return end

    def _entity(self, start: int) -> int:
        match = _ENTITY.match(self.text, start)
        decoded = html.unescape(match.group()) if match else ""
        if match is None or decoded == match.group():
            return start + 1
        self._remove(start, match.end(), tidied_text(decoded))
        return match.end()

    # code

    def _code(self, start: int, end: int) -> int:
        if self._ticks is None:
            self._ticks = defaultdict(list)
            for run in re.finditer("`+", self.text):
                self._ticks[len(run.group())].append(run.start())
        same = self._ticks[end - start]
        i = bisect_right(same, start)
        if i == len(same):
            return end
        close = same[i]
        loose = is_blank(self.text[end]) or is_blank(self.text[close - 1])
        if loose and not self.dialect.markdown:
            return end  # `this' and `that' are quotes
        self._remove(start, end)
        self._remove(close, close + end - start)
        return close + end - start

    # angle brackets

    def _angle(self, start: int) -> int:
        link = _AUTOLINK.match(self.text, start)
        if link:
            self._remove(start, start + 1)
            self._remove(link.end() - 1, link.end())
            return link.end()
        return self._html(start) if self.dialect.markdown else self._plain_tag(start)

    def _html(self, start: int) -> int:
        if self.text.startswith("<!--", start) and self._no_comment_after is None:
            close = self.text.find("-->", start + 4)
            if close >= 0:
                self._remove(start, close + 3)
                return close + 3
            self._no_comment_after = start
        tag = HTML_TAG.match(self.text, start)
        if tag is None:
            return start + 1
        inside_words = _HTML_INSIDE_WORDS.fullmatch(tag.group(1) or "")
        if not inside_words and self.text[start - 1 : start].isalnum() and tag.group(1) != "br":
            return start + 1  # List<int>
        self._remove(start, tag.end(), "" if inside_words else " ")
        return tag.end()

    def _plain_tag(self, start: int) -> int:
        tag = _PLAIN_TAG.match(self.text, start)
        if tag is None:
            return start + 1
        closes, name, attributes = tag.groups()
        known = _HTML_INSIDE_WORDS.fullmatch(name) or _NEVER_WORDS.fullmatch(name)
        sure = closes or attributes or _NEVER_WORDS.fullmatch(name)
        if not known or not (sure or f"</{name.lower()}>" in self.text[tag.end() :].lower()):
            return start + 1
        inside_words = _HTML_INSIDE_WORDS.fullmatch(name) and name.lower() != "wbr"
        self._remove(start, tag.end(), "" if inside_words else " ")
        return tag.end()

    # square brackets

    def _bracket(self, start: int, end: int) -> int:
        tag = PAUSE_TAG.match(self.text, end - 1)
        note = _FOOTNOTE.match(self.text, end - 1)
        if tag is not None:
            return self._pause(tag)
        if note is not None and label_key(note.group(1)) in self.dialect.footnotes:
            self._remove(start, note.end())
            return note.end()
        self._brackets.append((start, end))
        return end

    def _pause(self, tag: re.Match[str]) -> int:
        start, end = tag.span()
        samples = pause_samples(tag.group())
        if samples is not None:
            self._remove(start, end)
            self.pauses.append(Pause(start, samples))
            return end
        if self.text[end : end + 1] in ("(", "["):  # a link whose words begin with "pause"
            self._brackets.append((start, start + 1))
            return start + 1
        raise TagUnreadable(" ".join(tag.group().split()), self.passage.script_offset(start))

    def _closing(self, at: int) -> int:
        if not self._brackets:
            return at + 1
        start, end = self._brackets.pop()
        pin = _PIN.match(self.text, at + 1)
        if pin and self._is_pin(pin.group(1)):
            self.pins.append(Pin(end, at, pin.group(1)))
            self._remove(end - 1, end)
            self._remove(at, pin.end())
            return pin.end()
        tail = self._link_end(end, at)
        if tail is None:
            return at + 1
        self._remove(start, end)
        self._remove(at, tail)
        return tail

    def _is_pin(self, value: str) -> bool:
        """In Markdown ``(/docs/)`` is an address, ``(/dˈɒks/)`` and ``(/sIks/)`` are not."""
        is_address = value[0] == "/" and not re.search("[^\x00-\x7f]|[a-z][A-Z]", value)
        return not (is_address and self.dialect.markdown)

    def _link_end(self, label_start: int, at: int) -> int | None:
        """Where the link or image with the label text[label_start:at] is over; None if it is
        not one."""
        target = _TARGET.match(self.text, at + 1)
        if target and (self.dialect.markdown or is_like_url(target["url"])):
            return target.end()
        links = self.dialect.links
        if not links or at - label_start > _LONGEST_LABEL:
            return None
        label = self.text[label_start:at]
        reference = _REFERENCE.match(self.text, at + 1)
        if reference and label_key(reference.group(1) or label) in links:
            return reference.end()
        return at + 1 if label_key(label) in links else None

    # emphasis

    def _emphasis(self, start: int, end: int) -> None:
        run = self._delimiter(start, end)
        if run is None:
            return
        delimiter, can_open, can_close = run
        if can_close:
            start = self._close(delimiter, start)
        if can_open and start < end:
            delimiter.length = end - start
            self._openers.append(delimiter)
            self._open[delimiter.char] += 1

    def _delimiter(self, start: int, end: int) -> tuple[_Delimiter, bool, bool] | None:
        """The run, and whether it may open and close emphasis; None if it stands for itself."""
        text, char, length = self.text, self.text[start], end - start
        before, after = text[start - 1 : start], text[end : end + 1]
        in_word = _is_word(before) and _is_word(after)
        if char == "~" and length != 2:
            return None
        if char == "*" and in_word:
            if before.isdigit() or after.isdigit():
                return None
            if length == 1 and not self.dialect.markdown:
                return None
        left = not is_blank(after) and (_is_word(after) or not _is_word(before))
        right = not is_blank(before) and (_is_word(before) or not _is_word(after))
        if char == "_" and in_word:
            return None
        delimiter = _Delimiter(char, end, length, in_word)
        return delimiter, left, right

    def _close(self, closer: _Delimiter, start: int) -> int:
        """Pairs the run that begins at ``start`` with what is open; where its rest begins."""
        while start < closer.end and self._open[closer.char]:
            while self._openers[-1].char != closer.char:
                self._open[self._openers.pop().char] -= 1
            opener = self._openers[-1]
            if opener.in_word and closer.in_word and not self.dialect.markdown:
                break  # f**k and s**t
            used = 2 if min(opener.length, closer.end - start) >= 2 else 1
            self._remove(opener.end - used, opener.end)
            self._remove(start, start + used)
            opener.end -= used
            opener.length -= used
            start += used
            if not opener.length:
                self._openers.pop()
                self._open[closer.char] -= 1
        return start


def _is_word(char: str) -> bool:
    """Whether a mark beside this character is inside a word. Japanese and Chinese have no blanks
    to say so; marks stand anywhere."""
    return char.isalnum() and not is_wide_script(char)
