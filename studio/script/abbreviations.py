"""Abbreviations by what they say about the end of a sentence, by the splitter's language code.

Written without the last full stop; an entry in small letters also stands for the capitalised form.
Those that are read in words (``studio.abbreviations``) are among them.
"""

from __future__ import annotations

from studio import abbreviations as spoken

# Never the last word of a sentence: a name or an example follows.
_TITLES = {
    "": "Mr Mrs Ms Mx Dr Prof approx",
    "en": "INT EXT Mmes e.g i.e cf viz vs qty ca fig figs eq eqs P.S N.B",
    "es": "Sr Sra Srta Sres Sras Dra Drs Dras D Dña Profa Ing Lic Arq Gral Cnel Tte Sgto Mons Av "
    "Avda Sto Sta Fr Ma Fco Pdte Excmo Excma Ilmo Ilma p.ej",
    "fr": "M MM Mme Mmes Mlle Mlles Drs Me Mgr St Ste Gal Cdt Lt Sgt bd boul av apr p.ex cf env",
    "it": "sig sigg sig.ra sig.na dott dott.ssa prof prof.ssa avv ing arch geom rag on mons S SS "
    "gen col cap ten magg serg card cav rev egr gent sen dep pres Ss p.es cfr",
    "pt": "Sr Sra Srta Srs Sras Dra Drs Profa Eng Arq Adv Gen Cel Cap Maj Ten Sgt Exmo Exma Ilmo "
    "Ilma Rev Mons Av R Pça Trav S D pres gov sen dep profa sra dra cel gen p.ex",
    "hi": "डॉ डा श्री श्रीमती सुश्री कु पं प्रो मो मि स्व इंजी एड लेफ्टि कै ब्रिगे",
}

# Not the last word before a number: page, number, volume.
_COUNTED = {
    "": "no nos vol vols fig figs p pp chap cap sec sect approx max min lat long lon",
    "en": "chs arts ex ed max min jan feb apr jun jul aug sep sept oct nov dec rte rt hwy st tab "
    "thm lem def alg app eqn matt cor ps rom heb isa jer symph sym pct",
    "es": "pág págs núm art arts aprox tel c ej t",
    "fr": "n art env tél éd ex t",
    "it": "pag pagg n nn art tel c circa sec t",
    "pt": "pág págs n núm art arts aprox tel séc sécs c ex",
    "hi": "सं पृ रु रू नं क्र वि ई",
}

# After a number, units: may end a sentence before any capital.
_TIMES_AND_LENGTHS = {
    "": "h min km cm mm m mi seg",
    "en": "mins sec secs hr hrs yr yrs wk wks mo mos ft in yd yds mph",
    "es": "hs hrs mins segs",
}
# The same before a capital that is not the name of what is measured (2 tbsp. Dijon mustard).
_AMOUNTS = {
    "": "kg g mg l ml cl",
    "en": "tsp tbsp tbs oz lb lbs qt qts pt pts gal gals pkg pkgs pc pcs doz bbl",
    "es": "gr grs cda cdas cdta cdtas",
    "it": "gr cucch",
    "pt": "col cols",
}

# May end a sentence, but not before a small letter.
_OTHERS = {
    "": "etc inc ltd co corp jr",
    "en": "al dept univ bros ave blvd rd hr hrs mon tue tues wed thu thur thurs fri sat sr esq "
    "st op ibid ea pct pts ala ariz calif colo conn fla ga kan kans ky mass mich minn mont "
    "neb nev okla ore pa tenn tex va vt wis wyo",
    "es": "Ud Uds Vd Vds admón cía",
    "fr": "p ex",
    "it": "ecc es",
    "pt": "cia ltda",
}

# Words that the splitter takes for abbreviations, though they mostly are none (patterns).
_ORDINARY = {
    "": "no No",
    "en": "me may May ok Ok OK id ID ill art ark arc miss LA ME ex sec pa ore ref Ken Ida",
    "es": "mar bien Bien da",
    "fr": "vol sec",
    "pt": "[IVXL]{2,}",
}
# The splitter's list for these holds hundreds of words; there, ours alone are believed.
OVERCAUTIOUS = frozenset(("it",))
# In the tables of readings, but mostly words of their own.
_WORDS_TOO = frozenset(("fr", "rep", "hon", "sing", "tech", "lit", "ref", "temp", "trans", "cont"))

_CODES = ("en", "es", "fr", "hi", "it", "pt", "ja", "zh")


def _words(tables: dict[str, str], language: str, *more: str) -> frozenset[str]:
    words = [*(tables.get("", "") + " " + tables.get(language, "")).split(), *more]
    capitals = (word.capitalize() for word in words if word.islower() and len(word) > 1)
    return frozenset(words) | frozenset(capitals)


def _read(code: str) -> list[str]:
    """What is read in words wherever its full stop stands."""
    words = spoken.WITH_STOP if code == "en" else spoken.OTHERS.get(code, {})
    return [word for word in words if len(word) > 1 and word not in _WORDS_TOO]


PERSONS = _words({}, "", *spoken.TITLES, *spoken.SHORT_TITLES) | _words(
    {"": "sr sra srta dr dra prof profa ing lic dott avv pr mgr eng"}, ""
)
TITLES = {code: _words(_TITLES, code) for code in _CODES}
TITLES["en"] |= _words({}, "", *(t for t in spoken.TITLES if t not in _WORDS_TOO))
COUNTED = {code: _words(_COUNTED, code) for code in _CODES}
COUNTED["en"] |= _words({}, "", *spoken.NUMBERED)
TIMES_AND_LENGTHS = {code: _words(_TIMES_AND_LENGTHS, code) for code in _CODES}
AMOUNTS = {code: _words(_AMOUNTS, code) for code in _CODES}
ORDINARY = {code: f"{_ORDINARY['']} {_ORDINARY.get(code, '')}".split() for code in _CODES}
ALL = {
    code: TITLES[code] | COUNTED[code] | AMOUNTS[code] | _words(_OTHERS, code, *_read(code))
    for code in _CODES
}
