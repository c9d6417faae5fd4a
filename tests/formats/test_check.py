"""Loading files for scoring and checking them as a whole."""

import json
from pathlib import Path

import pytest

from pingce.formats import findings as findings_module
from pingce.formats.check import check_file
from pingce.formats.findings import Findings, StopReading
from pingce.formats.load import BadFileError, load_gold, load_predictions, load_questions
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation
from pingce.spec.values import Reason, RoleSpan
from pingce.spec.words import same
from pingce.tasks.catalog import TASKS
from tests.builders import TEXT, write, write_records

JUDGE, STEP = TASKS["space2022/task1"], TASKS["space2022/task3"]
GOLD = [{"qid": q, "context": TEXT, "judge": j} for q, j in (("a", 1), ("b", 0))]


def _gold(tmp_path: Path) -> str:
    return write_records(tmp_path / "gold.jsonl", GOLD)


def test_gold_may_come_without_texts(tmp_path: Path) -> None:
    loaded = load_gold(JUDGE, write_records(tmp_path / "g", [{"qid": "a", "judge": 1}]))
    assert loaded.answers == {"a": {"judge": "1"}}
    assert loaded.items["a"].texts == {}


def test_questions_are_no_gold(tmp_path: Path) -> None:
    name = write_records(tmp_path / "q", [{"qid": "a", "context": TEXT}])
    with pytest.raises(UserError) as caught:
        load_gold(JUDGE, name)
    assert (caught.value.code, str(caught.value)) == (
        "no-gold-answers",
        f"{name} has questions but no answers. Gold needs the key judge in every record.",
    )


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"qid": "b", "context": TEXT, "judge": "1"}, "unknown-label"),
        ({"qid": "b", "context": TEXT}, "missing-key"),
        ({"context": TEXT, "judge": 1}, "no-qid"),
        ({"qid": 7, "context": TEXT, "judge": 1}, "no-qid"),
        ({"qid": [7], "context": TEXT, "judge": 1}, "wrong-type"),
        ({"qid": "b", "context": 7, "judge": 1}, "wrong-type"),
        ([], "not-object"),
    ],
)
def test_what_cannot_be_read_in_gold_is_fatal(record: object, code: str, tmp_path: Path) -> None:
    name = write_records(tmp_path / "g", [GOLD[0], record])
    with pytest.raises(BadFileError) as caught:
        load_gold(JUDGE, name)
    assert (caught.value.code, caught.value.message) == ("bad-file", f"{name} cannot be used.")
    [problem] = caught.value.findings.problems
    assert (problem.code, problem.line) == (code, 2)
    assert str(caught.value) == f"{name} cannot be used.\n{problem.text('en')}"


def test_what_cannot_be_read_in_a_submission_earns_nothing(tmp_path: Path) -> None:
    gold = load_gold(JUDGE, _gold(tmp_path))
    said = load_predictions(JUDGE, write_records(tmp_path / "p", [{"qid": "a", "judge": 2}, {"judge": 1}]), gold)
    assert said.answers == {"a": {}}
    assert [(p.code, p.line, p.qid) for p in said.findings.problems] == [
        ("unknown-label", 1, "a"),
        ("no-qid", 2, None),
        ("missing-qid", None, "b"),
    ]


def test_a_submission_that_is_no_such_file_is_refused_with_everything_that_is_wrong(tmp_path: Path) -> None:
    gold = load_gold(JUDGE, _gold(tmp_path))
    name = write(tmp_path / "p", '{"qid": "a", "judge": 1}\n{"qid": "b"')
    with pytest.raises(BadFileError) as caught:
        load_predictions(JUDGE, name, gold)
    assert [(p.code, p.line) for p in caught.value.findings.problems] == [("truncated", 2), ("missing-qid", None)]


def test_a_byte_that_is_not_utf8_is_refused_however_records_are_read(tmp_path: Path) -> None:
    record = {"qid": "a", "context": TEXT, "corefs": [], "non_corefs": [], "outputs": []}
    gold = load_gold(STEP, write_records(tmp_path / "g", [record]))
    line = json.dumps({"qid": "a", "outputs": []}).encode()
    name = write(tmp_path / "p", line + b"\n" + line.replace(b'"a"', b'"\xff"'))
    with pytest.raises(BadFileError) as caught:
        load_predictions(STEP, name, gold)
    assert [(p.code, p.line) for p in caught.value.findings.errors] == [("not-utf8", 2)]


