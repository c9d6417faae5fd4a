"""``pingce move``: from other annotation tools and back to them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import lang_option, progress
from pingce.formats.entries import checked_entries
from pingce.formats.exchange import move as exchange
from pingce.formats.exchange.mapping import read_mapping
from pingce.formats.exchange.move import Tool
from pingce.formats.exchange.offsets import Unit
from pingce.formats.findings import Findings
from pingce.formats.load import loses_values, refuse_invalid
from pingce.formats.save import Pair, kind_for, save
from pingce.formats.source import find_source
from pingce.formats.write import write_array, write_jsonl
from pingce.spec.task import TaskSpec
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task

FILE = click.Path(path_type=Path, dir_okay=False)
map_option: Callable[[Any], Any] = click.option(
    "--map", "map_file", type=FILE, required=True, help="Which part of the export is which part of the task (TOML)."
)
offsets_option: Callable[[Any], Any] = click.option(
    "--offsets",
    type=click.Choice(get_args(Unit)),
    help="What positions count; default: what Label Studio's own texts tell, and for doccano utf-16, as browsers do.",
)


@click.group()
def move() -> None:
    """Annotations of Label Studio and doccano ⇄ files of a task.

    \b
    in   their export → a file of the task, for check, score, `annotate import` and everything else
    out  a file of the task → a file they import
    """


@move.command("in")
@click.argument("task_id", metavar="TASK")
@click.argument("export")
@click.argument("out", type=FILE)
@click.option("--from", "tool", type=click.Choice(get_args(Tool)), required=True, help="Whose export it is.")
@map_option
@offsets_option
@click.option(
    "--person", metavar="PERSON", help="Label Studio: whose annotations, where several people worked on an item."
)
@lang_option
@writes("out")
def move_in(
    task_id: str,
    export: str,
    out: Path,
    tool: Tool,
    map_file: Path,
    offsets: Unit | None,
    person: str | None,
    lang: Lang,
) -> None:
    """Write what EXPORT of another tool says to OUT, a file of TASK.

    Label Studio: JSON (not JSON-MIN) with choices, ratings, text areas, labels and relations. doccano: JSONL of text
    classification, sequence labelling (label, labels, or entities and relations) and texts to texts. Positions become
    code points. Items nobody has annotated come without an answer. OUT appears only if everything could be taken over.
    """
    task = find_task(task_id)
    mapping = read_mapping(task, map_file)
    pairs = exchange.move_in(task, find_source(export, progress), mapping, tool, unit=offsets, by=person)
    count = save(task, out, pairs, kind=kind_for(task, out))
    answered = sum(answer is not None for _, answer in pairs)
    words = Words(f"{out}：{count} 题，其中 {answered} 题有答案", f"{out}: {count} items, {answered} with an answer")
    click.echo(words.say(lang), err=True)


@move.command("out")
@click.argument("task_id", metavar="TASK")
@click.argument("file")
@click.argument("out", type=FILE)
@click.option("--to", "tool", type=click.Choice(get_args(Tool)), required=True, help="Which tool is to import it.")
@map_option
@offsets_option
@lang_option
@writes("out")
def move_out(task_id: str, file: str, out: Path, tool: Tool, map_file: Path, offsets: Unit | None, lang: Lang) -> None:
    """Write FILE of TASK to OUT as Label Studio (JSON) or doccano (JSONL) import it.

    The mapping is the one of `pingce move in`; what was moved out can be moved in again without loss.
    """
    task = find_task(task_id)
    mapping = read_mapping(task, map_file)
    records = exchange.move_out(task, _entries(task, file), mapping, tool, unit=offsets)
    count = write_array(out, records) if tool == "label-studio" else write_jsonl(out, records)
    click.echo(Words(f"{out}：{count} 题", f"{out}: {count} items").say(lang), err=True)


def _entries(task: TaskSpec, file: str) -> list[Pair]:
    source = find_source(file, progress)
    findings = Findings(source.name)
    with refuse_invalid(findings, when=loses_values):
        return [(entry.item, entry.answer) for entry in checked_entries(task, source, findings, None, None)]
