"""Encoder classifiers of judging: whole texts as the published systems read them, or the sites of a text one by one.

Reading sites costs less, since the sentences of one original share most of them, and learns more, since siblings tell
which word was replaced.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import torch

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.data import hold_out
from pingce.systems.interface import Example, Prediction, Progress, Training
from pingce.systems.learning.checkpoint import load_module, save_module
from pingce.systems.learning.device import Precision, autocast, device
from pingce.systems.learning.encoder import Pretrained, load_pretrained
from pingce.systems.learning.replaceable import READING, Reader, read_items
from pingce.systems.learning.trainer import Keep, bucketed, train_network

from .decision import TextDecision, fit_decision, load_decision
from .network import JudgeNetwork, judge_loss, log_odds
from .prediction import judged, label_of, says_yes
from .units import TextUnit, Tokened, item_unit, site_unit, tokened
from .word_labels import WordLabels, label_words, load_groups, save_groups

TUNING_SHARE, TUNING_SEED = 0.1, 1


@dataclass(frozen=True)
class EncoderSettings:
    """For a small encoder; large ones want a rate of about 1e-5 and more epochs."""

    reads: Literal["sites", "text"] = "sites"
    reach: int = 20
    """Characters to either side of a site."""
    background: float = 0.5
    """Untouched sites per replaced one, drawn anew in every epoch."""
    rdrop: float = 0.0
    """Weight of R-Drop; the published systems used 0.5 and 1."""
    normal_share: float = 0.5
    """Share of yes (normal texts, reasons that hold) expected where the model will be used."""
    epochs: int = 3
    batch: int = 32
    lr: float = 5e-5
    head_lr: float = 5e-4
    dropout: float = 0.1
    longest: int = 258
    keep: Keep = "last"
    """Which epoch's state is kept: the best on dev, or the last, which leaves dev untouched."""
    precision: Precision = "float32"
    checkpoint_every: int = 100
    steps: int | None = None
    """Stop after so many steps, for a training that must not take longer; None: as many as the epochs have."""
    at_once: int = 8
    """Examples of a batch that are computed together; fewer need less memory and give the same result."""


class JudgingObjective:
    """Units with a yes or no; those of the background come in turns."""

    def __init__(
        self,
        judge: JudgeNetwork,
        taught: Sequence[Tokened],
        yes: Sequence[bool],
        background: Sequence[Tokened],
        settings: EncoderSettings,
        seed: int,
    ) -> None:
        self._judge, self._settings, self._seed = judge, settings, seed
        self._units = [*taught, *background]
        self._yes = [*yes, *[False] * len(background)]
        self._taught = len(taught)
        self._drawn = min(len(background), round(settings.background * len(taught)))
        share = (sum(yes) or 1) / max(1, len(taught) + self._drawn)
        # Both answers weigh the same in all.
        self._weights = {True: 0.5 / share, False: 0.5 / max(1e-6, 1 - share)}

    def batches(self, epoch: int) -> list[list[int]]:
        chance = random.Random(f"{self._seed} {epoch}")  # noqa: S311 (no secret)
        drawn = chance.sample(range(self._taught, len(self._units)), self._drawn)
        chosen = [*range(self._taught), *drawn]
        lengths = [len(self._units[i].ids) for i in chosen]
        grouped = bucketed(lengths, self._settings.batch, seed=self._seed, epoch=epoch)
        return [[chosen[k] for k in batch] for batch in grouped]

    def loss(self, batch: Sequence[int]) -> torch.Tensor:
        yes = torch.tensor([float(self._yes[i]) for i in batch], device=device())
        weights = torch.tensor([self._weights[self._yes[i]] for i in batch], device=device())
        with autocast(self._settings.precision):
            return judge_loss(self._judge, [self._units[i] for i in batch], yes, weights, rdrop=self._settings.rdrop)

    def weight(self, batch: Sequence[int]) -> float:
        """Both answers count for as much, however often each is right."""
        return sum(self._weights[self._yes[i]] for i in batch)


@dataclass(frozen=True)
class TextModel:
    """Says yes or no to a whole text, or to a reason with its text."""

    label: str
    settings: EncoderSettings
    judge: JudgeNetwork
    pretrained: Pretrained

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        progress.begin(READING, len(items))
        units = [item_unit(item, self.pretrained.tokenizer.sep_token) for item in items]
        tokens = tokened(self.pretrained, units, self.settings.longest)
        shift = math.log(self.settings.normal_share / (1 - self.settings.normal_share))
        odds = log_odds(self.judge, tokens, self.settings.precision)
        progress.advance(len(items))
        return [judged(self.label, value + shift) for value in odds]


@dataclass(frozen=True)
class EncoderSiteModel:
    """Says of every site how odd it is; the decision says what follows for the text."""

    label: str
    settings: EncoderSettings
    judge: JudgeNetwork
    pretrained: Pretrained
    groups: frozenset[str]
    decision: TextDecision
    reader: Reader = field(default_factory=Reader)

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        readings = read_items(self.reader, items, self.groups, progress)
        units = [[site_unit(r, site, self.settings.reach) for site in r.sites] for r in readings]
        odds = unit_odds(self.judge, self.pretrained, units, self.settings)
        return [
            judged(self.label, self.decision.log_odds(values, share=self.settings.normal_share), reading, values)
            for reading, values in zip(readings, odds, strict=True)
        ]


