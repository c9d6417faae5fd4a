"""The rules pages where they say something else than the scripts."""

import pytest

from pingce.scoring.run import score
from pingce.spec.errors import UserError
from pingce.spec.measure import Case
from pingce.spec.task import RuleSet
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


def _three_figures(rules: RuleSet, *cases: tuple[Answer, Answer | None]) -> tuple[float, float, float]:
    """Type, text and element of SpaCE2022 task 2."""
    result = score(TASKS["space2022/task2"], [make_case(gold, said) for gold, said in cases], rules=rules)
    assert result.ranked_by == ("element", "f1")
    text = result.measures["text"].numbers
    return (
        result.measures["type"].numbers["accuracy"],
        text["f1"] if "f1" in text else text["macro_f1"],
        result.main,
    )


def test_2022_in_the_older_wording_the_best_reason_gives_all_three_figures() -> None:
    gold = {"reasons": (SP, A)}
    # C has 4 characters, all under the roles they have among gold's 2 + 4: P 1, R 4/6, F1 4/5, with roles or without.
    # B has all 6 characters of gold under other roles: text F1 1, elements 0.
    said = {"reasons": (make_reason("C", S="小明", P="桌子"), make_reason("B", S1="小明", P1="在桌子上"))}
    assert _three_figures("page-task2", (gold, said)) == pytest.approx((1, 4 / 5, 4 / 5))
    # The later wording: the text of B; the mean of S 1 and P 2·1·(2/4) / (1 + 2/4) = 2/3.
    assert _three_figures("page", (gold, said)) == pytest.approx((1, 1, 5 / 6))


def test_2022_in_the_older_wording_roles_of_one_side_count_in_precision_and_recall() -> None:
    gold = {"reasons": (SP,)}
    # 2 of the 3 submitted characters are right, of 6 in gold: P 2/3, R 1/3, F1 4/9; the text is the same.
    said = {"reasons": (make_reason("C", S="小明", E="放"),)}
    assert _three_figures("page-task2", (gold, gold), (gold, said), (gold, None)) == pytest.approx(
        (2 / 3, (1 + 4 / 9) / 3, (1 + 4 / 9) / 3)
    )


def test_2022_in_the_older_wording_the_text_decides_where_no_element_is_right() -> None:
    gold = {"reasons": (SP,)}
    right_type, right_text = make_reason("C", E="窗"), make_reason("B", S1="小明", P1="在桌子上")
    assert _three_figures("page-task2", (gold, {"reasons": (right_type, right_text)})) == (0, 1, 0)
    assert _three_figures("page", (gold, {"reasons": (right_type, right_text)})) == (1, 1, 0)
    assert _three_figures("page-task2", (gold, {"reasons": (right_type,)})) == (1, 0, 0)


def test_2022_in_the_older_wording_too_only_the_first_reason_of_a_type_counts() -> None:
    said = {"reasons": (make_reason("C", S="窗"), SP)}
    assert _three_figures("page-task2", ({"reasons": (SP,)}, said)) == (1, 0, 0)


def test_only_2022_task_2_has_an_older_wording() -> None:
    with pytest.raises(UserError, match="space2022/task3 has none"):
        score(TASKS["space2022/task3"], [], rules="page-task2")
    assert [name for name, task in TASKS.items() if task.older_page_measures] == ["space2022/task2"]


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
