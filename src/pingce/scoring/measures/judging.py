"""Measures of yes/no judgements."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pingce.spec.measure import Case, Measure, Row, harmonic, ratio
from pingce.spec.values import Answer, Verdict


def label(answer: Answer | None, field: str, default: str | None) -> str | None:
    """The label in ``field``; an unreadable or missing one counts as ``default``."""
    value = answer.get(field) if answer is not None else None
    if isinstance(value, tuple) and value and isinstance(value[0], Verdict):
        return value[0].judge
    return value if isinstance(value, str) else default


@dataclass(frozen=True)
class Accuracy(Measure):
    """Share of items judged as in gold."""

    field: str
    unanswered: str | None = None
    """The label an unanswered item counts as; SpaCE2021's script takes it as 0."""
    positive: str = "1"

    columns: ClassVar[tuple[str, ...]] = ("correct", "tp", "tn", "fn", "fp")
    right: ClassVar[str | None] = "correct"

    def row(self, case: Case) -> Row:
        gold = label(case.gold, self.field, None)
        predicted = label(case.predicted, self.field, self.unanswered)
        correct, yes = predicted is not None and gold == predicted, gold == self.positive
        return (
            float(correct),
            float(correct and yes),
            float(correct and not yes),
            float(not correct and yes),
            float(not correct and not yes),
        )

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:
        return {"accuracy": ratio(sums[0], n)}


@dataclass(frozen=True)
class BalancedAccuracy(Accuracy):
    """The mean of the shares judged right among yes and among no; one label for everything gives one half.

    No official measure. It says how good a system is where data sets differ in how much of them is normal.
    """

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (counts suffice)
        _correct, tp, tn, fn, fp = sums
        return {"balanced_accuracy": (ratio(tp, tp + fn) + ratio(tn, tn + fp)) / 2}


@dataclass(frozen=True)
class JointJudgement(Measure):
    """Two judgements in a row (SpaCE2021 task 3): is the text wrong, and does the reason hold?

    The second counts only where the text was judged wrong. Precision is over the texts judged wrong,
    recall over the texts that are wrong.
    """

    unanswered_is_zero: bool = True
    """The script takes an unanswered item as [0, 0], so it enters the precision and may even score."""
    gold_must_be_abnormal: bool = True
    """The page asks only that judge1 was predicted false; the script also needs it false in gold."""

    columns: ClassVar[tuple[str, ...]] = ("tp1", "tn1", "fn1", "fp1", "tp2", "tn2", "precise", "right")
    right: ClassVar[str | None] = "right"

    def row(self, case: Case) -> Row:
        default = "0" if self.unanswered_is_zero else None
        gold1, gold2 = label(case.gold, "judge1", None), label(case.gold, "judge2", None)
        said1, said2 = label(case.predicted, "judge1", default), label(case.predicted, "judge2", default)
        if said1 is None:
            return (0.0, 0.0, float(gold1 == "1"), float(gold1 == "0"), 0.0, 0.0, 0.0, 0.0)
        agreed = said1 == "0" and said2 == gold2
        counted = agreed and gold1 == "0"
        return (
            float(gold1 == "1" and said1 == "1"),
            float(gold1 == "0" and said1 == "0"),
            float(gold1 == "1" and said1 == "0"),
            float(gold1 == "0" and said1 == "1"),
            float(counted and gold2 == "1"),
            float(counted and gold2 == "0"),
            float(counted if self.gold_must_be_abnormal else agreed),
            float(counted or (gold1 == "1" and said1 == "1")),
        )

    def combine(self, sums: Sequence[float], n: int) -> dict[str, float]:  # noqa: ARG002 (counts suffice)
        _tp1, tn1, fn1, fp1, tp2, tn2, precise, _right = sums
        precision, recall = ratio(precise, tn1 + fn1), ratio(tp2 + tn2, tn1 + fp1)
        return {"precision": precision, "recall": recall, "f1": harmonic(precision, recall)}
