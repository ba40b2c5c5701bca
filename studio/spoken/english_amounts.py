"""Money, units and fractions in English whose reading depends on the words beside them. The rules
are as in ``english_context``."""

from __future__ import annotations

import regex

from studio.spoken.characters import listed
from studio.spoken.english_line import QUOTES, Line
from studio.spoken.english_measures import VULGAR, part_of, proper_fraction, quantity, size
from studio.spoken.english_money import (
    CURRENCY_WORD,
    SCALE_WORDS,
    currency,
    money,
    money_range,
    say_money,
    say_money_range,
)
from studio.spoken.english_numbers import (
    NUMBER,
    SIGNS,
    cardinal,
    fraction,
    number,
    plural,
)
from studio.spoken.english_units import unit_alone

_AMOUNT = regex.compile(rf"[-−–+±~≈<>]?(?:{NUMBER}|\d*[{VULGAR}]|(?:\d+-)?\d+/\d+)(?:M|bn|tn)?")
_AMOUNTS = regex.compile(rf"{NUMBER}(?:[-–]{NUMBER})?")

# --- money -------------------------------------------------------------------------------------

_NOTES = frozenset(("bill", "bills", "note", "notes", "coin", "coins", "ticket", "tickets"))


def money_rule(line: Line, i: int) -> bool:
    body = line.body(i).replace(" ", "")
    following = line.body(i + 1) if line.joined(i) else ""
    found, several = money(body), money_range(body, line.british)
    if found is None and several is None:
        return False
    if following.lower() in SCALE_WORDS and not (found.scale if found else several and several[1]):
        names = found.currency if found else several[2] if several else None
        one = names is not None and line.modifies(i, i + 1)
        line.words[i].said = _amount_alone(line, body)
        if names is not None:
            line.words[i + 1].said = f"{following.lower()} {names.one if one else names.many}"
        return True
    adjective = following in _NOTES or line.modifies(i, i)
    if found is not None:
        line.words[i].said = say_money(found, line.british, adjective=adjective)
    else:
        line.words[i].said = say_money_range(body, line.british, adjective=adjective)
    return True


def _amount_alone(line: Line, body: str) -> str:
    """The number of an amount, without its currency."""
    several = money_range(body, line.british)
    if several is not None:
        return several[0]
    found = money(body)
    if found is None:
        return body
    sign = f"{SIGNS[found.sign]} " if found.sign else ""
    return sign + number(found.amount, line.british, years=False)


def currency_sign(line: Line, i: int) -> bool:
    """A sign or code that is a word of its own: 20 €, 20 EUR, USD 500 million."""
    body = line.body(i)
    names = currency(body) if CURRENCY_WORD.fullmatch(body) else None
    if names is None:
        return False
    if body.isalpha() and not _amount(line.body(i - 1)):
        return _code_before(line, i)
    line.words[i].said = names.one if line.body(i - 1) in ("1", "a", "one") else names.many
    return True


def _code_before(line: Line, i: int) -> bool:
    """CHF 5 is "five Swiss francs", each word saying what comes in its turn."""
    found = money(line.body(i) + line.body(i + 1))
    if found is None or not (line.joined(i) or line.stopped(i)):
        return False
    said = [number(found.amount, line.british, years=False)]
    if found.scale:
        said[0] += f" {found.scale}"
    elif line.joined(i + 1) and line.body(i + 2).lower() in SCALE_WORDS:
        said.append(line.body(i + 2).lower())
    one = found.amount == "1" and said == ["one"]
    said.append(found.currency.one if one else found.currency.many)
    for word, reading in zip(line.words[i:], said, strict=False):
        word.said = reading
    line.drop_stop(i)
    return True


# --- units -------------------------------------------------------------------------------------

_LONG = frozenset(listed("tall long wide high deep thick by x"))
_SIZES = {"sq": "square", "cu": "cubic", "fl": "fluid"}


def unit_rule(line: Line, i: int) -> bool:
    """A unit that is a word of its own: 5 km, 10 lbs, 100 sq ft, 2 1/2 tsp."""
    first = i - 2 if line.body(i - 1) in _SIZES else i - 1
    before = line.body(first)
    if first < 0 or not line.joined(first) or not (_AMOUNTS.fullmatch(before) or _amount(before)):
        return False
    part = proper_fraction(before) is not None
    mixed = part and line.body(first - 1).isdecimal() and line.joined(first - 1)
    start, last = _whole_measure(line, first - 1 if mixed else first, i)
    one = (before == "1" or part) and not mixed
    body = line.body(i)
    said = _SIZES.get(body) if body != "fl" or line.body(i + 1) == "oz" else None
    if said is None:
        said = "inch" if _means_inch(line, i, part) else unit_alone(body, one=True, british=False)
        if said is not None and not (one or line.modifies(start, last)):
            said = "inches" if said == "inch" else unit_alone(body, one=False, british=line.british)
        elif said is not None and line.british:
            said = unit_alone(body, one=True, british=True) or said
    if said is None:
        return False
    line.words[i].said = said
    if body.isalpha():
        line.drop_stop(i)
    return True


