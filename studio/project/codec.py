"""Documents as JSON values, and back.

Fields that have their usual value are left out. What this version does not know in a document or
a sentence is kept (``unknown``) and written again, so that a file survives an older program. Where
a value is not what it can be, ``Malformed`` says which.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, TypeVar

from studio import cues
from studio.document import (
    FASTEST,
    SLOWEST,
    Document,
    Paragraph,
    Pause,
    Pin,
    Sentence,
    SourceMap,
    Spelling,
    Timing,
    Word,
)
from studio.edits.whole import LONGEST_GAP
from studio.errors import WrongUse
from studio.languages import LANGUAGES

T = TypeVar("T")
Check = Callable[[Any, str], T]
Json = dict[str, Any]


class Malformed(Exception):
    """The value at ``where`` cannot be what it is."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(where)


# ── writing ─────────────────────────────────────────────────────────────────────────────────────


def document_to_json(document: Document) -> Json:
    values = _with_unknown(document)
    values["paragraphs"] = [_paragraph_to_json(each) for each in document.paragraphs]
    for name in _DOCUMENT:
        _put(values, name, getattr(document, name), getattr(_USUAL_DOCUMENT, name))
    values["lexicon"] = [list(entry) for entry in document.lexicon]
    return values


def _paragraph_to_json(paragraph: Paragraph) -> Json:
    return {"at": paragraph.at, "sentences": [_sentence_to_json(s) for s in paragraph.sentences]}


def _sentence_to_json(sentence: Sentence) -> Json:
    values = _with_unknown(sentence)
    values |= {"id": sentence.id, "text": sentence.text}
    values |= {name: getattr(sentence, name) for name in ("voice", "speed", "language")}
    values["source"] = [list(run) for run in sentence.source.runs]
    _put(values, "pins", [[pin.start, pin.end, pin.value] for pin in sentence.pins], [])
    _put(values, "pauses", [[pause.at, pause.samples] for pause in sentence.pauses], [])
    _put(values, "kept", sentence.kept, "")
    if sentence.timing:
        words = [_word_to_json(word) for word in sentence.timing.words]
        values["timing"] = {"key": sentence.timing.key, "words": words}
    _put(values, "spellings", [[s.start, s.end, s.text] for s in sentence.spellings], [])
    _put(values, "breaks", list(sentence.breaks), [])
    _put(values, "joins", list(sentence.joins), [])
    return values


def _word_to_json(word: Word) -> list[Any]:
    return [word.text, word.start, word.end, *word.source, word.estimated]


def _put(values: Json, name: str, value: object, usual: object) -> None:
    if value != usual:
        values[name] = value


def _with_unknown(value: Document | Sentence) -> Json:
    return {name: json.loads(text) for name, text in value.unknown}


# ── reading ─────────────────────────────────────────────────────────────────────────────────────


def document_from_json(value: Any) -> Document:
    """Raises Malformed."""
    values = _object(value, "document")
    found = {name: check(values[name], name) for name, check in _DOCUMENT.items() if name in values}
    paragraphs = _list(_paragraph)(values.get("paragraphs", []), "paragraphs")
    lexicon = _list(_row(_text, _text))(values.get("lexicon", []), "lexicon")
    document = Document(paragraphs, **found, lexicon=lexicon, unknown=_unknown(values, Document))
    _check_places(document)
    return document


def _paragraph(value: Any, where: str) -> Paragraph:
    values = _object(value, where)
    sentences = _list(_sentence)(values.get("sentences"), f"{where}.sentences")
    _demand(sentences, f"{where}.sentences")
    return Paragraph(sentences, _whole(values.get("at", 0), f"{where}.at"))


def _sentence(value: Any, where: str) -> Sentence:
    values = _object(value, where)
    where = f"sentence {values.get('id', where)!r}"
    found = {
        name: check(values[name], f"{name} of {where}")
        for name, check in _SENTENCE.items()
        if name in values
    }
    _demand(found.get("id") and found.get("text"), where)
    sentence = Sentence(**found, unknown=_unknown(values, Sentence))
    _check_sentence(sentence, where)
    return sentence


def _timing(value: Any, where: str) -> Timing:
    values = _object(value, where)
    words = _list(_word)(values.get("words"), where)
    _demand(words, where)
    return Timing(_key(values.get("key"), where), words)


def _word(value: Any, where: str) -> Word:
    text, start, end, source_start, source_end, estimated = _row(
        _text, _whole, _whole, _whole, _whole, _truth
    )(value, where)
    _demand(text.strip(), where)
    return Word(text, start, end, (source_start, source_end), estimated)


def _source(value: Any, where: str) -> SourceMap:
    return SourceMap(_list(_row(_whole, _whole, _whole))(value, where))


def _pin(value: Any, where: str) -> Pin:
    return Pin(*_row(_whole, _whole, _text)(value, where))


def _pause(value: Any, where: str) -> Pause:
    return Pause(*_row(_whole, _whole)(value, where))


def _spelling(value: Any, where: str) -> Spelling:
    return Spelling(*_row(_whole, _whole, _text)(value, where))


# what fits together


