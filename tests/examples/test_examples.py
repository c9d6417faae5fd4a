"""The example files are what the script writes, and they are what they claim to be."""

import subprocess
import sys
from pathlib import Path
from typing import assert_never, cast

import pytest

from pingce.formats.check import check_file
from pingce.formats.load import load_gold, load_predictions
from pingce.formats.ratings import read_ratings
from pingce.scoring.run import make_cases, score
from pingce.spec.shapes import (
    Choice,
    FragmentSets,
    FreeText,
    Judged,
    ListOf,
    Options,
    RoleSpans,
    SenseChoice,
    SlotTuple,
    TypedSpans,
)
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, FragmentSet, Reason, Senses, StepTuple, Verdict
from pingce.tasks.catalog import TASKS

EXAMPLES = Path(__file__).parents[2] / "examples"
WRITTEN = ("space2021", "space2022", "space2023", "space2024", "space2025", "score2026", "wsd", "annotated", "rated")
INVENTORY = "wsd/inventory.json"

GOLD = {
    "space2021/task1": ["space2021/task1-train-with-answer.json", "space2021/task1-dev-with-answer.json"],
    "space2021/task2": ["space2021/task2-train-with-answer.json", "space2021/task2-dev-with-answer.json"],
    "space2021/task3": ["space2021/task3-dev-with-answer.json"],
    "space2022/task1": ["space2022/task1_train.jsonl", "space2022/task1_dev.jsonl"],
    "space2022/task2": ["space2022/task2_train.jsonl", "space2022/task2_dev.jsonl"],
    "space2022/task3": ["space2022/task3_train.jsonl", "space2022/task3_dev.jsonl"],
    "space2023/task1": ["space2023/task1_train.jsonl", "space2023/task1_dev.jsonl"],
    "space2023/task2": ["space2023/task2_train.jsonl", "space2023/task2_dev.jsonl"],
    "space2023/task3": ["space2023/task3_examples.jsonl"],
    "space2024/choice": ["space2024/train.jsonl", "space2024/dev.jsonl"],
    "space2025/jsi": ["space2025/jsi_demo.jsonl"],
    "space2025/rsr": ["space2025/rsr_demo.jsonl"],
    "space2025/rse": ["space2025/rse_demo.jsonl"],
    "space2025/spr-zh": ["space2025/spr_zh_train.jsonl", "space2025/spr_zh_dev.jsonl"],
    "space2025/spr-en": ["space2025/spr_en_train.jsonl", "space2025/spr_en_dev.jsonl"],
    "score2026/choice": ["score2026/train.json", "score2026/dev.json"],
    "wsd/senses": ["wsd/train.data.txt", "wsd/val.data.txt"],
}
"""Files with answers; predictions answer the last one."""

QUESTIONS = {
    "space2021/task1": ["space2021/task1-dev.json"],
    "space2021/task2": ["space2021/task2-dev.json"],
    "space2021/task3": ["space2021/task3-dev.json"],
    "space2022/task1": ["space2022/task1_dev_input.jsonl", "space2022/task1_test_input.jsonl"],
    "space2022/task2": ["space2022/task2_dev_input.jsonl"],
    "space2022/task3": ["space2022/task3_dev_input.jsonl"],
    "space2023/task1": ["space2023/task1_dev_input.jsonl"],
    "space2023/task2": ["space2023/task2_dev_input.jsonl"],
    "space2024/choice": ["space2024/dev_input.jsonl"],
    "space2025/spr-zh": ["space2025/spr_zh_dev_input.jsonl"],
    "space2025/spr-en": ["space2025/spr_en_dev_input.jsonl"],
    "score2026/choice": ["score2026/dev_input.json"],
}

INTENDED_WARNINGS = {
    "space2022/task2_train.jsonl": ["unsorted-idxes"],
    "space2023/task1_train.jsonl": ["unsorted-idxes"],
    "wsd/val.data.txt": ["target-repeated"],
}

UNANSWERED = ("space2021/task1", "space2024/choice", "space2025/jsi", "space2025/spr-en", "score2026/choice")
"""System b leaves one item without an answer."""

SIZES = {
    "space2021/task1-train-with-answer.json": 24,
    "space2021/task1-dev-with-answer.json": 12,
    "space2021/task2-train-with-answer.json": 20,
    "space2021/task2-dev-with-answer.json": 10,
    "space2021/task3-dev-with-answer.json": 10,
    "space2022/task1_train.jsonl": 40,
    "space2022/task1_dev.jsonl": 20,
    "space2022/task2_train.jsonl": 20,
    "space2022/task2_dev.jsonl": 10,
    "space2022/task3_train.jsonl": 12,
    "space2022/task3_dev.jsonl": 6,
    "space2023/task1_train.jsonl": 20,
    "space2023/task1_dev.jsonl": 10,
    "space2023/task2_train.jsonl": 12,
    "space2023/task2_dev.jsonl": 6,
    "space2023/task3_examples.jsonl": 8,
    "space2024/train.jsonl": 13,
    "space2024/dev.jsonl": 8,
    "space2025/jsi_demo.jsonl": 6,
    "space2025/rsr_demo.jsonl": 5,
    "space2025/rse_demo.jsonl": 5,
    "space2025/spr_zh_train.jsonl": 6,
    "space2025/spr_zh_dev.jsonl": 3,
    "space2025/spr_en_train.jsonl": 6,
    "space2025/spr_en_dev.jsonl": 3,
    "score2026/train.json": 8,
    "score2026/dev.json": 3,
    "wsd/train.data.txt": 79,
    "wsd/val.data.txt": 37,
}

