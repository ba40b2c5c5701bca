"""Questions whose answers take their time: asked on threads of their own, answered in the
window's."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from studio.errors import StudioError

log = logging.getLogger(__name__)


class Asking(QObject):
    """The threads end with the program: nobody waits for a server, or a keyring, to answer."""

    _answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._telling = threading.Lock()
        self._is_over = False
        self._answered.connect(self._call)

    def ask(
        self,
        question: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[StudioError], object],
    ) -> None:
        threading.Thread(target=self._asked, args=(question, done, failed), daemon=True).start()

    def end(self) -> None:
        """No answer is told any more."""
        with self._telling:
            self._is_over = True

    def _asked(
        self,
        question: Callable[[], Any],
        done: Callable[[Any], object],
        failed: Callable[[StudioError], object],
    ) -> None:
        try:
            answer = question()
        except StudioError as error:
            problem = error
        except Exception as error:
            log.exception("a question failed")
            problem = StudioError(f"{type(error).__name__}; see the log.")
        else:
            self.tell(lambda: done(answer))
            return
        self.tell(lambda: failed(problem))

    def tell(self, call: Callable[[], object]) -> None:
        """Have this called in the window's thread; from any thread."""
        with self._telling:
            if not self._is_over:
                self._answered.emit(call)

    @Slot(object)
    def _call(self, call: Callable[[], object]) -> None:
        if not self._is_over:
            call()
