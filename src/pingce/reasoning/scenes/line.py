"""People or things in one row, all looking the same way; left and right are their own."""

from dataclasses import dataclass

from pingce.reasoning.relations import Beside, CountWay, Neighbour, Place, Relation, SeatsBetween, Steps

from .layout import Layout, UndefinedRelationError

_TO_THE_RIGHT = {CountWay.LEFT: -1, CountWay.RIGHT: 1}


@dataclass(frozen=True)
class SeatRow(Layout):
    """Seats numbered from the left end to the right."""

    size: int = 6

    @property
    def seats(self) -> int:
        return self.size

    def related(self, relation: Relation, x: int, y: int) -> bool:
        right = x - y
        match relation:
            case Steps(turn, count) if turn in _TO_THE_RIGHT:
                return right == count * _TO_THE_RIGHT[turn]
            case Neighbour(None):
                return abs(right) == 1
            case Neighbour(CountWay() as turn) if turn in _TO_THE_RIGHT:
                return right == _TO_THE_RIGHT[turn]
            case Beside(turn) if turn in _TO_THE_RIGHT:
                return right * _TO_THE_RIGHT[turn] > 0
            case SeatsBetween(between):
                return abs(right) == between + 1
        raise UndefinedRelationError(str(relation))

    def at(self, place: Place, seat: int) -> bool:
        raise UndefinedRelationError(f"{place} of seat {seat}")

    def seat_name(self, seat: int) -> str:
        return f"{seat + 1} from the left"
