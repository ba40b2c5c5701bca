"""The ways in which the decoder can be run on one loaded model, and which is the fastest here.

- ``torch``: kokoro's own, with less to do for the same sound (`studio.engines.lighter`);
- ``half``: the same with 16-bit floats in the wide convolutions, where the processor has units for
  them;
- ``onnx``: ONNX Runtime, on a graph of the same weights (`studio.engines.graph`) that is written
  into the cache once.

Which one is fastest depends on the processor, so it is tried out when there is nothing else to do,
and remembered. `studio.engines.stock` runs the model as it comes.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, cast

import numpy as np

from studio import files, paths, voices
from studio.document import DEFAULT_VOICE
from studio.engines import acoustic, graph, lighter
from studio.engines.acoustic import Acoustic, TorchAcoustic
from studio.engines.generator import harmonics, sound_of
from studio.errors import CannotWrite

log = logging.getLogger(__name__)

AUTO = "auto"
KINDS = ("torch", "half", "onnx")

TRIAL, GRAPH = 2, 1  # raise them when a way gets faster or slower, and when the graph changes
_ROUNDS = 3
_FRAMES = 60  # of a trial: 1.5 s of speech
_SAMPLE = "ðə hˈɑɹbəɹ wˈeɪks bəfˌɔɹ ðə tˈWn dˈʌz, ænd ðə ɡˈʌlz ˈɑɹɡju."  # as misaki writes it
_WORTH = 0.95  # of the time of torch: what is hardly faster is not worth another way


class OnnxAcoustic(TorchAcoustic):
    """Durations, pitch, noise and spectra by torch; all between by ``session``."""

    def __init__(self, model: Any, session: Any) -> None:
        super().__init__(model)
        self._session, self._generator = session, model.decoder.generator

    def decoded(self, text: Any, pitch: Any, energy: Any, timbre: Any) -> np.ndarray:
        import torch

        inputs = (text, pitch, energy, timbre, harmonics(self._generator, pitch))
        named = dict(zip(graph.INPUTS, (each.numpy() for each in inputs), strict=True))
        spectrum = torch.from_numpy(self._session.run(None, named)[0])
        sound: np.ndarray = sound_of(self._generator, spectrum).reshape(-1).numpy()
        return sound


class Acoustics:
    """A loaded model, and the way in which it is run: ``now``, called ``kind``.

    ``wanted``: one of `KINDS`, or `AUTO` for the fastest as far as known. ``identity`` names the
    weights. Raises what `acoustic.load` raises.
    """

    def __init__(
        self, path: Path, identity: str, config: dict[str, Any], threads: int, wanted: str = AUTO
    ) -> None:
        self._model = acoustic.load(path, config, threads)
        lighter.without_weight_norm(self._model)
        self._identity, self._threads = identity, threads
        self.is_tried = wanted != AUTO
        if wanted == AUTO and (known := fastest(threads)) is not None:
            wanted, self.is_tried = known, True
        self.kind, self.now = "", cast(Acoustic, None)  # until one is used
        if wanted not in KINDS or not self._use(wanted):
            self._use("torch")
        self._tidy_up()

    def try_out(self, is_stopped: Callable[[], bool]) -> None:
        """Find the fastest way, use it and remember it; given up when ``is_stopped``, which is
        asked about once a second."""
        before = self.kind
        plan = self.now.plan(_SAMPLE, voices.load_style(voices.parse_voice(DEFAULT_VOICE)), 1.0)
        seconds: dict[str, float] = {}
        for turn in range(_ROUNDS + 1):
            for kind in KINDS:
                if is_stopped():
                    self._use(before)
                    return
                if turn and kind not in seconds:
                    continue
                if not self._use(kind):
                    continue
                began = time.perf_counter()
                self.now.decode(plan, 0, min(_FRAMES, plan.frames), 0)
                taken = time.perf_counter() - began
                # The first turn is for what each way does only once.
                seconds[kind] = min(seconds.get(kind, taken), taken) if turn > 1 else taken
        best = min(seconds, key=lambda kind: seconds[kind])
        if seconds[best] > _WORTH * seconds["torch"]:
            best = "torch"
        log.info("seconds for %s frames: %s", _FRAMES, seconds)
        self._use(best)
        self.is_tried = True
        self._tidy_up()
        _remember(self._threads, best, seconds)

    def _tidy_up(self) -> None:
        """Keep only the weights of the way that is used from now on."""
        if not self.is_tried:
            return
        if self.kind != "onnx":
            lighter.forget_given(self._model)
            self.__dict__.pop("_session", None)
            return
        decoder = self._model.decoder
        for part in ("encode", "decode"):
            delattr(decoder, part)
        for part in ("resblocks", "noise_res", "noise_convs", "ups"):
            delattr(decoder.generator, part)

    def _use(self, kind: str) -> bool:
        """Whether that is possible here."""
        if kind == self.kind:
            return True
        made = self._made(kind)
        if made is not None:
            self.kind, self.now = kind, made
        return made is not None

    def _made(self, kind: str) -> Acoustic | None:
        if kind == "half" and not lighter.can_be_half():
            return None
        if kind != "onnx":
            return self._lightened(half=kind == "half")
        try:
            return OnnxAcoustic(self._model, self._session)
        except (ImportError, CannotWrite, OSError) as error:
            log.warning("no ONNX Runtime: %s", error)
            return None
        except Exception:  # its errors have no class in common
            log.exception("no ONNX Runtime")
            return None

    def _lightened(self, half: bool) -> TorchAcoustic:
        lighter.lighten(self._model, half)
        return TorchAcoustic(self._model)

    @cached_property
    def _session(self) -> Any:
        """Raises ImportError, CannotWrite and what ONNX Runtime raises."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # Every utterance has another length: an arena would only ever grow.
        options.enable_cpu_mem_arena = False
        # Threads that spin while they wait take a core from the window.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(
            str(self._graph_file()), options, providers=["CPUExecutionProvider"]
        )

    def _graph_file(self) -> Path:
        path = paths.cache() / "model" / f"{self._identity[:40]}-decoder-{GRAPH}.onnx"
        if not path.is_file():
            data = graph.decoder_graph(self._model).SerializeToString()
            files.make_folder(path.parent)
            files.write_whole(path, lambda part: part.write_bytes(data))
        return path


