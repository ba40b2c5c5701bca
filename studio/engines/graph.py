"""The decoder of kokoro's KModel as an ONNX graph of the same weights, in 32-bit floats.

Written down layer by layer after ``kokoro.istftnet``, not traced, so that nothing is in it that is
not needed: no weight norm, no noise, no Fourier transform (the noise is drawn and the spectra are
made by torch, outside, so that the same seed gives the same sound in both), and the style goes
into the scale and shift of each normalisation.

Inputs, all float32: ``text`` (1, 512, frames), ``pitch`` and ``energy`` (1, 2 · frames), ``style``
(1, 128), ``source`` (1, 22, 120 · frames + 1), magnitudes and phases of the harmonic source.
Output: ``spectrum`` (1, 22, 120 · frames + 1), what `Generator` makes magnitudes and phases of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import onnx

OPSET = 18
INPUTS = ("text", "pitch", "energy", "style", "source")


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, value: Any) -> str:
        from onnx import numpy_helper

        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """The name of what comes out, or a list of names."""
        from onnx import helper

        names = [f"value{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names


def decoder_graph(model: Any) -> onnx.ModelProto:
    """``model``: a KModel without weight norm (`lighter.without_weight_norm`)."""
    from onnx import TensorProto, helper

    graph = _Graph()
    spectrum = _decoder(graph, model.decoder)
    graph.nodes.append(helper.make_node("Identity", [spectrum], ["spectrum"]))
    shapes: tuple[list[int | str], ...]
    shapes = ([1, 512, "t"], [1, "p"], [1, "p"], [1, 128], [1, 22, "s"])
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip(INPUTS, shapes, strict=True)
    ]
    output = helper.make_tensor_value_info("spectrum", TensorProto.FLOAT, [1, 22, "s"])
    whole = helper.make_graph(graph.nodes, "decoder", inputs, [output], graph.constants)
    made = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)])
    made.ir_version = 9  # any ONNX Runtime of the last years reads it
    return made


def _decoder(g: _Graph, decoder: Any) -> str:
    first = g.constant(np.array([1]))
    pitch = _convolved(g, decoder.F0_conv, g.op("Unsqueeze", "pitch", first))
    energy = _convolved(g, decoder.N_conv, g.op("Unsqueeze", "energy", first))
    x = _block(g, decoder.encode, g.op("Concat", "text", pitch, energy, axis=1))
    text = _convolved(g, decoder.asr_res[0], "text")
    for block in decoder.decode:
        # All blocks are given these again, up to the one that doubles the frames.
        x = _block(g, block, g.op("Concat", x, text, pitch, energy, axis=1))
    return _generator(g, decoder.generator, x)


def _generator(g: _Graph, generator: Any, x: str) -> str:
    kernels = generator.num_kernels
    for i, up in enumerate(generator.ups):
        source = _convolved(g, generator.noise_convs[i], "source")
        source = _residual(g, generator.noise_res[i], source)
        x = _transposed(g, up, g.op("LeakyRelu", x, alpha=0.1))
        if i == len(generator.ups) - 1:
            x = g.op("Pad", x, g.constant(np.array([0, 0, 1, 0, 0, 0])), mode="reflect")
        x = g.op("Add", x, source)
        blocks = generator.resblocks[i * kernels : (i + 1) * kernels]
        total, *others = (_residual(g, block, x) for block in blocks)
        for other in others:
            total = g.op("Add", total, other)
        x = g.op("Mul", total, g.constant(np.float32(1 / kernels)))
    return _convolved(g, generator.conv_post, g.op("LeakyRelu", x, alpha=0.01))


def _block(g: _Graph, block: Any, x: str) -> str:
    """AdainResBlk1d."""
    is_doubling = block.upsample_type != "none"
    y = g.op("LeakyRelu", _normed(g, block.norm1, x), alpha=0.2)
    if is_doubling:
        y = _transposed(g, block.pool, y)
        x = _doubled(g, x)
    y = _convolved(g, block.conv1, y)
    y = _convolved(g, block.conv2, g.op("LeakyRelu", _normed(g, block.norm2, y), alpha=0.2))
    if block.learned_sc:
        x = _convolved(g, block.conv1x1, x)
    return str(g.op("Mul", g.op("Add", y, x), g.constant(np.float32(np.sqrt(0.5)))))


def _doubled(g: _Graph, x: str) -> str:
    """Every frame twice."""
    twice = g.constant(np.array([1, 1, 2], np.float32))
    how: dict[str, Any] = {"nearest_mode": "floor", "coordinate_transformation_mode": "asymmetric"}
    return str(g.op("Resize", x, "", twice, mode="nearest", **how))


def _residual(g: _Graph, block: Any, x: str) -> str:
    """AdaINResBlock1."""
    firsts = zip(block.adain1, block.alpha1, block.convs1, strict=True)
    seconds = zip(block.adain2, block.alpha2, block.convs2, strict=True)
    for steps in zip(firsts, seconds, strict=True):
        y = x
        for norm, alpha, conv in steps:
            y = _convolved(g, conv, _snake(g, alpha, _normed(g, norm, y)))
        x = g.op("Add", y, x)
    return x


def _snake(g: _Graph, alpha: Any, x: str) -> str:
    """x + sin(alpha x)^2 / alpha"""
    value = _array(alpha)
    sine = g.op("Sin", g.op("Mul", x, g.constant(value)))
    share = g.op("Mul", g.op("Mul", sine, sine), g.constant(1 / value))
    return str(g.op("Add", x, share))


def _normed(g: _Graph, module: Any, x: str) -> str:
    """AdaIN1d: scale and shift are linear in the style, the norm's own folded in."""
    channels = module.norm.num_features
    own, shift = _array(module.norm.weight), _array(module.norm.bias)
    weight, bias = _array(module.fc.weight), _array(module.fc.bias)
    gamma, beta = weight[:channels], weight[channels:]
    weights = np.concatenate([gamma * own[:, None], gamma * shift[:, None] + beta])
    one = 1 + bias[:channels]
    biases = np.concatenate([one * own, one * shift + bias[channels:]])
    both = g.op("Gemm", "style", g.constant(weights), g.constant(biases), transB=1)
    flat = g.op("Reshape", both, g.constant(np.array([2 * channels])))
    scale, offset = g.op("Split", flat, outputs=2, axis=0, num_outputs=2)
    return str(g.op("InstanceNormalization", x, scale, offset, epsilon=module.norm.eps))


def _convolved(g: _Graph, conv: Any, x: str) -> str:
    return str(g.op("Conv", x, *_weights(g, conv), dilations=list(conv.dilation), **_shape(conv)))


def _transposed(g: _Graph, conv: Any, x: str) -> str:
    more = list(conv.output_padding)
    inputs = _weights(g, conv)
    return str(g.op("ConvTranspose", x, *inputs, output_padding=more, **_shape(conv)))


def _weights(g: _Graph, conv: Any) -> list[str]:
    parts = [conv.weight] if conv.bias is None else [conv.weight, conv.bias]
    return [g.constant(_array(part)) for part in parts]


def _shape(conv: Any) -> dict[str, Any]:
    return {
        "kernel_shape": list(conv.kernel_size),
        "strides": list(conv.stride),
        "pads": [conv.padding[0]] * 2,
        "group": conv.groups,
    }


def _array(tensor: Any) -> np.ndarray:
    return np.asarray(tensor.detach().numpy(), np.float32)
