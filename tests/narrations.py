"""Narrations with takes that no engine made: quick, and the same every time."""

from __future__ import annotations

import hashlib
import re

from studio import edits
from studio.document import Document, Sentence, Word
from studio.takes import TakeInfo

HARBOR = "The harbor wakes early. Gulls argue over the boats.\n\nNobody minds; it is home."

NOUNS = (
    *("harbor", "gull", "pilot", "ferry", "crate", "lamp", "clock", "bread"),
    *("rope", "fog", "boat", "town", "sea", "bell", "road"),
)


def harbor() -> Document:
    """Three sentences in two paragraphs: s1 and s2, s3."""
    return edits.begin(HARBOR)


def key_of(sentence: Sentence) -> str:
    """The key of the take that a sentence has: the locked one, or that of what it is now."""
    said = f"{sentence.text}|{sentence.voice}|{sentence.speed}|{sentence.language}|{sentence.pins}"
    return sentence.kept or hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def take_of(sentence: Sentence) -> TakeInfo:
    """0.1 s of silence, then each word for 0.2 s. A word that ends with a mark leaves 0.1 s of
    silence, others touch the next one. 0.1 s of silence at the end."""
    at, words = 2_400, []
    for match in re.finditer(r"\S+", sentence.text):
        words.append(Word(match.group(), at, at + 4_800, match.span()))
        at += 4_800 if match.group()[-1].isalnum() else 7_200
    return TakeInfo(key_of(sentence), at + 2_400, tuple(words), "fake")
