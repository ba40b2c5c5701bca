"""The narration as frozen values: what the author decided, and nothing that a machine made.

One unit of time: integer samples at 24 kHz. Milliseconds exist only where files are written.
Offsets are in characters (Python string indices), never in bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

SAMPLE_RATE = 24_000
FRAME = 600  # samples in one of Kokoro's duration frames (1/40 s)

DEFAULT_VOICE = "af_heart"
SLOWEST, FASTEST = 0.5, 2.0


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Where each character of a cleaned text stood in the script it came from.

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
    them. ``start`` and ``end`` are samples from the start of the sentence's take.
    """

    text: str
    start: int
    end: int
    source: tuple[int, int]
    estimated: bool = False


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
class Sentence:
    """The unit of rendering, caching and re-rendering.

    ``text`` is what the author wrote, markup aside, blanks collapsed: it is what captions show.
    """

    id: str
    text: str
    voice: str = DEFAULT_VOICE
    speed: float = 1.0
    language: str = "en-us"
    source: SourceMap = field(default_factory=SourceMap)
    pins: tuple[Pin, ...] = ()
    pauses: tuple[Pause, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole narration. The gaps are silence added to the short silence that each take
    already begins and ends with, in samples."""

    paragraphs: tuple[Paragraph, ...] = ()
    sentence_gap: int = 0
    paragraph_gap: int = 9_600

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(s for paragraph in self.paragraphs for s in paragraph.sentences)
