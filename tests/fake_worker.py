"""A speech process without its model: run as ``python -m tests.fake_worker`` by KokoroEngine.

It takes a moment for each piece, dies in the middle of any sentence that says "Boom", cannot
measure one that says "Crack" nor any that is measured with it, and writes down what it was asked
for in the file that FAKE_WORKER_LOG names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from typing import Any

from studio.engines.worker import Measured, Wanted, main
from studio.errors import StudioError
from studio.words import Unit
from tests.fakes import FakeSpeaker


class Speaker(FakeSpeaker):
    def __init__(self, threads: int) -> None:
        super().__init__()

    def warm_up(self) -> None:
        pass

    def measure(self, wanted: Sequence[Wanted]) -> list[Measured | StudioError]:
        if any("Boom" in each.text for each in wanted):
            os._exit(9)
        if any("Crack" in each.text for each in wanted):
            raise RuntimeError("a tensor is too large")
        return super().measure(wanted)

    def speak(
        self, text: str, units: Sequence[Unit], voice: str, speed: float, live: bool
    ) -> Iterator[tuple[Any, Any]]:
        with open(os.environ["FAKE_WORKER_LOG"], "a", encoding="utf-8") as log:
            log.write(text + "\n")
        for piece in super().speak(text, units, voice, speed, live):
            yield piece
            time.sleep(0.1)
            if "Boom" in text:
                os._exit(9)


if __name__ == "__main__":
    main(Speaker)
