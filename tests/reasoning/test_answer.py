"""Items of all domains find their way, and what cannot be proved is answered apart."""

import pytest

from pingce.reasoning.answer import AnswerSource, answer_item, commonest_answers
from pingce.reasoning.item import ReasoningItem, asks_for_wrong_options, asks_which_option, is_none_of_above, with_blank
from pingce.reasoning.proof import OptionProof, Status, Truth, right_options
from pingce.reasoning.prove import prove

PEOPLE = ReasoningItem(
    "已知：丁大是丁二的爸爸。", "以下选项正确的是___", {"A": "丁二是丁大的弟弟", "B": "丁大是丁二的父亲"}, "zh"
)
UNKNOWN = ReasoningItem("今天天气很好。", "明天()。", {"A": "下雨", "B": "放晴"}, "zh")


def test_each_item_is_proved_by_the_part_that_can_read_it() -> None:
    assert prove(PEOPLE).domain == "social"
    week = "Tom is a baker, and here are his weekly plans: \n(1)On Monday, Tom swims."
    proof = prove(ReasoningItem(week, "On ____, Tom swims.", {"A": "Monday", "B": "Friday"}, "en"))
    assert (proof.domain, proof.answer) == ("time", frozenset({"A"}))


def test_an_item_of_no_kind_is_unread() -> None:
    proof = prove(UNKNOWN)
    assert proof.status is Status.UNREAD
    assert proof.unread == ("今天天气很好。",)


def test_where_an_answer_comes_from() -> None:
    default = frozenset({"B"})
    assert answer_item(PEOPLE, default).source is AnswerSource.PROOF
    assert answer_item(PEOPLE, default).letters == frozenset({"B"})
    assert answer_item(UNKNOWN, default).source is AnswerSource.DEFAULT
    assert answer_item(UNKNOWN, default).letters == frozenset({"B"})
    lenient = ReasoningItem(
        "已知：甲一是乙二的儿子。", "以下选项正确的是___", {"A": "甲一的母亲是乙二", "B": "乙二是甲一的弟弟"}, "zh"
    )
    assert answer_item(lenient, default).source is AnswerSource.CONVENTION
    assert answer_item(lenient, default, convention=False).source is AnswerSource.DEFAULT
    assert answer_item(UNKNOWN, frozenset("D")).letters == frozenset({"A"})


def test_the_commonest_answer_of_a_kind_and_of_all() -> None:
    given = [("s", frozenset("B")), ("s", frozenset("B")), ("m", frozenset("AC")), ("m", frozenset("AB"))]
    assert commonest_answers(given) == {"s": frozenset("B"), "m": frozenset("AB"), "any": frozenset("B")}


@pytest.mark.parametrize(
    ("question", "which", "wrong"),
    [
        ("以下选项正确的是___", True, False),
        ("以下选项中不正确的是____", True, True),
        ("Select the correct statement(s): ____", True, False),
        ("Select the incorrect statement(s): ____", True, True),
        ("小春在()左边。", False, False),
        ("Ann is right across from ().", False, False),
    ],
)
def test_what_a_question_asks(question: str, which: bool, wrong: bool) -> None:
    assert asks_which_option(question) is which
    assert asks_for_wrong_options(question) is wrong


def test_blanks_and_none_of_the_above() -> None:
    assert with_blank("甲在____左边") == with_blank("甲在（ ）左边") == "甲在()左边"
    assert is_none_of_above("以上选项均不符合题目要求。")
    assert is_none_of_above("None of the options above meet the requirements of the question")
    assert not is_none_of_above("以上")


def test_the_wrong_ones_are_the_impossible_ones_or_else_those_that_do_not_follow() -> None:
    def options(*verdicts: Truth) -> dict[str, OptionProof]:
        return {letter: OptionProof(letter, verdict) for letter, verdict in zip("ABCD", verdicts, strict=False)}

    mixed = options(Truth.ALWAYS, Truth.SOMETIMES, Truth.NEVER, Truth.NONE_OF_ABOVE)
    assert right_options(mixed) == frozenset({"A"})
    assert right_options(mixed, wrong_ones=True) == frozenset({"C"})
    assert right_options(options(Truth.ALWAYS, Truth.SOMETIMES), wrong_ones=True) == frozenset({"B"})
    nothing = options(Truth.NEVER, Truth.NONE_OF_ABOVE)
    assert right_options(nothing) == frozenset({"B"})
    assert right_options(options(Truth.ALWAYS, Truth.NONE_OF_ABOVE), wrong_ones=True) == frozenset({"B"})
