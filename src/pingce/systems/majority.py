"""The commonest label for everything: what any other system has to beat."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item

from .interface import Guess, Training, Watch

LABEL = "label.json"


@dataclass(frozen=True)
class MajoritySettings:
    """There is nothing to set."""


@dataclass(frozen=True)
class MajorityModel:
    field: str
    label: str
    share: float

    def predict(self, items: Sequence[Item], watch: Watch) -> list[Guess]:
        return [Guess({self.field: self.label}, self.share) for _ in items]


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
        return MajorityModel(task.public_answer[0].name, **json.loads((folder / LABEL).read_text(encoding="utf-8")))
