"""An encoder that reads a text once, proposes anchors in it and then says, for each anchor, what belongs to it.

Reading costs nearly everything; an anchor costs one small layer. The anchor's vector, its product with every token's
and the distance between the two is what the layer sees.
"""

from collections.abc import Sequence

import torch

from .computing import device
from .encoder import padded

FARTHEST = 48
"""Distances beyond this many tokens look alike."""


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
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.anchor = torch.nn.Linear(width, anchor_outputs)
        self.of_token = torch.nn.Linear(width, hidden)
        self.of_anchor = torch.nn.Linear(width, hidden)
        self.of_product = torch.nn.Linear(width, hidden)
        self.of_distance = torch.nn.Embedding(2 * FARTHEST + 1, hidden)
        self.mixed = torch.nn.Linear(hidden, hidden)
        self.out = torch.nn.Linear(hidden, outputs)
        self.label = torch.nn.Linear(2 * width, labels)

    def read(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        dropped: torch.Tensor = self.dropout(states)
        return dropped

    def forward(
        self, states: torch.Tensor, texts: torch.Tensor, anchors: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """For rows of (number of the text, its anchor as weights over tokens): outputs per token, and labels."""
        rows = states[texts]
        at = torch.bmm(anchors.unsqueeze(1), rows).squeeze(1)
        first = anchors.argmax(dim=1, keepdim=True)
        steps = torch.arange(rows.shape[1], device=rows.device).unsqueeze(0) - first
        mixed = (
            self.of_token(states)[texts]
            + self.of_anchor(at).unsqueeze(1)
            + self.of_product(rows * at.unsqueeze(1))
            + self.of_distance(steps.clamp(-FARTHEST, FARTHEST) + FARTHEST)
        )
        mixed = torch.nn.functional.gelu(mixed)
        mixed = torch.nn.functional.gelu(self.mixed(self.dropout(mixed))) + mixed
        labels = self.label(torch.cat((rows[:, 0], at), dim=1))
        return self.out(mixed), labels


def stacked(rows: Sequence[Sequence[int]], fill: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Token numbers filled up to the longest, and which are real."""
    ids = padded(rows, fill)
    lengths = torch.tensor([len(row) for row in rows])
    return ids, (torch.arange(ids.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)).long()


def read_states(network: AnchoredNetwork, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
    """The states of texts given as token numbers; those of what fills up mean nothing."""
    ids, mask = stacked(rows, pad)
    return network.read(ids.to(device()), mask.to(device()))


def anchor_weights(anchors: Sequence[Sequence[int]], width: int) -> torch.Tensor:
    """Each anchor's tokens with equal weights that sum to 1."""
    weights = torch.zeros(len(anchors), width)
    for row, tokens in enumerate(anchors):
        weights[row, list(tokens)] = 1 / len(tokens)
    return weights