def _whole_measure(line: Line, start: int, last: int) -> tuple[int, int]:
    """The first and last word of a measure of which one amount and unit are known: a 7 lb 6 oz
    baby is "a seven pound six ounce baby"."""
    while line.joined(last) and _amount(line.body(last + 1)) and _unit_at(line, last + 2):
        last += 2
    while line.joined(start - 1) and _unit_at(line, start - 1) and _amount(line.body(start - 2)):
        start -= 2
    return start, last


def _unit_at(line: Line, i: int) -> bool:
    return line.body(i) == "in" or unit_alone(line.body(i), one=True, british=False) is not None


def _means_inch(line: Line, i: int, part: bool) -> bool:
    if line.body(i) != "in":
        return False
    beside = line.body(i - 2) in ("ft", "foot", "feet") or line.body(i + 1) in _LONG
    ends = line.last(i) or bool(line.words[i].after.strip())
    return beside or line.stopped(i) or (part and ends)


def _amount(text: str) -> bool:
    return _AMOUNT.fullmatch(text) is not None


def _is_one(text: str) -> bool:
    return text == "1" or proper_fraction(text) is not None


def _thing(text: str) -> str | None:
    """The name of one of what is counted: "pound" for lb, "cup" for cup."""
    return unit_alone(text, one=True, british=False) or (text if text.isalpha() else None)


# --- numbers and fractions ---------------------------------------------------------------------


def number_rule(line: Line, i: int) -> bool:
    """A number whose reading depends on the next word: 2000 kg is no year, ½ cup is half a cup,
    10 000 is one number, 4/5 stars are out of five."""
    body = line.body(i)
    following = line.body(i + 1) if line.joined(i) else ""
    if not body:
        return False
    millions = _MILLIONS.fullmatch(body) if following in _MANY else None
    if millions is not None:  # 1.3m people
        line.words[i].said = f"{number(millions[1], line.british)} million"
        return True
    said = _part(line, i, body, following) or _beside(body, following) or _glued_unit(line, i)
    if said is not None:
        line.words[i].said = said
        return True
    if not (body[-1].isdecimal() or body[-1] in VULGAR):
        return False
    if following == "000" and body.isdecimal() and len(body) < 4:
        line.words[i].said = cardinal(body, line.british)
        line.words[i + 1].said = "thousand"
        return True
    counted = following.lower() in SCALE_WORDS or following in ("percent", "%", *_SIZES)
    if _AMOUNT.fullmatch(body) and (
        counted or (following and unit_alone(following, one=False, british=False))
    ):
        line.words[i].said = quantity(body, line.british, years=False)
    return line.words[i].said is not None


_HYPHENED = regex.compile(
    rf"(?P<number>{NUMBER}|\d{{1,2}}/\d{{1,2}}|[{VULGAR}])-(?P<unit>\p{{L}}+)"
)


def hyphened_unit(line: Line, i: int) -> bool:
    """A 6-ft. ladder, a 1/2-inch nail, a 1 1/2-hour walk."""
    match = _HYPHENED.fullmatch(line.body(i))
    if match is None:
        return False
    parts = proper_fraction(match["number"])
    name = (
        "inch"
        if match["unit"] == "in"
        else unit_alone(match["unit"], one=True, british=line.british)
    )
    if parts is None and name is None:
        return False
    mixed = parts is not None and line.joined(i - 1) and line.body(i - 1).isdecimal()
    amount = _part(line, i, match["number"], "") if mixed else None
    if amount is None:
        amount = "half" if parts == (1, 2) else quantity(match["number"], line.british, years=False)
    line.words[i].said = f"{amount} {name or match['unit']}"
    line.drop_stop(i)
    return True


_MANY = frozenset(listed(
    "people users followers jobs homes viewers voters customers copies views children patients "
    "workers subscribers downloads years pounds dollars euros households visitors passengers "
    "residents streams members doses fans listeners barrels tonnes tons vehicles families "
    "students tourists refugees deaths cases votes"
))  # fmt: skip
_MILLIONS = regex.compile(rf"({NUMBER})m")
_BEATS = regex.compile(r"(\d\d?)/([248]|16)")
_TENS = regex.compile(r"[1-9]0+s")