def _check_sentence(sentence: Sentence, where: str) -> None:
    length = len(sentence.text)
    runs = [(t, t + n) for t, _, n in sentence.source.runs]
    scripts = [(s, s + n) for _, s, n in sentence.source.runs]
    _demand(_in_order(runs, length) and _in_order(scripts), f"source of {where}")
    for pin in sentence.pins:
        _demand(pin.start < pin.end <= length, f"pins of {where}")
    for pause in sentence.pauses:
        _demand(pause.at <= length and pause.samples > 0, f"pauses of {where}")
    spelled = [(each.start, each.end) for each in sentence.spellings]
    shown = all(each.text.strip() for each in sentence.spellings)
    _demand(_in_order(spelled, length) and shown, f"spellings of {where}")
    for name in ("breaks", "joins"):
        offsets = getattr(sentence, name)
        _demand(_in_order([(at, at + 1) for at in offsets], length), f"{name} of {where}")
    _demand(not set(sentence.breaks) & set(sentence.joins), f"joins of {where}")
    if sentence.timing:
        words = sentence.timing.words
        times = _in_order([(word.start, word.end) for word in words])
        sources = _in_order([word.source for word in words], length)
        _demand(times and sources, f"timing of {where}")


def _check_places(document: Document) -> None:
    ids = [sentence.id for sentence in document.sentences]
    _demand(len(set(ids)) == len(ids), "the ids of its sentences")
    for paragraph in document.paragraphs:
        for sentence in paragraph.sentences:
            runs = sentence.source.runs
            end = paragraph.at + runs[-1][1] + runs[-1][2] if runs else 0
            _demand(end <= len(document.source), f"source of sentence {sentence.id!r}")


def _in_order(spans: Sequence[tuple[int, int]], length: int | None = None) -> bool:
    """Whether the half-open spans are not empty, follow each other and end by ``length``."""
    return (
        all(start < end for start, end in spans)
        and all(a[1] <= b[0] for a, b in pairwise(spans))
        and (length is None or not spans or spans[-1][1] <= length)
    )


def _unknown(values: Json, kind: type) -> tuple[tuple[str, str], ...]:
    known = {field.name for field in fields(kind)}
    return tuple((name, json.dumps(values[name])) for name in values if name not in known)


# single values


def _demand(fits: object, where: str) -> None:
    if not fits:
        raise Malformed(where)


def _object(value: Any, where: str) -> Json:
    _demand(isinstance(value, dict), where)
    return value


def _text(value: Any, where: str) -> str:
    _demand(isinstance(value, str), where)
    return value


def _key(value: Any, where: str) -> str:
    key = _text(value, where)
    _demand(re.fullmatch("[0-9A-Za-z_-]*", key), where)
    return key


def _gap(value: Any, where: str) -> int:
    gap = _whole(value, where)
    _demand(gap <= LONGEST_GAP, where)
    return gap


def _truth(value: Any, where: str) -> bool:
    _demand(isinstance(value, bool), where)
    return value


def _whole(value: Any, where: str) -> int:
    _demand(type(value) is int and value >= 0, where)
    return value


def _speed(value: Any, where: str) -> float:
    _demand(type(value) in (int, float) and math.isfinite(value), where)
    _demand(SLOWEST <= value <= FASTEST, where)
    return float(value)


def _language(value: Any, where: str) -> str:
    code = _text(value, where)
    _demand(code in LANGUAGES, where)
    return code


def _profile(value: Any, where: str) -> str:
    """One that this program does not have is the usual one."""
    name = _text(value, where)
    return name if name in cues.PROFILES else _USUAL_DOCUMENT.profile


def _grouping(value: Any, where: str) -> str:
    text = _text(value, where)
    try:
        return str(cues.parse_grouping(text)) if text else ""
    except WrongUse:
        return ""


def _list(item: Check[T]) -> Check[tuple[T, ...]]:
    def check(value: Any, where: str) -> tuple[T, ...]:
        _demand(isinstance(value, list), where)
        return tuple(item(each, where) for each in value)

    return check


def _row(*checks: Check[Any]) -> Check[tuple[Any, ...]]:
    def check(value: Any, where: str) -> tuple[Any, ...]:
        _demand(isinstance(value, list) and len(value) == len(checks), where)
        return tuple(each(item, where) for each, item in zip(checks, value, strict=True))

    return check


_USUAL_DOCUMENT = Document()
_DOCUMENT: Mapping[str, Check[Any]] = {
    "sentence_gap": _gap,
    "paragraph_gap": _gap,
    "source": _text,
    "markdown": _truth,
    "title": _text,
    "profile": _profile,
    "grouping": _grouping,
    "voice": _text,
    "speed": _speed,
    "language": _language,
}
_SENTENCE: Mapping[str, Check[Any]] = {
    "id": _text,
    "text": _text,
    "voice": _text,
    "speed": _speed,
    "language": _language,
    "source": _source,
    "pins": _list(_pin),
    "pauses": _list(_pause),
    "kept": _key,
    "timing": _timing,
    "spellings": _list(_spelling),
    "breaks": _list(_whole),
    "joins": _list(_whole),
}