def usual_threads(wanted: int = 0) -> int:
    """How many are used, where ``wanted`` is 0 for as many as sensible."""
    return wanted or min(os.cpu_count() or 1, 4)


# ── what is remembered ──────────────────────────────────────────────────────────────────────────


def fastest(threads: int) -> str | None:
    """The way that was found to be the fastest on this machine; None as long as none was."""
    found = _notes().get(_fingerprint(threads), {})
    kind = found.get("kind") if isinstance(found, dict) else None
    return kind if kind in KINDS else None


def trial(threads: int) -> Mapping[str, float]:
    """Seconds that each way took for the same frames when they were tried."""
    found = _notes().get(_fingerprint(threads), {})
    seconds = found.get("seconds", {}) if isinstance(found, dict) else {}
    return {k: s for k, s in seconds.items() if k in KINDS and isinstance(s, float)}


def _remember(threads: int, kind: str, seconds: Mapping[str, float]) -> None:
    notes = {**_notes(), _fingerprint(threads): {"kind": kind, "seconds": dict(seconds)}}
    text = json.dumps(notes, indent=1)
    try:
        files.make_folder(_notes_file().parent)
        files.write_whole(_notes_file(), lambda part: part.write_text(text, encoding="ascii"))
    except CannotWrite as error:
        log.warning("it will be tried out again: %s", error)


def _notes() -> dict[str, Any]:
    try:
        notes = json.loads(_notes_file().read_text(encoding="ascii"))
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def _notes_file() -> Path:
    return paths.cache() / "model" / "fastest.json"


def _fingerprint(threads: int) -> str:
    """Changes with the processor, and with the packages that do the work."""
    parts = [f"v{TRIAL}", _processor(), f"{threads} threads"]
    for package in ("torch", "onnxruntime"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"no {package}")
    return ", ".join(parts)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    rows = (line.partition(":") for line in lines)
    found = {name.strip(): value.strip() for name, _, value in rows}
    wanted = ("model name", "model", "stepping")
    return " ".join(found[name] for name in wanted if name in found) or platform.machine()
