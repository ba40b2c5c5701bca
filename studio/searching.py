"""Finding and replacing in a script."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from studio.errors import WrongUse

TIME = 1.0  # seconds; there are patterns that never come to an end
_QUOTES = {"'": "['’‘]", '"': '["“”]'}

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for. ``is_pattern``: ``text`` is a regular expression. Otherwise straight
    quotes stand for curly ones, too, and a blank for any."""

    text: str
    match_case: bool = False
    whole_words: bool = False
    is_pattern: bool = False


def find(text: str, query: Query) -> tuple[Span, ...]:
    """Half-open ranges of all matches in order; those of no length do not count.

    Raises WrongUse for a pattern that cannot be read or takes too long.
    """
    if not query.text:
        return ()
    return tuple(match.span() for match in _matches(text, query))


def replace_all(text: str, query: Query, replacement: str) -> tuple[str, int]:
    """The text with every match replaced, and how many there were. In the replacement of a
    pattern ``\\1`` and ``\\g<name>`` are its groups. Raises WrongUse."""
    pieces, at, count = [], 0, 0
    for match in _matches(text, query) if query.text else ():
        pieces += [text[at : match.start()], _replacement(match, query, replacement)]
        at, count = match.end(), count + 1
    return "".join((*pieces, text[at:])), count


def replacement_for(text: str, query: Query, span: Span, replacement: str) -> str | None:
    """What stands for the match in a range of the text; None if it is no match (any more).

    Raises WrongUse.
    """
    for match in _matches(text, query):
        if match.span() == span:
            return _replacement(match, query, replacement)
    return None


def _matches(text: str, query: Query) -> list[regex.Match[str]]:
    try:
        found = _compiled(query).finditer(text, timeout=TIME)
        return [match for match in found if match.end() > match.start()]
    except TimeoutError:
        raise WrongUse("The pattern takes too long; make it simpler.") from None


def _compiled(query: Query) -> regex.Pattern[str]:
    pattern = query.text
    if not query.is_pattern:
        pattern = "".join(_literally(character) for character in pattern)
    if query.whole_words:
        pattern = rf"(?<!\w)(?:{pattern})(?!\w)"
    flags = regex.MULTILINE if query.match_case else regex.MULTILINE | regex.IGNORECASE
    try:
        return regex.compile(pattern, flags)
    except regex.error as error:
        raise WrongUse(f"The pattern cannot be read: {error.msg}.") from None


def _literally(character: str) -> str:
    if character == " ":
        return r"[ \u00a0]"
    return _QUOTES.get(character) or regex.escape(character)


def _replacement(match: regex.Match[str], query: Query, replacement: str) -> str:
    if not query.is_pattern:
        return replacement
    try:
        return match.expand(replacement)
    except (regex.error, IndexError) as error:
        reason = getattr(error, "msg", str(error))
        raise WrongUse(f"The replacement cannot be read: {reason}.") from None
