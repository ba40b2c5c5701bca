from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from studio.document import Word
from studio.errors import AudioNotFinite, CannotWrite
from studio.takes import MemoryTakes, Take, TakeStore, Unspoken, take_key

ROOT = Path(__file__).parents[2]


def take(samples: int = 2_400, value: float = 0.25) -> Take:
    audio = np.full(samples, value, np.float32)
    words = (Word("Hé,", 600, 1_200, (0, 3)), Word("you 🎉", 1_200, 2_000, (4, 9), True))
    return Take(audio, words, "kokoro")


@pytest.fixture
def store(tmp_path: Path) -> TakeStore:
    return TakeStore(tmp_path / "takes", 1_000_000)


# --- keys


@dataclass(frozen=True)
class Reading:
    start: int
    end: int
    spoken: str
    pin: str = ""
    origin: str = "text"


def key(**changes: object) -> str:
    facts: dict = {
        "text": "It’s $5.",
        "readings": (Reading(0, 4, "It's"), Reading(5, 8, "five dollars.")),
        "voice": "af_heart",
        "speed": 1.0,
        "language": "en-us",
        "weights": "6e74",
        "engine_version": "kokoro 0.9.4",
    }
    return take_key(**{**facts, **changes})


def test_key_is_stable() -> None:
    assert key() == key(speed=1)
    assert len(key()) == 64
    assert set(key()) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    "change",
    [
        {"text": "It's $5."},
        {"readings": (Reading(0, 4, "It's"), Reading(5, 8, "five pounds."))},
        {"readings": (Reading(0, 4, "It's", pin="/ɪts/"), Reading(5, 8, "five dollars."))},
        {"readings": (Reading(0, 3, "It's"), Reading(5, 8, "five dollars."))},
        {"voice": "af_bella"},
        {"speed": 1.1},
        {"language": "en-gb"},
        {"weights": "6e75"},
        {"engine_version": "kokoro 0.9.5"},
    ],
)
def test_key_changes_with_what_is_heard(change: dict) -> None:
    assert key(**change) != key()


def test_key_does_not_change_with_where_a_reading_came_from() -> None:
    readings = (Reading(0, 4, "It's", origin="rule"), Reading(5, 8, "five dollars."))
    assert key(readings=readings) == key()


def test_key_of_any_text() -> None:
    assert key(text="\ud800 \x00 ま") != key(text="\ud801 \x00 ま")


# --- what is kept


def test_a_take_comes_back_as_it_was(store: TakeStore) -> None:
    kept = take()
    store.put("a", kept)
    found = store.get("a")
    assert found is not None
    assert found.audio.dtype == np.float32
    np.testing.assert_array_equal(found.audio, kept.audio)
    assert found.words == kept.words
    assert found.engine == "kokoro"
    assert not found.audio.flags.writeable


def test_what_is_not_heard_comes_back(store: TakeStore) -> None:
    gaps = (Unspoken(3, 9, False), Unspoken(12, 300, True))
    kept = replace(take(), unspoken=gaps)
    memory = MemoryTakes()
    for takes in (store, memory):
        takes.put("a", kept)
        found, info = takes.get("a"), takes.info("a")
        assert found is not None
        assert info is not None
        assert found.unspoken == info.unspoken == gaps


def test_info_and_words_without_audio(store: TakeStore) -> None:
    store.put("a", take(4_800))
    info = store.info("a")
    assert info is not None
    assert (info.key, info.samples, info.engine) == ("a", 4_800, "kokoro")
    assert store.words("a") == info.words == take().words
    assert "a" in store


def test_an_unknown_key(store: TakeStore) -> None:
    assert store.get("a") is None
    assert store.info("a") is None
    assert store.words("a") is None
    assert "a" not in store


def test_other_processes_find_it(store: TakeStore) -> None:
    store.put("a", take())
    assert TakeStore(store.folder, 10).get("a") is not None


def test_put_again_replaces(store: TakeStore) -> None:
    store.put("a", take(100))
    assert "a" in store
    store.put("a", take(200))
    assert "a" in store
    assert store.info("a").samples == 200  # type: ignore[union-attr]


@pytest.mark.parametrize("samples", [0, 1, 7])
def test_short_takes(store: TakeStore, samples: int) -> None:
    store.put("a", Take(np.zeros(samples, np.float32), (), "kokoro"))
    assert len(store.get("a").audio) == samples  # type: ignore[union-attr]


def test_audio_of_any_kind_becomes_float32(store: TakeStore) -> None:
    store.put("a", replace(take(), audio=np.array([0.0, 9.0, 0.5, 9.0])[::2]))
    assert store.get("a").audio.tolist() == [0.0, 0.5]  # type: ignore[union-attr]


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_audio_that_is_not_numbers_is_refused(store: TakeStore, value: float) -> None:
    with pytest.raises(AudioNotFinite, match="Hé, you"):
        store.put("a", take(value=value))
    assert "a" not in store


@pytest.mark.parametrize("name", ["", "../a", "a/b", "a.take", "a\n"])
def test_a_key_cannot_leave_the_folder(store: TakeStore, name: str) -> None:
    with pytest.raises(ValueError, match="key"):
        store.get(name)


# --- damage


def path_of(store: TakeStore, key: str = "a") -> Path:
    return store.folder / f"{key}.take"


@pytest.mark.parametrize("part", [0.0, 0.01, 0.3, 0.999])
@pytest.mark.parametrize("read", [TakeStore.get, TakeStore.info, TakeStore.__contains__])
def test_a_truncated_file_counts_as_absent(store: TakeStore, part: float, read) -> None:  # type: ignore[no-untyped-def]
    store.put("a", take())
    whole = path_of(store).read_bytes()
    path_of(store).write_bytes(whole[: int(len(whole) * part)])
    assert not read(store, "a")
    assert not path_of(store).exists()
    store.put("a", take())
    assert store.get("a") is not None


