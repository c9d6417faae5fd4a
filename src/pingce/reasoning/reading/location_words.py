"""Words for a location relative to something: left, across, upper right, third clockwise, due east."""

from pingce.reasoning.item import Language
from pingce.reasoning.relations import (
    Bearing,
    Beside,
    Compass,
    CountWay,
    Diagonal,
    Neighbour,
    Offset,
    Opposite,
    Relation,
    Steps,
)

from .corners import ANY_DOWN, ANY_UP, NEXT_DOWN, NEXT_UP, corner

_HANDS = {"左": CountWay.LEFT, "右": CountWay.RIGHT}
_CLOCK = {"顺时针": CountWay.CLOCKWISE, "逆时针": CountWay.COUNTERCLOCKWISE}
_NUMBERS = "一二三四五"
_POINTS = {
    "东": Compass.EAST,
    "西": Compass.WEST,
    "南": Compass.SOUTH,
    "北": Compass.NORTH,
    "东北": Compass.NORTHEAST,
    "东南": Compass.SOUTHEAST,
    "西北": Compass.NORTHWEST,
    "西南": Compass.SOUTHWEST,
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _zh_locations() -> dict[str, Relation]:
    words: dict[str, Relation] = {
        "旁边": Neighbour(),
        "正对面": Opposite(),
        "对面": Opposite(),
        "正背面": Opposite(),
        "斜对面": Diagonal(),
        "正上方": corner(ANY_UP),
        "正下方": corner(ANY_DOWN),
        "上方": Offset(ANY_UP, None),
        "下方": Offset(ANY_DOWN, None),
        "上一层": Offset(NEXT_UP, None),
        "下一层": Offset(NEXT_DOWN, None),
    }
    for hand, turn in _HANDS.items():
        words |= {f"{hand}{side}": Beside(turn) for side in ("边", "侧", "手边")}
        words |= {f"{hand}邻": Neighbour(turn), f"同侧{hand}边": Beside(turn), f"{hand}侧紧邻位置": Neighbour(turn)}
        words |= {f"{hand}{slant}": Diagonal(turn) for slant in ("斜对面", "侧斜对面", "前方")}
        words |= {f"{hand}上方": corner(ANY_UP, turn), f"{hand}下方": corner(ANY_DOWN, turn)}
        for at, number in enumerate(_NUMBERS, start=1):
            for digit in (number, str(at)):
                places = (
                    f"{hand}{side}{how}第{digit}个位置" for side in ("边", "侧", "手边") for how in ("", "数起", "起")
                )
                words |= dict.fromkeys(places, Steps(turn, at))
    for clock, turn in _CLOCK.items():
        for at, number in enumerate(_NUMBERS, start=1):
            for digit in (number, str(at)):
                words |= {f"{clock}方向{how}第{digit}个位置": Steps(turn, at) for how in ("", "的", "数")}
    for word, point in _POINTS.items():
        words |= {f"{word}{side}": Bearing(point) for side in ("边", "面", "方")}
        if len(word) == 1:
            words |= {f"正{word}{side}": Bearing(point, due=True) for side in ("边", "面", "方")}
    return words


def _en_locations() -> dict[str, Relation]:
    words: dict[str, Relation] = {
        "next to": Neighbour(),
        "beside": Neighbour(),
        "adjacent to": Neighbour(),
        "directly opposite": Opposite(),
        "opposite": Opposite(),
        "across from": Opposite(),
        "directly across from": Opposite(),
        "just across from": Opposite(),
        "diagonally opposite": Diagonal(),
        "diagonally across from": Diagonal(),
        "directly above": corner(ANY_UP),
        "directly below": corner(ANY_DOWN),
        "above": Offset(ANY_UP, None),
        "below": Offset(ANY_DOWN, None),
        "one tier above": Offset(NEXT_UP, None),
        "one tier below": Offset(NEXT_DOWN, None),
    }
    for hand, turn in (("left", CountWay.LEFT), ("right", CountWay.RIGHT)):
        words |= {f"{to} the {hand} of": Beside(turn) for to in ("to", "on", "somewhere to")}
        words |= {f"on the {hand} side of": Beside(turn), f"on the {hand}-hand side of": Beside(turn)}
        words |= {f"{how} to the {hand} of": Neighbour(turn) for how in ("immediately", "directly", "next")}
        words |= {f"the {hand}{side} neighbor of": Neighbour(turn) for side in ("", " side")}
        words |= {
            f"to the front {hand} of": Diagonal(turn),
            f"diagonally opposite on the {hand} side of": Diagonal(turn),
        }
        for place in (f"{hand}", f"{hand} side", f"{hand} corner", f"{hand} position"):
            for at in ("in the", "at the", "on the", "to the", "the"):
                words |= {f"{at} {up} {place} of": corner(ANY_UP, turn) for up in ("upper", "top")}
                words |= {f"{at} {down} {place} of": corner(ANY_DOWN, turn) for down in ("lower", "bottom")}
        for count, nth in enumerate(_ORDINALS, start=1):
            words |= {f"{at} {nth} position to the {hand} of": Steps(turn, count) for at in ("at the", "in the", "the")}
    for clock, turn in (("clockwise", CountWay.CLOCKWISE), ("counterclockwise", CountWay.COUNTERCLOCKWISE)):
        for count, nth in enumerate(_ORDINALS, start=1):
            words |= {f"{at} {nth} position {clock} from": Steps(turn, count) for at in ("at the", "in the", "the")}
    for point in Compass:
        name = point.name.lower()
        words |= {f"to the {name} of": Bearing(point), f"directly to the {name} of": Bearing(point, due=True)}
    return words


LOCATIONS: dict[Language, dict[str, Relation]] = {"zh": _zh_locations(), "en": _en_locations()}
"""Location words and the relation that something there is in to what they are relative to."""
