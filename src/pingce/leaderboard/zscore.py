"""The arithmetic of a ranking: spread, Z, places, scaling to [0,1].

Means and variances are fractions, so "all equal" is a fact and not a matter of rounding, and the order of the
rows cannot change a digit.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

TIE = 1e-12
"""Mean Zs no further apart than this are equal; the roots in a Z are the only inexact step."""


class Spread(NamedTuple):
    """Mean and variance of one subtask's scores."""

    mean: Fraction
    variance: Fraction


def spread(scores: Sequence[Fraction], *, ddof: int) -> Spread | None:
    """None where there are too few scores: none at all, or a single one with the sample deviation (``ddof`` 1)."""
    if len(scores) <= ddof:
        return None
    mean = sum(scores, Fraction()) / len(scores)
    return Spread(mean, sum(((score - mean) ** 2 for score in scores), Fraction()) / (len(scores) - ddof))


def z_score(score: Fraction, among: Spread) -> float | None:
    """Distance from the mean in standard deviations; without deviation only the mean itself has one, 0."""
    difference = score - among.mean
    if not among.variance:
        return None if difference else 0.0
    # One root of an exact ratio: squares of tiny differences do not vanish, and rounding happens once.
    return math.copysign(math.sqrt(difference**2 / among.variance), difference)


def places(values: Sequence[float]) -> list[int]:
    """Places of values sorted from best to worst; equal ones share a place and the next are left out: 1, 1, 3."""
    ranks: list[int] = []
    leader = 0
    for index, value in enumerate(values):
        if values[leader] - value > TIE:
            leader = index
        ranks.append(leader + 1)
    return ranks


def scaled(values: Sequence[float | Fraction]) -> list[float]:
    """Values moved to [0,1], the best to 1 and the worst to 0; all 1 if they are equal."""
    low, high = min(values), max(values)
    if high - low <= TIE:
        return [1.0] * len(values)
    return [float((value - low) / (high - low)) for value in values]
