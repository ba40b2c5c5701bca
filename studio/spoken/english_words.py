"""Single words in English that a G2P would stumble over: mixtures of letters, digits and signs."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

from studio.abbreviations import NUMBERED
from studio.spoken.addresses import address, spell
from studio.spoken.characters import listed
from studio.spoken.english_measures import VULGAR, power, quantity, span
from studio.spoken.english_money import CURRENCY_WORD, currency, money, say_money
from studio.spoken.english_numbers import NUMBER, number, ordinal, pairs, plural
from studio.spoken.english_times import clock, clocks, date, half_day, lasting, phone, stamp
from studio.spoken.english_units import per, unit

GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        listed(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi "
            "rho sigma tau upsilon phi chi psi omega"
        ),
        strict=True,
    )
)
GREEK |= {"ς": "sigma", "ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon"}

SYMBOLS = {
    "&": "and", "%": "percent", "‰": "per mille", "+": "plus", "=": "equals", "×": "times",
    "÷": "divided by", "@": "at", "°": "degrees", "§": "section", "©": "copyright",
    "®": "registered", "™": "trademark", "±": "plus or minus", "≤": "less than or equal to",
    "≥": "greater than or equal to", "≠": "does not equal", "≈": "approximately equals",
    "∞": "infinity", "√": "the square root of", "∑": "the sum of", "∫": "the integral of",
    "№": "number", "<": "less than", ">": "greater than", "<=": "less than or equal to",
    ">=": "greater than or equal to", "!=": "does not equal", "==": "equals",
    "+/-": "plus or minus", "&&": "and", "#": "number", "*": "times", "⁺": "plus", "⁻": "minus",
    "§§": "sections", "∛": "the cube root of", "´": "prime", "′": "prime", "″": "double prime",
}  # fmt: skip

_EASY = regex.compile(r"'?\p{L}[\p{L}\p{M}]*(?:['-][\p{L}\p{M}]+)*'?")
_INITIALS = regex.compile(r"(?:\p{L}\.){1,6}\p{L}|\p{Lu}\p{L}{0,2}(?:\.\p{L}{1,2}){1,3}")
_OF_INITIALS = regex.compile(r"(?:\p{L}\.)+\p{L}\.?'s")
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱ⁺⁻"
_SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉"
_TO_PLAIN = str.maketrans(_SUPERSCRIPT + _SUBSCRIPT, "0123456789ni+-0123456789")
_RAISED = regex.compile(rf"(?P<base>\p{{L}}{{1,3}})(?P<power>[{_SUPERSCRIPT}]+)")
_CARET = regex.compile(r"(?P<base>\p{L}{1,3}|\d+)\^(?P<power>-?\d+|\p{L})")
_HASHTAG = regex.compile(r"#+(?P<name>[\p{L}\d_]*\p{L}[\p{L}\d_]*)")
_CAMEL = regex.compile(r"\d+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{L}\p{M}]+")
_OPTIONAL = regex.compile(r"(?P<stem>\p{L}+)\((?P<ending>\p{L}{1,3})\)?")
_CLAUSE = regex.compile(
    r"(?P<head>\d[\d–-]*\p{L}?)(?P<clauses>(?:\([\d\p{L}]{1,2}\))*\([\d\p{L}]{1,2}\)?)"
)
_PREFIXED = regex.compile(r"\(?(?P<prefix>\p{L}+-?)\)(?P<stem>\p{L}+)")
_GREEK_LETTER = regex.compile(r"\p{Greek}")
_AMPERSAND = regex.compile(r"\p{Lu}{1,3}&\p{Lu}{1,3}")
_LOOSE = regex.compile(r" +(?=[.,;:!?…])|(?<= ) +")
_SHARP = regex.compile(r"[A-GF]#")
_ATOM = regex.compile(
    rf"(?P<number>(?>{NUMBER}))(?P<ordinal>st|nd|rd|th)?(?!\p{{L}})"
    r"|\^(?P<power>[-−]?\d+|\p{L})|(?P<digits>\d+)|(?P<word>'?[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*'?)"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱ⁺⁻]+)|(?P<pause>[.,;:!?…]+)|(?P<same>(?P<one>[&%+=@#*<>$€£~^_|/\\-])(?P=one){2,})|(?P<sign>.)",
    regex.S,
)


_NUMBERED = regex.compile(r"(?:(?P<name>\p{L}{1,4})\.|[Nn]o)(?P<rest>\d.*)")


def hashtag(text: str) -> str | None:
    """``#NewYear2026`` is "hashtag New Year twenty twenty-six"."""
    match = _HASHTAG.fullmatch(text)
    if match is None:
        return None
    if not regex.search(r"\p{L}{3}", match["name"]):
        return f"number {odd(match['name']) or match['name']}"  # #3B
    parts = (number(p) if p.isdecimal() else p for p in _CAMEL.findall(match["name"]))
    return " ".join(("hashtag", *parts))


