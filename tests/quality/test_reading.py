"""Files of answers: annotation exports, a file per person, tables; everything wrong with them at once."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pingce.formats.load import BadFileError
from pingce.quality.annotations import RuleHit
from pingce.quality.answer_files import read_answer_files, read_table
from pingce.quality.reading import read_annotations
from pingce.spec.errors import UserError
from pingce.spec.values import Senses
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records

EXAMPLES = Path(__file__).parents[2] / "examples"
LINE = {"item": "q1", "task": "space2022/task1", "annotator": "林", "answer": {"rating": "bad"}}


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        read_annotations(write(tmp_path / "a.jsonl", b"\xff\n"))
    assert [problem.code for problem in caught.value.findings.problems] == ["not-utf8"]


def test_a_line_is_an_annotation_with_all_it_says(tmp_path: Path) -> None:
    full = {
        **LINE,
        "form": "space-rating",
        "at": "2022-04-23T09:00:00+08:00",
        "seconds": 12.5,
        "batch": 3,
        "genre": "报刊",
        "group": "g",
        "version": 2,
        "control": True,
        "state": "done",
        "hits": [{"rule": "fine-but-marked", "level": "warn", "path": "span"}],
        "texts": {"text": "小猫在桌子下。"},
    }
    data = read_annotations(write_records(tmp_path / "a.jsonl", [full]))
    (one,) = data.versions
    assert (one.item, one.annotator, one.answer) == ("q1", "林", {"rating": "bad"})
    assert (one.seconds, one.batch, one.genre, one.group, one.version) == (12.5, "3", "报刊", "g", 2)
    assert one.control
    assert one.hits == (RuleHit("fine-but-marked", "warn"),)
    assert one.at == datetime(2022, 4, 23, 1, tzinfo=UTC)
    assert data.items["q1"].text == "小猫在桌子下。"
    assert [field.name for field in data.fields] == ["rating"]


def test_decisions_stand_beside_annotations(tmp_path: Path) -> None:
    lines = [
        LINE,
        {"item": "q1", "decision": {"rating": "fine"}, "kind": "review", "by": "审", "reason": "场景成立"},
        {"item": "q1", "decision": {"rating": "bad"}, "kind": "appeal", "by": "终审"},
        {"item": "q2", "decision": {"rating": "fine"}, "kind": "control"},
    ]
    data = read_annotations(write_records(tmp_path / "a.jsonl", lines))
    assert {item: (one.answer["rating"], one.kind) for item, one in data.final.items()} == {"q1": ("bad", "appeal")}
    assert data.known == {"q2": {"rating": "fine"}}


def test_fields_of_the_task_are_read_as_its_files_write_them(tmp_path: Path) -> None:
    reasons = [{"type": "A", "fragments": [{"role": "text1", "text": "地面", "idxes": [0, 1]}]}]
    line = {
        "item": "q",
        "task": "space2022/task2",
        "annotator": "林",
        "answer": {"outcome": "anomaly", "reasons": reasons},
    }
    data = read_annotations(write_records(tmp_path / "a.jsonl", [line]))
    assert [field.name for field in data.fields] == ["reasons", "outcome"]
    assert data.versions[0].answer["reasons"][0].type == "A"  # type: ignore[union-attr, index]


def test_a_special_option_is_a_set_of_senses_of_its_own(tmp_path: Path) -> None:
    line = {"item": "q", "task": "wsd/senses", "annotator": "林", "answer": {"special": "ambiguous"}}
    data = read_annotations(
        write_records(tmp_path / "a.jsonl", [{**line}, {**line, "annotator": "周", "answer": {"senses": ["开"]}}])
    )
    assert [one.answer["senses"] for one in data.versions] == [Senses(("〔ambiguous〕",)), Senses(("开",))]
    assert [field.name for field in data.fields] == ["senses"]


def test_unfinished_lines_are_left_out_and_counted(tmp_path: Path) -> None:
    lines = [LINE, {**LINE, "annotator": "周", "state": "draft"}, {**LINE, "annotator": "吴", "state": "skipped"}]
    data = read_annotations(write_records(tmp_path / "a.jsonl", lines))
    assert data.annotators == ["林"]
    assert data.left_out == {"draft": 1, "skipped": 1}


def test_all_problems_of_a_file_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    lines = [
        {"task": "space2022/task1", "annotator": "林", "answer": {"rating": "bad"}},
        {**LINE, "annotator": 5},
        {**LINE, "answer": "bad"},
        {**LINE, "answer": {"judge": 7}},
        {**LINE, "annotator": "己", "at": "yesterday"},
        {**LINE, "annotator": "甲", "seconds": -1},
        {**LINE, "annotator": "乙", "version": "two"},
        {**LINE, "annotator": "丙", "hits": ["rule"]},
        {**LINE, "annotator": "丁", "batch": ["a"]},
        {**LINE, "annotator": "戊", "answer": {"rating": 3}},
        {"item": "q1", "decision": {"rating": "bad"}, "kind": "guess"},
        {"item": "q1", "decision": None, "kind": "review"},
        {**LINE, "annotator": "己"},
    ]
    with pytest.raises(BadFileError) as error:
        read_annotations(write_records(tmp_path / "a.jsonl", lines))
    found = [(one.line, one.code, one.path) for one in error.value.findings.errors]
    assert found == [
        (1, "missing-key", "item"),
        (2, "wrong-type", "annotator"),
        (3, "wrong-type", "answer"),
        (4, "unknown-label", "answer.judge"),
        (5, "wrong-type", "at"),
        (6, "wrong-type", "seconds"),
        (7, "wrong-type", "version"),
        (8, "wrong-type", "hits"),
        (9, "wrong-type", "batch"),
        (10, "wrong-type", "answer.rating"),
        (11, "wrong-type", "kind"),
        (12, "wrong-type", "decision"),
        (13, "duplicate-qid", "version"),
    ]


def test_an_unknown_task_and_a_mixture_of_tasks_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFileError):
        read_annotations(write_records(tmp_path / "a.jsonl", [{**LINE, "task": "space2099/task1"}]))
    mixed = [LINE, {**LINE, "task": "space2022/task2", "answer": {"outcome": "fine"}}]
    file = write_records(tmp_path / "b.jsonl", mixed)
    with pytest.raises(UserError) as error:
        read_annotations(file)
    assert error.value.code == "which-task"
    assert len(read_annotations(file, task_id="space2022/task2").versions) == 1


def test_a_file_without_annotations_is_refused(tmp_path: Path) -> None:
    file = write_records(tmp_path / "a.jsonl", [{"item": "q", "decision": {"rating": "bad"}, "kind": "agreed"}])
    with pytest.raises(BadFileError) as error:
        read_annotations(file, task_id="space2022/task1")
    assert [one.code for one in error.value.findings.errors] == ["empty-file"]


def test_broken_json_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as error:
        read_annotations(write(tmp_path / "a.jsonl", json.dumps(LINE) + "\n{oops\n"))
    assert [(one.line, one.code) for one in error.value.findings.errors] == [(2, "json-syntax")]


def test_answers_may_come_as_a_file_per_person() -> None:
    files = {name: str(EXAMPLES / f"space2022/pred-{name}-task1.jsonl") for name in ("a", "b")}
    data = read_answer_files(TASKS["space2022/task1"], files)
    assert data.annotators == ["a", "b"]
    assert data.gold == {}
    with_gold = read_answer_files(
        TASKS["space2022/task1"], files, gold_file=str(EXAMPLES / "space2022/task1_dev.jsonl")
    )
    assert len(with_gold.gold) == 20
    assert all(item.text for item in with_gold.items.values())


def test_an_unreadable_answer_of_a_person_is_refused(tmp_path: Path) -> None:
    file = write_records(tmp_path / "a.jsonl", [{"qid": "1", "judge": "maybe"}])
    with pytest.raises(BadFileError):
        read_answer_files(TASKS["space2022/task1"], {"a": file})
    with pytest.raises(BadFileError):
        read_answer_files(TASKS["space2022/task1"], {"a": write(tmp_path / "b.jsonl", "")})


def test_a_table_has_people_as_columns(tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", "item,甲,乙,gold,genre\nq1,x,y,x,报刊\nq2,x,,y,课本\n")
    data = read_table(file)
    assert [(one.item, one.annotator, one.answer["label"], one.genre) for one in data.versions] == [
        ("q1", "甲", "x", "报刊"),
        ("q1", "乙", "y", "报刊"),
        ("q2", "甲", "x", "课本"),
    ]
    assert data.known == {"q1": {"label": "x"}, "q2": {"label": "y"}}


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        ("item,甲,甲\nq1,x,y\n", ["wrong-field-count"]),
        ("item,gold\nq1,x\n", ["wrong-field-count", "empty-file"][:1]),
        ("item,甲,乙\nq1,x\nq2,x,y\nq2,x,y\n,x,y\n", ["wrong-field-count", "duplicate-qid", "missing-key"]),
        ("item,甲,乙\nq1,,\n", ["empty-file"]),
        ("", ["empty-file"]),
    ],
)
def test_all_problems_of_a_table_are_told_at_once(tmp_path: Path, content: str, codes: list[str]) -> None:
    with pytest.raises(BadFileError) as error:
        read_table(write(tmp_path / "t.csv", content))
    assert [one.code for one in error.value.findings.errors] == codes


def test_a_scale_orders_the_labels_and_refuses_others(tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", "item,甲,乙\nq1,low,high\nq2,mid,huge\n")
    with pytest.raises(BadFileError) as error:
        read_table(file, scale=("low", "mid", "high"))
    assert [(one.line, one.code) for one in error.value.findings.errors] == [(3, "unknown-label")]
    good = read_table(write(tmp_path / "u.csv", "item,甲,乙\nq1,low,high\n"), scale=("low", "mid", "high"))
    assert good.fields[0].ordered
    assert good.fields[0].shape.labels == ("low", "mid", "high")  # type: ignore[union-attr]
