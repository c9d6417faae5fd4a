"""What every copy of a database says about itself."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from alembic.migration import MigrationContext
from sqlalchemy import Engine, func, inspect, select
from sqlalchemy.engine import Connection

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.tables import all_tables

Kind = Literal["sqlite", "postgresql"]


@dataclass(frozen=True)
class Copied:
    """The version of the tables and the rows of each, counted in the copy or at the very moment it shows."""

    revision: str
    counts: dict[str, int]


@dataclass(frozen=True)
class Way:
    """How one kind of database is held, copied and filled."""

    held: Callable[[Engine], AbstractContextManager[None]]
    """A context in which nobody writes; readers go on."""
    copy: Callable[[Engine, Path], Copied]
    need_empty: Callable[[str], None]
    fill: Callable[[str, Path, Callable[[Engine], None]], None]
    """Put a copy into an empty database; what is to be done in it before anybody sees it comes last."""


def describe(connection: Connection) -> Copied:
    """Which version a database has, for the manifest of a backup; refuses one that is not ours."""
    heads = MigrationContext.configure(connection).get_current_heads()
    if not heads:
        raise UserError(
            Words("这不是评测的数据库，或还是空的。", "This is no database of pingce, or still an empty one."),
            code="nothing-to-back-up",
        )
    there = set(inspect(connection).get_table_names())
    counts = {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in sorted(all_tables().tables.items())
        if name in there  # one of an earlier version has fewer
    }
    return Copied(",".join(sorted(heads)), counts)


def not_empty(where: str) -> UserError:
    """The error where a restore would overwrite something."""
    return UserError(
        Words(f"{where} 不是空的；恢复不会覆盖任何东西。", f"{where} is not empty; restoring overwrites nothing."),
        hint=Words("请另选一个地方。", "Choose another place."),
        code="target-not-empty",
    )
