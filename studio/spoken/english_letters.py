"""Letters and outcries that English spelling does not know, as something its G2P can read."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

from studio.spoken.characters import listed

# Up to here espeak's English knows every letter that is in use (é, ñ, č, ł, ø, ơ, ə, …); what
# comes after, and loose marks, it names by their code points: "letter one E D F".
_STRANGE = regex.compile(
    r"[[\p{Latin}\p{Lm}\p{M}]--[\u0000-\u025d\u02bb\p{Block=Superscripts_And_Subscripts}]]",
    regex.V1,
)
_WORD_OF_LETTERS = regex.compile(r"[\p{L}\p{M}'-]+")
# What the names of letters do not say.
_SOUNDS = {
    "ṛ": "ri", "Ṛ": "Ri", "ʃ": "sh", "ʒ": "zh", "ʊ": "u", "ɪ": "i", "ʌ": "u", "ɹ": "r", "ɡ": "g",
    "ɤ": "o", "ɸ": "f", "θ": "th", "ẞ": "SS",
}  # fmt: skip
_NAMED = regex.compile(r"LATIN (?:SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:[A-Z]+ )*?([A-Z]{1,2})")


def readable(text: str) -> str:
    """``text`` with every word that holds a letter or mark unknown to the G2P in plain letters:
    ``phở`` is "pho", ``Nguyễn`` "Nguyen", ``Qurʾān`` "Quran"; other words keep their accents."""
    if text.isascii() or not _STRANGE.search(text):
        return text
    return _WORD_OF_LETTERS.sub(
        lambda word: "".join(map(_bare, word[0])) if _STRANGE.search(word[0]) else word[0], text
    )


@lru_cache(maxsize=1024)
def _bare(letter: str) -> str:
    """A letter without its marks; nothing for a mark or a sign such as ʾ."""
    if letter.isascii() or letter in _SOUNDS:
        return _SOUNDS.get(letter, letter)
    base = unicodedata.normalize("NFD", letter)[0]
    if not _STRANGE.match(base):
        return base
    name = _NAMED.match(unicodedata.name(base, "").partition(" WITH ")[0])
    if name is None:
        return ""
    return name[1] if base.isupper() else name[1].lower()


# Outcries without a vowel would be spelt.
_OUTCRIES = (
    (regex.compile(r"(?i:s+sh+|sh{2,})|Sh"), "shush"),  # sh is a shell
    (regex.compile(r"b+r{2,}", regex.I), "burr"),
    (regex.compile(r"g+r{2,}", regex.I), "gurr"),
    (regex.compile(r"z{3,}", regex.I), "zizz"),
    (regex.compile(r"b+z{2,}", regex.I), "buzz"),
    (regex.compile(r"p+s+s+t+|pst", regex.I), "psst"),
    (regex.compile(r"p+f{2,}t*", regex.I), "pfft"),
    (regex.compile(r"s{3,}", regex.I), "hiss"),
    (regex.compile(r"e+w{2,}", regex.I), "ew"),
    (regex.compile(r"m+h+m+", regex.I), "mm-hmm"),
)
# misaki takes the apostrophe of these for a quotation mark.
_ELIDED = {word: word for word in listed("twas twere twill til till round ello ere ow im er")}
_ELIDED["tis"] = "tizz"
# And so it takes that at the end of these, whose last letter is not said.
_CLIPPED = {"o": "a", "an": "an", "th": "the", "n": "an", "lil": "lil", "po": "po", "mo": "mo"}
_STUTTER = regex.compile(
    r"(?P<sound>[aou]|(?![aeiou])\p{L}(?:h|r|l|t|p|k|qu)?)(?:-(?P=sound)){0,4}-(?P<word>\p{L}[\p{L}']+)",
    regex.I,
)
_NO_STUTTERS = frozenset(listed(
    "d-day t-test t-tests b-ball b-boy b-boys c-clamp c-clamps c-class c-cup g-girl k-kids "
    "s-series s-shape s-shaped s-sound t-tail t-tails t-top"
))  # fmt: skip
_VOWEL_SOUNDS = {"a": "ah", "o": "oh", "u": "uh"}


def stutter(text: str) -> str | None:
    """``M-m-mother`` is "Muh, muh, mother", as its letters alone would be called by name."""
    match = _STUTTER.fullmatch(text) if "-" in text[:4] else None
    if match is None or text.lower() in _NO_STUTTERS:
        return None
    *sounds, word = text.split("-")
    if not word.lower().startswith(sounds[0].lower()):
        return None
    said = [_VOWEL_SOUNDS.get(s.lower()) or f"{s.lower()}uh" for s in sounds]
    if text.isupper():
        return ", ".join((*said, word)).upper()
    if text[0].isupper():
        said[0] = said[0].capitalize()
    return ", ".join((*said, word))


_DRAWN_OUT = regex.compile(r"(\p{L})\1{2,}", regex.I)
_DOUBLED = frozenset(
    listed(
        "cool vroom good sweet look too see week free need feel soon food boo moo woo zoo ooh whee "
        "wee eek aww all well hell tell kill ball call fall keep sleep deep really yoohoo book loop"
    )
)


def outcry(text: str) -> str | None:
    """``Shhh`` is "shush", ``sooo`` "so", ``'Twas`` "Twas"; None for an ordinary word."""
    if text[:1] == "'" and (elided := _ELIDED.get(text[1:].lower())):
        return elided.capitalize() if text[1].isupper() else elided
    if text[-1:] == "'" and (clipped := _CLIPPED.get(text[:-1].lower())):
        return clipped.capitalize() if text[0].isupper() else clipped
    if text[:2] == "Nh" and text[2:3] in tuple("aeiou"):  # a Vietnamese name: Nha Trang
        return "N" + text[2:]
    if len(text) > 30 or not text.isalpha() or set(text) <= set("ivxIVX"):
        return None
    if text.isupper() and len(text) < 4:
        return None
    for pattern, said in _OUTCRIES:
        if pattern.fullmatch(text):
            return said.capitalize() if text[0].isupper() else said
    run = _DRAWN_OUT.search(text)
    if run is None or not set(text.lower()) & set("aeiouy"):
        return None
    if text.isupper() and len(run[0]) < 4 and len(text) < 6:  # IEEE
        return None
    double = _DRAWN_OUT.sub(lambda letters: letters[0][:2], text)
    return double if double.lower() in _DOUBLED else _DRAWN_OUT.sub(r"\1", text)
