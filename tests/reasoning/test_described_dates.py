"""Dates of people and things that are spoken of by what they are."""

from pingce.reasoning.described_dates import prove_described_dates
from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Proof, Status, Truth

PEOPLE = (
    "已知：林远山是何小满的爸爸。林远山、何小满两个人的经历:\n"
    "(1)在1960年，林远山出生;\n(2)林远山上大学一共4年;\n(3)在林远山开始上大学的2年之后，何小满的爸爸结婚;\n"
    "(4)在林远山出生的18年之后，他开始上大学;\n(5)在何小满的爸爸结婚之后3年，何小满出生"
)
FARM = (
    "老农老秦，在1981到1989年之间一共种植过三种植物：生菜、苹果、小麦。每年他最多只种一种植物，且每种植物的种植时间都是连续的。"
    "已知：\n(1)老秦种植蔬菜的时长为3年;\n(2)在1984年，老秦不再种植蔬菜;\n(3)老秦种植水果的时长为5年"
)
WHICH = "以下选项中正确的是____"


def proved(text: str, options: dict[str, str], question: str = WHICH, language: str = "zh") -> Proof:
    return prove_described_dates(ReasoningItem(text, question, options, "en" if language == "en" else "zh"))


def test_a_life_of_two_people() -> None:
    options = {
        "A": "何小满出生是在1983年",
        "B": "林远山大学毕业是在1982年",
        "C": "在林远山大学毕业之前，何小满出生",
        "D": "何小满的爸爸结婚是在1979年",
    }
    proof = proved(PEOPLE, options)
    assert (proof.domain, proof.scene, proof.answer) == ("time+social", "life", frozenset("AB"))
    assert proof.options is not None
    assert proof.options["C"].verdict is Truth.NEVER
    assert proof.options["C"].counterexample is not None
    assert proof.options["C"].counterexample["〔何小满〕出生"] == "1983"


def test_what_years_leave_open_follows_where_one_thing_at_a_time_forces_it() -> None:
    """Wheat has no year left but those before or between: five years of apples need 1984 to 1989."""
    proof = proved(FARM, {"A": "在1984年，老秦开始种植苹果", "B": "在1981年，老秦开始种植生菜"})
    assert proof.status is Status.NO_ARRANGEMENT
    assert "老秦种植水果的时长为5年" in proof.conflicts
    proof = proved(FARM.replace("5年", "4年"), {"A": "在1984年，老秦开始种植苹果", "B": "老秦种植小麦一共1年"})
    assert proof.arrangements == 2
    assert proof.answer == frozenset("B")
    assert proof.options is not None
    assert proof.options["A"].verdict is Truth.SOMETIMES


def test_comparisons_can_be_premises_where_all_years_are_tried() -> None:
    text = FARM.replace("5年", "4年") + ";\n(4)在老秦不再种植苹果之后，老秦不再种植小麦"
    proof = proved(text, {"A": "在1984年，老秦开始种植苹果", "B": "在1984年，老秦开始种植小麦"})
    assert (proof.arrangements, proof.answer) == (1, frozenset("A"))


def test_where_too_little_is_told_nothing_is_proved() -> None:
    text = FARM.partition("\n(1)")[0] + "\n(1)在1984年，老秦不再种植蔬菜"
    proof = proved(
        text.replace("三种植物：生菜、苹果、小麦", "四种植物：生菜、苹果、小麦、核桃"),
        {"A": "在1984年，老秦开始种植苹果"},
    )
    assert proof.status is Status.UNREAD


def test_what_cannot_be_read_is_named() -> None:
    options = {"A": "何小满出生是在1983年", "B": "以上选项都不是"}
    assert proved("天晴了。", options).unread == ("天晴了。",)
    assert proved("(1)林远山出生", options).status is Status.UNREAD
    assert proved(PEOPLE.replace("的爸爸。", "的老乡。"), options).unread == ("林远山是何小满的老乡",)
    assert proved(PEOPLE + ";\n(6)林远山很高", options).unread == ("林远山很高",)
    assert proved(PEOPLE.replace("何小满的爸爸结婚之后", "何小满的舅舅结婚之后"), options).unread == ("何小满的舅舅",)
    assert proved(PEOPLE, {"A": "何小满退休是在1983年", "B": "以上选项都不是"}).unread == ("何小满退休是在1983年",)
    assert proved(PEOPLE, {"A": "何小满很高", "B": "以上选项都不是"}).unread == ("何小满很高",)
    assert proved(PEOPLE + ";\n(6)在林远山出生之后，何小满出生", options).unread == ("在林远山出生之后，何小满出生",)
    two = PEOPLE.replace("在林远山开始上大学的2年之后，何小满的爸爸结婚", "在林远山开始上大学的2年之后，他和何小满走了")
    assert proved(two, options).status is Status.UNREAD


def test_contradictions_between_people_and_between_dates() -> None:
    options = {"A": "何小满出生是在1983年", "B": "以上选项都不是"}
    text = PEOPLE.replace("林远山是何小满的爸爸。", "林远山是何小满的爸爸。何小满是林远山的妈妈。")
    assert proved(text, options).status is Status.NO_ARRANGEMENT
    proof = proved(PEOPLE + ";\n(6)在1990年，何小满出生", options)
    assert proof.status is Status.NO_ARRANGEMENT
    assert "在1990年，何小满出生" in proof.conflicts


def test_relations_may_stand_among_the_conditions() -> None:
    text = (
        "林远山、何小满两个人的经历:\n(1)林远山是何小满的爸爸;\n(2)在1960年，林远山出生;\n"
        "(3)在何小满的爸爸出生的30年之后，何小满出生"
    )
    proof = proved(text, {"A": "1990", "B": "1960"}, "何小满出生是在____年")
    assert proof.answer == frozenset("A")
