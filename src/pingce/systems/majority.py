"""The commonest answer for everything: what any other system has to beat.

Labels or letters are counted in training and given to every item; the floor that a score has to be compared with.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.spec.problem import shown
from pingce.spec.shapes import Choice, Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters
from pingce.spec.words import Words

from .interface import Example, Prediction, Progress, Training
from .stored import damaged, read_json

LABEL = "label.json"
ANY_KIND = "any"
"""Of items that do not say whether one or several of their options are right."""


@dataclass(frozen=True)
class MajoritySettings:
    """There is nothing to set."""


@dataclass(frozen=True)
class StoredLabel:
    """The commonest answer of the training data, and how many have it; letters of options are one word (``AC``)."""

    label: str
    share: float


@dataclass(frozen=True)
class StoredLetters:
    """The commonest letters for items with one right option, with several, and for those that do not say."""

    kinds: Mapping[str, StoredLabel] = field(default_factory=dict)


@dataclass(frozen=True)
class MajorityModel:
    """Answers every question with the commonest label of training; the least a system has to beat."""

    field: str
    label: str
    share: float

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        return [Prediction({self.field: self.label}, self.share) for _ in items]


@dataclass(frozen=True)
class MajorityLetters:
    """The commonest letters by what an item says about itself."""

    field: str
    shape: Options
    kinds: Mapping[str, StoredLabel]

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        return [self._predict_item(item) for item in items]

    def _predict_item(self, item: Item) -> Prediction:
        stored = self.kinds.get(self.shape.kind(item) or ANY_KIND) or self.kinds[ANY_KIND]
        known = frozenset(stored.label).intersection(item.options or self.shape.letters)
        return Prediction({self.field: known or frozenset(self.shape.letters[:1])}, stored.share)


class Majority:
    """Of the answer, which is one choice or the letters of options."""

    Settings = MajoritySettings

    def train(self, training: Training) -> None:
        (asked,) = training.task.public_answer
        if isinstance(asked.shape, Options):
            kinds = _commonest_letters(asked.shape, asked.name, training.train)
            text = json.dumps({"kinds": {kind: vars(stored) for kind, stored in kinds.items()}}, ensure_ascii=False)
        else:
            stored = _commonest(Counter(str(example.answer[asked.name]) for example in training.train))
            text = json.dumps(vars(stored), ensure_ascii=False)
        write_text(training.folder / LABEL, text)

    def load(
        self, folder: Path, task: TaskSpec, settings: MajoritySettings, inventory: Inventory | None
    ) -> MajorityModel | MajorityLetters:
        (asked,) = task.public_answer
        if isinstance(asked.shape, Options):
            letters = read_json(folder / LABEL, StoredLetters)
            for stored in letters.kinds.values():
                _check_known(folder, stored.label, [*stored.label], asked.shape.letters)
            if ANY_KIND not in letters.kinds:
                raise damaged(folder / LABEL, Words("没有答案", "there is no answer"))
            return MajorityLetters(asked.name, asked.shape, letters.kinds)
        stored = read_json(folder / LABEL, StoredLabel)
        assert isinstance(asked.shape, Choice), "the catalogue lists only such tasks"
        _check_known(folder, stored.label, [stored.label], asked.shape.labels)
        return MajorityModel(asked.name, stored.label, stored.share)


def _commonest(counts: Counter[str]) -> StoredLabel:
    label, count = min(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return StoredLabel(label, count / counts.total())


def _commonest_letters(shape: Options, name: str, examples: Sequence[Example]) -> dict[str, StoredLabel]:
    counts: dict[str, Counter[str]] = {}
    for example in examples:
        letters = "".join(sorted(cast("Letters", example.answer[name])))
        for kind in {ANY_KIND, shape.kind(example.item) or ANY_KIND}:
            counts.setdefault(kind, Counter())[letters] += 1
    return {kind: _commonest(counted) for kind, counted in sorted(counts.items())}


def _check_known(folder: Path, label: str, said: Sequence[str], known: Sequence[str]) -> None:
    if not said or not set(said) <= set(known):
        raise damaged(folder / LABEL, Words(f"没有标签 {shown(label)}", f"there is no label {shown(label)}"))
