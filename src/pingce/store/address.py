"""What the address of a database says before anything heavy is loaded."""

from pathlib import Path


def is_sqlite(database: str) -> bool:
    return "://" not in database or database.startswith("sqlite")


def sqlite_file(database: str) -> Path | None:
    """The file of a SQLite database; ``None`` for a server."""
    if not is_sqlite(database):
        return None
    return Path(database.partition(":///")[2].partition("?")[0] if "://" in database else database)
