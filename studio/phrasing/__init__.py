"""Where a text may be broken into phrases, cues and lines, and how good each place is.

Pure text, no times. Each language has small tables of its function words (``function_words``); a
language without one is broken by punctuation alone. Widths are in columns: a full-width character
(kana, hanzi) counts two, an accent that stands on another character none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, east_asian_width

from studio.phrasing.function_words import (
    ADJECTIVE,
    ADVERB,
    ARTICLE,
    CONJUNCTION,
    DETERMINER,
    GENITIVE,
    GERUND,
    LEADER,
    MONTH,
    NAME,
    NUMBER,
    PARTICLE,
    PREPOSITION,
    SHORTENED,
    TITLE,
    VERB,
    roles_by_ending,
    roles_of,
)

NOTHING, COMMA, CLAUSE, SENTENCE = range(4)  # what may end with a word

_ENDS = {
    **dict.fromkeys(",、，､،", COMMA),
    **dict.fromkeys(";:；：—–―⸺…", CLAUSE),
    **dict.fromkeys(".!?。！？．｡।॥؟‽‼⁇⁈⁉", SENTENCE),
}
_CLOSING = frozenset("\"'”’»›)]}」』）】》〉］｝ \u00a0\ufe0f")
_OPENING = frozenset('"“‘«‹([{「『（【《〈［｛')
_MARKS = "".join(_ENDS) + "".join(_CLOSING) + "".join(_OPENING) + "¿¡-·"

_NOUN_FOLLOWS = ARTICLE | DETERMINER
_LINK = PREPOSITION | CONJUNCTION
_FUNCTION = _NOUN_FOLLOWS | _LINK | LEADER | PARTICLE | ADVERB

# What a break costs: by what ends there, else by the words on its right and on its left.
_AT_END = {SENTENCE: 0, CLAUSE: 15, COMMA: 30, NOTHING: 75}
_BEFORE_CONJUNCTION, _BEFORE_PREPOSITION, _BEFORE_BRACKET, _AFTER_PARTICLE = 35, 43, 43, 50
_BEFORE_NOUN, _BEFORE_VERB = 55, 50  # or what comes before one
_BEFORE_ADVERB, _BETWEEN_NUMBERS, _AFTER_ADJECTIVE = 150, 150, 300
# On top: before "of"; between "the fuel" or "50 km" and what may belong to it ("tax", "an hour").
_BEFORE_GENITIVE, _INSIDE_NOUN = 25, 45
_AFTER_LEADER, _AFTER_LINK, _AFTER_NUMBER = 60, 220, 300  # on top
NEVER = 1_000  # unless nothing else is possible
_BETWEEN_GROUPS = 3 * NEVER  # of the digits of one number
INSIDE_NUMBER = 100_000


def width(text: str) -> int:
    """How many columns a text takes: two for a full-width character, none for an accent."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(maxsize=1 << 12)
def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


class Look(NamedTuple):
    """What a word tells about the places before and after it."""

    width: int
    roles: int
    ends: int
    dotted: bool  # it ends with one full stop, which may be that of a shortened word
    opens: bool  # it opens a phrase, as ¿ and ¡ do
    bracket: bool
    lower: bool
    digit_first: bool
    digit_last: bool
    operates: bool  # it ends with a sign between two operands, or is one
    operator: bool


BLANK = Look(0, 0, NOTHING, *[False] * 8)


@lru_cache(maxsize=1 << 14)
def look(text: str, language: str) -> Look:
    core = text.strip(_MARKS)
    ends, dotted = _what_ends(text)
    return Look(
        width=width(text),
        roles=_roles_in(core, dotted, language),
        ends=ends,
        dotted=dotted,
        opens=text.lstrip('"“‘«‹(—–- ')[:1] in ("¿", "¡"),
        bracket=text[:1] in _OPENING,
        lower=core[:1].islower(),
        digit_first=text[:1].isdigit(),
        digit_last=text.rstrip(".,:)")[-1:].isdigit(),
        operates=_OPERATES.search(text) is not None,
        operator=_OPERATES.fullmatch(text) is not None,
    )


def _what_ends(text: str) -> tuple[int, bool]:
    if text[-1:].isalnum():
        return NOTHING, False
    end = len(text)
    while end and (text[end - 1] in _CLOSING or category(text[end - 1]) in ("So", "Sk", "Cf")):
        end -= 1
    mark, before = text[end - 1 : end], text[: max(0, end - 1)]
    if mark == "." and before.endswith("."):
        return CLAUSE, False
    if mark == "-":  # a dash only when it stands by itself
        return (CLAUSE if before.endswith((" ", "-")) else NOTHING), False
    return (_ENDS.get(mark, NOTHING) if before else NOTHING), mark == "."


_OPERATES = re.compile(r"(?:^|(?<=\s))[=!<>&|+*/×÷]+$")
_NUMERAL = re.compile(r"[-−+]?[$€£¥₹]?\d[\d.,:/–-]*")
_YEAR = re.compile(r"1[1-9]\d\d|20\d\d")
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}|[^\W\d_]")  # "J", "U.K", "a.m", "Ph.D"
_COMPOUND = re.compile(r"\w+(?:-\w+)+")  # "well-known", "16-bit"


