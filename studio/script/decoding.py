"""The bytes of a script file into text, whatever program wrote them.

UTF-8 first, then UTF-16 and UTF-32. For the rest charset_normalizer is asked last: on a few words
it takes "café" for Chinese. The encodings that writers of our languages really meet are tried
before, and the text that looks most like writing wins.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from itertools import islice

from studio.errors import ScriptUnreadable

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_USUAL = (
    *("cp1252", "iso8859-15", "mac-roman", "cp850"),  # the West: Windows, Unix, old Mac, DOS
    *("cp932", "euc-jp", "gb18030", "big5", "cp1251", "koi8-r"),
)
_AS_TEXT = "save it as plain text (.txt, UTF-8) or Markdown (.md)"
_BINARY = (
    (rb"%PDF-", "it is a PDF"),
    (rb"PK\x03\x04", "it is a document of a word processor, an e-book or an archive"),
    (rb"\xd0\xcf\x11\xe0", "it is an old Word document"),
    (rb"\{\\rtf", "it is rich text (RTF)"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8[79]a", "it is a picture"),
    (rb"RIFF....WAVE|ID3[\x02-\x04]|fLaC\0|OggS\0", "it is a sound file"),
    (rb"\x1f\x8b|BZh\d1AY|7z\xbc\xaf", "it is an archive"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_SAMPLE = 4_000  # characters beyond ASCII that are looked at
_LIKELY = 0.3  # a score below is no writing that we know
_AS_GOOD = 0.1  # scores this close: the first encoding wins

# The most frequent characters of Chinese (both ways of writing) and Japanese.
_FREQUENT_HAN = frozenset(
    "的一是不了在人有我他这这個个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然"
    "家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十"
    "民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月"
    "話信世界吧走早晚請谢再见爱水火山東西南北雨風今語這們來為國說時會對過發後裡種經麼學現當沒動還進樣開從實軍無與長機關點"
    "業將兩間問應戰頭體見產話東車門電書言食読行私彼女男何気思聞木金土先生円入店町村駅"
)


def decode(data: bytes, name: str) -> str:
    """The text of a script file without its byte order mark, line ends as they are.

    ``name`` is what messages call it. Raises ScriptUnreadable, saying what to do.
    """
    for magic, what in _BINARY:
        if re.match(magic, data, re.DOTALL):
            raise ScriptUnreadable(name, f"{what}; {_AS_TEXT}")
    text = _decoded(data, name)
    controls = len(_CONTROL.findall(text))
    if "\0" in text or controls > max(2, len(text) // 50):
        raise ScriptUnreadable(name, f"it holds binary data, not text; {_AS_TEXT}")
    return text


def _decoded(data: bytes, name: str) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], encoding, name)
    if b"\x1b$" in data:  # ISO-2022-JP is ASCII with escapes
        escaped = _attempt(data, "iso2022_jp")
        if escaped is not None:
            return escaped
    text = _attempt(data, "utf-8")
    if text is not None and not _is_wide(data, text):
        return text
    if b"\0" in data:
        wide = _best(data, _WIDE)
        return "\0" if wide is None else wide
    return _mended(data) or _best(data, (*_USUAL, *_WIDE[:2])) or _detected(data)


def _marked(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        mended = _mended(data) if encoding == "utf-8" else None
        if mended is not None:
            return mended
        reason = f"its {encoding.upper()} text is damaged at byte {error.start}"
        raise ScriptUnreadable(name, f"{reason}; {_AS_TEXT}") from None


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _is_wide(data: bytes, text: str) -> bool:
    """Whether bytes that pass as UTF-8 are UTF-16 or UTF-32 all the same: with NULs in every
    second place, or other control characters beside them."""
    nuls = data.count(0)
    return nuls > 0 and (nuls * 4 > len(data) or len(_CONTROL.findall(text)) > nuls)


def _mended(data: bytes) -> str | None:
    """UTF-8 with a few stray bytes in it, which are taken for Windows characters."""
    text = data.decode("utf-8", "surrogateescape")
    strays = len(re.findall("[\udc80-\udcff]", text))
    if (len(re.findall("[^\x00-\x7f]", text)) - strays) < 4 * strays:
        return None
    return re.sub(
        "[\udc80-\udcff]",
        lambda match: bytes([ord(match.group()) & 0xFF]).decode("cp1252", "replace"),
        text,
    )


def _best(data: bytes, encodings: tuple[str, ...]) -> str | None:
    texts = [text for encoding in encodings if (text := _attempt(data, encoding)) is not None]
    scores = [_likeness(text) for text in texts]
    best = max(scores, default=0.0)
    if best < _LIKELY:
        return None
    return next(t for t, score in zip(texts, scores, strict=True) if score >= best - _AS_GOOD)


def _detected(data: bytes) -> str:
    from charset_normalizer import from_bytes

    match = from_bytes(data).best()
    return "\0" if match is None else str(match)


def _likeness(text: str) -> float:
    """How much the characters beyond ASCII look like writing, from -2 to 1 (0 if most are
    controls)."""
    if len(_CONTROL.findall(text)) > len(text) // 50:
        return -2.0
    places = (match.start() for match in re.finditer("[^\x00-\x7f]", text))
    scores = [_fitness(text, at) for at in islice(places, _SAMPLE)]
    return sum(scores) / len(scores) if scores else 1.0


def _fitness(text: str, at: int) -> float:
    char, before, after = text[at], text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
    if "\u4e00" <= char <= "\u9fff":
        if char in _FREQUENT_HAN:
            return 1.0
        return 0.3 if max(before, after) > "\u2e80" else -0.5
    if "\u3040" <= char <= "\u30ff":
        return 1.0
    if "\u3000" <= char <= "\u303f" or "\uff01" <= char <= "\uff5e":
        return 0.8
    if "\u0400" <= char <= "\u04ff":
        return _fitness_in_word(char, before, after, "\u0400", "\u04ff")
    if char.isalpha() and char < "\u0250":
        return _fitness_in_word(char, before, after, "A", "\u024f")
    if char in "“‘«¿¡„":
        return 1.0 if before in " \n\r\t(—" or not before.isalpha() else 0.3
    if char in "½¼¾":
        return -0.5 if before.isalpha() or after.isalpha() else 0.8
    if char in "”’»–—…•°ºª€£§©®™·²³×①②③④⑤":
        return 1.0 if before != " " or after == " " else 0.8
    category = unicodedata.category(char)[0]
    if category in "LM":
        return 0.5 if any(ord(c) >> 7 == ord(char) >> 7 for c in (before, after)) else -0.5
    return -2.0 if category == "C" else -1.0


def _fitness_in_word(char: str, before: str, after: str, first: str, last: str) -> float:
    """A letter among letters of its alphabet, in capitals or not like them."""
    beside = [c for c in (before, after) if c.isalpha()]
    if any(not first <= c <= last for c in beside):
        return -0.5
    if char.isupper() and before.islower():
        return -1.0
    if first == "A":
        return 1.0 if any(c.isascii() for c in beside) else 0.3
    return 0.9 if beside else 0.3
