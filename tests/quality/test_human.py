"""Human performance: people, majority and systems on the same items."""

from pathlib import Path

import pytest

from pingce.quality.answer_files import read_answer_files, read_table
from pingce.quality.human import NOBODY, human
from pingce.quality.outliers import load_outlier_rules
from pingce.quality.reading import read_annotations
from pingce.report.human import human_page
from pingce.report.sections import Table
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records

from .builders import ratings, table

RULES = load_outlier_rules()
FIVE = Path(__file__).parent / "data" / "five_subjects.csv"
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_published_accuracies_of_seven_subjects() -> None:
    # 100 items, 50 of each label; the report prints .74 .78 .83 .69 .95 .80 .69 and the mean .78.
    gold = "01" * 50
    wrong = {"1": 26, "2": 22, "3": 17, "4": 31, "5": 5, "6": 20, "7": 31}
    flip = {"0": "1", "1": "0"}
    columns = {
        name: "".join(flip[c] if (i * 7 + int(name) * 13) % 100 < n else c for i, c in enumerate(gold))
        for name, n in wrong.items()
    }
    found = human(table(columns, gold=gold), RULES)
    assert [one.numbers["right"].value for one in found.subjects] == [0.74, 0.78, 0.83, 0.69, 0.95, 0.80, 0.69]
    assert round(found.mean["right"].value or 0, 2) == 0.78
    assert found.counted == list(found.subjects)


def test_the_published_consensus_of_five_subjects() -> None:
    found = human(read_table(str(FIVE)), RULES)
    assert (found.n, found.consensus[4], found.consensus[5]) == (100, 76, 38)
    assert round(found.agreement.overall["cohen"].value or 0, 2) == 0.53


def test_the_majority_is_scored_and_ties_give_no_answer() -> None:
    found = human(table({"A": "xxx", "B": "xxy", "C": "yxz"}, gold="xxx"), RULES)
    assert found.majority is not None
    assert (found.majority.answered, found.majority.numbers["right"].value) == (2, 1.0)


def test_two_people_have_no_majority() -> None:
    assert human(table({"A": "xy", "B": "xy"}, gold="xy"), RULES).majority is None


def test_easiest_and_hardest_items() -> None:
    found = human(table({"A": "xxy", "B": "xyy", "C": "xyz"}, gold="xxx"), RULES)
    assert [(one.item, round(one.score, 3), one.same, one.answers) for one in found.items] == [
        ("q0", 1.0, 3, 3),
        ("q1", 0.333, 2, 3),
        ("q2", 0.0, 2, 3),
    ]


def test_somebody_left_out_stays_in_the_table_but_not_in_the_means() -> None:
    found = human(table({"A": "xx", "B": "xx", "C": "yy"}, gold="xx"), RULES, leave_out=["C"])
    assert [one.name for one in found.counted] == ["A", "B"]
    assert found.mean["right"].value == 1.0
    assert found.subjects[2].numbers["right"].value == 0.0
    assert [why.en for why in found.subjects[2].left_out] == ["left out as asked"]


def test_counts_lead_to_the_items_and_what_was_answered() -> None:
    data = read_table(str(FIVE))
    test = human(data, RULES)
    page = human_page(test, data)
    assert page.behind is not None
    tables = [block for section in page.sections for block in section.blocks if isinstance(block, Table)]
    entrants, consensus = (
        next(table for table in tables if table.head[at].zh == name) for at, name in ((0, "谁"), (1, "题数"))
    )
    for subject, names in zip(test.subjects, entrants.behind, strict=True):
        group = page.behind[names[1]]
        assert (group.title.zh, group.total) == (subject.name, subject.answered)
        right = sum(row.cells[0] == row.cells[1] for row in group.rows)
        assert right / group.total == pytest.approx(subject.numbers["right"].value)
    assert {
        k: page.behind[name].total for k, (_, name) in zip(test.consensus, consensus.behind, strict=True)
    } == test.consensus


def test_if_nobody_counts_the_mean_is_undefined() -> None:
    found = human(table({"A": "xy", "B": "xy"}, gold="xy"), RULES, leave_out=["A", "B"])
    assert found.mean["right"].why == NOBODY
    assert found.consensus == {}


def test_the_careless_subject_is_left_out_with_reasons(tmp_path: Path) -> None:
    found = human(read_annotations(write_records(tmp_path / "a.jsonl", ratings())), RULES)
    assert [one.name for one in found.subjects if one.left_out] == ["王"]
    assert any("less than 33%" in why.en for why in found.subjects[-1].left_out)


def test_people_and_systems_are_scored_by_the_task_on_the_same_items() -> None:
    task, gold = TASKS["space2022/task3"], str(EXAMPLES / "space2022/task3_dev.jsonl")
    files = {name: str(EXAMPLES / f"space2022/pred-{name}-task3.jsonl") for name in ("a", "b")}
    data = read_answer_files(task, files, gold_file=gold)
    found = human(data, RULES, systems={"best": data.gold, "none": {}})
    assert found.main == "f1.macro_f1"
    assert [one.numbers["f1.macro_f1"].value for one in found.systems] == [1.0, None]
    assert found.systems[1].answered == 0
    assert found.high is not None
    assert found.agreement.overall["f1.macro_f1"].n == found.n == 6


def test_text_f1_and_type_accuracy_come_from_the_tasks_measures(tmp_path: Path) -> None:
    task, gold = TASKS["space2022/task2"], str(EXAMPLES / "space2022/task2_dev.jsonl")
    files = {"a": str(EXAMPLES / "space2022/pred-a-task2.jsonl"), "b": str(EXAMPLES / "space2022/pred-b-task2.jsonl")}
    found = human(read_answer_files(task, files, gold_file=gold), RULES)
    assert set(found.mean) == {
        "strict.type_accuracy",
        "strict.macro_f1",
        "loose.type_accuracy",
        "loose.macro_f1",
    }


def test_an_auditors_pairwise_f1_is_that_of_the_scorer_in_both_directions(tmp_path: Path) -> None:
    gold = EXAMPLES / "space2022/task3_dev.jsonl"
    lines = [line for line in gold.read_text(encoding="utf-8").splitlines() if line]
    half = write(tmp_path / "half.jsonl", "\n".join(lines[:3]) + "\n")
    data = read_answer_files(
        TASKS["space2022/task3"], {"甲": str(gold), "乙": half, "丙": str(gold)}, gold_file=str(gold)
    )
    found = human(data, load_outlier_rules(lenient(tmp_path)))
    assert found.agreement.pairs["甲", "乙"]["f1.macro_f1"].n == 3
    assert [numbers["f1.macro_f1"].value for numbers in found.agreement.pairs.values()] == [1.0, 1.0, 1.0]
    assert found.high == 1.0


def lenient(tmp_path: Path) -> Path:
    file = tmp_path / "out.toml"
    write(file, "unanswered = 1\none_label = 1\naccuracy = 99\nagreement = 99\nseconds = 0\n")
    return file


def test_without_right_answers_there_is_no_performance() -> None:
    with pytest.raises(UserError) as error:
        human(table({"A": "xy"}), RULES)
    assert error.value.code == "no-gold-answers"


def test_a_name_nobody_has_is_refused() -> None:
    with pytest.raises(UserError) as error:
        human(table({"A": "xy"}, gold="xy"), RULES, leave_out=["Z"])
    assert (error.value.code, error.value.hint) == ("unknown-person", "There are: A.")
