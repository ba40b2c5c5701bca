"""Ordinals and Roman numerals in Spanish, French, Italian and Portuguese."""

from __future__ import annotations

from collections.abc import Sequence

import regex
from num2words import num2words

from studio.spoken.agreement import SMALL_WORDS, is_feminine
from studio.spoken.characters import listed
from studio.spoken.cutting import Word
from studio.spoken.english_numbers import roman

_ENDINGS = {
    "es": "[ºª]|er|o|a|os|as",
    "it": "[ºª]|o|a",
    "pt_BR": "[ºª]|o|a|os|as",
    "fr": "ers?|[èe]?res?|nde?s?|(?:[èe]m|m)?es?",
}
_DIGITS = {code: regex.compile(rf"(\d{{1,4}})\.?({end})") for code, end in _ENDINGS.items()}
# Only numerals that people write, and no words: Le, Ce, Io, Va.
_ROMAN = {
    code: regex.compile(rf"([IVX]+|[IVXL]{{3,}})\.?({_ENDINGS['fr'] if code == 'fr' else '[ºª]'})")
    for code in _ENDINGS
}
_FIRST_ONLY = regex.compile("ers?|[èe]?res?")
_NUMERAL = regex.compile("[IVX]+|[IVXL]{3,}")
_DEGREE = regex.compile(r"(\d{1,2})\.?°")

# Monarchs and popes, whose numeral is an ordinal up to ten (in Italian always).
_RULERS = frozenset(listed(
    "Louis Charles François Henri Philippe Napoléon Jean Paul Pie Benoît Clément Grégoire Léon "
    "Élisabeth Elisabeth Catherine Guillaume Frédéric Pierre Nicolas Alexandre Édouard Jacques "
    "Carlos Felipe Alfonso Fernando Juan Pablo Isabel Enrique Luis Pedro Sancho Jaime Ramiro "
    "Napoleón Pío Benedicto Francisco Gregorio León Clemente Catalina Guillermo Federico Nicolás "
    "Alejandro Eduardo Jacobo Jorge Ricardo Amadeo Carlo Luigi Emanuele Umberto Giovanni Paolo Pio "
    "Benedetto Leone Enrico Filippo Francesco Elisabetta Caterina Guglielmo Nicola Alessandro "
    "Edoardo Giacomo Giorgio Riccardo Napoleone Vittorio Ottone Bonifacio Urbano Innocenzo Sisto "
    "Giulio João Maria Manuel Afonso Sebastião Filipe José Luís Dinis Duarte Henrique Bento Leão "
    "Gregório Paulo Isabel Catarina Nicolau Alexandre Jorge Ricardo Napoleão Inocêncio Inocencio"
))  # fmt: skip
_QUEENS = frozenset(("Isabel", "Élisabeth", "Elisabeth", "Catherine"))
_CENTURIES = ("siglo", "secolo", "século")
_ONE_OF_SEVERAL = frozenset(listed("il lo el al del dal nel sul do ao no"))
_DETERMINERS = frozenset(listed(
    "el la los las un una del al en il lo nel nella della dal dalla alla o a os as do da no na um "
    "uma ao à pelo pela nell dell sul sulla"
))  # fmt: skip


def ordinal(value: int, code: str, *, feminine: bool = False, plural: bool = False) -> str:
    """ "tercero", "vigésima primera"; ``code`` is num2words'."""
    said = num2words(value, lang=code, to="ordinal")
    if code == "fr":
        said = "première" if value == 1 and feminine else said
    elif feminine and code == "it":
        said = said.removesuffix("o") + "a"
    elif feminine:
        said = regex.sub(r"o\b", "a", said)
    return said + "s" if plural else said


def written_ordinal(text: str, code: str) -> str | None:
    """``3e``, ``1.º``, ``XXe``, ``2ª``; None if the text is none."""
    if code not in _ENDINGS:
        return None
    match = _DIGITS[code].fullmatch(text) or _ROMAN[code].fullmatch(text)
    if match is None:
        return None
    value = int(match[1]) if match[1].isdecimal() else roman(match[1]) or 0
    end, plural = match[2].removesuffix("s"), match[2].endswith("s")
    if code != "fr":
        said = ordinal(value, code, feminine=end in ("ª", "a"), plural=plural) if value else None
        return said.removesuffix("o") if said and end == "er" else said
    if end.startswith("nd"):
        return {"nd": "second", "nde": "seconde"}[end] + "s" * plural if value == 2 else None
    if not value or (_FIRST_ONLY.fullmatch(end) and value != 1):
        return None
    return ordinal(value, code, feminine=end.endswith("re"), plural=plural)


def degree_ordinal(words: Sequence[Word], i: int, code: str) -> str | None:
    """``1° maggio``, ``el 2° piso``: a sign for degrees where an ordinal is meant."""
    match = _DEGREE.fullmatch(words[i].body) if code in ("es", "it", "pt_BR") else None
    noun = _next(words, i)
    if match is None:
        return None
    if not noun and _previous(words, i).lower() in _ONE_OF_SEVERAL:
        return ordinal(int(match[1]), code)  # il 2°
    if not noun[:1].islower() or noun in SMALL_WORDS:
        return None
    return ordinal(int(match[1]), code, feminine=is_feminine(noun, code))


def _next(words: Sequence[Word], i: int) -> str:
    return words[i + 1].body if i + 1 < len(words) and not words[i].after else ""


def _previous(words: Sequence[Word], i: int) -> str:
    return words[i - 1].body if i and not words[i - 1].after and not words[i].before else ""


def roman_numeral(words: Sequence[Word], i: int, code: str, numbered: frozenset[str]) -> str | None:
    """What a Roman numeral is read as where it stands; None if the word is none."""
    body = words[i].body
    value = roman(body) if _NUMERAL.fullmatch(body) else None
    if value is None or code not in _ENDINGS:
        return None
    before, noun = _previous(words, i), _next(words, i)
    if before.lower() in numbered:
        return _number(value, code, ordinals=before.lower() in _CENTURIES)
    if before in _RULERS:
        return _number(value, code, ordinals=True, feminine=before[-1] == "a" or before in _QUEENS)
    if noun.lower() in ("secolo", "secoli"):
        return ordinal(value, code)
    if code != "fr" and _counts(before, noun, body):
        return ordinal(value, code, feminine=is_feminine(noun.lower(), code))
    if len(body) > 1 and not _shouted(before, noun):
        return _number(value, code)
    return _number(value, code) if len(body) == 1 and _listed(words, i) else None


def _number(value: int, code: str, *, ordinals: bool = False, feminine: bool = False) -> str:
    last = {"fr": 1, "it": 999}.get(code, 10)
    if ordinals and value <= last:
        return ordinal(value, code, feminine=feminine)
    return num2words(value, lang=code)


def _counts(before: str, noun: str, body: str) -> bool:
    """``la II guerra``, ``il XX congresso``."""
    article = before.lower() in _DETERMINERS or (not before and len(body) > 1)
    return article and noun.isalpha() and noun.lower() not in SMALL_WORDS and not noun.isupper()


def _shouted(*neighbours: str) -> bool:
    """Whether the words around are in capitals too, so that VI may be a word."""
    return any(len(w) > 1 and w.isupper() and not _NUMERAL.fullmatch(w) for w in neighbours)


def _listed(words: Sequence[Word], i: int) -> bool:
    """Whether a longer numeral stands near: I, II and III."""
    near = [*words[max(i - 2, 0) : i], *words[i + 1 : i + 3]]
    return any(len(w.body) > 1 and _NUMERAL.fullmatch(w.body) for w in near)
