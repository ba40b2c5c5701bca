"""Number words that agree with what is counted: "una hora", "veintiún años", "duas horas".

What the noun is can only be guessed from its ending; a number stays as it is where that says
little.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import regex

from studio.spoken.characters import listed
from studio.spoken.cutting import Word

# Words after a number that are not what it counts, and such before it that name its place.
SMALL_WORDS = frozenset(listed(
    "de del al a y e o u ou en em con com per con su por para que es son da do das dos di della "
    "dal in et à au aux dans sur est sont é ed od en el la los las il lo gli le i os as un una um "
    "uma sotto sopra bajo sobre acima abaixo fa nord sud norte sur sul hasta até fino"
))  # fmt: skip
_ARTICLES = frozenset(listed(
    "el la los las del al il lo i gli le dal nel o a os as do da no na ao à às alle dalle ore le "
    "du au"
))  # fmt: skip
_PLACES = frozenset(listed(
    "número nº n.º n° página pág capítulo cap figura tabla paso nivel tipo fase parte grupo "
    "versión opción pregunta ejercicio numero pagina capitolo tabella livello gruppo versione "
    "passo opção versão tabela nível artículo articolo artigo numéro page chapitre figure étape "
    "niveau groupe version question article"
))  # fmt: skip
_FEMININE = {
    "es": regex.compile(r".*(?:a|as|ción|sión|ciones|siones|dad|tad|dades|tades)|veces|noches?"
                        r"|tardes?|calles?|mujer(?:es)?"),
    "it": regex.compile(r".*(?:a|zione|sione|tà|tù)|notte|volte|parte"),
    "pt_BR": regex.compile(r".*(?:a|as|ção|são|ções|sões|dade|dades|gem|gens)|vez|vezes|noites?"
                           r"|tardes?|mulher(?:es)?"),
    "fr": regex.compile(r".*(?:tion|sion|té|ée|ette|ance|ence|ille|euse|ure)s?|(?:heure|minute"
                        r"|seconde|livre|tonne|semaine|page|personne|tasse|cuillère|femme|fois"
                        r"|partie|couche|table|place|chose|idée|main|nuit|roupie)s?"),
}  # fmt: skip
_MASCULINE = frozenset(listed(
    "día días mapa mapas problema problemas programa programas sistema sistemas tema temas clima "
    "planeta planetas idioma idiomas poema poemas dia dias cinema grama gramas quilograma "
    "quilogramas miligrama miligramas programma sistema"
))  # fmt: skip
_FEMININE_FORMS = {
    "es": (("uno$", "una"), ("ientos", "ientas")),
    "it": (("^uno$", "una"),),
    "pt_BR": (("um$", "uma"), (r"dois(?=$| mil)", "duas"), ("entos", "entas")),
    "fr": ((r"\bun$", "une"),),
}
_MASCULINE_FORMS = {
    "es": (("veintiuno$", "veintiún"), ("uno$", "un")),
    "it": (("^uno$", "un"),),
}
_HALVES = {"medio": "media", "mezzo": "mezza", "meio": "meia"}
_COUNT = regex.compile(r"\d{1,3}(?:[. ]\d{3})*|\d{5,}")
_NOUN = regex.compile(r"[\p{Ll}\p{M}]+")
_BEFORE_UNO = regex.compile(r"(?:z|s[^aeiouàèéìòù]|gn|ps|x|y).*")  # uno studente, uno zaino


def is_feminine(noun: str, code: str) -> bool:
    """``code`` is num2words'."""
    return noun not in _MASCULINE and _FEMININE[code].fullmatch(noun) is not None


def agreed(said: str, noun: str, code: str) -> str:
    """A number in words before the noun that it counts."""
    if code not in _FEMININE or not noun:
        return said
    feminine = is_feminine(noun, code)
    if code == "it" and not feminine and _BEFORE_UNO.match(noun):
        return said
    for pattern, form in (_FEMININE_FORMS if feminine else _MASCULINE_FORMS).get(code, ()):
        said = regex.sub(pattern, form, said)
    return said


def agree(words: Sequence[Word], code: str) -> None:
    """Let the numbers of a sentence agree with the nouns after them."""
    for i, (word, following) in enumerate(pairwise(words)):
        if word.said is None or word.after or not _COUNT.fullmatch(word.body):
            if word.said in _HALVES and is_feminine(following.body, code):
                word.said = _HALVES[word.said]
            continue
        before = words[i - 1].body.lower() if i else ""
        noun = (following.said or following.body).split(" ")[0]
        if following.body[:1].isdecimal():
            continue
        placed = before in _PLACES or (before in _ARTICLES and not noun.endswith("s"))
        if placed or not _NOUN.fullmatch(noun) or noun in SMALL_WORDS:
            continue
        if word.body == "1" or code in ("fr", "it") or noun.endswith("s"):
            word.said = agreed(word.said, noun, code)
