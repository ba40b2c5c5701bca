from __future__ import annotations

import math

import numpy as np
import pyloudnorm
import pytest

from studio.loudness import Loudness, LoudnessMeter


def speechlike(seconds: float, rate: int, seed: int = 1, level: float = 0.1) -> np.ndarray:
    """Noise that comes in syllables and falls silent between phrases."""
    random = np.random.default_rng(seed)
    samples = round(seconds * rate)
    time = np.arange(samples) / rate
    envelope = np.abs(np.sin(2 * np.pi * 2.1 * time)) * (np.sin(2 * np.pi * 0.23 * time) > -0.3)
    noise = np.convolve(random.standard_normal(samples), np.ones(5) / 5, "same")
    return (level * envelope * noise).astype(np.float32)


def measure(sound: np.ndarray, rate: int, target: float = -20.0, piece: int = 10_007) -> Loudness:
    meter = LoudnessMeter(rate)
    for at in range(0, len(sound), piece):
        meter.add(sound[at : at + piece])
    return meter.result(target)


@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
@pytest.mark.parametrize("seconds", [0.4, 0.449, 0.451, 1.23, 7.777, 60.0])
def test_loudness_is_that_of_pyloudnorm(rate: int, seconds: float) -> None:
    sound = speechlike(seconds, rate)
    expected = pyloudnorm.Meter(rate).integrated_loudness(sound.astype(np.float64))
    assert measure(sound, rate).measured == pytest.approx(expected, abs=0.005)


def test_pieces_of_any_length_give_the_same() -> None:
    sound = speechlike(3.0, 24_000)
    whole = measure(sound, 24_000, piece=10**6).measured
    for piece in (97, 2_400, 2_401, 50_000):
        assert measure(sound, 24_000, piece=piece).measured == pytest.approx(whole, abs=1e-9)


def test_a_tone_of_known_loudness() -> None:
    """A sine of 1 kHz at full scale on one channel measures -3.01 LUFS (BS.1770-4)."""
    tone = np.sin(2 * np.pi * 1_000 * np.arange(48_000 * 5) / 48_000).astype(np.float32)
    found = measure(tone, 48_000)
    assert found.measured == pytest.approx(-3.01, abs=0.1)
    assert found.peak == pytest.approx(0.0, abs=0.05)


def test_silence_around_the_speech_does_not_count() -> None:
    sound = speechlike(10.0, 24_000)
    padded = np.concatenate((sound, np.zeros(24_000 * 60, np.float32)))
    assert measure(padded, 24_000).measured == pytest.approx(
        measure(sound, 24_000).measured, abs=0.2
    )


@pytest.mark.parametrize("sound", [np.zeros(48_000), np.zeros(0), np.ones(9_599) / 2])
def test_silent_or_too_short_to_measure(sound: np.ndarray) -> None:
    found = measure(sound.astype(np.float32), 24_000)
    assert found.measured is None
    assert found.reached is None
    assert found.gain == 0.0
    assert not found.limited


def test_the_gain_leads_to_the_target() -> None:
    sound = speechlike(5.0, 24_000)
    found = measure(sound, 24_000, target=-30.0)
    assert not found.limited
    assert found.reached == pytest.approx(-30.0)
    louder = sound * np.float32(10 ** (found.gain / 20))
    assert pyloudnorm.Meter(24_000).integrated_loudness(louder) == pytest.approx(-30.0, abs=0.05)


def test_the_gain_stops_below_full_scale() -> None:
    sound = speechlike(5.0, 24_000)
    sound[60_000] = 0.9
    found = measure(sound, 24_000, target=-10.0)
    assert found.limited
    assert found.peak + found.gain == pytest.approx(-1.0)
    assert found.reached is not None
    assert found.reached < -10.0


def test_a_peak_between_two_samples_is_found() -> None:
    """A quarter of the sampling rate, sampled 45° beside its peaks: 3 dB above the samples."""
    tone = np.sin(np.pi / 2 * np.arange(48_000) + np.pi / 4).astype(np.float32) * 0.5
    tone[:4_800] *= np.linspace(0, 1, 4_800, dtype=np.float32)
    tone[-4_800:] *= np.linspace(1, 0, 4_800, dtype=np.float32)
    assert np.abs(tone).max() < 0.3536
    assert measure(tone, 48_000).peak == pytest.approx(20 * math.log10(0.5), abs=0.1)
