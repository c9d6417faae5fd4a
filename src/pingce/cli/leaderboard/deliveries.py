"""``pingce leaderboard deliveries``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.leaderboard.phase import typed_time
from pingce.cli.terminal import spoken_option
from pingce.formats.write import write_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.leaderboard.competition.views import DeliveriesView, DeliveryKind

KINDS = ("model", "code", "prompts", "report")


@click.command()
@click.argument("competition")
@click.option(
    "--ask", nargs=2, metavar="KIND TIME", multiple=True, help="Ask for model, code, prompts or report until TIME."
)
@click.option("--team", help="A team (name or number), for the options below.")
@click.option("--reproduced", nargs=2, metavar="TASK SCORE", help="What its system scored when it was run again.")
@click.option("--disqualify", metavar="REASON", help="Take it out of the ranking; an empty reason puts it back.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the newest files of all teams into this folder.")
@click.option("--reason", default="", help="Why deadlines are moved, or a note on what was run again.")
@as_option
@database_option
@spoken_option
def deliveries(
    competition: str,
    ask: tuple[tuple[str, str], ...],
    team: str | None,
    reproduced: tuple[str, str] | None,
    disqualify: str | None,
    out: Path | None,
    reason: str,
    as_name: str | None,
    database_url: str,
) -> None:
    """What teams of COMPETITION delivered besides answers, as JSON; say what is asked for and what came of it.

    \b
    pingce leaderboard deliveries 1 --ask model 2027-09-26 --ask report 2027-09-26
    pingce leaderboard deliveries 1 --team 远山队 --reproduced space2022/task1 0.781
    """
    from pingce.leaderboard.competition.services import competitions
    from pingce.leaderboard.competition.services import deliveries as services
    from pingce.leaderboard.competition.views import DeliveryRuleView
    from pingce.store.database import transaction

    if team is None and (reproduced is not None or disqualify is not None):
        raise click.UsageError("--reproduced and --disqualify need --team.")
    _check_kinds([kind for kind, _ in ask])
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        if ask:
            rules = [
                DeliveryRuleView(cast("DeliveryKind", kind), None, typed_time(at), services.USUAL_SIZE)
                for kind, at in ask
            ]
            services.set_rules(db, actor, number, rules, reason=reason)
        view = services.deliveries(db, actor, number)
        if team is not None:
            chosen = next((entered.team for entered in view.teams if team in (entered.name, str(entered.team))), None)
            if chosen is None:
                raise UserError(Words(f"没有队伍“{team}”。", f"There is no team '{team}'."), code="no-such-team")
            if reproduced is not None:
                task, score = reproduced
                services.note_reproduction(db, actor, number, chosen, task=task, score=_number(score), note=reason)
            if disqualify is not None:
                services.disqualify(db, actor, number, chosen, disqualify)
            view = services.deliveries(db, actor, number)
        newest = [row for entered in view.teams for row in entered.deliveries if row.counts and row.name]
        files = {row.id: services.delivered_file(db, actor, row.id) for row in newest} if out is not None else {}
    if out is not None:
        _write(view, files, out)
    click.echo(json.dumps(asdict(view), ensure_ascii=False))


def _check_kinds(kinds: list[str]) -> None:
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise click.UsageError(f"--ask: {', '.join(unknown)} is none of {', '.join(KINDS)}.")


def _write(view: "DeliveriesView", files: dict[int, tuple[str, bytes]], out: Path) -> None:
    """One folder per team, by its number: names of teams are not names of folders."""
    for team in view.teams:
        for row in team.deliveries:
            if row.id in files:
                name, data = files[row.id]
                folder = out / str(team.team)
                folder.mkdir(parents=True, exist_ok=True)
                write_bytes(folder / f"{row.kind}-{name}", data)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as problem:
        raise UserError(Words(f"“{text}”不是数。", f"'{text}' is no number."), code="bad-setting") from problem
