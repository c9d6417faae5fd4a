"""An encoder with one answer: how odd is this word, this text, this reason?

The encoder reads a unit (:mod:`.units`), one number comes out, the log-odds of odd; the loss may add R-Drop, which asks
two passes with different dropout to agree.
"""

from collections.abc import Sequence

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, logsigmoid

from pingce.systems.learning.anchored import anchor_weights, stacked
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.trainer import bucketed

from .units import Tokened

BATCH = 64


class JudgeNetwork(torch.nn.Module):
    """A layer over the first token's vector and the mean of the target's."""

    def __init__(self, pretrained: Pretrained, dropout: float) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.mixed = torch.nn.Linear(2 * pretrained.width, pretrained.width)
        self.out = torch.nn.Linear(pretrained.width, 1)
        self.pad: int = pretrained.tokenizer.pad_token_id

    def forward(self, units: Sequence[Tokened]) -> torch.Tensor:
        """Log-odds."""
        ids, mask = stacked([unit.ids for unit in units], self.pad)
        where = device()
        states = self.encoder(input_ids=ids.to(where), attention_mask=mask.to(where)).last_hidden_state
        weights = anchor_weights([unit.targets for unit in units], ids.shape[1]).to(where)
        target = torch.einsum("bt,btw->bw", weights, states.float())
        both = self.dropout(torch.cat([states[:, 0].float(), target], dim=-1))
        logits: torch.Tensor = self.out(self.dropout(torch.tanh(self.mixed(both))))[:, 0]
        return logits.float()


def judge_loss(
    judge: JudgeNetwork, units: Sequence[Tokened], yes: torch.Tensor, weights: torch.Tensor, *, rdrop: float
) -> torch.Tensor:
    """Cross-entropy; with R-Drop two passes under different dropout, which must also agree with each other."""
    if rdrop == 0:
        return _weighted(judge(units), yes, weights)
    first, other = judge(units), judge(units)
    agreed = (divergence(first, other) * weights).sum() / weights.sum()
    return (_weighted(first, yes, weights) + _weighted(other, yes, weights)) / 2 + rdrop * agreed


def _weighted(logits: torch.Tensor, yes: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    return (binary_cross_entropy_with_logits(logits, yes, reduction="none") * weights).sum() / weights.sum()


def divergence(first: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """The mean of both Kullback–Leibler divergences between two yes/no distributions."""
    difference = logsigmoid(first) - logsigmoid(other)
    opposite = logsigmoid(-first) - logsigmoid(-other)
    gap, counter = torch.sigmoid(first) - torch.sigmoid(other), torch.sigmoid(-first) - torch.sigmoid(-other)
    return (gap * difference + counter * opposite) / 2


@torch.no_grad()
def log_odds(judge: JudgeNetwork, units: Sequence[Tokened], precision: Precision) -> list[float]:
    """In the order of the units; batches hold similar lengths."""
    judge.eval()
    odds = [0.0] * len(units)
    for batch in bucketed([len(unit.ids) for unit in units], BATCH, seed=0, epoch=0) if units else []:
        with autocast(precision):
            values = judge([units[i] for i in batch])
        for i, value in zip(batch, values.tolist(), strict=True):
            odds[i] = value
    return odds
