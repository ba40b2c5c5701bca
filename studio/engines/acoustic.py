"""Kokoro's network in two steps: a plan of the whole utterance, then sound, slice by slice.

The steps are those of ``kokoro.model.KModel.forward_with_tokens``, with a seam between them. The
plan (durations, pitch, energy) is about 5 % of the work and decides all of the prosody; the
decoder can then speak any stretch of it. So a first clause is heard early, a cancel takes effect
within a slice, and word times need no sound at all. `studio.engines.kinds` offers other ways of
decoding.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from studio.document import FRAME
from studio.engines import lean

# Frames decoded on both sides of a slice and thrown away, so that convolutions that reach over
# its edges see what is there.
CONTEXT = 12

# What is timed in one go: more is hardly any faster, and takes memory.
AT_ONCE, SYMBOLS_AT_ONCE = 8, 1_000

_FILLING = {"normal_", "uniform_", "kaiming_uniform_", "xavier_uniform_"}
# What the weights may leave out: a norm of its own begins with those that change nothing, and the
# end of BERT is not used.
_LEFT_OUT = re.compile(r"\bnorm\d*\.(weight|bias)$|^pooler\.")


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """What an utterance will sound like. ``durations`` counts frames of 600 samples for each
    symbol, with one more before and after; the rest belongs to the network that made it."""

    durations: tuple[int, ...]
    features: Any

    @property
    def frames(self) -> int:
        return sum(self.durations)


# Symbols, a style and a speed, as `Acoustic.plan` takes them.
Asked = tuple[str, np.ndarray, float]


class Acoustic(Protocol):
    def plan(self, symbols: str, style: np.ndarray, speed: float) -> Plan:
        """``symbols``: 1 to 510, all in the model's vocabulary; ``style``: a voice's table,
        float32 (510, 256)."""

    def durations(self, asked: Sequence[Asked]) -> list[tuple[int, ...]]:
        """Those that `plan` would give for each, for two thirds of its work; for eight at once,
        less than half of that."""

    def decode(self, plan: Plan, start: int, end: int, seed: int) -> np.ndarray:
        """Frames [start, end) as float32 audio of (end - start) * 600 samples. The same seed
        gives the same samples."""


class TorchAcoustic:
    """kokoro's KModel on the CPU."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def plan(self, symbols: str, style: np.ndarray, speed: float) -> Plan:
        import torch

        model = self._model
        with torch.inference_mode():
            ids, lengths, mask, reference = self._given([(symbols, style, speed)])
            d, [(durations, sounding)] = self._timed(ids, lengths, mask, reference, [speed])
            # Which symbol each frame belongs to. Repeating columns is the product with KModel's
            # alignment matrix of zeros and ones.
            owner = torch.repeat_interleave(torch.arange(len(durations)), sounding)
            frames = d.transpose(-1, -2)[:, :, owner]
            pitch, energy = model.predictor.F0Ntrain(frames, reference[:, 128:])
            text = model.text_encoder(ids, lengths, mask)[:, :, owner]
        silence = int(durations[0] - sounding[0])
        return Plan(tuple(durations.tolist()), (text, pitch, energy, reference[:, :128], silence))

    def durations(self, asked: Sequence[Asked]) -> list[tuple[int, ...]]:
        import torch

        found: dict[int, tuple[int, ...]] = {}
        with torch.inference_mode():
            for group in _together([len(symbols) for symbols, _, _ in asked]):
                some = [asked[at] for at in group]
                _, timed = self._timed(*self._given(some), [speed for _, _, speed in some])
                for at, (durations, _) in zip(group, timed, strict=True):
                    found[at] = tuple(durations.tolist())
        return [found[at] for at in range(len(asked))]

    def _given(self, asked: Sequence[Asked]) -> tuple[Any, Any, Any, Any]:
        """The network's inputs: symbols, their number, which of them not to look at, the style."""
        import torch

        vocab = self._model.vocab
        rows = [[0, *(vocab[symbol] for symbol in symbols), 0] for symbols, _, _ in asked]
        longest = max(map(len, rows))
        ids = torch.tensor([row + [0] * (longest - len(row)) for row in rows])
        lengths = torch.tensor([len(row) for row in rows])
        mask = torch.arange(longest)[None] >= lengths[:, None]
        styles = np.concatenate([style[len(s) - 1 : len(s)] for s, style, _ in asked])
        return ids, lengths, mask, torch.from_numpy(styles)

    def _timed(
        self, ids: Any, lengths: Any, mask: Any, reference: Any, speeds: Sequence[float]
    ) -> tuple[Any, list[tuple[Any, Any]]]:
        """The symbols as prosody sees them, and of each row the durations in frames, and how many
        of these are given to the network."""
        import torch

        model = self._model
        context = model.bert(ids, attention_mask=(~mask).int())
        d = self._prosody(model.bert_encoder(context), reference[:, 128:], lengths, mask)
        x = _both_ways(model.predictor.lstm, d, lengths)
        full_speed = torch.sigmoid(model.predictor.duration_proj(x)).sum(dim=-1)
        timed = []
        for row, length, speed in zip(full_speed, lengths.tolist(), speeds, strict=True):
            durations = _frames(row[:length] / speed)
            # In a long lead the network murmurs, as loud as it speaks: it is given a short one,
            # and the rest of the silence is really silent.
            sounding = durations.clone()
            sounding[[0, -1]] = _frames(row[:length] / max(speed, 1))[[0, -1]]
            timed.append((durations, sounding))
        return d, timed

    def _prosody(self, x: Any, style: Any, lengths: Any, mask: Any) -> Any:
        """``DurationEncoder.forward`` of kokoro, without its packed sequences."""
        import torch

        again = style[:, None].expand(-1, x.shape[1], -1)
        layers = self._model.predictor.text_encoder.lstms
        for lstm, norm in zip(layers[::2], layers[1::2], strict=True):
            x = torch.cat([x, again], dim=-1).masked_fill_(mask[..., None], 0.0)
            x = norm(_both_ways(lstm, x, lengths), style)
        return torch.cat([x, again], dim=-1).masked_fill_(mask[..., None], 0.0)

    def decode(self, plan: Plan, start: int, end: int, seed: int) -> np.ndarray:
        import torch

        text, pitch, energy, timbre, silence = plan.features
        sounding = text.shape[-1]
        audio = np.zeros((end - start) * FRAME, np.float32)
        heard, over = max(0, start - silence), min(sounding, end - silence)
        if heard >= over:
            return audio
        first, last = max(0, heard - CONTEXT), min(sounding, over + CONTEXT)
        torch.manual_seed(seed)
        with torch.inference_mode():
            # Pitch and energy have two values for each frame.
            decoded = self.decoded(
                text[:, :, first:last],
                pitch[:, 2 * first : 2 * last],
                energy[:, 2 * first : 2 * last],
                timbre,
            )
        at = (heard + silence - start) * FRAME
        audio[at : at + (over - heard) * FRAME] = decoded[
            (heard - first) * FRAME : (over - first) * FRAME
        ]
        return audio

    def decoded(self, text: Any, pitch: Any, energy: Any, timbre: Any) -> np.ndarray:
        """The sound of some frames, from torch tensors and with torch's noise."""
        sound: np.ndarray = self._model.decoder(text, pitch, energy, timbre).reshape(-1).numpy()
        return sound


