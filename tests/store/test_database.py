"""Opening, writing all or nothing, and history that cannot be changed."""

import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.orm import Session

from pingce.spec.errors import UserError
from pingce.store import migrations
from pingce.store.database import _write_ahead, clock, migrate, open_database, reading, transaction
from pingce.store.tables import all_tables
from pingce.store.tables.people import User

PERSON = {"title": "", "roles": "", "lang": "zh", "password": "", "active": True, "created_at": 0.0}


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    url = str(tmp_path / "work.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    opened = open_database(url)
    migrate(opened)
    yield opened
    opened.dispose()


def add(db: Session, name: str) -> None:
    db.execute(insert(User), {"name": name, **PERSON})


def people(engine: Engine) -> list[str]:
    with reading(engine) as db:
        return list(db.scalars(select(User.name).order_by(User.id)))


def test_migrations_make_exactly_the_tables_of_the_code(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), all_tables()) == []


def test_migrating_again_changes_nothing(engine: Engine) -> None:
    with transaction(engine) as db:
        add(db, "甲")
    migrate(engine)
    assert people(engine) == ["甲"]


def test_processes_that_start_together_migrate_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for url in (str(tmp_path / "new.db"), request.getfixturevalue("postgres_url")):
        engines = [open_database(url) for _ in range(3)]
        problems: list[BaseException] = []

        def run(engine: Engine, problems: list[BaseException] = problems) -> None:
            try:
                migrate(engine)
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=run, args=(engine,)) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        assert inspect(engines[0]).has_table("events")
        for engine in engines:
            engine.dispose()


def test_a_transaction_is_stored_whole_or_not_at_all(engine: Engine) -> None:
    with transaction(engine) as db:
        add(db, "甲")
    with suppress(ZeroDivisionError), transaction(engine) as db:
        add(db, "乙")
        _ = 1 / 0
    assert people(engine) == ["甲"]


def test_foreign_keys_hold(engine: Engine) -> None:
    with pytest.raises(IntegrityError), transaction(engine) as db:
        db.execute(text("INSERT INTO group_members (group_id, user_id) VALUES (5, 6)"))


HISTORY = ["events", "answers", "decisions", "comments", "receipts"]


@pytest.mark.parametrize("table", HISTORY)
@pytest.mark.parametrize("change", ["UPDATE {} SET at = 0", "DELETE FROM {}"])
def test_history_cannot_be_changed(engine: Engine, table: str, change: str) -> None:
    if engine.dialect.name == "sqlite":  # its triggers are for rows, so there must be one
        with engine.connect() as connection:
            connection.exec_driver_sql("ROLLBACK")
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("BEGIN")
            columns = [c for c in all_tables().tables[table].columns if not c.nullable and c.name != "id"]
            names, values = ", ".join(c.name for c in columns), ", ".join("1" for _ in columns)
            connection.exec_driver_sql(f"INSERT INTO {table} ({names}) VALUES ({values})")
            with pytest.raises(DBAPIError, match="is history"):
                connection.exec_driver_sql(change.format(table))
        return
    with pytest.raises(DBAPIError, match="is history"), transaction(engine) as db:
        db.execute(text(change.format(table)))


def test_readers_do_not_wait_for_a_writer(engine: Engine) -> None:
    with transaction(engine) as db:
        add(db, "甲")
        db.flush()
        assert people(engine) == []
    assert people(engine) == ["甲"]


def test_writers_wait_for_each_other_and_nothing_is_lost(engine: Engine) -> None:
    with transaction(engine) as db:
        add(db, "甲")

    def count() -> None:
        for _ in range(10):
            with transaction(engine) as db:
                user = db.scalars(select(User).with_for_update()).one()
                user.created_at += 1

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(engine) as db:
        assert db.scalars(select(User.created_at)).one() == 40


def test_the_clock_is_the_databases(engine: Engine) -> None:
    with reading(engine) as db:
        first = clock(db)
        assert 0 <= clock(db) - first < 60


def test_sqlite_flushes_every_commit_to_disk(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "work.db"))
    with engine.connect() as connection:
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert values == ["wal", 2]
    engine.dispose()


def test_texts_are_stored_as_characters_so_that_they_can_be_searched(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "work.db"))
    with engine.begin() as connection:
        from sqlalchemy import JSON, Column, MetaData, Table

        table = Table("t", MetaData(), Column("a", JSON))
        table.create(connection)
        connection.execute(insert(table), {"a": {"text": "𠮷"}})
    engine.dispose()
    raw = sqlite3.connect(tmp_path / "work.db")
    assert raw.execute("SELECT a FROM t").fetchone() == ('{"text":"𠮷"}',)
    raw.close()


