"""Words that were broken at the end of a line: re-|markable, but not well-|known.

There is no dictionary of nine languages to ask. The script itself is asked first, then what
compounds are made of; what is left was broken by the editor.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")
_BROKEN = re.compile(r"([^\W\d_]{2,})[-‐]$")
_REST = re.compile(r"[^\W\d_]{2,}")
_BREAK = re.compile(r"[^\W\d_]+[-‐][ \t]*\n\s*[^\W\d_]+")

# What compounds that keep their hyphen begin and end with, most often.
_PARTS = {
    "first": "well self non ex half high low long short full cross mid multi all old new one two "
    "three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty "
    "ninety first second third mother father son daughter sister brother step great grand hard "
    "soft open close far near good bad best better dark light blue green red black white grey gray "
    "cold warm hot deep wide air water fire sea hand head eye heart world time user state anti "
    "post pro semi ultra vice quasi free ready still ill much ever so franco anglo afro sous demi "
    "petit arrière après avant socio ibero",
    "second": "known old in up out off on to of by the based like free made year years law laws "
    "time term level hand handed looking minded fashioned class called date door doors size sized "
    "style eyed haired headed hearted faced legged sided shaped colored coloured green blue red "
    "black white grey gray brown dark light high low long short deep wide born bred built paid run "
    "driven led owned friendly wise proof ready rich poor scale range ranging speed quality end "
    "ended back down over under through away about around first second third one two three four "
    "five six seven eight nine conscious aware help service control esteem confidence defence "
    "defense portrait growing living standing lasting running working loving speaking making "
    "taking going coming moving evident là ci même mêmes vous nous moi toi lui elle elles eux ils "
    "je tu ce être midi",
    "neither": "and or nor y o u et ou e ed",  # short- and long-term
}
_FIRST, _SECOND, _CONJUNCTIONS = (frozenset(words.split()) for words in _PARTS.values())


def breaks_word(line: str, after: str) -> bool:
    """Whether the hyphen at the end of ``line`` holds the first word of ``after`` to it."""
    rest = _REST.match(after)
    return (
        _BROKEN.search(line) is not None
        and rest is not None
        and rest.group().islower()
        and rest.group() not in _CONJUNCTIONS
    )


def only_breaks_word(line: str, after: str, script: str) -> bool:
    """Whether that hyphen is the editor's alone: the word is written without one."""
    broken, rest = _BROKEN.search(line), _REST.match(after)
    if broken is None or rest is None:
        return False
    first, second = broken.group(1).lower(), rest.group()
    known = _words(script)
    if f"{first}{second}" in known:
        return True
    compound = f"{first}-{second}" in known or second in known or second in _SECOND
    inner = line[: broken.start()][-1:] in ("-", "‐")  # mother-in-|law
    return not (compound or inner or first in _FIRST)


@lru_cache(maxsize=1)
def _words(script: str) -> frozenset[str]:
    unbroken = _BREAK.sub(" ", script).lower().replace("‐", "-")
    return frozenset(_WORD.findall(unbroken))
