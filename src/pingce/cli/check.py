"""``pingce check``: everything that is wrong with a file, at once."""

import json
from typing import get_args

import click

from pingce.cli.terminal import json_option, lang_option, problem_lines, progress, summary
from pingce.formats.check import check_file
from pingce.formats.findings import FileRole
from pingce.spec.words import Lang, Words
from pingce.tasks.catalog import find_task


@click.command()
@click.argument("task_id", metavar="TASK")
@click.argument("file")
@click.option("--questions", metavar="FILE", help="The questions a submission must answer, each exactly once.")
@click.option("--inventory", metavar="FILE", help="Words and their glosses (wsd/senses).")
@click.option(
    "--kind",
    type=click.Choice(get_args(FileRole)),
    help="What the file is; without it, the first record and --questions decide. An inventory must be named as such.",
)
@lang_option
@json_option("the problems")
def check(
    task_id: str,
    file: str,
    questions: str | None,
    inventory: str | None,
    kind: FileRole | None,
    lang: Lang,
    as_json: bool,
) -> None:
    """Check a gold, question or prediction FILE of TASK.

    FILE may be a file inside a zip pack: pack.zip/name.jsonl. Problems are listed as
    file:line (qid) path: found …; expected … [code]; exit code 1 if there are errors.
    """
    task = find_task(task_id)
    checked = check_file(task, file, questions=questions, inventory=inventory, role=kind, watch=progress)
    findings = checked.findings
    if as_json:
        report = {
            "task": task.id,
            "file": findings.file,
            "kind": findings.role,
            "records": checked.records,
            "errors": findings.error_count,
            "warnings": findings.warning_count,
            "counts": {code: count for (_, code), count in findings.by_kind()},
            "stopped_at": findings.stopped_at,
            "problems": [problem.as_dict() for problem in findings.problems],
        }
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        for line in problem_lines(findings, lang):
            click.echo(line)
        records = Words(f"{checked.records} 条记录（{findings.role}）", f"{checked.records} records ({findings.role})")
        click.echo(f"{records.say(lang)} · {summary(findings, lang)}")
    if findings.error_count:
        raise click.exceptions.Exit(1)