def _roles_in(core: str, dotted: bool, language: str) -> int:
    plain = core.lower().replace("’", "'")
    roles = roles_of(language).get(plain, 0)
    if not dotted:
        roles &= ~(TITLE | SHORTENED)
    elif _INITIALS.fullmatch(core):
        roles |= SHORTENED if len(core) > 1 else TITLE
    if roles & MONTH and roles & _FUNCTION:  # "may", "May"
        roles = MONTH if core[0].isupper() else roles & ~MONTH
    if _NUMERAL.fullmatch(core) and not _YEAR.fullmatch(core):
        roles |= NUMBER
    if not roles & (_FUNCTION | NUMBER):
        if core[:1].isupper():
            roles |= NAME
        roles |= roles_by_ending(plain, language)
        if _COMPOUND.fullmatch(plain):
            roles |= ADJECTIVE
    return roles


def seam(
    before: Look, after: Look, touching: bool, earlier: Look = BLANK, later: Look = BLANK
) -> tuple[int, int]:
    """Between two words of a sentence: what ends there (NOTHING to SENTENCE), and what a break
    there costs. ``touching``: the words are written without a blank between them. ``earlier`` and
    ``later`` are the words around these two in the sentence."""
    if touching and before.digit_last and after.digit_first:
        return NOTHING, INSIDE_NUMBER
    if _inside_date(earlier, before, after, later):
        return NOTHING, NEVER
    if earlier is BLANK and before.dotted and before.digit_first and before.digit_last:
        return NOTHING, NEVER  # "1. Go to the menu"
    shortened = before.dotted and (after.lower or before.roles & (TITLE | SHORTENED))
    if before.ends and not shortened:
        # “Late?” asked the man: the sentence goes on
        ends = CLAUSE if before.ends == SENTENCE and after.lower else before.ends
        return ends, _AT_END[ends]
    if after.opens:
        return COMMA, _AT_END[COMMA]
    if _inside_number(earlier, before, after):
        return NOTHING, _BETWEEN_GROUPS
    if before.operates or after.operator or _inseparable(earlier.roles, before.roles, after.roles):
        return NOTHING, NEVER
    return NOTHING, _before(earlier, before, after, later) + _after(before.roles, after.roles)


def _inside_date(earlier: Look, before: Look, after: Look, later: Look) -> bool:
    """Inside "May 5", "5 May", "May 5, 2023", "5 de mayo de 2023"."""
    if before.roles & MONTH and (before.dotted or not before.ends):
        return after.digit_first or bool(after.roles & PREPOSITION and later.digit_first)
    if before.digit_last:
        year = after.digit_first and not after.roles & NUMBER
        of_month = after.roles & PREPOSITION and later.roles & MONTH
        return bool(after.roles & MONTH or of_month or (year and earlier.roles & MONTH))
    if before.roles & PREPOSITION:
        month, year = earlier.digit_last and after.roles & MONTH, after.digit_first
        return bool(month or (year and earlier.roles & MONTH))
    return False


def _inside_number(earlier: Look, before: Look, after: Look) -> bool:
    """Between the groups of "+44 20 7946 0958", but not in "in 2020 300 people"."""
    counts = before.roles & NUMBER or before.bracket or earlier.digit_last
    return bool(counts and before.digit_last and after.digit_first)


def _inseparable(earlier: int, before: int, after: int) -> bool:
    counts = before & NUMBER and not earlier & (TITLE | MONTH)  # unlike "No. 12", "May 5"
    return bool(
        before & TITLE
        or (before & ARTICLE and not after & CONJUNCTION)  # "ce qui", "lo que"
        or (before & DETERMINER and not after & _FUNCTION)
        or after & PARTICLE
        or (before & NAME and after & (NAME | NUMBER))
        or (counts and not after & (_FUNCTION | NUMBER))
    )


def _before(earlier: Look, before: Look, after: Look, later: Look) -> int:
    if after.roles & ADVERB:
        if later.roles & GENITIVE:  # "out of"
            return _BEFORE_PREPOSITION
        noun_follows = not (after.ends or later.roles & (_LINK | GERUND))
        if not (after.roles & PREPOSITION and noun_follows):
            return _BEFORE_ADVERB
    if after.roles & CONJUNCTION:
        # "two or three", "two and a half"
        between = before.roles & NUMBER and later.roles & (NUMBER | ARTICLE)
        return _BETWEEN_NUMBERS if between else _BEFORE_CONJUNCTION
    if after.roles & PREPOSITION:
        return _BEFORE_PREPOSITION + (_BEFORE_GENITIVE if after.roles & GENITIVE else 0)
    if after.bracket:
        return _BEFORE_BRACKET
    if before.dotted and not before.roles & SHORTENED:
        return _AT_END[COMMA]
    if before.roles & PARTICLE:
        return _AFTER_PARTICLE
    if after.roles & _NOUN_FOLLOWS:
        return _BEFORE_NOUN + (_INSIDE_NOUN if earlier.roles & NUMBER else 0)
    if after.roles & (LEADER | VERB) and not before.roles & (LEADER | ADJECTIVE):
        return _BEFORE_VERB
    if before.roles & ADJECTIVE:
        return _AFTER_ADJECTIVE
    leads = _NOUN_FOLLOWS | ADJECTIVE | NUMBER | PREPOSITION
    inside = earlier.roles & leads and not before.roles & _FUNCTION
    return _AT_END[NOTHING] + (_INSIDE_NOUN if inside else 0)


def _after(before: int, after: int) -> int:
    if before & ADVERB and after & _LINK:
        return _AFTER_LINK if after & GENITIVE else 0
    if before & (_LINK | ARTICLE):
        return _AFTER_LINK
    if before & after & NUMBER:
        return _AFTER_NUMBER
    return _AFTER_LEADER if before & LEADER and not after & CONJUNCTION else 0
