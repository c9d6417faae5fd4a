"""Answer sheets of SpaCE2021."""

import json
from pathlib import Path

import pytest

from pingce.formats.check import check_file
from pingce.formats.load import Loaded, load_gold, load_predictions
from pingce.formats.sheet import is_sheet, sheet
from pingce.formats.source import Source
from pingce.spec.values import Answer
from pingce.tasks.catalog import TASKS
from tests.builders import write

TASK1, TASK3 = TASKS["space2021/task1"], TASKS["space2021/task3"]
META = {"team_name": "甲队", "institution": "乙大学", "email": "a@example.org"}


def _gold(tmp_path: Path) -> Loaded:
    records = [{"qID": f"1-dev-{i}", "context": "书在桌上。", "judge1": bool(i % 2)} for i in (1, 2, 3)]
    return load_gold(TASK1, write(tmp_path / "gold.json", json.dumps(records)))


def _answers(tmp_path: Path, content: object, **layout: int) -> tuple[dict[str, Answer], list[str]]:
    gold = _gold(tmp_path)
    said = load_predictions(TASK1, write(tmp_path / "sheet.json", json.dumps(content, **layout)), gold)  # type: ignore[arg-type]
    return said.answers, [p.code for p in said.findings.problems]


@pytest.mark.parametrize("part", ["dev", "test"])
@pytest.mark.parametrize("indent", [None, 2])
def test_answers_are_found_by_the_number_at_the_end_of_the_id(part: str, indent: int | None, tmp_path: Path) -> None:
    content = {"meta": META, f"subtask1-{part}": {"1": 1, "2": 0, "3": True}, "subtask2-dev": {}}
    layout = {} if indent is None else {"indent": indent}
    assert _answers(tmp_path, content, **layout) == (
        {"1": {"judge1": "1"}, "2": {"judge1": "0"}, "3": {"judge1": "1"}},
        [],
    )


def test_other_values_earn_nothing_and_are_named(tmp_path: Path) -> None:
    answers, codes = _answers(tmp_path, {"subtask1-dev": {"1": "1", "2": 2, "3": 1.0}})
    assert answers == {"1": {}, "2": {}, "3": {"judge1": "1"}}
    assert codes == ["unknown-label", "unknown-label", "loose-label"]


def test_the_third_subtask_has_pairs(tmp_path: Path) -> None:
    content = {"subtask3-dev": {"1": [0, 1], "2": [1, 0], "3": 1, "4": [1], "5": [0, 1, 0]}}
    checked = check_file(TASK3, write(tmp_path / "s.json", json.dumps(content)))
    assert (checked.records, checked.answered) == (2, 2)
    assert [(p.code, p.qid, p.path, p.found) for p in checked.findings.problems] == [
        ("wrong-type", "3", "subtask3-dev.3", "1"),
        ("wrong-type", "4", "subtask3-dev.4", "[1]"),
        ("wrong-type", "5", "subtask3-dev.5", "[0, 1, 0]"),
    ]


@pytest.mark.parametrize(
    "content",
    [
        {"meta": META},
        {"subtask1-dev": {"1": 1}, "subtask1-test": {"1": 1}},
        {"subtask1-dev": [1, 0]},
        {},
    ],
)
def test_a_sheet_needs_its_subtask_once(content: object, tmp_path: Path) -> None:
    checked = check_file(TASK1, write(tmp_path / "s.json", json.dumps(content)))
    assert [p.code for p in checked.findings.problems] == ["no-such-sheet"]


def test_a_sheet_that_breaks_off(tmp_path: Path) -> None:
    checked = check_file(TASK1, write(tmp_path / "s.json", '{"meta": {},\n"subtask1-dev": {"1": 1,'))
    assert [(p.code, p.line) for p in checked.findings.problems] == [("truncated", 2)]


RECORD = '{"qID": "1-dev-1", "context": "书。", "judge1": true}'


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('{"subtask1-dev": {}}', True),
        ('\ufeff\n{\n"subtask1-dev": {}}', True),
        ('{"subtask1-dev": {' + ", ".join(f'"{i}": 1' for i in range(20_000)) + "}}", True),
        (RECORD, False),
        (RECORD[:-9], False),
        ('{"qid": "1-dev-1", "judge": 1}\n{"qid": "1-dev-2", "judge": 1}\n', False),
        (RECORD.replace("书", "书" * 50_000), False),
        (f"[{RECORD}]", False),
        ("[]", False),
        ("", False),
        ("散文", False),
    ],
)
def test_a_sheet_is_an_object_that_is_no_record(content: str, expected: bool, tmp_path: Path) -> None:
    write(tmp_path / "f", content)
    assert is_sheet(TASK1, Source(tmp_path / "f")) is expected


def test_a_written_sheet_has_numbers_and_pairs() -> None:
    assert sheet(TASK1, {"1-dev-1": [True], "1-dev-12": [False]}, "dev", META) == {
        "meta": META,
        "subtask1-dev": {"1": 1, "12": 0},
    }
    assert sheet(TASK3, {"3-test-7": [False, True]}, "test", {}) == {"meta": {}, "subtask3-test": {"7": [0, 1]}}
