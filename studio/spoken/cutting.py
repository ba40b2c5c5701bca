"""A sentence cut into written words, each with the punctuation that clings to it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from studio.document import Pin
from studio.spoken.characters import (
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    EMOTICON,
    OPENERS,
    RUN,
    STRAIGHT_QUOTES,
    foreign_at,
    listed,
    plain,
)


@dataclass(slots=True)
class Word:
    """A written word while rules work on it. ``text[start:end]`` is what the caption shows,
    ``text[core_start:core_end]`` the part that is spoken, ``body`` that part in plain
    characters; ``before`` and ``after`` are what clings to it. ``said`` is the reading that a
    rule found (None: as written). ``parts`` is the body before, under and after the pin."""

    start: int
    end: int
    core_start: int
    core_end: int
    body: str = ""
    before: str = ""
    after: str = ""
    said: str | None = None
    foreign: bool = False
    shortened: bool = False
    pin: Pin | None = None
    parts: tuple[str, str, str] = ("", "", "")


SILENCED = "\ufffc"  # stands for a character that is not spoken, such as one of an emoji

CURRENCY = "$€£¥¢₿₹₽₩₺₴₪₫₦₱฿₡₲₵₸₭₮₼₾ƒ＄￥￡￠￦"
# Symbols that are read wherever they stand, alone or beside a letter or a digit.
ALWAYS = "&%+=×÷±≤≥≠≈∞√∛∑∫°§©®™‰@№＋＝％＆＠" + CURRENCY
_BEFORE_CORE = ALWAYS + "#-−–~<>≈.'’‘＃－"
_SQUARED_UNITS = "℃℉" + "".join(map(chr, range(0x3371, 0x3400)))
_AFTER_CORE = frozenset(ALWAYS + "#＃′″" + _SQUARED_UNITS)
_JOINED_SIGNS = frozenset(("+/-", "&&", "§§"))
_COMPARISONS = frozenset(("<", ">", "＜", "＞", "<=", ">=", "!=", "=="))
_OPERATORS = frozenset("*-–−/＊－~〜～") | _COMPARISONS

# A web address ends where Chinese, Japanese or Korean goes on without a blank.
_EASTERN = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u3000-\u303f\uff00-\uffef"
_PROTECTED = regex.compile(
    rf"""[A-Za-z][A-Za-z0-9+.\-]{{1,30}}://[^\s—…“”"<>{_EASTERN}]+
      | (?<![A-Za-z])www\.[^\s—…“”"<>{_EASTERN}]+
      | [A-Za-z0-9_.+\-]{{1,64}}@[A-Za-z0-9_\-]+(?:\.[A-Za-z0-9_\-]+)+
    """,
    regex.X,
)
_CLOSING_MARKS = regex.compile(r"[、。，．！？；：」』）】》〉〕]*")
_PAUSE = regex.compile(r"[—―⸺⸻]+|--+|[…⋯]+|\.{2,}")
_OPENING = regex.compile(r"(?<=[\p{L}\p{N}])[(\[{（［](?=\p{L})")
_CLOSING = regex.compile(r"(?<=[\p{L}\p{N}])[)\]}）］]+(?=\p{L})")
_LINK = regex.compile(r"[\p{L}\p{N}][\])]?[(](?=https?://|www\.)")
_OPTIONAL = regex.compile(r"[(](?:s|es|ies|en|n|e|r|ren|d|ed)[)]")  # "item(s)"
_PREFIX = regex.compile(r"^[(](?:un|re|in|im|non|dis|de|pre|mis|over|under|co|sub|inter|self)[)-]")
_CLAUSE = regex.compile(r"[(]\p{L}{1,2}[)]")  # 401(k), Section 2(b)
_EMOTICON = regex.compile(EMOTICON)
_ELISION = regex.compile(
    r"(?:\d\ds?|n|em|er|im|e|tis|twas|twere|twill|til|till|cause|cos|coz|bout|round|neath|midst"
    r"|ere|ello|ow|sup|nuff|fraid|gainst|scuse)(?![\p{L}\d])",
    regex.I,
)
_CLIPPED = regex.compile(r"(?:^|[^\p{L}\d])(?:o|ol|an|th|n|lil|po|mo|t)$", regex.I)
_MARKS = frozenset(".,;:!?…")
LONG = 80  # characters; a longer run is cut at any joint, as no engine could speak it at once
_ANY_JOINT = regex.compile(r"(?<=[\p{L}\p{N}])[^\p{L}\p{M}\p{N}\s]+(?=[\p{L}\p{N}])")


def _wordy(character: str) -> bool:
    return character.isalnum() or character in OPENERS or character in STRAIGHT_QUOTES


def _optional_at(run: str, bracket: int) -> bool:
    clause = run[bracket - 1].isdecimal() and _CLAUSE.match(run, bracket)
    return bool(clause or _OPTIONAL.match(run, bracket) or _PREFIX.match(run))


def _pause_joints(run: str) -> list[int]:
    """After a dash or an ellipsis between two words; a dash between digits is a range."""
    joints = []
    for match in _PAUSE.finditer(run):
        at = match.end()
        while at < len(run) and run[at] in CLOSING_QUOTES + CLOSING_BRACKETS:
            at += 1
        if match.start() == 0 or at >= len(run) or not _wordy(run[at]):
            continue
        digits = run[match.start() - 1].isdecimal() and run[at].isdecimal()
        if not digits or match[0][0] in "….⋯":
            joints.append(at)
    return joints


def _bracket_joints(run: str) -> list[int]:
    joints = [m.end() - 1 for m in _LINK.finditer(run)]
    if "/" not in run:
        joints += [m.start() for m in _OPENING.finditer(run) if not _optional_at(run, m.start())]
        joints += [m.end() for m in _CLOSING.finditer(run) if not _PREFIX.match(run)]
    return joints


def _script_joints(run: str, foreign: Sequence[bool]) -> list[int]:
    joints, last = [], None
    for i, character in enumerate(run):
        if character.isalnum() or foreign[i]:
            if last is not None and last != foreign[i]:
                joints.append(i)
            last = foreign[i]
    return joints


def _silent_joints(run: str) -> list[int]:
    """After an emoji that is followed by a word."""
    return [
        i
        for i in range(1, len(run))
        if run[i - 1] == SILENCED and _wordy(run[i]) and run[i] != SILENCED
    ]


_CJK = r"[\p{Han}\p{Hiragana}\p{Katakana}ー々〆]"
_CJK_JOINT = regex.compile(
    rf"[、。，．！？；：…—」』）】》〉〕”’]+(?=[^、。，．！？；：…—」』）】》〉〕”’])"
    rf"|(?<={_CJK})[,.!?;:]+(?={_CJK})"
    rf"|(?<=[\p{{L}}\p{{N}}])(?=[「『（【《〈〔“‘])"
    rf"|(?<={_CJK})(?=\p{{Latin}})|(?<=\p{{Latin}})(?={_CJK})"
)


def _cjk_joints(run: str) -> list[int]:
    joints = []
    for match in _CJK_JOINT.finditer(run):
        a, b = match.span()
        if not (b > a > 0 and run[a - 1].isdecimal() and run[b : b + 1].isdecimal()):
            joints.append(b)
    return joints


def _joints(run: str, foreign: Sequence[bool] | None, spaced: bool) -> list[int]:
    """Where the run is cut into words, in order."""
    if foreign is None and run.isalnum() and len(run) <= LONG and (spaced or run.isascii()):
        return []
    if foreign is None and not any(map(str.isalnum, run)):
        return []
    addresses = _addresses(run)
    joints = _pause_joints(run) + [_past_marks(run, end) for _, end in addresses]
    if spaced:
        joints += _bracket_joints(run)
    else:
        joints += _cjk_joints(run)
    if foreign is not None:
        joints += _script_joints(run, foreign)
    if SILENCED in run:
        joints += _silent_joints(run)
    if len(run) > LONG and (spaced or run.isascii()):
        joints += [match.end() for match in _ANY_JOINT.finditer(run)]
    inside = {i for a, b in addresses for i in range(a + 1, b)}
    return sorted(j for j in set(joints) - inside if 0 < j < len(run))


def _past_marks(run: str, at: int) -> int:
    """The offset after the full-width marks that close what ends at ``at``, if a word follows."""
    end = _CLOSING_MARKS.match(run, at).end()
    return end if end < len(run) and _wordy(run[end]) else 0


def _addresses(run: str) -> list[tuple[int, int]]:
    """Where the web and mail addresses are in a run; none of them is cut."""
    if "://" not in run and "www." not in run and "@" not in run:
        return []
    return [match.span() for match in _PROTECTED.finditer(run)]


def _core_start(segment: str, first: int) -> int:
    """Where the spoken part begins: at the sign, the minus or the apostrophe before the first
    letter or digit if that means something there."""
    i = first
    if i > 1 and segment[i - 1].isspace() and segment[i - 2] in CURRENCY:
        i -= 2
    while i and segment[i - 1] in _BEFORE_CORE:
        sign, what = segment[i - 1], segment[i]
        before = segment[i - 2] if i > 1 else ""
        number = what.isdecimal() or what in CURRENCY or (what == "." and i < first)
        if sign in "-−–－":
            wanted = number and (not before or before in OPENERS + STRAIGHT_QUOTES + CURRENCY)
        elif sign in "~<>":
            wanted = number or what in "-−="
        elif sign == ".":
            wanted = what.isdecimal() and before != "."
        elif sign in "'’‘":
            wanted = i == first and _ELISION.match(segment, first) is not None
        else:
            wanted = True
        if not wanted:
            break
        i -= 1
    return i


def _core_end(segment: str, last: int) -> int:
    i = last + 1
    while i < len(segment) and unicodedata.category(segment[i])[0] == "M":
        i += 1
    while i < len(segment) and segment[i] in _AFTER_CORE:
        if segment[i] in "#＃" and not segment[i - 1].isalpha():
            break
        i += 1
    if i < len(segment) and segment[i] in "'’" and _CLIPPED.search(segment[:i]):
        i += 1
    return i + 1 if _WITH.search(segment[: i + 1]) else i


# $(0.02), as accounts write a loss.
_LOSS = regex.compile(
    rf"[^\p{{L}}\p{{N}}]*?((?:US|[ACSU]|NZ|HK)?[{CURRENCY}][(][\d.,]*\d[A-Za-z]{{0,2}}[)])[^\p{{L}}\p{{N}}]*"
)
_WITH = regex.compile(r"(?:^|[^\p{L}\d])w/$", regex.I)


def _letters_core(segment: str) -> tuple[int, int] | None:
    loss = _LOSS.fullmatch(segment) if "(" in segment[1:] else None
    if loss is not None:
        return loss.span(1)
    first = next((i for i, c in enumerate(segment) if c.isalnum()), None)
    if first is None or _EMOTICON.fullmatch(segment.rstrip(".,!?")):
        return None
    last = next(i for i in range(len(segment) - 1, -1, -1) if segment[i].isalnum())
    return _core_start(segment, first), _core_end(segment, last)


_OPERAND_BEFORE = regex.compile(r"(?:^|[^\p{L}\d])(?:\p{L}|[\p{Sc}]?[\d.,]*\d(?:%|°?\p{L}{0,3})?)$")
_OPERAND_AFTER = regex.compile(r"[(\-−]?[\p{Sc}]?(?:\.?\d|\p{L}(?![\p{L}\d]))")
_HALF_DAY = regex.compile(r"(?:^|\d)[ap]\.?m\.?$", regex.I)
_NUMBER_WORDS = frozenset(listed("one two three four five six seven eight nine ten"))
_BOUNDED = regex.compile(r"([(]?)(.+?)([\p{VS}).,;:!?]*)", regex.S)


def _symbol_core(segment: str, before: str, after: str) -> tuple[int, int] | None:
    """The spoken part of a segment without letters or digits: one sign that stands alone, or an
    operator between two operands."""
    match = _BOUNDED.fullmatch(segment) if len(segment) < 8 else None
    if match is None:
        return None
    sign = match[2]
    if (len(sign) == 1 and sign in ALWAYS) or sign in _JOINED_SIGNS:
        wanted = bool(match[1]) == match[3].startswith(")") or sign not in "=+"
    elif sign in ("#", "＃"):
        wanted = after[:1].isdecimal() or after == "of"
    else:
        wanted = sign in _OPERATORS and _between_operands(sign, before, after)
    return match.span(2) if wanted else None


def _between_operands(sign: str, before: str, after: str) -> bool:
    if sign == "*" and {before.lower(), after.lower().rstrip(".,;:!?")} <= _NUMBER_WORDS:
        return True
    if sign in "-–−" and _HALF_DAY.search(before) and after[:1].isdecimal():
        return True
    left, right = _OPERAND_BEFORE.search(before[-24:]), _OPERAND_AFTER.match(after)
    if left is None or right is None:
        return False
    if sign in _COMPARISONS:
        return True
    return any(c.isdecimal() for c in left[0]) and any(c.isdecimal() for c in right[0])


_GROUPS = regex.compile(r"[^\p{L}\d]*[1-9]\d{0,2}(?:[\xa0\u2009\u202f ]\d{3})*")
_GROUP = regex.compile(r"\d{3}(?!\d)(?:[.,]\d{1,3})?\D{0,8}")
_SHORT_GROUP = regex.compile(r"[\xa0\u2009\u202f ]\d{2}(?!\d)")  # of a telephone number


# Where a plain blank may group digits as well: 1 000 000.
_THOUSANDS_BLANKS = dict.fromkeys(("es", "fr", "it", "pt-br"), " \xa0\u2009\u202f")


def _thousands(text: str, segments: list[tuple[int, int]], end: int, blanks: str) -> bool:
    """Whether a number goes on after a blank that groups its digits."""
    a, b = segments[-1]
    if b >= end or text[b] not in blanks or end - b > 12 or b - a > 24:
        return False
    if _SHORT_GROUP.match(text, end):
        return False
    return bool(_GROUPS.fullmatch(text, a, b) and _GROUP.fullmatch(text, b + 1, end))


def _segments(
    text: str, language: str, spaced: bool, foreign: Sequence[bool] | None
) -> list[tuple[int, int]]:
    thousands = _THOUSANDS_BLANKS.get(language, "\xa0\u2009\u202f")
    segments: list[tuple[int, int]] = []
    for run in RUN.finditer(text):
        a, b = run.span()
        cuts = _joints(run[0], foreign[a:b] if foreign is not None else None, spaced)
        edges = [a, *(a + cut for cut in cuts), b]
        if spaced and segments and _goes_on(text, segments, a, b, thousands):
            edges[0] = segments.pop()[0]
        segments += pairwise(edges)
    return segments


def _goes_on(text: str, segments: list[tuple[int, int]], a: int, b: int, blanks: str) -> bool:
    """Whether ``text[a:b]`` continues an amount that the last segment begins."""
    return _sign_of_amount(text, segments, a) or _thousands(text, segments, b, blanks)


def _sign_of_amount(text: str, segments: list[tuple[int, int]], at: int) -> bool:
    """Whether the last segment is a currency sign that stands apart before a number: € 20."""
    a, b = segments[-1]
    if b - a > 3 or text[b - 1] not in CURRENCY or not text[at].isdecimal():
        return False
    before = text[segments[-2][1] - 1] if len(segments) > 1 else ""
    return not before.isdecimal() and all(c in CURRENCY or c.isupper() for c in text[a:b])


def _opens(segment: str, quotes_before: int) -> bool:
    """Whether a segment that is not spoken belongs to the word after it."""
    if segment in STRAIGHT_QUOTES:
        return quotes_before % 2 == 0
    return all(c in OPENERS for c in segment)


def cut(text: str, language: str, *, spaced: bool = True) -> list[Word]:
    """The written words of ``text`` in order; together they cover all that is not blank.

    When nothing in it is spoken there is one word with an empty body (none for a blank text).
    """
    foreign = foreign_at(text, language)
    segments = _segments(text, language, spaced, foreign)
    cores: list[tuple[int, int] | None] = []
    for k, (a, b) in enumerate(segments):
        core = _letters_core(text[a:b])
        if core is None and (text[a] not in _MARKS or text[a:b] in _COMPARISONS):
            before = text[slice(*segments[k - 1])] if k else ""
            after = text[slice(*segments[k + 1])] if k + 1 < len(segments) else ""
            core = _symbol_core(text[a:b], before, after)
        cores.append(core)
    words: list[Word] = []
    pending: int | None = None
    quotes = 0
    for (a, b), core in zip(segments, cores, strict=True):
        if core is not None:
            at = a if pending is None else pending
            words.append(Word(at, b, a + core[0], a + core[1]))
            pending = None
        elif pending is None and words and not _opens(text[a:b], quotes):
            words[-1].end = b
        elif pending is None:
            pending = a
        quotes += text.count('"', a, b)
    if pending is not None:
        if words:
            words[-1].end = segments[-1][1]
        else:
            words = [Word(pending, segments[-1][1], pending, pending)]
    for word in words:
        fill(word, text, foreign)
    return words


def fill(word: Word, text: str, foreign: Sequence[bool] | None = None) -> None:
    """Set the texts of a word from its offsets."""
    core = text[word.core_start : word.core_end]
    word.body = plain(core)
    word.before = text[word.start : word.core_start]
    word.after = text[word.core_end : word.end]
    if foreign is not None and core:
        flags = foreign[word.core_start : word.core_end]
        letters = [flag for c, flag in zip(core, flags, strict=True) if c.isalnum() or flag]
        word.foreign = bool(letters) and all(letters)


def pin(words: list[Word], pins: Sequence[Pin], text: str) -> list[Word]:
    """Give each pin its word: words that share a pin become one, and a word with several pins
    is cut before each of them. Pins that touch nothing spoken are left out."""
    for wanted in sorted(pins, key=lambda p: (p.start, p.end)):
        hit = [
            k
            for k, word in enumerate(words)
            if word.core_start < wanted.end and wanted.start < word.core_end
        ]
        if not hit:
            continue
        first, last = words[hit[0]], words[hit[-1]]
        start, core_start = first.start, first.core_start
        joined: list[Word] = []
        if first.pin is not None:
            start = core_start = wanted.start
            if start < first.pin.end:
                continue
            joined = [_with_pin(first.start, start, first.core_start, start, first.pin, text)]
        joined.append(_with_pin(start, last.end, core_start, last.core_end, wanted, text))
        words[hit[0] : hit[-1] + 1] = joined
    return words


def _with_pin(start: int, end: int, core_start: int, core_end: int, pin: Pin, text: str) -> Word:
    word = Word(start, end, core_start, core_end, pin=pin)
    fill(word, text)
    edges = (core_start, max(core_start, pin.start), min(core_end, pin.end), core_end)
    a, b, c = (plain(text[i:j]) for i, j in pairwise(edges))
    word.parts = (a, b, c)
    return word
