"""Abbreviations and what they stand for, without their last full stop.

Where a sentence ends (``script``) and how it is read (``spoken``) both depend on them.
"""

from __future__ import annotations

# Before a name, with or without the full stop.
TITLES = {
    "dr": "Doctor", "prof": "Professor", "gen": "General", "col": "Colonel", "capt": "Captain",
    "cpt": "Captain", "lt": "Lieutenant", "sgt": "Sergeant", "cpl": "Corporal",
    "pvt": "Private", "maj": "Major", "adm": "Admiral", "cmdr": "Commander", "gov": "Governor",
    "sen": "Senator", "rep": "Representative", "rev": "Reverend", "hon": "Honorable",
    "fr": "Father", "pres": "President", "supt": "Superintendent", "amb": "Ambassador",
    "st": "Saint", "mt": "Mount", "ft": "Fort", "messrs": "Messrs",
}  # fmt: skip
SHORT_TITLES = {"mr": "Mr.", "mrs": "Mrs.", "ms": "Ms."}

# Before a number.
NUMBERED = {
    "no": "number", "nos": "numbers", "vol": "volume", "vols": "volumes", "ch": "chapter",
    "chap": "chapter", "p": "page", "pp": "pages", "pg": "page", "fig": "figure",
    "figs": "figures", "eq": "equation", "eqs": "equations", "sec": "section", "sect": "section",
    "art": "article", "ver": "version", "v": "version", "ext": "extension", "tel": "telephone",
    "est": "established", "ca": "circa", "c": "circa", "ep": "episode", "apt": "apartment",
    "op": "opus", "rm": "room", "pt": "part", "para": "paragraph", "l": "line", "b": "born",
    "d": "died", "ll": "lines",
    "vs": "versus", "nr": "number", "bk": "book", "nº": "number", "n°": "number",
}  # fmt: skip

# Anywhere, when the full stop is there.
WITH_STOP = {
    "etc": "et cetera", "vs": "versus", "v": "versus", "approx": "approximately",
    "dept": "department", "depts": "departments", "est": "estimated", "fig": "figure",
    "figs": "figures", "vol": "volume", "inc": "Incorporated", "ltd": "Limited",
    "co": "Company", "cos": "Companies", "corp": "Corporation", "bros": "Brothers",
    "ave": "Avenue", "blvd": "Boulevard", "rd": "Road", "hwy": "Highway", "pkwy": "Parkway",
    "sq": "Square", "bldg": "Building", "univ": "University", "inst": "Institute",
    "assn": "Association", "assoc": "Associates", "govt": "government", "gov't": "government",
    "dep't": "department", "int'l": "international", "nat'l": "national",
    "intl": "international", "min": "minimum", "max": "maximum", "misc": "miscellaneous",
    "tel": "telephone", "temp": "temperature", "avg": "average", "asst": "assistant",
    "attn": "attention", "jr": "Junior", "sr": "Senior", "esq": "Esquire", "cf": "compare",
    "eds": "editors", "trans": "translator", "pp": "pages", "incl": "including",
    "excl": "excluding", "resp": "respectively", "cont": "continued", "orig": "original",
    "ref": "reference", "refs": "references", "appt": "appointment", "hrs": "hours",
    "mins": "minutes", "secs": "seconds", "hr": "hour", "yr": "year", "yrs": "years",
    "wk": "week", "wks": "weeks", "mo": "month", "mos": "months", "lb": "pound", "lbs": "pounds",
    "oz": "ounces", "mtg": "meeting", "mgr": "manager", "tech": "tech", "lit": "literally",
    "sing": "singular", "viz": "namely", "e.g": "for example", "i.e": "that is",
    "eg": "for example", "ie": "that is", "n.b": "note well", "p.a": "per annum",
    "lg": "large", "sm": "small", "utd": "United", "cont'd": "continued",
}  # fmt: skip