def test_the_later_of_two_answers_counts(tmp_path: Path) -> None:
    gold = load_gold(JUDGE, _gold(tmp_path))
    records = [{"qid": "a", "judge": 0}, {"qid": "b", "judge": 0}, {"qid": "a", "judge": 1}, {"qid": "z", "judge": 1}]
    said = load_predictions(JUDGE, write_records(tmp_path / "p", records), gold)
    assert said.answers == {"a": {"judge": "1"}, "b": {"judge": "0"}}
    assert [(p.code, p.line) for p in said.findings.problems] == [("duplicate-qid", 3), ("unknown-qid", 4)]


@pytest.mark.parametrize("record", [{"qid": "z", "judge": 1}, {"qid": "a-1", "judge": 0}])
def test_a_file_that_answers_no_question_at_all_is_an_error(record: object, tmp_path: Path) -> None:
    name = write_records(tmp_path / "p", [record])
    findings = check_file(JUDGE, name, questions=_gold(tmp_path)).findings
    assert [(p.code, p.found_in("en")) for p in findings.errors] == [("nothing-answered", "1 record")]
    assert [p.code for p in findings.warnings] == ["unknown-qid", "missing-qid", "missing-qid"]
    assert load_predictions(JUDGE, name, load_gold(JUDGE, _gold(tmp_path))).answers == {}


def test_what_only_gold_has_makes_no_difference_in_a_submission(tmp_path: Path) -> None:
    record = {"qid": "a", "context": TEXT, "corefs": [[]], "non_corefs": 7, "outputs": []}
    name = write_records(tmp_path / "p", [record])
    found = [check_file(STEP, name, role=role).findings.problems for role in ("submission", "gold")]
    assert [[p.code for p in problems] for problems in found] == [
        ["no-answer"],
        ["few-members", "wrong-type", "no-answer"],
    ]


def test_answers_for_a_data_set_are_held_to_what_gold_is(tmp_path: Path) -> None:
    name = write_records(tmp_path / "p", [{"qid": "a", "judge": 1}, {"qid": "z", "judge": 1}])
    findings = check_file(JUDGE, name, questions=_gold(tmp_path), strict=True).findings
    assert [p.code for p in findings.errors] == ["unknown-qid", "missing-qid"]


def test_the_text_of_a_span_is_not_read_in_a_submission(tmp_path: Path) -> None:
    task = TASKS["space2023/task1"]
    name = write_records(tmp_path / "p", [{"qid": "a", "results": [[{"role": "S1", "text": 7, "idxes": [0]}]]}])
    checked = check_file(task, name, role="submission")
    assert [(p.code, p.level, p.found) for p in checked.findings.problems] == [("text-mismatch", "warning", "7")]
    gold = load_gold(task, write_records(tmp_path / "g", [{"qid": "a", "results": []}]))
    assert load_predictions(task, name, gold).answers == {"a": {"reasons": (Reason("", (RoleSpan("S1", "", (0,)),)),)}}


def test_a_text_that_is_none_is_one_that_differs(tmp_path: Path) -> None:
    name = write_records(tmp_path / "p", [{"qid": q, "context": 7, "judge": 1} for q in "ab"])
    findings = check_file(JUDGE, name, questions=_gold(tmp_path)).findings
    assert [(p.code, p.level, p.found) for p in findings.problems] == [("changed-text", "warning", "7")] * 2


def test_extra_keys_of_gold_are_kept_for_breakdowns(tmp_path: Path) -> None:
    record = {**GOLD[0], "genre": "新闻", "year": 2022, "nested": {"a": 1}}
    loaded = load_gold(JUDGE, write_records(tmp_path / "g", [record]))
    assert loaded.items["a"].extra == {"genre": "新闻", "year": "2022"}


@pytest.mark.parametrize(
    ("records", "role", "answered"),
    [
        (GOLD, "gold", 2),
        ([{"qid": "a", "context": TEXT}], "questions", 0),
        ([{"qid": "a", "judge": 1}], "submission", 1),
    ],
)
def test_the_first_record_says_what_kind_of_file_it_is(
    records: list[object], role: str, answered: int, tmp_path: Path
) -> None:
    checked = check_file(JUDGE, write_records(tmp_path / "f", records))
    assert (checked.findings.role, checked.records, checked.answered) == (role, len(records), answered)
    assert checked.findings.problems == []


