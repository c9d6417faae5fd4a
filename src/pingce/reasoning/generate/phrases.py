"""Typed templates of sentences: a relation and the ways to say it in Chinese and in English.

``{x}`` and ``{y}`` stand for the things spoken of. Every wording is read back by `pingce.reasoning.reading` as the
relation it stands for; a test asks for that of every phrase of every scene.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pingce.reasoning.item import Language
from pingce.reasoning.reading.corners import (
    ANY_DOWN,
    ANY_UP,
    BESIDES,
    COLUMNS,
    NEXT_DOWN,
    NEXT_UP,
    SAME,
    SECOND_DOWN,
    SECOND_UP,
    corner,
)
from pingce.reasoning.relations import (
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
    Relation,
    SameSide,
    SeatsBetween,
    Steps,
    Via,
)


class Wording(NamedTuple):
    """One sentence in both languages."""

    zh: str
    en: str

    def said(self, language: Language, x: str, y: str = "") -> str:
        """The sentence about two named things."""
        template = self.zh if language == "zh" else self.en
        return template.replace("{x}", x).replace("{y}", y)


@dataclass(frozen=True)
class Phrase:
    """A relation and the ways to say it; a place speaks of one thing only."""

    relation: Relation | None
    """None where it is not about places."""
    wordings: tuple[Wording, ...]

    @property
    def alone(self) -> bool:
        """Whether it speaks of one thing only."""
        return "{y}" not in self.wordings[0].zh


ZH_HANDS = {CountWay.LEFT: "左", CountWay.RIGHT: "右"}
EN_HANDS = {CountWay.LEFT: "left", CountWay.RIGHT: "right"}
ZH_NUMBERS = ("零", "一", "两", "三", "四", "五")
ZH_NTH = ("", "一", "二", "三", "四", "五")
EN_NUMBERS = ("no", "one", "two", "three", "four", "five")
EN_NTH = ("", "first", "second", "third", "fourth", "fifth")
ZH_POINTS = {
    Compass.NORTH: "北",
    Compass.NORTHEAST: "东北",
    Compass.EAST: "东",
    Compass.SOUTHEAST: "东南",
    Compass.SOUTH: "南",
    Compass.SOUTHWEST: "西南",
    Compass.WEST: "西",
    Compass.NORTHWEST: "西北",
}
DUE_POINTS = (Compass.NORTH, Compass.EAST, Compass.SOUTH, Compass.WEST)


def due(point: Compass) -> Wording:
    """A point as the facing of somebody: «正北» and «due north», «东北» and «northeast»."""
    plain = point in DUE_POINTS
    return Wording(f"正{ZH_POINTS[point]}" if plain else ZH_POINTS[point], f"{'due ' * plain}{point.name.lower()}")


def counted(most: int) -> Iterable[Phrase]:
    """The k-th to the left or right of somebody."""
    for hand, zh in ZH_HANDS.items():
        for count in range(1, most + 1):
            nth, en = ZH_NTH[count], f"{EN_NTH[count]} position to the {EN_HANDS[hand]} of {{y}}"
            yield Phrase(
                Steps(hand, count),
                (
                    Wording(f"{{x}}在{{y}}{zh}边数起第{nth}个位置", f"{{x}} is at the {en}"),
                    Wording(f"从{{y}}的{zh}边数起第{nth}个位置是{{x}}", f"{{x}} occupies the {en}"),
                    Wording(
                        f"{{y}}的{zh}边起第{nth}个就是{{x}}",
                        f"{{x}} is the {EN_NTH[count]} one on the {EN_HANDS[hand]} side of {{y}}",
                    ),
                ),
            )


def clockwise(most: int) -> Iterable[Phrase]:
    """The k-th by the clock."""
    for turn, zh in ((CountWay.CLOCKWISE, "顺时针"), (CountWay.COUNTERCLOCKWISE, "逆时针")):
        for count in range(1, most + 1):
            en = f"{{x}} is at the {EN_NTH[count]} position {turn.value} from {{y}}"
            yield Phrase(Steps(turn, count), (Wording(f"{{x}}在{{y}}{zh}方向的第{ZH_NTH[count]}个位置", en),))


def gaps(most: int) -> Iterable[Phrase]:
    """To one side with so many seats in between."""
    for hand, zh in ZH_HANDS.items():
        for between in range(1, most + 1):
            spots = f"{EN_NUMBERS[between]} position{'s' * (between > 1)}"
            yield Phrase(
                Steps(hand, between + 1),
                (
                    Wording(
                        f"{{x}}在{{y}}{zh}边隔着{ZH_NUMBERS[between]}个位置",
                        f"{{x}} is positioned to the {EN_HANDS[hand]} of {{y}}, separated by {spots}",
                    ),
                ),
            )


def neighbours() -> Iterable[Phrase]:
    """Immediately to the left or right, next to somebody, and not next to somebody."""
    for hand, zh in ZH_HANDS.items():
        yield Phrase(
            Neighbour(hand),
            (
                Wording(f"{{x}}在紧挨着{{y}}的{zh}边", f"{{x}} is immediately to the {EN_HANDS[hand]} of {{y}}"),
                Wording(f"{{y}}的{zh}边紧接着就是{{x}}", f"{{x}} is the {EN_HANDS[hand]} neighbor of {{y}}"),
            ),
        )
    yield from beside_each_other()


def beside_each_other() -> Iterable[Phrase]:
    """Next to each other, and not."""
    yield Phrase(Neighbour(), (Wording("{x}与{y}相邻", "{x} and {y} are next to each other"),))
    yield Phrase(Not(Neighbour()), (Wording("{x}与{y}不相邻", "{x} and {y} are not next to each other"),))


def sides() -> Iterable[Phrase]:
    """Somewhere to the left or right."""
    for hand, zh in ZH_HANDS.items():
        yield Phrase(
            Beside(hand),
            (Wording(f"{{x}}在{{y}}{zh}侧范围内", f"{{x}} is somewhere to the {EN_HANDS[hand]} of {{y}}"),),
        )


def seats_between(counts: Sequence[int]) -> Iterable[Phrase]:
    """So many seats between two, whichever way."""
    for between in counts:
        spots = f"{EN_NUMBERS[between]} position{'s' * (between > 1)}"
        yield Phrase(
            SeatsBetween(between),
            (Wording(f"{{x}}与{{y}}之间隔着{ZH_NUMBERS[between]}个位置", f"{{x}} and {{y}} are separated by {spots}"),),
        )


def across() -> Iterable[Phrase]:
    """Straight across, not straight across, diagonally across."""
    yield Phrase(Opposite(), (Wording("{x}在{y}的正对面", "{x} is directly opposite {y}"),))
    yield Phrase(Not(Opposite()), (Wording("{x}不在{y}的正对面", "{x} is not directly opposite {y}"),))
    yield Phrase(Diagonal(), (Wording("{x}在{y}的斜对面", "{x} is diagonally opposite {y}"),))


def backs() -> Iterable[Phrase]:
    """Back to back, when everybody looks outward."""
    yield Phrase(Opposite(), (Wording("{x}与{y}正背对", "{x} and {y} are back-to-back"),))


def across_from_counted(most: int) -> Iterable[Phrase]:
    """Across from the k-th seat to one side of somebody."""
    for hand, zh in ZH_HANDS.items():
        for count in range(1, most + 1):
            yield Phrase(
                Via(Opposite(), Steps(hand, count)),
                (
                    Wording(
                        f"{{x}}正对的位置是{{y}}{zh}边第{ZH_NTH[count]}个位置",
                        f"{{x}} is sitting across from the {EN_NTH[count]} position to the {EN_HANDS[hand]} of {{y}}",
                    ),
                ),
            )


def facing(points: Iterable[Compass]) -> Iterable[Phrase]:
    """Where somebody looks."""
    for point in points:
        words = due(point)
        yield Phrase(Facing(point), (Wording(f"{{x}}面朝{words.zh}方向", f"{{x}} faces {words.en}"),))


def bearings(points: Iterable[Compass] = tuple(Compass), due_points: Iterable[Compass] = ()) -> Iterable[Phrase]:
    """North of, north-east of, due north of."""
    for point in points:
        zh, en = ZH_POINTS[point], point.name.lower()
        yield Phrase(Bearing(point), (Wording(f"{{x}}在{{y}}{zh}边", f"{{x}} is to the {en} of {{y}}"),))
    for point in due_points:
        zh, en = ZH_POINTS[point], point.name.lower()
        yield Phrase(Bearing(point, due=True), (Wording(f"{{x}}在{{y}}正{zh}边", f"{{x}} is directly {en} of {{y}}"),))


def on_sides(points: Iterable[Compass]) -> Iterable[Phrase]:
    """On the northern side, on the eastern side."""
    for point in points:
        zh, en = ZH_POINTS[point], point.name.lower()
        yield Phrase(OnSide(point), (Wording(f"{{x}}在{zh}侧", f"{{x}} is on the {en} side"),))


def benches() -> Iterable[Phrase]:
    """Two benches face to face."""
    for hand, zh in ZH_HANDS.items():
        en = EN_HANDS[hand]
        yield Phrase(
            Neighbour(hand),
            (
                Wording(f"{{x}}在{{y}}{zh}手边挨着坐", f"{{x}} is sitting next to {{y}} on the {en}-hand side"),
                Wording(f"{{x}}是{{y}}的{zh}邻", f"{{x}} is the {en} neighbor of {{y}}"),
            ),
        )
        yield Phrase(Diagonal(hand), (Wording(f"{{x}}在{{y}}{zh}前方", f"{{x}} is to the front {en} of {{y}}"),))
        yield Phrase(
            Via(Neighbour(hand), Opposite()),
            (
                Wording(
                    f"{{x}}的{zh}邻在{{y}}的正对面",
                    f"The {en} neighbor of {{x}} is directly opposite {{y}}",
                ),
            ),
        )
        yield Phrase(
            Via(Opposite(), Neighbour(hand)),
            (Wording(f"{{x}}的正对面是{{y}}的{zh}邻", f"{{x}} is across from the {en} neighbor of {{y}}"),),
        )
    yield Phrase(SameSide(), (Wording("{x}和{y}并排坐", "{x} and {y} are sitting side by side"),))
    yield Phrase(Not(SameSide()), (Wording("{x}和{y}不是并排坐的", "{x} and {y} are not sitting side by side"),))
    yield Phrase(Opposite(), (Wording("{x}坐在{y}正对面", "{x} is sitting directly opposite {y}"),))
    yield Phrase(Not(Opposite()), (Wording("{x}不和{y}面对面坐", "{x} is not sitting across from {y}"),))
    yield Phrase(Diagonal(), (Wording("{x}坐在{y}斜对面", "{x} is sitting diagonally opposite {y}"),))


def facing_benches(points: Iterable[Compass]) -> Iterable[Phrase]:
    """Where somebody in a booth looks, alone and with who sits next to them."""
    for point in points:
        zh, en = ZH_POINTS[point], point.name.lower()
        yield Phrase(Facing(point), (Wording(f"{{x}}面朝{zh}", f"{{x}} is facing {en}"),))
        yield Phrase(
            Conjunction(Facing(point), Neighbour()),
            (Wording(f"{{x}}面朝{zh}且跟{{y}}挨着坐", f"{{x}} is sitting facing {en}, next to {{y}}"),),
        )
        yield Phrase(
            Conjunction(Facing(point), Diagonal()),
            (Wording(f"{{x}}面朝{zh}坐在{{y}}斜对面", f"{{x}} is sitting facing {en}, diagonally opposite {{y}}"),),
        )


_CORNERS = (
    ("上", "above", "upper", NEXT_UP, SECOND_UP, ANY_UP),
    ("下", "below", "lower", NEXT_DOWN, SECOND_DOWN, ANY_DOWN),
)


def corners(*, two_apart: bool) -> Iterable[Phrase]:
    """Above and below, straight and slanted, with and without a tier between; ``two_apart`` where tiers are three."""
    for zh, en, slanted, near, second, anywhere in _CORNERS:
        yield Phrase(Offset(anywhere, None), (Wording(f"{{x}}在{{y}}{zh}方", f"{{x}} is {en} {{y}}"),))
        yield Phrase(corner(anywhere), (Wording(f"{{x}}在{{y}}正{zh}方", f"{{x}} is directly {en} {{y}}"),))
        yield Phrase(
            Offset(near, BESIDES),
            (
                Wording(
                    f"{{x}}在{{y}}斜{zh}方且二者不隔层",
                    f"{{x}} is diagonally {en} {{y}} with no tiers separating them",
                ),
            ),
        )
        if two_apart:
            yield Phrase(
                corner(near),
                (
                    Wording(
                        f"{{x}}在{{y}}正{zh}方且二者不隔层",
                        f"{{x}} is directly {en} {{y}} with no tiers separating them",
                    ),
                ),
            )
            yield Phrase(
                Offset(second, None),
                (
                    Wording(
                        f"{{x}}在{{y}}{zh}方且二者隔了一层",
                        f"{{x}} is {en} {{y}} and they are separated by one tier",
                    ),
                ),
            )
        for hand, side in ZH_HANDS.items():
            where = f"{{x}} is in the {slanted} {EN_HANDS[hand]} corner of {{y}}"
            yield Phrase(corner(anywhere, hand), (Wording(f"{{x}}在{{y}}{side}{zh}方", where),))
            if two_apart:
                yield Phrase(
                    corner(near, hand),
                    (Wording(f"{{x}}在{{y}}{side}{zh}方且二者不隔层", f"{where} with no tier separating them"),),
                )


def tiers(names: Iterable[int]) -> Iterable[Phrase]:
    """On the same tier, to one side on it, on a tier by name, on one side of the whole."""
    for hand, zh in ZH_HANDS.items():
        en = EN_HANDS[hand]
        yield Phrase(
            Offset(SAME, COLUMNS[hand]),
            (Wording(f"{{x}}在{{y}}{zh}边且二者同层", f"{{x}} is to the {en} of {{y}}, both on the same tier"),),
        )
        yield Phrase(OnSide(hand), (Wording(f"{{x}}在{zh}侧", f"{{x}} is on the {en} side"),))
    yield Phrase(Offset(SAME, None), (Wording("{x}和{y}在同一层", "{x} and {y} are on the same tier"),))
    yield Phrase(Not(Offset(SAME, None)), (Wording("{x}和{y}不在同一层", "{x} and {y} are on different tiers"),))
    for tier in names:
        yield Phrase(OnTier(tier), (Wording(f"{{x}}在第{ZH_NTH[tier]}层", f"{{x}} is on the {EN_NTH[tier]} tier"),))
