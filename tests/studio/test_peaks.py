"""Peaks: what a waveform is drawn from."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from studio import peaks
from studio.timeline import Clip


def sound(*parts: tuple[float, int]) -> np.ndarray:
    """Stretches of one value each."""
    return np.concatenate([np.full(samples, value, np.float32) for value, samples in parts])


def test_each_stretch_has_its_least_and_greatest_value() -> None:
    audio = np.array([0.5, -0.25, 0, 1, -1, 0.125], np.float32)
    built = peaks.build(audio, grain=2)
    assert built.samples == 6
    assert built.levels[0].dtype == np.int16
    assert built.levels[0].tolist() == [[-8192, 0, -32767], [16384, 32767, 4096]]
    assert built.levels[1].tolist() == [[-8192, -32767], [32767, 4096]]
    assert built.levels[2].tolist() == [[-32767], [32767]]


def test_a_last_stretch_that_is_not_full_is_kept() -> None:
    built = peaks.build(np.array([0, 0, 0, 0, -1], np.float32), grain=4)
    assert built.levels[0].tolist() == [[0, -32767], [0, 0]]


def test_what_is_too_loud_or_not_a_number_does_no_harm() -> None:
    built = peaks.build(np.array([np.nan, 3, np.inf, -3], np.float32), grain=2)
    assert built.levels[0].tolist() == [[0, -32767], [32767, 0]]


def test_columns_see_their_own_stretch() -> None:
    built = peaks.build(sound((0.0, 800), (1.0, 80), (0.0, 720)), grain=8)
    columns = built.columns(0, 160, 10)
    assert columns[1].tolist() == [0, 0, 0, 0, 0, 32767, 0, 0, 0, 0]


def test_columns_outside_of_the_sound_are_silent() -> None:
    built = peaks.build(sound((1.0, 100)), grain=4)
    assert built.columns(-100, 50, 6)[1].tolist() == [0, 0, 32767, 32767, 0, 0]
    assert built.columns(500, 50, 3)[1].tolist() == [0, 0, 0]
    assert built.columns(-500, 50, 3)[1].tolist() == [0, 0, 0]


def test_columns_narrower_than_a_grain_repeat_it() -> None:
    built = peaks.build(sound((0.0, 8), (1.0, 8)), grain=8)
    assert built.columns(0, 2, 8)[1].tolist() == [0, 0, 0, 0, 32767, 32767, 32767, 32767]


def test_no_sound_has_no_peaks() -> None:
    built = peaks.build(np.zeros(0, np.float32))
    assert built.columns(0, 10, 3).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert peaks.silence_edges(built).tolist() == []


@given(
    st.integers(1, 3000),
    st.sampled_from([1, 4, 32]),
    st.floats(-200, 3000),
    st.floats(0.3, 700),
    st.integers(1, 60),
)
def test_no_peak_is_lost(samples: int, grain: int, start: float, step: float, count: int) -> None:
    """The loudest sample that the columns cover is in one of them, at any zoom."""
    audio = np.zeros(samples, np.float32)
    audio[samples // 3] = 1.0
    columns = peaks.build(audio, grain).columns(start, step, count)
    # a column is cut at whole buckets, each at most as long as a step (or a grain)
    slack = max(step, grain)
    inside = start + slack <= samples // 3 < start + step * count - slack
    outside = samples // 3 < start - slack or samples // 3 >= start + step * count + slack
    assert columns.shape == (2, count)
    if inside:
        assert columns[1].max() == 32767
    if outside:
        assert columns[1].max() == 0


def test_a_sound_may_begin_within_a_column() -> None:
    columns = peaks.build(np.ones(1, np.float32), grain=1).columns(-3.0, 2.0, 3)
    assert columns.tolist() == [[0, 32767, 0], [0, 32767, 0]]


def test_an_overview_puts_takes_where_they_are_heard() -> None:
    found = {"a": peaks.build(sound((0.5, 1000))), "b": peaks.build(sound((1.0, 2000)))}
    clips = [
        Clip("a", 0, 0, 1000),
        Clip(None, 0, 1000, 3000),
        Clip("b", 1000, 4000, 1000),
        Clip("missing", 0, 5000, 3000),
    ]
    seen = peaks.overview(clips, found.get, 8000, 1000)
    assert seen.levels[0][1].tolist() == [16384, 0, 0, 0, 32767, 0, 0, 0]
    assert seen.columns(0, 4000, 2)[1].tolist() == [16384, 32767]


def test_silence_begins_and_ends_where_it_can_be_heard() -> None:
    audio = sound((0.5, 2560), (0.0, 2560), (-0.4, 5120), (0.001, 1280), (0.5, 2560))
    for grain in (peaks.FINE, peaks.COARSE):
        edges = peaks.silence_edges(peaks.build(audio, grain))
        assert edges.tolist() == [2560, 5120, 10240, 11520]


def test_a_short_stop_is_no_silence() -> None:
    audio = sound((0.5, 2400), (0.0, 480), (0.5, 2400))
    assert peaks.silence_edges(peaks.build(audio, peaks.FINE)).tolist() == []


def test_an_hour_fits_in_few_megabytes() -> None:
    minute = peaks.build(np.zeros(60 * 24_000, np.float32))
    assert minute.nbytes * 60 < 6_000_000
