"""Where a text may be broken into phrases, cues and lines, and how good each place is.

Pure text, no times. Each language has small tables of its function words; a language without one
is broken by punctuation alone. Widths are in columns: a full-width character (kana, hanzi) counts
two, an accent that stands on another character none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, east_asian_width

NOTHING, COMMA, CLAUSE, SENTENCE = range(4)  # what may end with a word

_ENDS = {
    **dict.fromkeys(",、，､،", COMMA),
    **dict.fromkeys(";:；：—–―⸺…", CLAUSE),
    **dict.fromkeys(".!?。！？．｡।॥؟‽‼⁇⁈⁉", SENTENCE),
}
_CLOSING = frozenset("\"'”’»›)]}」』）】》〉］｝ \u00a0\ufe0f")
_OPENING = frozenset('"“‘«‹([{「『（【《〈［｛')
_MARKS = "".join(_ENDS) + "".join(_CLOSING) + "".join(_OPENING) + "¿¡-·"

# Roles of words (a word may have several).
_ARTICLE, _PREPOSITION, _CONJUNCTION, _LEADER, _PARTICLE = 1, 2, 4, 8, 16
_NUMBER, _TITLE, _SHORTENED, _NAME = 32, 64, 128, 256
_FUNCTION = _ARTICLE | _PREPOSITION | _CONJUNCTION | _LEADER | _PARTICLE

# Small on purpose. Articles stand for all that goes before a noun; leaders for what leads to a
# verb (pronouns, auxiliaries, "not"); particles for what leans on the word before it. Titles are
# the shortened words that lean on what follows.
_ROLES_OF = {
    "en": {
        _ARTICLE: "a an the this these those my your his her its our their every each another",
        _PREPOSITION: """about above across after against along among around at before behind below
            beneath beside between beyond by despite down during for from in inside into like near
            of off on onto out over past through to toward towards under until up upon with within
            without""",
        _CONJUNCTION: """and but or nor so yet because although though while whereas when whenever
            where if unless until since that which who whom whose as than whether""",
        _LEADER: """i you he she it we they there am is are was were be been being has have had do
            does did will would can could shall should may might must not never very don't doesn't
            didn't won't can't couldn't wouldn't isn't wasn't i'm i'll i've he's she's it's we're
            they're you're""",
        _NUMBER: """one two three four five six seven eight nine ten eleven twelve twenty thirty
            forty fifty sixty seventy eighty ninety hundred thousand million billion""",
        _TITLE: """mr mrs ms mx dr prof st rev hon fr sr jr gen col maj capt lt sgt gov pres sen rep
            no nos vol fig figs ch chap sec art p pp mt ft approx ca vs""",
        _SHORTENED: """etc al inc ltd co corp dept est ave blvd rd jan feb mar apr jun jul aug sep
            sept oct nov dec mon tue tues wed thu thur thurs fri sat sun min max ed eds trans""",
    },
    "es": {
        _ARTICLE: """el la los las lo un una unos unas este esta estos estas ese esa esos esas mi
            mis tu tus su sus nuestro nuestra nuestros nuestras cada otro otra al del""",
        _PREPOSITION: """a al ante bajo con contra de del desde durante en entre hacia hasta para
            por según sin sobre tras""",
        _CONJUNCTION: """y e o u ni pero sino aunque porque pues que cuando donde mientras como si
            quien cual cuyo""",
        _LEADER: """yo tú él ella nosotros ellos ellas usted ustedes me te se nos les no he ha han
            es son era fue está están muy""",
        _NUMBER: "dos tres cuatro cinco seis siete ocho nueve diez veinte cien mil millones",
        _TITLE: "sr sra srta dr dra prof d dña ud uds pág págs núm nº aprox",
        _SHORTENED: "etc av avda cía ej",
    },
    "fr": {
        _ARTICLE: """le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa
            ses notre nos votre vos leur leurs chaque quelques""",
        _PREPOSITION: """à au aux avec chez contre dans de des du depuis derrière devant en entre
            malgré par parmi pendant pour sans selon sous sur vers""",
        _CONJUNCTION: """et ou mais donc car ni or que quand lorsque si comme puisque parce qui dont
            où""",
        _LEADER: """je tu il elle on nous vous ils elles ne se me te y est sont était a ont avait
            très""",
        _NUMBER: "deux trois quatre cinq six sept huit neuf dix vingt cent mille millions",
        _TITLE: "m mm mme mmes mlle dr me st ste p pp n° no art",
        _SHORTENED: "etc av bd env ex cf",
    },
    "hi": {
        _ARTICLE: "यह वह ये वे इस उस एक कोई कुछ हर मेरा मेरी मेरे आपका अपना अपनी अपने",
        _PARTICLE: """का के की को में से पर ने तक वाला वाले वाली द्वारा है हैं था थे थी हो भी ही""",
        _CONJUNCTION: "और या लेकिन मगर क्योंकि कि जब अगर तो जो जहाँ तथा एवं",
        _LEADER: "नहीं न मत बहुत",
        _NUMBER: "दो तीन चार पाँच छह सात आठ नौ दस बीस सौ हज़ार लाख करोड़",
        _TITLE: "डॉ श्री सुश्री प्रो",
    },
    "it": {
        _ARTICLE: """il lo la i gli le un uno una questo questa questi queste quel quella quei
            quelle mio mia tuo tua suo sua nostro nostra loro ogni del dello della dei degli delle
            al allo alla ai agli alle dal dallo dalla nel nello nella nei nelle sul sullo sulla""",
        _PREPOSITION: """a ad con da di in per su tra fra senza sotto sopra verso durante dopo prima
            contro del dello della dei degli delle al allo alla ai agli alle dal dallo dalla nel
            nello nella nei nelle sul sullo sulla""",
        _CONJUNCTION: "e ed o ma però perché quando mentre se che dove come né oppure",
        _LEADER: "io tu lui lei noi voi mi ti si ci vi ne non è sono era ho ha hanno molto",
        _NUMBER: "due tre quattro cinque sei sette otto nove dieci venti cento mille mila",
        _TITLE: "sig sigg dott prof avv ing pag pagg n",
        _SHORTENED: "ecc es ca",
    },
    "ja": {
        _ARTICLE: "この その あの どの",
        _PARTICLE: """は が を に で と も の へ や か ね よ から まで より だけ しか など て た だ
            です ます ました でした ない ん ば し って""",
        _CONJUNCTION: "そして しかし また でも だから",
        _LEADER: "の",
    },
    "pt": {
        _ARTICLE: """o a os as um uma uns umas este esta esse essa aquele aquela meu minha teu tua
            seu sua nosso nossa cada do da dos das no na nos nas ao à aos às pelo pela num numa""",
        _PREPOSITION: """a ante após até com contra de desde em entre para por perante sem sob sobre
            do da dos das no na nos nas ao à aos às pelo pela num numa""",
        _CONJUNCTION: "e ou mas porém porque que quando onde enquanto se como nem pois embora quem",
        _LEADER: """eu tu você ele ela nós vocês eles elas me te se lhe não é são era foi está estão
            muito""",
        _NUMBER: "dois duas três quatro cinco seis sete oito nove dez vinte cem mil milhões",
        _TITLE: "sr sra srta dr dra prof profa d exmo exma pág págs nº aprox",
        _SHORTENED: "etc av ex",
    },
    "zh": {
        _ARTICLE: "这 那 每 一个 这个 那个",
        _PREPOSITION: "在 从 对 向 跟 给 把 被 为 由 于 以",
        _PARTICLE: "的 了 着 过 吗 呢 吧 啊 们 地 得",
        _CONJUNCTION: "和 与 或 并 但 但是 而 而且 因为 所以 如果 虽然 或者 并且 可是 然后",
        _LEADER: "我 你 他 她 它 我们 你们 他们 不 没 没有 很 也 都 就 是 的",
    },
}


# What a break costs: by what ends there, else by the words on its right and on its left.
_AT_END = {SENTENCE: 0, CLAUSE: 15, COMMA: 30, NOTHING: 75}
_BEFORE_CONJUNCTION, _BEFORE_PREPOSITION, _BEFORE_BRACKET, _AFTER_PARTICLE = 35, 43, 43, 50
_AFTER_LEADER, _AFTER_LINK = 40, 120  # on top; links are prepositions and conjunctions
NEVER = 1_000  # unless nothing else is possible
INSIDE_NUMBER = 100_000


@lru_cache
def _roles(language: str) -> dict[str, int]:
    roles: dict[str, int] = {}
    for role, words in _ROLES_OF.get(language.partition("-")[0], {}).items():
        for word in words.split():
            roles[word] = roles.get(word, 0) | role
    return roles


def width(text: str) -> int:
    """How many columns a text takes: two for a full-width character, none for an accent."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(maxsize=1 << 12)
