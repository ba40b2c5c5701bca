"""Numbers and letters that name a place in English: streets, rooms, routes, states, verses. The
rules are as in ``english_context``."""

from __future__ import annotations

import regex

from studio.spoken.addresses import spell
from studio.spoken.characters import listed
from studio.spoken.english_line import Line
from studio.spoken.english_measures import COMPASS, say_ordinal
from studio.spoken.english_numbers import cardinal, digits, ordinal, pairs, year

STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia",
    "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois", "IN": "Indiana", "IA": "Iowa",
    "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana", "ME": "Maine", "MD": "Maryland",
    "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire",
    "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
    "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
    "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee",
    "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington",
    "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "DC": "D.C.",
}  # fmt: skip
# As newspapers shorten them, after the name of a town.
_IN_NEWS = {
    "Ala": "AL", "Ariz": "AZ", "Ark": "AR", "Calif": "CA", "Colo": "CO", "Conn": "CT",
    "Del": "DE", "Fla": "FL", "Ga": "GA", "Ill": "IL", "Ind": "IN", "Kan": "KS", "Ky": "KY",
    "La": "LA", "Md": "MD", "Mass": "MA", "Mich": "MI", "Minn": "MN", "Miss": "MS", "Mo": "MO",
    "Mont": "MT", "Neb": "NE", "Nev": "NV", "Okla": "OK", "Ore": "OR", "Pa": "PA", "Tenn": "TN",
    "Tex": "TX", "Va": "VA", "Vt": "VT", "Wash": "WA", "Wis": "WI", "Wyo": "WY",
}  # fmt: skip
# Words and initials of their own; states only before a postal code.
_AMBIGUOUS = frozenset(listed("AL CO DC DE HI ID IN LA MA MD ME MS OH OK OR PA"))
_STREETS = {
    "Ave": "Avenue", "Rd": "Road", "Blvd": "Boulevard", "Ln": "Lane", "Hwy": "Highway",
    "Pkwy": "Parkway", "St": "Street", "Dr": "Drive", "Ct": "Court", "Pl": "Place",
}  # fmt: skip
_STREET_WORDS = frozenset((*_STREETS, *_STREETS.values(), *listed("Way Terrace Square Row Close")))
_DIRECTIONS = COMPASS | {
    "NW": "northwest", "NE": "northeast", "SW": "southwest", "SE": "southeast",
}  # fmt: skip
_CALLED = frozenset(listed("route highway hwy interstate flight room suite boeing airbus rte"))
_ROAD = regex.compile(r"(I|US)-(\d{1,3})")
_ZIP = regex.compile(r"\d{5}(?:-\d{4})?")
BOOKS = frozenset(listed(
    "Genesis Exodus Leviticus Numbers Deuteronomy Joshua Judges Ruth Samuel Kings Chronicles Ezra "
    "Nehemiah Esther Job Psalm Psalms Proverbs Ecclesiastes Isaiah Jeremiah Lamentations Ezekiel "
    "Daniel Hosea Joel Amos Obadiah Jonah Micah Nahum Habakkuk Zephaniah Haggai Zechariah Malachi "
    "Matthew Mark Luke John Acts Romans Corinthians Galatians Ephesians Philippians Colossians "
    "Thessalonians Timothy Titus Philemon Hebrews James Peter Jude Revelation Quran Qur'an Surah"
))  # fmt: skip
_SHORT_BOOKS = {
    "Gen": "Genesis", "Ex": "Exodus", "Exod": "Exodus", "Lev": "Leviticus", "Num": "Numbers",
    "Deut": "Deuteronomy", "Josh": "Joshua", "Ps": "Psalm", "Pss": "Psalms", "Prov": "Proverbs",
    "Eccl": "Ecclesiastes", "Isa": "Isaiah", "Jer": "Jeremiah", "Ezek": "Ezekiel",
    "Dan": "Daniel", "Hos": "Hosea", "Mic": "Micah", "Zech": "Zechariah", "Mal": "Malachi",
    "Matt": "Matthew", "Mk": "Mark", "Lk": "Luke", "Jn": "John", "Rom": "Romans",
    "Cor": "Corinthians", "Gal": "Galatians", "Eph": "Ephesians", "Phil": "Philippians",
    "Col": "Colossians", "Thess": "Thessalonians", "Tim": "Timothy", "Heb": "Hebrews",
    "Jas": "James", "Pet": "Peter", "Rev": "Revelation",
}  # fmt: skip
_NUMBERED_BOOKS = frozenset(listed(
    "Samuel Kings Chronicles Corinthians Thessalonians Timothy Peter John Maccabees"
))  # fmt: skip
_VERSE = regex.compile(r"(\d{1,3}):(\d{1,3})(?:[-–](\d{1,3}))?")


def book(line: Line, i: int) -> bool:
    """Rom. 8:28 and Ps. 23."""
    name = _SHORT_BOOKS.get(line.body(i))
    following = line.body(i + 1)
    if name is None or not (
        _VERSE.fullmatch(following) or (name == "Psalm" and following.isdecimal())
    ):
        return False
    line.words[i].said = name
    line.drop_stop(i)
    return True


