"""A screen for tests: an X server that draws into memory."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

SIZE = "1440x900x24"


def missing() -> str:
    """Why there can be no screen here; empty when there can."""
    return "" if shutil.which("Xvfb") else "not installed: Xvfb (Debian: xvfb)"


@contextmanager
def screen(size: str = SIZE) -> Iterator[dict[str, str]]:
    """Environment variables for programs that should be seen on it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        assert number, "the X server did not start"
        yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.kill()
        server.wait()
