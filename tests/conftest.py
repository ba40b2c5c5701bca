"""What several tests need: the real engine, once a run, and folders of their own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.engines.kokoro import KokoroEngine

# The keyring of whoever runs the tests is neither read nor written.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
# Nor are the settings and the record; whoever wants some gets folders of its own.
_HOME = tempfile.TemporaryDirectory()
for _name in ("CONFIG", "DATA"):
    os.environ[f"NARRATION_STUDIO_{_name}"] = os.path.join(_HOME.name, _name.lower())
# The same sound in every run, whatever is fastest on this machine.
os.environ.setdefault("NARRATION_STUDIO_DECODER", "torch")


@pytest.fixture(scope="session")
def engine() -> Iterator[KokoroEngine]:
    """The real Kokoro; loading it takes seconds, so all tests share one."""
    with KokoroEngine() as kokoro:
        yield kokoro


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings and takes of the test alone; the built model of this machine is used."""
    from studio import paths

    model = paths.cache() / "model"
    for name in ("CACHE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"NARRATION_STUDIO_{name}", str(tmp_path / name.lower()))
    (tmp_path / "cache").mkdir()
    if model.is_dir():
        (tmp_path / "cache" / "model").symlink_to(model)
    return tmp_path