def _raised(text: str) -> str | None:
    """x² and m²: a power, or a unit of area without its number."""
    match = _RAISED.fullmatch(text) or _CARET.fullmatch(text)
    if match is None:
        return None
    exponent = match["power"].translate(_TO_PLAIN)
    as_unit = unit(match["base"] + match["power"]) if exponent in "23" else None
    if as_unit is not None and len(match["base"]) > 1:
        return as_unit
    if not regex.fullmatch(r"[+-]?(?:\d{1,9}|\p{L}{1,2})", exponent):
        return None
    base = match["base"]
    said = number(base, years=False) if base.isdecimal() else _letters(base)
    return f"{said} {power(exponent)}"


def _greek_letter(letter: str) -> str:
    """The name of a Greek letter, its accents aside."""
    return GREEK.get(unicodedata.normalize("NFD", letter)[0].lower(), letter)


def _letters(text: str) -> str:
    """A short run of letters beside digits: spelt when it has no vowel (CO₂ is always spelt)."""
    if text in GREEK or text.lower() in GREEK:
        return GREEK[text.lower()]
    if _GREEK_LETTER.search(text):
        return " ".join(
            _greek_letter(p) if _GREEK_LETTER.match(p) else _letters(p)
            for p in regex.findall(r"\p{Greek}|\P{Greek}+", text)
        )
    if len(text) == 1:
        return text if text in "xyzn" else spell(text)
    vowels = any(c in "aeiouyAEIOUY" for c in text)
    if (len(text) <= 4 and not vowels) or (len(text) == 2 and text.isupper()):
        return spell(text)
    return text


def _subscripts(text: str) -> str | None:
    """H₂O is "H two O"; a formula is spelt."""
    if not any(c in _SUBSCRIPT for c in text):
        return None
    atoms = regex.findall(r"\d+|\p{L}+", text.translate(_TO_PLAIN))
    return " ".join(
        number(a, years=False) if a.isdecimal() else spell(a) if len(a) < 4 else a for a in atoms
    )


def _slashed(text: str, british: bool) -> str | None:
    """and/or, he/she, w/o; several are read one after the other."""
    fixed = {"w/": "with", "w/in": "within", "w/out": "without", "w/o": "without",
             "b/c": "because", "c/o": "care of", "n/a": "N A",
             "he/she": "he or she", "she/he": "she or he", "his/her": "his or her",
             "him/her": "him or her", "her/him": "her or him", "s/he": "she or he",
             "she/her": "she her", "he/him": "he him", "they/them": "they them"}  # fmt: skip
    if text.lower() in fixed:
        return fixed[text.lower()]
    often = _OFTEN.fullmatch(text)
    if often is not None and per(often[2]):
        return f"{number(often[1], british)} times {per(often[2])}"
    parts = [part for part in text.split("/") if part]
    if "/" not in text or not parts:
        return None
    several = len(parts) > 2 and not text.replace("/", "").isdecimal()
    between = ", " if several else " "
    said = between.join(odd(part, british) or _whole(part) for part in parts)
    return said if said.strip() else None


_OFTEN = regex.compile(r"(\d+)x/(\p{L}+)")  # 2x/day
_EQUATED = regex.compile(r"[^=<>!]+(?:=[^=<>!]+)+")
_LESS = regex.compile(r"([nxyzk])[-−](\d+)")


def _equated(text: str, british: bool) -> str | None:
    """€1=¥160, 5x5=25, n-1."""
    less = _LESS.fullmatch(text)
    if less is not None:
        return f"{less[1]} minus {number(less[2], british)}"
    if not _EQUATED.fullmatch(text) or not any(c.isdecimal() for c in text):
        return None
    sum_of = regex.sub(r"(?<=\d)/(?=\d)", "÷", regex.sub(r"(?<=\d)[x×](?=\d)", "*", text))
    return " equals ".join(odd(side, british) or side for side in sum_of.split("="))


def _whole(part: str) -> str:
    return spell(part) if part.isupper() and len(part) < 3 else part


_HALF_DAY_RANGE = regex.compile(r"(?P<half>[ap]\.?m)\.?[-–](?P<until>\d\S*)", regex.I)