BROKEN = [
    (2, "slot-kind"),
    (5, "wrong-type"),
]
ODD = [
    (1, "idx-out-of-range"),
    (1, "text-mismatch"),
    (1, "unknown-slot-label"),
    (1, "slot-missing"),
    (1, "slot-conflict"),
    (2, "slot-missing"),
    (2, "wrong-length"),
    (3, "slot-label"),
    (3, "no-place"),
    (4, "slot-label"),
    (4, "no-place"),
    (4, "duplicate-qid"),
    (5, "empty-fragment"),
    (5, "repeated-tuple"),
    (6, "unknown-key"),
    (6, "slot-conflict"),
    (7, "unknown-qid"),
    (None, "missing-qid"),
]
"""What the official script scores all the same."""


def predictions(task: str) -> tuple[str, str]:
    edition, name = task.split("/")
    if edition == "space2021":
        return "space2021/sheet-a.json", "space2021/sheet-b.json"
    if edition == "score2026":
        return "score2026/pred-a.json", "score2026/pred-b.json"
    if edition in ("space2024", "space2025"):
        return f"{edition}/pred-a.jsonl", f"{edition}/pred-b.jsonl"
    if edition == "wsd":
        return "wsd/pred-a.jsonl", "wsd/pred-b.data.txt"
    return f"{edition}/pred-a-{name}.jsonl", f"{edition}/pred-b-{name}.jsonl"


def codes(task: str, file: str, *, questions: str | None = None, level: str | None = None) -> list[str]:
    checked = check_file(
        TASKS[task],
        str(EXAMPLES / file),
        questions=questions and str(EXAMPLES / questions),
        inventory=str(EXAMPLES / INVENTORY) if task == "wsd/senses" else None,
    )
    return [p.code for p in checked.findings.problems if level in (None, p.level)]


def gold_answers(task: str) -> list[Answer]:
    return [a for file in GOLD[task] for a in load_gold(TASKS[task], str(EXAMPLES / file)).answers.values()]


def main_score(task: str, file: str) -> float:
    gold = load_gold(TASKS[task], str(EXAMPLES / GOLD[task][-1]))
    predicted = load_predictions(TASKS[task], str(EXAMPLES / file), gold)
    return score(TASKS[task], make_cases(gold.items, gold.answers, predicted.answers)).main


