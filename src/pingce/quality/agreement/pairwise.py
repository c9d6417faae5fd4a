"""Pairs of answers as rows: how alike the two are in a field, for every answer shape, and numbers from sums of rows.

A likeness gives every pair of answers a row, and numbers come from sums of rows, as with measures: intervals and slices
cost nothing more.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from pingce.quality.annotations import Field, Points
from pingce.scoring.likeness import RATING_LEVELS, RatingLevel, in_turn, ratings_agree
from pingce.scoring.measures.tuples import jaccard
from pingce.spec.measure import Measure, Row
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words

from .content import Unit, boundaries, chosen, identity, label, units

NUMBERS = ("macro_f1", "type_accuracy")
"""What of a task's own measures is shown between two people."""


@dataclass(frozen=True)
class Likeness(ABC):
    """One way to compare two answers."""

    name: str
    title: Words
    field: Field

    @abstractmethod
    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:
        """What this pair of answers adds; None where there is nothing to compare."""

    @abstractmethod
    def value(self, sums: Sequence[float], n: int) -> float | None:
        """From the sums over ``n`` pairs of answers."""


class Same(Likeness):
    """The two say exactly the same."""

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:  # noqa: ARG002 (answers suffice)
        first, second = identity(self.field, a), identity(self.field, b)
        return None if first is None and second is None else (float(first == second),)

    def value(self, sums: Sequence[float], n: int) -> float | None:
        return sums[0] / n if n else None


@dataclass(frozen=True)
class RatingAgreement(Same):
    """The rating's three levels of agreement; answers off the scale agree only with their like."""

    level: RatingLevel = "strict"

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:  # noqa: ARG002 (answers suffice)
        assert isinstance(self.field.kind, Choice), "a rating is a choice with a scale"
        first, second = label(self.field, a), label(self.field, b)
        if first is None or second is None:
            return None
        return (float(ratings_agree(self.field.kind, first, second, self.level)),)


@dataclass(frozen=True)
class SetF1(Likeness):
    """F1 of two sets, counted over all pairs together; the same whichever side is taken as gold."""

    pick: Callable[[Field, Answer], frozenset[Unit]] = units

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:  # noqa: ARG002 (answers suffice)
        first, second = self.pick(self.field, a), self.pick(self.field, b)
        return (2.0 * len(first & second), float(len(first) + len(second))) if first or second else None

    def value(self, sums: Sequence[float], n: int) -> float | None:  # noqa: ARG002 (counts suffice)
        return sums[0] / sums[1] if sums[1] else None


@dataclass(frozen=True)
class SenseSets(Same):
    """Mean likeness of two sets of senses."""

    masi: bool = False

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:  # noqa: ARG002 (answers suffice)
        first, second = chosen(self.field, a), chosen(self.field, b)
        if not first and not second:
            return None
        return (masi(first, second) if self.masi else jaccard(first, second),)


def masi(a: frozenset[str], b: frozenset[str]) -> float:
    """Passonneau's measure of agreement on set-valued items: Jaccard, less where neither set contains the other."""
    if a == b:
        return 1.0
    kind = 2 / 3 if a <= b or b <= a else 1 / 3
    return kind * jaccard(a, b)


@dataclass(frozen=True)
class InTurn(Likeness):
    """The task's own scorer, each of the two as gold in turn; the mean of both."""

    measure: Measure | None = None
    number: str = ""

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:
        assert self.measure is not None
        if not a.get(self.field.name) and not b.get(self.field.name):
            return None
        first, second = in_turn(self.measure, item, a, b)
        return (*first, *second)

    def value(self, sums: Sequence[float], n: int) -> float | None:
        assert self.measure is not None
        if not n:
            return None
        half = len(sums) // 2
        first, second = self.measure.combine(sums[:half], n), self.measure.combine(sums[half:], n)
        return (first[self.number] + second[self.number]) / 2


class AnswersApart(Same):
    """Mean distance of two numbers; 0 is best."""

    def row(self, item: Item, a: Answer, b: Answer) -> Row | None:  # noqa: ARG002 (answers suffice)
        first, second = label(self.field, a), label(self.field, b)
        return None if first is None or second is None else (abs(float(first) - float(second)),)


EXACT = Words("完全相同", "exactly the same")
SPANS, BOUNDARIES = Words("片段 F1", "span F1"), Words("边界 F1", "boundary F1")
RATING_TITLES: dict[RatingLevel, Words] = {
    "strict": Words("一致（严格）", "agreement (strict)"),
    "binary": Words("一致（二分）", "agreement (binary)"),
    "loose": Words("一致（宽松）", "agreement (loose)"),
}


def likenesses(task: TaskSpec | None, field: Field) -> list[Likeness]:
    """Everything that can be said about two answers to this field, the most telling first."""
    kind = field.kind
    match kind:
        case Choice():
            if not kind.scale:
                return []
            return [RatingAgreement(level, RATING_TITLES[level], field, level) for level in RATING_LEVELS]
        case TypedSpans() | RoleSpans() | SlotTuple():
            spans = SetF1("span_f1", SPANS, field, units)
            edges = SetF1("boundary_f1", BOUNDARIES, field, boundaries)
            return [*_in_turn(task, field), spans, edges, Same("exact", EXACT, field)]
        case FragmentSets():
            pairs = SetF1("pair_f1", Words("同指对 F1", "F1 of mention pairs"), field, units)
            return [pairs, Same("exact", EXACT, field)]
        case SenseChoice():
            return [
                Same("exact", EXACT, field),
                SenseSets("jaccard", Words("Jaccard", "Jaccard"), field),
                SenseSets("masi", Words("MASI", "MASI"), field, masi=True),
            ]
        case Options():
            letters = SetF1("letter_f1", Words("选项 F1", "F1 of options"), field, units)
            return [Same("exact", EXACT, field), letters]
        case FreeText():
            return [Same("exact", EXACT, field)]
        case Points():
            return [AnswersApart("apart", Words("平均相差", "mean distance"), field)]
        case Judged():
            return []
        case _:
            assert_never(kind)


def _in_turn(task: TaskSpec | None, field: Field) -> list[InTurn]:
    if task is None:
        return []
    likenesses = []
    for name, measure in task.measures.items():
        for number in NUMBERS:
            if number in measure.combine([0.0] * len(measure.columns), 0):
                title = Words(f"{name}.{number}（互为标准）", f"{name}.{number} (in turn)")
                likenesses.append(InTurn(f"{name}.{number}", title, field, measure, number))
    return likenesses