def verse(line: Line, i: int) -> bool:
    """Psalm 23:4 and 1 Corinthians 13:4–7."""
    body = line.body(i)
    chapter = _VERSE.fullmatch(line.body(i + 2))
    name = _SHORT_BOOKS.get(line.body(i + 1), line.body(i + 1))
    if body in ("1", "2", "3") and name in _NUMBERED_BOOKS and chapter:
        line.words[i].said = ordinal(body).capitalize()
        return True
    match = _VERSE.fullmatch(body)
    before = line.body(i - 1)
    named = before in BOOKS and line.joined(i - 1)
    if match is None or not (named or before in _SHORT_BOOKS):
        return False
    said = f"{cardinal(match[1], line.british)} verse{'s' if match[3] else ''} {cardinal(match[2])}"
    line.words[i].said = said + (f" to {cardinal(match[3])}" if match[3] else "")
    return True


def called(line: Line, i: int) -> bool:
    """Room 237, Highway 101, a Boeing 747: numbers that name and do not count."""
    body = line.body(i)
    road = _ROAD.fullmatch(body)
    if road is not None:
        line.words[i].said = f"{' '.join(road[1])} {pairs(road[2])}"
        return True
    named = line.body(i - 1).lower() in _CALLED and line.joined(i - 1)
    if not body.isdecimal() or not (named or _street_ahead(line, i)) or not 3 <= len(body) <= 4:
        return False
    line.words[i].said = pairs(body) if len(body) == 3 else year(int(body), line.british)
    return True


_LABELS = frozenset(listed("table figure fig exhibit example ex appendix form equation eq"))
_LABEL = regex.compile(r"(\d{1,3})[-–](\d{1,3})")


def label(line: Line, i: int) -> bool:
    """Table 2-1 is no range."""
    match = _LABEL.fullmatch(line.body(i))
    if match is None or line.body(i - 1).lower() not in _LABELS:
        return False
    line.words[i].said = f"{cardinal(match[1])} dash {cardinal(match[2])}"
    return True


def _street_ahead(line: Line, i: int) -> bool:
    """Whether a name that ends in Street or its like follows: 123 N. Main St."""
    for k in range(i + 1, i + 5):
        body = line.body(k)
        if body in _STREET_WORDS and k > i + 1:
            return True
        if not (body[:1].isupper() or say_ordinal(body)):
            return False
        if not (line.joined(k - 1) or line.body(k - 1) in COMPASS):
            return False
    return False


def postal(line: Line, i: int) -> bool:
    """Springfield, IL 62704: the state in full, the code digit by digit."""
    body, before = line.body(i), line.body(i - 1)
    if _ZIP.fullmatch(body) and (before in STATES or before in STATES.values()):
        line.words[i].said = ", ".join(map(digits, body.split("-")))
        return True
    town = i > 0 and line.words[i - 1].after == "," and before[:1].isupper()
    if body in _IN_NEWS and town and line.stopped(i):
        line.words[i].said = STATES[_IN_NEWS[body]]
        line.drop_stop(i)
        return True
    if body not in STATES or line.capitals:
        return False
    coded = line.joined(i) and _ZIP.fullmatch(line.body(i + 1)) is not None
    if not coded and not (town and body not in _AMBIGUOUS):
        return False
    line.words[i].said = STATES[body]
    return True


_OUTWARD = regex.compile(r"[A-Z]{1,2}\d[A-Z\d]?")
_INWARD = regex.compile(r"\d[A-Z]{2}")


def postcode(line: Line, i: int) -> bool:
    """SW1A 1AA, letter by letter."""
    if not (line.joined(i) and _OUTWARD.fullmatch(line.body(i))):
        return False
    if not _INWARD.fullmatch(line.body(i + 1)):
        return False
    for word in line.words[i : i + 2]:
        word.said = " ".join(spell(c) if c.isalpha() else cardinal(c) for c in word.body)
    return True


def street(line: Line, i: int) -> bool:
    """Fifth Ave NW, E. 42nd St., 74.0060° W."""
    body, before = line.body(i), line.body(i - 1)
    named = line.joined(i - 1) and (before[:1].isupper() or say_ordinal(before) is not None)
    if body in ("Rte", "Ste") and line.next_digit(i):
        line.words[i].said = "Route" if body == "Rte" else "Suite"
    elif body in ("Ave", "Rd", "Blvd", "Ln", "Hwy", "Pkwy") and named:
        line.words[i].said = _STREETS[body]
    elif body in _DIRECTIONS and (
        (line.joined(i - 1) and (before in _STREET_WORDS or before.endswith("°")))
        or (line.stopped(i) and (line.body(i + 1) == "of" or _street_ahead(line, i)))
    ):
        line.words[i].said = _DIRECTIONS[body]
    else:
        return False
    line.drop_stop(i)
    return True


# --- years -------------------------------------------------------------------------------------

_ERAS = frozenset(("BC", "AD", "BCE", "CE", "B.C", "A.D", "B.C.E", "C.E"))
_IN = frozenset(listed("in of since by from until before after year circa around"))


def old_year(line: Line, i: int) -> bool:
    """AD 476 is "four seventy-six"; 1066 a year in "in 1066"."""
    body = line.body(i)
    if not body.isdecimal() or not 3 <= len(body) <= 4 or body[0] == "0":
        return False
    following = line.body(i + 1) if line.joined(i) else ""
    dated = following in _ERAS or line.body(i - 1) in _ERAS
    counted = following.islower() and not line.is_function(following)
    plain = body.startswith("10") and len(body) == 4 and line.body(i - 1).lower() in _IN
    if not dated and (not plain or counted):
        return False
    line.words[i].said = year(int(body), line.british)
    return True
