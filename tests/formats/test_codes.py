"""Every code is produced by a small file: where it stands, what was found, what was expected."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pingce.cli.main import cli
from pingce.formats import entries, jsonsyntax
from pingce.formats.check import check_file
from pingce.formats.findings import FileRole, Findings
from pingce.formats.ratings import read_ratings
from pingce.formats.senses import read_inventory
from pingce.formats.source import find_source
from pingce.spec.problem import CODES, Problem, Violation, shown
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records
from tests.formats.broken import (
    BOOK,
    BROKEN,
    OBJECTS,
    TEXT,
    Broken,
    P,
    S,
    judge,
    piece,
    reason,
    record,
    roles,
    span,
    steps,
)

ROLES = [{"role": "空间实体", "fragment": piece(3)}, {"role": "处所", "fragment": piece(5, 6, 7, 8)}]
VERDICT = [{"judge": "false", "reason": "不同"}]
ELSEWHERE = {
    "same-texts",
    "two-differences",
    "too-long",
    "too-many-records",
    "one-sense",
    "rating-out-of-range",
    "unrated",
    "several-answers",
}
"""Need a small limit, an inventory, a sheet of ratings or another tool's export; each has a test of its own."""


def _file(tmp_path: Path, name: str, content: str | None) -> str | None:
    return None if content is None else write(tmp_path / name, content)


def _problems(broken: Broken, tmp_path: Path) -> list[Problem]:
    return check_file(
        TASKS[broken.task],
        write(tmp_path / "file", broken.content),
        questions=_file(tmp_path, "questions", broken.questions),
        inventory=_file(tmp_path, "inventory", broken.inventory),
        role=broken.role,
    ).findings.problems


@pytest.mark.parametrize("broken", BROKEN, ids=lambda b: b.code)
def test_a_code_is_said_once_with_place_found_and_expected(broken: Broken, tmp_path: Path) -> None:
    problems = _problems(broken, tmp_path)
    assert {p.code for p in problems} == {broken.code, *broken.also}
    (problem,) = [p for p in problems if p.code == broken.code]
    assert (problem.path, problem.found_in("en"), problem.expected.en, problem.line) == (
        broken.path,
        broken.found,
        broken.expected,
        broken.line,
    )


def test_the_table_covers_all_codes() -> None:
    codes = [broken.code for broken in BROKEN]
    assert sorted({*codes, *ELSEWHERE}) == sorted(CODES)
    assert len(set(codes)) == len(codes)


def test_a_record_can_be_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonsyntax, "RECORD_LIMIT", 40)
    monkeypatch.setattr(jsonsyntax, "CHUNK", 16)
    (problem,) = _problems(Broken("too-long", "space2022/task1", judge() * 3, "", "", ""), tmp_path)
    assert (problem.code, problem.line, problem.found_in("en")) == ("too-long", 1, "more than 40 bytes")


def test_a_file_can_have_too_many_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_RECORDS", 2)
    content = "\n".join(judge(qid=str(i)) for i in range(5))
    checked = check_file(TASKS["space2022/task1"], write(tmp_path / "file", content))
    (problem,) = checked.findings.problems
    assert (problem.code, problem.line, problem.found_in("en")) == ("too-many-records", 3, "more than 2 records")
    assert checked.records == 2


def test_a_rating_outside_its_range_is_lost(tmp_path: Path) -> None:
    ratings, findings = read_ratings(write(tmp_path / "r.csv", "qid,rater,points\n3-1,甲,90\n3-2,甲,101\n"))
    (problem,) = findings.problems
    assert (problem.code, problem.line, problem.qid, problem.path, problem.found) == (
        "rating-out-of-range",
        3,
        "3-2",
        "points",
        '"101"',
    )
    assert ratings == {"3-1": [90.0]}


def test_a_word_with_a_single_sense_is_a_warning(tmp_path: Path) -> None:
    findings = Findings("inventory")
    name = write(tmp_path / "i.json", '{"独": ["一个"], "走": ["离开", "走路"]}')
    assert read_inventory(find_source(name), findings) == {"独": ["一个"], "走": ["离开", "走路"]}
    (problem,) = findings.problems
    assert (problem.code, problem.level, problem.path, problem.found) == ("one-sense", "warning", "独", "1")


def test_a_right_judgement_without_rating_is_told(tmp_path: Path) -> None:
    gold = [{"qid": q, "context1": "门开着。", "context2": "门关着。", "results": VERDICT} for q in "ab"]
    files = [
        write_records(tmp_path / "pred", [{"qid": q, "results": VERDICT} for q in "ab"]),
        *("--gold", write_records(tmp_path / "gold", gold)),
        *("--ratings", write(tmp_path / "r.csv", "qid,rater,points\na,甲,90\n")),
    ]
    run = CliRunner().invoke(cli, ["score", "file", "space2023/task3", *files, "--json"])
    assert run.exit_code == 0, run.output
    (warning,) = json.loads(run.stdout)["warnings"]
    assert (warning["code"], warning["count"]) == ("unrated", 1)
    assert warning["example"] == f"{tmp_path}/pred (b): found –; expected a rating [unrated]"


