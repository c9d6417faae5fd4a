"""Items that join two domains: 200 of each pair, made here, proved, and compared with trying everything out."""

import random
from collections.abc import Callable, Sequence
from itertools import permutations, product
from typing import NamedTuple

import pytest

from pingce.reasoning.item import Language, ReasoningItem
from pingce.reasoning.proof import Status
from pingce.reasoning.prove import prove

PER_PAIR = 200
LETTERS = "ABCD"


class Made(NamedTuple):
    """An item and what trying everything out says of it."""

    item: ReasoningItem
    right: frozenset[str]


def letters(options: Sequence[str], true: Callable[[int], bool]) -> tuple[dict[str, str], frozenset[str]]:
    lettered = dict(zip(LETTERS, options, strict=False))
    return lettered, frozenset(letter for at, letter in enumerate(lettered) if true(at))


# Four people: 0 is 1's boss and 2's friend, 3 is 1's elder sister and 2's neighbour. Everybody has two descriptions.
NAMES = {
    "zh": ("林远山", "何小满", "秦若水", "何立春", "方知秋", "邓怀瑾", "严冬至", "沈白露"),
    "en": ("Ada Lowe", "Ben Hart", "Cora Finch", "Dean Holt", "Ella Page", "Finn Moss", "Gwen Tate", "Hugh Lane"),
}
TIES = {
    "zh": "{0}是{1}的领导，也是{2}的朋友。{3}是{1}的姐姐，也是{2}的邻居。",
    "en": "{0} is {1}'s boss, and also {2}'s friend. {3} is {1}'s elder sister, and also {2}'s neighbor.",
}
CHAINS = {
    "zh": (("{1}的领导", "{2}的朋友"), ("{0}的下属",), ("{0}的朋友", "{3}的邻居"), ("{1}的姐姐", "{2}的邻居")),
    "en": (
        ("{1}'s boss", "{2}'s friend"),
        ("{0}'s subordinate",),
        ("{0}'s friend", "{3}'s neighbor"),
        ("{1}'s elder sister", "{2}'s neighbor"),
    ),
}


class Circle(NamedTuple):
    names: tuple[str, ...]
    language: Language
    dice: random.Random

    @property
    def ties(self) -> str:
        return TIES[self.language].format(*self.names)

    def call(self, who: int) -> str:
        """Somebody by what they are to another."""
        return self.dice.choice(CHAINS[self.language][who]).format(*self.names)

    def listed(self) -> str:
        people = [CHAINS[self.language][who][0].format(*self.names) for who in range(4)]
        return "、".join(people[:3]) + f"和{people[3]}" if self.language == "zh" else ", ".join(people)


def circle(dice: random.Random, language: Language) -> Circle:
    return Circle(tuple(dice.sample(NAMES[language], 4)), language, dice)


