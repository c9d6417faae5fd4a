"""Bootstrap intervals from rows."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pingce.spec.measure import Measure, Row

if TYPE_CHECKING:
    import numpy as np

RESAMPLES = 1_000
SEED = 20_220_402
"""Fixed, so that the same files give the same intervals."""


class Interval(NamedTuple):
    """Where the number would lie in 95 of 100 samples of such items."""

    low: float
    high: float


def intervals(measure: Measure, rows: Sequence[Row], *, resamples: int = RESAMPLES) -> dict[str, Interval]:
    """95 % percentile intervals of every number of a measure; none for an empty set."""
    if not rows:
        return {}
    import numpy as np

    drawn: dict[str, list[float]] = {}
    for sums in resampled_sums([np.asarray(rows, dtype=float)], resamples):
        for name, value in measure.combine(sums[0], len(rows)).items():
            drawn.setdefault(name, []).append(value)
    found = {}
    for name, values in drawn.items():
        low, high = np.percentile(values, [2.5, 97.5])
        found[name] = Interval(float(low), float(high))
    return found


def resampled_sums(
    systems: Sequence["np.ndarray[tuple[int, int], np.dtype[np.float64]]"], resamples: int
) -> Iterator[list[list[float]]]:
    """Column sums of each system over the same resampled items, resample by resample."""
    import numpy as np

    random = np.random.default_rng(SEED)
    n = len(systems[0])
    # How often each item is drawn, a block of resamples at a time: memory stays small, the sums are one product.
    block = max(1, min(resamples, 4_000_000 // n))
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        drawn = random.integers(0, n, size=(size, n))
        times = np.zeros((size, n))
        for row, items in zip(times, drawn, strict=True):
            row += np.bincount(items, minlength=n)
        sums = [times @ rows for rows in systems]
        for i in range(size):
            yield [system[i].tolist() for system in sums]
