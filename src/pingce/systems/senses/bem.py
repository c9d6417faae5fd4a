"""BEM (Blevins and Zettlemoyer 2020): a bi-encoder trained to give the right gloss the highest share.

The published code gives context and gloss an encoder each and reads a handful of sentences at a time. Here batches
hold several sentences of each word, so that a gloss is encoded once for all of them, and one encoder may serve both
sides: with a small encoder made for similarity this is faster and better.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Training
from pingce.systems.learning.device import autocast, device
from pingce.systems.learning.encoder import Pretrained
from pingce.systems.learning.trainer import bucketed

from .biencoder import BiEncoder, VectorSettings, gloss_text, load_vectors, new_scorer, save_vectors
from .learn import SenseTrainingSettings, candidates, first_encoder, learn_scores
from .model import ChoiceSettings, SenseModel, load_choice, save_choice, training_inventory
from .questions import SenseTrainingRow, derive, never_right, training_rows
from .target import windows
from .tokens import TargetTokens, context_tokens, text_tokens


@dataclass(frozen=True)
class BemSettings(SenseTrainingSettings, VectorSettings, ChoiceSettings):
    """The published ones for a large encoder: tied=false, similarity=dot, lr=1e-5, epochs=20."""

    tied: bool = True
    words: int = 8
    """Of a batch."""
    sentences: int = 4
    """Of each word in a batch, at most."""


class Bem:
    """Trained on derived single-choice questions."""

    Settings = BemSettings

    def train(self, training: Training) -> None:
        settings: BemSettings = training.settings
        inventory = training_inventory(training)
        pretrained = first_encoder(training)
        other = None if settings.tied else first_encoder(training)
        module = BiEncoder(pretrained, other, settings).to(device())
        objective = BemObjective(module, pretrained, training_rows(training.train, inventory), settings, training.seed)
        scorer = learn_scores(training, module, objective, settings, lambda: new_scorer(module, pretrained))
        save_vectors(training.folder, scorer, inventory)
        save_choice(training, scorer, settings, lift=settings.lift)

    def load(self, folder: Path, task: TaskSpec, settings: BemSettings, inventory: Inventory | None) -> SenseModel:
        return load_choice(folder, inventory, lambda _: load_vectors(folder, settings, tied=settings.tied))


class BemObjective:
    """The training sentences as tokens, in batches of a few sentences for each of several words."""

    def __init__(
        self,
        module: BiEncoder,
        pretrained: Pretrained,
        taught: Sequence[SenseTrainingRow],
        settings: BemSettings,
        seed: int,
    ) -> None:
        self._module, self._taught, self._settings, self._seed = module, taught, settings, seed
        # Only the first window teaches; at prediction all of them are read.
        self._contexts = context_tokens(pretrained, [windows(q.sentence, q.word, settings.width)[0] for q, _ in taught])
        self._unseen = never_right(taught)
        glosses = {q.word: q.glosses for q, _ in taught}
        self._glosses: dict[str, list[TargetTokens]] = {
            word: text_tokens(pretrained, [gloss_text(word, gloss, settings) for gloss in listed])
            for word, listed in glosses.items()
        }

    def batches(self, epoch: int) -> list[list[int]]:
        """Sentences of a word with similar lengths stay together; which these are changes from epoch to epoch."""
        chance = random.Random(f"{self._seed} {epoch}")  # noqa: S311 (no secret)
        by_word: dict[str, list[tuple[float, int]]] = {}
        for i, (question, _) in enumerate(self._taught):
            length = len(self._contexts[i].ids) * chance.uniform(0.85, 1.15)
            by_word.setdefault(question.word, []).append((length, i))
        size = self._settings.sentences
        packs = [
            [i for _, i in ordered[start : start + size]]
            for ordered in map(sorted, by_word.values())
            for start in range(0, len(ordered), size)
        ]
        lengths = [max(len(self._contexts[i].ids) for i in pack) for pack in packs]
        grouped = bucketed(lengths, self._settings.words, seed=self._seed, epoch=epoch)
        return [[i for k in group for i in packs[k]] for group in grouped]

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        """Mean cross-entropy of the batch's derived questions."""
        words = dict.fromkeys(self._taught[i].question.word for i in batch)
        taking_part = {word: candidates(len(self._glosses[word]), self._unseen[word], self._settings) for word in words}
        columns = {key: n for n, key in enumerate((word, index) for word in words for index in taking_part[word])}
        with autocast(self._settings.precision):
            contexts = self._module.contexts([self._contexts[i] for i in batch])
            glosses = self._module.glosses([self._glosses[word][index] for word, index in columns])
        logits = self._module.logits(contexts, glosses)
        losses = []
        for row, i in enumerate(batch):
            question, golds = self._taught[i]
            word = question.word
            for choice in derive(taking_part[word], golds):
                among = logits[row, [columns[word, index] for index in choice.candidates]]
                losses.append(torch.logsumexp(among, 0) - logits[row, columns[word, choice.gold]])
        return torch.stack(losses).mean()
