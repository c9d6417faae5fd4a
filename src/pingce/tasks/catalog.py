"""The catalogue: every subtask and every edition pingce knows."""

import difflib
from importlib import import_module

from pingce.spec.errors import UserError
from pingce.spec.task import EditionSpec, TaskSpec
from pingce.spec.words import Words

TASK_FILES = (
    "space2021.task1",
    "space2021.task2",
    "space2021.task3",
    "space2022.task1",
    "space2022.task2",
    "space2022.task3",
    "space2023.task1",
    "space2023.task2",
    "space2023.task3",
    "wsd.senses",
)
"""The files below this folder that define a ``TASK``, in the order of every list; a new task is one more line."""
EDITION_FILES = ("space2021.edition", "space2022.edition", "space2023.edition")


def _task(file: str) -> TaskSpec:
    task: TaskSpec = import_module(f".{file}", __package__).TASK
    return task


def _edition(file: str) -> EditionSpec:
    edition: EditionSpec = import_module(f".{file}", __package__).EDITION
    return edition


TASKS: dict[str, TaskSpec] = {task.id: task for task in map(_task, TASK_FILES)}
EDITIONS: dict[str, EditionSpec] = {edition.id: edition for edition in map(_edition, EDITION_FILES)}


def find_task(task_id: str) -> TaskSpec:
    if task_id in TASKS:
        return TASKS[task_id]
    raise UserError(
        Words(f"没有任务“{task_id}”。", f"There is no task '{task_id}'."),
        hint=_nearest(task_id, TASKS),
        code="unknown-task",
    )


def find_edition(edition_id: str) -> EditionSpec:
    if edition_id in EDITIONS:
        return EDITIONS[edition_id]
    raise UserError(
        Words(f"没有“{edition_id}”这一届。", f"There is no edition '{edition_id}'."),
        hint=_nearest(edition_id, EDITIONS),
        code="unknown-edition",
    )


def _nearest(name: str, known: dict[str, TaskSpec] | dict[str, EditionSpec]) -> Words:
    close = difflib.get_close_matches(name, known, n=1)
    if close:
        return Words(f"是否想用 {close[0]}？", f"Did you mean {close[0]}?")
    return Words(f"已有：{'、'.join(known)}。", f"Known: {', '.join(known)}.")