def _columns(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


class Look(NamedTuple):
    """What a word tells about the places before and after it."""

    width: int
    roles: int
    ends: int
    dotted: bool  # it ends with one full stop, which may be that of a shortened word
    opens: bool  # it opens a phrase, as ¿ and ¡ do
    bracket: bool
    lower: bool
    digit_first: bool
    digit_last: bool


@lru_cache(maxsize=1 << 14)
def look(text: str, language: str) -> Look:
    core = text.strip(_MARKS)
    ends, dotted = _what_ends(text)
    return Look(
        width=width(text),
        roles=_roles_in(core, dotted, language),
        ends=ends,
        dotted=dotted,
        opens=text.lstrip('"“‘«‹(—–- ')[:1] in ("¿", "¡"),
        bracket=text[:1] in _OPENING,
        lower=core[:1].islower(),
        digit_first=text[:1].isdigit(),
        digit_last=text.rstrip(".,:")[-1:].isdigit(),
    )


def _what_ends(text: str) -> tuple[int, bool]:
    if text[-1:].isalnum():
        return NOTHING, False
    end = len(text)
    while end and (text[end - 1] in _CLOSING or category(text[end - 1]) in ("So", "Sk", "Cf")):
        end -= 1
    mark, before = text[end - 1 : end], text[: max(0, end - 1)]
    if mark == "." and before.endswith("."):
        return CLAUSE, False
    if mark == "-":  # a dash only when it stands by itself
        return (CLAUSE if before.endswith((" ", "-")) else NOTHING), False
    return (_ENDS.get(mark, NOTHING) if before else NOTHING), mark == "."


_NUMERAL = re.compile(r"[-−+]?[$€£¥₹]?\d[\d.,:/–-]*")
_YEAR = re.compile(r"1[1-9]\d\d|20\d\d")
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.)+[^\W\d_]{1,2}|[^\W\d_]")  # "J", "U.K", "a.m", "Ph.D"


