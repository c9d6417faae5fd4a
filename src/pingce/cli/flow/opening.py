"""What commands on a benchmark share: which one is meant, its database, and in whose name they act."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pingce.cli.database_options import database
from pingce.flow.benchmark import BENCHMARK_VARIABLE, Benchmark, find_benchmark
from pingce.server.people.acting import maker as maker
from pingce.server.settings import DATABASE_VARIABLE
from pingce.store.address import sqlite_file

if TYPE_CHECKING:
    from sqlalchemy import Engine

benchmark_option: Callable[[Any], Any] = click.option(
    "--benchmark",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    envvar=BENCHMARK_VARIABLE,
    metavar="DIR",
    help="The benchmark's folder; default: the nearest one upwards from the working folder.",
)
flow_database_option: Callable[[Any], Any] = click.option(
    "--database",
    "database_url",
    envvar=DATABASE_VARIABLE,
    help="A SQLite file, or postgresql+psycopg://user@host/name; default: pingce.db in the benchmark.",
)


@contextmanager
def opened(folder: Path | None, database_url: str | None, *, new: bool = False) -> "Iterator[tuple[Benchmark, Engine]]":
    """The benchmark and its database; ``new``: one that is not there yet is made."""
    benchmark = find_benchmark(given=folder)
    url = database_url or benchmark.database
    with database(url, new=new and sqlite_file(url) is not None) as engine:
        yield benchmark, engine
