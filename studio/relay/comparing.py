"""Whether what a server speaks is what this computer speaks: two takes of one sentence, measured.

Two renders by one model are never equal in their samples, let alone in their hashes: the vocoder
adds noise of its own to every voiced sound, and a server draws other noise than we do. So a match
is a matter of length, level and spectrum, and a hash that is equal a curiosity that is told.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from studio.document import SAMPLE_RATE
from studio.loudness import LoudnessMeter
from studio.relay.words import heard
from studio.takes import Take

# What a match may differ by: in length, as a share of it; in loudness, in LU; in its spectrum, in
# dB: the same model with other noise is 0.2 to 0.4 dB away, an MP3 of it 0.4, telephone sound
# above 2, a speed 4 % higher 1.5 to 5, another voice 6 to 13.
LENGTH = 0.05
LEVEL = 1.0
SPECTRUM = 2.0

_WINDOW = 1_024  # samples, 43 ms
_HOP = 480  # samples, 20 ms
_BANDS = 24  # triangles on the mel scale, as wide as the ear's at speech
_LOWEST, _HIGHEST = 80.0, 11_000.0  # Hz
_STEP = 48  # samples, 2 ms: how exactly two takes are laid on each other,
_PERIODS = 10  # steps
_SHIFTS = 20  # and so many steps is what `heard` may be off by
_FLOOR = 50.0  # dB below the loudest band: what is quieter is not told apart


@dataclass(frozen=True, slots=True)
class Comparison:
    """A local take and a relay's of the same sentence. Lengths in ``seconds``; loudness in LUFS,
    None where a take is silent or shorter than 0.4 s; ``distance`` of the spectra in dB (see
    `spectral_distance`); ``starts`` and ``worst``: the median and the largest difference of word
    starts in seconds, counted from where sound begins, None where the words are not the same;
    ``same``: equal as 16-bit PCM; ``matches``: a listener would not know one from the other by
    length, level and spectrum."""

    seconds: float
    relay_seconds: float
    loudness: float | None
    relay_loudness: float | None
    distance: float
    starts: float | None
    worst: float | None
    same: bool
    matches: bool


def compare(local: Take, relay: Take) -> Comparison:
    """Takes some 50 ms for ten seconds of speech."""
    seconds, relay_seconds = (len(take.audio) / SAMPLE_RATE for take in (local, relay))
    level, relay_level = _loudness(local.audio), _loudness(relay.audio)
    distance = spectral_distance(local.audio, relay.audio)
    starts = _starts(local, relay)
    matches = (
        abs(relay_seconds - seconds) <= LENGTH * seconds
        and _is_as_loud(level, relay_level)
        and distance <= SPECTRUM
    )
    return Comparison(
        seconds=seconds,
        relay_seconds=relay_seconds,
        loudness=level,
        relay_loudness=relay_level,
        distance=distance,
        starts=float(np.median(starts)) if len(starts) else None,
        worst=float(starts.max()) if len(starts) else None,
        same=np.array_equal(_pcm(local.audio), _pcm(relay.audio)),
        matches=matches,
    )


def listens(key: str, percent: float) -> bool:
    """Whether a sentence queues for blind listening, always the same for the same ``key`` (of the
    local take). Other digits than `Policy.relays` looks at, so that neither choice leans on the
    other."""
    return int(key[8:16], 16) * 100 < percent * 16**8


def spectral_distance(one: np.ndarray, other: np.ndarray) -> float:
    """How far two takes (float32, 24 kHz) of a sentence are apart, in dB: the log-spectral
    distance, the root mean square of the differences over 24 mel bands (80 Hz to 11 kHz, 43 ms
    every 20 ms), averaged over time. Bands and not single lines, which are noise in speech.

    Both are taken from where sound begins and made equally loud. They are laid on each other at
    the pace they have and at the same length, and what is nearer counts: one server trims an end,
    another speaks a little faster. What lies more than 50 dB below the loudest band counts as
    that quiet.
    """
    begins = _begins(one, other)
    ours, theirs = (
        _spectrum(audio[begin : max(begin, heard(audio)[1])])
        for audio, begin in zip((one, other), begins, strict=True)
    )
    shorter = min(len(ours), len(theirs))
    if shorter == 0:
        return 0.0 if len(ours) == len(theirs) else _FLOOR
    as_they_are = _apart(ours[:shorter], theirs[:shorter])
    if len(ours) == len(theirs):
        return as_they_are
    return min(as_they_are, _apart(_in_rows(ours, shorter), _in_rows(theirs, shorter)))


def _begins(one: np.ndarray, other: np.ndarray) -> tuple[int, int]:
    """Where sound begins in both: by what is heard, and then by the shift, 40 ms at most, at
    which the two are loud at the same times."""
    first, second = heard(one)[0], heard(other)[0]
    ours = _envelope(one[first : first + SAMPLE_RATE])  # later, another pace would tell
    theirs = _envelope(other[second : second + SAMPLE_RATE])
    length = min(len(ours), len(theirs)) - 2 * _SHIFTS
    if length <= 0:
        return first, second
    middle = ours[_SHIFTS : _SHIFTS + length]
    around = np.lib.stride_tricks.sliding_window_view(theirs, length)[: 2 * _SHIFTS + 1]
    shift = int(np.argmin(np.square(around - middle).sum(axis=1))) - _SHIFTS
    return first + max(0, -shift) * _STEP, second + max(0, shift) * _STEP


def _envelope(audio: np.ndarray) -> np.ndarray:
    """The level around each step, over more than a period of a voice, in shares of the
    loudest."""
    steps = audio[: len(audio) // _STEP * _STEP].reshape(-1, _STEP)
    power = np.square(steps).mean(axis=1)
    if not power.any():
        return np.zeros(0)
    level = np.sqrt(np.convolve(power, np.ones(_PERIODS), "same"))
    return level / level.max()


def _apart(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.sqrt(np.square(one - other).mean(axis=1)).mean())


def _in_rows(spectrum: np.ndarray, rows: int) -> np.ndarray:
    """The spectrum, with as many rows at even distances."""
    return spectrum[np.linspace(0, len(spectrum) - 1, rows).round().astype(int)]


def _spectrum(sound: np.ndarray) -> np.ndarray:
    """Bands in dB below all that is heard, one row for each hop."""
    padded = np.pad(sound, (0, _WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[: len(sound) : _HOP]
    power = np.square(np.abs(np.fft.rfft(frames * np.hanning(_WINDOW).astype(np.float32))))
    bands = power @ _triangles()
    if not bands.any():
        return np.zeros((0, _BANDS))
    lowest = bands.max() * 10 ** (-_FLOOR / 10)
    return 10 * np.log10(np.maximum(bands, lowest) / bands.mean())


@cache
def _triangles() -> np.ndarray:
    """Shape (513, 24): the share of each line of a spectrum in each band."""
    lowest, highest = (2_595 * math.log10(1 + hertz / 700) for hertz in (_LOWEST, _HIGHEST))
    mels = np.linspace(lowest, highest, _BANDS + 2)
    corners = 700 * (10 ** (mels / 2_595) - 1)
    lines = np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE)[:, None]
    rising = (lines - corners[:-2]) / (corners[1:-1] - corners[:-2])
    falling = (corners[2:] - lines) / (corners[2:] - corners[1:-1])
    return np.maximum(0, np.minimum(rising, falling))


def _starts(local: Take, relay: Take) -> np.ndarray:
    """Differences of word starts in seconds; none where the words are not the same."""
    if [word.text for word in local.words] != [word.text for word in relay.words]:
        return np.zeros(0)
    first, second = _begins(local.audio, relay.audio)
    ours, theirs = (np.array([word.start for word in take.words]) for take in (local, relay))
    return np.abs((theirs - second) - (ours - first)) / SAMPLE_RATE


def _loudness(audio: np.ndarray) -> float | None:
    meter = LoudnessMeter(SAMPLE_RATE)
    meter.add(audio)
    return meter.integrated()


def _is_as_loud(one: float | None, other: float | None) -> bool:
    if one is None or other is None:  # too short or too quiet to say
        return one is other
    return abs(one - other) <= LEVEL


def _pcm(audio: np.ndarray) -> np.ndarray:
    return np.round(np.clip(audio, -1, 1) * 32_767).astype(np.int16)
