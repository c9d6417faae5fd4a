"""All systems in one table; code and libraries load when one is used."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

from .interface import System

JUDGING = ("space2021/task1", "space2022/task1")


@dataclass(frozen=True)
class Entry:
    """A system by name: where its code is, what it can answer, what has to be installed."""

    target: str
    title: Words
    tasks: tuple[str, ...]
    extra: str | None = None
    needs: tuple[str, ...] = ()
    """Modules of the extra."""
    encoder: bool = False
    """Starts from a pretrained encoder (``--encoder``)."""
    trained: bool = True


SYSTEMS: dict[str, Entry] = {
    "majority": Entry("pingce.systems.majority:Majority", Words("多数类", "the commonest label"), JUDGING),
}


def find_system(name: str, task: TaskSpec) -> Entry:
    """The entry of that name, if it can answer the task and is installed."""
    entry = SYSTEMS.get(name)
    known = [one for one, candidate in SYSTEMS.items() if task.id in candidate.tasks]
    if entry is None:
        near = difflib.get_close_matches(name, SYSTEMS, n=1)
        hint = Words(f"是 {near[0]} 吗？", f"Did you mean {near[0]}?") if near else _listed(known)
        raise UserError(Words(f"没有系统“{name}”。", f"There is no system '{name}'."), hint=hint, code="unknown-system")
    if task.id not in entry.tasks:
        message = Words(f"系统 {name} 不能做 {task.id}。", f"The system {name} cannot answer {task.id}.")
        raise UserError(message, hint=_listed(known), code="wrong-task")
    return entry


def _listed(names: list[str]) -> Words:
    return Words(f"可用：{'、'.join(names)}。", f"There are: {', '.join(names)}.")


def open_system(name: str, task: TaskSpec) -> System:
    """The system itself; its libraries are loaded now."""
    entry = find_system(name, task)
    missing = [module for module in entry.needs if find_spec(module) is None]
    if missing:
        raise UserError(
            Words(
                f"系统 {name} 需要 {'、'.join(missing)}：pip install 'pingce[{entry.extra}]'。",
                f"The system {name} needs {', '.join(missing)}: pip install 'pingce[{entry.extra}]'.",
            ),
            code="missing-package",
        )
    module, _, attribute = entry.target.partition(":")
    return cast("Callable[[], System]", getattr(import_module(module), attribute))()
