"""Quantities in English: signed numbers, units, percentages, money, ranges, fractions."""

from __future__ import annotations

import unicodedata

import regex

from studio.spoken.english_money import money, say_money, say_money_range
from studio.spoken.english_numbers import (
    NUMBER,
    SIGNS,
    cardinal,
    fraction,
    is_year,
    number,
    ordinal,
    pairs,
    plural,
    year,
)
from studio.spoken.english_units import per, unit

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉"
_SIGN = r"(?P<sign>\+/-|[<>]=|[-−–+±~≈<>≤≥×√=#№§])?"
_NUM = rf"(?P<num>\d*[{VULGAR}]|{NUMBER})"

# --- one quantity ------------------------------------------------------------------------------


def vulgar(character: str) -> tuple[int, int]:
    """The numerator and denominator of ½ and its like."""
    top, _, bottom = unicodedata.normalize("NFKC", character).partition("⁄")
    return int(top), int(bottom)


def _plain_number(text: str, british: bool, years: bool) -> str:
    if text[-1] in VULGAR:
        return mixed(text[:-1], *vulgar(text[-1]), british=british)
    return number(text, british, years=years)


def mixed(whole: str, top: int, bottom: int, *, british: bool) -> str:
    """2½ is "two and a half", ¾ "three quarters"."""
    if bottom == 0:
        return "zero"
    part = fraction(top, bottom, british)
    if not whole:
        return "a " + part[4:] if top == 1 and bottom in (2, 3, 4) else part
    return f"{number(whole, british, years=False)} and {'a ' + part[4:] if top == 1 else part}"


def proper_fraction(text: str) -> tuple[int, int] | None:
    """The two numbers of ½ or 3/4; None for what is no part of one."""
    if len(text) == 1 and text in VULGAR:
        return vulgar(text)
    match = _PROPER.fullmatch(text)
    parts = (int(match[1]), int(match[2])) if match else (1, 1)
    return parts if parts[0] < parts[1] else None


def part_of(top: int, bottom: int, thing: str) -> str:
    """What stands before the thing that a fraction is of: "half a" cup, "three eighths of an"
    inch."""
    article = "an" if thing[0] in "aeiou" or thing.startswith("hour") else "a"
    if (top, bottom) == (1, 2):
        return f"half {article}"
    name = mixed("", top, bottom, british=False)
    if " over " in name:
        name = f"{cardinal(top)} {ordinal(bottom)}{'' if top == 1 else 's'}"
    return f"{name} of {article}"


_PROPER = regex.compile(r"([1-9]\d?)/([1-9]\d{0,2})")
_MIXED = regex.compile(r"(\d{1,3})-([1-9]\d?)/([1-9]\d?)")
_PART = regex.compile(rf"(?P<part>[{VULGAR}]|\d\d?/\d\d?)(?P<unit>[^\d\s.,/]\S{{0,4}})")
_PLAIN = regex.compile(rf"{_SIGN}{_NUM}(?P<unit>[^\d\s.,]\S{{0,8}})?")
_ORDINAL = regex.compile(r"(?P<num>\d{1,3}(?:,\d{3})+|\d+)(?P<suffix>st|nd|rd|th|ST|ND|RD|TH)")
_DECADE = regex.compile(r"'?(?P<num>\d{1,3}(?:,\d{3})+|\d{1,4})'?s")
_TEAM = regex.compile(r"(?P<num>\d\d)ers?")
_SHORT_YEAR = regex.compile(r"'(?P<num>\d\d)")
_FRACTION = regex.compile(r"(?P<sign>[-−–])?(?P<top>\d{1,4})/(?P<bottom>\d{1,4})(?P<th>ths?)?")
_MARKS = regex.compile(r"(\d{1,3}\.\d{1,2})/(5|10|100)")
_FEET = regex.compile(
    rf"(?P<feet>\d{{1,3}})(?:'|′|ft)-?(?P<inches>\d{{1,2}}(?:\.\d+)?[{VULGAR}]?|[{VULGAR}])"
    r"(?:\"|''|″|in)?"
)
_PRIMES = {"′": ("foot", "feet"), "″": ("inch", "inches")}
_POWER = regex.compile(
    rf"(?:(?P<factor>{NUMBER})[x×·*⋅])?(?P<num>{NUMBER})"
    r"(?:\^(?P<caret>[-−]?\d+)|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+))"
)
_EXPONENT = regex.compile(r"(?P<num>\d+\.\d+|\d+(?=[eE][+-]))[eE](?P<exponent>[+-]?\d{1,3})")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")


