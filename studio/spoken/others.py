"""Readings in Spanish, French, Italian, Portuguese and Hindi: numbers, signs, money, dates, and
what espeak would drop. Hindi numbers stay in digits, which espeak reads."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex
from num2words import num2words

from studio.spoken.addresses import labels
from studio.spoken.agreement import agree, agreed
from studio.spoken.cutting import Word
from studio.spoken.english_measures import VULGAR, vulgar
from studio.spoken.romance_ordinals import degree_ordinal, roman_numeral, written_ordinal
from studio.spoken.tongues import FRENCH, PORTUGUESE, TONGUES, Tongue

_NUMBER = r"\d+(?:[.,]\d+)*"
_EASY = regex.compile(r"'?[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*'?")
_MINUS = str.maketrans("−–", "--")


def _ascii_digits(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c for c in text
    )


def _split(text: str, tongue: Tongue) -> tuple[str, str]:
    """Whole part and decimals of a number, by the language's habits: 1.234,56 outside India,
    1,00,000.5 in India; a lone other mark that cannot be a thousands mark is the decimal one."""
    group, point = (",", ".") if tongue.indian else (".", ",")
    marks = [c for c in text if c in ".,"]
    if not marks:
        return text, ""
    if len(set(marks)) == 2:
        whole, _, decimals = text.rpartition(marks[-1])
    elif marks[0] == point and len(marks) == 1:
        whole, _, decimals = text.partition(point)
    elif marks[0] == group and regex.fullmatch(
        rf"\d{{1,3}}(?:\{group}\d{{2,3}})*\{group}\d{{3}}", text
    ):
        whole, decimals = text, ""
    elif len(marks) == 1:
        whole, _, decimals = text.partition(marks[0])
    else:
        whole, decimals = text, ""
    return regex.sub(r"[.,]", "", whole), regex.sub(r"[.,]", "", decimals)


def _digits(text: str, tongue: Tongue) -> str:
    return " ".join(cardinal(c, tongue) for c in text)


def cardinal(digits: str, tongue: Tongue) -> str:
    """A whole number in the language's words."""
    if not tongue.numbers:
        return digits
    if (digits.startswith("0") and len(digits) > 1) or len(digits) > 15:
        return _digits(digits, tongue)
    return num2words(int(digits), lang=tongue.numbers).replace(",", "")


def number(text: str, tongue: Tongue) -> str:
    whole, decimals = _split(text, tongue)
    if not decimals:
        return cardinal(whole, tongue)
    short = len(decimals) < 3 and not decimals.startswith("0") and bool(tongue.numbers)
    part = cardinal(decimals, tongue) if short else _digits(decimals, tongue)
    return f"{cardinal(whole or '0', tongue)} {tongue.point} {part}"


# --- whole words -------------------------------------------------------------------------------

_DATE = regex.compile(r"(\d{1,4})([/.\-])(\d{1,2})\2(\d{4}|\d\d)")
_CLOCK = regex.compile(r"(\d{1,2})(?:[:hH])([0-5]\d)?(?::([0-5]\d))?")
_FRACTION = regex.compile(r"(\d{1,4})/(\d{1,4})")
_QUANTITY = regex.compile(
    rf"(?P<sign>[-+±<>≤≥≈~#№])?(?P<before>R\$|US\$|[$€£¥₹₿₱])?(?P<minus>-)?(?P<number>{_NUMBER})"
    r"(?P<after>[^\d\s.,][^\d\s]{0,5}|[^\d\s.,][²³])?"
)
_RANGE = regex.compile(r"([^-—~]*\d[^-—~]*)[-—~]([^-—~]*\d[^-—~]*)")
_PHONE = regex.compile(r"\+?\d{1,4}(?:[-.]\d{2,5}){2,5}|\d{3,5}-\d{4}|\d{5}-\d{3}|\+\d{7,15}")
_YEARS = regex.compile(r"(?:1[0-9]|20)\d\d-(?:1[0-9]|20)\d\d")
_GROUPED = regex.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")  # 1.500.000
_RAISED = regex.compile(r"(?P<base>\p{L}{1,3}|\d+)(?P<power>[²³])")


