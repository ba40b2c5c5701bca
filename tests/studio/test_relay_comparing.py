"""Two takes of a sentence, measured: what counts as the same and what does not."""

from __future__ import annotations

import time

import numpy as np
import pytest

from studio.document import Word
from studio.relay.comparing import Comparison, compare, listens
from studio.relay.policy import Policy
from studio.takes import Take

WORDS = (Word("One", 2_400, 12_000, (0, 3)), Word("two.", 14_400, 26_400, (4, 8)))


def speech(
    seconds: float = 2.0,
    pitch: float = 180.0,
    seed: int = 1,
    noise: float = 0.01,
    tone: float = 1,
    pace: float = 1,
) -> np.ndarray:
    """Something with syllables, harmonics and breath, between 0.1 s of silence on either side."""
    time_ = np.arange(round((seconds - 0.2) * 24_000)) / 24_000
    syllables = np.clip(np.sin(2 * np.pi * 2.5 * pace * time_) + 0.4, 0, 1)
    harmonics = sum(np.sin(2 * np.pi * pitch * n * time_) / n**tone for n in range(1, 30))
    breath = np.random.default_rng(seed).normal(0, noise, len(time_))
    return np.pad(syllables * (0.1 * harmonics + breath), 2_400).astype(np.float32)


def take(audio: np.ndarray, words: tuple[Word, ...] = WORDS) -> Take:
    return Take(audio, words, "test")


def moved(by: int) -> tuple[Word, ...]:
    return tuple(Word(w.text, w.start + by, w.end + by, w.source) for w in WORDS)


def compared(relay: np.ndarray, local: np.ndarray | None = None) -> Comparison:
    return compare(take(speech() if local is None else local), take(relay))


def test_other_noise_is_a_match_whose_samples_differ() -> None:
    found = compared(speech(seed=2))
    assert (found.seconds, found.relay_seconds) == (2.0, 2.0)
    assert 0 < found.distance < 2
    assert found.loudness == pytest.approx(found.relay_loudness, abs=0.1)
    assert (found.starts, found.worst) == (0.0, 0.0)
    assert (found.same, found.matches) == (False, True)


def test_the_same_samples() -> None:
    found = compared(speech())
    assert (found.distance, found.same, found.matches) == (0.0, True, True)
    rounded = (np.round(speech() * 32_767) / 32_767).astype(np.float32)
    assert compared(rounded).same


@pytest.mark.parametrize(("begin", "end"), [(4_800, 0), (-1_900, 0), (121, -2_300), (0, 2_000)])
def test_silence_at_the_ends_is_nothing_that_differs(begin: int, end: int) -> None:
    audio = speech(seed=2)
    audio = np.pad(audio, (max(begin, 0), max(end, 0)))
    audio = audio[max(-begin, 0) : len(audio) - max(-end, 0)]
    found = compare(take(speech()), take(audio, moved(begin)))
    assert found.distance < 2
    assert found.starts is not None
    assert found.starts <= 0.003
    assert found.worst is not None
    assert found.worst <= 0.003


@pytest.mark.parametrize(
    "audio",
    [
        speech(pitch=250),
        speech(tone=2),
        speech(noise=0.3),
        speech() * np.float32(0.8),  # 1.9 dB
        speech(2.2),
        np.pad(speech(), (0, 2_700)),  # 5.6 %
        speech(1.8),
        np.zeros(48_000, np.float32),
        np.zeros(0, np.float32),
    ],
    ids=["pitch", "tone", "noise", "level", "longer", "end", "shorter", "silence", "nothing"],
)
def test_what_does_not_match(audio: np.ndarray) -> None:
    assert not compared(audio).matches
    assert not compare(take(audio), take(speech())).matches


def test_a_level_that_differs_is_told_as_level_and_not_as_spectrum() -> None:
    found = compared(speech() * np.float32(0.5))
    assert found.loudness is not None
    assert found.relay_loudness is not None
    assert found.relay_loudness - found.loudness == pytest.approx(-6.02, abs=0.01)
    assert found.distance == pytest.approx(0, abs=0.01)


def test_another_pace_is_nearer_than_other_syllables() -> None:
    slower, other = speech(0.2 + 7.8 / 0.96, pace=0.96), speech(8, pace=0.7)
    assert compared(slower, speech(8)).distance < 4
    assert compared(other, speech(8)).distance > 10


def test_silence_has_no_loudness() -> None:
    silence = np.zeros(48_000, np.float32)
    found = compared(silence, silence)
    assert (found.loudness, found.relay_loudness, found.distance) == (None, None, 0.0)
    assert (found.same, found.matches) == (True, True)


def test_word_starts() -> None:
    words = (WORDS[0], Word("two.", 16_800, 26_400, (4, 8)))
    found = compare(take(speech()), take(speech(), words))
    assert (found.starts, found.worst) == (0.05, 0.1)


@pytest.mark.parametrize("words", [WORDS[:1], (), (Word("One", 0, 9, (0, 3)), WORDS[0])])
def test_other_words_have_no_difference(words: tuple[Word, ...]) -> None:
    found = compare(take(speech()), take(speech(), words))
    assert (found.starts, found.worst) == (None, None)


def test_any_length_can_be_compared() -> None:
    for length in (0, 1, 100, 239, 240, 481, 1_024, 4_000):
        for other in (0, 1, 500, 4_000):
            one, two = speech()[4_000 : 4_000 + length], speech()[4_000 : 4_000 + other]
            assert 0 <= compare(take(one, ()), take(two, ())).distance <= 60


def test_it_is_quick() -> None:
    one, other = take(speech(10)), take(speech(10, seed=2))
    compare(one, other)
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        compare(one, other)
        taken.append(time.perf_counter() - begun)
    assert min(taken) < 0.3  # some 0.05 on a computer that does nothing else


def test_who_listens() -> None:
    keys = [f"{n * 2_654_435_761 % 16**8:08x}{n * 40_503_199 % 16**8:08x}" for n in range(10_000)]
    assert not any(listens(key, 0) for key in keys)
    assert all(listens(key, 100) for key in keys)
    some = {key for key in keys if listens(key, 1)}
    assert 50 <= len(some) <= 150
    assert some < {key for key in keys if listens(key, 20)}
    # and it does not depend on which engine speaks
    canary = Policy(5)
    both = sum(canary.relays(key) and listens(key, 50) for key in keys)
    assert 175 <= both <= 325


def test_the_limit_of_listening() -> None:
    assert listens("ffffffff" + "028f5c28" + "0" * 48, 1)
    assert not listens("00000000" + "028f5c29" + "0" * 48, 1)
