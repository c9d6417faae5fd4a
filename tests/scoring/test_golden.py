"""The numbers of the official scripts on small answers, through real files. See ORIGIN.md in each folder."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pingce.formats.check import check_file
from pingce.formats.findings import Findings
from pingce.formats.load import load_gold
from pingce.scoring.frequency import by_frequency, count_senses
from pingce.scoring.run import ScoreResult
from pingce.spec.problem import CODES
from pingce.spec.task import RuleSet, TaskSpec
from pingce.tasks.catalog import TASKS
from tests.builders import score_files, write, write_records

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = sorted(GOLDEN.glob("*/*.json"))
EXACT = 1e-9


def _task(folder: Path) -> TaskSpec:
    return TASKS[folder.name.replace("-", "/", 1)]


class Scored(NamedTuple):
    """A golden case and what came of it."""

    case: dict[str, Any]
    result: ScoreResult
    findings: Findings
    gold_file: str
    pred_file: str


def _score(path: Path, tmp_path: Path, rules: RuleSet = "official") -> Scored:
    case = json.loads(path.read_text(encoding="utf-8"))
    gold = write_records(tmp_path / "gold.jsonl", case["gold"])
    if isinstance(case["pred"], dict):
        pred = write(tmp_path / "sheet.json", json.dumps(case["pred"]))
    else:
        pred = write_records(tmp_path / "pred.jsonl", case["pred"])
    result, _, predicted = score_files(_task(path.parent), gold, pred, rules)
    return Scored(case, result, predicted.findings, gold, pred)


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def _assert_numbers(result: ScoreResult, expected: dict[str, dict[str, str]]) -> None:
    for measure, numbers in expected.items():
        found = {name: result.measures[measure].numbers[name] for name in numbers}
        assert found == pytest.approx({name: float(Fraction(value)) for name, value in numbers.items()}, abs=EXACT)


@pytest.mark.parametrize("path", CASES, ids=_name)
def test_numbers_are_those_of_the_golden_case(path: Path, tmp_path: Path) -> None:
    scored = _score(path, tmp_path)
    _assert_numbers(scored.result, scored.case["expected"])
    for measure, counts in scored.case.get("counts", {}).items():
        assert {name: scored.result.measures[measure].counts[name] for name in counts} == counts


@pytest.mark.parametrize("path", CASES, ids=_name)
def test_findings_are_those_of_the_golden_case(path: Path, tmp_path: Path) -> None:
    task, (case, _, _, gold, pred) = _task(path.parent), _score(path, tmp_path)
    findings = check_file(task, pred, questions=gold, role="submission").findings
    assert sorted(p.code for p in findings.problems) == case["findings"]
    assert sorted(p.code for p in check_file(task, gold).findings.problems) == case.get("gold_findings", [])


@pytest.mark.parametrize("path", [p for p in CASES if "script-error" in p.name], ids=_name)
def test_where_the_script_ends_scoring_goes_on_and_says_so(path: Path, tmp_path: Path) -> None:
    findings = _score(path, tmp_path).findings
    assert [p.code for p in findings.problems if CODES[p.code].official_stops(p.level)] != []


@pytest.mark.parametrize("path", [p for p in CASES if "expected_page" in p.read_text(encoding="utf-8")], ids=_name)
def test_the_page_gives_other_numbers_where_it_says_so(path: Path, tmp_path: Path) -> None:
    scored = _score(path, tmp_path, rules="page")
    _assert_numbers(scored.result, scored.case["expected_page"])


def test_frequency_subsets_are_counted_on_training_senses(tmp_path: Path) -> None:
    path = GOLDEN / "wsd-senses" / "frequency-subsets.json"
    case, result, *_ = _score(path, tmp_path)
    train = load_gold(_task(path.parent), write_records(tmp_path / "train.jsonl", case["train"]))
    counts = count_senses((train.items[key], answer) for key, answer in train.answers.items())
    groups = by_frequency(result.cases, counts).groups
    assert {g.name: g.n for g in groups} == {name: len(golds) for name, golds in case["expected_subsets"].items()}
    assert [g.numbers["accuracy"] for g in groups] == [1.0, 0.0, 0.0, 0.0]


def test_every_task_with_a_script_has_golden_cases_and_their_origin() -> None:
    without_script = {"space2023/task3"}
    folders = {p.name for p in GOLDEN.iterdir()}
    assert folders == {name.replace("/", "-") for name in TASKS if name not in without_script}
    for folder in folders:
        origin = (GOLDEN / folder / "ORIGIN.md").read_text(encoding="utf-8")
        assert _task(GOLDEN / folder).official in origin
