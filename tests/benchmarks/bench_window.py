"""The window's limits with the real engine: start, stalls, first sound, closing.

    python tests/benchmarks/bench_window.py

Run it on a quiet machine. Gaps are those of a 10 ms heartbeat in the window's thread; an idle
stretch of the same run is the yardstick.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

STARTED = time.perf_counter()
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FOLDER = tempfile.TemporaryDirectory()

from studio import paths

# Takes of this run alone, so that nothing is found ready-made; the model that is built already.
MODEL = paths.cache() / "model"
for name in ("CACHE", "DATA", "CONFIG"):
    os.environ[f"NARRATION_STUDIO_{name}"] = str(Path(FOLDER.name) / name.lower())
paths.cache().mkdir(parents=True, exist_ok=True)
if MODEL.is_dir():
    (paths.cache() / "model").symlink_to(MODEL)

import functools

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from tests import soundcard
from ui.main_window import MainWindow
from ui.session import Session
from ui.theme import Theme


class Heartbeat:
    """The longest time between two beats since `begin`, in ms."""

    def __init__(self) -> None:
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._beat)
        self._timer.start()
        self.begin()

    def begin(self) -> None:
        self._last, self.gaps = time.perf_counter(), []

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now

    def report(self) -> dict[str, float]:
        gaps = sorted(self.gaps) or [0.0]
        return {
            "longest_ms": round(gaps[-1], 1),
            "p95_ms": round(gaps[int(len(gaps) * 0.95) - 1], 1),
            "over_50_ms": sum(gap > 50 for gap in gaps),
        }


def wait(until, seconds: float = 120.0) -> float:
    """Run the event loop until a condition holds; the seconds that took."""
    loop, begun = QEventLoop(), time.perf_counter()
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: until() and loop.quit())
    timer.start()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()
    return time.perf_counter() - begun


def main(recording: soundcard.Recording | None) -> None:
    app = QApplication([])
    session = Session(KokoroEngine(), weights=functools.cache(model.identity))
    window = MainWindow(session, Theme())
    session.set_live_preview(False)
    session.new((paths.resources() / "samples" / "harbor.txt").read_text(), "Harbor")
    window.resize(1440, 900)
    window.show()
    app.processEvents()
    report = {"shown_s": round(time.perf_counter() - STARTED, 2)}
    heart = Heartbeat()
    wait(lambda: False, 2)
    report["idle"] = heart.report()
    heart.begin()
    session.start()
    report["engine_loaded_s"] = round(wait(lambda: session.work.loaded), 1)
    report["while_loading"] = heart.report()

    warm = "The lamps are lit along the quay."
    session.new(warm)
    session.render_all()
    wait(lambda: session.work.to_render == 0)
    session.new((paths.resources() / "samples" / "harbor.txt").read_text(), "Harbor")
    wait(lambda: False, 1)

    def is_heard() -> bool:
        if recording is None:
            return session.position > session.timeline.words[0].start
        return bool(recording.audio()[before:].any())

    before = recording.samples if recording else 0
    heart.begin()
    begun = time.perf_counter()
    session.toggle()  # as Space does
    wait(is_heard)
    report["first_sound_s"] = round(time.perf_counter() - begun, 2)
    session.render_all()
    wait(lambda: session.work.to_render == 0, 180)
    report["while_rendering"] = heart.report()
    report["factor"] = round(session.work.factor or 0, 2)
    report["underflows"] = session.status.underflows
    session.retype("A sentence never heard before, which is long enough to be cut, now and then.")
    session.render_all()
    wait(lambda: False, 1)
    begun = time.perf_counter()
    window.hide()
    session.close(discard=True)
    report["closed_s"] = round(time.perf_counter() - begun, 2)
    print(json.dumps(report, indent=1))
    FOLDER.cleanup()


if __name__ == "__main__":
    if soundcard.missing():
        main(None)  # by the clock
    else:
        begun = time.perf_counter()
        card = soundcard.SoundCard()
        os.environ["PULSE_SERVER"] = card.address
        with card.recording() as recording:
            STARTED += time.perf_counter() - begun  # a writer's is there already
            main(recording)
        card.close()
