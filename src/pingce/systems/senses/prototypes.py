"""A frozen encoder, and over its vectors what BEM would learn with it: a space for sentences and glosses, and beside
each gloss a vector of its own, the prototype of the sentences where it was right.

The encoder reads every sentence and gloss once; training is then some thousand small matrix products, minutes instead
of hours. A sense that training never showed has no prototype and stands by its gloss alone.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Training
from pingce.systems.learning.checkpoint import load_module, load_tensors, save_module, save_tensors
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained, padded
from pingce.systems.learning.trainer import Keep, bucketed, train_network
from pingce.systems.stored import read_json

from .biencoder import Key, inventory_keys
from .decide import SenseDecision
from .learn import first_encoder
from .model import INVENTORY, ChoiceSettings, SenseModel, load_choice, save_choice, softmax, training_inventory
from .questions import Question, SenseTrainingRow, never_right, training_rows
from .target import windows
from .tokens import TargetTokens, context_tokens, text_tokens

LAYERS = 3
"""The last ones; what a word means is told better by several than by the topmost alone."""
BATCH = 64
READ = "vectors.safetensors"
GLOSSES = "glosses.safetensors"
OUTSIDE = -1e9
OWN, LIKED, SCALED = 25.0, 10.0, 10.0
"""How much faster than the rest prototypes, likings and the scale of the cosine learn."""
UNKNOWN = 0
"""Place of a gloss that training did not have."""


@dataclass(frozen=True)
class PrototypeSettings(ChoiceSettings):
    """For any encoder: it is not trained."""

    size: int = 256
    """Of the space where sentences and glosses meet."""
    epochs: int = 6
    batch: int = 128
    lr: float = 1e-3
    warmup: float = 0.0
    weight_decay: float = 0.01
    clip: float = 10.0
    dropout: float = 0.3
    """Of the encoder's vectors."""
    penalty: float = 0.025
    """On prototypes, so that a sense seen once does not trust it."""
    unseen: float = 0.3
    """How often a gloss that is right nowhere in training takes part as a wrong one."""
    lift: float = 0.0
    """How much the score of a gloss that was never right in training gains, as a logarithm."""
    keep: Keep = "best"
    """The state that was best on dev, or the last one, which leaves dev alone."""
    checkpoint_every: int = 100
    steps: int | None = None
    """Stop after so many steps; None: as many as the epochs have."""
    width: int = 120
    """Characters of a sentence seen at once; a longer one is read in windows around the target."""
    precision: Precision = "float32"


