"""``pingce quality agreement | people | tiers | human | report``."""

import json
from pathlib import Path

import pytest

from tests.builders import write, write_records
from tests.quality.builders import ratings

from .conftest import EXAMPLES, Run

FIVE = Path(__file__).parents[1] / "quality" / "data" / "five_subjects.csv"
TASK3 = EXAMPLES / "space2022"
THREE = [
    "--task",
    "space2022/task3",
    *(word for name in "ab" for word in ("--annotator", f"{name}={TASK3 / f'pred-{name}-task3.jsonl'}")),
]


@pytest.fixture
def rated(tmp_path: Path) -> str:
    return write_records(tmp_path / "rated.jsonl", ratings())


def test_agreement_prints_the_published_matrix(pingce: Run) -> None:
    ran = pingce("quality", "agreement", FIVE)
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines() if line.strip()[:1] in tuple("甲乙丙丁戊")]
    assert [row[0] for row in rows][-5:] == list("甲乙丙丁戊")
    assert [round(float(cell), 2) for cell in rows[-2][1:5]] == [0.49, 0.56, 0.76, 0.59]


def test_agreement_as_json_has_pairs_people_and_parts(pingce: Run, rated: str) -> None:
    ran = pingce("quality", "agreement", rated, "--json")
    (field,) = json.loads(ran.out)["fields"]
    assert field["field"] == "rating"
    assert len(field["pairs"]) == 10
    assert set(field["people"]) == {"林", "周", "吴", "郑", "王"}
    assert set(field["parts"]) == {"batch", "genre", "day", "feedback"}
    assert field["overall"]["percent"]["value"] == field["overall"]["strict"]["value"]


def test_agreement_of_files_of_answers_by_the_tasks_scorer(pingce: Run) -> None:
    ran = pingce("quality", "agreement", *THREE, "--json")
    (field,) = json.loads(ran.out)["fields"]
    assert round(field["overall"]["f1.macro_f1"]["value"], 4) == 0.6392


