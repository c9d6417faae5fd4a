"""Matching of tuples as filled roles (SpaCE2023 task 2), and by the wording of the rules pages."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pingce.spec.measure import Case, Share, ratio
from pingce.spec.values import StepTuple

from .tuples import (
    NOWHERE,
    Characters,
    Mentions,
    Positions,
    TupleMeasure,
    characters,
    f1,
    fill_counts,
    jaccard,
    mention_sets,
    tuples,
    variants,
)

NO_CHARACTERS: Characters = frozenset()


class Filled(NamedTuple):
    """A slot made ready for comparison."""

    label: str | None
    fragment: bool
    positions: tuple[Positions, ...]
    characters: Characters


Ready = Mapping[str, Sequence[Filled]]
"""A tuple by slot; predicted tuples may fill a slot several times."""


@dataclass(frozen=True)
class FilledTuples(TupleMeasure):
    """Compares tuples role by role, whatever the layout of the file."""

    def _ready(self, case: Case) -> tuple[list[Ready], list[Ready]]:
        corefs = mention_sets(case.gold)
        return (
            [self._prepare(t, corefs) for t in tuples(case.gold)],
            [self._prepare(t, ()) for t in tuples(case.predicted)],
        )

    def _prepare(self, step: StepTuple, corefs: Mentions) -> Ready:
        ready: dict[str, list[Filled]] = {}
        for slot, fragment, label in step.fills:
            if fragment is None:
                filled = Filled(label, False, (), NO_CHARACTERS)
            elif slot in self.entities:
                filled = Filled(label, True, variants(frozenset(fragment.idxes), corefs), NO_CHARACTERS)
            else:
                filled = Filled(label, True, (), characters(fragment.text))
            if slot in ready:
                ready[slot].append(filled)
            else:
                ready[slot] = [filled]
        return ready

    def _weights(self, case: Case) -> dict[tuple[int, int], float]:
        left, right = self._ready(case)
        usable = [(j, right[j], self._reach(right[j])) for j, t in enumerate(tuples(case.predicted)) if t.well_formed]
        weights = {}
        for i, step in enumerate(tuples(case.gold)):
            if not step.well_formed:
                continue
            gold, reach = left[i], self._reach(left[i])
            for j, predicted, said_reach in usable:
                # Under every rule, two tuples about different entities have nothing in common.
                if reach and said_reach and reach.isdisjoint(said_reach):
                    continue
                weight = self._similarity(gold, predicted)
                if weight:
                    weights[i, j] = weight
        return weights

    def _reach(self, ready: Ready) -> Positions:
        """All positions the tuple's first entity may have; empty where it names none."""
        first = ready.get(self.entities[0])
        if first is None:
            return NOWHERE
        return first[0].positions[0] if len(first) == len(first[0].positions) == 1 else _union(first)

    def _slot_points(self, gold: StepTuple, predicted: StepTuple, corefs: Mentions) -> Mapping[str, float]:
        ours, theirs = self._prepare(gold, corefs), self._prepare(predicted, ())
        return {slot: self._slot_score(slot, ours[slot], theirs[slot]) for slot in ours if slot in theirs}

    def _fragment_score(self, gold: Filled, predicted: Filled) -> float:
        if gold.positions and predicted.positions:
            return max(jaccard(variant, predicted.positions[0]) for variant in gold.positions)
        return jaccard(gold.characters, predicted.characters)

    @abstractmethod
    def _similarity(self, gold: Ready, predicted: Ready) -> float: ...

    @abstractmethod
    def _slot_score(self, slot: str, gold: Sequence[Filled], predicted: Sequence[Filled]) -> float: ...


def _union(filled: Sequence[Filled]) -> Positions:
    return frozenset(i for fill in filled for variant in fill.positions for i in variant)


@dataclass(frozen=True)
class RoleMatch(FilledTuples):
    """SpaCE2023 task 2: a role holds a fragment, a label or both; a tuple is the mean over the roles of both sides."""

    strict_extra: tuple[str, ...] = ("时间",)
    """Roles where a part that gold does not have costs; elsewhere (距离) the script lets it pass."""

    def _similarity(self, gold: Ready, predicted: Ready) -> float:
        total, shared = 0.0, 0
        for slot, ours in gold.items():
            theirs = predicted.get(slot)
            if theirs is None:
                continue
            shared += 1
            score = self._slot_score(slot, ours, theirs)
            if not score and slot in self.entities and ours[0].fragment and any(t.fragment for t in theirs):
                return 0.0
            total += score
        return ratio(total, len(gold) + len(predicted) - shared)

    def _slot_score(self, slot: str, gold: Sequence[Filled], predicted: Sequence[Filled]) -> float:
        """Of several predicted objects of one role the best counts, without penalty for the others."""
        return max(self._object_score(slot, gold[0], fill) for fill in predicted)

    def _object_score(self, slot: str, gold: Filled, predicted: Filled) -> float:
        points, parts = 0.0, 0
        if gold.label is not None:
            parts += 1
            points += gold.label == predicted.label
        if gold.fragment:
            parts += 1
            points += self._fragment_score(gold, predicted) if predicted.fragment else 0.0
        if slot in self.strict_extra:
            parts += gold.label is None and predicted.label is not None
            parts += not gold.fragment and predicted.fragment
        return ratio(points, parts)


@dataclass(frozen=True)
class ElementSum(FilledTuples):
    """The rules pages of 2022 task 3 and 2023 task 2: F1 per element, a tuple is the sum of its elements.

    The pages do not say what the sum is divided by; we take the filled elements of each side over all
    questions. A tuple whose entities do not meet gets nothing; an element one side lacks gets nothing.
    """

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (sums suffice)
        return Share(*sums[3:]).numbers()

    def _size(self, side: tuple[StepTuple, ...]) -> float:
        return sum(fill_counts(side).values())

    def _similarity(self, gold: Ready, predicted: Ready) -> float:
        total = 0.0
        for slot, ours in gold.items():
            theirs = predicted.get(slot)
            score = self._slot_score(slot, ours, theirs) if theirs is not None else 0.0
            if not score and slot in self.entities:
                return 0.0
            total += score
        return total

    def _slot_score(self, slot: str, gold: Sequence[Filled], predicted: Sequence[Filled]) -> float:  # noqa: ARG002
        ours, theirs = gold[0], predicted[0]
        scores = []
        if ours.label is not None or theirs.label is not None:
            scores.append(float(ours.label == theirs.label))
        if ours.fragment or theirs.fragment:
            both = ours.fragment and theirs.fragment
            scores.append(self._fragment_score(ours, theirs) if both else 0.0)
        return ratio(sum(scores), len(scores))

    def _fragment_score(self, gold: Filled, predicted: Filled) -> float:
        if gold.positions and predicted.positions:
            return max(f1(variant, predicted.positions[0]) for variant in gold.positions)
        return f1(gold.characters, predicted.characters)
