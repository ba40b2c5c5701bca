"""Amounts of money in English."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from studio.spoken.english_numbers import NUMBER, SIGNS, cardinal, number


@dataclass(frozen=True, slots=True)
class Currency:
    one: str
    many: str
    cent: str = ""
    cents: str = ""


_DOLLAR = Currency("dollar", "dollars", "cent", "cents")
_NAMES = {
    "$": _DOLLAR,
    "p": Currency("penny", "pence"),
    "€": Currency("euro", "euros", "cent", "cents"),
    "£": Currency("pound", "pounds", "penny", "pence"),
    "¥": Currency("yen", "yen"),
    "¢": Currency("cent", "cents"),
    "₿": Currency("bitcoin", "bitcoin"),
    "₹": Currency("rupee", "rupees", "paisa", "paise"),
    "₽": Currency("ruble", "rubles", "kopek", "kopeks"),
    "₩": Currency("won", "won"),
    "₺": Currency("lira", "lira", "kurush", "kurush"),
    "₴": Currency("hryvnia", "hryvnias"),
    "₪": Currency("shekel", "shekels"),
    "₫": Currency("dong", "dong"),
    "₦": Currency("naira", "naira"),
    "₱": Currency("peso", "pesos", "centavo", "centavos"),
    "฿": Currency("baht", "baht"),
    "₡": Currency("colon", "colones"),
    "₲": Currency("guarani", "guaranies"),
    "₵": Currency("cedi", "cedis"),
    "₸": Currency("tenge", "tenge"),
    "₭": Currency("kip", "kip"),
    "₮": Currency("tugrik", "tugriks"),
    "₼": Currency("manat", "manat"),
    "₾": Currency("lari", "lari"),
    "ƒ": Currency("florin", "florins"),
    "Rs": Currency("rupee", "rupees"),
    "CHF": Currency("Swiss franc", "Swiss francs"),
    "zł": Currency("zloty", "zlotys"),
    "kr": Currency("krone", "kroner"),
    "CNY": Currency("yuan", "yuan"),
    "RMB": Currency("yuan", "yuan"),
}
_CODES = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "BTC": "₿"}
_LANDS = {
    "US": "U.S.", "CA": "Canadian", "C": "Canadian", "CAD": "Canadian", "AU": "Australian",
    "A": "Australian", "AUD": "Australian", "NZ": "New Zealand", "NZD": "New Zealand",
    "HK": "Hong Kong", "HKD": "Hong Kong", "SG": "Singapore", "S": "Singapore",
    "SGD": "Singapore", "MX": "Mexican",
}  # fmt: skip
_CURRENCY_SIGN = (
    r"(?:(?:US|CA|AU|NZ|HK|SG|MX|A|C|S)?\$|R\$|[€£¥₿₹₽₩₺₴₪₫₦₱฿₡₲₵₸₭₮₼₾ƒ]"
    r"|Rs\.?|CHF|CNY|RMB|USD|EUR|GBP|JPY|INR|KRW|BTC|CAD|AUD|NZD|HKD|SGD)"
)
_SCALES = {
    "k": "thousand", "K": "thousand", "M": "million", "m": "million", "mn": "million",
    "mm": "million", "MM": "million", "bn": "billion", "B": "billion", "b": "billion",
    "BN": "billion", "T": "trillion", "tn": "trillion", "trn": "trillion",
}  # fmt: skip
SCALE_WORDS = frozenset(
    ("hundred", "thousand", "million", "billion", "trillion", "lakh", "lakhs", "crore", "crores")
)


def scale_word(text: str) -> str | None:
    """What a word that stands apart after an amount of money makes of it: million for m."""
    if text.lower() in SCALE_WORDS:
        return text.lower()
    return _SCALES.get(text) if text in ("m", "M", "mn", "bn", "tn", "B", "K", "k") else None


_SCALE = r"(?:-?(?:thousand|million|billion|trillion)|mn|mm|MM|bn|BN|tn|trn|[kKMmBbT])?"
# 1.299,50 and 12,50, as on the Continent.
_AMOUNT = rf"(?:{NUMBER}|(?:\d{{1,3}}(?:\.\d{{3}})+|\d+)(?:,\d\d?)?)"
_MONEY_BEFORE = regex.compile(
    rf"(?P<sign>[-−–+~≈<>±≤≥])?(?P<currency>{_CURRENCY_SIGN})(?P<inner>[-−])?"
    rf"(?P<num>{_AMOUNT})(?P<scale>{_SCALE})(?P<more>\+)?"
)
_MONEY_AFTER = regex.compile(
    rf"(?P<sign>[-−–+~≈<>±≤≥])?(?P<inner>)(?P<num>{_AMOUNT})(?P<scale>{_SCALE})"
    rf"(?P<currency>{_CURRENCY_SIGN}|[¢]|zł|kr)(?P<more>\+)?"
)
_PENCE = regex.compile(r"(?P<sign>)(?P<inner>)(?P<num>\d\d?)(?P<scale>)(?P<currency>p)(?P<more>)")
_LOSS = regex.compile(rf"({_CURRENCY_SIGN})\(({_AMOUNT}{_SCALE})\)")
_RANGES = (
    regex.compile(
        rf"(?P<currency>{_CURRENCY_SIGN})(?P<a>{_AMOUNT})(?P<first>{_SCALE})[-–—~](?P=currency)?"
        rf"(?P<b>{_AMOUNT})(?P<scale>{_SCALE})"
    ),
    regex.compile(
        rf"(?P<a>{_AMOUNT})(?P<first>{_SCALE})[-–—~](?P<b>{_AMOUNT})(?P<scale>{_SCALE})"
        rf"(?P<currency>{_CURRENCY_SIGN}|[¢]|zł|kr)"
    ),
    regex.compile(r"(?P<a>\d\d?)(?P<first>)p?[-–](?P<b>\d\d?)(?P<scale>)(?P<currency>p)"),
)
CURRENCY_WORD = regex.compile(rf"{_CURRENCY_SIGN}|¢|zł")


def _plain_amount(text: str, sign: str) -> str:
    """1.299,50 as 1299.50; a single point before three digits groups them where the currency
    is written so."""
    whole, comma, cents = text.partition(",")
    if comma and len(cents) < 3 and cents.isdecimal():
        return f"{whole.replace('.', '')}.{cents:0<2}"
    grouped = text.count(".") > 1 or (sign in ("€", "R$") and regex.fullmatch(r"\d+\.\d{3}", text))
    return text.replace(".", "") if grouped else text


def currency(sign: str) -> Currency | None:
    """The names of a currency from its sign or code: ``$``, ``US$``, ``EUR``, ``Rs.``."""
    sign = sign.removesuffix(".")
    if sign == "R$":
        return Currency("real", "reais", "centavo", "centavos")
    if (sign.endswith("$") and sign != "$") or sign in _LANDS:
        land = _LANDS.get(sign.rstrip("$"), "")
        return Currency(f"{land} dollar".strip(), f"{land} dollars".strip(), "cent", "cents")
    return _NAMES.get(_CODES.get(sign, sign))


@dataclass(frozen=True, slots=True)
class Money:
    sign: str
    amount: str
    scale: str
    currency: Currency
    more: bool = False  # "$5+"


def _scale(text: str) -> str:
    return _SCALES.get(text, text.lstrip("-"))


def money(text: str) -> Money | None:
    """The parts of an amount of money that is written in one word."""
    loss = _LOSS.fullmatch(text)
    if loss is not None:
        text = f"-{loss[1]}{loss[2]}"
    match = _MONEY_BEFORE.fullmatch(text) or _MONEY_AFTER.fullmatch(text) or _PENCE.fullmatch(text)
    names = currency(match["currency"]) if match else None
    if match is None or names is None:
        return None
    amount = _plain_amount(match["num"], match["currency"])
    sign = match["sign"] or match["inner"] or ""
    return Money(sign, amount, _scale(match["scale"]), names, bool(match["more"]))


def money_range(text: str, british: bool) -> tuple[str, str, Currency] | None:
    """``$1.5-2.5M`` in three parts: "one point five to two point five", "million", dollars."""
    matches = (pattern.fullmatch(text) for pattern in _RANGES)
    match = next(filter(None, matches), None)
    names = currency(match["currency"]) if match else None
    if match is None or names is None:
        return None
    first, last = (_plain_amount(match[k], match["currency"]) for k in "ab")
    scales = _scale(match["first"]), _scale(match["scale"])
    if (
        scales == ("", "")
        and names.cent
        and any(regex.search(r"\.\d\d$", a) for a in (first, last))
    ):
        start, end = (say_money(Money("", a, "", names), british) for a in (first, last))
        return f"{start} to {end}", "", Currency("", "")
    start, end = (number(amount, british, years=False) for amount in (first, last))
    if scales[0] and scales[0] != scales[1]:
        start = f"{start} {scales[0]}"
    return f"{start} to {end}", scales[1], names


def say_money_range(text: str, british: bool, *, adjective: bool = False) -> str | None:
    found = money_range(text, british)
    if found is None:
        return None
    amounts, scale, names = found
    return " ".join(filter(None, (amounts, scale, names.one if adjective else names.many)))


def say_money(found: Money, british: bool, *, adjective: bool = False) -> str:
    """ "five dollars", "one point five million dollars", "one pound and fifty pence"; as an
    adjective (a $20 bill) the currency stays in the singular."""
    sign = SIGNS[found.sign] + " " if found.sign else ""
    more = " plus" if found.more else ""
    whole, _, part = found.amount.partition(".")
    names = found.currency
    if names.cent and len(part) == 2 and not found.scale:
        large, small = int(whole.replace(",", "") or 0), int(part)
        pieces = []
        if large or not small:
            said = number(whole or "0", british, years=False)
            pieces.append(f"{said} {names.one if large == 1 or adjective else names.many}")
        if small:
            pieces.append(f"{cardinal(small)} {names.cent if small == 1 else names.cents}")
        return sign + " and ".join(pieces) + more
    words = number(found.amount, british, years=False)
    one = words == "one" and not found.scale
    name = names.one if one or adjective else names.many
    return sign + " ".join(filter(None, (words, found.scale, name))) + more
