from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from studio import paths
from studio.errors import CannotWrite, EnvironmentUnusable

CHECKOUT = Path(__file__).resolve().parents[2]


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    assert paths.resources() == CHECKOUT / "resources"
    assert (paths.resources() / "voices" / "af_heart.bin").is_file()


def test_a_frozen_application_unpacks_its_resources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert paths.resources() == tmp_path / "resources"


def test_a_frozen_folder_has_them_beside_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.delattr(sys, "_MEIPASS", raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "narration-studio"))
    assert paths.resources() == tmp_path / "resources"


def test_missing_resources_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path / "studio")
    with pytest.raises(EnvironmentUnusable, match="install it again") as raised:
        paths.resources()
    assert str(tmp_path) in str(raised.value)


@pytest.mark.parametrize(
    ("variable", "folder"),
    [
        ("NARRATION_STUDIO_CACHE", paths.cache),
        ("NARRATION_STUDIO_DATA", paths.data),
        ("NARRATION_STUDIO_CONFIG", paths.settings),
    ],
)
class TestUserFolders:
    def test_the_environment_moves_them(self, variable, folder, tmp_path, monkeypatch) -> None:
        monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
        assert folder() == tmp_path / "elsewhere"
        assert not folder().exists()

    def test_a_tilde_is_the_home_folder(self, variable, folder, tmp_path, monkeypatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        monkeypatch.setenv(variable, "~/mine")
        assert folder() == tmp_path / "mine"

    def test_a_relative_one_stays_when_the_program_moves(
        self, variable, folder, tmp_path, monkeypatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv(variable, "mine")
        assert folder() == tmp_path / "mine"

    def test_without_it_they_are_the_platforms_own(self, variable, folder, monkeypatch) -> None:
        monkeypatch.setenv(variable, "  ")
        assert "narration-studio" in folder().parts
        assert folder().is_absolute()


def test_ensure_makes_the_folder(tmp_path: Path) -> None:
    assert paths.ensure(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert paths.ensure(tmp_path / "a" / "b").is_dir()


def test_ensure_says_why_it_cannot(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotWrite, match="file"):
        paths.ensure(tmp_path / "file" / "folder")


def test_a_wheel_brings_its_resources(tmp_path: Path) -> None:
    """Builds the wheel, unpacks it into a virtual environment and looks from there."""
    pytest.importorskip("hatchling")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    name = subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)],
        cwd=CHECKOUT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.split()[-1]
    venv.create(tmp_path / "venv", with_pip=False)
    site = next((tmp_path / "venv").rglob("site-packages"))
    with zipfile.ZipFile(tmp_path / name) as wheel:
        wheel.extractall(site)

    python = next(
        path
        for path in (tmp_path / "venv/bin/python", tmp_path / "venv/Scripts/python.exe")
        if path.exists()
    )
    look = "from studio import paths; print(paths.resources())"
    found = Path(
        subprocess.run(
            [python, "-c", look], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
        ).stdout.strip()
    )
    assert found == site / "studio" / "_resources"
    assert len(list((found / "voices").glob("*.bin"))) == 54
    assert {each.name for each in found.iterdir()} >= {"voices.json", "kokoro.json", "samples"}
    entry_points = next(site.glob("narration_studio-*.dist-info")) / "entry_points.txt"
    assert "narration-studio = studio.__main__:main" in entry_points.read_text(encoding="utf-8")
