from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyloudnorm
import pytest
import soundfile

from studio import export
from studio.errors import AudioNotFinite, CannotWrite, NotOffered, TakeMissing
from studio.export import AudioSettings, Progress, Written, safe_name, write
from studio.takes import MemoryTakes, Take, TakeStore
from studio.timeline import Clip, PlacedSentence, Timeline

ROOT = Path(__file__).parents[2]


def narration(*sounds: np.ndarray | int) -> tuple[Timeline, MemoryTakes]:
    """Takes (arrays) and silences (numbers of samples) one after the other."""
    clips, sentences, takes, at = [], [], MemoryTakes(), 0
    for number, each in enumerate(sounds):
        if isinstance(each, int):
            clips.append(Clip(None, 0, at, each))
            at += each
            continue
        takes.put(f"k{number}", Take(each.astype(np.float32), (), "kokoro"))
        clips.append(Clip(f"k{number}", 0, at, len(each)))
        sentences.append(PlacedSentence(f"Sentence {number}.", at, at + len(each)))
        at += len(each)
    return Timeline((), tuple(sentences), tuple(clips), at), takes


def tone(seconds: float, hertz: float = 440.0, level: float = 0.3) -> np.ndarray:
    return level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * 24_000)) / 24_000)


def run(
    base: Path,
    timeline: Timeline,
    takes: Callable[[str], Take | None],
    texts: dict[str, bytes] | None = None,
    **settings: object,
) -> Written:
    audio = AudioSettings(**settings)  # type: ignore[arg-type]
    *_, written = write(base, timeline, takes, audio=audio, texts=texts)
    assert isinstance(written, Written)
    return written


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


# --- what is written


def test_audio_and_texts_of_one_narration(tmp_path: Path) -> None:
    timeline, takes = narration(tone(1), 4_800, tone(0.5))
    base = tmp_path / "new folder" / "v1.2 Ünï"
    texts = {".srt": b"1\r\n", ".words.json": b"{}"}
    written = run(base, timeline, takes.get, texts, formats=("wav", "mp3"))
    assert written.samples == 40_800
    assert written.loudness is None
    assert written.clipped == 0
    assert [path.name for path in written.files] == [
        "v1.2 Ünï.wav",
        "v1.2 Ünï.mp3",
        "v1.2 Ünï.srt",
        "v1.2 Ünï.words.json",
    ]
    assert names(base.parent) == sorted(path.name for path in written.files)
    assert (base.parent / "v1.2 Ünï.srt").read_bytes() == b"1\r\n"
    heard, rate = soundfile.read(base.parent / "v1.2 Ünï.wav", dtype="float32")
    assert rate == 24_000
    assert len(heard) == 40_800
    np.testing.assert_allclose(heard[:24_000], tone(1), atol=1 / 32_768)
    assert not heard[24_000:28_800].any()
    np.testing.assert_allclose(heard[28_800:], tone(0.5), atol=1 / 32_768)


def test_texts_alone(tmp_path: Path) -> None:
    timeline, takes = narration(tone(0.1))
    written = run(tmp_path / "a", timeline, takes.get, {".srt": b"x"}, formats=())
    assert names(tmp_path) == ["a.srt"]
    assert written.files == (tmp_path / "a.srt",)


