"""Whether a full stop belongs to an abbreviation, from the words on both sides of it."""

from __future__ import annotations

import re

from studio.abbreviations import STARTS
from studio.script.abbreviations import ALL, AMOUNTS, COUNTED, PERSONS, TIMES_AND_LENGTHS, TITLES
from studio.script.characters import CLOSERS, OPENERS, QUOTES, WIDE_SCRIPT

_OPEN = re.escape(OPENERS + QUOTES)
_CLOSE = re.escape(CLOSERS + QUOTES)
_BORDER = rf"\s{_OPEN}’—–/{WIDE_SCRIPT}"
_BEFORE_STOP = re.compile(rf"(?:^|[{_BORDER}-])([^{_BORDER}]+?)\.[{_CLOSE}]*$")
_NUMBER = re.compile(r"[(#]?\d|[IVXLCDM]{2,}\b|[VXLCDM](?=[\s.,;:)]|$)")
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)*[^\W\d_]")
_FIRST_LETTER = re.compile(rf"[{_OPEN}—–]*\s?([^\W_])(\w*)")
_FIRST_WORD = re.compile(rf"[{_OPEN}—–]*\s?([^\W\d_]+)(['’]?)(?![\d_.])")
_MEASURED = re.compile(r"[\d½⅓¼¾⅔⅛](?:st|nd|rd|th)?(?: ?(?:sq|cu|fl)\.)?[ -]?[^\W\d_]+\.$")
_AMOUNT = re.compile(r"[\d½⅓¼¾⅔⅛]+(?:[./]\d+)? ?([^\W\d_]+)")
_ONLY_MEASURED = re.compile(
    r"(?:^|[,;:(.–—] ?|\b(?:and|or|plus|with|y|o|et|ou|e) )[\d½⅓¼¾⅔⅛ /.,–-]+[^\W\d_]+\.$"
)
_A_PERSON = re.compile(
    r"\b(?:an?|the|my|our|his|her|your|their|un|una|el|la|mi|su|le|ma|mon|il|mio|um|uma|o|meu) "
    r"(?:\w+ )?\w+\.$",
    re.IGNORECASE,
)
_BY = ("de", "di", "da", "do", "por", "par", "y", "e", "et")  # Trad. de J. Ruiz
_LETTERED = re.compile(  # no initial of a name
    r"\b(?:vitamin|type|plan|grade|group|part|option|section|appendix|class|figure|level|hepatitis"
    r"|exhibit|point|team|column|row|step|block|vitamina|vitamine|tipo|grupo|gruppo|groupe|piano"
    r"|plano) [A-Z]\.$",
    re.IGNORECASE,
)
_FILE = re.compile(r"\w{3}\.[a-z]{1,5}\.$")
_ENDS_QUOTE = "”’\"'」"
_SPEAKER = re.compile(
    r"(I|(?:Mr|Mrs|Ms|Dr)\. [A-Z]\w+|[A-Z]\w+(?: [A-Z]\w+)?) (?:\w+ly )?"
    r"(?:said|says|asked|asks|cried|replied|shouted|whispered|answered|called|yelled|muttered|exclaimed|murmured|demanded|added"
    r"|wondered|thought|snapped|gasped|screamed|repeated|insisted|began|laughed|sighed)\b"
)
_CHINESE_SPEECH = re.compile(
    "[^，。！？：；“”\\s]{0,8}(?:说|问|回答|答|喊|叫|嚷|叹|想|笑)(?:道|着)?[，。：]"
    "|[^，。！？：；“”\\s]{1,6}道[，。：]"
)
_MERIDIEM = re.compile(r"[ap]\.? ?m\.$", re.IGNORECASE)
_ZONES = (
    r"(?:[ACEMP][SD]?T|AK[SD]T|H[SD]T|[BIJKM]ST|MSK|AE[SD]T|AC[SD]T|AWST|NZ[SD]T|CES?T|EES?T|WES?T"
    r"|GMT|UTC|Zulu)\b"
)
_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_VERB = (
    "(?:is|was|will|would|came|comes|went|had|has|began|begins|brought|brings|saw|felt|seemed"
    "|turned|found|started|starts|ended|ends|passed|and I)"
)
# What may stand after a time of the day and still belong to it: a zone, a place, a day.
_TIME_GOES_ON = re.compile(
    rf"\(?(?:{_ZONES}"
    r"|(?:Eastern|Central|Mountain|Pacific|Atlantic|Greenwich)\b(?! [A-Z](?!ime|tandard|aylight))"
    r"|(?:[A-Z][\w.]+ ){1,3}[Tt]ime\b"
    rf"|{_DAY}\b(?! {_VERB}\b)|(?:Mon|Tues?|Wed|Thur?s?|Fri|Sat|Sun)\.|{_MONTH}\.? \d)"
)
_SHORT_DAY = re.compile("Mon|Tues?|Wed|Thu|Thurs?|Fri|Sat|Sun")


