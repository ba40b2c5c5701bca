"""kokoro's KModel with less to do for the same sound.

`lighten` changes a loaded model in place: weights are no longer normed anew for every utterance,
the style goes into the scale and shift of the normalisation that is done anyway, and the vocoder is
laid out for the processor (`studio.engines.generator`). The arithmetic is that of
``kokoro.istftnet``; what comes out differs by the rounding of the last digits.

With ``half`` the wide convolutions, and BERT, run on 16-bit floats (bfloat16, sums in 32 bits),
for which some processors have units of their own. That is 0.6 dB of log-spectral distance away, a
third of what two runs with other noise differ by; of 250 durations one is a frame longer or
shorter.
"""

from __future__ import annotations

import copy
from typing import Any

from studio.engines.generator import Convolution, Generator, channels_last, styled


def lighten(model: Any, half: bool = False) -> None:
    import torch

    without_weight_norm(model)
    with torch.no_grad():
        model.bert.__dict__.pop("forward", None)  # of another time
        if half:
            model.bert.forward = _Context(model.bert)
        for block in _blocks(model):
            block.norm1.forward, block.norm2.forward = _Normed(block.norm1), _Normed(block.norm2)
            for conv in (block.conv1, block.conv2):
                conv.forward = _Convolution(conv, half)
        generator = model.decoder.generator
        generator.forward = Generator(generator, half)


def forget_given(model: Any) -> None:
    """Drop the weights that a lightened model has in another form; it cannot be lightened again."""
    generator = model.decoder.generator
    convs = [conv for block in _blocks(model) for conv in (block.conv1, block.conv2)]
    for block in (*generator.resblocks, *generator.noise_res):
        convs += (*block.convs1, *block.convs2)
    for conv in (*convs, *generator.noise_convs, *generator.ups, generator.conv_post):
        del conv.weight, conv.bias


def _blocks(model: Any) -> list[Any]:
    """The decoder's, before the vocoder."""
    return [model.decoder.encode, *model.decoder.decode]


def can_be_half() -> bool:
    """Whether the processor calculates with 16-bit floats by itself."""
    import torch

    try:
        return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    except (AttributeError, RuntimeError):  # a build of torch without oneDNN
        return False


def without_weight_norm(model: Any) -> None:
    """Weights as they are used, instead of a direction and a length to be multiplied each time."""
    from torch.nn.utils import remove_weight_norm

    for module in model.modules():
        if hasattr(module, "weight_g"):
            remove_weight_norm(module)


class _Context:
    """BERT, which is most of what durations cost."""

    def __init__(self, bert: Any) -> None:
        import torch

        self._bert = copy.deepcopy(bert).to(torch.bfloat16)

    def __call__(self, *ids: Any, **how: Any) -> Any:
        return self._bert(*ids, **how).float()


class _Normed:
    """AdaIN1d as one normalisation."""

    def __init__(self, module: Any) -> None:
        self._adain = module

    def __call__(self, x: Any, style: Any) -> Any:
        from torch.nn.functional import instance_norm

        weight, bias = styled(self._adain, style)
        return instance_norm(x, weight=weight, bias=bias, eps=self._adain.norm.eps)


class _Convolution:
    def __init__(self, conv: Any, half: bool) -> None:
        self._convolution = Convolution(conv, half)

    def __call__(self, x: Any) -> Any:
        return self._convolution(channels_last(x)).squeeze(2)
