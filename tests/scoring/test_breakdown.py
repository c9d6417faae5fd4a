"""How a score falls apart, by every field of every kind of task."""

from collections.abc import Sequence

import pytest

from pingce.scoring.breakdown import UNANSWERED, breakdown, confusions, fields, worst
from pingce.scoring.run import score
from pingce.spec.errors import UserError
from pingce.spec.measure import Case
from pingce.spec.values import Fragment, Reason, RoleSpan, Senses, Verdict
from pingce.tasks.catalog import TASKS
from tests.builders import (
    TEXT,
    label,
    make_case,
    make_item,
    make_reason,
    make_sense_case,
    make_tuple,
    make_verdict_case,
)

G1 = make_tuple(空间实体="书", 事件="放", 处所="在桌子上")
G2 = make_tuple(空间实体="小明", 事件="走", 终点="到窗边")
REASON = make_reason("C", S="小明", P="在桌子上")


def _judged(gold: str, said: str | None, text: str = TEXT, **extra: str) -> Case:
    return make_case({"judge": gold}, None if said is None else {"judge": said}, make_item(text=text, extra=extra))


CASES: dict[str, Sequence[Case]] = {
    "space2021/task3": [
        make_case({"judge1": "0", "judge2": "1"}, {"judge1": "0", "judge2": "1"}),
        make_case({"judge1": "1", "judge2": "0"}, {"judge1": "0", "judge2": "0"}),
    ],
    "space2022/task1": [
        _judged("1", "1", genre="新闻"),
        _judged("1", "0", text="长" * 65, genre="小说"),
        _judged("0", None, text="长" * 300),
    ],
    "space2022/task2": [
        make_case({"reasons": (REASON,)}, {"reasons": (make_reason("C", S="小明", P="桌子上"),)}),
        make_case({"reasons": (REASON, make_reason("A", text1="书", text2="放"))}, None),
    ],
    "space2022/task3": [
        make_case({"tuples": (G1, G2)}, {"tuples": (G1,)}),
        make_case({"tuples": (G1,) * 3}, {"tuples": (make_tuple(空间实体="书", 事件="放", 处所="桌子上"),)}),
    ],
    "space2023/task1": [
        make_case({"reasons": (make_reason("", S1="小明"),)}, {"reasons": (make_reason("", S1="小"),)}),
    ],
    "space2023/task2": [
        make_case({"tuples": (make_tuple(空间实体="小明", 参照实体="窗", 距离=label("变近")),)}, {"tuples": ()}),
    ],
    "space2023/task3": [
        make_verdict_case(Verdict("true", "同"), Verdict("true", "同")),
        make_verdict_case(Verdict("false", "异"), None),
    ],
    "wsd/senses": [
        make_sense_case(["甲", "乙"], Senses(("甲", "丙")), word="打开"),
        make_sense_case(["甲"], Senses(("甲",)), word="轻轻"),
    ],
}

F1 = "f1"
EXPECTED: dict[tuple[str, str], list[tuple[str, int, dict[str, float]]]] = {
    ("space2021/task3", "label"): [("0", 1, {"precision": 1, "recall": 1, F1: 1}), ("1", 1, {"precision": 0, F1: 0})],
    ("space2021/task3", "length"): [("≤64", 2, {"precision": 0.5, "recall": 1, F1: 2 / 3})],
    ("space2022/task1", "label"): [("0", 1, {"accuracy": 0}), ("1", 2, {"accuracy": 0.5})],
    ("space2022/task1", "length"): [
        ("≤64", 1, {"accuracy": 1}),
        ("65–128", 1, {"accuracy": 0}),
        (">256", 1, {"accuracy": 0}),
    ],
    ("space2022/task1", "genre"): [
        ("—", 1, {"accuracy": 0}),
        ("小说", 1, {"accuracy": 0}),
        ("新闻", 1, {"accuracy": 1}),
    ],
    ("space2022/task2", "length"): [("≤64", 2, {"type_accuracy": 0.5, "macro_f1": 5 / 11})],
    ("space2022/task2", "type"): [("A&C", 1, {"macro_f1": 0}), ("C", 1, {"macro_f1": 10 / 11})],
    ("space2022/task2", "role"): [
        ("P", 8, {"precision": 1, "recall": 3 / 8, F1: 6 / 11}),
        ("S", 4, {"precision": 1, "recall": 0.5, F1: 2 / 3}),
    ],
    ("space2022/task3", "length"): [("≤64", 2, {"avg_precision": (1 + 11 / 12) / 2})],
    ("space2022/task3", "tuples"): [("≤2", 1, {"macro_f1": 2 / 3}), ("3–5", 1, {"avg_recall": 11 / 36})],
    ("space2022/task3", "slot"): [
        ("空间实体", 5, {"precision": 1, "recall": 0.4}),
        ("事件", 5, {"precision": 1, "recall": 0.4}),
        ("处所", 4, {"precision": 1.75 / 2, "recall": 1.75 / 4}),
        ("终点", 1, {"precision": 0, "recall": 0, F1: 0}),
    ],
    ("space2023/task1", "length"): [("≤64", 1, {"avg_precision": 1, "avg_recall": 0.5})],
    ("space2023/task1", "role"): [("S1", 2, {"precision": 1, "recall": 0.5, F1: 2 / 3})],
    ("space2023/task2", "length"): [("≤64", 1, {"macro_f1": 0})],
    ("space2023/task2", "tuples"): [("≤2", 1, {"macro_f1": 0})],
    ("space2023/task2", "role"): [(name, 1, {"recall": 0}) for name in ("空间实体", "参照实体", "距离")],
    ("space2023/task3", "length"): [("≤64", 2, {"accuracy": 0.5})],
    ("space2023/task3", "label"): [("false", 1, {"accuracy": 0}), ("true", 1, {"accuracy": 1})],
    ("wsd/senses", "length"): [("≤64", 2, {"accuracy": 2 / 3})],
    ("wsd/senses", "word"): [("打开", 1, {"accuracy": 0.5}), ("轻轻", 1, {"accuracy": 1})],
}


