"""Are two systems really different? Paired tests on the same items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pingce.spec.measure import Measure, Row

from .interval import RESAMPLES, Interval, resampled_sums
from .run import ScoreResult


@dataclass(frozen=True)
class Comparison:
    """Two systems on one number."""

    first: str
    second: str
    difference: float
    interval: Interval
    p_bootstrap: float
    p_mcnemar: float | None
    """None where answers are not simply right or wrong."""


def compare(results: Mapping[str, ScoreResult], *, resamples: int = RESAMPLES) -> list[Comparison]:
    """Every pair of systems on the ranking number, resampling the items of both together."""
    return [
        _compare_pair(first, second, results[first], results[second], resamples)
        for first, second in combinations(results, 2)
    ]


def _compare_pair(first: str, second: str, a: ScoreResult, b: ScoreResult, resamples: int) -> Comparison:
    measure_name, number = a.ranked_by
    one, two = a.measures[measure_name], b.measures[measure_name]
    interval, p = paired_bootstrap(one.measure, number, one.rows, two.rows, resamples=resamples)
    return Comparison(
        first=first,
        second=second,
        difference=one.numbers[number] - two.numbers[number],
        interval=interval,
        p_bootstrap=p,
        p_mcnemar=mcnemar(one.measure, one.rows, two.rows),
    )


def paired_bootstrap(
    measure: Measure, number: str, one: Sequence[Row], two: Sequence[Row], *, resamples: int = RESAMPLES
) -> tuple[Interval, float]:
    """Interval and p of the difference in one number between two systems, from their rows for the same items."""
    import numpy as np

    n = len(one)
    drawn = []
    for sums in resampled_sums([np.asarray(one, float), np.asarray(two, float)], resamples):
        left, right = (measure.combine(s, n)[number] for s in sums)
        drawn.append(left - right)
    low, high = np.percentile(drawn, [2.5, 97.5])
    # Two-sided: how often the resampled difference falls on the other side of zero, counting the sample itself.
    below = sum(d <= 0 for d in drawn)
    above = sum(d >= 0 for d in drawn)
    return Interval(float(low), float(high)), min(1.0, 2 * (min(below, above) + 1) / (resamples + 1))


def mcnemar(measure: Measure, one: Sequence[Row], two: Sequence[Row]) -> float | None:
    """Exact: among the items only one system gets right, is the split even? None without right and wrong."""
    if measure.right is None:
        return None
    column = measure.columns.index(measure.right)
    pairs = [(a[column], b[column]) for a, b in zip(one, two, strict=True)]
    only_first, only_second = sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)
    if not only_first + only_second:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(only_first, only_first + only_second, 0.5).pvalue)