@pytest.mark.parametrize(
    ("name", "depth", "subtype"),
    [
        ("wav", "16", "PCM_16"),
        ("wav", "24", "PCM_24"),
        ("wav", "float", "FLOAT"),
        ("flac", "16", "PCM_16"),
        ("flac", "24", "PCM_24"),
        ("flac", "float", "PCM_24"),
        ("mp3", "16", "MPEG_LAYER_III"),
        ("ogg", "24", "VORBIS"),
    ],
)
@pytest.mark.parametrize(
    ("rate", "samples"), [(24_000, 36_007), (44_100, 66_163), (48_000, 72_014)]
)
def test_every_format_at_every_rate(
    tmp_path: Path, name: str, depth: str, subtype: str, rate: int, samples: int
) -> None:
    sound = tone(36_007 / 24_000) * np.hanning(36_007)
    timeline, takes = narration(sound[:20_000], sound[20_000:])
    run(tmp_path / "a", timeline, takes.get, formats=(name,), bit_depth=depth, sample_rate=rate)
    info = soundfile.info(tmp_path / f"a.{name}")
    assert (info.subtype, info.samplerate, info.channels) == (subtype, rate, 1)
    assert info.frames == samples
    heard = soundfile.read(tmp_path / f"a.{name}")[0]
    time_ = np.arange(samples) / rate
    expected = (
        0.3
        * np.sin(2 * np.pi * 440 * time_)
        * np.interp(time_ * 24_000, np.arange(36_007), np.hanning(36_007))
    )
    tolerance = {"mp3": 0.03, "ogg": 0.05}.get(name, 0.001)
    assert np.abs(heard - expected).max() < tolerance


@pytest.mark.parametrize("samples", [1, 2, 40, 120, 239, 240, 24_001])
def test_the_length_is_exact_at_other_rates(tmp_path: Path, samples: int) -> None:
    timeline, takes = narration(tone(samples / 24_000))
    wanted = {1: 2, 2: 4, 40: 74, 120: 220, 239: 439, 240: 441, 24_001: 44_102}
    written = run(tmp_path / "a", timeline, takes.get, sample_rate=44_100)
    assert written.samples == wanted[samples]
    assert soundfile.info(tmp_path / "a.wav").frames == wanted[samples]


def test_an_hour_does_not_drift_at_44100(tmp_path: Path) -> None:
    click = np.zeros(24_000)
    click[12_000] = 0.9
    timeline, takes = narration(click, 24_000 * 3_598 + 13, click)
    run(tmp_path / "a", timeline, takes.get, sample_rate=44_100)
    with soundfile.SoundFile(tmp_path / "a.wav") as file:
        assert file.frames == 158_760_024
        file.seek(158_760_024 - 44_100)
        heard = file.read()
    assert int(np.abs(heard).argmax()) == 22_050


def test_sixteen_bits_clip_and_never_wrap(tmp_path: Path) -> None:
    timeline, takes = narration(np.array([1.0, 1.2, -1.2, 0.5, -0.5, 0.0, 300.0]))
    for name in ("wav", "flac"):
        written = run(tmp_path / "a", timeline, takes.get, formats=(name,))
        assert written.clipped == 3
        heard = soundfile.read(tmp_path / f"a.{name}", dtype="int16")[0].tolist()
        assert heard == [32_767, 32_767, -32_768, 16_384, -16_384, 0, 32_767]


def test_floats_keep_what_is_beyond_full_scale(tmp_path: Path) -> None:
    timeline, takes = narration(np.array([1.0, 1.5, -2.0, 0.5]))
    run(tmp_path / "a", timeline, takes.get, bit_depth="float")
    heard = soundfile.read(tmp_path / "a.wav")[0].tolist()
    assert heard == [1.0, 1.5, -2.0, 0.5]


def test_minutes_of_one_take_and_of_silence(tmp_path: Path) -> None:
    timeline, takes = narration(tone(150), 24_000 * 130)
    run(tmp_path / "a", timeline, takes.get, formats=("ogg",))
    assert soundfile.info(tmp_path / "a.ogg").frames == 24_000 * 280


def test_takes_from_the_disk(tmp_path: Path) -> None:
    store = TakeStore(tmp_path / "takes", 10**6)
    store.put("k", Take(tone(1).astype(np.float32), (), "kokoro"))
    timeline = Timeline((), (), (Clip("k", 0, 0, 24_000),), 24_000)
    run(tmp_path / "a", timeline, store.get, sample_rate=48_000, loudness=-20.0)
    assert soundfile.info(tmp_path / "a.wav").frames == 48_000


