"""SQLite: the online backup of the library itself, so that a copy is never half of a change."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Engine, create_engine

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.address import sqlite_file
from pingce.store.database import open_database, transaction

from .model import Copied, Way, describe, not_empty

LOGS = ("-wal", "-journal")
"""Changes of a database that is gone; SQLite would play them into whatever takes its place."""


@contextmanager
def held(engine: Engine) -> Iterator[None]:
    """Writers queue up as they do behind any other writer."""
    with transaction(engine) as db:
        db.connection()  # begins, and so takes the lock
        yield


def copy(engine: Engine, path: Path) -> Copied:
    """All pages in one step: in several, a busy database would make the library begin again and again."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(path)) as target, closing(engine.raw_connection()) as source:
        target.execute("PRAGMA synchronous=OFF")  # the archive is flushed, this file is thrown away
        raw = source.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # else the copy would be two files
    made = create_engine(f"sqlite:///{path}")
    try:
        with made.connect() as connection:
            return describe(connection)
    finally:
        made.dispose()


def need_empty(database: str) -> None:
    """Refuse a file that has content, or the logs of one."""
    path = _file(database)
    for file in (path, *(Path(f"{path}{end}") for end in LOGS)):
        if file.is_dir() or (file.exists() and file.stat().st_size):
            raise not_empty(str(file))


def fill(database: str, path: Path, finish: Callable[[Engine], None]) -> None:
    """The copy itself becomes the database, once it has been found to be whole and everything is done in it."""
    with closing(sqlite3.connect(path)) as raw:
        try:
            outcome = raw.execute("PRAGMA quick_check").fetchone()[0]
        except sqlite3.DatabaseError as problem:
            outcome = str(problem)
    if outcome != "ok":
        words = Words(f"备份中的数据库已损坏：{outcome}。", f"The database in the backup is damaged: {outcome}.")
        raise UserError(words, code="damaged-backup")
    engine = open_database(str(path))
    try:
        finish(engine)
    finally:
        engine.dispose()  # the last to leave puts the log away
    path.replace(_file(database))


def _file(database: str) -> Path:
    path = sqlite_file(database)
    assert path is not None, "copies of SQLite only"
    return path


WAY = Way(held, copy, need_empty, fill)
