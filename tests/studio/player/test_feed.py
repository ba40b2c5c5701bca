"""The feed, taken from at once: what would be heard, and where in the source it stands."""

from __future__ import annotations

import numpy as np
import pytest

from studio.player.feed import LEAD, Feed, Range
from studio.player.sources import Growing, Sound, Source
from studio.player.tap import Tap

RATE = 24_000
FADE = 120


def ramp(length: int, start: int = 1) -> np.ndarray:
    return (np.arange(start, start + length) / 200_000).astype(np.float32)


class Listener:
    """Takes blocks of 10 ms and notes the position of each."""

    def __init__(self, source: Source, start: int = 0, device_rate: int = RATE) -> None:
        self.tap = Tap(device_rate, 0.0)
        self.feed = Feed(self.tap, source, start)
        self.blocks: list[np.ndarray] = []
        self.positions: list[int | None] = []

    def listen(
        self,
        seconds: float,
        rate: float = 1.0,
        loop: Range | None = None,
        until: int | None = None,
    ) -> np.ndarray:
        size = self.tap.rate // 100
        for _ in range(round(seconds * 100)):
            self.feed.fill(rate, loop, until, lambda: True)
            self.positions.append(self.feed.position_at(self.tap.taken))
            out = np.zeros(size, np.float32)
            self.tap.give(out)
            self.blocks.append(out)
        return np.concatenate(self.blocks)


def test_it_reads_no_further_ahead_than_needed() -> None:
    listener = Listener(Sound(ramp(100_000)))
    listener.feed.fill(1.0, None, None, lambda: True)
    assert LEAD <= listener.tap.ahead < LEAD + 0.1
    assert listener.tap.steady


def test_all_of_a_source_is_heard() -> None:
    listener = Listener(Sound(ramp(30_001)))
    heard = listener.listen(2.0)
    assert np.array_equal(heard[:30_001], ramp(30_001))
    assert not heard[30_001:].any()
    assert listener.feed.ended
    assert listener.tap.missed == 0
    assert listener.positions[:3] == [0, 240, 480]
    assert listener.positions[-1] == 30_001


def test_what_begins_in_the_middle_fades_in() -> None:
    heard = Listener(Sound(np.ones(48_000, np.float32)), 5_000).listen(0.5)
    assert heard[0] < 0.001
    assert np.all(np.diff(heard[:FADE]) > 0)
    assert (heard[FADE:] == 1).all()


def test_what_is_cut_off_fades_out() -> None:
    heard = Listener(Sound(np.ones(48_000, np.float32))).listen(0.5, until=5_000)
    assert (heard[: 5_000 - FADE] == 1).all()
    assert np.all(np.diff(heard[5_000 - FADE : 5_000]) < 0)
    assert heard[4_999] < 0.001
    assert not heard[5_000:].any()


class TestLoop:
    def test_it_goes_round(self) -> None:
        listener = Listener(Sound(ramp(100_000)), 1_000)
        heard = listener.listen(1.0, loop=Range(1_000, 7_000))
        inner = slice(FADE, 6_000 - FADE)
        for turn in range(4):
            part = heard[turn * 6_000 : (turn + 1) * 6_000]
            assert np.array_equal(part[inner], ramp(6_000, 1_001)[inner])
            assert part[0] < ramp(1, 1_001)[0] / 100
            assert part[-1] < ramp(1, 7_000)[0] / 100
        assert listener.positions[:30] == [1_000 + 240 * i % 6_000 for i in range(30)]

    def test_a_loop_behind_is_entered_at_once(self) -> None:
        listener = Listener(Sound(ramp(100_000)), 50_000)
        listener.listen(0.05, loop=Range(1_000, 7_000))
        assert listener.positions[0] == 1_000

    def test_a_loop_ahead_is_reached(self) -> None:
        listener = Listener(Sound(ramp(100_000)))
        listener.listen(1.0, loop=Range(6_000, 12_000))
        assert max(position or 0 for position in listener.positions) < 12_000
        assert listener.positions[50] == 6_000

    def test_a_loop_beyond_the_end_goes_round_all_the_same(self) -> None:
        listener = Listener(Sound(ramp(10_000)), 4_000)
        listener.listen(1.0, loop=Range(4_000, 50_000))
        assert not listener.feed.ended
        assert listener.positions[26] == 4_240

    def test_a_loop_behind_the_end_ends(self) -> None:
        listener = Listener(Sound(ramp(10_000)))
        listener.listen(1.0, loop=Range(20_000, 50_000))
        assert listener.feed.ended

    def test_a_loop_set_near_the_end_still_counts(self) -> None:
        listener = Listener(Sound(ramp(10_000)))
        listener.listen(0.3)
        assert listener.feed.ended
        listener.listen(1.0, loop=Range(2_400, 9_600))
        assert not listener.feed.ended
        assert listener.tap.flowing