class SenseHead(torch.nn.Module):
    """Scores of glosses for sentences, from the vectors of both."""

    def __init__(self, width: int, senses: int, settings: PrototypeSettings) -> None:
        super().__init__()
        self.of_context = torch.nn.Linear((LAYERS + 1) * width, settings.size, bias=False)
        self.of_gloss = torch.nn.Linear(3 * width, settings.size, bias=False)
        self.prototypes = torch.nn.Embedding(senses + 1, settings.size, padding_idx=UNKNOWN)
        self.likings = torch.nn.Embedding(senses + 1, 1, padding_idx=UNKNOWN)
        self.scale = torch.nn.Parameter(torch.zeros(()))
        self.dropout = torch.nn.Dropout(settings.dropout)
        self.dropout_of_glosses = torch.nn.Dropout(settings.dropout / 2)
        with torch.no_grad():
            # At first both sides are the encoder's own last vectors, seen from the same directions.
            seen = torch.randn(settings.size, width) / settings.size**0.5
            self.of_context.weight.zero_()
            self.of_context.weight[:, -2 * width :] = torch.cat([seen, seen], dim=1) / 2
            self.of_gloss.weight.zero_()
            self.of_gloss.weight[:, :width] = seen
            self.prototypes.weight.zero_()
            self.likings.weight.zero_()

    def forward(self, contexts: torch.Tensor, glosses: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """Of each context with its own candidates: ``glosses`` (context, candidate, width), ``places`` of senses."""
        normal = torch.nn.functional.normalize
        context = normal(self.of_context(self.dropout(contexts)), dim=-1)
        gloss = normal(self.of_gloss(self.dropout_of_glosses(glosses)), dim=-1)
        both = (20 + SCALED * self.scale) * gloss + OWN * self.prototypes(places)
        scores: torch.Tensor = torch.einsum("bd,bcd->bc", context, both) + LIKED * self.likings(places)[..., 0]
        return scores


class FrozenSenses(torch.nn.Module):
    """The encoder as it came, and the head over it."""

    def __init__(self, pretrained: Pretrained, head: SenseHead) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.head = head


def read_contexts(pretrained: Pretrained, tokens: Sequence[TargetTokens], precision: Precision) -> torch.Tensor:
    """A row per sentence: the target's mean in the last layers, and the first token's vector."""

    def parts(hidden: Sequence[torch.Tensor], row: int, targets: list[int]) -> list[torch.Tensor]:
        layers = [hidden[max(0, len(hidden) - back)] for back in range(LAYERS, 0, -1)]
        return [*(layer[row, targets].float().mean(0) for layer in layers), hidden[-1][row, 0].float()]

    return _read(pretrained, tokens, precision, parts)


def read_glosses(pretrained: Pretrained, keys: Sequence[Key], precision: Precision) -> torch.Tensor:
    """A row per gloss: the first token's vector with the word before the gloss and without, and of a layer below."""

    def parts(hidden: Sequence[torch.Tensor], row: int, _targets: list[int]) -> list[torch.Tensor]:
        return [hidden[-1][row, 0].float(), hidden[-2][row, 0].float()]

    width = pretrained.width
    named = _read(pretrained, text_tokens(pretrained, [f"{word}：{gloss}" for word, gloss in keys]), precision, parts)
    plain = _read(pretrained, text_tokens(pretrained, [gloss for _, gloss in keys]), precision, parts)
    return torch.cat([named[:, :width], plain[:, :width], named[:, width:]], dim=1)


def _read(pretrained: Pretrained, tokens: Sequence[TargetTokens], precision: Precision, parts: Any) -> torch.Tensor:  # noqa: ANN401 (one of the two above)
    """Each vector brought to mean 0 and spread 1."""
    rows: dict[int, torch.Tensor] = {}
    pretrained.encoder.eval()
    for batch in bucketed([len(text.ids) for text in tokens], BATCH, seed=0, epoch=0) if tokens else []:
        ids = padded([tokens[i].ids for i in batch], pretrained.tokenizer.pad_token_id).to(device())
        mask = padded([[1] * len(tokens[i].ids) for i in batch], 0).to(device())
        with torch.no_grad(), autocast(precision):
            told = pretrained.encoder(input_ids=ids, attention_mask=mask, output_hidden_states=True)
        # An encoder with a decoder tells what the latter saw.
        hidden = told.decoder_hidden_states if "decoder_hidden_states" in told else told.hidden_states
        for row, i in enumerate(batch):
            vectors = parts(hidden, row, tokens[i].targets)
            rows[i] = torch.cat([torch.nn.functional.layer_norm(vector, vector.shape) for vector in vectors]).cpu()
    return torch.stack([rows[i] for i in range(len(tokens))])


class PrototypeObjective:
    """Each right gloss against all that are not right, from stored vectors."""

    def __init__(
        self,
        head: SenseHead,
        contexts: torch.Tensor,
        glosses: torch.Tensor,
        taught: Sequence[SenseTrainingRow],
        places: dict[Key, int],
        settings: PrototypeSettings,
        seed: int,
    ) -> None:
        self._head, self._contexts, self._glosses = head, contexts, glosses
        self._taught, self._places, self._settings, self._seed = taught, places, settings, seed
        self._unseen = never_right(taught)

    def batches(self, epoch: int) -> list[list[int]]:
        order = list(range(len(self._taught)))
        random.Random(f"{self._seed} {epoch}").shuffle(order)  # noqa: S311 (no secret)
        size = self._settings.batch
        return [order[start : start + size] for start in range(0, len(order), size)]

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        """Mean over the right glosses of the batch, with the penalty on prototypes."""
        asked = [self._taught[i] for i in batch]
        widest = max(len(question.glosses) for question, _ in asked)
        listed = torch.zeros(len(batch), widest, dtype=torch.long)
        places = torch.full((len(batch), widest), UNKNOWN)
        right = torch.zeros(len(batch), widest, dtype=torch.bool)
        skipped = torch.ones(len(batch), widest, dtype=torch.bool)
        drawn = torch.rand(len(batch), widest)
        for row, (question, golds) in enumerate(asked):
            unseen = self._unseen[question.word]
            for k, gloss in enumerate(question.glosses):
                listed[row, k] = self._places[question.word, gloss] - 1
                # What is right nowhere learns nothing of its own, least of all that it is never right.
                places[row, k] = UNKNOWN if k in unseen else listed[row, k] + 1
                right[row, k] = k in golds
                skipped[row, k] = k in unseen and bool(drawn[row, k] >= self._settings.unseen)
        listed, places, right, skipped = (tensor.to(device()) for tensor in (listed, places, right, skipped))
        glosses = self._glosses[listed]
        scores = self._head(self._contexts[torch.tensor(batch)].to(device()), glosses, places)
        wrong = scores.masked_fill(right | skipped, OUTSIDE)
        missed = torch.nn.functional.softplus(torch.logsumexp(wrong, 1, keepdim=True) - scores)
        own = self._head.prototypes(torch.unique(places))
        penalty = self._settings.penalty * own.square().sum() / len(batch)
        loss: torch.Tensor = (missed * right).sum() / right.sum() + penalty
        return loss


@dataclass
class PrototypeScorer:
    """Scores with stored gloss vectors; those of other glosses are made when asked for."""

    module: FrozenSenses
    pretrained: Pretrained
    settings: PrototypeSettings
    places: dict[Key, int]
    glosses: torch.Tensor
    new: dict[Key, torch.Tensor] = field(default_factory=dict)

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        """The mean over the windows of a long sentence, then shares of one."""
        self.module.eval()
        asked = [
            (i, window)
            for i, q in enumerate(questions)
            if q.glosses
            for window in windows(q.sentence, q.word, self.settings.width)
        ]
        tokens = context_tokens(self.pretrained, [window for _, window in asked]) if asked else []
        contexts = read_contexts(self.pretrained, tokens, self.settings.precision) if asked else torch.empty(0)
        self._add(questions)
        of: dict[int, list[torch.Tensor]] = {}
        for (i, _), context in zip(asked, contexts, strict=True):
            keys = [(questions[i].word, gloss) for gloss in questions[i].glosses]
            places = torch.tensor([[self.places.get(key, UNKNOWN) for key in keys]], device=device())
            glosses = torch.stack([self._vector(key) for key in keys])[None].to(device())
            with torch.no_grad():
                logits = self.module.head(context[None].to(device()), glosses, places)
            of.setdefault(i, []).append(logits[0].double())
        return [softmax(torch.stack(of[i]).mean(0).tolist()) if i in of else [] for i in range(len(questions))]

    def _vector(self, key: Key) -> torch.Tensor:
        place = self.places.get(key, UNKNOWN)
        return self.new[key] if place == UNKNOWN else self.glosses[place - 1]

    def _add(self, questions: Sequence[Question]) -> None:
        keys = dict.fromkeys((q.word, gloss) for q in questions for gloss in q.glosses)
        missing = [key for key in keys if key not in self.places and key not in self.new]
        if missing:
            vectors = read_glosses(self.pretrained, missing, self.settings.precision)
            self.new.update(zip(missing, vectors.to(self.glosses.device).unbind(), strict=True))


class Prototypes:
    """Reads everything once, then trains the head alone."""

    Settings = PrototypeSettings

    def train(self, training: Training) -> None:
        settings: PrototypeSettings = training.settings
        inventory = training_inventory(training)
        pretrained = first_encoder(training)
        pretrained.encoder.to(device())
        keys = inventory_keys(inventory)
        places = places_of(keys)
        taught = training_rows(training.train, inventory)
        contexts, glosses = _vectors(training, pretrained, taught, keys)
        head = SenseHead(pretrained.width, len(keys), settings)
        module = FrozenSenses(pretrained, head).to(device())
        scorer = PrototypeScorer(module, pretrained, settings, places, glosses)
        objective = PrototypeObjective(head, contexts, glosses, taught, places, settings, training.seed)
        train_network(training, head, objective, lambda: SenseModel(inventory, scorer, SenseDecision("top")))
        module.eval()
        save_module(training.folder, module, pretrained)
        save_tensors(training.folder / GLOSSES, {"glosses": glosses.cpu()})
        save_choice(training, scorer, settings, lift=settings.lift)

    def load(
        self, folder: Path, task: TaskSpec, settings: PrototypeSettings, inventory: Inventory | None
    ) -> SenseModel:
        keys = inventory_keys(read_json(folder / INVENTORY, dict[str, list[str]]))
        module, pretrained = load_module(
            folder, lambda encoder: FrozenSenses(encoder, SenseHead(encoder.width, len(keys), settings))
        )
        glosses = load_tensors(folder / GLOSSES)["glosses"].to(device())
        scorer = PrototypeScorer(module, pretrained, settings, places_of(keys), glosses)
        return load_choice(folder, inventory, lambda _: scorer)


def places_of(keys: Sequence[Key]) -> dict[Key, int]:
    """From one on; nought is for glosses that came later."""
    return {key: i for i, key in enumerate(keys, start=1)}


def _vectors(
    training: Training, pretrained: Pretrained, taught: Sequence[SenseTrainingRow], keys: Sequence[Key]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Of the training sentences, by their first window, and of all glosses; read once, also if interrupted later."""
    settings: PrototypeSettings = training.settings
    note = training.checkpoints / READ
    # In any case, since a tokenizer that was used is saved with how it cut.
    tokens = context_tokens(pretrained, [windows(q.sentence, q.word, settings.width)[0] for q, _ in taught])
    if not note.is_file():
        read = {
            "contexts": read_contexts(pretrained, tokens, settings.precision),
            "glosses": read_glosses(pretrained, keys, settings.precision),
        }
        save_tensors(note, read)
    stored = load_tensors(note)
    return stored["contexts"], stored["glosses"].to(device())
