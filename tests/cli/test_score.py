"""``pingce score`` and ``pingce score compare``."""

import json
import re
from pathlib import Path

import pytest

from pingce import __version__

from .conftest import EXAMPLES, Run

SPACE2021, SPACE2022, SPACE2023, WSD = (EXAMPLES / name for name in ("space2021", "space2022", "space2023", "wsd"))
TASK3 = ("score", "space2022/task3", SPACE2022 / "pred-a-task3.jsonl", "--gold", SPACE2022 / "task3_dev.jsonl")


def test_json_holds_measures_intervals_counts_and_signatures(pingce: Run) -> None:
    report = json.loads(pingce(*TASK3, "--json").out)
    assert report["task"] == "space2022/task3"
    assert (report["n"], report["answered"], report["rules"]) == (6, 6, "official")
    assert set(report["measures"]["f1"]) == {"micro_f1", "macro_f1", "avg_precision", "avg_recall"}
    assert report["value"] == report["measures"]["f1"]["macro_f1"]
    low, high = report["intervals"]["f1"]["macro_f1"]
    assert low <= report["value"] <= high
    assert report["signatures"]["f1"].startswith("space2022/task3|f1|at_most:100|data:task3_dev@")
    assert report["signatures"]["f1"].endswith(f"|n:6|v:{__version__}")


def test_the_table_marks_the_number_that_ranks(pingce: Run) -> None:
    ran = pingce(*TASK3)
    assert ran.code == 0
    marked = [line for line in ran.out.splitlines() if line.rstrip().endswith("◀")]
    assert [line.split()[-5] for line in marked] == ["f1.macro_f1"]


def test_page_rules_give_both_readings(pingce: Run) -> None:
    report = json.loads(pingce(*TASK3, "--rules", "page", "--json").out)
    assert list(report["measures"]) == ["page", "formula"]
    assert report["ranked_by"] == "page.f1"


def test_the_older_page_of_2022_task_2_is_a_rule_set_of_its_own(pingce: Run) -> None:
    files = (SPACE2022 / "pred-a-task2.jsonl", "--gold", SPACE2022 / "task2_dev.jsonl", "--rules", "page-task2")
    report = json.loads(pingce("score", "space2022/task2", *files, "--json").out)
    assert (report["rules"], report["ranked_by"]) == ("page-task2", "element.f1")
    assert list(report["measures"]) == ["type", "text", "element"]
    assert "rules page, older wording" in pingce("score", "space2022/task2", *files).out


def test_rules_of_another_task_are_refused(pingce: Run) -> None:
    ran = pingce(*TASK3, "--rules", "page-task2")
    assert ran.code == 1
    assert "space2022/task3 has none. Possible here: official, page." in ran.err


def test_breakdowns(pingce: Run) -> None:
    report = json.loads(pingce(*TASK3, "--by", "slot", "--by", "tuples", "--json").out)
    assert list(report["breakdown"]) == ["slot", "tuples"]
    assert sum(group["n"] for group in report["breakdown"]["tuples"]) == 6
    everything = json.loads(pingce(*TASK3, "--by", "all", "--json").out)
    assert list(everything["breakdown"]) == ["length", "tuples", "slot"]
    printed = pingce(*TASK3, "--by", "slot").out
    assert "Score by group" in printed
    assert "number of gold tuples" not in printed


def test_an_unknown_field_names_the_possible_ones(pingce: Run) -> None:
    ran = pingce(*TASK3, "--by", "colour")
    assert ran.code == 1
    assert "Possible here: length, tuples, slot." in ran.err


def test_all_does_not_hide_an_unknown_field(pingce: Run) -> None:
    ran = pingce(*TASK3, "--by", "all", "--by", "colour")
    assert (ran.code, "cannot be broken down by 'colour'" in ran.err) == (1, True)


