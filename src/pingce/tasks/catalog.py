"""The catalogue: every subtask and every edition pingce knows."""

import difflib

from pingce.spec.errors import UserError
from pingce.spec.task import EditionSpec, TaskSpec
from pingce.spec.words import Words

from .space2021 import edition as edition2021
from .space2021 import task1 as s21t1
from .space2021 import task2 as s21t2
from .space2021 import task3 as s21t3
from .space2022 import edition as edition2022
from .space2022 import task1 as s22t1
from .space2022 import task2 as s22t2
from .space2022 import task3 as s22t3
from .space2023 import edition as edition2023
from .space2023 import task1 as s23t1
from .space2023 import task2 as s23t2
from .space2023 import task3 as s23t3
from .wsd import senses

TASKS: dict[str, TaskSpec] = {
    module.TASK.id: module.TASK for module in (s21t1, s21t2, s21t3, s22t1, s22t2, s22t3, s23t1, s23t2, s23t3, senses)
}

EDITIONS: dict[str, EditionSpec] = {
    module.EDITION.id: module.EDITION for module in (edition2021, edition2022, edition2023)
}


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
