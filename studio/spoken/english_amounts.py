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
    scale_word,
)
from studio.spoken.english_numbers import (
    NUMBER,
    SIGNS,
    cardinal,
    fraction,
    number,
    plural,
)
from studio.spoken.english_units import PACKED_UNITS, unit_alone

_AMOUNT = regex.compile(rf"[-−–+±~≈<>]?(?:{NUMBER}|\d*[{VULGAR}]|(?:\d+-)?\d+/\d+)(?:M|bn|tn)?")
_AMOUNTS = regex.compile(rf"{NUMBER}(?:[-–×x]{NUMBER}){{0,2}}")

# --- money -------------------------------------------------------------------------------------

_NOTES = frozenset(("bill", "bills", "note", "notes", "coin", "coins", "ticket", "tickets"))


def money_rule(line: Line, i: int) -> bool:
    """$5, $5-10, $5 million."""
    body = line.body(i).replace(" ", "")
    following = line.body(i + 1) if line.joined(i) else ""
    if scale_word(following) and _scaled(line, i, body):
        return True
    adjective = following in _NOTES or line.modifies(i, i)
    found = money(body)
    if found is not None:
        line.words[i].said = say_money(found, line.british, adjective=adjective)
    else:
        line.words[i].said = say_money_range(body, line.british, adjective=adjective)
    return line.words[i].said is not None


def _scaled(line: Line, i: int, body: str) -> bool:
    """$1.5 million and $5-10 billion, where the next word says the currency."""
    found, several = money(body), money_range(body, line.british)
    if found is not None and not found.scale:
        sign = f"{SIGNS[found.sign]} " if found.sign else ""
        amount, names = sign + number(found.amount, line.british, years=False), found.currency
    elif several is not None and not several[1]:
        amount, names = several[0], several[2]
    else:
        return False
    line.words[i].said = amount
    name = names.one if line.modifies(i, i + 1) else names.many
    line.words[i + 1].said = f"{scale_word(line.body(i + 1))} {name}"
    _drop_stop_of_scale(line, i + 1)
    return True


def _drop_stop_of_scale(line: Line, i: int) -> None:
    if line.body(i).lower() not in SCALE_WORDS:
        line.drop_stop(i)


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
    elif line.joined(i + 1) and (scale := scale_word(line.body(i + 2))):
        said.append(scale)
        _drop_stop_of_scale(line, i + 2)
    one = found.amount == "1" and said == ["one"]
    said.append(found.currency.one if one else found.currency.many)
    for word, reading in zip(line.words[i:], said, strict=False):
        word.said = reading
    line.drop_stop(i)
    return True


# --- units -------------------------------------------------------------------------------------

_LONG = frozenset(listed("tall long wide high deep thick by x ×"))
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
    one = ((before == "1" or part) and not mixed) or line.modifies(start, last)
    body = line.body(i)
    if body in _SIZES and (body != "fl" or line.body(i + 1) == "oz"):
        said: str | None = _SIZES[body]
    elif _means_inch(line, i, part):
        said = "inch" if one else "inches"
    else:
        said = unit_alone(body, one=one, british=line.british)
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


_PACKED = regex.compile(rf"(?P<number>{NUMBER})(?P<unit>{'|'.join(PACKED_UNITS)})")


def packed(line: Line, i: int) -> bool:
    """1 x 2lb loaf tin and 2 × 400g cans: how many of which size, each word saying what comes in
    its turn."""
    match = _PACKED.fullmatch(line.body(i))
    noun = line.body(i + 1)
    if match is None or line.body(i - 1) not in ("x", "X", "×") or not line.joined(i):
        return False
    if not line.body(i - 2).isdecimal() or not noun.islower() or line.is_function(noun):
        return False
    line.words[i - 1].said = number(match["number"], line.british, years=False)
    line.words[i].said = unit_alone(match["unit"], one=True, british=line.british)
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


def feet_mark(line: Line, i: int) -> bool:
    """6' tall, 20' by 30' and 6' 2\", where the mark is no closing quote."""
    body, word = line.body(i), line.words[i]
    if word.after[:1] not in ("'", "’", "′") or not _amount(body):
        return False
    inches_next = line.next_digit(i) and line.words[i + 1].after.startswith(('"', "”", "″"))
    if not (inches_next or line.body(i + 1) in _LONG or line.body(i - 1) in ("by", "x", "×")):
        return False
    word.after = word.after[1:]
    one = _is_one(body) or line.modifies(i, i)
    word.said = f"{quantity(body, line.british)} {'foot' if one else 'feet'}"
    return True


def inch_mark(line: Line, i: int) -> bool:
    """5\", 3/8\", 6'2\" and 2\"x4\", where the mark is no closing quote."""
    body, word = line.body(i), line.words[i]
    if word.after[:1] not in ('"', "”") or QUOTES & set(word.before) or line.quoted(i):
        return False
    mark, word.after = word.after[0], word.after[1:]
    if _FEET_INCHES.fullmatch(body) or size(body) is not None:
        word.said = quantity(body, line.british) or size(body, line.british)
    elif _amount(body):
        noun = line.body(i + 1) if line.joined(i) else ""
        adjective = noun.isalpha() and noun not in _LONG and not line.is_function(noun)
        word.said = _inches(body, adjective, line.british)
    else:
        word.after = mark + word.after
        return False
    line.marks += 1
    return True


def _inches(body: str, adjective: bool, british: bool) -> str:
    parts = proper_fraction(body)
    if parts is not None and not adjective:
        return f"{part_of(*parts, 'inch')} inch"
    one = adjective or _is_one(body)
    return f"{quantity(body, british)} {'inch' if one else 'inches'}"