def test_a_wav_beyond_four_gigabytes_counts_in_64_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline, takes = narration(tone(1))
    monkeypatch.setattr(export, "_LARGEST_WAV", 47_999)
    run(tmp_path / "a", timeline, takes.get)
    assert (tmp_path / "a.wav").read_bytes()[:4] == b"RF64"
    assert len(soundfile.read(tmp_path / "a.wav")[0]) == 24_000


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    timeline, takes = narration(tone(0.1))
    before = os.umask(0o027)
    try:
        run(tmp_path / "a", timeline, takes.get, {".srt": b""})
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()] == [0o640, 0o640]


def test_a_name_as_long_as_it_may_be(tmp_path: Path) -> None:
    timeline, takes = narration(tone(0.1))
    base = tmp_path / ("é" * 120)
    run(base, timeline, takes.get, {".words.json": b"{}"})
    assert len(names(tmp_path)) == 2


def test_progress_ends_at_the_whole(tmp_path: Path) -> None:
    timeline, takes = narration(tone(3), 24_000, np.append(tone(25)[1:], 0.9))
    for loudness, passes in ((None, 1), (-30.0, 3), (-5.0, 3)):
        settings = AudioSettings(loudness=loudness, sample_rate=48_000)
        *steps, _ = write(tmp_path / "a", timeline, takes.get, audio=settings)
        assert all(isinstance(step, Progress) for step in steps)
        done = [step.done for step in steps if isinstance(step, Progress)]
        assert done == sorted(done)
        assert steps[-1] == Progress(24_000 * 29 * passes, 24_000 * 29 * passes)
        skipped = 24_000 * 29 if loudness == -30.0 else 0  # no peak to be held down
        assert max(np.diff([0, *done])) <= 24_000 * 10 + skipped


# --- loudness


@pytest.mark.parametrize("rate", [24_000, 44_100])
def test_the_file_is_as_loud_as_asked_for(tmp_path: Path, rate: int) -> None:
    random = np.random.default_rng(5)
    speech = random.standard_normal(24_000 * 12) * 0.05 * np.abs(tone(12, 1.7, 1.0))
    timeline, takes = narration(speech, 30_000, speech)
    written = run(tmp_path / "a", timeline, takes.get, loudness=-23.0, sample_rate=rate)
    heard = soundfile.read(tmp_path / "a.wav")[0]
    assert pyloudnorm.Meter(rate).integrated_loudness(heard) == pytest.approx(-23.0, abs=0.05)
    assert written.loudness is not None
    assert written.loudness.reached == pytest.approx(-23.0)


@pytest.mark.parametrize("name", ["wav", "flac", "mp3", "ogg"])
@pytest.mark.parametrize("rate", [24_000, 48_000])
def test_high_peaks_are_held_down(tmp_path: Path, name: str, rate: int) -> None:
    """A soft tone with a click that leaves no room for a gain: both get where they should."""
    sound = tone(10, level=0.02)
    sound[24_000] = 0.6
    timeline, takes = narration(sound[:100_000], 12_000, sound[100_000:])
    written = run(
        tmp_path / "a", timeline, takes.get, loudness=-16.0, sample_rate=rate, formats=(name,)
    )
    assert written.clipped == 0
    assert written.loudness is not None
    assert written.loudness.limited
    assert written.loudness.reached == pytest.approx(-16.0, abs=0.01)
    heard = soundfile.read(tmp_path / f"a.{name}")[0]
    assert len(heard) == written.samples == 252_000 * rate // 24_000
    assert pyloudnorm.Meter(rate).integrated_loudness(heard) == pytest.approx(-16.0, abs=0.3)
    assert np.abs(heard).max() <= 10 ** (-1 / 20)  # after decoding, too


def test_silence_stays_silence(tmp_path: Path) -> None:
    timeline, takes = narration(24_000)
    written = run(tmp_path / "a", timeline, takes.get, loudness=-16.0)
    assert written.loudness is not None
    assert written.loudness.measured is None
    assert not soundfile.read(tmp_path / "a.wav")[0].any()


