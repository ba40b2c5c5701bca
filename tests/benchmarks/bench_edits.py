"""How long an edit or a take that arrives holds the window, in scripts of 10,000 and 50,000 words.

    python tests/benchmarks/bench_edits.py [--words 10000 50000] [--bare]

Without the real engine. Every gap is the longest between two beats, 1 ms apart, of the window's
thread (limit: 50 ms); ``settled_ms`` is from the last edit until the timeline is the document's
again. ``--bare``: the session alone, without the window's views.
"""

from __future__ import annotations

import argparse
import json
import os
import random
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

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from studio.player import Player
from tests.fake_sounddevice import FakeDevice, FakeSound
from tests.fakes import FakeEngine
from ui.main_window import MainWindow
from ui.session import Session
from ui.theme import Theme

KEYS, TAKES, MOVES = 50, 20, 50
KEY_PAUSE, MOVE_PAUSE = 0.08, 0.016  # seconds between two keys, and two moves of the mouse
WORDS = ("the", "harbor", "wakes", "early", "gulls", "argue", "over", "boats", "nobody", "minds")


def script(words: int) -> str:
    """Paragraphs of about five sentences, no two of them alike."""
    chance, paragraphs, count = random.Random(words), [], 0
    while count < words:
        paragraph = []
        for _ in range(chance.randint(3, 7)):
            length = chance.randint(6, 20)
            chosen = [chance.choice(WORDS) for _ in range(length)]
            chosen[length // 2] += ","
            paragraph.append(f"{' '.join(chosen).capitalize()} {count}.")
            count += length + 1
        paragraphs.append(" ".join(paragraph))
    return "\n\n".join(paragraphs)


class Heartbeat:
    def __init__(self) -> None:
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        self.begin()

    def begin(self) -> None:
        self._last, self._gaps = time.perf_counter(), [0.0]

    def _beat(self) -> None:
        now = time.perf_counter()
        self._gaps.append((now - self._last) * 1000)
        self._last = now

    def report(self) -> dict[str, float]:
        self._beat()
        return {
            "longest_ms": round(max(self._gaps), 1),
            "over_50_ms": sum(gap > 50 for gap in self._gaps),
        }


def wait(until: Callable[[], object], seconds: float = 60.0) -> float:
    """Run the event loop until a condition holds; the milliseconds that took."""
    loop, begun = QEventLoop(), time.perf_counter()
    timer = QTimer(interval=2)
    timer.timeout.connect(lambda: until() and loop.quit())
    timer.start()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
    return (time.perf_counter() - begun) * 1000


class Bench:
    def __init__(self, words: int, bare: bool) -> None:
        sound = FakeSound(FakeDevice("speakers"))
        self.session = Session(
            FakeEngine(seconds=0.05),
            weights=lambda: "weights",
            player=lambda changed: Player(changed, sound.load),
        )
        self.session.timeline_changed.connect(self._laid_out)
        self.session.set_live_preview(False)
        self.document = None
        self.window = None if bare else MainWindow(self.session, Theme())
        if self.window is not None:
            self.window.resize(1440, 900)
            self.window.show()
        self.session.start()
        self.heart = Heartbeat()
        self.source = script(words)

    def _laid_out(self) -> None:
        self.document = self.session.document

    def measured(self, edits: Callable[[], None]) -> dict[str, float]:
        """What the window's thread did during some edits, and after them."""
        wait(lambda: False, 0.6)
        self.heart.begin()
        edits()
        settled = wait(lambda: self.document is self.session.document)
        wait(lambda: False, 0.3)
        return {**self.heart.report(), "settled_ms": round(settled)}

    def open(self) -> None:
        self.session.new(self.source, "Long")
        wait(lambda: self.session._rendering._jobs.are_read, 120)
        wait(lambda: False, 4)

    def type(self) -> None:
        middle = self.source.find(" ", len(self.source) // 2)
        for count in range(1, KEYS + 1):
            typed = ("so it goes " * KEYS)[:count]
            self.session.retype(f"{self.source[:middle]} {typed}{self.source[middle:]}")
            wait(lambda: False, KEY_PAUSE)

    def render(self) -> None:
        """Takes of the first sentences, so that everything after them moves."""
        first = self.session.document.sentences[:TAKES]
        self.session._rendering.want(first)
        wait(lambda: all(self.session.takes.state(each.id) == "ready" for each in first))

    def drag(self) -> None:
        word, gesture = self.session.timeline.words[3], self.session.new_gesture()
        for by in range(1, MOVES + 1):
            self.session.move_word(3, word.start + 20 * by, word.end, gesture=gesture)
            wait(lambda: False, MOVE_PAUSE)

    def speak(self) -> None:
        """Another voice for one sentence; before, its take was there."""
        self.session.set_voice([self.session.document.sentences[1].id], "am_michael")

    def report(self) -> dict[str, object]:
        self.open()
        wait(lambda: self.document is self.session.document)
        return {
            "idle": self.measured(lambda: None),
            "typing": self.measured(self.type),
            "takes": self.measured(self.render),
            "dragging": self.measured(self.drag),
            "voice": self.measured(self.speak),
            "undo": self.measured(self.session.undo),
        }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--words", type=int, nargs="+", default=[10_000, 50_000])
    options.add_argument("--bare", action="store_true")
    chosen = options.parse_args()
    QApplication([])
    for words in chosen.words:
        bench = Bench(words, chosen.bare)
        print(json.dumps({"words": words, **bench.report()}, indent=1), flush=True)
        if bench.window is not None:
            bench.window.hide()
        bench.session.close(discard=True)
    FOLDER.cleanup()


if __name__ == "__main__":
    main()
