"""Resolve pyproject.toml into packaging/lock.txt, for Python 3.10 to 3.12 and every platform.

    pip install uv && python packaging/lock.py [extra arguments for `uv pip compile`]

`make setup` installs exactly what the lock file says. What only torch's CUDA builds need is left
out: this program computes on the CPU, and a CUDA build of torch brings those packages by itself,
pinned by its own metadata.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "packaging" / "lock.txt"
COMMAND = ["uv", "pip", "compile", "pyproject.toml", "--all-extras", "--quiet", "--no-header"]
COMMAND += ["--universal", "--python-version", "3.10", "--annotation-style", "line"]
LEFT_OUT = re.compile(r"(nvidia|cuda)-|triton==|.*sys_platform == 'emscripten'")
HEADER = """\
# Every package that `make setup` installs, with the Python version it is for where versions differ
# and the package that needs it. Made by packaging/lock.py; edit pyproject.toml instead.
"""


def main() -> int:
    resolved = subprocess.run(
        [*COMMAND, *sys.argv[1:]], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    kept = [line for line in resolved.splitlines() if line and not LEFT_OUT.match(line)]
    LOCK.write_text(HEADER + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"{LOCK}: {len(kept)} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
