from __future__ import annotations

import math
import tracemalloc
from collections.abc import Iterator

import numpy as np
import pyloudnorm
import pytest
import soxr

from studio.loudness import Leveller, Limiter, Loudness, Survey, Trial, TruePeaks


def speechlike(seconds: float, rate: int, seed: int = 1, level: float = 0.1) -> np.ndarray:
    """Noise that comes in syllables and falls silent between phrases."""
    random = np.random.default_rng(seed)
    samples = round(seconds * rate)
    time = np.arange(samples) / rate
    envelope = np.abs(np.sin(2 * np.pi * 2.1 * time)) * (np.sin(2 * np.pi * 0.23 * time) > -0.3)
    noise = np.convolve(random.standard_normal(samples), np.ones(5) / 5, "same")
    return (level * envelope * noise).astype(np.float32)


def pieces(sound: np.ndarray, piece: int) -> Iterator[np.ndarray]:
    for at in range(0, len(sound), piece):
        yield sound[at : at + piece]


def measure(sound: np.ndarray, rate: int, target: float = -20.0, piece: int = 10_007) -> Loudness:
    survey = Survey(rate, target)
    for each in pieces(sound, piece):
        survey.add(each)
    return survey.result()


def levelled(
    sound: np.ndarray, rate: int, target: float, piece: int = 10_007
) -> tuple[np.ndarray, Loudness]:
    """The sound as loud as ``target``, in as many passes as an export makes."""
    found = measure(sound, rate, target, piece)
    if found.limited:
        trial = Trial(rate, found, target)
        for each in pieces(sound, piece):
            trial.add(each)
        found = trial.result()
    leveller = Leveller(rate, found)
    parts = [leveller.add(each) for each in pieces(sound, piece)]
    return np.concatenate([*parts, leveller.finish()]), found


def true_peak(sound: np.ndarray, rate: int, times: int = 8) -> float:
    """dBTP, oversampled twice as finely as in the code under test."""
    between = soxr.resample(sound.astype(np.float64), rate, rate * times, "VHQ")
    return float(20 * np.log10(np.abs(between).max()))


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


def test_a_peak_between_two_samples_is_found() -> None:
    """A quarter of the sampling rate, sampled 45° beside its peaks: 3 dB above the samples."""
    tone = np.sin(np.pi / 2 * np.arange(48_000) + np.pi / 4).astype(np.float32) * 0.5
    tone[:4_800] *= np.linspace(0, 1, 4_800, dtype=np.float32)
    tone[-4_800:] *= np.linspace(1, 0, 4_800, dtype=np.float32)
    assert np.abs(tone).max() < 0.3536
    assert measure(tone, 48_000).peak == pytest.approx(20 * math.log10(0.5), abs=0.1)


# --- the limiter


def voice(seconds: float, rate: int, pitch: float = 190.0) -> np.ndarray:
    """Like speech in what matters here: pulses of a glottis through three formants, syllables,
    pauses, now and then a consonant that is far louder. True peaks 21 dB above the loudness."""
    random = np.random.default_rng(3)
    time = np.arange(round(seconds * 24_000)) / 24_000
    phase = np.cumsum(pitch * (1 + 0.1 * np.sin(2 * np.pi * 0.7 * time)) / 24_000)
    pulses = (np.diff(np.floor(phase), prepend=0.0) > 0).astype(float)
    ring = np.arange(960) / 24_000
    formants = sum(
        weight * np.exp(-width * np.pi * ring) * np.sin(2 * np.pi * hertz * ring)
        for hertz, width, weight in ((600, 60, 1.0), (1_400, 80, 0.5), (2_600, 100, 0.3))
    )
    spoken = np.convolve(pulses, formants)[: len(time)]
    sound = spoken * np.clip(np.sin(2 * np.pi * 3.3 * time), 0, 1) ** 2
    sound *= np.sin(2 * np.pi * 0.21 * time) > -0.5
    for at in random.integers(24_000, len(sound) - 24_000, round(seconds)):
        sound[at : at + 240] += 0.5 * random.standard_normal(240) * np.hanning(240)
    sound = 0.5 * sound / np.abs(sound).max()
    return (
        soxr.resample(sound, 24_000, rate).astype(np.float32)
        if rate != 24_000
        else np.float32(sound)
    )


@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
@pytest.mark.parametrize("target", [-14.0, -16.0, -19.0, -23.0])
def test_speech_with_high_peaks_gets_as_loud_as_wanted(rate: int, target: float) -> None:
    sound = voice(20.0, rate)
    before = pyloudnorm.Meter(rate).integrated_loudness(sound.astype(np.float64))
    assert before == pytest.approx(-25.3, abs=0.1)
    louder, found = levelled(sound, rate, target)
    assert len(louder) == len(sound)
    assert louder.dtype == np.float32
    assert true_peak(louder, rate) <= -1.0
    reached = pyloudnorm.Meter(rate).integrated_loudness(louder.astype(np.float64))
    assert reached == pytest.approx(target, abs=0.25)
    assert found.reached == pytest.approx(reached, abs=0.1)