def _date(text: str, tongue: Tongue) -> str | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    a, _, b, c = match.groups()
    if len(a) == 4:
        y, m, d = a, b, c
    elif len(a) < 3 and (len(c) == 4 or match[2] == "/"):
        d, m, y = a, b, c if len(c) == 4 else "20" + c
        if int(m) > 12 >= int(d):
            d, m = m, d
    else:
        return None
    if len(y) != 4:
        return None
    return _dated(d, m, tongue, tongue.date, cardinal(str(int(y)), tongue))


_FIRST = {"es": "primero", "fr": "premier", "it": "primo", "pt_BR": "primeiro"}


def _dated(day: str, month: str, tongue: Tongue, pattern: str, year: str = "") -> str | None:
    d, m = int(day), int(month)
    if not (1 <= m <= 12 and 1 <= d <= 31):
        return None
    first = _FIRST.get(tongue.numbers) if d == 1 else None
    said = first or cardinal(str(d), tongue)
    return pattern.format(d=said, m=tongue.months.split()[m - 1], y=year)


def _clock(text: str, tongue: Tongue) -> str | None:
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[1]) > 24 or (match[2] is None and tongue is not FRENCH):
        return None
    hour, minutes = cardinal(str(int(match[1])), tongue), match[2] or "00"
    hour = agreed(hour, tongue.units["h"][0], tongue.numbers)
    pattern = tongue.oclock if minutes == "00" and not match[3] else tongue.hour
    if tongue is FRENCH and int(match[1]) < 2:
        pattern = pattern.replace("heures", "heure")
    said = pattern.format(h=hour, m=cardinal(str(int(minutes)), tongue))
    return said + (f" {cardinal(str(int(match[3])), tongue)}" if match[3] else "")


def _fraction(text: str, tongue: Tongue) -> str | None:
    if len(text) == 1 and text in VULGAR:
        text = "{}/{}".format(*vulgar(text))
    match = _FRACTION.fullmatch(text)
    if match is None:
        return None
    said = f"{cardinal(match[1], tongue)} {tongue.over} {cardinal(match[2], tongue)}"
    return tongue.halves.get(text, said)


def _quantity(text: str, tongue: Tongue) -> str | None:
    """A number with its sign, its currency and its unit, in the order in which they are said."""
    match = _QUANTITY.fullmatch(text)
    if match is None:
        return None
    written, before, after = match["number"], match["before"] or "", match["after"] or ""
    if before and before not in tongue.money:
        return None
    sign = " ".join(tongue.signs.get(s, "") for s in (match["sign"], match["minus"]) if s)
    if (before or after in tongue.money) and not (before and after):
        return f"{sign} {' '.join(money(written, before or after, tongue))}".strip()
    unit = _unit(after, tongue, written == "1") if after else ""
    if unit is None:
        return None
    said = agreed(number(written, tongue), unit.split(" ")[0], tongue.numbers)
    if before:
        unit = f"{unit} {tongue.money[before][0 if written == '1' else 1]}"
    return " ".join(filter(None, (sign, said, unit)))


def money(amount: str, sign: str, tongue: Tongue) -> tuple[str, str]:
    """An amount of money: "vingt", "euros cinquante"."""
    whole, cents = _split(amount, tongue)
    one = whole == "1" and not cents.strip("0")
    name = tongue.money[sign][0 if one else 1]
    if len(cents) != 2 or not whole:
        return agreed(number(amount, tongue), name if whole == amount else "", tongue.numbers), name
    if whole == "0" and cents != "00":
        return cardinal(str(int(cents)), tongue), tongue.cent
    said = agreed(cardinal(whole, tongue), name, tongue.numbers)
    if cents != "00":
        name = tongue.cents.format(name=name, cents=cardinal(str(int(cents)), tongue))
    return said, name