def test_writing_the_examples_again_gives_the_same_bytes(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-B", "-X", "warn_default_encoding", "-W", "error", EXAMPLES / "make_examples.py", tmp_path],
        check=True,
    )
    written = {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    kept = {p.relative_to(EXAMPLES): p.read_bytes() for name in WRITTEN for p in (EXAMPLES / name).iterdir()}
    assert written == kept


def test_every_task_has_examples() -> None:
    assert set(GOLD) == set(TASKS)


@pytest.mark.parametrize(("task", "file"), [(task, file) for task, files in GOLD.items() for file in files])
def test_gold_has_no_problems_but_the_intended_ones(task: str, file: str) -> None:
    assert codes(task, file) == INTENDED_WARNINGS.get(file, [])
    assert len(load_gold(TASKS[task], str(EXAMPLES / file)).answers) == SIZES[file]


@pytest.mark.parametrize(("task", "file"), [(task, file) for task, files in QUESTIONS.items() for file in files])
def test_question_files_have_questions_only(task: str, file: str) -> None:
    checked = check_file(TASKS[task], str(EXAMPLES / file))
    assert (checked.findings.role, checked.findings.problems, checked.answered) == ("questions", [], 0)


@pytest.mark.parametrize("task", TASKS)
def test_texts_have_the_length_of_the_real_ones(task: str) -> None:
    for file in GOLD[task]:
        items = load_gold(TASKS[task], str(EXAMPLES / file)).items.values()
        assert [item.text for item in items if not 16 <= len(item.text) <= 256] == []


@pytest.mark.parametrize("task", TASKS)
def test_predictions_have_no_errors(task: str) -> None:
    a, b = predictions(task)
    for file in (a, b):
        assert codes(task, file, questions=GOLD[task][-1], level="error") == []
    unanswered = codes(task, b, questions=GOLD[task][-1], level="warning").count("missing-qid")
    assert unanswered == (task in UNANSWERED)


def test_each_system_is_better_somewhere_and_neither_is_perfect_or_hopeless() -> None:
    scores = {task: tuple(main_score(task, file) for file in predictions(task)) for task in TASKS}
    assert [task for task, pair in scores.items() if not all(0.2 < one < 0.95 for one in pair)] == []
    assert [task for task, (a, b) in scores.items() if b > a] == [
        "space2021/task2",
        "space2022/task2",
        "space2023/task1",
        "space2023/task3",
    ]


def test_broken_submission_shows_these_problems() -> None:
    checked = check_file(
        TASKS["space2022/task3"],
        str(EXAMPLES / "space2022/broken-task3.jsonl"),
        questions=str(EXAMPLES / "space2022/task3_dev_input.jsonl"),
    )
    assert [(p.line, p.code) for p in checked.findings.errors] == BROKEN
    assert [(p.line, p.code) for p in checked.findings.warnings] == ODD


def test_ratings_cover_every_pair_with_three_raters() -> None:
    ratings, findings = read_ratings(str(EXAMPLES / "space2023/ratings.csv"))
    assert findings.problems == []
    assert {qid: len(points) for qid, points in ratings.items()} == {f"3-{i}": 3 for i in range(1, 9)}


def wanted_parts(task: TaskSpec) -> set[tuple[str, ...]]:
    """Every type with its roles, every slot with its labels, every judgement the task knows."""
    parts: set[tuple[str, ...]] = set()
    for answer in task.public_answer:
        shape = answer.shape.each if isinstance(answer.shape, ListOf) else answer.shape
        match shape:
            case Choice():
                parts |= {(label,) for label in shape.labels}
            case Judged():
                parts |= {(label,) for label in shape.judge.labels}
            case RoleSpans():
                parts |= {("", role) for role in shape.roles}
            case TypedSpans():
                parts |= {(kind, role) for kind, case in shape.cases.items() for role in case.roles}
            case SlotTuple():
                parts |= {(slot.name, "") for slot in shape.slots if slot.takes != "label"}
                parts |= {(slot.name, label) for slot in shape.slots for label in slot.labels}
            case Options() | FragmentSets() | SenseChoice() | FreeText():
                raise AssertionError("no such answer in these tasks")
            case _:
                assert_never(shape)
    return parts


def found_parts(answer: Answer) -> set[tuple[str, ...]]:
    if "judge" in answer:
        return {(cast("str", answer["judge"]),)}
    if "verdicts" in answer:
        return {(verdict.judge,) for verdict in cast("tuple[Verdict, ...]", answer["verdicts"])}
    if "reasons" in answer:
        reasons = cast("tuple[Reason, ...]", answer["reasons"])
        return {(reason.type, span.role) for reason in reasons for span in reason.spans}
    fills = [fill for step in cast("tuple[StepTuple, ...]", answer["tuples"]) for fill in step.fills]
    with_label = {(fill.slot, fill.label) for fill in fills if fill.label is not None}
    return with_label | {(fill.slot, "") for fill in fills if fill.fragment is not None}


@pytest.mark.parametrize("task", [task for task in TASKS if task.startswith(("space2022/", "space2023/"))])
def test_every_slot_label_and_role_occurs(task: str) -> None:
    found: set[tuple[str, ...]] = set().union(*(found_parts(answer) for answer in gold_answers(task)))
    assert found == wanted_parts(TASKS[task])


@pytest.mark.parametrize("task", ["space2022/task3", "space2023/task2"])
@pytest.mark.parametrize(("field", "sets"), [("corefs", 8), ("non_corefs", 2)])
def test_both_kinds_of_reference_sets_occur(task: str, field: str, sets: int) -> None:
    assert sum(len(cast("tuple[FragmentSet, ...]", answer[field])) for answer in gold_answers(task)) == sets


@pytest.mark.parametrize("mark", ["𠮷", "G15高速", "A座", "地铁站Ｂ２出口"])
def test_unusual_characters_occur_inside_the_texts(mark: str) -> None:
    gold = load_gold(TASKS["space2022/task3"], str(EXAMPLES / "space2022/task3_train.jsonl"))
    assert sum(mark in item.text for item in gold.items.values()) == 1


def test_some_senses_of_validation_are_unseen_in_training() -> None:
    task = TASKS["wsd/senses"]
    seen: dict[str, set[tuple[str, object]]] = {}
    for part in ("train", "val"):
        loaded = load_gold(task, str(EXAMPLES / f"wsd/{part}.data.txt"))
        seen[part] = {
            (item.texts["word"], gloss)
            for key, item in loaded.items.items()
            for gloss in cast("Senses", loaded.answers[key]["senses"]).chosen
        }
    assert len(seen["val"] - seen["train"]) == 3
