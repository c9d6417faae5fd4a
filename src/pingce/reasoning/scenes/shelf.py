"""Tiers of cells: a flower stand, a shelf, a shrine, a house of several floors, seen by somebody in front of it."""

from dataclasses import dataclass

from pingce.reasoning.relations import (
    Beside,
    Compass,
    CountWay,
    Neighbour,
    Offset,
    OnSide,
    OnTier,
    Place,
    Relation,
    SameSide,
)

from .layout import Layout, UndefinedRelationError


@dataclass(frozen=True)
class Shelf(Layout):
    """Cells numbered from the bottom left; ``left`` is the side of the house that the viewer has on the left."""

    tiers: int = 3
    columns: int = 2
    left: Compass = Compass.EAST

    @property
    def seats(self) -> int:
        return self.tiers * self.columns

    def related(self, relation: Relation, x: int, y: int) -> bool:
        up = x // self.columns - y // self.columns
        right = x % self.columns - y % self.columns
        match relation:
            case Offset(tiers, columns):
                return x != y and (tiers is None or up in tiers) and (columns is None or right in columns)
            case Beside(CountWay.LEFT):
                return up == 0 and right < 0
            case Beside(CountWay.RIGHT):
                return up == 0 and right > 0
            case Neighbour(None):
                return up == 0 and abs(right) == 1
            case Neighbour(CountWay.LEFT):
                return up == 0 and right == -1
            case Neighbour(CountWay.RIGHT):
                return up == 0 and right == 1
            case SameSide():
                return right == 0 and x != y
        raise UndefinedRelationError(str(relation))

    def at(self, place: Place, seat: int) -> bool:
        match place:
            case OnTier(tier):
                wanted = {-1: self.tiers - 1, 0: (self.tiers - 1) / 2}.get(tier, tier - 1)
                return seat // self.columns == wanted
            case OnSide(side):
                left = side in (self.left, CountWay.LEFT)
                if not left and side not in (self.left.opposite, CountWay.RIGHT):
                    raise UndefinedRelationError(str(place))
                return seat % self.columns == (0 if left else self.columns - 1)
        raise UndefinedRelationError(str(place))

    def seat_name(self, seat: int) -> str:
        column = {0: "left", self.columns - 1: "right"}.get(seat % self.columns, str(seat % self.columns + 1))
        return f"tier {seat // self.columns + 1} {column}"