# In the other languages, by language code; they are read so where the full stop is there.
OTHERS = {
    "es": {
        "sr": "señor", "sra": "señora", "srta": "señorita", "sres": "señores", "dr": "doctor",
        "dra": "doctora", "ud": "usted", "uds": "ustedes", "vd": "usted", "vds": "ustedes",
        "prof": "profesor", "profa": "profesora", "ing": "ingeniero", "lic": "licenciado",
        "gral": "general", "d": "don", "dña": "doña", "av": "avenida", "avda": "avenida",
        "pág": "página", "págs": "páginas", "núm": "número", "nº": "número", "n°": "número",
        "n.º": "número", "vol": "volumen", "cap": "capítulo", "tel": "teléfono",
        "aprox": "aproximadamente", "depto": "departamento", "dpto": "departamento",
        "cda": "cucharada", "cdas": "cucharadas", "cdta": "cucharadita",
        "cdtas": "cucharaditas", "p.ej": "por ejemplo", "a.c": "antes de Cristo",
        "d.c": "después de Cristo", "a.m": "a eme", "p.m": "pe eme",
        "A.M": "a eme", "P.M": "pe eme", "EE.UU": "Estados Unidos", "t": "tomo",
        "etc": "etcétera",
    },
    "fr": {
        "m": "monsieur", "mm": "messieurs", "mme": "madame", "mmes": "mesdames",
        "mlle": "mademoiselle", "dr": "docteur", "pr": "professeur", "st": "saint",
        "ste": "sainte", "av": "avenue", "bd": "boulevard", "n°": "numéro", "nº": "numéro",
        "vol": "volume", "t": "tome", "chap": "chapitre", "env": "environ", "tél": "téléphone",
        "ex": "exemple", "p.ex": "par exemple", "etc": "et cetera",
    },
    "it": {
        "sig": "signor", "sig.ra": "signora", "sig.na": "signorina", "sigg": "signori",
        "dott": "dottor", "dott.ssa": "dottoressa", "dr": "dottor", "prof": "professor",
        "prof.ssa": "professoressa", "avv": "avvocato", "ing": "ingegner", "arch": "architetto",
        "pag": "pagina", "pagg": "pagine", "n": "numero", "nº": "numero", "n°": "numero",
        "vol": "volume", "cap": "capitolo", "art": "articolo", "tel": "telefono",
        "sec": "secolo", "es": "esempio", "p.es": "per esempio", "a.c": "avanti Cristo",
        "d.c": "dopo Cristo", "ecc": "eccetera",
    },
    "pt": {
        "sr": "senhor", "sra": "senhora", "srta": "senhorita", "srs": "senhores",
        "dr": "doutor", "dra": "doutora", "prof": "professor", "profa": "professora",
        "eng": "engenheiro", "d": "dona", "av": "avenida", "pág": "página", "págs": "páginas",
        "nº": "número", "n°": "número", "n.º": "número", "núm": "número", "vol": "volume",
        "cap": "capítulo", "tel": "telefone", "aprox": "aproximadamente", "séc": "século",
        "p.ex": "por exemplo", "a.c": "antes de Cristo", "d.c": "depois de Cristo",
        "etc": "etcétera",
    },
    "hi": {"डॉ": "डॉक्टर", "श्री": "श्री", "प्रो": "प्रोफ़ेसर", "पं": "पंडित", "रु": "रुपये"},
}  # fmt: skip

_STARTS = {
    "en": "He She It They We You I The A An This That These Those Then There But And So In On At "
    "His Her Its Their Our My Your When While After Before If As No Yes What Who How Why Where "
    "However Meanwhile Later Now Not All Some Many Most Several Both Each Every Nobody Everyone "
    "Someone Please Here Today Yesterday Police",
    "es": "El La Los Las Un Una Yo Tú Él Ella Ellos Ellas Usted Ustedes Esto Este Esta Eso Ese Esa "
    "Pero Y Si No Sí Cuando Luego Después Entonces Ahora Aquí Allí También Se Su Sus Mi Mis En Con "
    "Por Para Como Porque Aunque Hoy Ayer Así Ya Todo Todos Nadie Nada Qué Quién Cómo Dónde Más",
    "fr": "Le La Les Un Une Des Je Tu Il Elle On Nous Vous Ils Elles Ce Cet Cette Ces Mais Et Si "
    "Non Oui Quand Puis Ensuite Alors Ici Aussi Son Sa Ses Mon Ma Mes Leur Leurs En Dans Avec Par "
    "Pour Comme C' J' S' Qu' Aujourd' Hier Tout Tous Que Qui Comment Où Pourquoi",
    "it": "Il Lo La I Gli Le Un Una Uno Io Tu Lui Lei Noi Voi Loro Questo Questa Quello Quella Ma "
    "E Se No Sì Quando Poi Allora Ora Qui Anche Si Suo Sua Mio Mia In Con Per Come Perché Oggi "
    "C' È Sono Ho Ieri Tutto Tutti Che Chi Dove",
    "pt": "O A Os As Um Uma Eu Tu Ele Ela Eles Elas Você Vocês Isto Este Esta Isso Esse Essa Mas E "
    "Se Não Sim Quando Depois Então Agora Aqui Também Seu Sua Meu Minha Em No Na Com Por Para Como "
    "Porque É Hoje Ontem Assim Já Tudo Todos Que Quem Onde",
}
# Words that begin sentences and no names, by language code.
STARTS = {code: frozenset(words.split()) for code, words in _STARTS.items()}
