"""``pingce tasks``: what the catalogue knows."""

import json

import click

from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.describe import describe
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import TASKS, find_task

HEADINGS = (Words("任务", "task"), Words("名称", "title"), Words("排名依据", "ranked by"), Words("文件", "files"))


@click.group(invoke_without_command=True)
@lang_option
@json_option("the catalogue")
@click.pass_context
def tasks(ctx: click.Context, lang: Lang, as_json: bool) -> None:
    """List the subtasks; `pingce tasks show ID` tells all about one."""
    if ctx.invoked_subcommand is not None:
        return
    if as_json:
        click.echo(json.dumps({"tasks": [describe(task) for task in TASKS.values()]}, ensure_ascii=False))
        return
    rows = [[task.id, task.title.say(lang), ".".join(task.rank_by), ", ".join(task.kinds)] for task in TASKS.values()]
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
