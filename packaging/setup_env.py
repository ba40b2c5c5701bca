"""Set up everything that Narration Studio needs, in .venv beside the code. What `make setup` runs.

    python3 packaging/setup_env.py [--check]

Finds a Python 3.10 to 3.12, makes the virtual environment, installs exactly what packaging/lock.txt
says, links the project itself into it, installs missing system libraries where it may, and builds
the speech model in the user's cache. A second run does nothing and needs no network; a run that was
interrupted is taken up again, and packages that it left half-written are installed anew.

    STUDIO_PYTHON     the Python to use instead of searching
    STUDIO_PIP_ARGS   more arguments for `pip install`, such as another index
    STUDIO_NO_APT     set to anything: install no system libraries

Needs only the standard library of any Python from 3.8 on. Exits with 0 or, when something that
cannot be done without is missing, with 3.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "narration-studio.json"
LOCK = ROOT / "packaging" / "lock.txt"
SYSTEM_PACKAGES = ROOT / "packaging" / "system-packages.txt"
SUPPORTED = ((3, 11), (3, 12), (3, 10))  # the best tried first
UNUSABLE = 3
QUIET_PIP = ["--disable-pip-version-check", "--no-input"]
LARGE = 10  # MB: downloads that are told of

PROBE = """
import importlib.util, json, sys, venv
print(json.dumps([list(sys.version_info[:2]), importlib.util.find_spec("ensurepip") is not None]))
"""
# Run inside the environment. An interrupted installation leaves packages of which files are missing
# or cut off; without their metadata pip takes them for absent and installs them again.
FORGET_BROKEN = """
import importlib.metadata, pathlib, shutil

def whole(dist):
    return dist.metadata["Name"] and dist.files and all(
        path.is_file() and file.size in (None, path.stat().st_size)
        for file in dist.files
        for path in [pathlib.Path(dist.locate_file(file))]
        if path.suffix != ".pyc" and ".." not in file.parts  # scripts may be shared by packages
    )

for dist in list(importlib.metadata.distributions()):
    if not whole(dist):
        print("setup: incomplete, to be installed again:", dist._path.name)
        shutil.rmtree(dist._path)
"""


class SetupError(Exception):
    """Set-up cannot go on; the text says why and what to do."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether all is set up")
    options = parser.parse_args(arguments)
    if is_set_up():
        return 0
    if options.check:
        say("not set up; run `make setup`")
        return 1
    try:
        set_up()
    except SetupError as error:
        say(str(error))
        return UNUSABLE
    except KeyboardInterrupt:
        say("interrupted; run `make setup` again to go on")
        return 130
    return 0


def set_up() -> None:
    if STAMP.exists():
        STAMP.unlink()
    install_system_packages()
    make_environment()
    forget_broken_packages()
    install_packages()
    link_project()
    build_model()
    STAMP.write_text(json.dumps({"inputs": inputs()}) + "\n", encoding="utf-8")
    say("all set up")


# The stamp


