"""Balanced accuracy, which does not reward the commonest label."""

import pytest

from pingce.scoring.measures.judging import BalancedAccuracy
from pingce.spec.measure import Case, column_sums
from tests.builders import make_item

MEASURE = BalancedAccuracy("judge")


def cases(gold: str, said: str) -> list[Case]:
    return [Case(make_item(), {"judge": one}, {"judge": other}) for one, other in zip(gold, said, strict=True)]


@pytest.mark.parametrize(
    ("gold", "said", "value"),
    [
        ("0000001", "0000000", 0.5),
        ("0000001", "0000001", 1.0),
        ("0011", "0111", 0.75),
        ("0011", "1100", 0.0),
        ("0001", "0011", (2 / 3 + 1) / 2),
    ],
)
def test_both_labels_count_alike(gold: str, said: str, value: float) -> None:
    rows = MEASURE.rows(cases(gold, said))
    sums = column_sums(rows, len(MEASURE.columns))
    assert MEASURE.combine(sums, len(gold)) == {"balanced_accuracy": pytest.approx(value)}
