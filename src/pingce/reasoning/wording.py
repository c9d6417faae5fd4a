"""Relations in short words, for people who check how a sentence was read."""

from typing import assert_never

from .relations import (
    Bearing,
    Beside,
    Compass,
    Conjunction,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    Not,
    Offset,
    OnSide,
    OnTier,
    Opposite,
    Place,
    Relation,
    SameFacing,
    SameSide,
    SeatsBetween,
    Statement,
    Steps,
    Via,
)

_TIERS = {-1: "top", 0: "middle"}


def worded(statement: Statement, names: tuple[str, ...]) -> str:
    """A statement with its names: «甲: 2 to the left of 乙»."""
    words = f"{names[statement.x]}: {relation_words(statement.relation)}"
    return words if statement.y is None else f"{words} {names[statement.y]}"


def relation_words(relation: Relation) -> str:
    """What a relation says of x; the name of y follows where there is one."""
    match relation:
        case Steps() | Beside() | Neighbour() | Diagonal():
            return _counted_words(relation)
        case Facing() | OnSide() | OnTier():
            return _place_words(relation)
        case Via() | Conjunction() | Not():
            return _compound_words(relation)
        case Opposite():
            return "opposite"
        case SeatsBetween(between):
            return f"{between} seats away from"
        case SameSide():
            return "on the same side as"
        case SameFacing():
            return "looks the same way as"
        case Bearing(point, due):
            return f"{'due ' * due}{_point(point)} of"
        case Offset(tiers, columns):
            return f"tiers {_numbers(tiers)}, columns {_numbers(columns)} from"
        case _:
            assert_never(relation)


def _counted_words(relation: Steps | Beside | Neighbour | Diagonal) -> str:
    match relation:
        case Steps(turn, count):
            return f"{count} {_way(turn)}"
        case Beside(turn):
            return f"somewhere {_way(turn)}"
        case Neighbour(side):
            return "next to" if side is None else f"next {_way(side)}"
        case Diagonal(hand):
            return "diagonally opposite" + ("" if hand is None else f" on the {hand.value} of")


def _place_words(relation: Place) -> str:
    match relation:
        case Facing(point):
            return f"looks {_point(point)}"
        case OnSide(side):
            return f"on the {_point(side) if isinstance(side, Compass) else side.value} side"
        case OnTier(tier):
            return f"on the {_TIERS.get(tier, f'{tier}.')} tier"


def _compound_words(relation: Via | Conjunction | Not) -> str:
    match relation:
        case Via(near, far):
            return f"[{relation_words(near)} it] is {relation_words(far)}"
        case Conjunction(first, second):
            return f"{relation_words(first)} and {relation_words(second)}"
        case Not(negated):
            return f"not {relation_words(negated)}"


def _way(turn: CountWay) -> str:
    by_hand = turn in (CountWay.LEFT, CountWay.RIGHT)
    return f"to the {turn.value} of" if by_hand else f"{turn.value} from"


def _point(point: Compass) -> str:
    return point.name.lower()


def _numbers(steps: frozenset[int] | None) -> str:
    """«+1», «-1/-2», «any»: so many up or to the right."""
    return "any" if steps is None else "/".join(f"{step:+d}" if step else "0" for step in sorted(steps, key=abs))
