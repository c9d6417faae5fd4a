"""What is said of things on tiers: same tier, above, below, corners, with or without a tier between."""

from pingce.reasoning.relations import Compass, Conjunction, CountWay, Neighbour, Offset, OnSide, OnTier, Via

from .corners import (
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
from .patterns import Pattern


def _corners() -> tuple[Pattern, ...]:
    """«Upper left of», «directly below» and so on, with no, one or any number of tiers between."""
    rows: list[Pattern] = []
    for word, en_words, nearest, second, any_tier in (
        ("上", ("upper", "top"), NEXT_UP, SECOND_UP, ANY_UP),
        ("下", ("lower", "bottom"), NEXT_DOWN, SECOND_DOWN, ANY_DOWN),
    ):
        straight = "above" if word == "上" else "below"
        rows += _straight(word, straight, nearest, second, any_tier)
        rows += _slanted(word, "|".join(en_words), nearest, second, any_tier)
    return tuple(rows)


def _straight(
    word: str, en: str, nearest: frozenset[int], second: frozenset[int], any_tier: frozenset[int]
) -> tuple[Pattern, ...]:
    plain = ("{x} is directly under {y}",) if en == "below" else ()
    anywhere = ("{x} is under {y}",) if en == "below" else ()
    return (
        Pattern(
            lambda _: corner(nearest),
            zh=(f"{{x}}在{{y}}[的]正{word}方且二者不隔层",),
            en=(
                f"{{x}} is [located ]directly {en} {{y}} with no tiers separating them",
                f"{{x}} is [located ]directly {en} {{y}} and they are not (seperated|separated) by any tier",
            ),
            examples=(
                (f"甲在乙正{word}方且二者不隔层", corner(nearest)),
                (f"Ann is directly {en} Bob with no tiers separating them", corner(nearest)),
            ),
        ),
        Pattern(
            lambda _: corner(second),
            zh=(f"{{x}}在{{y}}[的]正{word}方且二者隔[了|着]一层",),
            en=(f"{{x}} is [located ]directly {en} {{y}} and [they are ]separated by one tier",),
            examples=(
                (f"甲在乙正{word}方且二者隔了一层", corner(second)),
                (f"Ann is directly {en} Bob and separated by one tier", corner(second)),
            ),
        ),
        Pattern(
            lambda _: corner(any_tier),
            zh=(f"{{x}}在{{y}}[的]正{word}方",),
            en=(f"{{x}} is [located ]directly {en} {{y}}", f"{{x}} is {en} {{y}} in a straight line", *plain),
            examples=(
                (f"甲在乙正{word}方", corner(any_tier)),
                (f"Ann is {en} Bob in a straight line", corner(any_tier)),
            ),
        ),
        Pattern(
            lambda _: Offset(any_tier, None),
            zh=(f"{{x}}在{{y}}[的]{word}(方|面|边)", f"{{x}}所在层在{{y}}所在层[的]{word}(方|面)"),
            en=(f"{{x}} is {en} {{y}}", *anywhere),
            examples=((f"甲在乙{word}方", Offset(any_tier, None)), (f"Ann is {en} Bob", Offset(any_tier, None))),
        ),
        Pattern(
            lambda _: Offset(second, None),
            zh=(f"{{x}}在{{y}}[的]{word}方且二者隔[了|着]一层",),
            en=(f"{{x}} is {en} {{y}} and [they are ]separated by one tier",),
            examples=(
                (f"甲在乙{word}方且二者隔了一层", Offset(second, None)),
                (f"Ann is {en} Bob and separated by one tier", Offset(second, None)),
            ),
        ),
        Pattern(
            lambda _: Offset(nearest, BESIDES),
            zh=(f"{{x}}在{{y}}[的]斜{word}方且二者不隔层",),
            en=(f"{{x}} is diagonally {en} {{y}} with no tiers separating them",),
            examples=(
                (f"甲在乙斜{word}方且二者不隔层", Offset(nearest, BESIDES)),
                (f"Ann is diagonally {en} Bob with no tiers separating them", Offset(nearest, BESIDES)),
            ),
        ),
        Pattern(
            lambda _: Offset(second, BESIDES),
            zh=(f"{{x}}在{{y}}[的]斜{word}方且二者隔[了|着]一层",),
            en=(f"{{x}} is diagonally {en} {{y}} and separated by one tier",),
            examples=(
                (f"甲在乙斜{word}方且二者隔了一层", Offset(second, BESIDES)),
                (f"Ann is diagonally {en} Bob and separated by one tier", Offset(second, BESIDES)),
            ),
        ),
        Pattern(
            lambda _: Offset(any_tier, BESIDES),
            zh=(f"{{x}}在{{y}}[的]斜{word}方",),
            en=(f"{{x}} is (diagonally|diagonnaly) {en} {{y}}",),
            examples=(
                (f"甲在乙斜{word}方", Offset(any_tier, BESIDES)),
                (f"Ann is diagonally {en} Bob", Offset(any_tier, BESIDES)),
            ),
        ),
        Pattern(
            lambda _: Offset(nearest, None),
            zh=(f"{{x}}在{{y}}[的]{word}一层",),
            en=(f"{{x}} is one tier {en} {{y}}",),
            examples=(
                (f"甲在乙{word}一层", Offset(nearest, None)),
                (f"Ann is one tier {en} Bob", Offset(nearest, None)),
            ),
        ),
        Pattern(
            lambda slots: Via(Neighbour(slots.hand), corner(any_tier)),
            zh=(f"{{x}}的{{hand}}邻在{{y}}的正{word}方",),
            en=(
                f"The {{hand}} [side ]neighbor of {{x}} is directly {en} {{y}}",
                f"The neighbor to the {{hand}} of {{x}} is directly {en} {{y}}",
            ),
            examples=(
                (f"甲的左邻在乙的正{word}方", Via(Neighbour(CountWay.LEFT), corner(any_tier))),
                (
                    f"The right neighbor of Ann is directly {en} Bob",
                    Via(Neighbour(CountWay.RIGHT), corner(any_tier)),
                ),
            ),
        ),
    )


def _slanted(
    word: str, en: str, nearest: frozenset[int], second: frozenset[int], any_tier: frozenset[int]
) -> tuple[Pattern, ...]:
    where = f"[located ](in|at|on) the ({en}) {{hand}} [side |corner |position ]of {{y}}"
    spot = f"the ({en}) {{hand2}} [side |corner |position ]of {{y}}"
    first_word = en.split("|", maxsplit=1)[0]
    return (
        Pattern(
            lambda slots: corner(nearest, slots.hand),
            zh=(f"{{x}}在{{y}}[的]{{hand}}{word}方且二者不隔层",),
            en=(
                f"{{x}} is {where} and there (is no tier between them|are no layers separating them)",
                f"{{x}} is {where} with no tier separating them",
                f"{{x}} is {where} and the two are not separated by a layer",
            ),
            examples=(
                (f"甲在乙左{word}方且二者不隔层", corner(nearest, CountWay.LEFT)),
                (
                    f"Ann is located at the {first_word} right of Bob and there is no tier between them",
                    corner(nearest, CountWay.RIGHT),
                ),
            ),
        ),
        Pattern(
            lambda slots: corner(second, slots.hand),
            zh=(f"{{x}}在{{y}}[的]{{hand}}{word}方且二者隔[了|着]一层",),
            en=(
                f"{{x}} is {where} and there is (a|one) (tier|layer) (between them|separating (the two|them))",
                f"{{x}} is {where} with one tier separating them",
            ),
            examples=(
                (f"甲在乙右{word}方且二者隔了一层", corner(second, CountWay.RIGHT)),
                (
                    f"Ann is located in the {first_word} left corner of Bob with one tier separating them",
                    corner(second, CountWay.LEFT),
                ),
            ),
        ),
        Pattern(
            lambda slots: corner(any_tier, slots.hand),
            zh=(f"{{x}}在{{y}}[的]{{hand}}{word}方",),
            en=(f"{{x}} is {where}",),
            examples=(
                (f"甲在乙右{word}方", corner(any_tier, CountWay.RIGHT)),
                (f"Ann is in the {first_word} left corner of Bob", corner(any_tier, CountWay.LEFT)),
            ),
        ),
        Pattern(
            lambda slots: Via(Neighbour(slots.hand), corner(any_tier, slots.hand2)),
            zh=(f"{{x}}的{{hand}}邻在{{y}}的{{hand2}}{word}方",),
            en=(f"The {{hand}} [side ]neighbor of {{x}} is [in |on |at |above ]{spot}",),
            examples=(
                (f"甲的左邻在乙的左{word}方", Via(Neighbour(CountWay.LEFT), corner(any_tier, CountWay.LEFT))),
                (
                    f"The right side neighbor of Ann is on the {first_word} right side of Bob",
                    Via(Neighbour(CountWay.RIGHT), corner(any_tier, CountWay.RIGHT)),
                ),
            ),
        ),
    )


def _same_cell() -> tuple[Pattern, ...]:
    """«Directly above x is directly below y»: two descriptions of one cell."""
    return (
        Pattern(
            lambda _: Via(corner(ANY_UP), corner(ANY_DOWN)),
            zh=("{x}的正上方是{y}的正下方",),
            en=("The position (directly|exactly) above {x} is directly below {y}",),
            examples=(
                ("甲的正上方是乙的正下方", Via(corner(ANY_UP), corner(ANY_DOWN))),
                ("The position directly above Ann is directly below Bob", Via(corner(ANY_UP), corner(ANY_DOWN))),
            ),
        ),
        Pattern(
            lambda _: Via(corner(ANY_DOWN), corner(ANY_UP)),
            zh=("{x}的正下方是{y}的正上方",),
            en=("The position (directly|exactly) below {x} is directly above {y}",),
            examples=(
                ("甲的正下方是乙的正上方", Via(corner(ANY_DOWN), corner(ANY_UP))),
                ("The position exactly below Ann is directly above Bob", Via(corner(ANY_DOWN), corner(ANY_UP))),
            ),
        ),
        Pattern(
            lambda slots: Via(corner(ANY_UP, slots.hand), corner(ANY_DOWN, slots.hand2)),
            zh=("{x}的{hand}上方是{y}的{hand2}下方",),
            en=("The upper {hand} corner of {x} is the lower {hand2} corner of {y}",),
            examples=(
                ("甲的左上方是乙的左下方", Via(corner(ANY_UP, CountWay.LEFT), corner(ANY_DOWN, CountWay.LEFT))),
                (
                    "The upper right corner of Ann is the lower right corner of Bob",
                    Via(corner(ANY_UP, CountWay.RIGHT), corner(ANY_DOWN, CountWay.RIGHT)),
                ),
            ),
        ),
        Pattern(
            lambda slots: Via(corner(ANY_DOWN, slots.hand), corner(ANY_UP, slots.hand2)),
            zh=("{x}的{hand}下方是{y}的{hand2}上方",),
            en=("The lower {hand} corner of {x} is the upper {hand2} corner of {y}",),
            examples=(
                ("甲的右下方是乙的右上方", Via(corner(ANY_DOWN, CountWay.RIGHT), corner(ANY_UP, CountWay.RIGHT))),
                (
                    "The lower left corner of Ann is the upper left corner of Bob",
                    Via(corner(ANY_DOWN, CountWay.LEFT), corner(ANY_UP, CountWay.LEFT)),
                ),
            ),
        ),
        Pattern(
            lambda slots: Via(corner(ANY_UP), corner(ANY_DOWN, slots.hand)),
            zh=("{x}的正上方是{y}的{hand}下方",),
            en=("Directly above {x} is the lower {hand} corner of {y}",),
            examples=(
                ("甲的正上方是乙的右下方", Via(corner(ANY_UP), corner(ANY_DOWN, CountWay.RIGHT))),
                (
                    "Directly above Ann is the lower left corner of Bob",
                    Via(corner(ANY_UP), corner(ANY_DOWN, CountWay.LEFT)),
                ),
            ),
        ),
        Pattern(
            lambda slots: Via(corner(ANY_DOWN), corner(ANY_UP, slots.hand)),
            zh=("{x}的正下方是{y}的{hand}上方",),
            en=("Directly below {x} is the upper {hand} corner of {y}",),
            examples=(
                ("甲的正下方是乙的左上方", Via(corner(ANY_DOWN), corner(ANY_UP, CountWay.LEFT))),
                (
                    "Directly below Ann is the upper right corner of Bob",
                    Via(corner(ANY_DOWN), corner(ANY_UP, CountWay.RIGHT)),
                ),
            ),
        ),
    )


def _levels() -> tuple[Pattern, ...]:
    return (
        Pattern(
            lambda slots: Offset(SAME, COLUMNS[slots.hand]),
            zh=("{x}在{y}[的]{hand}(边|侧)且二者同层",),
            en=("{x} is to the {hand} of {y}(, both| and both are) on the same tier",),
            examples=(
                ("甲在乙左边且二者同层", Offset(SAME, COLUMNS[CountWay.LEFT])),
                ("Ann is to the right of Bob and both are on the same tier", Offset(SAME, COLUMNS[CountWay.RIGHT])),
            ),
        ),
        Pattern(
            lambda _: Offset(SAME, None),
            zh=("{x}(和|与|跟){y}在同一层", "{x}(和|与|跟){y}同层"),
            en=("{x} and {y} are on the same tier", "{x} is on the same tier as {y}"),
            examples=(("甲与乙同层", Offset(SAME, None)), ("Ann and Bob are on the same tier", Offset(SAME, None))),
        ),
        Pattern(
            lambda _: Offset(BESIDES, None),
            zh=("{x}所在层(和|与|跟){y}所在层相邻", "{x}(和|与|跟){y}是相邻上下层关系"),
            en=("The tier where {x} is located is next to the tier where {y} is located",),
            examples=(
                ("甲所在层和乙所在层相邻", Offset(BESIDES, None)),
                ("The tier where Ann is located is next to the tier where Bob is located", Offset(BESIDES, None)),
            ),
        ),
        Pattern(
            lambda _: Offset(frozenset({-2, 2}), None),
            zh=("{x}(和|与|跟){y}隔[着|了]一层",),
            en=("{x} and {y} are separated by (a|one) tier",),
            examples=(
                ("甲和乙隔着一层", Offset(frozenset({-2, 2}), None)),
                ("Ann and Bob are separated by one tier", Offset(frozenset({-2, 2}), None)),
            ),
        ),
        Pattern(
            lambda _: Offset(BESIDES, SAME),
            zh=("{x}(和|与|跟){y}上下相邻",),
            en=("{x} and {y} are vertically adjacent[ to each other]",),
            examples=(
                ("甲和乙上下相邻", Offset(BESIDES, SAME)),
                ("Ann and Bob are vertically adjacent to each other", Offset(BESIDES, SAME)),
            ),
        ),
        Pattern(
            lambda slots: OnTier(slots.tier),
            zh=("{x}在{tier}", "{tier}(是|有){x}"),
            en=("{x} is on the {tier}",),
            examples=(
                ("甲在第二层", OnTier(2)),
                ("甲在顶层", OnTier(-1)),
                ("Ann is on the middle floor", OnTier(0)),
            ),
        ),
        Pattern(
            lambda slots: Conjunction(OnTier(slots.tier), OnSide(slots.column)),
            zh=("{x}在{tier}[的]{column}(侧|边)", "{tier}[的]{column}(侧|边)(是|有){x}"),
            en=(
                "{x} [is ]on the {column} side of the {tier}",
                "The {column} side of the {tier} is {x}",
                "On the {column} side of the {tier} is {x}",
            ),
            examples=(
                ("甲在一层东侧", Conjunction(OnTier(1), OnSide(Compass.EAST))),
                ("顶层左侧是甲", Conjunction(OnTier(-1), OnSide(CountWay.LEFT))),
                ("Ann is on the west side of the ground floor", Conjunction(OnTier(1), OnSide(Compass.WEST))),
                ("The right side of the first tier is Ann", Conjunction(OnTier(1), OnSide(CountWay.RIGHT))),
            ),
        ),
        Pattern(
            lambda slots: Conjunction(OnTier(-1), OnSide(slots.column)),
            zh=(),
            en=("The top {column} side is {x}",),
            examples=(("The top right side is Ann", Conjunction(OnTier(-1), OnSide(CountWay.RIGHT))),),
        ),
        Pattern(
            lambda slots: OnSide(slots.column),
            zh=("{x}在{column}(侧|边)", "{column}(侧|边)(是|有){x}"),
            en=("{x} is [located ]on the {column} side", "There is {x} on the {column} side"),
            examples=(
                ("甲在东侧", OnSide(Compass.EAST)),
                ("左侧有甲", OnSide(CountWay.LEFT)),
                ("There is Ann on the east side", OnSide(Compass.EAST)),
            ),
        ),
    )


TIERS: tuple[Pattern, ...] = (*_levels(), *_same_cell(), *_corners())
"""Patterns of shelves."""
