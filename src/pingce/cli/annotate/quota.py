"""``pingce annotate quota`` and ``pingce annotate reassign``."""

import json
from dataclasses import asdict

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table, spoken_option
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words


@click.command()
@click.argument("campaign")
@click.option("--left", metavar="NAME", help="What stays undone if this person leaves, by group.")
@as_option
@database_option
@json_option("everything")
@lang_option
def quota(campaign: str, left: str | None, as_name: str | None, database_url: str, as_json: bool, lang: Lang) -> None:
    """How far everybody in CAMPAIGN is towards what is asked of them (person_least, day_least …)."""
    from pingce.annotate.services import campaigns, quotas
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        if left is not None:
            view = quotas.left_by(db, actor, number, _user(db, left))
            if as_json:
                click.echo(json.dumps(asdict(view), ensure_ascii=False))
                return
            header = Words("组 未做 待回应 同组", "group left waiting others").say(lang).split()
            print_table(
                "", header, [(g.group, str(g.items), str(g.returned), "、".join(g.others)) for g in view.groups]
            )
            return
        views = quotas.quotas(db, actor, number)
    if as_json:
        shown = [{**asdict(view), "due": view.due} for view in views]
        click.echo(json.dumps({"people": shown}, ensure_ascii=False))
        return
    header = Words("标注员 已交 应交 还差 今天 每天至少", "person done asked due today daily").say(lang).split()
    rows = [(v.name, str(v.submitted), str(v.person_least), str(v.due), str(v.today), str(v.day_least)) for v in views]
    print_table("", header, rows)


@click.command()
@click.argument("campaign")
@click.argument("group")
@click.option("--from", "from_name", required=True, metavar="NAME", help="Who has the group now.")
@click.option("--to", "to_name", required=True, metavar="NAME", help="Who takes it over.")
@click.option("--reason", required=True, help="Why; kept in the history.")
@as_option
@database_option
@spoken_option
def reassign(
    campaign: str,
    group: str,
    from_name: str,
    to_name: str,
    reason: str,
    as_name: str | None,
    database_url: str,
) -> None:
    """Give what is left of GROUP (a word, an original) in CAMPAIGN to another annotator."""
    from pingce.annotate.services import campaigns, quotas
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        left = quotas.reassign(
            db, actor, number, group, from_user=_user(db, from_name), to_user=_user(db, to_name), reason=reason
        )
    click.echo(json.dumps(asdict(left), ensure_ascii=False))


def _user(db: object, name: str) -> int:
    from pingce.server.people.accounts import find_user

    user = find_user(db, name)  # type: ignore[arg-type] # a session, which is imported on use
    if user is None:
        raise UserError(Words(f"没有用户“{name}”。", f"There is no user '{name}'."), code="no-such-user")
    return user.id
