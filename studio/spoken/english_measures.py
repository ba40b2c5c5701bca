"""Quantities in English: signed numbers, units, percentages, money, ranges, fractions."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import regex

from studio.spoken.characters import listed
from studio.spoken.english_numbers import (
    NUMBER,
    cardinal,
    fraction,
    is_year,
    number,
    ordinal,
    pairs,
    plural,
    year,
)

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉"
SIGNS = {
    "-": "minus",
    "−": "minus",
    "–": "minus",
    "+": "plus",
    "±": "plus or minus",
    "+/-": "plus or minus",
    "~": "about",
    "≈": "approximately",
    "<": "less than",
    ">": "more than",
    "≤": "less than or equal to",
    "≥": "greater than or equal to",
    "<=": "less than or equal to",
    ">=": "greater than or equal to",
    "×": "times",
    "√": "the square root of",
    "=": "equals",
    "#": "number",
    "№": "number",
    "§": "section",
}
_SIGN = r"(?P<sign>\+/-|[<>]=|[-−–+±~≈<>≤≥×√=#№§])?"
_NUM = rf"(?P<num>\d*[{VULGAR}]|{NUMBER})"

# --- units -------------------------------------------------------------------------------------

# The spelling is American; British English turns -meter and -liter round.
UNITS = {
    "kg": "kilogram", "g": "gram", "mg": "milligram", "μg": "microgram", "mcg": "microgram",
    "lb": "pound", "lbs": "pound", "oz": "ounce", "km": "kilometer", "m": "meter",
    "cm": "centimeter", "mm": "millimeter", "μm": "micrometer", "nm": "nanometer",
    "mi": "mile", "ft": "foot", "in": "inch", "yd": "yard", "yds": "yard", "l": "liter",
    "L": "liter", "ml": "milliliter", "mL": "milliliter", "cl": "centiliter",
    "dl": "deciliter", "gal": "gallon", "h": "hour", "hr": "hour", "hrs": "hour",
    "min": "minute", "mins": "minute", "s": "second", "sec": "second", "secs": "second",
    "ms": "millisecond", "μs": "microsecond", "ns": "nanosecond", "Hz": "hertz",
    "kHz": "kilohertz", "KHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz",
    "THz": "terahertz", "kB": "kilobyte", "KB": "kilobyte", "MB": "megabyte",
    "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte", "KiB": "kibibyte",
    "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte", "kb": "kilobit", "Kb": "kilobit",
    "Mb": "megabit", "Gb": "gigabit", "kbit": "kilobit", "Mbit": "megabit",
    "Gbit": "gigabit", "W": "watt", "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt",
    "mW": "milliwatt", "Wh": "watt hour", "kWh": "kilowatt hour", "MWh": "megawatt hour",
    "GWh": "gigawatt hour", "V": "volt", "kV": "kilovolt", "mV": "millivolt",
    "mA": "milliamp", "mAh": "milliamp hour", "Ω": "ohm", "kΩ": "kiloohm", "MΩ": "megaohm",
    "J": "joule", "kJ": "kilojoule", "cal": "calorie", "kcal": "kilocalorie",
    "Pa": "pascal", "hPa": "hectopascal", "kPa": "kilopascal", "MPa": "megapascal",
    "dB": "decibel", "ha": "hectare", "px": "pixel", "MP": "megapixel", "Nm": "newton meter",
    "tsp": "teaspoon", "tbsp": "tablespoon", "mol": "mole", "lm": "lumen",
}  # fmt: skip
_WHOLE_UNITS = {
    "mph": "miles per hour",
    "kph": "kilometers per hour",
    "kmh": "kilometers per hour",
    "bps": "bits per second",
    "kbps": "kilobits per second",
    "Kbps": "kilobits per second",
    "Mbps": "megabits per second",
    "Gbps": "gigabits per second",
    "mpg": "miles per gallon",
    "°K": "kelvin",
    "%": "percent",
    "‰": "per mille",
}
_DEGREES = {"°": "", "°C": " Celsius", "°F": " Fahrenheit", "º": "", "ºC": " Celsius",
            "ºF": " Fahrenheit"}  # fmt: skip
_IRREGULAR = {"foot": "feet", "inch": "inches"}
_PER = {"s": "second", "sec": "second", "h": "hour", "hr": "hour", "min": "minute", "d": "day",
        "wk": "week", "mo": "month", "yr": "year", "y": "year", "a": "year"}  # fmt: skip
_EACH = frozenset(listed(
    "second minute hour day night week month year person mile pound ounce gallon "
                  "page word unit item user seat ton share barrel"
))  # fmt: skip
# Of the units that stand alone ("5 km") only those that are no word or initial of their own.
_NEVER_ALONE = frozenset(("in", "cal", "a"))


def _british(words: str) -> str:
    for american in ("meter", "liter"):
        words = words.replace(american, american[:-2] + "re")
    return words


def _many(name: str) -> str:
    if name.endswith("hertz"):
        return name
    head, _, last = name.rpartition(" ")
    return f"{head} {_IRREGULAR.get(last, last + 's')}".strip()


def _one_unit(text: str, one: bool) -> str | None:
    power = {"2": "square ", "²": "square ", "3": "cubic ", "³": "cubic "}.get(text[-1:], "")
    name = UNITS.get(text[:-1] if power else text)
    if name is None or (power and not name.endswith(("meter", "foot", "inch", "mile", "yard"))):
        return None
    return power + (name if one else _many(name))


def unit(text: str, *, one: bool = False, british: bool = False) -> str | None:
    """The words of a unit after a number: ``km`` is "kilometers", ``m/s`` "meters per second"."""
    if text in _DEGREES:
        return ("degree" if one else "degrees") + _DEGREES[text]
    words = _WHOLE_UNITS.get(text) or _one_unit(text, one)
    if words is None and "/" in text:
        top, _, bottom = text.partition("/")
        above, below = _one_unit(top, one), per(bottom)
        words = f"{above} {below}" if above and below else None
    if words is None:
        return None
    return _british(words) if british else words


def per(text: str) -> str | None:
    """What follows a slash after an amount: ``month``, ``s``, ``kg``, ``s²``."""
    squared = " squared" if text[-1:] in ("²", "2") and text[:-1] in ("s", "h") else ""
    name = _PER.get(text[:-1] if squared else text) or (text if text in _EACH else None)
    name = name or _one_unit(text, True)
    return None if name is None else f"per {name}{squared}"


def unit_alone(text: str, *, one: bool, british: bool) -> str | None:
    """The unit that a whole word names when a number stands before it."""
    return None if text in _NEVER_ALONE else unit(text, one=one, british=british)


# --- money -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Currency:
    one: str
    many: str
    cent: str = ""
    cents: str = ""


_DOLLAR = Currency("dollar", "dollars", "cent", "cents")
_NAMES = {
    "$": _DOLLAR,
    "€": Currency("euro", "euros", "cent", "cents"),
    "£": Currency("pound", "pounds", "penny", "pence"),
    "¥": Currency("yen", "yen"),
    "¢": Currency("cent", "cents"),
    "₿": Currency("bitcoin", "bitcoin"),
    "₹": Currency("rupee", "rupees", "paisa", "paise"),
    "₽": Currency("ruble", "rubles", "kopek", "kopeks"),
    "₩": Currency("won", "won"),
    "₺": Currency("lira", "lira", "kurush", "kurush"),
    "₴": Currency("hryvnia", "hryvnias"),
    "₪": Currency("shekel", "shekels"),
    "₫": Currency("dong", "dong"),
    "₦": Currency("naira", "naira"),
    "₱": Currency("peso", "pesos", "centavo", "centavos"),
    "฿": Currency("baht", "baht"),
    "₡": Currency("colon", "colones"),
    "₲": Currency("guarani", "guaranies"),
    "₵": Currency("cedi", "cedis"),
    "₸": Currency("tenge", "tenge"),
    "₭": Currency("kip", "kip"),
    "₮": Currency("tugrik", "tugriks"),
    "₼": Currency("manat", "manat"),
    "₾": Currency("lari", "lari"),
    "ƒ": Currency("florin", "florins"),
    "Rs": Currency("rupee", "rupees"),
    "CHF": Currency("Swiss franc", "Swiss francs"),
    "zł": Currency("zloty", "zlotys"),
    "kr": Currency("krone", "kroner"),
    "CNY": Currency("yuan", "yuan"),
    "RMB": Currency("yuan", "yuan"),
}
_CODES = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "BTC": "₿"}
_LANDS = {
    "US": "U.S.", "CA": "Canadian", "C": "Canadian", "CAD": "Canadian", "AU": "Australian",
    "A": "Australian", "AUD": "Australian", "NZ": "New Zealand", "NZD": "New Zealand",
    "HK": "Hong Kong", "HKD": "Hong Kong", "SG": "Singapore", "S": "Singapore",
    "SGD": "Singapore", "MX": "Mexican",
}  # fmt: skip
_CURRENCY_SIGN = (
    r"(?:(?:US|CA|AU|NZ|HK|SG|MX|A|C|S)?\$|R\$|[€£¥₿₹₽₩₺₴₪₫₦₱฿₡₲₵₸₭₮₼₾ƒ]"
    r"|Rs\.?|CHF|CNY|RMB|USD|EUR|GBP|JPY|INR|KRW|BTC|CAD|AUD|NZD|HKD|SGD)"
)
_SCALES = {
    "k": "thousand", "K": "thousand", "M": "million", "m": "million", "mn": "million",
    "mm": "million", "MM": "million", "bn": "billion", "B": "billion", "b": "billion",
    "BN": "billion", "T": "trillion", "tn": "trillion", "trn": "trillion",
}  # fmt: skip
SCALE_WORDS = frozenset(("hundred", "thousand", "million", "billion", "trillion"))
_SCALE = r"(?P<scale>-?(?:thousand|million|billion|trillion)|mn|mm|MM|bn|BN|tn|trn|[kKMmBbT])?"
_MONEY_BEFORE = regex.compile(
    rf"(?P<sign>[-−–+~≈<>±≤≥])?(?P<currency>{_CURRENCY_SIGN})(?P<inner>[-−])?"
    rf"(?P<num>{NUMBER}){_SCALE}"
)
_MONEY_AFTER = regex.compile(
    rf"(?P<sign>[-−–+~≈<>±≤≥])?(?P<inner>)(?P<num>{NUMBER}){_SCALE}"
    rf"(?P<currency>{_CURRENCY_SIGN}|[¢]|zł|kr)"
)
CURRENCY_WORD = regex.compile(rf"{_CURRENCY_SIGN}|¢|zł")


def currency(sign: str) -> Currency | None:
    """The names of a currency from its sign or code: ``$``, ``US$``, ``EUR``, ``Rs.``."""
    sign = sign.removesuffix(".")
    if sign == "R$":
        return Currency("real", "reais", "centavo", "centavos")
    if (sign.endswith("$") and sign != "$") or sign in _LANDS:
        land = _LANDS.get(sign.rstrip("$"), "")
        return Currency(f"{land} dollar".strip(), f"{land} dollars".strip(), "cent", "cents")
    return _NAMES.get(_CODES.get(sign, sign))


@dataclass(frozen=True, slots=True)
class Money:
    sign: str
    amount: str
    scale: str
    currency: Currency


def money(text: str) -> Money | None:
    """The parts of an amount of money that is written in one word."""
    match = _MONEY_BEFORE.fullmatch(text) or _MONEY_AFTER.fullmatch(text)
    if match is None:
        return None
    names = currency(match["currency"])
    if names is None:
        return None
    scale = match["scale"] or ""
    sign = match["sign"] or match["inner"] or ""
    return Money(sign, match["num"], _SCALES.get(scale, scale.lstrip("-")), names)


def say_money(found: Money, british: bool, *, scale: str = "", adjective: bool = False) -> str:
    """ "five dollars", "one point five million dollars", "one pound and fifty pence"; as an
    adjective (a $20 bill) the currency stays in the singular."""
    sign = SIGNS[found.sign] + " " if found.sign else ""
    scale = scale or found.scale
    whole, _, part = found.amount.partition(".")
    names = found.currency
    if names.cent and len(part) == 2 and not scale:
        large, small = int(whole.replace(",", "") or 0), int(part)
        pieces = []
        if large or not small:
            said = number(whole or "0", british, years=False)
            pieces.append(f"{said} {names.one if large == 1 or adjective else names.many}")
        if small:
            pieces.append(f"{cardinal(small)} {names.cent if small == 1 else names.cents}")
        return sign + " and ".join(pieces)
    words = number(found.amount, british, years=False)
    one = words == "one" and not scale
    name = names.one if one or adjective else names.many
    return sign + " ".join(filter(None, (words, scale, name)))


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


_PLAIN = regex.compile(rf"{_SIGN}{_NUM}(?P<unit>[^\d\s.,]\S{{0,8}})?")
_ORDINAL = regex.compile(r"(?P<num>\d{1,3}(?:,\d{3})+|\d+)(?P<suffix>st|nd|rd|th|ST|ND|RD|TH)")
_DECADE = regex.compile(r"'?(?P<num>\d{1,4})'?s")
_SHORT_YEAR = regex.compile(r"'(?P<num>\d\d)")
_FRACTION = regex.compile(r"(?P<sign>[-−–])?(?P<top>\d{1,4})/(?P<bottom>\d{1,4})")
_FEET = regex.compile(r"(?P<feet>\d{1,3})(?:'|′|ft)-?(?P<inches>\d{1,2}(?:\.\d+)?)(?:\"|''|″|in)?")
_PRIMES = {"′": ("foot", "feet"), "″": ("inch", "inches")}
_POWER = regex.compile(rf"(?P<num>{NUMBER})(?:\^(?P<caret>-?\d+)|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+))")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")


def say_ordinal(text: str, british: bool = False) -> str | None:
    match = _ORDINAL.fullmatch(text)
    return ordinal(match["num"].replace(",", ""), british) if match else None


def _decade(text: str, british: bool) -> str | None:
    match = _DECADE.fullmatch(text)
    if match is None:
        return None
    digits = match["num"]
    if len(digits) == 2 and digits.endswith("0") and digits != "10":
        return plural(cardinal(digits))
    if is_year(digits):
        return plural(year(int(digits), british)) if digits.endswith("0") else None
    if text.startswith("'") or "'" in text or digits in ("1", "100", "1000"):
        return plural(number(digits, british)).removeprefix("one " if digits != "1" else "")
    return None


def power(exponent: str) -> str:
    """``2`` is "squared", ``n`` "to the power of n"."""
    if exponent in ("2", "3"):
        return "squared" if exponent == "2" else "cubed"
    sign = "minus " if exponent.startswith("-") else ""
    digits = exponent.lstrip("+-")
    return f"to the power of {sign}{cardinal(digits) if digits.isdecimal() else digits}"


def _say_power(text: str, british: bool) -> str | None:
    match = _POWER.fullmatch(text)
    if match is None:
        return None
    exponent = match["caret"] or match["super"].translate(_SUPERSCRIPTS)
    if not exponent.lstrip("+-").isdecimal():
        return None
    return f"{number(match['num'], british, years=False)} {power(exponent)}"


_PLAIN_PAIRS = ((24, 7), (9, 11), (7, 11))


def say_fraction(text: str, british: bool = False) -> str | None:
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    top, bottom = int(match["top"]), int(match["bottom"])
    sign = "minus " if match["sign"] else ""
    if (top, bottom) in _PLAIN_PAIRS or (top == bottom and top > 10):
        return f"{cardinal(top)} {cardinal(bottom)}"
    if (bottom == 10 and 4 <= top <= 10) or (bottom == 100 and 1 < top <= 100):
        return f"{sign}{cardinal(top)} out of {cardinal(bottom, british)}"
    return sign + fraction(top, bottom, british)


def _say_feet(text: str, british: bool) -> str | None:
    match = _FEET.fullmatch(text)
    if match is None:
        return None
    feet, inches = match["feet"], match["inches"]
    said = f"{cardinal(feet)} {'foot' if feet == '1' else 'feet'} "
    return said + f"{number(inches, british)} {'inch' if inches == '1' else 'inches'}"


def quantity(text: str, british: bool = False, *, years: bool = True) -> str | None:
    """The reading of one quantity that fills the whole word, or None."""
    if not any(c.isdecimal() or c in VULGAR for c in text):
        return None
    amount, slash, each = text.partition("/")
    found = money(amount)
    if found is not None and (not slash or per(each)):
        return " ".join(filter(None, (say_money(found, british), per(each) if slash else "")))
    for way in (_decade, _say_power, _say_feet):
        said = way(text, british)
        if said is not None:
            return said
    said = say_ordinal(text, british) or say_fraction(text, british)
    if said is not None:
        return said
    short = _SHORT_YEAR.fullmatch(text)
    if short is not None:
        return number(short["num"], british)
    return _say_plain(text, british, years)


def _say_plain(text: str, british: bool, years: bool) -> str | None:
    match = _PLAIN.fullmatch(text)
    if match is None:
        return None
    sign = SIGNS[match["sign"]] + " " if match["sign"] else ""
    said = _plain_number(match["num"], british, years and not match["unit"])
    if match["unit"] is None:
        return sign + said
    if match["unit"] in _PRIMES:
        return f"{sign}{said} {_PRIMES[match['unit']][said != 'one']}"
    if match["unit"] == "+":
        return f"{sign}{said} plus"
    one = said == "one" or (match["num"][-1] in VULGAR and "and" not in said)
    words = unit(match["unit"], one=one, british=british)
    if words is None and match["unit"].startswith("/"):
        words = per(match["unit"][1:])
    if one and said.startswith(("a half", "a quarter")) and words:
        said = said.replace("a half", "half a").replace("a quarter", "a quarter of a")
    return None if words is None else f"{sign}{said} {words}"


# --- two quantities ----------------------------------------------------------------------------

_RANGE = regex.compile(r"(?P<a>[^-–—~〜]*\d[^-–—~〜]*)[-–—~〜](?P<b>[-−]?[^-–—~〜]*\d[^-–—~〜]*)")
_RATIO = regex.compile(r"(?P<a>\d{1,4}(?:\.\d+)?):(?P<b>\d{1,4}(?:\.\d+)?)")
_BY = regex.compile(rf"(?P<a>{NUMBER})[x×*](?P<b>{NUMBER})(?P<unit>[^\d\s.,]\S{{0,4}})?")
_BARE = regex.compile(NUMBER)
_UNIT_AT_END = regex.compile(rf"{NUMBER}(?P<unit>[^\d\s.,]\S{{0,8}})?")


def span(text: str, british: bool = False) -> str | None:
    """A range or a score ("ten to twenty"), a ratio, or sizes ("three by five")."""
    match = _RANGE.fullmatch(text)
    if match is not None:
        return _say_range(match["a"], match["b"], british)
    match = _RATIO.fullmatch(text)
    if match is not None:
        return f"{number(match['a'], british)} to {number(match['b'], british)}"
    match = _BY.fullmatch(text)
    if match is not None:
        between = "times" if "*" in text else "by"
        end = unit(match["unit"], british=british) if match["unit"] else ""
        if end is not None:
            said = f"{number(match['a'], british)} {between} {number(match['b'], british)}"
            return f"{said} {end}".strip()
    return None


def _say_range(a: str, b: str, british: bool) -> str | None:
    bare = _BARE.fullmatch(a) is not None
    tail = _UNIT_AT_END.fullmatch(b)
    years = tail is not None and tail["unit"] is None
    left, right = quantity(a, british, years=years), quantity(b, british, years=years)
    if left is None or right is None:
        return None
    if bare and (a == b or (a, b) == ("24", "7")):
        return f"{left} {right}"
    if bare and len(a) == len(b) == 3 and b.endswith("00") and b < a:
        return f"{pairs(a)} {pairs(b)}"  # a type, such as 747-400
    start, end = money(a), money(b)
    if start is not None and start.sign == "" and end is None and _BARE.fullmatch(b):
        # "$5-10": the sign belongs to both.
        right = say_money(Money("", b, "", start.currency), british)
        left = number(a.lstrip("$€£¥₹"), british, years=False) if a[1:] == start.amount else left
    elif bare and end is not None and end.sign == "":
        left = number(a, british, years=False)
    elif start is not None and end is not None and start.currency == end.currency:
        left = number(start.amount, british, years=False) if not start.scale else left
    return f"{left} to {right}"
