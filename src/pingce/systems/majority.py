"""The commonest label for everything: what any other system has to beat."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.spec.problem import shown
from pingce.spec.shapes import Choice
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.spec.words import Words

from .interface import Prediction, Progress, Training
from .stored import damaged, read_json

LABEL = "label.json"


@dataclass(frozen=True)
class MajoritySettings:
    """There is nothing to set."""


@dataclass(frozen=True)
class StoredLabel:
    """The commonest label of the training data, and how many have it."""

    label: str
    share: float


@dataclass(frozen=True)
class MajorityModel:
    field: str
    label: str
    share: float

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        return [Prediction({self.field: self.label}, self.share) for _ in items]


class Majority:
    """Of the answer, which is one choice."""

    Settings = MajoritySettings

    def train(self, training: Training) -> None:
        field = training.task.public_answer[0].name
        counts = Counter(str(example.answer[field]) for example in training.train)
        label, count = min(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        written = {"label": label, "share": count / counts.total()}
        write_text(training.folder / LABEL, json.dumps(written, ensure_ascii=False))

    def load(
        self, folder: Path, task: TaskSpec, settings: MajoritySettings, inventory: Inventory | None
    ) -> MajorityModel:
        (asked,) = task.public_answer
        stored = read_json(folder / LABEL, StoredLabel)
        assert isinstance(asked.shape, Choice), "the catalogue lists only such tasks"
        if stored.label not in asked.shape.labels:
            raise damaged(
                folder / LABEL, Words(f"没有标签 {shown(stored.label)}", f"there is no label {shown(stored.label)}")
            )
        return MajorityModel(asked.name, stored.label, stored.share)
