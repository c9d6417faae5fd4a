"""Generated items about two domains at once and about weeks: brute force finds what they promise.

Nothing of the solver is used here: relations are looked up in the sentences that tell them, categories in a table of
our own, and every week is tried.
"""

import re
from collections.abc import Callable, Mapping
from itertools import permutations, product

import pytest

from pingce.reasoning.generate.certify import ProvedItem, generated
from pingce.reasoning.generate.draft import LANGUAGES
from pingce.reasoning.generate.kinds import KINDS
from pingce.reasoning.generate.plan import SetSettings
from pingce.reasoning.item import ReasoningItem
from pingce.spec.errors import UserError

from .brute_force import check

ITEMS = 24
SOCIAL = [name for name, kind in KINDS.items() if kind.domain == "space+social"]
KNOWN = {
    "蔬菜|the vegetable": "菠菜 芹菜 Spinach Celery",
    "水果|the fruit": "苹果 Apple",
    "乐器|the musical instrument": "钢琴 小提琴 Piano Violin",
    "玩具|the toy": "气球 风筝 Balloon Kite",
    "饮品|the drink": "果汁 牛奶 Juice Milk",
    "服饰|the clothing": "毛衣 围巾 Sweater Scarf",
    "工具|the tool": "锤子 剪刀 Hammer Scissors",
    "昆虫|the insect": "蝴蝶 蜻蜓 Butterfly Dragonfly",
    "6条腿的动物|the animal with 6 legs": "蝴蝶 蜻蜓 Butterfly Dragonfly",
    "哺乳动物|the mammal": "山羊 老虎 Goat Tiger",
    "4条腿的动物|the animal with 4 legs": "山羊 老虎 Goat Tiger",
    "会飞的动物|the animal that can fly": "蝴蝶 蜻蜓 麻雀 Butterfly Dragonfly Sparrow",
    "植物|the plant": "菠菜 芹菜 苹果 Spinach Celery Apple",
}
TIE = re.compile(
    r"(?P<who>\w{3})是(?P<of>\w{3})的(?P<tie>师傅|上司|同事|室友|徒弟|下属)$|"
    r"(?P<who_en>[A-Z]\w+) is (?P<of_en>[A-Z]\w+)'s (?P<tie_en>teacher|boss|colleague|roommate|student|subordinate)$"
)


def made(kind: str, count: int = ITEMS) -> list[ProvedItem]:
    return list(generated(SetSettings(count, 2, (kind,))))


def split(text: str) -> tuple[str, list[str]]:
    head, *conditions = re.split(r"[；;]?\n\(\d\)", text.rstrip("。."))
    return head, conditions


def joined(head: str, conditions: list[str]) -> str:
    return head + "".join(f"\n({at}){said}" for at, said in enumerate(conditions, 1))


def with_names(sentence: str, meant: Mapping[str, str]) -> str:
    for phrase, name in meant.items():
        sentence = re.sub(re.escape(phrase), name, sentence, flags=re.IGNORECASE)
    return sentence


def ties(sentences: list[str]) -> dict[str, str]:
    """«Bruno's teacher» → Amara, from the sentences that say so."""
    found = [match for sentence in sentences if (match := TIE.match(sentence)) is not None]
    chinese = {f"{match['of']}的{match['tie']}": match["who"] for match in found if match["who"]}
    english = {f"{match['of_en']}'s {match['tie_en']}": match["who_en"] for match in found if match["who_en"]}
    return chinese | english


@pytest.mark.parametrize("kind", SOCIAL)
def test_people_by_their_relations_are_placed_as_by_their_names(kind: str) -> None:
    for proved in made(kind):
        for language in LANGUAGES:
            item = proved.draft.items[language]
            head, conditions = split(item.text)
            told = [sentence for sentence in conditions if TIE.match(sentence)]
            meant = ties(told)
            rest = [sentence for sentence in conditions if sentence not in told]
            assert all(any(phrase in sentence for sentence in rest) for phrase in meant), "no relation is idle"
            checked = check(joined(head, [with_names(said, meant) for said in rest]), item.question, item.options)
            assert (checked.arrangements, checked.answer, checked.told) == (1, proved.draft.answer, False), item
            assert min(checked.needed) > 1
        assert proved.draft.domain == "space+social"


def test_things_by_what_they_are_are_placed_as_by_their_names() -> None:
    for proved in made("shop+nature"):
        for language in LANGUAGES:
            item = proved.draft.items[language]
            head, conditions = split(item.text)
            names = re.split("、|, ", re.split("六种|, —", head)[0])
            meant: dict[str, str] = {}
            for phrases, members in KNOWN.items():
                fitting = [name for name in names if name in members.split()]
                phrase = phrases.split("|")[language == "en"]
                if any(phrase.lower() in said.lower() for said in conditions):
                    # 植物 is no part of another description, but 动物 of three of them: all must mean one thing.
                    assert len(fitting) == 1, (phrase, names)
                    meant[phrase] = fitting[0]
            assert len(meant) >= 2
            longest_first = dict(sorted(meant.items(), key=lambda pair: -len(pair[0])))
            plain = [with_names(said, longest_first) for said in conditions]
            checked = check(joined(head, plain), item.question, item.options)
            assert (checked.arrangements, checked.answer, checked.told) == (1, proved.draft.answer, False), item
            assert min(checked.needed) > 1


