"""The player with a made-up sound system, in real time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from studio.player import (
    Device,
    Growing,
    Notice,
    Player,
    Sound,
    State,
    Status,
    Trouble,
    outlet,
)
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.soundcard import wait_for

RATE = 24_000


def ramp(seconds: float, start: int = 1) -> np.ndarray:
    """Values that tell which sample is which, all below 1."""
    length = round(seconds * RATE)
    return (np.arange(start, start + length) / 500_000).astype(np.float32)


@contextmanager
def playing(sound: FakeSound, changed: Callable[[], None] | None = None) -> Iterator[Player]:
    player = Player(changed, sound.load)
    try:
        yield player
    finally:
        sound.gate.set()
        player.close()
        wait_for(lambda: sound.open_streams == 0, what="all streams closed")


@pytest.fixture
def sound() -> FakeSound:
    return FakeSound(FakeDevice("Speakers"))


@pytest.fixture
def player(sound: FakeSound) -> Iterator[Player]:
    with playing(sound) as player:
        yield player


def until_state(player: Player, state: State, timeout: float = 5.0) -> None:
    wait_for(lambda: player.status().state is state, timeout, state.value)


def until_position(player: Player, position: int) -> None:
    wait_for(lambda: player.position() >= position, what=f"position {position}")


class TestPlaying:
    def test_all_is_heard_and_then_it_stops(self, player: Player, sound: FakeSound) -> None:
        assert player.play(Sound(ramp(0.6)), tag="a line") == 1
        status = player.status()
        assert (status.state, status.position) == (State.PLAYING, 0)
        assert (status.generation, status.tag) == (1, "a line")
        until_state(player, State.STOPPED)
        assert np.array_equal(sound.sound, ramp(0.6))
        assert player.position() == 14_400
        assert player.status().underflows == 0
        assert player.status().device == Device("Speakers", "Fake")

    def test_pieces_follow_each_other_without_a_gap(self, sound: FakeSound) -> None:
        growing = Growing()
        for piece in range(3):
            growing.append(ramp(0.4, piece * 9_600 + 1))
        growing.finish()
        with playing(sound) as player:
            player.play(growing)
            until_state(player, State.STOPPED)
            assert np.array_equal(sound.sound, ramp(1.2))
            assert len(sound.streams) == 1
            assert player.status().underflows == 0

    def test_the_position_lags_by_the_latency(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(2.0)))
        until_position(player, 12_000)
        given = np.count_nonzero(sound.heard)
        assert given - player.position() == pytest.approx(0.1 * RATE, abs=0.05 * RATE)

    def test_the_stream_stays_open_long_enough_for_the_tail(
        self, player: Player, sound: FakeSound
    ) -> None:
        player.play(Sound(ramp(0.2)))
        until_state(player, State.STOPPED)
        time.sleep(0.3)
        assert sound.open_streams == 1
        heard = sound.heard
        assert len(heard) - np.flatnonzero(heard)[-1] > 0.2 * RATE

    def test_the_stream_is_closed_after_a_while(
        self, player: Player, sound: FakeSound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outlet, "LINGER", 0.3)
        player.play(Sound(ramp(0.2)))
        until_state(player, State.STOPPED)
        wait_for(lambda: sound.open_streams == 0)
        assert player.status().notice is None
        player.play(Sound(ramp(0.2)))
        until_state(player, State.STOPPED)
        assert np.count_nonzero(sound.heard) == 2 * 4_800

    def test_an_empty_sound_is_over_at_once(self, player: Player) -> None:
        player.play(Sound(np.zeros(0, np.float32)))
        until_state(player, State.STOPPED, 1.0)
        assert player.position() == 0

    def test_a_selection_is_played(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(2.0)), 12_000, until=16_800)
        until_state(player, State.STOPPED)
        assert player.position() == 16_800
        assert np.count_nonzero(sound.sound) == pytest.approx(4_800, abs=2)

    def test_a_loop_goes_round_until_it_is_opened(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(0.6)), 4_800, loop=(4_800, 9_600))
        time.sleep(0.7)
        assert 4_800 <= player.position() < 9_600
        assert player.status().state is State.PLAYING
        player.unloop()
        until_state(player, State.STOPPED)
        assert player.position() == 14_400
        assert len(sound.sound) > 14_400

    def test_a_loop_needs_a_length(self, player: Player) -> None:
        with pytest.raises(ValueError, match="too short"):
            player.loop(100, 200)
        with pytest.raises(ValueError, match="too short"):
            player.play(Sound(ramp(1.0)), loop=(100, 100))
        assert player.status().state is State.STOPPED

    def test_rate_and_volume(self, player: Player, sound: FakeSound) -> None:
        player.rate, player.volume = 1.5, 0.5
        player.play(Sound(np.full(24_000, 0.5, np.float32)))
        until_state(player, State.STOPPED)
        assert len(sound.sound) == pytest.approx(16_000, abs=240)
        assert sound.sound.max() == pytest.approx(0.25, abs=0.01)
        assert player.position() == 24_000
        player.rate, player.volume = 9.0, -1.0
        assert (player.rate, player.volume) == (1.5, 0.0)

    def test_a_source_that_fails_is_reported(self, player: Player) -> None:
        class Broken:
            def read(self, start: int, samples: int) -> np.ndarray | None:
                if start:
                    raise OSError("the disk is gone")
                return ramp(0.1)

        player.play(Broken())
        until_state(player, State.STOPPED)
        assert player.status().notice == Notice(Trouble.SOURCE_FAILED, "the disk is gone")
        player.play(Sound(ramp(0.1)))
        assert player.status().notice is None


class TestPauseAndSeek:
    def test_pausing_loses_nothing(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(0.9)))
        until_position(player, 9_600)
        player.pause()
        assert player.status().state is State.PAUSED
        time.sleep(0.4)
        rest = player.position()
        time.sleep(0.2)
        assert player.position() == rest
        player.resume()
        assert player.status().state is State.PLAYING
        assert player.position() == rest
        until_state(player, State.STOPPED)
        heard = sound.sound
        pause = np.flatnonzero(np.diff(np.flatnonzero(heard)) > 1_000)
        assert len(pause) == 1
        values = np.round(heard[heard > 0] * 500_000).astype(int)
        # The place is found again to the sample; the 5 ms on both sides are faded.
        assert values[0] == 1
        assert values[-1] == 21_600
        assert np.count_nonzero(heard) == pytest.approx(21_600, abs=3)

    def test_pause_and_resume_in_one_breath(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(1.0)))
        until_position(player, 4_800)
        for _ in range(20):
            player.pause()
            player.resume()
        until_state(player, State.STOPPED)
        assert player.position() == 24_000
        assert len(sound.sound) == pytest.approx(24_000, abs=4_800)

    def test_seeking_is_said_at_once_and_does_not_click(
        self, player: Player, sound: FakeSound
    ) -> None:
        tone = (0.3 * np.sin(np.arange(96_000) * 2 * np.pi * 300 / RATE)).astype(np.float32)
        player.play(Sound(tone))
        for place in (70_001, 12_345, 50_017, 30_003):
            time.sleep(0.25)
            player.seek(place)
            assert place <= player.position() < place + 10
        time.sleep(0.25)
        assert 30_003 < player.position() < 42_000
        player.stop()
        time.sleep(0.2)
        steepest = 0.3 * 2 * np.pi * 300 / RATE
        assert np.abs(np.diff(sound.heard)).max() < 1.1 * steepest
        assert player.status().underflows == 0

    def test_seeking_while_paused(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(1.3)))
        until_position(player, 2_400)
        player.pause()
        player.seek(24_000)
        time.sleep(0.2)
        assert (player.status().state, player.position()) == (State.PAUSED, 24_000)
        before = np.count_nonzero(sound.heard)
        player.resume()
        until_state(player, State.STOPPED)
        assert np.count_nonzero(sound.heard) - before == pytest.approx(7_200, abs=3)

    def test_seek_pause_and_resume_before_anything_happened(
        self, player: Player, sound: FakeSound
    ) -> None:
        player.play(Sound(ramp(2.0)))
        player.seek(36_000)
        player.pause()
        player.resume()
        assert player.position() == 36_000
        until_state(player, State.STOPPED)
        assert len(sound.sound) == pytest.approx(12_000, abs=3)

    def test_seeking_when_stopped_does_nothing(self, player: Player) -> None:
        player.seek(5_000)
        player.resume()
        assert player.status().state is State.STOPPED


class TestStopping:
    def test_it_is_silent_at_once(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(np.full(48_000, 0.5, np.float32)))
        until_position(player, 12_000)
        before = len(sound.heard)
        player.stop()
        assert player.status().state is State.STOPPED
        time.sleep(0.5)
        after = np.flatnonzero(sound.heard)[-1] - before
        assert after < 0.1 * RATE  # given to the device, which adds its latency of 0.1 s
        assert np.abs(np.diff(sound.heard[12_000:])).max() < 0.02

    def test_a_late_audition_is_not_played(self, player: Player, sound: FakeSound) -> None:
        first = player.stop()
        second = player.stop()
        assert player.play(Sound(np.full(4_800, 0.1, np.float32)), ticket=first) == 0
        assert player.play(Sound(np.full(4_800, 0.2, np.float32)), ticket=second) == second + 1
        until_state(player, State.STOPPED)
        ticket = player.stop()
        player.stop()
        assert player.play(Sound(np.full(4_800, 0.3, np.float32)), ticket=ticket) == 0
        time.sleep(0.2)
        assert set(np.unique(sound.heard)) == {0.0, np.float32(0.2)}

    def test_what_arrives_after_the_stop_is_not_heard(
        self, player: Player, sound: FakeSound
    ) -> None:
        voice_a, voice_b = Growing(), Growing()
        player.play(voice_a, tag="A")
        time.sleep(0.1)
        player.play(voice_b, tag="B")
        voice_a.append(np.full(4_800, 0.1, np.float32))
        voice_b.append(np.full(48_000, 0.2, np.float32))
        wait_for(lambda: np.count_nonzero(sound.heard) > 2_400)
        assert player.status().tag == "B"
        player.stop()
        voice_b.append(np.full(48_000, 0.3, np.float32))
        time.sleep(0.3)
        before = len(sound.heard)
        time.sleep(0.2)
        assert not sound.heard[before:].any()
        assert sound.heard.max() == np.float32(0.2)
        assert not (sound.heard == np.float32(0.1)).any()
        assert len(sound.streams) == 1

    def test_a_thousand_plays_give_one_stream_and_the_last_sound(self, sound: FakeSound) -> None:
        with playing(sound) as player:
            longest = 0.0
            for i in range(1_000):
                before = time.monotonic()
                player.play(Sound(np.full(2_400, i / 2_000, np.float32)), tag=i)
                if i % 7 == 0:
                    player.stop()
                player.status()
                longest = max(longest, time.monotonic() - before)
                if i % 50 == 0:
                    time.sleep(0.02)
            until_state(player, State.STOPPED)
            assert player.status().tag == 999
            assert len(sound.streams) == 1
            whole = sound.heard == np.float32(999 / 2_000)
            assert np.count_nonzero(whole) == 2_400
            assert not sound.heard[np.flatnonzero(whole)[-1] + 1 :].any()
            assert longest < 0.05

    def test_closing_in_mid_sound_fades(self, sound: FakeSound) -> None:
        with playing(sound) as player:
            player.play(Sound(np.full(48_000, 0.5, np.float32)))
            until_position(player, 2_400)
            before = time.monotonic()
            player.close()
            assert time.monotonic() - before < 0.6
        assert np.abs(np.diff(sound.heard[4_800:])).max() < 0.02
        assert sound.heard[-1] == 0


class TestWaiting:
    def test_it_waits_and_goes_on_by_itself(self, player: Player, sound: FakeSound) -> None:
        growing = Growing()
        player.play(growing)
        until_state(player, State.WAITING)
        assert player.position() == 0
        growing.append(ramp(0.3))
        wait_for(lambda: player.status().state is State.PLAYING)
        until_state(player, State.WAITING)
        time.sleep(0.2)
        assert player.position() == 7_200
        growing.append(ramp(0.3, 7_201))
        growing.finish()
        until_state(player, State.STOPPED)
        assert player.position() == 14_400
        heard = sound.sound
        assert np.array_equal(heard[:7_200], ramp(0.3))
        assert np.array_equal(heard[-7_200:], ramp(0.3, 7_201))
        assert player.status().underflows == 0

    def test_stopping_while_it_waits(self, player: Player, sound: FakeSound) -> None:
        growing = Growing()
        player.play(growing)
        until_state(player, State.WAITING)
        player.stop()
        growing.append(ramp(0.3))
        time.sleep(0.2)
        assert not sound.heard.any()

    def test_what_changes_further_on_does_not_interrupt(
        self, player: Player, sound: FakeSound
    ) -> None:
        player.play(Sound(ramp(0.8)))
        until_position(player, 4_800)
        player.replace(Sound(np.concatenate([np.zeros(10_000, np.float32), ramp(1.2)])), 10_000)
        assert 14_800 <= player.position() < 20_000
        until_state(player, State.STOPPED)
        assert player.position() == 38_800
        assert np.array_equal(sound.sound, ramp(1.2))


class TestDevices:
    def test_without_a_library_it_plays_by_the_clock(self) -> None:
        sound = FakeSound()
        sound.import_error = OSError("PortAudio library not found")
        with playing(sound) as player:
            before = time.monotonic()
            player.play(Sound(ramp(0.5)))
            wait_for(lambda: player.status().is_silent)
            status = player.status()
            assert status.state is State.PLAYING
            assert status.notice == Notice(Trouble.NO_LIBRARY, "libportaudio2")
            until_state(player, State.STOPPED)
            assert 0.45 < time.monotonic() - before < 0.8
            assert player.position() == 12_000
            assert player.devices() == ()

    def test_without_sounddevice_too(self) -> None:
        sound = FakeSound()
        sound.import_error = ModuleNotFoundError("No module named 'sounddevice'")
        with playing(sound) as player:
            player.refresh()
            wait_for(lambda: player.status().notice)
            assert player.status().notice == Notice(Trouble.NO_LIBRARY, "sounddevice")

    def test_without_a_device_it_plays_by_the_clock_until_there_is_one(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outlet, "RETRY", 0.3)
        sound = FakeSound(FakeDevice("Speakers", is_present=False))
        with playing(sound) as player:
            player.play(Sound(ramp(1.6)))
            wait_for(lambda: player.status().is_silent)
            assert player.status().notice == Notice(Trouble.NO_DEVICE)
            until_position(player, 7_200)
            sound.plugged[0].is_present = True
            wait_for(lambda: player.status().device)
            status = player.status()
            assert (status.is_silent, status.notice) == (False, None)
            assert 7_200 <= status.position < 36_000
            until_state(player, State.STOPPED)
            values = np.round(sound.sound * 500_000)
            assert 7_200 < values[200] < 36_000
            assert np.array_equal(np.diff(values[200:]), np.ones(len(values) - 201))

    def test_refresh_finds_a_device(self) -> None:
        sound = FakeSound(FakeDevice("Speakers", is_present=False))
        with playing(sound) as player:
            player.refresh()
            wait_for(lambda: player.status().notice == Notice(Trouble.NO_DEVICE))
            sound.plugged[0].is_present = True
            player.refresh()
            wait_for(lambda: player.devices() == (Device("Speakers", "Fake"),))
            assert player.status().notice is None
            assert player.devices()[0].is_default

    def test_a_lost_device_is_replaced_by_the_clock_and_comes_back(
        self, player: Player, sound: FakeSound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outlet, "RETRY", 0.2)
        player.play(Sound(ramp(2.4)))
        until_position(player, 9_600)
        sound.plugged[0].is_present = False
        wait_for(lambda: player.status().is_silent)
        assert player.status().notice == Notice(Trouble.DEVICE_LOST, "Speakers")
        place = player.position()
        time.sleep(0.5)
        assert player.position() - place == pytest.approx(12_000, abs=2_400)
        assert player.status().notice == Notice(Trouble.DEVICE_LOST, "Speakers")
        sound.plugged[0].is_present = True
        wait_for(lambda: player.status().device)
        until_state(player, State.STOPPED)
        assert player.position() == 57_600
        assert sound.sound[-1] == ramp(2.4)[-1]

    def test_a_device_that_falls_silent_is_lost_too(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(4.0)))
        until_position(player, 4_800)
        sound.plugged[0].is_mute = True
        before = time.monotonic()
        wait_for(lambda: player.status().is_silent)
        assert 0.3 < time.monotonic() - before < 1.0
        assert player.status().notice == Notice(Trouble.DEVICE_LOST, "Speakers")

    def test_a_device_that_only_opens_is_asked_less_and_less(
        self, player: Player, sound: FakeSound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outlet, "RETRY", 0.1)
        monkeypatch.setattr(outlet, "QUIET", 0.1)
        monkeypatch.setattr(outlet, "FIRST_CALL", 0.05)
        sound.plugged[0].is_mute = True
        player.play(Sound(ramp(3.0)))
        time.sleep(1.5)
        assert 2 <= len(sound.streams) <= 4
        assert sound.open_streams <= 1
        assert player.position() > 0.8 * RATE

    def test_a_call_that_hangs_blocks_nothing(
        self, player: Player, sound: FakeSound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outlet, "PATIENCE", 0.3)
        sound.gate.clear()
        before = time.monotonic()
        player.play(Sound(ramp(1.5)))
        player.refresh()
        player.status()
        player.devices()
        assert time.monotonic() - before < 0.1
        wait_for(lambda: player.status().is_silent)
        assert player.status().notice == Notice(Trouble.DEVICE_SILENT)
        until_position(player, 4_800)
        sound.gate.set()
        wait_for(lambda: player.status().device)
        assert player.status().notice is None
        until_state(player, State.STOPPED)
        assert sound.sound[-1] == ramp(1.5)[-1]

    def test_closing_does_not_wait_for_a_call_that_hangs(self, sound: FakeSound) -> None:
        with playing(sound) as player:
            sound.gate.clear()
            player.play(Sound(ramp(3.0)))
            time.sleep(0.1)
            before = time.monotonic()
            player.close(0.3)
            assert time.monotonic() - before < 1.0

    @pytest.mark.parametrize("rates", [(44_100, 48_000), (48_000,)])
    def test_a_device_that_refuses_24_khz_gets_its_own_rate(self, rates: tuple[int, ...]) -> None:
        sound = FakeSound(FakeDevice("Speakers", rates, default_rate=rates[0]))
        tone = (0.3 * np.sin(np.arange(12_000) * 2 * np.pi * 440 / RATE)).astype(np.float32)
        with playing(sound) as player:
            player.play(Sound(tone))
            until_state(player, State.STOPPED)
            assert player.position() == 12_000
        assert sound.streams[0].samplerate == rates[0]
        heard = np.flatnonzero(np.abs(sound.heard) > 0.01)
        assert heard[-1] - heard[0] == pytest.approx(rates[0] / 2, abs=rates[0] / 1000)

    def test_a_refusal_is_told(self) -> None:
        sound = FakeSound(FakeDevice("Speakers", refuses="Device unavailable"))
        with playing(sound) as player:
            player.play(Sound(ramp(0.2)))
            wait_for(lambda: player.status().notice)
            notice = player.status().notice
            assert notice == Notice(Trouble.DEVICE_REFUSED, "Speakers: Device unavailable")
            until_state(player, State.STOPPED)

    def test_devices_are_known_by_name(self) -> None:
        one, two = FakeDevice("One"), FakeDevice("Two", is_present=False)
        sound = FakeSound(one, two)
        with playing(sound) as player:
            player.choose(Device("One", "Fake"))
            wait_for(lambda: player.devices())
            assert [each.name for each in player.devices()] == ["One"]
            player.play(Sound(ramp(10.0)))
            wait_for(lambda: player.status().device == Device("One", "Fake"))
            until_position(player, 4_800)
            sound.plugged = [two, one]  # another order gives other numbers
            two.is_present = True
            player.refresh()
            wait_for(lambda: [each.name for each in player.devices()] == ["Two", "One"])
            wait_for(lambda: player.status().device)
            assert sound.streams[-1].device is one
            player.choose(Device("Two", "Fake"))
            wait_for(lambda: sound.streams[-1].device is two)
            two.is_present = False
            player.choose(Device("Two", "Fake"))
            wait_for(lambda: sound.streams[-1].device is one and player.status().device)
            assert player.status().notice == Notice(Trouble.OTHER_DEVICE, "Two")
            assert player.status().state is State.PLAYING
            assert sound.open_streams == 1
            assert not sound.initialised_while_open

    def test_a_refresh_while_it_plays_loses_nothing(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(1.5)))
        until_position(player, 9_600)
        player.refresh()
        wait_for(lambda: len(sound.streams) == 2)
        until_state(player, State.STOPPED)
        first, second = (np.concatenate(stream.blocks) for stream in sound.streams)
        before = np.round(first.max() * 500_000)
        after = np.round(second[second > 0][200] * 500_000) - 200
        assert before - 0.2 * RATE < after <= before
        assert second.max() == ramp(1.5).max()

    def test_what_the_device_missed_is_counted(self, player: Player, sound: FakeSound) -> None:
        player.play(Sound(ramp(1.0)))
        until_position(player, 2_400)
        sound.streams[0].underflow = True
        wait_for(lambda: player.status().underflows == 1)


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_done_it_goes_on(
    sound: FakeSound,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    seed: int,
) -> None:
    monkeypatch.setattr(outlet, "RETRY", 0.05)
    monkeypatch.setattr(outlet, "LINGER", 0.1)
    monkeypatch.setattr(outlet, "PATIENCE", 0.05)
    speakers = sound.plugged[0]
    random = np.random.default_rng(seed)
    growing = Growing()

    def at() -> int:
        return int(random.integers(0, 100_000))

    with playing(sound) as player:
        verbs: list[Callable[[], object]] = [
            lambda: player.play(Sound(ramp(2.0)), at()),
            lambda: player.play(growing, at(), until=at()),
            lambda: growing.append(ramp(0.2)),
            lambda: player.play(Sound(ramp(2.0)), loop=(1_000, 1_000 + 500 + at())),
            player.pause,
            player.resume,
            player.stop,
            player.refresh,
            lambda: player.seek(at()),
            lambda: player.loop(1_000, 2_000 + at()),
            player.unloop,
            lambda: player.replace(Sound(ramp(2.5)), int(random.integers(-5_000, 5_000))),
            lambda: setattr(player, "rate", random.uniform(0.7, 1.6)),
            lambda: setattr(player, "volume", random.uniform(0, 1)),
            lambda: setattr(speakers, "is_present", random.uniform() < 0.8),
            lambda: setattr(speakers, "is_mute", random.uniform() < 0.1),
            lambda: setattr(speakers, "rates", (int(random.choice([24_000, 48_000])),)),
            lambda: sound.gate.clear() if random.uniform() < 0.3 else sound.gate.set(),
            lambda: player.choose(None),
            lambda: time.sleep(random.uniform(0, 0.05)),
        ]
        longest = 0.0
        for step in random.integers(0, len(verbs), 1_000):
            before = time.monotonic()
            verbs[step]()
            if verbs[step] is not verbs[-1]:
                longest = max(longest, time.monotonic() - before)
            player.status()
            assert sound.open_streams <= 1
        assert longest < 0.1
        sound.gate.set()
        speakers.is_present, speakers.is_mute, speakers.rates = True, False, ()
        player.rate = player.volume = 1.0
        player.refresh()
        last = np.full(9_600, 0.4, np.float32)
        player.play(Sound(last))
        until_state(player, State.STOPPED)
        assert np.count_nonzero(sound.heard == np.float32(0.4)) > 4_800
        assert not sound.initialised_while_open
    assert not [record for record in caplog.records if "stumbled" in record.message]


class TestWatching:
    def test_changes_are_told(self, sound: FakeSound) -> None:
        seen: list[Status] = []
        made: list[Player] = []

        def changed() -> None:
            if made:
                seen.append(made[0].status())

        with playing(sound, changed) as player:
            made.append(player)
            player.play(Sound(ramp(0.3)))
            until_state(player, State.STOPPED)
            wait_for(lambda: seen and seen[-1].state is State.STOPPED)
        states = [status.state for status in seen]
        assert states[0] is State.PLAYING
        assert len(states) < 10

    def test_a_listener_that_fails_harms_nobody(self, sound: FakeSound) -> None:
        def changed() -> None:
            raise RuntimeError("the window is gone")

        with playing(sound, changed) as player:
            player.play(Sound(ramp(0.3)))
            until_state(player, State.STOPPED)
        assert np.array_equal(sound.sound, ramp(0.3))

    def test_nothing_is_loaded_before_it_is_needed(self, sound: FakeSound) -> None:
        with playing(sound) as player:
            time.sleep(0.1)
            assert player.status().state is State.STOPPED
            assert sound.imports == 0

    def test_the_threads_end(self, sound: FakeSound) -> None:
        with playing(sound) as player:
            player.play(Sound(ramp(0.1)))
            until_state(player, State.STOPPED)
        names = {thread.name for thread in threading.enumerate()}
        wait_for(lambda: not names & {"player", "audio control"} or True)
        wait_for(
            lambda: (
                not any(
                    thread.name in ("player", "audio control") for thread in threading.enumerate()
                )
            )
        )
