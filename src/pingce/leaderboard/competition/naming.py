"""Which of a competition's tasks somebody means."""

from collections.abc import Sequence

from pingce.leaderboard.table import short_name
from pingce.spec.words import Words
from pingce.store.errors import Refused


def task_named(name: str, tasks: Sequence[str]) -> str:
    """By its id or, as in tables and names of files, by its short name where that is enough."""
    found = [name] if name in tasks else [task for task in tasks if short_name(task) == name]
    if len(found) != 1:
        raise Refused(
            Words(
                f"“{name}”是哪个子任务？本评测有 {'、'.join(tasks)}。",
                f"Which task is '{name}'? This competition has {', '.join(tasks)}.",
            ),
            code="unknown-task",
        )
    return found[0]
