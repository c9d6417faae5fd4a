"""An encoder that reads a text once, proposes anchors in it and then says, for each anchor, what belongs to it.

Reading costs most; an anchor costs one small layer of attention. The anchor's vector, its product with every token's
and the distance between the two is what that layer starts from.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch.nn.functional import gelu, scaled_dot_product_attention

from .device import device
from .encoder import padded
from .token_features import NUMBERS, TokenFeatures, filled_up

FARTHEST = 48
"""Distances beyond this many tokens look alike."""
HEADS = 4


class TextStates(NamedTuple):
    """States of texts (texts × tokens × numbers), and which tokens are real; the states of others mean nothing."""

    states: torch.Tensor
    real: torch.Tensor

    @property
    def width(self) -> int:
        return self.states.shape[1]


class Attention(torch.nn.Module):
    """Tokens look at each other, each adds to itself what it found."""

    def __init__(self, size: int, dropout: float) -> None:
        super().__init__()
        self.before, self.after = torch.nn.LayerNorm(size), torch.nn.LayerNorm(size)
        self.asked, self.told = torch.nn.Linear(size, 3 * size), torch.nn.Linear(size, size)
        self.up, self.down = torch.nn.Linear(size, 2 * size), torch.nn.Linear(2 * size, size)
        self.dropout = torch.nn.Dropout(dropout)

    def forward(self, rows: torch.Tensor, real: torch.Tensor) -> torch.Tensor:
        count, tokens, size = rows.shape
        parts = self.asked(self.before(rows)).view(count, tokens, 3, HEADS, size // HEADS).permute(2, 0, 3, 1, 4)
        attended = scaled_dot_product_attention(parts[0], parts[1], parts[2], attn_mask=real[:, None, None, :])
        rows = rows + self.dropout(self.told(attended.transpose(1, 2).reshape(count, tokens, size)))
        mixed: torch.Tensor = rows + self.dropout(self.down(gelu(self.up(self.after(rows)))))
        return mixed


class AnchoredNetwork(torch.nn.Module):
    """``anchor_outputs`` numbers per token; ``outputs`` per token and anchor; ``labels`` per anchor as a whole."""

    def __init__(
        self,
        encoder: torch.nn.Module,
        width: int,
        *,
        anchor_outputs: int,
        outputs: int,
        labels: int,
        hidden: int,
        dropout: float,
        kinds: int = 1,
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.traits = torch.nn.Embedding(len(NUMBERS), hidden, padding_idx=0)
        self.narrow = torch.nn.Linear(width, hidden)
        self.text = Attention(hidden, dropout)
        self.anchor = torch.nn.Linear(hidden, anchor_outputs)
        self.of_token = torch.nn.Linear(hidden, hidden)
        self.of_anchor = torch.nn.Linear(hidden, hidden)
        self.of_product = torch.nn.Linear(hidden, hidden)
        self.of_distance = torch.nn.Embedding(2 * FARTHEST + 1, hidden)
        self.of_kind = torch.nn.Embedding(kinds, hidden)
        self.around = Attention(hidden, dropout)
        self.out = torch.nn.Linear(hidden, outputs)
        self.label = torch.nn.Linear(2 * hidden, labels)
        for table in (self.traits, self.of_distance, self.of_kind):
            torch.nn.init.normal_(table.weight, std=0.2)

    def read(self, ids: torch.Tensor, real: torch.Tensor, traits: torch.Tensor) -> torch.Tensor:
        """Vectors of all tokens: what the encoder sees, narrowed, with the traits of the words added."""
        states = self.encoder(input_ids=ids, attention_mask=real.long()).last_hidden_state
        narrow = self.narrow(self.dropout(states)) + self.traits(traits).sum(dim=2)
        mixed: torch.Tensor = self.text(narrow, real)
        return mixed

    def forward(
        self, read: TextStates, texts: torch.Tensor, anchors: torch.Tensor, kinds: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """For rows of (number of the text, its anchor as weights over tokens): outputs per token, and labels."""
        states = self.dropout(read.states)
        # Not states[texts]: its gradient is added up in an order that changes from run to run.
        rows = states.index_select(0, texts)
        at = torch.bmm(anchors.to(rows.dtype).unsqueeze(1), rows).squeeze(1)
        first = anchors.argmax(dim=1, keepdim=True)
        steps = torch.arange(rows.shape[1], device=rows.device).unsqueeze(0) - first
        kinds = torch.zeros_like(texts) if kinds is None else kinds
        mixed = (
            self.of_token(states).index_select(0, texts)
            + (self.of_anchor(at) + self.of_kind(kinds)).unsqueeze(1)
            + self.of_product(rows * at.unsqueeze(1))
            + self.of_distance(steps.clamp(-FARTHEST, FARTHEST) + FARTHEST)
        )
        mixed = self.around(gelu(mixed), read.real[texts])
        chosen = mixed[torch.arange(len(mixed), device=mixed.device), first.squeeze(1)]
        return self.out(mixed), self.label(torch.cat((chosen, at), dim=1))


def stacked(rows: Sequence[Sequence[int]], fill: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers filled up to the longest, and which are real."""
    ids = padded(rows, fill)
    lengths = torch.tensor([len(row) for row in rows])
    return ids, (torch.arange(ids.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)).long()


def read_states(network: AnchoredNetwork, rows: Sequence[TokenFeatures], pad: int) -> TextStates:
    """Several texts at once through the network, on the device it is on."""
    ids, mask = stacked([row.ids for row in rows], pad)
    real = mask.bool().to(device())
    return TextStates(network.read(ids.to(device()), real, torch.tensor(filled_up(rows)).to(device())), real)


def anchor_weights(anchors: Sequence[Sequence[int]], width: int) -> torch.Tensor:
    """Each anchor's tokens with equal weights that sum to 1."""
    weights = torch.zeros(len(anchors), width)
    for row, tokens in enumerate(anchors):
        weights[row, list(tokens)] = 1 / len(tokens)
    return weights
