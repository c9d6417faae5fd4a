"""A world on SQLite and on PostgreSQL: every test starts from a copy of a migrated database."""

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import pytest
from sqlalchemy import Engine, create_engine, text

from pingce.store.database import migrate, open_database
from tests.postgres import NUMBERS

from .world import World


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "template.db"
    engine = open_database(str(path))
    migrate(engine)
    engine.dispose()
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """Tests get copies of it; making the tables anew would take ten times as long."""
    name = f"template{os.getpid()}"
    _administer(postgres_server, f"CREATE DATABASE {name}")
    engine = open_database(f"{postgres_server}/{name}")
    migrate(engine)
    engine.dispose()
    return name


def _administer(server: str, command: str) -> None:
    engine = create_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(command))
    engine.dispose()


@pytest.fixture
def sqlite_engine(sqlite_template: Path, tmp_path: Path) -> Iterator[Engine]:
    path = tmp_path / "work.db"
    copyfile(sqlite_template, path)
    engine = open_database(str(path))
    yield engine
    engine.dispose()


@pytest.fixture
def postgres_engine(postgres_server: str, postgres_template: str) -> Iterator[Engine]:
    name = f"copy{os.getpid()}_{next(NUMBERS)}"
    _administer(postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    engine = open_database(f"{postgres_server}/{name}")
    yield engine
    engine.dispose()
    _administer(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> Engine:
    opened: Engine = request.getfixturevalue(f"{request.param}_engine")
    return opened


@pytest.fixture
def world(engine: Engine) -> World:
    """On both; ``light`` is on SQLite alone, for what has nothing to do with the database."""
    return World(engine)


@pytest.fixture
def light(sqlite_engine: Engine) -> World:
    return World(sqlite_engine)
