"""Where the sentences of a text begin: sentencex, and a layer of corrections.

sentencex (https://github.com/wikimedia/sentencex) knows the abbreviations of many languages and
is linear. What it gets wrong in ours is put right here, one rule a function.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from studio.languages import language as language_of
from studio.script.abbreviations import ORDINARY, OVERCAUTIOUS
from studio.script.characters import CLOSERS, OPENERS, QUOTES, is_wide_script
from studio.script.passage import Span
from studio.script.stops import (
    goes_on_after_quote,
    is_abbreviation,
    is_file,
    is_lettered,
    may_be_abbreviation,
    measures,
    starts_large,
    starts_small,
    starts_surely,
)

_LONG = 300  # characters: a quotation or bracket longer than this is cut inside
_SLICE, _LONGEST_SLICE = 4_000, 16_000  # characters given to sentencex at once
_MARGIN = 400  # those at the end of a slice are not decided yet
_WINDOW = 80  # characters before a cut that the rules look at

_OPEN = re.escape(OPENERS + QUOTES)
_CLOSE = re.escape(CLOSERS + QUOTES)
_URL = re.compile(r"(?:(?:https?|ftp)://|mailto:|www\.)\S+")
_MAY_END = re.compile(r"[^\w\s,;:'’\"“”()\[\]/-]")
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])[.)]\s*")
_GLUED_END = re.compile(rf"[^\W\d_]{{2,}}[.!?…]+[{_CLOSE}]*$")
_GLUED_START = re.compile(rf"[{_OPEN}]*[^\W\d_a-z](?:[^\W\d_A-Z]|\s|$)")
_LEFT_CLOSERS = re.compile(rf"[{re.escape(CLOSERS)}]+|[{_CLOSE}]+(?=\s|$)")
_MISSED = re.compile(
    rf"(?:\b(?:etc|ecc)\.[{_CLOSE}]*"  # jam, etc. Then
    rf"|[.?!…—–][”»\"](?= [“«\"])"  # from the U.S.” “Me
    rf"|\.[?!]+[{_CLOSE}]*"  # at 5 p.m.? Then
    rf"|…[{_CLOSE}]*"  # Well… Then
    rf"|[^\W_]{{2}}[.!?…]+[{_CLOSE}]*[)\]]) "  # (It rained.) Then
)
_QUOTATION = re.compile('“[^“”]*”|«[^«»]*»|"[^"]*"')
_INCHES = re.compile(r"\d['’′]\d{1,2}\"")  # 5'10" opens and closes no quotation
_STOP = re.compile(rf"\.[{_CLOSE}]* (?=[{_OPEN}—–]*\s?[^\W\d_])")
# What comes after is a letter or digit that sentencex does not see as a beginning.
_MISSED_WIDE = re.compile(
    r"[。！？][）】](?=[\w「『（【“])|(?:[。।॥]|(?<![A-Za-z\d])[！？])[」』”）】]*(?=[A-Za-z\d])"
)
_LATER_START = re.compile(r"[^\W\d_]{3}\. (?=([^\W\d_])(?![a-z]*[A-Z]))")
_IN_NAME = re.compile(r"[A-Za-z][！？][A-Za-z]")  # Yahoo！Japan
_ORDINARY = {code: re.compile(rf"\b(?:{'|'.join(ORDINARY[code])})\. ") for code in ORDINARY}
_JAPANESE_SPEECH = re.compile(
    "って|と(?:言|い[うっい]|聞|き[いく]|思|おも|叫|さけ|答|尋|問|訊|呟|笑|怒)"
)
_JAPANESE_PARTICLE = re.compile(
    "と(?!に|こ|て|り|も|う)|って|は(?!い|じ)|が(?!ん)|を|に(?!わ)|の(?!ち)|へ|らし|みたい|よう|"
    "なん[てか]|など|なら|だ(?![かがけ])|で(?![もはす])|も(?![うし])|や(?!が)|か(?!れ)|[、。，．]"
)
_BRACKET_PAIRS = dict(zip("「『（【〈《", "」』）】〉》", strict=True))
_UNQUOTED = str.maketrans(dict.fromkeys('‘“”„«»‹›"()[]「」『』（）', " "))


def sentence_starts(text: str, language: str, kept_whole: Iterable[Span] = ()) -> list[int]:
    """The offsets at which a sentence begins, without the first, for a text on one line with
    single blanks. None of them is inside the spans that are ``kept_whole``.

    Raises LanguageUnknown.
    """
    if not _MAY_END.search(text, 0, len(text) - 1):
        return []
    code = language_of(language).sentences
    rules = _Rules(text, code, _writes_small(text, code))
    whole = _Spans([*kept_whole, *_urls(text), *_brackets(text)])
    found = _raw_starts(text, code)
    starts = _checked(rules, whole, found)
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        if end - start > _LONG:
            unquoted = text[start:end].translate(_UNQUOTED)
            inside = chain(_raw_starts(unquoted, code), _missed_starts(unquoted, code))
            found |= {start + s for s in inside}
    return _checked(rules, whole, found.union(_missed_starts(text, code)))


def ends_with_abbreviation(line: str, language: str) -> bool:
    """Whether the last full stop of a line may belong to an abbreviation."""
    return may_be_abbreviation(line[-_WINDOW:], language_of(language).sentences)


def _writes_small(text: str, code: str) -> bool:
    """Whether an author seems not to care for capitals: the text begins small, or most of what
    follows a mark after a whole word does."""
    if starts_small(text):
        return True
    starts = [
        match[1]
        for match in _LATER_START.finditer(text)
        if not may_be_abbreviation(text[max(match.start() - 9, 0) : match.end() - 1], code)
    ]
    small = sum(map(str.islower, starts))
    return small > 1 and small * 2 > len(starts)


def _raw_starts(text: str, code: str) -> set[int]:
    """What sentencex finds, asked about slices: its time grows with the square of the number of
    sentences where none ends with a blank."""
    import sentencex

    text = _INCHES.sub(lambda match: match.group()[:-1] + "″", text)
    starts: set[int] = set()
    at, size = 0, _SLICE
    while at < len(text):
        is_last = at + size >= len(text)
        sure = size if is_last else size - _MARGIN
        boundaries = sentencex.get_sentence_boundaries(code, text[at : at + size])
        ends = [at + b["end_index"] for b in boundaries if b["end_index"] <= sure]
        starts.update(_after_blanks(text, end) for end in ends)
        if is_last:
            break
        if ends:
            at, size = ends[-1], _SLICE
        elif size < _LONGEST_SLICE:
            size *= 2
        else:
            at += sure
    return starts


def _missed_starts(text: str, code: str) -> Iterator[int]:
    """Starts that sentencex does not see, outside the quotations that it keeps whole."""
    quoted = _Spans(m.span() for m in _QUOTATION.finditer(text) if len(m.group()) <= _LONG)
    for match in chain(_MISSED.finditer(text), _ORDINARY[code].finditer(text)):
        if match.end() not in quoted and starts_large(text[match.end() : match.end() + 4]):
            yield match.end()
    for match in _STOP.finditer(text):
        if match.end() not in quoted and _surely_ends(text, match, code):
            yield match.end()
    for match in _URL.finditer(text):
        start = match.end() + 1
        ended = match.group().rstrip(CLOSERS + QUOTES)[-1] in ".!?…"
        if ended and starts_large(text[start : start + 4]):
            yield start
    for match in _MISSED_WIDE.finditer(text):
        if match.end() not in quoted:
            yield match.end()


def _surely_ends(text: str, stop: re.Match[str], code: str) -> bool:
    """Whether a full stop ends a sentence even after an abbreviation that sentencex knows, if no
    rule below objects."""
    left = text[max(stop.start() - 20, 0) : stop.end()].rstrip()
    after = text[stop.end() : stop.end() + 20]
    if starts_surely(after, code):
        return True
    return starts_large(after) and (
        measures(left, code)
        or is_lettered(left)
        or is_file(left)
        or (code in OVERCAUTIOUS and not may_be_abbreviation(left, code))
    )


def _checked(rules: _Rules, whole: _Spans, found: set[int]) -> list[int]:
    starts: list[int] = []
    previous = 0
    for start in sorted({rules.moved(start) for start in found}):
        if not previous < start < len(rules.text) or start in whole:
            continue
        if rules.ends_before(start) and not _LIST_NUMBER.fullmatch(
            rules.text, previous, min(start, previous + 9)
        ):
            starts.append(start)
            previous = start
    return starts


@dataclass(frozen=True, slots=True)
class _Rules:
    """The corrections, for a text in the language with this code of sentencex. ``writes_small``:
    its author begins sentences with small letters."""

    text: str
    code: str
    writes_small: bool

    def moved(self, start: int) -> int:
        """The start, moved behind the closing and before the opening quotes that it cuts off."""
        text = self.text
        closers = _LEFT_CLOSERS.match(text, start)
        if closers and not text[start - 1 : start].isspace():
            return _after_blanks(text, closers.end())
        while start > 1 and text[start - 1] in OPENERS + QUOTES and text[start - 2].isspace():
            start -= 1
        return start

    def ends_before(self, start: int) -> bool:
        before = self.text[max(start - _WINDOW, 0) : start]
        after = self.text[start : start + _WINDOW]
        if not before[-1:].isspace() and not self._may_touch(before, after):
            return False
        if after[:1] in ":;,":  # Prép. : 20 min
            return False
        left = before.rstrip()
        if starts_small(after) and (
            not self.writes_small or left.rstrip(CLOSERS + QUOTES).endswith(("..", "…"))
        ):
            return False
        if self.code == "ja" and self._is_quoting(left, after):
            return False
        if goes_on_after_quote(left, after, self.code):
            return False
        return not is_abbreviation(left, after, self.code)

    def _may_touch(self, before: str, after: str) -> bool:
        """Whether two sentences may stand without a blank: in Japanese, Chinese and Hindi, and
        where one was forgotten (``left.She``), but not inside ``ASP.NET`` or an address."""
        if _IN_NAME.fullmatch(before[-2:] + after[:1]):
            return False
        if before[-1] in "।॥" or any(map(is_wide_script, before[-3:] + after[:1])):
            return True
        run = before.rsplit(" ", 1)[-1]
        return (
            _GLUED_END.search(run) is not None
            and _GLUED_START.match(after) is not None
            and not re.search(r"[/@:_\\]", run + after.split(" ", 1)[0])
        )

    def _is_quoting(self, left: str, after: str) -> bool:
        """「雨です。」と言った is one sentence."""
        rule = _JAPANESE_PARTICLE if left[-1:] in _BRACKET_PAIRS.values() else _JAPANESE_SPEECH
        return left[-1:] in "」』）】〉》？！?!…" and rule.match(after) is not None


class _Spans:
    """Spans that no cut may be inside."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans: list[Span] = []
        for start, end in sorted(spans):
            if self._spans and start < self._spans[-1][1]:
                end = max(end, self._spans[-1][1])
                start = self._spans.pop()[0]
            self._spans.append((start, end))

    def __contains__(self, offset: int) -> bool:
        i = bisect_left(self._spans, (offset, 0)) - 1
        return i >= 0 and self._spans[i][0] < offset < self._spans[i][1]


def _urls(text: str) -> Iterator[Span]:
    for match in _URL.finditer(text):
        yield match.start(), match.start() + len(match.group().rstrip(".,;:!?…" + CLOSERS + QUOTES))


def _brackets(text: str) -> Iterator[Span]:
    """Japanese and Chinese quotations and brackets that are short enough to stay whole."""
    stack: list[tuple[str, int]] = []
    for match in re.finditer("[「『（【〈《」』）】〉》]", text):
        char, at = match.group(), match.start()
        if char in _BRACKET_PAIRS:
            stack.append((_BRACKET_PAIRS[char], at))
        elif stack and stack[-1][0] == char:
            start = stack.pop()[1]
            if at - start <= _LONG:
                yield start, at + 1


def _after_blanks(text: str, offset: int) -> int:
    while text[offset : offset + 1].isspace():
        offset += 1
    return offset
