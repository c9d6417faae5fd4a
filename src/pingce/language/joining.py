"""Groups that grow: union-find over numbered things.

Texts that share something are joined two by two; in the end every text names its group by its smallest member. For
originals, splits and near duplicates.
"""

from collections.abc import Hashable, Iterable


class JoinedTexts:
    """At first everything is a group of its own; a group is known by its first member."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def find(self, i: int) -> int:
        """The first member of the group of i."""
        parent = self._parent
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    def alike(self, keyed: Iterable[tuple[Hashable, int]]) -> None:
        """Join those that share a key."""
        first: dict[Hashable, int] = {}
        for key, i in keyed:
            self.join(first.setdefault(key, i), i)

    def join(self, i: int, j: int) -> None:
        """Make one group of the groups of i and j."""
        root, other = self.find(i), self.find(j)
        self._parent[max(root, other)] = min(root, other)

    def numbers(self) -> list[int]:
        """The group of each, numbered from 0 by first appearance."""
        number: dict[int, int] = {}
        return [number.setdefault(self.find(i), len(number)) for i in range(len(self._parent))]
