"""Changes of the tables, one file per change, run by Alembic inside this package: the wheel needs nothing else."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from sqlalchemy.engine import Connection

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.tables import all_tables

LOCK = 0x70696E67
"""One number for all server processes that start at the same time."""


def upgrade(engine: Engine) -> None:
    """To the newest tables, in one transaction; processes that start together wait for the first."""
    with engine.begin() as connection:  # on SQLite this already waits for other writers
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _need_ours(connection)
        command.upgrade(config(connection), "head")


def _need_ours(connection: Connection) -> None:
    """Neither a later version's nor another program's: nothing is changed in those."""
    reached = MigrationContext.configure(connection).get_current_heads()
    revisions = {script.revision for script in ScriptDirectory.from_config(config(connection)).walk_revisions()}
    if later := sorted(set(reached) - revisions):
        listed = ", ".join(later)
        raise UserError(
            Words(
                f"数据库来自更新的版本（{listed}）。",
                f"The database was made by a later version of pingce ({listed}).",
            ),
            hint=Words("请更新 pingce。", "Update pingce."),
            code="later-database",
        )
    there = set() if reached else set(inspect(connection).get_table_names()) & set(all_tables().tables)
    if there:
        listed = ", ".join(sorted(there))
        raise UserError(
            Words(f"数据库属于别的程序：已有表 {listed}。", f"The database is another program's: it has {listed}."),
            hint=Words("请用 --database 另选一个。", "Choose another --database."),
            code="foreign-database",
        )


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made
