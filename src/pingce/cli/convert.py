"""``pingce convert``: between editions and between file kinds."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click

from pingce.cli.outputs import writes
from pingce.cli.terminal import lang_option, progress, warn_about
from pingce.formats.convert import Pair, convert_entries, find_conversion, left_behind
from pingce.formats.entries import checked_entries
from pingce.formats.findings import Findings
from pingce.formats.load import load_inventory, refuse_invalid
from pingce.formats.save import PARTS, Part, RecordForm, kind_for, save
from pingce.formats.source import Source, find_source
from pingce.formats.write import Newline
from pingce.spec.task import FileKind, TaskSpec
from pingce.spec.words import Lang
from pingce.tasks.catalog import find_task


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("file")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--to", "to_id", metavar="TASK", help="The other edition's subtask with the same annotation.")
@click.option("--format", "kind", type=click.Choice(get_args(FileKind)), help="Kind of file; default: by OUT's ending.")
@click.option("--part", type=click.Choice(PARTS), default="all", show_default=True, help="Leave out answers or texts.")
@click.option("--newline", type=click.Choice(get_args(Newline)), default="lf", show_default=True, help="Line ends.")
@click.option("--final-newline/--no-final-newline", default=True, show_default=True, help="Whether the last line ends.")
@click.option(
    "--form",
    type=click.Choice(get_args(RecordForm)),
    default="files",
    show_default=True,
    help="Records as in the files, or as the rules page prints them (space2023/task1).",
)
@click.option("--inventory", metavar="FILE", help="Words and their glosses, for GlossBERT, by-gloss and MiCLS files.")
@lang_option
@writes("out")
def convert(
    task_id: str,
    file: str,
    out: Path,
    to_id: str | None,
    kind: FileKind | None,
    part: Part,
    newline: Newline,
    final_newline: bool,
    form: RecordForm,
    inventory: str | None,
    lang: Lang,
) -> None:
    """Write FILE of TASK to OUT in another layout.

    Between editions: space2022/task3 ⇄ space2023/task2, space2022/task2 → space2023/task1. Between kinds:
    JSON array, JSONL, SpaCE2021 answer sheet, sense lines, ESCHER and GlossBERT files, SUDA's sentences by gloss
    (by-gloss), MiCLS pairs (micls). OUT appears only when
    it is complete, and not at all if something in FILE could not be taken over; only keys the task does not
    know are left out.
    """
    task = find_task(task_id)
    target = find_task(to_id) if to_id is not None else task
    find_conversion(task, target)
    source = find_source(file, progress)
    findings = Findings(source.name)
    count = save(
        target,
        out,
        _converted(task, target, source, findings),
        kind=kind or kind_for(target, out, has_format_option=True),
        part=part,
        newline=newline,
        final_newline=final_newline,
        form=form,
        inventory=load_inventory(inventory) if inventory is not None else None,
    )
    warn_about(findings, lang)
    click.echo(f"{out}: {count}", err=True)


def _converted(task: TaskSpec, target: TaskSpec, source: Source, findings: Findings) -> Iterator[Pair]:
    """Converted records; a file with anything unreadable raises at its end, before the output is put in place."""

    def loses(findings: Findings) -> bool:
        return findings.lost_values or not left_behind(task, target).isdisjoint(code for _, code in findings.counts)

    with refuse_invalid(findings, when=loses):
        yield from convert_entries(task, target, checked_entries(task, source, findings, None, None))
