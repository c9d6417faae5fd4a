"""What is said of people in a booth: same bench, hand by hand, across, and which way they look."""

from pingce.reasoning.relations import (
    Beside,
    Compass,
    Conjunction,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    Not,
    OnSide,
    Opposite,
    SameFacing,
    SameSide,
    Via,
)

from .patterns import Pattern

BENCH: tuple[Pattern, ...] = (
    Pattern(
        lambda slots: Neighbour(slots.hand),
        zh=(
            "{x}在{y}[的]{hand}手边[挨着]坐",
            "坐在{y}[的]{hand}(手边|边|侧)的是{x}",
            "{y}[的]{hand}手边(坐着|的是|是){x}",
            "{x}在{y}[的]{hand}手边",
        ),
        en=(
            "{x} is sitting next to {y} on the {hand}-hand side",
            "{x} is the one sitting on the {hand}-hand side of {y}",
            "{x} is (seated|sitting) on the {hand}-hand side of {y}",
            "{x} is (seated|sitting) on {y}'s {hand}-hand side",
        ),
        examples=(
            ("甲在乙右手边挨着坐", Neighbour(CountWay.RIGHT)),
            ("坐在乙左手边的是甲", Neighbour(CountWay.LEFT)),
            ("乙右手边坐着甲", Neighbour(CountWay.RIGHT)),
            ("Ann is sitting next to Bob on the right-hand side", Neighbour(CountWay.RIGHT)),
            ("Ann is the one sitting on the left-hand side of Bob", Neighbour(CountWay.LEFT)),
        ),
    ),
    Pattern(
        lambda slots: Beside(slots.hand),
        zh=("{x}在{y}[的]同侧{hand}边",),
        en=("{x} is on {y}'s {hand} on the same side",),
        examples=(
            ("甲在乙同侧左边", Beside(CountWay.LEFT)),
            ("Ann is on Bob's right on the same side", Beside(CountWay.RIGHT)),
        ),
    ),
    Pattern(
        lambda _: SameSide(),
        zh=(
            "{x}(和|与|跟){y}并排[坐]",
            "{x}(和|与|跟){y}坐在桌子同一侧",
            "{x}(和|与|跟){y}在同一排[坐]",
            "{x}(和|与|跟){y}[坐]在[桌子|桌子的]同(一侧|侧|一边)",
            "{x}(和|与|跟){y}同侧",
        ),
        en=(
            "{x} and {y} are sitting (side by side|on the same side)",
            "{x} is [sitting ]on the same side as {y}",
        ),
        examples=(
            ("甲和乙并排坐", SameSide()),
            ("甲与乙同侧", SameSide()),
            ("Ann and Bob are sitting side by side", SameSide()),
        ),
    ),
    Pattern(
        lambda _: Not(SameSide()),
        zh=(
            "{x}(和|与|跟){y}不是并排坐的",
            "{x}(和|与|跟){y}不在同一排[坐]",
            "{x}(和|与|跟){y}不[坐]在[桌子|桌子的]同(一侧|侧|一边)",
            "{x}(和|与|跟){y}[坐]在[桌子|桌子的]不同(侧|边|的一侧)",
            "{x}(和|与|跟){y}不同侧",
        ),
        en=(
            "{x} and {y} are not sitting (side by side|on the same side)",
            "{x} and {y} are [sitting ]on (opposite|different) sides",
            "{x} is on a different side from {y}",
        ),
        examples=(
            ("甲和乙不是并排坐的", Not(SameSide())),
            ("甲和乙不在同一排坐", Not(SameSide())),
            ("Ann is on a different side from Bob", Not(SameSide())),
        ),
    ),
    Pattern(
        lambda _: SameFacing(),
        zh=("{x}(和|与|跟){y}[身体]朝向(相同方向|同一方向|相同|一致)",),
        en=("{x} and {y} are facing the same direction",),
        examples=(
            ("甲和乙身体朝向相同方向", SameFacing()),
            ("Ann and Bob are facing the same direction", SameFacing()),
        ),
    ),
    Pattern(
        lambda _: Not(SameFacing()),
        zh=("{x}(和|与|跟){y}[身体]朝向(不同方向|不同|相反方向|相反)",),
        en=("{x} and {y} are facing different directions",),
        examples=(
            ("甲和乙身体朝向不同方向", Not(SameFacing())),
            ("Ann and Bob are facing different directions", Not(SameFacing())),
        ),
    ),
    Pattern(
        lambda slots: Conjunction(Facing(slots.looks), Neighbour(slots.hand)),
        zh=("{x}面朝{looks}且在{y}{hand}手边挨着坐",),
        en=("{x} is sitting facing {looks}, next to {y} on the {hand}-hand side",),
        examples=(
            ("甲面朝东且在乙左手边挨着坐", Conjunction(Facing(Compass.EAST), Neighbour(CountWay.LEFT))),
            (
                "Ann is sitting facing south, next to Bob on the right-hand side",
                Conjunction(Facing(Compass.SOUTH), Neighbour(CountWay.RIGHT)),
            ),
        ),
    ),
    Pattern(
        lambda slots: Conjunction(Facing(slots.looks), Neighbour()),
        zh=("{x}面朝{looks}且(跟|和|与){y}挨着坐",),
        en=("{x} is sitting facing {looks}, next to {y}",),
        examples=(
            ("甲面朝南且跟乙挨着坐", Conjunction(Facing(Compass.SOUTH), Neighbour())),
            ("Ann is sitting facing south, next to Bob", Conjunction(Facing(Compass.SOUTH), Neighbour())),
        ),
    ),
    Pattern(
        lambda slots: Conjunction(Facing(slots.looks), Opposite()),
        zh=("{x}面朝{looks}[且]坐在{y}正对面",),
        en=("{x} is sitting facing {looks}, directly opposite {y}",),
        examples=(
            ("甲面朝北坐在乙正对面", Conjunction(Facing(Compass.NORTH), Opposite())),
            ("Ann is sitting facing north, directly opposite Bob", Conjunction(Facing(Compass.NORTH), Opposite())),
        ),
    ),
    Pattern(
        lambda slots: Conjunction(Facing(slots.looks), Diagonal()),
        zh=("{x}面朝{looks}[且]坐在{y}斜对面",),
        en=("{x} is sitting facing {looks}, diagonally opposite {y}",),
        examples=(
            ("甲面朝西坐在乙斜对面", Conjunction(Facing(Compass.WEST), Diagonal())),
            ("Ann is sitting facing west, diagonally opposite Bob", Conjunction(Facing(Compass.WEST), Diagonal())),
        ),
    ),
    Pattern(
        lambda slots: Via(Neighbour(slots.hand), Opposite()),
        zh=("{x}的{hand}邻在{y}的正对面",),
        en=("The {hand} neighbor of {x} is directly opposite {y}",),
        examples=(
            ("甲的右邻在乙的正对面", Via(Neighbour(CountWay.RIGHT), Opposite())),
            ("The right neighbor of Ann is directly opposite Bob", Via(Neighbour(CountWay.RIGHT), Opposite())),
        ),
    ),
    Pattern(
        lambda slots: Via(Neighbour(slots.hand), Diagonal()),
        zh=("{x}的{hand}邻在{y}的斜对面",),
        en=("The {hand} neighbor of {x} is diagonally opposite {y}",),
        examples=(
            ("甲的左邻在乙的斜对面", Via(Neighbour(CountWay.LEFT), Diagonal())),
            ("The left neighbor of Ann is diagonally opposite Bob", Via(Neighbour(CountWay.LEFT), Diagonal())),
        ),
    ),
    Pattern(
        lambda slots: Via(Opposite(), Neighbour(slots.hand)),
        zh=("{x}的正对面是{y}的{hand}邻",),
        en=("{x} is across from the {hand} neighbor of {y}",),
        examples=(
            ("甲的正对面是乙的右邻", Via(Opposite(), Neighbour(CountWay.RIGHT))),
            ("Ann is across from the right neighbor of Bob", Via(Opposite(), Neighbour(CountWay.RIGHT))),
        ),
    ),
    Pattern(
        lambda slots: Via(Diagonal(), Neighbour(slots.hand)),
        zh=("{x}的斜对面是{y}的{hand}邻",),
        en=("{x} is diagonally opposite the {hand} neighbor of {y}",),
        examples=(
            ("甲的斜对面是乙的右邻", Via(Diagonal(), Neighbour(CountWay.RIGHT))),
            ("Ann is diagonally opposite the right neighbor of Bob", Via(Diagonal(), Neighbour(CountWay.RIGHT))),
        ),
    ),
    Pattern(
        lambda slots: OnSide(slots.point),
        zh=("{x}(在|坐在){point}(面|边|侧)",),
        en=("{x} is [sitting ]on the {point} side",),
        examples=(
            ("甲在南面", OnSide(Compass.SOUTH)),
            ("Ann is on the west side", OnSide(Compass.WEST)),
        ),
    ),
)
