"""Tasks that other installed packages bring along: entry points of the group ``pingce.tasks``.

The name of an entry point is the id of its task, its object a ``TaskSpec``. Packages are looked for when an id is not
built in, and only the one that is asked for is imported: a package that is broken harms nobody who does not need it.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points

from pingce.spec.errors import UserError
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

from .own import OwnTask, TaskListing, id_flaw

GROUP = "pingce.tasks"


class PluginTasks:
    """The tasks of all installed packages."""

    def find(self, task_id: str) -> OwnTask | None:
        points = entry_points(group=GROUP, name=task_id)
        return _load(next(iter(points))) if points else None

    def listed(self) -> TaskListing:
        tasks: list[OwnTask] = []
        problems: list[UserError] = []
        for point in entry_points(group=GROUP):
            try:
                tasks.append(_load(point))
            except UserError as problem:
                problems.append(problem)
        return TaskListing(tuple(tasks), tuple(problems))


PLUGINS = PluginTasks()


def _load(point: EntryPoint) -> OwnTask:
    where = point.value if point.dist is None else f"{point.dist.name} ({point.value})"
    try:
        task = point.load()
    except Exception as problem:  # whatever a foreign package does while it is imported
        why = f"{type(problem).__name__}: {problem}"
        raise _refused(point, where, Words(why, why)) from problem
    if not isinstance(task, TaskSpec):
        kind = type(task).__name__
        raise _refused(point, where, Words(f"实际是 {kind}；应为 TaskSpec", f"found {kind}; expected a TaskSpec"))
    flaws = list(_flaws(point.name, task))
    if flaws:
        zh, en = "；".join(flaw.zh for flaw in flaws), "; ".join(flaw.en for flaw in flaws)
        raise _refused(point, where, Words(zh, en))
    return OwnTask(task, "", where)


def _flaws(name: str, task: TaskSpec) -> Iterator[Words]:
    from .catalog import BUILT_IN_EDITIONS

    if task.id != name:
        yield Words(f"id 实际为 {task.id}；应为 {name}", f"id: found {task.id}; expected {name}")
    expected = id_flaw(task.id, BUILT_IN_EDITIONS)
    if expected is not None:
        yield Words(f"id 实际为 {task.id}；应为{expected.zh}", f"id: found {task.id}; expected {expected.en}")
    for measure, number in (task.rank_by, task.page_rank_by or task.rank_by):
        definition = {**task.measures, **task.page_measures}.get(measure)
        if definition is None or number not in definition.combine([0.0] * len(definition.columns), 0):
            yield Words(
                f"rank_by 实际为 {measure}.{number}；没有这个数", f"rank_by: found {measure}.{number}; no such number"
            )
            return


def _refused(point: EntryPoint, where: str, why: Words) -> UserError:
    return UserError(
        Words(
            f"软件包 {where} 带来的任务 {point.name} 不能用：{why.zh}。",
            f"The task {point.name} of the package {where} cannot be used: {why.en}.",
        ),
        hint=Words("请修正或卸载这个软件包。", "Mend the package or uninstall it."),
        code="bad-task-package",
    )