# --- all or nothing


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder with an older export: a.wav and a.srt."""
    (tmp_path / "a.wav").write_bytes(b"old wav")
    (tmp_path / "a.srt").write_bytes(b"old srt")
    return tmp_path


def assert_untouched(folder: Path) -> None:
    assert names(folder) == ["a.srt", "a.wav"]
    assert (folder / "a.wav").read_bytes() == b"old wav"
    assert (folder / "a.srt").read_bytes() == b"old srt"


def test_older_files_are_replaced(old: Path) -> None:
    timeline, takes = narration(tone(1))
    run(old / "a", timeline, takes.get, {".srt": b"new"})
    assert names(old) == ["a.srt", "a.wav"]
    assert (old / "a.srt").read_bytes() == b"new"
    assert soundfile.info(old / "a.wav").frames == 24_000


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("loudness", [None, -16.0])
def test_what_is_not_a_number_is_never_written(
    old: Path, value: float, loudness: float | None
) -> None:
    bad = tone(1)
    bad[20_000] = value
    timeline, takes = narration(tone(1), 100, bad)
    with pytest.raises(AudioNotFinite) as caught:
        run(old / "a", timeline, takes.get, {".srt": b"new"}, loudness=loudness)
    assert caught.value.where == "'Sentence 2.'"
    assert_untouched(old)


def test_a_take_that_has_gone(old: Path) -> None:
    timeline, takes = narration(tone(1), tone(1))
    del takes["k1"]
    with pytest.raises(TakeMissing):
        run(old / "a", timeline, takes.get, {".srt": b"new"})
    assert_untouched(old)


@pytest.mark.parametrize("steps", [1, 3, 11, 14])
def test_cancel_leaves_everything_as_it_was(old: Path, steps: int) -> None:
    timeline, takes = narration(*[tone(0.5)] * 10)
    audio = AudioSettings(("wav", "flac", "mp3", "ogg"), 48_000, "24", -20.0)
    job = write(old / "a", timeline, takes.get, audio=audio, texts={".srt": b"new"})
    for _ in range(steps):
        assert isinstance(next(job), Progress)
    job.close()  # type: ignore[attr-defined]
    assert_untouched(old)
    *_, written = write(old / "a", timeline, takes.get, audio=audio)  # and it works again
    assert isinstance(written, Written)


def test_an_error_of_whoever_watches_leaves_everything_as_it_was(old: Path) -> None:
    timeline, takes = narration(*[tone(0.5)] * 10)

    def watch() -> None:
        for step in write(old / "a", timeline, takes.get):
            if isinstance(step, Progress) and step.done > 50_000:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watch()
    assert_untouched(old)


@pytest.mark.parametrize("name", ["wav", "flac", "mp3", "ogg"])
def test_a_full_disk(old: Path, name: str) -> None:
    noise = np.random.default_rng(1).standard_normal(24_000 * 20) * 0.1
    timeline, takes = narration(noise)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
    try:
        with pytest.raises(CannotWrite) as caught:
            run(old / "a", timeline, takes.get, {".srt": b"new"}, formats=(name,))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.path == old / f"a.{name}"
    assert caught.value.reason == "file too large"
    assert_untouched(old)


def test_a_disk_without_room_for_the_text(old: Path) -> None:
    timeline, takes = narration(tone(0.1))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, before[1]))
    try:
        with pytest.raises(CannotWrite) as caught:
            run(old / "a", timeline, takes.get, {".srt": bytes(70_000)})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.path == old / "a.srt"
    assert_untouched(old)


def test_a_folder_in_the_place_of_the_last_file(old: Path) -> None:
    (old / "a.vtt").mkdir()
    timeline, takes = narration(tone(1))
    texts = {".srt": b"new", ".ass": b"new", ".vtt": b"new"}
    with pytest.raises(CannotWrite) as caught:
        run(old / "a", timeline, takes.get, texts)
    assert caught.value.path == old / "a.vtt"
    (old / "a.vtt").rmdir()
    assert_untouched(old)


@pytest.mark.parametrize("links", [True, False])  # whether the file system has hard links
def test_the_last_file_cannot_have_its_name(
    old: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    timeline, takes = narration(tone(1))
    replace = os.replace

    def refuse(source: Path, target: Path) -> None:
        if str(target).endswith("a.vtt"):
            raise PermissionError(13, "Permission denied")
        replace(source, target)

    def no_links(source: Path, target: Path) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "replace", refuse)
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    with pytest.raises(CannotWrite, match="permission denied"):
        run(old / "a", timeline, takes.get, {".srt": b"new", ".ass": b"new", ".vtt": b"new"})
    assert_untouched(old)


def test_a_file_in_the_place_of_the_folder(old: Path) -> None:
    timeline, takes = narration(tone(0.1))
    with pytest.raises(CannotWrite) as caught:
        run(old / "a.wav" / "b", timeline, takes.get)
    assert caught.value.path == old / "a.wav" / "b.wav"
    assert_untouched(old)


@pytest.mark.parametrize("base", ["", "/"])
def test_a_base_without_a_name(base: str) -> None:
    timeline, takes = narration(tone(0.1))
    with pytest.raises(CannotWrite):
        run(Path(base), timeline, takes.get)


def test_what_a_killed_export_left_is_swept_by_the_next(old: Path) -> None:
    code = textwrap.dedent("""
        import os, signal, sys
        from pathlib import Path
        from studio.export import AudioSettings, write
        from studio.timeline import Clip, Timeline
        timeline = Timeline((), (), (Clip(None, 0, 0, 24_000 * 60),), 24_000 * 60)
        job = write(Path(sys.argv[1], "a"), timeline, lambda key: None, texts={".srt": b"new"})
        next(job), next(job)
        os.kill(os.getpid(), signal.SIGKILL)
    """)
    process = subprocess.run([sys.executable, "-c", code, str(old)], cwd=ROOT, check=False)
    assert process.returncode == -signal.SIGKILL
    [_] = [path for path in old.iterdir() if path.suffix == ".part"]
    timeline, takes = narration(tone(0.1))
    run(old / "b", timeline, takes.get)
    assert names(old) == ["a.srt", "a.wav", "b.wav"]
    assert (old / "a.wav").read_bytes() == b"old wav"


@pytest.mark.parametrize(
    "settings",
    [
        {"formats": ("wav", "aiff")},
        {"sample_rate": 22_050},
        {"bit_depth": "32"},
        {"loudness": 0.0},
        {"loudness": float("nan")},
    ],
)
def test_what_is_not_offered_is_refused(settings: dict) -> None:
    with pytest.raises(NotOffered):
        AudioSettings(**settings)


# --- names


def test_characters_that_no_name_may_hold() -> None:
    name = safe_name('Act 1: "Why?" / part *2* <x>|y\\z')
    assert name == "Act 1- Why - part 2 x -y-z"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Harbor lights", "Harbor lights"),
        ("7:45 to Cork", "7-45 to Cork"),
        ("CON", "_CON"),
        ("aux", "_aux"),
        ("NUL.take 2", "_NUL.take 2"),
        ("COM1", "_COM1"),
        ("lpt¹ .x", "_lpt¹ .x"),
        ("Console", "Console"),
        ("Draft. ", "Draft"),
        ("...", "narration"),
        ("", "narration"),
        ("?*", "narration"),
        ("  .hidden", "hidden"),
        ("a\x00b\tc\nd\u202ee\u2028f", "ab c de f"),
        ("\ud800x", "x"),
        ("cafe\u0301", "café"),
        ("क्\u200dष 👩\u200d🚀", "क्\u200dष 👩\u200d🚀"),
    ],
)
def test_safe_names(title: str, name: str) -> None:
    assert safe_name(title) == name


@pytest.mark.parametrize("letter", ["é", "a", "語", "🎉", "e\u0323\u0301", "\u0301"])
def test_a_long_name_is_cut_at_a_character(letter: str) -> None:
    name, other = safe_name(letter * 300), safe_name(letter * 300 + "!")
    assert len(name) <= 120
    assert len(name.encode()) <= 240
    assert name != other
    assert safe_name(letter * 300) == name
    assert safe_name(name) == name


def test_a_name_of_just_the_right_length_is_kept() -> None:
    assert safe_name("é" * 120) == "é" * 120
    assert len(safe_name("語" * 80)) == 80
