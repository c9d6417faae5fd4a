"""A circle of seats at equal distances, everybody facing the centre or turning their back to it.

Seats are numbered clockwise as seen from above. With a compass the seats lie on a regular polygon whose corners look to
the listed points, so north of and east of compare coordinates.
"""

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
    SeatsBetween,
    Steps,
)

from .layout import Layout, UndefinedRelationError

CLOCKWISE_POINTS = (
    Compass.NORTH,
    Compass.NORTHEAST,
    Compass.EAST,
    Compass.SOUTHEAST,
    Compass.SOUTH,
    Compass.SOUTHWEST,
    Compass.WEST,
    Compass.NORTHWEST,
)
_DUE = (Compass.NORTH, Compass.EAST, Compass.SOUTH, Compass.WEST)


@dataclass(frozen=True)
class Circle(Layout):
    """Seats around a centre; ``facings`` lists where the seats' sitters look, clockwise by seat, when it is told."""

    size: int = 6
    inward: bool = True
    facings: tuple[Compass, ...] = ()

    @property
    def seats(self) -> int:
        return self.size

    @property
    def turning(self) -> bool:
        return not self.facings

    def related(self, relation: Relation, x: int, y: int) -> bool:
        ahead = (x - y) % self.size
        match relation:
            case Steps(turn, count):
                return ahead == count * self._direction(turn) % self.size
            case Neighbour(None) | SameSide():
                return ahead in (1, self.size - 1)
            case Neighbour(CountWay() as turn):
                return ahead == self._direction(turn) % self.size
            case Beside(turn):
                return ahead * self._direction(turn) % self.size in range(1, (self.size + 1) // 2)
            case Opposite():
                return 2 * ahead == self.size
            case Diagonal(turn):
                return self._diagonal(turn, ahead)
            case SeatsBetween(between):
                return ahead in (between + 1, self.size - between - 1)
            case Bearing(point, due):
                return self._bears(point, due, x, y)
            case SameFacing():
                return x == y
        raise UndefinedRelationError(str(relation))

    def at(self, place: Place, seat: int) -> bool:
        if isinstance(place, Facing) and self.facings:
            return self.facings[seat] is place.point
        if isinstance(place, OnSide) and isinstance(place.side, Compass) and self.facings:
            return (self.facings[seat].opposite if self.inward else self.facings[seat]) is place.side
        raise UndefinedRelationError(str(place))

    def seat_name(self, seat: int) -> str:
        return f"{seat + 1}" if not self.facings else f"{seat + 1} ({self.facings[seat].name.lower()})"

    def _direction(self, turn: CountWay) -> int:
        """+1 clockwise, -1 counter-clockwise: whoever faces the centre has their left hand clockwise."""
        match turn:
            case CountWay.CLOCKWISE:
                return 1
            case CountWay.COUNTERCLOCKWISE:
                return -1
            case CountWay.LEFT:
                return 1 if self.inward else -1
            case CountWay.RIGHT:
                return -1 if self.inward else 1

    def _diagonal(self, turn: CountWay | None, ahead: int) -> bool:
        half = self.size // 2
        if self.size % 2:
            raise UndefinedRelationError("no seat lies straight across in a circle of odd size")
        if turn is None:
            return ahead in (half - 1, half + 1)
        return ahead * self._direction(turn) % self.size == half - 1

    def _bears(self, point: Compass, due: bool, x: int, y: int) -> bool:
        if not self.facings:
            raise UndefinedRelationError("a circle without compass has no north")
        (x_east, x_north), (y_east, y_north) = self._position(x), self._position(y)
        return compass_bearing(point, due, x_east - y_east, x_north - y_north)

    def _position(self, seat: int) -> tuple[int, int]:
        """Steps to the east and north in units of their own: only their order matters."""
        outward = self.facings[seat].opposite if self.inward else self.facings[seat]
        east, north = outward.value
        if Compass.EAST in self.facings or Compass.WEST in self.facings:
            return (2 * east if outward in _DUE else east, north)
        return (east, 2 * north if outward in _DUE else north)


def compass_bearing(point: Compass, due: bool, east: int, north: int) -> bool:
    """Whether a difference of places lies to a point: «east» is further east, «due east» also no further north."""
    wanted_east, wanted_north = point.value
    if wanted_east and wanted_north:
        return east * wanted_east > 0 and north * wanted_north > 0
    along, across = (east * wanted_east, north) if wanted_east else (north * wanted_north, east)
    return along > 0 and (across == 0 or not due)


def hexagon_facings(listed: tuple[Compass, ...]) -> tuple[Compass, ...]:
    """The listed facings in clockwise order of the seats."""
    return tuple(sorted(listed, key=CLOCKWISE_POINTS.index))
