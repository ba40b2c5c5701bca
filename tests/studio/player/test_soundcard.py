"""The player with the real PortAudio and a sound card that records what it is given."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
import pytest

from studio.player import Device, Growing, Player, Sound, State, Trouble, outlet
from tests.soundcard import RATE, SoundCard, wait_for


@pytest.fixture
def player(card: SoundCard) -> Iterator[Player]:
    with Player() as player:
        yield player


def noise(seconds: float, seed: int = 1) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return generator.uniform(-0.5, 0.5, round(seconds * RATE)).astype(np.float32)


def until_state(player: Player, state: State, timeout: float = 8.0) -> None:
    wait_for(lambda: player.status().state is state, timeout, state.value)


def until_position(player: Player, position: int) -> None:
    wait_for(lambda: player.position() >= position, what=f"position {position}")


def test_what_is_played_is_what_is_heard_to_the_last_sample(
    card: SoundCard, player: Player
) -> None:
    chunks = [noise(0.4, seed) for seed in range(3)]
    growing = Growing()
    for chunk in chunks:
        growing.append(chunk)
    growing.finish()
    with card.recording() as recording:
        player.play(growing)
        until_state(player, State.STOPPED)
        time.sleep(0.2)
        assert np.array_equal(recording.sound(), np.concatenate(chunks))
        # Again, on the stream that is still open.
        before = recording.samples
        player.play(Sound(chunks[0]))
        until_state(player, State.STOPPED)
        time.sleep(0.2)
        again = recording.audio()[before:]
        assert np.array_equal(np.trim_zeros(again), chunks[0])
    status = player.status()
    assert (status.underflows, status.notice, status.is_silent) == (0, None, False)
    assert status.device is not None
    assert status.device in player.devices()


def test_a_chosen_device_is_used(card: SoundCard, player: Player) -> None:
    player.choose(Device("pulse", "ALSA"))
    with card.recording() as recording:
        player.play(Sound(noise(0.3)))
        until_state(player, State.STOPPED)
        time.sleep(0.2)
        assert np.array_equal(recording.sound(), noise(0.3))
    assert player.status().device == Device("pulse", "ALSA")


def test_stop_is_silent_within_a_fifth_of_a_second(card: SoundCard, player: Player) -> None:
    with card.recording() as recording:
        for _ in range(2):
            player.play(Sound(noise(5.0)))
            until_position(player, 7_200)
            player.stop()
            time.sleep(0.2)
            stopped = recording.samples
            time.sleep(0.2)
            assert not recording.audio()[stopped:].any()


def test_seeking_and_pausing_do_not_click(card: SoundCard, player: Player) -> None:
    tone = (0.3 * np.sin(np.arange(10 * RATE) * 2 * np.pi * 300 / RATE)).astype(np.float32)
    with card.recording() as recording:
        player.play(Sound(tone))
        for place in (100_001, 30_003, 70_000):
            time.sleep(0.3)
            player.seek(place)
        time.sleep(0.3)
        player.pause()
        time.sleep(0.3)
        player.resume()
        time.sleep(0.3)
        player.stop()
        time.sleep(0.3)
        heard = recording.sound()
    assert np.abs(np.diff(heard)).max() < 1.1 * 0.3 * 2 * np.pi * 300 / RATE
    assert len(heard) > RATE
    assert player.status().underflows == 0


def test_waiting_is_silent_and_loses_nothing(card: SoundCard, player: Player) -> None:
    first, second = noise(0.4, 1), noise(0.4, 2)
    growing = Growing()
    with card.recording() as recording:
        player.play(growing)
        growing.append(first)
        until_state(player, State.WAITING)
        time.sleep(0.4)
        assert player.position() == len(first)
        assert recording.is_silent(0.1)
        growing.append(second)
        growing.finish()
        until_state(player, State.STOPPED)
        time.sleep(0.2)
        heard = recording.sound()
    assert np.array_equal(heard[: len(first)], first)
    assert np.array_equal(heard[-len(second) :], second)
    assert not heard[len(first) : -len(second)].any()
    assert player.status().underflows == 0


def test_of_a_thousand_plays_the_last_is_heard(card: SoundCard, player: Player) -> None:
    last = noise(0.4)
    with card.recording() as recording:
        for i in range(1_000):
            player.play(Sound(np.full(RATE, 0.1, np.float32)), tag=i)
            if i % 20 == 0:
                time.sleep(0.02)
        player.play(Sound(last), tag="last")
        assert player.status().tag == "last"
        until_state(player, State.STOPPED)
        time.sleep(0.2)
        assert np.array_equal(recording.sound()[-len(last) :], last)


class TestLoss:
    @pytest.fixture(autouse=True)
    def _quickly(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(outlet, "RETRY", 0.3)

    def assert_it_goes_on_silently(self, player: Player) -> None:
        """After the device was taken away: it goes on silently, by the clock."""
        wait_for(lambda: player.status().is_silent, 3.0, "the clock")
        notice = player.status().notice
        assert notice is not None
        assert notice.trouble is Trouble.DEVICE_LOST
        place = player.position()
        time.sleep(0.4)
        assert player.position() - place == pytest.approx(0.4 * RATE, abs=0.1 * RATE)
        assert player.status().state is State.PLAYING

    def assert_it_is_heard_again(self, card: SoundCard, player: Player, sound: np.ndarray) -> None:
        """After it was given back: what is heard is what belongs there."""
        wait_for(lambda: player.status().device, 6.0, "the device")
        with card.recording() as recording:
            time.sleep(0.6)
            heard = recording.sound()[480:5_280]  # without the fade
            position = player.position()
            assert len(heard) == 4_800
        (place,) = np.flatnonzero((sound[:-1] == heard[0]) & (sound[1:] == heard[1]))
        assert np.array_equal(sound[place : place + 4_800], heard)
        assert 0 < position - place < RATE
        assert player.status().notice is None

    def test_the_device_is_removed(self, card: SoundCard, player: Player) -> None:
        sound = noise(20.0)
        player.play(Sound(sound))
        until_position(player, 7_200)
        card.remove_sink()
        self.assert_it_goes_on_silently(player)
        card.add_sink()
        self.assert_it_is_heard_again(card, player, sound)

    def test_the_server_dies(self, card: SoundCard, player: Player) -> None:
        sound = noise(20.0)
        player.play(Sound(sound))
        until_position(player, 7_200)
        card.kill()
        self.assert_it_goes_on_silently(player)
        card.start()
        self.assert_it_is_heard_again(card, player, sound)

    def test_the_server_hangs(self, card: SoundCard, player: Player) -> None:
        sound = noise(20.0)
        player.play(Sound(sound))
        until_position(player, 7_200)
        card.freeze()
        self.assert_it_goes_on_silently(player)
        card.thaw()
        self.assert_it_is_heard_again(card, player, sound)

    def test_there_is_no_device_at_all(self, card: SoundCard, player: Player) -> None:
        card.kill()
        player.play(Sound(noise(0.5)))
        wait_for(lambda: player.status().is_silent)
        notice = player.status().notice
        assert notice is not None
        assert notice.trouble is Trouble.NO_DEVICE
        until_state(player, State.STOPPED)
        assert player.position() == 12_000
        assert player.devices() == ()

    def test_closing_while_the_server_hangs(self, card: SoundCard) -> None:
        with Player() as player:
            player.play(Sound(noise(5.0)))
            until_position(player, 2_400)
            card.freeze()
            before = time.monotonic()
            player.close(0.5)
            assert time.monotonic() - before < 1.5
