"""That the G2P makes of the readings what a listener expects: phonemes of the real pipeline."""

from __future__ import annotations

import pytest

from studio.engines.model import config
from studio.engines.phonemes import Phonemizer
from studio.spoken import readings

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def phonemizer() -> Phonemizer:
    return Phonemizer(config()["vocab"])


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("it wasn’t.", "ɪt wˈʌzᵊnt."),
        ("is -5°C today", "ɪz mˈInəs fˈIv dəɡɹˈiz sˈɛlsiəs tədˈA"),
        ("pages 10–20", "pˈAʤᵻz tˈɛn tə twˈɛnti"),
        ("Pay ¥900 or 50¢.", "pˈA nˈIn hˈʌndɹəd jˈɛn ɔɹ fˈɪfti sˈɛnts."),
        ("at 9:05 a.m. and", "æt nˈIn ˈO fˈIv ˌAˈɛm ænd"),
        ("at 5:00.", "æt fˈIv əklˈɑk."),
        ("PLEASE READ THIS NOTICE.", "plˈiz ɹˈid ðɪs nˈOTəs."),
        ("Louis XIV slept.", "lˈui ðə fˌɔɹtˈinθ slˈɛpt."),
        ("Great 🎉 news", "ɡɹˈAt nˈuz"),
        ("NASA met the FBI.", "nˈæsə mˈɛt ði ˌɛfbˌiˈI."),
        ("Shh! ’Tis phở.", "ʃˈʊʃ! tˈɪz fˈʌ."),
        ("a grade A egg", "ɐ ɡɹˈAd ˈA ˈɛɡ"),
        ("loaf o’ bread an’ jam", "lˈOf ɐ bɹˈɛd ɐn ʤˈæm"),
        ("the U.K. and A4", "ðə jˌukˈA ænd ˈA fˈɔɹ"),
    ],
)
def test_english(phonemizer: Phonemizer, text: str, phonemes: str) -> None:
    units = phonemizer.units(text, readings(text, "en-us"), "en-us")
    assert " ".join(unit.phonemes for unit in units) == phonemes


@pytest.mark.parametrize("text", ["She moved to the U.K.", "I got vitamin C.", "We sell tea, etc."])
def test_the_full_stop_is_heard_after_abbreviations(phonemizer: Phonemizer, text: str) -> None:
    units = phonemizer.units(text, readings(text, "en-us"), "en-us")
    assert units[-1].phonemes.endswith(".")
