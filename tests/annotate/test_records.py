"""From the decided answer to the published record."""

import pytest

from pingce.annotate.files.records import final_record
from pingce.annotate.forms import form_of
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules.examples import anomaly, reason, scene, senses, step
from pingce.annotate.rules.model import RuleExample
from pingce.spec.errors import UserError

TEXT = "小明把书放在桌子上。"
BOOK = {"text": "书", "idxes": [3]}
PLACED = step(TEXT, {"空间实体": "书", "事件": "放", "处所": "在桌子上"})


def record_of(example: RuleExample) -> dict[str, object] | None:
    record = final_record(form_of(example.form), AnnotationItem("q", example.texts, example.extra), example.raw)
    return None if record is None else {**record}


@pytest.mark.parametrize(
    ("rating", "judge"), [("fine", 1), ("bad", 0), ("someFine", None), ("someBad", None), ("other", None)]
)
def test_only_undisputed_ratings_become_judgements(rating: str, judge: int | None) -> None:
    example = RuleExample("space-rating", {"text": TEXT}, {"rating": rating, "comment": "嗯"})
    expected = None if judge is None else {"qid": "q", "context": TEXT, "judge": judge}
    assert record_of(example) == expected


def test_tuples_are_written_in_the_official_layout_with_their_sets_first() -> None:
    record = record_of(PLACED)
    assert record is not None
    assert list(record) == ["qid", "context", "corefs", "non_corefs", "outputs"]
    assert record["outputs"] == PLACED.raw["outputs"]
    assert (record["corefs"], record["non_corefs"]) == ([], [])


@pytest.mark.parametrize(
    ("example", "key"),
    [
        (reason(TEXT, "C", S="书", P="在桌子上"), "reasons"),
        (anomaly(TEXT, S1="书", P1="在桌子上"), "results"),
        (scene("书在上层。", "书在下层。", "false", "差异是“上层”和“下层”。"), "results"),
        (senses("舀取"), "senses"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上"}, corefs=[["小明", "书"]]), "corefs"),
    ],
)
def test_the_answer_is_exported_as_it_was_written(example: RuleExample, key: str) -> None:
    record = record_of(example)
    assert record is not None
    assert record[key] == example.raw[key]
    assert record.keys().isdisjoint({"outcome", "special", "comment"})


@pytest.mark.parametrize(
    "example",
    [
        RuleExample("space-attribution", {"text": TEXT}, {"outcome": "fine"}),
        RuleExample("space-anomaly", {"text": TEXT}, {"outcome": "unusable"}),
        step(TEXT, {"空间实体": "书", "处所": "在桌子上"}, special="faulty"),
        senses(special="none"),
        RuleExample("space-scene", {"text1": TEXT, "text2": TEXT}, {"special": "unusable"}),
    ],
    ids=lambda example: example.form,
)
def test_some_answers_drop_the_item(example: RuleExample) -> None:
    assert record_of(example) is None


def test_a_rating_of_an_explanation_is_a_row_of_the_ratings_file() -> None:
    points = {"fluency": 90, "accuracy": 80, "entities": 70, "relations": 60}
    raw = {**points, "comment": "好"}
    assert final_record(form_of("explanation-rating"), AnnotationItem("q", {}), raw) == {"qid": "q", **points}


@pytest.mark.parametrize("raw", [{}, {"outcome": "anomaly"}, {"outcome": "anomaly", "results": [[{"role": "S1"}]]}])
def test_an_unusable_answer_is_not_exported(raw: dict[str, object]) -> None:
    with pytest.raises(UserError, match="The answer to q cannot be exported") as caught:
        final_record(form_of("space-anomaly"), AnnotationItem("q", {"text": TEXT}), raw)
    assert caught.value.code == "unusable-answer"
