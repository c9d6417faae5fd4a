"""What commands and programs share: the database, and in whose name they act."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pingce.server.settings import make_data_folder
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.address import sqlite_file

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session

    from pingce.store.people import Actor


@contextmanager
def database(url: str, *, new: bool = False) -> Iterator["Engine"]:
    """Opened and brought to this version; a ``new`` one is made where there is none.

    Only the commands that add the first people make one: with a mistyped name the others would find nothing in it.
    """
    from pingce.store.database import migrate, open_database
    from pingce.store.own_tasks import DatabaseTasks
    from pingce.tasks.own import opened

    if new:
        make_data_folder(url)
    else:
        _must_exist(url)
    engine = open_database(url)
    try:
        migrate(engine)
        with opened(DatabaseTasks(engine)):
            yield engine
    finally:
        engine.dispose()


def _must_exist(url: str) -> None:
    path = sqlite_file(url)
    if path is not None and not path.is_file():
        raise UserError(
            Words(f"没有数据库 {path}。", f"There is no database {path}."),
            hint=Words(
                "用 --database 指明它；pingce annotate users add 或 pingce serve 会新建一个。",
                "Name it with --database; pingce annotate users add or pingce serve make a new one.",
            ),
            code="no-database",
        )


def acting(db: "Session", name: str | None) -> "Actor":
    """The person in whose name a command acts; who can open the database may do everything in it."""
    from sqlalchemy import select

    from pingce.server.people.accounts import find_user
    from pingce.store.people import Actor, Role, split_roles
    from pingce.store.tables.people import User

    if name is not None:
        user = find_user(db, name)
        if user is None:
            raise UserError(Words(f"没有用户“{name}”。", f"There is no user '{name}'."), code="no-such-user")
    else:
        people = db.scalars(select(User).where(User.active.is_(True)).order_by(User.id))
        user = next((person for person in people if Role.ADMIN in split_roles(person.roles)), None)
    if user is None:
        raise UserError(
            Words("还没有管理员。", "There is no administrator yet."),
            hint=Words(
                "先运行 pingce annotate users add 名字 --role admin。",
                "First run pingce annotate users add NAME --role admin.",
            ),
            code="no-admin",
        )
    return Actor(user.id, user.name, split_roles(user.roles) | {Role.ADMIN, Role.BUILDER})


def maker(db: "Session", name: str | None) -> "Actor":
    """Who makes: the person named, the first administrator, or where there are no people yet the program itself."""
    from pingce.server.people.accounts import create_user, find_user
    from pingce.server.people.secrets import Password
    from pingce.store.database import clock
    from pingce.store.people import PROGRAM, Actor, Role

    try:
        return acting(db, name)
    except UserError as problem:
        if problem.code != "no-admin":
            raise
    user = find_user(db, PROGRAM)
    roles = frozenset({Role.BUILDER})
    if user is not None:
        return Actor(user.id, user.name, roles)
    made = create_user(db, PROGRAM, roles=roles, password=Password(""), now=clock(db))
    return Actor(made.id, made.name, roles)
