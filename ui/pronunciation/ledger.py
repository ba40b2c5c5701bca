"""The words of a script that are not simply read as they are written, counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from studio.document import Sentence
from studio.spoken import Reading, headword
from studio.takes import Span

Origin = Literal["unspeakable", "shortened", "guessed", "author", "markup", "rule"]
ORDER: tuple[Origin, ...] = ("unspeakable", "shortened", "guessed", "author", "markup", "rule")
PROBLEMS: tuple[Origin, ...] = ("unspeakable", "shortened")

_MARKS = ' .,;:!?…—–-"“”()'


class Entry(NamedTuple):
    """A word and how it is read. ``origin`` is that of a Reading, but ``author`` stands for the
    lexicon alone and ``markup`` for what the script itself says; ``guessed`` is what is read as it
    is written, though no dictionary has it."""

    word: str
    spoken: str
    origin: Origin

    @property
    def rank(self) -> tuple[int, str, str, str]:
        """Problems first, then what the author said, then rules; each by alphabet."""
        return ORDER.index(self.origin), self.word.casefold(), self.word, self.spoken


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands: offset in the text of a sentence."""

    sentence: str
    at: int


class Ledger:
    """Entries with the places where they are found, sentence by sentence."""

    def __init__(self) -> None:
        self._places: dict[Entry, dict[str, list[int]]] = {}
        self._of: dict[str, tuple[Sentence, tuple[Entry, ...]]] = {}
        self._lexicon: dict[str, Entry] = {}  # by the word in lower case

    @property
    def entries(self) -> frozenset[Entry]:
        return frozenset(self._places) | frozenset(self._lexicon.values())

    def count(self, entry: Entry) -> int:
        return sum(map(len, self._places.get(entry, {}).values()))

    def place(self, entry: Entry) -> Place | None:
        """The first that is known."""
        for sentence, offsets in self._places.get(entry, {}).items():
            return Place(sentence, offsets[0])
        return None

    def knows(self, sentence: Sentence) -> bool:
        known = self._of.get(sentence.id)
        return known is not None and known[0] is sentence

    # ── updates ─────────────────────────────────────────────────────────────────────────────────

    def set_lexicon(self, lexicon: Mapping[str, str]) -> None:
        """The author's respellings. Every sentence has to be read again after that."""
        self._lexicon = {
            word.casefold(): Entry(word, spoken, "author") for word, spoken in lexicon.items()
        }

    def put(
        self, sentence: Sentence, readings: Iterable[Reading], guessed: Iterable[Span] = ()
    ) -> None:
        """How a sentence is read now. What is guessed in it is known when it was spoken."""
        guesses = tuple(guessed)
        self.drop(sentence.id)
        found: dict[Entry, None] = {}
        for reading in readings:
            entry = self._entry(sentence, reading, guesses)
            if entry is not None:
                found[entry] = None
                places = self._places.setdefault(entry, {})
                places.setdefault(sentence.id, []).append(reading.start)
        self._of[sentence.id] = (sentence, tuple(found))

    def drop(self, sentence: str) -> None:
        """Forget a sentence, by id."""
        _, entries = self._of.pop(sentence, (None, ()))
        for entry in entries:
            places = self._places[entry]
            del places[sentence]
            if not places:
                del self._places[entry]

    def sentences(self) -> frozenset[str]:
        """Ids of those that are known."""
        return frozenset(self._of)

    def _entry(
        self, sentence: Sentence, reading: Reading, guessed: tuple[Span, ...]
    ) -> Entry | None:
        """What to list for a reading; None for what is read as written."""
        text = sentence.text[reading.start : reading.end]
        word = headword(text, sentence.language) or text
        if reading.origin not in ORDER:
            is_guess = any(a < reading.end and reading.start < b for a, b in guessed)
            return Entry(word, "", "guessed") if is_guess else None
        said = reading.pin if reading.pin.startswith("/") else _bare(reading.spoken)
        if reading.origin != "author":
            origin: Origin = reading.origin  # type: ignore[assignment]
            return Entry(word, said, origin)
        if any(pin.start < reading.end and reading.start < pin.end for pin in sentence.pins):
            return Entry(word, reading.pin or said, "markup")
        return self._of_lexicon(word) or Entry(word, said, "author")

    def _of_lexicon(self, word: str) -> Entry | None:
        """The author's entry for a word, for it without 's, or for a part of it."""
        folded = word.casefold()
        stems = (folded, folded.removesuffix("'s"), *folded.replace("–", "-").split("-"))
        return next((self._lexicon[stem] for stem in stems if stem in self._lexicon), None)


def _bare(spoken: str) -> str:
    """What is spoken without the punctuation around it; "p.m." keeps its dots."""
    said = spoken.strip(_MARKS)
    return f"{said}." if "." in said and f"{said}." in spoken else said
