"""``pingce annotate users list|add|password|import|invite``."""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import IO

import click

from pingce.cli.database_options import as_option, database, database_option
from pingce.cli.terminal import json_option, lang_option, print_table, spoken, spoken_option
from pingce.formats.source import read_bytes
from pingce.spec.errors import UserError
from pingce.spec.words import Lang, Words
from pingce.store.people import Role

PEOPLE = (
    Words("编号", "id"),
    Words("用户名", "name"),
    Words("称呼", "title"),
    Words("角色", "roles"),
    Words("组", "groups"),
)
role_option = click.option(
    "--role",
    "roles",
    type=click.Choice([role.value for role in Role]),
    multiple=True,
    help="Default: annotator. May be given several times.",
)


@click.command(name="list")
@database_option
@json_option("the people")
@spoken_option
def list_users(database_url: str, as_json: bool) -> None:
    """People, their roles and groups."""
    from pingce.server.people.accounts import list_people
    from pingce.store.database import reading

    with database(database_url) as engine, reading(engine) as db:
        _, people = list_people(db, limit=100_000)
    if as_json:
        click.echo(json.dumps({"people": [asdict(person) for person in people]}, ensure_ascii=False))
        return
    away = spoken(Words("停用", "inactive"))
    rows = [
        (
            str(person.id),
            person.name,
            person.title,
            " ".join(person.roles),
            " ".join(person.groups),
            "" if person.active else away,
        )
        for person in people
    ]
    print_table("", [*map(spoken, PEOPLE), ""], rows)


@click.command()
@click.argument("name")
@role_option
@click.option("--title", default="", help="How the person is called on pages.")
@click.option("--group", "groups", multiple=True, help="May be given several times.")
@click.option(
    "--password-file", type=click.File("r", encoding="utf-8"), help="Its first line is the password; - is stdin."
)
@database_option
@spoken_option
def add(
    name: str,
    roles: tuple[str, ...],
    title: str,
    groups: tuple[str, ...],
    password_file: IO[str] | None,
    database_url: str,
) -> None:
    """Add a person; without --password-file a password is made and printed, this once."""
    from pingce.server.people.accounts import create_user
    from pingce.server.people.secrets import hash_password, make_password
    from pingce.store.database import transaction

    secret = hash_password(password_file.readline().rstrip("\n")) if password_file else make_password()
    with database(database_url, new=True) as engine, transaction(engine) as db:
        made = create_user(
            db,
            name,
            roles=[Role(role) for role in roles or (Role.ANNOTATOR,)],
            password=secret,
            title=title,
            groups=groups,
            now=time.time(),
        )
    click.echo(json.dumps(asdict(made), ensure_ascii=False))


@click.command()
@click.argument("name")
@database_option
@spoken_option
def password(name: str, database_url: str) -> None:
    """Give a person a new password, print it, and sign them out everywhere."""
    from pingce.server.people.accounts import change_user, find_user
    from pingce.server.people.secrets import make_password
    from pingce.store.database import transaction

    secret = make_password()
    with database(database_url) as engine, transaction(engine) as db:
        user = find_user(db, name)
        if user is None:
            raise UserError(Words(f"没有用户“{name}”。", f"There is no user '{name}'."), code="no-such-user")
        change_user(db, user.id, password=secret)
    click.echo(secret.shown)


@click.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@lang_option
def import_users(file: Path, database_url: str, lang: Lang) -> None:
    """Add the people of a CSV file (name, title, roles, groups, password), all or none.

    Prints a line of CSV per person: name and the password that was made, empty where the file had one.
    """
    import csv
    import sys

    from pingce.server.people.roster import BadRosterError, import_roster, read_roster
    from pingce.store.database import transaction

    roster = read_roster(read_bytes(file))
    with database(database_url, new=True) as engine:
        try:
            with transaction(engine) as db:
                made = import_roster(db, roster, now=time.time())
        except BadRosterError as problem:
            for entry in problem.problems:
                click.echo(f"{file}: {entry.where}: {entry.message.say(lang)}", err=True)
            raise
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerows((person.name, person.password or "") for person in made)


@click.command()
@role_option
@click.option("--days", type=click.IntRange(1, 90), default=7, show_default=True, help="How long the link works.")
@click.option("--uses", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many may join by it.")
@click.option("--group", help="Group of those who join.")
@click.option(
    "--server",
    envvar="PINGCE_SERVER",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="Address of the server, https://…",
)
@as_option
@database_option
@spoken_option
def invite(
    roles: tuple[str, ...],
    days: int,
    uses: int,
    group: str | None,
    server: str,
    as_name: str | None,
    database_url: str,
) -> None:
    """Print a link by which people make their own accounts."""
    from pingce.cli.database_options import acting
    from pingce.server.people.invites import create_invite
    from pingce.store.database import transaction

    with database(database_url) as engine, transaction(engine) as db:
        made = create_invite(
            db,
            roles=[Role(role) for role in roles or (Role.ANNOTATOR,)],
            by=acting(db, as_name).id,
            group=group,
            uses=uses,
            days=days,
            now=time.time(),
        )
    click.echo(server.rstrip("/") + made.path)
