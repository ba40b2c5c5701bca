"""Make the README's pictures of the window: ``python packaging/make_pictures.py [FOLDER]``.

The real window with the real engine narrates the sample script, offscreen, in light and dark.
"""

from __future__ import annotations

import functools
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SIZE = (1440, 900)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "resources" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as own:
        for name in ("DATA", "CONFIG"):
            os.environ[f"NARRATION_STUDIO_{name}"] = str(Path(own) / name.lower())
        _take_pictures(folder)
    return 0


def _take_pictures(folder: Path) -> None:
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    from studio import paths
    from studio.engines import model
    from studio.engines.kokoro import KokoroEngine
    from ui.main_window import MainWindow
    from ui.session import Session
    from ui.theme import Theme

    def wait(milliseconds: int) -> None:
        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    app = QApplication([])
    theme = Theme()
    session = Session(KokoroEngine(), weights=functools.cache(model.identity))
    window = MainWindow(session, theme)
    sample = paths.resources() / "samples" / "harbor.txt"
    session.new(sample.read_text(encoding="utf-8"), "Harbor")
    for voice in ("af_bella", "am_michael"):
        session.voices.star(voice, True)
    window.resize(*SIZE)
    window.show()
    session.start(sound=False)
    session.render_all()
    while session.work.to_render or session.work.busy or not session.work.loaded:
        wait(200)
    for mode in ("light", "dark"):
        theme.set_mode(mode)
        wait(500)
        window.grab().save(str(folder / f"window-{mode}.png"))
    session.close(discard=True)
    app.quit()


if __name__ == "__main__":
    sys.exit(main())
