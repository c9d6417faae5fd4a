"""Encoder systems for reasons: the odd word is chosen among the spatial words, then tags or pointers mark its roles."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import torch
from torch.nn.functional import cross_entropy

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Reason
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training, suspect
from pingce.systems.learning.anchored import AnchoredNetwork, anchor_weights, read_states
from pingce.systems.learning.checkpoint import load_module, save_module
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained, load_pretrained
from pingce.systems.learning.linear import log_shares
from pingce.systems.learning.trainer import Keep, bucketed, train_network

from .heads import Pointers, RoleHead, Tags, read_reason
from .linear import LinearSuspects, fit_suspects, load_suspects, mark
from .rows import SpanQuestion, SpanTrainingRow, ask, training_rows
from .shape import UNTYPED, ReasonShape, reason_shape
from .types import types_of

KINDS = "types.json"
STRENGTH = 0.05
ANSWERING = Words("作答", "answering")


@dataclass(frozen=True)
class NeuralSpanSettings:
    """Training and decoding."""

    types: Literal["all", "one"] = "all"
    """Where reasons have types: one of every type, or those the type classifier finds."""
    candidates: int = 3
    """Where reasons have no types: so many answers, around the most suspicious words."""
    linear: float = 0.5
    """Weight of the linear model's opinion on the odd word beside the network's; 0 leaves it out."""
    epochs: int = 4
    batch: int = 16
    lr: float = 5e-5
    head_lr: float = 5e-4
    hidden: int = 256
    dropout: float = 0.1
    longest: int = 258
    keep: Keep = "best"
    """Which epoch's state is kept: the best on dev, or the last, which leaves dev untouched."""
    precision: Precision = "float32"
    checkpoint_every: int = 100
    steps: int | None = None
    """Stop after so many steps, for a training that must not take longer; None: as many as the epochs have."""
    at_once: int = 4
    """Examples of a batch that are computed together; fewer need less memory and give the same result."""


def make_network(pretrained: Pretrained, head: RoleHead, kinds: int, settings: NeuralSpanSettings) -> AnchoredNetwork:
    """The network for a task: one number per word for being odd, and a head for its roles."""
    return AnchoredNetwork(
        pretrained.encoder,
        pretrained.width,
        anchor_outputs=1,
        outputs=head.size,
        labels=max(1, kinds),
        hidden=settings.hidden,
        dropout=settings.dropout,
    )


class SpanObjective:
    """What span training minimises: the choice of the odd word, the roles around it, the types of reasons."""

    def __init__(
        self,
        network: AnchoredNetwork,
        head: RoleHead,
        learned: Sequence[SpanTrainingRow],
        kinds: Sequence[str],
        pad: int,
        settings: NeuralSpanSettings,
        seed: int,
    ) -> None:
        self.network, self.head, self.learned, self.settings, self.seed = network, head, learned, settings, seed
        self.kinds = {kind: i for i, kind in enumerate(kinds)}
        self.pad = pad

    def batches(self, epoch: int) -> list[list[int]]:
        lengths = [len(row.asked.tokens) for row in self.learned]
        return bucketed(lengths, self.settings.batch, seed=self.seed, epoch=epoch)

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        chosen = [self.learned[i] for i in batch]
        with autocast(self.settings.precision):
            read = read_states(self.network, [row.asked.features for row in chosen], self.pad)
            spots = self.network.anchor(read.states).squeeze(-1).float()
            rows = [(text, row) for text, row_of_text in enumerate(chosen) for row in row_of_text.rows]
            weights = anchor_weights([row.anchor for _, row in rows], read.width).to(spots.device)
            outputs, labels = self.network(read, torch.tensor([text for text, _ in rows], device=spots.device), weights)
        outputs, labels = outputs.float(), labels.float()
        odd = [odd_loss(spots[text], row) for text, row in enumerate(chosen) if row.odd]
        marked = [
            self.head.loss(outputs[i, : len(chosen[text].asked.tokens)], row) for i, (text, row) in enumerate(rows)
        ]
        loss = (torch.stack(odd).sum() + torch.stack(marked).sum()) / len(chosen)
        if len(self.kinds) > 1:
            targets = torch.tensor([self.kinds[chosen[text].kinds] for text, _ in rows], device=labels.device)
            loss = loss + cross_entropy(labels, targets, reduction="sum") / (2 * len(chosen))
        return loss


def word_scores(spots: torch.Tensor, asked: SpanQuestion) -> torch.Tensor:
    """A number per candidate: the mean over its tokens."""
    return torch.stack([spots[list(spot)].mean() for spot in asked.spots])


def odd_loss(spots: torch.Tensor, row: SpanTrainingRow) -> torch.Tensor:
    """Any of the odd words will do."""
    shares = word_scores(spots, row.asked).log_softmax(dim=0)
    return -torch.logsumexp(shares[list(row.odd)], dim=0)


