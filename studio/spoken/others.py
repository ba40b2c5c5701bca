"""Readings in Spanish, French, Italian, Portuguese and Hindi: numbers, signs, money, dates, and
what espeak would drop. Hindi numbers stay in digits, which espeak reads."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex
from num2words import num2words

from studio.spoken.addresses import labels
from studio.spoken.cutting import Word
from studio.spoken.english_measures import VULGAR, vulgar
from studio.spoken.english_numbers import roman
from studio.spoken.tongues import FRENCH, TONGUES, Tongue

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
_PHONE = regex.compile(r"\+?\d{1,4}(?:[-.]\d{2,5}){2,5}|\d{3,5}-\d{4}|\+\d{7,15}")
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
    if not (1 <= int(m) <= 12 and 1 <= int(d) <= 31 and len(y) == 4):
        return None
    day = "premier" if tongue is FRENCH and int(d) == 1 else cardinal(str(int(d)), tongue)
    year = cardinal(str(int(y)), tongue)
    return tongue.date.format(d=day, m=tongue.months.split()[int(m) - 1], y=year)


def _clock(text: str, tongue: Tongue) -> str | None:
    match = _CLOCK.fullmatch(text)
    if match is None or int(match[1]) > 24 or (match[2] is None and tongue is not FRENCH):
        return None
    hour, minutes = cardinal(str(int(match[1])), tongue), match[2] or "00"
    if tongue is FRENCH and int(match[1]) == 1:
        hour = "une"
    if minutes == "00" and not match[3]:
        return tongue.oclock.format(h=hour)
    said = tongue.hour.format(h=hour, m=cardinal(str(int(minutes)), tongue))
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
    said = number(match["number"], tongue)
    one = match["number"] == "1"
    unit = _unit(match["after"], tongue, one) if match["after"] else ""
    if unit is None:
        return None
    before = match["before"] or ""
    if before:
        if before not in tongue.money:
            return None
        unit = f"{unit} {tongue.money[before][0 if one else 1]}".strip()
    signs = [tongue.signs.get(s, "") for s in (match["sign"], match["minus"]) if s]
    return " ".join(filter(None, (*signs, said, unit)))


def _unit(text: str, tongue: Tongue, one: bool) -> str | None:
    if text in tongue.money:
        return tongue.money[text][0 if one else 1]
    if text in tongue.units:
        return tongue.units[text][0 if one else 1]
    return tongue.signs[text] if text in ("%", "‰", "+", "°") else None


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


_ORDINAL = regex.compile(r"(\d+)\.?([ºª])|(\d+)(er|ère|re|e|ème|nd|nde|o|a|os|as)")


def odd(text: str, tongue: Tongue) -> str | None:
    """The reading of a word that is not simply letters; None to read it as it is written."""
    if _EASY.fullmatch(text):
        return None
    text = _ascii_digits(text).translate(_MINUS)
    if text in tongue.signs:
        return tongue.signs[text]
    if text in tongue.money:
        return tongue.money[text][1]
    if _ORDINAL.fullmatch(text) and tongue.numbers:
        return text.replace(".", "")
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

_ROMAN_ORDINAL = regex.compile(r"([IVXLC]+)(?:e|er|ème|re)")


def _roman(words: Sequence[Word], i: int, tongue: Tongue) -> str | None:
    body = words[i].body
    if tongue is FRENCH and (match := _ROMAN_ORDINAL.fullmatch(body)) is not None:
        value = roman(match[1])
        if value is None:
            return None
        return "premier" if value == 1 else num2words(value, lang="fr", to="ordinal")
    if i and words[i - 1].body.lower() in tongue.numbered and body.isupper():
        value = roman(body)
        return None if value is None else cardinal(str(value), tongue)
    return None


def _amount_before(words: Sequence[Word], i: int) -> str:
    if i and not words[i - 1].after.strip() and not words[i].before:
        body = _ascii_digits(words[i - 1].body)
        if regex.fullmatch(rf"[-−+]?{_NUMBER}|[{VULGAR}]", body):
            return body
    return ""


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
        amount = _amount_before(words, i)
        unit = _unit(body, tongue, amount == "1") if amount else None
        stopped = word.after.startswith(".") and not word.after.startswith("..")
        short = tongue.abbreviations.get(body.lower())
        if short is not None and (stopped or body[-1:] in "°º") and i < len(words) - 1:
            word.said = short
            word.after = word.after.removeprefix(".")
            continue
        word.said = (
            unit
            or _operator(body, equation, tongue)
            or _roman(words, i, tongue)
            or odd(body, tongue)
        )
