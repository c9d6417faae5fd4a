"""Measures of sets of fragments, such as mentions of one entity."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, cast

from pingce.spec.measure import Case, Measure, Row, Share
from pingce.spec.values import Answer, FragmentSet

Place = tuple[int, ...]
Link = tuple[Place, Place]


def links(answer: Answer | None, field: str) -> frozenset[Link]:
    """Every two fragments that stand in one set, by their positions."""
    sets = cast("tuple[FragmentSet, ...]", answer.get(field, ())) if answer is not None else ()
    places = [sorted({tuple(sorted(set(fragment.idxes))) for fragment in together}) for together in sets]
    return frozenset(pair for together in places for pair in combinations(together, 2))


@dataclass(frozen=True)
class LinkF1(Measure):
    """Pairs of fragments in one set, over all items: how many of those said are in gold, and the other way round."""

    field: str
    columns: ClassVar[tuple[str, ...]] = ("common", "predicted", "gold")

    def row(self, case: Case) -> Row:
        gold, predicted = links(case.gold, self.field), links(case.predicted, self.field)
        return (float(len(gold & predicted)), float(len(predicted)), float(len(gold)))

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (rows count themselves)
        return Share(*sums).numbers()
