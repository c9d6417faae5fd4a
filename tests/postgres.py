"""A real PostgreSQL for tests, started once per test run and thrown away at its end.

Tests ask for ``postgres_url`` (an empty database of their own). The server may not run as root, so root starts it as
another user. Where the programs are missing the tests are skipped, and say so.
"""

import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.waiting import PATIENCE, free_port

MISSING = "PostgreSQL (initdb, pg_ctl) is not installed"
NUMBERS = count(1)
SETTINGS = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=64MB"


def program(name: str) -> str | None:
    """From the path, else from where Debian keeps the programs of every version."""
    found = shutil.which(name)
    if found is None:
        found = next((str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    return found


def as_user() -> tuple[list[str], str]:
    """How to run a program as somebody who is not root, and who that is."""
    if os.geteuid() != 0:
        return [], getpass.getuser()
    name = next((user for user in ("postgres", "nobody") if _exists(user)), None)
    if name is None or shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
    return ["runuser", "-u", name, "--"], name


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a fresh server, without the name of a database."""
    initdb, control = program("initdb"), program("pg_ctl")
    if initdb is None or control is None:
        pytest.skip(MISSING)
    prefix, user = as_user()
    with tempfile.TemporaryDirectory(prefix="pingce-pg-", dir="/tmp", ignore_cleanup_errors=True) as name:
        folder, data = Path(name), Path(name) / "data"
        shutil.chown(folder, user)
        _run([*prefix, initdb, "-D", str(data), "-A", "trust", "-U", "pingce", "-E", "UTF8", "--locale=C", "--no-sync"])
        port = free_port()
        options = f"{SETTINGS} -c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder}"
        log = str(folder / "log")
        _run([*prefix, control, "-D", str(data), "-w", "-t", f"{PATIENCE:.0f}", "-l", log, "-o", options, "start"])
        try:
            yield f"postgresql+psycopg://pingce@127.0.0.1:{port}"
        finally:
            _run([*prefix, control, "-D", str(data), "-m", "immediate", "stop"])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd="/", check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """An empty database."""
    name = f"test{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(f"{postgres_server}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield f"{postgres_server}/{name}"
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture
def postgres_reader(postgres_url: str) -> Iterator[str]:
    """The same database, for somebody who may only read it."""
    name = f"reader{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(postgres_url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
        connection.execute(text(f"CREATE ROLE {name} LOGIN"))
        connection.execute(text(f"GRANT pg_read_all_data TO {name}"))
    yield engine.url.set(username=name).render_as_string()
    with engine.connect() as connection:
        connection.execute(text(f"DROP ROLE {name}"))
    engine.dispose()
