"""A network that says something of every pair of a text's tokens: GlobalPointer.

It gives texts × tokens × tokens × numbers. Pairs with a token behind a text's end mean nothing.
"""

from collections.abc import Sequence

import torch

from .anchored import stacked
from .device import device
from .encoder import Pretrained

BASE = 10000.0
"""Of the angles by which GlobalPointer knows distances."""


class GlobalPointer(torch.nn.Module):
    """Su 2022: of every pair of tokens and every kind, how well they are its two ends; distances come as rotations."""

    def __init__(self, pretrained: Pretrained, kinds: int, *, head: int, dropout: float) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.kinds, self.head = kinds, head
        self.ends = torch.nn.Linear(pretrained.width, 2 * kinds * head)

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        ids, real = (tensor.to(device()) for tensor in stacked(rows, pad))
        states = self.encoder(input_ids=ids, attention_mask=real).last_hidden_state
        count, size = ids.shape
        both = self.ends(self.dropout(states)).view(count, size, self.kinds, 2, self.head)
        first, last = (rotated(part) for part in (both[..., 0, :], both[..., 1, :]))
        numbers: torch.Tensor = torch.einsum("bikd,bjkd->bijk", first, last) / self.head**0.5
        return numbers


def rotated(vectors: torch.Tensor) -> torch.Tensor:
    """Texts × tokens × kinds × numbers, turned by angles that grow with the place (RoPE)."""
    size, head = vectors.shape[1], vectors.shape[-1]
    speeds = BASE ** (-torch.arange(0, head, 2, device=vectors.device) / head)
    angles = (torch.arange(size, device=vectors.device).unsqueeze(1) * speeds).repeat_interleave(2, dim=1).unsqueeze(1)
    turned = torch.stack((-vectors[..., 1::2], vectors[..., ::2]), dim=-1).flatten(-2)
    return vectors * angles.cos().to(vectors.dtype) + turned * angles.sin().to(vectors.dtype)


def pair_loss(numbers: torch.Tensor, right: Sequence[tuple[int, int, int]]) -> torch.Tensor:
    """Of a text, over (first, second, kind): right pairs above nothing, all others below, by kind and then their mean.

    Su's softmax for several right answers, which needs no weights although hardly any pair is right.
    """
    kinds = numbers.shape[-1]
    wrong = numbers.reshape(-1, kinds)
    if right:
        at = torch.tensor(right, device=numbers.device)
        asked = torch.zeros(numbers.shape, dtype=torch.bool, device=numbers.device)
        asked[at[:, 0], at[:, 1], at[:, 2]] = True
        wrong = numbers.masked_fill(asked, float("-inf")).reshape(-1, kinds)
        chosen = (-numbers).masked_fill(~asked, float("-inf")).reshape(-1, kinds)
        found = torch.logsumexp(torch.cat((torch.zeros_like(chosen[:1]), chosen)), dim=0)
    else:
        found = torch.zeros(kinds, device=numbers.device)
    left_out = torch.logsumexp(torch.cat((torch.zeros_like(wrong[:1]), wrong)), dim=0)
    return (found + left_out).mean()
