"""``pingce leaderboard news``."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.leaderboard.phase import typed_time
from pingce.cli.terminal import spoken_option
from pingce.formats.source import read_text


@click.command()
@click.argument("competition")
@click.option("--add", "path", type=click.Path(path_type=Path), help="A Markdown file; its first line is the title.")
@click.option("--at", "when", help="From when on it is seen; now unless given.")
@click.option("--take-off", "remove", type=click.IntRange(1), help="Take an announcement off the page, by its number.")
@as_option
@database_option
@spoken_option
def news(
    competition: str,
    path: Path | None,
    when: str | None,
    remove: int | None,
    as_name: str | None,
    database_url: str,
) -> None:
    """Announcements of COMPETITION as JSON, newest first; add one from a Markdown file, or take one off.

    \b
    pingce leaderboard news 空间语义评测 --add test-set.md --at 2027-09-15T09:00
    """
    from pingce.leaderboard.competition.services import competitions
    from pingce.leaderboard.competition.services import news as services
    from pingce.store.database import transaction

    text = read_text(path) if path is not None else ""
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        if path is not None:
            title, _, body = text.strip().partition("\n")
            at = typed_time(when) if when is not None else None
            services.add_news(db, actor, number, title=title.lstrip("# "), body=body, published_at=at)
        if remove is not None:
            services.remove_news(db, actor, number, remove)
        listed = services.news(db, actor, number)
    click.echo(json.dumps([asdict(item) for item in listed], ensure_ascii=False))
