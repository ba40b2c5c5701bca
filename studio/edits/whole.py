"""What holds for the narration as a whole."""

from __future__ import annotations

from studio import cues
from studio.document import SAMPLE_RATE, Document
from studio.edits.finding import updated
from studio.errors import LengthOutOfRange, WrongUse

LONGEST_GAP = 10 * SAMPLE_RATE


def set_title(document: Document, title: str) -> Document:
    """The title on one line, otherwise as the author wrote it."""
    return updated(document, title=" ".join(title.split()))


def set_gaps(
    document: Document, *, sentence_gap: int | None = None, paragraph_gap: int | None = None
) -> Document:
    """Silence added after every sentence, after every paragraph (None: as it is).

    Raises LengthOutOfRange.
    """
    gaps = {"sentence_gap": sentence_gap, "paragraph_gap": paragraph_gap}
    given = {name: gap for name, gap in gaps.items() if gap is not None}
    for gap in given.values():
        if not 0 <= gap <= LONGEST_GAP:
            raise LengthOutOfRange("gap", gap / SAMPLE_RATE, 0, LONGEST_GAP / SAMPLE_RATE)
    return updated(document, **given)


def set_profile(document: Document, profile: str) -> Document:
    """The profile of the captions. Raises WrongUse."""
    return updated(document, profile=cues.find_profile(profile).name)


def set_grouping(document: Document, grouping: str) -> Document:
    """How words become captions, as ``words:4``, ``phrases:6``, ``lines``, or empty for the
    profile's own. Raises WrongUse."""
    text = grouping.strip()
    return updated(document, grouping=str(cues.parse_grouping(text)) if text else "")


def set_lexicon(document: Document, written: str, spoken: str) -> Document:
    """The lexicon with a word as it is written and a respelling as it is spoken; without the word
    if the respelling is empty. Raises WrongUse."""
    word, respelling = " ".join(written.split()), " ".join(spoken.split())
    if not word:
        raise WrongUse("A reading needs a word; write the word as it stands in the script.")
    entries = dict(document.lexicon)
    entries.pop(word, None)
    if respelling:
        entries[word] = respelling
    return updated(document, lexicon=tuple(sorted(entries.items())))