def _beside(body: str, following: str) -> str | None:
    """4/5 stars, 3/4 time, 10s of thousands."""
    if following in ("star", "stars") and proper_fraction(body) and "/" in body:
        top, bottom = body.split("/")
        return f"{cardinal(top)} out of {cardinal(bottom)}"
    beats = _BEATS.fullmatch(body)
    if beats is not None and following == "time":
        return f"{cardinal(beats[1])} {cardinal(beats[2])}"
    if following == "of" and _TENS.fullmatch(body):
        return plural(cardinal(body[:-1])).removeprefix("one ")
    return None


def _glued_unit(line: Line, i: int) -> str | None:
    """A 10km run is a "ten kilometer run"."""
    body = line.body(i)
    if not body[0].isdecimal() or body[-1].isdecimal() or not line.modifies(i, i):
        return None
    return quantity(body, line.british, adjective=True)


_WHOLE_THINGS = frozenset(("price", "way", "size", "time", "length", "board", "term", "mast"))
_MEASURES = frozenset(listed(
    "cup teaspoon tablespoon inch mile pound ounce hour second minute day week year gallon pint "
    "quart acre foot yard liter litre meter metre kilometer kilometre ton stick stone gram"
))  # fmt: skip


def _part(line: Line, i: int, body: str, following: str) -> str | None:
    """A fraction of what follows it, or after a whole number: 3/4 lb is "three quarters of a
    pound", 2 1/2 "two and a half"."""
    parts = proper_fraction(body)
    if parts is None:
        return None
    top, bottom = parts
    before = line.body(i - 1) if line.joined(i - 1) else ""
    if before.isdecimal():
        said = fraction(top, bottom, line.british)
        return "and " + (f"a {said[4:]}" if top == 1 else said)
    half = (top, bottom) == (1, 2)
    inch = following == "in" and _means_inch(line, i + 1, part=True)
    name = "inch" if inch else _thing(following)
    if half and following == "of":
        return "half"
    if name is None or (line.is_function(following) and not inch):
        return None
    if before.lower() in ("a", "an", "the", "one"):
        return "half" if half and name in _MEASURES else None
    if half and name in _WHOLE_THINGS:
        return "half"
    known = name in _MEASURES or unit_alone(following, one=True, british=False) is not None
    single = following.islower() and not following.endswith("s") and bottom in (2, 4)
    return part_of(top, bottom, name) if inch or known or single else None


# --- inch marks --------------------------------------------------------------------------------

_FEET_INCHES = regex.compile(rf"\d{{1,2}}'\d{{0,2}}(?:[{VULGAR}]|\.\d+)?\"?")


def inches(line: Line, i: int) -> bool:
    """6'2\", 5\", 3/8\" and 6' tall, where the mark is no closing quote."""
    body, word = line.body(i), line.words[i]
    if (
        word.after[:1] in ("'", "’", "′")
        and _amount(body)
        and (line.body(i + 1) in _LONG or line.body(i - 1) in ("by", "x") or _inches_next(line, i))
    ):
        word.after = word.after[1:]
        one = _is_one(body) or line.modifies(i, i)
        word.said = f"{quantity(body, line.british)} {'foot' if one else 'feet'}"
        return True
    if word.after[:1] not in ('"', "”") or QUOTES & set(word.before) or line.quoted(i):
        return False
    if _FEET_INCHES.fullmatch(body) or size(body) is not None:
        said = quantity(body, line.british) or size(body, line.british)
    elif _amount(body):
        word.after = word.after[1:]
        noun = line.joined(i) and line.body(i + 1).isalpha() and line.body(i + 1) not in _LONG
        adjective = noun and not line.is_function(line.body(i + 1))
        said = _inches(body, adjective, line.british)
        word.after = '"' + word.after
    else:
        return False
    word.said = said
    word.after = word.after[1:]
    line.marks += 1
    return True


def _inches_next(line: Line, i: int) -> bool:
    """6' 2\"."""
    return (
        i + 1 < len(line.words)
        and line.next_digit(i)
        and line.words[i + 1].after[:1] in ('"', "”", "″")
        and bool(line.words[i + 1].after)
    )


def _inches(body: str, adjective: bool, british: bool) -> str:
    parts = proper_fraction(body)
    if parts is not None and not adjective:
        return f"{part_of(*parts, 'inch')} inch"
    one = adjective or _is_one(body)
    return f"{quantity(body, british)} {'inch' if one else 'inches'}"
