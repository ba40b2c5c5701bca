"""Playing a narration that is still being made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

import numpy as np

from studio.player import Narration
from studio.takes import Take
from studio.timeline import Timeline


class LiveNarration(Narration):
    """A narration in which a sentence is heard while it is being spoken: what is there of it
    already is played, and then waited for."""

    def __init__(
        self,
        layout: Timeline,
        takes: Callable[[str], Take | None],
        begun: Callable[[str], list[np.ndarray]],
    ) -> None:
        super().__init__(layout, takes)
        self._begun = begun

    def read(self, start: int, samples: int) -> np.ndarray | None:
        sound = super().read(start, samples)
        return self._unfinished(start, samples) if sound is None else sound

    def _unfinished(self, start: int, samples: int) -> np.ndarray | None:
        index = bisect_right(self._clips, start, key=lambda clip: clip.start) - 1
        clip = self._clips[index]
        at = start - clip.start + clip.offset
        for piece in list(self._begun(clip.key or "")):
            if at < len(piece):
                return piece[at : at + samples]
            at -= len(piece)
        return None
