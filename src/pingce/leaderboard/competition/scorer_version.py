"""Which scorer gave a number: package version, task and its measures, answer file."""

import hashlib
import inspect
from functools import cache
from types import ModuleType

from pingce import __version__
from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import find_task


def bytes_sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def fingerprint(task_id: str) -> str:
    """Of everything the task says and of the code of its measures, so that a mended scorer has another one."""
    task = find_task(task_id)
    digest = hashlib.sha256(repr(task).encode())
    for module in _modules(task):
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()


def _modules(task: TaskSpec) -> list[ModuleType]:
    """Where the measures and their bases are written, always in the same order."""
    classes = {base for measure in task.measures.values() for base in type(measure).__mro__}
    modules = {module.__name__: module for cls in classes if (module := inspect.getmodule(cls)) is not None}
    return [modules[name] for name in sorted(modules) if name.startswith("pingce.")]


def pin(task_id: str, data_sha256: str, ratings_sha256: str = "") -> str:
    """The same pin gives the same numbers for the same answers."""
    return bytes_sha256("|".join((__version__, fingerprint(task_id), data_sha256, ratings_sha256)).encode())
