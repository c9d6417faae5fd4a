"""What ``pingce check`` says about a system's answers."""

from collections.abc import Sequence
from pathlib import Path

from pingce.formats.check import check_file
from pingce.formats.save import save
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item
from pingce.systems.interface import Guess


def problems(task: TaskSpec, items: Sequence[Item], guesses: Sequence[Guess], folder: Path) -> list[str]:
    """Codes of everything found in the file of these answers, warnings too."""
    questions, answers = folder / "questions.jsonl", folder / "answers.jsonl"
    save(task, questions, [(item, None) for item in items], kind="jsonl", part="questions")
    pairs = [(item, guess.answer) for item, guess in zip(items, guesses, strict=True)]
    save(task, answers, pairs, kind="jsonl", part="answers")
    return [problem.code for problem in check_file(task, str(answers), questions=str(questions)).findings.problems]
