"""General ways to use a word for a location in a sentence.

The other tables list sentences as writers of such items phrase them. These patterns put any location word into any
of a few frames («x is at …», «at … is x», «what is at … of x is at … of y»), so that a new combination is read too.
"""

from pingce.reasoning.relations import (
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
    Via,
)

from .corners import ANY_DOWN, ANY_UP, SAME, corner
from .patterns import Pattern

LOCATED: tuple[Pattern, ...] = (
    Pattern(
        lambda slots: slots.loc,
        zh=("{x}(在|坐在|位于|处在|是){y}[的]{loc}[坐|上]", "{y}[的]{loc}(是|就是|坐着|坐的是|有|的是){x}"),
        en=("{x} (is|sits|is sitting|is seated|is located|is positioned|stands) {loc} {y}", "{loc} {y} is {x}"),
        examples=(
            ("甲位于乙的左手边", Beside(CountWay.LEFT)),
            ("乙的斜对面是甲", Diagonal()),
            ("Ann is seated diagonally opposite Bob", Diagonal()),
        ),
    ),
    Pattern(
        lambda slots: Not(slots.loc),
        zh=("{x}(不在|不坐在|不位于|不是){y}[的]{loc}", "{y}[的]{loc}不是{x}"),
        en=("{x} is not [sitting |seated |located |positioned ]{loc} {y}",),
        examples=(
            ("甲不在乙的正对面", Not(Opposite())),
            ("Ann is not directly opposite Bob", Not(Opposite())),
        ),
    ),
    Pattern(
        lambda slots: Via(slots.loc, slots.loc2),
        zh=("{x}的{loc}(是|在){y}的{loc2}",),
        en=(
            "The (one|position|person|pot|spot) {loc} {x} is {loc2} {y}",
            "{loc} {x} is {loc2} {y}",
        ),
        examples=(
            ("甲的右邻在乙的左边", Via(Neighbour(CountWay.RIGHT), Beside(CountWay.LEFT))),
            ("甲的左上方是乙的正下方", Via(corner(ANY_UP, CountWay.LEFT), corner(ANY_DOWN))),
            ("The position directly above Ann is next to Bob", Via(corner(ANY_UP), Neighbour())),
            (
                "The upper left corner of Ann is directly below Bob",
                Via(corner(ANY_UP, CountWay.LEFT), corner(ANY_DOWN)),
            ),
        ),
    ),
    Pattern(
        lambda slots: Conjunction(Facing(slots.looks), slots.loc),
        zh=("{x}(面朝|朝)[着]{looks}[，][且|并且|并](在|坐在){y}[的]{loc}[坐]",),
        en=("{x} is sitting facing {looks}[,][ and] {loc} {y}",),
        examples=(
            ("甲面朝南且坐在乙的左边", Conjunction(Facing(Compass.SOUTH), Beside(CountWay.LEFT))),
            ("Ann is sitting facing south, across from Bob", Conjunction(Facing(Compass.SOUTH), Opposite())),
        ),
    ),
    Pattern(
        lambda slots: Not(OnTier(slots.tier)),
        zh=("{x}不在{tier}",),
        en=("{x} is not on the {tier}",),
        examples=(("甲不在三层", Not(OnTier(3))), ("Ann is not on the top tier", Not(OnTier(-1)))),
    ),
    Pattern(
        lambda slots: Not(OnSide(slots.column)),
        zh=("{x}不在{column}(侧|边|面)",),
        en=("{x} is not on the {column} side",),
        examples=(
            ("甲不在东侧", Not(OnSide(Compass.EAST))),
            ("Ann is not on the left side", Not(OnSide(CountWay.LEFT))),
        ),
    ),
    Pattern(
        lambda slots: OnTier(slots.tier),
        zh=("在{tier}的是{x}",),
        en=("On the {tier} is {x}",),
        examples=(("在三层的是甲", OnTier(3)), ("On the first tier is Ann", OnTier(1))),
    ),
    Pattern(
        lambda _: Not(Offset(SAME, None)),
        zh=("{x}(和|与|跟){y}(不在同一层|不同层)",),
        en=(
            "{x} and {y} are (not on the same tier|on different tiers)",
            "{x} is not on the same tier as {y}",
        ),
        examples=(
            ("甲和乙不在同一层", Not(Offset(SAME, None))),
            ("Ann and Bob are on different tiers", Not(Offset(SAME, None))),
        ),
    ),
)
"""Read after all other tables."""
