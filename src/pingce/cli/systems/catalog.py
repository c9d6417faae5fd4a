"""``pingce systems list``."""

import json

import click

from pingce.cli.terminal import json_option, lang_option, number, print_table
from pingce.spec.words import Lang, Words
from pingce.systems.catalog import SYSTEMS
from pingce.systems.measured import NOT_MEASURED, MeasuredRow, best_row
from pingce.tasks.catalog import find_task

HEADER = (Words("系统", "system"), Words("说明", "what it is"), Words("任务", "tasks"), Words("需要", "needs"))

SCORE = Words("测得", "measured")


@click.command("list")
@click.argument("task_id", metavar="[TASK]", required=False)
@json_option("the list")
@lang_option
def list_systems(task_id: str | None, as_json: bool, lang: Lang) -> None:
    """All systems, or those for TASK with the best score each was measured to have (docs/5-systems.md)."""
    task = find_task(task_id) if task_id is not None else None
    chosen = {name: entry for name, entry in SYSTEMS.items() if task is None or entry.answers(task)}
    if as_json:
        listed = [
            {
                "name": name,
                "title": entry.title.en,
                "tasks": entry.tasks,
                "extra": entry.extra,
                "encoder": entry.encoder,
                "measured": {row.task: row.score for row in _best_rows(name, entry.tasks)},
            }
            for name, entry in chosen.items()
        ]
        click.echo(json.dumps(listed, ensure_ascii=False))
        return
    rows = [
        [
            name,
            entry.title.say(lang),
            " ".join(entry.tasks),
            " ".join(
                [f"pingce[{entry.extra}]"] * bool(entry.extra)
                + ["--encoder"] * bool(entry.encoder)
                + ["[--encoder]"] * (entry.encoder is None)
            ),
        ]
        for name, entry in chosen.items()
    ]
    header = [heading.say(lang) for heading in HEADER]
    if task is not None:
        header.append(SCORE.say(lang))
        for cells in rows:
            best = best_row(cells[0], task.id)
            cells.append(number(best.score) if best is not None else NOT_MEASURED.say(lang))
    print_table("", header, rows)


def _best_rows(name: str, tasks: tuple[str, ...]) -> list[MeasuredRow]:
    rows = (best_row(name, task) for task in tasks)
    return [row for row in rows if row is not None]