class TestWaiting:
    def test_it_goes_on_when_there_is_more(self) -> None:
        growing = Growing()
        growing.append(ramp(2_400))
        listener = Listener(growing)
        listener.listen(0.3)
        assert listener.feed.is_dry
        assert listener.positions[-1] == 2_400
        assert listener.tap.missed == 0
        growing.append(ramp(2_400, 2_401))
        growing.finish()
        heard = listener.listen(0.3)
        assert not listener.feed.is_dry
        assert np.array_equal(heard[:2_400], ramp(2_400))
        assert not heard[2_400:7_200].any()
        assert np.array_equal(heard[7_200:9_600], ramp(2_400, 2_401))
        assert listener.positions[35] == 2_400 + 5 * 240

    def test_nothing_is_written_that_is_not_wanted_any_more(self) -> None:
        listener = Listener(Sound(ramp(10_000)))
        listener.feed.fill(1.0, None, None, lambda: False)
        assert listener.tap.written == 0


class TestRate:
    @pytest.mark.parametrize("rate", [0.75, 1.5])
    def test_positions_follow_the_rate(self, rate: float) -> None:
        tone = 0.3 * np.sin(np.arange(48_000) * 2 * np.pi * 300 / RATE)
        listener = Listener(Sound(tone.astype(np.float32)))
        heard = listener.listen(3.0, rate)
        assert np.flatnonzero(heard)[-1] == pytest.approx(48_000 / rate, abs=240)
        assert listener.positions[100] == pytest.approx(24_000 * rate, abs=1)
        assert listener.positions[-1] == 48_000

    def test_a_change_does_not_click_and_keeps_the_place(self) -> None:
        tone = 0.3 * np.sin(np.arange(96_000) * 2 * np.pi * 300 / RATE)
        listener = Listener(Sound(tone.astype(np.float32)))
        listener.listen(0.5)
        listener.listen(1.0, 1.5)
        heard = listener.listen(2.0, 1.0)
        steepest = 0.3 * 2 * np.pi * 300 / RATE
        assert np.abs(np.diff(heard)).max() < 1.1 * steepest
        steps = np.diff([position or 0 for position in listener.positions[:300]])
        assert steps.min() >= 239
        assert steps.max() <= 361
        assert listener.positions[-1] == 72_000 + 24_000


class TestDeviceRate:
    @pytest.mark.parametrize("device_rate", [44_100, 48_000, 16_000])
    def test_the_device_gets_its_rate(self, device_rate: int) -> None:
        tone = (0.3 * np.sin(np.arange(24_000) * 2 * np.pi * 440 / RATE)).astype(np.float32)
        listener = Listener(Sound(tone), device_rate=device_rate)
        heard = listener.listen(1.5)
        last = np.flatnonzero(np.abs(heard) > 1e-4)[-1]
        assert last == pytest.approx(device_rate, abs=device_rate / 1000)
        expected = 0.3 * np.sin(np.arange(device_rate) * 2 * np.pi * 440 / device_rate)
        inner = slice(device_rate // 10, -device_rate // 10)
        assert np.abs(heard[:device_rate][inner] - expected[inner]).max() < 1e-3
        assert listener.positions[50] == pytest.approx(12_000, abs=1)
        assert listener.positions[-1] == 24_000

    def test_stretched_as_well(self) -> None:
        tone = (0.3 * np.sin(np.arange(48_000) * 2 * np.pi * 440 / RATE)).astype(np.float32)
        listener = Listener(Sound(tone), device_rate=48_000)
        listener.listen(2.5, 1.25)
        assert listener.positions[100] == pytest.approx(30_000, abs=1)
        assert listener.positions[-1] == pytest.approx(48_000, abs=1)


class TestReplace:
    def test_what_is_heard_goes_on_without_a_break(self) -> None:
        sound = ramp(60_000)
        listener = Listener(Sound(sound))
        listener.listen(0.5)
        longer = np.concatenate([np.zeros(5_000, np.float32), sound])
        listener.feed.replace(Sound(longer), 5_000)
        heard = listener.listen(0.5)
        assert np.array_equal(heard, sound[:24_000])
        assert listener.positions[49] == 49 * 240
        assert listener.positions[50] == 50 * 240 + 5_000

    def test_what_had_ended_goes_on(self) -> None:
        listener = Listener(Sound(ramp(6_000)))
        listener.listen(0.2)
        assert listener.feed.ended
        listener.feed.replace(Sound(ramp(12_000)), 0)
        heard = listener.listen(0.5)
        assert np.array_equal(heard[:12_000], ramp(12_000))
        assert listener.positions[-1] == 12_000


def test_old_positions_are_forgotten() -> None:
    listener = Listener(Sound(ramp(100_000)))
    listener.listen(30.0, loop=Range(0, 2_400))
    assert len(listener.feed._stretches) < 30
