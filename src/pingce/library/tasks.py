"""The tasks, and our own example files, by name."""

from difflib import get_close_matches
from pathlib import Path

from pingce.formats.examples import example_folder
from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import find_task, known_tasks

from .arguments import checked


def list_tasks() -> list[str]:
    """The ids of all tasks, those of other installed packages among them.

    >>> import pingce
    >>> "space2022/task1" in pingce.list_tasks()
    True
    """
    return list(known_tasks())


@checked
def task(task_id: str) -> TaskSpec:
    """What a task asks, how its files look and how it is scored.

    >>> import pingce
    >>> pingce.task("space2022/task1").rank_by
    ('accuracy', 'accuracy')
    """
    return find_task(task_id)


@checked
def example(name: str) -> Path:
    """A file of the examples that come with pingce, such as ``space2022/task1_dev.jsonl``; ``""``: their folder.

    >>> import pingce
    >>> pingce.example("space2022/task1_dev.jsonl").is_file()
    True
    """
    folder = example_folder().resolve()
    path = (folder / name).resolve()
    if not path.is_relative_to(folder) or not path.exists():
        known = sorted(path.relative_to(folder).as_posix() for path in folder.glob("*/*.*"))
        near = get_close_matches(name, known, n=5, cutoff=0.0)
        raise UserError(
            Words(f"没有例子“{name}”。", f"There is no example '{name}'."),
            hint=Words(f"最接近的：{'、'.join(near)}。", f"Closest are: {', '.join(near)}."),
            code="no-example",
        )
    return path


def as_task(given: str | TaskSpec) -> TaskSpec:
    """A task, or the one with this id."""
    return find_task(given) if isinstance(given, str) else given
