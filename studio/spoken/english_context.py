"""Numbers, dates and times in English whose reading depends on the words beside them. Each rule
looks at one word, sets what is said and answers whether it did."""

from __future__ import annotations

import regex

from studio.spoken.characters import listed
from studio.spoken.english_line import QUOTES, Line
from studio.spoken.english_measures import (
    CURRENCY_WORD,
    SCALE_WORDS,
    SIGNS,
    VULGAR,
    currency,
    money,
    quantity,
    say_money,
    unit_alone,
)
from studio.spoken.english_numbers import NUMBER, cardinal, digits, number, ordinal
from studio.spoken.english_times import DAYS, clock, half_day, month

_AMOUNT = regex.compile(rf"[-−–+±~≈<>]?(?:{NUMBER}|\d*[{VULGAR}]|\d+/\d+)")
_AMOUNTS = regex.compile(rf"{NUMBER}(?:[-–]{NUMBER})?")

# --- dates and times ---------------------------------------------------------------------------

_DAY = regex.compile(
    r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?(?:[-–](?P<until>\d{1,2})(?:st|nd|rd|th)?)?"
)


def _day(text: str) -> str | None:
    match = _DAY.fullmatch(text)
    if match is None or not 1 <= int(match["day"]) <= 31:
        return None
    until = match["until"]
    if until is not None and not 1 <= int(until) <= 31:
        return None
    return ordinal(int(match["day"])) + (f" to {ordinal(int(until))}" if until else "")


def after_month(line: Line, i: int) -> bool:
    """March 3 is "March third"."""
    day = _day(line.body(i))
    stop = line.words[i - 1].after.strip() if i else ""
    if day is None or i == 0 or stop not in ("", ".") or month(line.body(i - 1)) is None:
        return False
    if line.body(i - 2).lower() == "in" and line.joined(i) and not line.next_digit(i):
        return False
    line.words[i].said = day
    return True


def before_month(line: Line, i: int) -> bool:
    """3 March is "the third of March"."""
    body = line.body(i)
    day = _day(body)
    if day is None or not line.joined(i) or month(line.body(i + 1)) is None:
        return False
    name = line.body(i + 1)
    if name in ("Sun", "Mar", "May") and not (line.next_digit(i + 1) or line.last(i + 1)):
        return False
    article = "" if line.body(i - 1).lower() in ("the", "of") else "the "
    line.words[i].said = f"{article}{day} of"
    return True


def month_name(line: Line, i: int) -> bool:
    """Jan. and Sept 5 in full."""
    body = line.body(i)
    name = month(body)
    if name is None or len(body) > 4 or body.capitalize() == name:
        return False
    beside = line.next_digit(i) or (i > 0 and _day(line.body(i - 1)) is not None)
    if not beside and not (line.stopped(i) and body.lower() not in ("mar", "jun", "jul")):
        return False
    line.words[i].said = name
    line.drop_stop(i)
    return True


_DAY_RANGE = regex.compile(r"(\p{Lu}\p{Ll}{2,4})[-–](\p{Lu}\p{Ll}{2,4})")


def day_name(line: Line, i: int) -> bool:
    body = line.body(i)
    if body.lower() in DAYS and body[:1].isupper():
        dated = line.next_digit(i) or month(line.body(i + 1)) is not None
        if line.stopped(i) and (dated or not line.last(i)) and body.lower() not in ("sun", "sat"):
            line.words[i].said = DAYS[body.lower()]
            line.drop_stop(i)
            return True
    match = _DAY_RANGE.fullmatch(body)
    if match is None:
        return False
    ends = [DAYS.get(part.lower()) or month(part) for part in match.groups()]
    if None in ends or "May" in match.groups():
        return False
    line.words[i].said = f"{ends[0]} to {ends[1]}"
    line.drop_stop(i)
    return True


def clock_rule(line: Line, i: int) -> bool:
    after = line.body(i + 1) if line.joined(i) else ""
    said = clock(line.body(i), bare=half_day(after) is not None or after == "o'clock")
    if said is None:
        return False
    line.words[i].said = said
    if line.body(i)[-1:] in "mM":
        line.drop_stop(i)
    return True


_HOURS = regex.compile(r"(?:[ap]\.?m\.?[-–])?\d[\d:.–-]*", regex.I)


def half_day_rule(line: Line, i: int) -> bool:
    """am and PM after an hour."""
    body, before = line.body(i), line.body(i - 1)
    said = half_day(body)
    if said is None or i == 0 or not line.joined(i - 1):
        return False
    hour = before.isdecimal() and 1 <= int(before) <= 12
    if not hour and clock(before) is None and not _HOURS.fullmatch(before):
        return False
    line.words[i].said = said
    line.drop_stop(i)
    return True


