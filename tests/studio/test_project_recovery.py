"""What is there to open again after a session that did not end well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from studio import edits
from studio.errors import CannotWrite
from studio.files import STALE
from studio.project import Autosave, recoverable
from tests.narrations import harbor

ROOT = Path(__file__).parents[2]


def left(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def session(folder: Path, *lines: str) -> subprocess.Popen[str]:
    """A session in a process of its own, which keeps documents as the lines say."""
    program = [
        "import sys, itertools",
        "from pathlib import Path",
        "from studio import edits",
        "from studio.project import Autosave",
        "autosave = Autosave(Path(sys.argv[1]))",
        *lines,
    ]
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent("\n".join(program)), str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def killed(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()


def test_a_killed_session_is_found_and_a_living_one_is_not(tmp_path: Path) -> None:
    living = Autosave(tmp_path)
    living.keep(harbor())
    process = session(
        tmp_path,
        "autosave.keep(edits.begin('Lost.'), Path('/home/me/Harbor.narration'))",
        "print('kept', flush=True)",
        "import time; time.sleep(600)",
    )
    assert process.stdout
    assert process.stdout.readline() == "kept\n"
    assert recoverable(tmp_path) == ()
    began = time.time()
    killed(process)
    (found,) = recoverable(tmp_path)
    assert found.document == edits.begin("Lost.")
    assert found.project == Path("/home/me/Harbor.narration")
    assert abs(found.when - began) < 60
    assert recoverable(tmp_path) == (found,)
    found.discard()
    assert recoverable(tmp_path) == ()
    living.close()
    assert left(tmp_path) == []


@pytest.mark.parametrize("delay", [0.0, 0.003, 0.01, 0.05])
def test_killed_while_it_writes(tmp_path: Path, delay: float) -> None:
    """The document before or the one that was being written is there, whole."""
    process = session(
        tmp_path,
        "base = edits.begin('A long line of text, said over and over. ' * 500)",
        "print('ready', flush=True)",
        "for i in itertools.count(): autosave.keep(edits.set_title(base, str(i)))",
    )
    assert process.stdout
    process.stdout.readline()
    while not list(tmp_path.glob("*.recovery")):
        time.sleep(0.001)
    time.sleep(delay)
    killed(process)
    (found,) = recoverable(tmp_path)
    assert found.document.title.isdigit()
    assert len(found.document.sentences) == 500


def test_nothing_is_left_of_a_session_that_ends_well(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "new" / "folder")
    autosave.keep(harbor())
    autosave.clear()
    autosave.keep(edits.begin("More."))
    autosave.close()
    assert left(tmp_path / "new" / "folder") == []
    assert recoverable(tmp_path / "nowhere") == ()


def test_the_latest_comes_first_and_has_no_project_yet(tmp_path: Path) -> None:
    for text in ("One.", "Two."):
        autosave = Autosave(tmp_path)
        autosave.keep(edits.begin(text))
        autosave._lock.release()  # as when the process ends
        time.sleep(0.02)
    found = recoverable(tmp_path)
    assert [each.document.source for each in found] == ["Two.", "One."]
    assert [each.project for each in found] == [None, None]


def test_what_cannot_be_used_is_passed_by(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "a.recovery").write_text("{}")
    (tmp_path / "b.recovery").write_bytes(b"")
    assert recoverable(tmp_path) == ()
    assert "a.recovery" in caplog.text
    assert {"a.recovery", "b.recovery"} <= set(left(tmp_path))


def test_locks_of_lost_sessions_go_after_a_while(tmp_path: Path) -> None:
    old = time.time() - STALE - 60
    for name in ("old.lock", "fresh.lock", "kept.lock", "kept.recovery"):
        (tmp_path / name).write_text("")
        if name != "fresh.lock":
            os.utime(tmp_path / name, (old, old))
    Autosave(tmp_path).close()
    assert left(tmp_path) == ["fresh.lock", "kept.lock", "kept.recovery"]


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite):
        Autosave(tmp_path / "file" / "folder")
