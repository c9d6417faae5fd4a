"""What ``pingce check`` says about a system's answers."""

from collections.abc import Sequence
from pathlib import Path

from pingce.formats.check import check_file
from pingce.formats.save import save
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Prediction


def problems(task: TaskSpec, items: Sequence[Item], predictions: Sequence[Prediction], folder: Path) -> list[str]:
    """Codes of everything found in the file of these answers, warnings too."""
    questions, answers = folder / "questions.jsonl", folder / "answers.jsonl"
    save(task, questions, [(item, None) for item in items], kind="jsonl", part="questions")
    pairs = [(item, prediction.answer) for item, prediction in zip(items, predictions, strict=True)]
    save(task, answers, pairs, kind="jsonl", part="answers")
    return [problem.code for problem in check_file(task, str(answers), questions=str(questions)).findings.problems]