def _unit(text: str, tongue: Tongue, one: bool) -> str | None:
    if text in tongue.money:
        return tongue.money[text][0 if one else 1]
    named = tongue.units.get(text) or tongue.more_units.get(text)
    if named:
        return named[0 if one else 1]
    if text[:-1] in tongue.large and text[-1:] in tongue.money:
        return _of_money(tongue.large[text[:-1]], text[-1], tongue)
    return tongue.signs[text] if text in ("%", "‰", "+", "°") else None


def _of_money(large: str, sign: str, tongue: Tongue) -> str:
    """ "millions d'euros"."""
    name = tongue.money[sign][1]
    elided = tongue is FRENCH and large.endswith(" de") and name[0] in "eé"
    return f"{large[:-1]}'{name}" if elided else f"{large} {name}"


def _range(text: str, tongue: Tongue) -> str | None:
    match = _RANGE.fullmatch(text)
    if match is None:
        return None
    first = _quantity(match[1], tongue) or _clock(match[1], tongue)
    second = _quantity(match[2], tongue) or _clock(match[2], tongue)
    return f"{first} {tongue.to} {second}" if first and second else None


def _phone(text: str, tongue: Tongue) -> str | None:
    if _PHONE.fullmatch(text) is None or ("." in text and len(text) < 9):
        return None
    if _GROUPED.fullmatch(text) or _YEARS.fullmatch(text):
        return None
    plus = tongue.signs["+"] + " " if text.startswith("+") else ""
    return plus + ", ".join(_digits(group, tongue) for group in regex.findall(r"\d+", text))


def _address(text: str, tongue: Tongue) -> str | None:
    found = labels(text)
    if found is None:
        return None
    user, host = (f" {tongue.dot} ".join(names) for names in found)
    said = f"{user} {tongue.signs['@']} {host}" if user else host
    return atoms(said, tongue)


def _raised(text: str, tongue: Tongue) -> str | None:
    match = _RAISED.fullmatch(text)
    if match is None:
        return None
    base = number(match["base"], tongue) if match["base"].isdecimal() else match["base"]
    return f"{base} {tongue.squared if match['power'] == '²' else tongue.cubed}"


def odd(text: str, tongue: Tongue) -> str | None:
    """The reading of a word that is not simply letters; None to read it as it is written."""
    if _EASY.fullmatch(text):
        return None
    text = _ascii_digits(text).translate(_MINUS)
    if text in tongue.signs:
        return tongue.signs[text]
    if text in tongue.money:
        return tongue.money[text][1]
    for way in (_date, _phone, _clock, _fraction, _quantity, _range, _raised, _address):
        said = way(text, tongue)
        if said is not None:
            return said
    return atoms(text, tongue)


_ATOM = regex.compile(
    rf"(?P<number>(?>{_NUMBER}))|(?P<word>[\p{{L}}\p{{M}}]+(?:'[\p{{L}}\p{{M}}]+)*'?)"
    r"|(?P<pause>[.,;:!?…]+)|(?P<same>(?P<one>[&%+=@#*<>~^_|/\\-])(?P=one){2,})|(?P<sign>.)",
    regex.S,
)


def atoms(text: str, tongue: Tongue) -> str:
    """Letters, numbers and signs one after the other; hyphens between words are kept."""
    if regex.fullmatch(r"[\p{L}\p{M}'.-]+", text):
        return text.strip(".")
    said: list[str] = []
    for match in _ATOM.finditer(text):
        sign = match["sign"]
        if match["number"] is not None:
            said.append(number(match[0], tongue))
        elif match["word"] is not None:
            said.append(match[0])
        elif match["pause"] is not None:
            if said and match.end() < len(text):
                said[-1] += match[0][0]
        elif sign is not None and sign not in "-*#<>":
            value = unicodedata.numeric(sign, None)
            if value is not None and value == int(value):
                said.append(cardinal(str(int(value)), tongue))
            else:
                said.append(tongue.signs.get(sign, _fraction(sign, tongue) or ""))
    return " ".join(filter(None, said)).strip(" ,;:.")


