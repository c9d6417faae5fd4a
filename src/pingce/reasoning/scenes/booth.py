"""A booth: two benches face each other across a table, some seats on each; left and right are the sitter's own."""

from dataclasses import dataclass

from pingce.reasoning.relations import (
    Bearing,
    Beside,
    Compass,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    OnSide,
    Opposite,
    Place,
    Relation,
    SameFacing,
    SameSide,
)

from .circle import compass_bearing
from .layout import Layout, UndefinedRelationError

_LEFT_HAND = {
    Compass.NORTH: Compass.WEST,
    Compass.WEST: Compass.SOUTH,
    Compass.SOUTH: Compass.EAST,
    Compass.EAST: Compass.NORTH,
}


@dataclass(frozen=True)
class Booth(Layout):
    """Two benches; the first one's sitters look to ``facing``, the others look back at them."""

    bench: int = 2
    facing: Compass = Compass.NORTH

    @property
    def seats(self) -> int:
        return 2 * self.bench

    def related(self, relation: Relation, x: int, y: int) -> bool:
        across, left = self._seen_by(x, y)
        match relation:
            case Neighbour(None):
                return not across and abs(left) == 1
            case Neighbour(CountWay.LEFT):
                return not across and left == 1
            case Neighbour(CountWay.RIGHT):
                return not across and left == -1
            case Beside(CountWay.LEFT):
                return not across and left > 0
            case Beside(CountWay.RIGHT):
                return not across and left < 0
            case Opposite():
                return across and left == 0
            case Diagonal(None):
                return across and left != 0
            case Diagonal(CountWay.LEFT):
                return across and left > 0
            case Diagonal(CountWay.RIGHT):
                return across and left < 0
            case SameSide() | SameFacing():
                return not across and x != y
            case Bearing(point, due):
                (x_east, x_north), (y_east, y_north) = self._position(x), self._position(y)
                return compass_bearing(point, due, x_east - y_east, x_north - y_north)
        raise UndefinedRelationError(str(relation))

    def at(self, place: Place, seat: int) -> bool:
        match place:
            case Facing(point):
                return self._facing(seat) is point
            case OnSide(Compass() as point):
                return self._facing(seat) is point.opposite
        raise UndefinedRelationError(str(place))

    def seat_name(self, seat: int) -> str:
        return f"{self._facing(seat).opposite.name.lower()} {seat % self.bench + 1}"

    def _facing(self, seat: int) -> Compass:
        return self.facing if seat < self.bench else self.facing.opposite

    def _position(self, seat: int) -> tuple[int, int]:
        """East and north of the table's middle; the first bench is numbered from its sitters' left to their right."""
        ahead_east, ahead_north = self.facing.value
        left_east, left_north = _LEFT_HAND[self.facing].value
        row, depth = seat % self.bench, (-1 if seat < self.bench else 1)
        return (depth * ahead_east - row * left_east, depth * ahead_north - row * left_north)

    def _seen_by(self, x: int, y: int) -> tuple[bool, int]:
        """Whether x is across from y, and how many seats to the left of y's hand."""
        across = (x < self.bench) != (y < self.bench)
        left = y % self.bench - x % self.bench
        return across, left if y < self.bench else -left
