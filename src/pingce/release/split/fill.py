"""Filling parts with groups that must not be broken.

Groups are placed largest first, each where it brings the parts nearest to what they should have; then groups are
moved, smallest first, as long as that brings them nearer. Distance is Σ (has − should have)² ÷ should have over all
parts and strata, so a small part is as exact as a large one. Only +, −, × and ÷ of doubles in a fixed order: every
machine gets the same result.
"""

from collections.abc import Sequence
from typing import NamedTuple

SWEEPS = 12
"""Rounds of moving; real data comes to rest after three to six."""
SIZE_WEIGHT = 4.0
"""How much the number of items counts beside one label or genre."""


class Bundle(NamedTuple):
    """A group as the filling sees it: how many items of which stratum, and the part it must go to if it must."""

    order: bytes
    """Decides between groups of the same size: chance, but the same chance for the same seed."""
    counts: tuple[tuple[int, int], ...]
    size: int
    fixed: int | None = None


class Targets(NamedTuple):
    """What each part should have of each stratum, and how much each stratum counts."""

    wanted: Sequence[Sequence[float]]
    weights: Sequence[float]
    open: Sequence[int]
    """Parts that take anything; a part with a share of 0 does not."""


def fill(bundles: Sequence[Bundle], targets: Targets) -> list[int]:
    """The part of every bundle."""
    filling = _Filling(targets)
    order = sorted(range(len(bundles)), key=lambda i: (-bundles[i].size, bundles[i].order))
    parts = [0] * len(bundles)
    for i in order:
        fixed = bundles[i].fixed
        if fixed is not None:
            parts[i] = fixed
            filling.add(bundles[i], fixed)
    free = [i for i in order if bundles[i].fixed is None]
    for i in free:
        parts[i] = min(targets.open, key=lambda split: filling.cost(bundles[i], split))
        filling.add(bundles[i], parts[i])
    for _ in range(SWEEPS):
        if not sum(_moved(i, bundles, parts, filling, targets.open) for i in reversed(free)):
            break
    return parts


def _moved(i: int, bundles: Sequence[Bundle], parts: list[int], filling: "_Filling", open_parts: Sequence[int]) -> bool:
    bundle, here = bundles[i], parts[i]
    filling.remove(bundle, here)
    best, least = here, filling.cost(bundle, here) - 1e-9
    for split in open_parts:
        cost = filling.cost(bundle, split)
        if cost < least:
            best, least = split, cost
    filling.add(bundle, best)
    parts[i] = best
    return best != here


class _Filling:
    """What the parts have, as what they lack."""

    def __init__(self, targets: Targets) -> None:
        self.lacks = [list(row) for row in targets.wanted]
        # Of a stratum a part should have nothing of, one item more counts as much as of one it should have one of.
        self.scale = [
            [weight / max(target, 1.0) for target, weight in zip(row, targets.weights, strict=True)]
            for row in targets.wanted
        ]

    def cost(self, bundle: Bundle, split: int) -> float:
        """How much farther from the target the part is with the bundle."""
        lacks, scale = self.lacks[split], self.scale[split]
        total = 0.0
        for stratum, count in bundle.counts:
            total += (count - 2.0 * lacks[stratum]) * count * scale[stratum]
        return total

    def add(self, bundle: Bundle, split: int) -> None:
        for stratum, count in bundle.counts:
            self.lacks[split][stratum] -= count

    def remove(self, bundle: Bundle, split: int) -> None:
        for stratum, count in bundle.counts:
            self.lacks[split][stratum] += count
