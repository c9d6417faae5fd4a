"""Networks that say something of every pair of a text's tokens: word–word relations (W2NER) and GlobalPointer.

Both give texts × tokens × tokens × numbers. Pairs with a token behind a text's end mean nothing.
"""

from collections.abc import Sequence

import torch
from torch.nn.functional import gelu

from .anchored import stacked
from .device import device
from .encoder import Pretrained

STEPS = (1, 2, 4, 8, 16, 32, 64)
"""Distances of two tokens that are told apart, in either direction."""
TRAIT = 20
"""Numbers for a distance, and for the side of the diagonal."""
DILATIONS = (1, 2, 3)
START = 7.0
"""How far ahead "no relation" starts, as hardly any pair has one.

A network that starts even learns this first, in steps so steep that the optimizer, which remembers them for a thousand
more, makes all that follow tiny.
"""
BASE = 10000.0
"""Of the angles by which GlobalPointer knows distances."""


class WordPairs(torch.nn.Module):
    """The network of W2NER (Li et al. 2022): LSTM, conditional normalisation, distances, dilated convolutions and two
    predictors whose numbers are added up. The first of its numbers stands for no relation.
    """

    def __init__(self, pretrained: Pretrained, size: int, *, hidden: int, channels: int, dropout: float) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.lstm = torch.nn.LSTM(pretrained.width, hidden // 2, batch_first=True, bidirectional=True)
        self.norm = torch.nn.LayerNorm(hidden, elementwise_affine=False)
        self.scale, self.shift = torch.nn.Linear(hidden, hidden), torch.nn.Linear(hidden, hidden)
        self.distance = torch.nn.Embedding(2 * len(STEPS) + 1, TRAIT)
        self.side = torch.nn.Embedding(2, TRAIT)
        self.narrow = torch.nn.Conv2d(hidden + 2 * TRAIT, channels, 1)
        self.near = torch.nn.ModuleList(
            torch.nn.Conv2d(channels, channels, 3, groups=channels, dilation=step, padding=step) for step in DILATIONS
        )
        self.mixed = torch.nn.Linear(len(DILATIONS) * channels, channels)
        self.row, self.column = torch.nn.Linear(hidden, channels), torch.nn.Linear(hidden, channels)
        self.product = torch.nn.Parameter(torch.empty(size, channels + 1, channels + 1))
        torch.nn.init.xavier_normal_(self.product)
        self.out = torch.nn.Linear(channels, size)
        with torch.no_grad():
            self.out.bias[0] += START

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        ids, real = (tensor.to(device()) for tensor in stacked(rows, pad))
        states = self.encoder(input_ids=ids, attention_mask=real).last_hidden_state
        words = self._in_order(self.dropout(states), real)
        count, size = ids.shape
        # Of the pair (i, j): the vector of j, normalised as i asks.
        pairs = self.scale(words).unsqueeze(2) * self.norm(words).unsqueeze(1) + self.shift(words).unsqueeze(2)
        distances, sides = pair_traits(size)
        traits = torch.cat((self.distance(distances.to(ids.device)), self.side(sides.to(ids.device))), dim=-1)
        grid = torch.cat((pairs, traits.expand(count, -1, -1, -1).to(pairs.dtype)), dim=-1).permute(0, 3, 1, 2)
        outside = ~(real[:, None, :, None] * real[:, None, None, :]).bool()
        grid = gelu(self.narrow(self.dropout(grid))).masked_fill(outside, 0.0)
        seen = []
        for layer in self.near:
            grid = gelu(layer(grid)).masked_fill(outside, 0.0)
            seen.append(grid)
        near = gelu(self.mixed(self.dropout(torch.cat(seen, dim=1).permute(0, 2, 3, 1))))
        numbers: torch.Tensor = self.out(near) + self._products(words)
        return numbers

    def _in_order(self, states: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        """What the LSTM makes of texts of different lengths, in full precision."""
        with torch.autocast(states.device.type, enabled=False):
            packed = torch.nn.utils.rnn.pack_padded_sequence(
                states.float(), real.sum(dim=1).cpu(), batch_first=True, enforce_sorted=False
            )
            words, _ = torch.nn.utils.rnn.pad_packed_sequence(
                self.lstm(packed)[0], batch_first=True, total_length=real.shape[1]
            )
        return words

    def _products(self, words: torch.Tensor) -> torch.Tensor:
        left, right = (gelu(layer(self.dropout(words))) for layer in (self.row, self.column))
        left, right = (torch.cat((part, torch.ones_like(part[..., :1])), dim=-1) for part in (left, right))
        return torch.einsum("bix,rxy,bjy->bijr", left, self.product.to(left.dtype), right)


def pair_traits(size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Of every pair of places the class of their distance, and whether the second stands before the first."""
    places = torch.arange(size)
    steps = places.unsqueeze(0) - places.unsqueeze(1)
    classes = torch.bucketize(steps.abs(), torch.tensor(STEPS), right=True)
    return torch.where(steps < 0, classes + len(STEPS), classes) * (steps != 0), (steps < 0).long()


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
        missed = torch.logsumexp(torch.cat((torch.zeros_like(chosen[:1]), chosen)), dim=0)
    else:
        missed = torch.zeros(kinds, device=numbers.device)
    left_out = torch.logsumexp(torch.cat((torch.zeros_like(wrong[:1]), wrong)), dim=0)
    return (missed + left_out).mean()
