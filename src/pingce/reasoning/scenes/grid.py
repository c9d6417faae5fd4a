"""Rows and columns on the ground, north at the top: stalls of a market, plots of a garden."""

from dataclasses import dataclass

from pingce.reasoning.relations import Bearing, Compass, Neighbour, OnSide, Place, Relation

from .circle import compass_bearing
from .layout import Layout, UndefinedRelationError


@dataclass(frozen=True)
class Grid(Layout):
    """Cells numbered from the north-western corner eastward, row by row."""

    rows: int = 2
    columns: int = 3

    @property
    def seats(self) -> int:
        return self.rows * self.columns

    def related(self, relation: Relation, x: int, y: int) -> bool:
        east = x % self.columns - y % self.columns
        north = y // self.columns - x // self.columns
        match relation:
            case Bearing(point, due):
                return compass_bearing(point, due, east, north)
            case Neighbour(None):
                return abs(east) + abs(north) == 1
        raise UndefinedRelationError(str(relation))

    def at(self, place: Place, seat: int) -> bool:
        row, column = divmod(seat, self.columns)
        match place:
            case OnSide(Compass.NORTH):
                return row == 0
            case OnSide(Compass.SOUTH):
                return row == self.rows - 1
            case OnSide(Compass.WEST):
                return column == 0
            case OnSide(Compass.EAST):
                return column == self.columns - 1
        raise UndefinedRelationError(str(place))

    def seat_name(self, seat: int) -> str:
        row, column = divmod(seat, self.columns)
        return f"row {row + 1} from the north, column {column + 1} from the west"
