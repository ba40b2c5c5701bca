"""PortAudio, through sounddevice. The only module that knows it, and only when it is needed.

Any call into PortAudio may hang when the sound server does, the import of sounddevice
included. So all of them are made by one thread, the `Desk`, that nobody waits for.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

import numpy as np

from studio.document import SAMPLE_RATE
from studio.player.tap import Tap

log = logging.getLogger(__name__)

LATENCY = 0.1  # seconds asked for: less underflows while the window is busy
_LONGEST_LATENCY = 1.0  # seconds; a driver that reports more does not mean it

T = TypeVar("T")


class Trouble(Enum):
    """Why nothing is heard, or not where it was wanted."""

    NO_LIBRARY = "no library"  # detail: the package that is missing
    NO_DEVICE = "no device"
    DEVICE_LOST = "device lost"  # detail: its name
    DEVICE_REFUSED = "device refused"  # detail: what PortAudio says
    DEVICE_SILENT = "device silent"  # it does not answer
    OTHER_DEVICE = "other device"  # detail: the chosen one, which is not there
    SOURCE_FAILED = "source failed"  # detail: the error


@dataclass(frozen=True, slots=True)
class Notice:
    trouble: Trouble
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """An output. Known by name and host API, since numbers change when devices come and go."""

    name: str
    host_api: str
    is_default: bool = field(default=False, compare=False)


class Unusable(Exception):
    """No device could be opened."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        self.notice = Notice(trouble, detail)
        super().__init__(f"{trouble.value} {detail}".strip())


class Job(Generic[T]):
    """Something the desk does, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self.since = time.monotonic()
        self.is_done = False
        self.result: T | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = self._work()
        except Exception as error:
            log.log(
                logging.INFO if isinstance(error, Unusable) else logging.WARNING,
                "audio: %s",
                error,
                exc_info=not isinstance(error, Unusable),
            )
            self.error = error
        self.is_done = True


class Desk:
    """One thread that does jobs in order. It is a daemon: a job that hangs keeps nobody."""

    def __init__(self, done: Callable[[], None]) -> None:
        self._done = done
        self._jobs: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, work: Callable[[], T]) -> Job[T]:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="audio control", daemon=True)
            self._thread.start()
        job = Job(work)
        self._jobs.put(job)
        return job

    def close(self) -> None:
        """End when the jobs are done."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.run()
            self._done()


class Link:
    """An open stream, and what its callback has seen."""

    def __init__(self, device: Device, rate: int, volume: float) -> None:
        self.device = device
        self.tap = Tap(rate, LATENCY, volume)
        self.calls = 0
        self.underflows = 0
        self.finished = False
        self.stream: Any = None

    def callback(self, out: np.ndarray, frames: int, moment: Any, status: Any) -> None:
        self.calls += 1
        tap = self.tap
        if status and status.output_underflow and tap.flowing:
            self.underflows += 1
        tap.give(out[:, 0])
        if out.shape[1] > 1:
            out[:, 1:] = out[:, :1]

    def on_finished(self) -> None:
        self.finished = True


@dataclass(frozen=True, slots=True)
class Opened:
    link: Link
    devices: tuple[Device, ...]
    notice: Notice | None


def load() -> Any:
    import sounddevice

    return sounddevice


class System:
    """The sound system as the desk's thread sees it. Call it from there only."""

    def __init__(self, load: Callable[[], Any] = load) -> None:
        self._load = load
        self._module: Any = None
        self._is_forgotten = False

    def devices(self) -> tuple[Device, ...]:
        """The outputs, as they were when PortAudio was last initialised. Raises Unusable."""
        return tuple(self._outputs(self._sounddevice()).values())

    def look_again(self) -> tuple[Device, ...]:
        """The outputs as they are now. No stream may be open. Raises Unusable."""
        module = self._sounddevice()
        # PortAudio looks for devices only when it is initialised.
        while module._initialized:
            module._terminate()
        try:
            module._initialize()
        except module.PortAudioError as error:
            raise Unusable(Trouble.DEVICE_REFUSED, str(error)) from error
        return self.devices()

    def open(self, choice: Device | None, volume: float, *, anew: bool) -> Opened:
        """Open the chosen output, or the default one, and start it. Raises Unusable."""
        devices = self.look_again() if anew else self.devices()
        module = self._sounddevice()
        outputs = self._outputs(module)
        if not outputs:
            raise Unusable(Trouble.NO_DEVICE)
        index = next((i for i, each in outputs.items() if each == choice), None)
        notice = None
        if index is None:
            if choice is not None:
                notice = Notice(Trouble.OTHER_DEVICE, choice.name)
            index = next((i for i, each in outputs.items() if each.is_default), min(outputs))
        link = self._start(module, index, outputs[index], volume)
        if self._is_forgotten:
            self.close(link)
        return Opened(link, devices, notice)

    def close(self, link: Link) -> None:
        """Drop a stream at once. ``stop`` and a plain ``close`` can wait for ever."""
        with self._errors(link.device.name):
            link.stream.abort()
            link.stream.close()

    def forget(self) -> None:
        """A call hangs: nobody waits for it any more, and Python must not when it ends."""
        self._is_forgotten = True
        if self._module is not None:
            atexit.unregister(self._module._exit_handler)

    def _start(self, module: Any, index: int, device: Device, volume: float) -> Link:
        failure: Unusable | None = None
        for rate, channels in self._formats(module, index):
            link = Link(device, rate, volume)
            try:
                with self._errors(device.name):
                    link.stream = module.OutputStream(
                        samplerate=rate,
                        channels=channels,
                        dtype="float32",
                        device=index,
                        latency=LATENCY,
                        callback=link.callback,
                        finished_callback=link.on_finished,
                    )
                    link.tap.latency = min(max(float(link.stream.latency), 0.0), _LONGEST_LATENCY)
                    link.stream.start()
                return link
            except Unusable as error:
                failure = failure or error
                if link.stream is not None:
                    with contextlib.suppress(module.PortAudioError):
                        link.stream.close()
        assert failure is not None
        raise failure

    def _formats(self, module: Any, index: int) -> Iterator[tuple[int, int]]:
        """Sample rates and channels to try: first what needs no conversion."""
        info = module.query_devices(index)
        own = round(info["default_samplerate"])
        channels = (1, 2) if info["max_output_channels"] > 1 else (1,)
        for rate in dict.fromkeys((SAMPLE_RATE, own, 48_000, 44_100)):
            for count in channels:
                yield rate, count

    def _outputs(self, module: Any) -> dict[int, Device]:
        """Outputs by PortAudio's number."""
        apis = [api["name"] for api in module.query_hostapis()]
        default = module.default.device[1]
        if default < 0 and apis:
            default = module.query_hostapis(0)["default_output_device"]
        return {
            index: Device(info["name"], apis[info["hostapi"]], index == default)
            for index, info in enumerate(module.query_devices())
            if info["max_output_channels"] > 0
        }

    def _sounddevice(self) -> Any:
        if self._module is None:
            try:
                self._module = self._load()
            except ImportError as error:
                raise Unusable(Trouble.NO_LIBRARY, "sounddevice") from error
            except OSError as error:  # raised by the import when PortAudio is not there
                raise Unusable(Trouble.NO_LIBRARY, "libportaudio2") from error
        return self._module

    @contextlib.contextmanager
    def _errors(self, name: str) -> Iterator[None]:
        """PortAudio's errors as Unusable."""
        try:
            yield
        except (self._module.PortAudioError, ValueError, OSError) as error:
            raise Unusable(Trouble.DEVICE_REFUSED, f"{name}: {error}") from error
