"""Changes of the tables, one file per change, run by Alembic inside this package: the wheel needs nothing else."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text
from sqlalchemy.engine import Connection

LOCK = 0x70696E67
"""One number for all server processes that start at the same time."""


def upgrade(engine: Engine) -> None:
    """To the newest tables, in one transaction; processes that start together wait for the first."""
    with engine.begin() as connection:  # on SQLite this already waits for other writers
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        command.upgrade(config(connection), "head")


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made
