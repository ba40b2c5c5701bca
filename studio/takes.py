"""Takes: what the machine made of a sentence, kept by key, in memory and on disk."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from studio.document import Word


@dataclass(frozen=True, eq=False, slots=True)
class Take:
    """One rendering of a sentence: float32 mono audio at 24 kHz (read-only, values about ±1),
    the words in it, and the name of the engine that made it."""

    audio: np.ndarray
    words: tuple[Word, ...]
    engine: str
