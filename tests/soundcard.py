"""A sound card for tests: a private PulseAudio with a null sink, and a recorder of what it is
given. Nothing of the machine's own sound system is touched.

What the null sink is given comes out of its monitor unchanged, sample by sample.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

RATE = 24_000
SINK = "narration_test"
TOOLS = ("pulseaudio", "pactl", "parec")
FORMAT = [f"--rate={RATE}", "--channels=1", "--format=float32le"]


def missing() -> str:
    """Why there can be no sound card here; empty when there can."""
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    if absent:
        return f"not installed: {', '.join(absent)} (Debian: pulseaudio pulseaudio-utils)"
    return ""


def wait_for(condition: Callable[[], object], timeout: float = 5.0, what: str = "") -> None:
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"not within {timeout} s: {what or condition}"
        time.sleep(0.01)


class SoundCard:
    """The server, with one sink. Made, it is running."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="narration-sound-"))
        (self._folder / "run").mkdir(mode=0o700)
        (self._folder / "state").mkdir()
        self.address = f"unix:{self._folder / 'run' / 'native'}"
        self._environment = {
            **os.environ,
            "PULSE_RUNTIME_PATH": str(self._folder / "run"),
            "PULSE_STATE_PATH": str(self._folder / "state"),
            "PULSE_COOKIE": str(self._folder / "cookie"),
            "PULSE_SERVER": self.address,
        }
        self._server: subprocess.Popen[bytes] | None = None
        self._awake: subprocess.Popen[bytes] | None = None
        self._module = ""
        self.start()

    # The server

    def start(self) -> None:
        environment = {k: v for k, v in self._environment.items() if k != "PULSE_SERVER"}
        (self._folder / "run" / "native").unlink(missing_ok=True)
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit"]
        socket = self.address.removeprefix("unix:")
        command += [
            "--use-pid-file=no",
            f"--log-target=file:{self._folder / 'log'}",
            f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
        ]
        self._server = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        wait_for(lambda: self._ask("info").returncode == 0, what="a running PulseAudio")
        self.add_sink()

    def kill(self) -> None:
        """As if the server had crashed."""
        self._stop(self._awake)
        self._stop(self._server)

    def freeze(self) -> None:
        assert self._server is not None
        self._server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._server is not None
        self._server.send_signal(signal.SIGCONT)

    def restore(self) -> None:
        """Make whatever was taken away be there again."""
        if self._server is None or self._server.poll() is not None:
            self.start()
            return
        self.thaw()
        if SINK not in self._ask("list", "short", "sinks").stdout:
            self.add_sink()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    # The sink

    def add_sink(self) -> None:
        # Without norewinds the monitor loses the first samples of a sound that begins at once.
        made = self._ask(
            "load-module",
            "module-null-sink",
            f"sink_name={SINK}",
            f"rate={RATE}",
            "channels=1",
            "format=float32le",
            "norewinds=1",
        )
        assert made.returncode == 0, made.stderr
        self._module = made.stdout.strip()
        self._ask("set-default-sink", SINK)
        # A null sink that nobody listens to works in blocks of two seconds.
        self._awake = self._record(subprocess.PIPE)
        assert self._awake.stdout is not None
        self._awake.stdout.read(4 * RATE // 4)
        self._awake.stdout.close()
        self._stop(self._awake)
        self._awake = self._record(subprocess.DEVNULL)
        self._settle()

    def remove_sink(self) -> None:
        self._stop(self._awake)
        assert self._ask("unload-module", self._module).returncode == 0

    @contextmanager
    def recording(self) -> Iterator[Recording]:
        """Records all that the sink is given meanwhile."""
        with tempfile.TemporaryFile(dir=self._folder) as file:
            recorder = self._record(file)
            recording = Recording(file.fileno())
            try:
                wait_for(lambda: recording.samples > 0, what="a recording")
                yield recording
            finally:
                self._stop(recorder)

    def _settle(self) -> None:
        """Wait until the sink works in small blocks: its monitor then delivers evenly."""
        with self.recording() as recording:
            even = 0
            for _ in range(100):
                before = recording.samples
                time.sleep(0.05)
                even = even + 1 if recording.samples > before else 0
                if even == 8:
                    return
        raise AssertionError("the null sink does not run evenly")

    def _record(self, to: object) -> subprocess.Popen[bytes]:
        command = ["parec", f"--device={SINK}.monitor", *FORMAT, "--raw", "--latency-msec=20"]
        return subprocess.Popen(
            command,
            env=self._environment,
            stdout=to,  # type: ignore[call-overload]
            stderr=subprocess.DEVNULL,
        )

    def _ask(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["pactl", *arguments], env=self._environment, capture_output=True, text=True, timeout=10
        )

    @staticmethod
    def _stop(process: subprocess.Popen[bytes] | None) -> None:
        if process is not None and process.poll() is None:
            process.kill()
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
            process.wait()


class Recording:
    """What has been recorded so far."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @property
    def samples(self) -> int:
        return os.fstat(self._descriptor).st_size // 4

    def audio(self) -> np.ndarray:
        """Float32 mono at 24 kHz, from the beginning of the recording."""
        return np.frombuffer(os.pread(self._descriptor, self.samples * 4, 0), np.float32)

    def sound(self) -> np.ndarray:
        """The same without the silence before and after."""
        audio = self.audio()
        loud = np.flatnonzero(audio)
        return audio[loud[0] : loud[-1] + 1] if len(loud) else audio[:0]

    def is_silent(self, seconds: float) -> bool:
        """Whether the last ``seconds`` were silent."""
        return not self.audio()[-round(seconds * RATE) :].any()
