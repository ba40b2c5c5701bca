"""The texts as they stand in the code, with "1 sentence" and "2 sentences" for "%n sentence(s)"."""

from __future__ import annotations

import re

from PySide6.QtCore import QTranslator

_ENDING = re.compile(r"\((e?s)\)")


class EnglishPlurals(QTranslator):
    """To be installed below the translation into another language, if there is one."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return text if n < 0 else _ENDING.sub("" if n == 1 else r"\1", text)
