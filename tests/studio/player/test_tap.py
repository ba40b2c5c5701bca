from __future__ import annotations

import time

import numpy as np
import pytest

from studio.player.tap import Tap, rise

RATE = 24_000


def ramp(length: int, start: int = 1) -> np.ndarray:
    """Values that tell which sample is which, all below 1."""
    return (np.arange(start, start + length) / 100_000).astype(np.float32)


def give(tap: Tap, frames: int) -> np.ndarray:
    out = np.full(frames, np.nan, np.float32)
    tap.give(out)
    return out


def test_what_is_written_comes_out_in_blocks_of_any_size() -> None:
    tap = Tap(RATE, 0.0)
    tap.write(ramp(1_000))
    given = np.concatenate([give(tap, size) for size in (1, 7, 480, 511, 1, 100)])
    assert np.array_equal(given[:1_000], ramp(1_000))
    assert not given[1_000:].any()


def test_the_ring_goes_round() -> None:
    tap = Tap(RATE, 0.0)
    sound = ramp(90_000)  # the ring holds 36,000
    given = []
    for at in range(0, 90_000, 7_500):
        tap.write(sound[at : at + 7_500])
        given.append(give(tap, 7_500))
    assert np.array_equal(np.concatenate(given), sound)
    assert tap.room == 36_000
    assert tap.ahead == 0.0


def test_lack_is_a_fault_only_in_a_steady_flow() -> None:
    tap = Tap(RATE, 0.0)
    tap.write(ramp(100))
    give(tap, 200)
    assert tap.missed == 0
    tap.steady = True
    give(tap, 200)
    give(tap, 200)
    assert tap.missed == 2


class TestSkip:
    def test_what_sounds_fades_and_what_is_new_follows_at_once(self) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(np.full(5_000, 0.5, np.float32))
        assert (give(tap, 480) == 0.5).all()
        assert tap.skip() == 5_000
        tap.write(np.full(1_000, 0.25, np.float32))
        given = give(tap, 480)
        assert np.all(np.diff(given[:120]) < 0)
        assert given[0] > 0.49
        assert given[119] < 0.001
        assert (given[120:] == 0.25).all()

    def test_a_fade_may_be_longer_than_a_block(self) -> None:
        whole, parts = Tap(RATE, 0.0), Tap(RATE, 0.0)
        for tap in (whole, parts):
            tap.write(ramp(5_000))
            give(tap, 480)
            tap.skip()
        assert np.array_equal(give(whole, 192), np.concatenate([give(parts, 32) for _ in range(6)]))

    def test_what_was_never_heard_is_not_faded(self) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(ramp(1_000))
        tap.skip()
        assert not give(tap, 480).any()

    def test_only_the_last_of_many_is_heard(self) -> None:
        tap = Tap(RATE, 0.0)
        for value in (0.1, 0.2, 0.3):
            tap.skip()
            tap.write(np.full(480, value, np.float32))
        assert (give(tap, 480) == np.float32(0.3)).all()

    def test_the_rest_is_where_the_fade_ended(self) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(ramp(5_000))
        give(tap, 480)
        tap.skip()
        give(tap, 480)
        assert tap.rest == 480 + 120
        assert not tap.flowing


class TestVolume:
    def test_full_volume_changes_nothing(self) -> None:
        tap = Tap(RATE, 0.0, volume=1.0)
        tap.write(ramp(480))
        assert np.array_equal(give(tap, 480), ramp(480))

    def test_a_volume_applies_from_the_start(self) -> None:
        tap = Tap(RATE, 0.0, volume=0.5)
        tap.write(np.ones(480, np.float32))
        assert (give(tap, 480) == 0.5).all()

    def test_a_change_is_spread_over_a_block(self) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(np.ones(960, np.float32))
        tap.volume = 0.5
        given = give(tap, 480)
        assert given[0] == pytest.approx(1.0, abs=0.01)
        assert given[-1] == pytest.approx(0.5)
        assert np.abs(np.diff(given)).max() < 0.002
        assert (give(tap, 480) == 0.5).all()


class TestHeard:
    """Position: half a second of latency, blocks of 0.1 s, times set by hand."""

    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        now = [100.0]
        monkeypatch.setattr(time, "monotonic", lambda: now[0])
        return now

    def test_it_lags_by_the_latency(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.5)
        tap.write(ramp(24_000))
        heard = []
        for _ in range(10):
            give(tap, 2_400)
            heard.append(tap.heard(clock[0]))
            clock[0] += 0.1
        assert heard == [0, 0, 0, 0, 0, 0, 2_400, 4_800, 7_200, 9_600]

    def test_it_moves_between_blocks_but_never_beyond(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(ramp(24_000))
        give(tap, 2_400)
        assert [tap.heard(100 + t) for t in (0, 0.05, 0.09, 0.1, 5.0)] == [
            0,
            1_200,
            2_160,
            2_400,
            2_400,
        ]

    def test_it_stands_still_while_nothing_comes(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(ramp(3_000))
        heard = []
        for _ in range(4):
            give(tap, 2_400)
            clock[0] += 0.1
            heard.append(tap.heard(clock[0]))
        assert heard == [2_400, 3_000, 3_000, 3_000]
        tap.write(ramp(2_400))
        give(tap, 2_400)
        assert tap.heard(clock[0] + 0.05) == 4_200

    def test_it_leaps_with_a_skip(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.0)
        tap.write(ramp(10_000))
        give(tap, 2_400)
        tap.skip()
        tap.write(ramp(4_800))
        give(tap, 2_400)
        assert tap.heard(clock[0]) == 2_400
        assert tap.heard(clock[0] + 119 / RATE) == pytest.approx(2_519, abs=1)
        assert tap.heard(clock[0] + 125 / RATE) == pytest.approx(10_005, abs=1)

    def test_it_is_quiet_when_the_end_was_heard(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.2)
        assert tap.is_quiet(clock[0])
        tap.write(ramp(2_400))
        quiet = []
        for _ in range(6):
            give(tap, 2_400)
            quiet.append(tap.is_quiet(clock[0]))
            clock[0] += 0.1
        assert quiet == [False, False, False, True, True, True]

    def test_closing_keeps_the_place(self, clock: list[float]) -> None:
        tap = Tap(RATE, 0.1)
        tap.write(ramp(24_000))
        for _ in range(3):
            give(tap, 2_400)
            clock[0] += 0.1
        tap.close()
        assert tap.rest == tap.heard(clock[0] + 9) == 4_800
        assert not give(tap, 480).any()


def test_a_ramp_rises_smoothly() -> None:
    ramp = rise(120)
    assert ramp[0] < 0.001
    assert ramp[-1] > 0.999
    assert np.all(np.diff(ramp) > 0)
    assert len(rise(0)) == 0
