"""Words found in sound by their phonemes, without a model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.document import Word
from studio.relay import aligning
from studio.relay.aligning import SILENCE, Sounds, State, align, chain, sounds_at
from studio.relay.words import fitted

PHONEMES = ("ðə", "bˈOt", "kˈʌmz", "hˈOm.")
EXPECTED = [(n * 12_000, (n + 1) * 12_000) for n in range(4)]


def noise(samples: int, seed: int = 0, level: float = 0.1) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, level, samples).astype(np.float32)


@pytest.mark.parametrize(
    ("symbols", "sounds"),
    [
        ("ðə", [("ð", 0, 1), ("ə", 1, 2)]),
        ("bˈOt", [("b", 0, 1), ("O", 1, 3), ("t", 3, 4)]),
        ("sˈiː,", [("s", 0, 1), ("i", 1, 4), ("sil", 4, 5)]),
        ("fˈaɪv dˈɑlɚz.”", [("f", 0, 1), ("a", 1, 3), ("ɪ", 3, 4), ("v", 4, 5), ("sil", 5, 6),
                            ("d", 6, 7), ("ɑ", 7, 9), ("l", 9, 10), ("ɚ", 10, 11), ("z", 11, 12),
                            ("sil", 12, 14)]),
        ("ʨʰj→", [("ʨ", 0, 2), ("j", 2, 4)]),
        ("", []),
    ],
)  # fmt: skip
def test_sounds_of_symbols(symbols: str, sounds: list[tuple[str, int, int]]) -> None:
    assert sounds_at(symbols) == sounds


def test_silence_may_be_anywhere_between_words() -> None:
    assert chain(["ə", "ɪ,"]) == [
        State("sil", -1, True),
        State("ə0", 0),
        State("ə1", 0),
        State("sil", 0, True),
        State("ɪ0", 1),
        State("ɪ1", 1),
        State("sil", 1, True),
    ]


def test_a_way_is_found_through_frames_and_silence_is_left_out_where_there_is_none() -> None:
    names = ("any", "a0", "a1", "b0", "b1", SILENCE)
    means = np.array([[0, 0], [4, 0], [0, 4], [-4, 0], [0, -4], [9, 9]], np.float32)
    sounds = Sounds(names, means, np.ones((6, 2), np.float32))
    said = ["a0"] * 3 + ["a1"] * 2 + ["b0"] + ["b1"] * 4 + [SILENCE] * 3
    frames = means[[names.index(name) for name in said]] + noise(26, level=0.3).reshape(13, 2)
    path = sounds.path(frames, chain(["a", "b"]))
    assert path is not None
    assert path.tolist() == [1, 1, 1, 2, 2, 4, 5, 5, 5, 5, 6, 6, 6]
    assert sounds.path(frames[:3], chain(["a", "b"])) is None
    # what was not learnt is any sound
    assert sounds.path(frames, chain(["a", "ʘ"])) is not None


def test_what_was_learnt_is_kept(tmp_path: Path) -> None:
    pieces = [("a0", noise(52).reshape(-1, 2)), ("b0", noise(40, 1).reshape(-1, 2) + 3)]
    learnt = Sounds.learnt([*pieces, ("rare", np.ones((2, 2), np.float32))])
    assert learnt.names == ("a0", "any", "b0")
    learnt.save(tmp_path / "sounds.npz")
    again = Sounds.load(tmp_path / "sounds.npz")
    assert again.names == learnt.names
    assert np.allclose(again.means, learnt.means, atol=0.01)
    assert np.allclose(again.variances, learnt.variances, atol=0.01)


def test_every_symbol_of_a_voice_here_was_learnt() -> None:
    learnt = aligning.sounds()
    assert {SILENCE, "any"} < set(learnt.names)
    for symbol in "AIOQWYTabdefhijklmnopstuvwzæðŋɑɔəɛɜɡɪɹʃʊʌʒʤʧθᵊᵻɾɲʎɕʈʂʁœøɨɴɯ":
        assert {f"{symbol}0", f"{symbol}1"} <= set(learnt.names), symbol
    assert np.isfinite(learnt.means).all()
    assert (learnt.variances > 0).all()


@given(
    samples=st.integers(0, 60_000),
    level=st.sampled_from([0.0, 1e-6, 0.1, 1.0]),
    seed=st.integers(0, 9),
    phonemes=st.lists(st.sampled_from([*PHONEMES, "ʘ", "fˈaɪv dˈɑlɚz,", "—"]), max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_words_are_in_order_and_within_the_sound(
    samples: int, level: float, seed: int, phonemes: list[str]
) -> None:
    expected = [(n * 5_000, n * 5_000 + 4_000) for n in range(len(phonemes))]
    spans = align(phonemes, noise(samples, seed, level), expected)
    if spans is None:
        return
    edges = [edge for span in spans for edge in span]
    assert edges == sorted(edges)
    assert all(0 <= start < end <= samples for start, end in spans)


@pytest.mark.parametrize(
    ("phonemes", "samples"),
    [([], 48_000), (["ðə", "—"], 48_000), (list(PHONEMES), 3_000), (list(PHONEMES), 100)],
)
def test_what_cannot_be_aligned(phonemes: list[str], samples: int) -> None:
    assert align(phonemes, noise(samples), EXPECTED[: len(phonemes)]) is None


def test_words_without_phonemes_share_out_the_sound() -> None:
    words = tuple(Word(w, a, b, (0, 1)) for w, (a, b) in zip("abcd", EXPECTED, strict=True))
    starts = [word.start for word in fitted(words, 48_000, noise(48_000))]
    assert starts == [0, 12_000, 24_000, 36_000]


def test_phonemes_are_not_kept() -> None:
    words = tuple(
        Word(w, a, b, (0, 1), phonemes=p)
        for w, p, (a, b) in zip("abcd", PHONEMES, EXPECTED, strict=True)
    )
    found = fitted(words, 48_000, noise(60_000))
    assert [word.phonemes for word in found] == ["", "", "", ""]
    assert all(word.estimated for word in found)
    edges = [edge for word in found for edge in (word.start, word.end)]
    assert edges == sorted(edges)