@dataclass(frozen=True)
class NeuralSpanModel:
    """Chooses the odd word by network and linear model together, then reads its roles off the head."""

    shape: ReasonShape
    settings: NeuralSpanSettings
    network: AnchoredNetwork
    head: RoleHead
    pretrained: Pretrained
    kinds: Sequence[str]
    suspects: LinearSuspects

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(ANSWERING, len(items))
        asked = ask([item.text for item in items], self.pretrained.tokenizer, self.settings.longest)
        order = sorted(range(len(asked)), key=lambda i: len(asked[i].tokens))
        predictions: dict[int, Prediction] = {}
        for start in range(0, len(order), self.settings.batch):
            batch = order[start : start + self.settings.batch]
            predictions |= zip(batch, self._answer([asked[i] for i in batch]), strict=True)
            progress.advance(len(batch))
        return [predictions[i] for i in range(len(items))]

    @torch.no_grad()
    def _answer(self, asked: Sequence[SpanQuestion]) -> list[Prediction]:
        with autocast(self.settings.precision):
            read = read_states(
                self.network, [question.features for question in asked], self.pretrained.tokenizer.pad_token_id
            )
            spots = self.network.anchor(read.states).squeeze(-1).float()
        ranked = [self._ranked(question, spots[i]) for i, question in enumerate(asked)]
        most = self._most()
        rows = [(i, spot) for i, places in enumerate(ranked) for spot, _ in places[:most]]
        weights = anchor_weights([asked[i].spots[spot] for i, spot in rows], read.width).to(spots.device)
        with autocast(self.settings.precision):
            outputs, labels = self.network(read, torch.tensor([i for i, _ in rows], device=spots.device), weights)
        reasons_of: list[list[Reason]] = [[] for _ in asked]
        for (i, _), output, label in zip(rows, outputs.float().cpu(), labels.float().cpu(), strict=True):
            reasons_of[i] += self._reasons(asked[i], output[: len(asked[i].tokens)], label)
        return [
            Prediction(
                {self.shape.field: tuple(dict.fromkeys(reasons))},
                places[0][1],
                {"suspicious": _suspects(question, places)},
            )
            for question, reasons, places in zip(asked, reasons_of, ranked, strict=True)
        ]

    def _most(self) -> int:
        """Odd words to look at: one where every type gives a reason."""
        if UNTYPED not in self.shape.cases:
            return 1
        return min(self.settings.candidates, self.shape.at_most or self.settings.candidates)

    def _ranked(self, asked: SpanQuestion, spots: torch.Tensor) -> list[tuple[int, float]]:
        """Candidates and their log-probabilities, most suspicious first; both opinions together."""
        scores = word_scores(spots, asked).log_softmax(dim=0).tolist()
        if self.settings.linear:
            linear = self.suspects.scores(asked.reading)
            opinion = log_shares([linear.get(i, 0.0) for i in asked.words])
            scores = [a + self.settings.linear * b for a, b in zip(scores, opinion, strict=True)]
        return sorted(enumerate(scores), key=lambda pair: (-pair[1], pair[0]))

    def _reasons(self, asked: SpanQuestion, output: torch.Tensor, label: torch.Tensor) -> list[Reason]:
        kinds: Sequence[str] = tuple(self.shape.cases)
        if UNTYPED not in self.shape.cases and self.settings.types == "one":
            kinds = types_of(self.kinds[int(label.argmax())])
        reasons = []
        for kind in kinds:
            case, text = self.shape.cases[kind], asked.reading.text
            reason = read_reason(self.head, output, kind, case, asked.tokens, text)
            reasons += [reason] if reason is not None else []
        return reasons


def _suspects(asked: SpanQuestion, places: Sequence[tuple[int, float]]) -> list[list[object]]:
    """The three likeliest; their scores are shares of one whole, told as log-odds."""
    shares = [min(value, -1e-6) for value in log_shares([score for _, score in places])]
    words = [asked.reading.words[asked.words[spot]] for spot, _ in places[:3]]
    return [
        suspect(word.start, word.text, share - math.log(-math.expm1(share)))
        for word, share in zip(words, shares, strict=False)
    ]


class NeuralSpans:
    """What the two systems share; they differ in how roles are read off."""

    Settings = NeuralSpanSettings
    head: type[Tags] | type[Pointers]

    def train(self, training: Training) -> None:
        settings: NeuralSpanSettings = training.settings
        shape = reason_shape(training.task)
        fit_suspects(training.folder, mark(training.train, shape, training.progress), strength=STRENGTH)
        assert training.encoder is not None, "the catalogue asks for one"
        torch.manual_seed(training.seed)
        pretrained = load_pretrained(training.encoder)
        learned = training_rows(training.train, shape, pretrained.tokenizer, settings.longest)
        kinds = sorted({row.kinds for row in learned})
        head = self.head(shape)
        network = make_network(pretrained, head, len(kinds), settings).to(device())
        objective = SpanObjective(
            network, head, learned, kinds, pretrained.tokenizer.pad_token_id, settings, training.seed
        )
        suspects = load_suspects(training.folder)
        model = NeuralSpanModel(shape, settings, network, head, pretrained, kinds, suspects)
        train_network(training, network, objective, lambda: model)
        write_text(training.folder / KINDS, json.dumps(kinds))
        save_module(training.folder, network, pretrained)

    def load(
        self, folder: Path, task: TaskSpec, settings: NeuralSpanSettings, inventory: Inventory | None
    ) -> NeuralSpanModel:
        shape = reason_shape(task)
        head = self.head(shape)
        kinds = json.loads((folder / KINDS).read_text(encoding="utf-8"))
        network, pretrained = load_module(
            folder, lambda pretrained: make_network(pretrained, head, len(kinds), settings)
        )
        return NeuralSpanModel(shape, settings, network, head, pretrained, kinds, load_suspects(folder))


class TaggerSpans(NeuralSpans):
    """A role for every token; fragments may be in several pieces."""

    head = Tags


class PointerSpans(NeuralSpans):
    """A first and a last token per role, or none."""

    head = Pointers
