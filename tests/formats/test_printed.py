"""SpaCE2023 task 1 as its page prints it: ``fragments`` with roles S, P, E beside ``results`` with S1 … E2."""

import json
from pathlib import Path

import pytest

from pingce.evaluation.files import score_files
from pingce.formats.check import check_file
from pingce.formats.entries import read_entries
from pingce.formats.findings import Findings
from pingce.formats.save import save
from pingce.formats.source import find_source
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS
from tests.builders import TEXT, Record, write_records

TASK = TASKS["space2023/task1"]


def _span(role: str, part: str) -> Record:
    at = TEXT.index(part)
    return {"role": role, "text": part, "idxes": list(range(at, at + len(part)))}


def _spans(**roles: str) -> list[Record]:
    return [_span(role, part) for role, part in roles.items()]


TWO_GROUPS = [_span("S", "小明"), _span("P", "在桌子上"), _span("S", "他"), _span("P", "到窗边"), _span("E", "走")]
PRINTED: Record = {
    "qid": "1-train-1",
    "context": TEXT,
    "fragments": [_spans(E="放", P="在桌子上"), _spans(S="书", P="在桌子上", E="放"), TWO_GROUPS],
}
IN_FILES: Record = {
    "qid": "1-train-1",
    "context": TEXT,
    "results": [
        _spans(E1="放", P1="在桌子上"),
        _spans(S1="书", P1="在桌子上", E1="放"),
        _spans(S1="小明", P1="在桌子上", S2="他", P2="到窗边", E2="走"),
    ],
}


def _rewritten(path: Path, out: Path, form: str) -> list[Record]:
    entries = read_entries(TASK, find_source(str(path)), Findings(path.name))
    pairs = [(entry.item, entry.answer) for entry in entries]
    save(TASK, out, pairs, kind="jsonl", form="page" if form == "page" else "files")
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("given", [PRINTED, IN_FILES], ids=["page", "files"])
def test_both_forms_are_read_and_written(given: Record, tmp_path: Path) -> None:
    path = tmp_path / "given.jsonl"
    write_records(path, [given])
    assert _rewritten(path, tmp_path / "files.jsonl", "files") == [IN_FILES]
    assert _rewritten(path, tmp_path / "page.jsonl", "page") == [PRINTED]


def test_the_page_also_calls_the_number_id(tmp_path: Path) -> None:
    path = tmp_path / "given.jsonl"
    write_records(path, [{("id" if key == "qid" else key): value for key, value in PRINTED.items()}])
    assert _rewritten(path, tmp_path / "files.jsonl", "files") == [IN_FILES]


def test_a_submission_in_the_form_of_the_page_scores_with_a_warning(tmp_path: Path) -> None:
    gold, said = tmp_path / "gold.jsonl", tmp_path / "said.jsonl"
    write_records(gold, [IN_FILES])
    write_records(said, [{"qid": "1-train-1", "fragments": [_spans(P="在桌子上")]}])
    # Best against E1 放 P1 在桌子上: 4 of 4 submitted, of 5 in gold.
    assert score_files(TASK, str(said), str(gold)).result.main == pytest.approx(8 / 9)
    problems = check_file(TASK, str(said), questions=str(gold), role="submission").findings.problems
    assert [(problem.code, problem.level) for problem in problems] == [("page-form", "warning")]


def test_short_roles_in_the_form_of_the_files_still_match_nothing(tmp_path: Path) -> None:
    gold, said = tmp_path / "gold.jsonl", tmp_path / "said.jsonl"
    write_records(gold, [IN_FILES])
    write_records(said, [{"qid": "1-train-1", "results": [_spans(P="在桌子上")]}])
    assert score_files(TASK, str(said), str(gold)).result.main == 0.0


def test_a_role_that_comes_a_third_time_belongs_to_no_group(tmp_path: Path) -> None:
    path = tmp_path / "given.jsonl"
    write_records(path, [{**PRINTED, "fragments": [[_span("S", "小明"), _span("S", "他"), _span("S", "书")]]}])
    codes = {problem.code for problem in check_file(TASK, str(path)).findings.problems}
    assert codes == {"page-form", "unknown-role"}


def test_groups_the_page_cannot_tell_apart_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "given.jsonl"
    write_records(path, [{**IN_FILES, "results": [_spans(P1="在桌子上", S2="他", P2="到窗边")]}])
    with pytest.raises(UserError, match="cannot tell the groups of P1, S2, P2 apart"):
        _rewritten(path, tmp_path / "page.jsonl", "page")
    assert not (tmp_path / "page.jsonl").exists()


def test_other_tasks_have_no_form_of_the_page(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="space2022/task2 has no other form"):
        save(TASKS["space2022/task2"], tmp_path / "out.jsonl", [], kind="jsonl", form="page")
