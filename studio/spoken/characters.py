"""What single characters are to a reader: blanks, quotes, letters of one script or another."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

# U+200B separates words though it is no blank for str.isspace(); the tag characters and
# variation selectors, soft hyphens, byte order marks and direction marks show nothing at all.
ZERO_WIDTH_SPACE = "\u200b"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffc\ufffd"
INVISIBLE = regex.compile(rf"[\p{{Cf}}\p{{Cc}}\p{{Me}}\p{{Co}}\p{{Cn}}\p{{Cs}}\p{{VS}}{_FILLERS}]")
BLANK_CHARACTERS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000" + ZERO_WIDTH_SPACE
)
RUN = regex.compile(rf"[^{BLANK_CHARACTERS}]+")

OPENING_BRACKETS = "([{（［｛【〔〖⟨〈《"
CLOSING_BRACKETS = ")]}）］｝】〕〗⟩〉》"
OPENING_QUOTES = "“„‟«‹「『〝"
CLOSING_QUOTES = "”»›」』〞〟"
SINGLE_QUOTES = "'‘’‚‛＇"
STRAIGHT_QUOTES = '"＂'
OPENERS = OPENING_BRACKETS + OPENING_QUOTES + "‘‚‛¿¡"

_DASHES = "—―⸺⸻〜～"
_ENDS = {
    **dict.fromkeys(".．。｡۔।॥", "."),
    **dict.fromkeys(",，、､،", ","),
    **dict.fromkeys("!！‼", "!"),
    **dict.fromkeys("?？؟⁇", "?"),
    **dict.fromkeys(":：", ":"),
    **dict.fromkeys(";；؛", ";"),
    **dict.fromkeys("…⋯‥", "…"),
    **dict.fromkeys("⁉⁈", "?!"),
    **dict.fromkeys(_DASHES, "—"),
    **dict.fromkeys(CLOSING_BRACKETS, ")"),
    **dict.fromkeys(CLOSING_QUOTES + STRAIGHT_QUOTES, "”"),
}
_LEADS = {
    **dict.fromkeys(OPENING_BRACKETS, "("),
    **dict.fromkeys(OPENING_QUOTES + CLOSING_QUOTES + STRAIGHT_QUOTES, "“"),
}

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼʹ＇`´", "'"),
        **dict.fromkeys("“”„‟«»‹›＂", '"'),
        **dict.fromkeys("‐‑﹣－", "-"),
        **dict.fromkeys("‒", "–"),
        **dict.fromkeys("―⸺⸻", "—"),
        **dict.fromkeys("∕⁄", "/"),
        **dict.fromkeys("∗", "*"),
        **dict.fromkeys("∶", ":"),
        **dict.fromkeys("∆", "Δ"),
        **dict.fromkeys("Ω", "Ω"),
        "µ": "μ",
        "ı": "i",
    }
)

# Compatibility forms that are only another look of the same letters; the others (½, ², ①, ™,
# …) mean something of their own and are left to the rules.
_LOOKS = ("<wide>", "<narrow>", "<font>", "<square>", "<compat>", "<super>", "<sub>")


def listed(text: str) -> tuple[str, ...]:
    """The words of a table that is written as one string."""
    return tuple(text.split())


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cn":  # the regex package's Unicode is newer and may know it
        return ""
    if character < "\x80" or category == "No" or character in "…™℠ⁿⁱºª⁺⁻₊₋′″‴":
        return character
    if character.isdecimal():
        return str(unicodedata.digit(character))
    look = unicodedata.decomposition(character)
    if not look.startswith(_LOOKS):
        return character
    plain = unicodedata.normalize("NFKC", character)
    return character if " " in plain or category == "Nl" else plain


def plain(text: str) -> str:
    """``text`` in NFC with typewriter quotes and hyphens, ordinary letter forms, and nothing
    invisible; the en dash, the em dash and the minus sign stay distinct."""
    if text.isascii():
        return INVISIBLE.sub("", text)
    text = unicodedata.normalize("NFC", text).translate(_PLAIN)
    text = "".join(map(_plain_character, text))
    return INVISIBLE.sub("", unicodedata.normalize("NFC", text))


ARROW = r"<?[-=–—]{1,8}>+|<[-=–—]{1,8}(?![\d])"
EMOTICON = r"[:;]['^-]?[)(\[\]DPpOo3/\\|*]+|[-=]_[-=]|T_T|o_O|O_o"
_DRAWN = regex.compile(rf"(?<!\S)(?:{ARROW}|{EMOTICON})(?=[.,!?]*(?!\S))")
_REPEATED = regex.compile(r"([,:;”)(“—])\1+")
_DOTS = regex.compile(r"\.{2,}|…[.…]*|\.…")
_SHOUTS = regex.compile(r"[!?]{2,}")
_DASH = regex.compile(r"(?<=\s)[-–‒−]+(?!\S)|[–‒]+$|--+")


def ending(raw: str) -> str:
    """The punctuation after a word in the few marks that Kokoro knows, without repetitions;
    what it does not know is left out. A dash keeps a blank before it if it had one."""
    if not raw:
        return ""
    if raw in ".,!?:;":
        return raw
    raw = _DRAWN.sub("", raw)
    raw = _DASH.sub("—", raw)
    known = "".join(_ENDS.get(c, "") for c in raw)
    known = _DOTS.sub("…", known)
    known = _SHOUTS.sub(lambda m: "?!" if len(set(m[0])) == 2 else m[0][0], known)
    known = _REPEATED.sub(r"\1", known)[:8]
    return " " + known if raw[:1].isspace() and known.startswith("—") else known


def beginning(raw: str) -> str:
    """The opening quotes and brackets before a word, as Kokoro knows them."""
    if not raw:
        return ""
    return _REPEATED.sub(r"\1", "".join(_LEADS.get(c, "") for c in raw))[:4]


_FOREIGN = {
    "latin": regex.compile(r"[[\p{L}\p{Nl}]--[\p{Latin}\p{Common}\p{Inherited}]]", regex.V1),
    "hi": regex.compile(
        r"[[\p{L}\p{Nl}]--[\p{Latin}\p{Devanagari}\p{Common}\p{Inherited}]]", regex.V1
    ),
    "ja": regex.compile(
        r"[[\p{L}\p{Nl}]--[\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Common}\p{Inherited}]]",
        regex.V1,
    ),
    # misaki's Mandarin knows the characters of the first block only.
    "zh": regex.compile(
        r"[[\p{L}\p{Nl}]--[\p{Latin}\u4e00-\u9fff〇\p{Common}\p{Inherited}]]", regex.V1
    ),
}
_GREEK = regex.compile(r"(?<!\p{Greek})\p{Greek}{1,2}(?!\p{Greek})")


def foreign(language: str) -> regex.Pattern[str]:
    """Matches one letter of a script that the language's G2P cannot read."""
    return _FOREIGN.get(language, _FOREIGN["latin"])


def foreign_at(text: str, language: str) -> list[bool] | None:
    """For each character whether it is a letter that the language cannot read (with the marks
    that follow it); None when there is none. One or two Greek letters are read by their names."""
    pattern = foreign(language)
    if text.isascii() or not pattern.search(text):
        return None
    flags = [False] * len(text)
    for match in pattern.finditer(text):
        flags[match.start()] = True
    if language not in ("ja", "zh"):
        for match in _GREEK.finditer(text):
            flags[match.start() : match.end()] = [False] * len(match[0])
    for i in range(1, len(text)):
        if flags[i - 1] and unicodedata.category(text[i])[0] == "M":
            flags[i] = True
    return flags
