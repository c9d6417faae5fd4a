"""``pingce leaderboard teams``."""

from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import lang_option, print_table
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

HEADER = (
    Words("编号", "id"),
    Words("队伍", "team"),
    Words("单位", "organisation"),
    Words("负责人", "leader"),
    Words("邮箱", "e-mail"),
    Words("状态", "state"),
)


@click.command()
@click.argument("competition")
@click.option("--admit", metavar="TEAM", multiple=True, help="Admit a team (name or number); `all`: all that wait.")
@click.option("--refuse", metavar="TEAM", multiple=True, help="Refuse a team.")
@click.option("--reason", default="", help="What to tell them.")
@click.option(
    "--export", "out", type=click.Path(path_type=Path), help="Write everything teams said to a CSV or JSON file."
)
@as_option
@database_option
@lang_option
def teams(
    competition: str,
    admit: tuple[str, ...],
    refuse: tuple[str, ...],
    reason: str,
    out: Path | None,
    as_name: str | None,
    database_url: str,
    lang: Lang,
) -> None:
    """List the registrations of COMPETITION; admit and refuse teams."""
    from pingce.formats.write import write_text
    from pingce.leaderboard.competition.registrations import export_registrations
    from pingce.leaderboard.competition.services import competitions
    from pingce.leaderboard.competition.services import teams as team_services
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        listed = team_services.teams(db, actor, number)
        for state, names in (("approved", admit), ("refused", refuse)):
            for name in names:
                matching = [
                    team
                    for team in listed
                    if name in (team.name, str(team.id)) or (name == "all" and team.state == "pending")
                ]
                if not matching and name != "all":
                    raise UserError(Words(f"没有队伍“{name}”。", f"There is no team '{name}'."), code="no-such-team")
                for team in matching:
                    team_services.decide(db, actor, number, team.id, state=state, reason=reason)
        rows = team_services.teams(db, actor, number)
    if out is not None:
        write_text(out, export_registrations(rows, "json" if out.suffix == ".json" else "csv"))
    cells = [(str(team.id), team.name, team.organisation, team.leader, team.email, team.state) for team in rows]
    print_table("", [words.say(lang) for words in HEADER], cells)
