"""A listener that nobody here wrote: pocketsphinx, with its own English model."""

from __future__ import annotations

import re
from collections.abc import Sequence

import jiwer
import numpy as np
import soxr
from pocketsphinx import Decoder


def plain(text: str) -> list[str]:
    """Lower-case words without punctuation, as the recogniser writes them."""
    straight = text.lower().replace("’", "'").replace("-", " ")
    return [word.strip("'") for word in re.findall(r"[a-z']+", straight) if word.strip("'")]


def transcribe(audio: np.ndarray) -> str:
    """What the recogniser hears in float32 mono audio at 24 kHz."""
    decoder = Decoder(samprate=16_000, loglevel="FATAL")
    decoder.start_utt()
    decoder.process_raw(_pcm(audio), full_utt=True)
    decoder.end_utt()
    hypothesis = decoder.hyp()
    return hypothesis.hypstr if hypothesis else ""


def word_errors(text: str, audio: np.ndarray) -> tuple[int, int]:
    """Errors, and words that should be heard."""
    result = jiwer.process_words(" ".join(plain(text)), transcribe(audio))
    errors = result.substitutions + result.deletions + result.insertions
    return errors, result.hits + result.substitutions + result.deletions


def align(audio: np.ndarray, words: Sequence[str]) -> list[tuple[float, float]] | None:
    """Start and end in seconds of each word (as `plain` writes them), or None when the
    dictionary lacks one."""
    decoder = Decoder(samprate=16_000, bestpath=False, lm=None, loglevel="FATAL")
    if not all(decoder.lookup_word(word) for word in words):
        return None
    decoder.set_align_text(" ".join(words))
    decoder.start_utt()
    decoder.process_raw(_pcm(audio), full_utt=True)
    decoder.end_utt()
    spans = [
        (segment.start_frame / 100, (segment.end_frame + 1) / 100)
        for segment in decoder.seg()
        if not segment.word.startswith(("<", "[", "+"))
    ]
    return spans if len(spans) == len(words) else None


def _pcm(audio: np.ndarray) -> bytes:
    sound = soxr.resample(audio, 24_000, 16_000)
    return (np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes()
