"""Tasks that do not come with the package: of a benchmark, a pack, a database or another package.

Whoever opens such a place opens its tasks (``open_tasks``); ``find_task`` of the catalogue asks the places in turn for
an id that is not built in, and only then. An own task has an edition of its own, so that it never hides a built-in one.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from typing import NamedTuple, Protocol

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

PART = re.compile(r"\w[\w-]{0,29}")
"""An edition or the name of a task: letters of any script, digits, ``_`` and ``-``; both fit into a database's column
and into an address."""


class OwnTask(NamedTuple):
    """A task with what describes it."""

    task: TaskSpec
    description: str
    """The TOML it was read from, by which it can be handed on; empty for a task written in Python."""
    where: str
    """The file or package it comes from, for messages."""


class TaskListing(NamedTuple):
    """The tasks of a place, and what keeps others from being used."""

    tasks: tuple[OwnTask, ...]
    problems: tuple[UserError, ...] = ()


class TaskPlace(Protocol):
    """Where own tasks are found."""

    def find(self, task_id: str) -> OwnTask | None:
        """The task of that id, if it is here; one that is here and cannot be used is an error."""

    def listed(self) -> TaskListing:
        """All tasks that are here."""


_OPENED: list[TaskPlace] = []
"""Places that commands and servers have opened; the newest is asked first."""


def open_tasks(place: TaskPlace) -> None:
    """Let the tasks of a place be found until it is closed."""
    _OPENED.insert(0, place)


def close_tasks(place: TaskPlace) -> None:
    """Forget the place that was opened, and no other that is equal to it."""
    _OPENED[:] = [other for other in _OPENED if other is not place]


@contextmanager
def opened(place: TaskPlace) -> Iterator[None]:
    """The tasks of a place are found within the block."""
    open_tasks(place)
    try:
        yield
    finally:
        close_tasks(place)


class OneTask(NamedTuple):
    """A single task, for a process that is handed it along with its work."""

    own: OwnTask

    def find(self, task_id: str) -> OwnTask | None:
        return self.own if self.own.task.id == task_id else None

    def listed(self) -> TaskListing:
        return TaskListing((self.own,))


def places() -> Sequence[TaskPlace]:
    """All opened places and, last, the packages that bring tasks along."""
    from .plugins import PLUGINS

    return (*_OPENED, PLUGINS)


def find_own(task_id: str, asked: Sequence[TaskPlace] | None = None) -> OwnTask | None:
    """An own task by its id, from the first place that has it."""
    for place in places() if asked is None else asked:
        own = place.find(task_id)
        if own is not None:
            return own
    return None


def list_own() -> TaskListing:
    """The own tasks of all places, each as it would be found by its id."""
    tasks: dict[str, OwnTask] = {}
    problems: list[UserError] = []
    for place in places():
        listing = place.listed()
        problems += listing.problems
        for own in listing.tasks:
            tasks.setdefault(own.task.id, own)
    return TaskListing(tuple(tasks.values()), tuple(problems))


def id_flaw(task_id: str, built_in: frozenset[str]) -> Words | None:
    """What is wrong with the id of an own task; ``built_in`` are the editions that come with the package."""
    edition, slash, name = task_id.partition("/")
    if not slash or not PART.fullmatch(edition) or not PART.fullmatch(name):
        return Words(
            "届名/任务名，各为至多 30 个字母、数字、下划线或连字符",
            "EDITION/NAME, each of at most 30 letters, digits, underscores or hyphens",
        )
    if edition in built_in:
        return Words(
            f"自己的届名；{edition} 是内置的（{'、'.join(sorted(built_in))}）",
            f"an edition of your own; {edition} is built in ({', '.join(sorted(built_in))})",
        )
    return None


def answer_structure(task: TaskSpec) -> str:
    """What files and stored answers of a task depend on, without what things are called in words.

    Two descriptions of the same structure read the same files and the same answers.
    """
    options = () if task.options is None else (task.options,)
    parts = (task.id_key, task.texts, task.answer, options, task.attributes, task.gold_attributes, task.kinds)
    return json.dumps(_without_words(parts), ensure_ascii=False, sort_keys=True)


def _without_words(value: object) -> object:
    if isinstance(value, Words):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: _without_words(getattr(value, field.name)) for field in fields(value)}
        return {"kind": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {str(key): _without_words(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_without_words(part) for part in value]
    return value
