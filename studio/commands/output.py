"""What the command line prints: results to stdout, errors to stderr, one sentence each."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING, Any, TextIO

from studio import files
from studio.errors import CannotWrite, escaped

if TYPE_CHECKING:
    from tqdm import tqdm

DONE, SOME_FAILED, WRONG_USE, NOT_USABLE, INTERRUPTED = 0, 1, 2, 3, 130


def say(text: str) -> None:
    """One line. Raises CannotWrite, unless it is only that nobody listens any more."""
    _give(escaped(text))


def _give(text: str) -> None:
    try:
        _print(text, sys.stdout)
    except BrokenPipeError:
        _mute(sys.stdout)
    except OSError as error:
        _mute(sys.stdout)
        raise CannotWrite("Standard output", files.why(error)) from error


def complain(text: str) -> None:
    try:
        _print(escaped(text), sys.stderr)
    except OSError:
        _mute(sys.stderr)


def report(value: Any) -> None:
    """One machine-readable object. ASCII, so that no locale can spoil it."""
    _give(json.dumps(value, indent=2))


def bar(quiet: bool, **how: Any) -> tqdm:
    """A progress bar for somebody who looks at it; in a log it would be noise."""
    from tqdm import tqdm

    seen = sys.stderr is not None and sys.stderr.isatty()
    return tqdm(disable=quiet or not seen, leave=False, **how)


def clock(samples: int, rate: int = 24_000) -> str:
    """``3:07.4``: minutes, seconds and tenths."""
    tenths = samples * 10 // rate
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def about(seconds: float) -> str:
    """``about 40 s``, ``about 12 min``, ``about 3 h``."""
    for unit, size in (("h", 3_600), ("min", 60)):
        if seconds >= 1.5 * size:
            return f"about {seconds / size:.0f} {unit}"
    return f"about {max(seconds, 1):.0f} s"


def count(number: int, what: str) -> str:
    """``1 caption``, ``2 captions``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def fill_closed_streams() -> None:
    """Where the caller closed a standard stream, the next file that is opened would take its
    number, and what others print would end up in it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _print(text: str, stream: TextIO | None) -> None:
    if stream is None:  # closed by the caller
        return
    # A character that the terminal's encoding lacks must not end a job.
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)


def _mute(stream: TextIO) -> None:
    """What is still in the buffer goes nowhere, instead of raising again when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
