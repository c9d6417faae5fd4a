"""``pingce benchmarks``: put a benchmark away, bring it back, list those put away, as the page does."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce.cli.database_options import as_option
from pingce.cli.terminal import json_option, lang_option, print_table, spoken_option
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

from .opening import benchmark_option, flow_database_option, maker, opened

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pingce.store.people import Actor

HEADINGS = (
    Words("基准", "benchmark"),
    Words("状态", "status"),
    Words("谁", "who"),
    Words("何时", "when"),
    Words("可恢复到", "until"),
)
STATUS = {"archived": Words("已归档", "archived"), "deleted": Words("已删除", "deleted")}


def _person(db: "Session", name: str | None) -> "Actor":
    """Who can open the database may do everything in it."""
    from pingce.store.people import Actor, Role

    actor = maker(db, name)
    return Actor(actor.id, actor.name, actor.roles | {Role.ADMIN})


@click.group()
def benchmarks() -> None:
    """Put benchmarks away and bring them back.

    The folder always stays as it is: the pages no longer show it. The database is that of the server.
    """


@benchmarks.command()
@click.argument("name")
@click.option("--archive", is_flag=True, help="Only put it away: its page can still be looked at.")
@click.option("--dry-run", is_flag=True, help="Only say what it would take along.")
@as_option
@benchmark_option
@flow_database_option
@spoken_option
def remove(
    name: str, archive: bool, dry_run: bool, as_name: str | None, folder: Path | None, database_url: str | None
) -> None:
    """Delete the benchmark NAME, which is the nearest or that of --benchmark; prints what that takes along as JSON.

    For thirty days `pingce benchmarks restore NAME` brings it back. Nothing is put away while it is being made; what an
    open competition relies on can only be archived.
    """
    from pingce.flow import removal
    from pingce.flow.registry import register
    from pingce.store.database import transaction

    with opened(folder, database_url) as (benchmark, engine), transaction(engine) as db:
        if name != benchmark.name:
            raise UserError(
                Words(
                    f"这里的基准是 {benchmark.name}，不是 {name}。",
                    f"The benchmark here is {benchmark.name}, not {name}.",
                ),
                hint=Words("用 --benchmark 指明它的文件夹。", "Name its folder with --benchmark."),
                code="other-benchmark",
            )
        actor, number = _person(db, as_name), register(db, benchmark)
        gone = removal.removal_preview(db, benchmark, number)
        if archive and not dry_run:
            removal.archive_benchmark(db, actor, benchmark, number)
        elif not dry_run:
            removal.delete_benchmark(db, actor, benchmark, number, confirm=name)
    click.echo(json.dumps({"benchmark": name, **asdict(gone)}, ensure_ascii=False))


@benchmarks.command()
@click.argument("name")
@as_option
@benchmark_option
@flow_database_option
@spoken_option
def restore(name: str, as_name: str | None, folder: Path | None, database_url: str | None) -> None:
    """Bring back the benchmark NAME after it was archived or deleted."""
    from pingce.flow import removal
    from pingce.store.database import transaction

    with opened(folder, database_url) as (_, engine), transaction(engine) as db:
        removal.restore_benchmark(db, _person(db, as_name), name)
    click.echo(json.dumps({"benchmark": name, "status": "open"}, ensure_ascii=False))


@benchmarks.command("put-away")
@as_option
@benchmark_option
@flow_database_option
@json_option("the benchmarks")
@lang_option
def put_away(as_name: str | None, folder: Path | None, database_url: str | None, as_json: bool, lang: Lang) -> None:
    """List the benchmarks that were put away and can be brought back, the latest first."""
    from pingce.flow import removal
    from pingce.flow.runs import moment
    from pingce.store.database import transaction

    with opened(folder, database_url) as (_, engine), transaction(engine) as db:
        kept = removal.put_away_benchmarks(db, _person(db, as_name))
    if as_json:
        records = [{**asdict(benchmark), "benchmark": benchmark.title} for benchmark in kept]
        click.echo(json.dumps({"benchmarks": records}, ensure_ascii=False))
        return
    rows = [
        [
            benchmark.title,
            STATUS[benchmark.status].say(lang),
            benchmark.by,
            str(moment(benchmark.at)),
            "–" if benchmark.until is None else str(moment(benchmark.until)),
        ]
        for benchmark in kept
    ]
    print_table("", [heading.say(lang) for heading in HEADINGS], rows)