def test_a_table_with_a_scale_gets_weighted_kappa(pingce: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", "item,A,B\n1,low,mid\n2,mid,mid\n3,high,high\n")
    ran = pingce("quality", "agreement", file, "--scale", "low,mid,high")
    assert "cohen_quadratic" in ran.out
    assert "cohen_quadratic" not in pingce("quality", "agreement", file).out


def test_an_undefined_number_says_why_in_both_languages(pingce: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", "item,A,B\n1,x,x\n2,x,x\n")
    assert "only one label was used" in pingce("quality", "agreement", file).out
    assert "只用了一个标签" in pingce("quality", "agreement", file, "--lang", "zh").out


def test_people_are_listed_with_level_and_reason(pingce: Run, rated: str) -> None:
    ran = pingce("quality", "people", rated)
    rows = {
        line.split()[0]: line.split()[1] for line in ran.out.splitlines() if line.strip()[:1] in tuple("林周吴郑王")
    }
    assert rows == {"林": "A", "周": "A", "吴": "B", "郑": "C", "王": "C"}
    record = json.loads(pingce("quality", "people", rated, "--json").out)
    assert [one["name"] for one in record["people"] if one["seconds"] < 10] == ["王"]


def test_thresholds_of_ones_own_change_the_levels(pingce: Run, rated: str, tmp_path: Path) -> None:
    file = write(tmp_path / "l.toml", 'known = 1\nrating = "loose"\n[[level]]\nname = "all"\n')
    record = json.loads(pingce("quality", "people", rated, "--levels", file, "--json").out)
    assert {one["level"] for one in record["people"]} == {"all"}


def test_tiers_are_counted_and_written(pingce: Run, rated: str, tmp_path: Path) -> None:
    out = tmp_path / "tiers.jsonl"
    ran = pingce("quality", "tiers", rated, "--out", out, "--json")
    record = json.loads(ran.out)
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert record["items"] == len(lines) == sum(record["tiers"].values()) == 108
    assert sum(line["tier"] == "gold" for line in lines) == record["tiers"]["gold"]
    assert all(line["release"] == (line["tier"] == "gold") for line in lines)
    assert "both-ends" in pingce("quality", "tiers", rated).out


def test_classes_a_rule_deletes_are_printed(pingce: Run, rated: str, tmp_path: Path) -> None:
    rule = '[[rule]]\nname = "{}"\nzh = "甲"\nen = "rule"\ntier = "{}"\n'
    tier = '[[tier]]\nname = "{}"\nzh = "级"\nen = "tier"\nrelease = {}\n'
    text = 'zh = "规"\nen = "rules"\n' + tier.format("in", "true") + tier.format("out", "false")
    text += rule.format("no-bad", "out") + '[rule.when]\ndecided_labels = ["bad"]\n' + rule.format("rest", "in")
    ran = pingce("quality", "tiers", rated, "--rules", write(tmp_path / "r.toml", text))
    assert "classes a rule all but deletes" in ran.out
    assert "rating=bad" in ran.out


def test_tasks_without_a_preset_need_rules(pingce: Run, tmp_path: Path) -> None:
    line = {"item": "q", "task": "space2023/task3", "annotator": "林", "answer": {"results": []}}
    ran = pingce("quality", "tiers", write_records(tmp_path / "a.jsonl", [line]))
    assert ran.code == 1
    assert "no ready tier rules for space2023/task3" in ran.err


def test_human_performance_beside_a_system(pingce: Run) -> None:
    gold = TASK3 / "task3_dev.jsonl"
    ran = pingce(
        "quality", "human", *THREE, "--gold", gold, "--system", f"base={TASK3 / 'pred-b-task3.jsonl'}", "--json"
    )
    record = json.loads(ran.out)
    values = [one["f1.macro_f1"]["value"] for one in (*record["subjects"], *record["systems"])]
    assert [round(value, 4) for value in values] == [0.8332, 0.6352, 0.6352]


def test_human_prints_consensus_and_who_is_left_out(pingce: Run) -> None:
    ran = pingce("quality", "human", FIVE, "--leave-out", "戊", "--lang", "zh")
    assert "× 戊 不计入：按要求不计入" in ran.out
    assert ran.code == 0
    assert [
        line.split() for line in pingce("quality", "human", FIVE).out.splitlines() if line.split()[:1] == ["4"]
    ] == [["4", "76", "76.0"]]


def test_right_answers_may_stand_beside_an_annotation_file(pingce: Run, tmp_path: Path) -> None:
    line = {"item": "1-1", "task": "space2022/task1", "annotator": "林", "answer": {"judge": 1}}
    gold = write_records(tmp_path / "gold.jsonl", [{"qid": "1-1", "context": "猫在桌下。", "judge": 1}])
    ran = pingce("quality", "human", write_records(tmp_path / "a.jsonl", [line]), "--gold", gold, "--json")
    assert json.loads(ran.out)["mean"]["accuracy.accuracy"]["value"] == 1.0


@pytest.mark.parametrize("command", ["agreement", "people", "human"])
def test_every_page_is_written_and_needs_nothing_from_elsewhere(
    pingce: Run, rated: str, tmp_path: Path, command: str
) -> None:
    page = tmp_path / f"{command}.html"
    ran = pingce("quality", command, rated, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert (ran.code, f"{page} written" in ran.err) == (0, True)
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


SECTIONS = ("agreement", "people", "tiers", "human", "dataset", "bias", "leaks")
DATA = [f"space2022/task{n}={EXAMPLES / 'space2022' / f'task{n}_train.jsonl'}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("about", "sections"),
    [
        (["answers"], SECTIONS[:4]),
        (["data"], SECTIONS[4:]),
        (["answers", "data"], SECTIONS),
    ],
)
def test_one_report_holds_every_section(
    pingce: Run, rated: str, tmp_path: Path, about: list[str], sections: tuple[str, ...]
) -> None:
    page = tmp_path / "report.html"
    data = [word for part in DATA for word in ("--data", part)] + ["--originals", DATA[2], "--no-probes"]
    ran = pingce("quality", "report", *([rated] * ("answers" in about)), *(data * ("data" in about)), "--out", page)
    assert (ran.code, ran.out) == (0, "")
    text = page.read_text(encoding="utf-8")
    assert tuple(name for name in SECTIONS if f'<div class="part" id="{name}">' in text) == sections
    assert "http://" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["agreement"], 2),
        (["agreement", "x.csv", "--annotator", "a=b"], 2),
        (["agreement", "--annotator", "a=b"], 2),
        (["agreement", "--task", "space2022/task1", "--annotator", "b"], 2),
        (["agreement", "--task", "space2022/task1", "--annotator", "a=b", "--annotator", "a=c"], 1),
        (["agreement", "nothing.jsonl"], 1),
        (["agreement", str(FIVE), "--gold", str(FIVE)], 2),
        (["agreement", str(FIVE), "--task", "space2022/task1"], 2),
        (["agreement", str(FIVE), "--scale", "0"], 2),
        (["agreement", str(FIVE), "--scale", "0,1,1"], 2),
        (["agreement", "a.jsonl", "--scale", "0,1"], 2),
        (["report", "--out", "x.html"], 2),
        (["report", str(FIVE), "--out", "x.html", "--inventory", "x.json"], 2),
        (["human", str(FIVE), "--system", "a=b"], 2),
        (["human", str(FIVE), "--leave-out", "Z"], 1),
    ],
)
def test_commands_that_cannot_work_say_so(pingce: Run, arguments: list[str], code: int) -> None:
    ran = pingce("quality", *arguments)
    assert ran.code == code
    assert ran.err


