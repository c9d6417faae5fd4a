"""Are two systems really different? Paired tests on the same items.

Rows of two systems over the same items in, difference, interval and p-values out: a paired bootstrap for every number,
McNemar's exact test where answers are right or wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pingce.spec.measure import Measure, Row

from .interval import RESAMPLES, Interval, counted_rows, resampled_sums
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


def compare_systems(results: Mapping[str, ScoreResult], *, resamples: int = RESAMPLES) -> list[Comparison]:
    """Every pair of systems on the ranking number, resampling the items of both together."""
    return [
        _compare_pair(first, second, results[first], results[second], resamples)
        for first, second in combinations(results, 2)
    ]


def _compare_pair(first: str, second: str, a: ScoreResult, b: ScoreResult, resamples: int) -> Comparison:
    measure_name, number = a.ranked_by
    ours, theirs = a.measures[measure_name], b.measures[measure_name]
    clusters = None if a.clusters is None else a.clusters.numbers
    interval, p = paired_bootstrap(ours.measure, number, ours.rows, theirs.rows, resamples=resamples, clusters=clusters)
    return Comparison(
        first=first,
        second=second,
        difference=ours.numbers[number] - theirs.numbers[number],
        interval=interval,
        p_bootstrap=p,
        p_mcnemar=mcnemar(ours.measure, ours.rows, theirs.rows),
    )


def paired_bootstrap(
    measure: Measure,
    number: str,
    first: Sequence[Row],
    second: Sequence[Row],
    *,
    resamples: int = RESAMPLES,
    clusters: Sequence[int] | None = None,
) -> tuple[Interval, float]:
    """Interval and p of the difference in one number between two systems, from their rows for the same items.

    ``clusters``: the cluster of every item; whole clusters are drawn.

    ``number`` is one of those that ``measure`` computes from sums of rows. The same draws serve both systems, so that
    what is hard for both does not blur the difference.
    """
    import numpy as np

    drawn = []
    for sums in resampled_sums([counted_rows(first, clusters), counted_rows(second, clusters)], resamples):
        left, right = (measure.combine(total, round(n))[number] for *total, n in sums)
        drawn.append(left - right)
    low, high = np.percentile(drawn, [2.5, 97.5])
    # Two-sided: how often the resampled difference falls on the other side of zero, counting the sample itself.
    below = sum(d <= 0 for d in drawn)
    above = sum(d >= 0 for d in drawn)
    return Interval(float(low), float(high)), min(1.0, 2 * (min(below, above) + 1) / (resamples + 1))


def mcnemar(measure: Measure, first: Sequence[Row], second: Sequence[Row]) -> float | None:
    """Exact: among the items only one system gets right, is the split even? None without right and wrong."""
    if measure.right is None:
        return None
    column = measure.columns.index(measure.right)
    pairs = [(a[column], b[column]) for a, b in zip(first, second, strict=True)]
    only_first, only_second = sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)
    if not only_first + only_second:
        return 1.0
    return even_split_p(only_first, only_first + only_second)


def even_split_p(hits: int, n: int) -> float:
    """Two-sided p of ``hits`` in ``n`` tosses of a fair coin, exactly."""
    fewer = min(hits, n - hits)
    if 2 * fewer == n:
        return 1.0
    term = total = 1
    for i in range(fewer):
        term = term * (n - i) // (i + 1)
        total += term
    return min(1.0, 2 * total / (1 << n))  # whole numbers of any length divide exactly
