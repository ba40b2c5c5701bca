"""A sentence as the English rules see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from studio.spoken import english_abbreviations as short
from studio.spoken.characters import listed
from studio.spoken.cutting import Word

QUOTES = frozenset('"“”')

# What follows a measure that is no adjective: the 5 km are, a 10 km of.
_FUNCTION_WORDS = frozenset(listed(
    "of and or but nor the a an in on at to is was are were am be been for with from by into onto "
    "as than that this per i he she it they we you who which so if when then not just only off "
    "out up down over under away ago later apart more less each had has have did do does went go "
    "goes took take takes came come left will would can could should may might must seem seems "
    "until till before after while because"
))  # fmt: skip


@dataclass(slots=True)
class Line:
    """The words of a sentence, and what the rules need to know of it as a whole."""

    words: Sequence[Word]
    british: bool
    capitals: bool = False
    quotes: Sequence[int] = ()  # double quotes before each word

    marks: int = 0  # of these, how many turned out to be inch marks

    def quoted(self, i: int) -> bool:
        """Whether a double quote is open before word ``i``."""
        return (self.quotes[i] - self.marks) % 2 == 1

    def body(self, i: int) -> str:
        return self.words[i].body if 0 <= i < len(self.words) else ""

    def joined(self, i: int) -> bool:
        """Whether nothing but a blank stands between word ``i`` and the next."""
        if not 0 <= i < len(self.words) - 1:
            return False
        return not self.words[i].after.strip() and not self.words[i + 1].before

    def stopped(self, i: int) -> bool:
        return self.words[i].after.startswith(".") and not self.words[i].after.startswith("..")

    def last(self, i: int) -> bool:
        return i == len(self.words) - 1

    def next_capital(self, i: int) -> bool:
        return self.body(i + 1)[:1].isupper()

    def next_digit(self, i: int) -> bool:
        return self.body(i + 1).lstrip("#")[:1].isdecimal()

    def is_function(self, word: str) -> bool:
        """Whether a word is one of grammar rather than the name of a thing."""
        return word.lower() in _FUNCTION_WORDS

    def modifies(self, first: int, last: int) -> bool:
        """Whether a measure, words ``first`` to ``last``, stands between an article and a noun:
        a 10 km run, the $5 million deal; its unit is in the singular then."""
        article = self.body(first - 1).lower() in ("a", "an", "the")
        noun = self.body(last + 1)
        close = self.joined(last) or self.words[last].after.strip() == "."
        if not (article and close and self.joined(first - 1)) or last + 1 >= len(self.words):
            return False
        return noun.isalpha() and noun.islower() and not self.is_function(noun)

    def drop_stop(self, i: int) -> None:
        """The full stop of an abbreviation is no end unless the sentence ends there."""
        if self.stopped(i) and not self.ends(i):
            self.words[i].after = self.words[i].after[1:]

    def ends(self, i: int) -> bool:
        """Whether the full stop after word ``i`` ends the sentence."""
        after = self.words[i].after[1:].strip()
        if after and after[0] in ",;:!?…":
            return False
        if self.last(i):
            return True
        word, following = self.body(i), self.body(i + 1)
        if word.lower() in short.CLOSING:
            return following[:1].isupper() and (
                word.lower() == "etc" or following in short.SENTENCE_STARTS
            )
        return word.lower() not in short.NEVER_CLOSING and following in short.SENTENCE_STARTS


_DOTTED = regex.compile(r"(?:\p{L}\.)+\p{L}|\p{Lu}\p{L}?(?:\.\p{Lu}\p{L}?)+")


def dotted(text: str) -> bool:
    return _DOTTED.fullmatch(text) is not None
