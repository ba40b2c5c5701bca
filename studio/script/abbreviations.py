"""Abbreviations where the sentence splitter alone goes wrong, by the splitter's language code.

Written without the last full stop; an entry in small letters also stands for the capitalised form.
"""

from __future__ import annotations

# Never the last word of a sentence: a name or an example follows.
_TITLES = {
    "": "Mr Mrs Ms Mx Dr Prof",
    "en": "Messrs Mmes Hon Gen Col Maj Capt Lt Sgt Cpl Cmdr Adm Gov Sen Pres Rev e.g i.e cf viz vs",
    "es": "Sr Sra Srta Sres Sras Dra Drs Dras D Dña Profa Ing Lic Arq Gral Cnel Tte Sgto Mons Av "
    "Avda Sto Sta Excmo Excma Ilmo Ilma p.ej",
    "fr": "M MM Mme Mmes Mlle Mlles Drs Me Mgr St Ste Gal Cdt Lt Sgt bd boul av apr p.ex cf",
    "it": "sig sigg sig.ra sig.na dott dott.ssa prof prof.ssa avv ing arch geom rag on mons S SS "
    "p.es",
    "pt": "Sr Sra Srta Srs Sras Dra Drs Profa Eng Arq Adv Gen Cel Cap Maj Ten Sgt Exmo Exma Ilmo "
    "Ilma Rev Mons Av R Pça Trav S D p.ex",
    "hi": "डॉ डा श्री श्रीमती सुश्री कु पं प्रो मो मि स्व इंजी एड लेफ्टि कै ब्रिगे",
}

# Not the last word before a number: page, number, volume.
_COUNTED = {
    "": "no nos vol vols fig figs p pp chap cap sec sect ca approx",
    "en": "ch chs art arts eq ex ed pt tel ext rm apt est max min para jan feb apr jun jul aug sep "
    "sept oct nov dec",
    "es": "pág págs núm art arts aprox tel c ej",
    "fr": "n art env tél éd ex",
    "it": "pag pagg n nn art tel c circa",
    "pt": "pág págs n núm art arts aprox tel séc sécs c ex",
    "hi": "सं पृ रु रू नं क्र वि ई",
}

# May end a sentence, but not before a small letter.
_OTHERS = {
    "": "etc inc ltd co corp jr",
    "en": "al dept univ bros ave blvd rd ft lb lbs oz hr hrs misc mon tue tues thu thurs fri sr "
    "esq mt st op ibid",
    "es": "Ud Uds Vd Vds admón cía",
    "fr": "p ex",
    "it": "ecc es",
    "pt": "cia ltda",
}

# Words that the splitter takes for abbreviations, though they mostly are none.
_ORDINARY = {
    "": "no No",
    "en": "me may May ok Ok OK id ID ill art ark arc miss LA ME",
    "es": "mar bien da",
    "fr": "vol",
    "it": "re me te bar via",
}


def _words(tables: dict[str, str], language: str) -> frozenset[str]:
    words = (tables[""] + " " + tables.get(language, "")).split()
    return frozenset(words) | frozenset(word.capitalize() for word in words if word.islower())


_CODES = ("en", "es", "fr", "hi", "it", "pt", "ja", "zh")
TITLES = {code: _words(_TITLES, code) for code in _CODES}
COUNTED = {code: _words(_COUNTED, code) for code in _CODES}
ORDINARY = {code: f"{_ORDINARY['']} {_ORDINARY.get(code, '')}".split() for code in _CODES}
ALL = {code: TITLES[code] | COUNTED[code] | _words(_OTHERS, code) for code in _CODES}
