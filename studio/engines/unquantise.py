"""The int8 ONNX export of Kokoro turned back into the float weights of kokoro's KModel.

Weights-only dequantisation: the network then runs in float, which an independent recogniser
understands better than the int8 graph run as it is.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

State = dict[str, dict[str, Any]]  # part of KModel → parameter name → tensor

_WEIGHTED = (
    "MatMul",
    "MatMulInteger",
    "ConvInteger",
    "Conv",
    "ConvTranspose",
    "DynamicQuantizeLSTM",
)


def float_weights(export: bytes, config: dict[str, Any]) -> State:
    """State dicts for KModel's parts, in the shape that ``KModel(model=...)`` loads.

    Every parameter of the model is looked up in the export; only the affine part of InstanceNorm
    (ones and zeros) and BERT's pooler (unused) are not there and keep their initial values.

    Raises ValueError when anything else is missing or has another shape.
    """
    import torch

    source = _Export(export)
    model = _untrained(config)
    state: State = {}
    parts = ("bert", "bert_encoder", "predictor", "text_encoder", "decoder")
    for part in parts:
        found: dict[str, Any] = {}
        modules = dict(getattr(model, part).named_modules())
        for name, module in modules.items():
            path = f"{part}.{name}" if name else part
            for key, value in _parameters(source, path, module).items():
                # KModel strips seven characters when a strict load fails: "module."
                tensor = torch.from_numpy(np.ascontiguousarray(value, dtype=np.float32))
                found[f"module.{name}.{key}" if name else f"module.{key}"] = tensor
        state[part] = found
    return state


def _untrained(config: dict[str, Any]) -> Any:
    """A KModel that loaded nothing: it knows the names and shapes of every parameter."""
    import torch
    from kokoro.model import KModel

    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.pth"
        torch.save({}, empty)
        return KModel(repo_id="hexgrad/Kokoro-82M", config=config, model=str(empty))


def _parameters(source: _Export, path: str, module: Any) -> dict[str, np.ndarray]:
    """The module's own parameters (not its children's) as the export holds them."""
    import torch

    own = dict(module.named_parameters(recurse=False))
    if not own:
        return {}
    if isinstance(module, torch.nn.LSTM):
        return source.lstm(path)
    values: dict[str, np.ndarray] = {}
    for key, parameter in own.items():
        if key == "weight_g":
            continue
        name = "weight" if key == "weight_v" else key
        value = source.value(path, name, transposed=isinstance(module, torch.nn.Linear))
        if value is None:
            if not (path.endswith(".norm") or path == "bert.pooler"):
                raise ValueError(f"the export holds no {path}.{key}")
            continue
        if value.shape != tuple(parameter.shape):
            raise ValueError(f"{path}.{key}: {value.shape} instead of {tuple(parameter.shape)}")
        if key == "weight_v":
            values |= _weight_norm(value)
        else:
            values[key] = value
    return values


def _weight_norm(weight: np.ndarray) -> dict[str, np.ndarray]:
    """Split a weight into direction and length. Rows that quantisation made all zero get a
    harmless direction and no length; 0/0 would make the audio NaN."""
    length = np.sqrt((weight**2).sum(axis=(1, 2), keepdims=True))
    direction = np.where(length == 0, np.float32(1), weight)
    return {"weight_v": direction, "weight_g": length}


class _Export:
    """The ONNX file by name: initialisers, and the nodes that hold weights by module path."""

    def __init__(self, export: bytes) -> None:
        import onnx

        graph = onnx.load_model_from_string(export).graph
        self._array = onnx.numpy_helper.to_array
        self._initialisers = {item.name: item for item in graph.initializer}
        self._nodes: dict[str, Any] = {}
        for node in graph.node:
            holds_weight = len(node.input) > 1 and node.input[1] in self._initialisers
            if node.op_type in _WEIGHTED and holds_weight:
                self._nodes.setdefault(_module_path(node.name), node)

    def value(self, path: str, name: str, *, transposed: bool) -> np.ndarray | None:
        """The float value of parameter ``name`` of module ``path``, or None when absent."""
        direct = ("decoder." if path.startswith("decoder") else "encoder.") + f"{path}.{name}"
        if direct in self._initialisers:
            return self._get(direct)
        node = self._nodes.get(path)
        if name != "weight" or node is None:
            quantised = f"{direct}_quantized"
            if quantised not in self._initialisers:
                return None
            return self._dequantise(quantised, np.zeros((), np.int8))
        if node.op_type in ("Conv", "ConvTranspose", "MatMul"):
            value = self._get(node.input[1])
        else:
            value = self._dequantise(node.input[1], self._raw(node.input[3]))
        return value.T if transposed else value

    def lstm(self, path: str) -> dict[str, np.ndarray]:
        """A bidirectional LSTM: (2, input, 4h), (2, h, 4h) and (2, 8h) in the gate order
        i, o, f, c become torch's eight parameters in the order i, f, g, o."""
        node = self._nodes[path]
        inputs, recurrent, bias = (self._raw(node.input[i]) for i in (1, 2, 3))
        scales = self._get(node.input[8]), self._get(node.input[10])
        zeros = self._raw(node.input[9]), self._raw(node.input[11])
        values = {}
        for direction, suffix in enumerate(("l0", "l0_reverse")):
            pairs = zip((inputs, recurrent), scales, zeros, ("ih", "hh"), strict=True)
            for weight, scale, zero, kind in pairs:
                shifted = weight[direction].astype(np.float32) - np.float32(zero[direction])
                values[f"weight_{kind}_{suffix}"] = _torch_gates((shifted * scale[direction]).T)
            halves = np.split(bias[direction], 2)
            values[f"bias_ih_{suffix}"], values[f"bias_hh_{suffix}"] = map(_torch_gates, halves)
        return values

    def _raw(self, name: str) -> np.ndarray:
        return self._array(self._initialisers[name])

    def _get(self, name: str) -> np.ndarray:
        return self._raw(name).astype(np.float32)

    def _dequantise(self, name: str, zero: np.ndarray) -> np.ndarray:
        scale = self._get(name.removesuffix("_quantized") + "_scale")
        return (self._get(name) - zero.astype(np.float32)) * scale


def _torch_gates(rows: np.ndarray) -> np.ndarray:
    i, o, f, c = np.split(rows, 4)
    return np.concatenate([i, f, c, o])


def _module_path(node: str) -> str:
    """``/encoder/text_encoder/cnn.0/cnn.0.0/Conv_quant`` names ``text_encoder.cnn.0.0``,
    ``/encoder/F0.1/conv1/Conv_quant`` ``predictor.F0.1.conv1``."""
    _, _, *parts, _ = node.split("/") if node.count("/") >= 3 else ("", "", node, "")
    path: list[str] = []
    for part in parts:
        if path and part.startswith(path[-1] + "."):
            path[-1] = part
        else:
            path.append(part)
    if path and path[0].split(".")[0] in ("F0", "N", "F0_proj", "N_proj", "shared"):
        path.insert(0, "predictor")
    return ".".join(path)
