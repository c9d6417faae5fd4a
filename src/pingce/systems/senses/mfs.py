"""The sense a word most often had in training, and the first one of the inventory: the two oldest baselines.

Both name one sense and rank nothing else, as in the published figures: of the derived questions of a sentence they can
answer one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pingce.formats.senses import Inventory
from pingce.formats.write import write_text
from pingce.scoring.frequency import count_senses
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, Senses
from pingce.spec.words import Words
from pingce.systems.interface import Prediction, Progress, Training
from pingce.systems.stored import read_json

from ..data import merged_glosses
from .model import INVENTORY, training_inventory

COUNTS = "counts.json"


@dataclass(frozen=True)
class MfsSettings:
    """What is said about a word that training did not have."""

    unseen: Literal["nothing", "first"] = "nothing"
    """nothing: an empty answer, as the published figure counts. first: the inventory's first sense."""


@dataclass(frozen=True)
class FirstSettings:
    """There is nothing to set."""


@dataclass(frozen=True)
class OneSense:
    """One sense per word, with the share of its occurrences where that is known.

    The detail of a prediction lists all glosses of the word with their shares; they rank nothing.
    """

    senses: Mapping[str, tuple[str, float | None]]
    inventory: Inventory
    counts: Mapping[str, Mapping[str, int]]

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        return [self._predict_item(item.texts.get("word", "")) for item in items]

    def _predict_item(self, word: str) -> Prediction:
        gloss, share = self.senses.get(word, (None, None))
        answer: Answer = {"senses": Senses((gloss,) if gloss is not None else ())}
        return Prediction(answer, share, {"glosses": self._shares(word)}, None if gloss is not None else _unseen(word))

    def _shares(self, word: str) -> list[list[object]]:
        counts = self.counts.get(word, {})
        whole = sum(counts.values())
        glosses = dict.fromkeys([*self.inventory.get(word, ()), *counts])
        return [[gloss, round(counts.get(gloss, 0) / whole, 6) if whole else None] for gloss in glosses]


def _unseen(word: str) -> Words:
    return Words(f"没有见过“{word}”", f"{word} was not seen")


class Mfs:
    """The most frequent sense; the one seen first among equals."""

    Settings = MfsSettings

    def train(self, training: Training) -> None:
        counts = count_senses((example.item, example.answer) for example in training.train)
        write_text(training.folder / COUNTS, json.dumps(counts, ensure_ascii=False, indent=1))
        save_inventory(training)

    def load(self, folder: Path, task: TaskSpec, settings: MfsSettings, inventory: Inventory | None) -> OneSense:
        counts = read_json(folder / COUNTS, dict[str, dict[str, int]])
        seen: dict[str, tuple[str, float | None]] = {}
        for word, gloss_counts in counts.items():
            gloss = max(gloss_counts, key=lambda gloss_text: gloss_counts[gloss_text])
            seen[word] = (gloss, gloss_counts[gloss] / sum(gloss_counts.values()))
        stored = _inventory(folder, inventory)
        first = first_senses(stored) if settings.unseen == "first" else {}
        return OneSense({**first, **seen}, stored, counts)


class First:
    """The first sense the inventory lists."""

    Settings = FirstSettings

    def train(self, training: Training) -> None:
        save_inventory(training)

    def load(self, folder: Path, task: TaskSpec, settings: FirstSettings, inventory: Inventory | None) -> OneSense:
        stored = _inventory(folder, inventory)
        return OneSense(first_senses(stored), stored, {})


def save_inventory(training: Training) -> None:
    write_text(training.folder / INVENTORY, json.dumps(training_inventory(training), ensure_ascii=False, indent=1))


def _inventory(folder: Path, given: Inventory | None) -> Inventory:
    return merged_glosses(read_json(folder / INVENTORY, dict[str, list[str]]), given)


def first_senses(inventory: Inventory) -> dict[str, tuple[str, float | None]]:
    return {word: (glosses[0], None) for word, glosses in inventory.items() if glosses}
