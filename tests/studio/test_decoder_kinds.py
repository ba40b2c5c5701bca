"""What is remembered of the ways to run the decoder."""

from __future__ import annotations

import pytest

from studio.engines import kinds


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("NARRATION_STUDIO_CACHE", str(tmp_path))
    return tmp_path


def test_the_fastest_is_remembered_for_each_number_of_threads():
    assert kinds.fastest(2) is None
    kinds._remember(2, "onnx", {"torch": 0.5, "onnx": 0.3})
    kinds._remember(1, "torch", {"torch": 0.9})
    assert kinds.fastest(2) == "onnx"
    assert kinds.fastest(1) == "torch"
    assert kinds.fastest(4) is None
    assert kinds.trial(2) == {"torch": 0.5, "onnx": 0.3}


def test_another_processor_is_tried_out_anew(monkeypatch):
    kinds._remember(2, "onnx", {})
    monkeypatch.setattr(kinds, "_processor", lambda: "another one")
    assert kinds.fastest(2) is None


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"\xff", b'{"x": 1}', b'{"KEY": 3}', b'{"KEY": {"kind": "gpu"}}']
)
def test_a_damaged_note_is_no_note(content, own_cache):
    (own_cache / "model").mkdir()
    note = own_cache / "model" / "fastest.json"
    note.write_bytes(content.replace(b"KEY", kinds._fingerprint(2).encode()))
    assert kinds.fastest(2) is None
    assert kinds.trial(2) == {}
    kinds._remember(2, "half", {"half": 0.2})
    assert kinds.fastest(2) == "half"


def test_a_folder_that_cannot_be_written_is_no_fault(own_cache, monkeypatch):
    (own_cache / "model").write_text("in the way", encoding="utf-8")
    kinds._remember(2, "half", {"half": 0.2})
    assert kinds.fastest(2) is None
