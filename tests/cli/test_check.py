"""``pingce check``."""

import json
from pathlib import Path

import pytest

from pingce.cli import terminal
from pingce.cli.terminal import FIRST
from pingce.formats import entries

from .conftest import EXAMPLES, Run

SPACE2022 = EXAMPLES / "space2022"


def test_a_good_submission_is_exit_code_0(pingce: Run) -> None:
    ran = pingce(
        "check", "space2022/task3", SPACE2022 / "pred-a-task3.jsonl", "--questions", SPACE2022 / "task3_dev_input.jsonl"
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("6 records (submission) · ")


def test_all_problems_are_listed_with_place_and_code(pingce: Run) -> None:
    broken = SPACE2022 / "broken-task3.jsonl"
    ran = pingce("check", "space2022/task3", broken, "--questions", SPACE2022 / "task3_dev_input.jsonl")
    assert ran.code == 1
    lines = ran.out.splitlines()
    starts = [f"{broken}"] * 2 + [f"warning: {broken}"] * 18
    assert [line[: len(start)] for line, start in zip(lines, starts, strict=False)] == starts
    assert all("found" in line and "expected" in line and line.endswith("]") for line in lines[:-1])
    assert lines[-1].endswith(": 2 errors, 18 warnings; 1 question without an answer")


def test_what_the_official_script_scores_ends_with_0(pingce: Run, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text('{"qid": "1-dev-41", "judge": "1"}\n', encoding="utf-8")
    ran = pingce("check", "space2022/task1", few, "--questions", SPACE2022 / "task1_dev_input.jsonl", "--lang", "zh")
    assert ran.code == 0
    assert ran.out.splitlines()[-1].endswith("：0 个错误，20 个警告；19 题未答")


def test_messages_come_in_chinese(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("check", "space2022/task3", SPACE2022 / "broken-task3.jsonl")
    asked = pingce(*arguments, "--lang", "zh")
    monkeypatch.setenv("PINGCE_LANG", "zh")
    assert pingce(*arguments) == asked
    assert "实际" in asked.out
    assert "个错误" in asked.out.splitlines()[-1]


def test_json_counts_by_code(pingce: Run) -> None:
    ran = pingce("check", "space2022/task3", SPACE2022 / "broken-task3.jsonl", "--json")
    report = json.loads(ran.out)
    assert ran.code == 1
    assert report["errors"] + report["warnings"] == sum(report["counts"].values()) == len(report["problems"])
    assert report["problems"][0].keys() >= {"file", "line", "qid", "path", "code", "level", "found", "expected"}


def test_only_the_first_fifty_are_printed_and_the_rest_counted(pingce: Run, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text('{"qid": "1-dev-1", "judge": 7}\n' * 80, encoding="utf-8")
    ran = pingce("check", "space2022/task1", file)
    lines = ran.out.splitlines()
    assert len(lines) == FIRST + 2
    assert lines[FIRST] == f"… and {80 + 79 - FIRST} more"
    assert lines[-1] == f"80 records (submission) · {file}: 0 errors, 159 warnings"


def test_the_kind_can_be_given(pingce: Run) -> None:
    questions = SPACE2022 / "task1_dev_input.jsonl"
    assert pingce("check", "space2022/task1", questions).out.startswith("20 records (questions)")
    ran = pingce("check", "space2022/task1", questions, "--kind", "submission", "--json")
    assert (ran.code, json.loads(ran.out)["counts"]) == (1, {"missing-key": 20})


def test_glosses_are_compared_with_the_inventory(pingce: Run, tmp_path: Path) -> None:
    file = tmp_path / "said.txt"
    file.write_text("他去邮局打包裹 打 不存在的释义\n", encoding="utf-8")
    ran = pingce("check", "wsd/senses", file, "--inventory", EXAMPLES / "wsd" / "inventory.json", "--json")
    assert json.loads(ran.out)["counts"] in ({"unknown-gloss": 1}, {"unknown-word": 1})


def test_an_inventory_is_checked_too(pingce: Run, tmp_path: Path) -> None:
    assert pingce("check", "wsd/senses", EXAMPLES / "wsd" / "inventory.json", "--kind", "inventory").code == 0
    file = tmp_path / "inventory.json"
    file.write_text('{"开关": ["打开和关上", "打开和关上"], "门口": ["门前"], "窗台": "x"}', encoding="utf-8")
    ran = pingce("check", "wsd/senses", file, "--kind", "inventory", "--json")
    assert (ran.code, json.loads(ran.out)["counts"]) == (1, {"repeated-gloss": 1, "one-sense": 1, "wrong-type": 1})


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-file"),
        (b" \n\n", "empty-file"),
        (bytes(range(256)) * 20, "not-utf8"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "not-utf8"),
        (b'{"qid": "1-dev-1", "judge": 1}\n{"qid": "1-dev-2", "jud', "truncated"),
        (b'[{"qid": "1-dev-1", "judge": 1}, {"qid": "1-d', "truncated"),
        (b"[" * 100_000, "too-deep"),
        (b'{"qid":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "too-deep"),
        (b'{"qid": "1-dev-1", "judge": NaN}\n', "json-syntax"),
    ],
)
def test_a_file_that_is_no_such_file_gets_one_message(pingce: Run, tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    ran = pingce("check", "space2022/task1", file)
    assert ran.code == 1
    assert [line.rsplit("[", 1)[-1] for line in ran.out.splitlines()[:-1]] == [f"{code}]"]
    for command in ("score", "convert"):
        rest = ["--gold", SPACE2022 / "task1_dev.jsonl"] if command == "score" else [tmp_path / "out.jsonl"]
        ran = pingce(command, "space2022/task1", file, *rest)
        assert ran.code == 1
        assert f"[{code}]" in ran.err
        assert "Traceback" not in ran.err
    assert not (tmp_path / "out.jsonl").exists()


def test_reading_ends_when_a_file_is_wrong_beyond_interest(pingce: Run, tmp_path: Path) -> None:
    junk, bare = tmp_path / "junk.jsonl", tmp_path / "bare.jsonl"
    junk.write_text("not json\n" * 50_000, encoding="utf-8")
    bare.write_text('{"qid": "1-dev-1"}\n' * 50_000, encoding="utf-8")
    assert pingce("check", "space2022/task1", junk).out.splitlines()[-1].endswith("; reading stopped at line 20")
    assert pingce("check", "space2022/task1", bare).out.splitlines()[-1].endswith("stopped at line 10000")


def test_too_many_records_are_refused(pingce: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "MOST_RECORDS", 3)
    ran = pingce("check", "space2022/task1", SPACE2022 / "task1_dev.jsonl")
    assert ran.code == 1
    assert "[too-many-records]" in ran.out


def test_a_large_file_shows_a_bar_if_somebody_looks(
    pingce: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "LARGE", 1)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    ran = pingce("check", "space2022/task1", SPACE2022 / "task1_dev.jsonl")
    assert ran.code == 0
    assert "━" in ran.err


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing.jsonl", "There is no file"), (".", "is a folder")],
)
def test_a_file_that_cannot_be_opened(pingce: Run, tmp_path: Path, name: str, message: str) -> None:
    ran = pingce("check", "space2022/task1", tmp_path / name)
    assert ran.code == 1
    assert message in ran.err
