"""Gloss overlap (Lesk 1986) on characters: a gloss fits as well as its rare characters return in the sentence.

Words would be too coarse for glosses of ten characters; single characters and neighbouring pairs carry most of the
meaning, and the rarer one is among all glosses the more it says. Needs no training, so it works at once for any word.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.spec.task import TaskSpec
from pingce.systems.interface import Training

from .model import ChoiceSettings, SenseModel, load_choice, save_choice, softmax, training_inventory
from .questions import Question
from .target import occurrences


@dataclass(frozen=True)
class OverlapSettings(ChoiceSettings):
    """How sharp the scores are."""

    sharpness: float = 4.0
    """Overlap is from 0 to 1; scores are a softmax of it times this."""


@dataclass(frozen=True)
class OverlapScorer:
    """Scores glosses by the characters they share with the sentence, rare ones counting more (Lesk)."""

    rarity: Mapping[str, float]
    """Of a character or a pair of them; what no gloss has is as rare as can be."""
    unknown: float
    sharpness: float

    def scores(self, questions: Sequence[Question]) -> list[list[float]]:
        return [self._scores(question) for question in questions]

    def _scores(self, question: Question) -> list[float]:
        context = pieces(around(question))
        return softmax([self.sharpness * self.overlap(pieces(gloss), context) for gloss in question.glosses])

    def overlap(self, gloss: frozenset[str], context: frozenset[str]) -> float:
        """The weight of the gloss's pieces that the sentence has; a long gloss counts by the root of its weight."""
        # Sets have another order in every process; fsum gives the same last digit in all of them.
        whole = math.fsum(self._weight(piece) for piece in gloss)
        return math.fsum(self._weight(piece) for piece in gloss & context) / math.sqrt(whole) if whole else 0.0

    def _weight(self, piece: str) -> float:
        return self.rarity.get(piece, self.unknown)


def around(question: Question) -> str:
    """The sentence without the target, whose own characters are in many of its glosses."""
    places = {position for target in occurrences(question.sentence, question.word) for position in target}
    return "".join(" " if i in places else character for i, character in enumerate(question.sentence))


def pieces(text: str) -> frozenset[str]:
    """Characters and pairs of neighbours; punctuation parts them."""
    runs = "".join(character if character.isalnum() else " " for character in text).split()
    return frozenset(run[i : i + size] for run in runs for size in (1, 2) for i in range(len(run) - size + 1))


def overlap_scorer(inventory: Inventory, sharpness: float) -> OverlapScorer:
    """A scorer by shared pieces of words, where a piece weighs the more, the fewer glosses have it (idf)."""
    glosses = [pieces(gloss) for listed in inventory.values() for gloss in listed]
    counts: Counter[str] = Counter(_all(glosses))
    size = len(glosses) + 1
    return OverlapScorer(
        {piece: math.log(size / (count + 0.5)) for piece, count in counts.items()}, math.log(2 * size), sharpness
    )


def _all(glosses: Iterable[frozenset[str]]) -> Iterable[str]:
    return (piece for gloss in glosses for piece in gloss)


class GlossOverlap:
    """Works from the inventory alone."""

    Settings = OverlapSettings

    def train(self, training: Training) -> None:
        settings: OverlapSettings = training.settings
        save_choice(training, overlap_scorer(training_inventory(training), settings.sharpness), settings)

    def load(self, folder: Path, task: TaskSpec, settings: OverlapSettings, inventory: Inventory | None) -> SenseModel:
        return load_choice(folder, inventory, lambda stored: overlap_scorer(stored, settings.sharpness))