@pytest.mark.parametrize(("task_id", "field"), list(EXPECTED))
def test_groups_and_their_numbers(task_id: str, field: str) -> None:
    found = breakdown(score(TASKS[task_id], CASES[task_id]), field)
    expected = EXPECTED[task_id, field]
    assert found.field == field
    assert [(g.name, g.n) for g in found.groups] == [(name, n) for name, n, _ in expected]
    for group, (_, _, numbers) in zip(found.groups, expected, strict=True):
        assert {name: group.numbers[name] for name in numbers} == pytest.approx(numbers)


@pytest.mark.parametrize("task_id", list(CASES))
def test_every_field_of_a_task_is_covered_above(task_id: str) -> None:
    result = score(TASKS[task_id], CASES[task_id])
    assert sorted(fields(result)) == sorted(field for task, field in EXPECTED if task == task_id)


@pytest.mark.parametrize("task_id", list(CASES))
def test_an_unknown_field_names_the_possible_ones(task_id: str) -> None:
    result = score(TASKS[task_id], CASES[task_id])
    with pytest.raises(UserError) as caught:
        breakdown(result, "天气")
    assert caught.value.code == "unknown-field"
    assert caught.value.message == f"{task_id} cannot be broken down by '天气'."
    assert caught.value.hint == f"Possible here: {', '.join(fields(result))}."


def test_another_measure_can_be_broken_down() -> None:
    result = score(TASKS["space2022/task2"], CASES["space2022/task2"])
    found = breakdown(result, "type", "loose")
    assert found.measure == "loose"
    assert [g.numbers["type_accuracy"] for g in found.groups] == [0.0, 1.0]


def test_macro_averages_are_taken_anew_within_each_group() -> None:
    cases = [make_sense_case(["甲"], Senses(("甲",)), word=word) for word in ("打开", "轻轻", "窗户")]
    found = breakdown(score(TASKS["wsd/senses"], cases), "word", "macro_word")
    assert [(g.name, g.numbers["accuracy"]) for g in found.groups] == [("打开", 1.0), ("窗户", 1.0), ("轻轻", 1.0)]


def test_gold_without_texts_has_no_words_but_does_not_fail() -> None:
    case = make_case({"senses": Senses(("甲",))}, None, make_item(texts={}))
    assert [g.name for g in breakdown(score(TASKS["wsd/senses"], [case]), "word").groups] == [UNANSWERED]


def test_confusions_of_labels_and_type_sets() -> None:
    (judge,) = confusions(score(TASKS["space2022/task1"], CASES["space2022/task1"]))
    assert (judge.field, judge.labels) == ("judge", ["0", "1", UNANSWERED])
    assert judge.counts == {("1", "1"): 1, ("1", "0"): 1, ("0", UNANSWERED): 1}
    (types,) = confusions(score(TASKS["space2022/task2"], CASES["space2022/task2"]))
    assert types.counts == {("C", "C"): 1, ("A&C", UNANSWERED): 1}
    assert [c.field for c in confusions(score(TASKS["space2021/task3"], CASES["space2021/task3"]))] == [
        "judge1",
        "judge2",
    ]
    (verdicts,) = confusions(score(TASKS["space2023/task3"], CASES["space2023/task3"]))
    assert verdicts.counts == {("true", "true"): 1, ("false", UNANSWERED): 1}
    assert confusions(score(TASKS["space2023/task2"], CASES["space2023/task2"])) == []


def test_the_worst_items_come_first_answered_ones_and_longer_ones_before_others() -> None:
    cases = [
        _judged("1", "1"),
        _judged("1", "0", text="短" * 5),
        _judged("1", None, text="长" * 300),
        _judged("1", "0", text="长" * 65),
    ]
    found = worst(score(TASKS["space2022/task1"], cases), count=3)
    assert [(len(case.item.text), value) for case, value in found] == [(65, 0.0), (5, 0.0), (300, 0.0)]


def test_the_worst_items_of_a_macro_average_are_scored_alone() -> None:
    result = score(TASKS["wsd/senses"], CASES["wsd/senses"])
    assert [value for _, value in worst(result)] == [0.5, 1.0]


def test_parts_of_answers_that_meet_nowhere_count_the_first_gold_reason_as_missed() -> None:
    said = Reason("C", (RoleSpan("X", "窗", (13,)),))
    cases = [make_case({"reasons": (REASON,)}, {"reasons": (said,)})]
    groups = breakdown(score(TASKS["space2022/task2"], cases), "role").groups
    assert [(g.name, g.n, g.numbers["recall"]) for g in groups] == [("P", 4, 0.0), ("S", 2, 0.0)]


def test_a_question_with_too_many_tuples_wins_nothing_in_any_slot() -> None:
    entity = make_tuple(空间实体=Fragment("书", (3,)))
    cases = [make_case({"tuples": (G1,)}, {"tuples": (G1, *[entity] * 100)})]
    groups = breakdown(score(TASKS["space2022/task3"], cases), "slot").groups
    assert {g.name: g.numbers["recall"] for g in groups} == {"空间实体": 0.0, "事件": 0.0, "处所": 0.0}
