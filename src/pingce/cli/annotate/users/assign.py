"""``pingce annotate users assign``."""

import json

import click

from pingce.cli.database_options import acting, as_option, database, database_option
from pingce.cli.terminal import spoken_option
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.people import Role


@click.command()
@click.argument("campaign")
@click.argument("names", nargs=-1)
@click.option("--group", help="Everybody of a group.")
@click.option(
    "--role",
    "roles",
    type=click.Choice([Role.BUILDER.value, Role.REVIEWER.value, Role.ANNOTATOR.value]),
    multiple=True,
    help="What they are in the campaign; default: annotator. May be given several times.",
)
@click.option("--remove", is_flag=True, help="They no longer take part; what they did stays.")
@click.option("--audit-rate", type=click.FloatRange(0, 1), help="In place of the campaign's rate, for these people.")
@as_option
@database_option
@spoken_option
def assign(
    campaign: str,
    names: tuple[str, ...],
    group: str | None,
    roles: tuple[str, ...],
    remove: bool,
    audit_rate: float | None,
    as_name: str | None,
    database_url: str,
) -> None:
    """Put people into CAMPAIGN (number or title), or change what they are in it."""
    from pingce.annotate.services import campaigns, members
    from pingce.server.people.accounts import find_user
    from pingce.server.people.groups import users_of_group
    from pingce.store.database import transaction

    granted = frozenset() if remove else frozenset(Role(role) for role in roles or (Role.ANNOTATOR,))
    with database(database_url) as engine, transaction(engine) as db:
        actor = acting(db, as_name)
        number = campaigns.campaign_named(db, actor, campaign)
        users = {name: find_user(db, name) for name in names}
        if unknown := [name for name, user in users.items() if user is None]:
            listed = ", ".join(unknown)
            raise UserError(
                Words(f"没有这些用户：{listed}。", f"There are no such users: {listed}."), code="no-such-user"
            )
        people = [user.id for user in users.values() if user is not None]
        people += [user.id for user in users_of_group(db, group)] if group else []
        changes = [members.MemberChange(person, granted, audit_rate) for person in dict.fromkeys(people)]
        members.set_members(db, actor, number, changes)
        now = members.members(db, actor, number)
    click.echo(json.dumps({"members": {member.name: list(member.roles) for member in now}}, ensure_ascii=False))