# --- the sentence ------------------------------------------------------------------------------


def _amount_before(words: Sequence[Word], i: int) -> str:
    if i and not words[i - 1].after.strip() and not words[i].before:
        body = "".join(_ascii_digits(words[i - 1].body).split())
        if regex.fullmatch(rf"[-−+]?{_NUMBER}|[{VULGAR}]", body):
            return body
    return ""


_CLOSING = frozenset(
    ("etc", "ecc", "ud", "uds", "aprox", "a.c", "d.c", "a.m", "p.m", "A.M", "P.M", "EE.UU")
)
_LADIES = frozenset(("Inês", "Beatriz", "Isabel", "Raquel", "Ester", "Irene", "Alice"))


def _operator(body: str, equation: bool, tongue: Tongue) -> str | None:
    if body in ("-", "–", "−", "~"):
        return tongue.signs["-"] if equation or body == "−" else tongue.to
    return tongue.over if body == "/" else None


def read(words: Sequence[Word], language: str) -> None:
    """Set what is said for each word that is not read as it is written."""
    tongue = TONGUES[language]
    equation = any("=" in word.body for word in words)
    for i, word in enumerate(words):
        if word.said is not None or word.foreign or not word.body:
            continue
        body = "".join(word.body.split())
        word.said = (
            _after_amount(words, i, body, tongue)
            or _phrase(words, i, tongue)
            or _abbreviation(words, i, body, tongue)
            or _operator(body, equation, tongue)
            or _large_money(words, i, body, tongue)
            or _pointed_time(words, i, body, tongue)
            or _bare_date(words, i, body, tongue)
            or written_ordinal(body, tongue.numbers)
            or roman_numeral(words, i, tongue.numbers, tongue.numbered)
            or degree_ordinal(words, i, tongue.numbers)
            or odd(body, tongue)
        )
    agree(words, tongue.numbers)


def _after_amount(words: Sequence[Word], i: int, body: str, tongue: Tongue) -> str | None:
    """A unit or currency that stands apart from its number."""
    if i and body == "बजे":
        return _hindi_oclock(words[i - 1])
    if i and body in ("h", "hs", "hrs") and _clock(words[i - 1].body, tongue):
        if words[i - 1].body.endswith(":00"):
            words[i - 1].said = agreed(
                number(words[i - 1].body[:-3], tongue), "hora", tongue.numbers
            )
        return tongue.units["h"][1]  # 14:05 h
    amount = _amount_before(words, i)
    if not amount:
        return None
    if body in tongue.money and not regex.search(r"[-+]|[^\x00-\x7f]", amount):
        words[i - 1].said, said = money(amount, body, tongue)
        return said
    unit = _unit(body, tongue, amount == "1")
    if unit and i < len(words) - 1 and not words[i + 1].body[:1].isupper():
        words[i].after = words[i].after.removeprefix(".")
    return unit


def _large_money(words: Sequence[Word], i: int, body: str, tongue: Tongue) -> str | None:
    """``R$ 10,9 trilhões``: the currency is said after the million."""
    match = _QUANTITY.fullmatch(_ascii_digits(body))
    large = words[i + 1].body if i + 1 < len(words) and not words[i].after else ""
    if not match or match["after"] or match["before"] not in tongue.money or len(large) < 3:
        return None
    if large not in tongue.large:
        return None
    words[i + 1].said = _of_money(tongue.large[large], match["before"], tongue)
    sign = " ".join(tongue.signs.get(s, "") for s in (match["sign"], match["minus"]) if s)
    return f"{sign} {number(match['number'], tongue)}".strip()


