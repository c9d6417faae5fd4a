"""Prepared statements give what SQLAlchemy gives; detached rows write what was changed in them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import JSON, Boolean, Column, Engine, Float, Integer, MetaData, String, Table, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.prepared import Detached, Prepared, prepared_insert
from pingce.store.tables.people import User

VALUES = Table(
    "values_of_all_kinds",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", String(20), unique=True),
    Column("share", Float),
    Column("kept", Boolean),
    Column("content", JSON(none_as_null=True)),
)
ROW = {"name": "一", "share": 0.1, "kept": True, "content": {"短语": ["桌子", None, 1.5]}}
INSERT = prepared_insert(VALUES)
BY_NAME = Prepared(select(VALUES).where(VALUES.c.name == bindparam("name"), VALUES.c.share < 1.0))


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    url = str(tmp_path / "work.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    opened = open_database(url)
    VALUES.create(opened)
    yield opened
    opened.dispose()


def test_values_of_all_kinds_come_back_as_they_were(engine: Engine) -> None:
    with transaction(engine) as db:
        for row in (ROW, {"name": "二", "share": None, "kept": None, "content": None}):
            stored = INSERT.first(db, row)
            assert stored is not None
            assert BY_NAME.first(db, {"name": row["name"]}) == ((*stored, *ROW.values()) if row is ROW else None)
        plain = [tuple(row) for row in db.execute(select(VALUES).order_by(VALUES.c.id))]
        assert Prepared(select(VALUES).order_by(VALUES.c.id)).rows(db, {}) == plain


def test_errors_are_those_of_sqlalchemy_and_undo_everything(engine: Engine) -> None:
    def twice() -> None:
        with transaction(engine) as db:
            INSERT.rows(db, ROW)
            INSERT.rows(db, ROW)

    with pytest.raises(IntegrityError):
        twice()
    with reading(engine) as db:
        assert db.scalar(select(func.count()).select_from(VALUES)) == 0


def test_a_text_that_depends_on_its_values_is_not_prepared(engine: Engine) -> None:
    with transaction(engine) as db, pytest.raises(AssertionError, match="IN"):
        Prepared(select(VALUES).where(VALUES.c.name.in_(("一", "二")))).rows(db, {})


def test_a_detached_row_writes_only_what_changed(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "people.db"))
    migrate(engine)
    with transaction(engine) as db:
        db.add(User(name="li", title="李", roles="", lang="zh", password="", active=True, created_at=0.0))
    with transaction(engine) as db:
        (values,) = Prepared(select(User.id, User.name, User.title, User.lang)).rows(db, {})
        rows = Detached()
        user = rows.take(User, dict(zip(("id", "name", "title", "lang"), values, strict=True)))
        db.connection().exec_driver_sql("UPDATE users SET lang = 'en'")  # not seen, so not written back
        user.title = "李明"
        rows.write(db)
        rows.write(db)
    with reading(engine) as db:
        assert db.execute(select(User.name, User.title, User.lang)).one() == ("li", "李明", "en")
    engine.dispose()
