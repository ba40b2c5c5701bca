"""Written text into what Kokoro should read, word by word.

One ``Reading`` stands for one written word. ``text[start:end]`` is what a caption shows,
``spoken`` what the G2P is given for it, so that "$20" is shown and "twenty dollars" is heard::

    >>> [r.spoken for r in readings("It cost $20 on 03/04/2026.", "en-us")]
    ['It', 'cost', 'twenty dollars', 'on', 'March fourth, twenty twenty-six.']

Where a rule goes: signs of characters in ``characters``, where words begin and end in
``cutting``, one English word in ``english_words`` (numbers and their units in
``english_measures`` and ``english_units``, money in ``english_money``, dates and times in
``english_times``, letters and outcries that English does not know in ``english_letters``), English
words that depend on their neighbours in ``english_context`` (dates, times, telephones, signs),
``english_amounts``, ``english_places`` and ``english_names``, the other languages in ``others``
(with ``romance_ordinals`` and ``agreement``) and ``asian``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType

import regex

from studio.document import Pin
from studio.languages import language as language_of
from studio.spoken.addresses import mail, web
from studio.spoken.characters import BLANK_CHARACTERS, SINGLE_QUOTES, beginning, ending, plain
from studio.spoken.cutting import SILENCED, Word, cut
from studio.spoken.cutting import pin as pin_words

__all__ = ["Options", "Reading", "headword", "readings", "speakable", "speech_text"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How one written word is spoken.

    ``start`` and ``end`` are offsets in the text of the sentence and include what clings to the
    word; a word never begins or ends with a blank. ``spoken`` has its punctuation in the marks
    that Kokoro knows and single blanks. ``origin`` says where it came from:

    - ``text``: as written (quotes and dashes in their plain forms)
    - ``rule``: rewritten by a rule
    - ``author``: from the lexicon or a pin
    - ``shortened``: too long for any voice, so only its beginning is spoken
    - ``unspeakable``: a script that the language cannot read; ``spoken`` is empty
    - ``silent``: the whole text holds nothing to speak; ``spoken`` is empty

    ``pin`` is the author's value for ``spoken[pinned[0]:pinned[1]]``, in Kokoro's markup.
    """

    start: int
    end: int
    spoken: str
    origin: str
    pin: str = ""
    pinned: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Options:
    """``emoji``: whether emoji are said by their names instead of being silent."""

    emoji: bool = False


DEFAULT = Options()

LONGEST_WORD = 100  # letters in one run; nothing that long is a word
LONGEST_SPOKEN = 200  # characters; Kokoro takes 510 phonemes at once
_KEPT = 40  # letters of a word that is too long
_ENGLISH = ("en-us", "en-gb")


def readings(
    text: str,
    language: str,
    *,
    pins: tuple[Pin, ...] = (),
    lexicon: Mapping[str, str] | None = None,
    options: Options = DEFAULT,
) -> tuple[Reading, ...]:
    """The readings of one sentence, one for each written word, in order; together they cover
    every character that is not blank. In Japanese and Mandarin a reading may be a longer run.

    ``pins`` are offsets in ``text``; a pin in phonemes leaves its word as written, one for stress
    leaves it to the rules. ``lexicon`` maps written words, without punctuation, to respellings,
    or to phonemes between slashes, which are handed on as a pin; case is ignored where no entry
    has the same case. Raises LanguageUnknown.
    """
    spaced = language_of(language).spaced
    spans = _emoji(text)
    silenced = _without(text, spans)
    words = pin_words(cut(silenced, language, spaced=spaced), pins, silenced)
    if options.emoji and spans:
        words = _spoken_emoji(words, spans, text, language)
    for word in words:
        _fix(word, language)
    # The rules of a language are loaded when they are needed: English has a lot of them.
    if language in _ENGLISH:
        _english().read(words, language == "en-gb")
    elif not spaced:
        from studio.spoken import asian

        words = asian.read(words, silenced, language)
    else:
        from studio.spoken import others

        others.read(words, language)
    return _compose(words, _Lexicon(lexicon or {}), language)


@functools.cache
def _english() -> ModuleType:
    from studio.spoken import english

    return english


def speech_text(readings: Iterable[Reading]) -> str:
    """What is spoken for the readings, joined with single blanks."""
    return " ".join(reading.spoken for reading in readings if reading.spoken)


_SURELY = regex.compile(r"[A-Za-z0-9]{2}")


def speakable(text: str, language: str) -> bool:
    """Whether anything in ``text`` is spoken at all; "...", "—" and "***" are not."""
    if _SURELY.search(text):
        return True
    return any(reading.spoken for reading in readings(text, language))


