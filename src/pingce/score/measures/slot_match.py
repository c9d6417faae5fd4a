"""Matching of tuples with one element per slot (SpaCE2022 task 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pingce.spec.measure import Case, harmonic, ratio
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


class GoldArray(NamedTuple):
    """A gold tuple made ready."""

    first: tuple[Positions, ...] | None
    """Where the first entity may stand: its own positions, and those of its other mentions; None: not named."""
    reach: Positions | None
    """All of these positions together."""
    others: tuple[tuple[Positions, ...] | None, ...]
    """The other entities."""
    rest: SlotArray


@dataclass(frozen=True)
class SlotMatch(TupleMeasure):
    """SpaCE2022 task 3: each slot holds a fragment or a label; a tuple is the mean over its filled slots.

    The slots of the entities come first. An entity on one side only, or elsewhere in the text, leaves the
    whole tuple without points; nearly all pairs of tuples end there, so that question is asked first.
    """

    def _weights(self, case: Case) -> dict[tuple[int, int], float]:
        names, width = self.step.names, len(self.entities)
        said = []
        for j, step in enumerate(tuples(case.predicted)):
            if step.well_formed:
                array = step.array(names)
                said.append((j, _positions(array[0]), array[1:width], array[width:]))
        weights = {}
        corefs = mention_sets(case.gold)
        for i, step in enumerate(tuples(case.gold)):
            if not step.well_formed:
                continue
            gold = _gold_array(step.array(names), width, corefs)
            reach = gold.reach
            for j, first, others, rest in said:
                if first is None or reach is None:
                    if first is not reach:
                        continue
                elif reach.isdisjoint(first):
                    continue
                weight = _similarity(gold, first, others, rest)
                if weight:
                    weights[i, j] = weight
        return weights

    def _slot_points(self, gold: StepTuple, said: StepTuple, corefs: Mentions) -> Mapping[str, float]:
        points = {}
        for slot, one, other in zip(
            self.step.slots, gold.array(self.step.names), said.array(self.step.names), strict=True
        ):
            if one is None or other is None:
                continue
            if slot.by_position and isinstance(one, Fragment):
                theirs = _positions(other) or NOWHERE
                points[slot.name] = max(jaccard(variant, theirs) for variant in variants(one, corefs))
            else:
                points[slot.name] = _element(one, other)
        return points


def _positions(element: Fragment | str | None) -> Positions | None:
    """None: the slot is empty; a label where an entity belongs stands nowhere."""
    if element is None:
        return None
    return NOWHERE if isinstance(element, str) else frozenset(element.idxes)


def _gold_array(array: SlotArray, width: int, corefs: Mentions) -> GoldArray:
    first = _variants(array[0], corefs)
    reach = None if first is None else first[0] if len(first) == 1 else NOWHERE.union(*first)
    return GoldArray(first, reach, tuple([_variants(one, corefs) for one in array[1:width]]), array[width:])


def _variants(element: Fragment | str | None, corefs: Mentions) -> tuple[Positions, ...] | None:
    if element is None:
        return None
    return (NOWHERE,) if isinstance(element, str) else variants(element, corefs)


def _similarity(gold: GoldArray, first: Positions | None, others: SlotArray, rest: SlotArray) -> float:
    total, filled = 0.0, 0
    if gold.first is not None and first is not None:
        total, filled = _nearest(gold.first, first), 1
    for ours, other in zip(gold.others, others):  # noqa: B905 (of one length; this is the innermost loop)
        if ours is None and other is None:
            continue
        theirs = _positions(other)
        score = 0.0 if ours is None or theirs is None else _nearest(ours, theirs)
        if not score:
            return 0.0
        total += score
        filled += 1
    for one, other in zip(gold.rest, rest):  # noqa: B905
        if one is None:
            if other is not None:
                filled += 1
        else:
            filled += 1
            if other is not None:
                total += _element(one, other)
    return total / filled if filled else 0.0


def _nearest(variants: tuple[Positions, ...], said: Positions) -> float:
    if said == variants[0]:
        return float(bool(said))
    return max([jaccard(variant, said) for variant in variants])


def _element(gold: Fragment | str, said: Fragment | str) -> float:
    """Labels are equal or not; fragments share characters; one against the other has nothing in common."""
    if isinstance(gold, str):
        return float(gold == said)
    if isinstance(said, str):
        return 0.0
    if gold.text == said.text:
        return float(bool(gold.text))
    return jaccard(characters(gold.text), characters(said.text))


@dataclass(frozen=True)
class PooledTuples(SlotMatch):
    """The formula of task3-eval.md (2022): points and tuples are summed over all questions before dividing."""

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (sums suffice)
        precision, recall = ratio(sums[3], sums[4]), ratio(sums[3], sums[5])
        return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}
