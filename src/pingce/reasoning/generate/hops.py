"""How many premises it takes: the measure of difficulty that goes with every generated item."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

Level = Literal["easy", "medium", "hard"]


def hops_needed(premises: Sequence[int], claim: int, every: int, *, refute: bool = False) -> int:
    """The fewest premises from which a claim follows, or which refute it; all are masks of arrangements.

    Nothing less than all premises may do; then it is their number, as also where even all of them do not decide.
    """
    wanted = every & ~claim if refute else claim
    for count in range(len(premises)):
        for chosen in combinations(premises, count):
            left = every
            for mask in chosen:
                left &= mask
            if not left & ~wanted:
                return count
    return len(premises)


def level_of(hops: int) -> Level:
    """Two premises at once are easy, three medium, more are hard."""
    return "easy" if hops <= 2 else "medium" if hops == 3 else "hard"
