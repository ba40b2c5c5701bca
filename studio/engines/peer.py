"""The package kokoro-onnx, where it is installed, on the same weights: the other thing that the
benchmark compares with. It is no dependency.

``python -m studio.engines.peer`` understands the worker's ``load`` and ``speak`` commands. The text
goes to ``Kokoro.create_stream`` whole; how it is read, split and trimmed is the package's own. It
is run on a float32 graph of the model, made as kokoro's own example makes it, in a process of its
own: ``python -m studio.engines.peer FILE.onnx``. `studio.engines.peer_int8` runs it on the packaged
int8 export instead.
"""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
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
from studio.errors import EngineFailed
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
        stream = self._kokoro.create_stream(text, _table(voice), speed, self._language)
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
            graph, tables = Path(folder) / "kokoro.onnx", Path(folder) / "voices.npz"
            self.write_graph(graph)
            np.savez(tables, af_heart=_table("af_heart"))  # unused: styles are given as they are
            session = onnxruntime.InferenceSession(
                str(graph), options, providers=["CPUExecutionProvider"]
            )
            kokoro = Kokoro.from_session(session, str(tables))
            kokoro.voices.close()
        return kokoro

    def write_graph(self, path: Path) -> None:
        # Elsewhere, so that the memory it takes is not counted.
        command = [sys.executable, "-m", "studio.engines.peer", str(path)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
        if done.returncode:
            raise EngineFailed("the model could not be written as an ONNX graph", "kokoro-onnx")


def _table(voice: str) -> np.ndarray:
    """A voice as the package has it: float32 (510, 1, 256)."""
    return voices.load_style(voices.parse_voice(voice))[:, None, :]


def write_float_graph(path: str) -> None:
    import torch
    from kokoro.model import KModel, KModelForONNX

    weights = str(model.ensure_weights().path)
    whole = KModel(
        repo_id=model.REPOSITORY, config=model.config(), model=weights, disable_complex=True
    )
    ids = torch.arange(43, 93)[None]  # any symbols
    torch.onnx.export(
        KModelForONNX(whole.eval()).eval(),
        (ids, torch.rand(1, 256), torch.ones(1)),
        path,
        input_names=["input_ids", "style", "speed"],
        output_names=["waveform", "duration"],
        dynamic_axes={"input_ids": {1: "ids"}, "waveform": {0: "samples"}, "duration": {0: "ids"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_float_graph(sys.argv[1])
    else:
        worker.main(PeerSpeaker)
