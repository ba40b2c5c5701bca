"""What the player uses of sounddevice, with devices that come and go as a test likes.

Streams run in real time; everything they were given is in `FakeSound.heard`.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np


@dataclass
class FakeDevice:
    name: str
    rates: tuple[int, ...] = ()  # that it accepts; all when empty
    channels: int = 2
    default_rate: int = 44_100
    is_present: bool = True
    refuses: str = ""  # what opening it says
    is_mute: bool = False  # opens, and then never asks for sound


class PortAudioError(Exception):
    pass


class FakeSound:
    """Stands for the module. ``devices`` is what is plugged in; it is seen, as with PortAudio,
    when it is initialised."""

    PortAudioError = PortAudioError

    def __init__(self, *devices: FakeDevice) -> None:
        self.plugged = list(devices)
        self.streams: list[FakeStream] = []
        self.gate = threading.Event()  # while it is not set, every call hangs
        self.gate.set()
        self.imports = 0
        self.import_error: Exception | None = None
        self.initialisations = 0
        self.initialised_while_open = False
        self._initialized = 0
        self._seen: list[FakeDevice] = []

    def load(self) -> FakeSound:
        """What importing sounddevice does."""
        self.gate.wait()
        self.imports += 1
        if self.import_error is not None:
            raise self.import_error
        self._initialize()
        return self

    @property
    def heard(self) -> np.ndarray:
        """What all streams were given, one after the other, the first channel."""
        blocks = [block for stream in self.streams for block in stream.blocks]
        return np.concatenate(blocks) if blocks else np.zeros(0, np.float32)

    @property
    def sound(self) -> np.ndarray:
        """The same without the silence before and after."""
        heard = self.heard
        loud = np.flatnonzero(heard)
        return heard[loud[0] : loud[-1] + 1] if len(loud) else heard[:0]

    @property
    def open_streams(self) -> int:
        return sum(stream.is_open for stream in self.streams)

    # sounddevice

    def _initialize(self) -> None:
        self.gate.wait()
        self.initialised_while_open |= self.open_streams > 0
        self.initialisations += 1
        self._initialized += 1
        self._seen = [device for device in self.plugged if device.is_present]

    def _terminate(self) -> None:
        self._initialized -= 1

    def _exit_handler(self) -> None:
        pass

    @property
    def default(self) -> Any:
        return SimpleNamespace(device=[-1, 0 if self._seen else -1])

    def query_hostapis(self, index: int | None = None) -> Any:
        apis = ({"name": "Fake", "default_output_device": 0 if self._seen else -1},)
        return apis if index is None else apis[index]

    def query_devices(self, index: int | None = None) -> Any:
        infos = [
            {
                "name": device.name,
                "hostapi": 0,
                "max_output_channels": device.channels,
                "default_samplerate": float(device.default_rate),
            }
            for device in self._seen
        ]
        return infos if index is None else infos[index]

    def OutputStream(self, **options: Any) -> FakeStream:
        self.gate.wait()
        device = self._seen[options["device"]]
        if not device.is_present:
            raise PortAudioError("Invalid device")
        if device.refuses:
            raise PortAudioError(device.refuses)
        if device.rates and options["samplerate"] not in device.rates:
            raise PortAudioError("Invalid sample rate")
        if options["channels"] > device.channels:
            raise PortAudioError("Invalid number of channels")
        stream = FakeStream(device, **options)
        self.streams.append(stream)
        return stream


class FakeStream:
    def __init__(self, plugged: FakeDevice, **options: Any) -> None:
        self.device = plugged
        self.samplerate, self.channels = options["samplerate"], options["channels"]
        self.latency = options["latency"]
        self.callback = options["callback"]
        self.finished_callback = options["finished_callback"]
        self.blocks: list[np.ndarray] = []
        self.is_open = True
        self.underflow = False  # to be reported once
        self._running = False
        self._thread: threading.Thread | None = None
        assert options["dtype"] == "float32"

    def start(self) -> None:
        self._running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def abort(self) -> None:
        self._running = False
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        self.is_open = False

    def _run(self) -> None:
        start = time.monotonic()
        size, count = self.samplerate // 100, 0
        while self._running:
            if not self.device.is_present:
                break
            if not self.device.is_mute:
                out = np.full((size, self.channels), np.nan, np.float32)
                status = SimpleNamespace(output_underflow=self.underflow)
                self.underflow = False
                self.callback(out, size, None, status)
                assert all(np.array_equal(out[:, 0], out[:, i]) for i in range(self.channels))
                self.blocks.append(out[:, 0].copy())
            count += 1
            time.sleep(max(start + count * 0.01 - time.monotonic(), 0))
        self.finished_callback()
