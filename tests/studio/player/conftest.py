from __future__ import annotations

import ctypes.util
import os
from collections.abc import Iterator

import pytest

from tests import soundcard
from tests.soundcard import SoundCard


@pytest.fixture(scope="session")
def _server() -> Iterator[SoundCard]:
    reason = soundcard.missing()
    if not reason and ctypes.util.find_library("portaudio") is None:
        reason = "not installed: PortAudio (Debian: libportaudio2)"
    if reason:
        pytest.skip(reason)
    server = SoundCard()
    yield server
    server.close()


@pytest.fixture
def card(_server: SoundCard) -> Iterator[SoundCard]:
    """A sound card that records; it is the default one, and whole again after the test."""
    before = os.environ.get("PULSE_SERVER")
    os.environ["PULSE_SERVER"] = _server.address
    _server.restore()
    try:
        yield _server
    finally:
        _server.restore()
        if before is None:
            del os.environ["PULSE_SERVER"]
        else:
            os.environ["PULSE_SERVER"] = before