def say_ordinal(text: str, british: bool = False) -> str | None:
    match = _ORDINAL.fullmatch(text)
    if match is None or (match["suffix"] == "st" and not regex.search(r"(?<!1)1$", match["num"])):
        return None  # 12st is a weight
    return ordinal(match["num"].replace(",", ""), british)


def _decade(text: str, british: bool) -> str | None:
    team = _TEAM.fullmatch(text)
    if team is not None:  # the 49ers
        said = cardinal(team["num"])
        return said.removesuffix("e") + text[2:]
    match = _DECADE.fullmatch(text)
    if match is None:
        return None
    digits = match["num"]
    if len(digits) == 2 and digits.endswith("0") and digits != "10":
        return plural(cardinal(digits))
    if is_year(digits):
        return plural(year(int(digits), british)) if digits.endswith("0") else None
    if text.startswith("'") or "'" in text or "," in digits or digits in ("0", "1", "100", "1000"):
        return plural(number(digits, british)).removeprefix("one " if digits != "1" else "")
    return None


def power(exponent: str, *, full: bool = False) -> str:
    """``2`` is "squared" unless said in ``full``, ``n`` "to the power of n"."""
    if exponent in ("2", "3") and not full:
        return "squared" if exponent == "2" else "cubed"
    sign = "minus " if exponent.startswith("-") else ""
    digits = exponent.lstrip("+-")
    return f"to the power of {sign}{cardinal(digits) if digits.isdecimal() else digits}"


def _say_power(text: str, british: bool) -> str | None:
    """10^6, 6.02×10²³, 3.0e8."""
    match = _EXPONENT.fullmatch(text)
    if match is not None:
        return f"{number(match['num'], british)} times ten {power(match['exponent'], full=True)}"
    match = _POWER.fullmatch(text)
    if match is None:
        return None
    exponent = (match["caret"] or match["super"].translate(_SUPERSCRIPTS)).replace("−", "-")
    if not exponent.lstrip("+-").isdecimal():
        return None
    said = f"{number(match['num'], british, years=False)} {power(exponent)}"
    factor = match["factor"]
    return f"{number(factor, british, years=False)} times {said}" if factor else said


_PLAIN_PAIRS = ((24, 7), (9, 11), (7, 11))


def say_fraction(text: str, british: bool = False) -> str | None:
    marks = _MARKS.fullmatch(text)
    if marks is not None:
        return f"{number(marks[1], british)} out of {number(marks[2])}"
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    top, bottom = int(match["top"]), int(match["bottom"])
    sign = "minus " if match["sign"] else ""
    if (top, bottom) in _PLAIN_PAIRS or (top == bottom and top > 10):
        return f"{cardinal(top)} {cardinal(bottom)}"
    if match["th"]:
        return sign + fraction(top, bottom, british)
    if (bottom == 10 and 4 <= top <= 10) or (bottom == 100 and 1 < top <= 100):
        return f"{sign}{cardinal(top)} out of {cardinal(bottom, british)}"
    return sign + fraction(top, bottom, british)


def _say_feet(text: str, british: bool) -> str | None:
    match = _FEET.fullmatch(text)
    if match is None:
        return None
    feet, inches = match["feet"], match["inches"]
    said = f"{cardinal(feet)} {'foot' if feet == '1' else 'feet'} "
    return said + f"{_plain_number(inches, british, False)} {'inch' if inches == '1' else 'inches'}"


