"""Typing, scrolling and listening in a script of 50,000 words, without the real engine.

    python tests/benchmarks/bench_editor.py

``key``: from a key to the picture that shows it (limit: p95 16 ms). ``telling``: what it took to
tell the session what was written, which happens once for several keys. ``stall``: the longest
stretch after a key in which the event loop did not come round, whatever the session did.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FOLDER = tempfile.TemporaryDirectory()
for name in ("CACHE", "DATA", "CONFIG"):
    os.environ[f"NARRATION_STUDIO_{name}"] = str(Path(FOLDER.name) / name.lower())

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from studio import paths
from studio.player import Player
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.fakes import FakeEngine
from ui.script_editor import ScriptEditor
from ui.session import Session
from ui.theme import Theme

WORDS = 50_000
PAUSE = 0.08  # seconds between two keys: 150 words a minute
TYPED = "The tide turns again, and nobody minds. Why would they? It is home. " * 3


def measured(call: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def told(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    return {
        "median_ms": round(ordered[len(ordered) // 2], 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95) - 1], 1),
        "longest_ms": round(ordered[-1], 1),
    }


class Bench:
    def __init__(self) -> None:
        self.app = QApplication([])
        theme = Theme("dark")
        theme.apply(self.app)
        sound = FakeSound(FakeDevice("speakers"))
        self.session = Session(
            FakeEngine(),
            weights=lambda: "weights",
            player=lambda changed: Player(changed, sound.load),
        )
        self.editor = ScriptEditor(self.session, theme)
        self.editor.resize(1000, 560)
        self.editor.show()
        self.text = self.editor.text
        self.text.setFocus()

    def spin(self, seconds: float) -> float:
        """Run the event loop; the longest that it was busy at a time, in ms."""
        longest, until = 0.0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            longest = max(longest, measured(self.app.processEvents))
            time.sleep(0.001)
        return longest

    def open(self) -> dict[str, float]:
        sample = (paths.resources() / "samples" / "harbor.txt").read_text(encoding="utf-8").strip()
        source = "\n\n".join([sample] * (WORDS // len(sample.split()) + 1))
        opened = measured(lambda: self.session.new(source, "Long"))
        self.spin(8)  # every sentence is looked at once
        return {"words": len(source.split()), "opened_ms": round(opened)}

    def type(self) -> dict[str, object]:
        """Keys as fast as somebody writes, in the middle of the script."""
        middle = self.text.document().characterCount() // 2
        cursor = self.text.textCursor()
        cursor.setPosition(self.text.document().findBlock(middle).position())
        self.text.setTextCursor(cursor)
        self.spin(3)
        tellings: list[float] = []
        retype = self.session.retype

        def timed(source: str) -> None:
            tellings.append(measured(lambda: retype(source)))

        self.session.retype = timed  # type: ignore[method-assign]
        keys, stalls = [], []
        for character in TYPED:
            keys.append(measured(lambda character=character: self._key(character)))
            stalls.append(self.spin(PAUSE))
        self.editor.flush()
        kept = self.session.document.source == self.text.toPlainText()
        return {
            "key": told(keys),
            "telling": {"times": len(tellings), **told(tellings)},
            "stall": told(stalls),
            "nothing_lost": kept and TYPED in self.session.document.source,
        }

    def _key(self, character: str) -> None:
        press = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, character)
        self.app.sendEvent(self.text, press)
        self.text.viewport().repaint()

    def scroll(self) -> dict[str, float]:
        bar = self.text.verticalScrollBar()
        times = []
        for step in range(200):
            to = bar.value() + (3 if step % 20 else 400)
            times.append(measured(lambda to=to: (bar.setValue(to), self.text.viewport().repaint())))
        return told(times)

    def light(self) -> dict[str, float]:
        """The word that is heard goes on."""
        words = self.session.timeline.words[:200]
        times = []
        for word in words:
            self.text.heard._script_span = word.source
            times.append(
                measured(lambda: (self.text._heard_changed(), self.text.viewport().repaint()))
            )
        return told(times)


def main() -> None:
    bench = Bench()
    report: dict[str, object] = {"script": bench.open()}
    report["typing"] = bench.type()
    report["scrolling"] = bench.scroll()
    bench.text.verticalScrollBar().setValue(0)
    report["lighting_a_word"] = bench.light()
    bench.session.close(discard=True)
    print(json.dumps(report, indent=1))
    FOLDER.cleanup()


if __name__ == "__main__":
    main()