def inputs() -> str:
    """A digest of everything that decides what is set up, and where."""
    digest = hashlib.sha256(str(ROOT).encode())
    for path in (LOCK, ROOT / "pyproject.toml", SYSTEM_PACKAGES, Path(__file__).resolve()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def is_set_up() -> bool:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return VENV_PYTHON.exists() and stamp == {"inputs": inputs()}


# Python and the environment


def make_environment() -> None:
    if is_usable_environment():
        return
    python, complete = find_python()
    say(f"making {VENV.name} with {python}")
    if VENV.exists():
        shutil.rmtree(VENV)
    if not complete:
        apt_install(["python{}.{}-venv".format(*probe(python)[0])])
    if run([python, "-m", "venv", str(VENV)]) != 0:
        raise SetupError(f"{python} could not make {VENV}")


def is_usable_environment() -> bool:
    found = probe(VENV_PYTHON)
    return bool(found and found[0] in SUPPORTED) and pip("--version", silent=True) == 0


def find_python() -> tuple[str, bool]:
    """A Python that kokoro runs on, and whether it can fill an environment (Debian's cannot
    without python3-venv). Raises SetupError."""
    chosen = os.environ.get("STUDIO_PYTHON")
    if chosen:
        found = probe(chosen)
        if not found or found[0] not in SUPPORTED:
            raise SetupError(f"STUDIO_PYTHON={chosen} is not a working Python 3.10, 3.11 or 3.12")
        return chosen, found[1]
    usable = {}
    for python in candidates():
        found = probe(python)
        if found and found[0] in SUPPORTED:
            usable.setdefault(found, python)
    for complete in (True, False):
        for version in SUPPORTED:
            if (version, complete) in usable:
                return usable[version, complete], complete
    raise SetupError(
        "no Python 3.10, 3.11 or 3.12 was found; install one (on Debian or Ubuntu: "
        "apt-get install python3 python3-venv) or name one: STUDIO_PYTHON=/path/to/python3.11"
    )


def candidates() -> list[str]:
    """Every Python in the search path, by all its names and in all its places."""
    names = [f"python3.{minor}" for _, minor in SUPPORTED] + ["python3", "python"]
    places = os.environ.get("PATH", os.defpath).split(os.pathsep)
    found = [shutil.which(name, path=place) for name in names for place in places if place]
    return list(dict.fromkeys([each for each in found if each] + [sys.executable]))


def probe(python: str | Path) -> tuple[tuple[int, int], bool] | None:
    """Its version, and whether it can put pip into an environment; None when it does not run."""
    try:
        answer = subprocess.run(
            [str(python), "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            check=True,
            timeout=60,
        )
        version, complete = json.loads(answer.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return tuple(version), complete


# Packages


def forget_broken_packages() -> None:
    if run([str(VENV_PYTHON), "-c", FORGET_BROKEN]) != 0:
        raise SetupError(f"{VENV} is broken; delete it and run `make setup` again")


def install_packages() -> None:
    say("installing the packages of packaging/lock.txt (several minutes the first time)")
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--use-pep517", "-r", str(LOCK)]
    if run_telling([*command, *extra_arguments(), *QUIET_PIP]) != 0:
        raise SetupError("the packages could not be installed; run `make setup` again to go on")


def link_project() -> None:
    """Install the project itself, so that it runs from where it stands."""
    if pip("install", "--no-deps", "--no-build-isolation", "--no-index", "-e", str(ROOT)) != 0:
        raise SetupError("the project itself could not be installed")


def pip(*arguments: str, silent: bool = False) -> int:
    command = [str(VENV_PYTHON), "-m", "pip", *arguments, *QUIET_PIP, "--quiet"]
    return run(command, silent=silent)


def run_telling(command: list[str]) -> int:
    """Run pip and say what it is doing; its exit code."""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for news in pip_news(process.stdout):
            say(news)
    return process.returncode


def pip_news(lines: Iterable[str]) -> Iterator[str]:
    """Of pip's many lines, what somebody who waits wants to know: that it goes on, what is large,
    and that the long silence at the end is no accident."""
    found = 0
    for line in lines:
        if line.startswith("Collecting "):
            found += 1
            if found % 25 == 0:
                yield f"{found} packages found"
        size = re.search(r"Downloading (?:\S*/)?([^\s/]+?)-\d\S* \((\d+)[\d.]* MB\)", line)
        if size and int(size[2]) >= LARGE:
            yield f"downloading {size[1]} ({size[2]} MB)"
        if line.startswith("Installing collected packages:"):
            yield f"installing {line.count(',') + 1} packages (a minute or two)"


def extra_arguments() -> list[str]:
    return shlex.split(os.environ.get("STUDIO_PIP_ARGS", ""))


# System libraries


def install_system_packages() -> None:
    lines = SYSTEM_PACKAGES.read_text(encoding="utf-8").splitlines()
    wanted = [line.split("#")[0].strip() for line in lines]
    apt_install([name for name in wanted if name])


def apt_install(names: list[str]) -> None:
    """Install what is missing of these Debian packages, or say how to."""
    if not shutil.which("dpkg-query"):
        say(f"not a Debian system: please see to it that it has {', '.join(names)} (or its like)")
        return
    missing = [name for name in names if not is_installed(name)]
    if not missing:
        return
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    steps = ["apt-get", "update", "-qq"], [*install, *missing]
    prefix = privilege()
    if prefix is not None and not os.environ.get("STUDIO_NO_APT"):
        say(f"installing {' '.join(missing)}")
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        if all(run([*prefix, *step], env=environment, silent=True) == 0 for step in steps):
            return
    line = " && ".join("sudo " + " ".join(step) for step in steps)
    say(f"missing system libraries; run this when you can: {line}")


def is_installed(name: str) -> bool:
    answer = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    return answer.stdout == b"installed"


def privilege() -> list[str] | None:
    """What to put before a command to run it as root; None when that is not possible."""
    if not shutil.which("apt-get"):
        return None
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and run(["sudo", "-n", "true"], silent=True) == 0:
        return ["sudo", "-n"]
    return None


# The model


def build_model() -> None:
    say("building the speech model (half a minute the first time)")
    if run([str(VENV_PYTHON), "-W", "ignore", "-m", "studio.engines.model"]) != 0:
        raise SetupError("the speech model could not be built")


def run(command: list[str], *, env: dict[str, str] | None = None, silent: bool = False) -> int:
    """Run a command in the project's folder; its exit code (127 when there is no such command)."""
    sink = subprocess.DEVNULL if silent else None
    try:
        return subprocess.run(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink
        ).returncode
    except OSError:
        return 127


def say(text: str) -> None:
    print(f"setup: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
