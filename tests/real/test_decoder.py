"""All ways of running the decoder give the sound of kokoro's own."""

from __future__ import annotations

import numpy as np
import pytest

from studio import voices
from studio.engines import acoustic, kinds, lighter, model

pytestmark = pytest.mark.real

SYMBOLS = "ðə hˈɑɹbəɹ wˈAks bəfˌɔɹ ðə tˈWn dˈʌz. ɡˈʌlz ˈɑɹɡju, ænd ɹˈOps kɹˈik!"


@pytest.fixture(scope="module")
def weights():
    return model.ensure_weights()


@pytest.fixture(scope="module")
def style():
    return voices.load_style(voices.parse_voice("af_heart"))


@pytest.fixture(scope="module")
def reference(weights, style):
    """The model as it comes: its plan and its sound."""
    plain = acoustic.TorchAcoustic(acoustic.load(weights.path, model.config(), 2))
    plan = plain.plan(SYMBOLS, style, 1.0)
    return plan, plain.decode(plan, 0, plan.frames, 7)


def spoken(weights, kind, style):
    acoustics = kinds.Acoustics(weights.path, weights.identity, model.config(), 2, kind)
    assert acoustics.kind == kind
    plan = acoustics.now.plan(SYMBOLS, style, 1.0)
    return plan, acoustics.now.decode(plan, 0, plan.frames, 7), acoustics


@pytest.mark.parametrize("kind", ["torch", "onnx"])
def test_it_is_the_same_to_the_last_digits(kind, weights, style, reference):
    plan, sound, acoustics = spoken(weights, kind, style)
    assert plan.durations == reference[0].durations
    assert np.abs(sound - reference[1]).max() < 1e-4
    # A stretch of it is what the model makes of that stretch.
    part = acoustics.now.decode(plan, 40, 80, 7)
    assert part.shape == (40 * 600,)
    assert np.abs(part).max() > 0.05


def test_16_bits_are_half_a_decibel_away(weights, style, reference):
    if not lighter.can_be_half():
        pytest.skip("the processor has no 16-bit floats")
    plan, _, acoustics = spoken(weights, "half", style)
    differences = np.subtract(plan.durations, reference[0].durations)
    assert np.abs(differences).max() <= 1
    assert np.count_nonzero(differences) <= 1
    sound = acoustics.now.decode(reference[0], 0, reference[0].frames, 7)
    assert log_spectral_distance(sound, reference[1]) < 1.0


def test_several_are_timed_at_once_as_one_by_one(weights, style):
    texts = [SYMBOLS, SYMBOLS[:31], SYMBOLS * 3, "ˈA", SYMBOLS[::-1][:60]]
    asked = [(text, style, speed) for text in texts for speed in (0.8, 1.0)]
    plain = acoustic.TorchAcoustic(acoustic.load(weights.path, model.config(), 2))
    found = plain.durations(asked)
    assert [len(each) for each in found] == [len(text) + 2 for text, _, _ in asked]
    for (text, _, speed), durations in zip(asked, found, strict=True):
        alone = plain.plan(text, style, speed).durations
        away = np.abs(np.subtract(durations, alone))
        # Sums in another order: a duration that is half a frame may be rounded otherwise.
        assert away.max() <= 1
        assert np.count_nonzero(away) <= 1


def test_the_fastest_is_found_used_and_remembered(weights, style, tmp_path, monkeypatch):
    monkeypatch.setenv("NARRATION_STUDIO_CACHE", str(tmp_path))
    acoustics = kinds.Acoustics(weights.path, weights.identity, model.config(), 2)
    assert (acoustics.kind, acoustics.is_tried) == ("torch", False)
    asked = []
    acoustics.try_out(lambda: len(asked) > 2 or bool(asked.append(1)))
    assert (acoustics.kind, acoustics.is_tried) == ("torch", False)
    assert kinds.fastest(2) is None
    acoustics.try_out(lambda: False)
    seconds = kinds.trial(2)
    assert {"torch", "onnx"} <= set(seconds)
    assert acoustics.kind == kinds.fastest(2)
    assert seconds[acoustics.kind] <= seconds["torch"]
    again = kinds.Acoustics(weights.path, weights.identity, model.config(), 2)
    assert (again.kind, again.is_tried) == (acoustics.kind, True)
    plan = again.now.plan(SYMBOLS, style, 1.0)
    assert np.abs(again.now.decode(plan, 0, plan.frames, 7)).max() > 0.05


def log_spectral_distance(one, other):
    """Decibels: the root mean square over frequencies, the mean over frames of 43 ms."""

    def spectra(sound):
        frames = np.lib.stride_tricks.sliding_window_view(sound, 1024)[::256] * np.hanning(1024)
        return 20 * np.log10(np.abs(np.fft.rfft(frames)) + 1e-4)

    return np.sqrt(((spectra(one) - spectra(other)) ** 2).mean(axis=1)).mean()