def word_before_stop(left: str) -> str:
    """The word whose full stop ``left`` ends with, without it; empty if there is none."""
    match = _BEFORE_STOP.search(left.rsplit(" ", 1)[-1])
    return match.group(1) if match else ""


def is_initials(word: str) -> bool:
    return _INITIALS.fullmatch(word) is not None


def starts_small(text: str) -> bool:
    """Whether a text begins with a small letter, and not with a name like iPhone."""
    match = _FIRST_LETTER.match(text)
    return match is not None and match[1].islower() and match[2] == match[2].lower()


def starts_large(text: str) -> bool:
    match = _FIRST_LETTER.match(text)
    return match is not None and match.group(1).isupper()


def starts_surely(text: str, code: str) -> bool:
    """Whether a text begins with a word that begins sentences and no names."""
    match = _FIRST_WORD.match(text)
    if match is None:
        return False
    words = {match[1], match[1] + match[2].replace("’", "'")}
    return not words.isdisjoint(STARTS.get(code, ()))


def measures(left: str, code: str) -> bool:
    """Whether ``left`` ends with a number and the abbreviation of a unit."""
    word = word_before_stop(left).lstrip("0123456789½⅓¼¾⅔⅛")
    known = word in TIMES_AND_LENGTHS[code] or word in AMOUNTS[code]
    return known and _MEASURED.search(left) is not None


def is_lettered(left: str) -> bool:
    """Whether ``left`` ends with a thing that has a letter for its name: vitamin C."""
    return _LETTERED.search(left) is not None


def is_file(left: str) -> bool:
    """Whether ``left`` ends with the name of a file or a host: README.md."""
    return _FILE.search(left) is not None


def may_be_abbreviation(left: str, code: str) -> bool:
    word = word_before_stop(left)
    return word in ALL[code] or is_initials(word)


def goes_on_after_quote(left: str, after: str, code: str) -> bool:
    """Whether what follows a question or cry in quotes says who it came from: “Who?” I said."""
    if left[-1:] not in _ENDS_QUOTE or left.rstrip(_ENDS_QUOTE)[-1:] not in tuple("?!…。？！"):
        return False
    if code == "zh":
        return _CHINESE_SPEECH.match(after) is not None
    speaker = _SPEAKER.match(after) if code == "en" else None
    return speaker is not None and (speaker[1] == "I" or not starts_surely(after, code))


def is_abbreviation(left: str, after: str, code: str) -> bool:
    """Whether the full stop at the end of ``left`` ends no sentence, given what is ``after``."""
    word = word_before_stop(left)
    if not word:
        return False
    if word in COUNTED[code] and _NUMBER.match(after):
        return True
    if starts_small(after):
        return word in ALL[code] or is_initials(word) or measures(left, code)
    if re.match(r"\d{5}\b", after) and word in ALL[code]:  # Boston, Mass. 02115
        return True
    if code == "hi" and "." in word:  # कि.मी.
        return True
    if measures(left, code):
        if (more := _AMOUNT.match(after)) and measures(f"1 {more[1]}.", code):
            return True  # 3 hrs. 20 min.
        named = word in AMOUNTS[code] and not starts_surely(after, code)
        return named and _ONLY_MEASURED.search(left) is not None
    if word in TITLES[code]:
        return not _ends_with_title(word, left, after, code)
    if code == "en" and _MERIDIEM.search(left):
        return _TIME_GOES_ON.match(after) is not None and not starts_surely(after, code)
    if code == "en" and _SHORT_DAY.fullmatch(word):
        return re.match(_MONTH + r"\.? \d", after) is not None
    return _is_initial(word, left, after, code)


def _ends_with_title(word: str, left: str, after: str, code: str) -> bool:
    """``He is a Dr. She left.`` and ``on Main St. The house``, not ``Dr. No``."""
    if not starts_surely(after, code) or re.match("(?:No|Who)\\b", after):
        return False
    return word == "St" or (word in PERSONS and _A_PERSON.search(left) is not None)


def _is_initial(word: str, left: str, after: str, code: str) -> bool:
    """``Jorge L. Borges``; sentencex knows them in English only."""
    if code == "en" or not (is_initials(word) and word.isupper()) or is_lettered(left):
        return False
    previous = left.rsplit(" ", 2)[-2:-1]
    in_name = not previous or previous[0][:1].isupper() or previous[0][-1:] in ".!?"
    in_name = in_name or previous[0] in _BY
    return in_name and starts_large(after) and not starts_surely(after, code)
