"""Layouts of seats and the meaning of relations in them, as tables of bits.

A table has one row per seat of x; bit j of row i says that x in seat i and y in seat j fulfil the relation.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pingce.reasoning.relations import Bearing, Conjunction, Facing, Not, OnSide, OnTier, Place, Relation, Via

Table = tuple[int, ...]


class UndefinedRelationError(Exception):
    """A relation has no meaning in a layout, such as a tier in a circle."""


@dataclass(frozen=True)
class Layout(ABC):
    """Seats and what the relations between them amount to."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def turning(self) -> bool:
        """Whether turning everybody by one seat changes no relation between them, only places."""
        return False

    @abstractmethod
    def related(self, relation: Relation, x: int, y: int) -> bool:
        """Whether seat x is in a simple relation to seat y."""

    @abstractmethod
    def at(self, place: Place, seat: int) -> bool:
        """Whether a place is true of a seat."""

    @abstractmethod
    def seat_name(self, seat: int) -> str:
        """A short name of a seat for proofs and counter-examples."""


@lru_cache(maxsize=4096)
def relation_table(layout: Layout, relation: Relation) -> Table:
    """The pairs of seats that fulfil a relation; a place says nothing about y."""
    match relation:
        case Conjunction(first, second):
            return _rowwise(
                layout, lambda row: relation_table(layout, first)[row] & relation_table(layout, second)[row]
            )
        case Not(inner):
            return _rowwise(layout, lambda row: full_row(layout) & ~relation_table(layout, inner)[row] & ~(1 << row))
        case Via(near, far):
            return compose(transpose(relation_table(layout, near)), relation_table(layout, far))
        case Facing() | OnSide() | OnTier():
            return _rowwise(layout, lambda row: full_row(layout) if layout.at(relation, row) else 0)
    return _rowwise(layout, lambda row: _bits(layout, lambda column: layout.related(relation, row, column)))


def places_only(relation: Relation) -> bool:
    """Whether a relation speaks of x alone."""
    match relation:
        case Conjunction(first, second):
            return places_only(first) and places_only(second)
        case Not(inner):
            return places_only(inner)
        case Facing() | OnSide() | OnTier():
            return True
    return False


def absolute(relation: Relation) -> bool:
    """Whether a relation names something that turning the whole scene would change."""
    match relation:
        case Conjunction(first, second) | Via(first, second):
            return absolute(first) or absolute(second)
        case Not(inner):
            return absolute(inner)
        case Facing() | OnSide() | OnTier() | Bearing():
            return True
    return False


def full_row(layout: Layout) -> int:
    """A row in which every seat is allowed."""
    return (1 << layout.seats) - 1


@lru_cache(maxsize=4096)
def transpose(table: Table) -> Table:
    """The same relation seen from y."""
    return tuple(sum(((row >> column) & 1) << at for at, row in enumerate(table)) for column in range(len(table)))


def compose(first: Table, second: Table) -> Table:
    """The pairs x, y with a seat z between them: x first z, and z second y."""
    rows = []
    for row in first:
        reached = 0
        for through, bits in enumerate(second):
            if row >> through & 1:
                reached |= bits
        rows.append(reached)
    return tuple(rows)


def _rowwise(layout: Layout, row: Callable[[int], int]) -> Table:
    return tuple(row(at) for at in range(layout.seats))


def _bits(layout: Layout, holds: Callable[[int], bool]) -> int:
    return sum(1 << column for column in range(layout.seats) if holds(column))
