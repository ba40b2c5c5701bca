"""The vocoder of kokoro's decoder, laid out for the processor.

kokoro keeps one channel after the other in memory. oneDNN's convolutions want all channels of a
moment side by side ("channels last"), and would turn that around before and after each of them,
which takes longer than the convolution. Here all is turned around once. The arithmetic is that of
``kokoro.istftnet.Generator`` with fewer passes over its largest tensors: 5.7 seconds of speech are
128 channels of 27,600 numbers.

With ``half`` the wide convolutions run on 16-bit floats (bfloat16, sums in 32 bits).
"""

from __future__ import annotations

from typing import Any

# Below this the faster form of Snake would be a small difference of large numbers.
_SMALLEST_ALPHA = 1e-3


def harmonics(generator: Any, pitch: Any) -> Any:
    """The source that the voice's pitch gives, as spectra: (1, bins twice, frames)."""
    import torch

    steps = generator.f0_upsamp(pitch[:, None]).transpose(1, 2)
    source, _, _ = generator.m_source(steps)
    magnitudes, phases = generator.stft.transform(source.transpose(1, 2).squeeze(1))
    return torch.cat([magnitudes, phases], dim=1)


def sound_of(generator: Any, spectrum: Any) -> Any:
    """Sound from (1, bins twice, frames): the logarithms of magnitudes, and angles of phases."""
    import torch

    bins = generator.post_n_fft // 2 + 1
    magnitudes, phases = torch.exp(spectrum[:, :bins]), torch.sin(spectrum[:, bins:])
    return generator.stft.inverse(magnitudes, phases)


def channels_last(x: Any) -> Any:
    """(items, channels, length) as (items, channels, 1, length) with the channels side by side."""
    import torch

    return x.unsqueeze(2).contiguous(memory_format=torch.channels_last)


def styled(adain: Any, style: Any) -> tuple[Any, Any]:
    """AdaIN1d, (1 + gamma) * norm(x) + beta, as the weight and bias of one normalisation."""
    gamma, beta = adain.fc(style)[0].chunk(2)
    scale = 1 + gamma
    return scale * adain.norm.weight, scale * adain.norm.bias + beta


class Generator:
    """Takes the place of ``Generator.forward``; made of a module without weight norm."""

    def __init__(self, module: Any, half: bool) -> None:
        self._module = module
        self._noise = [Convolution(conv) for conv in module.noise_convs]
        self._noise_blocks = [_Residual(block, half) for block in module.noise_res]
        self._larger = [Convolution(conv, half) for conv in module.ups]
        self._blocks = [_Residual(block, half) for block in module.resblocks]
        self._last = Convolution(module.conv_post)

    def __call__(self, x: Any, style: Any, pitch: Any) -> Any:
        import torch
        from torch.nn.functional import leaky_relu

        source, x = channels_last(harmonics(self._module, pitch)), channels_last(x)
        stages = len(self._larger)
        for stage in range(stages):
            noise = self._noise_blocks[stage](self._noise[stage](source), style)
            x = self._larger[stage](leaky_relu(x, 0.1))
            if stage == stages - 1:
                x = torch.cat([x[..., 1:2], x], dim=-1)  # a reflection of one
            x = x.add_(noise)
            each = self._module.num_kernels
            first, *others = self._blocks[stage * each : (stage + 1) * each]
            total = first(x, style)
            for block in others:
                total.add_(block(x, style))
            x = total.div_(each)
        spectrum = self._last(leaky_relu(x)).squeeze(2).contiguous()
        return sound_of(self._module, spectrum)


class Convolution:
    """A Conv1d or ConvTranspose1d with channels last. Floats of 32 bits in and out."""

    def __init__(self, conv: Any, half: bool = False) -> None:
        import torch
        from torch.nn import functional

        self._kind = torch.bfloat16 if half else torch.float32
        self._weight = channels_last(conv.weight.detach().to(self._kind))
        self._bias = conv.bias.detach().to(self._kind)
        stride, padding = (1, *conv.stride), (0, *conv.padding)
        self._convolve: Any
        self._how: tuple[Any, ...]
        if conv.transposed:
            self._convolve = functional.conv_transpose2d
            self._how = stride, padding, (0, *conv.output_padding), conv.groups
        else:
            self._convolve = functional.conv2d
            self._how = stride, padding, (1, *conv.dilation), conv.groups

    def __call__(self, x: Any) -> Any:
        return self._convolve(x.to(self._kind), self._weight, self._bias, *self._how).float()


class _Residual:
    """AdaINResBlock1: three times normed, bent and convolved, twice each."""

    def __init__(self, block: Any, half: bool) -> None:
        steps = zip(
            block.adain1,
            block.alpha1,
            block.convs1,
            block.adain2,
            block.alpha2,
            block.convs2,
            strict=True,
        )
        self._steps = [
            (
                (_NormedSnake(norm1, alpha1), Convolution(conv1, half)),
                (_NormedSnake(norm2, alpha2), Convolution(conv2, half)),
            )
            for norm1, alpha1, conv1, norm2, alpha2, conv2 in steps
        ]

    def __call__(self, x: Any, style: Any) -> Any:
        for step in self._steps:
            y = x
            for bend, convolution in step:
                y = convolution(bend(y, style))
            x = y.add_(x)
        return x


class _NormedSnake:
    """AdaIN1d, then Snake: x + sin(alpha x)^2 / alpha.

    That is (x + 1 / 2 alpha) - cos(2 alpha x) / 2 alpha, which takes a pass less as the norm adds
    the constant.
    """

    def __init__(self, norm: Any, alpha: Any) -> None:
        import torch

        self._adain = norm
        self._alpha = alpha.detach().unsqueeze(2)
        self._shift = None
        if self._alpha.abs().min() >= _SMALLEST_ALPHA:
            self._shift = (0.5 / self._alpha).flatten()
            self._twice, self._minus_half = 2 * self._alpha, -0.5 / self._alpha
            self._minus_one = torch.full((1, 1, 1, 1), -1.0)
        else:
            self._share = 1 / self._alpha

    def __call__(self, x: Any, style: Any) -> Any:
        import torch
        from torch.nn.functional import batch_norm

        weight, bias = styled(self._adain, style)
        if self._shift is not None:
            bias = bias + self._shift
        # The mean and variance of each channel of one item are those of the batch.
        x = batch_norm(x, None, None, weight, bias, True, 0.0, self._adain.norm.eps)
        if self._shift is None:
            sine = torch.mul(x, self._alpha).sin_()
            return torch.addcmul(x, sine * self._share, sine, out=x)
        cosine = torch.addcmul(self._minus_one, x, self._twice).cos_()
        return torch.addcmul(x, cosine, self._minus_half, out=x)
