"""Several trained word-sense models together: the weighted mean of their log-shares of every gloss.

Models of different make err in different places: one that compares vectors, one that reads sentence and glosses at
once, the counts of training. None is trained again. What a model does not rank, because it only names senses, counts
by the shares it tells, or by what it names.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.scoring.measures.senses import senses
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words
from pingce.systems.data import merged_glosses
from pingce.systems.interface import Model, NoProgress, Prediction, Training
from pingce.systems.settings import EndpointSettings, given_part
from pingce.systems.stored import read_json
from pingce.systems.train import copy_model, load_model

from .model import INVENTORY, ChoiceSettings, SenseModel, load_choice, save_choice, softmax
from .questions import Question

MEMBER = "member-"
FLOOR = 0.02
"""Of every model's shares so much is spread evenly: none can rule a gloss out, and a model that says nothing says
nothing."""


@dataclass(frozen=True)
class SenseEnsembleSettings(ChoiceSettings, EndpointSettings):
    """Who is asked, and how much each counts."""

    models: str = ""
    """Model folders for the same task, with spaces between them."""
    weights: str = ""
    """A number for each of them, with spaces between; without them all count the same."""


@dataclass(frozen=True)
class MemberScorer:
    """What the members think of every gloss, as shares of one."""

    members: Sequence[Model]
    weights: Sequence[float]

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        items = [Item(str(i), {"sentence": q.sentence, "word": q.word}) for i, q in enumerate(questions)]
        told = [member.predict(items, NoProgress()) for member in self.members]
        return [self._together(question, [row[i] for row in told]) for i, question in enumerate(questions)]

    def _together(self, question: Question, predictions: Sequence[Prediction]) -> list[float]:
        totals = [0.0] * len(question.glosses)
        for weight, prediction in zip(self.weights, predictions, strict=True):
            for i, share in enumerate(shares(prediction, question.glosses)):
                totals[i] += weight * math.log(share)
        return softmax(totals)


def shares(prediction: Prediction, glosses: Sequence[str]) -> list[float]:
    """Of these glosses, by a prediction of any word-sense system; none is nothing and all add up to one."""
    said = senses(prediction.answer)
    told = dict(said.scores) or {gloss: share or 0.0 for gloss, share in prediction.detail.get("glosses", ())}
    if not any(told.get(gloss, 0.0) > 0 for gloss in glosses):
        told = dict.fromkeys(said.chosen, 1.0)
    values = [max(0.0, told.get(gloss, 0.0)) for gloss in glosses]
    whole = sum(values)
    even = 1 / max(1, len(glosses))
    return [FLOOR * even + (1 - FLOOR) * (value / whole if whole else even) for value in values]


class SenseEnsemble:
    """From trained models; it learns nothing itself but how many senses to name, on dev."""

    Settings = SenseEnsembleSettings

    def train(self, training: Training) -> None:
        settings: SenseEnsembleSettings = training.settings
        folders = settings.models.split()
        weights = weights_of(settings)
        inventory: Inventory = training.inventory or {}
        for n, folder in enumerate(folders):
            to = training.folder / f"{MEMBER}{n}"
            copy_model(Path(folder), to, task=training.task, given=given_part(settings))
            if (to / INVENTORY).is_file():
                inventory = merged_glosses(read_json(to / INVENTORY, dict[str, list[str]]), inventory)
        known = replace(training, inventory=inventory)
        members = load_members(training.folder, training.task, settings, inventory)
        save_choice(known, MemberScorer(members, weights), settings)

    def load(
        self, folder: Path, task: TaskSpec, settings: SenseEnsembleSettings, inventory: Inventory | None
    ) -> SenseModel:
        weights = weights_of(settings)
        return load_choice(
            folder, inventory, lambda known: MemberScorer(load_members(folder, task, settings, known), weights)
        )


def load_members(folder: Path, task: TaskSpec, settings: SenseEnsembleSettings, inventory: Inventory) -> list[Model]:
    """The copies in a model folder, all with the same glosses to choose from."""
    return [
        load_model(folder / f"{MEMBER}{n}", task=task, inventory=inventory, given=given_part(settings))[0]
        for n in range(len(settings.models.split()))
    ]


def weights_of(settings: SenseEnsembleSettings) -> list[float]:
    """One per model; refuses what cannot be weights of these models."""
    count = len(settings.models.split())
    try:
        weights = [float(weight) for weight in settings.weights.split()] or [1.0] * count
    except ValueError:
        weights = []
    if count < 2 or len(weights) != count or not all(0 <= weight < math.inf for weight in weights):
        raise UserError(
            Words(
                f"sense-ensemble 至少要两个模型文件夹，权重各一个，不为负；给了 {count} 个，权重“{settings.weights}”。",
                "The system sense-ensemble needs two model folders at least and for each a weight that is not "
                f"negative; found {count} and the weights '{settings.weights}'.",
            ),
            hint=Words(
                "用 --set models='DIR DIR …'，可另加 --set weights='1 0.5 …'。",
                "Use --set models='DIR DIR …', perhaps with --set weights='1 0.5 …'.",
            ),
            code="bad-settings",
        )
    return weights
