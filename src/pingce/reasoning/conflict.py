"""Which premises contradict each other: a smallest set of them that cannot hold together."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

Premise = TypeVar("Premise")


FEW = 3
"""So many premises are tried in every combination; larger clashes are found by leaving out one after the other."""


def clashing(premises: Sequence[Premise], possible: Callable[[Sequence[Premise]], bool]) -> list[Premise]:
    """Premises that clash and would not without any one of them; empty when all can hold together.

    A clash of few premises is the smallest there is, and of several the one told first. ``possible`` must not turn true
    by adding a premise.
    """
    if possible(premises):
        return []
    for size in range(1, FEW + 1):
        for some in combinations(premises, size):
            if not possible(some):
                return list(some)
    kept = list(premises)
    for premise in premises:
        without = [other for other in kept if other is not premise]
        if not possible(without):
            kept = without
    return kept