def test_questions_come_from_gold_or_question_files_by_match_key(tmp_path: Path) -> None:
    assert [item.id for item in load_questions(JUDGE, _gold(tmp_path)).values()] == ["a", "b"]
    old = TASKS["space2021/task1"]
    name = write_records(tmp_path / "q", [{"qID": "1-dev-17", "context": TEXT}])
    assert {key: item.id for key, item in load_questions(old, name).items()} == {"17": "1-dev-17"}


@pytest.mark.parametrize("content", ["", "[]", "[", "散文"])
def test_questions_that_are_none(content: str, tmp_path: Path) -> None:
    with pytest.raises(BadFileError):
        load_questions(JUDGE, write(tmp_path / "q", content))


def test_an_empty_array_is_an_empty_file(tmp_path: Path) -> None:
    assert [p.code for p in check_file(JUDGE, write(tmp_path / "f", "[]")).findings.problems] == ["empty-file"]


def test_checking_stops_after_enough_errors_and_keeps_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings_module, "KEPT", 3)
    monkeypatch.setattr(findings_module, "ENOUGH", 5)
    name = write_records(tmp_path / "f", [{**GOLD[0], "qid": str(i), "judge": 7} for i in range(20)])
    checked = check_file(JUDGE, name)
    assert [p.line for p in checked.findings.errors] == [1, 2, 3]
    assert (checked.findings.error_count, checked.findings.stopped_at) == (5, 5)


def test_scoring_reads_on_whatever_the_number_of_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings_module, "ENOUGH", 2)
    gold = load_gold(JUDGE, _gold(tmp_path))
    records = [{"qid": f"z{i}", "judge": 1} for i in range(9)] + [{"qid": "a", "judge": 1}]
    assert load_predictions(JUDGE, write_records(tmp_path / "p", records), gold).answers == {"a": {"judge": "1"}}


def test_missing_answers_never_stop_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings_module, "ENOUGH", 2)
    found = Findings("f")
    for _ in range(5):
        found.add(Violation("missing-qid", "", "nothing", same("a")))
    assert (found.error_count, found.warning_count) == (5, 0)
    found.add(Violation("unknown-qid", "", "y", same("a")), line=8)
    with pytest.raises(StopReading):
        found.add(Violation("unknown-qid", "", "z", same("a")), line=9)
    assert found.stopped_at == 9


def test_scoring_gives_up_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gold = load_gold(JUDGE, write_records(tmp_path / "g", [{"qid": "a", "judge": 1}]))
    said = write_records(tmp_path / "p", [{"qid": "a", "judge": 1}, *[{"qid": "a"}] * 8])
    assert load_predictions(JUDGE, said, gold).findings.error_count == 8
    monkeypatch.setattr(findings_module, "PATIENCE", 5)
    with pytest.raises(BadFileError):
        load_predictions(JUDGE, said, gold)


def test_every_code_keeps_its_first_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings_module, "KEPT", 2)
    found = Findings("f")
    for line, code in enumerate(["duplicate-qid"] * 5 + ["unknown-qid"] * 2, start=1):
        found.add(Violation(code, "", "x", same("y")), line=line)
    assert {code: problem.line for (_, code), problem in found.first.items()} == {"duplicate-qid": 1, "unknown-qid": 6}
    assert [problem.line for problem in found.problems] == [1, 2]


def test_codes_for_the_terminal_in_an_id_are_written_out(tmp_path: Path) -> None:
    path = write_records(tmp_path / "f.jsonl", [{"qid": "1\u001b[31m\u202e", "context": "书。", "judge": "x"}])
    checked = check_file(TASKS["space2022/task1"], path)
    assert [p.text() for p in checked.findings.errors] == [
        f'{path}:1 (1\\u001b[31m\\u202e) judge: found "x"; expected 0/1 [unknown-label]'
    ]


def test_megabytes_in_a_record_do_not_come_back_in_messages(tmp_path: Path) -> None:
    long = "长" * 100_000
    records = [{"qid": long, "judge": 1, long: 1}, {"qid": long, "judge": long}, {"qid": "a", "judge": 1}]
    findings = check_file(JUDGE, write_records(tmp_path / "p", records), questions=_gold(tmp_path)).findings
    assert [p.code for p in findings.problems] == [
        *("unknown-key", "unknown-qid", "unknown-label", "duplicate-qid", "unknown-qid", "missing-qid")
    ]
    assert max(len(p.text()) for p in findings.problems) < 900


def test_only_senses_have_an_inventory(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        check_file(JUDGE, _gold(tmp_path), role="inventory")
    assert caught.value.code == "no-inventory"
