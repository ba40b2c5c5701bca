"""How long a frame of the timeline takes: one hour of sound, 10,000 words.

    python tests/benchmarks/bench_timeline.py [--width 1280] [--ratio 1] [--json]

Every frame is painted whole, as scrolling and zooming do it, into a picture of the size of the
window. The limit is 8 ms for 95 of 100 frames while nothing else runs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import psutil
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from studio import cues, timeline
from studio.document import SAMPLE_RATE, Document, Paragraph, Sentence, Word
from studio.player import State
from studio.takes import Take, TakeInfo
from ui.theme import Theme
from ui.timeline_view import TimelineView

SENTENCES, WORDS, SECONDS = 714, 14, 5.04  # 9,996 words in 3,599 seconds
LIMIT = 8.0  # ms


class Hour(QObject):
    """What a timeline wants of a session: an hour that is all spoken."""

    timeline_changed = Signal()
    sentences_changed = Signal(object)
    tick = Signal(object)
    cursor_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        random = np.random.default_rng(1)
        loudness = np.abs(np.sin(np.linspace(0, 40, round(SECONDS * SAMPLE_RATE))))
        noise = random.standard_normal(len(loudness))
        self._audio = (noise * loudness * 0.25).astype(np.float32)
        said = "harbor wakes early gulls argue over the boats while nobody minds at all"
        names = said.split()
        texts = [
            " ".join(names[(i * 5 + j * 3) % len(names)] for j in range(WORDS)) + "."
            for i in range(SENTENCES)
        ]
        sentences = [Sentence(f"s{i}", text) for i, text in enumerate(texts)]
        self.document = Document(
            tuple(Paragraph(tuple(sentences[i : i + 5])) for i in range(0, SENTENCES, 5)),
            source="\n".join(texts),
            paragraph_gap=0,
        )
        self.timeline = timeline.layout(self.document, self._info)
        profile = cues.find_profile("narration")
        duration = self.timeline.duration
        self.cues = cues.group(self.timeline.words, cues.PHRASES, profile, duration=duration)
        self.findings = cues.findings(self.cues, self.timeline.words, profile, duration=duration)
        self.status = SimpleNamespace(state=State.STOPPED, tag=None, position=0)
        self.position, self.word_now = 0, None

    def _info(self, sentence: Sentence) -> TakeInfo:
        step = len(self._audio) // (WORDS + 1)
        words, at = [], 0
        for number, text in enumerate(sentence.text.split(" ")):
            start = step // 2 + number * step
            words.append(Word(text, start, start + step * 9 // 10, (at, at + len(text))))
            at += len(text) + 1
        return TakeInfo(sentence.id, len(self._audio), tuple(words), "bench")

    def states(self) -> dict[str, str]:
        return {sentence.id: "ready" for sentence in self.document.sentences}

    def take_by_key(self, key: str) -> Take | None:
        return Take(self._audio, (), "bench")

    def seek(self, sample: int) -> None:
        self.position = sample


class Frames:
    """Paints a widget as often as it is asked to and keeps the times (ms): by the clock, and the
    work of this thread alone, which does not count what else the machine does."""

    def __init__(self, widget: QWidget, ratio: float) -> None:
        self._widget = widget
        self._picture = QImage(widget.size() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        self._picture.setDevicePixelRatio(ratio)

    def run(self, steps: Iterator[QRect | None]) -> list[tuple[float, float]]:
        """Each step changes something; it gives what is to be painted then, None for all."""
        times = []
        while True:
            began, worked = time.perf_counter(), time.thread_time()
            try:
                part = next(steps)
            except StopIteration:
                return times
            region = QRegion(part or self._widget.rect())
            self._widget.render(self._picture, region.boundingRect().topLeft(), region)
            took = time.perf_counter() - began, time.thread_time() - worked
            times.append((took[0] * 1000, took[1] * 1000))
            QApplication.processEvents()


def scrolling(view: TimelineView, speed: float, count: int = 200) -> Iterator[None]:
    canvas = view.canvas
    canvas.zoom_to(speed, 0)
    start = canvas.axis.furthest // 3
    for step in range(count):
        canvas.scroll_to(start + step * 37)
        yield None


def zooming(view: TimelineView) -> Iterator[None]:
    view.fit()
    for _ in range(120):
        view.canvas.zoom_by(1.08, 600)
        yield None


def whole(view: TimelineView) -> Iterator[None]:
    view.fit()
    for step in range(60):
        view.canvas.zoom_by(1.002 if step % 2 else 1 / 1.002, 600)
        yield None


def playing(view: TimelineView, hour: Hour) -> Iterator[QRect]:
    """What a tick of the player leaves to be painted: the playhead and the word."""
    canvas = view.canvas
    canvas.zoom_to(160, 0)
    canvas.scroll_to(0)
    for step in range(200):
        hour.position = 12_000 + step * 800
        hour.status = SimpleNamespace(state=State.PLAYING, tag="narration", position=hour.position)
        hour.word_now = timeline.word_at(hour.timeline, hour.position)
        hour.tick.emit(hour.status)
        x = canvas.lanes.left + int(canvas.axis.x(hour.position))
        yield QRect(x - 60, 0, 120, canvas.height())


def pointing(view: TimelineView) -> Iterator[QRect]:
    """The mouse moves over the words: only what is under it is looked for."""
    canvas = view.canvas
    y = canvas.lanes.words[0] + 4
    for x in range(100, 900, 4):
        at = QPointF(x, y)
        none = Qt.MouseButton.NoButton
        canvas.mouseMoveEvent(
            QMouseEvent(
                QMouseEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier
            )
        )
        yield QRect(QPoint(0, 0), QPoint(1, 1))


def wait_for_peaks(view: TimelineView, hour: Hour) -> float:
    """Seconds until the sound of the whole hour is there."""
    began = time.perf_counter()
    view.fit()
    sound = view.canvas.sound
    while len(sound._coarse) < SENTENCES and time.perf_counter() - began < 60:
        view.canvas.grab()
        QApplication.processEvents()
        time.sleep(0.02)
    return time.perf_counter() - began


def measured(width: int, height: int, ratio: float) -> dict[str, object]:
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    hour, theme = Hour(), Theme("dark")
    memory = psutil.Process()
    before = memory.memory_info().rss
    began = time.perf_counter()
    view = TimelineView(hour, theme)  # type: ignore[arg-type]
    view.resize(width, height)
    view.show()
    view.canvas.grab()
    shown = (time.perf_counter() - began) * 1000
    peaks = wait_for_peaks(view, hour)
    frames = Frames(view.canvas, ratio)
    view.canvas.setUpdatesEnabled(False)  # each frame is painted once, into the picture
    began = time.perf_counter()
    hour.timeline_changed.emit()
    relaid = (time.perf_counter() - began) * 1000
    runs: dict[str, Callable[[], Iterator[QRect | None]]] = {
        "scroll, 400 px/s": lambda: scrolling(view, 400),
        "scroll, 160 px/s": lambda: scrolling(view, 160),
        "scroll, 60 px/s": lambda: scrolling(view, 60),
        "scroll, 20 px/s": lambda: scrolling(view, 20),
        "scroll, 5 px/s": lambda: scrolling(view, 5),
        "zoom, hour to word": lambda: zooming(view),
        "whole hour": lambda: whole(view),
        "playhead": lambda: playing(view, hour),
        "pointing": lambda: pointing(view),
    }
    times = {name: frames.run(run()) for name, run in runs.items()}
    return {
        "words": len(hour.timeline.words),
        "seconds": hour.timeline.duration / SAMPLE_RATE,
        "size": [width, height, ratio],
        "shown_ms": round(shown, 1),
        "laid_out_ms": round(relaid, 1),
        "peaks_s": round(peaks, 1),
        "memory_mib": round((memory.memory_info().rss - before) / 2**20, 1),
        "frames_ms": {
            name: {
                "median": round(float(np.median(each, axis=0)[0]), 2),
                "p95": round(float(np.percentile(each, 95, axis=0)[0]), 2),
                "worst": round(max(each)[0], 2),
                "p95_work": round(float(np.percentile(each, 95, axis=0)[1]), 2),
            }
            for name, each in times.items()
        },
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--height", type=int, default=300)
    parser.add_argument("--ratio", type=float, default=1.0, help="device pixels in a pixel")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = measured(options.width, options.height, options.ratio)
    if options.json:
        print(json.dumps(result, indent=1))
        return 0
    print(f"{result['words']} words, {result['seconds']:.0f} s, {result['size']}")
    print(f"shown in {result['shown_ms']} ms, a new layout taken in in {result['laid_out_ms']} ms")
    print(f"peaks of all takes after {result['peaks_s']} s; {result['memory_mib']} MiB more")
    print(f"\n{'ms a frame':22}{'median':>8}{'p95':>8}{'worst':>8}{'p95 work':>10}")
    frames = result["frames_ms"]
    assert isinstance(frames, dict)
    for name, each in frames.items():
        mark = "" if each["p95"] <= LIMIT else "  over the limit"
        print(
            f"{name:22}{each['median']:8}{each['p95']:8}{each['worst']:8}{each['p95_work']:10}{mark}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
