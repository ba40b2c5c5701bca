"""A newcomer's first five minutes in the real window, with the real engine and a sound card.

    python -m tests.real.five_minutes FOLDER {mouse|keys}

Needs a display; writes what happened to FOLDER/report.json and what it looked like to pictures
beside it. `test_window.py` starts it on a screen of its own and listens.
"""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from studio import paths, timeline
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from studio.player import State
from ui.main_window import MainWindow
from ui.session import Session
from ui.theme import Theme

CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton

# About 150 words, nothing of them rendered before.
SCRIPT = """The bakery opens at five, long before the street is awake. Flour hangs in the air like
fog, and the first trays go into the oven one by one. Nobody speaks much at that hour. The radio
murmurs the weather for the coast, and somebody counts the rolls under his breath.

At six the door is unlocked. A nurse comes in first, still in her uniform, and asks for two rolls
and a coffee. "Long night?" the baker wants to know. "Three births," she says, "and all of them
before midnight." He gives her a third roll and will not hear of money.

By eight the shelves are half empty. Children press their noses to the glass, a driver blocks the
road with his van, and the old dog from number nine lies down across the step, where everybody has
to climb over him. It has been like this for thirty years. Nobody would change a thing."""
SCRIPT = "\n\n".join(" ".join(paragraph.split()) for paragraph in SCRIPT.split("\n\n"))


