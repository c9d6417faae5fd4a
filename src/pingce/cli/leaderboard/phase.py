"""``pingce leaderboard phase``."""

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.leaderboard.lacking import warn_what_lacks
from pingce.cli.terminal import spoken_option
from pingce.formats.source import read_text
from pingce.spec.errors import UserError
from pingce.spec.words import Words

BEIJING = timezone(timedelta(hours=8))
KINDS = ("registration", "dev", "test", "published")


@click.command()
@click.argument("competition")
@click.argument("kind", type=click.Choice(KINDS))
@click.option(
    "--from", "starts", required=True, help="2026-12-01 or 2026-12-01T09:00; Beijing time unless it has a zone."
)
@click.option("--to", "ends", help="When it ends; without it, when the next phase begins.")
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="downloads, per_day, in_all, shows (all/own/none), counts (last/best/best-on-dev), explorer, intervals.",
)
@click.option("--reason", default="", help="Why dates are moved; told to everybody on the page.")
@click.option("--agreement", type=click.Path(path_type=Path), help="A text file that teams have to accept.")
@as_option
@database_option
@spoken_option
def phase(
    competition: str,
    kind: str,
    starts: str,
    ends: str | None,
    settings: tuple[str, ...],
    reason: str,
    agreement: Path | None,
    as_name: str | None,
    database_url: str,
) -> None:
    """Set dates and rules of a phase of COMPETITION (number or title); prints the phase as JSON.

    \b
    pingce leaderboard phase SpaCE2022 test --from 2026-12-01 --to 2026-12-04 --set in_all=3 --set shows=none
    """
    from pingce.leaderboard.competition.phases import PhaseKind, rules_json
    from pingce.leaderboard.competition.services import competitions
    from pingce.leaderboard.competition.services.access import plans_of
    from pingce.store.database import transaction

    rules = dict(map(_setting, settings))
    if agreement is not None:
        rules["agreement"] = read_text(agreement)
    change = competitions.PhaseChange(
        PhaseKind(kind), typed_time(starts), typed_time(ends) if ends is not None else None, rules
    )
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = competitions.competition_named(db, actor, competition)
        competitions.set_phases(db, actor, number, [change], reason=reason)
        plan = next(planned for planned in plans_of(db, number) if planned.kind.value == kind)
        detail = competitions.competition_detail(db, actor, number)
    dates = {"kind": kind, "starts_at": shown_time(plan.starts_at), "ends_at": shown_time(plan.ends_at)}
    click.echo(json.dumps(dates | rules_json(plan.rules), ensure_ascii=False))
    warn_what_lacks(detail, [plan.kind])


def _setting(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UserError(Words(f"“{text}”应写作 名称=值。", f"'{text}' should be NAME=VALUE."), code="bad-setting")
    if name == "downloads":
        return name, [word.strip() for word in value.split(",") if word.strip()]
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def typed_time(text: str) -> float:
    """Seconds since 1970 from a date or time as people type it, in Beijing unless it has a zone."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError as problem:
        raise UserError(
            Words(f"看不懂时间“{text}”。", f"'{text}' is no time."),
            hint=Words("例如 2026-12-01 或 2026-12-01T09:00。", "For example 2026-12-01 or 2026-12-01T09:00."),
            code="bad-time",
        ) from problem
    return (at if at.tzinfo is not None else at.replace(tzinfo=BEIJING)).timestamp()


def shown_time(at: float | None) -> str | None:
    """A moment in Beijing as ISO text."""
    return None if at is None else datetime.fromtimestamp(at, UTC).astimezone(BEIJING).isoformat()
