"""Offsets on tiers by name: directly above, lower left, one or more tiers away."""

from pingce.reasoning.relations import CountWay, Offset

NEXT_UP, SECOND_UP, ANY_UP = frozenset({1}), frozenset({2}), frozenset({1, 2, 3, 4, 5})
NEXT_DOWN, SECOND_DOWN, ANY_DOWN = frozenset({-1}), frozenset({-2}), frozenset({-1, -2, -3, -4, -5})
SAME = frozenset({0})
COLUMNS = {CountWay.LEFT: frozenset({-1, -2, -3, -4, -5}), CountWay.RIGHT: frozenset({1, 2, 3, 4, 5}), None: SAME}
BESIDES = frozenset({-1, 1})


def corner(tiers: frozenset[int], hand: CountWay | None = None) -> Offset:
    """Above or below by so many tiers, straight or towards one hand."""
    return Offset(tiers, COLUMNS[hand])
