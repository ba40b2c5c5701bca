"""Start the window: ``python -m ui [FILE]``."""

from __future__ import annotations

import argparse
import functools
import logging
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QLocale, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from studio import __version__, paths, settings
from studio.engines import model
from studio.engines.kokoro import KokoroEngine
from ui.main_window import MainWindow
from ui.plurals import EnglishPlurals
from ui.session import Session
from ui.theme import Theme

log = logging.getLogger(__name__)

SAMPLE = "harbor.txt"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="narration-studio-window")
    parser.add_argument("file", nargs="?", type=Path, help="a narration or a script to open")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    options = parser.parse_args(arguments)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    sys.excepthook = _log_exception

    if not _has_display():
        print("There is no display to show the window on.", file=sys.stderr)
        return 3
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Narration Studio")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("narration-studio")
    _translate(app)
    theme = Theme()
    chosen = settings.load()
    engine = KokoroEngine(chosen["threads"], decoder=chosen["decoder"])
    session = Session(engine, weights=functools.cache(model.identity))
    window = MainWindow(session, theme)
    for warning in chosen.warnings:
        window.messages.say(warning, "warning")
    if options.file is None:
        sample = paths.resources() / "samples" / SAMPLE
        session.new(sample.read_text(encoding="utf-8"), "Harbor")
    window.show()
    # The engine and the sound devices are looked for when the window is there to be looked at.
    QTimer.singleShot(0, session.start)
    if options.file is not None:
        QTimer.singleShot(0, functools.partial(window.open_file, options.file))
    _end_on_signals(app, window)
    code = app.exec()
    window.end()
    return code


def _has_display() -> bool:
    """Qt would end the program with advice that does not help."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not sys.platform.startswith("linux") or any(map(os.environ.get, named))


def _translate(app: QApplication) -> None:
    app.installTranslator(EnglishPlurals(app))
    translator = QTranslator(app)
    if translator.load(QLocale(), "narration-studio", "_", str(paths.resources() / "i18n")):
        app.installTranslator(translator)


def _end_on_signals(app: QApplication, window: MainWindow) -> None:
    """SIGINT and SIGTERM close the window; what is unsaved can be recovered."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: app.exit())  # quit() would have the window ask
    # Python runs its signal handlers only when its interpreter runs.
    waker = QTimer(app, interval=250)
    waker.timeout.connect(lambda: None)
    waker.start()


def _log_exception(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """An exception in a slot ends that slot, not the narration."""
    log.critical("unexpected error", exc_info=(kind, error, trace))


if __name__ == "__main__":
    sys.exit(main())