def headword(text: str, language: str) -> str:
    """The first word of ``text`` as a lexicon has it: without the punctuation that clings to it,
    in plain characters; empty if there is nothing to speak."""
    spaced = language_of(language).spaced
    words = cut(_without(text, _emoji(text)), language, spaced=spaced)
    return next((word.body for word in words if word.body), "")


# --- emoji -------------------------------------------------------------------------------------


def _emoji(text: str) -> list[tuple[int, int, str]]:
    """The emoji in ``text``. The signs for copyright and trade marks are no emoji here, nor are
    digits in key caps."""
    if text.isascii():
        return []
    import emoji

    return [
        (match["match_start"], match["match_end"], match["emoji"])
        for match in emoji.emoji_list(text)
        if match["emoji"][0] not in "©®™0123456789"
    ]


def _without(text: str, spans: list[tuple[int, int, str]]) -> str:
    """``text`` with every character of an emoji silenced; all offsets stay."""
    pieces, last = [], 0
    for start, end, _ in spans:
        pieces += [text[last:start], SILENCED * (end - start)]
        last = end
    return "".join((*pieces, text[last:]))


def _spoken_emoji(
    words: list[Word], spans: list[tuple[int, int, str]], text: str, language: str
) -> list[Word]:
    """Make a word of each emoji that clung to another, so that its name has its own time."""
    result: list[Word] = []
    left = list(reversed(spans))
    last = words[-1].end
    for word in words:
        start, spoken = word.start, word.core_start < word.core_end
        while left and left[-1][0] < word.end:
            a, b, sign = left[-1]
            if spoken and a >= word.core_start:
                break
            left.pop()
            result.append(Word(start, b, a, b, said=_name(sign, language)))
            start = _past_blanks(text, b, word.end)
        if spoken:
            word.start = start
            result.append(word)
        while left and left[-1][0] < word.end:
            a, b, sign = left.pop()
            if a >= word.core_end:
                result.append(Word(a, b, a, b, said=_name(sign, language)))
    for word, following in pairwise(result):
        word.end = _stripped(text, word.core_end, following.start)
    result[-1].end = last
    for word in result:
        word.before = text[word.start : word.core_start]
        word.after = text[word.core_end : word.end]
    return result


def _past_blanks(text: str, start: int, end: int) -> int:
    return end - len(text[start:end].lstrip(BLANK_CHARACTERS))


def _stripped(text: str, start: int, end: int) -> int:
    """``end`` moved left over blanks."""
    return start + len(text[start:end].rstrip(BLANK_CHARACTERS))


def _name(sign: str, language: str) -> str:
    import emoji

    code = language[:2] if language[:2] in emoji.LANGUAGES else "en"
    return emoji.demojize(sign, language=code, delimiters=("", "")).replace("_", " ")


# --- long words --------------------------------------------------------------------------------


_ENDLESS = regex.compile(r"[!-~]{100}")


def _fix(word: Word, language: str) -> None:
    """Shorten what no rule should see."""
    if len(word.body) <= LONGEST_WORD or (word.foreign and word.pin is None):
        return
    if language in _ENGLISH and (said := web(word.body) or mail(word.body)) is not None:
        word.said = said
        return
    if not language_of(language).spaced and not _ENDLESS.search(word.body):
        return
    word.body = word.body[:_KEPT]
    word.shortened = True


def _shorten(said: str) -> str:
    """At most LONGEST_SPOKEN characters, cut at a blank."""
    if len(said) <= LONGEST_SPOKEN:
        return said
    head = said[:LONGEST_SPOKEN].rpartition(" ")[0]
    return head or said[:LONGEST_SPOKEN]


# --- lexicon -----------------------------------------------------------------------------------


class _Lexicon:
    """The author's respellings, looked up with their typography levelled."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._exact = {plain(k).strip(): plain(v).strip() for k, v in entries.items() if v.strip()}
        self._folded: dict[str, str] = {}
        for key, value in self._exact.items():
            self._folded.setdefault(key.casefold(), value)

    def __bool__(self) -> bool:
        return bool(self._exact)

    def _entry(self, word: str) -> str | None:
        return self._exact.get(word) or self._folded.get(word.casefold())

    def find(self, word: str) -> str | None:
        """The respelling of a word, of its stem before 's, or of the parts of a compound."""
        whole = self._entry(word)
        if whole is not None:
            return whole
        if word.endswith("'s") and (stem := self._entry(word[:-2])) is not None:
            return None if _phonemes(stem) else f"{stem}'s"
        parts = regex.split(r"([-–/])", word)
        if len(parts) < 3:
            return None
        entries = [self._entry(part) for part in parts]
        if not any(entries) or any(entry and _phonemes(entry) for entry in entries):
            return None
        said = (e or p for e, p in zip(entries, parts, strict=True))
        return " ".join("".join(" " if p in "-–/" else p for p in said).split())