BAD_URLS = [
    ("oracle://somewhere/x", "unknown-database"),
    ("mysql://somewhere/x", "unknown-database"),
    ("sqlite://", "bad-database-url"),
    ("sqlite:///:memory:", "bad-database-url"),
    ("/nowhere/at/all/work.db", "bad-database-url"),
    ("://", "bad-database-url"),
]


@pytest.mark.parametrize(("url", "code"), BAD_URLS)
def test_a_wrong_address_is_told_without_repeating_it(url: str, code: str) -> None:
    with pytest.raises(UserError) as refused:
        open_database(url)
    assert refused.value.code == code


def test_a_password_in_an_address_is_never_shown() -> None:
    with pytest.raises(UserError) as refused:
        open_database("postgresql+nodriver://me:secret-word@host/x")
    assert "secret-word" not in str(refused.value)


def test_an_unwritable_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "work.db-queue").mkdir()
    with pytest.raises(UserError) as refused:
        open_database(str(tmp_path / "work.db"))
    assert refused.value.code == "cannot-write"


def not_a_database(path: Path) -> None:
    path.write_text("a text, long enough to be looked at " * 100, encoding="utf-8")


def of_a_later_version(path: Path) -> None:
    opened = open_database(str(path))
    migrate(opened)
    with transaction(opened) as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    opened.dispose()


def of_another_program(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE users (x)")
    raw.close()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (not_a_database, "file is not a database"),
        (of_a_later_version, "made by a later version of pingce (9999)"),
        (of_another_program, "another program's: it has users"),
    ],
)
def test_a_file_that_is_no_database_of_ours_is_told_and_left_alone(
    tmp_path: Path, spoil: Callable[[Path], None], said: str
) -> None:
    path = tmp_path / "work.db"
    spoil(path)
    size = path.stat().st_size
    opened = open_database(str(path))
    with pytest.raises(UserError) as told:
        migrate(opened)
    opened.dispose()
    assert said in told.value.words.en
    assert path.stat().st_size == size, "no table was added"


def test_a_folder_and_a_server_that_does_not_answer_are_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Is a directory"):
        open_database(str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        port = taken.getsockname()[1]
        opened = open_database(f"postgresql+psycopg://li:secret@127.0.0.1:{port}/work")
        with pytest.raises(UserError, match="cannot be opened") as told:
            migrate(opened)
        opened.dispose()
    assert "secret" not in str(told.value)


def test_somebody_who_may_make_no_tables_is_told(postgres_reader: str) -> None:
    opened = open_database(postgres_reader)
    with pytest.raises(UserError, match="permission denied for schema public") as told:
        migrate(opened)
    assert told.value.code == "cannot-open-database"
    assert inspect(opened).get_table_names() == []
    opened.dispose()


def test_only_its_owner_can_read_a_new_database(tmp_path: Path) -> None:
    opened = open_database(str(tmp_path / "work.db"))
    migrate(opened)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    opened.dispose()


LEAVE = "import sqlite3, sys; raw = sqlite3.connect(sys.argv[1]); raw.execute('SELECT 1 FROM users'); raw.close()"


def test_a_file_opened_twice_by_one_process_keeps_its_log_when_another_process_leaves(tmp_path: Path) -> None:
    path = tmp_path / "work.db"
    first = open_database(str(path))
    migrate(first)
    with transaction(first) as db:
        add(db, "甲")
    assert people(first) == ["甲"]
    second = open_database(str(path))
    subprocess.run([sys.executable, "-c", LEAVE, str(path)], check=True)
    assert Path(f"{path}-wal").exists(), "it would be deleted under the first's hands"
    second.dispose()
    first.dispose()


def test_a_log_that_cannot_be_turned_on_is_no_reason_to_wait(tmp_path: Path) -> None:
    path = tmp_path / "work.db"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE one (a)")
    made.close()
    kept = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        _write_ahead(kept)
    kept.close()


def test_a_migration_that_fails_for_any_other_reason_is_our_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Engine) -> None:
        raise ProgrammingError("ALTER", {}, ValueError())

    monkeypatch.setattr(migrations, "upgrade", fail)
    engine = open_database(str(tmp_path / "work.db"))
    with pytest.raises(ProgrammingError):
        migrate(engine)
    engine.dispose()
