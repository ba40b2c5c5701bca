"""The local engine: Kokoro in a process of its own.

Importing torch, kokoro and spaCy stops a process for up to 750 ms at a time, so the window's
process never does; it talks to `studio.engines.worker` over two pipes. The worker starts when it is
first needed, is started again when it dies, and is gone when this process is.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from studio import errors
from studio.document import Sentence, Word
from studio.engines import Piece
from studio.errors import EngineFailed, EngineUnusable, StudioError
from studio.spoken import Reading
from studio.takes import Unspoken
from studio.words import Unit

log = logging.getLogger(__name__)

MANY = 16  # sentences that are measured in one go, which keeps the worker for a quarter of a second


class KokoroEngine:
    """Speaks one sentence at a time; calls from several threads wait for each other.

    ``threads``: how many processor cores the network may use (0: as many as sensible);
    ``worker``: the module that is run; ``decoder``: one of `kinds.KINDS`, or "auto".
    """

    name = "kokoro"

    def __init__(
        self, threads: int = 0, worker: str = "studio.engines.worker", decoder: str = "auto"
    ) -> None:
        self._threads, self._worker, self._decoder = threads, worker, decoder
        self._process: subprocess.Popen[bytes] | None = None
        self._log: Any = None
        self._last_id = self._closings = 0
        self._works = False  # whether any process of this engine ever finished a command
        self._turn = threading.Lock()
        self._unmeasured: deque[_Asked] = deque()
        self._measuring = threading.Lock()

    def load(self) -> None:
        """Have all that English needs in memory. Raises EnvironmentUnusable or EngineFailed."""
        for _ in self._ask({"op": "load"}):
            pass

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        """The sentence's sound, piece by piece; closing the iterator early cancels the rest.

        A live one comes clause by clause, to be heard at once; otherwise an utterance at a time,
        which sounds a little better. Raises EngineFailed, VoiceUnknown, ModelMissing, ...
        """
        command = {"op": "speak", **_wanted(sentence, readings), "live": live}
        for header, audio in self._ask(command, sentence.text):
            unspoken = tuple(Unspoken(*row) for row in header["unspoken"])
            guessed = tuple((start, end) for start, end in header["guessed"])
            yield Piece(audio, _words(header), unspoken, guessed)

    def measure(
        self, sentence: Sentence, readings: Sequence[Reading]
    ) -> tuple[int, tuple[Word, ...]]:
        """The number of samples that the take will have and its words, without their sound but
        with their phonemes; the ends of words before a pause are then only those that the
        durations give. What several threads ask meanwhile is measured together, which is twice
        as fast."""
        mine = _Asked(_wanted(sentence, readings))
        self._unmeasured.append(mine)
        with self._measuring:
            while mine.answer is None:
                some = [self._unmeasured.popleft() for _ in range(min(len(self._unmeasured), MANY))]
                self._measure(some, sentence.text)
        header = mine.answer
        if isinstance(header, StudioError):
            raise header
        spoken = zip(_words(header), header["phonemes"], strict=True)
        return header["length"], tuple(replace(word, phonemes=said) for word, said in spoken)

    def _measure(self, asked: Sequence[_Asked], about: str) -> None:
        """An answer to each. Where one may be to blame for what befalls all of them, they are
        measured one by one."""
        closings = self._closings
        try:
            command = {"op": "measure", "sentences": [each.wanted for each in asked]}
            for each, (header, _) in zip(asked, self._ask(command, about), strict=True):
                each.answer = _error(header) if "error" in header else header
        except StudioError as error:
            is_shared = len(asked) > 1 and isinstance(error, EngineFailed)
            for each in asked:
                if each.answer is None and is_shared and closings == self._closings:
                    self._measure([each], about)
                else:
                    each.answer = each.answer or error

    def read(self, sentence: Sentence, readings: Sequence[Reading]) -> tuple[Unit, ...]:
        """What would be spoken, without speaking it."""
        answers = list(self._ask({"op": "read", **_wanted(sentence, readings)}, sentence.text))
        return tuple(Unit(*row) for header, _ in answers for row in header["units"])

    @property
    def process_id(self) -> int | None:
        """The worker's, while there is one."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the worker, also while another thread waits for it: that one gets EngineFailed.
        It starts again when it is needed again."""
        process, self._process = self._process, None
        self._closings += 1
        if process is None:
            return
        process.kill()
        process.wait()
        if self._turn.acquire(blocking=False):  # nobody else reads from it
            process.communicate()
            self._turn.release()

    def __enter__(self) -> KokoroEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(
        self, command: dict[str, Any], about: str = ""
    ) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
        """The answers to a command. A worker that dies is started again and asked once more; as
        it answers in the same way every time, it goes on after the answers that were given."""
        given = 0
        with self._turn:
            for attempt in (1, 2):
                try:
                    for answer in islice(self._answers(command), given, None):
                        given += 1
                        yield answer
                    self._works = True
                    return
                except _WorkerDied as death:
                    if self._process is None:
                        raise EngineFailed("the speech process was ended", about) from None
                    log.warning("the speech process died: %s", death)
                    if attempt == 2 and not (self._works or self._loads(command)):
                        raise EngineUnusable(str(death)) from None
                    if attempt == 2:
                        raise EngineFailed(f"the speech process died ({death})", about) from None

    def _loads(self, killed: dict[str, Any]) -> bool:
        """Whether a process works that died of its very first command: then that is to blame."""
        if killed["op"] == "load":
            return False
        try:
            for _ in self._answers({"op": "load"}):
                pass
        except (_WorkerDied, StudioError):
            return False
        self._works = True
        return True

    def _answers(self, command: dict[str, Any]) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
        process = self._running()
        self._last_id += 1
        id = self._last_id
        finished = False
        try:
            self._send(process, {"id": id, **command})
            while True:
                header, audio = self._receive(process)
                if header["id"] != id:
                    continue  # what is left of a cancelled command
                finished = header["kind"] in ("done", "error")
                if header["kind"] == "error":
                    raise _error(header)
                if finished:
                    return
                yield header, audio
        finally:
            if not finished and process.poll() is None:
                with contextlib.suppress(_WorkerDied):  # it starts again when next needed
                    self._send(process, {"id": id, "op": "cancel"})

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            if self._process is not None:
                self._process.wait()
            self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._worker],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                env=self._environment(),
            )
        return self._process

    def _environment(self) -> dict[str, str]:
        # The processor only, whatever the hardware; nothing goes on the network by itself.
        fixed = {"CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "PYTHONUTF8": "1"}
        fixed[errors.PROGRAM] = errors.program()
        # Threads that spin while they wait make speech many times slower as soon as another
        # program wants a core.
        fixed["OMP_WAIT_POLICY"] = "PASSIVE"
        # oneDNN keeps what it has compiled for tensors of one size. Every utterance has others, of
        # which this many are enough; a thousand, as usual, take 300 MB.
        fixed["ONEDNN_PRIMITIVE_CACHE_CAPACITY"] = "128"
        if self._decoder != "auto":
            fixed["NARRATION_STUDIO_DECODER"] = self._decoder
        if self._threads:
            fixed["NARRATION_STUDIO_THREADS"] = str(self._threads)
        return {**os.environ, **fixed}

    @staticmethod
    def _send(process: subprocess.Popen[bytes], command: dict[str, Any]) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(command).encode() + b"\n")
            process.stdin.flush()
        except OSError as error:
            raise _WorkerDied(str(error)) from error

    def _receive(self, process: subprocess.Popen[bytes]) -> tuple[dict[str, Any], np.ndarray]:
        header = json.loads(self._read(process, int.from_bytes(self._read(process, 4), "big")))
        audio = np.frombuffer(self._read(process, 4 * header.get("samples", 0)), "<f4")
        return header, audio

    def _read(self, process: subprocess.Popen[bytes], count: int) -> bytes:
        assert process.stdout is not None
        data = process.stdout.read(count)
        if len(data) < count:
            raise _WorkerDied(self._last_words(process))
        return data

    def _last_words(self, process: subprocess.Popen[bytes]) -> str:
        code = process.wait()
        self._log.seek(0)
        lines = self._log.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines and code > 0 else f"exit code {code}"


class _WorkerDied(Exception):
    pass


@dataclass(eq=False, slots=True)
class _Asked:
    """What a thread waits for to be measured."""

    wanted: dict[str, Any]
    answer: dict[str, Any] | StudioError | None = None


def _wanted(sentence: Sentence, readings: Sequence[Reading]) -> dict[str, Any]:
    rows = [astuple(reading) for reading in readings]
    return {
        "text": sentence.text,
        "language": sentence.language,
        "readings": rows,
        "voice": sentence.voice,
        "speed": sentence.speed,
    }


def _words(header: dict[str, Any]) -> tuple[Word, ...]:
    return tuple(Word(text, start, end, (a, b)) for text, start, end, a, b in header["words"])


def _error(header: dict[str, Any]) -> StudioError:
    """The worker's error as the same class here, with the message it had there."""
    kind = getattr(errors, header["error"], EngineFailed)
    error: StudioError = kind.__new__(kind)
    error.args = (header["message"],)
    return error
