"""``pingce tasks``: what the catalogue knows, and descriptions of tasks of one's own."""

import json
from pathlib import Path

import click

from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.formats.taskfile.examples import EXAMPLES, example
from pingce.spec.describe import describe
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import TASKS, find_task
from pingce.tasks.own import list_own

HEADINGS = (Words("任务", "task"), Words("名称", "title"), Words("排名依据", "ranked by"), Words("文件", "files"))


@click.group(invoke_without_command=True)
@lang_option
@json_option("the catalogue")
@click.pass_context
def tasks(ctx: click.Context, lang: Lang, as_json: bool) -> None:
    """List the subtasks, your own among them; `pingce tasks show ID` tells all about one."""
    if ctx.invoked_subcommand is not None:
        return
    own = list_own()
    listed = [*TASKS.values(), *(entry.task for entry in own.tasks)]
    for problem in own.problems:  # one that is broken keeps nobody from the others
        click.echo(problem.say(lang), err=True)
    if as_json:
        click.echo(json.dumps({"tasks": [describe(task) for task in listed]}, ensure_ascii=False))
        return
    rows = [[task.id, task.title.say(lang), ".".join(task.rank_by), ", ".join(task.kinds)] for task in listed]
    print_table("", [heading.say(lang) for heading in HEADINGS], rows)


@tasks.command()
@click.argument("task_id", metavar="ID")
@lang_option
@json_option("the task")
def show(task_id: str, lang: Lang, as_json: bool) -> None:
    """Fields, roles, rules, measures, official script and known differences of one subtask."""
    task = find_task(task_id)
    if as_json:
        click.echo(json.dumps(describe(task), ensure_ascii=False))
        return
    from pingce.spec.describe import task_page

    click.echo(task_page(task, lang))


@tasks.command()
@click.argument("name")
@click.option("--shape", type=click.Choice(EXAMPLES), required=True, help="The shape of the answer.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to write; default: tasks/NAME.toml of the benchmark around the working folder.",
)
@lang_option
def init(name: str, shape: str, out: Path | None, lang: Lang) -> None:
    """Describe a task of your own: writes a commented example of the SHAPE, ready to be changed.

    \b
    pingce tasks init mood --shape choice
    pingce tasks show mybench/mood
    """
    from pingce.cli.own_tasks import benchmark_folder, no_benchmark
    from pingce.formats.taskfile.places import ENDING, benchmark_tasks
    from pingce.formats.write import write_text
    from pingce.tasks.catalog import BUILT_IN_EDITIONS
    from pingce.tasks.own import id_flaw

    folder = benchmark_folder()
    if folder is None and out is None:
        raise no_benchmark()
    own = benchmark_tasks(folder) if folder is not None else None
    edition = own.edition if own is not None else "benchmark"
    flaw = id_flaw(f"{edition}/{name}", BUILT_IN_EDITIONS)
    if flaw is not None:
        raise UserError(
            Words(
                f"任务不能叫 {edition}/{name}；应为{flaw.zh}。",
                f"A task cannot be {edition}/{name}; expected {flaw.en}.",
            ),
            code="bad-task-id",
        )
    path = own.folder / f"{name}{ENDING}" if own is not None and out is None else out
    assert path is not None, "without a benchmark it was named"
    if path.exists():
        raise UserError(
            Words(f"{path} 已经存在。", f"{path} exists already."),
            hint=Words("请换一个名字，或先删去它。", "Choose another name, or delete it first."),
            code="exists",
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, example(shape))
    words = Words(f"改好后：pingce tasks show {edition}/{name}", f"Change it, then: pingce tasks show {edition}/{name}")
    click.echo(words.say(lang), err=True)
    click.echo(str(path))
