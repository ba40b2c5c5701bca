"""What the command line prints: results to stdout, errors to stderr, one sentence each."""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

DONE, SOME_FAILED, WRONG_USE, NOT_USABLE, INTERRUPTED = 0, 1, 2, 3, 130


def say(text: str) -> None:
    _print(text, sys.stdout)


def complain(text: str) -> None:
    _print(text, sys.stderr)


def report(value: Any) -> None:
    """One machine-readable object. ASCII, so that no locale can spoil it."""
    _print(json.dumps(value, indent=2), sys.stdout)


def clock(samples: int, rate: int = 24_000) -> str:
    """``3:07.4``: minutes, seconds and tenths."""
    tenths = samples * 10 // rate
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def _print(text: str, stream: TextIO) -> None:
    # A character that the terminal's encoding lacks must not end a job.
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), file=stream, flush=True)
