"""English number words: cardinals, ordinals, years, digits, decimals, plurals."""

from __future__ import annotations

from typing import Any

import regex

LARGEST = 36  # digits; num2words has names up to the decillions

DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

# Digits may be grouped as in India: 1,50,000.
NUMBER = r"(?:\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_GROUPED = regex.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}")

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


def _number(value: int, **how: Any) -> str:
    from num2words import num2words  # not before there is a number: it knows sixty languages

    said: str = num2words(value, **how)
    return said


def _spoken(words: str, british: bool) -> str:
    words = words.replace(",", "")
    return words if british else words.replace(" and ", " ")


def cardinal(number: int | str, british: bool = False) -> str:
    """``3250`` as "three thousand two hundred fifty", with "and" in British English."""
    text = str(number)
    if len(text) > LARGEST:
        return digits(text)
    return _spoken(_number(int(text)), british)


def ordinal(number: int | str, british: bool = False) -> str:
    text = str(number)
    if len(text) > LARGEST:
        return digits(text)
    return _spoken(_number(int(text), to="ordinal"), british)


def digits(text: str, zero: str = "zero") -> str:
    """``0134`` as "zero one three four"; anything but digits is left out."""
    return " ".join(DIGITS[int(c)] if c != "0" else zero for c in text if c in "0123456789")


def pairs(text: str) -> str:
    """Up to four digits the short way: 101 is "one oh one", 380 "three eighty"."""
    if len(text) > 4 or text.startswith("0"):
        return digits(text)
    if len(text) < 3 or text.endswith("00"):
        return cardinal(text)
    head, tail = text[:-2], text[-2:]
    return f"{cardinal(head)} {'oh ' + DIGITS[int(tail[1])] if tail[0] == '0' else cardinal(tail)}"


def year(number: int, british: bool = False) -> str:
    """1906 is "nineteen oh six", 2026 "twenty twenty-six", 2005 "two thousand five"."""
    if number % 1000 < 10:
        return cardinal(number, british)
    century, rest = divmod(number, 100)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    if rest < 10:
        return f"{cardinal(century)} oh {DIGITS[rest]}"
    return f"{cardinal(century)} {cardinal(rest)}"


def is_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and 1100 <= int(text) <= 2099


def number(text: str, british: bool = False, *, years: bool = True) -> str:
    """The reading of a number as it is written (``NUMBER``): 3,250 and 3250 are cardinals, 1984
    a year unless ``years`` is false, 007 and 3.14's decimals go digit by digit."""
    whole, point, decimals = text.partition(".")
    if point:
        start = number(whole, british, years=False) + " " if whole else ""
        return f"{start}point {digits(decimals)}"
    if _GROUPED.fullmatch(whole):
        return cardinal(whole.replace(",", ""), british)
    if years and is_year(whole):
        return year(int(whole), british)
    if (whole.startswith("0") and len(whole) > 1) or len(whole) > 15:
        return digits(whole)
    return cardinal(whole, british)


def plural(words: str) -> str:
    """The plural of number words: nineties, sixes, hundreds, twenty twenty-threes."""
    if words.endswith("y"):
        return words[:-1] + "ies"
    return words + ("es" if words.endswith("x") else "s")


_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}


def fraction(top: int, bottom: int, british: bool = False) -> str:
    """3/4 is "three quarters", 1/2 "one half", 22/7 "twenty-two over seven"."""
    over = f"{cardinal(top, british)} over {cardinal(bottom, british)}"
    if bottom < 2 or (bottom > 20 and bottom not in (25, 30, 32, 40, 50, 60, 64, 100, 1000)):
        return over
    if top > 20 and top > bottom:
        return over
    one, many = _DENOMINATORS.get(bottom) or (ordinal(bottom), ordinal(bottom) + "s")
    return f"{cardinal(top, british)} {one if top == 1 else many}"


ROMAN = regex.compile(r"(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman(text: str) -> int | None:
    """The value of a Roman numeral in its one right spelling, in either case (not mixed)."""
    if len(text) > 15 or not (text.isupper() or text.islower()):
        return None
    if not ROMAN.fullmatch(text.upper()):
        return None
    values = [_ROMAN_VALUES[c] for c in text.upper()]
    return sum(
        -value if any(later > value for later in values[i + 1 : i + 2]) else value
        for i, value in enumerate(values)
    )