def _hyphened(text: str, british: bool) -> str | None:
    """5-year-old, COVID-19, mid-1990s, Mon–Fri: each part for itself."""
    match = _HALF_DAY_RANGE.fullmatch(text)
    if match is not None:
        until = clock(match["until"], bare=True) or odd(match["until"], british)
        return f"{half_day(match['half'])} to {until}"
    parts = text.replace("–", "-").split("-")
    if len(parts) < 2 or not all(parts):
        return None
    initials = "–" in text and all(len(p) == 1 and p.isalpha() for p in parts)
    if initials or text in ("A-Z", "a-z"):
        return " to ".join(p.upper() for p in parts)
    price = money(parts[0])
    said = [odd(part, british) for part in parts]
    if price is not None:  # a $20-a-day habit
        said[0] = say_money(price, british, adjective=True)
    if all(s is None for s in said):
        return "-".join(parts) if "–" in text else None
    if len(parts) > 2 and parts[0].isdecimal() and parts[1].isdecimal() and parts[2].isalpha():
        said[1] = f"to {said[1]}"  # a 5-10-minute walk
    shown = [_unit_part(p, parts[k - 1] if k else "") for k, p in enumerate(parts)]
    return " ".join(s or p for s, p in zip(said, shown, strict=True))


def _unit_part(part: str, before: str) -> str:
    """ "10-km run" is "ten kilometer run"."""
    if part == "A":
        return spell(part)
    amount = regex.fullmatch(NUMBER, before) is not None
    name = unit(part, one=True) if amount and len(part) < 4 else None
    return name if name is not None and part not in ("in", "a", "h", "s", "m") else part


def _numerals(text: str) -> str | None:
    """Circled digits and other signs that are numbers, each for itself."""
    if not all(unicodedata.category(c) in ("No", "Nl") for c in text):
        return None
    values = [unicodedata.numeric(c, None) for c in text]
    if any(v is None or v != int(v) for v in values):
        return None
    return " ".join(number(str(int(v)), years=False) for v in values if v is not None)


@lru_cache(maxsize=8192)
def odd(text: str, british: bool = False) -> str | None:
    """The reading of a word that is not simply letters; None if it can be read as written."""
    if _EASY.fullmatch(text):
        greek = not text.isascii() and _GREEK_LETTER.search(text) is not None
        return unit(text, british=british) or atoms(text) if greek else None
    if _INITIALS.fullmatch(text):
        return None
    if _OF_INITIALS.fullmatch(text):
        return text.replace(".'", "'")
    said = _whole_reading(text, british)
    if said is not None:
        return said
    if text.endswith("ish") and text[-4:-3].isdecimal() and (stem := odd(text[:-3].rstrip("-"))):
        return f"{stem} ish"
    if text.endswith("'s") and len(text) > 2:
        stem = odd(text[:-2], british)
        return None if stem is None else f"{stem}'s"
    return _parts_reading(text, british)


def _whole_reading(text: str, british: bool) -> str | None:
    if text in SYMBOLS:
        return SYMBOLS[text]
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None and (name := NUMBERED.get((numbered["name"] or "no").lower())):
        return f"{name} {odd(numbered['rest'], british) or numbered['rest']}"
    if text[0] == "@" and text[1:2].isdecimal():
        return f"at {odd(text[1:], british)}"
    if text[0] in "°º" or "/" in text[1:4]:
        said = unit(text, british=british)
        if said is not None:
            return said
    if CURRENCY_WORD.fullmatch(text):
        names = currency(text)
        return names.many if names and not text.isalpha() else None
    if any(c.isdecimal() or c in VULGAR for c in text):
        said = (
            stamp(text, british)
            or date(text, british)
            or phone(text)
            or clock(text)
            or clocks(text)
        )
        said = said or quantity(text, british) or lasting(text) or span(text, british)
        if said is not None:
            return said
    return address(text) or hashtag(text) or _raised(text) or _subscripts(text) or _numerals(text)


def _parts_reading(text: str, british: bool) -> str | None:
    if _SHARP.fullmatch(text):
        return f"{text[0]} sharp"
    if _AMPERSAND.fullmatch(text):
        return None
    match = _CLAUSE.fullmatch(text)
    if match is not None:  # 401(k), 5(3)(a), 7-6(4)
        head = match["head"]
        said = pairs(head) if len(head) == 3 and head.isdecimal() else odd(head, british) or head
        clauses = regex.findall(r"\w+", match["clauses"])
        return " ".join((said, *(odd(c, british) or c.upper() for c in clauses)))
    match = _OPTIONAL.fullmatch(text)
    if match is not None:
        return match["stem"] + match["ending"]
    match = _PREFIXED.fullmatch(text)
    if match is not None:
        return match["prefix"] + match["stem"]
    equated = _equated(text, british)
    if equated is not None:
        return equated
    return _hyphened(text, british) or _slashed(text, british) or atoms(text, british)