def test_another_ceiling() -> None:
    sound = voice(10.0, 24_000)
    survey = Survey(24_000, -16.0, -3.0)
    survey.add(sound)
    trial = Trial(24_000, survey.result(), -16.0)
    trial.add(sound)
    leveller = Leveller(24_000, trial.result())
    louder = np.concatenate((leveller.add(sound), leveller.finish()))
    assert -3.3 < true_peak(louder, 24_000) <= -3.0
    reached = pyloudnorm.Meter(24_000).integrated_loudness(louder.astype(np.float64))
    assert reached == pytest.approx(-16.0, abs=0.25)


def test_more_than_there_can_be() -> None:
    """A sine cannot be louder than -4 LUFS with peaks at -1 dBTP; what is reached is said."""
    tone = 0.1 * np.sin(2 * np.pi * 1_000 * np.arange(24_000 * 5) / 24_000).astype(np.float32)
    louder, found = levelled(tone, 24_000, -2.0)
    assert found.limited
    assert found.reached == pytest.approx(-4.1, abs=0.2)
    assert true_peak(louder[2_400:-2_400], 24_000) <= -1.0


def limited(sound: np.ndarray, rate: int, gain: float, piece: int) -> np.ndarray:
    peaks, limiter = TruePeaks(rate), Limiter(rate, gain)
    parts = [limiter.add(each, peaks.add(each)) for each in pieces(sound, piece)]
    return np.concatenate([*parts, limiter.finish(peaks.finish())])


@pytest.mark.parametrize("piece", [1, 37, 4_800, 10**6])
def test_pieces_of_any_length_are_limited_alike(piece: int) -> None:
    sound = voice(2.5, 24_000)[:48_000]
    sound = sound[:6_000] if piece == 1 else sound
    expected = limited(sound, 24_000, 12.0, 7_001)
    found = limited(sound, 24_000, 12.0, piece)
    assert len(found) == len(sound)
    np.testing.assert_allclose(found, expected, atol=1e-6)


@pytest.mark.parametrize("samples", [0, 1, 2, 59, 60, 119, 120, 121, 500])
def test_the_length_never_changes(samples: int) -> None:
    sound = np.full(samples, 0.9, np.float32)
    found = limited(sound, 24_000, 6.0, 100)
    assert len(found) == samples
    assert np.abs(found).max(initial=0.0) <= 10 ** (-1 / 20)


def test_a_peak_at_the_very_ends_is_held() -> None:
    sound = np.zeros(4_800, np.float32)
    sound[0] = sound[-1] = 1.0
    found = limited(sound, 24_000, 12.0, 1_000)
    assert found[0] == pytest.approx(10 ** (-1.1 / 20), abs=0.01)
    assert found[-1] == pytest.approx(10 ** (-1.1 / 20), abs=0.01)


def test_what_is_quiet_is_changed_by_the_gain_alone() -> None:
    """A click of full scale in a soft tone: 6 ms before it nothing is changed yet, half a second
    after it nothing any more, and between the two the tone comes back without a step."""
    tone = 0.02 * np.sin(2 * np.pi * 500 * np.arange(48_000) / 24_000).astype(np.float32)
    sound = tone.copy()
    sound[12_000] = 1.0
    found = limited(sound, 24_000, 20.0, 5_000)
    np.testing.assert_allclose(found[: 12_000 - 144], 10 * tone[: 12_000 - 144], rtol=1e-6)
    np.testing.assert_allclose(found[24_000:], 10 * tone[24_000:], rtol=3e-3, atol=1e-6)
    assert found[12_000] == pytest.approx(10 ** (-1.1 / 20), abs=0.002)
    loud = np.abs(tone) > 0.005
    loud[12_000] = False
    gains = (found[loud] / tone[loud]).astype(np.float64)
    assert gains.min() == pytest.approx(0.88, abs=0.01)  # for the click, 21.1 dB less than ten
    # from 10 to 0.88 in 5 ms: 0.15 a sample where it is steepest; loud ones are up to 4 apart
    assert np.abs(np.diff(gains)).max() < 0.7


def test_a_low_voice_does_not_buzz() -> None:
    """Between two pulses of an 85 Hz voice the gain stays where it is."""
    pulses = np.zeros(24_000, np.float32)
    pulses[::282] = 1.0
    sound = pulses + 0.01
    found = limited(sound, 24_000, 12.0, 24_000)
    between = found[6_000:18_000][pulses[6_000:18_000] == 0]
    assert between.max() - between.min() < 0.01 * between.mean()


def test_an_hour_takes_no_more_memory_than_a_minute() -> None:
    def most(minutes: int) -> int:
        minute = voice(60.0, 24_000)
        tracemalloc.start()
        peaks, limiter = TruePeaks(24_000), Limiter(24_000, 12.0)
        for _ in range(minutes):
            for each in pieces(minute, 240_000):
                limiter.add(each, peaks.add(each))
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    assert most(6) < most(1) * 1.2
