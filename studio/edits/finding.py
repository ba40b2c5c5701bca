"""Sentences by id, and documents in which some of them are others."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import replace

from studio.document import Document, Paragraph, Sentence
from studio.errors import SentenceUnknown


def find(document: Document, sentence: str) -> Sentence:
    """The sentence with this id. Raises SentenceUnknown."""
    for paragraph in document.paragraphs:
        for each in paragraph.sentences:
            if each.id == sentence:
                return each
    raise SentenceUnknown(sentence)


def find_all(document: Document, sentences: Iterable[str] | None) -> tuple[Sentence, ...]:
    """The sentences with these ids (None: all), in the order of the document.

    Raises SentenceUnknown.
    """
    if sentences is None:
        return document.sentences
    wanted = set(sentences)
    found = tuple(each for each in document.sentences if each.id in wanted)
    for missing in wanted.difference(each.id for each in found):
        raise SentenceUnknown(missing)
    return found


def script_span(document: Document, sentence: str) -> tuple[int, int]:
    """The half-open range of the script where a sentence stands. Raises SentenceUnknown."""
    for paragraph in document.paragraphs:
        for each in paragraph.sentences:
            if each.id == sentence:
                return paragraph.span(each, 0, len(each.text))
    raise SentenceUnknown(sentence)


def sentence_at(document: Document, offset: int) -> Sentence | None:
    """The sentence that stands at an offset of the script, or else the one before it, or else the
    first; None if there is none."""
    index = bisect_right(document.paragraphs, offset, key=_start) - 1
    if index < 0:
        return document.sentences[0] if document.paragraphs else None
    paragraph = document.paragraphs[index]
    starts = [paragraph.span(each, 0, 1)[0] for each in paragraph.sentences]
    return paragraph.sentences[bisect_right(starts, offset) - 1]


def _start(paragraph: Paragraph) -> int:
    return paragraph.span(paragraph.sentences[0], 0, 1)[0]


def replaced(document: Document, sentences: Iterable[Sentence]) -> Document:
    """The document with these sentences instead of those of the same ids. What is equal stays
    the same object, up to the document itself."""
    new = {sentence.id: sentence for sentence in sentences}
    paragraphs = tuple(_paragraph(paragraph, new) for paragraph in document.paragraphs)
    if all(a is b for a, b in zip(paragraphs, document.paragraphs, strict=True)):
        return document
    return replace(document, paragraphs=paragraphs)


def updated(document: Document, **fields: object) -> Document:
    """The document with other values in these fields; itself if they are equal."""
    changed = replace(document, **fields)  # type: ignore[arg-type]
    return document if changed == document else changed


def _paragraph(paragraph: Paragraph, new: Mapping[str, Sentence]) -> Paragraph:
    if not any(each.id in new for each in paragraph.sentences):
        return paragraph
    sentences = tuple(
        each if new.get(each.id, each) == each else new[each.id] for each in paragraph.sentences
    )
    if all(a is b for a, b in zip(sentences, paragraph.sentences, strict=True)):
        return paragraph
    return replace(paragraph, sentences=sentences)