def _phonemes(value: str) -> bool:
    return len(value) > 2 and value.startswith("/") and value.endswith("/")


# --- putting together --------------------------------------------------------------------------


def _compose(words: list[Word], lexicon: _Lexicon, language: str) -> tuple[Reading, ...]:
    if not language_of(language).spaced:
        return tuple(_asian_reading(word, lexicon, language) for word in words)
    result = []
    closing = _last_closing_quote(words)
    quoted = False
    for i, word in enumerate(words):
        before, after = beginning(word.before), ending(word.after)
        if any(c in SINGLE_QUOTES for c in word.before) and closing >= i and not quoted:
            before, quoted = before + "“", True
        if quoted and any(c in SINGLE_QUOTES for c in word.after):
            after, quoted = _with_quote(word.after), False
        if i + 1 < len(words):
            after += _dash_before(words[i + 1], after)
        before, after = _balanced(word, before, after)
        result.append(_reading(word, before, after, lexicon, language))
    return tuple(result)


def _asian_reading(word: Word, lexicon: _Lexicon, language: str) -> Reading:
    """Japanese and Mandarin keep their own punctuation, which their G2P knows."""
    from studio.spoken import asian

    before = asian.marks(word.before, opening=True)
    after = asian.marks(word.after, opening=False)
    return _reading(word, before, after, lexicon, language)


def _last_closing_quote(words: list[Word]) -> int:
    return max(
        (i for i, word in enumerate(words) if any(c in SINGLE_QUOTES for c in word.after)),
        default=-1,
    )


def _with_quote(raw: str) -> str:
    return ending("".join("”" if c in SINGLE_QUOTES else c for c in raw))


def _dash_before(following: Word, after: str) -> str:
    """A dash or an ellipsis written onto the next word is heard before it."""
    raw = following.before[:1]
    if raw in ("—", "–", "―") and not after:
        return " —"
    return "…" if raw == "…" and not after else ""


def _balanced(word: Word, before: str, after: str) -> tuple[str, str]:
    """Brackets that close inside the word, as in item(s), are not closed again after it."""
    if word.body.count("(") > word.body.count(")"):
        after = after.replace(")", "", 1)
    if word.body.count(")") > word.body.count("("):
        before = before.replace("(", "", 1)
    return before, after


def _reading(word: Word, before: str, after: str, lexicon: _Lexicon, language: str) -> Reading:
    said, origin, value = _said(word, lexicon)
    span = (0, len(said))
    if word.pin is not None and word.body:
        said, span, value, origin = _pinned(word, said)
    if word.shortened or (len(said) > LONGEST_SPOKEN and language_of(language).spaced):
        said, origin = _shorten(said), "shortened"
        span = (0, min(span[1], len(said)))
    if not said:
        return Reading(word.start, word.end, "", origin)
    if language in _ENGLISH and after.startswith(".") and _english().swallows(said):
        after = " " + after
    spoken = f"{before}{said}{after}"
    if not value:
        return Reading(word.start, word.end, spoken, origin)
    pinned = (len(before) + span[0], len(before) + span[1])
    return Reading(word.start, word.end, spoken, origin, value, pinned)


def _said(word: Word, lexicon: _Lexicon) -> tuple[str, str, str]:
    """What is said for a word, where it came from, and phonemes for it from the lexicon."""
    if word.body and lexicon:
        found = lexicon.find(word.body) or lexicon.find(word.body + ".")
        if found is not None and _phonemes(found):
            return _bare(word.body), "author", found
        if found is not None and _bare(found):
            return _bare(found), "author", ""
    if word.foreign:
        return "", "unspeakable", ""
    if word.said is None:
        return " ".join(word.body.split()), "text" if word.body else "silent", ""
    said = " ".join(word.said.split())
    if not said:
        return "", "unspeakable" if word.body else "silent", ""
    return said, "text" if said.rstrip(".") == word.body else "rule", ""


_MARKUP = str.maketrans("[](){}", "      ")


def _bare(text: str) -> str:
    """``text`` without brackets, which would be taken for Kokoro's markup."""
    return " ".join(text.translate(_MARKUP).split())


def _pinned(word: Word, said: str) -> tuple[str, tuple[int, int], str, str]:
    """A pinned word as written, and the part of it that the pin is for; a pin for stress lies on
    the whole of what the rules made of it."""
    value = word.pin.value if word.pin is not None else ""
    if not value.startswith("/") and said:
        return said, (0, len(said)), value, "author"
    head, middle, tail = map(_bare, word.parts)
    return head + middle + tail, (len(head), len(head) + len(middle)), value, "author"
