"""How a network's numbers per token mean roles: a tag for every token, or a first and a last token per role."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import torch
from torch.nn.functional import cross_entropy

from pingce.spec.shapes import RoleSpans
from pingce.spec.values import Reason
from pingce.systems.learning.pointing import NOWHERE, best_pair
from pingce.systems.learning.tokens import Tokens

from .decode import make_reason
from .rows import ReasonTarget
from .shape import ReasonShape

TokensByRole = dict[str, list[int]]
LONGEST = 24
"""Tokens of a fragment from first to last."""
TAGS_PER_REASON = 10.0
"""Divides the loss over all tokens of a text, of which about so many have a role."""
OFFERED = 6


class RoleHead(Protocol):
    """Losses and readings of a row's outputs (tokens × numbers)."""

    size: int

    def loss(self, outputs: torch.Tensor, row: ReasonTarget) -> torch.Tensor: ...

    def tokens_by_role(self, outputs: torch.Tensor, kind: str) -> TokensByRole: ...

    def likely(self, outputs: torch.Tensor, kind: str) -> Mapping[str, Sequence[Sequence[int]]]:
        """By role, what it might be if it must be something, best first."""


def read_reason(
    head: RoleHead, outputs: torch.Tensor, kind: str, case: RoleSpans, tokens: Tokens, text: str
) -> Reason | None:
    """The reason that a text's numbers stand for, filled up or trimmed by the rules of its type."""
    positions = {role: tokens.positions(marked) for role, marked in head.tokens_by_role(outputs, kind).items()}
    likely = {
        role: [tokens.positions(piece) for piece in pieces] for role, pieces in head.likely(outputs, kind).items()
    }
    return make_reason(kind, case, text, positions, likely)


def _slices(shape: ReasonShape, width: Mapping[str, int]) -> dict[str, slice]:
    slices, at = {}, 0
    for kind in shape.cases:
        slices[kind] = slice(at, at + width[kind])
        at += width[kind]
    return slices


class Tags:
    """One tag per token and type of reason; tokens of a tag need not be neighbours."""

    def __init__(self, shape: ReasonShape) -> None:
        self._shape = shape
        self._slices = _slices(shape, {kind: 1 + len(shape.roles(kind)) for kind in shape.cases})
        self.size = sum(columns.stop - columns.start for columns in self._slices.values())

    def loss(self, outputs: torch.Tensor, row: ReasonTarget) -> torch.Tensor:
        tags = torch.zeros(len(outputs), dtype=torch.long, device=outputs.device)
        for number, role in enumerate(self._shape.roles(row.kind), start=1):
            for token in row.roles.get(role, ()):
                tags[token] = number
        return cross_entropy(outputs[:, self._slices[row.kind]], tags, reduction="sum") / TAGS_PER_REASON

    def tokens_by_role(self, outputs: torch.Tensor, kind: str) -> TokensByRole:
        best = outputs[:, self._slices[kind]].argmax(dim=1).tolist()
        tokens_of: TokensByRole = {}
        for token, number in enumerate(best):
            if number and 0 < token < len(best) - 1:
                tokens_of.setdefault(self._shape.roles(kind)[number - 1], []).append(token)
        return tokens_of

    def likely(self, outputs: torch.Tensor, kind: str) -> Mapping[str, Sequence[Sequence[int]]]:
        shares = outputs[1:-1, self._slices[kind]].softmax(dim=1)
        most = min(OFFERED, len(shares))
        return {
            role: [[token + 1] for token in shares[:, number].topk(most).indices.tolist()]
            for number, role in enumerate(self._shape.roles(kind), start=1)
        }


class Pointers:
    """First and last token of every role."""

    def __init__(self, shape: ReasonShape) -> None:
        self._shape = shape
        self._slices = _slices(shape, {kind: 2 * len(shape.roles(kind)) for kind in shape.cases})
        self.size = sum(columns.stop - columns.start for columns in self._slices.values())

    def loss(self, outputs: torch.Tensor, row: ReasonTarget) -> torch.Tensor:
        numbers = outputs[:, self._slices[row.kind]].transpose(0, 1)
        targets = []
        for role in self._shape.roles(row.kind):
            tokens = row.roles.get(role) or (NOWHERE,)
            targets += [min(tokens), max(tokens)]
        return cross_entropy(numbers, torch.tensor(targets, device=outputs.device)) / 2

    def tokens_by_role(self, outputs: torch.Tensor, kind: str) -> TokensByRole:
        tokens_of: TokensByRole = {}
        for number, role in enumerate(self._shape.roles(kind)):
            first, last = self.shares(outputs, kind, number)
            (start, end), score = best_pair(first, last, LONGEST)
            if score > float(first[NOWHERE] + last[NOWHERE]):
                tokens_of[role] = [*range(start, end + 1)]
        return tokens_of

    def likely(self, outputs: torch.Tensor, kind: str) -> Mapping[str, Sequence[Sequence[int]]]:
        offers = {}
        for number, role in enumerate(self._shape.roles(kind)):
            first, last = self.shares(outputs, kind, number)
            (start, end), _ = best_pair(first, last, LONGEST)
            singles = (first + last)[1:-1]
            tops = singles.topk(min(OFFERED, len(singles))).indices.tolist()
            offers[role] = [[*range(start, end + 1)], *([token + 1] for token in tops)]
        return offers

    def roles(self, kind: str) -> tuple[str, ...]:
        return self._shape.roles(kind)

    def shares(self, outputs: torch.Tensor, kind: str, number: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all tokens to be the first and the last of a role."""
        columns = outputs[:, self._slices[kind]].log_softmax(dim=0)
        return columns[:, 2 * number], columns[:, 2 * number + 1]
