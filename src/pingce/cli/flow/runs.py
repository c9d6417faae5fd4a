"""``pingce runs``: what was run, with what, by whom, and how it ended."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words

from .counting import print_counts
from .opening import benchmark_option, flow_database_option, opened

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pingce.flow.benchmark import Benchmark

HEADINGS = (
    Words("编号", "run"),
    Words("步骤", "stage"),
    Words("状态", "state"),
    Words("开始", "started"),
    Words("秒", "seconds"),
    Words("谁", "who"),
    Words("进 → 出", "in → out"),
)
LAST_LINES = 10


@contextmanager
def _reading(folder: Path | None, database_url: str | None) -> "Iterator[tuple[Benchmark, int, Session]]":
    from pingce.flow.registry import register
    from pingce.store.database import reading, transaction

    with opened(folder, database_url) as (benchmark, engine):
        with transaction(engine) as db:
            number = register(db, benchmark)
        with reading(engine) as db:
            yield benchmark, number, db


@click.group(invoke_without_command=True)
@click.option("--stage", help="Only the runs of this stage.")
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="So many, the newest.")
@benchmark_option
@flow_database_option
@json_option("the runs")
@lang_option
@click.pass_context
def runs(
    ctx: click.Context,
    stage: str | None,
    most: int,
    folder: Path | None,
    database_url: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """List the runs of the benchmark, the newest first; `pingce runs show N` tells all about one."""
    if ctx.invoked_subcommand is not None:
        return
    from pingce.flow.runs import STATES, moment, run_record, runs_of, shown_state

    with _reading(folder, database_url) as (benchmark, number, db):
        runs = runs_of(db, number, stage=stage, most=most)
        if as_json:
            records = [run_record(benchmark, row) | {"state": shown_state(db, row)} for row in runs]
            click.echo(json.dumps({"runs": records}, ensure_ascii=False))
            return
        rows = [
            [
                str(row.id),
                row.stage,
                STATES[shown_state(db, row)].say(lang),
                str(moment(row.started_at)),
                "–" if row.finished_at is None else f"{row.finished_at - row.started_at:.1f}",
                row.who,
                _counted(row.result.get("counts")),
            ]
            for row in runs
        ]
    print_table("", [heading.say(lang) for heading in HEADINGS], rows)


def _counted(counts: object) -> str:
    return f"{counts['in']} → {counts['out']}" if isinstance(counts, dict) else "–"


@runs.command()
@click.argument("number", type=int, metavar="N")
@benchmark_option
@flow_database_option
@json_option("the run")
@lang_option
def show(number: int, folder: Path | None, database_url: str | None, as_json: bool, lang: Lang) -> None:
    """Inputs and outputs with checksums, settings, who, when, result, log, and the command that repeats run N."""
    from pingce.flow.runs import STATES, find_run, log_lines, run_record, shown_state

    with _reading(folder, database_url) as (benchmark, benchmark_id, db):
        row = find_run(db, benchmark_id, number)
        record = run_record(benchmark, row) | {"state": shown_state(db, row)}
        lines = log_lines(benchmark, number)
    if as_json:
        click.echo(json.dumps(record, ensure_ascii=False))
        return
    for name, title in TITLES.items():
        value = record[name]
        shown = STATES[value].say(lang) if name == "state" else value
        if isinstance(shown, dict):
            click.echo(f"{title.say(lang)}:")
            for key, part in shown.items():
                click.echo(f"  {key}: {json.dumps(part, ensure_ascii=False) if not isinstance(part, str) else part}")
        elif shown is not None:
            click.echo(f"{title.say(lang)}: {shown}")
    for line in lines[-LAST_LINES:]:
        click.echo(f"  {line}")


TITLES = {
    "run": Words("编号", "run"),
    "stage": Words("步骤", "stage"),
    "kind": Words("种类", "kind"),
    "state": Words("状态", "state"),
    "who": Words("谁", "who"),
    "started": Words("开始", "started"),
    "seconds": Words("秒", "seconds"),
    "version": Words("版本", "version"),
    "seed": Words("种子", "seed"),
    "settings": Words("设置", "settings"),
    "inputs": Words("输入", "inputs"),
    "outputs": Words("输出", "outputs"),
    "result": Words("结果", "result"),
    "problem": Words("问题", "problem"),
    "repeat": Words("再来一次", "repeat it with"),
    "log": Words("日志", "log"),
}


@runs.command()
@benchmark_option
@flow_database_option
@lang_option
def counts(folder: Path | None, database_url: str | None, lang: Lang) -> None:
    """What every stage took in, gave on and left out: screened → replaced → rated → graded → exported → split."""
    with _reading(folder, database_url) as (benchmark, number, db):
        print_counts(db, benchmark, number, lang)


@runs.command()
@click.argument("number", type=int, metavar="N")
@benchmark_option
@flow_database_option
@lang_option
def cancel(number: int, folder: Path | None, database_url: str | None, lang: Lang) -> None:
    """End run N; whoever works on it, here or on another machine, stops within seconds."""
    from pingce.flow.registry import register
    from pingce.flow.runs import STATES, cancel_run
    from pingce.store.database import transaction

    with opened(folder, database_url) as (benchmark, engine), transaction(engine) as db:
        row = cancel_run(db, register(db, benchmark), number)
        state = "cancelled" if row.stop else row.state
    click.echo(f"{number}: {STATES[state].say(lang)}")
