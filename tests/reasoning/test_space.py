"""Proofs about circles, booths and shelves, in our own sentences."""

import pytest

from pingce.reasoning.convention import most_agreed
from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Status, Truth
from pingce.reasoning.space import prove_places

ZH_CIRCLE = (
    "小春、小夏、小秋、小冬、小雨、小雪六位学生围成一个圆圈做游戏，六人都面朝内正对圆心而坐。已知：\n"
    "(1)小夏在小春的左边紧挨着；\n(2)小秋在小夏的左边紧挨着；\n(3)小冬在小春正对面；\n(4)小雨在小冬顺时针方向第1个位置。"
)
EN_BOOTH = (
    "Ann, Bob, Eve, Tom, - Four people chose a four-person booth, facing each other. The two people sitting on the east"
    " side are facing west, while the two people sitting on the west side are facing east. It is known that:\n"
    "(1)Ann is sitting facing east, next to Bob on the left-hand side;\n(2)Eve is directly opposite Ann."
)
ZH_SHELF = (
    "梨、桃、枣、杏、李、柿六种水果放在三层货架上，每层两格，一在东，一在西。即东侧为左，西侧为右。"
    "已知：梨在一层东侧，桃在梨正上方且二者不隔层，枣在桃右上方，杏是枣的左邻。"
)
OPTIONS = {"A": "小夏", "B": "小雨", "C": "小冬", "D": "以上选项都不是"}


def item(text: str, question: str, options: dict[str, str], language: str = "zh") -> ReasoningItem:
    return ReasoningItem(text, question, options, "en" if language == "en" else "zh")


def test_what_holds_in_every_arrangement_is_the_answer() -> None:
    proof = prove_places(item(ZH_CIRCLE, "()与小雪相邻。", OPTIONS))
    assert proof.status is Status.PROVED
    assert proof.arrangements == 1
    assert proof.answer == frozenset({"B"})
    assert proof.options is not None
    assert [option.verdict for option in proof.options.values()] == [
        Truth.NEVER,
        Truth.ALWAYS,
        Truth.NEVER,
        Truth.NONE_OF_ABOVE,
    ]
    assert proof.readings[2].sentence == "小冬在小春正对面"


def test_none_of_the_above_when_nothing_holds() -> None:
    assert prove_places(item(ZH_CIRCLE, "()在小秋正对面。", {**OPTIONS, "B": "小春"})).answer == frozenset({"D"})


def test_a_counterexample_shows_where_everybody_could_be() -> None:
    loose = ZH_CIRCLE.partition("\n(4)")[0]
    proof = prove_places(item(loose, "()与小冬相邻。", OPTIONS))
    assert proof.arrangements == 2
    assert proof.options is not None
    rain = proof.options["B"]
    assert rain.verdict is Truth.SOMETIMES
    assert rain.counterexample is not None
    assert set(rain.counterexample) == {"小春", "小夏", "小秋", "小冬", "小雨", "小雪"}


def test_a_booth_with_compass_in_english() -> None:
    options = {"A": "Ann", "B": "Bob", "C": "Eve", "D": "None of the above"}
    assert prove_places(item(EN_BOOTH, "Tom is to the front right of ().", options, "en")).answer == frozenset({"A"})
    assert prove_places(item(EN_BOOTH, "Tom is to the south of ().", options, "en")).answer == frozenset({"A", "C"})


@pytest.mark.parametrize(("who", "answer"), [("小冬", {"A", "B"}), ("小秋", {"C"})])
def test_a_circle_has_as_many_seats_as_people(who: str, answer: set[str]) -> None:
    text = "小春、小夏、小秋、小冬四位学生围成一个圆圈，四人都面朝内正对圆心而坐。已知：小秋在小冬对面。"
    said = "()与小冬相邻。" if who == "小冬" else "()在小冬对面。"
    assert prove_places(item(text, said, {"A": "小春", "B": "小夏", "C": "小秋"})).answer == frozenset(answer)


def test_a_shelf_read_as_one_of_which_options() -> None:
    options = {"A": "枣在三层西侧", "B": "李在一层", "C": "杏在桃正上方", "D": "柿在二层"}
    assert prove_places(item(ZH_SHELF, "以下选项正确的是___", options)).answer == frozenset({"A", "C"})
    assert prove_places(item(ZH_SHELF, "以下选项不正确的是___", options)).answer == frozenset({"B", "D"})


@pytest.mark.parametrize(
    ("text", "question", "left_over"),
    [
        (ZH_CIRCLE.replace("小冬在小春正对面", "小冬大概在小春对过"), "()与小雪相邻。", "小冬大概在小春对过"),
        (ZH_CIRCLE, "()喜欢小雪。", "小夏"),
        (ZH_CIRCLE.replace("小冬在小春正对面", "小冬在二层"), "()与小雪相邻。", "小冬在二层"),
        ("小春坐在圆桌边。", "()与小雪相邻。", "小春坐在圆桌边。"),
        (ZH_CIRCLE.replace("六位", "五位"), "()与小雪相邻。", None),
        (ZH_CIRCLE.replace("都面朝内正对圆心而坐", "都坐着"), "()与小雪相邻。", None),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_answered(text: str, question: str, left_over: str | None) -> None:
    proof = prove_places(item(text, question, OPTIONS))
    assert proof.status is Status.UNREAD
    assert proof.answer is None
    assert proof.unread[0] == (left_over or text)


def test_the_one_nobody_speaks_of_is_meant_to_follow_the_longest_row_clockwise() -> None:
    text = ZH_CIRCLE.partition("\n(3)")[0] + "小冬在小雨的左边紧挨着。"
    proof = prove_places(item(text, "()在小秋的左边紧挨着。", {"A": "小雪", "B": "小雨", "C": "小夏"}))
    assert proof.status is Status.UNDERDETERMINED
    assert proof.answer == frozenset()
    assert proof.meant == frozenset({"A"})


def test_no_convention_chooses_among_many_arrangements() -> None:
    text = ZH_CIRCLE.partition("\n(2)")[0]
    proof = prove_places(item(text, "()在小夏的左边紧挨着。", {"A": "小雪", "B": "小雨", "C": "小春"}))
    assert proof.status is Status.UNDERDETERMINED
    assert proof.meant is None


def test_contradicting_conditions_leave_no_arrangement() -> None:
    proof = prove_places(item(ZH_CIRCLE + "(5)小冬在小春旁边。", "()与小雪相邻。", OPTIONS))
    assert proof.status is Status.NO_ARRANGEMENT
    assert proof.answer is None
    assert proof.conflicts == ("小冬在小春正对面", "小冬在小春旁边")


def test_what_repairs_agree_on_is_meant() -> None:
    text = ZH_CIRCLE + "(5)小雪在小夏正对面。"
    proof = prove_places(item(text, "()与小秋相邻。", {**OPTIONS, "B": "小春"}))
    assert proof.status is Status.NO_ARRANGEMENT
    assert proof.meant is not None
    assert most_agreed([frozenset("A"), frozenset("B"), frozenset("A"), frozenset()]) == frozenset("A")
    assert most_agreed([frozenset("A"), frozenset("B")]) is None
    assert most_agreed([]) is None
