"""Opening the database and writing to it, all of a change or nothing.

SQLite: write-ahead log, so that readers never wait; ``synchronous=FULL``, because an answer that was acknowledged
must survive a power cut as well (the log is flushed at every commit; a killed process loses nothing either way);
every writing transaction begins with BEGIN IMMEDIATE, so that what was read cannot change before it is written.
PostgreSQL: read committed with row locks (``for_update``), correct under any number of server processes.
"""

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from weakref import WeakKeyDictionary

import orjson
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, ProgrammingError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from pingce.spec.errors import UserError, cannot_write
from pingce.spec.words import Words

from .writers import WriterQueue

BACKENDS = ("sqlite", "postgresql")
BUSY_SECONDS = 30
DIGITS = 9
"""So many fit into the number of a row on every database."""
"""How long a writer waits for another one on SQLite before it gives up."""
NO_RIGHT = "42501"
"""What PostgreSQL says to somebody who may sign in but make no tables."""
CONNECTIONS = 10
MORE_CONNECTIONS = 30


def open_database(url: str, *, flush: bool = True) -> Engine:
    """The database at a URL (``sqlite:///work.db``, ``postgresql+psycopg://…``) or in a file; not yet migrated.

    Not ``flush``: on SQLite the caller flushes after commits (``pingce.store.flushing``).
    """
    where = _url(url)
    if backend_of(url) == "sqlite":
        return _open_sqlite(where, flush=flush)
    return create_engine(
        where,
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        pool_size=CONNECTIONS,
        max_overflow=MORE_CONNECTIONS,
        pool_pre_ping=True,
    )


def backend_of(url: str) -> str:
    """Which of the two kinds a database is; others are refused."""
    name = _url(url).get_backend_name()
    if name not in BACKENDS:
        raise UserError(
            Words(f"不支持的数据库：{name}。", f"Unknown kind of database: {name}."),
            hint=Words("可用 SQLite 文件或 postgresql+psycopg://…。", "Use a SQLite file or postgresql+psycopg://…."),
            code="unknown-database",
        )
    return name


def _url(given: str) -> URL:
    if "://" not in given:
        return URL.create("sqlite", database=given)
    try:
        url = make_url(given)
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as problem:
        # The message must not repeat the URL: it may hold a password.
        raise UserError(
            Words("无法理解数据库地址。", "The address of the database cannot be used."),
            hint=Words(
                "例如 sqlite:///work.db 或 postgresql+psycopg://user@host/name"
                "（后者需要 pip install 'pingce[postgres]'）。",
                "For example sqlite:///work.db or postgresql+psycopg://user@host/name (which needs pip install "
                "'pingce[postgres]').",
            ),
            code="bad-database-url",
        ) from problem
    return url


def _open_sqlite(url: URL, *, flush: bool) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise UserError(
            Words("数据库需要一个文件。", "The database needs a file."),
            hint=Words("例如 --database work.db。", "For example --database work.db."),
            code="bad-database-url",
        )
    folder = Path(str(url.database)).parent
    if not folder.is_dir():
        raise UserError(Words(f"没有文件夹 {folder}。", f"There is no folder {folder}."), code="bad-database-url")
    try:
        _make_file(Path(str(url.database)))
        queue = WriterQueue(Path(f"{url.database}-queue"))
    except OSError as problem:
        raise cannot_write(url.database, problem) from problem
    engine = create_engine(
        url,
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        pool_size=CONNECTIONS,
        max_overflow=MORE_CONNECTIONS,
    )
    event.listen(engine, "connect", _prepare_flushing if flush else _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    _WRITERS[engine] = queue
    return engine


def _make_file(path: Path) -> None:
    """Password hashes are nobody else's business; SQLite gives its other files the rights of the first.

    A file that is there is not opened: closing it would take away the locks of all connections of this process to it,
    and another process that leaves could then delete the log they write to.
    """
    if not path.is_file():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    elif not os.access(path, os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _prepare_sqlite(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    assert isinstance(raw, sqlite3.Connection)
    raw.isolation_level = None  # the driver must not begin transactions by itself
    raw.execute("PRAGMA foreign_keys=ON")
    _write_ahead(raw)
    raw.execute("PRAGMA synchronous=NORMAL")
    raw.execute("PRAGMA cache_size=-32000")


def _write_ahead(raw: sqlite3.Connection) -> None:
    """Turn the log on, waiting as for any lock: SQLite itself does not wait when two connections do this at once."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            raw.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _prepare_flushing(raw: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    _prepare_sqlite(raw, entry)
    assert isinstance(raw, sqlite3.Connection)
    raw.execute("PRAGMA synchronous=FULL")


def _begin_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()  # characters stay characters, so that texts can be searched


_WRITERS: WeakKeyDictionary[Engine, WriterQueue] = WeakKeyDictionary()


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """A session whose changes are all stored at the end, or none of them."""
    with _WRITERS.get(engine, nullcontext()), Session(engine, expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session that only reads; on SQLite it does not wait for writers, nor they for it."""
    with engine.connect().execution_options(reading=True) as connection, Session(connection) as session:
        yield session


@contextmanager
def snapshot(engine: Engine) -> Iterator[Session]:
    """As ``reading``, and all that is read is of one moment; on SQLite it always is."""
    level = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    with engine.connect().execution_options(reading=True, **level) as connection, Session(connection) as session:
        yield session


def clock(db: Session) -> float:
    """Seconds since 1970 by one clock for all server processes: PostgreSQL's own, this machine's for SQLite."""
    if db.get_bind().dialect.name == "postgresql":
        return float(db.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
    return time.time()


def migrate(engine: Engine) -> None:
    """Bring the database to the tables of this version; an empty one gets all of them."""
    from .migrations import upgrade

    try:
        with engine.begin():
            pass  # whatever is wrong with the address, the rights or the file shows here
    except DBAPIError as problem:
        raise cannot_open(problem) from problem
    try:
        upgrade(engine)
    except ProgrammingError as problem:
        if getattr(problem.orig, "sqlstate", None) != NO_RIGHT:
            raise
        raise cannot_open(problem) from problem


def typed_number(name: str) -> int | None:
    """What somebody typed, if it can be the number of a row."""
    return int(name) if name.isdecimal() and len(name) <= DIGITS else None


def cannot_open(problem: DBAPIError) -> UserError:
    """What the database itself says, which names no password."""
    message = str(problem.orig).partition("\n")[0]
    return UserError(
        Words(f"无法打开数据库：{message}。", f"The database cannot be opened: {message}."),
        hint=Words(
            "请检查 --database，以及数据库服务器是否在运行。",
            "Look at --database, and whether the database server runs.",
        ),
        code="cannot-open-database",
    )
