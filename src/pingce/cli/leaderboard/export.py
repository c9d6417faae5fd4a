"""``pingce leaderboard export``."""

from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.outputs import writes
from pingce.cli.terminal import lang_option
from pingce.spec.words import Lang


@click.command()
@click.argument("competition")
@click.option("--phase", type=click.Choice(["dev", "test"]), default="test", show_default=True, help="Which board.")
@click.option("--task", help="The board of one subtask; without it the overall ranking.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "json", "md", "latex"]),
    default="csv",
    show_default=True,
    help="How to write it.",
)
@click.option(
    "--digits",
    type=click.IntRange(0, 15),
    help="Digits after the decimal point of a Z; without it four, published figures as published.",
)
@click.option("--out", type=click.Path(path_type=Path), help="A file; without it stdout.")
@as_option
@database_option
@lang_option
@writes("out")
def export(
    competition: str,
    phase: str,
    task: str | None,
    kind: str,
    digits: int | None,
    out: Path | None,
    as_name: str | None,
    database_url: str,
    lang: Lang,
) -> None:
    """Write a board of COMPETITION (number or title), everything shown."""
    from pingce.formats.write import write_text
    from pingce.leaderboard.competition.export import export_board
    from pingce.leaderboard.competition.phases import PhaseKind
    from pingce.leaderboard.competition.services import boards, competitions
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        named = competitions.competition_named(db, actor, competition)
        board = boards.board(db, actor, named, PhaseKind(phase))
    text = export_board(board, kind, task=task, lang=lang, digits=digits)  # type: ignore[arg-type] # one of the choices
    if out is None:
        click.echo(text, nl=False)
    else:
        write_text(out, text)