def test_any_key_of_the_gold_file_can_break_down(pingce: Run, tmp_path: Path) -> None:
    gold, said = tmp_path / "gold.jsonl", tmp_path / "said.jsonl"
    records = [{"qid": str(i), "context": "他在门口。", "judge": i % 2, "genre": "ab"[i // 2]} for i in range(4)]
    gold.write_text("\n".join(json.dumps(r) for r in records), encoding="utf-8")
    said.write_text("\n".join(json.dumps({"qid": str(i), "judge": 1}) for i in range(3)), encoding="utf-8")
    report = json.loads(pingce("score", "space2022/task1", said, "--gold", gold, "--by", "genre", "--json").out)
    assert report["breakdown"]["genre"] == [
        {"name": "a", "n": 2, "accuracy": 0.5},
        {"name": "b", "n": 2, "accuracy": 0.0},
    ]
    assert report["confusions"] == [
        {"field": "judge", "labels": ["0", "1", "—"], "counts": [[0, 2, 0], [0, 1, 1], [0, 0, 0]]}
    ]
    assert [w["code"] for w in report["warnings"]] == ["missing-qid"]


def test_rows_and_report_are_written(pingce: Run, tmp_path: Path) -> None:
    rows, page = tmp_path / "rows.jsonl", tmp_path / "page.html"
    ran = pingce(*TASK3, "--rows", rows, "--html", page, "--lang", "zh")
    assert ran.code == 0
    written = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert len(written) == 6
    assert written[0]["f1"].keys() == {"precision", "recall", "f1", "matched", "predicted", "gold"}
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_folder_that_is_not_there_is_told(pingce: Run, tmp_path: Path) -> None:
    ran = pingce(*TASK3, "--rows", tmp_path / "nowhere" / "rows.jsonl")
    assert ran.code == 1
    assert "Cannot write" in ran.err


def test_scoring_goes_on_where_the_official_script_would_stop(pingce: Run, tmp_path: Path) -> None:
    said = tmp_path / "said.jsonl"
    tuples = [[{"text": "书", "idxes": [0]}] + [None] * 17] * 101
    said.write_text(json.dumps({"qid": "3-dev-1530", "outputs": tuples}), encoding="utf-8")
    gold = tmp_path / "gold.jsonl"
    gold.write_text(
        json.dumps(
            {"qid": "3-dev-1530", "context": "书在桌上。", "outputs": tuples[:1], "corefs": [], "non_corefs": []}
        ),
        encoding="utf-8",
    )
    ran = pingce("score", "space2022/task3", said, "--gold", gold, "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["value"] == 0.0
    assert "too many tuples; the question scores 0 (the official script may stop here; we score 0) × 1" in ran.err


def test_sheets_of_2021(pingce: Run) -> None:
    ran = pingce(
        "score",
        "space2021/task1",
        SPACE2021 / "sheet-b.json",
        "--gold",
        SPACE2021 / "task1-dev-with-answer.json",
        "--json",
    )
    report = json.loads(ran.out)
    assert report["answered"] == report["n"] - 1
    counts = report["counts"]["accuracy"]
    assert counts["tp"] + counts["tn"] + counts["fp"] + counts["fn"] == report["n"]


def test_frequency_subsets_need_training_data_of_senses(pingce: Run) -> None:
    arguments = ("score", "wsd/senses", WSD / "pred-a.jsonl", "--gold", WSD / "val.data.txt", "--json")
    report = json.loads(pingce(*arguments, "--train", WSD / "train.data.txt").out)
    groups = report["breakdown"]["frequency"]
    assert sum(group["n"] for group in groups) == report["counts"]["derived"]["instances"]
    ran = pingce(*TASK3, "--train", SPACE2022 / "task3_train.jsonl")
    assert (ran.code, ran.err.strip()) == (1, "Error: space2022/task3 has no frequency subsets. Leave out --train.")


TASK2023 = ("score", "space2023/task3", SPACE2023 / "pred-a-task3.jsonl", "--gold", SPACE2023 / "task3_examples.jsonl")


def test_human_ratings_give_the_official_score(pingce: Run) -> None:
    report = json.loads(pingce(*TASK2023, "--ratings", SPACE2023 / "ratings.csv", "--json").out)
    assert report["ranked_by"] == "human.score"
    assert 0 < report["measures"]["human"]["score"] < 100
    assert report["signatures"]["human"].split("|")[2] == "raters:3"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("qid,rater,points\n3-1,x,101\n", "[rating-out-of-range]"),
        ("qid,rater,points\n3-1,x,many\n", "[missing-key]"),
        ("qid,rater,fluency\n3-1,x,50\n", "[missing-key]"),
        ("rater,points\nx,50\n", "[missing-key]"),
        ("qid,rater,points\n3-1,x,50\n3-1,x,60\n", "[duplicate-qid]"),
        ("qid,rater,points\n3-999,x,50\n", "[unknown-qid]"),
        pytest.param(
            f"qid,rater,points\n3-1,x,{'9' * 200_000}\n", "[wrong-field-count]", id="a cell beyond csv's limit"
        ),
    ],
)
def test_bad_ratings_are_refused(pingce: Run, tmp_path: Path, rows: str, message: str) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text(rows, encoding="utf-8")
    ran = pingce(*TASK2023, "--ratings", file)
    assert ran.code == 1
    assert message in ran.err


def test_right_judgements_without_rating_are_told(pingce: Run, tmp_path: Path) -> None:
    file = tmp_path / "ratings.jsonl"
    file.write_text('{"qid": "3-1", "rater": "x", "points": 80}\n', encoding="utf-8")
    report = json.loads(pingce(*TASK2023, "--ratings", file, "--json").out)
    right = report["counts"]["judge"]["correct"]
    assert {w["code"]: w["count"] for w in report["warnings"]}["unrated"] == right - report["counts"]["human"]["rated"]


def test_ratings_belong_to_explained_judgements(pingce: Run) -> None:
    ran = pingce(*TASK3, "--ratings", SPACE2023 / "ratings.csv")
    assert (ran.code, ran.err.strip()) == (1, "Error: space2022/task3 has no human ratings. Leave out --ratings.")


def test_questions_are_no_gold(pingce: Run) -> None:
    ran = pingce(*TASK3[:3], "--gold", SPACE2022 / "task3_dev_input.jsonl")
    assert ran.code == 1
    assert "has questions but no answers" in ran.err


def test_gold_that_cannot_be_read_is_fatal(pingce: Run, tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"qid": "1-dev-1", "context": "他在门口。", "judge": "maybe"}\n', encoding="utf-8")
    ran = pingce("score", "space2022/task1", SPACE2022 / "pred-a-task1.jsonl", "--gold", gold, "--lang", "zh")
    assert ran.code == 1
    assert "[unknown-label]" in ran.err
    assert "实际" in ran.err


COMPARE = ("score", "compare", "space2022/task1", SPACE2022 / "pred-a-task1.jsonl", SPACE2022 / "pred-b-task1.jsonl")


def test_compare_gives_differences_and_p_values(pingce: Run) -> None:
    report = json.loads(pingce(*COMPARE, "--gold", SPACE2022 / "task1_dev.jsonl", "--json").out)
    (found,) = report["comparisons"]
    a, b = report["systems"].values()
    assert found["difference"] == pytest.approx(a - b)
    assert 0 < found["p_bootstrap"] <= 1
    assert 0 < found["p_mcnemar"] <= 1


def test_compare_tells_what_is_wrong_with_the_files_also_beside_json(pingce: Run, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text('{"qid": "1-dev-41", "judge": 1}\n', encoding="utf-8")
    gold = SPACE2022 / "task1_dev.jsonl"
    ran = pingce("score", "compare", "space2022/task1", SPACE2022 / "pred-a-task1.jsonl", few, "--gold", gold, "--json")
    assert json.loads(ran.out)["task"] == "space2022/task1"
    assert ran.err.splitlines()[0] == "warning: a question without an answer × 19"


def test_compare_prints_tables(pingce: Run) -> None:
    ran = pingce(*COMPARE, "--gold", SPACE2022 / "task1_dev.jsonl", "--rules", "official", "--lang", "zh")
    assert ran.code == 0
    (header,) = (line for line in ran.out.splitlines() if "McNemar" in line)
    assert header.split() == ["甲", "乙", "差", "95", "%", "区间", "p（自助法）", "p（McNemar）"]


def test_printed_table_and_page_hold_the_same_numbers(pingce: Run, tmp_path: Path) -> None:
    gold = SPACE2022 / "task1_dev.jsonl"
    for command in ((*TASK3, "--by", "slot"), (*COMPARE, "--gold", gold)):
        page = tmp_path / "page.html"
        printed = pingce(*command, "--html", page, "--lang", "zh").out
        numbers = re.findall(r"(?<![\w.])[+-]?\d\.\d{4}(?![\w.])", printed)
        assert len(numbers) > 3
        html = page.read_text(encoding="utf-8")
        assert [number for number in numbers if number not in html] == []


def test_tuples_are_not_right_or_wrong_so_mcnemar_is_left_out(pingce: Run) -> None:
    files = [SPACE2022 / f"pred-{system}-task3.jsonl" for system in "ab"]
    ran = pingce("score", "compare", "space2022/task3", *files, "--gold", SPACE2022 / "task3_dev.jsonl", "--json")
    assert json.loads(ran.out)["comparisons"][0]["p_mcnemar"] is None


def test_compare_needs_two_different_files(pingce: Run) -> None:
    one = SPACE2022 / "pred-a-task1.jsonl"
    gold = SPACE2022 / "task1_dev.jsonl"
    assert pingce("score", "compare", "space2022/task1", one, "--gold", gold).code == 2
    ran = pingce("score", "compare", "space2022/task1", one, one, "--gold", gold)
    assert ran.code == 1
    assert "is named twice" in ran.err
