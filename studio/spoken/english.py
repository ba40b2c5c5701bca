"""Readings of English: which rule looks at a word first, and sentences in capitals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from studio.spoken import english_abbreviations as short
from studio.spoken import english_amounts as amounts
from studio.spoken import english_context as context
from studio.spoken import english_names as names
from studio.spoken import english_places as places
from studio.spoken.cutting import Word
from studio.spoken.english_letters import outcry, readable, stutter
from studio.spoken.english_line import QUOTES, Line, dotted
from studio.spoken.english_words import odd

# --- capitals ----------------------------------------------------------------------------------


def capitals(words: Sequence[Word]) -> bool:
    """Whether the sentence is written in capitals throughout, not merely an acronym or two."""
    letters = [w.body for w in words if len(w.body) > 1 and any(c.isalpha() for c in w.body)]
    if any(c.islower() for w in words for c in w.body):
        return False
    plain = [w for w in letters if w.replace("'", "").isalpha() and w not in short.ACRONYMS]
    return bool(plain) and (len(plain) > 1 or len(letters) > 2 or plain[0] in ("STOP", "NO", "YES"))


_PRONOUN = regex.compile(r"\bi(?='|$)")
_NOT_LETTERS = regex.compile(r"([^\p{L}\p{M}']+)")


def _lower(line: Line, i: int) -> bool:
    """PLEASE READ is read as "Please read" is."""
    word = line.words[i]
    body = word.said if word.said is not None else word.body
    parts = _NOT_LETTERS.split(body)
    lowered = "".join(p if _keeps_capitals(p) else p.lower() for p in parts)
    lowered = _PRONOUN.sub("I", lowered)
    if i == 0 and lowered[:1].islower():
        lowered = lowered[0].upper() + lowered[1:]
    if lowered != body:
        word.said = lowered
    return True


def _keeps_capitals(part: str) -> bool:
    vowelless = 1 < len(part) < 5 and part.isalpha() and not set(part) & set("AEIOUYaeiouy")
    single = len(part) == 1 and part != "A"
    return part in short.ACRONYMS or vowelless or single


Rule = Callable[[Line, int], bool]

# Each set in the order in which its rules are asked.
_OF_NUMBERS: tuple[Rule, ...] = (
    context.phone_rule,
    context.emergency,
    places.verse,
    places.postal,
    places.postcode,
    places.called,
    places.label,
    places.old_year,
    context.after_month,
    context.before_month,
    context.across_months,
    context.bare_date,
    context.odds,
    context.run_time,
    context.clock_rule,
    context.military,
    context.lasting_rule,
    amounts.feet_mark,
    amounts.inch_mark,
    amounts.money_rule,
    amounts.hyphened_unit,
    amounts.packed,
    amounts.number_rule,
    context.multiple,
)
_OF_WORDS: tuple[Rule, ...] = (
    places.postal,
    places.book,
    context.month_name,
    context.day_name,
    context.half_day_rule,
    amounts.currency_sign,
    places.street,
    amounts.unit_rule,
    context.operator,
    context.path,
    names.war,
    names.acronym,
    names.letter_name,
    names.heading,
    names.roman_rule,
    names.title,
    names.numbered,
    names.initials,
    names.abbreviation,
)


def _decided(line: Line, i: int) -> bool:
    """Whether a rule knew what to say for word ``i``."""
    numbers = any(c.isnumeric() for c in line.body(i))
    return (numbers and any(rule(line, i) for rule in _OF_NUMBERS)) or any(
        rule(line, i) for rule in _OF_WORDS
    )


def _quotes(words: Sequence[Word]) -> list[int]:
    counts = [0]
    for word in words:
        counts.append(counts[-1] + sum(c in QUOTES for c in word.before + word.after))
    return counts


def read(words: Sequence[Word], british: bool) -> None:
    """Set what is said for each word that is not read as it is written."""
    line = Line(
        words,
        british,
        capitals=capitals(words),
        quotes=_quotes(words),
    )
    for word in words:
        if word.body[:1].isdecimal() and not word.body.isalnum():
            word.body = "".join(word.body.split())
    for i, word in enumerate(words):
        if word.said is not None or word.foreign or not word.body:
            continue
        if not _decided(line, i):
            word.said = odd(word.body, british) or stutter(word.body) or outcry(word.body)
        if line.capitals and (word.said is None or (word.said.isupper() and word.said != "A.")):
            _lower(line, i)
        known = readable(word.body if word.said is None else word.said)
        if known != word.body:
            word.said = known


def swallows(said: str) -> bool:
    """Whether misaki would take a full stop after this as part of the last word."""
    last = said.rsplit(" ", 1)[-1]
    core = last.strip("“”()\"'")
    letter = core[-1:].isalpha() and (len(core) == 1 or core[-2] in "-&")
    return letter or core.endswith(".") or dotted(core) or core in short.SWALLOWING
