"""Where a drag catches: edges of words, beginnings and ends of silence, the playhead. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from studio.document import SAMPLE_RATE
from ui.timeline.content import Content

REACH = 7  # pixels from which a place pulls
_AROUND = 20 * SAMPLE_RATE  # no drag goes further than that without being begun again


@dataclass(frozen=True, eq=False)
class Snapping:
    """``places`` are samples, in order."""

    places: np.ndarray

    def nearest(self, sample: int, reach: float) -> int | None:
        """The place closest to a sample, if there is one not further than ``reach`` samples."""
        if not len(self.places):
            return None
        after = int(np.searchsorted(self.places, sample))
        near = self.places[max(0, after - 1) : after + 1]
        best = int(near[np.argmin(np.abs(near - sample))])
        return best if abs(best - sample) <= reach else None

    def shift(self, samples: Iterable[int], reach: float) -> int | None:
        """By how much to move things at these samples so that one of them is at a place: the
        least that is needed, None if that is more than ``reach``."""
        ways = [
            place - sample
            for sample in samples
            if (place := self.nearest(sample, reach)) is not None
        ]
        return min(ways, key=abs, default=None)


def snapping(
    content: Content,
    around: int,
    silences: Iterable[np.ndarray] = (),
    playhead: int | None = None,
    leave_out: Iterable[int] = (),
) -> Snapping:
    """The places near a sample. ``silences`` hold samples of the narration; ``leave_out`` is what
    moves itself."""
    words = content.words.within(around - _AROUND, around + _AROUND)
    own = slice(words.start, words.stop)
    parts = [content.words.starts[own], content.words.ends[own], *silences]
    if playhead is not None:
        parts.append(np.array([playhead]))
    places = np.unique(np.concatenate(parts))
    return Snapping(np.setdiff1d(places, np.fromiter(leave_out, np.int64)))