LEVELS = [
    ("too-many-answers", "space2023/task1", record(context=TEXT, results=[[span("S1", i)] for i in range(4)])),
    ("no-answer", "space2022/task2", record(context=TEXT, reasons=[])),
    ("overlap", "space2022/task2", reason("A", span("text1", 3, 4), span("text2", 4, 5))),
    ("too-many-answers", "space2023/task3", record(context1="门开着。", context2="门关着。", results=VERDICT * 2)),
    ("no-place", "space2022/task3", steps({0: piece(3), 2: piece(4)})),
    ("no-place", "space2023/task2", roles({"role": "空间实体", "fragment": piece(3)})),
    ("slot-missing", "space2022/task3", steps({0: piece(3), 17: "近"})),
    ("slot-missing", "space2022/task3", steps({7: piece(5)})),
    ("slot-kind", "space2022/task3", steps(BOOK | {2: "放"})),
    ("slot-kind", "space2022/task3", steps(BOOK | {3: piece(4)})),
    ("slot-kind", "space2022/task3", steps(BOOK | {3: {}})),
    ("slot-kind", "space2023/task2", roles(*ROLES, {"role": "事件", "label": "放"})),
    ("slot-kind", "space2023/task2", roles(*ROLES, {"role": "事实性", "fragment": piece(4)})),
    ("missing-key", "space2023/task2", roles(*ROLES, {"role": "事件"})),
    ("repeated-role", "space2023/task2", roles(*ROLES, ROLES[1])),
    ("repeated-role", "space2022/task2", reason("C", S, P, S)),
    ("no-qid", "space2022/task1", judge() + "\n" + judge(qid=None)),
    ("no-qid", "space2022/task1", judge() + "\n" + judge(qid=7)),
    ("wrong-type", "space2022/task1", judge() + "\n" + judge(qid=[])),
]


@pytest.mark.parametrize(
    ("code", "task", "content", "gold", "submission"),
    [
        (*case, *levels.split("/"))
        for case, levels in zip(
            LEVELS,
            [
                *("warning/warning", "warning/warning", "error/warning", "warning/error"),
                *("warning/warning", "warning/warning", "error/warning", "error/warning"),
                *("error/error", "error/warning", "error/warning", "error/warning", "error/warning"),
                *("error/warning", "error/warning", "error/error"),
                *("error/warning", "error/warning", "error/error"),
            ],
            strict=True,
        )
    ],
)
def test_what_the_official_script_scores_is_a_warning_in_a_submission(
    code: str, task: str, content: str, gold: str, submission: str, tmp_path: Path
) -> None:
    kinds: tuple[FileRole, FileRole] = ("gold", "submission")
    for role, level in zip(kinds, (gold, submission), strict=True):
        (problem,) = check_file(TASKS[task], write(tmp_path / "f", content), role=role).findings.problems
        assert (problem.code, problem.level) == (code, level)


def test_gold_may_repeat_a_type(tmp_path: Path) -> None:
    content = record(context=TEXT, reasons=[{"fragments": [S, P], "type": "C"}] * 2)
    assert check_file(TASKS["space2022/task2"], write(tmp_path / "f", content)).findings.problems == []


@pytest.mark.parametrize(
    ("broken", "en", "zh"),
    [
        (
            "text-mismatch",
            'pred.jsonl:17 (1-test-88) a[0].text: found "桌上"; expected "子上" [text-mismatch]',
            'pred.jsonl:17 (1-test-88) a[0].text：实际 "桌上"；应为 "子上" [text-mismatch]',
        ),
        (
            "few-roles",
            "pred.jsonl:17 (1-test-88) a[0].fragments: found S; expected at least 2 roles [few-roles]",
            "pred.jsonl:17 (1-test-88) a[0].fragments：实际 S；应为 至少 2 个角色 [few-roles]",
        ),
    ],
)
def test_a_problem_says_where_what_and_what_was_expected(broken: str, en: str, zh: str) -> None:
    violation = {
        "text-mismatch": Violation("text-mismatch", "a[0].text", '"桌上"', Words('"子上"', '"子上"')),
        "few-roles": Violation("few-roles", "a[0].fragments", "S", Words("至少 2 个角色", "at least 2 roles")),
    }[broken]
    problem = Problem(
        "pred.jsonl", 17, "1-test-88", violation.path, violation.code, "error", violation.found, violation.expected
    )
    assert problem.text() == en
    assert problem.text("zh") == zh


def test_a_problem_of_a_whole_file_names_only_the_file(tmp_path: Path) -> None:
    name = write(tmp_path / "空.jsonl", "")
    (problem,) = check_file(TASKS["space2022/task1"], name).findings.problems
    assert problem.text() == f"{name}: found –; expected {OBJECTS} [empty-file]"
    assert problem.text("zh") == f"{name}：实际 –；应为 每行一个 JSON 对象，或一个由对象组成的 JSON 数组 [empty-file]"
    assert problem.as_dict() == {
        "file": name,
        "line": None,
        "qid": None,
        "path": "",
        "code": "empty-file",
        "level": "error",
        "found": "–",
        "expected": OBJECTS,
        "expected_zh": "每行一个 JSON 对象，或一个由对象组成的 JSON 数组",
    }


def test_every_code_has_words_in_both_languages_and_a_level() -> None:
    for code, kind in CODES.items():
        assert kind.title.zh, code
        assert kind.title.en, code
        assert kind.title.zh != kind.title.en, code
        assert kind.effect is None or kind.effect.zh != kind.effect.en, code
        assert kind.levels.gold in ("error", "warning"), code


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", '""'),
        ("𠮷", '"𠮷"'),
        (None, "null"),
        ([1, "二"], '[1, "二"]'),
        ("长" * 100, '"' + "长" * 58 + "…"),
        ({1, 2}, "{1, 2}"),
    ],
)
def test_a_value_is_shown_as_written_but_short(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_value_too_deep_to_print_is_described() -> None:
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    assert shown(deep) == "brackets in brackets"
