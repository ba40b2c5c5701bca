"""Abbreviations and acronyms in English, and which of them a capital sentence may hold."""

from __future__ import annotations

from studio.abbreviations import NUMBERED, SHORT_TITLES, STARTS, TITLES, WITH_STOP
from studio.spoken.characters import listed

__all__ = ["NUMBERED", "SHORT_TITLES", "TITLES", "WITH_STOP"]

TITLES_WITHOUT_STOP = frozenset(("dr", "prof", "capt", "lt", "sgt", "st", "mt"))
NUMBERED_WITHOUT_STOP = frozenset(("no", "nos", "vol", "pp", "fig", "nr", "nº", "n°"))
WITHOUT_STOP = frozenset(
    ("etc", "vs", "approx", "dept", "govt", "gov't", "dep't", "int'l", "nat'l", "ltd", "corp",
     "inc", "blvd", "hwy", "e.g", "i.e", "bldg", "assn", "utd", "cont'd", "incl")
)  # fmt: skip
# Words of their own, or too rare as an abbreviation, when a sentence ends with them.
WORDS_TOO = frozenset(
    listed("v co sq rd mo min max lit temp trans ref sing tech cos incl ave est cont fig art sec")
)
# May close a sentence, so that a capital after them begins a new one.
CLOSING = frozenset(("etc", "inc", "ltd", "co", "corp", "jr", "sr", "esq", "bros"))
NEVER_CLOSING = frozenset((*TITLES, *SHORT_TITLES, *listed("vs v e.g i.e cf no nos p pp vol fig")))
SENTENCE_STARTS = STARTS["en"]

# Acronyms that stay in capitals where everything else is in capitals as well.
ACRONYMS = frozenset(listed(
    "AI API ATM BBC CEO CEOS CFO CIA CNN CPU CTO DIY DJ DNA DVD DVDS EU FAQ FAQS FBI FIFA GDP "
     "GPS GPU HDMI HIV HR HTML HTTP HTTPS IBM ID IEEE IMF IQ IRS ISBN ISO ITV JPEG JSON KGB LCD "
     "LED LGBT LLC MBA MIT MP MPS MRI MTV NASA NATO NBA NBC NFL NGO NHL NHS NYC OECD OPEC PC PCS "
     "PDF PDFS PHD PIN PR PTSD RAF RAM RNA ROI RSS SQL SUV TV TVS UAE UEFA UFO UFOS UK UN UNESCO "
     "UNICEF URL URLS USA USB USSR UV VAT VIP VIPS VPN VR WIFI WTO XML AD BC BCE CE"
))  # fmt: skip

# Acronyms that are said as words though the G2P would spell them.
AS_WORDS = {
    "EBITDA": "eebitda", "IKEA": "Ikea", "DACA": "dacka", "GAAP": "gap", "REIT": "reet",
    "REITs": "reets", "ARPANET": "Arpanet",
}  # fmt: skip

# Words of spaCy's English tokeniser that swallow the full stop at a sentence end.
SWALLOWING = frozenset(listed(
    "Adm Ak Ala Apr Ariz Ark Aug Bros Calif Co Colo Conn Corp Dec Del Dr Feb Fla Ga Gen Gov Ia "
     "Id Ill Inc Ind Jan Jr Jul Jun Kan Kans Ky La Ltd Mar Mass Md Messrs Mich Minn Miss Mo Mont "
     "Mr Mrs Ms Mt Neb Nebr Nev Nov Oct Okla Ore Pa Prof Rep Rev Sen Sep Sept St Tenn Va Wash "
     "Wis co vs"
))  # fmt: skip

# Roman numerals are read as numbers after these words...
NUMBERED_THINGS = frozenset(listed(
    "chapter chapters part parts act acts book books volume volumes vol section sections scene "
     "scenes war bowl phase stage type title article amendment appendix figure table episode "
     "season canto psalm round tier division corps grade level class annex chap ch fig page "
     "pages pp olympiad symphony sonata concerto vatican apollo rocky"
))  # fmt: skip
# ... and as ordinals after these.
REGNAL_NAMES = frozenset(listed(
    "Louis Henry Elizabeth Charles George Edward Richard William James John Paul Pius Benedict "
     "Leo Gregory Clement Innocent Francis Philip Felipe Ferdinand Alfonso Alphonse Carlos Juan "
     "Peter Catherine Nicholas Alexander Ivan Frederick Friedrich Wilhelm Otto Napoleon Ramesses "
     "Ramses Rameses Thutmose Amenhotep Ptolemy Cleopatra Darius Xerxes Artaxerxes Cyrus Mary "
     "Margaret Margrethe Christian Gustav Gustaf Haakon Olav Olaf Harald Harold Umberto Emmanuel "
     "Emanuel Leopold Albert Baudouin Rama Mehmed Murad Selim Suleiman Bayezid Mustafa Malcolm "
     "Robert David Duncan Kenneth Edmund Stephen Urban Boniface Adrian Hadrian Celestine Honorius "
     "Julius Sixtus Eugene Martin Callixtus Linus Sylvester Theodosius Constantine Justinian "
     "Michael Basil Maximilian Joseph Rudolf Rudolph Sigismund Ludwig Casimir Stanislaus Pedro "
     "Manuel Afonso Sancho Isabella Isabel Joanna Matilda Victor Umberto Humbert Conrad Lothair "
     "Pepin Philippe Jean Charlemagne Menelik Tutmosis Seti Psamtik Antiochus Seleucus "
     "Mithridates Nebuchadnezzar Shapur Khosrow Akbar Abdul Hassan Mohammed Muhammad Hussein "
     "Abdullah Tokugawa Henri Karl Erik Eric Sverre Magnus Waldemar Vladimir Boris Simeon Sigmund "
     "Augustus Frederik Willem Wilhelmina Juliana Beatrix"
))  # fmt: skip
RULERS = frozenset(listed(
    "king queen pope emperor empress tsar czar kaiser pharaoh prince princess duke sultan shah "
     "saint st sir popes kings"
))  # fmt: skip