# --- numbers -----------------------------------------------------------------------------------

_DIGITS = regex.compile(r"\d+")
_GROUP = regex.compile(r"\+?\d{1,5}(?:[-.]\d{2,5})*|\d{1,5}\)")


def phone_rule(line: Line, i: int) -> bool:
    """Digit groups that are a telephone or a card number: +44 20 7946 0018, (555) 555-0134."""
    body = line.body(i)
    if not body[:1].isdecimal() and body[:1] != "+":
        return False
    end = i
    while end < len(line.words) and _GROUP.fullmatch(line.body(end)) and end - i < 7:
        end += 1
        if line.words[end - 1].after.strip() not in ("", ")") or end == len(line.words):
            break
    groups = ["".join(filter(str.isdecimal, line.body(k))) for k in range(i, end)]
    sizes = [len(g) for g in groups]
    if len(groups) < 2 or not 7 <= sum(sizes) <= 19:
        return False
    bracket = "(" in line.words[i].before and ")" in line.words[i].after
    card = sizes == [4, 4, 4, 4] and any(g[0] not in "12" for g in groups)
    leading = card or body.startswith(("+", "0")) or bracket or sizes == [3, 3, 4]
    if not leading and not (sizes in ([3, 4], [1, 3, 3, 4], [5, 6]) and groups[-1][0] == "0"):
        return False
    for k in range(i, end):
        parts = _DIGITS.findall(line.body(k))
        plus = "plus " if line.body(k).startswith("+") else ""
        line.words[k].said = plus + ", ".join(map(digits, parts))
    return True


_EMERGENCY = frozenset(("911", "999", "112", "101", "111", "411", "311"))


def emergency(line: Line, i: int) -> bool:
    asked = line.body(i - 1).lower() in ("call", "dial", "ring", "phone", "called", "dialed")
    if line.body(i) not in _EMERGENCY or not asked:
        return False
    line.words[i].said = digits(line.body(i))
    return True


_NOTES = frozenset(("bill", "bills", "note", "notes", "coin", "coins", "ticket", "tickets"))


def money_rule(line: Line, i: int) -> bool:
    body = line.body(i).replace(" ", "")
    following = line.body(i + 1) if line.joined(i) else ""
    found = money(body)
    if found is None:
        return _money_range(line, i, body, following)
    if following.lower() in SCALE_WORDS and not found.scale:
        sign = f"{SIGNS[found.sign]} " if found.sign else ""
        line.words[i].said = sign + number(found.amount, line.british, years=False)
        line.words[i + 1].said = f"{following.lower()} {found.currency.many}"
        return True
    line.words[i].said = say_money(found, line.british, adjective=following in _NOTES)
    return True


_MONEY_RANGE = regex.compile(rf"([^\d\s]{{1,3}})({NUMBER})[-–]\1?({NUMBER})")


def _money_range(line: Line, i: int, body: str, following: str) -> bool:
    """$5-10 million."""
    match = _MONEY_RANGE.fullmatch(body)
    names = currency(match[1]) if match else None
    if match is None or names is None or following.lower() not in SCALE_WORDS:
        return False
    first, second = (number(match[k], line.british, years=False) for k in (2, 3))
    line.words[i].said = f"{first} to {second}"
    line.words[i + 1].said = f"{following.lower()} {names.many}"
    return True


def currency_sign(line: Line, i: int) -> bool:
    """A sign that is a word of its own: 20 €."""
    if not CURRENCY_WORD.fullmatch(line.body(i)) or line.body(i).isalpha():
        return False
    names = currency(line.body(i))
    if names is None:
        return False
    line.words[i].said = names.one if line.body(i - 1) in ("1", "a", "one") else names.many
    return True


def unit_rule(line: Line, i: int) -> bool:
    """A unit that is a word of its own: 5 km, 10 lbs."""
    before = line.body(i - 1)
    if i == 0 or not line.joined(i - 1) or not (_AMOUNTS.fullmatch(before) or _amount(before)):
        return False
    body = line.body(i)
    if body == "in" and (line.stopped(i) or line.body(i - 2) in ("ft", "foot", "feet")):
        said: str | None = "inch" if before == "1" else "inches"
    elif body == "sq":
        said = "square"
    else:
        said = unit_alone(body, one=_is_one(before), british=line.british)
    if said is None:
        return False
    line.words[i].said = said
    if body.isalpha():
        line.drop_stop(i)
    return True


def _amount(text: str) -> bool:
    return _AMOUNT.fullmatch(text) is not None


def _is_one(text: str) -> bool:
    return text in ("1", "½", "¼", "¾") or (text[:2] == "1/" and text[2:].isdecimal())


