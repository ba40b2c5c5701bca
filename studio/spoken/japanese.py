"""Japanese numbers whose reading depends on what they count: dates, times, people, things.

The G2P reads a number by itself and then its counter ("さん" + "つき" for 3月), so these are put
into kana.
"""

from __future__ import annotations

import regex

_UNITS = ("", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう")
_TENS = ("", "じゅう", "にじゅう", "さんじゅう", "よんじゅう", "ごじゅう")
# Where the last digit changes its sound before the counter.
_BEFORE_HOUR = {4: "よ", 7: "しち", 9: "く"}
_BEFORE_MONTH = {4: "し", 7: "しち", 9: "く"}
_BEFORE_DAY = {4: "よ", 7: "しち", 9: "く"}
_MINUTES = (
    *("じゅっぷん", "いっぷん", "にふん", "さんぷん", "よんぷん", "ごふん", "ろっぷん", "ななふん"),
    *("はっぷん", "きゅうふん"),
)
_FIRST_DAYS = (
    *("ついたち", "ふつか", "みっか", "よっか", "いつか", "むいか", "なのか", "ようか", "ここのか"),
    "とおか",
)
_DAYS = dict(enumerate(_FIRST_DAYS, 1)) | {
    14: "じゅうよっか",
    20: "はつか",
    24: "にじゅうよっか",
}
_PEOPLE = {1: "ひとり", 2: "ふたり", 4: "よにん"}
_THINGS = dict(
    enumerate(
        (
            "ひとつ",
            "ふたつ",
            "みっつ",
            "よっつ",
            "いつつ",
            "むっつ",
            "ななつ",
            "やっつ",
            "ここのつ",
        ),
        1,
    )
)

COUNTED = regex.compile(
    r"(?<!\d)(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?"
    r"|(?P<hour>\d{1,2})時(?!間)(?:(?P<minute>\d{1,2})分)?|(?P<only>\d{1,2})分(?![のか野割解])"
    r"|(?P<people>[124])人(?![前分称])|(?P<things>[1-9])つ)"
)


def _number(value: int, last: dict[int, str]) -> str:
    tens, unit = divmod(value, 10)
    return _TENS[tens] + (last.get(unit) or _UNITS[unit])


def _minutes(value: int) -> str:
    """よんじゅうごふん for 45; nothing for 0, as 12時 is said for 12:00."""
    if not 0 < value < 60:
        return "" if value == 0 else f"{value}分"
    tens, unit = divmod(value, 10)
    if unit == 0:
        return _TENS[tens].removesuffix("じゅう") + _MINUTES[0]
    return _TENS[tens] + _MINUTES[unit]


def _say(match: regex.Match[str]) -> str:
    found = {name: int(value) for name, value in match.groupdict().items() if value}
    if "month" in found and 1 <= found["month"] <= 12:
        said = _number(found["month"], _BEFORE_MONTH) + "がつ"
        return said + (_day(found["day"]) if "day" in found else "")
    if "hour" in found and found["hour"] <= 24:
        hour = _number(found["hour"], _BEFORE_HOUR) if found["hour"] else "れい"
        return f"{hour}じ{_minutes(found.get('minute', 0))}"
    if "only" in found and 0 < found["only"] < 60:
        return _minutes(found["only"])
    if "people" in found:
        return _PEOPLE[found["people"]]
    if "things" in found:
        return _THINGS[found["things"]]
    return match[0]


def _day(value: int) -> str:
    if not 1 <= value <= 31:
        return f"{value}日"
    return _DAYS.get(value) or _number(value, _BEFORE_DAY) + "にち"


def counted(text: str) -> str:
    """``3月4日`` is "さんがつよっか", ``4時30分`` "よじさんじゅっぷん"."""
    return COUNTED.sub(_say, text)
