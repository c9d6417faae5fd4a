"""Matching of tuples with one element per slot (SpaCE2022 task 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pingce.spec.measure import Case, Share
from pingce.spec.values import Fragment, SlotArray, StepTuple

from .tuples import (
    NOWHERE,
    Mentions,
    Positions,
    TupleMeasure,
    characters,
    jaccard,
    mention_sets,
    tuples,
    variants,
)

EntityKey = tuple[int, ...] | str | None
"""What the first slot holds: positions, a label where an entity belongs, or nothing."""
Group = list[tuple[int, SlotArray, SlotArray]]
"""Tuples about one entity: number, other entities, other slots."""


@dataclass(frozen=True)
class SlotMatch(TupleMeasure):
    """SpaCE2022 task 3: each slot holds a fragment or a label; a tuple is the mean over its filled slots.

    The slots of the entities come first. An entity on one side only, or elsewhere in the text, leaves the
    whole tuple without points. A text speaks of few entities in many tuples, so entities are compared first,
    each pair once, and only tuples about the same entity are looked at any further.
    """

    def _weights(self, case: Case) -> dict[tuple[int, int], float]:
        corefs = mention_sets(case.gold)
        predicted = [(_positions(key), group) for key, group in self._groups(tuples(case.predicted)).items()]
        weights = {}
        for key, golds in self._groups(tuples(case.gold)).items():
            entity = _variants(key, corefs)
            reach = None if entity is None else entity[0] if len(entity) == 1 else NOWHERE.union(*entity)
            for positions, group in predicted:
                if entity is None or reach is None or positions is None:
                    if positions is not reach:
                        continue
                    points, filled = 0.0, 0
                elif reach.isdisjoint(positions):
                    continue
                else:
                    points, filled = _nearest(entity, positions), 1
                for i, others, rest in golds:
                    for j, said_others, said_rest in group:
                        weight = _similarity(points, filled, others, said_others, rest, said_rest, corefs)
                        if weight:
                            weights[i, j] = weight
        return weights

    def _groups(self, side: tuple[StepTuple, ...]) -> dict[EntityKey, Group]:
        """The tuples of one side by their first entity."""
        names, width = self.step.names, len(self.entities)
        groups: dict[EntityKey, Group] = {}
        for number, step in enumerate(side):
            if step.well_formed:
                array = step.array(names)
                key = _key(array[0])
                arrays = (number, array[1:width], array[width:])
                if key in groups:
                    groups[key].append(arrays)
                else:
                    groups[key] = [arrays]
        return groups

    def _slot_points(self, gold: StepTuple, predicted: StepTuple, corefs: Mentions) -> Mapping[str, float]:
        points = {}
        for slot, ours_in_slot, other in zip(
            self.step.slots, gold.array(self.step.names), predicted.array(self.step.names), strict=True
        ):
            if ours_in_slot is None or other is None:
                continue
            if slot.by_position:
                ours, theirs = _variants(_key(ours_in_slot), corefs), _positions(_key(other))
                points[slot.name] = _nearest(ours, theirs) if ours and theirs else 0.0
            else:
                points[slot.name] = _element(ours_in_slot, other)
        return points


def _key(element: Fragment | str | None) -> EntityKey:
    return element.idxes if isinstance(element, Fragment) else element


def _positions(key: EntityKey) -> Positions | None:
    """None: the slot is empty; a label where an entity belongs stands nowhere."""
    if key is None:
        return None
    return NOWHERE if isinstance(key, str) else frozenset(key)


def _variants(key: EntityKey, corefs: Mentions) -> tuple[Positions, ...] | None:
    own = _positions(key)
    return None if own is None else variants(own, corefs)


def _similarity(
    points: float,
    filled: int,
    others: SlotArray,
    said_others: SlotArray,
    rest: SlotArray,
    said_rest: SlotArray,
    corefs: Mentions,
) -> float:
    """The tuple's score, given what the first entity won."""
    for element, other in zip(others, said_others):  # noqa: B905 (of one length; these are the innermost loops)
        if element is None and other is None:
            continue
        ours, theirs = _variants(_key(element), corefs), _positions(_key(other))
        score = 0.0 if ours is None or theirs is None else _nearest(ours, theirs)
        if not score:
            return 0.0
        points += score
        filled += 1
    for element, other in zip(rest, said_rest):  # noqa: B905
        if element is None:
            if other is not None:
                filled += 1
        else:
            filled += 1
            if other is not None:
                points += _element(element, other)
    return points / filled if filled else 0.0


def _nearest(variants: tuple[Positions, ...], predicted: Positions) -> float:
    if predicted == variants[0]:
        return float(bool(predicted))
    return max([jaccard(variant, predicted) for variant in variants])


def _element(gold: Fragment | str, predicted: Fragment | str) -> float:
    """Labels are equal or not; fragments share characters; one against the other has nothing in common."""
    if isinstance(gold, str):
        return float(gold == predicted)
    if isinstance(predicted, str):
        return 0.0
    if gold.text == predicted.text:
        return float(bool(gold.text))
    return jaccard(characters(gold.text), characters(predicted.text))


@dataclass(frozen=True)
class PooledTuples(SlotMatch):
    """The formula of task3-eval.md (2022): points and tuples are summed over all questions before dividing."""

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (sums suffice)
        return Share(*sums[3:]).numbers()
