"""The narration as frozen values: what the author decided, and nothing that a machine made.

One unit of time: integer samples at 24 kHz. Milliseconds exist only where files are written.
Offsets are in characters (Python string indices), never in bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import chain

SAMPLE_RATE = 24_000
FRAME = 600  # samples in one of Kokoro's duration frames (1/40 s)

DEFAULT_VOICE = "af_heart"
DEFAULT_LANGUAGE = "en-us"
DEFAULT_PROFILE = "narration"
SLOWEST, FASTEST = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Where each character of a cleaned text stood in the script it came from, counted from the
    place of its paragraph (see Paragraph).

    ``runs`` holds ``(text offset, script offset, length)`` for stretches copied unchanged,
    in order of both offsets. Characters between two runs (a collapsed blank, an entity)
    belong to the script between their neighbours.
    """

    runs: tuple[tuple[int, int, int], ...] = ()

    @classmethod
    def identity(cls, length: int, at: int = 0) -> SourceMap:
        return cls(((0, at, length),)) if length else cls()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open script range that text[start:end] (not empty) came from."""
        return self._at(start), self._at(end - 1) + 1

    def _at(self, offset: int) -> int:
        i = bisect_right(self.runs, offset, key=lambda run: run[0]) - 1
        if i < 0:
            return 0
        text_at, script_at, length = self.runs[i]
        return script_at + min(offset - text_at, length - 1)


@dataclass(frozen=True, slots=True)
class Word:
    """A written word, with the punctuation that clings to it, and when it is heard.

    ``text`` is what a caption shows (blanks collapsed to one); ``source`` its offsets in the
    text of its sentence, so two words whose offsets touch are written without a blank between
    them. ``start`` and ``end`` are samples from the start of the sentence's take. ``phonemes``:
    the model's symbols that are said for it, where somebody has just found out; nobody keeps them.
    """

    text: str
    start: int
    end: int
    source: tuple[int, int]
    estimated: bool = False
    phonemes: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Pin:
    """The author's own reading of ``text[start:end]``, in Kokoro's markup: ``/nˈOm/`` for
    phonemes, ``+2`` or ``-1`` for stress."""

    start: int
    end: int
    value: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Exact silence that the author put before offset ``at`` of a sentence's text
    (0: before the sentence; ``len(text)``: after it)."""

    at: int
    samples: int


@dataclass(frozen=True, slots=True)
class Timing:
    """The words of the take stored under ``key`` as the author placed, split and joined them.
    Worth nothing for any other take."""

    key: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Spelling:
    """What captions show for ``text[start:end]`` instead of it. It holds for every take."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """The unit of rendering, caching, locking and re-rendering.

    ``text`` is what the author wrote, markup aside, blanks collapsed: it is what captions show.
    ``kept`` is the key of the take that the author locked: as long as that take exists, it is the
    take of the sentence, whatever would be rendered now.
    ``breaks`` and ``joins`` are offsets in ``text``, in order: with the word there a caption has
    to begin, or must not. ``unknown`` holds what a newer version keeps here, as JSON by name.
    """

    id: str
    text: str
    voice: str = DEFAULT_VOICE
    speed: float = 1.0
    language: str = DEFAULT_LANGUAGE
    source: SourceMap = field(default_factory=SourceMap)
    pins: tuple[Pin, ...] = ()
    pauses: tuple[Pause, ...] = ()
    kept: str = ""
    timing: Timing | None = None
    spellings: tuple[Spelling, ...] = ()
    breaks: tuple[int, ...] = ()
    joins: tuple[int, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()

    @property
    def locked(self) -> bool:
        return bool(self.kept)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``at`` is the place in the script that the source maps of its sentences count from, so that
    an edit further up leaves the sentences as they are."""

    sentences: tuple[Sentence, ...]
    at: int = 0

    def span(self, sentence: Sentence, start: int, end: int) -> tuple[int, int]:
        """The half-open range of the script that text[start:end] of a sentence came from."""
        first, last = sentence.source.span(start, end)
        return first + self.at, last + self.at


@dataclass(frozen=True, slots=True)
class Document:
    """A whole narration. The gaps are silence added to the short silence that each take
    already begins and ends with, in samples.

    ``source`` is the script as the author sees it, which the paragraphs were read from, as
    Markdown or as plain text. ``profile`` and ``grouping`` (empty: the profile's own) are those of
    the captions. ``lexicon`` says how words are spoken: as written, as respelled. ``voice``,
    ``speed`` and ``language`` are for text that has no sentence to take them from.
    """

    paragraphs: tuple[Paragraph, ...] = ()
    sentence_gap: int = 0
    paragraph_gap: int = 9_600
    source: str = ""
    markdown: bool = False
    title: str = ""
    profile: str = DEFAULT_PROFILE
    grouping: str = ""
    lexicon: tuple[tuple[str, str], ...] = ()
    voice: str = DEFAULT_VOICE
    speed: float = 1.0
    language: str = DEFAULT_LANGUAGE
    unknown: tuple[tuple[str, str], ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(chain.from_iterable(paragraph.sentences for paragraph in self.paragraphs))
