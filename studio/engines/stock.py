"""kokoro's pipeline as it comes, on the same weights: what the benchmark compares with.

``python -m studio.engines.stock`` understands the worker's ``load`` and ``speak`` commands, so that
both engines are timed through the same pipe. The text goes to ``KPipeline`` whole; its times and
its ways of splitting and reading are its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from studio import voices
from studio.document import Word
from studio.engines import model, worker
from studio.engines.phonemes import packaged_tagger
from studio.languages import language
from studio.spoken import Reading
from studio.words import Unit


class StockSpeaker(worker.Speaker):
    def units(self, text: str, readings: Sequence[Reading], code: str) -> tuple[Unit, ...]:
        self._letter = language(code).kokoro
        return ()

    def speak(
        self, text: str, units: Sequence[Unit], voice: str, speed: float, live: bool
    ) -> Iterator[tuple[np.ndarray, tuple[Word, ...]]]:
        import torch

        pipeline = self._pipeline
        if voice not in pipeline.voices:
            style = voices.load_style(voices.parse_voice(voice))
            pipeline.voices[voice] = torch.from_numpy(style.copy()).unsqueeze(1)
        for result in pipeline(text, voice=voice, speed=speed, model=self.acoustic):
            yield result.audio.numpy(), ()

    @cached_property
    def acoustic(self) -> Any:
        import torch
        from kokoro.model import KModel

        torch.set_num_threads(self._threads)
        weights = model.ensure_weights()
        repository = "hexgrad/Kokoro-82M"
        return KModel(repo_id=repository, config=model.config(), model=str(weights.path)).eval()

    @cached_property
    def _pipeline(self) -> Any:
        with packaged_tagger():
            from kokoro import KPipeline

            return KPipeline(self._letter, repo_id="hexgrad/Kokoro-82M", model=False)


if __name__ == "__main__":
    worker.main(StockSpeaker)
