"""``pingce systems from-log``: what another harness logged, as answers."""

from pathlib import Path

import click

from pingce.cli.outputs import writes
from pingce.cli.systems.predict import inventory_option
from pingce.cli.terminal import lang_option
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

FIRST = 20


@click.command("from-log")
@click.argument("task_id", metavar="TASK")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--questions", metavar="FILE", required=True, help="What was asked.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The answers.")
@inventory_option
@lang_option
@writes("out")
def from_log(task_id: str, log: Path, questions: str, out: Path, inventory: str | None, lang: Lang) -> None:
    """Read the replies in a LOG of lm-eval or inspect_ai and write them as answers that can be scored or handed in.

    LOG is samples_….jsonl of lm-eval (run with --log_samples), or a .json or .eval file of inspect_ai. Replies without
    a usable answer are left unanswered and listed.
    """
    from pingce.formats.load import load_inventory, load_questions
    from pingce.formats.save import kind_for, save
    from pingce.harness.logs import answers_of_log

    task = find_task(task_id)
    kind = kind_for(task, out)
    asked = load_questions(task, questions)
    glosses = load_inventory(inventory) if inventory is not None else {}
    logged = answers_of_log(task, log, asked, glosses)
    save(task, out, [(asked[key], answer) for key, answer in logged.answers.items()], kind=kind, part="answers")
    for item_id, problems in list(logged.unread.items())[:FIRST]:
        click.echo(f"{item_id}: {'；'.join(problems)}", err=True)
    read, unread, missing = len(logged.answers), len(logged.unread), len(logged.unanswered)
    click.echo(
        Words(
            f"已写出 {out}：{read} 个答案，{unread} 个回答不能用，{missing} 题没有问",
            f"{out} written: {read} answers, {unread} replies without one, {missing} questions not asked",
        ).say(lang),
        err=True,
    )
