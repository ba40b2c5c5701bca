"""ALBERT as kokoro uses it, with the names of Hugging Face's ``AlbertModel``.

To import that one takes two seconds, for the sake of much that is not used here. The network is
that of Lan et al., "ALBERT: A Lite BERT", 2020: one layer, gone through again and again.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


class AlbertConfig(SimpleNamespace):
    """What kokoro's config.json names, and what it leaves to the defaults of transformers."""

    def __init__(self, **values: Any) -> None:
        defaults = {"embedding_size": 128, "type_vocab_size": 2, "layer_norm_eps": 1e-12}
        super().__init__(**{**defaults, **values})


class AlbertModel(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = _Embeddings(config)
        self.encoder = _Encoder(config)

    def forward(self, input_ids: Tensor, attention_mask: Tensor | None = None) -> SimpleNamespace:
        """``input_ids``: (batch, length); ``attention_mask``: the same, 0 where there is nothing.
        ``last_hidden_state`` of what it returns is (batch, length, hidden size)."""
        is_seen = None
        if attention_mask is not None and not attention_mask.all():
            is_seen = attention_mask.bool()[:, None, None, :]
        return SimpleNamespace(last_hidden_state=self.encoder(self.embeddings(input_ids), is_seen))

    @property
    def device(self) -> torch.device:
        return self.embeddings.word_embeddings.weight.device


class _Embeddings(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.embedding_size
        self.word_embeddings = nn.Embedding(config.vocab_size, size)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, size)
        self.LayerNorm = nn.LayerNorm(size, eps=config.layer_norm_eps)

    def forward(self, ids: Tensor) -> Tensor:
        positions = self.position_embeddings.weight[: ids.shape[1]]
        kind = self.token_type_embeddings.weight[0]
        normed: Tensor = self.LayerNorm(self.word_embeddings(ids) + kind + positions)
        return normed


class _Encoder(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self._times = config.num_hidden_layers
        self.embedding_hidden_mapping_in = nn.Linear(config.embedding_size, config.hidden_size)
        group = nn.Module()
        group.albert_layers = nn.ModuleList([_Layer(config)])
        self.albert_layer_groups = nn.ModuleList([group])

    def forward(self, x: Tensor, is_seen: Tensor | None) -> Tensor:
        x = self.embedding_hidden_mapping_in(x)
        layer: Any = self.albert_layer_groups[0].albert_layers[0]  # type: ignore[union-attr, index]
        for _ in range(self._times):
            x = layer(x, is_seen)
        return x


class _Layer(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.attention = _Attention(config)
        self.ffn = nn.Linear(size, config.intermediate_size)
        self.ffn_output = nn.Linear(config.intermediate_size, size)
        self.full_layer_layer_norm = nn.LayerNorm(size, eps=config.layer_norm_eps)

    def forward(self, x: Tensor, is_seen: Tensor | None) -> Tensor:
        x = self.attention(x, is_seen)
        bent = functional.gelu(self.ffn(x), approximate="tanh")
        normed: Tensor = self.full_layer_layer_norm(self.ffn_output(bent) + x)
        return normed


class _Attention(nn.Module):
    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self._heads = config.num_attention_heads
        self.query = nn.Linear(size, size)
        self.key = nn.Linear(size, size)
        self.value = nn.Linear(size, size)
        self.dense = nn.Linear(size, size)
        self.LayerNorm = nn.LayerNorm(size, eps=config.layer_norm_eps)

    def forward(self, x: Tensor, is_seen: Tensor | None) -> Tensor:
        query, key, value = (
            part(x).unflatten(-1, (self._heads, -1)).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=is_seen)
        normed: Tensor = self.LayerNorm(self.dense(seen.transpose(1, 2).flatten(2)) + x)
        return normed
