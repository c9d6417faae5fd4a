"""The tasks by name."""

from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import find_task, known_tasks


def list_tasks() -> list[str]:
    """The ids of all tasks, those of other installed packages among them.

    >>> import pingce
    >>> "space2022/task1" in pingce.list_tasks()
    True
    """
    return list(known_tasks())


def task(task_id: str) -> TaskSpec:
    """What a task asks, how its files look and how it is scored.

    >>> import pingce
    >>> pingce.task("space2022/task1").rank_by
    ('accuracy', 'accuracy')
    """
    return find_task(task_id)


def as_task(given: str | TaskSpec) -> TaskSpec:
    """A task, or the one with this id."""
    return find_task(given) if isinstance(given, str) else given
