"""GlossBERT (Huang and others 2019), its sentence form with weak supervision: does this gloss fit, yes or no?

Several right glosses are several pairs with the answer yes, so nothing has to be derived.
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
from .model import ChoiceSettings, SenseModel, load_choice, save_choice, training_inventory
from .questions import Question, SenseTrainingRow, never_right, training_rows

BATCH = 64


@dataclass(frozen=True)
class GlossBertSettings(SenseTrainingSettings, CrossEncoderSettings, ChoiceSettings):
    """The published ones for a large encoder: marks=$$, lr=2e-5, epochs=6."""

    pairs: int = 64
    """Of a batch, about: a sentence's pairs stay together."""


class GlossBert:
    """Trained on pairs of a marked sentence and a gloss."""

    Settings = GlossBertSettings

    def train(self, training: Training) -> None:
        settings: GlossBertSettings = training.settings
        pretrained = first_encoder(training)
        module = CrossEncoder(pretrained).to(device())
        writer = PairWriter(pretrained, settings)
        objective = PairObjective(
            module, writer, training_rows(training.train, training_inventory(training)), settings, training.seed
        )
        scorer = learn_scores(training, module, objective, settings, lambda: PairScorer(module, writer, settings))
        save_module(training.folder, module, pretrained)
        save_choice(training, scorer, settings, lift=settings.lift)

    def load(
        self, folder: Path, task: TaskSpec, settings: GlossBertSettings, inventory: Inventory | None
    ) -> SenseModel:
        module, pretrained = load_module(folder, CrossEncoder)
        return load_choice(folder, inventory, lambda _: PairScorer(module, PairWriter(pretrained, settings), settings))


def pair(writer: PairWriter, context: Sequence[int], word: str, gloss: str) -> JoinedTokens:
    return writer.join(context, [f"{word}：{gloss}"])


class PairObjective:
    """All pairs of a sentence in one batch; a long sentence teaches by its first window."""

    def __init__(
        self,
        module: CrossEncoder,
        writer: PairWriter,
        taught: Sequence[SenseTrainingRow],
        settings: GlossBertSettings,
        seed: int,
    ) -> None:
        self._module, self._writer, self._taught, self._settings, self._seed = module, writer, taught, settings, seed
        self._contexts = [writer.contexts(q.sentence, q.word)[0] for q, _ in taught]
        self._unseen = never_right(taught)
        # What counts is the number of tokens: a sentence once for every gloss.
        self._lengths = [len(c) * len(t.question.glosses) for c, t in zip(self._contexts, taught, strict=True)]
        mean = sum(len(t.question.glosses) for t in taught) / len(taught)
        self._size = max(1, round(settings.pairs / mean))

    def batches(self, epoch: int) -> list[list[int]]:
        return bucketed(self._lengths, self._size, seed=self._seed, epoch=epoch)

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        pairs, labels = [], []
        for i in batch:
            question, golds = self._taught[i]
            places = candidates(len(question.glosses), self._unseen[question.word], self._settings)
            glosses = [question.glosses[index] for index in places]
            pairs += [pair(self._writer, self._contexts[i], question.word, gloss) for gloss in glosses]
            labels += [int(index in golds) for index in places]
        with autocast(self._settings.precision):
            logits, _ = self._module(pairs)
        return torch.nn.functional.cross_entropy(logits[:, 0], torch.tensor(labels, device=logits.device))


@dataclass
class PairScorer:
    """The probability of yes for each gloss by itself."""

    module: CrossEncoder
    writer: PairWriter
    settings: GlossBertSettings

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        self.module.eval()
        asked = [
            (i, k, pair(self.writer, context, q.word, gloss))
            for i, q in enumerate(questions)
            for context in self.writer.contexts(q.sentence, q.word)
            for k, gloss in enumerate(q.glosses)
        ]
        logits_of: dict[tuple[int, int], list[torch.Tensor]] = {}
        for batch in bucketed([len(encoded.ids) for *_, encoded in asked], BATCH, seed=0, epoch=0) if asked else []:
            with torch.no_grad(), autocast(self.settings.precision):
                logits, _ = self.module([asked[n][2] for n in batch])
            for n, row in zip(batch, logits[:, 0], strict=True):
                logits_of.setdefault(asked[n][:2], []).append((row[1] - row[0]).double())
        return [
            [torch.stack(logits_of[i, k]).mean().sigmoid().item() for k in range(len(q.glosses))]
            for i, q in enumerate(questions)
        ]
