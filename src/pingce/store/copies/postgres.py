"""PostgreSQL: pg_dump and pg_restore, which know every version of it; both come with its client programs."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine, inspect, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import cannot_open, open_database

from .model import Copied, Way, describe, not_empty

DEBIAN = Path("/usr/lib/postgresql")
LOCK_MILLISECONDS = 400
"""Shorter than the second after which PostgreSQL looks for deadlocks: we give way, never a person's request."""
TRIES = 100
NO_LOCK = "55P03"


@contextmanager
def held(engine: Engine) -> Iterator[None]:
    """Everybody may read; writers wait for the end of this transaction."""
    with engine.connect() as connection:
        _lock(connection)
        yield
        connection.rollback()


def _lock(connection: Connection) -> None:
    listed = ", ".join(f'"{name}"' for name in sorted(inspect(connection).get_table_names()))
    for _ in range(TRIES):
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}"))
        try:
            connection.execute(text(f"LOCK TABLE {listed} IN SHARE MODE"))
        except DBAPIError as problem:
            if getattr(problem.orig, "sqlstate", None) != NO_LOCK:
                raise cannot_open(problem) from problem
            connection.rollback()
            time.sleep(0.05)
        else:
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            return
    raise UserError(
        Words("数据库太忙，无法让写入暂停。", "The database is too busy; writers could not be held."),
        hint=Words("请稍后再试，或用 --no-hold。", "Try again later, or use --no-hold."),
        code="database-busy",
    )


def copy(engine: Engine, path: Path) -> Copied:
    """Rows are counted in the very snapshot that is dumped."""
    program = _program("pg_dump")
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        snapshot = connection.execute(text("SELECT pg_export_snapshot()")).scalar_one()
        try:
            copied = describe(connection)
        except DBAPIError as problem:  # somebody who may not read everything
            raise cannot_open(problem) from problem
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={path}"]
        _run([program, *options], engine.url)
    return copied


def need_empty(database: str) -> None:
    """Refuse a database that has tables."""
    engine = open_database(database)
    try:
        with engine.connect() as connection:
            if inspect(connection).get_table_names():
                raise not_empty(str(engine.url))  # which hides the password
    except OperationalError as problem:
        raise cannot_open(problem) from problem
    finally:
        engine.dispose()


def fill(database: str, path: Path, finish: Callable[[Engine], None]) -> None:
    """All of the copy or nothing."""
    program = _program("pg_restore")
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    engine = open_database(database)
    try:
        before = _routines(engine)
        _run([program, *options], make_url(database), str(path))
        try:
            finish(engine)
        except BaseException:
            _empty(engine, before)
            raise
    finally:
        engine.dispose()


def _empty(engine: Engine, before: set[str]) -> None:
    """There was no table before, see need_empty: those that are there are of the copy that was refused."""
    routines = _routines(engine) - before
    with engine.begin() as connection:
        for name in inspect(connection).get_table_names():
            connection.execute(text(f'DROP TABLE "{name}" CASCADE'))
        for name in routines:
            connection.execute(text(f"DROP ROUTINE {name} CASCADE"))


def _routines(engine: Engine) -> set[str]:
    """Functions by name and arguments; our triggers call some, and extensions may have brought others."""
    query = "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
    with engine.connect() as connection:
        return set(connection.scalars(text(query)))


def _program(name: str) -> str:
    """From the path, else the newest one where Debian keeps those of every version."""
    versions = sorted(DEBIAN.glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(4))
    program = shutil.which(name) or (str(versions[-1]) if versions else None)
    if program is None:
        raise UserError(
            Words(f"没有 PostgreSQL 的客户端程序 {name}。", f"PostgreSQL's client program {name} is missing."),
            hint=Words(
                "例如 apt install postgresql-client；版本不能低于数据库服务器。",
                "For example apt install postgresql-client, at least as new as the database server.",
            ),
            code="no-pg-program",
        )
    return program


def _run(command: list[str], url: URL, *files: str) -> None:
    """The password goes by the environment: everybody on the machine can read the arguments of a program."""
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    address = bare.render_as_string(hide_password=False)
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    done = subprocess.run(  # noqa: S603 (a program we looked up, with arguments that no shell reads)
        [*command, f"--dbname={address}", *files],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        name, message = Path(command[0]).name, done.stderr.strip().replace("\n", "; ")
        words = Words(f"{name} 失败：{message}", f"{name} failed: {message}")
        raise UserError(words, code="pg-program-failed")


WAY = Way(held, copy, need_empty, fill)
