"""What the chart macros (templates/charts.html) draw."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pingce.spec.words import Words

BINS = 10


class Bar(NamedTuple):
    """One line of a bar table; the last number is drawn, on an axis from 0 to 1."""

    name: Words
    numbers: Sequence[float]
    n: int | None = None
    interval: tuple[float, float] | None = None
    code: str = ""
    """The name in files and signatures, where it is not the name itself."""
    main: bool = False
    drawn: bool = True
    """A number on another scale (ratings from 0 to 100) stands in the table only."""


class BarTable(NamedTuple):
    """Numbers by group, with a bar each."""

    title: Words
    columns: Sequence[Words]
    bars: Sequence[Bar]
    n_title: Words
    note: Words | None = None
    behind: Sequence[Sequence[str]] = ()
    """For each bar the groups of items that its count and its numbers are of, as ``Table.behind`` names them; the name
    comes first, and has none."""


class Bin(NamedTuple):
    """One column of a histogram."""

    name: str
    n: int
    share: float
    height: float
    """Relative to the highest column."""


def bins(values: Sequence[float]) -> list[Bin]:
    """Numbers from 0 to 1 in ten bins, with exactly 0 and exactly 1 apart: most items lie there.

    Where nothing lies between 0 and 1 (right or wrong) there are two bins.
    """
    names = ["0", *(f"<{(i + 1) / BINS:g}" for i in range(BINS)), "1"]
    counts = Counter(_bin(value) for value in values)
    shown = (0, BINS + 1) if counts.keys() <= {0, BINS + 1} else range(BINS + 2)
    most = max(counts.values(), default=0)
    return [Bin(names[i], counts[i], counts[i] / len(values), counts[i] / most) for i in shown if most]


def _bin(value: float) -> int:
    if value <= 0:
        return 0
    return BINS + 1 if value >= 1 else int(value * BINS) + 1
