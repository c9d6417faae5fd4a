"""The rules pages where they say something else than the scripts."""

import pytest

from pingce.scoring.run import score
from pingce.spec.measure import Case
from pingce.spec.values import Answer
from pingce.tasks.catalog import TASKS
from tests.builders import both, label, make_case, make_reason, make_tuple

SP = make_reason("C", S="小明", P="在桌子上")
A = make_reason("A", text1="书", text2="放")


def _numbers(task_id: str, measure: str, *cases: tuple[Answer, Answer | None]) -> dict[str, float]:
    made: list[Case] = [make_case(gold, said) for gold, said in cases]
    return score(TASKS[task_id], made, rules="page").measures[measure].numbers


def test_2021_an_unanswered_item_is_wrong_on_the_page() -> None:
    assert _numbers("space2021/task1", "accuracy", ({"judge1": "0"}, None)) == {"accuracy": 0.0}


def test_2021_the_page_lets_precision_count_where_gold_calls_the_text_fine() -> None:
    normal, wrong = {"judge1": "1", "judge2": "1"}, {"judge1": "0", "judge2": "1"}
    found = _numbers("space2021/task3", "joint", (normal, wrong), (wrong, wrong), (wrong, None))
    assert found == {"precision": 1.0, "recall": 0.5, "f1": pytest.approx(2 / 3)}


def test_2022_element_accuracy_is_the_mean_over_the_roles_of_both_sides() -> None:
    gold = {"reasons": (SP, A)}
    half = {"reasons": (make_reason("C", S="小明", E="放"),)}
    assert _numbers("space2022/task2", "element", (gold, gold), (gold, half), (gold, None)) == {
        "f1": pytest.approx((1 + 1 / 3 + 0) / 3)
    }


def test_2022_type_accuracy_asks_for_one_common_type() -> None:
    gold = {"reasons": (SP, A)}
    one, none = {"reasons": (make_reason("A"), make_reason("B"))}, {"reasons": (make_reason("B"),)}
    assert _numbers("space2022/task2", "type", (gold, one), (gold, none)) == {"accuracy": 0.5}


def test_2022_only_the_first_reason_of_a_type_counts_for_the_text_too() -> None:
    said = {"reasons": (make_reason("C", S="窗"), SP)}
    assert _numbers("space2022/task2", "text", ({"reasons": (SP,)}, said))["macro_f1"] == 0.0


def test_2022_elements_are_summed_over_matched_tuples() -> None:
    gold = {"tuples": (make_tuple(空间实体="书", 事件="放", 处所="在桌子上"), make_tuple(空间实体="小明", 事件="走"))}
    said = {"tuples": (make_tuple(空间实体="书", 处所="桌子上", 方向="上"), make_tuple(空间实体="窗", 事件="走"))}
    # The entity 1, the place 2·3/(4+3); of five elements on each side.
    assert _numbers("space2022/task3", "page", (gold, said)) == pytest.approx(
        {"precision": 13 / 35, "recall": 13 / 35, "f1": 13 / 35}
    )


def test_2023_a_part_one_side_lacks_halves_the_element() -> None:
    gold = {"tuples": (make_tuple(空间实体="小明", 时间=both("放", "之后"), 终点="到窗边"),)}
    said = {"tuples": (make_tuple(空间实体="小明", 时间=label("之后"), 终点="到窗边"),)}
    assert _numbers("space2023/task2", "page", (gold, said))["f1"] == pytest.approx(2.5 / 3)


def test_2023_only_three_candidates_count() -> None:
    good = make_reason("", S1="小明")
    said = {"reasons": (make_reason("", S1="窗"),) * 3 + (good,)}
    assert _numbers("space2023/task1", "strict", ({"reasons": (good,)}, said))["macro_f1"] == 0.0
