"""The subtasks of a competition: which one somebody means and which number ranks it."""

from collections.abc import Sequence

from pingce.leaderboard.table import short_name
from pingce.scoring.measures.explanation import HUMAN, HUMAN_NUMBER
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.tasks.catalog import find_task

from .views import TaskInfo


def task_named(name: str, tasks: Sequence[str]) -> str:
    """By its id or, as in tables and names of files, by its short name where that is enough."""
    meant = [name] if name in tasks else [task for task in tasks if short_name(task) == name]
    if len(meant) != 1:
        raise Refused(
            Words(
                f"“{name}”是哪个子任务？本评测有 {'、'.join(tasks)}。",
                f"Which task is '{name}'? This competition has {', '.join(tasks)}.",
            ),
            code="unknown-task",
        )
    return meant[0]


def task_info(task_id: str) -> TaskInfo:
    """What the pages of a competition say of a subtask, first of all the number that ranks."""
    task = find_task(task_id)
    measure, number = (HUMAN, HUMAN_NUMBER) if task.human_rated else task.rank_by
    return TaskInfo(task.id, task.title, task.summary, f"{measure}.{number}", task.human_rated)
