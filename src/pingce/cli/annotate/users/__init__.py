"""``pingce annotate users``: people and what they take part in."""

import click

from pingce.cli.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={
        "list": "pingce.cli.annotate.users.people:list_users",
        "add": "pingce.cli.annotate.users.people:add",
        "password": "pingce.cli.annotate.users.people:password",
        "import": "pingce.cli.annotate.users.people:import_users",
        "invite": "pingce.cli.annotate.users.people:invite",
        "assign": "pingce.cli.annotate.users.assign:assign",
        "level": "pingce.cli.annotate.users.level:level",
    },
)
def users() -> None:
    """People: add them, invite them, put them into campaigns."""