def quantity(
    text: str, british: bool = False, *, years: bool = True, adjective: bool = False
) -> str | None:
    """The reading of one quantity that fills the whole word, or None; as an adjective (a 10km
    run) its unit is in the singular."""
    if not any(c.isdecimal() or c in VULGAR for c in text):
        return None
    amount, slash, each = text.partition("/")
    found = money(amount)
    if found is not None and (not slash or per(each)):
        price = say_money(found, british, adjective=adjective)
        return " ".join(filter(None, (price, per(each) if slash else "")))
    for way in (_decade, _say_power, _say_feet, _say_position, say_ordinal, _say_mixed, _say_part):
        said = way(text, british)
        if said is not None:
            return said
    said = _season(text, british) or say_fraction(text, british)
    if said is not None:
        return said
    short = _SHORT_YEAR.fullmatch(text)
    if short is not None:
        return pairs(f"1{short['num']}").removeprefix("one ")
    if _DOTTED.fullmatch(text):
        return cardinal(text.replace(".", ""), british)
    return _say_plain(text, british, years, adjective)


_DOTTED = regex.compile(r"[1-9]\d{0,2}(?:\.\d{3}){2,}")  # 1.234.567, as on the Continent


def _say_mixed(text: str, british: bool) -> str | None:
    """2-1/2."""
    match = _MIXED.fullmatch(text)
    if match is None or int(match[2]) >= int(match[3]):
        return None
    return mixed(match[1], int(match[2]), int(match[3]), british=british)


def _say_part(text: str, british: bool) -> str | None:
    """½in and 3/4lb."""
    match = _PART.fullmatch(text)
    parts = proper_fraction(match["part"]) if match else None
    thing = unit(match["unit"], one=True, british=british) if match else None
    return f"{part_of(*parts, thing)} {thing}" if parts and thing else None


_SEASON = regex.compile(r"(?P<from>[12]\d{3})/(?P<to>\d{4}|\d\d?)")


def _season(text: str, british: bool) -> str | None:
    """2024/25 is "twenty twenty-four twenty-five"."""
    match = _SEASON.fullmatch(text)
    if match is None:
        return None
    end = int(match["from"]) + 1
    if match["to"] not in (str(end), f"{end % 100:02d}", f"{end % 10}"):
        return None
    short = len(match["to"]) < 3 and match["to"][0] != "0"
    return f"{year(end - 1, british)} {cardinal(match['to']) if short else year(end, british)}"


_POSITION = regex.compile(
    r"(?P<degrees>-?\d{1,3}(?:\.\d+)?)°(?:(?P<minutes>\d{1,2}(?:\.\d+)?)['′])?"
    r"(?:(?P<seconds>\d{1,2}(?:\.\d+)?)(?:\"|″|''|′′))?(?P<side>[NSEW])?"
)
COMPASS = {"N": "north", "S": "south", "E": "east", "W": "west"}


def _say_position(text: str, british: bool) -> str | None:
    """51°30′26″N."""
    match = _POSITION.fullmatch(text)
    if match is None or not (match["minutes"] or match["side"]):
        return None
    said = []
    for unit_of in ("degree", "minute", "second"):
        value = match[f"{unit_of}s"]
        if value is not None:
            sign = "minus " if value.startswith("-") else ""
            words = number(value.lstrip("-").lstrip("0") or "0", british, years=False)
            said.append(f"{sign}{words} {unit_of}{'' if words == 'one' else 's'}")
    return " ".join((*said, COMPASS[match["side"]] if match["side"] else "")).strip()


# What a number may end with beside a unit.
_ENDINGS = {"+": "plus", "k": "K", "bn": "billion", "tn": "trillion", "mn": "million"}


def _say_plain(text: str, british: bool, years: bool, adjective: bool = False) -> str | None:
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    sign = SIGNS[match["sign"]] + " " if match["sign"] else ""
    said = _plain_number(match["num"], british, years and not match["unit"])
    if match["unit"] is None:
        return sign + said
    if match["unit"] in _PRIMES:
        return f"{sign}{said} {_PRIMES[match['unit']][said != 'one' and not adjective]}"
    if match["unit"] in _ENDINGS:
        return f"{sign}{said} {_ENDINGS[match['unit']]}"
    if match["unit"] == "M" and "." in match["num"]:  # 3.8M, but not 3M
        return f"{sign}{said} million"
    if match["unit"] == "st" and not match["num"].isdecimal():
        return None
    words = unit(match["unit"], one=said == "one" or adjective, british=british)
    if words is None and match["unit"].startswith("/"):
        words = per(match["unit"][1:])
    return None if words is None else f"{sign}{said} {words}"


