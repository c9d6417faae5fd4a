"""Matching of spatial tuples (STEP): which predicted tuple says the same as which gold tuple, and how much of it.

Sets instead of loops over every slot: a pair of tuples without a common entity costs one look.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, cast

from pingce.scoring.assignment import best_pairs
from pingce.spec.measure import Case, Measure, Row, Share, harmonic, ratio
from pingce.spec.shapes import SlotTuple
from pingce.spec.values import Answer, FragmentSet, StepTuple

Positions = frozenset[int]
Characters = frozenset[str]
Mentions = Sequence[Sequence[Positions]]
NOWHERE: Positions = frozenset()


def jaccard(a: frozenset[int] | frozenset[str], b: frozenset[int] | frozenset[str]) -> float:
    """Shared elements of all; two empty sets share nothing (the scripts divide by zero there)."""
    common = len(a & b)
    return common / (len(a) + len(b) - common) if common else 0.0


def f1(a: frozenset[int] | frozenset[str], b: frozenset[int] | frozenset[str]) -> float:
    """F1 of two sets; 0 where they share nothing, also where both are empty."""
    common = len(a & b)
    return 2 * common / (len(a) + len(b)) if common else 0.0


def tuples(answer: Answer | None) -> tuple[StepTuple, ...]:
    return cast("tuple[StepTuple, ...]", answer.get("tuples", ())) if answer is not None else ()


def mention_sets(answer: Answer) -> Mentions:
    """The positions of every mention, by coreference set."""
    corefs = cast("tuple[FragmentSet, ...]", answer.get("corefs", ()))
    return [[frozenset(mention.idxes) for mention in mentions] for mentions in corefs]


def variants(own: Positions, corefs: Mentions) -> tuple[Positions, ...]:
    """The positions of an entity, and those it has when a mention inside it is named otherwise.

    Of several sets with the same mention only the first is used, as in the official scripts.
    """
    inside = [(mention, mentions) for mentions in corefs for mention in mentions if mention <= own]
    if not inside:
        return (own,)
    alternatives = [own]
    tried: set[Positions] = set()
    for mention, mentions in inside:
        if mention not in tried:
            tried.add(mention)
            alternatives += [(own - mention) | other for other in mentions if other != mention]
    return tuple(dict.fromkeys(alternatives))


@lru_cache(maxsize=1 << 16)
def characters(text: str) -> Characters:
    return frozenset(text)


@dataclass(frozen=True)
class TupleMeasure(Measure):
    """Best assignment between predicted and gold tuples, then averages.

    ``macro_f1`` is the mean of the questions' F1, ``micro_f1`` the harmonic mean of mean precision and
    mean recall, as the official scripts name them.
    """

    step: SlotTuple = field(repr=False)
    at_most: int | None = 100
    """A question with more predicted tuples scores 0."""

    columns: ClassVar[tuple[str, ...]] = ("precision", "recall", "f1", "matched", "predicted", "gold")

    @property
    def entities(self) -> tuple[str, ...]:
        """Slots compared by position, with coreference."""
        return self.step.entities

    def parameters(self) -> dict[str, object]:
        return {name: value for name, value in super().parameters().items() if name != "step"}

    def row(self, case: Case) -> Row:
        golds, predicted = tuples(case.gold), tuples(case.predicted)
        matched = 0.0
        if self.at_most is None or len(predicted) <= self.at_most:
            weights = self._weights(case)
            matched = sum(weights[pair] for pair in best_pairs(weights))
        won, needed = self._size(predicted), self._size(golds)
        precision, recall = ratio(matched, won), ratio(matched, needed)
        return (precision, recall, harmonic(precision, recall), matched, won, needed)

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        precision, recall = ratio(sums[0], n), ratio(sums[1], n)
        return {
            "micro_f1": harmonic(precision, recall),
            "macro_f1": ratio(sums[2], n),
            "avg_precision": precision,
            "avg_recall": recall,
        }

    def parts(self, case: Case) -> Mapping[str, Share]:
        """By slot: points of the matched tuples, and how often the slot was filled on either side."""
        golds, predicted_tuples = tuples(case.gold), tuples(case.predicted)
        points: dict[str, float] = {}
        if self.at_most is None or len(predicted_tuples) <= self.at_most:
            corefs = mention_sets(case.gold)
            for i, j in best_pairs(self._weights(case)):
                for slot, won in self._slot_points(golds[i], predicted_tuples[j], corefs).items():
                    points[slot] = points.get(slot, 0.0) + won
        predicted, needed = fill_counts(predicted_tuples), fill_counts(golds)
        return {
            slot: Share(points.get(slot, 0.0), predicted.get(slot, 0), needed.get(slot, 0))
            for slot in {**needed, **predicted}
        }

    def _size(self, side: tuple[StepTuple, ...]) -> float:
        """What precision and recall are shares of."""
        return float(len(side))

    @abstractmethod
    def _weights(self, case: Case) -> dict[tuple[int, int], float]:
        """How much gold tuple i and predicted tuple j say the same; pairs without points are left out."""

    @abstractmethod
    def _slot_points(self, gold: StepTuple, predicted: StepTuple, corefs: Mentions) -> Mapping[str, float]:
        """Points by slot for two tuples that were matched."""


def fill_counts(side: tuple[StepTuple, ...]) -> dict[str, float]:
    """In how many tuples of an answer each slot is filled."""
    counts: dict[str, float] = {}
    for step in side:
        for slot in dict.fromkeys(fill.slot for fill in step.fills):
            counts[slot] = counts.get(slot, 0) + 1
    return counts