def _both_ways(lstm: Any, x: Any, lengths: Any) -> Any:
    """What a bidirectional LSTM of one layer makes of rows that differ in length. torch has a fast
    one for rows of one length only: those that end sooner are turned around for the way back."""
    import torch

    longest = x.shape[1]
    if bool((lengths == longest).all()):
        return lstm(x)[0]
    at = torch.arange(longest)[None]
    turned = torch.where(at < lengths[:, None], lengths[:, None] - 1 - at, at)[..., None]
    names = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0")
    zeros = x.new_zeros(1, len(x), lstm.hidden_size)
    ways = []
    for way, given in (("", x), ("_reverse", x.gather(1, turned.expand_as(x)))):
        weights = [getattr(lstm, name + way) for name in names]
        ways.append(torch.lstm(given, (zeros, zeros), weights, True, 1, 0.0, False, False, True)[0])
    ways[1] = ways[1].gather(1, turned.expand_as(ways[1]))
    return torch.cat(ways, dim=-1)


def _together(lengths: Sequence[int]) -> list[list[int]]:
    """The places of what is timed at once: of similar length, and not too much of it."""
    groups: list[list[int]] = []
    for at in sorted(range(len(lengths)), key=lambda at: lengths[at]):
        last = groups[-1] if groups else []
        if last and len(last) < AT_ONCE and lengths[at] * (len(last) + 1) <= SYMBOLS_AT_ONCE:
            last.append(at)
        else:
            groups.append([at])
    return groups


def _frames(durations: Any) -> Any:
    """Whole frames, at least one each."""
    return durations.round().clamp(min=1).long()


def load(path: Any, config: dict[str, Any], threads: int) -> Any:
    """KModel from a file of weights, on the CPU whatever the hardware. Raises ValueError for a file
    that lacks some, and what ``torch.load`` raises."""
    import torch

    kokoro = lean.import_kokoro()
    torch.set_num_threads(threads)
    nothing = io.BytesIO()
    torch.save({}, nothing)
    nothing.seek(0)
    with _unfilled():
        model = kokoro.KModel(repo_id="hexgrad/Kokoro-82M", config=config, model=nothing)
    # KModel would copy the weights over others; here they take their place.
    found = torch.load(path, map_location="cpu", weights_only=True)
    for name, part in model.named_children():
        weights = {key.removeprefix("module."): value for key, value in found.get(name, {}).items()}
        weights = {key: value.float() for key, value in weights.items()}
        missing = part.load_state_dict(weights, strict=False, assign=True).missing_keys
        if lacking := [each for each in missing if not _LEFT_OUT.search(each)]:
            raise ValueError(f"no weights for {name}.{lacking[0]}")
    return model.eval()


def _unfilled() -> Any:
    """A torch mode in which no memory is filled with numbers at random, nor normed."""
    from torch.overrides import TorchFunctionMode

    class Unfilled(TorchFunctionMode):
        def __torch_function__(self, func: Any, _: Any, args: Any = (), named: Any = None) -> Any:
            name = getattr(func, "__name__", "")
            if name in _FILLING:
                return args[0] if args else named["tensor"]
            if name == "_weight_norm":
                return args[0].detach()
            if name == "norm_except_dim":
                return args[0].new_empty(len(args[0]), *(1 for _ in args[0].shape[1:]))
            return func(*args, **(named or {}))

    return Unfilled()
