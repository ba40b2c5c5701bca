"""What the benchmark has spoken: 50 characters, 150 words, and as many minutes as wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from studio import paths

SENTENCE = "The harbor lights come on before the evening rain."  # 50 characters
WORDS_A_MINUTE = 165  # as af_heart speaks

_WHO = (
    "The pilot",
    "Mrs. Alvarez",
    "The old ferry",
    "Nobody on the quay",
    "The baker's son",
    "A gull with one eye",
    "The keeper of the lamps",
    "Every second boat",
    "The clock above the market",
)
_DOES = (
    "waits for the tide",
    "knows the way around the rocks",
    "has been here since the spring",
    "counts the crates aloud",
    "says very little about the storm",
    "turns toward the island, slowly",
    "listens to the ropes and the water",
    "leaves a light in the window",
    "remembers what the summer was like",
)
_WHEN = (
    "before the fog comes in",
    "until somebody brings the bread",
    "and the children follow along the wall",
    "because nine bells mean good weather",
    "while the nets dry in the wind",
    "as it did on April 12, 1998",
    "though it costs three dollars more",
    "and that is all there is to tell",
    "when the last letter has been read",
)


def paragraph() -> str:
    """The sample script, without a break."""
    sample = paths.resources() / "samples" / "harbor.txt"
    return " ".join(sample.read_text(encoding="utf-8").split())


def chapter(minutes: float) -> str:
    """Paragraphs of five sentences that are spoken in about so many minutes (up to an hour, no
    sentence is said twice); the same every time."""
    wanted, sentences = minutes * WORDS_A_MINUTE, list[str]()
    for sentence in _sentences():
        if wanted <= 0:
            break
        sentences.append(sentence)
        wanted -= len(sentence.split())
    return "\n\n".join(" ".join(sentences[at : at + 5]) for at in range(0, len(sentences), 5))


def by_the_minute(text: str) -> tuple[str, ...]:
    """A chapter in parts, each of whole paragraphs and about a minute long."""
    parts, part = list[str](), list[str]()
    for paragraph in text.split("\n\n"):
        part.append(paragraph)
        if len(" ".join(part).split()) >= WORDS_A_MINUTE:
            parts.append("\n\n".join(part))
            part = []
    return (*parts, "\n\n".join(part)) if part else tuple(parts)


def _sentences() -> Iterator[str]:
    chance = random.Random(1998)
    ways = [f"{who} {does}, {when}." for who, does, when in product(_WHO, _DOES, _WHEN)]
    while True:
        chance.shuffle(ways)
        yield from ways