def _phrase(words: Sequence[Word], i: int, tongue: Tongue) -> str | None:
    """Two abbreviations that make sense together: ``a. C.``, ``EE. UU.``"""
    if i + 1 == len(words) or words[i].after != ".":
        return None
    found = tongue.phrases.get(f"{words[i].body} {words[i + 1].body}")
    if found is None:
        return None
    words[i].after = ""
    if i + 2 < len(words):
        words[i + 1].after = words[i + 1].after.removeprefix(".")
    said, words[i + 1].said = found
    return said


def _abbreviation(words: Sequence[Word], i: int, body: str, tongue: Tongue) -> str | None:
    """A word that its full stop (or the raised letter of nº) says is an abbreviation."""
    word, capitals = words[i], "." in body and body.isupper()  # Washington D.C.
    elided, apostrophe, key = (body if capitals else body.lower()).rpartition("'")
    said = tongue.abbreviations.get(key)
    stopped = word.after.startswith(".") and not word.after.startswith("..")
    if said is None or not (stopped or "." in key or key[-1] in "°º"):
        return None
    if i == len(words) - 1:
        return said if key in _CLOSING else None
    word.after = word.after.removeprefix(".")
    name = words[i + 1].body
    if tongue is PORTUGUESE and key == "d" and not (name.endswith("a") or name in _LADIES):
        return "dom"
    return elided + apostrophe + said


def _pointed_time(words: Sequence[Word], i: int, body: str, tongue: Tongue) -> str | None:
    """``alle 14.30``; the minutes of ``8 h 05``."""
    if not i:
        return None
    before = words[i - 1].body
    if before.lower() in tongue.before_time and regex.fullmatch(r"\d{1,2}\.[0-5]\d", body):
        return _clock(body.replace(".", ":"), tongue)
    if before == "h" and tongue is FRENCH and regex.fullmatch(r"0[0-9]", body):
        return cardinal(body[1], tongue)
    return None


_DAY_MONTH = regex.compile(r"(\d{1,2})/(\d{1,2})(?:[-–](\d{1,2})/(\d{1,2}))?")
_OF = regex.compile(r"d[aeiou]s?|del|della?|d'.*")


def _bare_date(words: Sequence[Word], i: int, body: str, tongue: Tongue) -> str | None:
    """``até 15/04`` and ``dia 3/5``; no fraction has a nought before a digit."""
    match = _DAY_MONTH.fullmatch(_ascii_digits(body))
    if match is None:
        return None
    pattern = tongue.date.partition("{m}")[0] + "{m}"
    before = words[i - 1].body.lower() if i else ""
    following = words[i + 1].body if i + 1 < len(words) else ""
    part = body in tongue.halves and before not in ("día", "dia", "giorno")
    part = part or (int(match[1]) < int(match[2]) and _OF.fullmatch(following) is not None)
    if "0" not in (match[1][0], match[2][0]) and (part or before not in tongue.before_date):
        return None
    first = _dated(match[1], match[2], tongue, pattern)
    if not first or not match[3]:
        return first
    last = _dated(match[3], match[4], tongue, pattern)
    return last and f"{first} {tongue.to} {last}"


def _hindi_oclock(clock: Word) -> str | None:
    """What is said for बजे after a time, which says half hours and quarters its own way."""
    match = regex.fullmatch(r"(\d{1,2}):([0-5]\d)", _ascii_digits(clock.body))
    if match is None or int(match[1]) > 24:
        return None
    hour, minutes = int(match[1]), int(match[2])
    if minutes % 15:
        clock.said = f"{hour} बजकर"
        return f"{minutes} मिनट"
    halves = {1: "डेढ़", 2: "ढाई"}
    said = {0: str(hour), 15: f"सवा {hour}", 30: halves.get(hour, f"साढ़े {hour}")}
    clock.said = said.get(minutes) or f"पौने {hour % 12 + 1}"
    return None
