"""``pingce make``: whatever is missing or out of date, in order."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import as_option
from pingce.cli.terminal import json_option, lang_option
from pingce.spec.words import Lang, Words

from .counting import print_counts
from .opening import benchmark_option, flow_database_option, maker, opened

if TYPE_CHECKING:
    from pingce.flow.plan import MakePlan

DRY = Words("计划（没有运行任何一步）：", "The plan (nothing was run):")
DONE = Words("全部是最新的。", "Everything is up to date.")
WAITING = Words("等待：", "Waiting for ")


@click.command()
@click.argument("target", required=False, metavar="[STAGE]")
@click.option("--dry-run", is_flag=True, help="Only show what would be done, and why.")
@click.option("--again", is_flag=True, help="Run STAGE also if it is up to date.")
@benchmark_option
@as_option
@flow_database_option
@json_option("the plan and the runs")
@lang_option
def make(
    target: str | None,
    dry_run: bool,
    again: bool,
    folder: Path | None,
    as_name: str | None,
    database_url: str | None,
    as_json: bool,
    lang: Lang,
) -> None:
    """Bring the benchmark up to date, or STAGE and what it needs.

    Inputs, settings and outputs are compared by checksum with those of the last run. Stages that need people
    (annotation, review, the competition) are started; what follows waits for them, and you are told for whom. An
    interrupted run goes on where it was; several of these may run at once.
    """
    from pingce.flow.make import Maker
    from pingce.store.database import reading, transaction

    if again and target is None:
        raise click.UsageError("--again needs the STAGE that is to run again.")
    with opened(folder, database_url, new=True) as (benchmark, engine):
        with transaction(engine) as db:
            actor = maker(db, as_name)
        work = Maker(benchmark, engine, actor, lambda words: click.echo(words.say(lang), err=True))
        if dry_run:
            plan, runs = work.plan(target), []
        else:
            made = work.make(target, again=again)
            plan, runs = made.plan, made.runs
        if as_json:
            click.echo(
                json.dumps({"plan": [stage.as_json() for stage in plan.stages], "runs": runs}, ensure_ascii=False)
            )
            return
        if runs:
            with reading(engine) as db:
                print_counts(db, benchmark, work.id, lang)
    _show(plan, lang, dry=dry_run)


def _show(plan: "MakePlan", lang: Lang, *, dry: bool) -> None:
    from pingce.flow.plan import StageStanding, describe

    if dry:
        click.echo(DRY.say(lang))
        for each in plan.stages:
            click.echo("  " + describe(each).say(lang))
        return
    for each in plan.waited_for:
        for reason in each.reasons:
            click.echo(WAITING.say(lang) + reason.say(lang))
    for each in plan.stages:
        if each.standing is StageStanding.BLOCKED and not plan.waited_for:
            click.echo(describe(each).say(lang))
    if all(each.standing is StageStanding.FRESH for each in plan.stages):
        click.echo(DONE.say(lang))
