from __future__ import annotations

import numpy as np

from studio.player import Growing, Narration, Sound
from studio.takes import MemoryTakes, Take
from studio.timeline import Clip, Timeline


def ramp(length: int, start: int = 0) -> np.ndarray:
    return np.arange(start, start + length, dtype=np.float32)


def test_a_sound_is_read_by_position() -> None:
    sound = Sound(ramp(100))
    assert sound.read(10, 3).tolist() == [10, 11, 12]
    assert sound.read(98, 10).tolist() == [98, 99]
    assert len(sound.read(100, 10)) == 0
    assert len(sound.read(5_000, 10)) == 0


def test_a_growing_sound_says_what_is_not_there_yet() -> None:
    growing = Growing()
    assert growing.read(0, 10) is None
    growing.append(ramp(5))
    growing.append(ramp(0))
    growing.append(ramp(5, 5))
    read = growing.read(3, 10)
    assert read is not None
    assert read.tolist() == [3, 4]
    read = growing.read(5, 2)
    assert read is not None
    assert read.tolist() == [5, 6]
    assert growing.read(10, 1) is None
    growing.finish()
    end = growing.read(10, 1)
    assert end is not None
    assert len(end) == 0


class TestNarration:
    layout = Timeline(
        (),
        (),
        (
            Clip("a", 0, 0, 1_000),
            Clip(None, 0, 1_000, 500),
            Clip("b", 0, 1_500, 600),
            Clip(None, 0, 2_100, 50),
            Clip("b", 600, 2_150, 400),
        ),
        2_550,
    )

    def all_of(self, source: Narration, start: int = 0) -> list[float]:
        read: list[float] = []
        while (samples := source.read(start + len(read), 333)) is None or len(samples):
            assert samples is not None
            assert len(samples) <= 333
            read += samples.tolist()
        return read

    def test_takes_and_pauses_follow_each_other(self) -> None:
        takes = MemoryTakes()
        takes["a"] = Take(np.full(1_000, 0.5, np.float32), (), "test")
        takes["b"] = Take(np.full(1_000, 0.25, np.float32), (), "test")
        read = self.all_of(Narration(self.layout, takes.get))
        assert len(read) == 2_550
        assert read[:1_000] == [0.5] * 1_000
        assert read[1_000:1_500] == [0.0] * 500
        assert read[1_500:1_900] == [0.25] * 400
        assert read[2_099] < 0.001  # faded beside the cut
        assert read[2_100:2_150] == [0.0] * 50
        assert read[2_450:] == [0.25] * 100
        assert self.all_of(Narration(self.layout, takes.get), 1_234) == read[1_234:]

    def test_a_take_that_is_not_there_yet_is_waited_for(self) -> None:
        takes = MemoryTakes()
        takes["a"] = Take(np.full(1_000, 0.5, np.float32), (), "test")
        source = Narration(self.layout, takes.get)
        assert source.read(1_400, 500) is not None
        assert source.read(1_500, 500) is None
        takes["b"] = Take(np.full(1_000, 0.25, np.float32), (), "test")
        read = source.read(1_500, 500)
        assert read is not None
        assert len(read) == 500

    def test_a_take_shorter_than_its_clip_is_waited_for(self) -> None:
        takes = {"a": Take(np.full(900, 0.5, np.float32), (), "test")}
        assert Narration(self.layout, takes.get).read(0, 10) is None

    def test_an_empty_narration_is_at_its_end(self) -> None:
        read = Narration(Timeline((), (), (), 0), {}.get).read(0, 10)
        assert read is not None
        assert len(read) == 0
