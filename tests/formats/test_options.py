"""Items with options of their own: what is read, under which keys, and what the form and splits make of them."""

import json
from pathlib import Path

import pytest

from pingce.annotate.describe import _widget
from pingce.annotate.files.items import read_new_items
from pingce.annotate.files.records import final_record
from pingce.annotate.forms import form_of
from pingce.annotate.items import AnnotationItem
from pingce.formats.check import check_file
from pingce.formats.encode import encode_record
from pingce.formats.entries import read_entries
from pingce.formats.findings import Findings
from pingce.formats.load import load_gold
from pingce.formats.source import find_source
from pingce.release.inputs import Decided
from pingce.release.split.grouping import group
from pingce.spec.errors import UserError
from pingce.spec.values import Item
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records

EXAMPLES = Path(__file__).parents[2] / "examples"
SPR = TASKS["space2025/spr-zh"]
RECORD = {
    "id": "spr-zh-dev-1",
    "instruction": "题目是单选题",
    "text": "甲在乙左边。",
    "question": "()在左边。",
    "options": {"A": "甲", "B": "乙"},
    "answer": ["A"],
}


@pytest.mark.parametrize(
    ("task", "file"),
    [
        ("space2024/choice", "space2024/train.jsonl"),
        ("space2025/jsi", "space2025/jsi_demo.jsonl"),
        ("space2025/rse", "space2025/rse_demo.jsonl"),
        ("space2025/spr-en", "space2025/spr_en_dev.jsonl"),
    ],
)
def test_records_are_written_as_they_were_read_key_by_key(task: str, file: str) -> None:
    lines = (EXAMPLES / file).read_text(encoding="utf-8").splitlines()
    entries = list(read_entries(TASKS[task], find_source(str(EXAMPLES / file)), Findings(file)))
    written = [json.dumps(encode_record(TASKS[task], one.item, one.answer), ensure_ascii=False) for one in entries]
    assert [json.loads(line) for line in written] == [json.loads(line) for line in lines]
    assert [list(json.loads(line)) for line in written] == [list(json.loads(line)) for line in lines]


def test_a_key_that_is_there_under_both_names_stays(tmp_path: Path) -> None:
    both = {**RECORD, "option": {"A": "丙", "B": "丁"}}
    checked = check_file(SPR, write_records(tmp_path / "f.jsonl", [both]))
    assert [p.code for p in checked.findings.problems] == ["unknown-key"]
    items = load_gold(SPR, str(tmp_path / "f.jsonl")).items
    assert items["spr-zh-dev-1"].options == {"A": "甲", "B": "乙"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": None}, "options: found null; expected 2 to 4 options lettered ABCD in this order [bad-options]"),
        ({"options": {"A": "甲"}}, 'options: found "A"; expected 2 to 4 options lettered ABCD in this order'),
        ({"options": {"A": "甲", "B": "乙", "E": "丙"}}, 'options: found "A, B, E"; expected 2 to 4 options'),
        ({"options": {"A": "甲", "B": 3}}, "options.B: found 3; expected a string [option-number]"),
        ({"options": {"A": "甲", "B": True}}, "options.B: found true; expected a string [bad-options]"),
        ({"options": {"A": "甲", "B": " "}}, 'options.B: found " "; expected a string [bad-options]'),
        ({"text": ["甲在乙左边。", "乙在丙左边。"]}, "text: found"),
        ({"question": "Who sits on the left?"}, ": found text: zh, question: en; expected one language"),
        ({"answer": ["E"]}, 'answer: found "E"; expected A/B [unknown-letter]'),
    ],
)
def test_bad_items_get_one_clear_message(change: dict[str, object], message: str, tmp_path: Path) -> None:
    file = write(tmp_path / "f.jsonl", json.dumps({**RECORD, **change}, ensure_ascii=False))
    (problem,) = check_file(SPR, file).findings.problems
    assert message in problem.text("en")


def test_missing_options_are_named(tmp_path: Path) -> None:
    file = write_records(tmp_path / "f.jsonl", [{k: v for k, v in RECORD.items() if k != "options"}])
    assert [p.code for p in check_file(SPR, file, role="gold").findings.problems] == ["missing-key"]


def test_a_file_of_another_subtask_only_says_what_was_expected(tmp_path: Path) -> None:
    (problem,) = check_file(TASKS["space2025/jsi"], write_records(tmp_path / "f.jsonl", [RECORD])).findings.problems
    assert (problem.code, problem.expected.en) == ("empty-file", "at least one record whose id begins with jsi-")


def test_other_options_than_the_question_has_are_told(tmp_path: Path) -> None:
    gold = write_records(tmp_path / "gold.jsonl", [RECORD])
    said = write_records(tmp_path / "pred.jsonl", [{**RECORD, "options": {"A": "乙", "B": "甲"}}])
    problems = check_file(SPR, said, questions=gold, role="submission").findings.problems
    assert [(p.code, p.path) for p in problems] == [("changed-text", "options")]


def test_a_campaign_gives_out_options_and_kind_and_gets_the_record_back(tmp_path: Path) -> None:
    form = form_of("space2025/spr-zh")
    (new,) = read_new_items(form, write_records(tmp_path / "f.jsonl", [RECORD]))
    assert new.extra == {"instruction": "题目是单选题", "options": {"A": "甲", "B": "乙"}, "option_kind": "single"}
    item = AnnotationItem(new.id, new.texts, new.extra)
    assert final_record(form, item, {"answer": ["A"]}) == RECORD
    with pytest.raises(UserError, match="unknown-letter"):
        final_record(form, item, {"answer": ["C"]})
    assert [_widget(field.shape)[0] for field in form.fields] == ["options", "text"]


def _decided(task: str, number: int, text: str) -> Decided:
    item = Item(f"{task.split('/')[1]}-train-{number}", {"text": text, "question": "()"}, {}, {"A": "甲", "B": "乙"})
    return Decided(0, TASKS[task], item, {"answer": frozenset("A")})


def test_twins_and_equal_texts_stay_together_and_templates_apart() -> None:
    seats = "{}四人走进面馆，选了四人卡座坐下，面对面而坐。已知：{}在左边。"
    zh = [_decided("space2025/spr-zh", n, seats.format(name, name)) for n, name in ((1, "甲"), (2, "乙"), (3, "甲"))]
    en = [_decided("space2025/spr-en", n, f"Text {n} in a booth for four, face to face.") for n in (1, 2, 4)]
    assert group([*zh, *en]).groups == [0, 1, 0, 0, 1, 2]


def test_an_option_that_is_a_number_is_read_as_its_digits(tmp_path: Path) -> None:
    file = write_records(tmp_path / "f.jsonl", [{**RECORD, "options": {"A": 1.0, "B": 2}}])
    assert load_gold(SPR, file).items["spr-zh-dev-1"].options == {"A": "1", "B": "2"}
