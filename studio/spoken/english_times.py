"""Dates, clock times and telephone numbers in English."""

from __future__ import annotations

import regex

from studio.spoken.characters import listed
from studio.spoken.english_numbers import DIGITS, cardinal, digits, is_year, ordinal, year

MONTHS = listed(
    "January February March April May June July August September October November December"
)
_MONTH_SHORT = {name[:3].lower(): name for name in MONTHS} | {"sept": "September"}
DAYS = {
    "mon": "Monday", "tue": "Tuesday", "tues": "Tuesday", "wed": "Wednesday",
    "thu": "Thursday", "thur": "Thursday", "thurs": "Thursday", "fri": "Friday",
    "sat": "Saturday", "sun": "Sunday",
}  # fmt: skip


def month(text: str) -> str | None:
    """The full name of a month that is written with a capital, in full or short."""
    if not text[:1].isupper():
        return None
    if text.capitalize() in MONTHS:
        return text.capitalize()
    return _MONTH_SHORT.get(text.lower())


_DATE = regex.compile(r"(?P<a>\d{1,4})(?P<sep>[/.\-–])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{4}|\d\d)")


_NAMED = regex.compile(r"(?P<day>\d{1,2})-(?P<month>\p{L}{3,9})-(?P<year>\d{4})")


def _parts(match: regex.Match[str], british: bool) -> tuple[int, int, int] | None:
    """Year, month, day; the order of the first two is the locale's unless only one is
    possible."""
    a, b, c = match["a"], match["b"], match["c"]
    if len(a) == 4:
        if len(c) != 2:
            return None
        y, m, d = int(a), int(b), int(c)
    elif len(a) > 2 or (len(c) == 2 and match["sep"] != "/"):
        return None
    else:
        y = int(c) if len(c) == 4 else int(c) + (2000 if int(c) < 50 else 1900)
        day_first = british or match["sep"] == "."
        d, m = (int(a), int(b)) if day_first else (int(b), int(a))
        if m > 12 >= d:
            d, m = m, d
    return (y, m, d) if 1 <= m <= 12 and 1 <= d <= 31 and 1000 <= y <= 2999 else None


def date(text: str, british: bool = False) -> str | None:
    """``03/04/2026`` is "March fourth, twenty twenty-six" in America and "the third of April,
    twenty twenty-six" in Britain; ``2026-03-04`` names the month first in both."""
    named = _NAMED.fullmatch(text)
    if named is not None and (name := month(named["month"].capitalize())):
        text = f"{named['day']}.{MONTHS.index(name) + 1}.{named['year']}"
    match = _DATE.fullmatch(text)
    parts = _parts(match, british) if match else None
    if match is None or parts is None:
        return None
    y, m, d = parts
    said_year = year(y, british) if is_year(str(y)) else cardinal(y, british)
    if british and len(match["a"]) < 4:
        return f"the {ordinal(d)} of {MONTHS[m - 1]}, {said_year}"
    return f"{MONTHS[m - 1]} {ordinal(d)}, {said_year}"


_CLOCK = regex.compile(
    r"(?P<h>\d{1,2})(?P<sep>[:.])(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?-?(?P<half>[aApP]\.?[mM]\.?)?"
)
_HOUR = regex.compile(r"(?P<h>\d{1,2})-?(?P<half>[aApP]\.?[mM]\.?)")
_CLOCKS = regex.compile(r"(?P<a>[^-–—]+)[-–—](?P<b>[^-–—]+)")


def half_day(text: str) -> str | None:
    """``AM``, ``pm``, ``a.m`` as they are spelt out."""
    letters = text.replace(".", "").lower()
    return f"{letters[0]}.m." if letters in ("am", "pm") else None


def _minutes(text: str) -> str:
    return f"oh {DIGITS[int(text)]}" if text.startswith("0") else cardinal(text)


def clock(text: str, *, bare: bool = False) -> str | None:
    """``9:05`` is "nine oh five", ``5:00`` "five o'clock" (only "five" when ``bare``: something
    like "p.m." follows), ``17:00`` "seventeen hundred", ``7:45PM`` "seven forty-five p.m."."""
    match = _HOUR.fullmatch(text)
    if match is not None:
        if not 1 <= int(match["h"]) <= 12:
            return None
        return f"{cardinal(int(match['h']))} {half_day(match['half'])}"
    match = _CLOCK.fullmatch(text)
    if (
        match is None
        or int(match["h"]) > 24
        or (match["sep"] == "." and not (match["half"] or bare))
    ):
        return None
    hour, minutes = int(match["h"]), match["m"]
    said = _hour_and_minutes(hour, minutes, bare or match["half"] is not None)
    if match["s"] and match["s"] != "00":
        seconds = int(match["s"])
        said += f" and {cardinal(seconds)} second{'' if seconds == 1 else 's'}"
    return f"{said} {half_day(match['half'])}" if match["half"] else said


def _hour_and_minutes(hour: int, minutes: str, bare: bool) -> str:
    if minutes != "00":
        return f"{cardinal(hour)} {_minutes(minutes)}"
    if bare:
        return cardinal(hour)
    if hour in (0, 24):
        return "midnight"
    return cardinal(hour) + (" hundred" if hour > 12 else " o'clock")


