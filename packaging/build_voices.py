"""Rebuild resources/voices/ from the npm package that carries Kokoro's 54 official voices.

    python packaging/build_voices.py                       # fetches the package with npm
    python packaging/build_voices.py kokoro-js-1.2.1.tgz   # or a package / unpacked folder at hand

The package holds float32 tables of shape (510, 1, 256). They are kept as float16 (half the size;
no frame duration changed in the voices compared) of shape (510, 256), little-endian, without a
header. The same input always gives the same bytes, and manifest.json says where they come from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

PACKAGE = "kokoro-js@1.2.1"
SHAPE = (510, 256)
EXPECTED_VOICES = 54
FOLDER = Path(__file__).resolve().parent.parent / "resources" / "voices"
PROVENANCE = {
    "model": "hexgrad/Kokoro-82M v1.0",
    "package": PACKAGE,
    "package_registry": "npm",
    "package_path": "package/voices/*.bin",
    "source_dtype": "<f4",
    "source_shape": [510, 1, 256],
}


def fetch(folder: Path) -> Path:
    """Download the npm package into ``folder`` with the npm client."""
    packed = subprocess.run(
        ["npm", "pack", PACKAGE, "--silent"],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return folder / packed.stdout.split()[-1]


def tables(package: Path) -> Iterator[tuple[str, bytes]]:
    """Name and raw bytes of every voice in a packed (.tgz) or unpacked package."""
    if package.is_dir():
        for path in sorted(package.rglob("voices/*.bin")):
            yield path.stem, path.read_bytes()
        return
    with tarfile.open(package) as archive:
        for member in archive.getmembers():
            path = Path(member.name)
            if path.parent.name == "voices" and path.suffix == ".bin":
                content = archive.extractfile(member)
                assert content is not None, member.name
                yield path.stem, content.read()


def halve(name: str, raw: bytes) -> bytes:
    """The table as little-endian float16. Raises ValueError for anything but a voice table."""
    table = np.frombuffer(raw, dtype="<f4")
    if table.size != SHAPE[0] * SHAPE[1]:
        raise ValueError(f"{name}: {table.size} numbers instead of {SHAPE[0]} x {SHAPE[1]}")
    half = table.reshape(SHAPE).astype("<f2")
    if not np.isfinite(half).all():
        raise ValueError(f"{name}: holds values that are not numbers")
    return half.tobytes()


def build(package: Path, folder: Path) -> int:
    """Write every voice and the manifest into ``folder``; the number of voices."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = {}
    for name, raw in sorted(tables(package)):
        data = halve(name, raw)
        (folder / f"{name}.bin").write_bytes(data)
        entries[name] = {
            "file": f"{name}.bin",
            "sha256": hashlib.sha256(data).hexdigest(),
            "source_sha256": hashlib.sha256(raw).hexdigest(),
        }
    if len(entries) != EXPECTED_VOICES:
        raise ValueError(f"{package} holds {len(entries)} voices instead of {EXPECTED_VOICES}")
    manifest = {
        "licence": "Apache-2.0",
        "provenance": PROVENANCE,
        "dtype": "<f2",
        "shape": list(SHAPE),
        "voices": entries,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    for stale in set(folder.glob("*.bin")) - {folder / e["file"] for e in entries.values()}:
        stale.unlink()
    return len(entries)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("package", nargs="?", type=Path, help="a .tgz or folder instead of npm")
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder to write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        package = options.package or fetch(Path(scratch))
        count = build(package, options.into)
    print(f"{count} voices in {options.into}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
