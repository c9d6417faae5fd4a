"""What is said of people and statues in a circle: counting to the left, right or by the clock, across, compass."""

from pingce.reasoning.relations import (
    Bearing,
    Beside,
    Compass,
    CountWay,
    Diagonal,
    Facing,
    Neighbour,
    Not,
    Opposite,
    SameSide,
    SeatsBetween,
    Steps,
    Via,
)

from .patterns import Pattern

_GAP = "(with|separated by) {number} (spot|statue|person|people|position)[s][ between them]"

AROUND: tuple[Pattern, ...] = (
    Pattern(
        lambda slots: Steps(slots.hand, slots.nth),
        zh=(
            "{x}在{y}[的]{hand}(边|侧|手边)[数起|起|数][的]第{nth}个[位置|座位]",
            "{x}坐在{y}[的]{hand}(边|侧|手边)[数起|起|数][的]第{nth}个[位置|座位][上]",
            "从{y}[的]{hand}(边|侧)数起[的]第{nth}个[位置](是|就是){x}",
            "{y}[的]{hand}(边|侧)起[的]第{nth}个[位置](是|就是){x}",
        ),
        en=(
            "{x} is (at|in) the {nth} (position|spot|seat) (to|on) the {hand} [side ]of {y}",
            "{x} occupies the {nth} (position|spot|seat) (to|on) the {hand} [side ]of {y}",
            "{x} is the {nth} [one|person|statue ](on|to) the {hand} [side ]of {y}",
            "{x} is the {nth} one on the {hand} side of {y}",
            "{x} is the {nth} in sequence starting to the {hand} of {y}",
        ),
        examples=(
            ("甲在乙左边数起第二个位置", Steps(CountWay.LEFT, 2)),
            ("从乙的右边数起第四个位置是甲", Steps(CountWay.RIGHT, 4)),
            ("乙的左边起第3个就是甲", Steps(CountWay.LEFT, 3)),
            ("Ann is at the third position to the left of Bob", Steps(CountWay.LEFT, 3)),
            ("Ann occupies the fifth position to the right of Bob", Steps(CountWay.RIGHT, 5)),
            ("Ann is the second one on the right side of Bob", Steps(CountWay.RIGHT, 2)),
            ("Ann is the first in sequence starting to the left of Bob", Steps(CountWay.LEFT, 1)),
        ),
    ),
    Pattern(
        lambda slots: Steps(slots.clock, slots.nth),
        zh=("{x}(在|坐在){y}[的]{clock}方向[的|数|数起]第{nth}个[位置|座位]",),
        en=(
            "{x} is (at|in) the {nth} (position|spot) [when counted ]{clock} from {y}",
            "{x} is (at|in) the {nth} (position|spot) in the {clock} direction from {y}",
            "{x} occupies the {nth} (position|spot) {clock} from {y}",
            "{x} is located in the {nth} (position|spot) to the {clock} direction of {y}",
        ),
        examples=(
            ("甲在乙顺时针方向的第2个位置", Steps(CountWay.CLOCKWISE, 2)),
            ("甲在乙逆时针方向数第五个位置", Steps(CountWay.COUNTERCLOCKWISE, 5)),
            ("Ann is at the second position when counted clockwise from Bob", Steps(CountWay.CLOCKWISE, 2)),
            (
                "Ann is located in the third spot to the counterclockwise direction of Bob",
                Steps(CountWay.COUNTERCLOCKWISE, 3),
            ),
        ),
    ),
    Pattern(
        lambda slots: Neighbour(slots.hand),
        zh=(
            "{x}在{y}[的]{hand}(边|侧)紧挨着[的位置]",
            "{x}[在]紧挨着{y}的{hand}(边|侧)",
            "{x}在{y}[的]{hand}(边|侧)，二者相邻",
            "{x}在{y}[的]{hand}(边|侧)[的]紧邻[的]位置",
            "{y}[的]{hand}(边|侧)[紧]接着就是{x}",
            "{x}是{y}的{hand}邻",
        ),
        en=(
            "{x} is (immediately|directly|right) to the {hand} of {y}",
            "{x} is (immediately|directly) to {y}'s {hand}",
            "{x} is next to {y} on the {hand} side",
            "{x} is next to the {hand} of {y}",
            "{x} is the {hand} [side ]neighbor of {y}",
            "{x} is {y}'s {hand} [side ]neighbor",
        ),
        examples=(
            ("甲在乙的左边紧挨着", Neighbour(CountWay.LEFT)),
            ("甲在紧挨着乙的右边", Neighbour(CountWay.RIGHT)),
            ("甲在乙的右边，二者相邻", Neighbour(CountWay.RIGHT)),
            ("甲在乙左侧紧邻位置", Neighbour(CountWay.LEFT)),
            ("乙的左边紧接着就是甲", Neighbour(CountWay.LEFT)),
            ("甲是乙的右邻", Neighbour(CountWay.RIGHT)),
            ("Ann is immediately to the right of Bob", Neighbour(CountWay.RIGHT)),
            ("Ann is directly to Bob's left", Neighbour(CountWay.LEFT)),
            ("Ann is next to Bob on the left side", Neighbour(CountWay.LEFT)),
            ("Ann is next to the right of Bob", Neighbour(CountWay.RIGHT)),
            ("Ann is the left neighbor of Bob", Neighbour(CountWay.LEFT)),
        ),
    ),
    Pattern(
        lambda slots: Steps(slots.hand, slots.number + 1),
        zh=(
            "{x}在{y}[的]{hand}(边|侧)[，]隔[着|了]{number}个(位置|人|座位)",
            "{y}[的]{hand}(边|侧)隔[着|了]{number}个(位置|人|座位)[就]是{x}",
        ),
        en=(
            f"{{x}} is [positioned |located ]to the {{hand}} of {{y}}, {_GAP}",
            f"{{x}} is [positioned |located ]to {{y}}'s {{hand}}, {_GAP}",
        ),
        examples=(
            ("甲在乙的左边隔着一个位置", Steps(CountWay.LEFT, 2)),
            ("Ann is to Bob's left, with one spot between them", Steps(CountWay.LEFT, 2)),
            ("Ann is positioned to the right of Bob, separated by one spot", Steps(CountWay.RIGHT, 2)),
            ("Ann is to the right of Bob, with one person between them", Steps(CountWay.RIGHT, 2)),
        ),
    ),
    Pattern(
        lambda slots: Beside(slots.hand),
        zh=(
            "{x}在{y}[的]{hand}(边|侧)[范围内|[的]某个位置]",
            "{x}相对于{y}在{hand}(边|侧)",
            "相对于{y}，{x}在{hand}(边|侧)",
            "{x}在{y}{hand}边坐",
            "{x}坐在{y}[的]{hand}(边|侧|手边)",
        ),
        en=(
            "{x} is [somewhere |sitting ](to|on) the {hand} [side ]of {y}",
            "{x} is [somewhere |sitting ](to|on) {y}'s {hand}[ side]",
            "{x} is (located|situated) (within|in) the area to the {hand} of {y}",
            "{x} is (located|situated) (within|in) the area to {y}'s {hand}",
        ),
        examples=(
            ("甲在乙右侧范围内", Beside(CountWay.RIGHT)),
            ("甲在乙左边某个位置", Beside(CountWay.LEFT)),
            ("相对于乙，甲在右边", Beside(CountWay.RIGHT)),
            ("甲在乙右边坐", Beside(CountWay.RIGHT)),
            ("Ann is somewhere to the right of Bob", Beside(CountWay.RIGHT)),
            ("Ann is located within the area to the left of Bob", Beside(CountWay.LEFT)),
            ("Ann is situated in the area to Bob's left", Beside(CountWay.LEFT)),
        ),
    ),
    Pattern(
        lambda _: Neighbour(),
        zh=(
            "{x}[与|和|跟]{y}相邻",
            "{x}在{y}[的]旁边",
            "{x}[紧]挨着{y}[坐]",
            "{x}紧邻{y}",
            "{x}(和|与|跟){y}[紧]挨着[坐][着]",
            "{x}(和|与|跟){y}左右相邻",
        ),
        en=(
            "{x} is (beside|by|next to|adjacent to) {y}",
            "{x} and {y} are (adjacent|next to each other)",
            "{x} and {y} are sitting next to each other",
            "{x} and {y} are horizontally adjacent[ to each other]",
        ),
        examples=(
            ("甲与乙相邻", Neighbour()),
            ("甲挨着乙", Neighbour()),
            ("甲和乙挨着坐", Neighbour()),
            ("Ann is beside Bob", Neighbour()),
            ("Ann and Bob are sitting next to each other", Neighbour()),
        ),
    ),
    Pattern(
        lambda _: Not(Neighbour()),
        zh=(
            "{x}(与|和|跟){y}不相邻",
            "{x}不在{y}[的]旁边",
            "{x}(与|和|跟){y}不挨着[坐]",
            "{x}(与|和|跟){y}之间隔着其他(实体|人|神像)",
        ),
        en=(
            "{x} is not (beside|by|next to|adjacent to) {y}",
            "{x} and {y} are not (adjacent|next to each other)",
            "{x} and {y} are not sitting next to each other",
            "There are other (statues|people|entities|persons) between {x} and {y}",
        ),
        examples=(
            ("甲不在乙旁边", Not(Neighbour())),
            ("甲与乙之间隔着其他实体", Not(Neighbour())),
            ("Ann is not next to Bob", Not(Neighbour())),
            ("There are other people between Ann and Bob", Not(Neighbour())),
        ),
    ),
    Pattern(
        lambda slots: SeatsBetween(slots.number),
        zh=("{x}(与|和|跟){y}[之间|中间]隔[着|了]{number}个(位置|人|座位)",),
        en=(
            "There (is|are) {number} (statue|statues|person|people|position|positions|spot|spots) between {x} and {y}",
            "{x} and {y} are separated by {number} (position|spot|person|people|statue)[s]",
        ),
        examples=(
            ("甲与乙之间隔着两个位置", SeatsBetween(2)),
            ("There is one person between Ann and Bob", SeatsBetween(1)),
            ("Ann and Bob are separated by two positions", SeatsBetween(2)),
        ),
    ),
    Pattern(
        lambda _: Opposite(),
        zh=(
            "{x}(与|和|跟){y}(正对面|正背对|面对面[坐|而坐]|相对而坐|正对|背对背[坐|而坐])",
            "{x}(在|坐在){y}[的](正对面|正背面|对面)",
            "{x}(正对着|面对着|背对着){y}",
            "坐在{y}[的](正对面|对面)的是{x}",
        ),
        en=(
            "{x} is [sitting ](directly opposite|just across from|across from|opposite) {y}",
            "{x} and {y} are [sitting ](facing each other|across from each other|back-to-back|back to back)",
            "{x} is the one sitting (across from|opposite) {y}",
            "{x} is positioned back-to-back with {y}",
        ),
        examples=(
            ("甲与乙正背对", Opposite()),
            ("甲在乙的正对面", Opposite()),
            ("Ann is just across from Bob", Opposite()),
            ("Ann and Bob are back-to-back", Opposite()),
        ),
    ),
    Pattern(
        lambda _: Not(Opposite()),
        zh=("{x}不(和|与|跟){y}面对面[坐]", "{x}(和|与|跟){y}不(是|在)(面对面[坐][的]|正对面|对面)"),
        en=("{x} is not [sitting ]across from {y}", "{x} and {y} are not [sitting ](facing|across from) each other"),
        examples=(
            ("甲不和乙面对面坐", Not(Opposite())),
            ("Ann is not sitting across from Bob", Not(Opposite())),
        ),
    ),
    Pattern(
        lambda _: Diagonal(),
        zh=("{x}(在|坐在){y}[的]斜对面[坐]", "坐在{y}[的]斜对面的是{x}"),
        en=("{x} is [sitting ]diagonally (opposite|across from) {y}",),
        examples=(
            ("甲在乙的斜对面", Diagonal()),
            ("Ann is diagonally across from Bob", Diagonal()),
        ),
    ),
    Pattern(
        lambda slots: Diagonal(slots.hand),
        zh=("{x}(在|坐在){y}[的]{hand}[侧]斜对面", "{x}(在|坐在){y}[的]{hand}前方", "{x}(在|坐在){y}[的]对侧{hand}边"),
        en=(
            "{x} is diagonally opposite on the {hand} side of {y}",
            "{x} is [sitting ]to the front {hand} of {y}",
        ),
        examples=(
            ("甲在乙右斜对面", Diagonal(CountWay.RIGHT)),
            ("甲在乙左前方", Diagonal(CountWay.LEFT)),
            ("Ann is diagonally opposite on the left side of Bob", Diagonal(CountWay.LEFT)),
            ("Ann is to the front right of Bob", Diagonal(CountWay.RIGHT)),
        ),
    ),
    Pattern(
        lambda _: SameSide(),
        zh=("{x}在{y}[的]同侧范围内",),
        en=("{x} is within the same side range as {y}",),
        examples=(
            ("甲在乙同侧范围内", SameSide()),
            ("Ann is within the same side range as Bob", SameSide()),
        ),
    ),
    Pattern(
        lambda slots: Via(Opposite(), Steps(slots.hand, slots.nth)),
        zh=("{x}(背对|正对|面对)的位置是{y}[的]{hand}(边|侧)第{nth}个位置",),
        en=(
            "The position that {x} is facing[ away from] is the {nth} position to the {hand} of {y}",
            "{x} is facing away from the {nth} position to the {hand} of {y}",
            "{x} is sitting across from the {nth} position to the {hand} of {y}",
        ),
        examples=(
            ("甲背对的位置是乙左边第二个位置", Via(Opposite(), Steps(CountWay.LEFT, 2))),
            (
                "The position that Ann is facing away from is the first position to the right of Bob",
                Via(Opposite(), Steps(CountWay.RIGHT, 1)),
            ),
            (
                "Ann is sitting across from the first position to the left of Bob",
                Via(Opposite(), Steps(CountWay.LEFT, 1)),
            ),
        ),
    ),
    Pattern(
        lambda slots: Facing(slots.looks),
        zh=("{x}(面朝|朝着|朝向|面向|朝){looks}[方|方向|边|面]",),
        en=("{x} (faces|is facing|is oriented towards|is directed towards|is sitting facing) {looks}",),
        examples=(
            ("甲朝着西南方向", Facing(Compass.SOUTHWEST)),
            ("甲面朝正东方向", Facing(Compass.EAST)),
            ("Ann is oriented towards due north", Facing(Compass.NORTH)),
            ("Ann faces southeast", Facing(Compass.SOUTHEAST)),
        ),
    ),
    Pattern(
        lambda slots: Bearing(slots.due, due=True),
        zh=("{x}(在|位于){y}[的]{due}(边|面|方|侧|方向)",),
        en=("{x} is directly to the {due} of {y}", "{x} is (due|directly) {due} of {y}"),
        examples=(
            ("甲在乙正西边", Bearing(Compass.WEST, due=True)),
            ("Ann is directly to the north of Bob", Bearing(Compass.NORTH, due=True)),
        ),
    ),
    Pattern(
        lambda slots: Bearing(slots.point),
        zh=("{x}(在|位于){y}[的]{point}(边|面|方|方向)",),
        en=("{x} is to the {point} of {y}", "{x} is {point} of {y}", "{x} is on the {point} side of {y}"),
        examples=(
            ("甲在乙东北边", Bearing(Compass.NORTHEAST)),
            ("甲在乙西边", Bearing(Compass.WEST)),
            ("Ann is to the southeast of Bob", Bearing(Compass.SOUTHEAST)),
        ),
    ),
)
"""Patterns of circles; several are used of booths and shelves too, where the layout gives them their meaning."""
