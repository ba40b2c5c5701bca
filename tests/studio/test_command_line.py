"""The command line as a process, where nothing is spoken: its streams, signals and names."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDIO = [sys.executable, "-m", "studio"]
posix = pytest.mark.skipif(os.name != "posix", reason="uses a POSIX shell or signals")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    line = line.replace("studio", f"{sys.executable} -m studio", 1)
    return subprocess.run(
        ["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


@posix
@pytest.mark.parametrize("arguments", ["voices", "voices --json"])
def test_nobody_listens_to_the_end(arguments: str) -> None:
    done = shell(f"studio {arguments} | head -1; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1


@posix
@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("studio voices >&-", 0, ""),
        ("studio voices >/dev/full", 3, "Standard output cannot be written: no space left on"),
        ("studio narrate - -o x <&-", 2, "Standard input cannot be read as a script: it is closed"),
        ("studio narrate nowhere.txt -o x 2>&-", 2, ""),
        ("studio narrate nowhere.txt -o x >&- 2>&- <&-", 2, ""),
    ],
)
def test_streams_that_are_closed(line: str, code: int, message: str) -> None:
    done = shell(line)
    assert done.returncode == code
    assert done.stderr.startswith(message)
    assert len(done.stderr.splitlines()) == bool(message)


SLOW = """
import sys, time
from studio.__main__ import main
from studio.commands import about

def slow(options):
    try:
        print("ready", flush=True)
        time.sleep(30)
    finally:
        time.sleep(0.5)
        print("tidied up", flush=True)

about.run_voices = slow
sys.exit(main(["voices"]))
"""


@posix
@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_twice(first: signal.Signals) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(first)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said, complained = process.communicate(timeout=20)
    assert (process.returncode, said, complained) == (130, "tidied up\n", "Interrupted.\n")


@posix
def test_a_hang_up_that_the_caller_ignores_is_ignored() -> None:
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + SLOW.replace(
        "time.sleep(30)", "time.sleep(0.5)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGHUP)
    assert process.communicate(timeout=20)[0] == "tidied up\n"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (STUDIO, "python -m studio"),
        ([str(Path(sys.executable).with_name("narration-studio"))], "narration-studio"),
    ],
)
def test_hints_use_the_name_by_which_it_was_called(command: list[str], name: str) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )

    assert run("--help").stdout.startswith(f"usage: {name} [-h]")
    assert run("narrate", "--help").stdout.startswith(f"usage: {name} narrate [-h]")
    assert run("model", "use").stderr == (
        f"Name the folder: `{name} model use DIR`, or `default` to go back.\n"
    )


def test_every_report_is_an_object(tmp_path: Path) -> None:
    done = subprocess.run([*STUDIO, "voices", "--json"], cwd=ROOT, capture_output=True, check=True)
    assert list(json.loads(done.stdout)) == ["voices"]


def test_no_hint_names_a_command_that_is_not_there() -> None:
    """`studio ...` in a text is a command that nobody can type."""
    for path in (ROOT / "studio").rglob("*.py"):
        for found in re.findall(r"(?<!`)`(studio [a-z]+)", path.read_text(encoding="utf-8")):
            pytest.fail(f"{path}: {found}")