# --- two quantities ----------------------------------------------------------------------------

_RANGE = regex.compile(
    r"(?P<a>[-−]?[^-–—~〜]*\d[^-–—~〜]*)[-–—~〜](?P<b>[-−]?[^-–—~〜]*\d[^-–—~〜]*)"
)
_RATIO = regex.compile(r"(?P<a>\d{1,4}(?:\.\d+)?):(?P<b>\d{1,4}(?:\.\d+)?)")
_BY = regex.compile(
    rf"(?P<a>{NUMBER})[x×*](?P<b>{NUMBER})(?:[x×](?P<c>{NUMBER}))?(?P<unit>[^\d\s.,]\S{{0,4}})?"
)
_MEASURED_BY = regex.compile(
    rf"(?P<a>{NUMBER}(?P<unit>\p{{L}}{{1,2}}))[x×](?P<b>{NUMBER}(?P=unit))"
)
_BARE = regex.compile(NUMBER)
_AIRCRAFT = regex.compile(r"7[0-8]7")  # 747-400
_UNIT_AT_END = regex.compile(rf"{NUMBER}(?P<unit>[^\d\s.,]\S{{0,8}})?")


_SIZE = regex.compile(
    rf"(?P<a>{NUMBER})(?P<mark>['\"′″])[x×](?P<b>{NUMBER})(?:(?P=mark))?(?:['\"′″])?"
)


def size(text: str, british: bool = False) -> str | None:
    """8'x10' and 2"x4"."""
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    name = "feet" if match["mark"] in "'′" else "inches"
    return f"{number(match['a'], british)} by {number(match['b'], british)} {name}"


def span(text: str, british: bool = False) -> str | None:
    """A range or a score ("ten to twenty"), a ratio, or sizes ("three by five")."""
    amounts, slash, each = text.partition("/")
    prices = say_money_range(amounts, british)
    if prices is not None and (not slash or per(each)):
        return " ".join(filter(None, (prices, per(each) if slash else "")))
    match = _RANGE.fullmatch(text)
    if match is not None:
        return _say_range(match["a"], match["b"], british)
    match = _RATIO.fullmatch(text)
    if match is not None and len(match["b"]) == 2 and match["b"][0] == "0":
        return f"{number(match['a'], british)} oh {number(match['b'][1], british)}"  # 51:02
    if match is not None:
        return f"{number(match['a'], british)} to {number(match['b'], british)}"
    measured = size(text, british)
    if measured is not None:
        return measured
    match = _BY.fullmatch(text)
    if match is not None:
        plural_of = match["unit"] == "s"  # 4x4s
        if plural_of:
            return f"{number(match['a'], british)} by {plural(number(match['b'], british))}"
        between = "times" if "*" in text else "by"
        end = unit(match["unit"], british=british) if match["unit"] else ""
        if end is not None:
            sides = (number(match[side], british) for side in "abc" if match[side])
            return f"{f' {between} '.join(sides)} {end}".strip()
    match = _MEASURED_BY.fullmatch(text)
    if match is not None and unit(match["unit"]):
        return f"{quantity(match['a'], british)} by {quantity(match['b'], british)}"
    return None


def _say_range(a: str, b: str, british: bool) -> str | None:
    bare = _BARE.fullmatch(a) is not None
    tail = _UNIT_AT_END.fullmatch(b)
    years = tail is not None and tail["unit"] is None
    left, right = quantity(a, british, years=years), quantity(b, british, years=years)
    if left is None or right is None:
        return None
    if bare and british and b == "0" and a.isdecimal():  # a score; no range ends at nought
        return f"{'nil' if a == '0' else left} nil"
    if bare and (a == b or (a, b) == ("24", "7")):
        return f"{left} {right}"
    if bare and _AIRCRAFT.fullmatch(a) and b.isdecimal() and len(b) != 2:
        return f"{pairs(a)} {pairs(b)}"
    return f"{left} to {right}"
