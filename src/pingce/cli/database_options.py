"""Options of commands on the database; opening it, and acting in somebody's name: ``server/people/acting.py``."""

from collections.abc import Callable
from typing import Any

import click

from pingce.server.people.acting import acting as acting
from pingce.server.people.acting import database as database
from pingce.server.settings import DATABASE_VARIABLE, DEFAULT_DATABASE

database_option: Callable[[Any], Any] = click.option(
    "--database",
    "database_url",
    default=DEFAULT_DATABASE,
    show_default=True,
    envvar=DATABASE_VARIABLE,
    help="A SQLite file, or postgresql+psycopg://user@host/name.",
)
as_option: Callable[[Any], Any] = click.option(
    "--as",
    "as_name",
    metavar="NAME",
    envvar="PINGCE_USER",
    help="Act as this person; default: the first administrator.",
)
