"""What a sentence can say about where somebody is: typed values, the same for Chinese and English.

A relation holds between two seats (``x`` relative to ``y``); a place is true of one seat. What «left» or «opposite»
amounts to is decided by the layout of the scene (`pingce.reasoning.scenes`), not here.
"""

from dataclasses import dataclass
from enum import Enum


class CountWay(Enum):
    """A way to count along seats: by the left or right hand of the one referred to, or by the clock."""

    LEFT = "left"
    RIGHT = "right"
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Compass(Enum):
    """A point of the compass as steps to the east and to the north."""

    NORTH = (0, 1)
    NORTHEAST = (1, 1)
    EAST = (1, 0)
    SOUTHEAST = (1, -1)
    SOUTH = (0, -1)
    SOUTHWEST = (-1, -1)
    WEST = (-1, 0)
    NORTHWEST = (-1, 1)

    @property
    def opposite(self) -> "Compass":
        east, north = self.value
        return Compass((-east, -north))


@dataclass(frozen=True)
class Steps:
    """x is the ``count``-th seat from y, counted to one side; the neighbour is the first."""

    turn: CountWay
    count: int


@dataclass(frozen=True)
class Beside:
    """x is somewhere on one side of y: on that half of a circle, on the same bench, on the same tier."""

    turn: CountWay


@dataclass(frozen=True)
class Neighbour:
    """x is next to y, on one side or on either."""

    turn: CountWay | None = None


@dataclass(frozen=True)
class Opposite:
    """x is straight across from y."""


@dataclass(frozen=True)
class Diagonal:
    """x is across from y but not straight, on y's left or right hand or on either."""

    turn: CountWay | None = None


@dataclass(frozen=True)
class SeatsBetween:
    """So many seats lie between x and y, whichever way one counts."""

    between: int


@dataclass(frozen=True)
class SameSide:
    """x and y share a side: of the table, of the shelf; in a circle they sit next to each other."""


@dataclass(frozen=True)
class SameFacing:
    """x and y look the same way."""


@dataclass(frozen=True)
class Bearing:
    """x lies to that point of the compass from y; ``due`` admits no deviation to either side."""

    point: Compass
    due: bool = False


@dataclass(frozen=True)
class Offset:
    """On tiers: how many tiers x is above y, and how many columns to the right of it; None admits any number."""

    tiers: frozenset[int] | None
    columns: frozenset[int] | None


@dataclass(frozen=True)
class Facing:
    """x looks to that point of the compass."""

    point: Compass


@dataclass(frozen=True)
class OnSide:
    """x is on that side of the table or shelf, named by compass or by the viewer's hand."""

    side: Compass | CountWay


@dataclass(frozen=True)
class OnTier:
    """x is on that tier, counted from the bottom; -1 is the top and 0 the middle one."""

    tier: int


@dataclass(frozen=True)
class Via:
    """The seat in relation ``near`` to x is itself in relation ``far`` to y («the left neighbour of x is below y»)."""

    near: "Relation"
    far: "Relation"


@dataclass(frozen=True)
class Conjunction:
    """Two things are said at once."""

    first: "Relation"
    second: "Relation"


@dataclass(frozen=True)
class Not:
    """The relation does not hold."""

    relation: "Relation"


Place = Facing | OnSide | OnTier
Relation = (
    Steps
    | Beside
    | Neighbour
    | Opposite
    | Diagonal
    | SeatsBetween
    | SameSide
    | SameFacing
    | Bearing
    | Offset
    | Place
    | Via
    | Conjunction
    | Not
)


@dataclass(frozen=True)
class Statement:
    """A relation between two of the scene's things by their numbers, or a place of one (``y`` is None)."""

    relation: Relation
    x: int
    y: int | None = None
