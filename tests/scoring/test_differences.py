"""Kinds of errors, one sentence for each."""

import pytest

from pingce.scoring.differences import Difference, differences, labels
from pingce.spec.measure import Case
from pingce.spec.values import Answer, Fragment, Item, Reason, RoleSpan, Senses, SlotFill, StepTuple, Verdict
from pingce.tasks.catalog import find_task

TEXT = "小明把书放在桌子上。他走到窗边。"


def span(role: str, start: int, end: int) -> RoleSpan:
    return RoleSpan(role, TEXT[start:end], tuple(range(start, end)))


def fill(slot: str, start: int, end: int) -> SlotFill:
    return SlotFill(slot, Fragment(TEXT[start:end], tuple(range(start, end))), None)


def kinds(task: str, gold: Answer, said: Answer | None) -> list[tuple[str, str]]:
    found = differences(find_task(task), Case(Item("q", {"text": TEXT}), gold, said))
    return [(one.kind, one.role) for one in found]


GOLD_SPANS = (span("S1", 0, 2), span("P1", 4, 9), span("E1", 3, 4))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (GOLD_SPANS, []),
        (GOLD_SPANS[:2], [("missed", "E1")]),
        ((*GOLD_SPANS, span("S2", 10, 11)), [("spurious", "S2")]),
        ((span("S1", 0, 2), span("P1", 5, 9), span("E1", 3, 4)), [("boundary", "P1")]),
        ((span("E1", 0, 2), span("P1", 4, 9), span("S1", 3, 4)), [("role", "S1"), ("role", "E1")]),
        ((span("S1", 10, 11), span("P1", 4, 9), span("E1", 3, 4)), [("missed", "S1"), ("spurious", "S1")]),
    ],
)
def test_spans(said: tuple[RoleSpan, ...], expected: list[tuple[str, str]]) -> None:
    gold = {"results": (Reason("", GOLD_SPANS),)}
    task = find_task("space2023/task1")
    [name] = [field.name for field in task.public_answer]
    assert kinds(task.id, {name: gold["results"]}, {name: (Reason("", said),)}) == expected


def test_the_nearest_of_several_reasons_is_compared_and_its_type() -> None:
    near, far = Reason("C", GOLD_SPANS), Reason("A", (span("text1", 12, 14),))
    gold = {"reasons": (near, far)}
    assert kinds("space2022/task2", gold, {"reasons": (Reason("B", GOLD_SPANS[:2]),)}) == [
        ("label", "type"),
        ("missed", "E1"),
    ]
    assert kinds("space2022/task2", gold, None) == [("missed", "S1"), ("missed", "P1"), ("missed", "E1")]


BOOK = StepTuple((fill("空间实体", 3, 4), fill("事件", 4, 5), fill("处所", 5, 9)))
WALK = StepTuple((fill("空间实体", 0, 2), fill("事件", 11, 12), fill("终点", 12, 15)))
COREFS = ((Fragment("小明", (0, 1)), Fragment("他", (10,))),)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((WALK, BOOK), []),
        ((BOOK, StepTuple((fill("空间实体", 10, 11), *WALK.fills[1:]))), []),  # 他 is 小明
        ((BOOK, StepTuple((fill("空间实体", 3, 4), *WALK.fills[1:]))), [("coreference", "空间实体")]),
        ((BOOK, StepTuple((fill("空间实体", 0, 1), *WALK.fills[1:]))), [("boundary", "空间实体")]),
        ((BOOK,), [("missed", "tuple")]),
        ((BOOK, WALK, StepTuple((fill("空间实体", 13, 14),))), [("spurious", "tuple")]),
        ((StepTuple(BOOK.fills[:2]), WALK), [("missed", "处所")]),
        ((BOOK, StepTuple((*WALK.fills[:2], fill("处所", 12, 15)))), [("role", "终点")]),
    ],
)
def test_tuples(said: tuple[StepTuple, ...], expected: list[tuple[str, str]]) -> None:
    gold: Answer = {"tuples": (BOOK, WALK), "corefs": COREFS}
    assert kinds("space2023/task2", gold, {"tuples": said}) == expected


def test_labels_of_slots_are_compared() -> None:
    gold = StepTuple((fill("空间实体", 3, 4), SlotFill("距离", None, "变近")))
    said = StepTuple((fill("空间实体", 3, 4), SlotFill("距离", None, "变远")))
    task = find_task("space2023/task2")
    [found] = differences(task, Case(Item("q", {"text": TEXT}), {"tuples": (gold,)}, {"tuples": (said,)}))
    assert found == Difference("label", "距离", "变近", "变远")


def test_judgements_verdicts_and_senses() -> None:
    assert kinds("space2022/task1", {"judge": "1"}, {"judge": "0"}) == [("label", "judge")]
    assert kinds("space2022/task1", {"judge": "1"}, None) == [("missed", "judge")]
    verdict = {"verdicts": (Verdict("true", "…"),)}
    assert kinds("space2023/task3", verdict, {"verdicts": (Verdict("false", "…"),)}) == [("label", "verdicts")]
    gold = {"senses": Senses(("一", "二"))}
    assert kinds("wsd/senses", gold, {"senses": Senses(("二", "三"))}) == [("missed", "senses"), ("spurious", "senses")]
    assert kinds("wsd/senses", gold, {"senses": Senses((), (("一", 0.2), ("三", 0.9)))}) == [
        ("missed", "senses"),
        ("missed", "senses"),
        ("spurious", "senses"),
    ]


def test_labels_to_filter_by() -> None:
    assert labels(find_task("space2022/task1"), {"judge": "1"}) == ["1"]
    reasons = (Reason("C", ()), Reason("A", ()), Reason("C", ()))
    assert labels(find_task("space2022/task2"), {"reasons": reasons}) == ["C", "A"]
    assert labels(find_task("space2023/task3"), {"verdicts": (Verdict("true", ""),)}) == ["true"]
    assert labels(find_task("wsd/senses"), {"senses": Senses(("一",))}) == []
    assert labels(find_task("space2022/task1"), None) == []
