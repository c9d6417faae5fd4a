"""The catalogue: every subtask and every edition pingce knows, built in or of one's own (:mod:`pingce.tasks.own`)."""

import difflib
from importlib import import_module

from pingce.spec.errors import UserError
from pingce.spec.task import EditionSpec, TaskSpec
from pingce.spec.words import Words

from .own import find_own, list_own

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
    "space2024.choice",
    "space2025.jsi",
    "space2025.rsr",
    "space2025.rse",
    "space2025.spr_zh",
    "space2025.spr_en",
    "score2026.choice",
    "wsd.senses",
)
"""The files below this folder that define a ``TASK``, in the order of every list; a new task is one more line."""
EDITION_FILES = (
    "space2021.edition",
    "space2022.edition",
    "space2023.edition",
    "space2024.edition",
    "space2025.edition",
    "score2026.edition",
)


def _task(file: str) -> TaskSpec:
    task: TaskSpec = import_module(f".{file}", __package__).TASK
    return task


def _edition(file: str) -> EditionSpec:
    edition: EditionSpec = import_module(f".{file}", __package__).EDITION
    return edition


TASKS: dict[str, TaskSpec] = {task.id: task for task in map(_task, TASK_FILES)}
EDITIONS: dict[str, EditionSpec] = {edition.id: edition for edition in map(_edition, EDITION_FILES)}
BUILT_IN_EDITIONS = frozenset(task.edition for task in TASKS.values())


def find_task(task_id: str) -> TaskSpec:
    """A task by its id: built in, or of a place that is opened."""
    if task_id in TASKS:
        return TASKS[task_id]
    own = find_own(task_id)
    if own is not None:
        return own.task
    raise UserError(
        Words(f"没有任务“{task_id}”。", f"There is no task '{task_id}'."),
        hint=_nearest(task_id, known_tasks()),
        code="unknown-task",
    )


def is_task(task_id: str) -> bool:
    """Whether there is such a task, and it can be used."""
    try:
        find_task(task_id)
    except UserError:
        return False
    return True


def known_tasks() -> dict[str, TaskSpec]:
    """The built-in tasks and, after them, those of one's own that can be used."""
    return TASKS | {own.task.id: own.task for own in list_own().tasks}


def find_edition(edition_id: str) -> EditionSpec:
    """The edition with this id; where there is none, that is told with the nearest."""
    if edition_id in EDITIONS:
        return EDITIONS[edition_id]
    raise UserError(
        Words(f"没有“{edition_id}”这一届。", f"There is no edition '{edition_id}'."),
        hint=_nearest(edition_id, EDITIONS),
        code="unknown-edition",
    )


def _nearest(name: str, names: dict[str, TaskSpec] | dict[str, EditionSpec]) -> Words:
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return Words(f"是否想用 {close[0]}？", f"Did you mean {close[0]}?")
    return Words(f"已有：{'、'.join(names)}。", f"Known: {', '.join(names)}.")
