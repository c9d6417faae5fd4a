"""What a measure is: a row per item first, the numbers second.

A measure turns a case (gold and prediction of an item) into a row of numbers, and sums of rows into the numbers people
quote. Everything that scores speaks in these terms.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import ClassVar, NamedTuple

from .values import Answer, Item

Row = tuple[float, ...]


class Case(NamedTuple):
    """One item with the gold answer and what a system said (None: nothing)."""

    item: Item
    gold: Answer
    predicted: Answer | None
    before: Answer | None = None
    """What was said about the last answered item before it in the files, where this one is unanswered."""


class Share(NamedTuple):
    """How one part of the answers (a role, a slot) did: points won, parts predicted, parts in gold."""

    points: float
    predicted: float
    gold: float

    def numbers(self) -> dict[str, float]:
        precision, recall = ratio(self.points, self.predicted), ratio(self.points, self.gold)
        return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}


class Measure(ABC):
    """Turns cases into rows and sums of rows into numbers.

    Every number is a function of the column sums and the number of items, so intervals and breakdowns
    need no second look at the answers.
    """

    columns: ClassVar[tuple[str, ...]]
    version: ClassVar[int] = 1
    """Raised by whoever changes a number this measure gives: stored scores of earlier versions are then out of date."""
    right: ClassVar[str | None] = None
    """The column that says whether an item was simply right (1) or wrong (0), where there is such a thing."""
    whole_set: ClassVar[bool] = False
    """Rows weigh an item by the whole set (macro averages), so a part of the set needs rows of its own."""

    @abstractmethod
    def row(self, case: Case) -> Row: ...

    def rows(self, cases: Sequence[Case]) -> list[Row]:
        return [self.row(case) for case in cases]

    @abstractmethod
    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]: ...

    def parts(self, case: Case) -> Mapping[str, Share]:  # noqa: ARG002 (most measures have no parts)
        """Shares by role or slot, where the answer has such parts."""
        return {}

    def parameters(self) -> dict[str, object]:
        """What distinguishes this measure, for the signature."""
        return {f.name: getattr(self, f.name) for f in fields(self)} if is_dataclass(self) else {}


def column_sums(rows: Iterable[Row], width: int) -> list[float]:
    """The sum of each column over all rows: all that ``Measure.combine`` sees of the items."""
    sums = [0.0] * width
    for row in rows:
        for i, value in enumerate(row):
            sums[i] += value
    return sums


def ratio(part: float, whole: float) -> float:
    """Part of whole; nothing of nothing is 0, as in the official scripts."""
    return part / whole if whole else 0.0


def harmonic(precision: float, recall: float) -> float:
    return ratio(2 * precision * recall, precision + recall)