class Newcomer:
    """Somebody at the window; what is found out goes into ``report``."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self.session, self.folder = window, window.session, folder
        self.report: dict[str, Any] = {"troubles": []}
        self.session.trouble.connect(lambda trouble: self.report["troubles"].append(trouble.text))
        self._last = time.perf_counter()
        self.longest = 0.0
        self._heart = QTimer(interval=10)
        self._heart.timeout.connect(self._beat)
        self._heart.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def wait(self, until: Callable[[], object], seconds: float, what: str) -> None:
        loop, over = QEventLoop(), time.monotonic() + seconds
        timer = QTimer(interval=5)
        timer.timeout.connect(lambda: (until() or time.monotonic() > over) and loop.quit())
        timer.start()
        loop.exec()
        if not until():
            state = f"{self.session.status} {self.session.work} {self.report}"
            raise AssertionError(f"not within {seconds} s: {what}; {state}")

    def pause(self, seconds: float) -> None:
        over = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > over, seconds + 1, "time")

    def picture(self, name: str) -> None:
        self.pause(0.1)  # until all is laid out
        self.window.grab().save(str(self.folder / f"{name}.png"))

    def press(self, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        target = QApplication.focusWidget() or self.window
        QTest.keyClick(target, key, modifiers)

    # ── what a newcomer does ────────────────────────────────────────────────────────────────────

    def hear_the_sample(self, seconds: float) -> None:
        """Space on text never rendered, and Space again; notes what should have been heard."""
        self.press(Qt.Key.Key_Space)
        self.wait(self._plays, 60, "sound")
        self.picture("1_playing")
        self.pause(seconds)
        self.press(Qt.Key.Key_Space)
        self.wait(lambda: self.session.status.state is State.PAUSED, 5, "a pause")
        heard = self.session.position
        self.wait(lambda: not self.session.work.busy, 60, "rendering to end")
        pieces, samples = [], 0
        for piece in timeline.stream(self.session.timeline, self.session.takes.by_key):
            pieces.append(piece)
            samples += len(piece)
            if samples >= heard:  # beyond, not everything is rendered
                break
        np.save(self.folder / "sample.npy", np.concatenate(pieces)[:heard])
        self.report["underflows"] = self.session.status.underflows
        self.session.stop()

    def _plays(self) -> bool:
        return self.session.status.state is State.PLAYING

    def paste(self, text: str) -> None:
        QApplication.clipboard().setText(text)
        self.press(Qt.Key.Key_1, CONTROL)
        self.press(Qt.Key.Key_A, CONTROL)
        self.press(Qt.Key.Key_V, CONTROL)
        self.wait(lambda: self.session.document.source == text, 10, "the pasted script")
        # Rendered while the rest is done, as far as it gets.
        self.press(Qt.Key.Key_R, CONTROL)
        self.wait(lambda: self.session.work.busy, 10, "rendering")
        self.picture("2_pasted")

    def change_a_word(self) -> None:
        """ "murmurs" becomes "whispers"."""
        text = self.window.script.text
        cursor = text.document().find("murmurs")
        text.setTextCursor(cursor)
        self.press(Qt.Key.Key_1, CONTROL)
        for letter in "whispers":
            QTest.keyClick(text, letter)
        self.wait(lambda: "whispers the weather" in self.session.document.source, 5, "the word")

    def audition(self, by_mouse: bool) -> None:
        """Three voices, each a little."""
        heard: list[str] = []
        self.session.audition_changed.connect(heard.append)
        self.press(Qt.Key.Key_2, CONTROL)
        view = self.window.voices._view
        for row, digit in ((1, "2"), (2, "3"), (3, "4")):
            if by_mouse:
                rect = view.visualRect(view.model().index(row, 0))
                place = view._delegate.button(rect).center()
                QTest.mouseClick(view.viewport(), LEFT, NONE, place)
            else:
                QTest.keyClick(view, digit)
            position = self.session.status.position
            self.wait(
                lambda before=position: self._plays() and self.session.status.position > before,
                60,
                f"audition {digit}",
            )
            self.pause(0.5)
        self.picture("3_audition")
        self.session.stop_audition()
        self.report["auditioned"] = [voice for voice in heard if voice]

    def move_a_word(self, by_mouse: bool) -> None:
        # "Render everything" means what was changed meanwhile, too.
        self.wait(lambda: self.session.work.to_render == 0, 300, "all rendered")
        canvas = self.window.timeline.canvas
        self.wait(lambda: canvas.is_current and canvas.pacer.is_idle, 10, "the timeline")
        self.press(Qt.Key.Key_5, CONTROL)
        canvas.zoom_to(300, 0)
        canvas.scroll_to(0)
        before = self.session.timeline.words[4]
        if by_mouse:
            self._drag(canvas, before.end, 12)
        else:
            self.press(Qt.Key.Key_Home)
            for key in [Qt.Key.Key_Right] * 4 + [Qt.Key.Key_T] * 2:
                self.press(key)
            self.press(Qt.Key.Key_Right, CONTROL)
        self.wait(lambda: self.session.timeline.words[4] != before, 5, "a moved word")
        after = self.session.timeline.words[4]
        self.report["moved"] = [[before.start, before.end], [after.start, after.end]]
        self.picture("4_moved")

    def _drag(self, canvas: QWidget, sample: int, pixels: int) -> None:
        top, bottom = canvas.lanes.words
        start = QPoint(canvas.lanes.left + round(canvas.axis.x(sample)) - 2, (top + bottom) // 2)
        QTest.mousePress(canvas, LEFT, NONE, start)
        for by in range(0, pixels + 1, 3):
            QTest.mouseMove(canvas, start + QPoint(by, 0))
            self.pause(0.03)
        QTest.mouseRelease(canvas, LEFT, NONE, start + QPoint(pixels, 0))

    def switch_grouping(self, by_mouse: bool) -> None:
        """From phrases to a fixed number of words."""
        before = len(self.session.cues)
        self.press(Qt.Key.Key_3, CONTROL)
        kinds = self.window.cue_table._bar._kind
        if by_mouse:
            QTest.mouseClick(kinds.button("words"), LEFT)
        else:
            for _ in range(12):
                if kinds.isAncestorOf(QApplication.focusWidget()):
                    break
                self.press(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
            self.press(Qt.Key.Key_Left)
        self.wait(lambda: self.session.grouping_text == "words:4", 5, "another grouping")
        self.wait(lambda: len(self.session.cues) != before, 5, "other captions")
        self.report["cues"] = [before, len(self.session.cues)]
        self.picture("5_captions")

    def export(self) -> None:
        self.press(Qt.Key.Key_E, CONTROL)
        dialog = self.window.dialog("export")
        dialog.place.setText(str(self.folder / "bakery"))
        QTest.keyClick(dialog.export_button, Qt.Key.Key_Return)
        self.wait(lambda: (self.folder / "bakery.srt").exists(), 60, "the files")
        self.wait(lambda: not self.window.exporter.phase, 10, "the end of the export")
        self.report["words"] = len(self.session.timeline.words)
        self.report["samples"] = self.session.timeline.duration
        self.report["cue_texts"] = [cue.text for cue in self.session.cues]
        self.picture("6_exported")


def main(folder: Path, how: str) -> None:
    by_mouse = how == "mouse"
    app = QApplication(sys.argv[:1])
    session = Session(KokoroEngine(), weights=functools.cache(model.identity))
    window = MainWindow(session, Theme("light" if by_mouse else "dark"))
    sample = paths.resources() / "samples" / "harbor.txt"
    session.new(sample.read_text(encoding="utf-8"), "Harbor")
    window.show()
    window.activateWindow()  # the screen of the tests has no window manager
    app.processEvents()
    newcomer = Newcomer(window, folder)
    session.start()
    newcomer.wait(lambda: session.work.loaded, 60, "the engine")
    newcomer.picture("0_start")
    newcomer.report["while_loading_ms"] = round(newcomer.longest * 1000)
    newcomer.longest = 0.0
    newcomer.hear_the_sample(12)
    newcomer.paste(SCRIPT if by_mouse else SCRIPT.split("\n\n")[0])
    newcomer.change_a_word()
    newcomer.audition(by_mouse)
    newcomer.move_a_word(by_mouse)
    newcomer.switch_grouping(by_mouse)
    newcomer.export()
    newcomer.report["longest_ms"] = round(newcomer.longest * 1000)
    begun = time.perf_counter()
    window._leave(True)
    newcomer.report["closed_s"] = round(time.perf_counter() - begun, 2)
    (folder / "report.json").write_text(json.dumps(newcomer.report, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
