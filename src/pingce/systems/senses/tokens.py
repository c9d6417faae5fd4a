"""Sentences and glosses as an encoder's tokens, the target's tokens known."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from pingce.systems.learning.device import device
from pingce.systems.learning.encoder import Pretrained, padded

from .target import Window

WASTE = 1.25


class TargetTokens(NamedTuple):
    """Token numbers, and the places of those that belong to the target."""

    ids: list[int]
    targets: list[int]


def context_tokens(pretrained: Pretrained, windows: Sequence[Window]) -> list[TargetTokens]:
    """Without any target token the first one, which stands for the sentence, is the target."""
    encoded = _encoded(pretrained, [window.text for window in windows])
    read = []
    for window, ids, places in zip(windows, encoded["input_ids"], encoded["offset_mapping"], strict=True):
        targets = [i for i, (start, end) in enumerate(places) if not window.places.isdisjoint(range(start, end))]
        read.append(TargetTokens(ids, targets or [0]))
    return read


def text_tokens(pretrained: Pretrained, texts: Sequence[str]) -> list[TargetTokens]:
    return [TargetTokens(ids, [0]) for ids in _encoded(pretrained, texts)["input_ids"]]


def _encoded(pretrained: Pretrained, texts: Sequence[str]) -> dict[str, Any]:
    longest = pretrained.encoder.config.max_position_embeddings  # type: ignore[union-attr]
    encoded: dict[str, Any] = pretrained.tokenizer(
        list(texts), truncation=True, max_length=longest, return_offsets_mapping=True
    )
    return encoded


def pooled(
    encoder: torch.nn.Module,
    batch: Sequence[TargetTokens],
    fill: int,
    pool: Callable[[torch.Tensor, Sequence[TargetTokens]], torch.Tensor],
) -> torch.Tensor:
    """One vector per text, made by ``pool`` from the last layer; texts of similar length are read together."""
    parts, order = [], []
    for chunk in chunks([len(tokens.ids) for tokens in batch]):
        read = [batch[i] for i in chunk]
        ids = padded([tokens.ids for tokens in read], fill).to(device())
        mask = padded([[1] * len(tokens.ids) for tokens in read], 0).to(device())
        parts.append(pool(encoder(input_ids=ids, attention_mask=mask).last_hidden_state, read).float())
        order += chunk
    back = torch.tensor(order, device=parts[0].device).argsort()
    return torch.cat(parts)[back]


def chunks(lengths: Sequence[int]) -> list[list[int]]:
    """Places in the order of their lengths, parted where padding would waste more than a quarter."""
    cut: list[list[int]] = []
    for i in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        if not cut or lengths[i] > WASTE * lengths[cut[-1][0]]:
            cut.append([])
        cut[-1].append(i)
    return cut


def first_vectors(vectors: torch.Tensor, _batch: Sequence[TargetTokens]) -> torch.Tensor:
    return vectors[:, 0]


def target_vectors(vectors: torch.Tensor, batch: Sequence[TargetTokens]) -> torch.Tensor:
    """The mean over each text's target tokens."""
    weights = torch.zeros(vectors.shape[:2], device=vectors.device, dtype=vectors.dtype)
    for row, tokens in enumerate(batch):
        weights[row, tokens.targets] = 1 / len(tokens.targets)
    return torch.einsum("bt,btw->bw", weights, vectors)
