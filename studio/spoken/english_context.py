"""Numbers, dates and times in English whose reading depends on the words beside them. Each rule
looks at one word, sets what is said and answers whether it did."""

from __future__ import annotations

from math import gcd

import regex

from studio.spoken.characters import listed
from studio.spoken.english_line import Line
from studio.spoken.english_measures import proper_fraction, quantity
from studio.spoken.english_numbers import cardinal, digits, number, ordinal, pairs
from studio.spoken.english_times import DAYS, MONTHS, clock, date, half_day, lasting, month
from studio.spoken.english_times import run_time as lasted
from studio.spoken.english_units import PACKED_UNITS, unit_alone
from studio.spoken.english_words import odd

# --- dates and times ---------------------------------------------------------------------------

_DAY = regex.compile(
    r"(?P<day>\d{1,2})(?P<suffix>st|nd|rd|th)?(?:[-–/](?P<until>\d{1,2})(?:st|nd|rd|th)?)?"
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
    name = month(_ACROSS.sub("", line.body(i - 1)))
    if day is None or i == 0 or stop not in ("", ".") or name is None:
        return False
    if line.body(i - 2).lower() == "in" and line.joined(i) and not line.next_digit(i):
        return False
    line.words[i].said = day
    return True


def before_month(line: Line, i: int) -> bool:
    """3 March is "the third of March"."""
    body = line.body(i)
    day = _day(body)
    name = _ONWARD.sub("", line.body(i + 1))
    if day is None or not line.joined(i) or month(name) is None:
        return False
    if name in ("Sun", "Mar") and not (line.next_digit(i + 1) or line.last(i + 1)):
        return False
    article = "" if line.body(i - 1).lower() in ("the", "of") else "the "
    line.words[i].said = f"{article}{day} of"
    return True


_ACROSS = regex.compile(r"^\d{1,2}(?:st|nd|rd|th)?[-–](?=\p{L})")
_ONWARD = regex.compile(r"(?<=\p{L})\.?[-–]\d{1,2}(?:st|nd|rd|th)?$")


def across_months(line: Line, i: int) -> bool:
    """June 3–July 5 and 1 Jan–31 Mar, where the middle word holds the end of the one date and
    the beginning of the other."""
    body = line.body(i)
    across, onward = _ACROSS.search(body), _ONWARD.search(body)
    if across and month(line.body(i - 1)) and (name := month(body[across.end() :])):
        day = _day(body[: across.end() - 1])
        line.words[i].said = f"{day} to {name}" if day else None
    elif onward and month(line.body(i + 1)) and (name := month(body[: onward.start()])):
        day = _day(onward[0].lstrip(".-–"))
        line.words[i].said = f"{name} to the {day} of" if day else None
    return line.words[i].said is not None


def month_name(line: Line, i: int) -> bool:
    """Jan. and Sept 5 in full."""
    body = line.body(i)
    name = month(body)
    if name is None or len(body) > 4 or body.capitalize() == name:
        return False
    before = line.body(i - 1)
    beside = line.next_digit(i) or _day(before) is not None or _ONWARD.search(before)
    if not beside and not (line.stopped(i) and body.lower() not in ("mar", "jun", "jul")):
        return False
    line.words[i].said = name
    line.drop_stop(i)
    return True


_DAY_RANGE = regex.compile(r"(\p{Lu}\p{Ll}{2,8})\.?[-–](\p{Lu}\p{Ll}{2,8})")


def day_name(line: Line, i: int) -> bool:
    body = line.body(i)
    if body.lower() in DAYS and body[:1].isupper():
        dated = line.next_digit(i) or month(line.body(i + 1)) is not None
        if line.stopped(i) and (dated or not line.last(i)) and body.lower() not in ("sun", "sat"):
            line.words[i].said = DAYS[body.lower()]
            line.drop_stop(i)
            return True
    if body[:1].isupper() and body.lower() in DAYS and line.joined(i):
        following = line.body(i + 1)
        numbered = _day(following) is not None and not following.isdecimal()
        if numbered or (_day(following) and month(line.body(i + 2))):
            line.words[i].said = DAYS[body.lower()]
            return True
    match = _DAY_RANGE.fullmatch(body.title() if line.capitals else body)
    if match is None:
        return False
    ends = [DAYS.get(part.lower()) or month(part) for part in match.groups()]
    if None in ends or ("May" in match.groups() and "–" not in body):
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


_LASTING = regex.compile(r"(?P<num>\d+(?:\.\d+)?)(?P<unit>[dhms])")


def lasting_rule(line: Line, i: int) -> bool:
    """2h 15m and 3m 20s: beside another part of a duration m is no meter."""
    match = _LASTING.fullmatch(line.body(i))
    if match is None:
        return False
    beside = (_LASTING.fullmatch(line.body(k)) for k in (i - 1, i + 1) if line.joined(min(k, i)))
    order = "dhms".index(match["unit"])
    steps = ("dhms".index(other["unit"]) - order for other in beside if other)
    if not any(step in (-1, 1) for step in steps):
        return False
    line.words[i].said = lasting(line.body(i))
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


def military(line: Line, i: int) -> bool:
    """0800 hours is "oh eight hundred"."""
    body, following = line.body(i), line.body(i + 1)
    if not regex.fullmatch(r"[01]\d[0-5]\d|2[0-4][0-5]\d", body) or following not in (
        "hours",
        "hrs",
    ):
        return False
    if not (body[0] == "0" or line.body(i - 1).lower() in ("at", "by", "from", "until", "since")):
        return False
    hour, minutes = int(body[:2]), body[2:]
    said = f"{'oh ' if hour < 10 else ''}{cardinal(hour)} "
    line.words[i].said = said + ("hundred" if minutes == "00" else pairs("1" + minutes)[4:])
    return True


_BARE_DATE = regex.compile(r"(\d{1,2})/(\d{1,2})(?:[-–](\d{1,2}/\d{1,2}))?")
_DATED = frozenset(listed(
    "on before after due until till since dated starting starts ends ending through opens closes"
))  # fmt: skip
_LOOSELY_DATED = frozenset(("by", "from", "between"))
_BOTH = frozenset(("to", "and", "through", "until"))


def bare_date(line: Line, i: int) -> bool:
    """on 12/25, due 3/9, Tue 3/5, from 3/9 to 3/12 and 04/15; on 9/11 is read as it is known, and
    what grows by 2/3 or is 2/3 of something has a fraction."""
    body, before = line.body(i), line.body(i - 1)
    match = _BARE_DATE.fullmatch(body)
    if match is None or body in ("9/11", "24/7"):
        return False
    nought = "0" in (match[1][0], match[2][0])  # no fraction has one before a digit
    if not nought and not (line.joined(i - 1) and _speaks_of_days(line, i, before)):
        return False
    said = _month_and_day(f"{match[1]}/{match[2]}", line.british)
    if said is not None and match[3]:
        until = _month_and_day(match[3], line.british)
        said = until and f"{said} to {until}"
    line.words[i].said = said
    return said is not None


def _month_and_day(text: str, british: bool) -> str | None:
    said = date(f"{text}/2001", british)
    return said and said.partition(",")[0]


def _speaks_of_days(line: Line, i: int, before: str) -> bool:
    if before[:1].isupper() and (before.lower() in DAYS or before in DAYS.values()):
        return True
    if before.lower() in _BOTH and _BARE_DATE.fullmatch(line.body(i - 2)):
        first = line.words[i - 2].said or ""
        if any(name in MONTHS for name in first.split()):
            return True
    dated = before.lower() in _DATED or before.lower() in _LOOSELY_DATED
    return dated and not _share(line, i, before.lower())


_GROWTH = regex.compile(
    r"(?:cut|reduc|increas|ris|rose|f[ae]ll|drop|gr[oe]w|shr|declin|down|up$|multipl|divid|lower"
    r"|rais|decreas|scal|exceed|short|wid|expand|smaller|larger|win|won|lost)"
)
_DEADLINES = frozenset(listed(
    "rsvp reply respond return submit finish register pay book order send deadline call done ready "
    "arrive complete completed available due"
))  # fmt: skip


def _share(line: Line, i: int, before: str) -> bool:
    """Whether 2/3 is a part of something rather than a day."""
    part = proper_fraction(line.body(i))
    if part is None or part[1] not in (2, 3, 4, 5, 8) or gcd(*part) > 1:
        return False
    if line.body(i + 1).lower() in ("of", "a", "an", "the"):
        return True
    words = [line.body(k).lower() for k in range(i)]
    if before not in _LOOSELY_DATED or not _DEADLINES.isdisjoint(words):
        return False
    return before != "by" or part[1] < 5 or any(map(_GROWTH.match, words))


_BETTING = frozenset(("odds", "bookmaker", "bookmakers", "bookies"))
_RUNNERS = frozenset(("favourite", "favorite", "outsider", "shot", "chance"))


def odds(line: Line, i: int) -> bool:
    """5/1, and other fractions where bets are spoken of: "five to one"."""
    match = regex.fullmatch(r"(\d{1,3})/(\d{1,2})", line.body(i))
    if match is None or match[1] == "1" == match[2]:
        return False
    betting = any(word.body.lower() in _BETTING for word in line.words)
    betting = betting or line.body(i + 1).lower() in _RUNNERS
    if not betting and match[2] != "1":
        return False
    line.words[i].said = f"{cardinal(match[1])} to {cardinal(match[2])}"
    return True


_TOOK = frozenset(listed(
    "run runtime running duration length long lasted lasts lasting took takes ran runs marathon "
    "record finished finishing clocked finish"
))  # fmt: skip


def run_time(line: Line, i: int) -> bool:
    """A run time of 2:01:09, where nothing speaks of the time of day."""
    said = lasted(line.body(i))
    if said is None or line.body(i - 1).lower() in ("at", "from", "until", "by", "since", "to"):
        return False
    before = [line.body(k).lower() for k in range(i)]
    taken = before[-1:] in (["in"], ["of"]) or not _TOOK.isdisjoint(before)
    taken = taken or line.body(i).startswith(("0:", "00:"))
    if not taken or half_day(line.body(i + 1)):
        return False
    line.words[i].said = said
    return True


# --- numbers -----------------------------------------------------------------------------------

_DIGITS = regex.compile(r"\d+")
_GROUP = regex.compile(r"\+?\d{1,6}(?:[-.]\d{2,5})*|\d{1,5}\)|0\)\d{2,5}")


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


def _amount_ends(line: Line, i: int) -> bool:
    """Whether word ``i`` is a number or the unit of one."""
    alone = unit_alone(line.body(i), one=True, british=False) is not None
    return line.body(i - 1 if alone else i)[-1:].isnumeric() or quantity(line.body(i)) is not None


_MEASURED = regex.compile(r"[\d.,]*\d(?P<unit>\p{L}*)")
_LENGTHS = frozenset(listed("inches feet yards meters metres centimeters centimetres pixels"))


def _measured(line: Line, i: int) -> bool:
    """Whether word ``i`` is an amount with a unit, in one word or two."""
    amount = _MEASURED.fullmatch(line.body(i))
    name = (amount["unit"] or line.body(i + 1)) if amount else ""
    feet = line.words[i].after[:1] in ("'", "’", "′", '"', "”", "″") if amount else False
    return feet or name in _LENGTHS or unit_alone(name, one=True, british=False) is not None


def _packs(line: Line, i: int) -> bool:
    """Whether the sign at ``i`` says how many of a weight or volume there are: 2 x 500 ml."""
    amount = _MEASURED.fullmatch(line.body(i + 1))
    unit = (amount["unit"] or line.body(i + 2)) if amount else ""
    return line.body(i - 1).isdecimal() and unit in PACKED_UNITS


def path(line: Line, i: int) -> bool:
    """/usr/local/bin, with its slashes."""
    body = line.body(i)
    if not line.words[i].before.endswith(("/", "~/", "./")) or "/" not in body:
        return False
    line.words[i].said = " slash ".join(odd(p) or p for p in body.split("/") if p)
    return True


_TIMES = regex.compile(r"(\d+(?:\.\d+)?)x")


def multiple(line: Line, i: int) -> bool:
    """3x is "three times", but not in 3x + 2 = 8."""
    match = _TIMES.fullmatch(line.body(i))
    signs = ("+", "-", "−", "–", "=", "×", "*", "/")
    if match is None or line.body(i + 1) in signs or line.body(i - 1) in signs:
        return False
    line.words[i].said = f"{number(match[1], line.british, years=False)} times"
    return True


def operator(line: Line, i: int) -> bool:
    """A sign between two numbers: 10 – 20, 5 - 3 = 2, 6 / 2, 3 x 4."""
    body = line.body(i)
    if body in ("-", "–", "−", "~"):
        line.words[i].said = "minus" if body == "−" or _equation(line, i) else "to"
    elif body in "xX*/" and body:
        operand = _amount_ends(line, i - 1) and line.next_digit(i)
        if not operand:
            return False
        times = body in "xX" and (_equation(line, i) or _packs(line, i))
        line.words[i].said = "times" if times else _OPERATORS[body]
    elif body == "×" and not _equation(line, i) and _measured(line, i + 1):
        line.words[i].said = "times" if _packs(line, i) else "by"
    else:
        return False
    return True
