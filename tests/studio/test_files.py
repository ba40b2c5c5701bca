from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from studio import files

NEW = "import sys; from pathlib import Path; from studio import files; "
MAKE = NEW + "print(files.new_temporary(Path(sys.argv[1])).name, flush=True)"
ROOT = Path(__file__).parents[2]


def test_only_what_a_dead_process_left_is_swept(tmp_path: Path) -> None:
    mine = files.new_temporary(tmp_path)
    command = [sys.executable, "-c", MAKE, str(tmp_path)]
    dead = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    command[2] += "; sys.stdin.read()"
    alive = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert alive.stdout is not None
    theirs = tmp_path / alive.stdout.readline().strip()
    try:
        assert (tmp_path / dead.stdout.strip()).is_file()
        files.sweep(tmp_path)
        assert set(tmp_path.iterdir()) == {mine, theirs}
    finally:
        alive.communicate()
    files.sweep(tmp_path)
    assert set(tmp_path.iterdir()) == {mine}


@pytest.mark.parametrize(
    "name",
    [
        ".narration-1-0123456789abcdef.part",  # as they were called before
        ".narration-999999999@another0-0123456789abcdef.part",  # of another machine
        ".narration-x.part",
    ],
)
def test_what_nobody_can_be_asked_about_is_swept_after_an_hour(tmp_path: Path, name: str) -> None:
    left = tmp_path / name
    left.touch()
    files.sweep(tmp_path)
    assert left.exists()
    os.utime(left, (time.time() - 3_601,) * 2)
    files.sweep(tmp_path)
    assert not left.exists()