def test_a_changed_byte_anywhere_is_noticed(store: TakeStore) -> None:
    store.put("a", take(600))
    whole = path_of(store).read_bytes()
    for at in [*range(0, 200, 3), *range(200, len(whole), 97), len(whole) - 1]:
        damaged = bytearray(whole)
        damaged[at] ^= 0x10
        path_of(store).write_bytes(damaged)
        assert TakeStore(store.folder, 0).get("a") is None, at
        path_of(store).write_bytes(damaged)
        assert "a" not in TakeStore(store.folder, 0), at
        assert not path_of(store).exists()


def test_something_appended_is_noticed(store: TakeStore) -> None:
    store.put("a", take())
    with path_of(store).open("ab") as file:
        file.write(b"\0\0\0\0")
    assert store.info("a") is None


def test_a_folder_in_the_place_of_a_take_is_no_take(store: TakeStore) -> None:
    path_of(store).mkdir(parents=True)
    assert store.get("a") is None
    with pytest.raises(CannotWrite) as caught:
        store.put("a", take())
    assert caught.value.path == path_of(store)
    assert sorted(os.listdir(store.folder)) == ["a.take"]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    store = TakeStore(tmp_path / "file" / "takes", 10)
    assert store.get("a") is None
    assert store.trim() == 0
    with pytest.raises(CannotWrite, match="not a directory"):
        store.put("a", take())


def test_a_full_disk(store: TakeStore) -> None:
    store.put("small", take(100))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
    try:
        with pytest.raises(CannotWrite, match="file too large"):
            store.put("large", take(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(store.folder) == ["small.take"]


# --- bounds


def test_trim_removes_what_was_used_least_recently(tmp_path: Path) -> None:
    store = TakeStore(tmp_path, 35_000)  # three takes of about 10 kB
    for name in "abcde":
        store.put(name, take(2_500))
    store.get("a")
    store.info("b")
    assert store.trim() == 2
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["a", "b", "e"]
    assert store.trim() == 0


def test_trim_never_removes_what_is_to_be_kept(tmp_path: Path) -> None:
    store = TakeStore(tmp_path, 0)
    for name in "abc":
        store.put(name, take())
    assert store.trim(keep=["a", "c", "not there"]) == 1
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["a", "c"]


def test_trim_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "README").write_bytes(bytes(1_000))
    store = TakeStore(tmp_path, 0)
    store.put("a", take())
    store.trim()
    assert os.listdir(tmp_path) == ["README"]


def test_old_temporary_files_are_swept(tmp_path: Path) -> None:
    old, new = tmp_path / ".narration-1-aa.part", tmp_path / ".narration-1-bb.part"
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 3_700,) * 2)
    TakeStore(tmp_path, 0)
    assert os.listdir(tmp_path) == [new.name]


def test_takes_in_memory() -> None:
    takes = MemoryTakes()
    assert takes.info("a") is None
    takes.put("a", take(50))
    assert "a" in takes
    assert takes.info("a").samples == 50  # type: ignore[union-attr]


# --- processes

CHILD = """
    import os, random, signal, sys, time
    from pathlib import Path
    import numpy as np
    from studio.document import Word
    from studio.takes import Take, TakeStore

    store = TakeStore(Path(sys.argv[1]), 400_000)
    def make(name):
        number = int(name, 36)
        audio = np.full(5_000 + 100 * number, number, np.float32)
        return Take(audio, (Word(name, 0, number + 1, (0, 1)),), "kokoro")
    def right(name, found):
        return found.words[0].text == name and (found.audio == int(name, 36)).all()
    names = "0123456789abcdefghijklmnopqrstuvwxyz"
"""


def child(body: str, folder: Path) -> subprocess.Popen[str]:
    code = textwrap.dedent(CHILD) + textwrap.dedent(body)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def test_a_process_killed_before_its_file_is_complete(tmp_path: Path) -> None:
    process = child(
        """
        os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)
        store.put("a", make("a"))
        """,
        tmp_path,
    )
    assert process.wait(30) == -signal.SIGKILL
    [left] = tmp_path.iterdir()
    assert left.suffix == ".part"
    store = TakeStore(tmp_path, 0)
    assert not left.exists()
    assert store.get("a") is None


def test_processes_killed_while_they_write_leave_only_whole_takes(tmp_path: Path) -> None:
    for _ in range(6):
        process = child(
            """
            print("ready", flush=True)
            while True:
                for name in random.sample(names, 36):
                    store.put(name, make(name))
            """,
            tmp_path,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(random.uniform(0.005, 0.15))
        process.kill()
        process.wait(30)
    takes = list(tmp_path.glob("*.take"))
    assert takes
    store = TakeStore(tmp_path, 0)
    for path in takes:
        found = store.get(path.stem)
        assert found is not None
        assert found.audio.tolist() == [int(path.stem, 36)] * (5_000 + 100 * int(path.stem, 36))


def test_two_processes_write_read_and_trim_at_once(tmp_path: Path) -> None:
    work = """
        stop, found = time.monotonic() + 1.5, 0
        while time.monotonic() < stop:
            for name in random.sample(names, 12):
                take = store.get(name)
                if take is None:
                    store.put(name, make(name))
                else:
                    found += 1
                    assert right(name, take), name
            store.trim(keep=random.sample(names, 3))
        print(found)
    """
    processes = [child(work, tmp_path) for _ in range(2)]
    for process in processes:
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        assert int(out) > 0
    store = TakeStore(tmp_path, 400_000)
    store.trim()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 400_000
