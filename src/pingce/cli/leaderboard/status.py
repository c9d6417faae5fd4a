"""``pingce leaderboard status``."""

import json
from typing import Any

import click
from click.core import ParameterSource

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, number, print_table
from pingce.library.calling import Caller
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words

COMPETITIONS = (Words("编号", "id"), Words("评测", "competition"), Words("阶段", "phase"), Words("队伍", "teams"))
SUBMISSIONS = (
    Words("编号", "id"),
    Words("队伍", "team"),
    Words("阶段", "phase"),
    Words("系统", "system"),
    Words("子任务", "task"),
    Words("状态", "state"),
    Words("得分", "score"),
)
HIDDEN = Words("未公布", "hidden")


@click.command()
@click.argument("competition", required=False)
@click.option("--server", envvar="PINGCE_SERVER", help="Ask a server, as a team; --database wins over the variable.")
@click.option("--token", envvar="PINGCE_TOKEN", help="An API token with the scope read.")
@json_option("competitions or submissions")
@as_option
@database_option
@lang_option
@click.pass_context
def status(
    context: click.Context,
    competition: str | None,
    server: str | None,
    token: str | None,
    as_json: bool,
    as_name: str | None,
    database_url: str,
    lang: Lang,
) -> None:
    """All competitions; with COMPETITION its submissions, what state they are in and what they scored."""
    local = _is_given(context, "database_url")
    if local and _is_given(context, "server"):
        raise click.UsageError("Give --server or --database, not both.")
    if server and not local:
        listed = _asked(server, token, competition)
    else:
        listed = _looked_up(database_url, as_name, competition)
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False))
    elif competition is None:
        rows = [
            (str(row["id"]), row["title"], row["phase"] or "–", str(row["teams"])) for row in listed["competitions"]
        ]
        print_table("", [words.say(lang) for words in COMPETITIONS], rows)
    else:
        cells = [
            _cells(submission, entry, lang) for submission in listed["submissions"] for entry in submission["entries"]
        ]
        print_table("", [words.say(lang) for words in SUBMISSIONS], cells)


def _is_given(context: click.Context, name: str) -> bool:
    """On the command line itself: that says more than an environment that was set for other commands."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _cells(submission: dict[str, Any], entry: dict[str, Any], lang: Lang) -> tuple[str, ...]:
    current = next((score["value"] for score in entry["scores"] if score["current"]), None)
    shown = HIDDEN.say(lang) if entry["hidden"] else "–" if current is None else number(current)
    state = f"{entry['state']}" + ("" if submission["withdrawn_at"] is None else " ×")
    return (
        str(submission["id"]),
        submission["team_name"],
        submission["phase"],
        submission["system"],
        entry["task"],
        state,
        shown,
    )


def _asked(server: str, token: str | None, competition: str | None) -> dict[str, Any]:
    if token is None:
        raise UserError(Words("缺少令牌。", "A token is needed."), hint=TOKEN, code="no-token")
    caller = Caller(server, token)
    if competition is None:
        return {"competitions": caller.get("/api/competitions")}
    if not competition.isdecimal():
        raise UserError(Words("请用评测的编号。", "Use the number of the competition."), code="bad-number")
    return {"submissions": caller.get(f"/api/competitions/{competition}/submissions?limit=500")["rows"]}


TOKEN = Words("用 --token 或环境变量 PINGCE_TOKEN。", "Use --token or the variable PINGCE_TOKEN.")


def _looked_up(database_url: str, as_name: str | None, competition: str | None) -> dict[str, Any]:
    from dataclasses import asdict

    from pingce.leaderboard.competition.services import competitions, results
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        if competition is None:
            return {"competitions": [asdict(brief) for brief in competitions.competitions(db, actor)]}
        named = competitions.competition_named(db, actor, competition)
        _, rows = results.submissions(db, actor, named, limit=1_000_000)
        return {"submissions": [asdict(row) for row in rows]}