def _roles_in(core: str, dotted: bool, language: str) -> int:
    plain = core.lower().replace("’", "'")
    roles = _roles(language).get(plain, 0)
    if not dotted:
        roles &= ~(_TITLE | _SHORTENED)
    elif _INITIALS.fullmatch(core):
        roles |= _SHORTENED if len(core) > 1 else _TITLE
    if _NUMERAL.fullmatch(core) and not _YEAR.fullmatch(core):
        roles |= _NUMBER
    if not roles & (_FUNCTION | _NUMBER) and core[:1].isupper():
        roles |= _NAME
    return roles


def seam(before: Look, after: Look, touching: bool) -> tuple[int, int]:
    """Between two words of a sentence: what ends there (NOTHING to SENTENCE), and what a break
    there costs. ``touching``: the words are written without a blank between them."""
    if touching and before.digit_last and after.digit_first:
        return NOTHING, INSIDE_NUMBER
    shortened = before.dotted and (after.lower or before.roles & (_TITLE | _SHORTENED))
    if before.ends and not shortened:
        return before.ends, _AT_END[before.ends]
    if (
        before.roles & (_ARTICLE | _TITLE)
        or after.roles & _PARTICLE
        or (before.roles & _NAME and after.roles & (_NAME | _NUMBER))
        or (before.roles & _NUMBER and not after.roles & (_FUNCTION | _NUMBER))
    ):
        return NOTHING, NEVER
    return NOTHING, _before(before, after) + _after(before, after)


def _before(before: Look, after: Look) -> int:
    if after.roles & _CONJUNCTION:
        return _BEFORE_CONJUNCTION
    if after.roles & _PREPOSITION:
        return _BEFORE_PREPOSITION
    if after.bracket or after.opens:
        return _BEFORE_BRACKET
    if before.dotted and not before.roles & _SHORTENED:
        return _AT_END[COMMA]
    return _AFTER_PARTICLE if before.roles & _PARTICLE else _AT_END[NOTHING]


def _after(before: Look, after: Look) -> int:
    if before.roles & (_PREPOSITION | _CONJUNCTION) or before.roles & after.roles & _NUMBER:
        return _AFTER_LINK
    return _AFTER_LEADER if before.roles & _LEADER else 0
