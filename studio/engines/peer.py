"""The package kokoro-onnx, where it is installed, on the packaged weights: the other thing that the
benchmark compares with. It is no dependency.

``python -m studio.engines.peer`` understands the worker's ``load`` and ``speak`` commands. The text
goes to ``Kokoro.create_stream`` whole; how it is read, split and trimmed is the package's own.
The weights are the packages' int8 export as it is, which is what it is usually run on.
"""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from studio import voices
from studio.document import Word
from studio.engines import model, worker
from studio.spoken import Reading
from studio.words import Unit


def is_installed() -> bool:
    return importlib.util.find_spec("kokoro_onnx") is not None


class PeerSpeaker(worker.Speaker):
    def units(self, text: str, readings: Sequence[Reading], language: str) -> tuple[Unit, ...]:
        self._language = language
        return ()

    def speak(
        self, text: str, units: Sequence[Unit], voice: str, speed: float, live: bool
    ) -> Iterator[tuple[np.ndarray, tuple[Word, ...]]]:
        style = _table(voice)
        stream = self._kokoro.create_stream(text, style, speed, self._language)
        with closing(asyncio.new_event_loop()) as loop:
            while True:
                try:
                    audio, _ = loop.run_until_complete(anext(stream))
                except StopAsyncIteration:
                    return
                yield audio, ()

    @cached_property
    def _kokoro(self) -> Any:
        import onnxruntime
        from kokoro_onnx import Kokoro

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        # Its threads wait as the package has them wait, but not after the work is done: the
        # others have their turn then.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        with TemporaryDirectory(prefix="narration-peer-") as folder:
            export, tables = Path(folder) / "kokoro.onnx", Path(folder) / "voices.npz"
            export.write_bytes(model.packaged_export())
            np.savez(tables, af_heart=_table("af_heart"))  # unused: styles are given as they are
            session = onnxruntime.InferenceSession(
                str(export), options, providers=["CPUExecutionProvider"]
            )
            kokoro = Kokoro.from_session(session, str(tables))
            kokoro.voices.close()
        return kokoro


def _table(voice: str) -> np.ndarray:
    """A voice as the package has it: float32 (510, 1, 256)."""
    return voices.load_style(voices.parse_voice(voice))[:, None, :]


if __name__ == "__main__":
    worker.main(PeerSpeaker)