def number_rule(line: Line, i: int) -> bool:
    """A number whose reading depends on the next word: 2000 kg is no year, ½ cup is half a cup,
    10 000 is one number, 4/5 stars are out of five."""
    body = line.body(i)
    following = line.body(i + 1) if line.joined(i) else ""
    if not body or not (body[-1].isdecimal() or body[-1] in VULGAR):
        return False
    half = _half(line, i, body, following)
    if half is not None:
        line.words[i].said = half
        return True
    if following == "000" and body.isdecimal() and len(body) < 4:
        line.words[i].said = cardinal(body, line.british)
        line.words[i + 1].said = "thousand"
        return True
    if following in ("star", "stars") and _PROPER_FRACTION.fullmatch(body):
        top, bottom = body.split("/")
        line.words[i].said = f"{cardinal(top)} out of {cardinal(bottom)}"
        return True
    counted = following.lower() in SCALE_WORDS or following in ("percent", "%", "sq")
    if _AMOUNT.fullmatch(body) and (
        counted or (following and unit_alone(following, one=False, british=False))
    ):
        line.words[i].said = quantity(body, line.british, years=False)
    return line.words[i].said is not None


_PARTS = {
    "½": "half",
    "1/2": "half",
    "¼": "a quarter",
    "1/4": "a quarter",
    "¾": "three quarters",
    "3/4": "three quarters",
}
_PROPER_FRACTION = regex.compile(r"[1-9]/\d\d?")
_FUNCTION_WORDS = frozenset(
    listed("of and or the a an in on at to is was are were for with from by but as than that per")
)


def _half(line: Line, i: int, body: str, following: str) -> str | None:
    before = line.body(i - 1) if line.joined(i - 1) else ""
    if before.isdecimal() and (body in VULGAR or _PROPER_FRACTION.fullmatch(body)):
        part = quantity(body) or ""
        part = "a " + part.removeprefix("one ") if part.startswith("one ") else part
        return f"and {part}"
    name = _PARTS.get(body)
    if name is None:
        return None
    thing = following.isalpha() and following.islower() and following not in _FUNCTION_WORDS
    singular = thing and (not following.endswith("s") or following in ("lbs",))
    if not singular or before.lower() in ("a", "an", "the", "one"):
        return "half" if following == "of" and name == "half" else None
    vowel = "an" if following[0] in "aeiou" and following not in ("hour",) else "a"
    vowel = "an" if following in ("hour", "inch", "ounce", "hr", "oz") else vowel
    return f"half {vowel}" if name == "half" else f"{name} of {vowel}"


_OPERATORS = {"*": "times", "/": "divided by", "x": "by", "X": "by"}


_TERM = regex.compile(r"[-−+(]?[\d.,]*\d\p{L}?|[\p{L}+×÷*/xX−–-]|=")


def _equation(line: Line, i: int) -> bool:
    """Whether only numbers and signs stand between word ``i`` and an equals sign."""
    for step in (1, -1):
        k = i + step
        while abs(k - i) < 12 and _TERM.fullmatch(line.body(k)):
            if line.body(k) == "=":
                return True
            k += step
    return False


_LONG = frozenset(listed("tall long wide high deep by x"))
_FEET_INCHES = regex.compile(r"\d{1,2}'\d{1,2}\"?")


def inches(line: Line, i: int) -> bool:
    """6'2\", 5\" and 6' tall, where the mark is no closing quote."""
    body, word = line.body(i), line.words[i]
    if (
        word.after[:1] in ("'", "’", "′")
        and _amount(body)
        and (line.body(i + 1) in _LONG or line.body(i - 1) == "by")
    ):
        word.said = f"{quantity(body, line.british)} {'foot' if _is_one(body) else 'feet'}"
        word.after = word.after[1:]
        return True
    if word.after[:1] not in ('"', "”") or QUOTES & set(word.before) or line.quoted(i):
        return False
    if _FEET_INCHES.fullmatch(body):
        word.said = quantity(body, line.british)
    elif _amount(body):
        word.said = f"{quantity(body, line.british)} {'inch' if _is_one(body) else 'inches'}"
    else:
        return False
    word.after = word.after[1:]
    line.marks += 1
    return True


def operator(line: Line, i: int) -> bool:
    """A sign between two numbers: 10 – 20, 5 - 3 = 2, 6 / 2, 3 x 4."""
    body = line.body(i)
    if body in ("-", "–", "−", "~"):
        line.words[i].said = "minus" if body == "−" or _equation(line, i) else "to"
    elif body in "xX*/" and body:
        operand = line.body(i - 1)[-1:].isdecimal() and line.next_digit(i)
        if not operand:
            return False
        line.words[i].said = "times" if body in "xX" and _equation(line, i) else _OPERATORS[body]
    else:
        return False
    return True
