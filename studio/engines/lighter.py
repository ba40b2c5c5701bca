"""The decoder of kokoro's KModel with less to do for the same sound.

`lighten` changes a loaded model in place: weights are no longer normed anew for every utterance,
the style goes into the scale and shift of the normalisation that is done anyway, and the Snake
activation needs two passes over its input instead of five. The arithmetic is that of
``kokoro.istftnet``; what comes out differs by the rounding of the last digit.

With ``half`` the wide convolutions, and BERT, run on 16-bit floats (bfloat16, sums in 32 bits),
for which some processors have units of their own. That is 0.5 dB of log-spectral distance away, a
third of what two runs with other noise differ by; of 250 durations one is a frame longer or
shorter.
"""

from __future__ import annotations

import copy
from typing import Any


def lighten(model: Any, half: bool = False) -> None:
    import torch

    without_weight_norm(model)
    with torch.no_grad():
        model.bert.__dict__.pop("forward", None)  # of another time
        if half:
            model.bert.forward = _Context(model.bert)
        for module in list(model.decoder.modules()):
            kind = type(module).__name__  # known by name: kokoro need not be imported for it
            if kind == "AdaIN1d":
                module.forward = _Normed(module)
            elif kind == "AdaINResBlock1":
                module.forward = _Residual(module, half)
            elif kind == "AdainResBlk1d":
                for conv in (module.conv1, module.conv2):
                    conv.forward = _Convolution(conv, half)


def forget_full(model: Any) -> None:
    """Drop the 32-bit weights that a model lightened to ``half`` does not need any more; it cannot
    be lightened again."""
    for module in model.decoder.modules():
        kind = type(module).__name__
        convs: tuple[Any, ...] = ()
        if kind == "AdaINResBlock1":
            convs = (*module.convs1, *module.convs2)
        elif kind == "AdainResBlk1d":
            convs = (module.conv1, module.conv2)
        for conv in convs:
            del conv.weight, conv.bias


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
    """AdaIN1d: (1 + gamma) * norm(x) + beta, as one normalisation."""

    def __init__(self, module: Any) -> None:
        self._norm, self._fc = module.norm, module.fc

    def __call__(self, x: Any, style: Any) -> Any:
        from torch.nn.functional import instance_norm

        gamma, beta = self._fc(style)[0].chunk(2)
        scale = 1 + gamma
        return instance_norm(
            x,
            weight=scale * self._norm.weight,
            bias=scale * self._norm.bias + beta,
            eps=self._norm.eps,
        )


class _Residual:
    """AdaINResBlock1: three times normed, bent and convolved, twice each."""

    def __init__(self, module: Any, half: bool) -> None:
        steps = zip(
            module.adain1,
            module.alpha1,
            module.convs1,
            module.adain2,
            module.alpha2,
            module.convs2,
            strict=True,
        )
        self._steps = [
            (
                (_Normed(norm1), _Snake(alpha1), _Convolution(conv1, half)),
                (_Normed(norm2), _Snake(alpha2), _Convolution(conv2, half)),
            )
            for norm1, alpha1, conv1, norm2, alpha2, conv2 in steps
        ]

    def __call__(self, x: Any, style: Any) -> Any:
        for step in self._steps:
            y = x
            for norm, snake, conv in step:
                y = conv(snake(norm(y, style)))
            x = y.add_(x)
        return x


class _Snake:
    """x + sin(alpha x)^2 / alpha, into the place of x."""

    def __init__(self, alpha: Any) -> None:
        self._alpha, self._share = alpha, 1 / alpha

    def __call__(self, x: Any) -> Any:
        import torch

        sine = torch.mul(x, self._alpha).sin_()
        return torch.addcmul(x, sine * self._share, sine, out=x)


class _Convolution:
    def __init__(self, conv: Any, half: bool) -> None:
        import torch

        kind = torch.bfloat16 if half else conv.weight.dtype
        self._weight, self._bias = conv.weight.to(kind), conv.bias.to(kind)
        self._how = conv.stride, conv.padding, conv.dilation, conv.groups

    def __call__(self, x: Any) -> Any:
        from torch.nn.functional import conv1d

        sound = conv1d(x.to(self._weight.dtype), self._weight, self._bias, *self._how)
        return sound.to(x.dtype)