_ISO = regex.compile(
    r"(?P<date>\d{4}-\d\d-\d\d)T(?P<clock>\d\d:\d\d)(?P<seconds>:[0-5]\d)?(?:[.,]\d+)?"
    r"(?P<zone>Z|[-+−]\d\d:?\d\d)?"
)


def stamp(text: str, british: bool = False) -> str | None:
    """``2025-08-14T09:30:00Z`` is "August fourteenth, twenty twenty-five, nine thirty U T C"."""
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    seconds = match["seconds"] if match["seconds"] not in (None, ":00") else ""
    day, time = date(match["date"], british), clock(match["clock"] + seconds)
    if day is None or time is None:
        return None
    zone = match["zone"]
    if not zone:
        return f"{day}, {time}"
    hours, minutes = (0, "00") if zone == "Z" else (int(zone[1:3]), zone[-2:])
    if hours or minutes != "00":
        ahead = "plus" if zone[0] == "+" else "minus"
        shift = f" {ahead} {cardinal(hours)}" + (f" {_minutes(minutes)}" if minutes != "00" else "")
    else:
        shift = ""
    return f"{day}, {time} U T C{shift}"


_RUN_TIME = regex.compile(r"(?P<hour>\d\d?):(?P<minute>[0-5]\d):(?P<second>[0-5]\d)")


def run_time(text: str) -> str | None:
    """``2:01:09`` as how long something took."""
    match = _RUN_TIME.fullmatch(text)
    parts = [(int(value), name) for name, value in match.groupdict().items()] if match else []
    said = [f"{cardinal(n)} {name}{'' if n == 1 else 's'}" for n, name in parts if n]
    return ", ".join(said) or None


_LASTING = regex.compile(
    r"(?:(?P<day>\d+)d)?(?:(?P<hour>\d+)h)?(?:(?P<minute>\d+)(?:m(?:in)?|(?<=h\d\d)$))?"
    r"(?:(?P<second>\d+(?:\.\d+)?)s)?"
)
_STAMP = regex.compile(r"(?P<hour>\d\d):(?P<minute>[0-5]\d):(?P<second>[0-5]\d[.,]\d{1,3})")
_LAP = regex.compile(r"(?P<minutes>\d{1,2}):(?P<seconds>[0-5]\d)\.(?P<part>\d{1,3})")


def lasting(text: str) -> str | None:
    """How long something takes: ``1h30m``, and times to fractions of a second, as of subtitles
    (``00:01:02,500``) and races (``2:03.59``)."""
    lap = _LAP.fullmatch(text)
    if lap is not None:
        said = f"{cardinal(int(lap['minutes']))} {_minutes(lap['seconds'])}"
        return f"{said} point {digits(lap['part'])}"
    match = _LASTING.fullmatch(text) or _STAMP.fullmatch(text)
    if match is None:
        return None
    parts = []
    for name, value in match.groupdict().items():
        whole, _, part = (value or "").replace(",", ".").partition(".")
        part = part.rstrip("0")
        if whole and (int(whole) or part or ":" not in text):
            number = cardinal(int(whole)) + (f" point {digits(part)}" if part else "")
            parts.append(f"{number} {name}{'' if number == 'one' else 's'}")
    return " ".join(parts) or "zero seconds"


def clocks(text: str) -> str | None:
    """Two times with a dash between them: ``9am-5pm``, ``9:00–17:30``."""
    match = _CLOCKS.fullmatch(text)
    if match is None or not (":" in text or "m" in text.lower()):
        return None
    end = clock(match["b"])
    if end is None and match["b"].isdecimal() and 1 <= int(match["b"]) <= 24:
        end = cardinal(match["b"])
    if end is None:
        return None
    bare = match["a"].isdecimal() and 1 <= int(match["a"]) <= 24
    start = cardinal(match["a"]) if bare else clock(match["a"], bare="m" in match["b"].lower())
    return None if start is None else f"{start} to {end}"


_PHONES = (
    regex.compile(r"(?:\+?\d{1,3}[-. ])?[(]?\d{3}[)]?[-. ]?\d{3}[-. ]\d{4}"),
    regex.compile(r"\d{3}[-.]\d{4}"),
    regex.compile(r"\+?\d{1,4}(?:[-.]\d{2,5}){2,5}"),
    regex.compile(r"\+\d{7,15}"),
    regex.compile(r"\d{5}-\d{4}"),
    regex.compile(r"\d{3,5}(?:-\d{1,7}){3,4}"),
)
_VANITY = regex.compile(r"1-8\d\d-[A-Z\d]+(?:-[A-Z\d]+)*")


def phone(text: str) -> str | None:
    """``555-0134`` digit by digit, with a comma between the groups."""
    if _VANITY.fullmatch(text) and not text.replace("-", "").isdecimal():
        return ", ".join(digits(g) if g.isdecimal() else g for g in text.split("-"))
    if len(text) > 30 or not any(p.fullmatch(text) for p in _PHONES):
        return None
    if sum(text.count(c) for c in "-.") > 1 and sum(c.isdecimal() for c in text) < 7:
        return None
    if text.count(".") > 1 and sum(c.isdecimal() for c in text) < 9:
        return None  # a version number
    groups = regex.findall(r"\d+", text)
    plus = "plus " if text.startswith("+") else ""
    return plus + ", ".join(digits(group) for group in groups)
