"""Tuples of both editions in one form, found by anchors and put together again."""

import pytest

from pingce.spec.task import TaskSpec
from pingce.spec.values import StepTuple
from pingce.systems.data import read_examples
from pingce.systems.learning.tokens import runs
from pingce.systems.tuples.anchors import Design, clusters, scenes_of
from pingce.systems.tuples.assemble import merged, scenes_at, written
from pingce.systems.tuples.scenes import Scene, scene, step_tuple
from pingce.tasks.catalog import find_task
from tests.builders import TEXT, both, label, make_tuple

from ..runs import EXAMPLES

T2022, T2023 = find_task("space2022/task3"), find_task("space2023/task2")
FILES = {
    "space2022/task3": EXAMPLES / "space2022" / "task3_train.jsonl",
    "space2023/task2": EXAMPLES / "space2023" / "task2_train.jsonl",
}
SAME = [
    (make_tuple(空间实体="书", 事件="放", 处所="在桌子上"), make_tuple(空间实体="书", 事件="放", 处所="在桌子上")),
    (
        make_tuple(空间实体="小明", 事件="走", 参照事件="放", 时间标签=label("之后"), 终点="到窗边"),
        make_tuple(空间实体="小明", 事件="走", 时间=both("放", "之后"), 终点="到窗边"),
    ),
    (
        make_tuple(空间实体="小明", 时间文本="桌子", 终点="到窗边"),
        make_tuple(空间实体="小明", 时间="桌子", 终点="到窗边"),
    ),
    (
        make_tuple(空间实体="小明", 空间实体2="窗", 事实性=label("假"), 距离标签=label("变近")),
        make_tuple(空间实体="小明", 参照实体="窗", 事实性=label("假"), 距离=label("变近")),
    ),
]


@pytest.mark.parametrize("task", FILES)
def test_every_example_comes_back_as_it_was(task: str) -> None:
    spec = find_task(task)
    assert spec.tuple_shape is not None
    for example in read_examples(spec, str(FILES[task]))[0]:
        steps = [step for step in example.answer["tuples"] if isinstance(step, StepTuple)]
        assert [step_tuple(scene(step), spec.tuple_shape, example.item.text) for step in steps] == steps


@pytest.mark.parametrize(("old", "new"), SAME)
def test_both_editions_say_the_same(old: StepTuple, new: StepTuple) -> None:
    assert scene(old) == scene(new)
    assert T2022.tuple_shape is not None
    assert T2023.tuple_shape is not None
    assert step_tuple(scene(new), T2022.tuple_shape, TEXT) == old
    assert step_tuple(scene(old), T2023.tuple_shape, TEXT) == new


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (Scene({"处所": (5, 6)}, {}), None),
        (Scene({"空间实体": (3,)}, {"事实性": "假"}), None),
        (Scene({"空间实体": (3,), "处所": ()}, {}), None),
        (
            Scene({"空间实体": (3,), "空间实体2": (6,), "处所": (5, 6)}, {"距离标签": "近"}),
            Scene({"空间实体": (3,), "处所": (5, 6)}, {}),
        ),
        (
            Scene({"空间实体": (6,), "空间实体2": (3,)}, {"距离标签": "近"}),
            Scene({"空间实体": (3,), "空间实体2": (6,)}, {"距离标签": "近"}),
        ),
        (
            Scene({"空间实体": (3,), "处所": (5,), "时间文本": (1,), "参照事件": (4,)}, {"时间标签": "之后"}),
            Scene({"空间实体": (3,), "处所": (5,), "时间文本": (1,)}, {}),
        ),
        (
            Scene({"空间实体": (3,), "处所": (5,), "参照事件": (4,)}, {"时间标签": "将来"}),
            Scene({"空间实体": (3,), "处所": (5,)}, {}),
        ),
    ],
)
@pytest.mark.parametrize("task", [T2022, T2023])
def test_what_contradicts_a_rule_is_left_out(found: Scene, expected: Scene | None, task: TaskSpec) -> None:
    assert task.tuple_shape is not None
    made = step_tuple(found, task.tuple_shape, TEXT)
    assert (made and scene(made)) == expected


BOOK = Scene({"空间实体": (3,), "事件": (4,), "处所": (5, 6, 7, 8)}, {})
HERE = Scene({"空间实体": (10,), "终点": (12, 13, 14)}, {})


@pytest.mark.parametrize(
    ("design", "expected"),
    [
        ("place", [("place", (5, 6, 7, 8)), ("place", (12, 13, 14))]),
        ("trigger", [("event", (4,)), ("place", (12, 13, 14))]),
        ("entity", [("entity", (3,)), ("entity", (10,))]),
    ],
)
def test_tuples_are_found_by_place_event_or_entity(design: Design, expected: list[object]) -> None:
    assert [(one.kind, one.positions) for one in clusters([BOOK, HERE], design)] == expected


def test_a_place_of_two_events_belongs_to_the_nearer() -> None:
    far = Scene({"空间实体": (0,), "事件": (20,), "处所": (5, 6, 7, 8)}, {})
    (cluster,) = clusters([far, BOOK], "place")
    assert cluster.scenes == (BOOK,)


def test_distances_are_found_by_their_words_or_the_second_entity() -> None:
    said = Scene({"空间实体": (0,), "空间实体2": (6,), "距离文本": (2, 3)}, {})
    inferred = Scene({"空间实体": (0,), "空间实体2": (6,)}, {"距离标签": "近"})
    assert [one.positions for one in clusters([said, inferred], "place")] == [(2, 3), (6,)]


def test_entities_side_by_side_are_several_tuples() -> None:
    made = scenes_at("event", (4,), {"空间实体": (0, 1, 3), "处所": (5, 6)}, {})
    assert [one.spans["空间实体"] for one in made] == [(0, 1), (3,)]
    assert {one.spans["事件"] for one in made} == {(4,)}


def test_an_entity_with_two_events_has_two_tuples() -> None:
    spans = {"事件": (4, 11), "处所": (5, 6), "终点": (12, 13), "时间文本": (0,)}
    first, second = scenes_at("entity", (3,), spans, {})
    assert first.spans == {"空间实体": (3,), "事件": (4,), "处所": (5, 6), "时间文本": (0,)}
    assert second.spans == {"空间实体": (3,), "事件": (11,), "终点": (12, 13), "时间文本": (0,)}


def test_places_of_one_event_are_one_tuple() -> None:
    start = Scene({"空间实体": (0,), "事件": (4,), "起点": (1, 2)}, {})
    end = Scene({"空间实体": (9,), "事件": (4,), "终点": (5, 6), "起点": (2,)}, {"事实性": "假"})
    other = Scene({"空间实体": (9,), "终点": (7,)}, {})
    assert merged([[start], [end], [], [other]]) == [
        Scene({"空间实体": (0,), "事件": (4,), "起点": (1, 2), "终点": (5, 6)}, {"事实性": "假"}),
        other,
    ]


def test_the_same_tuple_is_written_once() -> None:
    assert T2022.tuple_shape is not None
    assert len(written([BOOK, HERE, BOOK], T2022.tuple_shape, TEXT)) == 2


def test_runs_are_neighbours_in_order() -> None:
    assert runs([5, 1, 2, 2, 4]) == [(1, 2), (4, 5)]


def test_examples_have_anchors_of_every_kind() -> None:
    kinds = set()
    for example in read_examples(T2022, str(FILES["space2022/task3"]))[0]:
        kinds |= {cluster.kind for cluster in clusters(scenes_of(example.answer), "trigger")}
    assert {"event", "place"} <= kinds
