"""``w2ner``: fragments of all types of reasons at once, continuous or not, as relations between tokens (CPIC 2022).

W2NER (Li et al. 2022) says of every pair of tokens whether the second is the *next* of the first in some fragment, and
whether the first is the last and the second the first token of a fragment of some role. A fragment is a path of nexts
from its first token to its last, so its tokens need not be neighbours and fragments may overlap. All reasons of a text
are learned; where a role is found more than once, the surest fragment counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast

import torch
from torch.nn.functional import cross_entropy

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Reason
from pingce.spec.words import Words
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.grid import WordPairs
from pingce.systems.learning.reader import ReaderSettings, read_numbers, train_reader
from pingce.systems.learning.tokens import Tokens, tokenize

from .decode import make_reason
from .shape import ReasonShape, reason_shape

ANSWERING = Words("作答", "answering")
NOTHING, NEXT, FIRST_ROLE = 0, 1, 2
"""Numbers of relations; every role of every type has its own behind those two."""
MOST_PATHS = 200
"""Of one pair of ends; a network that knows little yet sees nexts everywhere."""
OFFERED = 6

Relation = tuple[int, int, int]
"""Two tokens and what they are to each other."""


@dataclass(frozen=True)
class W2nerSettings(ReaderSettings):
    """The published ones for a large encoder: epochs=10, lr=1e-5, head_lr=1e-3, hidden=512, channels=128."""

    epochs: int = 6
    batch: int = 8
    head_lr: float = 1e-3
    at_once: int = 2
    """Fewer than elsewhere: it computes with every pair of tokens."""
    hidden: int = 256
    """Of the LSTM, both directions together."""
    channels: int = 64
    """Of the convolutions."""


@dataclass(frozen=True)
class RoleRelations:
    """The roles of all types as numbers."""

    shape: ReasonShape

    @property
    def roles(self) -> list[tuple[str, str]]:
        return [(kind, role) for kind in self.shape.cases for role in self.shape.roles(kind)]

    @property
    def size(self) -> int:
        return FIRST_ROLE + len(self.roles)

    def of_reasons(self, reasons: Sequence[Reason], tokens: Tokens) -> list[Relation]:
        """What holds in a text; one pair holds one relation, the ends of a fragment before nexts."""
        held: dict[tuple[int, int], int] = {}
        pieces = [
            (FIRST_ROLE + self.roles.index((reason.type, span.role)), sorted(tokens.covering(span.idxes)))
            for reason in reasons
            for span in reason.spans
        ]
        for _, piece in pieces:
            held |= dict.fromkeys(pairwise(piece), NEXT)
        for number, piece in pieces:
            if piece:
                held[piece[-1], piece[0]] = number
        return [(first, second, number) for (first, second), number in held.items()]

    def loss(self, numbers: torch.Tensor, held: Sequence[Relation]) -> torch.Tensor:
        """Cross-entropy over all pairs of a text."""
        size = len(numbers)
        right = torch.zeros(size, size, dtype=torch.long, device=numbers.device)
        for first, second, number in held:
            right[first, second] = number
        return cross_entropy(numbers[:, :size].reshape(-1, self.size), right.flatten())

    def reasons(self, numbers: torch.Tensor, tokens: Tokens, text: str) -> tuple[Reason, ...]:
        """A reason of every type of which anything was found."""
        size = len(tokens)
        shares = numbers[:, :size].softmax(dim=-1)
        best = shares.argmax(dim=-1)
        nexts: dict[int, list[int]] = {}
        for first, second in (best == NEXT).nonzero().tolist():
            if first < second:
                nexts.setdefault(first, []).append(second)
        surest: dict[tuple[str, str], tuple[float, tuple[int, ...]]] = {}
        for last, first in (best >= FIRST_ROLE).nonzero().tolist():
            role, share = self.roles[int(best[last, first]) - FIRST_ROLE], float(shares[last, first].max())
            path = _surest(paths(nexts, first, last), shares)
            if path is not None and share > surest.get(role, (0.0, ()))[0] and first > 0 and last < size - 1:
                surest[role] = (share, path)
        made = (self._reason(kind, surest, shares, tokens, text) for kind in self.shape.cases)
        return tuple(reason for reason in made if reason is not None)

    def _reason(
        self,
        kind: str,
        surest: Mapping[tuple[str, str], tuple[float, tuple[int, ...]]],
        shares: torch.Tensor,
        tokens: Tokens,
        text: str,
    ) -> Reason | None:
        roles = self.shape.roles(kind)
        positions = {role: tokens.positions(surest[kind, role][1]) for role in roles if (kind, role) in surest}
        if not positions:
            return None
        likely = {}
        for role in roles:
            singles = shares[..., FIRST_ROLE + self.roles.index((kind, role))].diagonal()[1:-1]
            tops = singles.topk(min(OFFERED, len(singles))).indices.tolist()
            likely[role] = [tokens.positions([token + 1]) for token in tops]
        return make_reason(kind, self.shape.cases[kind], text, positions, likely)


def paths(nexts: Mapping[int, Sequence[int]], first: int, last: int) -> Iterator[tuple[int, ...]]:
    """Ways from the first token to the last along nexts, at most ``MOST_PATHS``."""
    ways: list[tuple[int, ...]] = [(first,)]
    told = 0
    while ways and told < MOST_PATHS:
        way = ways.pop()
        told += 1
        if way[-1] == last:
            yield way
        elif len(ways) < MOST_PATHS:
            ways += [(*way, token) for token in nexts.get(way[-1], ()) if token <= last]


def _surest(ways: Iterator[tuple[int, ...]], shares: torch.Tensor) -> tuple[int, ...] | None:
    """The way whose least sure step is surest; the shorter one of two."""

    def rank(way: tuple[int, ...]) -> tuple[float, int]:
        steps = [float(shares[a, b, NEXT]) for a, b in pairwise(way)]
        return min(steps, default=1.0), -len(way)

    return max(ways, key=rank, default=None)


@dataclass(frozen=True)
class W2nerModel:
    """A trained W2NER: relations of all pairs of words are predicted at once, and reasons read off the paths among
    them.
    """

    relations: RoleRelations
    settings: W2nerSettings
    network: WordPairs
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        tokenizer = self.pretrained.tokenizer
        texts = tokenize(tokenizer, [item.text for item in items], self.settings.longest)
        reasons: dict[int, tuple[Reason, ...]] = {}
        for i, numbers in read_numbers(
            self.network, [text.ids for text in texts], tokenizer.pad_token_id, self.settings
        ):
            reasons[i] = self.relations.reasons(numbers, texts[i], items[i].text)
            progress.advance(1)
        return [Prediction({self.relations.shape.field: reasons[i]}) for i in range(len(items))]


class W2ner:
    """One network for all types."""

    Settings = W2nerSettings

    def train(self, training: Training) -> None:
        settings: W2nerSettings = training.settings
        relations = RoleRelations(reason_shape(training.task))

        def rows_of(pretrained: Pretrained) -> list[tuple[Sequence[int], list[Relation]]]:
            texts = tokenize(pretrained.tokenizer, [example.item.text for example in training.train], settings.longest)
            return [
                (tokens.ids, relations.of_reasons(_reasons(example, relations.shape), tokens))
                for tokens, example in zip(texts, training.train, strict=True)
            ]

        train_reader(
            training,
            lambda pretrained: _network(pretrained, relations, settings),
            rows_of,
            relations.loss,
            lambda network, pretrained: W2nerModel(relations, settings, network, pretrained),
        )

    def load(self, folder: Path, task: TaskSpec, settings: W2nerSettings, inventory: Inventory | None) -> W2nerModel:
        relations = RoleRelations(reason_shape(task))
        network, pretrained = load_module(folder, lambda pretrained: _network(pretrained, relations, settings))
        return W2nerModel(relations, settings, network, pretrained)


def _network(pretrained: Pretrained, relations: RoleRelations, settings: W2nerSettings) -> WordPairs:
    return WordPairs(
        pretrained,
        relations.size,
        hidden=settings.hidden,
        channels=settings.channels,
        dropout=settings.dropout,
    )


def _reasons(example: Example, shape: ReasonShape) -> Sequence[Reason]:
    return cast("tuple[Reason, ...]", example.answer[shape.field])
