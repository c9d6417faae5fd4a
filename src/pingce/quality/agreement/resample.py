"""Numbers with bootstrap intervals: the items are drawn again, a thousand times.

Items are drawn with replacement, all answers to an item together, and with it all items of its cluster (sentences of
one original, of one word, with one text: :mod:`pingce.scoring.clusters`); the seed is fixed, so the same file gives the
same interval.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pingce.scoring.interval import RESAMPLES, SEED, Interval, counted_rows, resampled_sums
from pingce.spec.words import Words

from .coefficients import Array, Coefficient, Cohen
from .numbers import NO_FRAGMENTS, NO_PAIR_DEFINED, NOTHING_SHARED, AgreementNumber
from .pairwise import Likeness
from .tables import LabelTable, Patterns

MOST_PATTERNS = 2_000
"""Beyond this drawing item by item takes less memory."""
DEFINED = 0.95
"""A number that is undefined in more resamples than this leaves has no interval worth the name."""


def measured(coefficient: Coefficient, patterns: Patterns, *, with_interval: bool = True) -> AgreementNumber:
    """The coefficient of these items.

    Items that look alike are drawn together (a multinomial draw), so ten thousand items of two labels cost no more
    than a handful.
    """
    rows = coefficient.rows(patterns.rows)
    sums = patterns.times @ rows
    value = float(coefficient.value(sums))
    n = int(patterns.times[patterns.rows.sum(axis=1) > 0].sum())
    if np.isnan(value):
        return AgreementNumber(None, n, None, coefficient.why_undefined(sums))
    return AgreementNumber(value, n, _interval(coefficient, rows, patterns) if with_interval else None)


def _interval(coefficient: Coefficient, rows: Array, patterns: Patterns) -> Interval | None:
    if patterns.clusters is not None and patterns.of_items is not None:
        sums = np.zeros((int(patterns.clusters.max()) + 1, rows.shape[1]))
        np.add.at(sums, patterns.clusters, rows[patterns.of_items])
        return percentiles(coefficient.value(drawn_again(sums)))
    times = patterns.times
    random = np.random.default_rng(SEED)
    total = int(times.sum())
    drawn = random.multinomial(total, times / total, size=RESAMPLES)
    return percentiles(coefficient.value(drawn @ rows))


def pooled(
    likeness: Likeness,
    rows: Sequence[Sequence[Sequence[float]]],
    *,
    with_interval: bool = True,
    clusters: Sequence[int] | None = None,
) -> AgreementNumber:
    """The number over all items; ``rows`` has a list of pairs of answers per item, ``clusters`` the item's cluster.

    An item weighs the same however many people answered it (control items have many answers), as it does in the
    coefficients.
    """
    kept = [_mean_row(of_item) for of_item in rows if of_item]
    if not kept:
        return AgreementNumber(None, 0, None, NO_FRAGMENTS if rows else NOTHING_SHARED)
    n = len(kept)
    value = likeness.value([sum(column) for column in zip(*kept, strict=True)], n)
    if value is None:
        return AgreementNumber(None, n, None, NO_FRAGMENTS)
    if not with_interval:
        return AgreementNumber(value, n)
    together = None if clusters is None else renumbered([c for c, row in zip(clusters, rows, strict=True) if row])
    again = drawn_again(counted_rows([tuple(row) for row in kept], together)).tolist()
    drawn = [likeness.value(sums, round(items)) for *sums, items in again]
    return AgreementNumber(value, n, percentiles([np.nan if value is None else value for value in drawn]))


def _mean_row(rows: Sequence[Sequence[float]]) -> Sequence[float]:
    return rows[0] if len(rows) == 1 else [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def renumbered(clusters: Sequence[int]) -> list[int]:
    """Numbers of some clusters without gaps."""
    numbers: list[int] = np.unique(clusters, return_inverse=True)[1].reshape(-1).tolist()
    return numbers


def drawn_again(rows: Array) -> Array:
    """Column sums of a thousand resamples of the rows, which are items or clusters of them.

    Those that look alike are drawn together if they are many.
    """
    patterns, times = np.unique(rows, axis=0, return_counts=True)
    if len(patterns) > MOST_PATTERNS:
        return np.asarray([sums for (sums,) in resampled_sums([rows], RESAMPLES)])
    drawn = np.random.default_rng(SEED).multinomial(len(rows), times / len(rows), size=RESAMPLES)
    return np.asarray(drawn @ patterns)


def mean_of_pairs(
    cohen: Cohen, table: LabelTable, numbers: Sequence[AgreementNumber], *, with_interval: bool
) -> AgreementNumber:
    """The mean over pairs; for its interval the same items are drawn again for all pairs at once."""
    values = [number.value for number in numbers if number.value is not None]
    if not values:
        return AgreementNumber(None, 0, None, NO_PAIR_DEFINED)
    value = sum(values) / len(values)
    size, cells = table.all_crossed(on_scale=bool(cohen.weights))
    n = int((cells >= 0).any(axis=1).sum())
    if not with_interval:
        return AgreementNumber(value, n)
    if (clusters := table.clusters_of(table.cells)) is not None:
        return AgreementNumber(value, n, _mean_of_clusters(cohen, size, cells, clusters))
    patterns, times = np.unique(cells, axis=0, return_counts=True)
    drawn = np.random.default_rng(SEED).multinomial(times.sum(), times / times.sum(), size=RESAMPLES)
    kappas = []
    for pair in patterns.T:
        falls = np.zeros((len(pair), size))
        falls[pair >= 0, pair[pair >= 0]] = 1
        kappas.append(cohen.value(drawn @ falls))
    return AgreementNumber(value, n, _mean_percentiles(kappas))


def _mean_of_clusters(
    cohen: Cohen, size: int, cells: NDArray[np.int64], clusters: NDArray[np.int64]
) -> Interval | None:
    """The same with whole clusters drawn: every pair's table of each cluster, added up."""
    falls = []
    for pair in cells.T:
        table = np.zeros((int(clusters.max()) + 1, size))
        np.add.at(table, (clusters[pair >= 0], pair[pair >= 0]), 1)
        falls.append(table)
    drawn = np.asarray([*resampled_sums(falls, RESAMPLES)])
    return _mean_percentiles([cohen.value(drawn[:, i]) for i in range(len(falls))])


def _mean_percentiles(kappas: Sequence[Array]) -> Interval | None:
    """Of the mean over the pairs that are defined in a resample."""
    defined = ~np.isnan(kappas)
    means = np.where(defined, kappas, 0.0).sum(axis=0) / np.maximum(defined.sum(axis=0), 1)
    return percentiles(np.where(defined.any(axis=0), means, np.nan))


def percentiles(values: Array | Sequence[float]) -> Interval | None:
    """The middle 95 % of the resamples in which the number is defined."""
    drawn = np.asarray(values, dtype=float)
    defined = drawn[~np.isnan(drawn)]
    if len(defined) < DEFINED * len(drawn):
        return None
    low, high = np.percentile(defined, [2.5, 97.5])
    return Interval(float(low), float(high))


def mean_of(scores: Sequence[float], why: Words, clusters: Sequence[int] | None = None) -> AgreementNumber:
    """The mean of one score per item, with its interval; ``why`` there is none."""
    if not scores:
        return AgreementNumber(None, 0, None, why)
    together = None if clusters is None else renumbered(clusters)
    drawn = drawn_again(counted_rows([(score,) for score in scores], together))
    return AgreementNumber(float(np.mean(scores)), len(scores), percentiles(drawn[:, 0] / drawn[:, 1]))
