"""Own tasks that a command finds: of the files it was given, and of the benchmark it is run in."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.own import OwnTask, TaskListing, TaskPlace, answer_structure, close_tasks, open_tasks


def use_own_tasks(ctx: click.Context) -> None:
    """Let a command find own tasks, as long as it runs."""
    place = CommandTasks()
    open_tasks(place)
    ctx.call_on_close(lambda: close_tasks(place))


class CommandTasks:
    """What is given comes first: a pack says best how its own files are to be read."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    def find(self, task_id: str) -> OwnTask | None:
        carried, own = (
            place.find(task_id) if place is not None else None for place in (given_files(), benchmark_tasks())
        )
        if carried is None or own is None:
            return carried or own
        if answer_structure(carried.task) != answer_structure(own.task):
            self._tell(carried, own)
        return carried

    def listed(self) -> TaskListing:
        places = [place for place in (given_files(), benchmark_tasks()) if place is not None]
        listings = [place.listed() for place in places]
        return TaskListing(
            tuple(own for listing in listings for own in listing.tasks),
            tuple(problem for listing in listings for problem in listing.problems),
        )

    def _tell(self, carried: OwnTask, own: OwnTask) -> None:
        from pingce.cli.terminal import chosen_lang

        if carried.task.id in self.told:
            return
        self.told.add(carried.task.id)
        words = Words(
            f"{carried.task.id}：{own.where} 已与 {carried.where} 不同；这里按后者。",
            f"{carried.task.id}: {own.where} differs from {carried.where} by now; the latter is used here.",
        )
        click.echo(words.say(chosen_lang(click.get_current_context())), err=True)


def given_files() -> TaskPlace | None:
    """The packs and models that the files a command was given are or belong to."""
    from pingce.formats.taskfile.places import CarriedTasks

    ctx = click.get_current_context(silent=True)
    return CarriedTasks(_paths(ctx.params.values())) if ctx is not None else None


def _paths(values: Iterable[object]) -> Iterator[Path]:
    """Whatever may be a file: ``FILE``, ``TASK=FILE``, ``TASK:PART:CONTENT=FILE``."""
    for value in values:
        if isinstance(value, Path):
            yield value
        elif isinstance(value, str) and value and "\0" not in value:
            yield Path(value.rpartition("=")[2])
        elif isinstance(value, tuple | list):
            yield from _paths(value)


def benchmark_tasks() -> TaskPlace | None:
    """The tasks of the benchmark around the working folder, or of the one the environment names."""
    from pingce.formats.taskfile import places

    folder = benchmark_folder()
    return None if folder is None else places.benchmark_tasks(folder)


def benchmark_folder() -> Path | None:
    """The benchmark a command is run in: the one the environment names, or the nearest folder above that is one."""
    from pingce.flow.benchmark import BENCHMARK_VARIABLE, is_benchmark

    given = os.environ.get(BENCHMARK_VARIABLE)
    here = Path(given) if given else Path.cwd()
    folders = (here,) if given else (here, *here.parents)
    return next((folder for folder in folders if is_benchmark(folder)), None)


def no_benchmark() -> UserError:
    """For commands that write a description of a task into the benchmark around them, where there is none."""
    from pingce.flow.benchmark import FILE

    return UserError(
        Words(f"这里不是评测的文件夹（没有 {FILE}）。", f"This is no benchmark: there is no {FILE}."),
        hint=Words("用 --out 指明要写的文件。", "Name the file to write with --out."),
        code="no-benchmark",
    )
