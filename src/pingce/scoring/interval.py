"""Bootstrap intervals from rows.

Items are drawn again a thousand times; because every number is a function of column sums, that is adding up rows, and
the interval of a whole data set takes a fraction of a second.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from pingce.spec.measure import Measure, Row

if TYPE_CHECKING:
    import numpy as np

RESAMPLES = 1_000
SEED = 20_220_402
"""Fixed, so that the same files give the same intervals."""
BLOCK = 15_000
"""How many draws are counted at a time."""


class Interval(NamedTuple):
    """Where the number would lie in 95 of 100 samples of such items."""

    low: float
    high: float


def intervals(measure: Measure, rows: Sequence[Row], *, resamples: int = RESAMPLES) -> dict[str, Interval]:
    """95 % percentile intervals of every number of a measure; none for an empty set."""
    return joint_intervals({"": (measure, rows)}, resamples=resamples)[""]


def joint_intervals(
    measures: Mapping[str, tuple[Measure, Sequence[Row]]],
    *,
    resamples: int = RESAMPLES,
    clusters: Sequence[int] | None = None,
) -> dict[str, dict[str, Interval]]:
    """Intervals of several measures over the same items, drawing the resamples once for all of them.

    ``clusters``: the cluster of every item; whole clusters are drawn (see :mod:`pingce.scoring.clusters`).
    """
    if not all(rows for _, rows in measures.values()):
        return {name: {} for name in measures}
    import numpy as np

    drawn = _resampled_numbers(measures, resamples=resamples, clusters=clusters)
    return {
        name: {number: _middle(values, np) for number, values in numbers.items()} for name, numbers in drawn.items()
    }


def standard_errors(
    measure: Measure, rows: Sequence[Row], *, resamples: int = RESAMPLES, clusters: Sequence[int] | None = None
) -> dict[str, float]:
    """How much every number of a measure scatters from resample to resample; none for an empty set."""
    if not rows:
        return {}
    import numpy as np

    drawn = _resampled_numbers({"": (measure, rows)}, resamples=resamples, clusters=clusters)[""]
    return {number: float(np.std(values, ddof=1)) for number, values in drawn.items()}


def _resampled_numbers(
    measures: Mapping[str, tuple[Measure, Sequence[Row]]], *, resamples: int, clusters: Sequence[int] | None
) -> dict[str, dict[str, list[float]]]:
    """Every number of every measure, resample by resample."""
    drawn: dict[str, dict[str, list[float]]] = {name: {} for name in measures}
    systems = [counted_rows(rows, clusters) for _, rows in measures.values()]
    for sums in resampled_sums(systems, resamples):
        for (name, (measure, _)), (*total, n) in zip(measures.items(), sums, strict=True):
            for number, value in measure.combine(total, round(n)).items():
                drawn[name].setdefault(number, []).append(value)
    return drawn


def counted_rows(
    rows: Sequence[Row], clusters: Sequence[int] | None
) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """What is drawn: a row per item, or the sum of the rows of each cluster; the last column counts the items."""
    import numpy as np

    counted = np.column_stack([np.asarray(rows, dtype=float), np.ones(len(rows))])
    if clusters is None:
        return counted
    sums = np.zeros((max(clusters) + 1, counted.shape[1]))
    np.add.at(sums, np.asarray(clusters), counted)
    return sums


def _middle(values: Sequence[float], np: ModuleType) -> Interval:
    low, high = np.percentile(values, [2.5, 97.5])
    return Interval(float(low), float(high))


def resampled_sums(
    systems: Sequence["np.ndarray[tuple[int, int], np.dtype[np.float64]]"], resamples: int
) -> Iterator[tuple[list[float], ...]]:
    """Column sums of each system over the same resampled items, resample by resample."""
    import numpy as np

    random = np.random.default_rng(SEED)
    n = len(systems[0])
    # How often each item is drawn, a block of resamples at a time, so small that it stays in the processor's cache and
    # no library shares the product among threads, whose number would change the last digits.
    block = max(1, min(resamples, BLOCK // n))
    times = np.empty((block, n))
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        for row, items in zip(times, random.integers(0, n, size=(size, n)), strict=False):
            row[:] = np.bincount(items, minlength=n)
        sums = [(times[:size] @ rows).tolist() for rows in systems]
        yield from zip(*sums, strict=True)
