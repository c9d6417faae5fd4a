"""``pingce serve``: the workbench in the browser."""

from pathlib import Path

import click
from click.core import ParameterSource

from pingce.cli.terminal import lang_option
from pingce.flow.benchmark import around, open_benchmark
from pingce.server.settings import DATABASE_VARIABLE, DEFAULT_DATABASE
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("benchmarks", nargs=-1, type=click.Path(path_type=Path, file_okay=False), metavar="[BENCHMARK]...")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; others cannot reach the default."
)
@click.option("--port", type=click.IntRange(1, 65_535), default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Server processes; more than one needs PostgreSQL.",
)
@click.option(
    "--database",
    default=DEFAULT_DATABASE,
    show_default=True,
    envvar=DATABASE_VARIABLE,
    help="A SQLite file, or postgresql+psycopg://user@host/name; with one BENCHMARK its own pingce.db by default.",
)
@click.option(
    "--benchmarks-in",
    "benchmarks_in",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Where benchmarks are kept that are made in the browser; by default the folder benchmarks beside the "
    "database. Those that are there already are opened.",
)
@click.option(
    "--allowed-host",
    "allowed_host",
    metavar="NAME",
    multiple=True,
    help="A name by which browsers reach this server, such as that of a proxy in front of it; may be given several "
    "times, * means any. Addresses, localhost and --host are always allowed.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the workbench in the browser.")
@click.option("--demo", is_flag=True, help="Fill an empty database with a story and let anybody be anyone in it.")
@click.option(
    "--demo-for-everybody",
    "demo_for_everybody",
    is_flag=True,
    help="Let --demo listen where other machines reach it: whoever does can be an administrator of the demo.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="From which level on the log (JSON lines on stderr) is written; info has a line per request.",
)
@lang_option
@click.pass_context
def serve(
    ctx: click.Context,
    benchmarks: tuple[Path, ...],
    host: str,
    port: int,
    workers: int,
    database: str,
    benchmarks_in: Path | None,
    allowed_host: tuple[str, ...],
    open_page: bool,
    demo: bool,
    demo_for_everybody: bool,
    log_level: str,
    lang: Lang,
) -> None:
    """Start the workbench, with one benchmark or several.

    Without a BENCHMARK the one around the working folder is opened, else the project's folder beside the database.
    The first start makes the database and prints a link by which the first administrator makes an account.
    The tables are brought to this version at every start. Stop with Ctrl-C: requests under way are finished.
    """
    import gc

    from pingce.server import start

    gc.enable()  # other commands end before cycles matter
    given = ctx.get_parameter_source("database") is not ParameterSource.DEFAULT
    folders = _folders(benchmarks, named_database=given, demo=demo)
    if folders and not given:
        database = _own_database(folders)
    plan = start.Plan(
        host,
        port,
        workers,
        database,
        demo,
        open_page,
        log_level,
        allowed_host,
        demo_for_everybody,
        folders,
        benchmarks_in,
    )
    start.check(plan)
    ready = start.listen(plan)
    with ready:
        invite = start.prepare(plan)
        if not plan.is_local and demo:
            _say(
                lang,
                "注意：其他机器可以访问，而在演示里任何人都可以当管理员；不要放自己的数据。",
                "Note: other machines can reach this, and in the demo anybody can be an administrator; "
                "put no data of your own into it.",
            )
        elif not plan.is_local:
            _say(
                lang,
                "注意：其他机器可以访问；请在前面放一个 https 代理，否则密码以明文传送。",
                "Note: other machines can reach this; put an https proxy in front, or passwords travel in the clear.",
            )
        if invite:
            _say(
                lang,
                f"首位管理员请在一天内打开此链接注册（只能用一次）：\n  {invite}",
                f"The first administrator makes an account here, once, within a day:\n  {invite}",
            )
        _say(lang, f"评测在 {plan.address} 上运行；Ctrl-C 停止。", f"pingce is at {plan.address}; stop with Ctrl-C.")
        start.run(plan, ready)


def _folders(named: tuple[Path, ...], *, named_database: bool, demo: bool) -> tuple[Path, ...]:
    """The benchmarks to open; a demo has a folder of its own."""
    if named and demo:
        raise click.UsageError("--demo tells its own story; leave the benchmarks out.")
    if named or demo or named_database:
        return named
    here = around(Path())
    return () if here is None else (here,)


def _own_database(folders: tuple[Path, ...]) -> str:
    if len(folders) > 1:
        raise UserError(
            Words("几个基准共用一个数据库。", "Several benchmarks share one database."),
            hint=Words("用 --database 指明它。", "Name it with --database."),
            code="no-database",
        )
    return open_benchmark(folders[0]).database


def _say(lang: Lang, zh: str, en: str) -> None:
    click.echo(Words(zh, en).say(lang), err=True)