def atoms(text: str, british: bool = False) -> str:
    """The last resort: runs of letters, digits and signs, one after the other."""
    mixed = any(c.isdecimal() for c in text)
    said: list[str] = []
    matches = list(_ATOM.finditer(text))
    for k, match in enumerate(matches):
        follows = matches[k + 1] if k + 1 < len(matches) else None
        said.append(_atom(match, said, follows, mixed, british))
    return _LOOSE.sub("", " ".join(filter(None, said))).strip(" ,;:")


def _atom(
    match: regex.Match[str],
    before: list[str],
    follows: regex.Match[str] | None,
    mixed: bool,
    british: bool,
) -> str:
    text = match[0]
    if match["number"] is not None:
        if match["ordinal"]:
            whole, _, rest = match["number"].replace(",", "").partition(".")
            return ordinal(whole, british) if whole else f"point {ordinal(rest, british)}"
        lettered = match.start() > 0 and match.string[match.start() - 1].isalpha()
        short = text.isdecimal() and len(text) < 5
        return pairs(text) if lettered and short else number(text, british)
    if match["digits"] is not None:
        said = pairs(text) if len(text) < 5 else number(text, british, years=False)
        several = follows is not None and follows[0] in ("s", "'s")
        return plural(said) if several else said
    if match["word"] is not None:
        after_digits = match.start() > 0 and match.string[match.start() - 1].isdecimal()
        if after_digits and text in ("s", "'s"):
            return ""
        return _letters(text) if mixed or len(text) == 1 else _greek_in(text)
    if match["pause"] is not None:
        return _inner_pause(match, before, follows)
    if match["power"] is not None:
        return power(match["power"].replace("−", "-"))
    if match["raised"] is not None:
        return _exponent(match)
    if match["same"] is not None:
        return ""
    return _sign(match, follows)


_BASE = regex.compile(r"(?:^|[^\p{L}])\p{L}{1,3}$|[\d)]$")


def _exponent(match: regex.Match[str]) -> str:
    """A power after a short symbol; after a word it is the number of a footnote."""
    plain = match[0].translate(_TO_PLAIN)
    if _BASE.search(match.string[: match.start()]):
        return power(plain)
    return number(plain, years=False) if plain.isdecimal() else plain


def _greek_in(text: str) -> str:
    """Δt is "delta t"."""
    if text.isascii() or not any(c.lower() in GREEK for c in text):
        return text
    return " ".join(
        GREEK.get(p.lower(), p) for p in regex.findall(r"\p{Greek}|[^\p{Greek}]+", text)
    )


def _inner_pause(
    match: regex.Match[str], before: list[str], follows: regex.Match[str] | None
) -> str:
    if not before or follows is None:
        return ""
    mark = "…" if len(match[0]) > 1 and set(match[0]) <= set(".…") else match[0][0]
    if mark == "." and follows["word"] is not None:
        previous, next_word = before[-1], follows[0]
        if len(previous) == 1 and previous.isupper() and next_word[0].isupper():
            return ""  # D.Phil.
        sentence = previous[-1:].islower() and next_word[:1].isupper() and len(next_word) > 1
        return "." if sentence and len(previous) > 1 else "dot"
    if mark == "." and (follows["digits"] or follows["number"]):
        return "point"
    return mark


def _sign(match: regex.Match[str], follows: regex.Match[str] | None) -> str:
    sign = match[0]
    nothing_after = follows is None
    if CURRENCY_WORD.fullmatch(sign):
        return ""  # a sign within a word: $HOME, Ke$ha
    if sign in GREEK or sign.lower() in GREEK:
        return GREEK[sign.lower()]
    if sign in "<>*":
        operand = follows is not None and (follows["number"] or follows["digits"])
        wanted = operand and match.start() > 0 and match.string[match.start() - 1].isalnum()
        return SYMBOLS[sign] if wanted else ""
    if sign == "#":
        return "" if nothing_after else "number"
    if sign in "′″´":
        return ""
    if sign in _SUPERSCRIPT + _SUBSCRIPT:
        plain = sign.translate(_TO_PLAIN)
        return number(plain) if plain.isdecimal() else SYMBOLS.get(sign, plain)
    if sign in SYMBOLS:
        return SYMBOLS[sign]
    value = unicodedata.numeric(sign, None)
    if value is not None:
        return quantity(sign) or (number(str(int(value))) if value == int(value) else "")
    return ""