SHOWS = {
    "zh": ("《早间话题》", "《山海之间》", "《棋王争霸》", "《夜读时光》"),
    "en": ("Dawn Talk", "Far Hills", "Chess Kings", "Night Pages"),
}
WATCHES = {"zh": "{}收看{}", "en": "{} watches {}"}
AFTER = {"zh": "在{e}的{n}天之后，{f}", "en": "{f} {n} days after {e}"}
BEFORE = {"zh": "在{e}之前{n}天，{f}", "en": "{n} days before {e}, {f}"}
WEEKDAYS = {
    "zh": "一二三四五六日",
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
ON_DAY = {"zh": "周{}，{}", "en": "When it's {}, {}"}
WEEKLY = {
    "zh": "四个人喜欢每星期定时播放的不同电视节目:",
    "en": " like different TV shows that are broadcasted at fixed times every week:",
}


def time_and_social(dice: random.Random, language: Language) -> Made:
    people = circle(dice, language)
    shows = dice.sample(SHOWS[language], 4)
    days = [dice.randrange(7) for _ in range(4)]

    def watching(who: int, name: str | None = None) -> str:
        return WATCHES[language].format(name or people.call(who), shows[who])

    order = dice.sample(range(4), 4)
    told = [ON_DAY[language].format(WEEKDAYS[language][days[order[0]]], watching(order[0]))]
    links: list[tuple[int, int, int]] = []
    for at in range(1, 4):
        who, other = order[at], order[dice.randrange(at)]
        gap = (days[who] - days[other]) % 7 or 7
        later = dice.random() < 0.5
        links.append((who, other, gap))
        words = AFTER if later else BEFORE
        told.append(words[language].format(e=watching(other), f=watching(who), n=gap if later else (-gap) % 7 or 7))
    dice.shuffle(told)
    known, space = ("已知：", "") if language == "zh" else ("It is known that: ", " ")
    text = f"{known}{people.ties}{space}{people.listed()}{WEEKLY[language]}\n"
    text += ";\n".join(f"({at}){sentence}" for at, sentence in enumerate(told, start=1))
    first, second = dice.sample(range(4), 2)
    gaps = dice.sample(range(1, 8), 4)
    question = AFTER[language].format(
        e=watching(first, people.names[first]), f=watching(second, people.names[second]), n="____"
    )
    weeks = [
        week
        for week in product(range(7), repeat=4)
        if week[order[0]] == days[order[0]] and all((week[a] - week[b] - gap) % 7 == 0 for a, b, gap in links)
    ]
    options, right = letters(
        [str(gap) for gap in gaps], lambda at: all((week[second] - week[first] - gaps[at]) % 7 == 0 for week in weeks)
    )
    none = {"zh": "以上选项都不是", "en": "None of the above"}[language]
    options["D"] = none
    right = right - {"D"} or frozenset("D")
    return Made(ReasoningItem(text, question, options, language), right)


# A booth: two benches of two places; place 1 is on the left of place 0 for whoever sits there.
Seats = tuple[int, ...]
BOOTH = {
    "zh": "四人来到小馆子吃面，选了四人卡座坐下。卡座分列一张长方形桌子长边两侧，每排卡座上坐两人。面对面而坐。",
    "en": (
        "Four people went to a noodle house and chose a four-person booth. The booth is arranged along the lo"
        "ng sides of a rectangular table, with two people sitting on each side, facing each other. "
    ),
}
BOOTH_SAID: dict[str, tuple[dict[str, str], Callable[[int, int], bool]]] = {
    "left": (
        {"zh": "{x}是{y}的左邻", "en": "{x} is the left neighbor of {y}"},
        lambda x, y: x // 2 == y // 2 and x % 2 == 1 and x != y,
    ),
    "right": (
        {"zh": "{x}在{y}同侧右边", "en": "{x} is on {y}'s right on the same side"},
        lambda x, y: x // 2 == y // 2 and x % 2 == 0 and x != y,
    ),
    "across": (
        {"zh": "{x}在{y}正对面", "en": "{x} is directly opposite {y}"},
        lambda x, y: x // 2 != y // 2 and x % 2 != y % 2,
    ),
    "slanted": (
        {"zh": "{x}在{y}斜对面", "en": "{x} is diagonally opposite {y}"},
        lambda x, y: x // 2 != y // 2 and x % 2 == y % 2,
    ),
}
ASKED_IN_BOOTH = {"zh": "{x}和___不挨着坐", "en": "{x} and ___ are not sitting next to each other"}


def space_and_social(dice: random.Random, language: Language) -> Made:
    people = circle(dice, language)
    seats = dice.sample(range(4), 4)
    said: list[tuple[str, int, int]] = []
    left: list[Seats] = list(permutations(range(4)))
    while len(left) > 2:
        x, y = dice.sample(range(4), 2)
        kind = next(kind for kind, (_, true) in BOOTH_SAID.items() if true(seats[x], seats[y]))
        fewer = [some for some in left if BOOTH_SAID[kind][1](some[x], some[y])]
        if len(fewer) < len(left):
            left, said = fewer, [*said, (kind, x, y)]
    conditions = [BOOTH_SAID[kind][0][language].format(x=people.call(x), y=people.call(y)) for kind, x, y in said]
    separator, end = ("，", "。") if language == "zh" else (", ", ".\n")
    text = BOOTH[language] + separator.join(conditions) + end + people.ties
    asked = dice.randrange(4)
    question = ASKED_IN_BOOTH[language].format(x=people.call(asked))

    def apart(at: int) -> bool:
        return at != asked and all(some[at] // 2 != some[asked] // 2 for some in left)

    options, right = letters(people.names, apart)
    return Made(ReasoningItem(text, question, options, language), right)


# Things that one description fits: a fruit, a drink, an animal …
THINGS = {
    "zh": {"老虎": "动物", "可乐": "饮品", "锤子": "工具", "钢琴": "乐器", "苹果": "水果", "衬衫": "服饰"},
    "en": {
        "tiger": "animal",
        "cola": "drink",
        "hammer": "tool",
        "piano": "musical instrument",
        "apple": "fruit",
        "shirt": "clothing",
    },
}
SHELF = {
    "zh": (
        "{}六种商品在三层货架上放置，货架紧靠商店南墙放置，每层两格，各放一种商品，一在东，一在西。即东侧商品"
        "为左，西侧商品为右。已知：\n"
    ),
    "en": (
        "{}, six items are placed on a three-tier shelf. Each tier has two sections, with one type of item pl"
        "aced in the east section and one in the west section, with the east section being on the left and th"
        "e west section being on the right. It is known that:\n"
    ),
}
SHELF_SAID: dict[str, tuple[dict[str, str], Callable[[int, int], bool]]] = {
    "left": (
        {"zh": "{x}是{y}的左邻", "en": "{x} is directly to {y}'s left"},
        lambda x, y: x // 2 == y // 2 and x % 2 == 0 and x != y,
    ),
    "right": (
        {"zh": "{x}在{y}右边且二者同层", "en": "{x} is to the right of {y} and both are on the same tier"},
        lambda x, y: x // 2 == y // 2 and x % 2 == 1 and x != y,
    ),
    "above": (
        {"zh": "{x}在{y}正上方", "en": "{x} is directly above {y}"},
        lambda x, y: x // 2 > y // 2 and x % 2 == y % 2,
    ),
    "below": (
        {"zh": "{x}在{y}正下方", "en": "{x} is directly below {y}"},
        lambda x, y: x // 2 < y // 2 and x % 2 == y % 2,
    ),
    "slanted": (
        {
            "zh": "{x}在{y}右上方且二者不隔层",
            "en": "{x} is located at the upper right of {y} and there is no tier between them",
        },
        lambda x, y: x // 2 == y // 2 + 1 and x % 2 > y % 2,
    ),
}


def space_and_nature(dice: random.Random, language: Language) -> Made:
    kinds = THINGS[language]
    names = dice.sample(list(kinds), 6)
    seats = dice.sample(range(6), 6)
    left: list[Seats] = list(permutations(range(6)))
    said: list[str] = []

    def called(at: int) -> str:
        name = names[at] if dice.random() < 0.4 else kinds[names[at]]
        return name if language == "zh" else f"the {name}"

    while len(left) > 1 and len(said) < 40:
        x, y = dice.sample(range(6), 2)
        kind = next((kind for kind, (_, true) in SHELF_SAID.items() if true(seats[x], seats[y])), None)
        if kind is None:
            continue
        fewer = [some for some in left if SHELF_SAID[kind][1](some[x], some[y])]
        if len(fewer) < len(left):
            left = fewer
            said.append(SHELF_SAID[kind][0][language].format(x=called(x), y=called(y)))
        elif not fewer:
            raise AssertionError("the arrangement in mind fulfils what is said")
        elif len(left) <= 2:
            break
    listed = "、".join(names) if language == "zh" else ", ".join(names).capitalize()
    text = SHELF[language].format(listed) + ("；\n" if language == "zh" else ",\n").join(said) + "。."[language == "en"]
    asked = dice.randrange(6)
    kind = dice.choice(list(SHELF_SAID))
    question = SHELF_SAID[kind][0][language].format(x="___", y=names[asked])
    others = [at for at in range(6) if at != asked][:3]
    options, right = letters(
        [names[at] for at in others],
        lambda at: all(SHELF_SAID[kind][1](some[others[at]], some[asked]) for some in left),
    )
    options["D"] = {"zh": "以上选项都不是", "en": "None of the above"}[language]
    return Made(ReasoningItem(text, question, options, language), right or frozenset("D"))


# Crops one after the other in eight years; every pair of them is told apart by its category.
CROPS = {
    "zh": {"生菜": "蔬菜", "苹果": "水果", "小麦": "谷物", "核桃": "坚果"},
    "en": {"lettuce": "vegetable", "apple": "fruit", "wheat": "grain", "walnut": "nut"},
}
FARM = {
    "zh": (
        "老农老秦，在1981到1989年之间一共种植过三种植物：{}。每年他最多只种一种植物，且每种植物的种植时间都是"
        "连续的。已知：\n"
    ),
    "en": (
        "Old farmer Tom has planted three kinds of crops between 1981 and 1989: {}. He can plant at most one "
        "crop each year, and the planting periods of each crop are continuous. It is known that:\n"
    ),
}
START = {"zh": "老秦开始种植{}", "en": "Tom started planting {}"}
STOP = {"zh": "老秦不再种植{}", "en": "Tom ended planting {}"}
YEARS = range(1981, 1990)
SPANS = [(start, end) for start in YEARS for end in YEARS if start < end]
Plan = tuple[tuple[int, int], ...]
PLANS: list[Plan] = [
    plan
    for plan in product(SPANS, repeat=3)
    if all(a[1] <= b[0] or b[1] <= a[0] for a, b in ((plan[0], plan[1]), (plan[0], plan[2]), (plan[1], plan[2])))
]
SAID_YEAR = {"zh": "在{n}年，{e}", "en": "In {n}, {e}"}
SAID_LATER = {"zh": "{f}的时间比{e}晚{n}年", "en": "{f} {n} years after {e}"}
SAID_LASTED = {"zh": "老秦种植{}的时长为{n}年", "en": "Tom planted {} and spent {n} years on it"}
ASKED_CROPS = {"zh": "以下选项中正确的是____", "en": "Select the correct statement(s): ____"}


def time_and_nature(dice: random.Random, language: Language) -> Made:
    kinds = CROPS[language]
    names = dice.sample(list(kinds), 3)
    plan = dice.choice(PLANS)
    left, said = PLANS, []

    def called(at: int, named: bool = False) -> str:
        name = names[at] if named or dice.random() < 0.3 else kinds[names[at]]
        return name if language == "zh" or named else f"the {name}"

    def moment(at: int, end: int, named: bool = False) -> str:
        return (START, STOP)[end][language].format(called(at, named))

    def say(
        kind: str, x: int, ends: tuple[int, int], y: int, named: bool = False
    ) -> tuple[str, Callable[[Plan], bool]]:
        if kind == "year":
            year = plan[x][ends[0]]
            return SAID_YEAR[language].format(n=year, e=moment(x, ends[0], named)), lambda p: p[x][ends[0]] == year
        if kind == "lasted":
            lasted = plan[x][1] - plan[x][0]
            return SAID_LASTED[language].format(called(x, named), n=lasted), lambda p: p[x][1] - p[x][0] == lasted
        gap = plan[x][ends[0]] - plan[y][ends[1]]
        if gap < 0:
            return say(kind, y, (ends[1], ends[0]), x, named)
        return (
            SAID_LATER[language].format(f=moment(x, ends[0], named), e=moment(y, ends[1], named), n=gap),
            lambda p: p[x][ends[0]] - p[y][ends[1]] == gap,
        )

    while len(left) > dice.choice((1, 1, 1, 2)):
        x, y = dice.sample(range(3), 2)
        sentence, true = say(
            dice.choice(("year", "later", "later", "lasted")), x, (dice.randrange(2), dice.randrange(2)), y
        )
        fewer = [some for some in left if true(some)]
        if len(fewer) < len(left):
            left = fewer
            said.append(sentence)
    text = FARM[language].format("、".join(names)) + ";\n".join(
        f"({at}){told}" for at, told in enumerate(said, start=1)
    )
    right_plan, claims = plan, []
    for at in range(4):
        plan = right_plan if at % 2 else dice.choice(PLANS)
        x, y = dice.sample(range(3), 2)
        claims.append(say(dice.choice(("later", "lasted", "year")), x, (0, 1), y, named=True))
    options, right = letters([claim for claim, _ in claims], lambda at: all(claims[at][1](some) for some in left))
    return Made(ReasoningItem(text, ASKED_CROPS[language], options, language), right)


PAIRS = {
    "time+social": time_and_social,
    "time+nature": time_and_nature,
    "space+social": space_and_social,
    "space+nature": space_and_nature,
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("pair", PAIRS)
def test_compositions_are_proved_as_trying_everything_says(pair: str, language: Language) -> None:
    dice = random.Random(f"{pair} {language}")
    for number in range(PER_PAIR // 2):
        made = PAIRS[pair](dice, language)
        if not made.right:
            continue
        proof = prove(made.item)
        assert (proof.domain, proof.answer) == (pair, made.right), (number, made.item, proof)
        assert proof.status is not Status.UNREAD


RING = {
    "zh": "六位道士围成一个圆圈打坐。六人都面朝外背对圆心而坐。",
    "en": "Six priests are seated in a circle. Each priest is facing outward, with their backs toward the center. ",
}
RING_TIES = {
    "zh": "周明是吴红的丈夫，也是郑亮的领导。王芳是孙立的姐姐，也是钱英的朋友。",
    "en": "Ann Lee is Bob Hart's wife, and also Carl Moss's boss. Dora Page is Evan Tate's elder sister, "
    "and also Fay Lane's friend. ",
}
RING_TOLD = {
    "zh": "吴红在郑亮的领导左边数起第一个位置，从孙立的姐姐的右边数起第三个位置是吴红的丈夫，"
    "钱英的朋友的右边接着就是郑亮，孙立在周明的妻子左边数起第三个位置。",
    "en": "Bob Hart occupies the first position to the left of Carl Moss's boss, Bob Hart's wife occupies the third "
    "position to the right of Evan Tate's elder sister, Carl Moss is directly to the right of Fay Lane's friend, "
    "Evan Tate occupies the third position to the left of Ann Lee's husband. ",
}
RING_ASKED = {
    "zh": ("王芳与___相邻。", {"A": "钱英", "B": "孙立", "C": "郑亮"}),
    "en": ("Dora Page is adjacent to ___.", {"A": "Fay Lane", "B": "Evan Tate", "C": "Carl Moss"}),
}
KNOWN = {"zh": "已知：", "en": "It is known that: "}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(
    "order", ["scene told ties", "scene known told ties", "ties scene told", "known ties scene told"]
)
def test_people_who_are_listed_nowhere_are_those_whose_relations_are_told(order: str, language: Language) -> None:
    parts = {"scene": RING, "told": RING_TOLD, "ties": RING_TIES, "known": KNOWN}
    question, options = RING_ASKED[language]
    text = "".join(parts[part][language] for part in order.split())
    proof = prove(ReasoningItem(text, question, options, language))
    assert (proof.domain, proof.arrangements, proof.answer) == ("space+social", 1, frozenset("BC"))
