"""The package kokoro-onnx on the packaged int8 export, as `studio.engines.peer` is run."""

from __future__ import annotations

from pathlib import Path

from studio.engines import model, worker
from studio.engines.peer import PeerSpeaker


class Int8Speaker(PeerSpeaker):
    def write_graph(self, path: Path) -> None:
        path.write_bytes(model.packaged_export())


if __name__ == "__main__":
    worker.main(Int8Speaker)
