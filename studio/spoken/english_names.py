"""Roman numerals, titles, initials and abbreviations in English.

The rules are as in ``english_context``."""

from __future__ import annotations

import regex

from studio.spoken import english_abbreviations as short
from studio.spoken.characters import listed
from studio.spoken.english_line import Line, dotted
from studio.spoken.english_measures import say_ordinal
from studio.spoken.english_numbers import number, ordinal, roman

# --- Roman numerals ----------------------------------------------------------------------------

_NUMERAL = regex.compile(r"([IVXLCDM]+|[ivxl]+)(?:[-–]([IVXLCDM]+|[ivxl]+))?")
_AFTER_REGNAL_I = frozenset(listed("was is had did became died ruled reigned and of who in"))


def roman_rule(line: Line, i: int) -> bool:
    """Chapter IV, Louis XIV, a list of I, II and III; the pronoun I stays."""
    body = line.body(i)
    possessive = body.endswith("'s")
    match = _NUMERAL.fullmatch(body.removesuffix("'s"))
    if match is None:
        return False
    first, second = roman(match[1]), roman(match[2]) if match[2] else None
    if first is None or (match[2] and second is None):
        return False
    said = _after_name(line, i, match) or _bare_numeral(line, i, match)
    if said is None:
        return False
    line.words[i].said = said + ("'s" if possessive else "")
    return True


def _cardinals(match: regex.Match[str]) -> str:
    return " to ".join(number(str(roman(part))) for part in match.groups() if part)


def _after_name(line: Line, i: int, match: regex.Match[str]) -> str | None:
    """A numeral after the word that it numbers."""
    numeral, before = match[1], line.body(i - 1)
    if i == 0 or not (line.joined(i - 1) or line.stopped(i - 1)) or numeral in "CDLM":
        return None
    if before.lower() in short.NUMBERED_THINGS and before[-2:] != "'s":
        lonely = numeral == "I" and not before[:1].isupper()
        if lonely or (numeral in ("i", "mix") and not line.last(i)):
            return None
        return _cardinals(match)
    titled = before[:1].isupper() and line.body(i - 2).lower() in short.RULERS
    if (titled or before.title() in short.REGNAL_NAMES) and numeral.isupper() and not match[2]:
        return f"the {ordinal(roman(numeral) or 0)}" if _regnal(line, i, numeral, before) else None
    return None


# Letters that more often mean something else than a number.
_NO_NUMBERS = frozenset(listed("IV XX XXX vi iv xi xx xxx"))


def _bare_numeral(line: Line, i: int, match: regex.Match[str]) -> str | None:
    """A numeral without a word before it. The G2P would spell II, and call iii "Roman three"."""
    numeral, word = match[1], line.words[i]
    if _listed(line, i, numeral):
        return _cardinals(match)
    if len(numeral) < 2 or (set(numeral.upper()) - set("IVX") and len(numeral) < 4):
        return None
    if numeral not in _NO_NUMBERS:
        return _cardinals(match)
    if numeral.isupper():
        before = line.body(i - 1)
        named = line.joined(i - 1) and before[:1].isupper() and before not in short.SENTENCE_STARTS
        return _cardinals(match) if named and numeral == "IV" and not line.capitals else None
    return None if numeral in ("xi", "xxx") else " ".join(word.body.upper())


def _listed(line: Line, i: int, numeral: str) -> bool:
    """(i), iv), or one of several: I, II; Parts I and V."""
    word = line.words[i]
    if word.after.startswith(")") and numeral.islower():
        opened = word.before.endswith("(")
        return len(numeral) > 1 or i == 0 or (opened and numeral == "i")
    if word.after.strip() not in ("", ","):
        after = False
    else:
        ahead = 2 if line.body(i + 1) in ("and", "or", "to", "&") else 1
        after = line.body(i + ahead) == "II" and numeral == "I" and (ahead == 2 or bool(word.after))
    back = 2 if line.body(i - 1) in ("and", "or", "to", "&") else 0
    before = line.body(i - back) if back else ""
    return after or (numeral in "VX" and roman(before) is not None and before != "I")


def _regnal(line: Line, i: int, numeral: str, name: str) -> bool:
    if name == "Malcolm" and numeral == "X":
        return False
    if numeral != "I" or line.body(i).endswith("'s"):
        return True
    titled = line.body(i - 2).lower() in short.RULERS
    alone = line.last(i) or line.words[i].after.strip() != ""
    following = line.body(i + 1)
    return titled or alone or following == "of" or (i == 1 and following in _AFTER_REGNAL_I)


_WARS = {"WWI": "one", "WW1": "one", "WWII": "two", "WW2": "two"}


def war(line: Line, i: int) -> bool:
    which = _WARS.get(line.body(i))
    if which is not None:
        line.words[i].said = f"World War {which}"
    return which is not None


def acronym(line: Line, i: int) -> bool:
    line.words[i].said = short.AS_WORDS.get(line.body(i))
    return line.words[i].said is not None


_SURELY_LETTERED = frozenset(listed(
    "vitamin plan grade appendix hepatitis exhibit schedule annex influenza letter an the"
))  # fmt: skip
_LETTERED = _SURELY_LETTERED | frozenset(listed(
    "type group part option section class figure level point team column row step block category "
    "note size side unit gate door building room division league list cup line bus train straight"
))  # fmt: skip
_KEYS = frozenset(("major", "minor", "flat", "sharp"))
_LEVEL = regex.compile(r"A-(?!a|and$)\p{Ll}{3,}")