def unit_odds(
    judge: JudgeNetwork, pretrained: Pretrained, units: Sequence[Sequence[TextUnit]], settings: EncoderSettings
) -> list[list[float]]:
    """Text by text; what several texts share is read once."""
    asked = sorted({unit for row in units for unit in row})
    values = log_odds(judge, tokened(pretrained, asked, settings.longest), settings.precision)
    odds_of = dict(zip(asked, values, strict=True))
    return [[odds_of[unit] for unit in row] for row in units]


class Encoder:
    """Trains either kind; reasons are always read whole."""

    Settings = EncoderSettings

    def train(self, training: Training) -> None:
        assert training.encoder is not None, "the catalogue asks for one"
        torch.manual_seed(training.seed)
        pretrained = load_pretrained(training.encoder)
        judge = JudgeNetwork(pretrained, training.settings.dropout).to(device())
        if reads_sites(training.task, training.settings):
            _train_sites(training, judge, pretrained)
        else:
            _train_texts(training, judge, pretrained)
        save_module(training.folder, judge, pretrained)

    def load(
        self, folder: Path, task: TaskSpec, settings: EncoderSettings, inventory: Inventory | None
    ) -> TextModel | EncoderSiteModel:
        judge, pretrained = load_module(folder, lambda pretrained: JudgeNetwork(pretrained, settings.dropout))
        assert isinstance(judge, JudgeNetwork)
        label = label_of(task)
        if reads_sites(task, settings):
            return EncoderSiteModel(label, settings, judge, pretrained, load_groups(folder), load_decision(folder))
        return TextModel(label, settings, judge, pretrained)


def reads_sites(task: TaskSpec, settings: EncoderSettings) -> bool:
    """Whether texts are judged site by site; reasons are always read whole."""
    return settings.reads == "sites" and len(task.texts) == 1


def _train_texts(training: Training, judge: JudgeNetwork, pretrained: Pretrained) -> None:
    settings, label = training.settings, label_of(training.task)
    units = [item_unit(example.item, pretrained.tokenizer.sep_token) for example in training.train]
    yes = says_yes(training.train, label)
    objective = JudgingObjective(judge, tokened(pretrained, units, settings.longest), yes, [], settings, training.seed)
    train_network(training, judge, objective, lambda: TextModel(label, settings, judge, pretrained))


def _train_sites(training: Training, judge: JudgeNetwork, pretrained: Pretrained) -> None:
    """A tenth of the originals is kept for learning what follows from odd sites."""
    settings, label = training.settings, label_of(training.task)
    items = [example.item for example in training.train]
    labels = label_words(items, says_yes(training.train, label), Reader(), training.progress)
    tuning = _tuning(training.train)
    wrong, right, background = site_units(labels, settings.reach, without=tuning)
    read = tokened(pretrained, [*wrong, *right, *background], settings.longest)
    taught = len(wrong) + len(right)
    yes = [True] * len(wrong) + [False] * len(right)
    objective = JudgingObjective(judge, read[:taught], yes, read[taught:], settings, training.seed)

    def decision() -> TextDecision:
        asked = [labels.readings[i] for i in tuning]
        units = [[site_unit(r, site, settings.reach) for site in r.sites] for r in asked]
        return fit_decision(unit_odds(judge, pretrained, units, settings), [labels.normal[i] for i in tuning])

    train_network(
        training,
        judge,
        objective,
        lambda: EncoderSiteModel(label, settings, judge, pretrained, labels.groups, decision()),
    )
    save_groups(training.folder, labels.groups)
    decision().save(training.folder)


def _tuning(examples: Sequence[Example]) -> list[int]:
    """Places of the examples that are held out inside the training data."""
    _, held = hold_out(examples, share=TUNING_SHARE, seed=TUNING_SEED)
    ids = {id(example) for example in held}
    return [i for i, example in enumerate(examples) if id(example) in ids]


def site_units(
    labels: WordLabels, reach: int, *, without: Sequence[int]
) -> tuple[list[TextUnit], list[TextUnit], list[TextUnit]]:
    """Each unit once: wrong ones, ones that were replaced and are right, and untouched ones."""
    wrong, right, untouched = set[TextUnit](), set[TextUnit](), set[TextUnit]()
    left_out = set(without)
    for i, reading in enumerate(labels.readings):
        marks = labels.wrong[i]
        if i in left_out or marks is None:
            continue
        for site, bad, strange in zip(reading.sites, marks, labels.strange[i], strict=True):
            unit = site_unit(reading, site, reach)
            (wrong if bad else right if strange and labels.normal[i] else untouched).add(unit)
    return sorted(wrong - right), sorted(right), sorted(untouched - wrong - right)
