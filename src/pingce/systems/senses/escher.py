"""ESCHER (Barba and others 2021): the sentence, then all glosses; the right one is extracted by its start and end.

As published: one right gloss is drawn and the others are left out, the glosses are shuffled, and some of other words
are mixed in, drawn as often as they are right in training.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Training
from pingce.systems.learning.checkpoint import load_module, save_module
from pingce.systems.learning.device import autocast, device
from pingce.systems.learning.trainer import bucketed

from .cross_encoder import CrossEncoder, CrossEncoderSettings, JoinedTokens, PairWriter
from .learn import SenseTrainingSettings, candidates, first_encoder, learn_scores
from .model import ChoiceSettings, SenseModel, load_choice, save_choice, softmax, training_inventory
from .questions import Question, SenseTrainingRow, derive, never_right, training_rows

BATCH = 32
LEAST_CONTEXT = 64
"""Tokens kept for the sentence when glosses have to be asked in several inputs."""
OUTSIDE = -1e4
"""For padding: no start, no end."""


@dataclass(frozen=True)
class EscherSettings(SenseTrainingSettings, CrossEncoderSettings, ChoiceSettings):
    """The published ones for a large encoder: lr=1e-5, weight_decay=0.01, clip=10."""

    batch: int = 16
    tokens: int = 4096
    """Of a batch, at most."""
    noise: float = 1.0
    """Glosses of other words in an input, on average (Poisson)."""


class Escher:
    """Trained to extract the one right gloss of an input."""

    Settings = EscherSettings

    def train(self, training: Training) -> None:
        settings: EscherSettings = training.settings
        pretrained = first_encoder(training)
        module = CrossEncoder(pretrained).to(device())
        writer = PairWriter(pretrained, settings)
        taught = training_rows(training.train, training_inventory(training))
        objective = ExtractionObjective(module, writer, taught, settings, training.seed)
        scorer = learn_scores(training, module, objective, settings, lambda: ExtractionScorer(module, writer, settings))
        save_module(training.folder, module, pretrained)
        save_choice(training, scorer, settings, lift=settings.lift)

    def load(self, folder: Path, task: TaskSpec, settings: EscherSettings, inventory: Inventory | None) -> SenseModel:
        module, pretrained = load_module(folder, CrossEncoder)
        return load_choice(
            folder, inventory, lambda _: ExtractionScorer(module, PairWriter(pretrained, settings), settings)
        )


def closed(gloss: str) -> str:
    """A gloss with a full stop, so that several can follow each other in one input."""
    return gloss if gloss.endswith("。") else f"{gloss}。"


class ExtractionObjective:
    """Inputs are made anew at every step; chance comes from torch, which the loop seeds by step."""

    def __init__(
        self,
        module: CrossEncoder,
        writer: PairWriter,
        taught: Sequence[SenseTrainingRow],
        settings: EscherSettings,
        seed: int,
    ) -> None:
        self._module, self._writer, self._taught, self._settings, self._seed = module, writer, taught, settings, seed
        self._contexts = [writer.contexts(q.sentence, q.word)[0] for q, _ in taught]
        self._lengths = [
            len(context) + 3 + sum(len(writer.tokens(closed(gloss))) for gloss in t.question.glosses)
            for context, t in zip(self._contexts, taught, strict=True)
        ]
        self._unseen = never_right(taught)
        self._right = [(q.word, q.glosses[gold]) for q, golds in taught for gold in golds]

    def batches(self, epoch: int) -> list[list[int]]:
        size, tokens = self._settings.batch, self._settings.tokens
        return bucketed(self._lengths, size, seed=self._seed, epoch=epoch, tokens=tokens)

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        drawn = [self._draw(i) for i in batch]
        with autocast(self._settings.precision):
            logits, mask = self._module([joined for joined, _ in drawn])
        logits = logits.masked_fill(~mask[..., None], OUTSIDE)
        spans = torch.tensor([joined.spans[gold] for joined, gold in drawn], device=logits.device)
        cross_entropy = torch.nn.functional.cross_entropy
        return (cross_entropy(logits[..., 0], spans[:, 0]) + cross_entropy(logits[..., 1], spans[:, 1])) / 2

    def _draw(self, i: int) -> tuple[JoinedTokens, int]:
        question, golds = self._taught[i]
        places = candidates(len(question.glosses), self._unseen[question.word], self._settings)
        derived = derive(places, golds)
        chosen = derived[int(torch.randint(len(derived), ()))]
        glosses = [(closed(question.glosses[k]), k == chosen.gold) for k in chosen.candidates]
        glosses += [(closed(gloss), False) for gloss in self._noise(question.word)]
        mixed = [glosses[k] for k in torch.randperm(len(glosses)).tolist()]
        mixed = self._fitting(mixed)
        return self._writer.join(self._contexts[i], [gloss for gloss, _ in mixed]), [r for _, r in mixed].index(True)

    def _noise(self, word: str) -> list[str]:
        count = int(torch.poisson(torch.tensor(self._settings.noise)))
        drawn = (self._right[int(torch.randint(len(self._right), ()))] for _ in range(count))
        return [gloss for other, gloss in drawn if other != word]

    def _fitting(self, mixed: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
        """Wrong glosses that leave the sentence no room are left out."""
        room = self._writer.longest - 3 - LEAST_CONTEXT
        right = next(len(self._writer.tokens(gloss)) for gloss, is_right in mixed if is_right)
        kept, used = [], right
        for gloss, is_right in mixed:
            size = 0 if is_right else len(self._writer.tokens(gloss))
            if used + size <= room:
                kept.append((gloss, is_right))
                used += size
        return kept


@dataclass
class ExtractionScorer:
    """Start and end logits of every gloss; their sum ranks as log p(start) + log p(end) does, also across inputs."""

    module: CrossEncoder
    writer: PairWriter
    settings: EscherSettings

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        self.module.eval()
        asked = [
            (i, places, self.writer.join(context, [closed(q.glosses[k]) for k in places]))
            for i, q in enumerate(questions)
            for context in self.writer.contexts(q.sentence, q.word)
            for places in self._parts(q)
        ]
        totals: list[list[list[float]]] = [[[] for _ in q.glosses] for q in questions]
        for batch in bucketed([len(encoded.ids) for *_, encoded in asked], BATCH, seed=0, epoch=0) if asked else []:
            with torch.no_grad(), autocast(self.settings.precision):
                logits, _ = self.module([asked[n][2] for n in batch])
            rows = logits.double().tolist()
            for n, row in zip(batch, rows, strict=True):
                i, places, joined = asked[n]
                for k, (start, end) in zip(places, joined.spans, strict=True):
                    totals[i][k].append(row[start][0] + row[end][1])
        return [softmax([sum(values) / len(values) for values in glosses]) for glosses in totals]

    def _parts(self, question: Question) -> list[list[int]]:
        """The glosses in as few inputs as hold them."""
        room = self.writer.longest - 3 - LEAST_CONTEXT
        parts: list[list[int]] = []
        used = 0
        for k, gloss in enumerate(question.glosses):
            size = len(self.writer.tokens(closed(gloss)))
            if not parts or used + size > room:
                parts.append([])
                used = 0
            parts[-1].append(k)
            used += size
        return parts
