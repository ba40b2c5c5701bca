"""The first five minutes in the real window: seen on a screen, heard through a sound card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pysrt
import pytest
import soundfile

from tests import screen, soundcard
from tests.soundcard import SoundCard

ROOT = Path(__file__).resolve().parents[2]
RATE = 24_000

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(bool(screen.missing()), reason=screen.missing() or "-"),
    pytest.mark.skipif(bool(soundcard.missing()), reason=soundcard.missing() or "-"),
]


@pytest.mark.parametrize(("how", "words"), [("mouse", 157), ("keys", 51)])
def test_a_newcomers_first_five_minutes(own_folders, tmp_path, how, words):
    folder = tmp_path / "seen"
    folder.mkdir()
    card = SoundCard()
    try:
        with screen.screen() as display, card.recording() as recording:
            done = subprocess.run(
                [sys.executable, "-m", "tests.real.five_minutes", str(folder), how],
                cwd=ROOT,
                env={**os.environ, **display, "PULSE_SERVER": card.address},
                capture_output=True,
                text=True,
                timeout=600,
            )
            heard = recording.audio()
    finally:
        card.close()
    assert done.returncode == 0, done.stderr[-2000:]
    report = json.loads((folder / "report.json").read_text())
    assert report["troubles"] == []
    assert report["auditioned"] == ["af_alloy", "af_aoede", "af_bella"]
    assert report["cues"][0] != report["cues"][1]
    (before, after) = report["moved"]
    assert before[0] == after[0]
    assert before[1] < after[1]
    _is_heard(np.load(folder / "sample.npy"), heard)
    _was_exported(folder, report, words)


def _is_heard(sound: np.ndarray, heard: np.ndarray) -> None:
    """``sound`` is in ``heard`` to the last sample, silence aside: where the voice had to be waited
    for, there is more of it. The very beginning is left out, where playing did not begin yet."""
    sound, heard = sound[np.nonzero(sound)][RATE // 2 :], heard[np.nonzero(heard)]
    assert len(sound) > 5 * RATE
    size = 1 << (len(heard) + len(sound)).bit_length()
    match = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(sound, size)), size)
    place = int(np.argmax(match[: len(heard) - len(sound) + 1]))
    assert np.corrcoef(heard[place : place + len(sound)], sound)[0, 1] > 0.99


def _was_exported(folder: Path, report: dict, words: int) -> None:
    sound, rate = soundfile.read(folder / "bakery.wav")
    assert (len(sound), rate) == (report["samples"], RATE)
    assert np.abs(sound).max() > 0.1
    subtitles = pysrt.open(str(folder / "bakery.srt"), encoding="utf-8")
    assert [item.text for item in subtitles] == report["cue_texts"]
    assert report["words"] == words
    assert len(" ".join(item.text for item in subtitles).split()) == words
    assert subtitles[-1].end.ordinal <= len(sound) * 1000 / rate + 1
