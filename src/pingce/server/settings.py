"""Where things are kept; standard library only, so that commands can ask before anything heavy is loaded."""

from pathlib import Path

DATABASE_VARIABLE = "PINGCE_DATABASE"
FOLDER_VARIABLE = "PINGCE_DATA"
DEMO_VARIABLE = "PINGCE_DEMO"
LOG_VARIABLE = "PINGCE_LOG"
DEFAULT_FOLDER = "pingce-data"
DEFAULT_DATABASE = f"{DEFAULT_FOLDER}/pingce.db"

SQLITE = "sqlite:///"


def is_sqlite(database: str) -> bool:
    return "://" not in database or database.startswith("sqlite")


def data_folder(database: str) -> Path:
    """Where the secret is kept: beside a SQLite file; for PostgreSQL in the working folder."""
    if not is_sqlite(database):
        return Path(DEFAULT_FOLDER)
    return Path(database.removeprefix(SQLITE)).parent