def test_every_problem_of_an_annotation_file_is_printed(pingce: Run, tmp_path: Path) -> None:
    lines = [{"item": "q", "task": "space2022/task1"}, {"item": "q", "task": "space2022/task1", "annotator": "林"}]
    ran = pingce("quality", "agreement", write_records(tmp_path / "a.jsonl", lines))
    assert ran.code == 1
    assert ran.err.count("[missing-key]") == 3


BAD_LINES = {
    "a task that is no name": ({"task": ["space2022/task1"], "answer": {"rating": "fine"}}, "[wrong-type]"),
    "answers to nothing the forms ask": ({"task": "space2022/task1", "answer": {"remark": "x"}}, "[missing-key]"),
    "a rating that is none": ({"task": "space2022/task1", "answer": {"rating": "soso"}}, "[unknown-label]"),
}


@pytest.mark.parametrize("line", BAD_LINES)
@pytest.mark.parametrize("command", ["agreement", "people", "tiers"])
def test_lines_that_mean_nothing_are_named(pingce: Run, tmp_path: Path, line: str, command: str) -> None:
    record, said = BAD_LINES[line]
    ran = pingce("quality", command, write_records(tmp_path / "a.jsonl", [{"item": "q", "annotator": "林", **record}]))
    assert ran.code == 1
    assert said in ran.err


def test_a_table_with_an_endless_cell_is_named_by_its_line(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("quality", "agreement", write(tmp_path / "t.csv", f"item,A,B\n1,{'x' * 200_000},y\n"))
    assert ran.code == 1
    assert "t.csv:2" in ran.err


def test_right_answers_to_other_items_are_no_human_test(pingce: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "t.csv", "item,A,B,gold\n1,x,y,\n2,,,x\n")
    ran = pingce("quality", "human", file)
    assert ran.code == 1
    assert "Answered: 1; right answers: 2." in ran.err
    assert pingce("quality", "report", file, "--out", tmp_path / "r.html").code == 0