ENGLISH_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
DAYS = {name: at for names in ("一二三四五六日", ENGLISH_DAYS) for at, name in enumerate(names)}
WEEK: tuple[tuple[str, Callable[[re.Match[str]], tuple[str, str | None, int]]], ...] = (
    (r"(?:在星期(?P<d>.)，|[Oo]n (?P<e>\w{3})\w+, )(?P<x>.+)", lambda m: (m["x"], None, DAYS[m["d"] or m["e"]])),
    (r"(?:在(?P<y>.+)的同一天，|[Oo]n the same day that (?P<z>.+), )(?P<x>.+)",
     lambda m: (m["x"], m["y"] or m["z"], 0)),
    (r"在(?P<y>.+)的(?P<n>\d)天之后，(?P<x>.+)|(?P<a>.+) (?P<k>\d) days? after (?P<b>.+)",
     lambda m: (m["x"] or m["a"], m["y"] or m["b"], int(m["n"] or m["k"]))),
    (r"在(?P<y>.+)的(?P<n>\d)天之前，(?P<x>.+)|(?P<a>.+) (?P<k>\d) days? before (?P<b>.+)",
     lambda m: (m["x"] or m["a"], m["y"] or m["b"], -int(m["n"] or m["k"]))),
)  # fmt: skip


def weekly(sentence: str) -> tuple[str, str | None, int]:
    """What comes how many days after what, or on which day."""
    for form, meaning in WEEK:
        match = re.fullmatch(form, sentence.rstrip("。."))
        if match is not None:
            return meaning(match)
    raise ValueError(sentence)


def weeks(item: ReasoningItem) -> tuple[int, frozenset[str], list[int]]:
    """How many weeks fulfil an item, which options are right, and how many weeks without each premise."""
    head, conditions = split(item.text)
    meant = ties(re.split(r"：|: |。|\. ", head))
    told = [weekly(with_names(said, meant)) for said in conditions]
    events = sorted({event for x, y, _ in told for event in (x, y) if event is not None})
    every = list(product(range(7), repeat=len(events)))

    def true(week: tuple[int, ...], said: tuple[str, str | None, int]) -> bool:
        day = dict(zip(events, week, strict=True))
        x, y, gap = said
        return (day[x] - (0 if y is None else day[y]) - gap) % 7 == 0

    held = [{at for at, week in enumerate(every) if true(week, said)} for said in told]
    left = set.intersection(*held)
    claims = {
        letter: weekly(with_names(option, meant))
        for letter, option in item.options.items()
        if "以上" not in option and "above" not in option
    }
    right = {letter for letter, said in claims.items() if all(true(every[at], said) for at in left)}
    without = [len(set.intersection(*(held[:k] + held[k + 1 :]))) for k in range(len(held))]
    return len(left), frozenset(right or {"D"}), without


@pytest.mark.parametrize("kind", ["week", "week+social"])
def test_weeks_are_as_promised(kind: str) -> None:
    for proved in made(kind, 12):
        for language in LANGUAGES:
            count, right, without = weeks(proved.draft.items[language])
            assert (count, right) == (1, proved.draft.answer), proved.draft.items[language]
            assert min(without) > 1


ANIMALS, PLANTS = "蝴蝶 蜻蜓 山羊 老虎 麻雀", "菠菜 芹菜 苹果"
SHOWN = {
    "属于蔬菜": "菠菜 芹菜", "属于乐器": "钢琴 小提琴", "属于玩具": "气球 风筝", "属于服饰": "毛衣 围巾",
    "属于工具": "锤子 剪刀", "属于昆虫": "蝴蝶 蜻蜓", "属于哺乳动物": "山羊 老虎",
    "属于动物": ANIMALS, "属于植物": PLANTS,
    "有6条腿": "蝴蝶 蜻蜓", "有4条腿": "山羊 老虎", "会飞": "蝴蝶 蜻蜓 麻雀",
    "属于人造物": "钢琴 小提琴 气球 风筝 毛衣 围巾 锤子 剪刀 果汁 牛奶",
}  # fmt: skip


def test_photos_are_as_promised() -> None:
    for proved in made("photos"):
        item, twin = (proved.draft.items[language] for language in LANGUAGES)
        names = re.search("贴着(.+)四种", item.text)
        assert names is not None
        things = names[1].split("、")
        told = re.findall(r"(\d)号照片上的物品(不)?(属于\w+|有\d条腿|会飞)", item.text.partition("已知")[2])

        def fits(thing: str, no: str, what: str) -> bool:
            return (thing in SHOWN[what].split()) is (no == "")

        orders = list(permutations(things))
        held = [{at for at, order in enumerate(orders) if fits(order[int(n) - 1], no, what)} for n, no, what in told]
        left = set.intersection(*held)
        assert len(left) == 1
        assert all(len(set.intersection(*(held[:k] + held[k + 1 :]))) > 1 for k in range(len(held)))
        [order] = [orders[at] for at in left]
        claims = {
            letter: re.match(
                r"(\w+?)在(\d)号", option if "选项" in item.question else item.question.replace("()", option)
            )
            for letter, option in item.options.items()
        }
        right = {letter for letter, said in claims.items() if said is not None and order[int(said[2]) - 1] == said[1]}
        assert (right or {"D"}) == set(proved.draft.answer)
        assert len(twin.text.split(";")) == len(told)


def test_what_no_photos_can_ask_is_said() -> None:
    with pytest.raises(UserError, match="photos"):
        list(generated(SetSettings(1, 0, ("photos",), hops=(8, 9))))


def test_every_domain_has_a_kind() -> None:
    domains = {kind.domain for kind in KINDS.values()}
    assert domains == {"space", "time", "nature", "space+social", "space+nature", "time+social"}
    assert all(kind.title.zh and kind.title.en for kind in KINDS.values())
