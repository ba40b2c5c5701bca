from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.player.stretch import Stretcher

RATE = 24_000


def stretch(sound: np.ndarray, rate: float, sizes: tuple[int, ...] = (2_400,)) -> np.ndarray:
    stretcher, pieces, at, turn = Stretcher(rate), [], 0, 0
    while at < len(sound):
        size = sizes[turn % len(sizes)]
        pieces.append(stretcher.push(sound[at : at + size]))
        at, turn = at + size, turn + 1
    return np.concatenate([*pieces, stretcher.finish()])


def tone(pitch: float, seconds: float) -> np.ndarray:
    time = np.arange(round(seconds * RATE)) / RATE
    return (0.5 * np.sin(2 * np.pi * pitch * time)).astype(np.float32)


def pitch_of(sound: np.ndarray) -> float:
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 19))
    return float(np.argmax(spectrum)) * RATE / (1 << 19)


@pytest.mark.parametrize("rate", [0.75, 0.9, 1.1, 1.25, 1.5])
@pytest.mark.parametrize("pitch", [80.0, 220.0, 1_000.0])
def test_a_tone_keeps_its_pitch_and_does_not_click(rate: float, pitch: float) -> None:
    sound = stretch(tone(pitch, 2.0), rate)
    assert len(sound) == round(48_000 / rate)
    inner = sound[2_400:-2_400]
    assert pitch_of(inner) == pytest.approx(pitch, rel=0.002)
    assert np.sqrt(np.mean(np.square(inner))) == pytest.approx(0.5 / np.sqrt(2), rel=0.01)
    steepest = 0.5 * 2 * np.pi * pitch / RATE
    assert np.abs(np.diff(sound[:-2_400])).max() < 1.05 * steepest


def test_at_its_own_rate_nothing_changes() -> None:
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 30_000).astype(np.float32)
    assert np.abs(stretch(noise, 1.0) - noise).max() < 1e-6


@pytest.mark.parametrize("rate", [0.75, 1.5])
def test_everything_stays_within_10_ms_of_its_place(rate: float) -> None:
    sound = np.zeros(4 * RATE, np.float32)
    places = [12_000, 30_000, 47_000, 71_000, 90_000]
    for place in places:
        sound[place : place + 240] = tone(1_000, 0.01)
    stretched = stretch(sound, rate)
    for place in places:
        # A short sound may be heard twice when slowed down, or start late when sped up.
        loud = np.flatnonzero(np.abs(stretched) > 0.1)
        assert np.abs(loud * rate - place - 120).min() < 480


@settings(max_examples=25, deadline=None)
@given(
    rate=st.sampled_from([0.75, 1.25, 1.5]),
    sizes=st.lists(st.integers(1, 5_000), min_size=1, max_size=5),
    length=st.integers(0, 12_000),
)
def test_the_pieces_do_not_matter(rate: float, sizes: list[int], length: int) -> None:
    noise = np.random.default_rng(7).uniform(-0.5, 0.5, length).astype(np.float32)
    whole = stretch(noise, rate, (max(length, 1),))
    assert np.array_equal(stretch(noise, rate, tuple(sizes)), whole)
    assert len(whole) == round(length / rate)


def test_silence_stays_silence() -> None:
    assert not stretch(np.zeros(10_000, np.float32), 1.5).any()
