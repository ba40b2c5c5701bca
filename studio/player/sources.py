"""What the player can play: anything that gives the sound of a range of positions."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Callable
from typing import Protocol

import numpy as np

from studio import timeline
from studio.document import SAMPLE_RATE
from studio.takes import Take
from studio.timeline import Timeline

_SILENCE = SAMPLE_RATE  # samples of a pause that are given out at a time


class Source(Protocol):
    """Sound by position, in samples at 24 kHz from 0 on."""

    def read(self, start: int, samples: int) -> np.ndarray | None:
        """The sound from ``start`` on: float32 mono, at least 1 and at most ``samples``
        samples; an empty array when nothing follows; None when it is not there yet.

        Called on the player's thread, up to a second ahead of what is heard, and again every
        few milliseconds after None. It may read a file but must not wait for anything.
        """
        ...


class Sound:
    """Audio that is all there: float32 mono at 24 kHz."""

    def __init__(self, audio: np.ndarray) -> None:
        self._audio = np.asarray(audio, np.float32)

    def read(self, start: int, samples: int) -> np.ndarray:
        return self._audio[start : start + samples]


class Growing:
    """Audio that arrives in pieces while it is being played, such as a sentence spoken clause
    by clause. Any thread may add to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pieces: list[np.ndarray] = []
        self._starts: list[int] = []
        self._samples = 0
        self._complete = False

    def append(self, piece: np.ndarray) -> None:
        """Add float32 mono audio at 24 kHz; it is not copied."""
        if not len(piece):
            return
        with self._lock:
            self._starts.append(self._samples)
            self._pieces.append(np.asarray(piece, np.float32))
            self._samples += len(piece)

    def finish(self) -> None:
        """Nothing more will come: the player ends here instead of waiting."""
        with self._lock:
            self._complete = True

    def read(self, start: int, samples: int) -> np.ndarray | None:
        with self._lock:
            if start >= self._samples:
                return np.zeros(0, np.float32) if self._complete else None
            index = bisect_right(self._starts, start) - 1
            at = start - self._starts[index]
            return self._pieces[index][at : at + samples]


class Narration:
    """A narration as it is laid out. A take that is not there yet is waited for.

    ``takes`` finds a take by its key; it is called on the player's thread. One take at a time
    is kept in memory.
    """

    def __init__(self, layout: Timeline, takes: Callable[[str], Take | None]) -> None:
        self._clips = layout.clips
        self._takes = takes
        self._index = -1
        self._sound = np.zeros(0, np.float32)

    def read(self, start: int, samples: int) -> np.ndarray | None:
        index = bisect_right(self._clips, start, key=lambda clip: clip.start) - 1
        if index < 0:
            return np.zeros(0, np.float32)
        clip = self._clips[index]
        at = start - clip.start
        length = min(samples, clip.samples - at)
        if length <= 0:
            return np.zeros(0, np.float32)
        if clip.key is None:
            return np.zeros(min(length, _SILENCE), np.float32)
        if index != self._index:
            take = self._takes(clip.key)
            if take is None or len(take.audio) < clip.offset + clip.samples:
                return None
            self._index, self._sound = index, timeline.sound(clip, take)
        return self._sound[at : at + length]
