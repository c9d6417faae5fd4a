"""Answers of annotators: what is taken over, what is refused."""

import pytest

from pingce.annotate.decode import chosen, decode_answer, is_dropped
from pingce.annotate.forms import form_of
from pingce.annotate.items import AnnotationItem, glosses_of
from pingce.spec.values import Fragment, Senses

TEXT = "小明把书放在桌子上。"
ITEM = AnnotationItem("q1", {"text": TEXT})
BOOK = {"text": "书", "idxes": [3]}
TABLE = {"text": "在桌子上", "idxes": [5, 6, 7, 8]}
GLOSSES = [{"id": "a", "text": "撞击"}, {"id": "b", "text": "舀取"}]
WATER = AnnotationItem("q2", {"sentence": "他打水。", "word": "打"}, {"glosses": GLOSSES})


def codes(form_id: str, raw: object, item: AnnotationItem = ITEM) -> list[tuple[str, str]]:
    return [(v.code, v.path) for v in decode_answer(form_of(form_id), item, raw)[1]]


def tuple_of(**slots: object) -> list[object]:
    shape = form_of("space-step").task.tuple_shape
    assert shape is not None
    return [slots.get(name) for name in shape.names]


def test_fields_of_the_form_and_of_the_task_come_out_by_name() -> None:
    raw = {"outputs": [tuple_of(空间实体=BOOK, 处所=TABLE)], "span": BOOK, "comment": "好"}
    values, violations = decode_answer(form_of("space-step"), ITEM, raw)
    assert violations == []
    assert values.keys() == {"tuples", "span", "comment"}
    assert values["span"] == Fragment("书", (3,))


@pytest.mark.parametrize("nothing", [None, "", []])
def test_an_empty_optional_field_is_no_answer(nothing: object) -> None:
    raw = {"rating": "bad", "span": nothing, "comment": nothing}
    assert decode_answer(form_of("space-rating"), ITEM, raw) == ({"rating": "bad"}, [])


@pytest.mark.parametrize(
    ("form_id", "raw", "expected"),
    [
        ("space-rating", [], [("wrong-type", "")]),
        ("space-rating", {}, [("missing-key", "rating")]),
        ("space-rating", {"rating": None}, [("missing-key", "rating")]),
        ("space-rating", {"rating": "worse"}, [("unknown-label", "rating")]),
        ("space-rating", {"rating": "bad", "judge": 0}, [("unknown-key", "judge")]),
        ("space-rating", {"rating": "bad", "comment": 3}, [("wrong-type", "comment")]),
        ("space-rating", {"rating": "bad", "span": "书"}, [("wrong-type", "span")]),
        (
            "space-rating",
            {"rating": "bad", "span": {"text": "书", "idxes": [99]}},
            [("idx-out-of-range", "span.idxes")],
        ),
        ("space-rating", {"rating": "bad", "span": {"text": "桌", "idxes": [3]}}, [("text-mismatch", "span.text")]),
        ("space-step", {"outputs": [[BOOK]]}, [("wrong-length", "outputs[0]")]),
        (
            "space-attribution",
            {"outcome": "anomaly", "reasons": [{"type": "C", "fragments": [{"role": "Q", **BOOK}]}]},
            [("unknown-role", "reasons[0].fragments[0].role"), ("few-roles", "reasons[0].fragments")],
        ),
        ("space2022/task2", {"reasons": []}, [("no-answer", "reasons")]),
    ],
)
def test_what_is_wrong_is_said_with_its_place(form_id: str, raw: object, expected: list[tuple[str, str]]) -> None:
    assert codes(form_id, raw) == expected


@pytest.mark.parametrize("points", [-1, 101, 50.5, float("nan"), 10**400])
def test_points_outside_the_scale_are_refused(points: float) -> None:
    raw = {"fluency": points, "accuracy": 80, "entities": 0, "relations": 100}
    assert codes("explanation-rating", raw) == [("rating-out-of-range", "fluency")]


@pytest.mark.parametrize("points", ["80", True, [80]])
def test_points_are_numbers(points: object) -> None:
    raw = {"fluency": points, "accuracy": 80, "entities": 0, "relations": 100}
    assert codes("explanation-rating", raw) == [("wrong-type", "fluency")]


def test_zero_points_are_an_answer() -> None:
    raw = {"fluency": 0, "accuracy": 0, "entities": 0, "relations": 0}
    assert decode_answer(form_of("explanation-rating"), ITEM, raw) == (raw, [])


def test_a_field_that_is_not_shown_is_not_read() -> None:
    raw = {"outcome": "fine", "reasons": "whatever"}
    assert decode_answer(form_of("space-attribution"), ITEM, raw) == ({"outcome": "fine"}, [])


def test_reasons_may_go_with_an_unsuitable_text() -> None:
    fragments = [{"role": "S", **BOOK}, {"role": "P", **TABLE}]
    raw = {"outcome": "unusable", "reasons": [{"type": "C", "fragments": fragments}]}
    values, violations = decode_answer(form_of("space-attribution"), ITEM, raw)
    assert violations == []
    assert values.keys() == {"outcome", "reasons"}
    assert is_dropped(form_of("space-attribution"), values)


def test_glosses_are_those_of_the_item() -> None:
    values, violations = decode_answer(form_of("wsd"), WATER, {"senses": ["舀取", "游泳"]})
    assert values["senses"] == Senses(("舀取", "游泳"))
    assert [(v.code, v.found) for v in violations] == [("unknown-gloss", '"游泳"')]
    assert glosses_of(WATER) == {"a": "撞击", "b": "舀取"}


def test_a_word_that_occurs_twice_is_not_the_annotators_mistake() -> None:
    item = AnnotationItem("q3", {"sentence": "他打水打球。", "word": "打"}, {"glosses": GLOSSES})
    assert codes("wsd", {"senses": ["舀取"]}, item) == []


def test_an_item_without_glosses_has_none_to_choose() -> None:
    item = AnnotationItem("q4", {"sentence": "他打水。", "word": "打"}, {"glosses": None})
    assert glosses_of(item) == {}
    assert codes("wsd", {"senses": ["舀取"]}, item) == [("unknown-gloss", "senses")]


@pytest.mark.parametrize("raw", [{"picks": ["舀取"]}, [{"gloss": "舀取", "score": 1}]])
def test_people_choose_glosses_and_give_no_scores(raw: object) -> None:
    assert codes("wsd", {"senses": raw}, WATER) == [("wrong-type", "senses")]


@pytest.mark.parametrize(
    ("form_id", "name", "raw", "label"),
    [
        ("space2022/task1", "judge", {"judge": 1}, "1"),
        ("space2021/task1", "judge1", {"judge1": False}, "0"),
        ("space2021/task1", "judge1", {"judge1": "no"}, None),
        ("space-rating", "rating", {"rating": 3}, None),
        ("space-rating", "span", {"span": "x"}, None),
    ],
)
def test_a_label_is_read_from_the_wire(form_id: str, name: str, raw: dict[str, object], label: str | None) -> None:
    assert chosen(form_of(form_id), name, raw) == label
