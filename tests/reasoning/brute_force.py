"""An independent check of generated items about places: seats as points in the plane, sentences as expressions.

Nothing here comes from `pingce.reasoning`. Every permutation is tried, so what is left is exactly what the sentences
allow; «left» and «across» are found by geometry from where a seat lies and which way it looks.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import cos, hypot, isclose, pi, sin

Vector = tuple[float, float]
POINTS = {
    "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1),
    "south": (0, -1), "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
    "北": (0, 1), "东北": (1, 1), "东": (1, 0), "东南": (1, -1),
    "南": (0, -1), "西南": (-1, -1), "西": (-1, 0), "西北": (-1, 1),
}  # fmt: skip
COUNTS = ("一 二 三 四 五", "零 两", "one two three four five", "first second third fourth fifth")
NUMBERS = {word: at for words in COUNTS for at, word in enumerate(words.split(), start=1)}


@dataclass(frozen=True)
class Seats:
    """Where the seats of a scene lie and which way each looks (None: nobody looks anywhere)."""

    name: str
    places: tuple[Vector, ...]
    looks: tuple[Vector, ...] | None
    turns: int = 1
    """Arrangements that are the same up to turning the scene."""

    def apart(self, i: int, j: int) -> Vector:
        return self.places[i][0] - self.places[j][0], self.places[i][1] - self.places[j][1]

    def far(self, i: int, j: int) -> float:
        return hypot(*self.apart(i, j))

    def to_the_left(self, i: int, j: int) -> float:
        """How far seat i is to the left of whoever sits in seat j."""
        assert self.looks is not None
        (east, north), (x, y) = self.looks[j], self.apart(i, j)
        return -north * x + east * y


def circle(name: str, first: float, *, inward: bool, turns: int) -> Seats:
    """Six seats clockwise from the angle ``first``."""
    angles = [first - pi / 3 * k for k in range(6)]
    places = tuple((cos(angle), sin(angle)) for angle in angles)
    return Seats(name, places, tuple((-x, -y) if inward else (x, y) for x, y in places), turns)


def benches(name: str, *, turns: int) -> Seats:
    """West bench looking east, east bench looking west."""
    places = ((-1.0, 0.0), (-1.0, 1.0), (1.0, 0.0), (1.0, 1.0))
    return Seats(name, places, ((1.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (-1.0, 0.0)), turns)


def rows(name: str, wide: int, high: int, *, facing: bool = False) -> Seats:
    places = tuple((float(x), float(y)) for y in range(high) for x in range(wide))
    return Seats(name, places, ((0.0, 1.0),) * len(places) if facing else None)


SCENES = {
    "排练厅|rehearsal room": circle("circle", pi / 2, inward=True, turns=6),
    "守夜|keep watch": circle("circle", pi / 2, inward=False, turns=6),
    "棋局|chess": circle("circle", pi / 2, inward=True, turns=1),
    "观鸟|birdwatchers": circle("circle", 0, inward=False, turns=1),
    "面包房|bakery": benches("booth", turns=2),
    "餐车|dining car": benches("booth", turns=1),
    "花架|plant stand": rows("shelf", 2, 3),
    "文创店|gift shop": rows("shelf", 2, 3),
    "展柜|cabinet": rows("shelf", 3, 2),
    "阶梯教室|lecture": rows("line", 6, 1, facing=True),
    "市集|market hall": rows("grid", 3, 2),
}


def same(a: float, b: float) -> bool:
    return isclose(a, b, abs_tol=1e-6)


def sign(a: float) -> int:
    return 0 if abs(a) < 1e-6 else 1 if a > 0 else -1


def counted(seats: Seats, j: int, hand: str, count: int) -> int | None:
    """The seat reached from j by going seat by seat to one hand; None past the end of a row."""
    wanted = 1 if hand in ("左", "left") else -1
    at, before = j, -1
    for step in range(count):
        near = [i for i in range(len(seats.places)) if same(seats.far(i, at), 1) and i != before]
        near = [i for i in near if sign(seats.to_the_left(i, at)) == wanted] if step == 0 or before < 0 else near
        if seats.name == "line":
            near = [i for i in near if sign(seats.to_the_left(i, at)) == wanted]
        if not near:
            return None
        before, at = at, near[0]
    return at


def by_clock(j: int, clock: str, count: int) -> int:
    """Seats of circles are numbered clockwise."""
    return (j + (count if clock in ("顺", "clockwise") else -count)) % 6


def is_left(hand: str) -> int:
    return 1 if hand in ("左", "left") else -1


def next_to(s: Seats, i: int, j: int) -> bool:
    if s.name == "booth":
        return s.looks is not None and s.looks[i] == s.looks[j] and i != j
    return same(s.far(i, j), 1) and (s.name != "shelf" or same(s.apart(i, j)[1], 0))


def neighbour(s: Seats, i: int, j: int, hand: str) -> bool:
    if s.name == "shelf":
        return next_to(s, i, j) and sign(s.apart(i, j)[0]) == -is_left(hand)
    return next_to(s, i, j) and sign(s.to_the_left(i, j)) == is_left(hand)


def opposite(s: Seats, i: int, j: int) -> bool:
    return same(s.far(i, j), 2) and (s.name != "booth" or same(s.apart(i, j)[1], 0))


def across(s: Seats, i: int, j: int) -> bool:
    """Not straight across."""
    return same(s.far(i, j), 3**0.5) if s.name == "circle" else same(s.far(i, j), 5**0.5)


def bears(s: Seats, i: int, j: int, point: str, *, due: bool) -> bool:
    dx, dy = map(sign, s.apart(i, j))
    px, py = POINTS[point]
    if due:
        return (dx, dy) == (px, py)
    return (not px or dx == px) and (not py or dy == py)


def looking(s: Seats, i: int, point: str) -> bool:
    assert s.looks is not None
    return tuple(map(sign, s.looks[i])) == POINTS[point]


def spans(s: Seats, i: int, j: int, between: int) -> bool:
    if s.name == "line":
        return same(s.far(i, j), between + 1)
    return same(s.far(i, j), {1: 3**0.5, 2: 2.0}[between])


def corner(s: Seats, i: int, j: int, up: str, hand: str | None, tiers: tuple[int, ...] = (1, 2)) -> bool:
    dx, dy = s.apart(i, j)
    high = 1 if up in ("上", "above", "upper") else -1
    side = 0 if hand is None else -is_left(hand)
    return sign(dy) == high and abs(round(dy)) in tiers and sign(dx) == side


def above(s: Seats, i: int, j: int, up: str, tiers: tuple[int, ...]) -> bool:
    dy = s.apart(i, j)[1]
    return sign(dy) == (1 if up in ("上", "above") else -1) and abs(round(dy)) in tiers


def slanted(s: Seats, i: int, j: int, up: str) -> bool:
    return above(s, i, j, up, (1,)) and same(abs(s.apart(i, j)[0]), 1)


def level(s: Seats, i: int, j: int) -> bool:
    return same(s.apart(i, j)[1], 0)


def on_side(s: Seats, i: int, side: str) -> bool:
    x, y = s.places[i]
    px, py = POINTS.get(side, (-is_left(side), 0))
    ends = [(p[0] * px + p[1] * py) for p in s.places]
    return same(x * px + y * py, max(ends))


Holds = Callable[[Seats, int, int, Mapping[str, str]], bool]
X, Y = "(?P<x>\0)", "(?P<y>\1)"
N = "(?P<n>[一两二三四五]|one|two|three|four|five|first|second|third|fourth|fifth)"
H, P, U = "(?P<h>左|右|left|right)", f"(?P<p>{'|'.join(sorted(POINTS, key=len, reverse=True))})", "(?P<u>[上下]|above|below|upper|lower)"  # fmt: skip  # noqa: E501

FORMS: tuple[tuple[str, Holds], ...] = (
    ((f"{X}在{Y}{H}边数起第{N}个位置|从{Y}的{H}边数起第{N}个位置是{X}|{Y}的{H}边起第{N}个就是{X}|"
     f"{X} (?:is at|occupies) the {N} position to the {H} of {Y}|{X} is the {N} one on the {H} side of {Y}"),
     lambda s, i, j, w: counted(s, j, w["h"], NUMBERS[w["n"]]) == i),
    (f"{X}在{Y}(?P<c>顺|逆)时针方向的第{N}个位置|{X} is at the {N} position (?P<c>clockwise|counterclockwise) from {Y}",
     lambda _, i, j, w: by_clock(j, w["c"], NUMBERS[w["n"]]) == i),
    (f"{X}在{Y}{H}边隔着{N}个位置|{X} is positioned to the {H} of {Y}, separated by {N} positions?",
     lambda s, i, j, w: counted(s, j, w["h"], NUMBERS[w["n"]] + 1) == i),
    ((f"{X}在紧挨着{Y}的{H}边|{Y}的{H}边紧接着就是{X}|{X}在{Y}{H}手边挨着坐|{X}是{Y}的{H}邻|"
     f"{X} is immediately to the {H} of {Y}|{X} is the {H} neighbor of {Y}|"
     f"{X} is sitting next to {Y} on the {H}-hand side"), lambda s, i, j, w: neighbour(s, i, j, w["h"])),
    (f"{X}与{Y}相邻|{X}和{Y}并排坐|{X} and {Y} are next to each other|{X} and {Y} are sitting side by side",
     lambda s, i, j, _: next_to(s, i, j)),
    ((f"{X}与{Y}不相邻|{X}和{Y}不是并排坐的|{X} and {Y} are not next to each other|"
     f"{X} and {Y} are not sitting side by side"), lambda s, i, j, _: not next_to(s, i, j)),
    (f"{X}在{Y}{H}侧范围内|{X} is somewhere to the {H} of {Y}",
     lambda s, i, j, w: i in [counted(s, j, w["h"], k) for k in range(1, 3 if s.name == "circle" else 6)]),
    (f"{X}与{Y}之间隔着{N}个位置|{X} and {Y} are separated by {N} positions?",
     lambda s, i, j, w: spans(s, i, j, NUMBERS[w["n"]])),
    (f"{X}在{Y}的正对面|{X}坐在{Y}正对面|{X} is (?:sitting )?directly opposite {Y}",
     lambda s, i, j, _: opposite(s, i, j)),
    (f"{X}与{Y}正背对|{X} and {Y} are back-to-back",
     lambda s, i, j, _: opposite(s, i, j)),
    (f"{X}不在{Y}的正对面|{X}不和{Y}面对面坐|{X} is not directly opposite {Y}|{X} is not sitting across from {Y}",
     lambda s, i, j, _: not opposite(s, i, j)),
    (f"{X}在{Y}的斜对面|{X}坐在{Y}斜对面|{X} is (?:sitting )?diagonally opposite {Y}",
     lambda s, i, j, _: across(s, i, j)),
    (f"{X}在{Y}{H}前方|{X} is to the front {H} of {Y}",
     lambda s, i, j, w: across(s, i, j) and sign(s.to_the_left(i, j)) == is_left(w["h"])),
    (f"{X}正对的位置是{Y}{H}边第{N}个位置|{X} is sitting across from the {N} position to the {H} of {Y}",
     lambda s, i, j, w: opposite(s, i, counted(s, j, w["h"], NUMBERS[w["n"]]) or 0)
     if counted(s, j, w["h"], NUMBERS[w["n"]]) is not None else False),
    (f"{X}的{H}邻在{Y}的正对面|The {H} neighbor of {X} is directly opposite {Y}",
     lambda s, i, j, w: any(neighbour(s, k, i, w["h"]) and opposite(s, k, j) for k in range(4))),
    (f"{X}的正对面是{Y}的{H}邻|{X} is across from the {H} neighbor of {Y}",
     lambda s, i, j, w: any(opposite(s, k, i) and neighbour(s, k, j, w["h"]) for k in range(4))),
    (f"{X}面朝{P}且跟{Y}挨着坐|{X} is sitting facing {P}, next to {Y}",
     lambda s, i, j, w: looking(s, i, w["p"]) and next_to(s, i, j)),
    (f"{X}面朝{P}坐在{Y}斜对面|{X} is sitting facing {P}, diagonally opposite {Y}",
     lambda s, i, j, w: looking(s, i, w["p"]) and across(s, i, j)),
    (f"{X}面朝正?{P}(?:方向)?|{X} (?:faces|is facing) (?:due )?{P}", lambda s, i, _, w: looking(s, i, w["p"])),
    (f"{X}在{Y}正{P}边|{X} is directly {P} of {Y}", lambda s, i, j, w: bears(s, i, j, w["p"], due=True)),
    (f"{X}在{Y}{P}边|{X} is to the {P} of {Y}", lambda s, i, j, w: bears(s, i, j, w["p"], due=False)),
    (f"{X}在(?:{P}|{H})侧|{X} is on the (?:{P}|{H}) side", lambda s, i, _, w: on_side(s, i, w.get("p") or w["h"])),
    (f"{X}在{Y}{U}方|{X} is {U} {Y}", lambda s, i, j, w: above(s, i, j, w["u"], (1, 2))),
    (f"{X}在{Y}正{U}方|{X} is directly {U} {Y}", lambda s, i, j, w: corner(s, i, j, w["u"], None)),
    (f"{X}在{Y}正{U}方且二者不隔层|{X} is directly {U} {Y} with no tiers separating them",
     lambda s, i, j, w: corner(s, i, j, w["u"], None, (1,))),
    (f"{X}在{Y}{U}方且二者隔了一层|{X} is {U} {Y} and they are separated by one tier",
     lambda s, i, j, w: above(s, i, j, w["u"], (2,))),
    (f"{X}在{Y}斜{U}方且二者不隔层|{X} is diagonally {U} {Y} with no tiers separating them",
     lambda s, i, j, w: slanted(s, i, j, w["u"])),
    (f"{X}在{Y}{H}{U}方|{X} is in the {U} {H} corner of {Y}", lambda s, i, j, w: corner(s, i, j, w["u"], w["h"])),
    (f"{X}在{Y}{H}{U}方且二者不隔层|{X} is in the {U} {H} corner of {Y} with no tier separating them",
     lambda s, i, j, w: corner(s, i, j, w["u"], w["h"], (1,))),
    (f"{X}在{Y}{H}边且二者同层|{X} is to the {H} of {Y}, both on the same tier",
     lambda s, i, j, w: level(s, i, j) and sign(s.apart(i, j)[0]) == -is_left(w["h"])),
    (f"{X}和{Y}在同一层|{X} and {Y} are on the same tier", lambda s, i, j, _: level(s, i, j)),
    (f"{X}和{Y}不在同一层|{X} and {Y} are on different tiers", lambda s, i, j, _: not level(s, i, j)),
    (f"{X}在第{N}层|{X} is on the {N} tier", lambda s, i, _, w: same(s.places[i][1], NUMBERS[w["n"]] - 1)),
)  # fmt: skip


@cache
def expressions() -> list[tuple[re.Pattern[str], Holds]]:
    """One pattern for each wording, since a group may have its name only once in a pattern."""
    return [(re.compile(wording), holds) for form, holds in FORMS for wording in wordings(form)]


def wordings(form: str) -> list[str]:
    """The alternatives of a form outside of brackets."""
    found, depth = [""], 0
    for character in form:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return found


@dataclass(frozen=True)
class Found:
    """A sentence as the pairs of seats that fulfil it."""

    x: int
    y: int
    seats: frozenset[tuple[int, int]]


def understand(sentence: str, names: Sequence[str], seats: Seats) -> Found:
    text = sentence.rstrip("。.")
    order = sorted((text.index(name), -len(name), at) for at, name in enumerate(names) if name in text)
    for first, second in ((0, 1), (1, 0)):
        marked = text
        spoken = [order[k][2] for k in (first, second) if k < len(order)]
        for mark, at in zip("\0\1", spoken, strict=False):
            marked = marked.replace(names[at], mark)
        form = _matched(marked, seats)
        if form is not None:
            return Found(spoken[0], spoken[1] if len(spoken) > 1 else (spoken[0] + 1) % len(names), form)
    raise ValueError(sentence)


@cache
def _matched(marked: str, seats: Seats) -> frozenset[tuple[int, int]] | None:
    for expression, holds in expressions():
        found = expression.fullmatch(marked)
        if found is not None:
            words = {name: word for name, word in found.groupdict().items() if word is not None}
            every = range(len(seats.places))
            return frozenset((i, j) for i in every for j in every if i != j and holds(seats, i, j, words))
    return None


@dataclass(frozen=True)
class Checked:
    """What brute force finds out about an item."""

    arrangements: int
    answer: frozenset[str]
    needed: tuple[int, ...]
    """Arrangements left when one premise is dropped, for each premise."""
    told: bool
    """Whether a single premise says a right option."""


def check(text: str, question: str, options: Mapping[str, str]) -> Checked:
    """Try every arrangement of an item's things."""
    head, conditions = re.split(r"已知：|It is known that:", text)
    seats = next(seats for words, seats in SCENES.items() if re.search(words, head))
    listed = re.split(r"[四六](?:人|盆|种|家)|, — ", head)[0]
    names = [name.strip() for name in re.split("[、,]", listed)]
    told = [understand(part, names, seats) for part in re.split(r"[；;]?\n\(\d\)", conditions.rstrip("。.")) if part]
    asked = {letter: _claim(question, option, names, seats) for letter, option in options.items()}
    every = list(permutations(range(len(names))))
    held = [{at for at, seat in enumerate(every) if (seat[f.x], seat[f.y]) in f.seats} for f in told]
    left = set.intersection(*held)
    truths = {
        letter: {at for at, seat in enumerate(every) if (seat[f.x], seat[f.y]) in f.seats}
        for letter, f in asked.items()
        if f is not None
    }
    right = {letter for letter, true in truths.items() if left <= true}
    without = [set.intersection(set(range(len(every))), *(held[:k] + held[k + 1 :])) for k in range(len(held))]
    return Checked(
        len(left) // seats.turns,
        frozenset(right or {letter for letter, f in asked.items() if f is None}),
        tuple(len(rest) // seats.turns for rest in without),
        any(premise <= truths[letter] for premise in held for letter in right),
    )


def _claim(question: str, option: str, names: Sequence[str], seats: Seats) -> Found | None:
    if option in ("以上选项都不是", "None of the above"):
        return None
    blank = re.sub("_+", "()", question)
    statement = option if blank.startswith(("以下", "Select")) else blank.replace("()", option)
    return understand(statement, names, seats)
