"""``pingce leaderboard text``."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option
from pingce.formats.source import read_text


@click.command()
@click.argument("competition")
@click.argument("kind", type=click.Choice(("agreement", "licence")), required=False)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@as_option
@database_option
@spoken_option
def text(competition: str, kind: str | None, file: Path | None, as_name: str | None, database_url: str) -> None:
    """Print the texts that teams accept when they register; with KIND and FILE set a new version of one.

    An empty file takes the text away. Teams that registered before accept a new version before they go on.

    \b
    pingce leaderboard text 空间语义评测 agreement agreement.md
    """
    from pingce.leaderboard.competition.services import competitions, texts
    from pingce.store.database import transaction

    if (kind is None) != (file is None):
        raise click.UsageError("KIND and FILE go together.")
    wording = read_text(file) if file is not None else None
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        if wording is not None:
            texts.set_text(db, actor, number, kind, wording)  # type: ignore[arg-type] # click knows the kinds
        current = texts.current_texts(db, number)
    click.echo(json.dumps([asdict(view) for view in current], ensure_ascii=False))
