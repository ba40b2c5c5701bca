"""Start a speech server that nobody here wrote, on this computer, with the packaged model.

    python3.11 -m venv FOLDER && FOLDER/bin/pip install 'fastkokoro[cpu]==0.7.0'
    python tests/real/judge.py FOLDER

It reads English with espeak-ng alone, runs the int8 network as it is, cuts silence at both ends and
sends a WAV file for each phrase when it streams: as different from the engine here as servers are.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio import voices
from studio.engines import model

PORT = 8917


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    network, styles = folder / "kokoro.onnx", folder / "voices.npz"
    network.write_bytes(model.packaged_export())
    tables = {name: voices.load_style(voices.parse_voice(name)) for name in voices.voices()}
    np.savez(styles, **{name: table.reshape(510, 1, 256) for name, table in tables.items()})
    own = {
        "MODEL_PATH": network,
        "VOICES_PATH": styles,
        "CACHE_DIR": folder / "cache",
        "HOST": "127.0.0.1",
        "PORT": PORT,
        "STREAM_STRATEGY": "phrase",
    }
    environment = {f"FASTKOKORO_{name}": str(value) for name, value in own.items()}
    print(f"NARRATION_STUDIO_JUDGE=http://127.0.0.1:{PORT}/v1", file=sys.stderr)
    server = str(folder / "bin" / "fastkokoro")
    os.execve(server, [server], {**os.environ, **environment, "HF_HUB_OFFLINE": "1"})


if __name__ == "__main__":
    main()
