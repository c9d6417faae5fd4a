"""The smallest set of premises that clash."""

from collections.abc import Sequence

from pingce.reasoning.conflict import clashing
from pingce.reasoning.item import ReasoningItem
from pingce.reasoning.proof import Status
from pingce.reasoning.prove import prove


def _no_number_and_its_opposite(numbers: Sequence[int]) -> bool:
    return not any(-number in numbers for number in numbers)


def test_what_clashes_is_named_and_nothing_else() -> None:
    assert clashing([1, 2, 3, -2, 4], _no_number_and_its_opposite) == [2, -2]


def test_of_two_clashes_the_first_told_is_named() -> None:
    assert clashing([1, -1, 2, -2], _no_number_and_its_opposite) == [1, -1]


def test_a_clash_of_many_premises_is_found_too() -> None:
    assert clashing([0, 1, 2, 3, 4, 5], lambda some: not {1, 2, 4, 5} <= {*some}) == [1, 2, 4, 5]


def test_nothing_clashes_where_all_can_hold() -> None:
    assert clashing([1, 2, 3], _no_number_and_its_opposite) == []


def test_clashing_days_of_a_week_are_named() -> None:
    text = (
        "Tom is a baker, and here are his weekly plans: \n(1)On Monday, Tom swims; \n"
        "(2)Tom sings 2 days after he swims; \n(3)On Friday, Tom runs; \n(4)On Sunday, Tom sings."
    )
    proof = prove(ReasoningItem(text, "On ____, Tom runs.", {"A": "Monday", "B": "Friday"}, "en"))
    assert proof.status is Status.NO_ARRANGEMENT
    assert proof.conflicts == ("On Monday, Tom swims", "Tom sings 2 days after he swims", "On Sunday, Tom sings")


def test_clashing_properties_are_named() -> None:
    text = (
        "一位农夫有两块田，分别种植了苹果、菠菜两种作物。已知：1号田中的作物属于水果；"
        "2号田中的作物属于蔬菜；1号田中的作物属于蔬菜。"
    )
    proof = prove(ReasoningItem(text, "1号田中种的是____。", {"A": "苹果", "B": "菠菜"}, "zh"))
    assert proof.status is Status.NO_ARRANGEMENT
    assert proof.conflicts == ("1号田中的作物属于水果", "1号田中的作物属于蔬菜")


def test_a_premise_that_is_no_equation_is_not_taken_for_one() -> None:
    """«Before» says less than «in the same year»; a timeline of equations cannot hold it."""
    text = "小明的女儿正在给朋友讲述父亲的一生: \n(1)他出生是在1950年; \n(2)在他出生之后，他结婚。"
    proof = prove(ReasoningItem(text, "他结婚是在____年。", {"A": "1950", "B": "1980"}, "zh"))
    assert proof.status is Status.UNREAD
    assert proof.unread[0] == "在他出生之后，他结婚"