def letter_name(line: Line, i: int) -> bool:
    """Plan A, an A in maths, A minor, A-level and A to Z: a capital A that is no article is said
    by its name. Elsewhere it may begin a quotation or stand in a title."""
    if _LEVEL.fullmatch(line.body(i)):
        line.words[i].said = "A. " + line.body(i)[2:]
        return True
    if line.body(i) != "A":
        return False
    before, following = line.body(i - 1), line.body(i + 1) if line.joined(i) else ""
    known = _SURELY_LETTERED if line.capitals else _LETTERED
    named = before.lower() in known or (before.islower() and not line.next_capital(i))
    named = named and line.joined(i - 1)
    joint = following in ("to", "and", "or") and len(line.body(i + 2)) == 1
    if not (named or joint or following in _KEYS) or line.stopped(i):
        return False
    line.words[i].said = "A."
    return True


_PLACES = {"INT": "interior", "EXT": "exterior", "I": "interior", "E": "exterior"}


def heading(line: Line, i: int) -> bool:
    """INT. and INT./EXT. before the place of a scene; Re: before a subject."""
    body, word = line.body(i), line.words[i]
    if body.lower() == "re" and word.after.startswith(":"):
        word.said = "Regarding" if body[0] == "R" else "regarding"
        return True
    parts = [_PLACES.get(part.rstrip(".")) for part in body.split("/")]
    stopped = line.stopped(i) and len(body) > 1  # I. Newton
    first = i == 0 or line.words[i - 1].after.startswith(":")
    if not first or None in parts or not (line.next_capital(i) and (stopped or len(parts) > 1)):
        return False
    word.said = ", ".join(filter(None, parts)).capitalize()
    if stopped:
        word.after = "," + word.after[1:]
    return True


# --- abbreviations -----------------------------------------------------------------------------


def initials(line: Line, i: int) -> bool:
    """U.K., a.m., J.: misaki spells them with their full stops, and takes the last one in; at the
    end of a sentence the stop is said as well (see ``swallows``)."""
    body = line.body(i)
    key = body.lower()
    initial = len(body) == 1 and body.isupper()  # V. Singh
    if (key in short.WITH_STOP and not initial) or not (dotted(body) or _one_initial(line, i)):
        return False
    if line.stopped(i) and not line.ends(i):
        line.words[i].said = body + "."
        line.drop_stop(i)
    elif line.stopped(i) and dotted(body):
        line.words[i].said = body + "."
    return True


def _one_initial(line: Line, i: int) -> bool:
    body = line.body(i)
    if len(body) != 1 or not body.isupper() or not line.stopped(i):
        return False
    return line.next_capital(i) or not (line.last(i) or line.ends(i))


def title(line: Line, i: int) -> bool:
    """Dr. before a name is Doctor, after one Drive; St. is Saint or Street."""
    body = line.body(i)
    key = body.lower()
    stop = line.stopped(i)
    if key in short.SHORT_TITLES and body[:1].isupper():
        line.words[i].said = short.SHORT_TITLES[key]
        line.drop_stop(i)
        return True
    if key not in short.TITLES or not body[:1].isupper():
        return False
    if not stop and key not in short.TITLES_WITHOUT_STOP:
        return False
    if line.next_capital(i) and not line.words[i].after[1:].strip():
        line.words[i].said = short.TITLES[key]
    elif key in ("st", "dr") and (line.body(i - 1)[:1].isupper() or say_ordinal(line.body(i - 1))):
        line.words[i].said = "Street" if key == "st" else "Drive"
    elif key == "dr" and not line.last(i):
        line.words[i].said = "Doctor"
    else:
        return False
    line.drop_stop(i)
    return True


_ORDINAL = regex.compile(r"\d(?:st|nd|rd|th)$")


def numbered(line: Line, i: int) -> bool:
    """No. 5, pp. 3-7, Fig. 2."""
    body = line.body(i)
    key = body.lower()
    if body == "c" and line.stopped(i) and _ORDINAL.search(line.body(i - 1)):
        line.words[i].said = "century"
        line.drop_stop(i)
        return True
    if body.lower() == "no" and line.stopped(i) and line.body(i + 1) == "of":
        line.words[i].said = "number"
        line.drop_stop(i)
        return True
    numeral = roman(line.body(i + 1)) is not None and line.body(i + 1) != "I"
    if len(key) == 1 and body.isupper():
        return False
    if key not in short.NUMBERED or not (
        line.next_digit(i) or (numeral and (key != "no" or len(line.body(i + 1)) > 1))
    ):
        return False
    stop = line.stopped(i)
    if not stop and (key not in short.NUMBERED_WITHOUT_STOP or not line.joined(i)):
        return False
    if key == "no" and not stop and not body[0].isupper():
        return False
    said = short.NUMBERED[key]
    line.words[i].said = said.capitalize() if body[0].isupper() else said
    line.drop_stop(i)
    return True


def abbreviation(line: Line, i: int) -> bool:
    body = line.body(i)
    key = body.lower()
    if key not in short.WITH_STOP:
        return False
    stop = line.stopped(i)
    if not stop and (key not in short.WITHOUT_STOP or (key == "inc" and body != "Inc")):
        return False
    if body == "Mo":
        return False
    street = key in ("co", "rd", "ave") and body[:1].isupper()
    if line.last(i) and key in short.WORDS_TOO and not street:
        return False
    line.words[i].said = short.WITH_STOP[key]
    line.drop_stop(i)
    return True
