"""What the options of ``pingce quality`` change that its other tests leave as it is."""

import json
from pathlib import Path

import pytest

from tests.builders import write, write_records
from tests.quality.builders import ratings

from .conftest import EXAMPLES, Run
from .test_quality import FIVE, TASK3, THREE

TRAIN = f"space2022/task1={EXAMPLES / 'space2022' / 'task1_train.jsonl'}"
ALL_ONE_LEVEL = 'known = 1\nrating = "loose"\n[[level]]\nname = "all"\n'
ONE_TIER = (
    'zh = "规"\nen = "rules"\n[[tier]]\nname = "in"\nzh = "收"\nen = "taken"\nrelease = true\n'
    '[[rule]]\nname = "rest"\nzh = "其余"\nen = "the rest"\ntier = "in"\n'
)


@pytest.fixture
def rated(tmp_path: Path) -> str:
    return write_records(tmp_path / "rated.jsonl", ratings())


@pytest.mark.parametrize(("which", "agreed"), [("first", 0.0), ("last", 1.0)])
def test_agreement_is_that_of_first_or_of_last_answers(pingce: Run, tmp_path: Path, which: str, agreed: float) -> None:
    said = [("林", "fine", 1), ("周", "bad", 1), ("周", "fine", 2)]
    lines = [
        {"item": "q", "task": "space2022/task1", "annotator": who, "answer": {"rating": rating}, "version": version}
        for who, rating, version in said
    ]
    ran = pingce(
        "quality", "agreement", write_records(tmp_path / "a.jsonl", lines), "--which", which, "--json"
    )  # fmt: skip
    (field,) = json.loads(ran.out)["fields"]
    assert field["overall"]["percent"]["value"] == agreed


def test_people_are_measured_by_files_of_answers_and_the_right_ones(pingce: Run) -> None:
    ran = pingce("quality", "people", *THREE, "--gold", TASK3 / "task3_dev.jsonl", "--json")
    assert [one["name"] for one in json.loads(ran.out)["people"]] == ["a", "b"]
    scaled = pingce("quality", "people", FIVE, "--scale", "正常,难说,异常", "--lang", "zh")
    assert (scaled.code, "甲" in scaled.out, "等级" in scaled.out) == (0, True, True)


def test_tiers_of_a_file_that_names_no_task_by_thresholds_of_ones_own(pingce: Run, tmp_path: Path) -> None:
    lines = [{key: value for key, value in one.items() if key != "task"} for one in ratings()]
    page = tmp_path / "tiers.html"
    ran = pingce(
        "quality", "tiers", write_records(tmp_path / "a.jsonl", lines), "--task", "space2022/task1", "--html", page,
        "--levels", write(tmp_path / "levels.toml", ALL_ONE_LEVEL), "--lang", "zh",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert "题" in ran.out
    assert 'lang="zh' in page.read_text(encoding="utf-8")


def test_who_is_left_out_of_a_human_test_is_a_rule_of_ones_own(pingce: Run, tmp_path: Path) -> None:
    rules = "unanswered = 0.1\none_label = 0.95\naccuracy = 0.3\nagreement = 3.0\nseconds = 0.33\n"
    given = ("quality", "human", FIVE, "--scale", "正常,难说,异常")
    plain = pingce(*given).out
    assert "left out" not in plain
    assert "· 乙 counts: accuracy 0.610, 1.3 robust SDs below the median 0.690, within the spread" in plain
    ran = pingce(*given, "--outliers", write(tmp_path / "strict.toml", rules))
    assert [line[:4] for line in ran.out.splitlines() if "left out" in line] == ["× 乙 ", "× 戊 "]
    ran = pingce(*given, "--outliers", "space2022-report")
    assert [line[:4] for line in ran.out.splitlines() if "left out" in line] == ["× 乙 "]


def test_a_report_of_files_of_answers_and_of_ratings(pingce: Run, rated: str, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ran = pingce("quality", "report", *THREE, "--gold", TASK3 / "task3_dev.jsonl", "--out", page, "--lang", "zh")
    assert ran.code == 0, ran.err
    assert str(page) in ran.err
    ran = pingce(
        "quality", "report", rated, "--out", page, "--rules", write(tmp_path / "rules.toml", ONE_TIER),
        "--levels", write(tmp_path / "levels.toml", ALL_ONE_LEVEL),
    )  # fmt: skip
    assert ran.code == 0, ran.err
    text = page.read_text(encoding="utf-8")
    assert "the rest" in text
    assert ">all<" in text
    assert pingce("quality", "report", FIVE, "--scale", "正常,难说,异常", "--out", page).code == 0
    assert "cohen_quadratic" in page.read_text(encoding="utf-8")


def test_biases_of_what_is_certain_and_leaks_speak_chinese(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("quality", "bias", TRAIN, "--certain", "--no-probes", "--lang", "zh")
    assert (ran.code, "替换" in ran.out) == (0, True)
    ran = pingce("quality", "leaks", TRAIN, "--lang", "zh")
    assert (ran.code, "原" in ran.out) == (0, True)
    ran = pingce("quality", "recover", TRAIN, "--out", tmp_path / "r.jsonl", "--lang", "zh")
    assert (ran.code, "句" in ran.out + ran.err) == (0, True)
