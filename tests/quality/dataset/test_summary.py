"""The numbers of a data set, for every subtask."""

from collections.abc import Sequence

import pytest

from pingce.formats.parts import Part
from pingce.quality.dataset.encode import as_dict
from pingce.quality.dataset.sizes import by_genre, lengths
from pingce.quality.dataset.summary import CrossTable, describe
from pingce.quality.dataset.tallies import fragment_positions
from pingce.spec.values import Senses, Verdict
from tests.builders import TEXT, fragment, label, make_item, make_reason, make_tuple
from tests.quality.data_sets import example, judged, make_part

EXAMPLES = [
    ("space2021/task1", "space2021/task1-train-with-answer.json"),
    ("space2021/task2", "space2021/task2-train-with-answer.json"),
    ("space2021/task3", "space2021/task3-dev-with-answer.json"),
    ("space2022/task1", "space2022/task1_train.jsonl"),
    ("space2022/task2", "space2022/task2_train.jsonl"),
    ("space2022/task3", "space2022/task3_train.jsonl"),
    ("space2023/task1", "space2023/task1_train.jsonl"),
    ("space2023/task2", "space2023/task2_train.jsonl"),
    ("space2023/task3", "space2023/task3_examples.jsonl"),
    ("wsd/senses", "wsd/train.data.txt"),
]


def tables(parts: Sequence[Part]) -> dict[str, CrossTable]:
    return {f"{table.field}.{table.key}": table for table in describe(parts).tasks[0].tables}


def facts(parts: Sequence[Part]) -> dict[str, tuple[float | None, ...]]:
    return {f"{row.field}.{row.key}": row.values for row in describe(parts).tasks[0].facts}


@pytest.mark.parametrize(("task_id", "name"), EXAMPLES)
def test_every_task_has_tables(task_id: str, name: str) -> None:
    part = example(task_id, name)
    found = describe([part])
    assert found.parts[0].lengths.n == len(part.items)
    assert found.tasks[0].task.id == task_id
    assert all(table.rows and sum(table.totals) for table in found.tasks[0].tables if table.key != "slot-labels")
    assert task_id in as_dict(found)["tasks"]  # type: ignore[operator]


def test_lengths_use_the_standard_deviation_of_the_population() -> None:
    found = lengths(["上", "上下", "上下左右前后"])
    assert (found.n, found.characters, found.mean, found.least, found.most) == (3, 9, 3, 1, 6)
    assert found.sd == pytest.approx((14 / 3) ** 0.5)
    assert lengths([])[:6] == (0, 0, 0.0, 0.0, 0, 0)


def test_judgements_are_counted_by_split_with_their_ratio() -> None:
    parts = [judged(scenes=[0, 1]), judged(split="dev", scenes=[2])]
    assert tables(parts)["judge.labels"].rows == (("0", (8, 4)), ("1", (4, 2)))
    assert tables(parts)["judge.labels"].totals == (12, 6)
    assert facts(parts) == {"judge.ratio": (0.5, 0.5)}


def test_reasons_are_counted_by_type_set_role_set_and_number() -> None:
    collocation, sense = make_reason("A", text1="桌子", text2="上"), make_reason("C", S="书", P="桌子上")
    part = make_part(
        "space2022/task2",
        [(TEXT, {"reasons": (sense, collocation)}), (TEXT, {"reasons": (sense,)}), (TEXT, {"reasons": (sense,)})],
    )
    found = tables([part])
    assert found["reasons.type-sets"].rows == (("C", (2,)), ("A&C", (1,)))
    assert found["reasons.types"].rows == (("A", (1,)), ("C", (3,)))
    assert found["reasons.role-sets"].rows == (("C: S+P", (3,)), ("A: text1+text2", (1,)))
    assert found["reasons.answers-per-item"].rows == (("1", (2,)), ("2", (1,)))
    assert facts([part])["reasons.fragments"] == (8,)


def test_broken_and_unordered_fragments_are_counted() -> None:
    whole = make_reason("C", S="书", P="桌子上")
    broken = whole._replace(spans=(whole.spans[0]._replace(idxes=(3, 9)), whole.spans[1]._replace(idxes=(7, 6, 8))))
    found = facts([make_part("space2022/task2", [(TEXT, {"reasons": (broken,)})])])
    assert (found["reasons.broken-fragments"], found["reasons.unordered-fragments"]) == ((1,), (1,))


def test_elements_and_their_labels_are_counted_by_slot() -> None:
    one = make_tuple(空间实体="小明", 处所="桌子上", 时间标签=label("将来"))
    part = make_part("space2022/task3", [(TEXT, {"tuples": (one, one), "corefs": (), "non_corefs": ()})])
    found = tables([part])
    assert found["tuples.slots"].rows == (("空间实体", (2,)), ("时间标签", (2,)), ("处所", (2,)))
    assert found["tuples.slot-labels"].rows == (("时间标签: 将来", (2,)),)
    assert found["tuples.elements-per-tuple"].rows == (("3", (2,)),)
    assert facts([part])["tuples.elements"] == (6,)
    assert facts([part])["corefs.sets"] == (0,)


def test_senses_are_counted_against_the_inventory_and_training() -> None:
    def sentences(split: str, *chosen: tuple[str, ...]) -> Part:
        part = make_part("wsd/senses", [("他打开了话匣子。", {"senses": Senses(some)}) for some in chosen], split=split)
        part.items = [make_item(item.id, texts={**item.texts, "word": "打开"}) for item in part.items]
        return part

    parts = [sentences("train", ("甲",), ("甲", "乙")), sentences("dev", ("丙",), ("乙",), ("甲",))]
    found = describe(parts, inventory={"打开": ["甲", "乙", "丙", "丁"]}).tasks[0].senses
    assert found is not None
    assert (found.all.words, found.all.senses, found.all.known, found.all.coverage) == (1, 3, 4, 0.75)
    assert (found.all.golds, found.all.once, found.all.few) == (6, 1, 3)
    assert found.tail == {1: 1, 2: 1, 3: 1}
    assert found.per_word == {5: 1}
    assert [(one.part, one.counts) for one in found.subsets] == [
        ("dev", {"mfs": 1, "frequent": 0, "few": 1, "zero": 1})
    ]
    without = describe(parts).tasks[0].senses
    assert without is not None
    assert without.all.coverage is None


def test_genres_come_from_the_file_largest_first() -> None:
    items = [
        make_item("1", "天", extra={"genre": "诗"}),
        *(make_item("2", "地上", extra={"genre": "文"}) for _ in "ab"),
    ]
    assert {name: (one.n, one.mean) for name, one in by_genre(items).items()} == {"文": (2, 2), "诗": (1, 1)}
    assert by_genre([make_item()]) == {}


def test_parts_without_answers_count_for_sizes_only() -> None:
    part = make_part("space2022/task1", [(TEXT, None), (TEXT, None)])
    found = describe([part])
    assert (found.total.n, found.distinct, found.tasks) == (2, 1, [])


def test_positions_of_any_answer() -> None:
    assert fragment_positions("1") == frozenset()
    assert fragment_positions(None) == frozenset()
    assert fragment_positions((Verdict("true", "因为"),)) == frozenset()
    assert fragment_positions((make_reason("C", S="小明", P="桌子上"),)) == {0, 1, 6, 7, 8}
    assert fragment_positions((make_tuple(空间实体="小明"),)) == {0, 1}
    assert fragment_positions(((fragment(TEXT, "书"), fragment(TEXT, "他")),)) == {3, 10}
